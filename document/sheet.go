package document

import (
	"io"
	"iter"

	"golang.org/x/net/html"

	"htmlurl/internal/charset"
	"htmlurl/internal/source"
	"htmlurl/resolve"
)

// SheetOptions say what is known of a style sheet beside its bytes. The zero value is an HTML5 sheet without an address.
type SheetOptions struct {
	// Address is where the sheet came from, after redirects. What is said of Options.Address holds.
	Address string
	// ContentType is the value of the Content-Type header field, for its charset.
	ContentType string
	// Edition chooses the rules.
	Edition resolve.Edition
	// Owner is the document that uses the sheet, or nil: its encoding is that of a sheet that declares none, and references
	// such as "#a" are to its elements.
	Owner *Document
}

// Sheet is a CSS style sheet of its own, not inside a document. It is safe for concurrent use.
type Sheet struct {
	document *Document // without elements, whose text is the sheet
}

// FromCharsetRule is the source of an encoding that an @charset rule names.
const FromCharsetRule EncodingSource = "@charset"

// ParseSheet reads a style sheet. It reads r to its end; memory is in proportion to the input. The errors are those of r
// and ErrAddress.
//
// Spec: https://drafts.csswg.org/css-syntax-3/#input-byte-stream
func ParseSheet(r io.Reader, o SheetOptions) (*Sheet, error) {
	page, err := io.ReadAll(r)
	if err != nil {
		return nil, err
	}
	d := &Document{root: &html.Node{Type: html.DocumentNode}}
	d.options = Options{Address: o.Address, ContentType: o.ContentType, Edition: o.Edition, Positions: true}
	if err := d.prepare(); err != nil {
		return nil, err
	}
	d.base, d.fallback = d.address, d.address
	d.address = resolve.URL{}
	environment := charset.UTF8
	if o.Owner != nil {
		d.address, environment = o.Owner.address, o.Owner.encoding
	}
	encoding, source, bom := charset.SniffSheet(page, o.ContentType, environment)
	d.bom = bom
	if source == charset.Meta {
		d.setEncoding(encoding, FromCharsetRule)
	} else {
		d.setEncoding(encoding, encodingSources[source])
	}
	d.places = &places{page: page, text: encoding.Decode(page[bom:]), bom: bom, offsets: encoding.Offsets(page[bom:])}
	d.places.markLines()
	return &Sheet{d}, nil
}

// Encoding returns the Encoding Standard's name of the sheet's character encoding, and where it came from: FromFallback
// for that of the owner, or UTF-8 without one.
func (s *Sheet) Encoding() (name string, source EncodingSource) { return s.document.Encoding() }

// Address returns the sheet's address, which its references are relative to, or the zero URL.
func (s *Sheet) Address() resolve.URL { return s.document.base }

// Excerpt is Document.Excerpt.
func (s *Sheet) Excerpt(span Span, before, after int) (left, right string) {
	return s.document.Excerpt(span, before, after)
}

// Links yields the references of the sheet in their order. They have no Node; Attr is "#text". Those that only have a
// fragment are relative to the address of the owner.
//
// Spec: https://drafts.csswg.org/css-values-4/#urls
func (s *Sheet) Links() iter.Seq[Link] {
	return func(yield func(Link) bool) {
		s.links(s.placer(), func(link Link) bool {
			link.Node = nil
			return yield(link)
		})
	}
}

// links yields the references, which have the root of the document as their Node.
func (s *Sheet) links(place *placer, yield func(Link) bool) {
	l := lister{Document: s.document, yield: byValue(yield), all: true, place: place}
	l.list(origin{node: s.document.root, attr: textAttribute, kind: Style}, &sheetRow, s.value())
}

// sheetRow is the row of the references in a sheet.
var sheetRow = Attribute{Names: textAttribute, Syntax: Stylesheet, Kind: Style, UTF8: true}

func (s *Sheet) value() string { return string(s.document.places.text) }

// placer returns a placer that has found where the sheet stands.
func (s *Sheet) placer() *placer {
	text := s.document.places.text
	whole := written{
		span: source.Span{End: len(text)}, holder: wholeText, pieces: pieces{{}},
	}
	return &placer{node: s.document.root, attr: textAttribute, written: whole}
}

// AppendRewrite appends the sheet to dst, in the bytes that ParseSheet read, with other references: f returns what to put
// in the place of a reference, and whether to. See Document.AppendRewrite; here characters that the encoding does not have
// are escapes of CSS, and where the sheet does not declare its encoding those are all that are not ASCII.
func (s *Sheet) AppendRewrite(dst []byte, f func(Link) (string, bool)) ([]byte, error) {
	w := s.document.NewRewrite()
	w.place = *s.placer()
	s.links(&w.place, func(link Link) bool {
		public := link
		public.Node = nil
		if reference, ok := f(public); ok {
			w.Replace(link, reference)
		}
		return true
	})
	return w.Append(dst)
}

package output

import (
	"context"

	"github.com/go-json-experiment/json/jsontext"

	"htmlurl/document"
	"htmlurl/examples/webscale/draft"
	"htmlurl/examples/webscale/extract"
	"htmlurl/resolve"
)

// CreateLinks begins a file of all links of an archive, compressed with gzip, each a line, such as
//
//	{"page":"http://h/d/","base":"http://h/b/","why":"base element",
//	"link":"http://h/b/x","kind":"hyperlink","rel":["nofollow"]}
//
// base is null if the page has none, which is then why; link is null if there is none: error names the rule that raw,
// the reference as it stands in the page, breaks. A reference that has no effect has ignored, which says why.
func CreateLinks(path string) (File, error) {
	file, err := draft.CreateGzip(path)
	if err != nil {
		return nil, err
	}
	return &linksFile{file: file}, nil
}

type linksFile struct {
	file *draft.Gzip
	page []byte // how the lines of the page begin
	line []byte
}

// Begin implements extract.Visitor.
func (f *linksFile) Begin(p *extract.Page) error {
	b := append(f.page[:0], `{"page":`...)
	b = appendString(b, p.URL)
	b = append(b, `,"base":`...)
	b = appendURL(b, p.Document.Base())
	b = append(b, `,"why":`...)
	f.page = appendString(b, string(p.Document.Why().Source))
	return nil
}

// Links implements extract.Visitor.
func (f *linksFile) Links(_ *extract.Page, links []document.Link) error {
	for i := range links {
		f.line = appendLink(append(f.line[:0], f.page...), &links[i])
		if _, err := f.file.Write(f.line); err != nil {
			return err
		}
	}
	return nil
}

// End implements extract.Visitor.
func (f *linksFile) End(*extract.Page) error { return nil }

func (f *linksFile) Commit(context.Context) error { return f.file.Commit() }
func (f *linksFile) Discard()                     { f.file.Discard() }

// appendLink appends the rest of a line.
func appendLink(b []byte, l *document.Link) []byte {
	b = append(b, `,"link":`...)
	b = appendURL(b, l.URL)
	b = append(b, `,"kind":`...)
	b = appendString(b, string(l.Kind))
	b = append(b, `,"rel":[`...)
	for i, token := range l.Rel() {
		if i > 0 {
			b = append(b, ',')
		}
		b = appendString(b, token)
	}
	b = append(b, ']')
	if l.Err != nil {
		b = append(b, `,"raw":`...)
		b = appendString(b, l.Raw)
		b = append(b, `,"error":`...)
		b = appendString(b, extract.RuleOf(l.Err))
	}
	if l.Ignored != "" {
		b = append(b, `,"ignored":`...)
		b = appendString(b, string(l.Ignored))
	}
	return append(b, "}\n"...)
}

func appendURL(b []byte, u resolve.URL) []byte {
	if u.IsZero() {
		return append(b, "null"...)
	}
	return appendString(b, u.String())
}

// appendString appends a string of JSON. Bytes that are not UTF-8 become U+FFFD.
func appendString(b []byte, s string) []byte {
	b, _ = jsontext.AppendQuote(b, s)
	return b
}

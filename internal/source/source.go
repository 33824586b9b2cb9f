// Package source tells where things stand in a page: its start tags, their attributes, and the text of elements such
// as script and title, in byte offsets.
//
// The tree of a page comes from golang.org/x/net/html, which keeps no positions. A [Scanner] goes through the page
// once more and sees the start tags that the tokenizer of that package sees under its parser, with the same attributes,
// several times faster. [AppendValue] and [Equal] know what that tokenizer makes of an attribute's value, and a [Map]
// finds the place of a part of the value.
//
// A map of the files: source.go has the Scanner, tags.go reads tags and attributes.go tells which attributes count.
// text.go finds the ends of comments, declarations and raw text. What a start tag means also depends on the tree:
// builder.go follows the elements that are open, foreign.go those of SVG and MathML, tables.go those of tables and
// templates, and classes.go says which elements are of one kind. references.go decodes values; map.go has the Map.
//
// Spec: https://html.spec.whatwg.org/multipage/parsing.html#tokenization
package source

import (
	"bytes"

	"golang.org/x/net/html/atom"
)

// Span is a part of the page: the bytes from Start up to End.
type Span struct{ Start, End int }

// Tag is a start tag.
type Tag struct {
	Start, End int  // the whole tag, from "<" to after ">"
	Name       Span // as written, not in lower case
	// Attrs are the attributes in the order of the page. Of those with the same name only the first is one.
	Attrs []Attr
	// Repeated are the attributes whose name an earlier one has.
	Repeated []Attr
	// Text is what stands between the tag and its end tag where that is no markup: in iframe, noembed, noframes,
	// plaintext, script, style, textarea, title and xmp, and in noscript where scripts run. Other tags have an empty
	// Text at their end.
	Text Span
	// Foreign says that the tag opens an element of SVG or MathML.
	Foreign bool
	// Ignored says that the parser makes no element of the tag. It may ignore others, too.
	Ignored bool
	// Before is the Start of the tag of a table, if the parser moves the element out of the table, in front of it, or
	// if the element is in one that is moved so. Otherwise it is -1.
	Before int
}

// Attr is an attribute of a tag.
type Attr struct {
	Name Span // as written, not in lower case
	// Value is the value without its quotes, as written. It is empty right after the name where there is none, and
	// right before the ">" in <a b=>.
	Value    Span
	Quote    byte // around the value: '"' or '\'', or 0
	HasValue bool // an equals sign follows the name
}

// Scanner goes through the start tags of a page, those of self-closing elements too. Of the tree it keeps no more than
// which elements are open, up to the 512 that the parser takes. It allocates only where a tag has more attributes, or
// an element is deeper, than any before, and for an annotation-xml element.
//
// The tags are those that html.Parse sees; it does not put all of them into the tree. Some broken nesting moves
// elements in ways that the Scanner does not follow. That matters only if an end tag then ends SVG or MathML around it:
// up to the next tag that does so, the Scanner may see tags in raw text, or text where there are tags.
type Scanner struct {
	page        []byte
	scripting   bool
	pos         int // where to go on
	tag         Tag
	selfClosing bool // tag ends with "/>"
	repeated    repeated
	builder     builder
}

// New returns a Scanner for a page in UTF-8. The page must not change while it is in use. With scripting the contents
// of noscript elements are text, as with html.ParseOptionEnableScripting.
func New(page []byte, scripting bool) *Scanner {
	return &Scanner{page: page, scripting: scripting, builder: builder{page: page, framesetOK: true}}
}

// Tag returns the start tag that Next came to. It is valid until Next is called again, as its slice is.
func (s *Scanner) Tag() *Tag { return &s.tag }

// TagAt returns the start tag that begins at an offset, where Next found one, without going on from there: Foreign is not
// set, and the Text is that outside of SVG and MathML. It is valid until the Scanner is used again.
func (s *Scanner) TagAt(start int) *Tag {
	s.pos = start
	s.readTag(start + len("<"))
	s.readText(lookup(s.page[s.tag.Name.Start:s.tag.Name.End]))
	return &s.tag
}

// Next goes to the next start tag and reports whether there is one. A tag in which the page ends is none.
//
// Spec: https://html.spec.whatwg.org/multipage/parsing.html#data-state
func (s *Scanner) Next() bool {
	for {
		start := s.pos
		i := bytes.IndexByte(s.page[start:], '<')
		if i < 0 || start+i+1 == len(s.page) {
			s.pos = len(s.page)
			return false
		}
		s.pos += i
		s.builder.text(Span{start, s.pos})
		switch c := s.page[s.pos+1]; {
		case isLetter(c):
			return s.readTag(s.pos+1) && s.startTag()
		case c == '/':
			s.endTag()
		case c == '!':
			s.skipDeclaration()
		case c == '?':
			s.skipPast('>')
		default:
			s.builder.text(Span{s.pos, s.pos + 1})
			s.pos++
		}
	}
}

// startTag tells the builder of the start tag and reads its raw text. It returns true.
func (s *Scanner) startTag() bool {
	name := lookup(s.page[s.tag.Name.Start:s.tag.Name.End])
	taken := s.builder.start(&s.tag, name, s.selfClosing)
	s.tag.Foreign = taken == asForeign
	s.tag.Text = Span{s.pos, s.pos}
	if taken != asForeign && (name != atom.Noscript || s.scripting || taken == ignored) {
		s.readText(name)
	}
	return true
}

// readText reads the text of a raw text element.
func (s *Scanner) readText(name atom.Atom) {
	s.tag.Text = Span{s.pos, s.pos}
	if isRawText(name) {
		s.skipRawText(name)
		s.tag.Text.End = s.pos
	}
}

// endTag reads what begins with "</".
//
// Spec: https://html.spec.whatwg.org/multipage/parsing.html#end-tag-open-state
func (s *Scanner) endTag() {
	name := s.pos + len("</")
	if name == len(s.page) || !isLetter(s.page[name]) {
		s.skipPast('>')
		return
	}
	if s.readTag(name) {
		s.builder.end(s.tag.Name, lookup(s.page[s.tag.Name.Start:s.tag.Name.End]))
	}
}

// lookup returns the atom of a name in any case, or 0 for one that has none, or that is longer than all that matter.
func lookup(name []byte) atom.Atom {
	var lower [len("annotation-xml")]byte
	if len(name) > len(lower) {
		return 0
	}
	for i, b := range name {
		lower[i] = toLower(b)
	}
	return atom.Lookup(lower[:len(name)])
}

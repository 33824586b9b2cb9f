// Package source tells where things stand in a page: its start tags, their attributes, and the text of elements such
// as script and title, in byte offsets.
//
// The tree of a page comes from golang.org/x/net/html, which keeps no positions. A [Scanner] goes through the page and
// tells which elements that parser makes of it, of which start tags, and in what order they are in the tree, several times
// faster. It keeps no tree: only the elements that are open, and those that it is told to keep. [AppendValue] and [Equal]
// know what the tokenizer of that package makes of an attribute's value, and a [Map] finds the place of a part of the value.
//
// A map of the files: source.go has the Scanner, tags.go reads tags, names.go the names in them, and attributes.go tells which
// attributes count. text.go finds the ends of comments, declarations and raw text. What a start tag means depends on the tree,
// too: builder.go has the parser's insertion modes, of which those before and after the body are in outside.go, that of the
// body in body.go, those of tables in tables.go; foreign.go has SVG and MathML, formatting.go the formatting elements that are
// opened again, characters.go what text does, quirks.go doctypes. insert.go finds the place of an element, elements.go has the
// stack of open elements, kinds.go what the rules know of names, order.go the order that elements have in the tree, and
// nodes.go makes nodes of those that are kept. references.go decodes values; map.go has the Map.
//
// Spec: https://html.spec.whatwg.org/multipage/parsing.html#tokenization
package source

import (
	"bytes"
	"io"

	"golang.org/x/net/html/atom"
)

// Span is a part of the page: the bytes from Start up to End.
type Span struct{ Start, End int }

// Tag is a start tag.
type Tag struct {
	Start, End int  // the whole tag, from "<" to after ">"
	Name       Span // as written, not in lower case
	word       word // the name
	// Attrs are the attributes in the order of the page. Of those with the same name only the first is one.
	Attrs []Attr
	// Repeated are the attributes whose name an earlier one has.
	Repeated []Attr
}

// Attr is an attribute of a tag.
type Attr struct {
	Name Span // as written, not in lower case
	// Value is the value without its quotes, as written. It is empty right after the name where there is none, and
	// right before the ">" in <a b=>.
	Value    Span
	Quote    byte // around the value: '"' or '\'', or 0
	HasValue bool // an equals sign follows the name
	Mark     Mark // of the name, if it is one to watch for
	word     word // the name
}

// Scanner goes through the start tags of a page and tells which elements the parser makes of them. Of the tree it keeps no
// more than the elements that are open, up to the 512 that the parser takes, and those that it is told to keep. After Reset
// it uses its memory again.
//
// Deviation: it follows x/net/html where that leaves the standard, so that both have the same elements.
type Scanner struct {
	page  []byte // or the part of it that is at hand
	start int    // the offset of that part in the page
	more  func() ([]byte, error)
	buf   []byte // for parts

	pos         int // where to go on
	hold        int // from where on the page is needed
	tag         Tag // the last one
	watched     *Names
	isWatched   bool   // an attribute of tag may be
	seen        uint64 // bits for the names of the attributes of tag
	selfClosing bool
	raw         *kind // of an element whose raw text comes next, or nil
	isPartial   bool  // the text goes on that the builder has a part of
	repeated    repeated
	builder     builder
	nodes       nodes
	err         error
}

// New returns a Scanner for a page in UTF-8. The page must not change while it is in use. With scripting the contents
// of noscript elements are text, as with html.ParseOptionEnableScripting.
func New(page []byte, scripting bool) *Scanner {
	s := &Scanner{}
	s.Reset(page, nil, scripting)
	return s
}

var noNames Names

// Watch makes IsWatched tell of names of attributes, and marks attributes that may have them.
func (s *Scanner) Watch(names *Names) { s.watched = names }

// IsWatched tells whether an attribute of the tag may have one of the names to watch.
func (s *Scanner) IsWatched() bool { return s.isWatched }

// Reset begins with another page, as New does. The nodes of the page before must not be used any longer. If more is not nil
// the page is only the beginning: more returns the next part, which need not be valid any longer than until it is called
// again, and then an error, io.EOF at the end.
func (s *Scanner) Reset(page []byte, more func() ([]byte, error), scripting bool) {
	s.builder.reset(scripting)
	*s = Scanner{page: page, more: more, buf: s.buf[:0], watched: &noNames, tag: s.tag, repeated: s.repeated,
		builder: s.builder, nodes: s.nodes}
	s.builder.page = page
	s.nodes.reuse()
}

// Err returns why Next ended before the page did: ErrDepth, ErrOrder, or an error of the function that gives more.
func (s *Scanner) Err() error {
	if s.err != nil {
		return s.err
	}
	return s.builder.err
}

// IsCutShort tells whether x/net/html does not take the end of the page: after a template element in SVG or MathML, or in the
// text of an element that is none in a frameset.
func (s *Scanner) IsCutShort() bool {
	b := &s.builder
	isInFrameset := b.mode == inFrameset || b.mode == afterFrameset || b.mode == afterAfterFrameset
	return b.mode == ignoring || b.endsInText && isInFrameset && !b.inText
}

// Tag returns the start tag that Next came to. It is valid until Next is called again, as its slices are.
func (s *Scanner) Tag() *Tag { return &s.tag }

// Page returns what the offsets of the tag and of Text are of: the page, or the part of it that is at hand, and at which
// offset of the page that begins. It is valid until Next or Text is called.
func (s *Scanner) Page() (part []byte, start int) { return s.page, s.start }

// Element returns the element that is made of the tag, or nil. It is valid until Next is called again.
func (s *Scanner) Element() *Element { return s.builder.newest }

// IsOpen tells whether an element of HTML with the name is open.
func (s *Scanner) IsOpen(name atom.Atom) bool {
	for _, e := range s.builder.open {
		if e.Is(name) {
			return true
		}
	}
	return false
}

// Merged returns the html or body element that takes those attributes of the tag that it does not have, or nil.
func (s *Scanner) Merged() *Element { return s.builder.merged }

// Keep keeps an element, the newest or another one that is open, for an item: it stays in the order. Clones that the parser
// makes of it have the same item. It reports whether it can: not if the order has been taken from beyond where it begins.
func (s *Scanner) Keep(e *Element, item any) bool { return s.builder.keep(e, item) }

// KeepBetween keeps elements that the parser puts between an element that is kept and its children. They have the item.
func (s *Scanner) KeepBetween(item any) { s.builder.between = item }

// TakeText makes the Scanner tell f of each text that is right in an element of SVG or MathML that is kept.
func (s *Scanner) TakeText(e *Element, f func(item any, text []byte)) {
	e.takesText = true
	s.builder.onText = f
}

// TagAt returns the start tag that begins at an offset of the page, where Next found one, without going on from there,
// and the text that it has outside of SVG and MathML. It is valid until the Scanner is used again.
func (s *Scanner) TagAt(start int) (*Tag, Span) {
	s.pos = start
	s.readTag(start + len("<"))
	s.raw = nil
	if k := lookup(s.page[s.tag.Name.Start:s.tag.Name.End], s.tag.word); k.class.is(rawText) {
		s.raw = k
	}
	return &s.tag, s.Text()
}

// Next goes to the next start tag and reports whether there is one. A tag in which the page ends is none.
//
// Spec: https://html.spec.whatwg.org/multipage/parsing.html#data-state
func (s *Scanner) Next() bool {
	s.skipRaw()
	for s.Err() == nil && s.nextMarkup() {
		switch c := s.page[s.pos+1]; {
		case isLetter(c):
			if s.readWholeTag(len("<")) {
				s.startTag()
				return s.Err() == nil
			}
		case c == '/':
			s.endTag()
		case c == '!':
			s.skipDeclaration()
		default:
			s.skipPast('>')
			s.builder.comment()
		}
	}
	return false
}

// nextMarkup moves behind the text to the next markup, tells the builder of the text, and reports whether there is markup.
func (s *Scanner) nextMarkup() bool {
	s.hold = s.pos
	for at := s.pos; ; {
		i := bytes.IndexByte(s.page[at:], '<')
		if i >= 0 && opensMarkup(s.page[at+i:]) {
			s.pos = at + i
			s.text(s.hold, s.pos)
			s.isPartial = false
			return true
		}
		if i >= 0 && len(s.page)-at-i > len("</") {
			at += i + 1
			continue
		}
		end := len(s.page)
		if i >= 0 {
			end = at + i
		}
		if s.more != nil {
			s.pos = s.cut(s.hold, end)
			s.text(s.hold, s.pos)
			s.isPartial = s.isPartial || s.pos > s.hold
			s.hold = s.pos
		}
		rest := end - s.hold
		if !s.fill() {
			s.pos = len(s.page)
			s.text(s.hold, s.pos)
			return false
		}
		at = s.hold + rest
	}
}

// opensMarkup tells whether a "<" and what follows is markup. At the end of the page "</" is text.
//
// Spec: https://html.spec.whatwg.org/multipage/parsing.html#tag-open-state
func opensMarkup(b []byte) bool {
	if len(b) < len("</") {
		return false
	}
	return isLetter(b[1]) || b[1] == '!' || b[1] == '?' || b[1] == '/' && len(b) > len("</")
}

// cut returns where the text up to an end can be cut: not in what may be a character reference, or a line break.
func (s *Scanner) cut(start, end int) int {
	const longest = 1 << 16 // with leading zeros
	switch {
	case end-start <= longest && s.builder.dropsLineBreak():
		return start
	case end > start && s.page[end-1] == '\r':
		return end - 1
	}
	i := bytes.LastIndexByte(s.page[start:end], '&')
	if i < 0 || end-start-i > longest {
		return end
	}
	for _, c := range s.page[start+i+1 : end] {
		if c != '#' && !isLetter(c) && (c < '0' || '9' < c) {
			return end
		}
	}
	return start + i
}

// text tells the builder of a part of the text, if it matters.
func (s *Scanner) text(start, end int) {
	if start < end && s.builder.needsText() {
		s.builder.text(s.page[start:end], s.isPartial)
	}
}

// fill gets more of the page, at least as much again as is needed of what is there, and drops the rest. It reports whether
// there was more.
func (s *Scanner) fill() bool {
	if s.more == nil {
		return false
	}
	kept := len(s.page) - s.hold
	s.buf = append(s.buf[:0], s.page[s.hold:]...)
	s.start += s.hold
	s.pos -= s.hold
	s.hold = 0
	for len(s.buf) <= 2*kept {
		part, err := s.more()
		s.buf = append(s.buf, part...)
		if err != nil {
			s.more = nil
			if err != io.EOF {
				s.err = err
			}
			break
		}
	}
	s.page, s.builder.page = s.buf, s.buf
	return len(s.page) > kept
}

// readWholeTag reads the tag at pos whose name begins some bytes behind, and gets more of the page for it if need be. It
// reports whether the tag ends; if not it moves to the end of the page.
func (s *Scanner) readWholeTag(name int) bool {
	for start := s.pos; ; start = s.pos {
		if s.readTag(start + name) {
			return true
		}
		s.pos, s.hold = start, start
		if !s.fill() {
			s.pos = len(s.page)
			return false
		}
	}
}

// startTag tells the builder of the start tag.
func (s *Scanner) startTag() {
	name := s.page[s.tag.Name.Start:s.tag.Name.End]
	k := lookup(name, s.tag.word)
	s.builder.startTag(&token{kind: k, tag: &s.tag, name: name, selfClosing: s.selfClosing})
	if e := s.builder.newest; k.class.is(rawText) && (e == nil || e.namespace == inHTML) && !s.builder.isScriptless(k) {
		s.raw = k
	}
}

// endTag reads what begins with "</".
//
// Spec: https://html.spec.whatwg.org/multipage/parsing.html#end-tag-open-state
func (s *Scanner) endTag() {
	if n := s.builder.endCurrent(s.page[s.pos+len("</"):]); n > 0 {
		s.pos += len("</") + n
		return
	}
	if !isLetter(s.page[s.pos+len("</")]) {
		s.skipPast('>')
		s.builder.comment()
		return
	}
	if s.readPlainEndTag() || s.readWholeTag(len("</")) {
		name := s.page[s.tag.Name.Start:s.tag.Name.End]
		s.builder.endTag(&token{kind: lookup(name, s.tag.word), name: name})
	}
}

// readPlainEndTag reads the end tag at pos, if that has nothing but a name.
func (s *Scanner) readPlainEndTag() bool {
	start := s.pos + len("</")
	end, word := nameAt(s.page, start, endsName)
	if end == len(s.page) || s.page[end] != '>' {
		return false
	}
	s.tag.Name, s.tag.word = Span{start, end}, word
	s.pos = end + 1
	return true
}

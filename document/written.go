package document

import (
	"bytes"
	"slices"
	"sort"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"htmlurl/internal/source"
	"htmlurl/internal/xmltree"
)

// written is what is written for a value.
type written struct {
	span    source.Span // in the text
	holder  holder
	quote   byte     // around the value of an attribute, or 0
	isBare  bool     // an attribute without a value
	pieces  valueMap // from the value to the text; nil for the value of an HTML attribute
	decoded *shifted // the same for that, once it is needed
}

// holder is what a value is written in, which decides how characters are written.
type holder uint8

const (
	htmlAttribute holder = iota
	xmlAttribute         // also a pseudo-attribute of an instruction
	rawText              // the text of an HTML element, without character references
	parsedText           // other text, which may have CDATA sections
	wholeText            // a style sheet of its own
)

// valueMap maps offsets in a value to offsets in the text: where what stands at i begins, and where what stands before i
// ends.
type valueMap interface {
	Start(i int) int
	End(i int) int
}

// values returns the map of the value.
func (w *written) values(text []byte) valueMap {
	if w.pieces != nil {
		return w.pieces
	}
	if w.decoded == nil {
		w.decoded = &shifted{source.NewMap(text[w.span.Start:w.span.End], true), w.span.Start}
	}
	return w.decoded
}

// shifted is a value that is written from some offset of the text on.
type shifted struct {
	*source.Map
	start int
}

func (s *shifted) Start(i int) int { return s.start + s.Map.Start(i) }
func (s *shifted) End(i int) int   { return s.start + s.Map.End(i) }

// find finds what is written for the value of a link: of an attribute, or the text of an element.
func (p *placer) find(d *Document, link *Link, value string) (written, Unplaced) {
	starts := d.places.startsOf(link.Node)
	if in, ok := d.stylesheets[link.Node]; ok {
		return writtenXML(d.places.text, in.Value), ""
	}
	if d.xml != nil {
		return d.places.findXML(d.xml, link, starts, value)
	}
	for _, start := range starts {
		if w, ok := p.findHTML(d.places, start, link, value); ok {
			return w, ""
		}
	}
	switch {
	case len(starts) == 0:
		return written{}, IsAdded
	case link.Attr == textAttribute:
		return written{}, IsComplex
	}
	return written{}, IsChanged
}

// startsOf returns where the start tag of an element begins, or all those of html and body; none if that is not known.
func (p *places) startsOf(n *html.Node) []int {
	if start, ok := p.starts[n]; ok {
		return []int{start}
	}
	if n.Namespace == "" {
		return p.merged[n.Data]
	}
	return nil
}

// tag reads the start tag of an element again, and the text after it.
func (p *placer) tag(places *places, start int) (*source.Tag, source.Span) {
	if p.scanner == nil {
		p.scanner = source.New(places.text, true)
	}
	return p.scanner.TagAt(start)
}

// findHTML finds what is written for the value of an attribute in the start tag, or the text after it.
func (p *placer) findHTML(places *places, start int, link *Link, value string) (written, bool) {
	tag, text := p.tag(places, start)
	if link.Attr == textAttribute {
		if link.Node.Namespace != "" {
			return places.copied(places.parsedText(tag.End), value)
		}
		w, ok := places.copied([]part{{start: text.Start, end: text.End}}, value)
		w.holder = rawText
		return w, ok
	}
	for _, a := range tag.Attrs {
		name := places.text[a.Name.Start:a.Name.End]
		if source.EqualFold(name, link.Attr) && source.Equal(places.text[a.Value.Start:a.Value.End], value, true) {
			return written{span: a.Value, quote: a.Quote, isBare: !a.HasValue}, true
		}
	}
	return written{}, false
}

// findXML is find for XML documents.
func (p *places) findXML(tree *xmltree.Tree, link *Link, starts []int, value string) (written, Unplaced) {
	if len(starts) == 0 {
		return written{}, IsAdded
	}
	tag := tree.TagAt(starts[0])
	if link.Attr == textAttribute {
		if w, ok := p.copied(p.parsedText(tag.End), value); ok {
			return w, ""
		}
		return written{}, IsComplex
	}
	if i := indexOf(link.Node, link.Attr); i >= 0 && link.Node.Attr[i].Val == value {
		if v, ok := tree.Value(p.text, tag, link.Node, i); ok {
			return writtenXML(p.text, v), ""
		}
	}
	return written{}, IsChanged
}

// writtenXML is what is written for an attribute's value in an XML document.
func writtenXML(text []byte, v xmltree.Value) written {
	return written{span: source.Span(v.Span), holder: xmlAttribute, quote: text[v.Span.Start-1], pieces: v}
}

// attributeOrder returns the order of the attributes in the start tag of a formatting element, which the HTML parser sorts;
// nil means as they are.
func (p *placer) attributeOrder(d *Document, n *html.Node) []int {
	if d.places == nil || n.Namespace != "" || !isFormatting(n.DataAtom) || d.registry.filter.count(n) < 2 {
		return nil
	}
	start, ok := d.places.starts[n]
	if !ok {
		return nil
	}
	tag, _ := p.tag(d.places, start)
	if len(tag.Attrs) != len(n.Attr) {
		return nil // changed since it was parsed
	}
	p.order = p.order[:0]
	for _, a := range tag.Attrs {
		name := parsedName(d.places.text[a.Name.Start:a.Name.End])
		i, ok := slices.BinarySearchFunc(n.Attr, name, compareKey)
		if !ok {
			return nil
		}
		p.order = append(p.order, i)
	}
	return p.order
}

// compareKey compares the key of an attribute with a name as it is written.
func compareKey(a html.Attribute, name []byte) int {
	for i := range min(len(a.Key), len(name)) {
		c := name[i]
		if 'A' <= c && c <= 'Z' {
			c += 'a' - 'A'
		}
		if a.Key[i] != c {
			return int(a.Key[i]) - int(c)
		}
	}
	return len(a.Key) - len(name)
}

// isFormatting tells whether an element is one that the parser keeps in its list of active formatting elements.
//
// Spec: https://html.spec.whatwg.org/#formatting
func isFormatting(name atom.Atom) bool {
	switch name {
	case atom.A, atom.B, atom.Big, atom.Code, atom.Em, atom.Font, atom.I, atom.Nobr, atom.S, atom.Small, atom.Strike,
		atom.Strong, atom.Tt, atom.U:
		return true
	}
	return false
}

// part is a part of the text that makes a part of a value.
type part struct {
	start, end int
	isParsed   bool // its character references are decoded
}

// parsedText returns the parts of the text from at on that make the text of an element which is no raw text element: up
// to the next tag, the insides of CDATA sections too, without comments.
func (p *places) parsedText(at int) []part {
	const cdata, cdataEnd, comment = "<![CDATA[", "]]>", "<!--"
	var parts []part
	end := func(from int, mark string) int {
		if i := bytes.Index(p.text[from:], []byte(mark)); i >= 0 {
			return from + i
		}
		return len(p.text)
	}
	for at < len(p.text) {
		rest := p.text[at:]
		switch {
		case bytes.HasPrefix(rest, []byte(cdata)):
			stop := end(at, cdataEnd)
			parts = append(parts, part{start: at + len(cdata), end: stop})
			at = stop + len(cdataEnd)
		case bytes.HasPrefix(rest, []byte(comment)):
			at = p.commentEnd(at + len("<!"))
		case rest[0] == '<':
			return parts
		default:
			stop := end(at, "<")
			parts = append(parts, part{at, stop, true})
			at = stop
		}
	}
	return parts
}

// commentEnd returns where the comment ends whose first hyphens are at an offset.
//
// Spec: https://html.spec.whatwg.org/#comment-end-state, https://html.spec.whatwg.org/#comment-end-bang-state
func (p *places) commentEnd(at int) int {
	for at < len(p.text) {
		i := bytes.Index(p.text[at:], []byte("--"))
		if i < 0 {
			break
		}
		at += i
		for _, mark := range []string{"-->", "--!>"} {
			if bytes.HasPrefix(p.text[at:], []byte(mark)) {
				return at + len(mark)
			}
		}
		at++
	}
	return len(p.text)
}

// copied returns what is written for a value that is made of parts of the text, and whether it is.
func (p *places) copied(parts []part, value string) (written, bool) {
	c := copier{text: p.text, value: value}
	for _, part := range parts {
		raw := p.text[part.start:part.end]
		if part.isParsed && bytes.IndexByte(raw, '&') >= 0 {
			c.parsed(part.start, raw)
		} else {
			c.lines(part.start, raw)
		}
		if c.differs {
			return written{}, false
		}
	}
	if c.at != len(value) || len(c.pieces) == 0 {
		return written{}, false
	}
	span := source.Span{Start: parts[0].start, End: parts[len(parts)-1].end}
	return written{span: span, holder: parsedText, pieces: c.pieces}, true
}

// copier compares a value with parts of the text.
type copier struct {
	text    []byte
	value   string
	at      int // in value
	pieces  pieces
	differs bool
}

// parsed goes on by a part whose character references are decoded.
func (c *copier) parsed(start int, raw []byte) {
	c.pieces = append(c.pieces, piece{c.at, start, source.NewMap(raw, false)})
	c.take(string(source.AppendValue(nil, raw, false)))
}

// lines goes on by a part that is copied but for its line breaks, each of which becomes a line feed, and NUL bytes.
func (c *copier) lines(start int, raw []byte) {
	for !c.differs {
		c.pieces = append(c.pieces, piece{c.at, start, nil})
		i := bytes.IndexAny(raw, "\r\x00")
		if i < 0 {
			c.take(string(raw))
			return
		}
		c.take(string(raw[:i]))
		size := 1
		if bytes.HasPrefix(raw[i:], []byte("\r\n")) {
			size = 2
		}
		c.parsed(start+i, raw[i:i+size]) // which stands for another number of bytes
		raw = raw[i+size:]
		start += i + size
	}
}

// take goes on in the value by s, which must stand there.
func (c *copier) take(s string) {
	if c.differs = c.differs || !strings.HasPrefix(c.value[c.at:], s); !c.differs {
		c.at += len(s)
	}
}

// pieces are the parts of a value as they are written.
type pieces []piece

// piece is where a part begins, in the value and in the text, and the way back if it is decoded.
type piece struct {
	value, text int
	decoded     *source.Map
}

func (p pieces) Start(i int) int {
	last := p.last(i)
	if last.decoded != nil {
		return last.text + last.decoded.Start(i-last.value)
	}
	return last.text + i - last.value
}

// End looks for the part that has the byte before i.
func (p pieces) End(i int) int {
	last := p.last(i - 1)
	if last.decoded != nil {
		return last.text + last.decoded.End(i-last.value)
	}
	return last.text + i - last.value
}

func (p pieces) last(i int) piece {
	next := sort.Search(len(p), func(k int) bool { return p[k].value > i })
	return p[max(next-1, 0)]
}

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

// find finds what is written for the value of a link: of an attribute, or the text of an element.
func (p *places) find(d *Document, link *Link, value string) (writtenValue, Unplaced) {
	starts := p.merged[link.Node.Data]
	if start, ok := p.tags[link.Node]; ok {
		starts = []int{start}
	}
	if d.xml != nil {
		return p.findXML(d.xml, link, starts, value)
	}
	for _, start := range starts {
		scanner := source.New(p.text[start:], !d.options.NoScripting)
		scanner.Next()
		tag := scanner.Tag()
		if link.Attr == textAttribute && link.Node.Namespace != "" {
			tag.Text = source.Span{} // the scanner alone takes it for raw text
		}
		if written := p.findHTML(start, tag, link.Attr, value); written != nil {
			return written, ""
		}
	}
	if len(starts) == 0 {
		return nil, IsUncertain
	}
	return nil, IsChanged
}

// findHTML finds what is written for the value of an attribute in the start tag, or the text after it.
func (p *places) findHTML(start int, tag *source.Tag, attr, value string) writtenValue {
	if attr == textAttribute {
		if text := tag.Text; text.Start < text.End {
			return p.copied([]part{{start: start + text.Start, end: start + text.End}}, value)
		}
		return p.copied(p.parsedText(start+tag.End), value)
	}
	for _, a := range tag.Attrs {
		name := p.text[start+a.Name.Start : start+a.Name.End]
		raw := p.text[start+a.Value.Start : start+a.Value.End]
		if strings.EqualFold(string(name), attr) && source.Equal(raw, value, true) {
			return shifted{source.NewMap(raw, true), start + a.Value.Start}
		}
	}
	return nil
}

// findXML is find for XML documents.
func (p *places) findXML(tree *xmltree.Tree, link *Link, starts []int, value string) (writtenValue, Unplaced) {
	for i := range tree.Stylesheets {
		if in := &tree.Stylesheets[i]; in.Node == link.Node {
			return in.Value, ""
		}
	}
	if len(starts) == 0 {
		return nil, IsUncertain
	}
	i, _ := slices.BinarySearchFunc(tree.Tags, starts[0], func(tag xmltree.Span, start int) int { return tag.Start - start })
	tag := tree.Tags[i]
	if link.Attr == textAttribute {
		if written := p.copied(p.parsedText(tag.End), value); written != nil {
			return written, ""
		}
		return nil, IsChanged
	}
	if i := indexOf(link.Node, link.Attr); i >= 0 && link.Node.Attr[i].Val == value {
		if written, ok := tree.Value(p.text, tag, link.Node, i); ok {
			return written, ""
		}
	}
	return nil, IsChanged
}

// attributeOrder returns the order of the attributes in the start tag of a formatting element, which the HTML parser sorts;
// nil means as they are.
func (p *places) attributeOrder(n *html.Node) []int {
	if p == nil || len(n.Attr) < 2 || n.Namespace != "" || !isFormatting(n.DataAtom) {
		return nil
	}
	start, ok := p.tags[n]
	if !ok {
		return nil
	}
	index := make(map[string]int, len(n.Attr))
	for i := range n.Attr {
		index[n.Attr[i].Key] = i
	}
	var order []int
	scanner := source.New(p.text[start:], true)
	scanner.Next()
	for _, a := range scanner.Tag().Attrs {
		if i, ok := index[lowerASCII(string(p.text[start+a.Name.Start:start+a.Name.End]))]; ok {
			order = append(order, i)
		}
	}
	if len(order) != len(n.Attr) { // changed since it was parsed
		return nil
	}
	return order
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

// shifted is a value that is written from some offset of the text on.
type shifted struct {
	*source.Map
	start int
}

func (s shifted) Start(i int) int { return s.start + s.Map.Start(i) }
func (s shifted) End(i int) int   { return s.start + s.Map.End(i) }

// part is a part of the text that makes a part of a value.
type part struct {
	start, end int
	isParsed   bool // its character references are decoded
}

// parsedText returns the parts of the text from at on that make the text of an element which is no raw text element: up
// to the next tag, the insides of CDATA sections too, without comments.
func (p *places) parsedText(at int) []part {
	const cdata, cdataEnd, comment, commentEnd = "<![CDATA[", "]]>", "<!--", "-->"
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
			at = end(at, commentEnd) + len(commentEnd)
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

// copied returns what is written for a value that is made of parts of the text; or nil, if it is not.
func (p *places) copied(parts []part, value string) writtenValue {
	c := copier{text: p.text, value: value}
	for _, part := range parts {
		raw := p.text[part.start:part.end]
		if part.isParsed && bytes.IndexByte(raw, '&') >= 0 {
			c.parsed(part.start, raw)
		} else {
			c.lines(part.start, raw)
		}
		if c.differs {
			return nil
		}
	}
	if c.at != len(value) || len(c.pieces) == 0 {
		return nil
	}
	return c.pieces
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

// lines goes on by a part that is copied but for its line breaks, each of which becomes a line feed.
func (c *copier) lines(start int, raw []byte) {
	for {
		line, rest, isBroken := bytes.Cut(raw, []byte("\r"))
		c.pieces = append(c.pieces, piece{c.at, start, nil})
		c.take(string(line))
		if !isBroken {
			return
		}
		if rest = bytes.TrimPrefix(rest, []byte("\n")); c.differs {
			return
		}
		c.take("\n")
		start += len(raw) - len(rest)
		raw = rest
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

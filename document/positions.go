package document

import (
	"bytes"
	"encoding/binary"
	"math/bits"
	"sort"
	"unicode/utf8"

	"golang.org/x/net/html"

	"htmlurl/internal/charset"
	"htmlurl/internal/source"
	"htmlurl/internal/syntax"
)

// Span is where a reference stands in its document: in the bytes that Parse read, in whatever encoding, or, in a srcdoc
// document, in the value of the srcdoc attribute in UTF-8, with character references undone; Document.Span tells where the
// attribute itself stands. Quotes and white space around the reference are no part of it. The bytes of the span, decoded,
// with character references and the escapes of CSS or JSON undone, are Link.Raw.
type Span struct {
	Start, End int // byte offsets
	Line       int // of Start, from 1; lines end at LF, CR, or both
	Column     int // of Start in its line, from 1, in code points of the decoded text
}

// Unplaced says why it is not known where a reference stands.
type Unplaced string

const (
	InField     Unplaced = "in a header field"
	IsAdded     Unplaced = "the element was added since the document was parsed"
	IsComplex   Unplaced = "the text stands in several parts"
	NoSrcdoc    Unplaced = "the frame has no srcdoc attribute"
	IsChanged   Unplaced = "changed since the document was parsed"
	NoPositions Unplaced = "the document has no positions" // they were not asked for, or it is made of a tree
)

// Span returns where the srcdoc attribute of a child document that Frames gave stands in the document around it.
func (d *Document) Span() (Span, Unplaced) {
	parent := d.parent()
	if parent == nil || d.element == nil || parent.places == nil {
		return Span{}, NoPositions
	}
	link := Link{Node: d.element, Attr: "srcdoc"}
	value, ok := attribute(d.element, "srcdoc")
	if !ok {
		return Span{}, NoSrcdoc
	}
	var p placer
	p.reference(parent, &link, value, syntax.Reference{End: len(value)})
	return link.Span, link.Unplaced
}

// places tells where the elements of a document stand in its text.
type places struct {
	page    []byte // as it was read
	text    []byte // the page in UTF-8, without a byte order mark
	bom     int    // the length of that
	offsets *charset.Offsets
	tags
	marks  []lineMark // of each block of the text
	loneCR bool       // a line ends at a CR without an LF
}

// lineMark is what is known of the beginning of a block.
type lineMark struct {
	line   int // from 0
	start  int // where the line begins
	column int // from 0
}

// lineBlock is how many bytes of text there are between marks.
const lineBlock = 1024

// markLines counts the lines and columns of the text.
func (p *places) markLines() {
	p.loneCR = bytes.Count(p.text, []byte("\r")) > bytes.Count(p.text, []byte("\r\n"))
	p.marks = make([]lineMark, 0, len(p.text)/lineBlock+1)
	m := lineMark{}
	for i := 0; i < len(p.text) || i == 0; i += lineBlock {
		p.marks = append(p.marks, m)
		m = p.count(m, i, min(i+lineBlock, len(p.text)))
	}
}

// count returns the mark of the offset to, if m is that of from.
func (p *places) count(m lineMark, from, to int) lineMark {
	if lines, last := p.breaks(from, to); lines > 0 {
		m = lineMark{m.line + lines, last, 0}
		from = last
	}
	m.column += countRunes(p.text[from:to])
	return m
}

// breaks returns how many lines begin after from up to the offset to, and where the last of them does. A line ends at LF,
// CR, or both.
func (p *places) breaks(from, to int) (lines, last int) {
	part := p.text[from:to]
	if !p.loneCR {
		return bytes.Count(part, []byte("\n")), from + bytes.LastIndexByte(part, '\n') + 1
	}
	for i := from; i < to; i++ {
		if p.text[i] == '\n' || p.text[i] == '\r' && (i+1 == len(p.text) || p.text[i+1] != '\n') {
			lines++
			last = i + 1
		}
	}
	return lines, last
}

// countRunes counts the code points that begin in s: the bytes that do not begin with the bits 10.
func countRunes(s []byte) int {
	n := len(s)
	for ; len(s) >= 8; s = s[8:] {
		const lowest = 0x0101010101010101
		x := binary.LittleEndian.Uint64(s)
		n -= bits.OnesCount64(x >> 7 &^ (x >> 6) & lowest)
	}
	for _, c := range s {
		if !utf8.RuneStart(c) {
			n--
		}
	}
	return n
}

// lineColumn returns the line and column of an offset in the text, from 1.
func (p *places) lineColumn(offset int) (line, column int) {
	block := min(offset/lineBlock, len(p.marks)-1)
	m := p.count(p.marks[block], block*lineBlock, offset)
	return m.line + 1, m.column + 1
}

// Excerpt returns what stands in the decoded text around the beginning of a span of the document, in its line: up to so many
// code points before it, and from it on. Both are "" if the document has no positions.
func (d *Document) Excerpt(s Span, before, after int) (left, right string) {
	if d.places == nil || s.Line < 1 {
		return "", ""
	}
	return d.places.excerpt(d.places.offsetOf(s.Line-1, s.Column-1), before, after)
}

// offsetOf returns the offset in the text of a line and column, counted from 0.
func (p *places) offsetOf(line, column int) int {
	block := sort.Search(len(p.marks), func(i int) bool {
		m := p.marks[i]
		return m.line > line || m.line == line && m.column > column
	}) - 1
	at := max(block, 0) * lineBlock
	m := p.marks[max(block, 0)]
	for ; at < len(p.text) && (m.line < line || m.column < column || !utf8.RuneStart(p.text[at])); at++ {
		switch _, last := p.breaks(at, at+1); {
		case last > at:
			m.line, m.column = m.line+1, 0
		case utf8.RuneStart(p.text[at]):
			m.column++
		}
	}
	return at
}

// excerpt returns what stands around an offset in its line.
func (p *places) excerpt(at, before, after int) (left, right string) {
	start, end := at, at
	for ; before > 0 && start > 0 && !isLineEnd(p.text[start-1]); before-- {
		_, size := utf8.DecodeLastRune(p.text[:start])
		start -= size
	}
	for ; after > 0 && end < len(p.text) && !isLineEnd(p.text[end]); after-- {
		_, size := utf8.DecodeRune(p.text[end:])
		end += size
	}
	return string(p.text[start:at]), string(p.text[at:end])
}

func isLineEnd(c byte) bool { return c == '\n' || c == '\r' }

// placer finds the places of references. It remembers the value that it looked into last.
type placer struct {
	scanner *source.Scanner // of the text
	node    *html.Node
	attr    string
	written written
	why     Unplaced
	order   []int // of the attributes of the last formatting element
}

// locate returns what is written for the value that has the link.
func (p *placer) locate(d *Document, link *Link, value string) (*written, Unplaced) {
	switch {
	case d.places == nil || d.isRebased:
		return nil, NoPositions
	case link.Node == nil:
		return nil, InField
	case link.Node != p.node || link.Attr != p.attr:
		p.node, p.attr = link.Node, link.Attr
		p.written, p.why = p.find(d, link, value)
	}
	return &p.written, p.why
}

// reference sets the span of the link, which is the reference ref in a value.
func (p *placer) reference(d *Document, link *Link, value string, ref syntax.Reference) {
	w, why := p.locate(d, link, value)
	link.Span = Span{}
	if link.Unplaced = why; why != "" {
		return
	}
	link.Span = d.places.span(w.part(d.places.text, value, ref.Start, ref.End))
}

// part returns where that is written which stands from start to end in the value.
func (w *written) part(text []byte, value string, start, end int) source.Span {
	if start == 0 && end == len(value) {
		return w.span
	}
	m := w.values(text)
	part := source.Span{Start: m.Start(start), End: m.End(end)}
	if start == end {
		part.End = part.Start
	}
	return part
}

// hasReferences tells whether character references are decoded in what is written before an offset of the value.
func (w *written) hasReferences(offset int) bool {
	switch w.holder {
	case htmlAttribute:
		return true
	case parsedText:
		return w.pieces.(pieces).last(offset-1).decoded != nil
	}
	return false
}

// span returns the place in the document of a part of its text.
func (p *places) span(part source.Span) Span {
	line, column := p.lineColumn(part.Start)
	return Span{p.bom + p.offsets.Start(part.Start), p.bom + p.offsets.End(part.End), line, column}
}

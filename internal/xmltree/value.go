package xmltree

import (
	"bytes"
	"slices"
	"sort"
	"strconv"
	"unicode/utf8"

	"golang.org/x/net/html"
)

// Value tells where an attribute's value is written, and where each part of it is.
type Value struct {
	// Span is what is between the quotes.
	Span   Span
	pieces []piece
}

// piece is a part of a value that is written with another number of bytes: a reference, or a line break of two bytes.
type piece struct{ value, written Span }

// Start returns the offset in the page where what stands at offset i of the value begins: the bytes i to j of the value
// are written from Start(i) to End(j). A reference is not split.
func (v Value) Start(i int) int {
	p := v.last(func(p piece) bool { return p.value.Start <= i })
	if i < p.value.End {
		return p.written.Start
	}
	return p.written.End + i - p.value.End
}

// End returns the offset in the page where what stands before offset i of the value ends.
func (v Value) End(i int) int {
	p := v.last(func(p piece) bool { return p.value.Start < i })
	if i <= p.value.End {
		return p.written.End
	}
	return p.written.End + i - p.value.End
}

// last returns the last piece that begins before the others, or an empty one at the start.
func (v Value) last(begins func(piece) bool) piece {
	i := sort.Search(len(v.pieces), func(i int) bool { return !begins(v.pieces[i]) })
	if i == 0 {
		return piece{Span{0, 0}, Span{v.Span.Start, v.Span.Start}}
	}
	return v.pieces[i-1]
}

// Value finds the value of the attribute n.Attr[i], where tag is the start tag of n in the page that was parsed. It
// takes time linear in the tag. There is none, which ok says, if what is written there is not the value in the tree:
// somebody changed that.
func (t *Tree) Value(page []byte, tag Span, n *html.Node, i int) (v Value, ok bool) {
	s := scanTag(page, tag)
	var written Span
	for range i + 1 {
		if _, written, ok = s.attribute(); !ok {
			return Value{}, false
		}
	}
	text, v, ok := t.spelling().read(page, written)
	if !ok || text != n.Attr[i].Val {
		return Value{}, false
	}
	return v, true
}

// TagAt returns the start tag that begins at an offset of the page.
func (t *Tree) TagAt(start int) Span {
	i, _ := slices.BinarySearchFunc(t.Tags, start, func(tag Span, start int) int { return tag.Start - start })
	return t.Tags[i]
}

// spelling is how text and values are written.
type spelling struct {
	entities   map[string]string // beside the five of XML
	keepsSpace bool              // tabs and line breaks are no spaces
}

// spelling returns how attribute values of the document are written.
func (t *Tree) spelling() spelling { return spelling{entities: t.entities} }

// isSpecial reports whether text is more than its bytes.
func isSpecial(raw []byte) bool { return bytes.ContainsAny(raw, "&\t\r\n") }

// read returns what the part of the page stands for. It is not ok if there is a reference that is none.
//
// Spec: https://www.w3.org/TR/2008/REC-xml-20081126/#sec-line-ends, #AVNormalize
func (sp spelling) read(page []byte, part Span) (text string, v Value, ok bool) {
	v.Span = part
	raw := page[part.Start:part.End]
	if !isSpecial(raw) {
		return string(raw), v, true
	}
	out := make([]byte, 0, len(raw))
	for i := 0; i < len(raw); {
		length := 1
		start := len(out)
		switch c := raw[i]; {
		case c == '&':
			out, length = sp.appendReference(out, raw[i:])
			if length == 0 {
				return "", Value{}, false
			}
		case c == '\r' && i+1 < len(raw) && raw[i+1] == '\n':
			length = 2
			fallthrough
		case c == '\t' || c == '\r' || c == '\n':
			out = append(out, sp.space(c))
		default:
			out = append(out, c)
		}
		if length != len(out)-start {
			v.pieces = append(v.pieces, piece{Span{start, len(out)}, Span{part.Start + i, part.Start + i + length}})
		}
		i += length
	}
	return string(out), v, true
}

// space returns what a tab or line break becomes.
func (sp spelling) space(c byte) byte {
	switch {
	case !sp.keepsSpace:
		return ' '
	case c == '\r':
		return '\n'
	}
	return c
}

// appendReference appends what the reference at the start of raw stands for, and returns its length, or 0 if it is
// none.
//
// Spec: https://www.w3.org/TR/2008/REC-xml-20081126/#NT-Reference
func (sp spelling) appendReference(dst, raw []byte) ([]byte, int) {
	end := bytes.IndexByte(raw, ';')
	if end < 0 {
		return dst, 0
	}
	name := raw[len("&"):end]
	if number, ok := bytes.CutPrefix(name, []byte("#")); ok {
		r, ok := character(number)
		if !ok {
			return dst, 0
		}
		return utf8.AppendRune(dst, r), end + 1
	}
	if c, ok := predefined[string(name)]; ok {
		return append(dst, c), end + 1
	}
	text, ok := sp.entities[string(name)]
	if !ok {
		return dst, 0
	}
	return append(dst, text...), end + 1
}

// predefined are the entities of XML.
//
// Spec: https://www.w3.org/TR/2008/REC-xml-20081126/#sec-predefined-ent
var predefined = map[string]byte{"lt": '<', "gt": '>', "amp": '&', "apos": '\'', "quot": '"'}

// character returns the character of a reference by its number, which is hexadecimal after an x.
//
// Spec: https://www.w3.org/TR/2008/REC-xml-20081126/#NT-CharRef
func character(number []byte) (r rune, ok bool) {
	base := 10
	if digits, ok := bytes.CutPrefix(number, []byte("x")); ok {
		number, base = digits, 16
	}
	n, err := strconv.ParseUint(string(number), base, 64)
	if err != nil || n > utf8.MaxRune {
		return 0, false
	}
	return rune(n), IsCharacter(rune(n))
}

// IsCharacter reports whether XML allows the character.
//
// Spec: https://www.w3.org/TR/2008/REC-xml-20081126/#NT-Char
func IsCharacter(r rune) bool {
	switch {
	case r < ' ':
		return r == '\t' || r == '\n' || r == '\r'
	case r < 0xE000:
		return r < 0xD800
	}
	return r != 0xFFFE && r != 0xFFFF && r <= utf8.MaxRune
}

// badCharacter returns the offset of the first byte or character that XML does not allow, or -1.
func badCharacter(page []byte) int {
	for i := 0; i < len(page); {
		if c := page[i]; ' ' <= c && c < utf8.RuneSelf {
			i++
			continue
		}
		r, size := utf8.DecodeRune(page[i:])
		if r == utf8.RuneError && size == 1 || !IsCharacter(r) {
			return i
		}
		i += size
	}
	return -1
}

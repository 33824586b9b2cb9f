package charset

import (
	"sort"
	"unicode/utf8"
)

// Offsets maps byte offsets in a decoded text, e.Decode(src), back to byte offsets in src. Its methods take any offset
// from 0 to the length of the decoded text.
//
// What is mapped are characters. A character is all that the decoder writes at one time: a code point, U+FFFD for a
// malformed sequence, two code points for some pairs of bytes in Big5, and one U+FFFD for everything in the replacement
// encoding. An escape sequence of ISO-2022-JP belongs to the character behind it.
//
// For a <= b between characters, src[Start(a):End(b)] decodes to decoded[a:b] on its own, but for two things. In
// ISO-2022-JP src[Start(a):] must begin in ASCII, or with an escape sequence. In GBK and gb18030 a sequence of four
// bytes may break off: that is one error at the end of a text, but before another byte only its first byte is the
// error, and the others are decoded again. So \x81\x30" is U+FFFD, "0" and a quotation mark, and without that, where b
// is behind the "0", just the U+FFFD.
//
// An Offsets keeps src, which must not change. It is safe for concurrent use.
type Offsets struct {
	encoding Encoding
	src      []byte
	marks    []mark // nil where the decoded text is src
}

// A mark is a place and the length of what is decoded before it.
type mark struct {
	decoded int
	place
}

// There is a mark every markDistance bytes of src. From there on one goes stepDistance bytes at a time, and then
// character by character.
const (
	markDistance = 512
	stepDistance = 32
)

// Offsets returns the way back from e.Decode(src) to src. It decodes src, without keeping the text. Valid UTF-8 is the
// way back to itself and costs nothing.
func (e Encoding) Offsets(src []byte) *Offsets {
	o := &Offsets{encoding: e, src: src}
	o.setMarks()
	return o
}

func (o *Offsets) setMarks() {
	if o.encoding == UTF8 && utf8.Valid(o.src) {
		return
	}
	var buf [3*markDistance + utf8.UTFMax]byte // no byte is decoded to more than three
	o.marks = make([]mark, 0, len(o.src)/markDistance+1)
	for m := (mark{}); ; m = o.next(buf[:0], m, markDistance) {
		o.marks = append(o.marks, m)
		if len(o.src)-m.at <= markDistance {
			return
		}
	}
}

// next returns the mark behind the characters that begin in the n bytes from m on.
func (o *Offsets) next(buf []byte, m mark, n int) mark {
	text, p := o.encoding.decodePart(buf, o.src, m.place, min(m.at+n, len(o.src)))
	return mark{m.decoded + len(text), p}
}

// Start returns where the character that decoded offset i is in begins to be written. That is the end of what was
// written for the character before, so that an escape sequence between the two belongs to this one. Start of the length
// of the decoded text is len(src).
func (o *Offsets) Start(i int) int {
	if o.marks == nil {
		for i < len(o.src) && !utf8.RuneStart(o.src[i]) {
			i--
		}
		return i
	}
	m, _ := o.around(i)
	return m.at
}

// End returns where what is written for the characters before decoded offset i ends, with the escape sequence that
// follows the last of them, if one does. An offset in a character counts as its end. End of the length of the decoded
// text is len(src).
func (o *Offsets) End(i int) int {
	if o.marks == nil {
		for i < len(o.src) && !utf8.RuneStart(o.src[i]) {
			i++
		}
		return i
	}
	m, after := o.around(i)
	if m.decoded < i {
		m = after
	}
	if o.encoding == ISO2022JP {
		if _, ok := isoEscape(o.src[m.at:]); ok {
			return m.at + 3
		}
	}
	return m.at
}

// around returns the marks before and behind the character that decoded offset i is in. At the end of the text they are
// the same.
func (o *Offsets) around(i int) (before, behind mark) {
	before = o.marks[sort.Search(len(o.marks), func(n int) bool { return o.marks[n].decoded > i })-1]
	var buf [3*stepDistance + utf8.UTFMax]byte
	for _, n := range [...]int{stepDistance, 1} {
		behind = o.next(buf[:0], before, n)
		for behind.decoded <= i && behind != before {
			before, behind = behind, o.next(buf[:0], behind, n)
		}
	}
	return before, behind
}

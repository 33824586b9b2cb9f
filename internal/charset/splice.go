package charset

import (
	"slices"
	"unicode/utf16"
	"unicode/utf8"
)

// Holds reports whether a page in e can have the character r: whether what is written for r decodes to r again. That is
// true for all of ASCII, but for U+000E, U+000F and U+001B in ISO-2022-JP; in UTF-8 and UTF-16 for all scalar values;
// in the replacement encoding for nothing. What is encoded as another character is not held, such as U+00A5 and U+203E
// in Shift_JIS and EUC-JP, U+2212 there and in ISO-2022-JP, and the half-width katakana in the last. Nor is what is
// decoded but never encoded, such as the characters of JIS X 0212 in EUC-JP.
//
// Unlike [Encoder], which is for the URLs in a page, this is about the page: UTF-16 counts as itself.
func (e Encoding) Holds(r rune) bool {
	switch {
	case !utf8.ValidRune(r) || e == Replacement:
		return false
	case e == UTF8 || e == UTF16BE || e == UTF16LE:
		return true
	case r < utf8.RuneSelf:
		return e != ISO2022JP || r != 0x0E && r != 0x0F && r != escape
	}
	var encoded, decoded [2 * utf8.UTFMax]byte
	enc := Encoder{encoding: e}
	src, ok := enc.Append(encoded[:0], r)
	if !ok {
		return false
	}
	text, _ := e.decodePart(decoded[:0], src, place{}, len(src))
	got, _ := utf8.DecodeRune(text)
	return got == r
}

// AppendReplacement appends to dst the bytes that put text in the place of decoded[a:b], and returns where they
// belong: src[:start], the appended bytes and src[end:] decode to decoded[:a], text and decoded[b:]. Here src is what
// the offsets are of, and decoded its text; a <= b are between characters.
//
// Holds must be true for the runes of text. The character before a, if there is one, must not be U+FFFD, because what
// an incomplete sequence is depends on what follows it: ASCII, which is on both sides of a URL in markup, will do.
//
// No more than needed is replaced, normally from Start(a) to Start(b). An escape sequence of ISO-2022-JP that follows
// the part stays, at the end of src too; without one, the appended bytes end in the state that the part ended in.
//
// There is one case in which start is before Start(a): where the two bytes before it are an error and a character, but
// would be one sequence with what is to follow them. They are a lead byte and a digit in GBK and gb18030, which two
// more bytes or the end of src complete, or U+001B and "$" or "(" in ISO-2022-JP, which one more byte completes. They
// are replaced as well, by another error and the same character.
//
// Several parts can be replaced, each as if it were the only one, if there are two characters or more between them.
//
// It costs two lookups, as Start and End do, and a step for each character of text; in valid UTF-8 it only appends. It
// does not allocate, apart from growing dst.
func (o *Offsets) AppendReplacement(dst []byte, a, b int, text string) (out []byte, start, end int) {
	if o.marks == nil {
		return append(dst, text...), a, b
	}
	from, to := o.behind(a), o.behind(b)
	switch o.encoding {
	case UTF16BE, UTF16LE:
		out = appendUTF16(dst, text, o.encoding == UTF16BE)
	case ISO2022JP:
		out = o.appendBetween(dst, text, from, to)
	default:
		enc := o.encoding.NewEncoder()
		out = enc.appendText(dst, text)
	}
	start, end = from.at, to.at
	if o.isBroken(a, start) && o.completes(start, out[len(dst):], o.src[end:]) {
		start -= 2
		out = slices.Insert(out, len(dst), alwaysError, o.src[start+1])
	}
	return out, start, end
}

// behind returns the place behind the character before decoded offset i, which is before an escape sequence that
// follows, even where nothing follows that.
func (o *Offsets) behind(i int) place {
	if i == 0 {
		return place{}
	}
	_, m := o.around(i - 1)
	return m.place
}

// Spec: https://encoding.spec.whatwg.org/#shared-utf-16-decoder
func appendUTF16(dst []byte, text string, bigEndian bool) []byte {
	unit := func(u rune) {
		if bigEndian {
			dst = append(dst, byte(u>>8), byte(u))
		} else {
			dst = append(dst, byte(u), byte(u>>8))
		}
	}
	for _, r := range text {
		if r <= 0xFFFF {
			unit(r)
			continue
		}
		high, low := utf16.EncodeRune(r)
		unit(high)
		unit(low)
	}
	return dst
}

func (enc *Encoder) appendText(dst []byte, text string) []byte {
	for _, r := range text {
		dst, _ = enc.Append(dst, r)
	}
	return dst
}

// appendBetween appends text in ISO-2022-JP, from the state at one place to that at another. What begins with an escape
// sequence needs no state; behind the end of src, the state is what it was before text. No escape sequence is appended
// without a character before or behind it, so that no two are in a row.
func (o *Offsets) appendBetween(dst []byte, text string, from, to place) []byte {
	enc := Encoder{encoding: ISO2022JP, state: from.state}
	dst = enc.appendText(dst, text)
	state, rest := to.state, o.src[to.at:]
	if len(rest) == 0 {
		state = from.state
	} else if _, ok := isoEscape(rest); ok {
		return dst
	}
	if state == isoKatakana && enc.state != isoKatakana { // which encoders do not know
		return append(dst, "\x1B(I"...)
	}
	return enc.shift(dst, state)
}

// alwaysError is U+FFFD in GBK, gb18030 and ISO-2022-JP, whatever is around it.
const alwaysError = 0xFF

// isBroken reports whether the two bytes before start, where decoded offset a is written, could begin a longer
// sequence: the first of them is an error, and the second a character, only because of what follows.
func (o *Offsets) isBroken(a, start int) bool {
	if a < len("\uFFFD$") {
		return false
	}
	first, second := o.src[start-2], o.src[start-1]
	switch o.encoding {
	case GBK, GB18030:
		if !isDigit(second) || first < 0x81 || first > 0xFE {
			return false
		}
		before, _ := o.around(a - 2)
		return before.at == start-2
	case ISO2022JP:
		return first == escape && (second == '$' || second == '(')
	}
	return false
}

// completes reports whether such two bytes are one character, or an escape sequence, with the written bytes and the
// rest behind them.
func (o *Offsets) completes(start int, written, rest []byte) bool {
	var buf [4]byte
	sequence := append(buf[:0], o.src[start-2:start]...)
	sequence = append(sequence, written[:min(len(written), 2)]...)
	sequence = append(sequence, rest[:min(len(rest), cap(sequence)-len(sequence))]...)
	if o.encoding == ISO2022JP {
		_, ok := isoEscape(sequence)
		return ok
	}
	_, size := gbFour(sequence)
	return size > 1
}

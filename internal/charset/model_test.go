package charset_test

import (
	"bytes"
	"unicode/utf8"

	"htmlurl/internal/charset"
)

// The models decode as the standard's text does, one byte at a time with its variables, and look a character up by
// decoding a well-formed sequence alone. They are slow and stupid on purpose: the fuzz tests compare.

// endOfQueue is what the models read after the last byte.
const endOfQueue = -1

// A queue is an input that bytes can be put back to.
type queue []int

func newQueue(src []byte) *queue {
	q := make(queue, 0, len(src)+1)
	for _, b := range src {
		q = append(q, int(b))
	}
	q = append(q, endOfQueue)
	return &q
}

func (q *queue) read() int {
	b := (*q)[0]
	if b != endOfQueue {
		*q = (*q)[1:]
	}
	return b
}

func (q *queue) restore(bytes ...int) {
	if bytes[len(bytes)-1] == endOfQueue {
		bytes = bytes[:len(bytes)-1]
	}
	*q = append(append(queue{}, bytes...), *q...)
}

// character decodes a sequence that is one character, or is malformed.
func character(e charset.Encoding, src ...int) (string, bool) {
	b := make([]byte, len(src))
	for i := range src {
		b[i] = byte(src[i])
	}
	s := string(e.Decode(b))
	r, size := utf8.DecodeRuneInString(s)
	return s, r != utf8.RuneError && (size == len(s) || e == charset.Big5)
}

func within(b, first, last int) bool { return first <= b && b <= last }

// Spec: https://encoding.spec.whatwg.org/#utf-8-decoder
func modelUTF8(src []byte) string {
	var out string
	codePoint, seen, needed, lower, upper := 0, 0, 0, 0x80, 0xBF
	reset := func() { codePoint, seen, needed, lower, upper = 0, 0, 0, 0x80, 0xBF }
	q := newQueue(src)
	for {
		b := q.read()
		switch {
		case b == endOfQueue && needed == 0:
			return out
		case b == endOfQueue:
			reset()
			out += bad
		case needed == 0 && b < 0x80:
			out += string(rune(b))
		case needed == 0 && within(b, 0xC2, 0xDF):
			needed, codePoint = 1, b&0x1F
		case needed == 0 && within(b, 0xE0, 0xEF):
			needed, codePoint = 2, b&0xF
			if b == 0xE0 {
				lower = 0xA0
			}
			if b == 0xED {
				upper = 0x9F
			}
		case needed == 0 && within(b, 0xF0, 0xF4):
			needed, codePoint = 3, b&0x7
			if b == 0xF0 {
				lower = 0x90
			}
			if b == 0xF4 {
				upper = 0x8F
			}
		case needed == 0:
			out += bad
		case !within(b, lower, upper):
			reset()
			q.restore(b)
			out += bad
		default:
			lower, upper = 0x80, 0xBF
			codePoint = codePoint<<6 | b&0x3F
			if seen++; seen == needed {
				out += string(rune(codePoint))
				reset()
			}
		}
	}
}

// Spec: https://encoding.spec.whatwg.org/#gb18030-decoder
func modelGB18030(src []byte) string {
	var out string
	var first, second, third int
	q := newQueue(src)
	for {
		b := q.read()
		switch {
		case b == endOfQueue && first == 0:
			return out
		case b == endOfQueue:
			first, second, third = 0, 0, 0
			out += bad
		case third != 0 && !within(b, 0x30, 0x39):
			q.restore(second, third, b)
			first, second, third = 0, 0, 0
			out += bad
		case third != 0:
			s, ok := character(charset.GB18030, first, second, third, b)
			if !ok {
				s = bad
			}
			first, second, third = 0, 0, 0
			out += s
		case second != 0 && within(b, 0x81, 0xFE):
			third = b
		case second != 0:
			q.restore(second, b)
			first, second = 0, 0
			out += bad
		case first != 0 && within(b, 0x30, 0x39):
			second = b
		case first != 0:
			s, ok := "", false
			if within(b, 0x40, 0x7E) || within(b, 0x80, 0xFE) {
				s, ok = character(charset.GB18030, first, b)
			}
			first = 0
			if !ok {
				s = bad
				if b < 0x80 {
					q.restore(b)
				}
			}
			out += s
		case b < 0x80:
			out += string(rune(b))
		case b == 0x80:
			out += "€"
		case within(b, 0x81, 0xFE):
			first = b
		default:
			out += bad
		}
	}
}

// modelTwoBytes is the shape that the decoders of Shift_JIS, Big5 and EUC-KR share.
func modelTwoBytes(e charset.Encoding, src []byte, isLead, isTrail func(int) bool) string {
	var out string
	lead := 0
	q := newQueue(src)
	for {
		b := q.read()
		switch {
		case b == endOfQueue && lead == 0:
			return out
		case b == endOfQueue:
			lead = 0
			out += bad
		case lead != 0:
			s, ok := "", false
			if isTrail(b) {
				s, ok = character(e, lead, b)
			}
			lead = 0
			if !ok {
				s = bad
				if b < 0x80 {
					q.restore(b)
				}
			}
			out += s
		case isLead(b):
			lead = b
		default:
			s, _ := character(e, b)
			out += s
		}
	}
}

// Spec: https://encoding.spec.whatwg.org/#shift_jis-decoder
func modelShiftJIS(src []byte) string {
	return modelTwoBytes(charset.ShiftJIS, src,
		func(b int) bool { return within(b, 0x81, 0x9F) || within(b, 0xE0, 0xFC) },
		func(b int) bool { return within(b, 0x40, 0x7E) || within(b, 0x80, 0xFC) })
}

// Spec: https://encoding.spec.whatwg.org/#big5-decoder
func modelBig5(src []byte) string {
	return modelTwoBytes(charset.Big5, src,
		func(b int) bool { return within(b, 0x81, 0xFE) },
		func(b int) bool { return within(b, 0x40, 0x7E) || within(b, 0xA1, 0xFE) })
}

// Spec: https://encoding.spec.whatwg.org/#euc-kr-decoder
func modelEUCKR(src []byte) string {
	return modelTwoBytes(charset.EUCKR, src,
		func(b int) bool { return within(b, 0x81, 0xFE) },
		func(b int) bool { return within(b, 0x41, 0xFE) })
}

// Spec: https://encoding.spec.whatwg.org/#euc-jp-decoder
func modelEUCJP(src []byte) string {
	var out string
	lead, is0212 := 0, false
	q := newQueue(src)
	for {
		b := q.read()
		switch {
		case b == endOfQueue && lead == 0:
			return out
		case b == endOfQueue:
			lead = 0
			out += bad
		case lead == 0x8E && within(b, 0xA1, 0xDF):
			lead = 0
			out += string(rune(0xFF61 - 0xA1 + b))
		case lead == 0x8F && within(b, 0xA1, 0xFE):
			is0212, lead = true, b
		case lead != 0:
			s, ok := "", false
			if within(lead, 0xA1, 0xFE) && within(b, 0xA1, 0xFE) {
				if is0212 {
					s, ok = character(charset.EUCJP, 0x8F, lead, b)
				} else {
					s, ok = character(charset.EUCJP, lead, b)
				}
			}
			lead, is0212 = 0, false
			if !ok {
				s = bad
				if b < 0x80 {
					q.restore(b)
				}
			}
			out += s
		case b < 0x80:
			out += string(rune(b))
		case b == 0x8E || b == 0x8F || within(b, 0xA1, 0xFE):
			lead = b
		default:
			out += bad
		}
	}
}

// Spec: https://encoding.spec.whatwg.org/#iso-2022-jp-decoder
func modelISO2022JP(src []byte) string {
	const (
		ascii = iota
		roman
		katakana
		leadByte
		trailByte
		escapeStart
		escape
	)
	var out string
	state, outputState, lead, output := ascii, ascii, 0, false
	q := newQueue(src)
	emit := func(s string) { output = false; out += s }
	for {
		b := q.read()
		switch state {
		case ascii, roman, katakana, leadByte:
			switch {
			case b == endOfQueue:
				return out
			case b == 0x1B:
				state = escapeStart
			case state == roman && b == 0x5C:
				emit("¥")
			case state == roman && b == 0x7E:
				emit("‾")
			case state <= roman && b < 0x80 && b != 0x0E && b != 0x0F:
				emit(string(rune(b)))
			case state == katakana && within(b, 0x21, 0x5F):
				emit(string(rune(0xFF61 - 0x21 + b)))
			case state == leadByte && within(b, 0x21, 0x7E):
				output, lead, state = false, b, trailByte
			default:
				emit(bad)
			}
		case trailByte:
			state = leadByte
			switch {
			case b == 0x1B:
				state = escapeStart
				out += bad
			case within(b, 0x21, 0x7E):
				s, ok := character(charset.EUCJP, lead+0x80, b+0x80)
				if !ok {
					s = bad
				}
				out += s
			case b == endOfQueue:
				out += bad
			default:
				out += bad
			}
		case escapeStart:
			if b == '$' || b == '(' {
				lead, state = b, escape
				continue
			}
			q.restore(b)
			state = outputState
			emit(bad)
		case escape:
			next, ok := map[[2]int]int{
				{'(', 'B'}: ascii, {'(', 'J'}: roman, {'(', 'I'}: katakana, {'$', '@'}: leadByte, {'$', 'B'}: leadByte,
			}[[2]int{lead, b}]
			if !ok {
				q.restore(lead, b)
				state = outputState
				emit(bad)
				continue
			}
			state, outputState = next, next
			if output {
				out += bad
			}
			output = true
		}
	}
}

// modelOffsets returns Start and End of all offsets of a decoded text: the longest beginning of src that is decoded to
// the text before a character is where that ends, with the escape sequence that follows it; without that is where the
// character starts. A line feed behind the beginning keeps it from what the end of a text means.
func modelOffsets(e charset.Encoding, src []byte) (starts, ends []int) {
	lineFeed := "\n"
	switch e {
	case charset.UTF16BE:
		lineFeed = "\x00\n"
	case charset.UTF16LE:
		lineFeed = "\n\x00"
	case charset.ISO2022JP, charset.Replacement: // one has other line feeds in other states, and one has none
		lineFeed = ""
	}
	decoded := e.Decode(src)
	starts, ends = make([]int, len(decoded)+1), make([]int, len(decoded)+1)
	isEnd := make([]bool, len(decoded)+1)
	for n := range src {
		before := e.Decode(append(bytes.Clone(src[:n]), lineFeed...))
		if before, ok := bytes.CutSuffix(before, e.Decode([]byte(lineFeed))); ok && bytes.HasPrefix(decoded, before) {
			starts[len(before)], ends[len(before)], isEnd[len(before)] = n, n, true
			if e == charset.ISO2022JP && endsWithEscape(src[:n]) {
				starts[len(before)] -= len("\x1B(B")
			}
		}
	}
	starts[len(decoded)], ends[len(decoded)], isEnd[len(decoded)] = len(src), len(src), true
	for i := range isEnd {
		if !isEnd[i] {
			starts[i] = starts[i-1]
		}
	}
	for i := len(decoded); i > 0; i-- {
		if !isEnd[i-1] {
			ends[i-1] = ends[i]
		}
	}
	return starts, ends
}

func endsWithEscape(src []byte) bool {
	for _, s := range isoEscapes {
		if bytes.HasSuffix(src, []byte(s)) {
			return true
		}
	}
	return false
}

var isoEscapes = [...]string{"\x1B(B", "\x1B(J", "\x1B(I", "\x1B$@", "\x1B$B"}

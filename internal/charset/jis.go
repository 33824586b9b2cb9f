package charset

import (
	"sync"
	"unicode/utf8"

	"golang.org/x/text/encoding/japanese"
)

// jis0208 is read off Shift_JIS, whose grid covers all of it.
//
// Spec: https://encoding.spec.whatwg.org/#index-jis0208
var jis0208 = sync.OnceValue(func() index {
	const pointers = 11104
	return readIndex(pointers, japanese.ShiftJIS.NewDecoder(), func(buf []byte, pointer int) []byte {
		lead, trail := shiftJISCell(pointer)
		return append(buf[:0], lead, trail)
	})
})

// jis0212 is read off EUC-JP, whose three-byte sequences are its only use.
//
// Spec: https://encoding.spec.whatwg.org/#index-jis0212
var jis0212 = sync.OnceValue(func() index {
	const pointers = 94 * 94
	return readIndex(pointers, japanese.EUCJP.NewDecoder(), func(buf []byte, pointer int) []byte {
		return append(buf[:0], 0x8F, byte(0xA1+pointer/94), byte(0xA1+pointer%94))
	})
})

var jis0208Pointers = sync.OnceValue(func() *reverse { return jis0208().reverse(skipNone) })

// shiftJISPointers leaves out the rows of NEC's selection of IBM extensions, which come again later.
//
// Spec: https://encoding.spec.whatwg.org/#index-shift_jis-pointer
var shiftJISPointers = sync.OnceValue(func() *reverse {
	return jis0208().reverse(func(pointer int) bool { return 8272 <= pointer && pointer <= 8835 })
})

// shiftJISCell returns the two bytes of a pointer.
func shiftJISCell(pointer int) (lead, trail byte) {
	row, col := pointer/188, pointer%188
	lead, trail = byte(row+0x81), byte(col+0x40)
	if row >= 0x1F {
		lead = byte(row + 0xC1)
	}
	if col >= 0x3F {
		trail = byte(col + 0x41)
	}
	return lead, trail
}

// Spec: https://encoding.spec.whatwg.org/#shift_jis-decoder
func decodeShiftJIS(dst, src []byte, i, until int) ([]byte, int) {
	x := jis0208()
	for ; i < until; i++ {
		switch b := src[i]; {
		case b <= 0x80:
			dst = utf8.AppendRune(dst, rune(b))
		case 0xA1 <= b && b <= 0xDF:
			dst = utf8.AppendRune(dst, 0xFF61-0xA1+rune(b))
		case b == 0xA0 || b >= 0xFD:
			dst = utf8.AppendRune(dst, utf8.RuneError)
		case i+1 == len(src):
			dst = utf8.AppendRune(dst, utf8.RuneError)
		default:
			r := shiftJISRune(x, b, src[i+1])
			dst, i = appendPair(dst, r, src[i+1], i)
		}
	}
	return dst, i
}

// shiftJISRune returns the code point of a lead and a trail byte, or 0.
func shiftJISRune(x index, lead, trail byte) rune {
	if trail < 0x40 || trail == 0x7F || trail > 0xFC {
		return 0
	}
	row, col := int(lead)-0x81, int(trail)-0x40
	if lead >= 0xA0 {
		row = int(lead) - 0xC1
	}
	if trail >= 0x7F {
		col = int(trail) - 0x41
	}
	pointer := row*188 + col
	if 8836 <= pointer && pointer <= 10715 { // end-user-defined characters
		return rune(0xE000 - 8836 + pointer)
	}
	return x.at(pointer)
}

// Spec: https://encoding.spec.whatwg.org/#euc-jp-decoder
func decodeEUCJP(dst, src []byte, i, until int) ([]byte, int) {
	x, y := jis0208(), jis0212()
	for ; i < until; i++ {
		switch b := src[i]; {
		case b < utf8.RuneSelf:
			dst = append(dst, b)
		case isEUC(b) && i+1 < len(src):
			dst, i = appendPair(dst, eucRune(x, b, src[i+1]), src[i+1], i)
		case b != 0x8E && b != 0x8F, i+1 == len(src):
			dst = utf8.AppendRune(dst, utf8.RuneError)
		case b == 0x8E && 0xA1 <= src[i+1] && src[i+1] <= 0xDF:
			i++
			dst = utf8.AppendRune(dst, 0xFF61-0xA1+rune(src[i]))
		case b == 0x8F && isEUC(src[i+1]) && i+2 == len(src):
			i++
			dst = utf8.AppendRune(dst, utf8.RuneError)
		case b == 0x8F && isEUC(src[i+1]):
			i++
			dst, i = appendPair(dst, eucRune(y, src[i], src[i+1]), src[i+1], i)
		default:
			dst, i = appendPair(dst, 0, src[i+1], i)
		}
	}
	return dst, i
}

func isEUC(b byte) bool { return 0xA1 <= b && b <= 0xFE }

func eucRune(x index, lead, trail byte) rune {
	if !isEUC(lead) || !isEUC(trail) {
		return 0
	}
	return x.at(int(lead-0xA1)*94 + int(trail-0xA1))
}

// japaneseRune replaces the code points that the encoders spell in another way.
func japaneseRune(r rune) rune {
	if r == 0x2212 { // MINUS SIGN
		return 0xFF0D
	}
	return r
}

// Spec: https://encoding.spec.whatwg.org/#shift_jis-encoder
func appendShiftJIS(dst []byte, r rune) ([]byte, bool) {
	switch {
	case r <= 0x80:
		return append(dst, byte(r)), true
	case r == 0xA5:
		return append(dst, 0x5C), true
	case r == 0x203E:
		return append(dst, 0x7E), true
	case 0xFF61 <= r && r <= 0xFF9F:
		return append(dst, byte(r-0xFF61+0xA1)), true
	}
	pointer, ok := shiftJISPointers().pointer(japaneseRune(r))
	if !ok {
		return dst, false
	}
	lead, trail := shiftJISCell(pointer)
	return append(dst, lead, trail), true
}

// Spec: https://encoding.spec.whatwg.org/#euc-jp-encoder
func appendEUCJP(dst []byte, r rune) ([]byte, bool) {
	switch {
	case r == 0xA5:
		return append(dst, 0x5C), true
	case r == 0x203E:
		return append(dst, 0x7E), true
	case 0xFF61 <= r && r <= 0xFF9F:
		return append(dst, 0x8E, byte(r-0xFF61+0xA1)), true
	}
	pointer, ok := jis0208Pointers().pointer(japaneseRune(r))
	if !ok {
		return dst, false
	}
	return append(dst, byte(pointer/94+0xA1), byte(pointer%94+0xA1)), true
}

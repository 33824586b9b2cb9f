package charset

import (
	"unicode/utf16"
	"unicode/utf8"
)

// Decode returns src as UTF-8. Malformed sequences become U+FFFD, as many as the standard gives; an ASCII byte that
// cannot belong to the sequence before it is never part of the error. A byte order mark is left in place, as U+FEFF.
// Valid UTF-8 in [UTF8] is returned as it is, without a copy; all other results are fresh. The replacement encoding
// gives one U+FFFD for anything but nothing.
//
// Spec: https://encoding.spec.whatwg.org/#concept-encoding-process
func (e Encoding) Decode(src []byte) []byte {
	if e == UTF8 && utf8.Valid(src) {
		return src
	}
	dst := make([]byte, 0, len(src)+len(src)/8+utf8.UTFMax)
	dst, _ = e.decodePart(dst, src, place{}, len(src))
	return dst
}

// A place is where the decoding of a text can stop and go on: between two characters. The zero place is the beginning.
type place struct {
	at    int      // a byte offset in the encoded text
	state isoState // of ISO-2022-JP; no other encoding has one
}

// decodePart appends the characters that begin from the place on and before until, and returns the place behind them.
// The end of the last one is looked for in all of src, so that the parts of a text, decoded in order, are the text.
//
// Each decoder is a loop over characters. A character is all that is written at one time: U+FFFD for a malformed
// sequence, or the two code points of some in Big5.
func (e Encoding) decodePart(dst, src []byte, from place, until int) ([]byte, place) {
	i := from.at
	switch e {
	case UTF8:
		dst, i = decodeUTF8(dst, src, i, until)
	case UTF16BE, UTF16LE:
		dst, i = decodeUTF16(dst, src, i, until, e == UTF16BE)
	case Replacement:
		dst, i = decodeReplacement(dst, src, i, until)
	case GBK, GB18030:
		dst, i = decodeGB18030(dst, src, i, until)
	case Big5:
		dst, i = decodeBig5(dst, src, i, until)
	case EUCJP:
		dst, i = decodeEUCJP(dst, src, i, until)
	case ISO2022JP:
		return decodeISO2022JP(dst, src, from, until)
	case ShiftJIS:
		dst, i = decodeShiftJIS(dst, src, i, until)
	case EUCKR:
		dst, i = decodeEUCKR(dst, src, i, until)
	case XUserDefined:
		dst, i = decodeXUserDefined(dst, src, i, until)
	default:
		dst, i = decodeSingleByte(dst, src, i, until, e)
	}
	return dst, place{at: i}
}

// appendPair appends what the two bytes at src[i] decode to, or U+FFFD where r is 0, and returns the place of the
// last byte used: an ASCII byte that did not complete a character is decoded again.
func appendPair(dst []byte, r rune, trail byte, i int) ([]byte, int) {
	switch {
	case r != 0:
		return utf8.AppendRune(dst, r), i + 1
	case trail < utf8.RuneSelf:
		return utf8.AppendRune(dst, utf8.RuneError), i
	}
	return utf8.AppendRune(dst, utf8.RuneError), i + 1
}

// Spec: https://encoding.spec.whatwg.org/#utf-8-decoder
func decodeUTF8(dst, src []byte, i, until int) ([]byte, int) {
	for i < until {
		if src[i] < utf8.RuneSelf {
			dst = append(dst, src[i])
			i++
			continue
		}
		r, size := utf8.DecodeRune(src[i:])
		if r == utf8.RuneError && size == 1 {
			size = badUTF8(src[i:])
		}
		dst = utf8.AppendRune(dst, r)
		i += size
	}
	return dst, i
}

// badUTF8 returns the length of the malformed sequence at the start of src: a lead byte with the continuation bytes
// that a well-formed sequence could have begun with.
func badUTF8(src []byte) int {
	low, high, need := byte(0x80), byte(0xBF), 0
	switch b := src[0]; {
	case 0xC2 <= b && b <= 0xDF:
		need = 1
	case 0xE0 <= b && b <= 0xEF:
		need = 2
	case 0xF0 <= b && b <= 0xF4:
		need = 3
	}
	switch src[0] {
	case 0xE0:
		low = 0xA0
	case 0xED:
		high = 0x9F
	case 0xF0:
		low = 0x90
	case 0xF4:
		high = 0x8F
	}
	n := 1
	for n <= need && n < len(src) && low <= src[n] && src[n] <= high {
		low, high = 0x80, 0xBF
		n++
	}
	return n
}

// Spec: https://encoding.spec.whatwg.org/#shared-utf-16-decoder
func decodeUTF16(dst, src []byte, i, until int, bigEndian bool) ([]byte, int) {
	unit := func(i int) rune {
		if bigEndian {
			return rune(src[i])<<8 | rune(src[i+1])
		}
		return rune(src[i+1])<<8 | rune(src[i])
	}
	for ; i < until; i += 2 {
		if i+1 == len(src) {
			return utf8.AppendRune(dst, utf8.RuneError), len(src)
		}
		r := unit(i)
		if utf16.IsSurrogate(r) {
			if i+3 >= len(src) && r < 0xDC00 { // the end of the input is one error, with an odd byte or without
				return utf8.AppendRune(dst, utf8.RuneError), len(src)
			}
			if r < 0xDC00 && utf16.DecodeRune(r, unit(i+2)) != utf8.RuneError {
				r = utf16.DecodeRune(r, unit(i+2))
				i += 2
			}
		}
		dst = utf8.AppendRune(dst, r)
	}
	return dst, i
}

// Spec: https://encoding.spec.whatwg.org/#replacement-decoder
func decodeReplacement(dst, src []byte, i, until int) ([]byte, int) {
	if i < until {
		return utf8.AppendRune(dst, utf8.RuneError), len(src)
	}
	return dst, i
}

// Spec: https://encoding.spec.whatwg.org/#x-user-defined-decoder
func decodeXUserDefined(dst, src []byte, i, until int) ([]byte, int) {
	for _, b := range src[i:until] {
		r := rune(b)
		if b >= utf8.RuneSelf {
			r += 0xF780 - 0x80
		}
		dst = utf8.AppendRune(dst, r)
	}
	return dst, until
}

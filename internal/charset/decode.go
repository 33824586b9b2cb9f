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
	switch e {
	case UTF8:
		return decodeUTF8(dst, src)
	case UTF16BE, UTF16LE:
		return decodeUTF16(dst, src, e == UTF16BE)
	case Replacement:
		if len(src) == 0 {
			return dst
		}
		return utf8.AppendRune(dst, utf8.RuneError)
	case GBK, GB18030:
		return decodeGB18030(dst, src)
	case Big5:
		return decodeBig5(dst, src)
	case EUCJP:
		return decodeEUCJP(dst, src)
	case ISO2022JP:
		return decodeISO2022JP(dst, src)
	case ShiftJIS:
		return decodeShiftJIS(dst, src)
	case EUCKR:
		return decodeEUCKR(dst, src)
	case XUserDefined:
		return decodeXUserDefined(dst, src)
	}
	return decodeSingleByte(dst, src, e)
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
func decodeUTF8(dst, src []byte) []byte {
	for len(src) > 0 {
		r, size := utf8.DecodeRune(src)
		if r == utf8.RuneError && size == 1 {
			size = badUTF8(src)
		}
		dst = utf8.AppendRune(dst, r)
		src = src[size:]
	}
	return dst
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
func decodeUTF16(dst, src []byte, bigEndian bool) []byte {
	unit := func(i int) rune {
		if bigEndian {
			return rune(src[i])<<8 | rune(src[i+1])
		}
		return rune(src[i+1])<<8 | rune(src[i])
	}
	i := 0
	for ; i+1 < len(src); i += 2 {
		r := unit(i)
		if utf16.IsSurrogate(r) {
			if i+3 >= len(src) && r < 0xDC00 { // the end of the input is one error, with an odd byte or without
				return utf8.AppendRune(dst, utf8.RuneError)
			}
			if r < 0xDC00 && utf16.DecodeRune(r, unit(i+2)) != utf8.RuneError {
				r = utf16.DecodeRune(r, unit(i+2))
				i += 2
			}
		}
		dst = utf8.AppendRune(dst, r)
	}
	if i < len(src) {
		dst = utf8.AppendRune(dst, utf8.RuneError)
	}
	return dst
}

// Spec: https://encoding.spec.whatwg.org/#x-user-defined-decoder
func decodeXUserDefined(dst, src []byte) []byte {
	for _, b := range src {
		r := rune(b)
		if b >= utf8.RuneSelf {
			r += 0xF780 - 0x80
		}
		dst = utf8.AppendRune(dst, r)
	}
	return dst
}

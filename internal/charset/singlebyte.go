package charset

import (
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"
)

// singleByte has the tables of the single-byte encodings, but for one thing: see [isC1].
//
// Spec: https://encoding.spec.whatwg.org/#legacy-single-byte-encodings
var singleByte = [numEncodings]*charmap.Charmap{
	IBM866:       charmap.CodePage866,
	ISO8859_2:    charmap.ISO8859_2,
	ISO8859_3:    charmap.ISO8859_3,
	ISO8859_4:    charmap.ISO8859_4,
	ISO8859_5:    charmap.ISO8859_5,
	ISO8859_6:    charmap.ISO8859_6,
	ISO8859_7:    charmap.ISO8859_7,
	ISO8859_8:    charmap.ISO8859_8,
	ISO8859_8I:   charmap.ISO8859_8, // the two differ in the direction of text only
	ISO8859_10:   charmap.ISO8859_10,
	ISO8859_13:   charmap.ISO8859_13,
	ISO8859_14:   charmap.ISO8859_14,
	ISO8859_15:   charmap.ISO8859_15,
	ISO8859_16:   charmap.ISO8859_16,
	KOI8R:        charmap.KOI8R,
	KOI8U:        charmap.KOI8U,
	Macintosh:    charmap.Macintosh,
	Windows874:   charmap.Windows874,
	Windows1250:  charmap.Windows1250,
	Windows1251:  charmap.Windows1251,
	Windows1252:  charmap.Windows1252,
	Windows1253:  charmap.Windows1253,
	Windows1254:  charmap.Windows1254,
	Windows1255:  charmap.Windows1255,
	Windows1256:  charmap.Windows1256,
	Windows1257:  charmap.Windows1257,
	Windows1258:  charmap.Windows1258,
	XMacCyrillic: charmap.MacintoshCyrillic,
}

// isC1 reports whether a byte stands for the C1 control character of the same number: where the borrowed table has
// nothing at 0x80 to 0x9F, the standard has that.
func isC1(m *charmap.Charmap, b byte) bool {
	return 0x80 <= b && b <= 0x9F && m.DecodeByte(b) == utf8.RuneError
}

// Spec: https://encoding.spec.whatwg.org/#single-byte-decoder
func decodeSingleByte(dst, src []byte, i, until int, e Encoding) ([]byte, int) {
	m := singleByte[e]
	for _, b := range src[i:until] {
		switch {
		case b < utf8.RuneSelf:
			dst = append(dst, b)
		case isC1(m, b):
			dst = utf8.AppendRune(dst, rune(b))
		default:
			dst = utf8.AppendRune(dst, m.DecodeByte(b))
		}
	}
	return dst, until
}

// Spec: https://encoding.spec.whatwg.org/#single-byte-encoder
func appendSingleByte(dst []byte, r rune, e Encoding) ([]byte, bool) {
	m := singleByte[e]
	if r <= 0x9F && isC1(m, byte(r)) {
		return append(dst, byte(r)), true
	}
	b, ok := m.EncodeRune(r)
	if !ok {
		return dst, false
	}
	return append(dst, b), true
}

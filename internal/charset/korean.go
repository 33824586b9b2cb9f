package charset

import (
	"sync"
	"unicode/utf8"

	"golang.org/x/text/encoding/korean"
)

// euckrTrails is the number of trail bytes, 0x41 to 0xFE.
const euckrTrails = 190

// Spec: https://encoding.spec.whatwg.org/#index-euc-kr
var euckrIndex = sync.OnceValue(func() index {
	return readIndex(125*euckrTrails, korean.EUCKR.NewDecoder(), grid(span(0x41, 0xFE)))
})

var euckrPointers = sync.OnceValue(func() *reverse { return euckrIndex().reverse(skipNone) })

// Spec: https://encoding.spec.whatwg.org/#euc-kr-decoder
func decodeEUCKR(dst, src []byte, i, until int) ([]byte, int) {
	x := euckrIndex()
	for ; i < until; i++ {
		switch b := src[i]; {
		case b < utf8.RuneSelf:
			dst = append(dst, b)
		case b == 0x80 || b == 0xFF || i+1 == len(src):
			dst = utf8.AppendRune(dst, utf8.RuneError)
		default:
			r := rune(0)
			if trail := src[i+1]; 0x41 <= trail && trail <= 0xFE {
				r = x.at(int(b-0x81)*euckrTrails + int(trail-0x41))
			}
			dst, i = appendPair(dst, r, src[i+1], i)
		}
	}
	return dst, i
}

// Spec: https://encoding.spec.whatwg.org/#euc-kr-encoder
func appendEUCKR(dst []byte, r rune) ([]byte, bool) {
	pointer, ok := euckrPointers().pointer(r)
	if !ok {
		return dst, false
	}
	return append(dst, byte(pointer/euckrTrails+0x81), byte(pointer%euckrTrails+0x41)), true
}

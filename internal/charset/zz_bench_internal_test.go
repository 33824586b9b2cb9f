package charset

import (
	"strings"
	"testing"
)

var zzEnc = []Encoding{Windows1252, Big5, EUCJP, EUCKR, XUserDefined, ShiftJIS, GB18030, ISO2022JP, UTF8, UTF16LE}

func BenchmarkZZ(b *testing.B) {
	for name, text := range map[string]string{"mix": "<a href=x>表示 é</a>\n", "dense": "<p>日本国中文字示意図一二三 a</p>\n"} {
		for _, e := range zzEnc {
			b.Run(name+"/"+e.String(), func(b *testing.B) {
				src := e.AppendEncode(nil, strings.Repeat(text, 500), CharacterReference)
				if e == UTF16LE {
					src = nil
					for _, r := range strings.Repeat(text, 500) {
						src = append(src, byte(r), byte(r>>8))
					}
				}
				dst := make([]byte, 0, 6*len(src))
				for b.Loop() {
					zzDecode(e, dst, src)
				}
			})
		}
	}
}

//go:noinline
func zzDecode(e Encoding, dst, src []byte) []byte {
	dst, _ = e.decodePart(dst, src, place{}, len(src))
	return dst
}

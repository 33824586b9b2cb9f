package charset_test

import (
	"bytes"
	"fmt"
	"io"
	"strings"
	"testing"

	"htmlurl/internal/charset"
)

func BenchmarkSniff(b *testing.B) {
	body := "<body>" + strings.Repeat("<p>some text, and <a href=x>a link</a>", 3000)
	for name, page := range map[string]string{
		"meta":      "<!DOCTYPE html><html><head><title>x</title><meta charset=utf-8></head>" + body,
		"late meta": "<!DOCTYPE html><html><head><script>" + strings.Repeat("f(x) && g(y);\n", 1000) + "</script><meta charset=utf-8>" + body,
		"ASCII":     "<!DOCTYPE html><html><head><title>x</title></head>" + body,
		"UTF-8":     "<!DOCTYPE html><html><head><title>é</title></head>" + body,
	} {
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(page)))
			b.ReportAllocs()
			p := []byte(page)
			for b.Loop() {
				charset.Sniff(p, "text/html")
			}
		})
	}
}

func BenchmarkDecode(b *testing.B) {
	for _, e := range []charset.Encoding{
		charset.UTF8, charset.Windows1252, charset.ShiftJIS, charset.GB18030, charset.ISO2022JP, charset.UTF16LE,
	} {
		b.Run(e.String(), func(b *testing.B) {
			src := e.AppendEncode(nil, strings.Repeat("<a href=x>表示 é</a>\n", 5000), charset.CharacterReference)
			b.SetBytes(int64(len(src)))
			b.ReportAllocs()
			for b.Loop() {
				e.Decode(src)
			}
		})
	}
}

// The way back from a page of a megabyte: to build it, and a thousand links in order, each with a beginning and an end.
func BenchmarkOffsets(b *testing.B) {
	for _, e := range []charset.Encoding{
		charset.UTF8, charset.Windows1252, charset.ShiftJIS, charset.GB18030, charset.ISO2022JP,
	} {
		line := e.AppendEncode(nil, "<a href=x>表示 é</a>\n", charset.CharacterReference)
		src := bytes.Repeat(line, 1<<20/len(line))
		b.Run(e.String()+"/build", func(b *testing.B) {
			b.SetBytes(int64(len(src)))
			b.ReportAllocs()
			for b.Loop() {
				e.Offsets(src)
			}
		})
		b.Run(e.String()+"/1000 links", func(b *testing.B) {
			o, step := e.Offsets(src), len(e.Decode(src))/1000
			b.ReportAllocs()
			for b.Loop() {
				for i := range 1000 {
					o.Start(i * step)
					o.End(i*step + 20)
				}
			}
		})
	}
}

func BenchmarkAppendEncode(b *testing.B) {
	for _, e := range []charset.Encoding{
		charset.UTF8, charset.Windows1252, charset.ShiftJIS, charset.GB18030, charset.ISO2022JP,
	} {
		b.Run(e.String(), func(b *testing.B) {
			const s = "q=表示 é&page=1"
			buf := make([]byte, 0, 64)
			b.SetBytes(int64(len(s)))
			b.ReportAllocs()
			for b.Loop() {
				e.AppendEncode(buf, s, charset.CharacterReference)
			}
		})
	}
}

// Pages of 100 KB and of 4 MB, read with one Reader.
func BenchmarkReader(b *testing.B) {
	for _, e := range []charset.Encoding{
		charset.UTF8, charset.Windows1252, charset.ShiftJIS, charset.ISO2022JP,
	} {
		for _, lines := range []int{4 << 10, 160 << 10} {
			line := e.AppendEncode(nil, "<a href=x>表示 é</a>\n", charset.CharacterReference)
			src := bytes.NewReader(bytes.Repeat(line, lines))
			contentType := "text/html; charset=" + e.String()
			b.Run(fmt.Sprintf("%v/%d lines", e, lines), func(b *testing.B) {
				var r charset.Reader
				b.SetBytes(src.Size())
				b.ReportAllocs()
				for b.Loop() {
					src.Seek(0, io.SeekStart)
					r.Reset(src, contentType)
					discard(&r)
				}
			})
		}
	}
}

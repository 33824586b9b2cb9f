package fetch_test

import (
	"bytes"
	"io"
	"strings"
	"testing"

	"htmlurl/fetch"
	"htmlurl/internal/testcase"
)

// BenchmarkDecode decodes pages in each format: a short one, which shows what a decoder costs, and a long one.
func BenchmarkDecode(b *testing.B) {
	page := longPage(b)
	for _, f := range formats {
		for size, text := range map[string][]byte{"2 KB": page[:2<<10], "1 MB": page[:1<<20]} {
			b.Run(f.name+"/"+size, func(b *testing.B) {
				body := f.encode(text)
				b.SetBytes(int64(len(text)))
				b.ReportAllocs()
				for b.Loop() {
					r, err := fetch.Decode(bytes.NewReader(body), []string{f.coding})
					if err != nil {
						b.Fatal(err)
					}
					if n, err := io.Copy(io.Discard, r); n != int64(len(text)) || err != nil {
						b.Fatal(n, err)
					}
					r.Close()
				}
			})
		}
	}
}

// BenchmarkParseData reads data: URLs as pages have them: an image and an SVG document.
func BenchmarkParseData(b *testing.B) {
	for name, u := range map[string]string{
		"base64":  "data:image/png;base64," + strings.Repeat("iVBORw0KGgoAAAANSUhEUgAA", 1000) + "AA==",
		"percent": "data:image/svg+xml;charset=utf-8," + strings.Repeat("%3Cpath d='M1 2h3v4'/%3E", 1000),
	} {
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(u)))
			b.ReportAllocs()
			for b.Loop() {
				_, _, _ = fetch.ParseData(u)
			}
		})
	}
}

// BenchmarkSniffType looks at the beginning of a page of unknown type.
func BenchmarkSniffType(b *testing.B) {
	page := longPage(b)[:fetch.BeginningSize]
	for name, contentType := range map[string][]string{
		"text/html": {"text/html; charset=utf-8"}, "none": nil, "text/plain": {"text/plain"}, "image/png": {"image/png"},
	} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				fetch.SniffType(contentType, false, page)
			}
		})
	}
}

// longPage returns real pages, one after the other.
func longPage(b *testing.B) []byte {
	var all []byte
	for _, p := range testcase.Pages(b) {
		all = append(all, p.Bytes...)
	}
	return all
}

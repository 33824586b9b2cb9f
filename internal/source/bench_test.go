package source_test

import (
	"bytes"
	"testing"

	"golang.org/x/net/html"

	"htmlurl/internal/source"
)

// BenchmarkTags compares going through the start tags of the corpus, with their attributes, with html.Tokenizer.
func BenchmarkTags(b *testing.B) {
	pages, size := corpus(b), 0
	for _, p := range pages {
		size += len(p.text)
	}
	b.Run("source", func(b *testing.B) {
		b.SetBytes(int64(size))
		b.ReportAllocs()
		for b.Loop() {
			for _, p := range pages {
				s := source.New(p.text, true)
				for s.Next() {
				}
			}
		}
	})
	b.Run("html.Tokenizer", func(b *testing.B) {
		b.SetBytes(int64(size))
		b.ReportAllocs()
		for b.Loop() {
			for _, p := range pages {
				z := html.NewTokenizer(bytes.NewReader(p.text))
				for z.Next() != html.ErrorToken {
					for _, more := z.TagName(); more; {
						_, _, more = z.TagAttr()
					}
				}
			}
		}
	})
}

// BenchmarkValue compares decoding a value with html.UnescapeString.
func BenchmarkValue(b *testing.B) {
	const raw = "https://example.com/search?q=caf&eacute;&amp;page=2&amp;sort=a&#45;z&utm_source=x"
	value := string(source.AppendValue(nil, []byte(raw), true))
	b.Run("AppendValue", func(b *testing.B) {
		buf := make([]byte, 0, 2*len(raw))
		b.ReportAllocs()
		for b.Loop() {
			source.AppendValue(buf, []byte(raw), true)
		}
	})
	b.Run("Equal", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			if !source.Equal([]byte(raw), value, true) {
				b.Fatal("not equal")
			}
		}
	})
	b.Run("html.UnescapeString", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			html.UnescapeString(raw)
		}
	})
}

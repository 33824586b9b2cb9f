package rewrite_test

import (
	"bytes"
	"testing"

	"golang.org/x/net/html"

	"htmlurl/document"
	"htmlurl/internal/testcase"
	"htmlurl/resolve"
	"htmlurl/rewrite"
)

// BenchmarkRewriter compares reading and rewriting a page with html.Parse alone, on the page in UTF-8.
func BenchmarkRewriter(b *testing.B) {
	pages, size := testcase.UTF8Pages(b)
	for name, r := range map[string]rewrite.Rewriter{
		"absolute":              {Style: rewrite.Absolute},
		"relative":              {Style: rewrite.Relative},
		"relative without base": {Style: rewrite.Relative, DropBase: true},
	} {
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(size))
			var out []byte
			for b.Loop() {
				for _, p := range pages {
					d, err := document.Parse(bytes.NewReader(p.Bytes), document.Options{
						Address: p.Address, ContentType: "text/html; charset=utf-8", Positions: true, Edition: resolve.Living,
					})
					if err != nil {
						b.Fatal(err)
					}
					if out, _, err = r.Append(out[:0], d); err != nil {
						b.Fatal(err)
					}
				}
			}
		})
	}
	b.Run("html.Parse", func(b *testing.B) {
		b.SetBytes(int64(size))
		for b.Loop() {
			for _, p := range pages {
				if _, err := html.Parse(bytes.NewReader(p.Bytes)); err != nil {
					b.Fatal(err)
				}
			}
		}
	})
}

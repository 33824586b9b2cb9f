package resolve_test

import (
	"testing"

	"htmlurl/resolve"
)

// BenchmarkResolve resolves references of the kinds that pages are full of.
func BenchmarkResolve(b *testing.B) {
	var r resolve.Resolver
	base, err := r.Parse("https://www.example.com/news/2012/11/index.html?page=2")
	if err != nil {
		b.Fatal(err)
	}
	for name, ref := range map[string]string{
		"absolute": "https://static.example.com/images/2012/11/header-large.png?v=12",
		"path":     "/images/2012/11/header-large.png",
		"relative": "../10/article-7.html#comments",
		"escaped":  "/tags/münchen?q=bier und brezn",
		"domain":   "http://bücher.example/",
	} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, err := r.Resolve(base, ref); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

package resolve_test

import (
	"testing"

	"htmlurl/resolve"
)

// kinds are references of the kinds that pages are full of.
var kinds = map[string]string{
	"absolute": "https://static.example.com/images/2012/11/header-large.png?v=12",
	"path":     "/images/2012/11/header-large.png",
	"relative": "../10/article-7.html#comments",
	"page":     "page-7.html",
	"escaped":  "/tags/münchen?q=bier und brezn",
	"domain":   "http://bücher.example/",
	"host":     "//static.example.com/js/menu.js?v=12",
	"bare":     "https://www.example.org",
}

// BenchmarkResolve resolves each kind by HTML5.
func BenchmarkResolve(b *testing.B) {
	var r resolve.Resolver
	base, err := r.Parse("https://www.example.com/news/2012/11/index.html?page=2")
	if err != nil {
		b.Fatal(err)
	}
	for name, ref := range kinds {
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

// BenchmarkBatch resolves the references of the corpus in one batch for each page, and by a Resolver for comparison.
func BenchmarkBatch(b *testing.B) {
	pages, count := corpusReferences(b)
	for _, edition := range resolve.Editions() {
		bases := make([]resolve.URL, len(pages))
		for i, page := range pages {
			bases[i] = parse(b, resolve.Resolver{Edition: edition}, page.base)
		}
		run := func(name string, resolveAll func(r resolve.Resolver, base resolve.URL, refs []string)) {
			b.Run(edition.String()+"/"+name, func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					for i, page := range pages {
						resolveAll(resolve.Resolver{Edition: edition, Encoding: page.encoding}, bases[i], page.refs)
					}
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*count), "ns/ref")
			})
		}
		run("batch", func(r resolve.Resolver, base resolve.URL, refs []string) {
			batch := resolve.Batch{Resolver: r}
			for _, ref := range refs {
				batch.Resolve(base, ref)
			}
		})
		run("resolver", func(r resolve.Resolver, base resolve.URL, refs []string) {
			for _, ref := range refs {
				r.Resolve(base, ref)
			}
		})
	}
}

// BenchmarkBatchKinds resolves each kind by today's rules.
func BenchmarkBatchKinds(b *testing.B) {
	batch := resolve.Batch{Resolver: living(b, "")}
	base := parse(b, batch.Resolver, "https://www.example.com/news/2012/11/index.html?page=2")
	for name, ref := range kinds {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, err := batch.Resolve(base, ref); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

package document_test

import (
	"bytes"
	"net/url"
	"testing"

	"golang.org/x/net/html"

	"htmlurl/document"
	"htmlurl/internal/testcase"
	"htmlurl/resolve"
)

// parsePage parses a page of the corpus with its address.
func parsePage(t testing.TB, p testcase.Page) *document.Document {
	d, err := document.Parse(bytes.NewReader(p.Bytes), document.Options{Address: p.Address})
	if err != nil {
		t.Fatalf("%s: %v", p.File, err)
	}
	return d
}

// BenchmarkPage compares reading a page and listing its links, without and with their positions, or making them absolute in
// its bytes, with html.Parse alone, all on the page in UTF-8.
func BenchmarkPage(b *testing.B) {
	pages, size := testcase.UTF8Pages(b)
	for name, positions := range map[string]bool{"links": false, "positions": true} {
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(size))
			for b.Loop() {
				for _, p := range pages {
					d, err := document.Parse(bytes.NewReader(p.Bytes), document.Options{
						Address: p.Address, ContentType: "text/html; charset=utf-8", Positions: positions,
					})
					if err != nil {
						b.Fatal(err)
					}
					for link := range d.Links() {
						_ = link
					}
				}
			}
		})
	}
	b.Run("rewrite", func(b *testing.B) {
		b.SetBytes(int64(size))
		var out []byte
		for b.Loop() {
			for _, p := range pages {
				d, err := document.Parse(bytes.NewReader(p.Bytes), document.Options{
					Address: p.Address, ContentType: "text/html; charset=utf-8", Positions: true,
				})
				if err != nil {
					b.Fatal(err)
				}
				out, err = d.AppendRewrite(out[:0], func(l document.Link) (string, bool) { return l.URL.String(), l.Err == nil })
				if err != nil {
					b.Fatal(err)
				}
			}
		}
	})
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

// BenchmarkReferences compares resolving the references of the corpus with net/url, from string to string.
func BenchmarkReferences(b *testing.B) {
	type reference struct {
		base    resolve.URL
		netBase *url.URL
		raw     string
	}
	var refs []reference
	for _, p := range testcase.Pages(b) {
		d := parsePage(b, p)
		netBase, err := url.Parse(d.Base().String())
		if err != nil {
			b.Fatal(err)
		}
		for link := range d.Links() {
			// What net/url refuses would be cheap for it.
			if _, err := url.Parse(link.Raw); err == nil && link.Err == nil {
				refs = append(refs, reference{d.Base(), netBase, link.Raw})
			}
		}
	}
	perReference := func(b *testing.B) {
		b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(len(refs)), "ns/ref")
	}
	b.Logf("%d references", len(refs))
	b.Run("htmlurl", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			for _, r := range refs {
				if _, err := (resolve.Resolver{}).Resolve(r.base, r.raw); err != nil {
					b.Fatal(err)
				}
			}
		}
		perReference(b)
	})
	b.Run("net-url", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			for _, r := range refs {
				u, err := url.Parse(r.raw)
				if err != nil {
					b.Fatal(err)
				}
				_ = r.netBase.ResolveReference(u).String()
			}
		}
		perReference(b)
	})
}

package document_test

import (
	"bytes"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"htmlurl/document"
	"htmlurl/internal/charset"
	"htmlurl/internal/testcase"
	"htmlurl/resolve"
)

// page is a page of the corpus.
type page struct {
	file, address string
	bytes         []byte
}

// corpus reads the pages of the corpus with their addresses.
func corpus(t testing.TB) []page {
	t.Helper()
	dir := testcase.Corpus(t)
	manifest, err := os.ReadFile(filepath.Join(dir, "manifest.tsv"))
	if err != nil {
		t.Fatal(err)
	}
	const wantPages = 160
	var pages []page
	for line := range strings.Lines(string(manifest)) {
		columns := strings.Split(line, "\t")
		if columns[0] == "file" || strings.HasPrefix(line, "#") {
			continue
		}
		b, err := os.ReadFile(filepath.Join(dir, "pages", columns[0]))
		if err != nil {
			t.Fatal(err)
		}
		pages = append(pages, page{columns[0], columns[1], b})
	}
	if len(pages) != wantPages {
		t.Fatalf("%d pages, want %d", len(pages), wantPages)
	}
	return pages
}

// document parses the page with its address.
func (p page) document(t testing.TB) *document.Document {
	d, err := document.Parse(bytes.NewReader(p.bytes), document.Options{Address: p.address})
	if err != nil {
		t.Fatalf("%s: %v", p.file, err)
	}
	return d
}

// BenchmarkPage compares reading a page and listing its links, without and with their positions, with html.Parse alone, all
// on the page in UTF-8.
func BenchmarkPage(b *testing.B) {
	var pages []page
	size := 0
	for _, p := range corpus(b) {
		encoding, _, bom := charset.Sniff(p.bytes, "")
		p.bytes = encoding.Decode(p.bytes[bom:])
		pages = append(pages, p)
		size += len(p.bytes)
	}
	for name, positions := range map[string]bool{"links": false, "positions": true} {
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(size))
			for b.Loop() {
				for _, p := range pages {
					d, err := document.Parse(bytes.NewReader(p.bytes), document.Options{
						Address: p.address, ContentType: "text/html; charset=utf-8", Positions: positions,
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
	b.Run("html.Parse", func(b *testing.B) {
		b.SetBytes(int64(size))
		for b.Loop() {
			for _, p := range pages {
				if _, err := html.Parse(bytes.NewReader(p.bytes)); err != nil {
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
	for _, p := range corpus(b) {
		d := p.document(b)
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

package testsite_test

import (
	"bytes"
	"fmt"
	"iter"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"htmlurl/document"
	"htmlurl/internal/testsite"
	"htmlurl/resolve"
)

const origin = "http://127.0.0.1:8080"

// fetch returns what the site answers to a request for a URL.
func fetch(site *testsite.Site, url string) *http.Response {
	recorder := httptest.NewRecorder()
	r := httptest.NewRequest(http.MethodGet, "/", nil)
	r.Host, r.RequestURI = strings.TrimPrefix(origin, "http://"), strings.TrimPrefix(url, origin)
	site.ServeHTTP(recorder, r)
	return recorder.Result()
}

// TestDocuments holds the answers to what package document finds in the pages, in both editions for which they hold.
func TestDocuments(t *testing.T) {
	const pages = 800
	for _, edition := range []resolve.Edition{resolve.HTML5, resolve.Living} {
		site := &testsite.Site{Pages: pages, Seed: 7}
		documents, links := 0, 0
		for p := range site.Expected(origin, false) {
			if p.Base == "" {
				continue
			}
			documents++
			got := describe(t, fetch(site, p.Address), p.Address, edition)
			var want []string
			for _, l := range p.Links {
				want = append(want, line(l))
			}
			links += len(want)
			head := fmt.Sprint(p.Base, " ", p.Encoding, " ", p.Source)
			if message := difference(got, append([]string{head}, want...)); message != "" {
				t.Errorf("%v: %s: %s", edition, p.Address, message)
			}
		}
		if documents < pages || links < documents*50 {
			t.Errorf("%v: only %d documents with %d links", edition, documents, links)
		}
	}
}

// line describes a link in a line.
func line(l testsite.Link) string {
	return fmt.Sprintf("%s %s %s %q %s %q %q %t %t", l.Tag, l.Attr, l.Kind, l.Raw, l.URL, l.Rel, l.Text, l.NoFollow, l.InFrame)
}

// difference tells where two lists begin to differ.
func difference(got, want []string) string {
	for i := range max(len(got), len(want)) {
		g, w := "nothing", "nothing"
		if i < len(got) {
			g = got[i]
		}
		if i < len(want) {
			w = want[i]
		}
		if g != w {
			return fmt.Sprintf("link %d:\ngot  %s\nwant %s", i-1, g, w)
		}
	}
	return ""
}

// describe returns the base and the encoding of a response, and its links.
func describe(t *testing.T, r *http.Response, address string, edition resolve.Edition) []string {
	d, err := document.Parse(r.Body, document.Options{Address: address, Header: r.Header, Edition: edition})
	if err != nil {
		t.Fatal(address, err)
	}
	encoding, source := d.Encoding()
	return append([]string{fmt.Sprint(d.Base(), " ", encoding, " ", source)}, linksOf(t, d, false)...)
}

func linksOf(t *testing.T, d *document.Document, inFrame bool) []string {
	var lines []string
	for l := range d.Links() {
		found := testsite.Link{Attr: l.Attr, Kind: string(l.Kind), Raw: l.Raw, URL: l.URL.String(), Text: l.Text(),
			Rel: strings.Join(l.Rel(), " "), NoFollow: l.NoFollow(), InFrame: inFrame}
		if l.Node != nil {
			found.Tag = l.Node.Data
		}
		lines = append(lines, line(found))
	}
	for frame, err := range d.Frames() {
		if err != nil {
			t.Fatal(err)
		}
		lines = append(lines, linksOf(t, frame, true)...)
	}
	return lines
}

// TestOrigins holds that a site has the same pages and links wherever it is served.
func TestOrigins(t *testing.T) {
	site := &testsite.Site{Pages: 300, Seed: 1}
	const another = "http://localhost"
	next, stop := iter.Pull(site.Expected(another, false))
	defer stop()
	for p := range site.Expected(origin, false) {
		q, ok := next()
		address := strings.Replace(q.Address, another, origin, 1)
		if !ok || address != p.Address || len(q.Links) != len(p.Links) {
			t.Fatalf("%s with %d links, and %s with %d", p.Address, len(p.Links), q.Address, len(q.Links))
		}
	}
}

// TestDeterministic holds that a page is the same each time, and another with another seed.
func TestDeterministic(t *testing.T) {
	read := func(seed uint64, url string) []byte {
		var b bytes.Buffer
		r := fetch(&testsite.Site{Pages: 100, Seed: seed}, url)
		fmt.Fprint(&b, r.Header)
		b.ReadFrom(r.Body)
		return b.Bytes()
	}
	changed := 0
	for p := range (&testsite.Site{Pages: 100, Seed: 1}).Expected(origin, true) {
		first := read(1, p.URL)
		if !bytes.Equal(first, read(1, p.URL)) {
			t.Errorf("%s changes", p.URL)
		}
		if !bytes.Equal(first, read(2, p.URL)) {
			changed++
		}
	}
	if changed < 90 {
		t.Errorf("only %d pages change with the seed", changed)
	}
}

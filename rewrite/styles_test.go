package rewrite_test

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"htmlurl/document"
	"htmlurl/internal/testcase"
	"htmlurl/resolve"
	"htmlurl/rewrite"
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
	const wantPages = 160
	if len(pages) != wantPages {
		t.Fatalf("%d pages, want %d", len(pages), wantPages)
	}
	return pages
}

// target is what is compared of a reference: what it leads to, and why it does not.
type target struct{ place, url string }

// targets lists what the references of a document and its frames lead to, but for base URLs. Empty ones that mean nothing
// stay empty, and those between SVG elements stay as they are, unless they are made absolute.
func targets(d *document.Document, isAbsolute bool) []target {
	var all []target
	for link := range d.Links() {
		if link.Kind == document.BaseURL {
			continue
		}
		name := "(header)"
		if link.Node != nil {
			name = link.Node.Data
		}
		t := target{place: name + " " + link.Attr, url: link.URL.String()}
		switch isLocal := strings.HasPrefix(link.Raw, "#"); {
		case link.Err != nil:
			t.url = "none"
		case link.Ignored == document.IsEmpty, link.Ignored == document.IsBlank:
			t.url = "empty"
		case isLocal && !isAbsolute && (link.Kind == document.Graphic || link.Kind == document.LocalReference):
			t.url = link.Raw
		}
		all = append(all, t)
	}
	for frame, err := range d.Frames() {
		if err != nil {
			all = append(all, target{"frame", err.Error()})
			continue
		}
		all = append(all, targets(frame, isAbsolute)...)
	}
	return all
}

// TestCorpusStyles holds that references of real pages lead where they did, however they are written and whatever becomes of
// bases, in every edition, and that rewriting again changes nothing.
func TestCorpusStyles(t *testing.T) {
	pages := corpus(t)
	base := "https://mirror.example/deep/er/"
	for _, edition := range resolve.Editions() {
		for _, c := range []struct {
			name     string
			rewriter rewrite.Rewriter
			isAlone  bool // without an address it still leads there
		}{
			{"nothing", rewrite.Rewriter{}, false},
			{"absolute", rewrite.Rewriter{Style: rewrite.Absolute}, false},
			{"absolute, drop", rewrite.Rewriter{Style: rewrite.Absolute, DropBase: true}, true},
			{"drop", rewrite.Rewriter{DropBase: true}, false},
			{"relative", rewrite.Rewriter{Style: rewrite.Relative}, false},
			{"relative, drop", rewrite.Rewriter{Style: rewrite.Relative, DropBase: true}, false},
			{"root-relative", rewrite.Rewriter{Style: rewrite.RootRelative, DropBase: true}, false},
			{"base", rewrite.Rewriter{Base: mustParse(t, edition, base)}, false},
			{"relative, base", rewrite.Rewriter{Style: rewrite.Relative, Base: mustParse(t, edition, base)}, false},
		} {
			t.Run(fmt.Sprintf("%v/%s", edition, c.name), func(t *testing.T) {
				for _, p := range pages {
					checkPage(t, p, edition, c.rewriter, c.isAlone)
				}
			})
		}
	}
}

func mustParse(t testing.TB, edition resolve.Edition, s string) resolve.URL {
	t.Helper()
	u, err := resolve.Resolver{Edition: edition}.Parse(s)
	if err != nil {
		t.Fatal(err)
	}
	return u
}

func checkPage(t *testing.T, p page, edition resolve.Edition, r rewrite.Rewriter, isAlone bool) {
	o := document.Options{Address: p.address, Edition: edition, Positions: true}
	d, err := document.Parse(bytes.NewReader(p.bytes), o)
	if err != nil {
		t.Fatal(err)
	}
	got, result, err := r.Append(nil, d)
	inexact := map[string]bool{}
	for _, left := range result.Left {
		if inexact[left.New] = true; left.Err != rewrite.ErrInexact {
			t.Errorf("%s: left %v", p.file, left)
		}
	}
	if err != nil {
		t.Fatal(err)
	}
	again, err := document.Parse(bytes.NewReader(got), o)
	if err != nil {
		t.Fatal(err)
	}
	isAbsolute := r.Style == rewrite.Absolute
	was, is := targets(d, isAbsolute), targets(again, isAbsolute)
	if len(was) != len(is) {
		t.Errorf("%s: %d references, now %d", p.file, len(was), len(is))
		return
	}
	for i := range was {
		if was[i] != is[i] && !inexact[was[i].url] {
			t.Errorf("%s: %v, now %v", p.file, was[i], is[i])
		}
	}
	twice, _, err := r.Append(nil, again)
	if err != nil || !bytes.Equal(twice, got) {
		i := 0
		for i < min(len(twice), len(got)) && twice[i] == got[i] {
			i++
		}
		t.Errorf("%s: rewriting again changes something (%v) %q %q", p.file, err, got[max(0, i-50):i+100], twice[max(0, i-50):i+100])
	}
}

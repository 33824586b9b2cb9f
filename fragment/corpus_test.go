package fragment_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"htmlurl/fragment"
	"htmlurl/internal/testcase"
	"htmlurl/resolve"
)

// corpus parses the pages of the corpus. That some are not in UTF-8 matters to few IDs.
func corpus(t testing.TB) map[string]*html.Node {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(testcase.Corpus(t), "pages", "*"))
	if err != nil {
		t.Fatal(err)
	}
	const wantPages = 160
	if len(files) != wantPages {
		t.Fatalf("%d pages, want %d", len(files), wantPages)
	}
	pages := map[string]*html.Node{}
	for _, file := range files {
		page, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		pages[file] = parse(t, strings.ToValidUTF8(string(page), "\ufffd"))
	}
	return pages
}

// TestCorpus follows the links within each real page, and compares Index.Find with Find.
func TestCorpus(t *testing.T) {
	pages := corpus(t)
	for _, edition := range resolve.Editions() {
		found, targets, unreachable := map[fragment.By]int{}, 0, 0
		for file, root := range pages {
			x := fragment.NewIndex(root)
			for _, s := range links(t, root, edition) {
				target, ok := x.Find(s, edition)
				if want, _ := fragment.Find(root, s, edition); target != want {
					t.Errorf("%s: %v: #%s: %v, want %v", file, edition, s, target, want)
				}
				show(t, target, ok)
				found[target.By]++
			}
			for _, reachable := range x.All(edition) {
				targets++
				if !reachable {
					unreachable++
				}
			}
		}
		t.Logf("%v: %d targets, %d of them unreachable; links found by %v", edition, targets, unreachable, found)
	}
}

// links returns the fragments of the links that are only that.
func links(t *testing.T, root *html.Node, edition resolve.Edition) (fragments []string) {
	t.Helper()
	base := mustParse(t, edition, "http://h/")
	for _, n := range modelElements(root) {
		href := attribute(n.node, "href")
		if n.node.Data != "a" || !strings.HasPrefix(href, "#") {
			continue
		}
		if u, err := (resolve.Resolver{Edition: edition}).Resolve(base, href); err == nil {
			s, _ := u.Fragment()
			fragments = append(fragments, s)
		}
	}
	return fragments
}

// BenchmarkNewIndex reads all pages of the corpus, which are parsed.
func BenchmarkNewIndex(b *testing.B) {
	pages := corpus(b)
	b.ReportAllocs()
	for b.Loop() {
		for _, root := range pages {
			fragment.NewIndex(root)
		}
	}
}

// BenchmarkFind looks for fragments in a page with an index and without.
func BenchmarkFind(b *testing.B) {
	root := parse(b, strings.Repeat("<p id=x><a name=y>", 1000)+"<p id=section><p id='a b'>")
	x := fragment.NewIndex(root)
	for name, s := range map[string]string{"plain": "section", "percent-encoded": "a%20b", "none": "nothing"} {
		b.Run("index/"+name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				x.Find(s, resolve.Living)
			}
		})
		b.Run("tree/"+name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				fragment.Find(root, s, resolve.Living)
			}
		})
	}
}

package report_test

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/PuerkitoBio/goquery"

	"htmlurl/check"
)

// site returns a report of pages, each of which links to the first and the next.
func site(names ...string) *check.Report {
	r := &check.Report{}
	for i, name := range names {
		r.Pages = append(r.Pages, check.PageSummary{Name: name, Links: 2})
		r.Edges = append(r.Edges, check.Edge{From: name, To: names[0], Links: 1},
			check.Edge{From: name, To: names[(i+1)%len(names)], Links: 1})
	}
	return r
}

// numbered returns names with the numbers from 0 on.
func numbered(format string, n int) []string {
	var names []string
	for i := range n {
		names = append(names, fmt.Sprintf(format, i))
	}
	return names
}

// TestNodes holds what the nodes of a picture are, by their labels.
func TestNodes(t *testing.T) {
	cases := []struct {
		name  string
		pages []string
		want  []string // the first labels, or all
		count int
		kind  string
	}{
		{"no page", nil, nil, 0, ""},
		{"one page", []string{"site/a.html"}, []string{"a.html"}, 1, "Pages"},
		{"two pages", []string{"site/b.html", "site/a/a.html"}, []string{"a/a.html", "b.html"}, 2, "Pages"},
		{"the root", []string{"", "a"}, []string{"/", "a"}, 2, "Pages"},
		{"two servers", []string{"https://b.test/", "https://a.test/x"}, []string{"a.test/x", "b.test/"}, 2, "Pages"},
		{"few pages", numbered("site/%02d.html", 40), []string{"00.html", "01.html"}, 40, "Pages"},
		{"a folder", numbered("site/%03d.html", 500), []string{"000.html", "001.html"}, 40, "Pages"},
		{"folders", append(numbered("site/a/b/%d/index.html", 30), numbered("site/%d.html", 30)...), []string{"site/", "a/b/0/", "a/b/1/"}, 31, "Folders"},
		{"many folders", numbered("site/%d/index.html", 41), []string{"0/", "1/"}, 40, "Folders"},
		{"deep folders", slices.Concat(numbered("site/a/%d/x", 30), numbered("site/b/%d/x", 30), numbered("site/c/%d/x", 30), []string{"site/x"}),
			[]string{"site/", "a/", "b/", "c/"}, 4, "Folders"},
		{"deeper than is looked", numbered(strings.Repeat("a/", 20)+"%d/b/c/d/e/f/g/h/i/j/k", 41), []string{"0/", "1/"}, 40, "Folders"},
		{"long names", []string{"site/" + strings.Repeat("x", 100) + "/end.html", "site/a"}, []string{"a", "…" + strings.Repeat("x", 15) + "/end.html"}, 2, "Pages"},
		{"wide names", []string{"site/" + strings.Repeat("字", 100), "site/a"}, []string{"a", "…" + strings.Repeat("字", 12)}, 2, "Pages"},
	}
	for _, c := range cases {
		page := parse(t, site(c.pages...))
		labels := texts(page, "#picture text")
		if len(labels) != c.count || !slices.Equal(labels[:min(len(labels), len(c.want))], c.want) {
			t.Errorf("%s: got %d nodes %q, want %d nodes %q", c.name, len(labels), labels, c.count, c.want)
		}
		if kind, _, _ := strings.Cut(page.Find("#picture").AttrOr("aria-label", ""), " "); kind != c.kind {
			t.Errorf("%s: they are %s", c.name, kind)
		}
	}
	if len(cases) != 13 {
		t.Errorf("%d cases", len(cases))
	}
}

// TestEdges holds that links are added up by folders, and that broken ones are seen.
func TestEdges(t *testing.T) {
	r := site(append(numbered("site/a/%02d.html", 25), numbered("site/b/%02d.html", 25)...)...)
	for _, folder := range "cde" {
		r.Pages = append(r.Pages, check.PageSummary{Name: fmt.Sprintf("site/%c/index.html", folder), Links: 7})
	}
	r.Pages[3].Errors = 2
	r.Edges = append(r.Edges, check.Edge{From: "site/a/03.html", To: "site/c/index.html", Links: 1200, Broken: 2})
	page := parse(t, r)
	expect(t, "nodes", texts(page, ".node title"), []string{
		"site/a/: 25 pages, 50 links, 49 of them inside, 2 errors", "site/b/: 25 pages, 50 links, 24 of them inside",
		"site/c/: 7 links", "site/d/: 7 links", "site/e/: 7 links"})
	expect(t, "edges", texts(page, "#picture .edge title"), []string{
		"site/a/ → site/b/: 1 link", "site/b/ → site/a/: 26 links", "site/a/ → site/c/: 1,200 links, 2 broken"})
	expect(t, "broken nodes", texts(page, "#picture .node.broken text"), []string{"a/"})
	expect(t, "broken edges", texts(page, "#picture .edge.broken title"), []string{"site/a/ → site/c/: 1,200 links, 2 broken"})
}

// TestPlaces holds that no two nodes touch, that all is in the picture, and that there are not too many edges.
func TestPlaces(t *testing.T) {
	for n := 1; n <= 40; n++ {
		r := site(numbered("site/%02d", n)...)
		for _, from := range r.Pages {
			for _, to := range r.Pages {
				r.Edges = append(r.Edges, check.Edge{From: from.Name, To: to.Name, Links: 1})
			}
		}
		page := parse(t, r)
		var x, y, w, h float64
		fmt.Sscan(page.Find("#picture").AttrOr("viewbox", page.Find("#picture").AttrOr("viewBox", "")), &x, &y, &w, &h)
		var circles [][3]float64
		page.Find("#picture circle").Each(func(_ int, s *goquery.Selection) {
			var c [3]float64
			fmt.Sscan(s.AttrOr("cx", "")+" "+s.AttrOr("cy", "")+" "+s.AttrOr("r", ""), &c[0], &c[1], &c[2])
			for _, d := range circles {
				if math.Hypot(c[0]-d[0], c[1]-d[1]) < c[2]+d[2] {
					t.Fatalf("%d nodes: two touch", n)
				}
			}
			if circles = append(circles, c); c[2] == 0 || math.Abs(c[0])+c[2] > w/2 || math.Abs(c[1])+c[2] > h/2 {
				t.Fatalf("%d nodes: %v is not in the picture %v %v", n, c, w, h)
			}
		})
		edges := page.Find("#picture .edge").Length()
		if hidden := strings.Contains(page.Find("figcaption").Text(), "left out"); len(circles) != n || edges != min(n*(n-1), 400) || hidden != (n > 20) {
			t.Fatalf("%d nodes: %d circles, %d edges", n, len(circles), edges)
		}
	}
}

// TestLargePicture holds that large sites and deep paths take no time.
func TestLargePicture(t *testing.T) {
	start := time.Now()
	for _, names := range [][]string{
		numbered("site/%d/index.html", 50_000), numbered("site/%d.html", 50_000), numbered(strings.Repeat("/", 10_000)+"%d", 500),
		append(numbered(strings.Repeat("a/", 10_000)+"%d", 500), "b"),
	} {
		if n := parse(t, site(names...)).Find("#picture .node").Length(); n == 0 || n > 40 {
			t.Errorf("%d nodes", n)
		}
	}
	if d := time.Since(start); d > 20*time.Second {
		t.Errorf("it took %v", d)
	}
}

package main

import (
	"bytes"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// tiny is a page whose links nobody gets wrong.
var tiny = page{"tiny.html", "https://example.com/dir/page", []byte(`<!DOCTYPE html><base href="../other/">
<link rel="stylesheet" href="style.css"><script src="//example.net/s.js"></script>
<a href=" a?b=c&amp;d#e">a</a> <a href="https://example.org">elsewhere</a>
<img src="i.png" srcset="i.png 1x, w=1,h=2.png 2x"> <video src="v" poster="/p"></video>
<form action="f"><button formaction="g"></button></form> <q cite="c">q</q> <object data="o"></object>`)}

var tinyURLs = []string{
	"https://example.com/other/style.css", "https://example.net/s.js", "https://example.com/other/a?b=c&d#e",
	"https://example.org/", "https://example.com/other/i.png", "https://example.com/other/i.png",
	"https://example.com/other/w=1,h=2.png", "https://example.com/other/v", "https://example.com/p",
	"https://example.com/other/f", "https://example.com/other/g", "https://example.com/other/c",
	"https://example.com/other/o",
}

// TestExtractors holds that who looks for links finds those of the tiny page.
func TestExtractors(t *testing.T) {
	looking := 0
	for _, e := range allExtractors() {
		var got []string
		if err := e.extract(tiny, func(url string) { got = append(got, understood(url)) }); err != nil {
			t.Fatalf("%s: %v", e.name, err)
		}
		if !e.looks(link{place: "a href"}) {
			continue
		}
		looking++
		got = slices.DeleteFunc(got, func(url string) bool { return url == "https://example.com/other/" }) // the base itself
		slices.Sort(got)
		if want := slices.Sorted(slices.Values(tinyURLs)); !slices.Equal(got, want) {
			t.Errorf("%s finds\n%s\nwant\n%s", e.name, strings.Join(got, "\n"), strings.Join(want, "\n"))
		}
	}
	if looking != 5 {
		t.Errorf("%d extractors look for links, want 5", looking)
	}
}

// TestJudge holds what counts as a mistake: what is given too often or too seldom, where the extractor looks, but not
// another spelling or an empty fragment.
func TestJudge(t *testing.T) {
	p := page{"p", "https://example.com/", []byte(`<a href=x>1</a><a href=x>2</a><a href=y>3</a>
<a href="http://[">4</a><img src=z>`)}
	for _, test := range []struct {
		gives         string
		missed, wrong string
	}{
		{"https://example.com/x https://example.com/x https://example.com/y", "", ""},
		{"https://example.com/y# https://EXAMPLE.com:443/x https://example.com/./x", "", ""},
		{"https://example.com/y https://example.com/y https://example.com/x", "https://example.com/x",
			"https://example.com/y"},
		{"https://example.com/x https://example.com/x", "https://example.com/y", ""},
		{"y https://example.com/x https://example.com/x https://example.com/y", "", "y"},
	} {
		gives := func(_ page, give func(string)) error {
			for url := range strings.FieldsSeq(test.gives) {
				give(url)
			}
			return nil
		}
		j, err := judge([]page{p}, []extractor{{"fake", func(l link) bool { return l.place == "a href" }, gives}})
		if err != nil {
			t.Fatal(err)
		}
		v := j.verdicts[0]
		if missed, wrong := urlsOf(v.missed), urlsOf(v.wrong); missed != test.missed || wrong != test.wrong {
			t.Errorf("of %q missed %q, false %q, want %q, %q", test.gives, missed, wrong, test.missed, test.wrong)
		}
		if n := len(strings.Fields(test.gives)); j.links != 5 || j.urls != 4 || v.sought != 3 || v.found != n {
			t.Errorf("%d links, %d with URL, %d sought, %d found, want 5, 4, 3, %d", j.links, j.urls, v.sought, v.found, n)
		}
	}
}

func urlsOf(all []mistake) string {
	var urls []string
	for _, m := range all {
		urls = append(urls, m.url)
	}
	return strings.Join(urls, " ")
}

// TestExtract compares the extractors on the tiny page: each has a row.
func TestExtract(t *testing.T) {
	for _, markdown := range []bool{false, true} {
		var out bytes.Buffer
		if err := (options{rounds: 1, markdown: markdown, verbose: true}).extract(&out, []page{tiny}); err != nil {
			t.Fatal(err)
		}
		rows := regexp.MustCompile(`(?m)^(\| )?(html|document|goquery|colly)\b.* \d+( \|)?$`)
		if n := len(rows.FindAllString(out.String(), -1)); n != len(allExtractors()) {
			t.Errorf("%d rows, want %d:\n%s", n, len(allExtractors()), out.String())
		}
	}
}

// TestPages holds how much there is to extract, and that who looks everywhere makes no mistakes.
func TestPages(t *testing.T) {
	pages := existing(t, readPages)
	j, err := judge(pages, allExtractors())
	if err != nil {
		t.Fatal(err)
	}
	const wantPages, wantLinks, wantURLs = 160, 37184, 37183
	if len(pages) != wantPages || j.links != wantLinks || j.urls != wantURLs {
		t.Errorf("%d pages with %d links, %d URLs, want %d, %d, %d",
			len(pages), j.links, j.urls, wantPages, wantLinks, wantURLs)
	}
	for _, v := range j.verdicts {
		if v.sought == j.urls && len(v.missed)+len(v.wrong) != 0 {
			t.Errorf("%s: missed %d, such as %v; false %d, such as %v",
				v.name, len(v.missed), v.missed[:min(3, len(v.missed))], len(v.wrong), v.wrong[:min(3, len(v.wrong))])
		}
	}
}

// BenchmarkLinks runs the extractors one after the other. The command lets them take turns.
func BenchmarkLinks(b *testing.B) {
	pages := existing(b, readPages)
	for _, e := range allExtractors() {
		b.Run(e.name, func(b *testing.B) {
			b.SetBytes(int64(size(pages)))
			loop(b, func() { e.pass(pages) }, len(pages), "page")
		})
	}
}

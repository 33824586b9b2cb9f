package check_test

import (
	"strings"
	"testing"
	"testing/fstest"
	"unicode/utf8"

	"htmlurl/check"
	"htmlurl/resolve"
)

// FuzzPlain holds that HTML5 and Living agree about references that are taken to be plain.
func FuzzPlain(f *testing.F) {
	for _, seed := range []string{
		"a/b.html?c=d#e", "../../x", "http://example.com", "https://a-b.example/%7Ex/", "//a", "a//b", "%2e%2E/x", "http://1.2/",
		"http://a..b/", "http://-a.b/", "http:/a", "?", "#", ".", "..", "a/..", "/..//x", "http://xn--a/", "https://a.b.", "a%", "%zz",
		"http://" + strings.Repeat("a", 64) + "/", "x;y,z", "http://a.b?x#y", "http://a.b1/", "/./..", "a/./b/../c", "!$()*",
	} {
		f.Add(seed)
	}
	base := "http://example.com/a/b/c?q"
	f.Fuzz(func(t *testing.T, raw string) {
		if !check.IsPlain(raw) {
			return
		}
		var meanings []string
		for _, edition := range []resolve.Edition{resolve.HTML5, resolve.Living} {
			r := resolve.Resolver{Edition: edition}
			b, err := r.Parse(base)
			if err != nil {
				t.Fatal(err)
			}
			u, err := r.Resolve(b, raw)
			if err != nil {
				t.Fatalf("%q is plain, but has no URL in %v: %v", raw, edition, err)
			}
			meanings = append(meanings, check.MeaningOf(u))
		}
		if meanings[0] != meanings[1] {
			t.Fatalf("%q is plain, but means %q and %q", raw, meanings[0], meanings[1])
		}
	})
}

// FuzzCheck checks a page of any bytes, a style sheet and an SVG image with the same text: nothing panics, every finding
// has a rule that is explained and a place in the page, and a second check finds the same.
func FuzzCheck(f *testing.F) {
	for _, seed := range []string{
		"<a href=x><a href='#y'><base href=z>", "<svg><base href=x><use href='#a'>", "<iframe srcdoc='<a href=x>'>",
		"<style>@import 'x';a{b:url(\\22)}</style>", "\xff\xfe<\x00a\x00", "<img srcset='a 1x,b 2x,,'>", "<a href='\\\\x'><a href='a b'>",
		"<p data-htmlurl-ignore><a href=x>", "<meta http-equiv=refresh content='0;url=x'>", "<a href='page.html#:~:text=x'>",
		"<a href='http:x'><a href='http://[' ><a href=data:x><a href=file:x>", "<template><a href=x></template><math><base href=x>",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		site := fstest.MapFS{}
		for _, name := range []string{"page.html", "sheet.css", "image.svg", "dir/index.html"} {
			site[name] = &fstest.MapFile{Data: []byte(text)}
		}
		for _, edition := range []resolve.Edition{resolve.HTML5, resolve.Living} {
			c := check.Checker{Edition: edition, Sources: true, Graph: true, All: true, Files: check.Files{Orphans: true}}
			r, err := c.Check(t.Context(), check.Site{FS: site, Address: "https://example.com/"})
			again, errAgain := c.Check(t.Context(), check.Site{FS: site, Address: "https://example.com/"})
			if err != nil || errAgain != nil {
				t.Fatal(err, errAgain)
			}
			if len(r.Findings) != len(again.Findings) {
				t.Fatalf("%d findings, then %d", len(r.Findings), len(again.Findings))
			}
			for i, finding := range r.Findings {
				if finding != again.Findings[i] {
					t.Fatalf("%+v, then %+v", finding, again.Findings[i])
				}
				checkFinding(t, finding, text)
			}
		}
	})
}

// checkFinding checks what holds for each finding in a page with a text.
func checkFinding(t *testing.T, f check.Finding, text string) {
	t.Helper()
	switch {
	case f.Rule.Explanation() == "", f.Message == "", f.Page == "":
		t.Fatalf("%+v does not say what is wrong", f)
	case f.Line < 0 || f.Line > len(text)+1 || f.Line > 0 && (f.Column < 1 || f.Column > len(text)+1):
		t.Fatalf("%+v is not in the page", f)
	case f.SourceColumn > utf8.RuneCountInString(f.Source)+1:
		t.Fatalf("%+v marks nothing", f)
	}
}

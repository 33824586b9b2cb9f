package main

import (
	"strings"
	"testing"
	"testing/fstest"
)

// TestPrintBroken checks a site whose base element in an SVG image does not count.
func TestPrintBroken(t *testing.T) {
	site := fstest.MapFS{
		"index.html": {Data: []byte("<!DOCTYPE html>\n<svg><base href='elsewhere/'/></svg>\n<a href='news.html#TOP'>News</a>\n" +
			"<a href='https://example.com/news.html#may'>May</a> <a href='News.html'>News</a>")},
		"news.html": {Data: []byte("<!DOCTYPE html><h1 id=june>June</h1><a href='/'>Home</a>")},
	}
	var out strings.Builder
	broken, err := printBroken(t.Context(), &out, site, "https://example.com/")
	const want = `index.html:4:10: "https://example.com/news.html#may": news.html has no element with the ID "may"
index.html:4:62: "News.html": there is no file News.html; there is news.html, in other letter case
`
	if err != nil || broken != 2 || out.String() != want {
		t.Errorf("%d broken, %v:\n%s\nwant\n%s", broken, err, out.String(), want)
	}
}

package main

import (
	"bytes"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"testing"
)

// TestSavePage saves a page of a server on the loopback interface.
func TestSavePage(t *testing.T) {
	pages := map[string]string{
		"/news/":         `<link rel="stylesheet" href="/style.css"><img src="soup.svg"><img src="missing.png">`,
		"/style.css":     `body { background: url(paper.svg) }`,
		"/paper.svg":     `<svg xmlns="http://www.w3.org/2000/svg"/>`,
		"/news/soup.svg": `<svg xmlns="http://www.w3.org/2000/svg"/>`,
	}
	types := map[string]string{".css": "text/css", ".svg": "image/svg+xml", "": "text/html; charset=utf-8"}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		page, ok := pages[r.URL.Path]
		if !ok {
			http.NotFound(w, r)
			return
		}
		w.Header().Set("Content-Type", types[filepath.Ext(r.URL.Path)])
		w.Write([]byte(page))
	}))
	defer server.Close()

	var out bytes.Buffer
	if err := savePage(&out, server.URL+"/news/", filepath.Join(t.TempDir(), "news")); err != nil {
		t.Fatal(err)
	}
	want := `index.html: http://SERVER/news/
files/style.css: http://SERVER/style.css
files/soup.svg: http://SERVER/news/soup.svg
http://SERVER/news/missing.png: the server answers 404 Not Found
files/paper.svg: http://SERVER/paper.svg
`
	got := strings.ReplaceAll(out.String(), strings.TrimPrefix(server.URL, "http://"), "SERVER")
	if got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
}

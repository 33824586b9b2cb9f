package main

import (
	"bytes"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"htmlurl/fetch"
)

// TestPrintSite crawls a site on the loopback interface.
func TestPrintSite(t *testing.T) {
	pages := map[string]string{
		"/": `<title>Home</title><base href="/news/"><nav><a href="/about">About</a></nav>
			<main><a href="1#top">One</a> <a href="2">Two</a></main>`,
		"/news/1": `<title>One</title><main><a href="/">Home</a></main>`,
		"/news/2": "gone",
		"/about":  `<title>About</title>`,
	}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch page, ok := pages[r.URL.Path]; {
		case !ok:
			http.NotFound(w, r)
		case page == "gone":
			w.WriteHeader(http.StatusGone)
		default:
			w.Write([]byte("<!DOCTYPE html>" + page))
		}
	}))
	defer server.Close()

	var out bytes.Buffer
	if err := printSite(t.Context(), &out, &fetch.Client{AllowPrivate: true}, []string{server.URL}); err != nil {
		t.Fatal(err)
	}
	want := `http://SERVER/: Home
	One -> http://SERVER/news/1#top
	Two -> http://SERVER/news/2
http://SERVER/about: About
http://SERVER/news/1: One
	Home -> http://SERVER/
http://SERVER/news/2: status 410, 
`
	got := strings.ReplaceAll(out.String(), strings.TrimPrefix(server.URL, "http://"), "SERVER")
	if got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
}

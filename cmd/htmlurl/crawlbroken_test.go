package main

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"
)

// refusedURL returns a URL at which nobody listens.
func refusedURL(t *testing.T) string {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	l.Close()
	return "http://" + l.Addr().String() + "/"
}

// raw answers a request with bytes that need not be HTTP, and closes the connection.
func raw(w http.ResponseWriter, text string) {
	conn, _, err := http.NewResponseController(w).Hijack()
	if err != nil {
		panic(err)
	}
	io.WriteString(conn, text)
	conn.Close()
}

// bomb is a compressed body of 64 MB.
func bomb() []byte {
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	page := bytes.Repeat([]byte("<p>"), 1<<20/3)
	for range 64 {
		z.Write(page)
	}
	z.Close()
	return b.Bytes()
}

// broken are pages that cannot be had, by what the error must say: any of the words.
var broken = []struct {
	path    string
	message string
	answer  func(w http.ResponseWriter, r *http.Request)
}{
	{"/cut", "cut|EOF", func(w http.ResponseWriter, _ *http.Request) {
		raw(w, "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 1000\r\n\r\n<a href=/trap>cut")
	}},
	{"/chunk", "cut|chunk|EOF", func(w http.ResponseWriter, _ *http.Request) {
		raw(w, "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nTransfer-Encoding: chunked\r\n\r\nfff\r\n<a href=/trap>cut")
	}},
	{"/badchunk", "cut|chunk", func(w http.ResponseWriter, _ *http.Request) {
		raw(w, "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n<a href=/trap>")
	}},
	{"/length", "Content-Length", func(w http.ResponseWriter, _ *http.Request) {
		raw(w, "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: many\r\n\r\n<a href=/trap>")
	}},
	{"/lengths", "Content-Length", func(w http.ResponseWriter, _ *http.Request) {
		raw(w, "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 3\r\nContent-Length: 4\r\n\r\n<p>.")
	}},
	{"/empty", "without an answer", func(w http.ResponseWriter, _ *http.Request) { raw(w, "") }},
	{"/garbage", "malformed|HTTP", func(w http.ResponseWriter, _ *http.Request) { raw(w, "220 smtp.invalid ESMTP\r\n\r\n") }},
	{"/status", "malformed|status", func(w http.ResponseWriter, _ *http.Request) { raw(w, "HTTP/1.1 fine OK\r\n\r\n") }},
	{"/header", "malformed|header", func(w http.ResponseWriter, _ *http.Request) {
		raw(w, "HTTP/1.1 200 OK\r\nno field\r\n\r\n")
	}},
	{"/panic", "without an answer", func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) }},
	{"/hugeheader", "header|long", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("X-Long", strings.Repeat("x", 3<<20))
	}},
	{"/bomb", "long|large|limit|bytes", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Encoding", "gzip")
		w.Write(bomb())
	}},
	{"/large", "long|large|limit|bytes", func(w http.ResponseWriter, _ *http.Request) {
		w.Write(bytes.Repeat([]byte("<p>"), 1<<20))
	}},
	{"/nogzip", "gzip", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Encoding", "gzip")
		io.WriteString(w, "<a href=/trap>")
	}},
	{"/coding", "coding", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Encoding", "rot13")
		io.WriteString(w, "<a href=/trap>")
	}},
	{"/endless", "too long", func(w http.ResponseWriter, r *http.Request) {
		for r.Context().Err() == nil {
			io.WriteString(w, "<p>")
			http.NewResponseController(w).Flush()
			time.Sleep(20 * time.Millisecond)
		}
	}},
	{"/silent", "too long", func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() }},
	{"/loop", "loop|circle", redirect("/loop")},
	{"/circle/1", "loop|circle", redirect("/circle/2")},
	{"/circle/2", "loop|circle", redirect("/circle/1")},
	{"/forever/0", "redirects", redirect("/forever/00")},
	{"/tobad", "Location|resolve|URL", redirect("http://[bad/")},
	{"/deep", "nested", func(w http.ResponseWriter, _ *http.Request) {
		io.WriteString(w, "<!doctype html>"+strings.Repeat("<div>", 2000))
	}},
	{"/noxml", "well-formed|XML", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/xhtml+xml")
		io.WriteString(w, "<html xmlns='http://www.w3.org/1999/xhtml'><a href='/trap'>")
	}},
}

// left are redirects that lead to what is not crawled: they are listed, and not followed.
var left = []string{"file:///etc/passwd", "mailto:a@b.invalid", "ftp://b.invalid/", "javascript:alert(1)",
	"data:text/html,<a%20href=/trap>", "http://other.invalid/", "https://127.0.0.1/"}

// redirect answers with a Location field as it is.
func redirect(location string) func(http.ResponseWriter, *http.Request) {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Location", location)
		w.WriteHeader(http.StatusFound)
	}
}

// newBroken serves a page with links to what is broken or left, and between these to pages that are not.
func newBroken(t *testing.T) *httptest.Server {
	mux := http.NewServeMux()
	var links strings.Builder
	handle := func(path string, handler http.HandlerFunc) {
		mux.HandleFunc(path, func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Type", "text/html")
			handler(w, r)
		})
	}
	for i, c := range broken {
		handle(c.path, c.answer)
		fmt.Fprintf(&links, "<a href=%s>x</a><a href=/good/%d>y</a>", c.path, i)
	}
	for i, location := range left {
		path := fmt.Sprint("/left/", i)
		handle(path, redirect(location))
		fmt.Fprintf(&links, "<a href=%s>x</a>", path)
	}
	handle("/forever/", func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, r.URL.Path+"0", http.StatusFound)
	})
	handle("/good/", func(w http.ResponseWriter, r *http.Request) {
		fmt.Fprintf(w, "<a href='/better%s'>z</a>", r.URL.Path)
	})
	handle("/better/", func(http.ResponseWriter, *http.Request) {})
	handle("/gone", func(w http.ResponseWriter, _ *http.Request) {
		w.WriteHeader(http.StatusGone)
		io.WriteString(w, "<a href=/trap>x</a>")
	})
	handle("/{$}", func(w http.ResponseWriter, _ *http.Request) { io.WriteString(w, links.String()+"<a href=/gone>") })
	server := httptest.NewServer(mux)
	t.Cleanup(server.Close)
	return server
}

// TestCrawlBroken holds that a page that cannot be had costs nothing but itself: it has a line that says why, and the
// crawl goes on.
func TestCrawlBroken(t *testing.T) {
	server, refused := newBroken(t), refusedURL(t)
	found := map[string]crawlLine{}
	for _, line := range crawlLines(t, "--timeout", "1s", "--max-bytes", "1MB", server.URL+"/", refused) {
		found[line.URL] = line
	}
	checkError(t, found[refused], refused, "refused")
	for i, c := range broken {
		url := server.URL + c.path
		checkError(t, found[url], url, c.message)
		for _, good := range []string{"/good/", "/better/good/"} {
			if url := fmt.Sprint(server.URL, good, i); found[url].Status != http.StatusOK || found[url].Error != nil {
				t.Errorf("%s: %+v", url, found[url])
			}
		}
	}
	for i, location := range left {
		line := found[fmt.Sprint(server.URL, "/left/", i)]
		if line.Status != http.StatusFound || line.Address != location || len(line.Redirects) != 1 || len(line.Links) > 0 {
			t.Errorf("%s: %+v", location, line)
		}
	}
	if gone := found[server.URL+"/gone"]; gone.Status != http.StatusGone || gone.Error != nil || len(gone.Links) > 0 {
		t.Errorf("%+v", gone)
	}
	if want := 3*len(broken) + len(left) + len([]string{"/", "/gone", refused}); len(found) != want {
		t.Errorf("%d lines, want %d", len(found), want)
	}
}

// checkError holds that a line has an error, with one of the words.
func checkError(t *testing.T, line crawlLine, url, words string) {
	t.Helper()
	if line.URL != url || line.Error == nil || len(line.Links) > 0 {
		t.Errorf("%s: no error, or links: %+v", url, line)
		return
	}
	says := false
	for word := range strings.SplitSeq(words, "|") {
		says = says || strings.Contains(line.Error.Message, word)
	}
	if !says || len(line.Error.Message) > 1000 {
		t.Errorf("%s says %.500q, want %s", url, line.Error.Message, words)
	}
}

package fetch_test

import (
	"encoding/binary"
	"errors"
	"io"
	"net/http"
	"slices"
	"strings"
	"testing"
	"unicode/utf16"

	"htmlurl/document"
	"htmlurl/fetch"
	"htmlurl/resolve"
)

// TestDocument holds what a Client makes of a page: its address after redirects, its encoding and its references.
func TestDocument(t *testing.T) {
	w := newWeb(t, func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/":
			http.Redirect(w, r, "http://b.example.com/dir/page", http.StatusMovedPermanently)
		case "/dir/page":
			w.Header().Set("Content-Type", "text/html; charset=windows-1252")
			w.Header().Add("Link", "<style.css>; rel=stylesheet")
			w.Header().Add("Link", "</next>; rel=next")
			io.WriteString(w, "<meta charset=utf-8><a href='x?\xe9'>")
		}
	})
	d, err := w.client().Document(t.Context(), "http://a.example.com/", document.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if got := d.Address().String(); got != "http://b.example.com/dir/page" {
		t.Errorf("the address is %s", got)
	}
	if name, source := d.Encoding(); name != "windows-1252" || source != document.FromContentType {
		t.Errorf("the encoding is %s by %s", name, source)
	}
	var links []string
	for link := range d.Links() {
		links = append(links, link.URL.String())
	}
	want := []string{"http://b.example.com/dir/style.css", "http://b.example.com/next", "http://b.example.com/dir/x?%E9"}
	if !slices.Equal(links, want) {
		t.Errorf("the references are %q", links)
	}
}

// TestDocumentTypes holds which resources are documents, by the sniffed type of 2.7.4, and which parser reads them.
func TestDocumentTypes(t *testing.T) {
	const html = "<!DOCTYPE html><title>t</title><a href=x>"
	const xhtml = `<html xmlns="http://www.w3.org/1999/xhtml"><body><a href="x"/></body></html>`
	for _, c := range []struct {
		contentType, nosniff, body, sniffed string
		document                            bool
	}{
		{"text/html", "", html, "text/html", true},
		{"TEXT/HTML;charset=utf-8", "", html, "text/html", true},
		{"text/html", "", "", "text/html", true},
		{"text/html", "nosniff", "x", "text/html", true},
		{"", "", html, "text/html", true},
		{"", "", "  \n<A href=x>", "text/html", true},
		{"unknown/unknown", "", html, "text/html", true},
		{"application/xhtml+xml", "", xhtml, "application/xhtml+xml", true},
		{"application/xml", "", xhtml, "application/xml", true},
		{"text/xml; charset=utf-8", "", xhtml, "text/xml", true},
		{"image/svg+xml", "", `<svg xmlns="http://www.w3.org/2000/svg"><a href="x"/></svg>`, "image/svg+xml", true},
		{"text/plain", "", html, "text/plain", false},
		{"text/plain; charset=utf-8", "", html, "text/plain", false},
		{"application/octet-stream", "", html, "application/octet-stream", false},
		{"application/json", "", "{}", "application/json", false},
		{"image/png", "", "\x89PNG\r\n\x1a\n", "image/png", false},
		{"image/png", "", html, "image/png", false},
		{"", "", "\x89PNG\r\n\x1a\n", "image/png", false},
		{"", "", "%PDF-1.4", "application/pdf", false},
		{"", "", "plain text", "text/plain", false},
		{"text/plain", "", "\x00\x01\x02", "application/octet-stream", false},
		{"text/css", "", "a{}", "text/css", false},
	} {
		s := newSite(t, func(w http.ResponseWriter, _ *http.Request) {
			w.Header()["Content-Type"] = nil
			if c.contentType != "" {
				w.Header().Set("Content-Type", c.contentType)
			}
			if c.nosniff != "" {
				w.Header().Set("X-Content-Type-Options", c.nosniff)
			}
			io.WriteString(w, c.body)
		})
		client := loopback()
		checkType(t, client, s.URL, c.sniffed, c.body)
		d, err := client.Document(t.Context(), s.URL, document.Options{})
		if c.document != (err == nil) {
			t.Errorf("%q %.20q: %v", c.contentType, c.body, err)
		}
		if !c.document && err != nil {
			checkError(t, err)
			checkIs(t, err, fetch.ErrNotDocument)
			if !strings.Contains(err.Error(), c.sniffed) {
				t.Errorf("%v does not name %s", err, c.sniffed)
			}
		}
		if d != nil && strings.Contains(c.body, "href") && !hasLink(d, s.URL+"/x") {
			t.Errorf("%q %.20q: no reference to x", c.contentType, c.body)
		}
	}
}

func hasLink(d *document.Document, url string) bool {
	for link := range d.Links() {
		if link.URL.String() == url {
			return true
		}
	}
	return false
}

// checkType holds the sniffed type, and that the body is still whole after sniffing.
func checkType(t *testing.T, c *fetch.Client, url, want, body string) {
	t.Helper()
	response, err := c.Fetch(t.Context(), to(t, url))
	if err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if got, err := response.Type(); err != nil || got != want {
			t.Errorf("%q %.20q: the type is %s, want %s; %v", response.Header.Get("Content-Type"), body, got, want, err)
		}
	}
	if o := readAll(t, response, nil); o.err != nil || o.body != body {
		t.Errorf("after sniffing the body is %.50q, %v", o.body, o.err)
	}
}

// TestTypeOfStream holds that the type is known as soon as the beginning is, and where it cannot be, that the error is
// that of the body.
func TestTypeOfStream(t *testing.T) {
	release := make(chan bool)
	s := newSite(t, func(w http.ResponseWriter, _ *http.Request) {
		w.Header()["Content-Type"] = nil
		io.WriteString(w, "<!DOCTYPE html>"+strings.Repeat(" ", 4096))
		http.NewResponseController(w).Flush()
		<-release
	})
	defer close(release)
	response, err := loopback().Fetch(t.Context(), to(t, s.URL))
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	if got, err := response.Type(); got != "text/html" || err != nil {
		t.Errorf("%s, %v", got, err)
	}
}

// TestTypeOfCoded holds that what is sniffed is the resource, not its coding.
func TestTypeOfCoded(t *testing.T) {
	const text = "<!DOCTYPE html><p>"
	s := newSite(t, func(w http.ResponseWriter, _ *http.Request) {
		w.Header()["Content-Type"] = nil
		w.Header().Set("Content-Encoding", "gzip")
		w.Write(encode(t, "gzip", []byte(text)))
	})
	checkType(t, loopback(), s.URL, "text/html", text)
}

// TestDocumentTooLong holds that a page has the limits of any resource.
func TestDocumentTooLong(t *testing.T) {
	s := newSite(t, say("text/html", strings.Repeat("<p>", 10_000)))
	for _, limits := range []fetch.Limits{{Bytes: 10_000}, {DecodedBytes: 10_000}} {
		_, err := (&fetch.Client{AllowPrivate: true, Limits: limits}).Document(t.Context(), s.URL, document.Options{})
		checkError(t, err)
		checkIs(t, err, fetch.ErrTooLong)
	}
}

// TestDocumentErrors holds that no page is an error with the URL and the reason.
func TestDocumentErrors(t *testing.T) {
	s := newSite(t, func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		switch r.URL.Path {
		case "/404":
			w.WriteHeader(404)
		case "/500":
			w.WriteHeader(500)
		case "/300":
			w.WriteHeader(300)
		case "/cut":
			w.Header().Set("Content-Length", "100")
		case "/xml":
			w.Header().Set("Content-Type", "application/xhtml+xml")
		}
		io.WriteString(w, "<p><a href=x>")
	})
	c := loopback()
	for path, kind := range map[string]error{
		"/404": fetch.ErrStatus, "/500": fetch.ErrStatus, "/300": fetch.ErrStatus,
		"/cut": fetch.ErrCut, "/xml": document.ErrNotWellFormed,
	} {
		_, err := c.Document(t.Context(), s.URL+path, document.Options{})
		checkError(t, err)
		checkIs(t, err, kind)
		if kind == fetch.ErrStatus && strings.Count(strings.TrimPrefix(err.Error(), s.URL), path[1:]) < 1 {
			t.Errorf("%v does not name the status", err)
		}
		if !strings.Contains(err.Error(), s.URL+path) {
			t.Errorf("%v does not name the URL", err)
		}
	}
	for _, url := range []string{"", "page.html", "//h/", "/", "http://"} {
		_, err := c.Document(t.Context(), url, document.Options{})
		checkIs(t, err, fetch.ErrURL)
		if _, ok := errors.AsType[*fetch.Error](err); !ok {
			t.Errorf("%q: %v", url, err)
		}
	}
	for _, url := range []string{"mailto:x@y", "javascript:1"} {
		if _, err := c.Document(t.Context(), url, document.Options{}); err == nil {
			t.Errorf("%s is a document", url)
		}
	}
}

// TestDocumentOfData holds documents that no server sends.
func TestDocumentOfData(t *testing.T) {
	d, err := new(fetch.Client).Document(t.Context(), "data:text/html,%3Ca%20href=http://h/x%3E", document.Options{})
	if err != nil || !hasLink(d, "http://h/x") || !strings.HasPrefix(d.Address().String(), "data:") {
		t.Error(err)
	}
}

// TestDocumentEncodings holds that the bytes of a page decide what its header leaves open.
func TestDocumentEncodings(t *testing.T) {
	const page = "<a href='?é'>"
	utf16Page := []byte{0xff, 0xfe}
	for _, unit := range utf16.Encode([]rune(page)) {
		utf16Page = binary.LittleEndian.AppendUint16(utf16Page, unit)
	}
	for _, c := range []struct{ contentType, body, want string }{
		{"text/html", string(utf16Page), "UTF-16LE"},
		{"text/html; charset=windows-1252", string(utf16Page), "UTF-16LE"},
		{"text/html; charset=utf-16le", string(utf16Page[2:]), "UTF-16LE"},
		{"text/html; charset=utf-8", "<meta charset=koi8-r>" + page, "UTF-8"},
		{"text/html; charset='utf-8'", "<meta charset=koi8-r>" + page, "KOI8-R"},
		{"text/html", "<meta charset=koi8-r>" + page, "KOI8-R"},
		{"", "<!DOCTYPE html><meta charset=koi8-r>" + page, "KOI8-R"},
		{"application/xhtml+xml; charset=koi8-r", `<?xml version="1.0" encoding="utf-8"?><x/>`, "KOI8-R"},
		{"application/xhtml+xml", `<?xml version="1.0" encoding="koi8-r"?><x/>`, "KOI8-R"},
	} {
		s := newSite(t, func(w http.ResponseWriter, _ *http.Request) {
			w.Header()["Content-Type"] = []string{c.contentType}
			if c.contentType == "" {
				w.Header()["Content-Type"] = nil
			}
			io.WriteString(w, c.body)
		})
		d, err := loopback().Document(t.Context(), s.URL, document.Options{})
		if err != nil {
			t.Errorf("%s: %v", c.contentType, err)
			continue
		}
		if got, source := d.Encoding(); got != c.want {
			t.Errorf("%s, %.30q: %s by %s, want %s", c.contentType, c.body, got, source, c.want)
		}
	}
}

// TestDocumentEdition holds that the documents of a Client are read by its rules.
func TestDocumentEdition(t *testing.T) {
	s := newSite(t, say("text/html", `<a href='\x'>`))
	for e, want := range map[resolve.Edition]string{resolve.HTML5: "/%5Cx", resolve.Living: "/x"} {
		d, err := (&fetch.Client{AllowPrivate: true, Edition: e}).Document(t.Context(), s.URL, document.Options{})
		if err != nil || !hasLink(d, s.URL+want) {
			t.Errorf("%v: %v", e, err)
		}
	}
}

// TestResponseDocument holds that a response of any status can be read as a document, with options of the caller.
func TestResponseDocument(t *testing.T) {
	s := newSite(t, func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=koi8-r")
		w.WriteHeader(404)
		io.WriteString(w, `<noscript><a href=x></noscript>`)
	})
	c := loopback()
	response, err := c.Fetch(t.Context(), to(t, s.URL+"/dir/#f"))
	if err != nil {
		t.Fatal(err)
	}
	d, err := response.Document(document.Options{NoScripting: true})
	if err != nil {
		t.Fatal(err)
	}
	if name, _ := d.Encoding(); name != "KOI8-R" || !hasLink(d, s.URL+"/dir/x") {
		t.Errorf("encoding %s, address %s", name, d.Address())
	}
	if _, err := response.Body.Read(make([]byte, 1)); err == nil {
		t.Error("the body is not closed")
	}
}

// TestReferrerChain holds that each page of a path of references is where the next request comes from.
func TestReferrerChain(t *testing.T) {
	w := newWeb(t, func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		switch r.URL.Path {
		case "/1":
			io.WriteString(w, `<a href="http://b.example.com/2#f">`)
		case "/2":
			http.Redirect(w, r, "/3?q", http.StatusFound)
		case "/3":
			io.WriteString(w, `<iframe srcdoc="<a href=4>">`)
		}
	})
	c := w.client()
	d, err := c.Document(t.Context(), "http://a.example.com/1#x", document.Options{})
	for range 2 {
		if err != nil {
			t.Fatal(err)
		}
		for link := range innermost(t, d).Links() {
			var response *fetch.Response
			if response, err = c.FetchLink(t.Context(), link); err == nil {
				d, err = response.Document(document.Options{})
			}
			break
		}
	}
	var got []string
	for _, q := range w.seen() {
		got = append(got, q.url+" from "+q.field("Referer"))
	}
	want := []string{
		"http://a.example.com/1 from none",
		"http://b.example.com/2 from http://a.example.com/1",
		"http://b.example.com/3?q from http://a.example.com/1",
		"http://b.example.com/4 from http://b.example.com/3?q",
	}
	if !slices.Equal(got, want) || err != nil {
		t.Errorf("%q, %v", got, err)
	}
}

// TestFetchLinkErrors holds that a reference without a URL is an error that says why.
func TestFetchLinkErrors(t *testing.T) {
	d := page(t, resolve.HTML5, "http://h/", "<a href='http://['>", nil)
	for link := range d.Links() {
		_, err := new(fetch.Client).FetchLink(t.Context(), link)
		if e, ok := errors.AsType[*resolve.Error](err); !ok || e.Input != "http://[" {
			t.Errorf("%v (%T)", err, err)
		}
		checkIs(t, err, fetch.ErrURL)
	}
	_, err := new(fetch.Client).FetchLink(t.Context(), document.Link{})
	checkIs(t, err, fetch.ErrURL)
}

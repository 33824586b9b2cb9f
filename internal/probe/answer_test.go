package probe_test

import (
	"errors"
	"fmt"
	"io"
	"net/http"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/synctest"

	"htmlurl/document"
	"htmlurl/fetch"
	"htmlurl/internal/probe"
	"htmlurl/resolve"
)

// page has some targets.
const page = `<!DOCTYPE html><title>A page</title><h2 id="one">1</h2><h2 id="é">2</h2><a name="old">3</a>` +
	`<p id="a:~:b">4<template><p id="inert"></template>`

// resources answers as the path says. A path of numbers has the statuses of HEAD and GET.
func resources(w http.ResponseWriter, q *http.Request) {
	say := func(contentType, body string) {
		w.Header()["Content-Type"] = []string{contentType}
		io.WriteString(w, body)
	}
	switch name := q.URL.Path; {
	case name == "/page":
		say("text/html; charset=utf-8", page)
	case name == "/image.svg":
		say("image/svg+xml", `<svg xmlns="http://www.w3.org/2000/svg"><g id="part"/></svg>`)
	case name == "/broken.xml":
		say("text/xml", `<a id="one"><b></a>`)
	case name == "/text":
		say("text/plain; charset=utf-8", page)
	case name == "/file.pdf":
		say("application/pdf", "%PDF-1.7")
	case name == "/untyped":
		w.Header()["Content-Type"] = nil
		io.WriteString(w, page)
	case name == "/loop":
		http.Redirect(w, q, "/loop", http.StatusFound)
	case strings.HasPrefix(name, "/moved/"):
		http.Redirect(w, q, strings.TrimPrefix(name, "/moved"), http.StatusMovedPermanently)
	case name == "/found":
		http.Redirect(w, q, "/moved/page", http.StatusFound)
	case name == "/anchored":
		http.Redirect(w, q, "/page#one", http.StatusFound)
	case name == "/away":
		http.Redirect(w, q, "mailto:somebody@example.com", http.StatusFound)
	default:
		var head, get int
		if _, err := fmt.Sscanf(name, "/%d/%d", &head, &get); err != nil {
			head, get = http.StatusNotFound, http.StatusNotFound
		}
		if q.Method == http.MethodGet {
			head = get
		}
		w.WriteHeader(head)
	}
}

// answerCases have what is asked, and what comes out: the requests, the status with "!" if it is not accepted, the
// type, the address if there are redirects, the missing fragments, and the error.
var answerCases = []struct {
	what, path, fragments string
	requests              string
	status                string
	kind, address         string
	missing               string
	err                   error
}{
	{"HEAD is enough", "/page", "", "HEAD /page", "200", "text/html", "", "", nil},
	{"HEAD is enough", "/204/500", "", "HEAD /204/500", "204", "", "", "", nil},
	{"HEAD is wrong", "/400/200", "", "HEAD /400/200, GET /400/200", "200", "", "", "", nil},
	{"HEAD is wrong", "/403/200", "", "HEAD /403/200, GET /403/200", "200", "", "", "", nil},
	{"HEAD is wrong", "/404/200", "", "HEAD /404/200, GET /404/200", "200", "", "", "", nil},
	{"HEAD is wrong", "/405/200", "", "HEAD /405/200, GET /405/200", "200", "", "", "", nil},
	{"HEAD is wrong", "/410/200", "", "HEAD /410/200, GET /410/200", "200", "", "", "", nil},
	{"HEAD is wrong", "/500/200", "", "HEAD /500/200, GET /500/200", "200", "", "", "", nil},
	{"HEAD is wrong", "/501/200", "", "HEAD /501/200, GET /501/200", "200", "", "", "", nil},
	{"HEAD is wrong", "/304/200", "", "HEAD /304/200, GET /304/200", "200", "", "", "", nil},
	{"both say so", "/404/404", "", "HEAD /404/404, GET /404/404", "404!", "", "", "", nil},
	{"GET counts", "/403/404", "", "HEAD /403/404, GET /403/404", "404!", "", "", "", nil},
	{"the server is to be left alone", "/429/200", "", "HEAD /429/200", "429!", "", "", "", nil},
	{"the server is to be left alone", "/503/200", "", "HEAD /503/200", "503!", "", "", "", nil},

	{"redirects", "/moved/page", "", "HEAD /moved/page, HEAD /page", "200", "text/html", "/page", "", nil},
	{"redirects", "/found", "", "HEAD /found, HEAD /moved/page, HEAD /page", "200", "text/html", "/page", "", nil},
	{"redirects, HEAD is wrong", "/moved/404/200", "",
		"HEAD /moved/404/200, HEAD /404/200, GET /moved/404/200, GET /404/200", "200", "", "/404/200", "", nil},
	{"redirects to nothing", "/moved/404/404", "one",
		"GET /moved/404/404, GET /404/404", "404!", "", "/404/404", "", nil},
	{"a circle", "/loop", "", "HEAD /loop, GET /loop", "0!", "", "/loop", "", fetch.ErrRedirectLoop},
	{"away from HTTP", "/away", "", "HEAD /away", "204", "", "mailto:somebody@example.com", "", nil},

	{"a fragment", "/page", "one", "GET /page", "200", "text/html", "", "", nil},
	{"a fragment that is not there", "/page", "two", "GET /page", "200", "text/html", "", "two", nil},
	{"many fragments", "/page", "two one three one two old ONE",
		"GET /page", "200", "text/html", "", "two three ONE", nil},
	{"a percent-encoded fragment", "/page", "%C3%A9 %C3%AA", "GET /page", "200", "text/html", "", "%C3%AA", nil},
	{"a fragment in a template", "/page", "inert", "GET /page", "200", "text/html", "", "inert", nil},
	{"a fragment behind redirects", "/moved/page", "one two",
		"GET /moved/page, GET /page", "200", "text/html", "/page", "two", nil},
	{"a redirect has the fragment", "/anchored", "two",
		"GET /anchored, GET /page", "200", "text/html", "/page#one", "", nil},
	{"a redirect has a fragment", "/anchored", "", "HEAD /anchored, HEAD /page", "200", "text/html", "/page#one", "", nil},
	{"a fragment of SVG", "/image.svg", "part whole", "GET /image.svg", "200", "image/svg+xml", "", "whole", nil},
	{"a fragment of text", "/text", "line=2", "GET /text", "200", "text/plain", "", "", nil},
	{"a fragment of a PDF", "/file.pdf", "page=2", "GET /file.pdf", "200", "application/pdf", "", "", nil},
	{"a type that is sniffed", "/untyped", "one two", "GET /untyped", "200", "text/html", "", "two", nil},
	{"a fragment of nothing", "/404/204", "one", "GET /404/204", "204", "text/plain", "", "", nil},
	{"a fragment of what is not there", "/404/404", "one", "GET /404/404", "404!", "", "", "", nil},
	{"not readable", "/broken.xml", "one", "GET /broken.xml", "200", "text/xml", "", "", document.ErrNotWellFormed},
	{"not to be read", "/broken.xml", "", "HEAD /broken.xml", "200", "text/xml", "", "", nil},
	{"the top", "/page", "top TOP", "HEAD /page", "200", "text/html", "", "", nil},
	{"only a directive", "/page", ":~:text=quote", "HEAD /page", "200", "text/html", "", "", nil},
	{"with a directive", "/page", "one:~:text=quote two:~:text=quote a:~:b",
		"GET /page", "200", "text/html", "", "two:~:text=quote", nil},
}

const wantAnswerCases = 39

// TestAnswers holds what is requested for a question, and what comes out.
func TestAnswers(t *testing.T) {
	for _, c := range answerCases {
		synctest.Test(t, func(t *testing.T) {
			w := newWeb(resources)
			a := one(t, w.prober(), question(t, resolve.HTML5, c.path, strings.Fields(c.fragments)...))
			status := strconv.Itoa(a.Status)
			if !a.Accepted {
				status += "!"
			}
			got := []string{w.asked(), status, a.Type, strings.Join(a.Missing, " ")}
			if want := []string{c.requests, c.status, c.kind, c.missing}; !slices.Equal(got, want) {
				t.Errorf("%s: %s: %q, want %q", c.what, c.path, got, want)
			}
			if !errors.Is(a.Err, c.err) {
				t.Errorf("%s: %s: %v, want %v", c.what, c.path, a.Err, c.err)
			}
			address := strings.TrimPrefix(a.Address, "http://a.test")
			if want := c.address; want == "" && address != c.path || want != "" && address != want || a.FromCache {
				t.Errorf("%s: %+v, want the address %q", c.what, a, want)
			}
		})
	}
	if len(answerCases) != wantAnswerCases {
		t.Errorf("there are %d cases, want %d", len(answerCases), wantAnswerCases)
	}
}

// TestRedirects holds that the chain is reported.
func TestRedirects(t *testing.T) {
	want := []fetch.Redirect{
		{URL: "http://a.test/found", Status: 302, Location: "/moved/page"},
		{URL: "http://a.test/moved/page", Status: 301, Location: "/page"},
	}
	a := one(t, newWeb(resources).prober(), question(t, resolve.HTML5, "/found"))
	if !reflect.DeepEqual(a.Redirects, want) {
		t.Errorf("%v, want %v", a.Redirects, want)
	}
	a = one(t, newWeb(resources).prober(), question(t, resolve.HTML5, "/moved/loop"))
	if len(a.Redirects) != 1 || a.Err == nil {
		t.Errorf("before an error: %+v", a)
	}
}

// TestEditions holds that fragments go by the edition of the client.
func TestEditions(t *testing.T) {
	for edition, want := range map[resolve.Edition]string{resolve.HTML5: "%6Fld", resolve.Living: ""} {
		p := newWeb(resources).prober()
		p.Client.Edition = edition
		a := one(t, p, question(t, edition, "/page", "%6Fne", "%6Fld", "one"))
		if got := strings.Join(a.Missing, " "); got != want || a.Err != nil {
			t.Errorf("%v: %q, %v", edition, got, a.Err)
		}
	}
}

// TestAccepts holds that the caller chooses the statuses that are good.
func TestAccepts(t *testing.T) {
	w := newWeb(resources)
	p := w.prober()
	p.Accepts = func(status int) bool { return status == 403 || status == 429 }
	got := collect(t, p, questions(t, "/403/404", "/200/200", "/429/200")...)
	if !got["http://a.test/403/404"].Accepted || got["http://a.test/200/200"].Accepted ||
		!got["http://a.test/429/200"].Accepted {
		t.Errorf("%v", got)
	}
}

// TestMerged holds that a target is asked for once, and that each URL has the answer to its own fragments.
func TestMerged(t *testing.T) {
	w := newWeb(resources)
	ask := func(url string, fragments ...string) probe.Question {
		return question(t, resolve.HTML5, url, fragments...)
	}
	got := collect(t, w.prober(), ask("http://a.test/page", "one", "two"), ask("HTTP://A.test:80/page", "three"),
		ask("http://a.test/page", "two", "four"), ask("http://a.test/page#five"), ask("http://a.test/page"))
	if w.asked() != "GET /page" {
		t.Errorf("requests: %s", w.asked())
	}
	for url, want := range map[string]string{"http://a.test/page": "two four", "HTTP://A.test:80/page": "three"} {
		a := got[url]
		if missing := strings.Join(a.Missing, " "); missing != want || a.Address != url || a.Status != 200 {
			t.Errorf("%s: %+v", url, a)
		}
	}
	w = newWeb(resources)
	collect(t, w.prober(), questions(t, "http://a.test", "http://a.test/", "http://a.test/a/%2e%2e/", "http://a.test/?",
		"http://a.test/%61", "http://a.test/a", "http://user@a.test/", "https://a.test/", "http://a.test:8080/")...)
	if n := len(w.requests); n != 2*8 {
		t.Errorf("what is not the same: %d requests: %s", n, w.asked())
	}
}

// TestOtherSchemes holds that what needs no server does no harm.
func TestOtherSchemes(t *testing.T) {
	got := collect(t, new(probe.Prober), questions(t, "data:text/plain,a", "mailto:a@example.com", "about:blank",
		"file:///etc/passwd", "http://127.0.0.1/")...)
	for url, want := range map[string]error{"data:text/plain,a": nil, "mailto:a@example.com": nil, "about:blank": nil,
		"file:///etc/passwd": fetch.ErrFiles, "http://127.0.0.1/": fetch.ErrPrivate} {
		if a := got[url]; !errors.Is(a.Err, want) || a.Accepted != (want == nil) {
			t.Errorf("%s: %+v", url, a)
		}
	}
	if a := one(t, new(probe.Prober), question(t, resolve.HTML5, "data:text/html,<p id=a>", "a", "b")); a.Missing == nil {
		t.Errorf("fragments of data: URLs: %+v", a)
	}
	w := newWeb(resources)
	if a := one(t, w.prober(), question(t, resolve.HTML5, "http://a.test:99999/")); !errors.Is(a.Err, fetch.ErrURL) {
		t.Errorf("a URL that today's rules refuse: %+v after %s", a, w.asked())
	}
	for range new(probe.Prober).Ask(t.Context(), nil) {
		t.Error("an answer without a question")
	}
}

package fetch_test

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"htmlurl/fetch"
	"htmlurl/resolve"
)

// TestBusy holds that a server that is busy is asked again, as often as the Client allows, and when it says.
func TestBusy(t *testing.T) {
	for _, c := range []struct{ status, busy, retries, requests, want int }{
		{503, 1, 1, 2, 200}, {429, 1, 1, 2, 200}, {503, 2, 3, 3, 200}, {503, 9, 2, 3, 503}, {503, 1, 0, 1, 503},
		{500, 1, 3, 1, 500}, {404, 1, 3, 1, 404},
	} {
		var n atomic.Int64
		s := newSite(t, func(w http.ResponseWriter, _ *http.Request) {
			if n.Add(1) <= int64(c.busy) {
				w.Header().Set("Retry-After", "0")
				w.WriteHeader(c.status)
				io.WriteString(w, "busy")
				return
			}
			io.WriteString(w, "hello")
		})
		o := get(t, &fetch.Client{AllowPrivate: true, Retries: c.retries}, s.URL)
		if o.err != nil || o.Status != c.want || len(s.seen()) != c.requests || len(o.Redirects) != 0 {
			t.Errorf("%+v: %d requests, %+v, %v", c, len(s.seen()), o.Response, o.err)
			continue
		}
		if body := map[bool]string{true: "hello", false: "busy"}[c.want == 200]; o.body != body {
			t.Errorf("%+v: %q", c, o.body)
		}
	}
}

// TestBusyUntil holds that the server says when, and that waiting ends with the context.
func TestBusyUntil(t *testing.T) {
	s := newSite(t, func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Retry-After", "30")
		w.WriteHeader(503)
	})
	ctx, cancel := context.WithTimeout(t.Context(), settle)
	defer cancel()
	start := time.Now()
	response, err := (&fetch.Client{AllowPrivate: true, Retries: 3}).Fetch(ctx, to(t, s.URL))
	if err == nil {
		response.Body.Close()
	}
	if d := time.Since(start); d > patience/2 || len(s.seen()) != 1 {
		t.Errorf("after %v and %d requests: %v", d, len(s.seen()), err)
	}
}

// TestBusyPost holds that only what is idempotent is done twice.
func TestBusyPost(t *testing.T) {
	s := newSite(t, func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Retry-After", "0")
		w.WriteHeader(503)
	})
	r := fetch.Request{URL: parse(t, resolve.HTML5, s.URL), Method: "POST", Body: []byte("pay")}
	o := fetchAll(t, &fetch.Client{AllowPrivate: true, Retries: 3}, r)
	if o.err != nil || o.Status != 503 || len(s.seen()) != 1 {
		t.Errorf("%d requests, %v", len(s.seen()), o.err)
	}
}

// TestRobots holds that a Client that obeys does not ask for what robots.txt disallows, also not by a redirect, and
// asks for robots.txt once.
func TestRobots(t *testing.T) {
	s := newSite(t, func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/robots.txt":
			io.WriteString(w, "User-agent: *\nDisallow: /private\n\nUser-agent: own\nDisallow: /own\n")
		case "/redirect":
			http.Redirect(w, r, "/private/x", http.StatusFound)
		}
	})
	c := &fetch.Client{AllowPrivate: true, Robots: true}
	for path, allowed := range map[string]bool{
		"/": true, "/private/x": false, "/private": false, "/own": true, "/redirect": false, "/robots.txt": true,
	} {
		s.forget()
		o := get(t, c, s.URL+path)
		if allowed && o.err != nil {
			t.Errorf("%s: %v", path, o.err)
		}
		if !allowed {
			checkIs(t, o.err, fetch.ErrRobots)
		}
		if got := s.asked(); strings.Contains(got, "/private") {
			t.Errorf("%s: the requests were %s", path, got)
		}
	}
	s.forget()
	own := &fetch.Client{AllowPrivate: true, Robots: true, UserAgent: "Own/1.0 (+http://h/)"}
	for path, allowed := range map[string]bool{"/private": true, "/own": false} {
		if o := get(t, own, s.URL+path); allowed != (o.err == nil) {
			t.Errorf("own: %s: %v", path, o.err)
		}
	}
	if n := strings.Count(s.asked(), "/robots.txt"); n != 1 {
		t.Errorf("robots.txt was asked for %d times", n)
	}
	if got := s.first(t).field("User-Agent"); got != "Own/1.0 (+http://h/)" {
		t.Errorf("robots.txt was asked for by %s", got)
	}
	s.forget()
	mustGet(t, loopback(), s.URL+"/private")
	if got := s.asked(); got != "GET "+s.URL+"/private" {
		t.Errorf("without Robots: %s", got)
	}
}

// TestRobotsUnknown holds what the status of robots.txt says: RFC 9309 2.3.1.
func TestRobotsUnknown(t *testing.T) {
	for status, allowed := range map[int]bool{404: true, 403: true, 500: false, 503: false} {
		s := newSite(t, func(w http.ResponseWriter, r *http.Request) {
			if r.URL.Path == "/robots.txt" {
				w.WriteHeader(status)
				io.WriteString(w, "User-agent: *\nDisallow: /")
			}
		})
		o := get(t, &fetch.Client{AllowPrivate: true, Robots: true}, s.URL+"/x")
		if allowed != (o.err == nil) {
			t.Errorf("%d: %v", status, o.err)
		}
		if !allowed {
			checkIs(t, o.err, fetch.ErrRobots)
		}
	}
}

// TestRobotsOfOthers holds that what needs no server needs no leave.
func TestRobotsOfOthers(t *testing.T) {
	for _, url := range []string{"data:,x", "about:blank", "mailto:x"} {
		if o := get(t, &fetch.Client{Robots: true}, url); o.err != nil {
			t.Errorf("%s: %v", url, o.err)
		}
	}
}

// TestDelay holds the least time between two requests to one host, redirects among them, and that hosts do not wait for
// each other.
func TestDelay(t *testing.T) {
	const delay = 60 * time.Millisecond
	w := newWeb(t, setCookie)
	c := w.client()
	c.Delay = delay
	start := time.Now()
	mustGet(t, c, "http://a.example.com/?to=/x")
	mustGet(t, c, "http://a.example.com/y")
	if d := time.Since(start); d < 2*delay-5*time.Millisecond {
		t.Errorf("three requests to a host after %v", d)
	}
	c = w.client()
	c.Delay = time.Hour
	for _, host := range []string{"a", "b", "c"} {
		mustGet(t, c, "http://"+host+".example.com/")
	}
	ctx, cancel := context.WithTimeout(t.Context(), settle)
	defer cancel()
	_, err := c.Fetch(ctx, to(t, "http://a.example.com/z"))
	checkIs(t, err, context.DeadlineExceeded)
}

// TestCache holds that what is kept is asked for on condition, and is the response if it is still good.
func TestCache(t *testing.T) {
	for _, validator := range []string{"ETag", "Last-Modified"} {
		var version atomic.Int64
		s := newSite(t, func(w http.ResponseWriter, r *http.Request) {
			form := map[string]string{"ETag": `"%d"`, "Last-Modified": "Mon, 02 Jan 2006 15:04:%02d GMT"}[validator]
			value := fmt.Sprintf(form, version.Load())
			w.Header().Set(validator, value)
			w.Header().Set("Content-Type", "text/x")
			if r.Header.Get("If-None-Match") == value || r.Header.Get("If-Modified-Since") == value {
				w.WriteHeader(304)
				return
			}
			fmt.Fprintf(w, "version %d", version.Load())
		})
		cache, err := fetch.DirCache(t.TempDir())
		if err != nil {
			t.Fatal(err)
		}
		c := &fetch.Client{AllowPrivate: true, Cache: cache}
		for i, want := range []struct {
			body        string
			revalidated bool
		}{{"version 0", false}, {"version 0", true}, {"version 0", true}, {"version 1", false}, {"version 1", true}} {
			if i == 3 {
				version.Store(1)
			}
			o := get(t, c, s.URL+"/")
			if o.err != nil || o.Status != 200 || o.body != want.body || o.Revalidated != want.revalidated ||
				o.Header.Get("Content-Type") != "text/x" {
				t.Errorf("%s, request %d: %q, %+v, %v", validator, i, o.body, o.Response, o.err)
			}
		}
		if n := len(s.seen()); n != 5 {
			t.Errorf("%d requests", n)
		}
	}
}

// TestCacheCoded holds that a body is kept as it came, and is decoded each time.
func TestCacheCoded(t *testing.T) {
	gz := encode(t, "gzip", []byte("hello"))
	s := newSite(t, func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("ETag", `W/"1"`)
		if r.Header.Get("If-None-Match") == `W/"1"` {
			w.WriteHeader(304)
			return
		}
		w.Header().Set("Content-Encoding", "gzip")
		w.Write(gz)
	})
	cache, err := fetch.DirCache(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for i := range 3 {
		o := get(t, &fetch.Client{AllowPrivate: true, Cache: cache}, s.URL+"/")
		if o.err != nil || o.body != "hello" || o.Size != int64(len(gz)) || o.Revalidated != (i > 0) {
			t.Errorf("request %d: %q, size %d, %t, %v", i, o.body, o.Size, o.Revalidated, o.err)
		}
	}
}

// TestCacheFragment holds that what is kept is the resource, whatever part of it is asked for.
func TestCacheFragment(t *testing.T) {
	s := newSite(t, func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("ETag", `"1"`)
		if r.Header.Get("If-None-Match") != "" {
			w.WriteHeader(304)
		}
	})
	cache, err := fetch.DirCache(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	c := &fetch.Client{AllowPrivate: true, Cache: cache}
	for _, fragment := range []string{"#a", "#b"} {
		o := mustGet(t, c, s.URL+"/x"+fragment)
		if o.URL.String() != s.URL+"/x"+fragment || o.Revalidated != (fragment == "#b") {
			t.Errorf("%s: %s, %t", fragment, o.URL, o.Revalidated)
		}
	}
}

// TestCacheHalf holds that what was not read to its end, or was cut, is not kept.
func TestCacheHalf(t *testing.T) {
	s := newSite(t, func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("ETag", `"1"`)
		if r.Header.Get("If-None-Match") != "" {
			t.Errorf("%s was kept", r.URL)
		}
		if r.URL.Path == "/cut" {
			w.Header().Set("Content-Length", "9000000")
		}
		w.Write(make([]byte, 1<<20))
	})
	cache, err := fetch.DirCache(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	c := &fetch.Client{AllowPrivate: true, Cache: cache}
	for range 2 {
		checkIs(t, get(t, c, s.URL+"/cut").err, fetch.ErrCut)
		response, err := c.Fetch(t.Context(), to(t, s.URL+"/half"))
		if err != nil {
			t.Fatal(err)
		}
		io.ReadFull(response.Body, make([]byte, 100))
		response.Body.Close()
	}
}

// TestNotCached holds what is not kept, or not used: by methods, fields and conditions of the caller.
func TestNotCached(t *testing.T) {
	for _, c := range []struct {
		name, method string
		response     http.Header
		status       int
	}{
		{"POST", "POST", nil, 200},
		{"no-store", "GET", http.Header{"Cache-Control": {"private, no-store"}}, 200},
		{"Vary: *", "GET", http.Header{"Vary": {"*"}}, 200},
		{"404", "GET", nil, 404},
	} {
		s := newSite(t, func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("ETag", `"1"`)
			for name, values := range c.response {
				w.Header()[name] = values
			}
			w.WriteHeader(c.status)
		})
		cache, err := fetch.DirCache(t.TempDir())
		if err != nil {
			t.Fatal(err)
		}
		client := &fetch.Client{AllowPrivate: true, Cache: cache}
		for range 2 {
			r := to(t, s.URL)
			r.Method = c.method
			o := fetchAll(t, client, r)
			if o.err != nil || o.Revalidated || s.last(t).field("If-None-Match") != "none" {
				t.Errorf("%s: kept, %v", c.name, o.err)
			}
		}
	}
	s := newSite(t, func(w http.ResponseWriter, r *http.Request) { w.WriteHeader(304) })
	o := fetchAll(t, loopback(), fetch.Request{
		URL: parse(t, resolve.HTML5, s.URL), Header: http.Header{"If-None-Match": {`"own"`}},
	})
	if o.err != nil || o.Status != 304 || o.Revalidated {
		t.Errorf("a condition of the caller: %+v, %v", o.Response, o.err)
	}
}

// TestCacheVary holds that what was chosen by the fields of another request is not used.
func TestCacheVary(t *testing.T) {
	s := newSite(t, func(w http.ResponseWriter, r *http.Request) {
		language := r.Header.Get("Accept-Language")
		w.Header().Set("ETag", `"1"`)
		w.Header().Set("Vary", "Accept-Language")
		if r.Header.Get("If-None-Match") != "" {
			w.WriteHeader(304)
			return
		}
		io.WriteString(w, language)
	})
	cache, err := fetch.DirCache(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	c := &fetch.Client{AllowPrivate: true, Cache: cache}
	for _, language := range []string{"de", "de", "fr", "fr"} {
		r := to(t, s.URL)
		r.Header = http.Header{"Accept-Language": {language}}
		o := fetchAll(t, c, r)
		if o.err != nil || o.body != language {
			t.Errorf("%s: %q, %v", language, o.body, o.err)
		}
	}
}

package fetch_test

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"htmlurl/document"
	"htmlurl/fetch"
	"htmlurl/internal/testcase"
	"htmlurl/resolve"
)

// ours is the origin that fetches.
const ours = "http://a.example.com"

// The modes of a potentially CORS-enabled fetch, with what is done without one.
var (
	taint     = fetch.CORS{Mode: document.NoCORS, Default: fetch.Taint}
	fail      = fetch.CORS{Mode: document.NoCORS, Default: fetch.Fail}
	anonymous = fetch.CORS{Mode: document.Anonymous}
	useCreds  = fetch.CORS{Mode: document.UseCredentials}

	modes = map[string]fetch.CORS{"taint": taint, "fail": fail, "anonymous": anonymous, "use-credentials": useCreds}
)

// fetchCORS fetches, and reads the body.
func fetchCORS(t *testing.T, c *fetch.Client, r fetch.Request, cors fetch.CORS) outcome {
	t.Helper()
	response, err := c.FetchCORS(t.Context(), r, cors)
	o := readAll(t, response, err)
	if o.err == nil && o.CORS != fetch.SameOrigin && o.CORS != fetch.CrossOrigin {
		t.Errorf("%s: the label is %q", r.URL, o.CORS)
	}
	return o
}

// TestResourceSharing holds the resource sharing check to the data, of a response and of a redirect.
func TestResourceSharing(t *testing.T) {
	type sharingCase struct {
		Clause, Mode string
		Headers      map[string][]string
		Allowed      bool
	}
	for _, c := range testcase.Own[sharingCase](t, "fetch/sharing.json") {
		cors, known := modes[c.Mode]
		if !known {
			t.Fatalf("unknown mode %s", c.Mode)
		}
		w := newWeb(t, func(w http.ResponseWriter, r *http.Request) {
			if r.URL.Path == "/redirected" {
				share(w, ours, true)
				return
			}
			for name, values := range c.Headers {
				w.Header()[name] = values
			}
			if r.URL.Path == "/redirect" {
				w.Header().Set("Location", "/redirected")
				w.WriteHeader(http.StatusFound)
			}
		})
		for path, requests := range map[string]int{"/": 1, "/redirect": 2} {
			w.forget()
			u := parse(t, resolve.HTML5, "http://b.example.com"+path)
			o := fetchCORS(t, w.client(), fetch.Request{URL: u, Origin: ours}, cors)
			if !c.Allowed {
				checkIs(t, o.err, fetch.ErrCORS)
				requests = 1
			}
			if c.Allowed && (o.err != nil || o.CORS != fetch.SameOrigin) {
				t.Errorf("%s: %s %q: %v", c.Clause, c.Mode, c.Headers, o.err)
			}
			if !c.Allowed && o.err == nil {
				t.Errorf("%s: %s %q is allowed", c.Clause, c.Mode, c.Headers)
			}
			if n := len(w.seen()); n != requests {
				t.Errorf("%s: %s %q: %d requests for %s", c.Clause, c.Mode, c.Headers, n, path)
			}
		}
	}
}

// share allows an origin to have the response, with credentials or without.
func share(w http.ResponseWriter, origin string, credentials bool) {
	w.Header().Set("Access-Control-Allow-Origin", origin)
	if credentials {
		w.Header().Set("Access-Control-Allow-Credentials", "true")
	}
}

// generous redirects to where the query says, sets a cookie named for the host, and shares with who asks, but with
// nobody for the path /secret.
func generous(w http.ResponseWriter, r *http.Request) {
	http.SetCookie(w, &http.Cookie{Name: strings.TrimSuffix(r.Host, ".example.com"), Value: "new"})
	if origin := r.Header.Get("Origin"); origin != "" && r.URL.Path != "/secret" {
		share(w, origin, true)
	}
	if to := r.URL.Query().Get("to"); to != "" {
		w.Header().Set("Location", to)
		w.WriteHeader(http.StatusFound)
	}
}

// TestCORS holds the branches of W3C HTML5 2.7.7 (2012) to the data.
func TestCORS(t *testing.T) {
	type corsCase struct {
		Clause, URL, Mode, Label, Cookies string
		Requests                          []string
	}
	for _, c := range testcase.Own[corsCase](t, "fetch/cors.json") {
		w := newWeb(t, generous)
		client := w.client()
		client.Cookies = newJar(t)
		for _, host := range []string{"a", "b", "c"} {
			put(t, client.Cookies, "http://"+host+".example.com/", "old", "1")
		}
		o := fetchCORS(t, client, fetch.Request{URL: parse(t, resolve.HTML5, c.URL), Origin: ours}, modes[c.Mode])
		want := map[string]fetch.Label{"same": fetch.SameOrigin, "cross": fetch.CrossOrigin, "blocked": ""}[c.Label]
		switch {
		case want == "":
			checkIs(t, o.err, fetch.ErrCORS)
		case o.err != nil || o.CORS != want:
			t.Errorf("%s: %v", c.Clause, o.err)
		}
		if got := arrived(w); !slices.Equal(got, c.Requests) {
			t.Errorf("%s: the requests were %q, want %q", c.Clause, got, c.Requests)
		}
		if got := keptOf(t, client.Cookies); got != c.Cookies {
			t.Errorf("%s: cookies were set by %q, want %q", c.Clause, got, c.Cookies)
		}
	}
}

// arrived lists the requests by host, Origin field, and whether there was a cookie.
func arrived(w *web) []string {
	var all []string
	for _, q := range w.seen() {
		host, _, _ := strings.Cut(strings.TrimPrefix(strings.ToLower(q.url), "http://"), ".")
		what := host + " " + q.field("Origin")
		if q.field("Cookie") != "none" {
			what += "+c"
		}
		all = append(all, what)
	}
	return all
}

// keptOf lists the hosts that could set cookies.
func keptOf(t *testing.T, jar http.CookieJar) string {
	var hosts []string
	for _, host := range []string{"a", "b", "c"} {
		if strings.Contains(strings.ToLower(in(t, jar, "http://"+host+".example.com/")), "=new") {
			hosts = append(hosts, host)
		}
	}
	return strings.Join(hosts, " ")
}

// TestCORSWithoutServer holds that data:, javascript: and about:blank are as good as the same origin, in each mode.
func TestCORSWithoutServer(t *testing.T) {
	for url, body := range map[string]string{"data:,x": "x", "about:blank": "", "javascript:1": "", "DATA:,x": "x"} {
		for _, cors := range []fetch.CORS{taint, fail, anonymous, useCreds} {
			for _, origin := range []string{ours, ""} {
				r := fetch.Request{URL: parse(t, resolve.HTML5, url), Origin: origin}
				o := fetchCORS(t, new(fetch.Client), r, cors)
				if o.err != nil || o.CORS != fetch.SameOrigin || o.body != body {
					t.Errorf("%s, %+v: %q, %v", url, cors, o.body, o.err)
				}
			}
		}
	}
	o := fetchCORS(t, new(fetch.Client), fetch.Request{URL: parse(t, resolve.HTML5, "mailto:x"), Origin: ours}, fail)
	checkIs(t, o.err, fetch.ErrCORS)
}

// TestPreflight holds that what the server would have to be asked for first is refused, without any request: methods
// and header fields that are not simple.
//
// Spec: W3C Cross-Origin Resource Sharing (2014), 7.1.4
func TestPreflight(t *testing.T) {
	for _, c := range []struct {
		method, field, value string
		simple               bool
	}{
		{"GET", "", "", true}, {"HEAD", "", "", true}, {"POST", "", "", true},
		{"PUT", "", "", false}, {"DELETE", "", "", false}, {"OPTIONS", "", "", false}, {"PATCH", "", "", false},
		{"GET", "Accept", "text/x", true}, {"GET", "Accept-Language", "de", true},
		{"GET", "Content-Language", "de", true},
		{"POST", "Content-Type", "text/plain", true}, {"POST", "Content-Type", "TEXT/Plain;charset=x", true},
		{"POST", "Content-Type", "multipart/form-data; boundary=x", true},
		{"POST", "Content-Type", "application/x-www-form-urlencoded", true},
		{"POST", "Content-Type", "application/json", false}, {"POST", "Content-Type", "text/plainer", false},
		{"GET", "X-Own", "1", false}, {"GET", "Authorization", "secret", false},
		{"GET", "Cache-Control", "no-cache", false},
		{"GET", "If-None-Match", `"x"`, false},
	} {
		w := newWeb(t, generous)
		r := fetch.Request{URL: parse(t, resolve.HTML5, "http://b.example.com/"), Origin: ours, Method: c.method}
		if c.field != "" {
			r.Header = http.Header{c.field: {c.value}}
		}
		o := fetchCORS(t, w.client(), r, anonymous)
		if c.simple != (o.err == nil) || c.simple != (len(w.seen()) == 1) {
			t.Errorf("%+v: %v after %s", c, o.err, w.asked())
		}
		if !c.simple {
			checkIs(t, o.err, fetch.ErrCORS)
		}
		w.forget()
		r.URL = parse(t, resolve.HTML5, ours+"/")
		if o := fetchCORS(t, w.client(), r, anonymous); o.err != nil || len(w.seen()) != 1 {
			t.Errorf("%+v to the same origin: %v", c, o.err)
		}
	}
}

// TestPreflightAfterRedirect holds that a redirect is no way around that.
func TestPreflightAfterRedirect(t *testing.T) {
	w := newWeb(t, generous)
	r := fetch.Request{
		URL: parse(t, resolve.HTML5, ours+"/?to=http://b.example.com"), Origin: ours, Header: http.Header{"X-Own": {"1"}},
	}
	checkIs(t, fetchCORS(t, w.client(), r, anonymous).err, fetch.ErrCORS)
	if got := w.asked(); strings.Contains(got, "http://b.example.com/") {
		t.Error(got)
	}
}

// TestCORSOfClient holds that the fields of the Client are not those of an author: they need no leave.
func TestCORSOfClient(t *testing.T) {
	w := newWeb(t, generous)
	client := w.client()
	client.UserAgent, client.Header = "x", http.Header{"X-Client": {"1"}}
	r := fetch.Request{URL: parse(t, resolve.HTML5, "http://b.example.com/"), Origin: ours}
	if o := fetchCORS(t, client, r, anonymous); o.err != nil || w.last(t).field("X-Client") != "1" {
		t.Error(o.err)
	}
}

// TestOrigin holds what requests say of the origin that fetches: 2.7.2 step 10 and RFC 6454 section 7. It is ASCII.
func TestOrigin(t *testing.T) {
	for _, c := range []struct{ method, origin, want string }{
		{"GET", "", "none"}, {"HEAD", "", "none"}, {"POST", "", "null"}, {"PUT", "", "null"},
		{"GET", ours, ours}, {"POST", ours, ours}, {"GET", "null", "null"}, {"POST", "null", "null"},
		{"POST", "http://bücher.example", "http://xn--bcher-kva.example"},
		{"POST", "http://xn--bcher-kva.example", "http://xn--bcher-kva.example"},
	} {
		w := newWeb(t, hello)
		r := fetch.Request{URL: parse(t, resolve.HTML5, "http://b.example.com/"), Method: c.method, Origin: c.origin}
		if o := fetchAll(t, w.client(), r); o.err != nil {
			t.Errorf("%+v: %v", c, o.err)
		} else if o.CORS != "" {
			t.Errorf("%+v: Fetch gives the label %s", c, o.CORS)
		} else if got := w.last(t).field("Origin"); got != c.want {
			t.Errorf("%+v: Origin: %s", c, got)
		}
	}
}

// TestUnicodeOrigin holds that the Unicode serialization of an origin, which editions give, is the same origin as the
// ASCII one.
func TestUnicodeOrigin(t *testing.T) {
	for _, e := range resolve.Editions() {
		given := resolve.Resolver{Edition: e}.Origin(parse(t, e, "http://xn--bcher-kva.example.com/"))
		for _, origin := range []string{given, "http://xn--bcher-kva.example.com"} {
			w := newWeb(t, generous)
			client := w.client()
			client.Edition = e
			r := fetch.Request{URL: parse(t, e, "http://xn--bcher-kva.example.com/x"), Origin: origin}
			o := fetchCORS(t, client, r, fail)
			if o.err != nil || o.CORS != fetch.SameOrigin {
				t.Errorf("%v, %s: %v", e, origin, o.err)
			}
			r.URL = parse(t, e, "http://b.example.com/x")
			o = fetchCORS(t, client, r, anonymous)
			if got := w.last(t).field("Origin"); o.err != nil || got != "http://xn--bcher-kva.example.com" {
				t.Errorf("%v, %s: Origin: %s, %v", e, origin, got, o.err)
			}
		}
	}
}

// TestOpaqueOrigin holds that an origin that is none is the same as no other, and is sent as null where one must be.
func TestOpaqueOrigin(t *testing.T) {
	for _, origin := range []string{"", "null"} {
		w := newWeb(t, generous)
		r := fetch.Request{URL: parse(t, resolve.HTML5, "http://b.example.com/"), Origin: origin}
		o := fetchCORS(t, w.client(), r, anonymous)
		if got := w.last(t).field("Origin"); o.err != nil || got != "null" {
			t.Errorf("%q: Origin: %s, %v", origin, got, o.err)
		}
		checkIs(t, fetchCORS(t, w.client(), r, fail).err, fetch.ErrCORS)
	}
}

// TestCORSReferrer holds that the referrer source goes with each request of a potentially CORS-enabled fetch.
func TestCORSReferrer(t *testing.T) {
	for _, cors := range []fetch.CORS{taint, anonymous, useCreds} {
		w := newWeb(t, generous)
		r := fetch.Request{
			URL:      parse(t, resolve.HTML5, ours+"/?to=http://b.example.com?to=http://c.example.com"),
			Document: page(t, resolve.HTML5, ours+"/p#f", "", nil),
			Origin:   ours,
		}
		o := fetchCORS(t, w.client(), r, cors)
		if o.err != nil || len(w.seen()) != 3 || len(o.Redirects) != 2 {
			t.Errorf("%+v: %s: %v", cors, w.asked(), o.err)
		}
		for _, q := range w.seen() {
			if got := q.field("Referer"); got != ours+"/p" {
				t.Errorf("%+v: %s: Referer: %s", cors, q.url, got)
			}
		}
	}
}

// TestCORSLoop holds that redirects in circles end also where the fetch itself does not follow them.
func TestCORSLoop(t *testing.T) {
	const b = "http://b.example.com"
	for _, cors := range []fetch.CORS{taint, anonymous, useCreds} {
		for url, requests := range map[string]int{ours + "/?to=/": 2, b + "/?to=/": 2, ours + "/": 3} {
			w := newWeb(t, func(w http.ResponseWriter, r *http.Request) {
				if origin := r.Header.Get("Origin"); origin != "" {
					share(w, origin, true)
				}
				to := url
				if url == ours+"/" {
					to = map[string]string{"a.example.com": b, "b.example.com": ours}[r.Host] + "/"
				}
				w.Header().Set("Location", to)
				w.WriteHeader(http.StatusFound)
			})
			o := fetchCORS(t, w.client(), fetch.Request{URL: parse(t, resolve.HTML5, url), Origin: ours}, cors)
			checkIs(t, o.err, fetch.ErrRedirectLoop)
			if n := len(w.seen()); n > requests {
				t.Errorf("%s, %+v: %d requests", url, cors, n)
			}
		}
	}
}

// TestCORSCount holds that the limit of redirects holds for the whole.
func TestCORSCount(t *testing.T) {
	for _, host := range []string{"a", "b"} {
		for _, cors := range []fetch.CORS{taint, anonymous} {
			w := newWeb(t, func(w http.ResponseWriter, r *http.Request) {
				if origin := r.Header.Get("Origin"); origin != "" {
					share(w, origin, true)
				}
				w.Header().Set("Location", fmt.Sprintf("/%sx", r.URL.Path[1:]))
				w.WriteHeader(http.StatusFound)
			})
			r := fetch.Request{URL: parse(t, resolve.HTML5, "http://"+host+".example.com/"), Origin: ours}
			checkIs(t, fetchCORS(t, w.client(), r, cors).err, fetch.ErrRedirects)
			if n := len(w.seen()); n != 21 {
				t.Errorf("%s, %+v: %d requests", host, cors, n)
			}
		}
	}
}

// TestFetchLinkCORS holds that the CORS settings attribute of a reference counts.
func TestFetchLinkCORS(t *testing.T) {
	for _, c := range []struct {
		text, origin, cookie string
		ok                   bool
	}{
		{`<img src=http://b.example.com/secret>`, "none", "old=1", true},
		{`<img src=http://b.example.com/ crossorigin>`, ours, "none", true},
		{`<img src=http://b.example.com/secret crossorigin>`, ours, "none", false},
		{`<img src=http://b.example.com/ crossorigin=use-credentials>`, ours, "old=1", true},
		{`<img src=http://b.example.com/secret crossorigin=use-credentials>`, ours, "old=1", false},
		{`<img src=/secret crossorigin>`, "none", "old=1", true},
		{`<a href=http://b.example.com/secret>`, "none", "old=1", true},
	} {
		w := newWeb(t, generous)
		client := w.client()
		client.Cookies = newJar(t)
		put(t, client.Cookies, "http://b.example.com/", "old", "1")
		put(t, client.Cookies, ours+"/", "old", "1")
		o := followLink(t, client, page(t, resolve.HTML5, ours+"/p", c.text, nil))
		if c.ok != (o.err == nil) {
			t.Errorf("%s: %v", c.text, o.err)
		}
		if !c.ok {
			checkIs(t, o.err, fetch.ErrCORS)
		}
		q := w.last(t)
		if origin, cookie := q.field("Origin"), q.field("Cookie"); origin != c.origin || cookie != c.cookie {
			t.Errorf("%s: Origin: %s, Cookie: %s", c.text, origin, cookie)
		}
	}
}

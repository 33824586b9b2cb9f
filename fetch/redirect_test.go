package fetch_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"htmlurl/fetch"
	"htmlurl/internal/testcase"
	"htmlurl/resolve"
)

// sentinels are the errors that test data name.
var sentinels = map[string]error{
	"ErrURL":            fetch.ErrURL,
	"ErrLocation":       fetch.ErrLocation,
	"ErrRedirectLoop":   fetch.ErrRedirectLoop,
	"ErrRedirectScheme": fetch.ErrRedirectScheme,
	"ErrUnconfirmed":    fetch.ErrUnconfirmed,
}

type redirectCase struct {
	Clause, Method, URL, Note       string
	Confirm                         bool
	Status                          int
	Location                        []string
	Want                            string
	HTML5, URL2012, URL2015, Living string
}

// want returns what a case comes to by the rules of an edition.
func (c redirectCase) want(e resolve.Edition) string {
	own := map[resolve.Edition]string{
		resolve.HTML5: c.HTML5, resolve.URL2012: c.URL2012, resolve.URL2015: c.URL2015, resolve.Living: c.Living,
	}[e]
	if own != "" {
		return own
	}
	return c.Want
}

// TestRedirects holds W3C HTML5 2.7.2 (2012), step 12, to the data: where one redirect leads to.
func TestRedirects(t *testing.T) {
	cases := testcase.Own[redirectCase](t, "fetch/redirects.json")
	for _, e := range resolve.Editions() {
		for i, c := range cases {
			t.Run(fmt.Sprintf("%v/%d %s %d %q", e, i, c.Method, c.Status, c.Location), func(t *testing.T) {
				t.Parallel()
				checkRedirect(t, e, c)
			})
		}
	}
}

func checkRedirect(t *testing.T, e resolve.Edition, c redirectCase) {
	start, _, _ := strings.Cut(c.URL, "#")
	w := newWeb(t, func(w http.ResponseWriter, r *http.Request) {
		if "http://"+r.Host+r.RequestURI == start {
			w.Header()["Location"] = c.Location
			w.WriteHeader(c.Status)
		}
	})
	client := w.client()
	client.Edition = e
	if c.Confirm {
		client.Confirm = func(fetch.Redirect) bool { return true }
	}
	want := c.want(e)
	o := fetchAll(t, client, fetch.Request{URL: parse(t, e, c.URL), Method: c.Method})
	switch kind := sentinels[want]; {
	case kind != nil:
		checkIs(t, o.err, kind)
	case want == "error":
		if o.err == nil {
			t.Errorf("no error, but %d %s", o.Status, o.URL)
		}
	case o.err != nil:
		t.Errorf("%v, want %s", o.err, want)
	default:
		checkArrival(t, w, o, want)
	}
	if o.err != nil && len(w.seen()) != 1 {
		t.Errorf("the requests were %s", w.asked())
	}
}

// checkArrival holds where a redirect came to, and that there it was asked for what the address says.
func checkArrival(t *testing.T, w *web, o outcome, want string) {
	t.Helper()
	how, address, _ := strings.Cut(want, " ")
	if got := o.URL.String(); got != address {
		t.Errorf("it is at %s, want %s", got, address)
	}
	if content, ok := strings.CutPrefix(address, "data:,"); ok && o.body != content {
		t.Errorf("the body is %q", o.body)
	}
	all := w.seen()
	if status, err := strconv.Atoi(how); err == nil {
		if o.Status != status || len(all) != 1 {
			t.Errorf("%d after %s, want %d after one request", o.Status, w.asked(), status)
		}
		return
	}
	if o.Status != http.StatusOK || len(all) != 2 || len(o.Redirects) != 1 {
		t.Fatalf("%d after %s and %v", o.Status, w.asked(), o.Redirects)
	}
	sent, _, _ := strings.Cut(address, "#")
	if all[1].method != how || !sameRequest(all[1].url, sent) {
		t.Errorf("the request was %s %s, want %s", all[1].method, all[1].url, want)
	}
}

// sameRequest tells whether the URL of a request, as the server sees it, is what was asked for.
func sameRequest(seen, asked string) bool {
	asked = strings.NewReplacer("u:p@", "", ":80/", "/", "HTTP:", "http:").Replace(asked)
	return strings.Replace(seen, ":80/", "/", 1) == asked
}

// TestRedirectChain holds what a Response says of the redirects before it.
func TestRedirectChain(t *testing.T) {
	s := newSite(t, func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/":
			w.Header().Set("Location", "a?q")
			w.WriteHeader(http.StatusMovedPermanently)
		case "/a":
			w.Header().Set("Location", "/b#f")
			w.WriteHeader(http.StatusTemporaryRedirect)
		}
	})
	o := mustGet(t, loopback(), s.URL+"/#x")
	got := fmt.Sprint(o.URL.String(), o.Redirects)
	want := fmt.Sprint(s.URL+"/b#f", []fetch.Redirect{{s.URL + "/#x", 301, "a?q"}, {s.URL + "/a?q#x", 307, "/b#f"}})
	if bare := strings.ReplaceAll(want, "#x", ""); got != want && got != bare {
		t.Errorf("%s, want %s", got, want)
	}
	if got, want := s.asked(), "GET X/, GET X/a?q, GET X/b"; got != strings.ReplaceAll(want, "X", s.URL) {
		t.Errorf("the requests were %s", got)
	}
}

// TestRedirectCount holds how many redirects are followed: 20, or as many as Limits say.
func TestRedirectCount(t *testing.T) {
	for _, c := range []struct{ limit, redirects, requests int }{
		{0, 20, 21}, {0, 21, 21}, {0, 1000, 21}, {2, 2, 3}, {2, 3, 3}, {30, 30, 31}, {30, 31, 31},
	} {
		s := newSite(t, func(w http.ResponseWriter, r *http.Request) {
			if n, _ := strconv.Atoi(r.URL.Path[1:]); n > 0 {
				http.Redirect(w, r, fmt.Sprintf("/%d", n-1), http.StatusFound)
			}
		})
		client := &fetch.Client{AllowPrivate: true, Limits: fetch.Limits{Redirects: c.limit}}
		o := get(t, client, fmt.Sprintf("%s/%d", s.URL, c.redirects))
		if n := len(s.seen()); n != c.requests {
			t.Errorf("%+v: %d requests", c, n)
		}
		if c.redirects == c.requests-1 {
			if o.err != nil || len(o.Redirects) != c.redirects {
				t.Errorf("%+v: %v", c, o.err)
			}
			continue
		}
		checkIs(t, o.err, fetch.ErrRedirects)
		if chain := chainOf(o.err); len(chain) < c.requests-1 {
			t.Errorf("%+v: the error has the chain %v", c, chain)
		}
	}
}

// TestRedirectLoop holds that redirects in circles end as soon as a request would be made again.
func TestRedirectLoop(t *testing.T) {
	for _, c := range []struct {
		name      string
		redirects map[string]string
		requests  int
	}{
		{"of one", map[string]string{"/": "/"}, 1},
		{"of two", map[string]string{"/": "/a", "/a": "/"}, 2},
		{"not with the start", map[string]string{"/": "/a", "/a": "/b", "/b": "/c", "/c": "/a"}, 4},
		{"with a fragment", map[string]string{"/": "/a", "/a": "/#f"}, 2},
	} {
		s := newSite(t, func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Location", c.redirects[r.URL.Path])
			w.WriteHeader(http.StatusFound)
		})
		o := get(t, loopback(), s.URL+"/")
		checkIs(t, o.err, fetch.ErrRedirectLoop)
		if n := len(s.seen()); n != c.requests {
			t.Errorf("%s: %s", c.name, s.asked())
		}
	}
}

// TestNoRedirectLoop holds that what only looks like a circle is none.
func TestNoRedirectLoop(t *testing.T) {
	t.Run("a form that shows itself", func(t *testing.T) {
		s := newSite(t, func(w http.ResponseWriter, r *http.Request) {
			if r.Method == http.MethodPost {
				http.Redirect(w, r, "/form", http.StatusSeeOther)
			}
		})
		u := parse(t, resolve.HTML5, s.URL+"/form")
		o := fetchAll(t, loopback(), fetch.Request{URL: u, Method: http.MethodPost})
		if o.err != nil || o.Status != 200 || len(s.seen()) != 2 {
			t.Errorf("%s: %v", s.asked(), o.err)
		}
	})
	t.Run("a page that sets a cookie and comes back", func(t *testing.T) {
		s := newSite(t, func(w http.ResponseWriter, r *http.Request) {
			if _, err := r.Cookie("been"); err != nil {
				http.SetCookie(w, &http.Cookie{Name: "been", Value: "here"})
				http.Redirect(w, r, "/", http.StatusFound)
			}
		})
		o := get(t, &fetch.Client{AllowPrivate: true, Cookies: newJar(t)}, s.URL+"/")
		if o.err != nil || len(s.seen()) != 2 {
			t.Errorf("with cookies: %s: %v", s.asked(), o.err)
		}
		s.forget()
		o = get(t, loopback(), s.URL+"/")
		checkIs(t, o.err, fetch.ErrRedirectLoop)
		if len(s.seen()) != 1 {
			t.Errorf("without cookies: %s", s.asked())
		}
	})
	t.Run("a page whose cookies are blocked", func(t *testing.T) {
		s := newSite(t, func(w http.ResponseWriter, r *http.Request) {
			http.SetCookie(w, &http.Cookie{Name: "been", Value: "here"})
			http.Redirect(w, r, "/", http.StatusFound)
		})
		r := fetch.Request{URL: parse(t, resolve.HTML5, s.URL+"/"), BlockCookies: true}
		o := fetchAll(t, &fetch.Client{AllowPrivate: true, Cookies: newJar(t)}, r)
		checkIs(t, o.err, fetch.ErrRedirectLoop)
		if len(s.seen()) != 1 {
			t.Error(s.asked())
		}
	})
	t.Run("a page that sets cookies for ever", func(t *testing.T) {
		var n atomic.Int64
		s := newSite(t, func(w http.ResponseWriter, r *http.Request) {
			http.SetCookie(w, &http.Cookie{Name: "n", Value: strconv.FormatInt(n.Add(1), 10)})
			http.Redirect(w, r, "/", http.StatusFound)
		})
		o := get(t, &fetch.Client{AllowPrivate: true, Cookies: newJar(t)}, s.URL+"/")
		if !errors.Is(o.err, fetch.ErrRedirects) && !errors.Is(o.err, fetch.ErrRedirectLoop) {
			t.Error(o.err)
		}
		if n := len(s.seen()); n > 21 {
			t.Errorf("%d requests", n)
		}
	})
}

// TestRedirectedRequest holds that the request for the target has the same header fields and, where its method stays,
// the same body: 2.7.2 step 12. What belongs to a body goes with it, and what is a secret stays with its origin.
func TestRedirectedRequest(t *testing.T) {
	target := ""
	status := 0
	w := newWeb(t, func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/start" {
			http.Redirect(w, r, target, status)
		}
	})
	for _, c := range []struct {
		method, target string
		status         int
		want           string
	}{
		{"GET", "/x", 302, `GET http://a.example.com/x "" Accept=text/x X-Own=1 | 2 Authorization=secret Content-Type=none`},
		{"GET", "http://b.example.com/x", 302, `GET http://b.example.com/x "" Accept=text/x X-Own=1 | 2 Authorization=none Content-Type=none`},
		{"GET", "https://a.example.com/x", 301, `GET https://a.example.com/x "" Accept=text/x X-Own=1 | 2 Authorization=none Content-Type=none`},
		{"POST", "/x", 307, `POST http://a.example.com/x "body" Accept=text/x X-Own=1 | 2 Authorization=secret Content-Type=text/y`},
		{"POST", "http://b.example.com/x", 308, `POST http://b.example.com/x "body" Accept=text/x X-Own=1 | 2 Authorization=none Content-Type=text/y`},
		{"POST", "/x", 303, `GET http://a.example.com/x "" Accept=text/x X-Own=1 | 2 Authorization=secret Content-Type=none`},
		{"POST", "/x", 302, `GET http://a.example.com/x "" Accept=text/x X-Own=1 | 2 Authorization=secret Content-Type=none`},
		{"PUT", "/x", 302, `PUT http://a.example.com/x "body" Accept=text/x X-Own=1 | 2 Authorization=secret Content-Type=text/y`},
	} {
		w.forget()
		target, status = c.target, c.status
		r := fetch.Request{
			URL:    parse(t, resolve.Living, "http://a.example.com/start"),
			Method: c.method,
			Header: http.Header{"Accept": {"text/x"}, "X-Own": {"1", "2"}, "Authorization": {"secret"}},
		}
		if c.method != "GET" {
			r.Body = []byte("body")
			r.Header.Set("Content-Type", "text/y")
		}
		client := w.client()
		client.Edition = resolve.Living
		o := fetchAll(t, client, r)
		q := w.last(t)
		got := fmt.Sprintf("%s %s %q", q.method, q.url, q.body)
		for _, name := range []string{"Accept", "X-Own", "Authorization", "Content-Type"} {
			got += " " + name + "=" + q.field(name)
		}
		if got != c.want || o.err != nil {
			t.Errorf("%s %d %s: %s, %v; want %s", c.method, c.status, c.target, got, o.err, c.want)
		}
		if len(r.Header) > 4 || r.Header.Get("Authorization") != "secret" {
			t.Errorf("the header of the caller was changed: %v", r.Header)
		}
	}
}

// TestSecretsStay holds that a secret does not come back after a redirect to another origin, where the request is that
// of whoever redirects.
func TestSecretsStay(t *testing.T) {
	w := newWeb(t, func(w http.ResponseWriter, r *http.Request) {
		switch r.Host + r.URL.Path {
		case "a.example.com/":
			http.Redirect(w, r, "http://b.example.com/", http.StatusFound)
		case "b.example.com/":
			http.Redirect(w, r, "http://a.example.com/x", http.StatusFound)
		}
	})
	r := fetch.Request{
		URL:    parse(t, resolve.HTML5, "http://a.example.com/"),
		Header: http.Header{"Authorization": {"secret"}, "Cookie": {"secret=1"}, "Proxy-Authorization": {"secret"}},
	}
	if o := fetchAll(t, w.client(), r); o.err != nil || len(w.seen()) != 3 {
		t.Fatal(w.asked(), o.err)
	}
	for i, q := range w.seen() {
		for name := range r.Header {
			if got := q.field(name); i > 0 && got != "none" {
				t.Errorf("%s: %s: %s", q.url, name, got)
			}
		}
	}
}

// TestConfirm holds what the user is asked, how often, and that a no is one.
func TestConfirm(t *testing.T) {
	s := newSite(t, func(w http.ResponseWriter, r *http.Request) {
		if n, _ := strconv.Atoi(r.URL.Path[1:]); n > 0 {
			w.Header().Set("Location", strconv.Itoa(n-1))
			w.WriteHeader(http.StatusTemporaryRedirect)
		}
	})
	for _, e := range []resolve.Edition{resolve.HTML5, resolve.URL2012} {
		var asked []fetch.Redirect
		c := &fetch.Client{Edition: e, AllowPrivate: true, Confirm: func(r fetch.Redirect) bool {
			asked = append(asked, r)
			return len(asked) < 3
		}}
		o := fetchAll(t, c, fetch.Request{URL: parse(t, e, s.URL+"/5"), Method: "POST", Body: []byte("x")})
		checkIs(t, o.err, fetch.ErrUnconfirmed)
		first, second, third := s.URL+"/5", s.URL+"/4", s.URL+"/3"
		want := fmt.Sprint([]fetch.Redirect{{first, 307, "4"}, {second, 307, "3"}, {third, 307, "2"}})
		if got := fmt.Sprint(asked); got != want {
			t.Errorf("asked for %s, want %s", got, want)
		}
	}
	c := &fetch.Client{AllowPrivate: true, Confirm: func(r fetch.Redirect) bool {
		t.Errorf("asked for %v", r)
		return false
	}}
	mustGet(t, c, s.URL+"/5")
}

// TestManualRedirect holds the manual redirect flag: the redirect is the result, and following it resumes the algorithm
// with the flags that it has.
func TestManualRedirect(t *testing.T) {
	s := newSite(t, func(w http.ResponseWriter, r *http.Request) {
		if n, _ := strconv.Atoi(r.URL.Path[1:]); n > 0 {
			w.Header().Set("Location", strconv.Itoa(n-1))
			w.WriteHeader(http.StatusFound)
			fmt.Fprint(w, "moved")
		}
	})
	c := loopback()
	ctx := t.Context()
	response, err := c.Fetch(ctx, fetch.Request{
		URL: parse(t, resolve.HTML5, s.URL+"/3#f"), ManualRedirect: true, Header: http.Header{"X-Own": {"1"}},
	})
	for n := 3; n > 0; n-- {
		if err != nil {
			t.Fatal(err)
		}
		location, err1 := response.Location()
		got := fmt.Sprintln(response.URL, response.Status, len(response.Redirects), location, err1, len(s.seen()))
		if want := fmt.Sprintf("%s/%d#f 302 %d %s/%d#f <nil> %d\n", s.URL, n, 3-n, s.URL, n-1, 4-n); got != want {
			t.Errorf("%s, want %s", got, want)
		}
		response, err = response.Follow(ctx)
	}
	o := readAll(t, response, err)
	if o.err != nil || o.Status != 200 || o.URL.String() != s.URL+"/0#f" || len(o.Redirects) != 3 {
		t.Errorf("at the end: %d %v %v %v", o.Status, o.URL, o.Redirects, o.err)
	}
	if location, err := o.Location(); err != nil || !location.IsZero() {
		t.Errorf("at the end: %s, %v", location, err)
	}
	if got := s.last(t).field("X-Own"); got != "1" {
		t.Errorf("the last request has X-Own: %s", got)
	}
}

// TestManualRedirectBody holds that a redirect that is the result has its body, and that closing it before following is
// as good as not.
func TestManualRedirectBody(t *testing.T) {
	s := newSite(t, func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/" {
			w.Header().Set("Location", "/x")
			w.WriteHeader(http.StatusSeeOther)
			fmt.Fprint(w, "see other")
		}
	})
	c := loopback()
	r := fetch.Request{URL: parse(t, resolve.HTML5, s.URL+"/"), ManualRedirect: true}
	o := fetchAll(t, c, r)
	if o.err != nil || o.body != "see other" {
		t.Fatalf("%q, %v", o.body, o.err)
	}
	followed, err := o.Response.Follow(t.Context())
	if o := readAll(t, followed, err); o.err != nil || o.URL.String() != s.URL+"/x" {
		t.Errorf("%s, %v", o.URL, o.err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	response, err := c.Fetch(t.Context(), r)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	_, err = response.Follow(ctx)
	checkIs(t, err, context.Canceled)
}

// TestLocation holds what cannot be followed: no redirect, or one to no URL.
func TestLocation(t *testing.T) {
	s := newSite(t, func(w http.ResponseWriter, r *http.Request) {
		w.Header()["Location"] = map[string][]string{
			"/bad": {"http://["}, "/two": {"/x", "/y"}, "/mailto": {"mailto:x@y"}, "/200": {"/x"},
		}[r.URL.Path]
		if r.URL.Path != "/200" {
			w.WriteHeader(http.StatusFound)
		}
	})
	c := &fetch.Client{AllowPrivate: true, Edition: resolve.Living}
	for path, want := range map[string]struct {
		location         string
		unusable, follow error
	}{
		"/200":    {"", nil, errAny},
		"/none":   {"", nil, errAny},
		"/bad":    {"", fetch.ErrLocation, fetch.ErrLocation},
		"/two":    {"", fetch.ErrLocation, fetch.ErrLocation},
		"/mailto": {"mailto:x@y", nil, fetch.ErrRedirectScheme},
	} {
		response, err := c.Fetch(t.Context(), fetch.Request{URL: parse(t, c.Edition, s.URL+path), ManualRedirect: true})
		if err != nil {
			t.Errorf("%s: %v", path, err)
			continue
		}
		location, err := response.Location()
		if location.String() != want.location || !errors.Is(err, want.unusable) {
			t.Errorf("%s: leads to %q, %v", path, location, err)
		}
		_, err = response.Follow(t.Context())
		if err == nil || want.follow != errAny && !errors.Is(err, want.follow) {
			t.Errorf("%s: followed: %v, want %v", path, err, want.follow)
		}
		response.Body.Close()
	}
}

// TestForceSameOrigin holds the force same-origin flag: a target of another origin than the URL that the algorithm was
// invoked for is a failure, also if the redirect would be the result, and nothing is sent to it.
func TestForceSameOrigin(t *testing.T) {
	w := newWeb(t, func(w http.ResponseWriter, r *http.Request) {
		if to := r.URL.Query().Get("to"); to != "" {
			http.Redirect(w, r, to, http.StatusFound)
		}
	})
	for _, c := range []struct {
		to       string
		requests int
		ok       bool
	}{
		{"/x", 2, true},
		{"http://a.example.com:80/x", 2, true},
		{"http://A.EXAMPLE.com/x", 2, true},
		{"/?to=/x", 3, true},
		{"http://b.example.com/", 1, false},
		{"https://a.example.com/", 1, false},
		{"http://a.example.com:8080/", 1, false},
		{"/?to=http://b.example.com/", 2, false},
		{"data:,x", 1, false},
		{"about:blank", 1, false},
		{"mailto:x", 1, false},
	} {
		for _, manual := range []bool{false, true} {
			w.forget()
			r := fetch.Request{
				URL:             parse(t, resolve.HTML5, "http://a.example.com/?to="+c.to),
				ForceSameOrigin: true, ManualRedirect: manual,
			}
			client := w.client()
			response, err := client.Fetch(t.Context(), r)
			for err == nil && response.Status == 302 {
				response, err = response.Follow(t.Context())
			}
			if o := readAll(t, response, err); c.ok != (o.err == nil) || len(w.seen()) != c.requests {
				t.Errorf("%s (manual: %t): %v after %s", c.to, manual, o.err, w.asked())
			}
			if !c.ok {
				checkIs(t, err, fetch.ErrRedirectOrigin)
			}
		}
	}
}

// TestRedirectUnread holds that the body of a redirect does not hold up what comes after it.
func TestRedirectUnread(t *testing.T) {
	s := newSite(t, func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/" {
			w.Header().Set("Location", "/x")
			w.WriteHeader(http.StatusFound)
			for r.Context().Err() == nil {
				if _, err := w.Write(make([]byte, 1<<16)); err != nil {
					return
				}
			}
		}
	})
	mustGet(t, loopback(), s.URL+"/")
}

// TestRedirectStalls holds that a redirect is known by its header: its body may never come, or be in a coding that
// nobody knows.
func TestRedirectStalls(t *testing.T) {
	for _, fields := range []string{
		"Content-Length: 9\r\n",
		"Content-Length: 9\r\nContent-Encoding: gzip\r\n",
		"Content-Length: 9\r\nContent-Encoding: x\r\n",
		"Content-Length: 0\r\nContent-Encoding: x\r\n",
	} {
		site := newRaw(t, func(conn net.Conn, header string) {
			if strings.HasPrefix(header, "GET /x ") {
				io.WriteString(conn, ok+"Content-Length: 5\r\n\r\nhello")
				return
			}
			io.WriteString(conn, "HTTP/1.1 302 Found\r\nLocation: /x\r\nConnection: close\r\n"+fields+"\r\n")
			io.Copy(io.Discard, conn)
		})
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		response, err := loopback().Fetch(ctx, to(t, site))
		if err != nil || readAll(t, response, err).body != "hello" {
			t.Errorf("%q: %v", fields, err)
		}
		cancel()
	}
}

// TestRedirectBytes holds that bytes of a Location field that are no UTF-8 arrive as they are.
func TestRedirectBytes(t *testing.T) {
	s := newSite(t, func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/" {
			w.Header()["Location"] = []string{"/\xe9?\xff"}
			w.WriteHeader(http.StatusFound)
		}
	})
	for _, e := range []resolve.Edition{resolve.HTML5, resolve.URL2012, resolve.Living} {
		o := mustGet(t, &fetch.Client{AllowPrivate: true, Edition: e}, s.URL+"/")
		if want := s.URL + "/%E9?%FF"; s.last(t).url != want || o.URL.String() != want {
			t.Errorf("%v: %s", e, o.URL)
		}
	}
}

// TestRedirectToPlain holds that what was asked for by https: may come by http:, but says so.
func TestRedirectToPlain(t *testing.T) {
	w := newWeb(t, func(w http.ResponseWriter, r *http.Request) {
		if r.TLS != nil {
			http.Redirect(w, r, "http://a.example.com/x", http.StatusFound)
		}
	})
	if o := mustGet(t, w.client(), "https://a.example.com/"); o.URL.String() != "http://a.example.com/x" {
		t.Error(o.URL)
	}
}

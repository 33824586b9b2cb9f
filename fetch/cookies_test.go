package fetch_test

import (
	"fmt"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"sync"
	"testing"

	"htmlurl/fetch"
	"htmlurl/resolve"
)

func newJar(t *testing.T) http.CookieJar {
	t.Helper()
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	return jar
}

// put puts a cookie into a jar as a server at address would.
func put(t *testing.T, jar http.CookieJar, address, name, value string) {
	t.Helper()
	jar.SetCookies(parseNet(t, address), []*http.Cookie{{Name: name, Value: value}})
}

// in returns the cookies that a jar has for an address.
func in(t *testing.T, jar http.CookieJar, address string) string {
	t.Helper()
	return fmt.Sprint(jar.Cookies(parseNet(t, address)))
}

func parseNet(t *testing.T, address string) *url.URL {
	t.Helper()
	u, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	return u
}

// setCookie sets the cookie that the query names, and redirects if it says so.
func setCookie(w http.ResponseWriter, r *http.Request) {
	if name := r.URL.Query().Get("set"); name != "" {
		http.SetCookie(w, &http.Cookie{Name: name, Value: "1"})
	}
	if to := r.URL.Query().Get("to"); to != "" {
		w.Header().Set("Location", to)
		w.WriteHeader(http.StatusFound)
	}
}

// TestCookies holds step 11 of W3C HTML5 2.7.2 (2012): cookies are updated before a redirect is followed, unless the
// block cookies flag is set; they are sent in any case.
func TestCookies(t *testing.T) {
	for _, c := range []struct {
		name, url string
		block     bool
		sent      string // the Cookie field of the last request
		kept      string
	}{
		{"none", "http://a.example.com/", false, "old=1", "[old=1]"},
		{"set", "http://a.example.com/?set=new", false, "old=1", "[old=1 new=1]"},
		{"set by a redirect", "http://a.example.com/?set=new&to=/x", false, "old=1; new=1", "[old=1 new=1]"},
		{"set by a redirect from elsewhere", "http://b.example.com/?set=new&to=http://a.example.com/x", false, "old=1", "[old=1]"},
		{"set by a redirect to elsewhere", "http://a.example.com/?set=new&to=http://b.example.com/", false, "none", "[old=1 new=1]"},
		{"set by a redirect to no resource", "http://a.example.com/?set=new&to=about:blank", false, "old=1", "[old=1 new=1]"},
		{"set by a redirect to itself", "http://a.example.com/?set=old&to=/x", false, "old=1", "[old=1]"},
		{"blocked", "http://a.example.com/?set=new", true, "old=1", "[old=1]"},
		{"blocked in a redirect", "http://a.example.com/?set=new&to=/x", true, "old=1", "[old=1]"},
		{"blocked in the second", "http://a.example.com/?to=/?set=new", true, "old=1", "[old=1]"},
		{"over https", "https://a.example.com/?set=new", false, "old=1", "[old=1 new=1]"},
	} {
		w := newWeb(t, setCookie)
		client := w.client()
		client.Cookies = newJar(t)
		put(t, client.Cookies, "http://a.example.com/", "old", "1")
		o := fetchAll(t, client, fetch.Request{URL: parse(t, resolve.HTML5, c.url), BlockCookies: c.block})
		if o.err != nil {
			t.Errorf("%s: %v", c.name, o.err)
			continue
		}
		if got := w.last(t).field("Cookie"); got != c.sent {
			t.Errorf("%s: Cookie: %s, want %s", c.name, got, c.sent)
		}
		if got := in(t, client.Cookies, "http://a.example.com/"); got != c.kept {
			t.Errorf("%s: the jar has %s, want %s", c.name, got, c.kept)
		}
	}
}

// TestNoCookies holds that a Client without a jar sends and keeps none.
func TestNoCookies(t *testing.T) {
	w := newWeb(t, setCookie)
	client := w.client()
	for range 2 {
		mustGet(t, client, "http://a.example.com/?set=new&to=/x")
	}
	for _, q := range w.seen() {
		if got := q.field("Cookie"); got != "none" {
			t.Errorf("%s %s: Cookie: %s", q.method, q.url, got)
		}
	}
}

// TestManualRedirectCookies holds that a redirect which is the result has set its cookies.
func TestManualRedirectCookies(t *testing.T) {
	w := newWeb(t, setCookie)
	client := w.client()
	client.Cookies = newJar(t)
	u := parse(t, resolve.HTML5, "http://a.example.com/?set=new&to=/x")
	response, err := client.Fetch(t.Context(), fetch.Request{URL: u, ManualRedirect: true})
	if err != nil {
		t.Fatal(err)
	}
	if got := in(t, client.Cookies, "http://a.example.com/"); got != "[new=1]" {
		t.Errorf("the jar has %s", got)
	}
	response, err = response.Follow(t.Context())
	readAll(t, response, err)
	if got := w.last(t).field("Cookie"); got != "new=1" {
		t.Errorf("Cookie: %s", got)
	}
}

// TestCookiesOfErrors holds that any response sets cookies, whatever its status.
func TestCookiesOfErrors(t *testing.T) {
	w := newWeb(t, func(w http.ResponseWriter, _ *http.Request) {
		http.SetCookie(w, &http.Cookie{Name: "new", Value: "1"})
		w.WriteHeader(http.StatusNotFound)
	})
	client := w.client()
	client.Cookies = newJar(t)
	mustGet(t, client, "http://a.example.com/")
	if got := in(t, client.Cookies, "http://a.example.com/"); got != "[new=1]" {
		t.Errorf("the jar has %s", got)
	}
}

// TestCookiesOfCaller holds that a Cookie field of the caller and the jar's cookies go together, or the caller's goes
// alone, but never without it.
func TestCookiesOfCaller(t *testing.T) {
	w := newWeb(t, setCookie)
	client := w.client()
	client.Cookies = newJar(t)
	put(t, client.Cookies, "http://a.example.com/", "old", "1")
	fetchAll(t, client, fetch.Request{
		URL: parse(t, resolve.HTML5, "http://a.example.com/"), Header: http.Header{"Cookie": {"own=1"}},
	})
	switch got := w.last(t).field("Cookie"); got {
	case "own=1", "own=1; old=1", "old=1; own=1":
	default:
		t.Errorf("Cookie: %s", got)
	}
}

// TestStorageMutex holds substeps 1 to 4 of step 11: of cookies that are updated at the same time none is lost. The
// storage mutex is that of the jar.
func TestStorageMutex(t *testing.T) {
	w := newWeb(t, setCookie)
	client := w.client()
	client.Cookies = newJar(t)
	var all sync.WaitGroup
	for i := range 20 {
		all.Go(func() { get(t, client, fmt.Sprintf("http://a.example.com/?set=c%d", i)) })
	}
	all.Wait()
	if got := client.Cookies.Cookies(parseNet(t, "http://a.example.com/")); len(got) != 20 {
		t.Errorf("%d cookies", len(got))
	}
}

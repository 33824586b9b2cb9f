package probe_test

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"htmlurl/fetch"
	"htmlurl/internal/probe"
	"htmlurl/resolve"
)

// errSilence is a server that takes the request, and says nothing.
var errSilence = errors.New("silence")

// tryCases have what happens to the requests, one after the other, and nil for a good answer, which the last one has
// for all others, and how long it takes at least.
var tryCases = []struct {
	what     string
	events   []error
	fragment string
	requests string
	seconds  int
	err      error
}{
	{"reset, then HEAD is not tried", []error{errReset, nil}, "", "HEAD GET", 0, nil},
	{"cut", []error{errCut, nil}, "", "HEAD GET", 0, nil},
	{"reset once more", []error{errReset, errReset, nil}, "", "HEAD GET GET", 1, nil},
	{"reset always", []error{errReset}, "", "HEAD GET GET", 1, errReset},
	{"reset always", []error{errReset}, "one", "GET GET GET", 1, errReset},
	{"cut always", []error{errCut}, "one", "GET GET GET", 1, fetch.ErrCut},
	{"failures of DNS that pass", []error{errDNS, nil}, "", "HEAD HEAD", 0, nil},
	{"failures of DNS that do not", []error{errDNS}, "", "HEAD HEAD HEAD", 1, errDNS},
	{"no address", []error{errName, nil}, "", "HEAD", 0, errName},
	{"refused", []error{errRefused, nil}, "one", "GET", 0, errRefused},
	{"refused", []error{errRefused, nil}, "", "HEAD", 0, errRefused},
	{"no connection", []error{errSilent}, "", "HEAD HEAD", 0, errSilent},
	{"silence", []error{errSilence}, "", "HEAD GET", 60, fetch.ErrStalled},
	{"silence", []error{errSilence, nil}, "", "HEAD GET", 30, nil},
	{"silence", []error{errSilence}, "one", "GET GET", 60, fetch.ErrStalled},
	{"silence and more", []error{errSilence, errReset, errSilence}, "one", "GET GET GET", 60, fetch.ErrStalled},
	{"HEAD only", []error{errOther, nil}, "", "HEAD GET", 0, nil},
	{"nonsense", []error{errOther}, "", "HEAD GET", 0, errOther},
	{"nonsense", []error{errOther}, "one", "GET", 0, errOther},
	{"a certificate", []error{&tls.CertificateVerificationError{Err: errOther}}, "", "HEAD", 0, fetch.ErrCertificate},
}

const wantTryCases = 20

// TestTries holds what is tried again, how often, and after which time.
func TestTries(t *testing.T) {
	for _, c := range tryCases {
		synctest.Test(t, func(t *testing.T) {
			begin, n, methods := time.Now(), 0, []string{}
			w := newWeb(func(w http.ResponseWriter, q *http.Request) {
				event := c.events[min(n, len(c.events)-1)]
				n++
				methods = append(methods, q.Method)
				switch event {
				case errSilence:
					wait(q, time.Hour)
				case nil:
					w.Header().Set("Content-Type", "text/html")
					w.Write([]byte(page))
				default:
					panic(event)
				}
			})
			var fragments []string
			if c.fragment != "" {
				fragments = []string{c.fragment}
			}
			a := one(t, w.prober(), question(t, resolve.HTML5, "/", fragments...))
			took := time.Since(begin)
			if got := strings.Join(methods, " "); got != c.requests || !errors.Is(a.Err, c.err) || a.Accepted != (c.err == nil) {
				t.Errorf("%s: %s: %+v, want %s: %v", c.what, got, a, c.requests, c.err)
			}
			if least := time.Duration(c.seconds) * time.Second; took < least || took > least+5*time.Second {
				t.Errorf("%s: %v", c.what, took)
			}
		})
	}
	if len(tryCases) != wantTryCases {
		t.Errorf("there are %d cases, want %d", len(tryCases), wantTryCases)
	}
}

// TestPutOff holds that the client retries 429 and 503, and that robots.txt is obeyed.
func TestPutOff(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		n := 0
		w := newWeb(func(w http.ResponseWriter, q *http.Request) {
			switch {
			case q.URL.Path == "/robots.txt":
				fmt.Fprint(w, "User-agent: *\nDisallow: /private")
			case n == 0:
				n++
				w.WriteHeader(http.StatusTooManyRequests)
			}
		})
		p := w.prober()
		p.Client.Retries, p.Client.Robots = 1, true
		got := collect(t, p, questions(t, "/open", "/private")...)
		if w.asked() != "GET /robots.txt, HEAD /open, HEAD /open" {
			t.Errorf("requests: %s", w.asked())
		}
		if !got["http://a.test/open"].Accepted || !errors.Is(got["http://a.test/private"].Err, fetch.ErrRobots) {
			t.Errorf("%v", got)
		}
	})
}

// TestGivenUp holds that hosts that do not answer are not asked for all their URLs.
func TestGivenUp(t *testing.T) {
	for _, c := range []struct {
		what     string
		answer   func(q *http.Request)
		requests int
		err      error
	}{
		{"refused", func(*http.Request) { panic(errRefused) }, 1, errRefused},
		{"no address", func(*http.Request) { panic(errName) }, 1, errName},
		{"no connection", func(*http.Request) { panic(errSilent) }, 2, errSilent},
		{"silence", func(q *http.Request) { wait(q, time.Hour) }, 6, probe.ErrGivenUp},
		{"cut", func(*http.Request) { panic(errCut) }, 9, probe.ErrGivenUp},
		{"errors that are no silence", func(*http.Request) { panic(errOther) }, 40, errOther},
	} {
		synctest.Test(t, func(t *testing.T) {
			w := newWeb(func(_ http.ResponseWriter, q *http.Request) {
				if q.Host == "b.test" || q.URL.Scheme == "https" {
					return
				}
				c.answer(q)
			})
			p := w.prober()
			p.PerHost, p.Workers = 1, 1
			var all []probe.Question
			for i := range 19 {
				all = append(all, question(t, resolve.HTML5, fmt.Sprintf("/%d", i)))
			}
			all = append(all, question(t, resolve.HTML5, "/last"))
			got := collect(t, p, all...)
			last := got["http://a.test/last"]
			if n := len(w.requests); n != c.requests || !errors.Is(last.Err, c.err) ||
				!strings.Contains(last.Err.Error(), "http://a.test/last") {
				t.Errorf("%s: %d requests, %v", c.what, n, last.Err)
			}
			got = collect(t, p, append(all, questions(t, "http://b.test/", "https://a.test/")...)...)
			if !got["http://b.test/"].Accepted || !got["https://a.test/"].Accepted {
				t.Errorf("%s: other servers: %v", c.what, got)
			}
		})
	}
}

// TestAnswersBetween holds that an answer, or a redirect to a host that does not answer, is a sign of life.
func TestAnswersBetween(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWeb(func(w http.ResponseWriter, q *http.Request) {
			switch {
			case q.Host == "b.test":
				panic(errRefused)
			case strings.HasPrefix(q.URL.Path, "/away"):
				http.Redirect(w, q, "http://b.test/", http.StatusFound)
			case strings.HasPrefix(q.URL.Path, "/cut"):
				panic(errCut)
			}
		})
		p := w.prober()
		p.Workers, p.PerHost = 1, 1
		got := collect(t, p, questions(t, "/cut1", "/cut2", "/1", "/cut3", "/cut4", "/away1", "/cut5", "/cut6", "/away2",
			"/cut7", "/cut8", "/2")...)
		for url, a := range got {
			if errors.Is(a.Err, probe.ErrGivenUp) || strings.Contains(url, "away") != (len(a.Redirects) == 1) {
				t.Errorf("%s: %+v", url, a)
			}
		}
	})
}

// TestCancelWhileTrying holds that a pause ends with the context.
func TestCancelWhileTrying(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithTimeout(t.Context(), 10*time.Millisecond)
		defer cancel()
		begin := time.Now()
		w := newWeb(func(http.ResponseWriter, *http.Request) { panic(errReset) })
		for a := range w.prober().Ask(ctx, questions(t, "/")) {
			t.Errorf("an answer: %+v", a)
		}
		if took := time.Since(begin); took != 10*time.Millisecond {
			t.Errorf("it took %v", took)
		}
	})
}

package probe_test

import (
	"context"
	"errors"
	"io"
	"maps"
	"net"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"htmlurl/fetch"
	"htmlurl/internal/probe"
	"htmlurl/resolve"
)

// web stands for the whole Web: requests for any host are answered by one handler, without a network, so that the clock
// may be that of a bubble. A handler that panics with an error makes the request fail by it.
type web struct {
	answer http.HandlerFunc

	mu       sync.Mutex
	requests []string
	now      map[string]int // requests at the moment, by host; "" is all
	most     map[string]int
}

func newWeb(answer http.HandlerFunc) *web {
	return &web{answer: answer, now: map[string]int{}, most: map[string]int{}}
}

func (w *web) RoundTrip(q *http.Request) (response *http.Response, err error) {
	w.enter(q)
	defer w.leave(q)
	defer func() {
		if e := recover(); e != nil {
			response, err = nil, e.(error)
		}
	}()
	to := httptest.NewRecorder()
	w.answer(to, q)
	if err := q.Context().Err(); err != nil {
		return nil, err
	}
	response = to.Result()
	response.Request = q
	if q.Method == http.MethodHead {
		response.Body = http.NoBody
	}
	return response, nil
}

func (w *web) enter(q *http.Request) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.requests = append(w.requests, q.Method+" "+q.URL.Scheme+"://"+q.Host+q.URL.RequestURI())
	for _, host := range []string{"", q.Host} {
		w.now[host]++
		w.most[host] = max(w.most[host], w.now[host])
	}
}

func (w *web) leave(q *http.Request) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.now[""]--
	w.now[q.Host]--
}

// asked returns the requests up to now, with http://a.test as "".
func (w *web) asked() string {
	w.mu.Lock()
	defer w.mu.Unlock()
	return strings.ReplaceAll(strings.Join(w.requests, ", "), "http://a.test", "")
}

func (w *web) client() *fetch.Client { return &fetch.Client{AllowPrivate: true, Transport: w} }

func (w *web) prober() *probe.Prober { return &probe.Prober{Client: w.client()} }

// wait waits as a slow server does, until the request is given up.
func wait(q *http.Request, d time.Duration) {
	select {
	case <-time.After(d):
	case <-q.Context().Done():
		panic(q.Context().Err())
	}
}

// What may go wrong with a connection.
var (
	errReset   = &net.OpError{Op: "read", Net: "tcp", Err: syscall.ECONNRESET}
	errRefused = &net.OpError{Op: "dial", Net: "tcp", Err: syscall.ECONNREFUSED}
	errCut     = io.EOF
	errName    = &net.OpError{Op: "dial", Net: "tcp", Err: &net.DNSError{Err: "no such host", IsNotFound: true}}
	errDNS     = &net.OpError{Op: "dial", Net: "tcp", Err: &net.DNSError{Err: "server misbehaving", IsTemporary: true}}
	errSilent  = &net.OpError{Op: "dial", Net: "tcp", Err: context.DeadlineExceeded}
	errOther   = errors.New("malformed HTTP response")
)

// question is a Question; the URL may begin with a slash, for http://a.test.
func question(t testing.TB, edition resolve.Edition, url string, fragments ...string) probe.Question {
	t.Helper()
	if strings.HasPrefix(url, "/") {
		url = "http://a.test" + url
	}
	u, err := resolve.Resolver{Edition: edition}.Parse(url)
	if err != nil {
		t.Fatal(err)
	}
	return probe.Question{URL: u, Fragments: fragments}
}

// questions are some without fragments.
func questions(t testing.TB, urls ...string) []probe.Question {
	t.Helper()
	var all []probe.Question
	for _, url := range urls {
		all = append(all, question(t, resolve.HTML5, url))
	}
	return all
}

// collect returns the answers by URL, and holds that there is one for each question.
func collect(t testing.TB, p *probe.Prober, questions ...probe.Question) map[string]probe.Answer {
	t.Helper()
	all := map[string]probe.Answer{}
	for a := range p.Ask(context.Background(), questions) {
		if _, ok := all[a.URL]; ok {
			t.Errorf("two answers for %s", a.URL)
		}
		all[a.URL] = a
	}
	want := map[string]bool{}
	for _, q := range questions {
		want[q.URL.Without(resolve.Fragment).String()] = true
	}
	if len(all) != len(want) {
		t.Errorf("%d answers, want %d: %v", len(all), len(want), slices.Sorted(maps.Keys(all)))
	}
	return all
}

// one returns the answer to one question.
func one(t testing.TB, p *probe.Prober, q probe.Question) probe.Answer {
	t.Helper()
	return collect(t, p, q)[q.URL.Without(resolve.Fragment).String()]
}

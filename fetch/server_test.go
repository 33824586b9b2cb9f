package fetch_test

import (
	"bufio"
	"context"
	"crypto/tls"
	"errors"
	"io"
	"log"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"htmlurl/fetch"
	"htmlurl/resolve"
)

// request is a request as it arrived at a server.
type request struct {
	method, url, body string
	header            http.Header
}

// field returns the value of a header field, or "none".
func (r request) field(name string) string {
	if values := r.header.Values(name); len(values) > 0 {
		return strings.Join(values, " | ")
	}
	return "none"
}

// record remembers the requests that arrived.
type record struct {
	mu       sync.Mutex
	requests []request
}

// seen returns the requests up to now.
func (r *record) seen() []request {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.requests[:len(r.requests):len(r.requests)]
}

// forget forgets the requests up to now.
func (r *record) forget() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.requests = nil
}

// asked returns the methods and URLs of the requests up to now.
func (r *record) asked() string {
	var all []string
	for _, q := range r.seen() {
		all = append(all, q.method+" "+q.url)
	}
	return strings.Join(all, ", ")
}

// first returns the first request, and fails the test if there was none.
func (r *record) first(t *testing.T) request {
	t.Helper()
	all := r.seen()
	if len(all) == 0 {
		t.Fatal("no request arrived")
	}
	return all[0]
}

// last returns the last request, and fails the test if there was none.
func (r *record) last(t *testing.T) request {
	t.Helper()
	all := r.seen()
	if len(all) == 0 {
		t.Fatal("no request arrived")
	}
	return all[len(all)-1]
}

// handler remembers a request, and answers it.
func (r *record) handler(scheme string, answer http.HandlerFunc) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, q *http.Request) {
		body, _ := io.ReadAll(q.Body)
		r.mu.Lock()
		url := scheme + "://" + q.Host + q.RequestURI
		r.requests = append(r.requests, request{q.Method, url, string(body), q.Header.Clone()})
		r.mu.Unlock()
		answer(w, q)
	})
}

// site is a server on loopback. Its URL has no slash at the end.
type site struct {
	record
	*httptest.Server
}

// newSite starts a server.
func newSite(t *testing.T, answer http.HandlerFunc) *site {
	s := new(site)
	s.Server = httptest.NewServer(s.handler("http", answer))
	t.Cleanup(func() { stop(s.Server) })
	return s
}

// newSecureSite starts a server with a certificate that nobody has reason to trust.
func newSecureSite(t *testing.T, answer http.HandlerFunc) *site {
	s := new(site)
	s.Server = httptest.NewUnstartedServer(s.handler("https", answer))
	s.Config.ErrorLog = silent
	s.StartTLS()
	t.Cleanup(func() { stop(s.Server) })
	return s
}

// silent is for servers that have reason to complain.
var silent = log.New(io.Discard, "", 0)

func stop(s *httptest.Server) {
	s.CloseClientConnections()
	s.Close()
}

// web stands for the whole Web: requests for any host, http: and https: ones, arrive at one server, whose
// certificate is not looked at.
type web struct {
	record
	*http.Transport
}

// newWeb starts the server.
func newWeb(t *testing.T, answer http.HandlerFunc) *web {
	w := new(web)
	plain := httptest.NewServer(w.handler("http", answer))
	secure := httptest.NewTLSServer(w.handler("https", answer))
	w.Transport = &http.Transport{
		DialContext: func(ctx context.Context, _, _ string) (net.Conn, error) {
			return new(net.Dialer).DialContext(ctx, "tcp", plain.Listener.Addr().String())
		},
		DialTLSContext: func(ctx context.Context, _, _ string) (net.Conn, error) {
			d := tls.Dialer{Config: &tls.Config{InsecureSkipVerify: true}}
			return d.DialContext(ctx, "tcp", secure.Listener.Addr().String())
		},
	}
	t.Cleanup(func() {
		w.CloseIdleConnections()
		stop(plain)
		stop(secure)
	})
	return w
}

// client returns a Client for which the Web is w.
func (w *web) client() *fetch.Client { return &fetch.Client{AllowPrivate: true, Transport: w} }

// loopback returns a Client that may ask the servers of these tests.
func loopback() *fetch.Client { return &fetch.Client{AllowPrivate: true} }

// to returns a request for a URL and no more.
func to(t testing.TB, url string) fetch.Request {
	t.Helper()
	return fetch.Request{URL: parse(t, resolve.HTML5, url)}
}

// newRaw starts a server that speaks for itself: serve has each connection after the header of a request, which it is
// told, was read from it. It returns the URL, without a slash at the end.
func newRaw(t *testing.T, serve func(conn net.Conn, header string)) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	var all sync.WaitGroup
	var mu sync.Mutex
	var open []net.Conn
	all.Go(func() {
		for {
			conn, err := l.Accept()
			if err != nil {
				return
			}
			mu.Lock()
			open = append(open, conn)
			mu.Unlock()
			all.Go(func() {
				defer conn.Close()
				if header, err := readHeader(conn); err == nil {
					serve(conn, header)
				}
			})
		}
	})
	t.Cleanup(func() {
		l.Close()
		mu.Lock()
		for _, conn := range open {
			conn.Close()
		}
		mu.Unlock()
		all.Wait()
	})
	return "http://" + l.Addr().String()
}

// readHeader reads up to the empty line.
func readHeader(r io.Reader) (string, error) {
	var header strings.Builder
	for b := bufio.NewReader(r); ; {
		line, err := b.ReadString('\n')
		if err != nil || line == "\r\n" {
			return header.String(), err
		}
		header.WriteString(line)
	}
}

// answers is a server that answers each request by those bytes, and closes the connection.
func answers(t *testing.T, response string) string {
	t.Helper()
	return newRaw(t, func(conn net.Conn, _ string) { io.WriteString(conn, response) })
}

// outcome is what a fetch came to: a response and the whole body, or an error of the fetch or of the body.
type outcome struct {
	*fetch.Response
	body string
	err  error
}

// patience is after how long a test is lost.
const patience = 10 * time.Second

// fetchAll fetches, and reads the body.
func fetchAll(t *testing.T, c *fetch.Client, r fetch.Request) outcome {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	response, err := c.Fetch(ctx, r)
	return readAll(t, response, err)
}

// readAll reads the body of what a fetch came to, and closes it.
func readAll(t *testing.T, response *fetch.Response, err error) outcome {
	t.Helper()
	if err != nil {
		checkError(t, err)
		if response != nil {
			t.Errorf("a response beside the error %v", err)
		}
		return outcome{Response: &fetch.Response{Body: http.NoBody}, err: err}
	}
	body, err := io.ReadAll(response.Body)
	if err != nil {
		checkError(t, err)
	}
	if err := response.Body.Close(); err != nil {
		t.Errorf("%s: Close: %v", response.URL, err)
	}
	return outcome{response, string(body), err}
}

// get fetches a URL without further ado.
func get(t *testing.T, c *fetch.Client, url string) outcome {
	t.Helper()
	return fetchAll(t, c, fetch.Request{URL: parse(t, c.Edition, url)})
}

// mustGet is get where an error is the end of the test.
func mustGet(t *testing.T, c *fetch.Client, url string) outcome {
	t.Helper()
	o := get(t, c, url)
	if o.err != nil {
		t.Fatal(o.err)
	}
	return o
}

// checkError holds what is promised of every error: it is an *Error, and names the URL and the reason.
func checkError(t *testing.T, err error) {
	t.Helper()
	e, ok := errors.AsType[*fetch.Error](err)
	switch {
	case !ok:
		t.Errorf("%v (%T) is no *fetch.Error", err, err)
	case e.Err == nil:
		t.Errorf("%v has no reason", err)
	case !strings.Contains(err.Error(), e.URL) || !strings.Contains(err.Error(), e.Err.Error()):
		t.Errorf("%q does not name the URL %q or the reason %q", err, e.URL, e.Err)
	}
	if errors.Is(err, context.DeadlineExceeded) && !errors.Is(err, fetch.ErrTimeout) {
		t.Errorf("%v: it took too long", err)
	}
}

// chainOf returns the redirects before an error.
func chainOf(err error) []fetch.Redirect {
	if e, ok := errors.AsType[*fetch.Error](err); ok {
		return e.Redirects
	}
	return nil
}

// checkIs holds that err is of that kind.
func checkIs(t *testing.T, err, kind error) {
	t.Helper()
	if !errors.Is(err, kind) {
		t.Errorf("%v, want: %v", err, kind)
	}
}

// parse parses a URL by the edition's rules.
func parse(t testing.TB, e resolve.Edition, s string) resolve.URL {
	t.Helper()
	u, err := resolve.Resolver{Edition: e}.Parse(s)
	if err != nil {
		t.Fatal(err)
	}
	return u
}

// say returns a handler that answers by a page.
func say(contentType, body string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", contentType)
		io.WriteString(w, body)
	}
}

// hello answers by a short text.
var hello = say("text/plain; charset=utf-8", "hello")

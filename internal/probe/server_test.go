package probe_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"runtime"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"htmlurl/fetch"
	"htmlurl/internal/probe"
	"htmlurl/resolve"
)

// serve starts a server on loopback, and returns a Prober for which it is the server of every host.
func serve(t testing.TB, answer http.HandlerFunc) *probe.Prober {
	server := httptest.NewServer(answer)
	transport := &http.Transport{
		DialContext: func(ctx context.Context, _, _ string) (net.Conn, error) {
			return new(net.Dialer).DialContext(ctx, "tcp", server.Listener.Addr().String())
		},
		DisableCompression:  true,
		MaxIdleConnsPerHost: 2,
	}
	t.Cleanup(func() {
		transport.CloseIdleConnections()
		server.CloseClientConnections()
		server.Close()
	})
	return &probe.Prober{Client: &fetch.Client{AllowPrivate: true, Transport: transport}}
}

// abort ends a connection without an answer.
func abort() { panic(http.ErrAbortHandler) }

// TestServer holds, with a real one, that servers which cut connections at HEAD are asked by GET.
func TestServer(t *testing.T) {
	p := serve(t, func(w http.ResponseWriter, q *http.Request) {
		if q.Method == http.MethodHead {
			abort()
		}
		resources(w, q)
	})
	got := collect(t, p, questions(t, "/page", "/404/404")...)
	if a := got["http://a.test/page"]; !a.Accepted || a.Type != "text/html" || a.Err != nil {
		t.Errorf("%+v", a)
	}
	if a := got["http://a.test/404/404"]; a.Status != 404 || a.Err != nil {
		t.Errorf("%+v", a)
	}
}

// TestNoServer holds that a server that is not there is not asked for everything.
func TestNoServer(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	l.Close()
	p := &probe.Prober{Client: &fetch.Client{AllowPrivate: true}}
	var urls []string
	for i := range 100 {
		urls = append(urls, fmt.Sprintf("http://%s/%d", l.Addr(), i))
	}
	for url, a := range collect(t, p, questions(t, urls...)...) {
		if _, ok := errors.AsType[*net.OpError](a.Err); !ok || !strings.Contains(a.Err.Error(), url) {
			t.Errorf("%s: %v", url, a.Err)
		}
	}
}

// endless sends bytes until nobody wants them, and counts them.
func endless(w io.Writer, count *atomic.Int64) {
	chunk := []byte(strings.Repeat("<p>more", 4096))
	for {
		n, err := w.Write(chunk)
		count.Add(int64(n))
		if err != nil {
			return
		}
	}
}

// TestUnread holds that of a body whose contents do not matter hardly anything is read.
func TestUnread(t *testing.T) {
	for _, c := range []struct{ what, contentType, fragment, status string }{
		{"only the status matters", "text/html", "", "200"},
		{"no document", "application/octet-stream", "a", "200"},
		{"not there", "text/html", "a", "404"},
	} {
		var sent atomic.Int64
		p := serve(t, func(w http.ResponseWriter, q *http.Request) {
			w.Header().Set("Content-Type", c.contentType)
			switch {
			case q.Method == http.MethodHead:
				w.WriteHeader(http.StatusMethodNotAllowed)
				return
			case c.status == "404":
				w.WriteHeader(http.StatusNotFound)
			}
			endless(w, &sent)
		})
		var fragments []string
		if c.fragment != "" {
			fragments = []string{c.fragment}
		}
		a := one(t, p, question(t, resolve.HTML5, "/", fragments...))
		if a.Err != nil || fmt.Sprint(a.Status) != c.status || sent.Load() > 16<<20 {
			t.Errorf("%s: %+v, %d bytes sent", c.what, a, sent.Load())
		}
	}
	var sent atomic.Int64
	p := serve(t, func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		endless(w, &sent)
	})
	p.Client.Limits = fetch.Limits{Bytes: 1 << 20}
	a := one(t, p, question(t, resolve.HTML5, "/", "a"))
	if !errors.Is(a.Err, fetch.ErrTooLong) || a.Status != 200 || !a.Accepted || a.Missing != nil {
		t.Errorf("a document without an end: %+v", a)
	}
}

// TestMany holds that many URLs are asked for quickly, with fragments and without, and that nothing is left behind.
func TestMany(t *testing.T) {
	p := serve(t, resources)
	one(t, p, question(t, resolve.HTML5, "/page"))
	before := runtime.NumGoroutine()
	var all []probe.Question
	for i := range 5000 {
		q := question(t, resolve.HTML5, fmt.Sprintf("http://h%d.test/page?%d", i%50, i))
		if i%10 == 0 {
			q.Fragments = []string{"one", "two"}
		}
		all = append(all, q)
	}
	begin := time.Now()
	for url, a := range collect(t, p, all...) {
		if a.Err != nil || !a.Accepted || len(a.Missing) > 1 {
			t.Fatalf("%s: %+v", url, a)
		}
	}
	t.Logf("5000 URLs of 50 hosts took %v", time.Since(begin))
	if took := time.Since(begin); took > 30*time.Second {
		t.Errorf("5000 URLs of 50 hosts took %v", took)
	}
	n := 0
	for range p.Ask(t.Context(), all) {
		if n++; n == 100 {
			break
		}
	}
	p.Client.Transport.(*http.Transport).CloseIdleConnections()
	for deadline := time.Now().Add(10 * time.Second); runtime.NumGoroutine() > before; time.Sleep(10 * time.Millisecond) {
		if time.Now().After(deadline) {
			stacks := make([]byte, 1<<20)
			t.Fatalf("%d goroutines, %d before:\n%s", runtime.NumGoroutine(), before, stacks[:runtime.Stack(stacks, true)])
		}
	}
}

// hostile are bytes that a server sends, whatever it is asked.
var hostile = []string{
	"", "nonsense\r\n\r\n", "HTTP/1.1 999 What\r\nContent-Length: 0\r\n\r\n", "HTTP/1.1 000 What\r\n\r\n",
	"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 1000\r\n\r\n<p id=",
	"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Encoding: gzip\r\n\r\nnonsense",
	"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nTransfer-Encoding: chunked\r\n\r\nffffffffffffffffff\r\n",
	"HTTP/1.1 200 OK\r\nContent-Type: \x00\xff;;;,,,\r\n\r\n<p id=a>",
	"HTTP/1.1 302 Found\r\nLocation: \xff\x00\r\n\r\n", "HTTP/1.1 302 Found\r\nLocation: http://[::1\r\n\r\n",
	"HTTP/1.1 302 Found\r\nLocation: /a\r\nLocation: /b\r\n\r\n", "HTTP/1.1 302 Found\r\nLocation: ///\r\n\r\n",
	"HTTP/1.1 200 OK\r\nX: " + strings.Repeat("x", 2<<20) + "\r\n\r\n",
	"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n" + strings.Repeat("<b>", 100000),
	"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n" + strings.Repeat("<a id=x name=x>", 10000),
}

// TestHostile holds that there is an answer to what servers send, and that it has a status or an error.
func TestHostile(t *testing.T) {
	log.SetOutput(io.Discard) // package net/http writes there of bodies behind HEAD
	t.Cleanup(func() { log.SetOutput(os.Stderr) })
	p := serve(t, func(w http.ResponseWriter, q *http.Request) {
		conn, _, err := w.(http.Hijacker).Hijack()
		if err != nil {
			t.Error(err)
			return
		}
		defer conn.Close()
		n, _ := strconv.Atoi(strings.TrimSuffix(q.Host, ".test"))
		io.WriteString(conn, hostile[n])
	})
	var all []probe.Question
	for n := range hostile {
		url := fmt.Sprintf("http://%d.test/", n)
		all = append(all, question(t, resolve.HTML5, url), question(t, resolve.HTML5, url+"a", "a"))
	}
	for url, a := range collect(t, p, all...) {
		if a.Err == nil && a.Status == 0 {
			t.Errorf("%s: %+v", url, a)
		}
	}
}

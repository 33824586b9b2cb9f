package fetch_test

import (
	"bytes"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"htmlurl/fetch"
	"htmlurl/resolve"
)

// start starts a server on the loopback interface.
func start(t *testing.T, handler http.HandlerFunc) *httptest.Server {
	server := httptest.NewServer(handler)
	t.Cleanup(server.Close)
	return server
}

// TestProgressOfRedirects holds that the bodies of redirects do not count as progress.
func TestProgressOfRedirects(t *testing.T) {
	server := start(t, func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/" {
			w.Header().Set("Location", "/b")
			w.WriteHeader(http.StatusFound)
		}
		for range 10 {
			w.Write(bytes.Repeat([]byte("x"), 1000))
			w.(http.Flusher).Flush()
		}
	})
	var told []int64
	r := fetch.Request{URL: parse(t, resolve.HTML5, server.URL+"/"), Progress: func(n, _ int64) { told = append(told, n) }}
	o := fetchAll(t, loopback(), r)
	if o.err != nil || !slices.IsSorted(told) || len(told) == 0 || told[len(told)-1] != 10_000 {
		t.Errorf("%v, %v", told, o.err)
	}
}

// TestShareBodies holds that requests with different bodies are not identical.
func TestShareBodies(t *testing.T) {
	server := start(t, func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		time.Sleep(settle)
		w.Write(body)
	})
	client := &fetch.Client{AllowPrivate: true, Share: true}
	var all sync.WaitGroup
	for i := range 3 {
		all.Go(func() {
			sent := fmt.Sprint(i)
			o := fetchAll(t, client, fetch.Request{URL: parse(t, resolve.HTML5, server.URL+"/"), Body: []byte(sent)})
			if o.err != nil || o.body != sent {
				t.Errorf("%s gives %s, %v", sent, o.body, o.err)
			}
		})
	}
	all.Wait()
}

// TestShareDelay holds that the time of a fetch does not run while a shared download waits for its turn.
func TestShareDelay(t *testing.T) {
	server := start(t, func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, "ok") })
	client := &fetch.Client{AllowPrivate: true, Share: true, Delay: 600 * time.Millisecond,
		Limits: fetch.Limits{Time: 300 * time.Millisecond}}
	fetchAll(t, client, fetch.Request{URL: parse(t, resolve.HTML5, server.URL+"/a")})
	var all sync.WaitGroup
	for range 3 {
		all.Go(func() {
			o := fetchAll(t, client, fetch.Request{URL: parse(t, resolve.HTML5, server.URL+"/b")})
			if o.err != nil {
				t.Error(o.err)
			}
		})
	}
	all.Wait()
}

// TestFollowConnections holds that redirects use their connections again, whoever follows them.
func TestFollowConnections(t *testing.T) {
	for _, manual := range []bool{false, true} {
		var connections atomic.Int64
		server := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if n, _ := strconv.Atoi(r.URL.Path[1:]); n < 9 {
				http.Redirect(w, r, fmt.Sprintf("/%d", n+1), http.StatusFound)
			}
		}))
		server.Config.ConnState = func(_ net.Conn, state http.ConnState) {
			if state == http.StateNew {
				connections.Add(1)
			}
		}
		server.Start()
		response, err := loopback().Fetch(t.Context(),
			fetch.Request{URL: parse(t, resolve.HTML5, server.URL+"/0"), ManualRedirect: manual})
		for err == nil {
			if target, _ := response.Location(); target.IsZero() {
				break
			}
			time.Sleep(5 * time.Millisecond) // as a caller that looks at it
			response, err = response.Follow(t.Context())
		}
		if o := readAll(t, response, err); o.err != nil || len(o.Redirects) != 9 || manual && connections.Load() > 5 {
			t.Errorf("manual %t: %d redirects, %d connections, %v", manual, len(o.Redirects), connections.Load(), o.err)
		}
		server.Close()
	}
}

// TestRobotsRedirected holds that a robots.txt whose redirects lead nowhere allows everything.
//
// Spec: RFC 9309, 2.3.1.2
func TestRobotsRedirected(t *testing.T) {
	for _, location := range []string{"/robots.txt", "http://[", "ftp://127.0.0.1/"} {
		server := start(t, func(w http.ResponseWriter, r *http.Request) {
			if strings.HasPrefix(r.URL.Path, "/robots.txt") {
				w.Header().Set("Location", location)
				w.WriteHeader(http.StatusFound)
			}
		})
		client := &fetch.Client{AllowPrivate: true, Robots: true}
		if o := fetchAll(t, client, fetch.Request{URL: parse(t, resolve.HTML5, server.URL+"/")}); o.err != nil {
			t.Errorf("%s: %v", location, o.err)
		}
	}
}

// TestRetriedCookies holds that a request that is sent again has the cookies of the answer before.
func TestRetriedCookies(t *testing.T) {
	var got []string
	server := start(t, func(w http.ResponseWriter, r *http.Request) {
		if got = append(got, r.Header.Get("Cookie")); len(got) == 1 {
			http.SetCookie(w, &http.Cookie{Name: "a", Value: "b"})
			w.Header().Set("Retry-After", "0")
			w.WriteHeader(http.StatusServiceUnavailable)
		}
	})
	client := &fetch.Client{AllowPrivate: true, Retries: 2, Cookies: newJar(t)}
	o := fetchAll(t, client, fetch.Request{URL: parse(t, resolve.HTML5, server.URL+"/")})
	if want := []string{"", "a=b"}; o.err != nil || !slices.Equal(got, want) {
		t.Errorf("%q, %v", got, o.err)
	}
}

// TestHeadCoding holds that an unknown content coding does not matter where there is no body.
func TestHeadCoding(t *testing.T) {
	server := start(t, func(w http.ResponseWriter, _ *http.Request) { w.Header().Set("Content-Encoding", "own") })
	o := fetchAll(t, loopback(), fetch.Request{URL: parse(t, resolve.HTML5, server.URL+"/"), Method: http.MethodHead})
	if o.err != nil || o.Status != http.StatusOK {
		t.Errorf("%d, %v", o.Status, o.err)
	}
}

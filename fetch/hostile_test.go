package fetch_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"htmlurl/fetch"
	"htmlurl/resolve"
)

// roundTripper is a transport that is a function.
type roundTripper func(*http.Request) (*http.Response, error)

func (f roundTripper) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }

// answerTo answers a request.
func answerTo(r *http.Request, status int, header http.Header, body io.Reader) *http.Response {
	if header == nil {
		header = http.Header{}
	}
	return &http.Response{
		StatusCode: status, Header: header, Body: io.NopCloser(body), ContentLength: -1, Request: r,
		Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1,
	}
}

// livingURL parses a URL.
func livingURL(t *testing.T, s string) resolve.URL {
	t.Helper()
	u, err := resolve.Resolver{Edition: resolve.Living}.Parse(s)
	if err != nil {
		t.Fatal(err)
	}
	return u
}

// dripping returns a gzip body that comes byte by byte.
func dripping(ctx context.Context) io.Reader {
	var coded bytes.Buffer
	z := gzip.NewWriter(&coded)
	fmt.Fprint(z, strings.Repeat("hello", 1000))
	z.Close()
	from, to := io.Pipe()
	go func() {
		for _, c := range coded.Bytes() {
			if _, err := to.Write([]byte{c}); err != nil || ctx.Err() != nil {
				break
			}
			time.Sleep(time.Millisecond)
		}
		to.Close()
	}()
	return from
}

// TestRobotsSecrets holds that the robots.txt of another host, to which a redirect leads, is asked for without the
// credentials that are for the first one.
func TestRobotsSecrets(t *testing.T) {
	c := &fetch.Client{AllowPrivate: true, Robots: true,
		Header: http.Header{"Authorization": {"Bearer secret"}, "Cookie": {"id=secret"}}}
	c.Transport = roundTripper(func(r *http.Request) (*http.Response, error) {
		if r.URL.Host == "a.example" && r.URL.Path == "/" {
			return answerTo(r, 302, http.Header{"Location": {"http://evil.example/x"}}, http.NoBody), nil
		}
		if r.URL.Host == "evil.example" && r.Header.Get("Authorization")+r.Header.Get("Cookie") != "" {
			t.Errorf("%s was asked for with credentials", r.URL)
		}
		return answerTo(r, 200, nil, http.NoBody), nil
	})
	response, err := c.Fetch(t.Context(), fetch.Request{URL: livingURL(t, "http://a.example/")})
	if err != nil {
		t.Fatal(err)
	}
	response.Body.Close()
}

// TestRobotsUnderDelay holds that a long Client.Delay does not make the robots.txt of a second service of the host
// (https: beside http:) unreachable: nothing is wrong with that one.
func TestRobotsUnderDelay(t *testing.T) {
	c := &fetch.Client{AllowPrivate: true, Robots: true, Delay: 61 * time.Second}
	c.Transport = roundTripper(func(r *http.Request) (*http.Response, error) {
		return answerTo(r, 404, nil, http.NoBody), nil
	})
	ctx, cancel := context.WithTimeout(t.Context(), 300*time.Millisecond)
	defer cancel()
	for _, u := range []string{"http://a.example/robots.txt", "https://a.example/"} {
		response, err := c.Fetch(ctx, fetch.Request{URL: livingURL(t, u)})
		if err == nil {
			response.Body.Close()
		}
		if errors.Is(err, fetch.ErrRobots) {
			t.Error(err)
		}
	}
}

// TestLoopbackBehindProxy holds that names that always mean loopback are refused without asking DNS, which may not know
// them here, while a proxy does.
//
// Spec: RFC 6761 section 6.3
func TestLoopbackBehindProxy(t *testing.T) {
	for _, host := range []string{"localhost", "localhost.", "a.localhost", "A.LocalHost."} {
		c := &fetch.Client{}
		c.Transport = roundTripper(func(r *http.Request) (*http.Response, error) {
			return answerTo(r, 200, nil, http.NoBody), nil
		})
		response, err := c.Fetch(t.Context(), fetch.Request{URL: livingURL(t, "http://"+host+"/")})
		if err == nil {
			response.Body.Close()
			t.Errorf("%s was left to the proxy", host)
			continue
		}
		checkIs(t, err, fetch.ErrPrivate)
	}
}

// TestCloseWhileReading holds that a body may be closed while another goroutine reads it, as those of net/http may: the
// Read fails, and neither it nor that of another fetch uses a decoder that has been given to somebody else. The race
// detector sees it.
func TestCloseWhileReading(t *testing.T) {
	for _, coding := range []string{"identity", "gzip"} {
		c := &fetch.Client{AllowPrivate: true}
		c.Transport = roundTripper(func(r *http.Request) (*http.Response, error) {
			return answerTo(r, 200, http.Header{"Content-Encoding": {coding}}, dripping(r.Context())), nil
		})
		response, err := c.Fetch(t.Context(), fetch.Request{URL: livingURL(t, "http://a.example/")})
		if err != nil {
			t.Fatal(err)
		}
		done := make(chan error)
		go func() { _, err := io.Copy(io.Discard, response.Body); done <- err }()
		time.Sleep(5 * time.Millisecond)
		response.Body.Close()
		select {
		case err := <-done:
			if err == nil {
				t.Errorf("%s: the body was read to its end", coding)
			}
		case <-time.After(5 * time.Second):
			t.Fatalf("%s: Read hangs", coding)
		}
	}
}

// TestCloseAfterFollow holds that a response may be closed after Follow, as by a defer: what is left of its body is
// read in the background. The race detector sees it.
func TestCloseAfterFollow(t *testing.T) {
	c := &fetch.Client{AllowPrivate: true}
	c.Transport = roundTripper(func(r *http.Request) (*http.Response, error) {
		if r.URL.Path == "/" {
			header := http.Header{"Location": {"/x"}, "Content-Encoding": {"gzip"}}
			return answerTo(r, 302, header, dripping(r.Context())), nil
		}
		return answerTo(r, 200, nil, strings.NewReader("end")), nil
	})
	response, err := c.Fetch(t.Context(), fetch.Request{URL: livingURL(t, "http://a.example/"), ManualRedirect: true})
	if err != nil {
		t.Fatal(err)
	}
	end, err := response.Follow(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	time.Sleep(5 * time.Millisecond)
	response.Body.Close()
	if text, err := io.ReadAll(end.Body); string(text) != "end" || err != nil {
		t.Errorf("%q, %v", text, err)
	}
	end.Body.Close()
	time.Sleep(5 * time.Millisecond)
}

// TestAfterClose holds that a closed body gives nothing more, also if its beginning was looked at.
func TestAfterClose(t *testing.T) {
	c := &fetch.Client{AllowPrivate: true}
	c.Transport = roundTripper(func(r *http.Request) (*http.Response, error) {
		return answerTo(r, 200, nil, strings.NewReader(strings.Repeat("x", 10_000))), nil
	})
	for _, sniffed := range []bool{false, true} {
		response, err := c.Fetch(t.Context(), fetch.Request{URL: livingURL(t, "http://a.example/")})
		if err != nil {
			t.Fatal(err)
		}
		if sniffed {
			response.Type()
		}
		response.Body.Close()
		response.Body.Close()
		if text, err := io.ReadAll(response.Body); len(text) > 0 || err == nil {
			t.Errorf("sniffed %t: %d bytes after Close, and the error %v", sniffed, len(text), err)
		}
	}
}

// TestManySharedReaders holds that a thousand fetches share a download, and leave no goroutine, whether they read or
// not.
func TestManySharedReaders(t *testing.T) {
	const all = 1000
	before := runtime.NumGoroutine()
	body := strings.Repeat("0123456789", 5000)
	var requests atomic.Int64
	started := make(chan bool)
	c := &fetch.Client{AllowPrivate: true, Share: true}
	c.Transport = roundTripper(func(r *http.Request) (*http.Response, error) {
		requests.Add(1)
		<-started
		return answerTo(r, 200, nil, strings.NewReader(body)), nil
	})
	var fetches sync.WaitGroup
	for i := range all {
		fetches.Go(func() {
			response, err := c.Fetch(t.Context(), fetch.Request{URL: livingURL(t, "http://a.example/")})
			if err != nil {
				t.Error(err)
				return
			}
			defer response.Body.Close()
			if i%3 == 0 {
				return
			}
			if text, err := io.ReadAll(response.Body); err != nil || string(text) != body {
				t.Error(len(text), err)
			}
		})
	}
	time.Sleep(200 * time.Millisecond)
	close(started)
	fetches.Wait()
	if n := requests.Load(); n != 1 {
		t.Errorf("%d requests", n)
	}
	for range 100 {
		if runtime.NumGoroutine() <= before+2 {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Errorf("%d goroutines are left of %d before", runtime.NumGoroutine(), before)
}

// TestHostileCacheAnswers holds that odd answers to conditional requests give neither a wrong body nor an endless
// exchange.
func TestHostileCacheAnswers(t *testing.T) {
	cache, err := fetch.DirCache(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	type answers func(conditional bool) (int, http.Header, string)
	tag := http.Header{"Etag": {`"a"`}}
	for _, step := range []struct {
		name     string
		server   answers
		want     string
		requests int64
	}{
		{"stored", func(bool) (int, http.Header, string) { return 200, tag, "one" }, "200 one", 1},
		{"304 that speaks of a body", func(bool) (int, http.Header, string) {
			return 304, http.Header{"Content-Length": {"9"}, "Content-Encoding": {"br"}, "Content-Range": {"bytes 0-0/1"}}, ""
		}, "200 one", 1},
		{"304 with another tag, then without conditions", func(conditional bool) (int, http.Header, string) {
			if conditional {
				return 304, http.Header{"Etag": {`"b"`}}, ""
			}
			return 304, nil, ""
		}, "304 ", 2},
		{"a tag of 1 MB", func(bool) (int, http.Header, string) {
			return 200, http.Header{"Etag": {`"` + strings.Repeat("x", 1<<20) + `"`}}, "two"
		}, "200 two", 1},
		{"304 for it", func(bool) (int, http.Header, string) { return 304, nil, "" }, "200 two", 1},
		{"Vary with everything", func(bool) (int, http.Header, string) {
			return 200, http.Header{"Etag": {`"a"`}, "Vary": {strings.Repeat("X, ", 50_000) + "a b, :path, User-Agent"}}, "three"
		}, "200 three", 1},
		{"304 for it", func(bool) (int, http.Header, string) { return 304, nil, "" }, "200 three", 1},
	} {
		var requests atomic.Int64
		c := &fetch.Client{AllowPrivate: true, Cache: cache}
		c.Transport = roundTripper(func(r *http.Request) (*http.Response, error) {
			requests.Add(1)
			status, header, body := step.server(r.Header["If-None-Match"] != nil)
			return answerTo(r, status, header.Clone(), strings.NewReader(body)), nil
		})
		response, err := c.Fetch(t.Context(), fetch.Request{URL: livingURL(t, "http://a.example/")})
		if err != nil {
			t.Fatalf("%s: %v", step.name, err)
		}
		text, err := io.ReadAll(response.Body)
		response.Body.Close()
		if got := fmt.Sprintf("%d %s", response.Status, text); got != step.want || err != nil || requests.Load() != step.requests {
			t.Errorf("%s: %s after %d requests, error %v", step.name, got, requests.Load(), err)
		}
	}
}

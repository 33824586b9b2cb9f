package fetch_test

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"htmlurl/document"
	"htmlurl/fetch"
	"htmlurl/resolve"
)

// The body of slow is big enough to need more than what connections hold back.
var slowBody = strings.Repeat("0123456789abcdef", 1<<16)

// slow is a server whose responses wait in the middle, or before the header, until they are released. An arrival is
// sent to begun.
type slow struct {
	*site
	begun   chan bool
	release chan bool
}

func newSlow(t *testing.T, header bool) *slow {
	s := &slow{begun: make(chan bool, 100), release: make(chan bool)}
	s.site = newSite(t, func(w http.ResponseWriter, r *http.Request) {
		half := 0
		if header {
			half = len(slowBody) / 2
			io.WriteString(w, slowBody[:half])
			http.NewResponseController(w).Flush()
		}
		s.begun <- true
		select {
		case <-s.release:
			io.WriteString(w, slowBody[half:])
		case <-r.Context().Done():
			s.begun <- false
		}
	})
	return s
}

// await waits for a request to arrive.
func (s *slow) await(t *testing.T) {
	t.Helper()
	select {
	case <-s.begun:
	case <-time.After(patience):
		t.Fatal("no request arrived")
	}
}

// settle is how long to wait for what gives no sign.
const settle = 100 * time.Millisecond

// TestShare holds the first branch of step 10 of W3C HTML5 2.7.2 (2012): identical requests at the same time are one
// download, also if that has begun, and each has the whole of it.
func TestShare(t *testing.T) {
	t.Parallel()
	for _, header := range []bool{false, true} {
		s := newSlow(t, header)
		c := &fetch.Client{AllowPrivate: true, Share: true}
		var all sync.WaitGroup
		for i := range 10 {
			all.Go(func() {
				o := get(t, c, s.URL+"/#"+fmt.Sprint(i))
				if o.err != nil || o.body != slowBody || o.Status != 200 {
					t.Errorf("%d of %d bytes, %v", len(o.body), len(slowBody), o.err)
				} else if f, _ := o.URL.Fragment(); f != fmt.Sprint(i) {
					t.Errorf("request %d is at %s", i, o.URL)
				}
			})
			if i == 0 {
				s.await(t)
			}
		}
		time.Sleep(settle)
		close(s.release)
		all.Wait()
		if n := len(s.seen()); n != 1 {
			t.Errorf("header sent: %t: %d requests", header, n)
		}
		if get(t, c, s.URL+"/"); len(s.seen()) != 2 {
			t.Error("a download that has ended was used")
		}
	}
}

// TestShareSlowReader holds that who reads slowly, or not at all, does not hold up the others, and has it all in the
// end.
func TestShareSlowReader(t *testing.T) {
	t.Parallel()
	s := newSlow(t, true)
	c := &fetch.Client{AllowPrivate: true, Share: true}
	r := to(t, s.URL)
	first, err := c.Fetch(t.Context(), r)
	if err != nil {
		t.Fatal(err)
	}
	second, err := c.Fetch(t.Context(), r)
	if err != nil {
		t.Fatal(err)
	}
	close(s.release)
	if o := readAll(t, second, nil); o.err != nil || o.body != slowBody {
		t.Errorf("the quick one: %d bytes, %v", len(o.body), o.err)
	}
	if o := readAll(t, first, nil); o.err != nil || o.body != slowBody {
		t.Errorf("the slow one: %d bytes, %v", len(o.body), o.err)
	}
	if n := len(s.seen()); n != 1 {
		t.Errorf("%d requests", n)
	}
}

// TestShareCancelled holds that who gives up, be it the one that began, leaves the others what they share, and that the
// download ends when the last one gives up.
func TestShareCancelled(t *testing.T) {
	t.Parallel()
	for _, header := range []bool{false, true} {
		for _, giveUp := range []int{0, 2, 3} {
			s := newSlow(t, header)
			c := &fetch.Client{AllowPrivate: true, Share: true}
			ctx, cancel := context.WithCancel(t.Context())
			var all sync.WaitGroup
			for i := range 3 {
				all.Go(func() {
					leaves := i == giveUp || giveUp == 3
					own := t.Context()
					if leaves {
						own = ctx
					}
					response, err := c.Fetch(own, to(t, s.URL))
					o := readAll(t, response, err)
					if !leaves && (o.err != nil || o.body != slowBody) {
						t.Errorf("%d gives up: %d bytes, %v", giveUp, len(o.body), o.err)
					}
					if leaves {
						checkIs(t, o.err, context.Canceled)
					}
				})
				if i == 0 {
					s.await(t)
				}
			}
			time.Sleep(settle)
			cancel()
			if giveUp < 3 {
				time.Sleep(settle)
				close(s.release)
			}
			all.Wait()
			if n := len(s.seen()); n != 1 {
				t.Errorf("header sent: %t, %d gives up: %d requests", header, giveUp, n)
			}
			if giveUp == 3 {
				awaitEnd(t, s)
			}
		}
	}
}

// awaitEnd waits for the server to see that nobody reads any more.
func awaitEnd(t *testing.T, s *slow) {
	t.Helper()
	for {
		select {
		case reading := <-s.begun:
			if !reading {
				return
			}
		case <-time.After(patience):
			t.Fatal("the download goes on for nobody")
		}
	}
}

// TestShareClosed holds that closing bodies is giving up.
func TestShareClosed(t *testing.T) {
	t.Parallel()
	s := newSlow(t, true)
	c := &fetch.Client{AllowPrivate: true, Share: true}
	var bodies []io.Closer
	for range 2 {
		response, err := c.Fetch(t.Context(), to(t, s.URL))
		if err != nil {
			t.Fatal(err)
		}
		bodies = append(bodies, response.Body)
	}
	for _, body := range bodies {
		if err := body.Close(); err != nil {
			t.Error(err)
		}
	}
	awaitEnd(t, s)
	if n := len(s.seen()); n != 1 {
		t.Errorf("%d requests", n)
	}
}

// TestShareErrors holds that an error of the download is that of all.
func TestShareErrors(t *testing.T) {
	t.Parallel()
	release := make(chan bool)
	s := newSite(t, func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Length", "100")
		io.WriteString(w, "cut")
		<-release
	})
	c := &fetch.Client{AllowPrivate: true, Share: true}
	var all sync.WaitGroup
	for range 5 {
		all.Go(func() {
			o := get(t, c, s.URL)
			checkIs(t, o.err, fetch.ErrCut)
		})
	}
	time.Sleep(settle)
	close(release)
	all.Wait()
	if n := len(s.seen()); n != 1 {
		t.Errorf("%d requests", n)
	}
}

// TestShareRedirects holds that what is shared is the resource, and what each asked for its own.
func TestShareRedirects(t *testing.T) {
	t.Parallel()
	s := newSlow(t, false)
	from := newSite(t, func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, s.URL+"/x", http.StatusFound)
	})
	c := &fetch.Client{AllowPrivate: true, Share: true}
	var all sync.WaitGroup
	for i, u := range []string{s.URL + "/x", from.URL + "/a", from.URL + "/b"} {
		all.Go(func() {
			o := get(t, c, u)
			if o.err != nil || o.body != slowBody || o.URL.String() != s.URL+"/x" || len(o.Redirects) != min(i, 1) {
				t.Errorf("%s: %d bytes, %v", u, len(o.body), o.err)
			}
		})
	}
	time.Sleep(settle)
	close(s.release)
	all.Wait()
	if n := len(s.seen()); n != 1 {
		t.Errorf("%d requests", n)
	}
}

// TestShareProgress holds that each is told of the whole download.
func TestShareProgress(t *testing.T) {
	t.Parallel()
	s := newSlow(t, false)
	c := &fetch.Client{AllowPrivate: true, Share: true}
	var all sync.WaitGroup
	for range 3 {
		all.Go(func() {
			var last int64
			o := fetchAll(t, c, fetch.Request{
				URL:      parse(t, resolve.HTML5, s.URL),
				Progress: func(read, _ int64) { last = read },
			})
			if o.err != nil || last != int64(len(slowBody)) {
				t.Errorf("%d of %d bytes, %v", last, len(slowBody), o.err)
			}
		})
	}
	time.Sleep(settle)
	close(s.release)
	all.Wait()
	if n := len(s.seen()); n != 1 {
		t.Errorf("%d requests", n)
	}
}

// TestNotShared holds which requests are not identical or not idempotent, or for a Client that does not share.
func TestNotShared(t *testing.T) {
	t.Parallel()
	accept := func(value string) fetch.Request { return fetch.Request{Header: http.Header{"Accept": {value}}} }
	from := func(address string) fetch.Request {
		return fetch.Request{Document: page(t, resolve.HTML5, address, "", nil)}
	}
	for _, c := range []struct {
		name    string
		a, b    fetch.Request
		noShare bool
	}{
		{"a Client that does not share", fetch.Request{}, fetch.Request{}, true},
		{"Accept", accept("text/html"), accept("image/png"), false},
		{"Accept and none", accept("text/html"), fetch.Request{}, false},
		{"Origin", fetch.Request{Origin: "http://a.example.com"}, fetch.Request{Origin: "http://b.example.com"}, false},
		{"Origin and none", fetch.Request{Origin: "http://a.example.com"}, fetch.Request{}, false},
		{"Referer", from("http://a.example.com/"), from("http://b.example.com/"), false},
		{"Referer and none", from("http://a.example.com/"), fetch.Request{}, false},
		{"HEAD and GET", fetch.Request{Method: "HEAD"}, fetch.Request{}, false},
		{"POST", fetch.Request{Method: "POST"}, fetch.Request{Method: "POST"}, false},
		{"PUT", fetch.Request{Method: "PUT"}, fetch.Request{Method: "PUT"}, false},
	} {
		arrived := make(chan bool, 2)
		both := make(chan bool)
		s := newSite(t, func(http.ResponseWriter, *http.Request) {
			arrived <- true
			<-both
		})
		client := &fetch.Client{AllowPrivate: true, Share: !c.noShare}
		var all sync.WaitGroup
		for _, r := range []fetch.Request{c.a, c.b} {
			all.Go(func() {
				r.URL = parse(t, resolve.HTML5, s.URL)
				if o := fetchAll(t, client, r); o.err != nil {
					t.Errorf("%s: %v", c.name, o.err)
				}
			})
		}
		for range 2 {
			select {
			case <-arrived:
			case <-time.After(patience):
				t.Errorf("%s: shared", c.name)
			}
		}
		close(both)
		all.Wait()
	}
}

// TestShareBlockedCookies holds that who keeps no cookies does not share with who does: they would be lost.
func TestShareBlockedCookies(t *testing.T) {
	t.Parallel()
	release := make(chan bool)
	w := newWeb(t, func(w http.ResponseWriter, r *http.Request) {
		generous(w, r)
		<-release
	})
	client := w.client()
	client.Share, client.Cookies = true, newJar(t)
	var all sync.WaitGroup
	for _, mode := range []fetch.CORS{anonymous, useCreds} {
		all.Go(func() {
			r := to(t, "http://b.example.com/")
			r.Origin = ours
			fetchCORS(t, client, r, mode)
		})
		time.Sleep(settle)
	}
	close(release)
	all.Wait()
	if got := in(t, client.Cookies, "http://b.example.com/"); got != "[b=new]" {
		t.Errorf("the jar has %s", got)
	}
}

// TestShareCredentials holds that a request without credentials does not share the response to one with them.
func TestShareCredentials(t *testing.T) {
	t.Parallel()
	arrived := make(chan bool, 2)
	both := make(chan bool)
	w := newWeb(t, func(w http.ResponseWriter, r *http.Request) {
		share(w, ours, true)
		arrived <- true
		<-both
	})
	client := w.client()
	client.Share, client.Cookies = true, newJar(t)
	put(t, client.Cookies, "http://b.example.com/", "old", "1")
	var all sync.WaitGroup
	for _, mode := range []document.CORSSetting{document.Anonymous, document.UseCredentials} {
		all.Go(func() {
			r := fetch.Request{URL: parse(t, resolve.HTML5, "http://b.example.com/"), Origin: ours}
			if o := fetchCORS(t, client, r, fetch.CORS{Mode: mode}); o.err != nil {
				t.Errorf("%v: %v", mode, o.err)
			}
		})
	}
	for range 2 {
		select {
		case <-arrived:
		case <-time.After(patience):
			t.Error("shared")
		}
	}
	close(both)
	all.Wait()
}

package probe_test

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"htmlurl/fetch"
	"htmlurl/internal/probe"
)

// urlsOf returns so many URLs of each host.
func urlsOf(n int, hosts ...string) []string {
	var all []string
	for _, host := range hosts {
		for i := range n {
			all = append(all, fmt.Sprintf("http://%s.test/%d", host, i))
		}
	}
	return all
}

// hosts returns the names of so many hosts.
func hosts(n int) []string {
	var all []string
	for i := range n {
		all = append(all, fmt.Sprintf("h%d", i))
	}
	return all
}

// TestLimits holds how many requests there are at the same time, and that there are as many as may be.
func TestLimits(t *testing.T) {
	for _, c := range []struct {
		workers, perHost int // of the Prober
		hosts            int
		most, mostOfHost int
		seconds          int
	}{
		{0, 0, 50, 16, 1, 32}, // 500 URLs; the hosts take turns
		{0, 0, 1, 2, 2, 5},
		{4, 3, 2, 4, 3, 5},
		{1, 5, 3, 1, 1, 30},
		{100, 1, 7, 7, 1, 10},
		{100, 4, 7, 28, 4, 3},
	} {
		synctest.Test(t, func(t *testing.T) {
			begin := time.Now()
			w := newWeb(func(_ http.ResponseWriter, q *http.Request) { wait(q, time.Second) })
			p := w.prober()
			p.Workers, p.PerHost = c.workers, c.perHost
			collect(t, p, questions(t, urlsOf(10, hosts(c.hosts)...)...)...)
			mostOfHost := 0
			for host, n := range w.most {
				if host != "" {
					mostOfHost = max(mostOfHost, n)
				}
			}
			if w.most[""] != c.most || mostOfHost != c.mostOfHost {
				t.Errorf("%+v: %d requests at the same time, %d of a host", c, w.most[""], mostOfHost)
			}
			if took := time.Since(begin); took != time.Duration(c.seconds)*time.Second {
				t.Errorf("%+v: it took %v", c, took)
			}
		})
	}
}

// TestSlowHosts holds that hosts that are slow hold up no others, and that there is a limit to that, too.
func TestSlowHosts(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		begin := time.Now()
		w := newWeb(func(_ http.ResponseWriter, q *http.Request) {
			if strings.HasPrefix(q.Host, "slow") {
				wait(q, 20*time.Second)
			}
			wait(q, 10*time.Millisecond)
		})
		p := w.prober()
		p.Workers = 4
		var quick, slow time.Duration
		urls := urlsOf(10, "slow1", "slow2", "slow3", "slow4", "a", "b", "c", "d", "e", "f", "g", "h")
		for a := range p.Ask(t.Context(), questions(t, urls...)) {
			if strings.HasPrefix(a.URL, "http://slow") {
				slow = time.Since(begin)
			} else {
				quick = time.Since(begin)
			}
		}
		if quick > 5*time.Second || slow > 110*time.Second || w.most["slow1.test"] != 2 {
			t.Errorf("quick hosts took %v, slow ones %v, with %v requests", quick, slow, w.most)
		}
	})
	synctest.Test(t, func(t *testing.T) {
		w := newWeb(func(_ http.ResponseWriter, q *http.Request) { wait(q, time.Minute) })
		p := w.prober()
		p.Workers, p.Client.Limits = 2, fetch.Limits{HeaderTime: time.Hour}
		collect(t, p, questions(t, urlsOf(2, hosts(100)...)...)...)
		if w.most[""] != 32 {
			t.Errorf("%d requests at the same time, want 2 * 16", w.most[""])
		}
	})
}

// TestManners holds that the delay of the client holds up one host, and not the others.
func TestManners(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		begin := time.Now()
		w := newWeb(func(http.ResponseWriter, *http.Request) {})
		p := w.prober()
		p.Workers, p.Client.Delay = 4, 10*time.Second
		collect(t, p, questions(t, append(urlsOf(10, "a"), urlsOf(2, hosts(40)...)...)...)...)
		if took := time.Since(begin); took > 100*time.Second {
			t.Errorf("it took %v", took)
		}
	})
}

// TestCancel holds that Ask ends with the context, and keeps the answers until then.
func TestCancel(t *testing.T) {
	for _, fragments := range [][]string{nil, {"one"}} {
		synctest.Test(t, func(t *testing.T) {
			begin := time.Now()
			w := newWeb(func(_ http.ResponseWriter, q *http.Request) { wait(q, time.Second) })
			ctx, cancel := context.WithCancel(t.Context())
			time.AfterFunc(10*time.Second+time.Millisecond, cancel)
			p := w.prober()
			all := questions(t, urlsOf(100, "a", "b")...)
			for i := range all {
				all[i].Fragments = fragments
			}
			n := 0
			for a := range p.Ask(ctx, all) {
				if n++; a.Err != nil || !a.Accepted {
					t.Errorf("%+v", a)
				}
			}
			if took := time.Since(begin); n != 10*4 || took > 11*time.Second {
				t.Errorf("%d answers after %v", n, took)
			}
			for a := range p.Ask(ctx, all) {
				t.Errorf("an answer after the end: %+v", a)
			}
		})
	}
}

// TestSlowCaller holds that what was answered is kept for a caller that looks at it after the end of the context.
func TestSlowCaller(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWeb(func(http.ResponseWriter, *http.Request) {})
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		n := 0
		for range w.prober().Ask(ctx, questions(t, urlsOf(10, hosts(10)...)...)) {
			time.Sleep(time.Minute)
			synctest.Wait()
			cancel()
			n++
		}
		if n != len(w.requests) || n < 16 || n > 17 {
			t.Errorf("%d answers to %d requests", n, len(w.requests))
		}
	})
}

// TestDeadline holds that what could not be asked for in time is not there, rather than an error.
func TestDeadline(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithTimeout(t.Context(), 5*time.Second)
		defer cancel()
		w := newWeb(func(http.ResponseWriter, *http.Request) {})
		p := w.prober()
		p.Client.Delay = 2 * time.Second
		n := 0
		for a := range p.Ask(ctx, questions(t, urlsOf(10, "a")...)) {
			if n++; a.Err != nil {
				t.Errorf("%+v", a)
			}
		}
		if n != 3 {
			t.Errorf("%d answers, want 3", n)
		}
	})
}

// TestStop holds that all requests have ended when the caller has stopped, whichever way.
func TestStop(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWeb(func(_ http.ResponseWriter, q *http.Request) {
			if q.URL.Path != "/0" {
				wait(q, time.Hour)
			}
		})
		begin := time.Now()
		ask := w.prober().Ask(t.Context(), questions(t, urlsOf(10, hosts(10)...)...))
		for range ask {
			break
		}
		if w.now[""] != 0 || time.Since(begin) > 0 {
			t.Errorf("%d requests go on after %v", w.now[""], time.Since(begin))
		}
		func() {
			defer func() {
				if recover() != "the caller" || w.now[""] != 0 {
					t.Errorf("%d requests go on after a panic", w.now[""])
				}
			}()
			for range ask {
				panic("the caller")
			}
		}()
	})
}

// TestOrder holds that hosts take turns.
func TestOrder(t *testing.T) {
	w := newWeb(func(http.ResponseWriter, *http.Request) {})
	p := w.prober()
	p.Workers = 1
	collect(t, p, questions(t, urlsOf(3, "a", "b", "c")...)...)
	var turns []string
	for _, q := range w.requests {
		turns = append(turns, strings.TrimPrefix(q, "HEAD http://")[:1])
	}
	if want := strings.Split("abcabcabc", ""); !slices.Equal(turns, want) {
		t.Errorf("%v, want %v", turns, want)
	}
}

// TestConcurrentRuns holds that a Prober may be used by several callers.
func TestConcurrentRuns(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWeb(resources)
		p := w.prober()
		p.Cache = open(t, t.TempDir()+"/links", time.Hour)
		done := make(chan map[string]probe.Answer)
		for range 4 {
			go func() { done <- collect(t, p, questions(t, "/page", "/404/200", "/found")...) }()
		}
		for range 4 {
			if got := <-done; !got["http://a.test/page"].Accepted {
				t.Errorf("%v", got)
			}
		}
	})
}

package frontier_test

import (
	"bytes"
	"context"
	"fmt"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"htmlurl/internal/frontier"
)

// timed is a list of entries, whose URLs are a host, a number, and how long a visit takes.
type timed struct {
	options frontier.Options
	urls    []string
	record  []byte

	mu      sync.Mutex
	began   map[string]time.Duration
	running map[string]int
	most    map[string]int // visits at the same time, of each host, and of all as ""
}

// run visits the entries, in a bubble in which time passes at once.
func (tm *timed) run(t *testing.T) (took time.Duration) {
	tm.began, tm.running, tm.most = map[string]time.Duration{}, map[string]int{}, map[string]int{}
	tm.options.Host = func(url string) string { return strings.Fields(url)[0] }
	if tm.options.Commit == 0 {
		tm.options.Commit = time.Hour
	}
	var starts []frontier.Entry
	for _, u := range tm.urls {
		starts = append(starts, frontier.Entry{URL: u})
	}
	synctest.Test(t, func(t *testing.T) {
		f, err := frontier.Open("", "", starts)
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		start := time.Now()
		err = f.Run(context.Background(), frontier.Stream(new(bytes.Buffer)), tm.options,
			func(_ context.Context, e frontier.Entry) frontier.Visit { return tm.visit(e, start) })
		if err != nil {
			t.Fatal(err)
		}
		took = time.Since(start)
	})
	return took
}

func (tm *timed) visit(e frontier.Entry, start time.Time) frontier.Visit {
	fields := strings.Fields(e.URL)
	long, err := time.ParseDuration(fields[2])
	if err != nil {
		panic(err)
	}
	tm.mu.Lock()
	tm.began[e.URL] = time.Since(start)
	for _, host := range []string{"", fields[0]} {
		tm.running[host]++
		tm.most[host] = max(tm.most[host], tm.running[host])
	}
	tm.mu.Unlock()
	time.Sleep(long)
	tm.mu.Lock()
	tm.running[""]--
	tm.running[fields[0]]--
	tm.mu.Unlock()
	return frontier.Visit{Record: tm.record}
}

// series returns entries of a host.
func series(host string, n int, long string) (urls []string) {
	for i := range n {
		urls = append(urls, fmt.Sprintf("%s %d %s", host, i, long))
	}
	return urls
}

// TestHosts holds that the visits at the same time are bounded, of each host and of all, and that the entries of one
// host do not wait for those of another.
func TestHosts(t *testing.T) {
	tm := timed{
		options: frontier.Options{Workers: 6, PerHost: 3},
		urls:    append(series("a", 30, "1s"), append(series("b", 9, "1s"), series("c", 1, "1s")...)...),
	}
	if took := tm.run(t); took != 10*time.Second {
		t.Errorf("it took %s", took)
	}
	if tm.most["a"] != 3 || tm.most["b"] != 3 || tm.most[""] != 6 {
		t.Errorf("at the same time: %v", tm.most)
	}
	if began := tm.began["b 0 1s"]; began != 0 {
		t.Errorf("the first of b began at %s", began)
	}
	if began := tm.began["c 0 1s"]; began != 3*time.Second {
		t.Errorf("the first of c began at %s", began)
	}
}

// TestWindow holds that a visit which takes long delays those that are beyond the window, and no others.
func TestWindow(t *testing.T) {
	tm := timed{
		options: frontier.Options{Workers: 10, PerHost: 10, Window: 20},
		urls:    append(series("slow", 1, "1m"), series("a", 100, "1s")...),
	}
	tm.run(t)
	for i, u := range tm.urls {
		began := tm.began[u]
		if i < 20 && began > 3*time.Second || i >= 20 && began < time.Minute {
			t.Errorf("%s, the one with index %d, began at %s", u, i, began)
		}
	}
}

// TestPending holds that no visit begins but the oldest while too many bytes wait.
func TestPending(t *testing.T) {
	tm := timed{
		options: frontier.Options{Workers: 4, PerHost: 4, Pending: 2500},
		urls:    append(series("slow", 1, "1m"), series("a", 30, "1s")...),
		record:  make([]byte, 1000),
	}
	tm.urls = append(tm.urls, series("slow", 2, "2m")...)
	tm.run(t)
	early := 0
	for _, u := range tm.urls[1:] {
		if tm.began[u] < time.Minute {
			early++
		}
	}
	if early < 3 || early > 3+3 {
		t.Errorf("%d entries began before the first was written", early)
	}
}

// TestCommit holds that what was visited is committed now and then, while visits go on.
func TestCommit(t *testing.T) {
	var commits []time.Duration
	synctest.Test(t, func(t *testing.T) {
		f, err := frontier.Open("", "", []frontier.Entry{{URL: "0"}})
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		start := time.Now()
		out := watched{frontier.Stream(new(bytes.Buffer)), func() { commits = append(commits, time.Since(start)) }}
		err = f.Run(context.Background(), out, frontier.Options{Commit: 10 * time.Second},
			func(_ context.Context, e frontier.Entry) frontier.Visit {
				v := frontier.Visit{Record: []byte("x")}
				if time.Sleep(4 * time.Second); e.Depth < 8 {
					v.Found = []frontier.Entry{{URL: e.URL + "0", Depth: e.Depth + 1}}
				}
				return v
			})
		if err != nil {
			t.Fatal(err)
		}
	})
	if got, want := fmt.Sprint(commits), "[10s 20s 30s 36s]"; got != want {
		t.Errorf("commits at %s, want %s", got, want)
	}
}

// watched is an output that tells of commits.
type watched struct {
	frontier.Output
	committed func()
}

func (w watched) Commit() (int64, error) {
	w.committed()
	return w.Output.Commit()
}

// TestNoVisits holds that after the context has ended no visit begins, those that run are waited for, and the error is
// the cause.
func TestNoVisits(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f, err := frontier.Open("", "", wide{100}.starts())
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		ctx, cancel := context.WithCancelCause(context.Background())
		visits, running := 0, 0
		out := frontier.Stream(new(bytes.Buffer))
		err = f.Run(ctx, out, frontier.Options{Workers: 1}, func(_ context.Context, e frontier.Entry) frontier.Visit {
			running++
			defer func() { running-- }()
			if visits++; visits == 3 {
				cancel(errStop)
				time.Sleep(time.Minute)
			}
			return frontier.Visit{Record: []byte("x"), Found: wide{100}.visit(e.URL)}
		})
		if p, _ := f.Resumed(); err != errStop || visits != 3 || running != 0 || p.Visited != 2 {
			t.Errorf("%v, %d visits, %d running, %+v", err, visits, running, p)
		}
		if err := f.Run(ctx, out, frontier.Options{}, wide{100}.page); err != errStop {
			t.Error(err)
		}
	})
}

package frontier_test

import (
	"bytes"
	"context"
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"
	"time"

	"htmlurl/internal/frontier"
)

// randomOptions returns options with small bounds, so that each is reached.
func randomOptions(r *rand.Rand) frontier.Options {
	o := frontier.Options{
		Workers: 1 + r.IntN(12), PerHost: 1 + r.IntN(4), Host: hostOf, Key: keyOf, Window: 1 + r.IntN(60),
		Pending: []int64{1, 2000, 1 << 20}[r.IntN(3)],
		Commit:  []time.Duration{100 * time.Microsecond, 2 * time.Millisecond, time.Second}[r.IntN(3)],
	}
	o.SetBounds(1+r.IntN(40), 1+r.IntN(60), 1+r.IntN(20), 1+r.IntN(200))
	return o
}

// visitor visits one entry.
type visitor = func(context.Context, frontier.Entry) frontier.Visit

// slow returns the visits of a graph, of which some take longer.
func slow(g graph) visitor {
	return func(_ context.Context, e frontier.Entry) frontier.Visit {
		if n := rand.IntN(20); n < 4 {
			time.Sleep(time.Duration(n) * 200 * time.Microsecond)
		}
		return g.visit(e)
	}
}

// open opens a state for a graph, which is closed at the end of the test.
func open(t *testing.T, path string, g graph) *frontier.Frontier {
	t.Helper()
	f, err := frontier.Open(path, "", g.starts())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { f.Close() })
	return f
}

// same holds that two outputs are the same.
func same(t *testing.T, got, want string) {
	t.Helper()
	if got != want {
		t.Fatalf("got\n%s\nwant\n%s", got, want)
	}
}

// TestOrder holds that the output is that of the model, with any options, and however long visits take.
func TestOrder(t *testing.T) {
	seeds := uint64(120)
	if testing.Short() {
		seeds = 40
	}
	for seed := range seeds {
		g := newGraph(seed)
		want, progress := g.crawl(0)
		for range 3 {
			var got bytes.Buffer
			var last frontier.Progress
			o := randomOptions(rand.New(rand.NewPCG(seed, rand.Uint64())))
			o.Progress = func(p frontier.Progress) { last = p }
			f := open(t, "", g)
			if err := f.Run(context.Background(), frontier.Stream(&got), o, slow(g)); err != nil {
				t.Fatal(err)
			}
			same(t, got.String(), want)
			if last != progress {
				t.Fatalf("seed %d: %+v, want %+v", seed, last, progress)
			}
			f.Close()
		}
	}
}

// TestLimit holds that there are exactly as many records, or as many as there can be, that no entry is visited in vain,
// and that a run with a higher limit goes on.
func TestLimit(t *testing.T) {
	for seed := range uint64(40) {
		g := newGraph(seed)
		_, all := g.crawl(0)
		f := open(t, filepath.Join(t.TempDir(), "state"), g)
		var got bytes.Buffer
		out := frontier.Stream(&got)
		for limit := 1; limit <= all.Records+1; limit += 1 + limit/3 {
			want, progress := g.crawl(limit)
			o := randomOptions(rand.New(rand.NewPCG(seed, uint64(limit))))
			o.Limit = limit
			o.Progress = func(p frontier.Progress) {
				if p.Records > limit {
					t.Errorf("%d records of %d", p.Records, limit)
				}
			}
			if err := f.Run(context.Background(), out, o, slow(g)); err != nil {
				t.Fatal(err)
			}
			same(t, got.String(), want)
			if p, _ := f.Resumed(); p != progress {
				t.Fatalf("seed %d, limit %d: %+v, want %+v", seed, limit, p, progress)
			}
		}
	}
}

// TestInVain holds that with a limit no entry is visited that could not have a record, whatever else there is.
func TestInVain(t *testing.T) {
	for limit := 1; limit < 20; limit++ {
		f, err := frontier.Open("", "", wide{1000}.starts())
		if err != nil {
			t.Fatal(err)
		}
		visits := make(chan string, 100)
		o := frontier.Options{Limit: limit}
		err = f.Run(context.Background(), frontier.Stream(new(bytes.Buffer)), o,
			func(_ context.Context, e frontier.Entry) frontier.Visit {
				visits <- e.URL
				return frontier.Visit{Record: []byte("x"), Found: wide{1000}.visit(e.URL)}
			})
		if err != nil || len(visits) != limit {
			t.Errorf("limit %d: %d visits, %v", limit, len(visits), err)
		}
		f.Close()
	}
}

var errStop = errors.New("stop")

// TestInterrupt holds that a run which ends at any time can be resumed, by the same process or another, and that a
// visit that was cut short has no effect.
func TestInterrupt(t *testing.T) {
	for seed := range uint64(40) {
		g := newGraph(seed)
		r := rand.New(rand.NewPCG(seed, 3))
		want, _ := g.crawl(0)
		dir := t.TempDir()
		state, output := filepath.Join(dir, "state"), filepath.Join(dir, "output")
		f := open(t, state, g)
		for done := false; !done; {
			if r.IntN(2) == 0 {
				f.Close()
				f = open(t, state, g)
			}
			out, err := frontier.OpenFile(output, f.Mark())
			if err != nil {
				t.Fatal(err)
			}
			ctx, cancel := context.WithCancelCause(context.Background())
			timer := time.AfterFunc(time.Duration(r.IntN(8))*time.Millisecond, func() { cancel(errStop) })
			err = f.Run(ctx, out, randomOptions(r), cutShort(g))
			if timer.Stop(); err != nil && err != errStop {
				t.Fatal(err)
			}
			done = err == nil
			if err := out.Close(); err != nil {
				t.Fatal(err)
			}
		}
		got, err := os.ReadFile(output)
		if err != nil {
			t.Fatal(err)
		}
		same(t, string(got), want)
	}
}

// cutShort returns the visits of a graph, which give nonsense when they are interrupted.
func cutShort(g graph) visitor {
	return func(ctx context.Context, e frontier.Entry) frontier.Visit {
		select {
		case <-ctx.Done():
			return frontier.Visit{Record: []byte("cut short\n")}
		case <-time.After(time.Duration(rand.IntN(500)) * time.Microsecond):
			return g.visit(e)
		}
	}
}

// TestVisits holds what a visit gives in particular cases. Each entry is a letter; what is listed is what it gives.
func TestVisits(t *testing.T) {
	type visits map[string]frontier.Visit
	entries := func(urls ...string) (entries []frontier.Entry) {
		for _, u := range urls {
			entries = append(entries, frontier.Entry{URL: u})
		}
		return entries
	}
	tests := []struct {
		what   string
		starts []frontier.Entry
		visits visits
		want   string
	}{
		{"nothing to visit", nil, nil, ""},
		{"starts that are the same", entries("a", "b", "a"), nil, "ab"},
		{"found again", entries("a"), visits{"a": {Found: entries("a", "b", "b", "a", "c")}}, "abc"},
		{"an alias is not queued later", entries("a"), visits{"a": {Alias: "c", Found: entries("b", "c")}}, "ab"},
		{"an alias that waits is dropped", entries("a", "c", "b"), visits{"a": {Alias: "c"}}, "ab"},
		{"an alias that was visited", entries("c", "a"), visits{"a": {Alias: "c", Found: entries("b")}}, "c(a)"},
		{"an alias of another", entries("a", "b"), visits{"a": {Alias: "c"}, "b": {Alias: "c"}}, "a(b)"},
		{"an alias that is itself", entries("a"), visits{"a": {Alias: "a", Found: entries("b")}}, "ab"},
		{"an alias of what was dropped", entries("a", "b", "c"), visits{"a": {Alias: "b"}, "c": {Alias: "b"}}, "a(c)"},
		{"an alias whose duplicate is empty", entries("c", "-"), visits{"-": {Alias: "c", Found: entries("b")}}, "c"},
		{"an alias that is another URL of itself", entries("a#1"), visits{"a#1": {Alias: "a#2"}}, "a#1"},
		{"two that lead to each other", entries("a", "b"), visits{"a": {Alias: "b"}, "b": {Alias: "a"}}, "a"},
		{"no record", entries("-", "a"), visits{"-": {Found: entries("b")}}, "ab"},
	}
	for _, test := range tests {
		for _, workers := range []int{1, 8} {
			f, err := frontier.Open("", "", test.starts)
			if err != nil {
				t.Fatal(err)
			}
			var got bytes.Buffer
			o := frontier.Options{Workers: workers, Key: keyOf}
			err = f.Run(context.Background(), frontier.Stream(&got), o,
				func(_ context.Context, e frontier.Entry) frontier.Visit {
					v := test.visits[e.URL]
					if e.URL != "-" {
						v.Record, v.Duplicate = []byte(e.URL), []byte("("+e.URL+")")
					}
					return v
				})
			if err != nil || got.String() != test.want {
				t.Errorf("%s: %q, %v, want %q", test.what, &got, err, test.want)
			}
			f.Close()
		}
	}
}

// TestFound holds that a visit may find very many entries.
func TestFound(t *testing.T) {
	const pages = 100_000
	f, err := frontier.Open(filepath.Join(t.TempDir(), "state"), "", wide{pages}.starts())
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var last frontier.Progress
	o := frontier.Options{Limit: 10, Progress: func(p frontier.Progress) { last = p }}
	err = f.Run(context.Background(), frontier.Stream(new(bytes.Buffer)), o,
		func(_ context.Context, e frontier.Entry) frontier.Visit {
			v := frontier.Visit{Record: []byte("x")}
			for page := range pages {
				v.Found = append(v.Found, frontier.Entry{URL: wideURL(page), From: e.URL, Depth: e.Depth + 1})
			}
			return v
		})
	if want := (frontier.Progress{Visited: 10, Records: 10, Queued: pages - 10}); err != nil || last != want {
		t.Errorf("%+v, %v, want %+v", last, err, want)
	}
}

package frontier_test

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"htmlurl/internal/frontier"
)

// wide is a site in which each page has a hundred links: two to pages that are new, until there are no more, and the
// others to any pages that are known.
type wide struct{ pages int }

const (
	wideLinks  = 100
	widePrefix = "https://www.example.com/articles/2012/with-a-title/"
)

// visit returns what is found on a page, and its number.
func (w wide) visit(url string) []frontier.Entry {
	page, _ := strconv.Atoi(url[len(widePrefix):])
	r := rand.New(rand.NewPCG(1, uint64(page)))
	text := make([]byte, 0, wideLinks*(len(widePrefix)+7))
	known := min(2*page+2, w.pages-1)
	for i := range wideLinks {
		to := 2*page + 1 + i
		if i > 1 || to >= w.pages {
			to = r.IntN(known + 1)
		}
		text = append(text, widePrefix...)
		text = append(strconv.AppendInt(text, int64(to), 10), '\n')
	}
	found := make([]frontier.Entry, 0, wideLinks)
	for u := range strings.Lines(string(text)) {
		found = append(found, frontier.Entry{URL: u[:len(u)-1], From: url, Referrer: url})
	}
	return found
}

func (w wide) starts() []frontier.Entry { return []frontier.Entry{{URL: wideURL(0)}} }

func wideURL(page int) string { return widePrefix + strconv.Itoa(page) }

// BenchmarkRun measures what an entry costs that finds 100 entries of which one is new, and has a record of 10 kB.
// BenchmarkVisit measures what its visit costs without all that.
func BenchmarkRun(b *testing.B) {
	for _, pages := range []int{20000, 200000, 1000000} {
		b.Run(fmt.Sprintf("pages=%d", pages), func(b *testing.B) { wide{pages}.bench(b, "") })
	}
	b.Run("durable", func(b *testing.B) { wide{100000}.bench(b, filepath.Join(b.TempDir(), "state")) })
}

func BenchmarkVisit(b *testing.B) {
	w := wide{20000}
	for i := 0; b.Loop(); i++ {
		w.visit(wideURL(i % w.pages))
	}
}

func (w wide) bench(b *testing.B, path string) {
	record := bytes.Repeat([]byte("x"), 10000)
	b.ReportAllocs()
	for b.Loop() {
		f, err := frontier.Open(path, "", w.starts())
		if err != nil {
			b.Fatal(err)
		}
		var records int
		o := frontier.Options{Progress: func(p frontier.Progress) { records = p.Records }}
		visit := func(_ context.Context, e frontier.Entry) frontier.Visit {
			return frontier.Visit{Record: record, Found: w.visit(e.URL)}
		}
		if err := f.Run(context.Background(), frontier.Stream(io.Discard), o, visit); err != nil || records != w.pages {
			b.Fatal(records, err)
		}
		if err := f.Remove(); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*w.pages), "ns/entry")
}

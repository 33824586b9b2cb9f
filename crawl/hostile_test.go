package crawl_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"htmlurl/crawl"
	"htmlurl/fetch"
)

// peakOf returns how many bytes of memory were in use at most while something was done, of what was not before.
func peakOf(work func()) int64 {
	var m runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&m)
	before, peak := int64(m.HeapInuse), int64(0)
	done, sampled := make(chan bool), make(chan bool)
	go func() {
		defer close(sampled)
		for {
			runtime.ReadMemStats(&m)
			peak = max(peak, int64(m.HeapInuse)-before)
			select {
			case <-done:
				return
			case <-time.After(2 * time.Millisecond):
			}
		}
	}()
	work()
	close(done)
	<-sampled
	return peak
}

// noRecord writes nothing for a page, and does not go through its links.
func noRecord(*crawl.Page) ([]byte, error) { return nil, nil }

// TestLongURLs holds that small pages cannot make a crawl hold or store very much by URLs that are long: neither by the
// base URL that all references have in common, nor by the address of the page, which each entry of the queue comes
// from.
func TestLongURLs(t *testing.T) {
	const links = 5000 // of all together 35 MB, or more
	var all strings.Builder
	for i := range links {
		fmt.Fprintf(&all, "<a href=x%d>", i)
	}
	for name, length := range map[string]int{"base": 100_000, "short base": 7000, "address": 7000} {
		long := "/" + strings.Repeat("b", length) + "/"
		page := "<base href=" + long + ">" + all.String()
		if name == "address" {
			page = all.String()
		}
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Type", "text/html")
			if r.URL.Path == "/" || name == "address" && r.URL.Path == long {
				fmt.Fprint(w, page)
			}
		}))
		start := server.URL + "/"
		if name == "address" {
			start = server.URL + long
			page = strings.ReplaceAll(page, "href=", "href=/")
		}
		c := crawl.Crawler{Client: &fetch.Client{AllowPrivate: true}, Limit: 1}
		peak := peakOf(func() {
			if err := c.Write(t.Context(), new(strings.Builder), noRecord, start); err != nil {
				t.Error(err)
			}
		})
		server.Close()
		if peak > 400<<20 {
			t.Errorf("%s: %d MB of memory for a page of %d KB", name, peak>>20, len(page)>>10)
		}
	}
}

// endless is a site without an end.
func endless(t *testing.T) string {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		time.Sleep(time.Millisecond)
		w.Header().Set("Content-Type", "text/html")
		fmt.Fprintf(w, "<a href=%[1]s/a></a><a href=%[1]s/b></a>", strings.TrimSuffix(r.URL.Path, "/"))
	}))
	t.Cleanup(server.Close)
	return server.URL + "/"
}

func line(p *crawl.Page) ([]byte, error) { return []byte(p.URL + "\n"), nil }

// TestFreshInUse holds that a crawl that another one goes on with cannot be begun anew: both would write to one file.
func TestFreshInUse(t *testing.T) {
	name, start := filepath.Join(t.TempDir(), "out"), endless(t)
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan error)
	begun := make(chan bool)
	var pages atomic.Int64
	go func() {
		c := crawl.Crawler{Client: loopback(), Progress: func(crawl.Progress) {
			if pages.Add(1) == 1 {
				close(begun)
			}
		}}
		done <- c.WriteFile(ctx, crawl.File{Name: name}, line, start)
	}()
	<-begun
	c := crawl.Crawler{Client: loopback(), Limit: 2}
	if err := c.WriteFile(t.Context(), crawl.File{Name: name, Fresh: true}, line, start); !errors.Is(err, crawl.ErrInUse) {
		t.Errorf("begun anew beside another: %v", err)
	}
	cancel()
	<-done
}

// TestOutputRemoved holds that a crawl whose file was removed meanwhile does not end as if all was well.
func TestOutputRemoved(t *testing.T) {
	name, start := filepath.Join(t.TempDir(), "out"), endless(t)
	var pages atomic.Int64
	c := crawl.Crawler{Client: loopback(), Limit: 50, Progress: func(crawl.Progress) {
		if pages.Add(1) == 10 {
			os.Remove(name)
		}
	}}
	if err := c.WriteFile(t.Context(), crawl.File{Name: name}, line, start); err == nil {
		_, err := os.Stat(name)
		t.Errorf("no error, and of the file: %v", err)
	}
}

// TestNoOutput holds that nothing is left of a crawl whose file cannot be opened.
func TestNoOutput(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "folder")
	if err := os.Mkdir(folder, 0o700); err != nil {
		t.Fatal(err)
	}
	c := crawl.Crawler{Client: loopback(), Limit: 1}
	if err := c.WriteFile(t.Context(), crawl.File{Name: folder}, line, endless(t)); err == nil {
		t.Error("a folder was written to")
	}
	if _, err := os.Stat(folder + ".state"); err == nil {
		t.Error("a state was left")
	}
}

// TestSecretsOfCrawl holds that credentials go to the origins of the start pages only, also if others are in scope, and
// not for robots.txt.
func TestSecretsOfCrawl(t *testing.T) {
	var own, other atomic.Int64
	count := func(n *atomic.Int64, page string) *httptest.Server {
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if r.Header.Get("Authorization") != "" {
				n.Add(1)
			}
			w.Header().Set("Content-Type", "text/html")
			fmt.Fprint(w, page)
		}))
		t.Cleanup(server.Close)
		return server
	}
	foreign := count(&other, "<a href=/y>")
	start := count(&own, "<a href="+foreign.URL+"/x><a href=/z>")
	c := crawl.Crawler{Client: loopback(), InScope: crawl.WithPrefix(start.URL, foreign.URL),
		Header: http.Header{"Authorization": {"Bearer secret"}}}
	if err := c.Write(t.Context(), new(strings.Builder), line, start.URL+"/"); err != nil {
		t.Fatal(err)
	}
	if own.Load() != 2 || other.Load() != 0 {
		t.Errorf("%d requests to the start page's origin have the credentials, and %d to another", own.Load(), other.Load())
	}
}

// TestBreakLeavesNothing holds that a loop over the pages of an endless site can be left at any page, and leaves
// neither a goroutine nor a file.
func TestBreakLeavesNothing(t *testing.T) {
	folder := t.TempDir()
	t.Setenv("TMPDIR", folder)
	start := endless(t)
	before := runtime.NumGoroutine()
	for _, most := range []int{1, 2, 40} {
		client := loopback()
		client.Transport = &http.Transport{DisableKeepAlives: true, DisableCompression: true}
		n := 0
		for _, err := range (&crawl.Crawler{Client: client}).Pages(t.Context(), start) {
			if err != nil {
				t.Fatal(err)
			}
			if n++; n == most {
				break
			}
		}
	}
	if files, _ := os.ReadDir(folder); len(files) > 0 {
		t.Errorf("%d files are left", len(files))
	}
	for range 200 {
		if runtime.NumGoroutine() <= before+2 {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Errorf("%d goroutines are left of %d before", runtime.NumGoroutine(), before)
}

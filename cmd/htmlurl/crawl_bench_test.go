package main

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"syscall"
	"testing"
	"time"

	"golang.org/x/net/html"

	"htmlurl/internal/testsite"
)

// benchmarkPages is how many pages the site of BenchmarkCrawl has.
const benchmarkPages = 5000

// siteVariable tells a child of the test that it is to serve a site.
const siteVariable = "HTMLURL_TEST_SITE"

func TestMain(m *testing.M) {
	if os.Getenv(siteVariable) != "" {
		serveSite()
		return
	}
	os.Exit(m.Run())
}

// serveSite serves a site until standard input ends, and prints where.
func serveSite() {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		panic(err)
	}
	fmt.Printf("http://%s\n", listener.Addr())
	go http.Serve(listener, &testsite.Site{Pages: benchmarkPages, Seed: 1, Plain: true})
	io.Copy(io.Discard, os.Stdin)
}

// siteProcess serves a site in a process of its own, so that its work does not count.
func siteProcess(b *testing.B) (origin string) {
	server := exec.Command(os.Args[0])
	server.Env = append(os.Environ(), siteVariable+"=yes", "GOMAXPROCS=1")
	in, err := server.StdinPipe()
	if err != nil {
		b.Fatal(err)
	}
	out, err := server.StdoutPipe()
	if err != nil {
		b.Fatal(err)
	}
	if err := server.Start(); err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { in.Close(); server.Wait() })
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		b.Fatal(err)
	}
	return line[:len(line)-1]
}

// BenchmarkCrawl compares the processor time of a crawl of a generated site, with all that the command does, with that of
// a loop that reads and parses the same pages. An op is a crawl; the ratio is that of the medians.
func BenchmarkCrawl(b *testing.B) {
	origin := siteProcess(b)
	var pages []string
	for p := range (&testsite.Site{Pages: benchmarkPages, Seed: 1, Plain: true}).Expected(origin, false) {
		if p.Status == http.StatusOK && p.Type == "text/html" {
			pages = append(pages, p.URL)
		}
	}
	name := filepath.Join(b.TempDir(), "pages.jsonl")
	var bare, crawl []time.Duration
	for b.Loop() {
		bare = append(bare, cpuTime(func() { readAndParse(b, pages) }))
		crawl = append(crawl, cpuTime(func() {
			status := run([]string{"crawl", "--allow-private", "-o", name, origin + "/"}, nil, io.Discard, io.Discard)
			if status != exitFine {
				b.Fatalf("status %d", status)
			}
		}))
	}
	b.ReportMetric(float64(median(bare).Microseconds())/float64(len(pages)), "bare-µs/page")
	b.ReportMetric(float64(median(crawl).Microseconds())/float64(len(pages)), "crawl-µs/page")
	b.ReportMetric(float64(median(crawl))/float64(median(bare)), "ratio")
}

// readAndParse is the bare loop.
func readAndParse(b *testing.B, pages []string) {
	for _, page := range pages {
		response, err := http.Get(page)
		if err != nil {
			b.Fatal(err)
		}
		if _, err := html.Parse(response.Body); err != nil {
			b.Fatal(err)
		}
		response.Body.Close()
	}
}

// cpuTime returns the processor time that this process spends while work runs.
func cpuTime(work func()) time.Duration {
	runtime.GC()
	before := usage()
	work()
	return usage() - before
}

func usage() time.Duration {
	var u syscall.Rusage
	syscall.Getrusage(syscall.RUSAGE_SELF, &u)
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

func median(times []time.Duration) time.Duration {
	slices.Sort(times)
	return times[len(times)/2]
}

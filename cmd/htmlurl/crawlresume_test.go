package main

import (
	"bytes"
	"compress/gzip"
	"errors"
	"flag"
	"io"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"htmlurl/internal/testsite"
)

// isProcess is the variable that makes the test binary the command.
const isProcess = "HTMLURL_TEST_PROCESS"

// TestProcess is the command, in a process of its own.
func TestProcess(t *testing.T) {
	if os.Getenv(isProcess) == "" {
		t.Skip("not a process of another test")
	}
	os.Exit(run(flag.Args(), os.Stdin, os.Stdout, os.Stderr))
}

// newProcess returns the command, to be started in a process of its own.
func newProcess(args ...string) *exec.Cmd {
	c := exec.Command(os.Args[0], append([]string{"-test.run=^TestProcess$", "--"}, args...)...)
	c.Env = append(os.Environ(), isProcess+"=1")
	return c
}

// slowSite is a site whose answers take a while, and which does something after so many of them.
type slowSite struct {
	site testsite.Site

	mu       sync.Mutex
	delay    time.Duration
	requests int
	after    int // requests: then is called
	then     func()
}

func (s *slowSite) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	s.requests++
	then, delay := s.then, s.delay
	if s.requests != s.after {
		then = nil
	}
	s.mu.Unlock()
	if then != nil {
		then()
	}
	time.Sleep(delay)
	s.site.ServeHTTP(w, r)
}

// arm makes the site slow, and call then at the n-th request from now on.
func (s *slowSite) arm(delay time.Duration, n int, then func()) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.delay, s.requests, s.after, s.then = delay, 0, n, then
}

func (s *slowSite) count() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.requests
}

// readOutput reads the output of a crawl, decompressed if its name ends in .gz.
func readOutput(t *testing.T, file string) string {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if !strings.HasSuffix(file, ".gz") || len(text) == 0 {
		return string(text)
	}
	z, err := gzip.NewReader(bytes.NewReader(text))
	if err != nil {
		t.Fatalf("%s: %v", file, err)
	}
	whole, err := io.ReadAll(z)
	if err != nil {
		t.Fatalf("%s: %v", file, err)
	}
	return string(whole)
}

// resumed is a crawl that is broken off again and again, with the output of one that is not, and how many requests that
// takes.
type resumed struct {
	site     *slowSite
	server   *httptest.Server
	want     string
	requests int
	delay    time.Duration // of each request
	random   *rand.Rand
}

func newResumed(t *testing.T, pages int, seed uint64) *resumed {
	if testing.Short() {
		t.Logf("%d pages instead of %d, as -short asks for", pages/3, pages)
		pages /= 3
	}
	r := &resumed{site: &slowSite{site: testsite.Site{Pages: pages, Seed: seed}}, random: rand.New(rand.NewPCG(seed, 1))}
	r.server = httptest.NewServer(r.site)
	t.Cleanup(r.server.Close)
	file := filepath.Join(t.TempDir(), "whole.jsonl")
	crawlFile(t, file, r.server.URL+"/")
	r.want, r.requests = readOutput(t, file), r.site.count()
	const least = 4 * time.Second // of a crawl, which makes what it has done durable every second
	r.delay = least * 4 / time.Duration(r.requests)
	return r
}

func (r *resumed) args(file string, more ...string) []string {
	return append([]string{"crawl", "--allow-private", "--edition", "living", "-o", file, r.server.URL + "/"}, more...)
}

// breakOff runs the crawl in a process, and breaks it off after a random number of requests, at most that part of all. It
// returns how the process ended, which may have been before, and what it said.
func (r *resumed) breakOff(t *testing.T, file string, part int, end func(*os.Process)) (*os.ProcessState, string) {
	t.Helper()
	c := newProcess(r.args(file)...)
	var errOut bytes.Buffer
	c.Stderr = &errOut
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	late := time.Duration(r.random.IntN(4000)) * time.Microsecond
	r.site.arm(r.delay, 1+r.random.IntN(r.requests/part), func() {
		time.Sleep(late)
		end(c.Process)
	})
	err := c.Wait()
	if _, ok := errors.AsType[*exec.ExitError](err); err != nil && !ok {
		t.Fatal(err)
	}
	return c.ProcessState, errOut.String()
}

// TestCrawlKilled holds that a crawl that is killed again and again and resumed writes the same as one that is not.
func TestCrawlKilled(t *testing.T) {
	r := newResumed(t, 2000, 77)
	for _, name := range []string{"out.jsonl", "out.jsonl.gz"} {
		file := filepath.Join(t.TempDir(), name)
		kills := 10
		if testing.Short() {
			t.Log("one kill instead of 10, as -short asks for")
			kills = 1
		}
		killed, resumes := 0, 0
		for killed < kills {
			state, said := r.breakOff(t, file, 2, func(p *os.Process) { p.Kill() })
			if state.Success() { // it was at its end before; once more from the start
				r.check(t, file)
				os.Remove(file)
				continue
			}
			if killed++; state.Exited() {
				t.Fatalf("%s: status %d\n%s", name, state.ExitCode(), said)
			}
			if info, err := os.Stat(file); err == nil && info.Size() > 0 {
				resumes++
			}
			if !strings.HasSuffix(name, ".gz") && !strings.HasPrefix(r.want, readOutput(t, file)) {
				t.Fatalf("%s: what was written before the kill is not the beginning of the output", name)
			}
		}
		r.finish(t, file)
		t.Logf("%s: killed %d times, %d times with something written; the last run sent %d of %d requests", name, killed,
			resumes, r.site.count(), r.requests)
		if r.site.count() > r.requests*9/10 && !testing.Short() {
			t.Errorf("%s: %d requests after all kills, as if nothing was kept", name, r.site.count())
		}
	}
}

// finish runs the crawl to its end, without delay, and holds its output to that of a crawl that was not broken off.
func (r *resumed) finish(t *testing.T, file string, more ...string) {
	t.Helper()
	r.site.arm(0, 0, nil)
	crawlFile(t, file, append(more, r.server.URL+"/")...)
	r.check(t, file)
}

// check holds the output to that of a crawl that was not broken off.
func (r *resumed) check(t *testing.T, file string) {
	t.Helper()
	if got := readOutput(t, file); got != r.want {
		at := 0
		for at < min(len(got), len(r.want)) && got[at] == r.want[at] {
			at++
		}
		t.Fatalf("%s: %d bytes, want %d; they differ at %d, line %d:\ngot  %.300s\nwant %.300s", file, len(got), len(r.want), at,
			strings.Count(got[:at], "\n")+1, got[at:], r.want[at:])
	}
}

// TestCrawlInterrupted holds that an interrupt leaves whole lines, the beginning of the output, and that the same command
// goes on there.
func TestCrawlInterrupted(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("no interrupts can be sent")
	}
	r := newResumed(t, 900, 78)
	for _, name := range []string{"out.jsonl", "out.jsonl.gz"} {
		file := filepath.Join(t.TempDir(), name)
		interrupts, sent, before := 4, 0, 0
		if testing.Short() {
			t.Log("one interrupt instead of 4, as -short asks for")
			interrupts = 1
		}
		for range interrupts {
			state, said := r.breakOff(t, file, 6, func(p *os.Process) { p.Signal(os.Interrupt) })
			sent += r.site.count()
			if state.ExitCode() != exitBad || !strings.Contains(said, "interrupted") {
				t.Fatalf("%s: status %d, says %s", name, state.ExitCode(), said)
			}
			text := readOutput(t, file)
			if !strings.HasPrefix(r.want, text) || text != "" && !strings.HasSuffix(text, "\n") {
				t.Fatalf("%s: %d bytes are not the first lines of the output", name, len(text))
			}
			if len(text) < before {
				t.Errorf("%s: lines are lost", name)
			}
			before = len(text)
		}
		r.finish(t, file)
		sent += r.site.count()
		t.Logf("%s: %d requests instead of %d", name, sent, r.requests)
	}
}

// TestCrawlFresh holds that an interrupted crawl is forgotten with --fresh, and that another crawl does not go on in its
// place.
func TestCrawlFresh(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("no interrupts can be sent")
	}
	r := newResumed(t, 600, 79)
	file := filepath.Join(t.TempDir(), "out.jsonl")
	interrupt := func(p *os.Process) { p.Signal(os.Interrupt) }
	if state, said := r.breakOff(t, file, 10, interrupt); state.ExitCode() != exitBad {
		t.Fatalf("status %d: %s", state.ExitCode(), said)
	}
	r.site.arm(0, 0, nil)
	_, errOut, status := command(t, "", r.args(file, "--depth", "1")...)
	if status != exitUsage || !strings.Contains(errOut, "another crawl") {
		t.Errorf("another crawl: status %d, says %s", status, errOut)
	}
	crawlFile(t, file, r.server.URL+"/", "--limit", "5", "--fresh")
	if lines := readLines(t, readOutput(t, file)); len(lines) != 5 {
		t.Errorf("%d lines, want 5", len(lines))
	}
	if state, said := r.breakOff(t, file, 10, interrupt); state.ExitCode() != exitBad {
		t.Fatalf("status %d: %s", state.ExitCode(), said)
	}
	r.finish(t, file, "--fresh")
}

// TestCrawlStream holds that an interrupt leaves whole lines on standard output.
func TestCrawlStream(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("no interrupts can be sent")
	}
	r := newResumed(t, 600, 80)
	c := newProcess("crawl", "--allow-private", "--edition", "living", r.server.URL+"/")
	var out bytes.Buffer
	c.Stdout = &out
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	r.site.arm(r.delay, r.requests/3, func() { c.Process.Signal(os.Interrupt) })
	if c.Wait(); c.ProcessState.ExitCode() != exitBad {
		t.Errorf("status %d, want %d", c.ProcessState.ExitCode(), exitBad)
	}
	if text := out.String(); !strings.HasPrefix(r.want, text) || !strings.HasSuffix(text, "\n") {
		t.Errorf("%d bytes are not the first lines of the output", len(text))
	}
}

// TestCrawlPrompt holds that an interrupt does not wait for a page that does not come.
func TestCrawlPrompt(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("no interrupts can be sent")
	}
	arrived := make(chan struct{})
	site := newWeb(t, map[string]string{"/": ""})
	silent := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		close(arrived)
		<-r.Context().Done()
	}))
	defer silent.Close()
	c := newProcess("crawl", "--allow-private", "--ignore-robots", site.URL, silent.URL)
	var out bytes.Buffer
	c.Stdout = &out
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	<-arrived
	start := time.Now()
	c.Process.Signal(os.Interrupt)
	c.Wait()
	if took := time.Since(start); took > 5*time.Second || c.ProcessState.ExitCode() != exitBad {
		t.Errorf("status %d after %v", c.ProcessState.ExitCode(), took)
	}
	readLines(t, out.String())
}

// TestCrawlState holds that a crawl does not go on with what is damaged, in use, or not its own, and says so.
func TestCrawlState(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("no interrupts can be sent")
	}
	r := newResumed(t, 300, 81)
	for _, c := range []struct {
		name    string
		damage  func(file string) error
		message string
	}{
		{"the output is gone", os.Remove, ".jsonl"},
		{"the output is cut", func(file string) error { return os.Truncate(file, 10) }, ".jsonl"},
		{"the state is garbage", func(file string) error {
			return os.WriteFile(file+".state", bytes.Repeat([]byte("garbage\n"), 9999), 0o600)
		}, ".state"},
		{"the state is cut", func(file string) error { return os.Truncate(file+".state", 5<<12) }, ".state"},
		{"the state is a folder", func(file string) error {
			return errors.Join(os.Remove(file+".state"), os.Mkdir(file+".state", 0o700))
		}, ".state"},
	} {
		file := filepath.Join(t.TempDir(), "out.jsonl")
		if state, said := r.breakOff(t, file, 2, func(p *os.Process) { p.Signal(os.Interrupt) }); state.ExitCode() != exitBad {
			t.Fatalf("status %d: %s", state.ExitCode(), said)
		}
		if err := c.damage(file); err != nil {
			t.Fatal(err)
		}
		r.site.arm(0, 0, nil)
		_, errOut, status := command(t, "", r.args(file)...)
		if status != exitUsage || !strings.Contains(errOut, c.message) || strings.Contains(errOut, "goroutine") {
			t.Errorf("%s: status %d, says %s", c.name, status, errOut)
		}
		if r.site.count() > 0 {
			t.Errorf("%s: %d requests", c.name, r.site.count())
		}
		if c.name == "the state is a folder" {
			continue
		}
		r.finish(t, file, "--fresh")
	}
}

// TestCrawlInUse holds that two crawls do not write one file at the same time.
func TestCrawlInUse(t *testing.T) {
	r := newResumed(t, 300, 82)
	file := filepath.Join(t.TempDir(), "out.jsonl")
	done := make(chan string, 1)
	r.site.arm(r.delay, r.requests/2, func() {
		_, errOut, status := command(t, "", r.args(file)...)
		if status != exitUsage {
			errOut = "it runs: " + errOut
		}
		done <- errOut
	})
	crawlFile(t, file, r.server.URL+"/")
	if said := <-done; !strings.Contains(said, "in use") && !strings.Contains(said, "another process") {
		t.Error(said)
	}
	r.check(t, file)
}

package main

import (
	"bytes"
	"errors"
	"regexp"
	"runtime"
	"testing"
	"unsafe"

	"htmlurl/resolve"
)

// existing reads the corpus, or skips the test.
func existing[T any](t testing.TB, read func() (T, error)) T {
	t.Helper()
	found, err := read()
	if errors.Is(err, errNoCorpus) {
		t.Skip(err)
	}
	if err != nil {
		t.Fatal(err)
	}
	return found
}

// small is a corpus that is always here. Nobody takes its last reference, and net/url not the one before.
var small = &corpus{
	bases: []string{"http://example.com/a/b", "https://example.org/"},
	references: []reference{
		{0, "../c?d#e"}, {0, "http://example.net/x/y"}, {0, ""}, {1, "//example.net"}, {1, "mailto:a@example.com"},
		{1, "%zz"}, {0, "http://[::1"},
	},
}

// TestCorpus holds how much there is to measure.
func TestCorpus(t *testing.T) {
	c := existing(t, readCorpus)
	const wantPages, wantReferences, wantAbsolute = 160, 36997, 19542
	if c.pages != wantPages || len(c.references) != wantReferences || len(c.absolute()) != wantAbsolute {
		t.Errorf("%d pages, %d references, %d of them absolute, want %d, %d, %d",
			c.pages, len(c.references), len(c.absolute()), wantPages, wantReferences, wantAbsolute)
	}
}

// TestLiving holds in how many URLs of the pages Living and whatwg-url disagree.
func TestLiving(t *testing.T) {
	c := existing(t, readCorpus)
	living := htmlurl(resolve.Living)
	const want = 0
	found := differences(c, living, whatwgURL)
	for _, d := range found {
		t.Logf("%s %q (base %q): %q, whatwg-url: %q", d.job, d.ref, d.base, d.ours, d.theirs)
	}
	if len(found) != want {
		t.Errorf("%d differences, want %d", len(found), want)
	}
}

// TestAppend holds that appending does what resolving does.
func TestAppend(t *testing.T) {
	peers := allPeers()
	for _, p := range peers {
		for _, base := range small.bases {
			relative, err := p.base(base)
			if err != nil {
				t.Fatal(err)
			}
			for _, r := range small.references {
				want, wantErr := relative.resolve(r.raw)
				got, err := relative.append([]byte("> "), r.raw)
				if string(got) != "> "+want || (err == nil) != (wantErr == nil) {
					t.Errorf("%s: %q relative to %q: %q, %v; resolved: %q, %v", p.name, r.raw, base, got, err, want, wantErr)
				}
			}
		}
	}
}

// TestOwned holds that what shares memory is copied.
func TestOwned(t *testing.T) {
	ref, base := "http://example.com/a", "http://example.com/b"
	for _, s := range []string{ref, ref[:19], base, base[:19]} {
		if got := owned(s, ref, base); got != s || unsafe.StringData(got) == unsafe.StringData(s) {
			t.Errorf("owned(%q) is %q, shared: %v", s, got, unsafe.StringData(got) == unsafe.StringData(s))
		}
	}
}

// TestCompare compares the peers on a few references: each has a row for each job, and what one refuses nobody is timed on.
func TestCompare(t *testing.T) {
	peers := allPeers()
	for _, markdown := range []bool{false, true} {
		var out bytes.Buffer
		if err := (options{rounds: 2, markdown: markdown, verbose: true}).compare(&out, small); err != nil {
			t.Fatal(err)
		}
		rows := regexp.MustCompile(`(?m)^(\| )?(parse|resolve|append) +(\| )?(net/url|whatwg-url|htmlurl \w+) .*\d`)
		if n := len(rows.FindAllString(out.String(), -1)); n != 3*len(peers) {
			t.Errorf("%d rows, want %d:\n%s", n, 3*len(peers), out.String())
		}
	}
	for _, j := range newJobs(small, peers)[1:] {
		if net, whatwg := j.workers[0].refused, j.workers[1].refused; net != 2 || whatwg != 1 || len(j.timed) != 5 {
			t.Errorf("%s: %d and %d refused, %d timed, want 2, 1, 5", j.name, net, whatwg, len(j.timed))
		}
	}
}

func BenchmarkParse(b *testing.B)   { benchmark(b, "parse") }
func BenchmarkResolve(b *testing.B) { benchmark(b, "resolve") }
func BenchmarkAppend(b *testing.B)  { benchmark(b, "append") }

// benchmark runs the workers of a job one after the other, each over the whole list. The command lets them take turns.
func benchmark(b *testing.B, name string) {
	for _, j := range newJobs(existing(b, readCorpus), allPeers()) {
		if j.name != name {
			continue
		}
		for _, w := range j.workers {
			b.Run(w.name, func(b *testing.B) { loop(b, func() { w.pass(j.timed) }, len(j.timed), "URL") })
		}
	}
}

// loop times passes, and reports what one unit of their work costs.
func loop(b *testing.B, pass func(), units int, unit string) {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	for b.Loop() {
		pass()
	}
	runtime.ReadMemStats(&after)
	n := float64(b.N) * float64(units)
	b.ReportMetric(0, "ns/op")
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/n, "ns/"+unit)
	b.ReportMetric(float64(after.Mallocs-before.Mallocs)/n, "allocs/"+unit)
}

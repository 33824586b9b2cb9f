package frontier_test

import (
	"context"
	"io"
	"os"
	"os/exec"
	"runtime"
	"slices"
	"strings"
	"testing"

	"htmlurl/internal/frontier"
)

// TestMemory holds that a queue of many entries takes no memory, nor do the keys that were seen.
func TestMemory(t *testing.T) {
	if testing.Short() {
		t.Skip("this takes seconds")
	}
	const pages, step = 200_000, 25_000
	w := wide{pages}
	var heaps []uint64
	o := frontier.Options{Progress: func(p frontier.Progress) {
		if p.Visited%step == 0 {
			var m runtime.MemStats
			runtime.GC()
			runtime.ReadMemStats(&m)
			heaps = append(heaps, m.HeapAlloc>>10)
			t.Logf("%d visited, %d queued: %d KB", p.Visited, p.Queued, m.HeapAlloc>>10)
		}
	}}
	o.SetBounds(1<<13, 1<<15, 1<<12, 1<<18)
	f, err := frontier.Open("", "", w.starts())
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if err := f.Run(context.Background(), frontier.Stream(io.Discard), o, w.page); err != nil {
		t.Fatal(err)
	}
	if len(heaps) != pages/step {
		t.Fatalf("%d measurements", len(heaps))
	}
	if most := slices.Max(heaps); most > heaps[0]+8<<10 { // there is a merge going on in some measurements
		t.Errorf("the heap grew from %d to %d KB", heaps[0], most)
	}
}

// TestPanic holds that a panic in a visit ends the program.
func TestPanic(t *testing.T) {
	const variable, message = "FRONTIER_TEST_PANIC", "this visit panics"
	if os.Getenv(variable) != "" {
		f, err := frontier.Open("", "", wide{10}.starts())
		if err != nil {
			t.Fatal(err)
		}
		f.Run(context.Background(), frontier.Stream(io.Discard), frontier.Options{},
			func(context.Context, frontier.Entry) frontier.Visit { panic(message) })
		return
	}
	c := exec.Command(os.Args[0], "-test.run=^TestPanic$")
	c.Env = append(os.Environ(), variable+"=1")
	if output, err := c.CombinedOutput(); err == nil || !strings.Contains(string(output), "panic: "+message) {
		t.Errorf("%v, %s", err, output)
	}
}

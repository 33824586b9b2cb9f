package frontier_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"htmlurl/internal/frontier"
)

var errFault = errors.New("fault")

// faulty is an output that fails at a step. A write that fails has written a part.
type faulty struct {
	frontier.Output
	steps int
}

func (f *faulty) fails() bool {
	f.steps--
	return f.steps == 0
}

func (f *faulty) Write(p []byte) (int, error) {
	if f.fails() {
		n, _ := f.Output.Write(p[:len(p)/2])
		return n, errFault
	}
	return f.Output.Write(p)
}

func (f *faulty) Commit() (int64, error) {
	mark, err := f.Output.Commit()
	if f.fails() {
		return 0, errFault
	}
	return mark, err
}

// TestFaults holds that an output which fails at any step ends the run with its error, and that nothing is lost or
// doubled when it is resumed.
func TestFaults(t *testing.T) {
	for seed := range uint64(20) {
		g := newGraph(seed)
		want, progress := g.crawl(0)
		r := rand.New(rand.NewPCG(seed, 4))
		dir := t.TempDir()
		state, output := filepath.Join(dir, "state"), filepath.Join(dir, "output.gz")
		f := open(t, state, g)
		for {
			if r.IntN(3) == 0 {
				f.Close()
				f = open(t, state, g)
			}
			file, err := frontier.OpenFile(output, f.Mark())
			if err != nil {
				t.Fatal(err)
			}
			o := randomOptions(r)
			o.SetBounds(1+r.IntN(20), 1+r.IntN(60), 1+r.IntN(20), 100)
			out := &faulty{Output: file, steps: 2 + r.IntN(1+progress.Records)}
			visit := func(_ context.Context, e frontier.Entry) frontier.Visit { return g.visit(e) }
			err = f.Run(context.Background(), out, o, visit)
			file.Close()
			if err == nil {
				break
			}
			if !errors.Is(err, errFault) || !errors.Is(err, frontier.ErrOutput) {
				t.Fatal(err)
			}
			if f.Mark() == 0 {
				continue
			}
			if got := read(t, output); !strings.HasPrefix(want, got) {
				t.Fatalf("after a fault:\n%s\nwant\n%s", got, want)
			}
		}
		same(t, read(t, output), want)
	}
}

// TestFullDisk holds that a state which cannot grow ends the run, and that the run goes on when it can.
func TestFullDisk(t *testing.T) {
	w := wide{3000}
	var want bytes.Buffer
	runWide(t, w, "", &want, 0)
	path := filepath.Join(t.TempDir(), "state")
	output := filepath.Join(t.TempDir(), "output")
	f, err := frontier.Open(path, "", w.starts())
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	faults := 0
	for size := 1 << 16; ; size *= 2 {
		f.SetMaxSize(size)
		file, err := frontier.OpenFile(output, f.Mark())
		if err != nil {
			t.Fatal(err)
		}
		o := frontier.Options{}
		o.SetBounds(500, 300, 100, 1000)
		err = f.Run(context.Background(), file, o, w.page)
		file.Close()
		if err == nil {
			break
		}
		if faults++; !errors.Is(err, frontier.ErrState) || !strings.Contains(err.Error(), path) {
			t.Fatal(err)
		}
	}
	same(t, read(t, output), want.String())
	if faults == 0 {
		t.Error("the disk was never full")
	}
}

// page is a visitor.
func (w wide) page(_ context.Context, e frontier.Entry) frontier.Visit {
	return frontier.Visit{Record: []byte(e.URL + "\n"), Found: w.visit(e.URL)}
}

// runWide visits a site up to a limit, with a state that has merged keys and free pages.
func runWide(t *testing.T, w wide, path string, out *bytes.Buffer, limit int) {
	t.Helper()
	f, err := frontier.Open(path, "", w.starts())
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	o := frontier.Options{Limit: limit}
	o.SetBounds(50, 100, 40, 10)
	if err := f.Run(context.Background(), frontier.Stream(out), o, w.page); err != nil {
		t.Fatal(err)
	}
}

// TestErrors holds what the errors of files are, and that they name the file.
func TestErrors(t *testing.T) {
	dir := t.TempDir()
	path := func(name string) string { return filepath.Join(dir, name) }
	for name, content := range map[string]string{
		"text": "text\n", "long": strings.Repeat("text\n", 10000), "short": "text", "device.gz": "",
	} {
		if err := os.WriteFile(path(name), []byte(content), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	var buffer bytes.Buffer
	runWide(t, wide{10}, path("finished"), &buffer, 0)
	begun := func(name string) { // a state that is not finished
		f, err := frontier.Open(path(name), "a job", wide{10}.starts())
		if err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithCancel(context.Background())
		f.Run(ctx, frontier.Stream(&buffer), frontier.Options{},
			func(context.Context, frontier.Entry) frontier.Visit { cancel(); return frontier.Visit{} })
		f.Close()
	}
	begun("begun")
	used, err := frontier.Open(path("used"), "", nil)
	if err != nil {
		t.Fatal(err)
	}
	defer used.Close()
	state := func(name, job string) func() error {
		return func() error {
			f, err := frontier.Open(path(name), job, nil)
			if err == nil {
				f.Close()
			}
			return err
		}
	}
	output := func(name string, mark int64) func() error {
		return func() error {
			f, err := frontier.OpenFile(path(name), mark)
			if err == nil {
				f.Close()
			}
			return err
		}
	}
	tests := []struct {
		what string
		do   func() error
		want error
		says string
	}{
		{"a text", state("text", ""), frontier.ErrDamaged, "text"},
		{"a long text", state("long", ""), frontier.ErrDamaged, "long"},
		{"a short text", state("short", ""), frontier.ErrDamaged, "short"},
		{"a state in use", state("used", ""), frontier.ErrInUse, "used"},
		{"a state in no folder", state("none/x", ""), frontier.ErrState, "none/x"},
		{"a state that is a folder", state("", ""), frontier.ErrState, dir},
		{"another job", state("begun", "some other"), frontier.ErrOtherJob,
			`begun: the state is of another crawl, which is not finished: "a job", while this one is "some other"`},
		{"the same job", state("begun", "a job"), nil, ""},
		{"another job than a finished one", state("finished", "some other"), nil, ""},
		{"an output that is shorter", output("text", 6), frontier.ErrCut,
			"text: the output lacks what was written to it: it has 5 bytes, and had 6"},
		{"an output that is as long", output("text", 5), nil, ""},
		{"an output that is longer", output("text", 4), nil, ""},
		{"an output that is missing", output("missing", 1), frontier.ErrCut, "missing"},
		{"an output in no folder", output("none/x", 0), frontier.ErrOutput, "none/x"},
		{"an output that is a folder", output("", 0), frontier.ErrOutput, dir},
	}
	for _, test := range tests {
		err := test.do()
		if !errors.Is(err, test.want) || err != nil && !strings.Contains(err.Error(), test.says) {
			t.Errorf("%s: %v, want %v, %q", test.what, err, test.want, test.says)
		}
	}
	if content, err := os.ReadFile(path("short")); string(content) != "text" || err != nil {
		t.Error("the content of another file is gone")
	}
	if content, err := os.ReadFile(path("text")); string(content) != "text" || err != nil {
		t.Errorf("%q, %v: the output is not cut to its mark", content, err)
	}
	if _, err := os.Stat(path("missing")); err == nil {
		t.Error("an output that is missing was made")
	}
}

// TestCreation holds that a state which was being made when the process ended is made again.
func TestCreation(t *testing.T) {
	path := filepath.Join(t.TempDir(), "state")
	f, err := frontier.Open(path, "", nil)
	if err != nil {
		t.Fatal(err)
	}
	f.Close()
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	const page = 4096
	for size := 0; size <= 3*page; size += page {
		if err := os.WriteFile(path, content[:size], 0o666); err != nil {
			t.Fatal(err)
		}
		var got bytes.Buffer
		runWide(t, wide{3}, path, &got, 0)
		if lines := bytes.Count(got.Bytes(), []byte("\n")); lines != 3 {
			t.Errorf("%d bytes: %d records", size, lines)
		}
	}
}

// TestFiles holds which files there are: a state until it is removed, and a temporary one not even while it is in use,
// where the system allows that.
func TestFiles(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("TMPDIR", dir)
	t.Setenv("TMP", dir)
	for _, name := range []string{"", "state"} {
		path := ""
		if name != "" {
			path = filepath.Join(dir, name)
		}
		f, err := frontier.Open(path, "", wide{10}.starts())
		if err != nil {
			t.Fatal(err)
		}
		out := frontier.Stream(new(bytes.Buffer))
		if err := f.Run(context.Background(), out, frontier.Options{}, wide{10}.page); err != nil {
			t.Fatal(err)
		}
		if _, err := os.Stat(path); path != "" && err != nil {
			t.Error(err)
		}
		if err := f.Remove(); err != nil {
			t.Error(err)
		}
		if files, err := os.ReadDir(dir); len(files) > 0 || err != nil {
			t.Errorf("%q: there are %v, %v", name, files, err)
		}
	}
}

// TestResumed holds that a state tells what was done, and that one of a run which came to its end has nothing left to
// do.
func TestResumed(t *testing.T) {
	dir := t.TempDir()
	path, output := filepath.Join(dir, "state"), filepath.Join(dir, "output")
	w := wide{100}
	all := frontier.Progress{Visited: 100, Records: 100}
	want := []frontier.Progress{{}, {Visited: 60, Records: 60, Queued: 40}, all, all}
	for i, limit := range []int{60, 0, 0, 0} {
		f, err := frontier.Open(path, "", w.starts())
		if err != nil {
			t.Fatal(err)
		}
		if p, ok := f.Resumed(); p != want[i] || ok != (i > 0) {
			t.Errorf("run %d: %+v, %t", i, p, ok)
		}
		out, err := frontier.OpenFile(output, f.Mark())
		if err != nil {
			t.Fatal(err)
		}
		if err := f.Run(context.Background(), out, frontier.Options{Limit: limit}, w.page); err != nil {
			t.Fatal(err)
		}
		out.Close()
		f.Close()
	}
}

// TestMark holds that an output which is not at the mark of the state is refused, also one that a run left half
// written.
func TestMark(t *testing.T) {
	output := filepath.Join(t.TempDir(), "output")
	if err := os.WriteFile(output, make([]byte, 100), 0o666); err != nil {
		t.Fatal(err)
	}
	f, err := frontier.Open("", "", wide{10}.starts())
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	for _, mark := range []int64{100, 0} {
		out, err := frontier.OpenFile(output, mark)
		if err != nil {
			t.Fatal(err)
		}
		defer out.Close()
		if mark == 0 {
			out.Write([]byte("half"))
		}
		if err := f.Run(context.Background(), out, frontier.Options{}, wide{10}.page); !errors.Is(err, frontier.ErrOutput) {
			t.Errorf("mark %d: %v", mark, err)
		}
	}
}

// TestDevice holds that an output which is full says so.
func TestDevice(t *testing.T) {
	const name = "/dev/full"
	device, err := os.OpenFile(name, os.O_WRONLY, 0)
	if err != nil {
		t.Skip(err)
	}
	defer device.Close()
	f, err := frontier.Open("", "", wide{10}.starts())
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	err = f.Run(context.Background(), frontier.Stream(device), frontier.Options{}, wide{10}.page)
	if !errors.Is(err, frontier.ErrOutput) || !strings.Contains(err.Error(), name) {
		t.Error(err)
	}
	if out, err := frontier.OpenFile(name, 0); !errors.Is(err, frontier.ErrOutput) {
		t.Error(out, err)
	}
}

// TestDamage holds that a state which was changed on the disk is an error, or makes no difference, and is never the
// cause of a panic. Most changes are of one bit.
func TestDamage(t *testing.T) {
	w := wide{1200}
	var want bytes.Buffer
	runWide(t, w, "", &want, 0)
	dir := t.TempDir()
	state := filepath.Join(dir, "state")
	var begun bytes.Buffer
	runWide(t, w, state, &begun, 900)
	whole, err := os.ReadFile(state)
	if err != nil {
		t.Fatal(err)
	}
	tries := 500
	if testing.Short() {
		tries = 100
	}
	refused := 0
	for seed := range uint64(tries) {
		r := rand.New(rand.NewPCG(seed, 5))
		what, content := damage(r, whole)
		if err := os.WriteFile(state, content, 0o666); err != nil {
			t.Fatal(err)
		}
		out := bytes.NewBuffer(bytes.Clone(begun.Bytes()))
		err := resumeWide(w, state, out)
		switch {
		case errors.Is(err, frontier.ErrDamaged):
			refused++
		case err != nil:
			t.Fatalf("seed %d, %s: %v", seed, what, err)
		case out.String() != want.String():
			t.Fatalf("seed %d, %s: got\n%s\nwant\n%s", seed, what, out, &want)
		}
	}
	t.Logf("%d of %d were refused, of %d bytes", refused, tries, len(whole))
	if refused < tries/4 {
		t.Errorf("only %d of %d were refused", refused, tries)
	}
}

// resumeWide goes on with a site, whose output so far is cut to where the state says.
func resumeWide(w wide, state string, out *bytes.Buffer) error {
	f, err := frontier.Open(state, "", w.starts())
	if err != nil {
		return err
	}
	defer f.Close()
	if f.Mark() > int64(out.Len()) {
		return fmt.Errorf("the mark is %d of %d", f.Mark(), out.Len())
	}
	out.Truncate(int(f.Mark()))
	o := frontier.Options{}
	o.SetBounds(1000, 200, 200, 10)
	return f.Run(context.Background(), frontier.Stream(out), o, w.page)
}

// damage changes a file.
func damage(r *rand.Rand, whole []byte) (what string, content []byte) {
	const page = 4096
	content = bytes.Clone(whole)
	at := r.IntN(len(whole))
	from, to := content[at/page*page:], content[r.IntN(len(whole)/page)*page:]
	switch r.IntN(12) {
	case 0:
		return fmt.Sprint("cut to ", at), content[:at]
	case 1:
		clear(from[:page])
		return fmt.Sprint("no page at ", at), content
	case 2:
		copy(to, from[:page])
		return fmt.Sprint("the page at ", at, " twice"), content
	case 3:
		for i := range min(len(from), 100) {
			from[i] = byte(r.Uint32())
		}
		return fmt.Sprint("nonsense at ", at), content
	case 4, 5, 6: // in a header
		at = at/page*page + r.IntN(64)
	}
	content[at] ^= 1 << r.IntN(8)
	return fmt.Sprint("a bit at ", at), content
}

// TestTruncated holds that a state which is cut during a run is an error.
func TestTruncated(t *testing.T) {
	w := wide{2000}
	path := filepath.Join(t.TempDir(), "state")
	f, err := frontier.Open(path, "", w.starts())
	if err != nil {
		t.Fatal(err)
	}
	o := frontier.Options{Commit: time.Millisecond}
	o.SetBounds(100, 100, 100, 10)
	o.Progress = func(p frontier.Progress) {
		if p.Visited == 1000 {
			os.Truncate(path, 0)
		}
	}
	err = f.Run(context.Background(), frontier.Stream(new(bytes.Buffer)), o, w.page)
	if !errors.Is(err, frontier.ErrDamaged) || !strings.Contains(err.Error(), path) {
		t.Error(err)
	}
	f.Close()
	if err := f.Run(context.Background(), frontier.Stream(new(bytes.Buffer)), o, w.page); err == nil {
		t.Error("it can be used")
	}
}

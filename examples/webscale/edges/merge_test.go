package edges_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"htmlurl/examples/webscale/edges"
)

// list is a Sink that keeps rows, and says how it ended. It fails at the row failAt, or at Commit if that is -1.
type list struct {
	rows   rows
	failAt int
	end    string
	put    func()
}

var errFull = errors.New("full")

func (l *list) Put(source, target []byte) error {
	l.rows = append(l.rows, string(source)+"\t"+string(target)+"\n")
	if l.put != nil {
		l.put()
	}
	if len(l.rows) == l.failAt {
		return errFull
	}
	return nil
}

func (l *list) Commit() error {
	if l.failAt < 0 {
		return errFull
	}
	l.end += "committed"
	return nil
}

func (l *list) Discard() { l.end += "discarded" }

// pack writes text with gzip to a new file, and returns its path.
func pack(t testing.TB, dir, name, text string) string {
	t.Helper()
	var file bytes.Buffer
	w := gzip.NewWriter(&file)
	if _, err := io.WriteString(w, text); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return save(t, dir, name, file.Bytes())
}

func save(t testing.TB, dir, name string, file []byte) string {
	t.Helper()
	path := filepath.Join(dir, name)
	if err := os.WriteFile(path, file, 0o666); err != nil {
		t.Fatal(err)
	}
	return path
}

// split adds random edges to random sets, and writes these. It returns all edges in order, and the files.
func split(t *testing.T, random *rand.Rand, dir string, files int) (rows, []string) {
	all := map[string]bool{}
	sets := make([]edges.Set, files)
	for range random.IntN(400) {
		line := fmt.Sprintf("com.s%d\tcom.t%d\n", random.IntN(20), random.IntN(20))
		all[line] = true
		for range 1 + random.IntN(3) {
			if files > 0 {
				fill(t, &sets[random.IntN(files)], line)
			}
		}
	}
	if files == 0 {
		clear(all)
	}
	var paths []string
	for i := range sets {
		paths = append(paths, filepath.Join(dir, fmt.Sprint(i)))
		if err := sets[i].WriteFile(t.Context(), paths[i]); err != nil {
			t.Fatal(err)
		}
	}
	return slices.Sorted(maps.Keys(all)), paths
}

// However edges are split into files, and however many of these are open at a time, Merge gives the set of all, in
// order, to all sinks, and leaves the files as they were and nothing else.
func TestMergeSplits(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	merged := 0
	for _, fanIn := range []int{0, 1, 2, 3, 7} {
		for files := range 16 {
			dir, temp := t.TempDir(), t.TempDir()
			want, paths := split(t, random, dir, files)
			given := slices.Clone(paths)
			var first, second list
			count, err := edges.Merger{Dir: temp, FanIn: fanIn}.Merge(t.Context(), paths, &first, &second)
			if err != nil || count != int64(len(want)) || first.end != "committed" || second.end != "committed" {
				t.Fatal(err, count, first.end, second.end)
			}
			if !slices.Equal(first.rows, want) || !slices.Equal(second.rows, want) || !slices.Equal(paths, given) {
				t.Fatalf("fan-in %d, %d files: %d rows, not %d, or others", fanIn, files, len(first.rows), len(want))
			}
			checkFiles(t, temp)
			slices.Sort(given)
			for i := range given {
				given[i] = filepath.Base(given[i])
			}
			checkFiles(t, dir, given...)
			merged++
		}
	}
	if merged != 5*16 {
		t.Errorf("%d merges", merged)
	}
}

// However many files there are, memory is that of those which are open at a time.
func TestMergeMemory(t *testing.T) {
	dir := t.TempDir()
	for _, c := range []struct{ files, fanIn int }{{8, 8}, {300, 8}, {300, 150}} {
		paths := make([]string, c.files)
		for i := range paths {
			paths[i] = pack(t, dir, fmt.Sprint(i), fmt.Sprintf("com.a\tcom.b%03d\ncom.b\tcom.a\n", i))
		}
		var l list
		var most uint64
		l.put = func() { most = max(most, heap()) }
		before := heap()
		if _, err := (edges.Merger{Dir: dir, FanIn: c.fanIn}).Merge(t.Context(), paths, &l); err != nil {
			t.Fatal(err)
		}
		if taken := most - before; taken > uint64(c.fanIn)<<18+1<<20 || len(l.rows) != c.files+1 {
			t.Errorf("%d files, %d at a time: %d bytes, %d rows", c.files, c.fanIn, taken, len(l.rows))
		}
	}
}

// Into an edge file goes what was in edge files, so that it can be merged again. Equal lines in a file are one edge.
func TestMergeIntoTSV(t *testing.T) {
	dir := t.TempDir()
	a := pack(t, dir, "a", "com.a\tcom.b\ncom.a\tcom.b\ncom.b\tcom.c\n")
	b := pack(t, dir, "b", "com.a\tcom.c\n")
	path := filepath.Join(dir, "c")
	for range 2 {
		file, err := edges.CreateTSV(path)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := (edges.Merger{}).Merge(t.Context(), []string{a, b}, file); err != nil {
			t.Fatal(err)
		}
		if got := rowsOf(t, path); !slices.Equal(got, rows{"com.a\tcom.b\n", "com.a\tcom.c\n", "com.b\tcom.c\n"}) {
			t.Errorf("%q", got)
		}
		a, b = path, path
	}
	checkFiles(t, dir, "a", "b", "c")
}

// A file that is not as it should be is an error that names it, whatever is merged with it; then there is no result.
func TestMergeDamaged(t *testing.T) {
	good := strings.Repeat("com.a\tcom.b\n", 3) + "com.b\tcom.c\n"
	packed := bytesOf(t, pack(t, t.TempDir(), "good", good))
	flipped := bytes.Clone(packed)
	flipped[len(flipped)-6] ^= 1 // in the checksum
	cases := []struct {
		name string
		file []byte // or text
		text string
		line int64
		err  error // nil is any
	}{
		{"empty", []byte{}, "", 1, io.ErrUnexpectedEOF},
		{"no gzip", []byte(good), "", 1, nil},
		{"truncated header", packed[:5], "", 1, io.ErrUnexpectedEOF},
		{"truncated data", packed[:20], "", 0, io.ErrUnexpectedEOF},
		{"truncated checksum", packed[:len(packed)-1], "", 5, io.ErrUnexpectedEOF},
		{"wrong checksum", flipped, "", 5, nil},
		{"bytes behind the end", append(slices.Clip(packed), "garbage, ten and more"...), "", 5, nil},
		{"no newline at the end", nil, good + "com.c\tcom.d", 5, io.ErrUnexpectedEOF},
		{"one name", nil, good + "com.c\n", 5, edges.BadLine},
		{"no source", nil, "\tcom.c\n" + good, 1, edges.BadLine},
		{"no target", nil, good + "com.c\t\n", 5, edges.BadLine},
		{"three names", nil, good + "com.c\tcom.d\tcom.e\n", 5, edges.BadLine},
		{"an empty line", nil, good + "\n", 5, edges.BadLine},
		{"CR LF", nil, "com.a\tcom.b\r\n", 1, edges.BadLine},
		{"no ASCII", nil, "com.a\tcom.é\n", 1, edges.BadLine},
		{"a long name", nil, "com.a\t" + strings.Repeat("b", 254) + "\n", 1, edges.BadLine},
		{"a long line", nil, good + strings.Repeat("c", 1<<20), 5, edges.BadLine},
		{"targets in no order", nil, "com.a\tcom.c\ncom.a\tcom.b\n", 2, edges.Unsorted},
		{"sources in no order", nil, "com.b\tcom.a\ncom.a\tcom.b\n", 2, edges.Unsorted},
	}
	if len(cases) != 19 {
		t.Errorf("%d cases", len(cases))
	}
	for _, c := range cases {
		dir, temp := t.TempDir(), t.TempDir()
		bad := filepath.Join(dir, "bad")
		if c.file != nil {
			save(t, dir, "bad", c.file)
		} else {
			pack(t, dir, "bad", c.text)
		}
		for at := range 4 {
			paths := make([]string, 3)
			for i := range paths {
				paths[i] = pack(t, dir, fmt.Sprint("good", i), good)
			}
			var l list
			_, err := edges.Merger{Dir: temp, FanIn: 2}.Merge(t.Context(), slices.Insert(paths, at, bad), &l)
			var e *edges.Error
			if !errors.As(err, &e) || e.Path != bad || c.line > 0 && e.Line != c.line ||
				c.err != nil && !errors.Is(err, c.err) || !strings.Contains(err.Error(), bad) {
				t.Errorf("%s, at %d: %v", c.name, at, err)
			}
			if l.end != "discarded" {
				t.Errorf("%s, at %d: the sink is %s", c.name, at, l.end)
			}
			checkFiles(t, temp)
		}
	}
}

// A file that is not there, a folder for temporary files that is not there, and what a sink says are errors.
func TestMergeFails(t *testing.T) {
	dir := t.TempDir()
	a := pack(t, dir, "a", "com.a\tcom.b\ncom.b\tcom.c\n")
	none := filepath.Join(dir, "none")
	cases := []struct {
		name   string
		merger edges.Merger
		paths  []string
		failAt int
		err    error
	}{
		{"no file", edges.Merger{}, []string{a, none}, 0, fs.ErrNotExist},
		{"no file in the last step", edges.Merger{FanIn: 2}, []string{a, a, none}, 0, fs.ErrNotExist},
		{"no folder", edges.Merger{Dir: none, FanIn: 2}, []string{a, a, a}, 0, fs.ErrNotExist},
		{"Put", edges.Merger{FanIn: 2}, []string{a, a, a}, 1, errFull},
		{"Commit", edges.Merger{}, []string{a}, -1, errFull},
	}
	if len(cases) != 5 {
		t.Errorf("%d cases", len(cases))
	}
	for _, c := range cases {
		file, err := edges.CreateTSV(filepath.Join(dir, "b"))
		if err != nil {
			t.Fatal(err)
		}
		last := list{failAt: c.failAt}
		if _, err := c.merger.Merge(t.Context(), c.paths, &last, file); !errors.Is(err, c.err) {
			t.Errorf("%s: %v", c.name, err)
		}
		if last.end != "discarded" {
			t.Errorf("%s: the sink is %s", c.name, last.end)
		}
		checkFiles(t, dir, "a")
	}
	if _, err := edges.CreateTSV(filepath.Join(none, "b")); !errors.Is(err, fs.ErrNotExist) {
		t.Error(err)
	}
	if _, err := edges.CreateParquet(filepath.Join(none, "b")); !errors.Is(err, fs.ErrNotExist) {
		t.Error(err)
	}
}

// A merge that is cancelled stops soon, also between two sinks' last rows and Commit, and leaves what was at the path.
func TestMergeCancelled(t *testing.T) {
	var text strings.Builder
	const n = 20_000
	for i := range n {
		fmt.Fprintf(&text, "com.a%06d\tcom.b\n", i)
	}
	dir := t.TempDir()
	a := pack(t, dir, "a", text.String())
	why := errors.New("why")
	for _, at := range []int{1, n} {
		ctx, cancel := context.WithCancelCause(t.Context())
		path := save(t, dir, "b", []byte("old"))
		file, err := edges.CreateTSV(path)
		if err != nil {
			t.Fatal(err)
		}
		table, err := edges.CreateParquet(filepath.Join(dir, "c"))
		if err != nil {
			t.Fatal(err)
		}
		var l list
		l.put = func() {
			if len(l.rows) == at {
				cancel(why)
			}
		}
		if _, err := (edges.Merger{}).Merge(ctx, []string{a}, &l, file, table); !errors.Is(err, why) {
			t.Error(err)
		}
		if at == 1 && len(l.rows) > n/2 || l.end != "discarded" || string(bytesOf(t, path)) != "old" {
			t.Errorf("%d rows, %s", len(l.rows), l.end)
		}
		checkFiles(t, dir, "a", "b")
	}
}

// Of any text, lines are read up to the first that is wrong, and those are edges that a Set takes, in order. Written
// again, they are the text up to there.
func FuzzLines(f *testing.F) {
	for _, text := range []string{
		"", "\n", "\t\n", "a\tb\n", "a\tb", "a\tb\na\tb\n", "a\tb\na\tc\nb\ta\n", "b\ta\na\tb\n", "a\tb\tc\n", "a\tb\r\n",
		"a\té\n",
		strings.Repeat("a", 253) + "\tb\n", "a\t" + strings.Repeat("b", 254) + "\n", strings.Repeat("a", 17<<10),
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		var set edges.Set
		var again strings.Builder
		last := ""
		err := edges.Lines("file", strings.NewReader(text), func(source, target string) {
			line := source + "\t" + target
			fill(t, &set, line)
			if line < last {
				t.Fatalf("%q: %q after %q", text, line, last)
			}
			last = line
			again.WriteString(line + "\n")
		})
		rest, isPrefix := strings.CutPrefix(text, again.String())
		if !isPrefix || (err == nil) != (rest == "") {
			t.Fatalf("%q: %q, %v", text, again.String(), err)
		}
		var e *edges.Error
		line := int64(strings.Count(again.String(), "\n") + 1)
		if err != nil && (!errors.As(err, &e) || e.Path != "file" || e.Line != line) {
			t.Fatalf("%q: %v", text, err)
		}
	})
}

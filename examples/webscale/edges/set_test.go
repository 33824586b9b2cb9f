package edges_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"htmlurl/examples/webscale/edges"
)

// rows are the lines of an edge file.
type rows = []string

// bytesOf returns what is in a file.
func bytesOf(t testing.TB, path string) []byte {
	t.Helper()
	file, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return file
}

// rowsOf reads an edge file with another implementation of gzip.
func rowsOf(t testing.TB, path string) rows {
	t.Helper()
	r, err := gzip.NewReader(bytes.NewReader(bytesOf(t, path)))
	if err != nil {
		t.Fatal(err)
	}
	text, err := io.ReadAll(r)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.SplitAfter(string(text), "\n")
	if last := lines[len(lines)-1]; last != "" {
		t.Fatalf("the last line is %q", last)
	}
	return lines[:len(lines)-1]
}

// fill adds edges, written as lines.
func fill(t testing.TB, set *edges.Set, lines ...string) {
	t.Helper()
	for _, line := range lines {
		source, target, _ := strings.Cut(strings.TrimSuffix(line, "\n"), "\t")
		if err := set.Add(source, target); err != nil {
			t.Fatal(err)
		}
	}
}

// checkFiles says which files, and no folders, are in a folder and below it.
func checkFiles(t testing.TB, dir string, want ...string) {
	t.Helper()
	var found []string
	err := filepath.WalkDir(dir, func(path string, _ fs.DirEntry, err error) error {
		if path != dir {
			found = append(found, path[len(dir)+1:])
		}
		return err
	})
	if err != nil || !slices.Equal(found, want) {
		t.Errorf("in the folder are %q, not %q (%v)", found, want, err)
	}
}

// Edges are written in the order of the bytes of the source, then of the target, and once.
func TestSet(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "a.tsv.gz")
	var set edges.Set
	fill(t, &set, "com.b\tcom.c", "com.a.x\tcom.b", "com.a\torg.b", "com.a-b\tcom.b", "com.a\tcom.b", "com.b\tcom.c",
		"com.z\tcom.z")
	if err := set.WriteFile(t.Context(), path); err != nil {
		t.Fatal(err)
	}
	want := rows{
		"com.a\tcom.b\n", "com.a\torg.b\n", "com.a-b\tcom.b\n", "com.a.x\tcom.b\n", "com.b\tcom.c\n", "com.z\tcom.z\n",
	}
	if got := rowsOf(t, path); !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
	// The set is empty now.
	if err := set.WriteFile(t.Context(), path); err != nil {
		t.Fatal(err)
	}
	if got := rowsOf(t, path); len(got) != 0 {
		t.Errorf("%q", got)
	}
	checkFiles(t, dir, "a.tsv.gz")
}

// What cannot be a name is refused, for source and target, and leaves nothing behind.
func TestAddRefuses(t *testing.T) {
	names := []string{
		"", "a\tb", "a\nb", "a\rb", "a b", "a\x00", "\x7f", "é.com", "\xff", strings.Repeat("a", 254),
	}
	if len(names) != 10 {
		t.Errorf("%d cases", len(names))
	}
	var set edges.Set
	for _, name := range names {
		for _, err := range []error{set.Add(name, "com.a"), set.Add("com.a", name)} {
			if !errors.Is(err, edges.BadName) {
				t.Errorf("%q: %v", name, err)
			}
		}
	}
	if set.Size() != 0 {
		t.Errorf("%d bytes", set.Size())
	}
	fill(t, &set, strings.Repeat("a", 253)+"\tcom.a")
}

// Whatever memory a set may have, it writes the same file, and leaves nothing else.
func TestLimit(t *testing.T) {
	want := map[string]bool{}
	for _, limit := range []int{0, 1, 1000, 50_000} {
		dir, out := t.TempDir(), t.TempDir()
		set := edges.Set{Dir: dir, Limit: limit}
		graph(1, 1000, func(source, target string) {
			want[source+"\t"+target+"\n"] = true
			fill(t, &set, source+"\t"+target)
			if limit > 0 && set.Size() > limit {
				t.Fatalf("%d bytes, not %d", set.Size(), limit)
			}
		})
		if runs := set.Runs(); runs > 0 != (limit > 0) || limit == 1 && runs < 900 {
			t.Errorf("limit %d: %d runs", limit, runs)
		}
		path := filepath.Join(out, "a")
		if err := set.WriteFile(t.Context(), path); err != nil {
			t.Fatal(err)
		}
		if got := rowsOf(t, path); !slices.Equal(got, slices.Sorted(maps.Keys(want))) {
			t.Errorf("limit %d: %d rows, not %d, or others", limit, len(got), len(want))
		}
		checkFiles(t, dir)
		checkFiles(t, out, "a")
	}
}

// What a set counts is about what it takes of memory.
func TestMemory(t *testing.T) {
	const n = 100_000
	sources, targets := make([]string, 0, n), make([]string, 0, n)
	graph(1, n, func(source, target string) {
		sources, targets = append(sources, source), append(targets, target)
	})
	var set edges.Set
	before := heap()
	for i := range sources {
		if err := set.Add(sources[i], targets[i]); err != nil {
			t.Fatal(err)
		}
	}
	if taken := int(heap() - before); taken > set.Size() || taken < set.Size()/2 {
		t.Errorf("%d bytes, counted as %d", taken, set.Size())
	}
	runtime.KeepAlive(sources)
	runtime.KeepAlive(targets)
	set.Reset()
}

// After an error all edges are still there; Reset forgets them and removes what is on the disk.
func TestWriteFileFails(t *testing.T) {
	for _, limit := range []int{0, 1} {
		dir, out := t.TempDir(), t.TempDir()
		set := edges.Set{Dir: dir, Limit: limit}
		lines := rows{"com.a\tcom.a\n", "com.a\tcom.b\n", "com.b\tcom.a\n"}
		fill(t, &set, lines...)
		if err := set.WriteFile(t.Context(), filepath.Join(out, "none", "a")); !errors.Is(err, fs.ErrNotExist) {
			t.Error(err)
		}
		cancelled, cancel := context.WithCancel(t.Context())
		cancel()
		path := filepath.Join(out, "a")
		if err := set.WriteFile(cancelled, path); !errors.Is(err, context.Canceled) {
			t.Error(err)
		}
		checkFiles(t, out)
		if err := set.WriteFile(t.Context(), path); err != nil {
			t.Error(err)
		}
		if got := rowsOf(t, path); !slices.Equal(got, lines) {
			t.Errorf("%q", got)
		}
		fill(t, &set, lines...)
		set.Reset()
		checkFiles(t, dir)
		if err := set.WriteFile(t.Context(), path); err != nil || len(rowsOf(t, path)) != 0 {
			t.Errorf("after Reset: %v", err)
		}
	}
	set := edges.Set{Dir: filepath.Join(t.TempDir(), "none"), Limit: 1}
	if err := set.Add("com.a", "com.b"); !errors.Is(err, fs.ErrNotExist) {
		t.Error(err)
	}
}

package task_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"htmlurl/examples/webscale/output"
	"htmlurl/examples/webscale/task"
	"htmlurl/examples/webscale/warc"
	"htmlurl/resolve"
)

// writeArchive writes an archive of pages.
func writeArchive(t *testing.T, path string, pages ...string) {
	t.Helper()
	var archive bytes.Buffer
	records := warc.NewWriter(&archive)
	for i, page := range pages {
		err := records.Write(warc.Header{
			{Name: "WARC-Type", Value: "response"},
			{Name: "WARC-Target-URI", Value: fmt.Sprintf("http://h%d.example/", i)},
			{Name: "Content-Type", Value: "application/http; msgtype=response"},
		}, []byte("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n"+page))
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, archive.Bytes(), 0o666); err != nil {
		t.Fatal(err)
	}
}

// newJob returns a job with all outputs, in a folder of its own.
func newJob(t *testing.T) task.Job {
	j := task.Job{Output: t.TempDir(), Outputs: output.Kinds(), Edition: resolve.Living}
	if err := j.Prepare(); err != nil {
		t.Fatal(err)
	}
	return j
}

// do does an archive with a new worker.
func do(t *testing.T, j task.Job, archive string) (*task.Result, error) {
	w := task.Worker{Job: j}
	defer w.Close()
	return w.Do(t.Context(), archive)
}

// tree returns the paths of all files in a folder, and what is in them.
func tree(t *testing.T, dir string) map[string]string {
	files := map[string]string{}
	err := filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		text, err := os.ReadFile(path)
		files[strings.TrimPrefix(path, dir)] = string(text)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// TestDo holds that an archive is done once, with all its files, and that its result can be read again.
func TestDo(t *testing.T) {
	j := newJob(t)
	archive := filepath.Join(t.TempDir(), "a.warc.gz")
	writeArchive(t, archive, "<a href=x><a href=http://[>", "<a href=http://other.example>")
	read := int64(0)
	w := task.Worker{Job: j, Progress: func(n int64) { read += n }}
	defer w.Close()
	result, err := w.Do(t.Context(), archive)
	if err != nil {
		t.Fatal(err)
	}
	if result.Skipped || result.Summary.Pages != 2 || result.Summary.Links != 3 || result.Summary.Errors["IPv6-unclosed"] != 1 {
		t.Errorf("%+v, %+v", result, result.Summary)
	}
	if read != result.Size {
		t.Errorf("%d bytes were read, of %d", read, result.Size)
	}
	files := tree(t, j.Output)
	for _, kind := range output.Kinds() {
		if _, ok := files[strings.TrimPrefix(j.Path(kind, archive), j.Output)]; !ok {
			t.Errorf("no %s among %q", kind, slices.Collect(maps.Keys(files)))
		}
	}
	if len(files) != len(output.Kinds())+1 {
		t.Errorf("files %q", slices.Collect(maps.Keys(files)))
	}
	again, err := w.Do(t.Context(), archive)
	if err != nil || !again.Skipped {
		t.Errorf("again: %+v, %v", again, err)
	}
	again.Skipped = false
	one, _ := json.Marshal(result)
	two, _ := json.Marshal(again)
	if !bytes.Equal(one, two) {
		t.Errorf("%s\nthen %s", one, two)
	}
	if !maps.Equal(files, tree(t, j.Output)) {
		t.Error("other files afterwards")
	}
}

// TestAgain holds when an archive is done again: when something that its files depend on is not the same.
func TestAgain(t *testing.T) {
	archive := filepath.Join(t.TempDir(), "a.warc.gz")
	for _, c := range []struct {
		name    string
		change  func(t *testing.T, j *task.Job)
		skipped bool
	}{
		{"nothing", func(*testing.T, *task.Job) {}, true},
		{"fewer outputs", func(_ *testing.T, j *task.Job) { j.Outputs = []output.Kind{output.Links} }, true},
		{"the edition", func(_ *testing.T, j *task.Job) { j.Edition = resolve.HTML5 }, false},
		{"the limit", func(_ *testing.T, j *task.Job) { j.MaxBody = 100 }, false},
		{"the archive", func(t *testing.T, _ *task.Job) { writeArchive(t, archive, "<a href=b>", "") }, false},
		{"its time", func(t *testing.T, _ *task.Job) {
			if err := os.Chtimes(archive, time.Time{}, time.Unix(1, 0)); err != nil {
				t.Fatal(err)
			}
		}, false},
		{"a file is missing", func(t *testing.T, j *task.Job) { remove(t, j.Path(output.WAT, archive)) }, false},
		{"a broken result", func(t *testing.T, j *task.Job) {
			done, err := filepath.Glob(filepath.Join(j.Output, "done", "*.json"))
			if err != nil || len(done) != 1 || os.WriteFile(done[0], []byte(`{"archive":`), 0o666) != nil {
				t.Fatal(done, err)
			}
		}, false},
	} {
		writeArchive(t, archive, "<a href=a>")
		j := newJob(t)
		if _, err := do(t, j, archive); err != nil {
			t.Fatal(err)
		}
		c.change(t, &j)
		result, err := do(t, j, archive)
		if err != nil || result.Skipped != c.skipped {
			t.Errorf("%s: skipped %v, %v", c.name, result.Skipped, err)
		}
		if done := j.Result(archive); done == nil {
			t.Errorf("%s: no result", c.name)
		}
	}
}

func remove(t *testing.T, path string) {
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
}

// TestMoreOutputs holds that outputs which an archive lacks are made.
func TestMoreOutputs(t *testing.T) {
	j := newJob(t)
	archive := filepath.Join(t.TempDir(), "a.warc")
	writeArchive(t, archive, "<a href=a>")
	few := j
	few.Outputs = []output.Kind{output.Edges}
	for _, j := range []task.Job{few, j} {
		if result, err := do(t, j, archive); err != nil || result.Skipped {
			t.Errorf("%q: %+v, %v", j.Outputs, result, err)
		}
	}
	if result := few.Result(archive); result == nil {
		t.Error("the first outputs are not done any more")
	}
}

// TestNames holds that archives of the same name in several folders, and ones with odd names, have files of their own, which
// are found again.
func TestNames(t *testing.T) {
	j := newJob(t)
	dir := t.TempDir()
	archives := []string{filepath.Join(dir, "a", "x.warc.gz"), filepath.Join(dir, "b", "x.warc.gz"),
		filepath.Join(dir, "a", strings.Repeat("n", 200)+".warc.gz"), filepath.Join(dir, "a", "x.warc"), filepath.Join(dir, "a", ".gz"),
		filepath.Join(dir, "a", "\xFF\xFE.warc"), filepath.Join(dir, "a", "x\ny.warc")}
	for _, archive := range archives {
		writeArchive(t, archive, "<a href="+archive+">")
		for _, skipped := range []bool{false, true} {
			if result, err := do(t, j, archive); err != nil || result.Skipped != skipped {
				t.Errorf("%q: %+v, %v", archive, result, err)
			}
		}
	}
	if files := tree(t, j.Output); len(files) != len(archives)*(len(output.Kinds())+1) {
		t.Errorf("%d files", len(files))
	}
	if one, other := j.Path(output.Links, "a/../b"), j.Path(output.Links, "./b"); one != other {
		t.Errorf("%s and %s for one archive", one, other)
	}
}

// TestFailures holds that nothing of an archive is there if it cannot be read, or the work was stopped, and that only an
// archive's own errors are ArchiveErrors.
func TestFailures(t *testing.T) {
	dir := t.TempDir()
	good := filepath.Join(dir, "good.warc.gz")
	writeArchive(t, good, "<a href=a>")
	cancelled, cancel := context.WithCancel(t.Context())
	cancel()
	for _, c := range []struct {
		name, archive string
		ctx           context.Context
		spoil         func(j *task.Job)
		isArchive     bool
	}{
		{"no archive", filepath.Join(dir, "none"), t.Context(), nil, true},
		{"a folder", dir, t.Context(), nil, true},
		{"a device", os.DevNull, t.Context(), nil, true},
		{"stopped", good, cancelled, nil, false},
		{"no folder", good, t.Context(), func(j *task.Job) { j.Output = filepath.Join(j.Output, "none") }, false},
	} {
		j := newJob(t)
		if c.spoil != nil {
			c.spoil(&j)
		}
		w := task.Worker{Job: j}
		_, err := w.Do(c.ctx, c.archive)
		bad, isArchive := errors.AsType[*task.ArchiveError](err)
		if err == nil || isArchive != c.isArchive || isArchive && (bad.Archive != c.archive || strings.Count(err.Error(), c.archive) != 1) {
			t.Errorf("%s: %v", c.name, err)
		}
		if c.spoil == nil {
			if files := tree(t, j.Output); len(files) > 0 {
				t.Errorf("%s: %q", c.name, slices.Collect(maps.Keys(files)))
			}
		}
	}
}

// TestDamage holds that what can be read of a damaged archive counts, and that it is done.
func TestDamage(t *testing.T) {
	j := newJob(t)
	archive := filepath.Join(t.TempDir(), "a.warc.gz")
	writeArchive(t, archive, "<a href=a>", "<a href=b>")
	text, err := os.ReadFile(archive)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(archive, text[:len(text)-12], 0o666); err != nil {
		t.Fatal(err)
	}
	for _, skipped := range []bool{false, true} {
		result, err := do(t, j, archive)
		if err != nil || result.Skipped != skipped || result.Summary.Pages < 1 || result.Summary.Faults[string(warc.Truncated)] != 1 {
			t.Errorf("%+v, %+v, %v", result, result.Summary, err)
		}
	}
}

// TestSweep holds that what a killed program left is removed, and nothing else.
func TestSweep(t *testing.T) {
	j := newJob(t)
	archive := filepath.Join(t.TempDir(), "a.warc.gz")
	writeArchive(t, archive, "<a href=a>")
	if _, err := do(t, j, archive); err != nil {
		t.Fatal(err)
	}
	before := tree(t, j.Output)
	for _, kind := range output.Kinds() {
		path := j.Path(kind, archive)
		left := filepath.Join(filepath.Dir(path), "."+filepath.Base(path)+".0123456789abcdef.draft")
		if err := os.WriteFile(left, nil, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if err := j.Sweep(); err != nil {
		t.Fatal(err)
	}
	if !maps.Equal(before, tree(t, j.Output)) {
		t.Error("other files afterwards")
	}
}

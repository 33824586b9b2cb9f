package main

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"htmlurl/examples/webscale/output"
	"htmlurl/examples/webscale/report"
	"htmlurl/examples/webscale/task"
	"htmlurl/resolve"
)

// TestRetried holds that steps which an engine tries again, in any order, double nothing.
func TestRetried(t *testing.T) {
	pattern, dir, parts := generated(t, 3), t.TempDir(), t.TempDir()
	const shards = 2
	job := task.Job{Output: dir, Outputs: output.Kinds(), Edition: resolve.Living}
	if err := job.Prepare(); err != nil {
		t.Fatal(err)
	}
	var before map[string]string
	for range 2 {
		byGroup, byShard := map[int][]string{}, map[int][]string{}
		err := (&match{pattern}).ProcessElement(nil, func(archive string) {
			step := &extractLinks{job, shards}
			err := step.ProcessElement(t.Context(), archive, emitTo(byGroup), func(report.Report) {})
			if err != nil {
				t.Error(err)
			}
		})
		if err != nil {
			t.Fatal(err)
		}
		for group, paths := range byGroup {
			slices.Reverse(paths)
			step, twice := &split{job, parts, shards}, each(append(paths, paths...))
			if err := step.ProcessElement(t.Context(), group, twice, emitTo(byShard)); err != nil {
				t.Fatal(err)
			}
		}
		for shard, paths := range byShard {
			step, twice := &join{dir, parts, shards}, each(append(paths, paths...))
			if err := step.ProcessElement(t.Context(), shard, twice, func(report.Report) {}); err != nil {
				t.Fatal(err)
			}
		}
		lines, _ := plain(t, pattern, t.TempDir())
		if got := sharded(t, dir, shards); !slices.Equal(got, lines) {
			t.Errorf("%d edges, want %d, or other ones", len(got), len(lines))
		}
		now := files(t, dir)
		for name, text := range before {
			if now[name] != text {
				t.Errorf("%s changed", name)
			}
		}
		before = now
	}
}

// emitTo returns an emitter that collects values by key.
func emitTo(values map[int][]string) func(int, string) {
	return func(key int, value string) { values[key] = append(values[key], value) }
}

// each returns an iterator as engines have it.
func each(values []string) func(*string) bool {
	return func(value *string) bool {
		if len(values) == 0 {
			return false
		}
		*value, values = values[0], values[1:]
		return true
	}
}

// TestOutputFails holds that it is the engine's business if an output cannot be written, and not said of the archive.
func TestOutputFails(t *testing.T) {
	pattern, dir := generated(t, 1), t.TempDir()
	job := task.Job{Output: filepath.Join(dir, "none"), Outputs: output.Kinds()}
	archives, err := filepath.Glob(pattern)
	if err != nil {
		t.Fatal(err)
	}
	step := &extractLinks{job, 1}
	err = step.ProcessElement(t.Context(), archives[0],
		func(int, string) { t.Error("a file") }, func(report.Report) { t.Error("a report") })
	if !os.IsNotExist(err) {
		t.Errorf("%v, want that the folder is not there", err)
	}
}

// TestAdd holds that reports can be added in any way, and that those that are added stay as they are.
func TestAdd(t *testing.T) {
	a := report.OfError(&task.ArchiveError{Archive: "a", Err: os.ErrNotExist})
	b := report.OfError(&task.ArchiveError{Archive: "b", Err: os.ErrNotExist})
	a.Counts.Faults = map[string]int64{"x": 1}
	sum := add(add(a, b), add(a, report.Report{Edges: 7}))
	if sum.Archives != 3 || sum.Failed != 3 || sum.Edges != 7 || sum.Counts.Faults["x"] != 2 || len(sum.Bad) != 3 ||
		a.Archives != 1 || a.Counts.Faults["x"] != 1 || len(a.Bad) != 1 {
		t.Errorf("%+v of %+v", sum, a)
	}
}

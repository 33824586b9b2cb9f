package report_test

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"htmlurl/examples/webscale/extract"
	"htmlurl/examples/webscale/report"
	"htmlurl/examples/webscale/task"
)

// some returns a report of a good archive, a damaged one, and one that cannot be read.
func some() (all report.Report) {
	good, damaged := extract.NewSummary(), extract.NewSummary()
	good.Links, good.Errors["host-missing"] = 1000, 2
	damaged.Links, damaged.Faults["<&>"] = 1, 3
	all.Add(report.OfError(&task.ArchiveError{Archive: "z", Err: fs.ErrNotExist}))
	all.Add(report.Of(&task.Result{Archive: "x", Summary: good}))
	all.Add(report.Of(&task.Result{Archive: "y", Summary: damaged}))
	all.Add(report.Report{Edges: 7})
	return all
}

// TestWrite holds what is on disk, that it can be read, and what is told.
func TestWrite(t *testing.T) {
	dir, all := t.TempDir(), some()
	if err := all.Write(dir); err != nil {
		t.Fatal(err)
	}
	bad, err := os.ReadFile(filepath.Join(dir, report.BadFile))
	const want = `{"archive":"y","faults":{"<&>":3}}` + "\n" + `{"archive":"z","error":"file does not exist"}` + "\n"
	if string(bad) != want || err != nil {
		t.Errorf("%s, %v, want %s", bad, err, want)
	}
	s, err := report.ReadSummary(dir)
	if err != nil || !reflect.DeepEqual(s, all.Summary()) {
		t.Errorf("%+v, %v, want %+v", s, err, all.Summary())
	}
	var out strings.Builder
	err = s.Print(&out, dir)
	unreadable, ok := errors.AsType[*report.UnreadableError](err)
	if !ok || unreadable.Count != 1 || unreadable.Archives != 3 || !strings.Contains(err.Error(), unreadable.List) {
		t.Errorf("error %v", err)
	}
	for _, line := range []string{"3      archives\n", "1        damaged", "1,001  links\n", "7      edges", "2      links without a URL: host"} {
		if !strings.Contains(out.String(), line) {
			t.Errorf("no %q in\n%s", line, out.String())
		}
	}
}

// TestAdd holds that counts are added whether there are others or not, and that the result of an archive stays as it is.
func TestAdd(t *testing.T) {
	result := &task.Result{Archive: "x", Summary: extract.NewSummary()}
	result.Summary.Errors["host-missing"] = 2
	sum := report.Of(result)
	sum.Add(report.Of(result))
	decoded := report.Report{Counts: extract.Summary{Pages: 3}} // without maps
	decoded.Add(sum)
	if sum.Counts.Errors["host-missing"] != 4 || result.Summary.Errors["host-missing"] != 2 ||
		decoded.Counts.Pages != 3 || decoded.Counts.Errors["host-missing"] != 4 || decoded.Archives != 2 {
		t.Errorf("%+v, %+v, %+v", sum, decoded, result.Summary)
	}
}

// TestNothing holds that a report of nothing can be written, and that files that are not there are told.
func TestNothing(t *testing.T) {
	dir := t.TempDir()
	if _, err := report.ReadSummary(dir); !errors.Is(err, fs.ErrNotExist) {
		t.Error(err)
	}
	var none report.Report
	if err := none.Write(dir); err != nil {
		t.Fatal(err)
	}
	if s, err := report.ReadSummary(dir); err != nil || s.Archives != 0 || s.Print(new(strings.Builder), dir) != nil {
		t.Errorf("%+v, %v", s, err)
	}
	if err := none.Write(filepath.Join(dir, "none")); !errors.Is(err, fs.ErrNotExist) {
		t.Error(err)
	}
}

// TestStatus holds which exit status is that of which error.
func TestStatus(t *testing.T) {
	stopped, stop := context.WithCancel(t.Context())
	stop()
	unreadable := &report.UnreadableError{Count: 1, Archives: 2, List: "bad"}
	for _, c := range []struct {
		ctx  context.Context
		err  error
		want int
	}{
		{t.Context(), nil, report.Fine},
		{t.Context(), unreadable, report.Unreadable},
		{t.Context(), fs.ErrExist, report.Failed},
		{t.Context(), context.Canceled, report.Failed},
		{stopped, fmt.Errorf("x: %w", context.Canceled), report.Interrupted},
		{stopped, fs.ErrExist, report.Failed},
		{stopped, nil, report.Fine},
	} {
		if got := report.Status(c.ctx, c.err); got != c.want {
			t.Errorf("%v: status %d, want %d", c.err, got, c.want)
		}
	}
}

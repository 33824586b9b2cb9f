package main

import (
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"

	"htmlurl/examples/webscale/edges"
	"htmlurl/examples/webscale/output"
	"htmlurl/examples/webscale/report"
	"htmlurl/examples/webscale/task"
)

// Names of files with the edges of all archives, in the folder of outputs.
const (
	edgesTSV     = "edges.tsv.gz"
	edgesParquet = "edges.parquet"
)

// report writes what all archives give together, and tells it.
func (r *run) report(ctx context.Context, out io.Writer) (err error) {
	all, good := r.collect()
	if slices.Contains(r.job.Outputs, output.Edges) {
		all.Edges, err = r.merge(ctx, good)
	} else {
		err = r.removeEdges()
	}
	if err != nil {
		return err
	}
	if err := all.Write(r.job.Output); err != nil {
		return err
	}
	all.Skipped = r.skipped.Load() // not on disk, where all is as if there had been one run
	return all.Summary().Print(out, r.job.Output)
}

// collect returns the report of all archives, those that were done before too, and the paths of the good ones.
func (r *run) collect() (all report.Report, good []string) {
	for _, archive := range r.archives {
		err, result := r.failed[archive], r.job.Result(archive)
		if err == nil && result == nil {
			err = errChanged
		}
		if err != nil {
			all.Add(report.OfError(&task.ArchiveError{Archive: archive, Err: err}))
			continue
		}
		all.Add(report.Of(result))
		good = append(good, archive)
	}
	return all, good
}

// errChanged is why the result of an archive does not count.
var errChanged = errors.New("it, or a file that was made of it, was changed while archives were read")

// merge merges the edges of archives into files of all edges.
func (r *run) merge(ctx context.Context, archives []string) (count int64, err error) {
	tsv, err := edges.CreateTSV(filepath.Join(r.job.Output, edgesTSV))
	if err != nil {
		return 0, err
	}
	table, err := edges.CreateParquet(filepath.Join(r.job.Output, edgesParquet))
	if err != nil {
		tsv.Discard()
		return 0, err
	}
	return r.job.Merge(ctx, archives, tsv, table)
}

// removeEdges removes the edges of a run before this one, which may have been of other archives.
func (r *run) removeEdges() error {
	for _, name := range []string{edgesTSV, edgesParquet} {
		if err := os.Remove(filepath.Join(r.job.Output, name)); err != nil && !errors.Is(err, os.ErrNotExist) {
			return err
		}
	}
	return nil
}

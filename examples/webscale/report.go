package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"text/tabwriter"

	"github.com/dustin/go-humanize"

	"htmlurl/examples/webscale/draft"
	"htmlurl/examples/webscale/edges"
	"htmlurl/examples/webscale/extract"
	"htmlurl/examples/webscale/output"
	"htmlurl/internal/printable"
)

// Names of files about all archives, in the folder of outputs.
const (
	edgesTSV     = "edges.tsv.gz"
	edgesParquet = "edges.parquet"
	summaryFile  = "summary.json"
	badFile      = "bad.jsonl"
)

// summary is what all archives of a run give, those that were done before too.
type summary struct {
	Archives int   `json:"archives"`
	Failed   int   `json:"failed"`  // archives that cannot be read
	Damaged  int   `json:"damaged"` // archives of which parts cannot be read
	Edges    int64 `json:"edges"`   // of hosts, each once
	*extract.Summary
}

// badArchive is a line of the list of bad archives.
type badArchive struct {
	Archive string           `json:"archive"`
	Error   string           `json:"error,omitempty"`  // why nothing of it counts
	Faults  map[string]int64 `json:"faults,omitempty"` // what could not be read, how often
}

// report writes what all archives give together, and tells it.
func (r *run) report(ctx context.Context, out, errOut io.Writer) error {
	s := &summary{Archives: len(r.archives), Summary: extract.NewSummary()}
	good, err := r.collect(s)
	if err != nil {
		return err
	}
	if slices.Contains(r.job.Outputs, output.Edges) {
		s.Edges, err = r.merge(ctx, good)
	} else {
		err = r.removeEdges()
	}
	if err != nil {
		return err
	}
	text, err := json.MarshalIndent(s, "", "\t")
	if err != nil {
		return err
	}
	if err := draft.WriteFile(filepath.Join(r.job.Output, summaryFile), append(text, '\n')); err != nil {
		return err
	}
	if err := r.print(out, s); err != nil {
		return err
	}
	if s.Failed > 0 {
		fmt.Fprintf(errOut, "webscale: %d of %d archives could not be read; the same command tries them again; %s lists them\n",
			s.Failed, s.Archives, filepath.Join(r.job.Output, badFile))
		return errBad
	}
	return nil
}

// collect adds up the results, lists the bad archives, and returns the others.
func (r *run) collect(s *summary) (good []string, err error) {
	var bad bytes.Buffer
	list := json.NewEncoder(&bad)
	list.SetEscapeHTML(false)
	for _, archive := range r.archives {
		line := badArchive{Archive: archive}
		result := r.job.Result(archive)
		switch err := r.failed[archive]; {
		case err != nil:
			line.Error = err.Error()
		case result == nil:
			line.Error = errChanged.Error()
		default:
			line.Faults = result.Summary.Faults
			s.Add(result.Summary)
			good = append(good, archive)
		}
		switch {
		case line.Error != "":
			s.Failed++
		case len(line.Faults) > 0:
			s.Damaged++
		default:
			continue
		}
		if err := list.Encode(line); err != nil {
			return nil, err
		}
	}
	return good, draft.WriteFile(filepath.Join(r.job.Output, badFile), bad.Bytes())
}

// errChanged is why the result of an archive does not count.
var errChanged = errors.New("it, or a file that was made of it, was changed while archives were read")

// merge merges the edges of archives. An archive whose edges cannot be read is not done any more.
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
	paths := make([]string, 0, len(archives))
	for _, archive := range archives {
		paths = append(paths, r.job.Path(output.Edges, archive))
	}
	counted := &counting{Sink: tsv}
	err = edges.Merger{Dir: r.job.Output}.Merge(ctx, paths, counted, table)
	if bad, ok := errors.AsType[*edges.Error](err); ok {
		if i := slices.Index(paths, bad.Path); i >= 0 && r.job.Forget(archives[i]) == nil {
			err = fmt.Errorf("%w; the same command reads %q again", err, archives[i])
		}
	}
	return counted.count, err
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

// counting is a Sink that counts.
type counting struct {
	edges.Sink
	count int64
}

// Put implements edges.Sink.
func (c *counting) Put(source, target []byte) error {
	c.count++
	return c.Sink.Put(source, target)
}

// print tells people what there is.
func (r *run) print(out io.Writer, s *summary) error {
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	line := func(n int64, what string) {
		if n > 0 {
			fmt.Fprintf(w, "%s\t%s\n", humanize.Comma(n), what)
		}
	}
	line(int64(s.Archives), "archives")
	line(r.skipped.Load(), "  done before")
	line(int64(s.Damaged), "  damaged: what can be read counts")
	line(int64(s.Failed), "  not readable")
	line(s.Records, "records")
	line(s.Pages, fmt.Sprintf("pages, %s", humanize.Bytes(uint64(s.Bytes))))
	line(s.Links, "links")
	line(s.Edges, "edges between hosts, or of a host to itself")
	for _, counts := range []struct {
		what string
		of   map[string]int64
	}{
		{"records damaged", s.Faults}, {"pages refused", s.Refused}, {"links without a URL", s.Errors},
	} {
		for _, name := range slices.Sorted(maps.Keys(counts.of)) {
			line(counts.of[name], counts.what+": "+printable.String(name))
		}
	}
	fmt.Fprintf(w, "in %s\n", r.job.Output)
	return w.Flush()
}

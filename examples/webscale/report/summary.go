package report

import (
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"text/tabwriter"

	"github.com/dustin/go-humanize"

	"htmlurl/examples/webscale/extract"
	"htmlurl/internal/printable"
)

// Summary is a report without the bad archives, as it is on disk.
type Summary struct {
	Archives int64 `json:"archives"`
	Skipped  int64 `json:"skipped,omitempty"`
	Failed   int64 `json:"failed"`
	Damaged  int64 `json:"damaged"`
	Edges    int64 `json:"edges"`
	*extract.Summary
}

// Summary returns the summary of the report, which shares its counts.
func (r *Report) Summary() *Summary {
	return &Summary{r.Archives, r.Skipped, r.Failed, r.Damaged, r.Edges, &r.Counts}
}

// ReadSummary reads the summary in a folder of outputs.
func ReadSummary(dir string) (*Summary, error) {
	text, err := os.ReadFile(filepath.Join(dir, SummaryFile))
	if err != nil {
		return nil, err
	}
	s := &Summary{Summary: extract.NewSummary()}
	return s, json.Unmarshal(text, s)
}

// Print tells people what there is in a folder of outputs. The error is an *UnreadableError if archives could not be
// read.
func (s *Summary) Print(out io.Writer, dir string) error {
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	line := func(n int64, what string) {
		if n > 0 {
			fmt.Fprintf(w, "%s\t%s\n", humanize.Comma(n), what)
		}
	}
	line(s.Archives, "archives")
	line(s.Skipped, "  done before")
	line(s.Damaged, "  damaged: what can be read counts")
	line(s.Failed, "  not readable")
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
	fmt.Fprintf(w, "in %s\n", dir)
	if err := w.Flush(); err != nil {
		return err
	}
	if s.Failed > 0 {
		return &UnreadableError{s.Failed, s.Archives, filepath.Join(dir, BadFile)}
	}
	return nil
}

// Package report tells what there was in all archives of a run, and which of them are bad: in files, to people, and by
// the exit status.
//
// # Files
//
//   - report.go: Report, which can be added to others, and written
//   - summary.go: Summary, what a report is on disk; printing it
//   - status.go: exit statuses
package report

import (
	"bytes"
	"cmp"
	"encoding/json"
	"path/filepath"
	"slices"

	"htmlurl/examples/webscale/draft"
	"htmlurl/examples/webscale/extract"
	"htmlurl/examples/webscale/task"
)

// Report is what there is to tell of archives. The zero Report is of none. It can be sent to other computers.
type Report struct {
	Archives int64
	Skipped  int64           // archives that were done before
	Failed   int64           // archives that cannot be read
	Damaged  int64           // archives of which parts cannot be read
	Edges    int64           // of hosts, each once
	Counts   extract.Summary // of what is in archives
	Bad      []BadArchive
}

// BadArchive is a line of the list of bad archives.
type BadArchive struct {
	Archive string           `json:"archive"`
	Error   string           `json:"error,omitempty"`  // why nothing of it counts
	Faults  map[string]int64 `json:"faults,omitempty"` // what could not be read, how often
}

// Of returns the report of an archive that is done. It does not tell whether that was so before.
func Of(r *task.Result) Report {
	one := Report{Archives: 1, Counts: *r.Summary}
	if r.Summary.IsDamaged() {
		one.Damaged = 1
		one.Bad = []BadArchive{{Archive: r.Archive, Faults: r.Summary.Faults}}
	}
	return one
}

// OfError returns the report of an archive that cannot be read.
func OfError(e *task.ArchiveError) Report {
	return Report{Archives: 1, Failed: 1, Bad: []BadArchive{{Archive: e.Archive, Error: e.Err.Error()}}}
}

// Add adds another report, which stays as it is.
func (r *Report) Add(other Report) {
	r.Archives += other.Archives
	r.Skipped += other.Skipped
	r.Failed += other.Failed
	r.Damaged += other.Damaged
	r.Edges += other.Edges
	counts := extract.NewSummary()
	counts.Add(&r.Counts)
	counts.Add(&other.Counts)
	r.Counts = *counts
	r.Bad = append(r.Bad, other.Bad...)
}

// Names of files, in a folder of outputs.
const (
	SummaryFile = "summary.json"
	BadFile     = "bad.jsonl"
)

// Write writes the list of bad archives, in order, and then the summary.
func (r *Report) Write(dir string) error {
	slices.SortFunc(r.Bad, func(a, b BadArchive) int { return cmp.Compare(a.Archive, b.Archive) })
	var bad bytes.Buffer
	list := json.NewEncoder(&bad)
	list.SetEscapeHTML(false)
	for _, line := range r.Bad {
		if err := list.Encode(line); err != nil {
			return err
		}
	}
	if err := draft.WriteFile(filepath.Join(dir, BadFile), bad.Bytes()); err != nil {
		return err
	}
	text, err := json.MarshalIndent(r.Summary(), "", "\t")
	if err != nil {
		return err
	}
	return draft.WriteFile(filepath.Join(dir, SummaryFile), append(text, '\n'))
}

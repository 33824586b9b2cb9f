package main

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

// Names of files about all archives, in the folder of outputs.
const (
	summaryFile = "summary.json"
	badFile     = "bad.jsonl"
)

// report is what there is to tell about one archive, or about many, or about a shard.
type report struct {
	Archives int64
	Skipped  int64 // archives that were done before
	Failed   int64 // archives that cannot be read
	Damaged  int64 // archives of which parts cannot be read
	Edges    int64 // of hosts, each once
	Summary  extract.Summary
	Bad      []badArchive
}

// summary is what all archives of a run give, those that were done before too.
type summary struct {
	Archives int64 `json:"archives"`
	Skipped  int64 `json:"skipped"`
	Failed   int64 `json:"failed"`
	Damaged  int64 `json:"damaged"`
	Edges    int64 `json:"edges"`
	*extract.Summary
}

// badArchive is a line of the list of bad archives.
type badArchive struct {
	Archive string           `json:"archive"`
	Error   string           `json:"error,omitempty"`  // why nothing of it counts
	Faults  map[string]int64 `json:"faults,omitempty"` // what could not be read, how often
}

// done is the report of an archive that was done.
func done(r *task.Result) report {
	one := report{Archives: 1, Summary: *r.Summary}
	if r.Skipped {
		one.Skipped = 1
	}
	if r.Summary.IsDamaged() {
		one.Damaged = 1
		one.Bad = []badArchive{{Archive: r.Archive, Faults: r.Summary.Faults}}
	}
	return one
}

// failed is the report of an archive that cannot be read.
func failed(e *task.ArchiveError) report {
	return report{Archives: 1, Failed: 1, Bad: []badArchive{{Archive: e.Archive, Error: e.Err.Error()}}}
}

// add adds a report to those before it.
func add(all, one report) report {
	summary := extract.NewSummary()
	summary.Add(&all.Summary)
	summary.Add(&one.Summary)
	return report{
		Archives: all.Archives + one.Archives,
		Skipped:  all.Skipped + one.Skipped,
		Failed:   all.Failed + one.Failed,
		Damaged:  all.Damaged + one.Damaged,
		Edges:    all.Edges + one.Edges,
		Summary:  *summary,
		Bad:      append(all.Bad, one.Bad...),
	}
}

// publish writes the report of all archives.
type publish struct{ Output string }

// ProcessElement writes the list of bad archives, and then the summary.
func (f *publish) ProcessElement(all report) error {
	slices.SortFunc(all.Bad, func(a, b badArchive) int { return cmp.Compare(a.Archive, b.Archive) })
	var bad bytes.Buffer
	list := json.NewEncoder(&bad)
	list.SetEscapeHTML(false)
	for _, line := range all.Bad {
		if err := list.Encode(line); err != nil {
			return err
		}
	}
	if err := draft.WriteFile(filepath.Join(f.Output, badFile), bad.Bytes()); err != nil {
		return err
	}
	s := summary{all.Archives, all.Skipped, all.Failed, all.Damaged, all.Edges, &all.Summary}
	text, err := json.MarshalIndent(s, "", "\t")
	if err != nil {
		return err
	}
	return draft.WriteFile(filepath.Join(f.Output, summaryFile), append(text, '\n'))
}

package main

import (
	"context"
	"errors"
	"hash/fnv"
	"slices"

	"htmlurl/examples/webscale/output"
	"htmlurl/examples/webscale/report"
	"htmlurl/examples/webscale/task"
)

// match lists the archives.
type match struct{ Pattern string }

// ProcessElement gives the path of each archive.
func (f *match) ProcessElement(_ []byte, archives func(string)) error {
	paths, err := task.Find(f.Pattern)
	for _, path := range paths {
		archives(path)
	}
	return err
}

// extractLinks does one archive after the other.
type extractLinks struct {
	Job    task.Job
	Groups int
}

// ProcessElement does an archive, unless that was done, and gives its path to a group, which takes its edges. Of an
// archive that cannot be read nothing is given but its report, as trying again would be of no use. If an output cannot
// be written, that is the engine's business.
func (f *extractLinks) ProcessElement(
	ctx context.Context, archive string, edges func(int, string), reports func(report.Report),
) error {
	return atDesk(ctx, func(w *task.Worker) error {
		w.Job = f.Job
		result, err := w.Do(ctx, archive)
		if bad, ok := errors.AsType[*task.ArchiveError](err); ok {
			edges(f.group(archive), "")
			reports(report.OfError(bad))
			return nil
		}
		if err != nil {
			return err
		}
		if slices.Contains(f.Job.Outputs, output.Edges) {
			edges(f.group(archive), archive)
		}
		one := report.Of(result)
		if result.Skipped {
			one.Skipped = 1
		}
		reports(one)
		return nil
	})
}

// group returns the group of an archive: always the same, so that a bundle which is tried again does the same.
func (f *extractLinks) group(archive string) int { return hash([]byte(archive), f.Groups) }

// hash returns a number below n.
func hash(text []byte, n int) int {
	h := fnv.New32a()
	h.Write(text)
	return int(h.Sum32() % uint32(n))
}

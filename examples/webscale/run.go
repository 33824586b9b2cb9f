package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"htmlurl/examples/webscale/output"
	"htmlurl/examples/webscale/task"
)

// runCommand is webscale without another command: it does archives into a folder.
func runCommand(ctx context.Context, args []string, in io.Reader, out, errOut io.Writer) error {
	r, err := newRun(args, in, out)
	if err != nil {
		return err
	}
	return r.inFolder(ctx, out, errOut)
}

// newRun returns the run that the arguments ask for.
func newRun(args []string, in io.Reader, out io.Writer) (r *run, err error) {
	r = &run{failed: map[string]error{}}
	f := newFlags("webscale", usage, out)
	input := f.String("input", "", "the archives: a `pattern` of paths such as 'crawl/*.warc.gz', in quotes; "+
		"- reads paths from standard input, a line each, without white space around them")
	f.StringVar(&r.job.Output, "output", "", "the `folder` for what is found; what is done there already is not done again")
	f.IntVar(&r.workers, "workers", runtime.GOMAXPROCS(0), "how many archives are read at a time, each by one processor")
	outputs := f.String("outputs", "edges,links,wat", "`what` is wanted, with commas between it")
	edition := f.edition()
	if err := f.parse(args); err != nil {
		return nil, err
	}
	r.job.Edition = *edition
	switch {
	case *input == "" || r.job.Output == "":
		return nil, errors.New("give -input 'PATTERN' and -output FOLDER; see webscale -h")
	case r.workers < 1:
		return nil, errors.New("-workers must be 1 at least")
	}
	if r.job.Outputs, err = output.ParseKinds(*outputs); err != nil {
		return nil, err
	}
	if r.archives, err = listArchives(*input, in); err != nil {
		return nil, fmt.Errorf("-input %w", err)
	}
	return r, nil
}

// listArchives lists the paths of archives, each once, in order.
func listArchives(pattern string, in io.Reader) (paths []string, err error) {
	if pattern != "-" {
		return task.Find(pattern)
	}
	lines := bufio.NewScanner(in)
	for lines.Scan() {
		if path := strings.TrimSpace(lines.Text()); path != "" {
			paths = append(paths, filepath.Clean(path))
		}
	}
	switch err := lines.Err(); {
	case err != nil:
		return nil, fmt.Errorf("-: cannot read paths from standard input: %w", err)
	case len(paths) == 0:
		return nil, errors.New("-: standard input names no archive")
	}
	slices.Sort(paths)
	return slices.Compact(paths), nil
}

// run is one run of the command.
type run struct {
	job      task.Job
	archives []string // their paths
	workers  int

	next     atomic.Int64 // which archive is next
	skipped  atomic.Int64 // that were done before
	progress *progress

	mu     sync.Mutex
	failed map[string]error // archives that cannot be read
}

// inFolder does the archives and reports, while no other run does so in the same folder.
func (r *run) inFolder(ctx context.Context, out, errOut io.Writer) error {
	if err := r.job.Prepare(); err != nil {
		return err
	}
	unlock, err := r.job.Lock()
	if err != nil {
		return err
	}
	defer unlock()
	if err := r.job.Sweep(); err != nil {
		return err
	}
	r.progress = newProgress(r.archives, errOut)
	err = r.do(ctx)
	r.progress.end()
	if err == nil {
		err = r.report(ctx, out)
	}
	if ctx.Err() != nil {
		fmt.Fprintln(errOut, "webscale: stopped; the same command goes on with what is not done")
	}
	return err
}

// do does all archives. It ends early with the error of an output, or of the context.
func (r *run) do(ctx context.Context) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	var workers sync.WaitGroup
	for range min(r.workers, len(r.archives)) {
		workers.Go(func() {
			if err := r.work(ctx); err != nil {
				cancel(err)
			}
		})
	}
	workers.Wait()
	return context.Cause(ctx)
}

// work does archives until there are no more.
func (r *run) work(ctx context.Context) error {
	w := task.Worker{Job: r.job, Progress: r.progress.read}
	defer w.Close()
	for ctx.Err() == nil {
		i := int(r.next.Add(1)) - 1
		if i >= len(r.archives) {
			return nil
		}
		result, err := w.Do(ctx, r.archives[i])
		if bad, ok := errors.AsType[*task.ArchiveError](err); ok {
			r.fail(bad)
			continue
		}
		if err != nil {
			return err
		}
		if result.Skipped {
			r.skipped.Add(1)
			r.progress.read(result.Size)
		}
		r.progress.done(len(result.Summary.Faults) > 0)
	}
	return context.Cause(ctx)
}

// fail notes and tells that an archive cannot be read.
func (r *run) fail(bad *task.ArchiveError) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.failed[bad.Archive] = bad.Err
	r.progress.tell(bad)
	r.progress.done(true)
}

package main

import (
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/log"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/options/jobopts"
	_ "github.com/apache/beam/sdks/v2/go/pkg/beam/runners/dataflow"
	_ "github.com/apache/beam/sdks/v2/go/pkg/beam/runners/flink"
	_ "github.com/apache/beam/sdks/v2/go/pkg/beam/runners/prism"
	_ "github.com/apache/beam/sdks/v2/go/pkg/beam/runners/spark"
	_ "github.com/apache/beam/sdks/v2/go/pkg/beam/runners/universal"

	"htmlurl/examples/webscale/output"
	"htmlurl/examples/webscale/report"
	"htmlurl/examples/webscale/task"
	"htmlurl/resolve"
)

const (
	prism    = "prism"
	dataflow = "dataflow"
)

// engines are those that Beam's library for Go can give pipelines to.
var engines = []string{prism, "universal", "flink", "spark", dataflow}

// launch is what the command line asks for.
type launch struct {
	input, output, outputs string
	edition                resolve.Edition
	shards                 int
	runner                 string
	isExposed              bool

	job        task.Job
	isEmbedded bool // the engine is Prism, in this process
}

// maxShards is how many shards there are at most: split has a file open for each.
const maxShards = 1000

// check checks what the command line asks for, before anything is done.
func (l *launch) check() (err error) {
	switch {
	case flag.NArg() > 0:
		return fmt.Errorf("%q is too much; put quotes around a pattern, so that the shell leaves it alone", flag.Arg(0))
	case l.input == "" || l.output == "":
		return errors.New("give -input 'PATTERN' and -output FOLDER; see webscale-beam -h")
	case l.shards < 1 || l.shards > maxShards:
		return fmt.Errorf("-shards must be 1 at least, and %d at most", maxShards)
	case !slices.Contains(engines, l.runner):
		return fmt.Errorf("there is no -runner %q: choose from %s", l.runner, strings.Join(engines, ", "))
	case l.runner != prism && l.runner != dataflow && *jobopts.Endpoint == "":
		return fmt.Errorf("-runner %s takes -endpoint HOST:PORT, where the engine takes jobs", l.runner)
	case *jobopts.Async:
		return errors.New("-async is of no use here: the end has to be waited for")
	}
	l.isEmbedded = l.runner == prism && *jobopts.Endpoint == ""
	l.job = task.Job{Output: l.output, Edition: l.edition}
	if l.job.Outputs, err = output.ParseKinds(l.outputs); err != nil {
		return err
	}
	return l.checkPaths()
}

// checkPaths checks that there are archives. For engines elsewhere it makes paths absolute, and has this program sent
// to the workers: Beam's library would compile it anew.
func (l *launch) checkPaths() error {
	if !l.isEmbedded {
		self, err := os.Executable()
		if err != nil {
			return err
		}
		*jobopts.WorkerBinary = cmp.Or(*jobopts.WorkerBinary, self)
		for _, path := range []*string{&l.input, &l.job.Output} {
			if *path, err = filepath.Abs(*path); err != nil {
				return err
			}
		}
	}
	if _, err := task.Find(l.input); err != nil {
		return fmt.Errorf("-input %w", err)
	}
	return nil
}

// run runs the pipeline and tells what came of it.
func (l *launch) run(ctx context.Context) error {
	if err := l.check(); err != nil {
		return err
	}
	if l.isEmbedded && !l.isExposed {
		if err := isolate(); err != nil {
			return err
		}
	}
	if err := l.job.Prepare(); err != nil {
		return err
	}
	unlock, err := l.job.Lock()
	if err != nil {
		return err
	}
	defer unlock()
	if err := l.pipeline(ctx); err != nil {
		return err
	}
	return l.report()
}

// pipeline runs the pipeline, in a folder without what earlier runs left.
func (l *launch) pipeline(ctx context.Context) error {
	if err := l.clean(); err != nil {
		return err
	}
	dir := filepath.Join(l.job.Output, partsDir)
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	if err := l.quieten(dir); err != nil {
		return err
	}
	_, err := beam.Run(ctx, l.runner, newPipeline(l.input, l.job, l.shards, dir))
	closeDesks()
	if ctx.Err() == nil {
		return err
	}
	fmt.Fprintln(os.Stderr, "webscale-beam: stopped; the same command goes on with the archives that are not done")
	if !l.isEmbedded {
		fmt.Fprintln(os.Stderr, "webscale-beam: the engine may still be at work: stop the job there before that")
	}
	return context.Cause(ctx)
}

// partsDir is the folder of parts of shards, in the folder of outputs. Readers of whole folders pass over it.
const partsDir = ".parts"

// clean removes what workers that were killed left, and what a run before this one made of all archives together.
func (l *launch) clean() error {
	if err := l.job.Sweep(); err != nil {
		return err
	}
	old, err := filepath.Glob(filepath.Join(l.job.Output, "edges-[0-9]*-of-[0-9]*.tsv.gz"))
	if err != nil {
		return err
	}
	for _, path := range append(old, filepath.Join(l.job.Output, report.SummaryFile), filepath.Join(l.job.Output, partsDir)) {
		if err := os.RemoveAll(path); err != nil {
			return err
		}
	}
	return nil
}

// quieten keeps Beam's library from telling what is of no use, and from leaving files in the folder of temporary files:
// it makes one there for each pipeline whose workers are in this process. What Prism tells of an error is in that of
// the run.
func (l *launch) quieten(dir string) error {
	log.SetupLogging("warn", "text")
	if l.isEmbedded {
		slog.SetDefault(slog.New(slog.DiscardHandler))
	}
	return os.Setenv("TMPDIR", dir)
}

// report tells what the pipeline wrote.
func (l *launch) report() error {
	s, err := report.ReadSummary(l.job.Output)
	if errors.Is(err, os.ErrNotExist) {
		return fmt.Errorf("the engine is done, but there is no summary: is %s the same folder on all computers?", l.job.Output)
	}
	if err != nil {
		return err
	}
	return s.Print(os.Stdout, l.job.Output)
}

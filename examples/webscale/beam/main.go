// Command webscale-beam does what webscale does, the same work on each archive, as a pipeline of Apache Beam: on many
// computers, by an engine that runs Beam's pipelines, or on this one by Prism, the engine that comes with Beam.
// README.md tells when that is worth it; "webscale-beam -h" has the flags.
//
// # Files
//
//   - main.go: the command line
//   - run.go: a pipeline in a folder of outputs, from the outside
//   - pipeline.go: the pipeline; archives.go, shards.go and report.go: its steps
//   - desks.go: how much is done at a time in one process
//   - isolate.go, isolate_linux.go, isolate_other.go: keeping Prism off the network
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"slices"
	"strings"
	"syscall"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"

	"htmlurl/examples/webscale/report"
	"htmlurl/resolve"
)

const usage = `webscale-beam finds the links of the pages in web archives (WARC files), by an engine for pipelines of Apache
Beam: Prism, on this computer, or others.

  webscale-beam -input 'crawl/*.warc.gz' -output out
  webscale-beam -input … -output … -runner flink -endpoint HOST:PORT -environment_type … -environment_config …

The folders must be there under the same names on all computers that take part. On one computer, webscale is the better
choice. Dataflow takes flags of Beam's library: -project, -region, -staging_location and others.
`

// ownFlags are the flags of this program.
var ownFlags = []string{"input", "output", "outputs", "edition", "shards", "runner", "prism_on_all_interfaces"}

func main() {
	l := launch{edition: resolve.Living}
	flag.StringVar(&l.input, "input", "", "the archives: a `pattern` of paths such as 'crawl/*.warc.gz', in quotes")
	flag.StringVar(&l.output, "output", "", "the `folder` for what is found; what is done there already is not done again")
	flag.StringVar(&l.outputs, "outputs", "edges,links,wat", "`what` is wanted, with commas between it")
	flag.TextVar(&l.edition, "edition", resolve.Living, "the `rules` for URLs: living, html5, url2012 or url2015")
	flag.IntVar(&l.shards, "shards", 8, "in how many files the edges of all archives are written")
	flag.StringVar(&l.runner, "runner", "prism", "the `engine`: "+strings.Join(engines, ", "))
	flag.BoolVar(&l.isExposed, "prism_on_all_interfaces", false, "let Prism listen on all network interfaces, if "+
		"it cannot be kept off the network: whoever reaches its port can run commands as you, without a password")
	flag.Usage = help
	flag.Parse()
	beam.Init() // does not return in a process that an engine started
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	go func() {
		<-ctx.Done()
		stop() // so that a second signal ends the program at once
	}()
	os.Exit(status(ctx, l.run(ctx)))
}

// help prints the flags of this program, and those of Beam's library that are needed; it has many more.
func help() {
	engine := map[string]string{
		"endpoint":           "`HOST:PORT` where the engine takes jobs; without it, Prism runs in this program",
		"environment_type":   "`how` workers are started: DOCKER, PROCESS, EXTERNAL, or LOOPBACK for workers in this program",
		"environment_config": "`what` it starts: an image, a command as JSON, or HOST:PORT of a pool of workers",
		"worker_binary":      "a build of this `program` for workers of another system",
	}
	out := flag.CommandLine.Output()
	shown := flag.NewFlagSet("", flag.ContinueOnError)
	shown.SetOutput(out)
	flag.VisitAll(func(f *flag.Flag) {
		text, isEngine := engine[f.Name]
		switch {
		case isEngine:
			shown.Var(f.Value, f.Name, text)
		case slices.Contains(ownFlags, f.Name):
			shown.Var(f.Value, f.Name, f.Usage)
		}
	})
	fmt.Fprint(out, usage+"\n")
	shown.PrintDefaults()
}

// status tells what went wrong, and returns the exit status.
func status(ctx context.Context, err error) int {
	if again, ok := errors.AsType[*againError](err); ok {
		return again.status
	}
	status := report.Status(ctx, err)
	if err != nil && status != report.Interrupted {
		fmt.Fprintf(os.Stderr, "webscale-beam: %v\n", err)
	}
	return status
}

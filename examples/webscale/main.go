// Command webscale finds the links of the pages in web archives, and which hosts link to which, with a worker for each
// processor. README.md tells how, and what for; "webscale -h" has all flags.
//
// # Files
//
//   - main.go: the command line
//   - run.go: archives in a folder of outputs, by a pool of workers
//   - report.go: what all archives together give
//   - progress.go: what is told meanwhile
//   - map.go: webscale map, a mapper for engines that talk to programs by pipes
//   - generate.go: webscale generate, archives to try things with
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"
	"time"

	"htmlurl/examples/webscale/report"
	"htmlurl/resolve"
)

// patience is how long a command has to end after a signal: one that waits for its input does not see it.
const patience = 2 * time.Second

const usage = `webscale finds the links of the pages in web archives (WARC files).

  webscale -input 'crawl/*.warc.gz' -output out    links and host edges, by all processors
  webscale map                                      a mapper: archives or their paths in, edges out
  webscale generate -output archives                archives to try things with

"webscale COMMAND -h" has the flags of a command. Those of the first one are:
`

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	go func() {
		<-ctx.Done()
		stop() // so that a second signal ends the program at once
		time.Sleep(patience)
		os.Exit(report.Interrupted) // files that are not complete are not there
	}()
	os.Exit(command(ctx, os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}

// command runs the command with its arguments and streams, and returns the exit status.
func command(ctx context.Context, args []string, in io.Reader, out, errOut io.Writer) int {
	err := dispatch(ctx, args, in, out, errOut)
	if errors.Is(err, flag.ErrHelp) {
		return report.Fine
	}
	status := report.Status(ctx, err)
	if err != nil && status != report.Interrupted {
		fmt.Fprintf(errOut, "webscale: %v\n", err)
	}
	return status
}

// dispatch runs the command that the first argument names.
func dispatch(ctx context.Context, args []string, in io.Reader, out, errOut io.Writer) error {
	if len(args) > 0 {
		switch args[0] {
		case "map":
			return mapCommand(ctx, args[1:], in, out, errOut)
		case "generate":
			return generateCommand(ctx, args[1:], out)
		}
	}
	return runCommand(ctx, args, in, out, errOut)
}

// flags is a set of flags that refuses what it does not know in words.
type flags struct{ *flag.FlagSet }

// newFlags returns the flags of a command, whose help begins with text.
func newFlags(name, text string, out io.Writer) flags {
	f := flag.NewFlagSet(name, flag.ContinueOnError)
	f.SetOutput(io.Discard)
	f.Usage = func() {
		f.SetOutput(out)
		fmt.Fprintln(out, text)
		f.PrintDefaults()
		f.SetOutput(io.Discard)
	}
	return flags{f}
}

// parse reads the arguments, of which none but flags may be left.
func (f flags) parse(args []string) error {
	err := f.Parse(args)
	switch {
	case errors.Is(err, flag.ErrHelp):
		return err
	case err != nil:
		return fmt.Errorf("%w; see %s -h", err, f.Name())
	case f.NArg() > 0:
		return fmt.Errorf("%q is too much; put quotes around a pattern, so that the shell leaves it alone; see %s -h",
			f.Arg(0), f.Name())
	}
	return nil
}

// edition adds the flag of the edition.
func (f flags) edition() *resolve.Edition {
	edition := resolve.Living
	f.TextVar(&edition, "edition", resolve.Living, "the `rules` for URLs: living, html5, url2012 or url2015")
	return &edition
}

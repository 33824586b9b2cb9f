// Oracle asks Chromium about random documents and references, and tells what differs from this library by today's
// rules. If only one of -documents and -references is said, it asks about nothing else.
//
// It prints how many questions had the same answer, how many another that the ledger explains, by its classes, and each
// difference that it does not explain. The exit status is 1 if there is one, 2 if the questions could not be asked. To
// ask again about document 17 alone, say -documents 1 -first 17.
package main

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"text/tabwriter"

	"github.com/mattn/go-isatty"

	"htmlurl/internal/browsertest"
)

func main() {
	var run browsertest.Run
	flag.IntVar(&run.Documents, "documents", 2000, "how many random `documents`")
	flag.IntVar(&run.References, "references", 20000, "how many random `references`")
	flag.Uint64Var(&run.Seed, "seed", 1, "of the random generator: what it makes depends on this and a number alone")
	flag.IntVar(&run.First, "first", 0, "the `number` of the first document and reference")
	asJSON := flag.Bool("json", false, "print JSON")
	flag.Parse()
	if flag.NArg() > 0 {
		flag.Usage()
		os.Exit(2)
	}
	said := map[string]bool{}
	flag.Visit(func(f *flag.Flag) { said[f.Name] = true })
	switch {
	case said["documents"] && !said["references"]:
		run.References = 0
	case said["references"] && !said["documents"]:
		run.Documents = 0
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if isatty.IsTerminal(os.Stderr.Fd()) {
		run.Progress = func(done, total int) { fmt.Fprintf(os.Stderr, "\r%d of %d ", done, total) }
	}
	report, err := ask(ctx, run)
	if err != nil {
		fmt.Fprintln(os.Stderr, "oracle:", err)
		os.Exit(2)
	}
	if run.Progress != nil {
		fmt.Fprint(os.Stderr, "\r")
	}
	if *asJSON {
		err = json.NewEncoder(os.Stdout).Encode(report)
	} else {
		err = print(os.Stdout, run, report)
	}
	switch {
	case err != nil:
		fmt.Fprintln(os.Stderr, "oracle:", err)
		os.Exit(2)
	case len(report.Bad) > 0:
		os.Exit(1)
	}
}

// ask starts a browser for the run.
func ask(ctx context.Context, run browsertest.Run) (*browsertest.Report, error) {
	program, err := browsertest.Find()
	if err != nil {
		return nil, err
	}
	b, err := browsertest.Start(ctx, program)
	if err != nil {
		return nil, err
	}
	defer b.Close()
	return run.Do(ctx, b)
}

// print writes a report to be read.
func print(out io.Writer, run browsertest.Run, r *browsertest.Report) error {
	for _, u := range r.Bad {
		fmt.Fprintf(out, "%s: %s\n  ours   %s\n  theirs %s\n", u.Input, u.What, u.Ours, u.Theirs)
	}
	fmt.Fprintf(out, "%d documents and %d references of seed %d in %.0f s: "+
		"%d questions, %d answers the same, %d explained, %d not\n",
		r.Documents, r.References, run.Seed, r.Seconds, r.Asked, r.Same, r.Explained, len(r.Bad))
	table := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	for _, d := range browsertest.Ledger() {
		if n := r.Classes[d.Name]; n > 0 {
			fmt.Fprintf(table, "%d\t%s\t%s\t%s\n", n, d.Name, d.Clause, d.Why)
		}
	}
	return table.Flush()
}

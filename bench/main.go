package main

import (
	"flag"
	"fmt"
	"io"
	"os"
	"runtime"
	"time"

	"htmlurl/resolve"
)

func main() {
	var o options
	flag.IntVar(&o.rounds, "rounds", 9, "how many turns each parser has")
	flag.DurationVar(&o.turn, "turn", 100*time.Millisecond, "how long a turn is at least")
	flag.BoolVar(&o.markdown, "markdown", false, "print the table as Markdown")
	flag.BoolVar(&o.verbose, "v", false, "list where Living and whatwg-url disagree")
	flag.Parse()
	c, err := readCorpus()
	if err == nil {
		err = o.compare(os.Stdout, c)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

// options are those of the command.
type options struct {
	rounds            int
	turn              time.Duration
	markdown, verbose bool
}

// compare checks Living, measures, and prints the table.
func (o options) compare(out io.Writer, c *corpus) error {
	o.check(out, c)
	jobs := newJobs(c, allPeers())
	describe(out, c, jobs)
	fmt.Fprintf(out, "%s, GOMAXPROCS %d, %d rounds\n\n", runtime.Version(), runtime.GOMAXPROCS(0), o.rounds)
	rows := table(jobs, measure(jobs, max(o.rounds, 1), o.turn))
	if o.markdown {
		return writeMarkdown(out, rows)
	}
	return writeText(out, rows)
}

// check tells how far Living and whatwg-url agree.
func (o options) check(out io.Writer, c *corpus) {
	found := differences(c, htmlurl(resolve.Living), whatwgURL)
	fmt.Fprintf(out, "Living and whatwg-url disagree in %d of %d URLs\n", len(found), len(c.absolute())+len(c.references))
	if o.verbose {
		for _, d := range found {
			fmt.Fprintf(out, "\t%s %q (base %q)\n\t\tLiving      %q\n\t\twhatwg-url  %q\n", d.job, d.ref, d.base, d.ours, d.theirs)
		}
	}
}

// describe tells how many URLs there are.
func describe(out io.Writer, c *corpus, jobs []job) {
	fmt.Fprintf(out, "%d pages with %d base URLs\n", c.pages, len(c.bases))
	for _, j := range jobs {
		bytes := 0
		for _, r := range j.timed {
			bytes += len(r.raw)
		}
		n := len(j.timed)
		fmt.Fprintf(out, "%-8s %d references; timed are %d that all take, %d bytes on average\n", j.name, len(j.all), n, bytes/max(n, 1))
	}
}

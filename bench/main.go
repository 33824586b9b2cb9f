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
	flag.IntVar(&o.rounds, "rounds", 9, "how many turns each worker has")
	flag.DurationVar(&o.turn, "turn", 100*time.Millisecond, "how long a turn is at least")
	flag.BoolVar(&o.links, "links", false, "compare extracting the links of pages")
	flag.BoolVar(&o.markdown, "markdown", false, "print the table as Markdown")
	flag.BoolVar(&o.verbose, "v", false, "list what differs: where Living and whatwg-url disagree, which links are wrong")
	flag.Parse()
	run := o.parsers
	if o.links {
		run = o.extractors
	}
	err := run(os.Stdout)
	if err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

// options are those of the command.
type options struct {
	rounds                   int
	turn                     time.Duration
	links, markdown, verbose bool
}

// parsers compares URL parsers.
func (o options) parsers(out io.Writer) error {
	c, err := readCorpus()
	if err != nil {
		return err
	}
	return o.compare(out, c)
}

// compare checks Living, measures, and prints the table.
func (o options) compare(out io.Writer, c *corpus) error {
	o.check(out, c)
	jobs := newJobs(c, allPeers())
	describe(out, c, jobs)
	return o.write(out, table(jobs, o.measure(out, contests(jobs))), 2)
}

// extractors compares what extracts links.
func (o options) extractors(out io.Writer) error {
	pages, err := readPages()
	if err != nil {
		return err
	}
	return o.extract(out, pages)
}

// extract finds out how many links are wrong, measures, and prints the table.
func (o options) extract(out io.Writer, pages []page) error {
	extractors := allExtractors()
	j, err := judge(pages, extractors)
	if err != nil {
		return err
	}
	j.describe(out, pages, o.verbose)
	all := o.measure(out, []contest{extraction(pages, extractors)})
	return o.write(out, linkTable(j.verdicts, all[0], float64(size(pages))/float64(len(pages))), 1)
}

// measure measures, and tells under which conditions.
func (o options) measure(out io.Writer, contests []contest) [][]figures {
	fmt.Fprintf(out, "%s, GOMAXPROCS %d, %d rounds\n\n", runtime.Version(), runtime.GOMAXPROCS(0), o.rounds)
	return measure(contests, max(o.rounds, 1), o.turn)
}

// write prints a table whose first columns are names.
func (o options) write(out io.Writer, rows [][]string, names int) error {
	if o.markdown {
		return writeMarkdown(out, rows, names)
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

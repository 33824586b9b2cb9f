package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/schollz/progressbar/v3"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"htmlurl/crawl"
	"htmlurl/resolve"
)

func newCrawl(a *app) *cobra.Command {
	var flags crawlFlags
	c := &cobra.Command{
		Use:   "crawl [flags] URL...|-",
		Short: "Follow links from page to page, and list every reference of each page",
		Long: `crawl fetches pages, and those that their hyperlinks, frames and refreshes lead to, and writes a
JSON line for each page, breadth first, in the same order for each run:

  {"url","address","status","depth","from","redirects":[{"url","status","location"}],"type",
   "base","fallback","why","encoding","encoding_source","links":[{"tag","namespace","attr","raw",
   "descriptor","kind","url"|"error","ignored","rel","nofollow","text","frame"}]}

"address" is where redirects led to, and what its references are relative to is "base". What is no
HTML or XML document has no "base" and "links", and neither has a status that is no success. A page
that was listed before, under another URL, has "duplicate":true. What fails has
"error":{"rule","message"}. With --format wat the lines are shaped like the metadata of Common
Crawl's WAT files: "url" is there as written, and "resolved" the URL that it points to.

It stays on the hosts of the given URLs, unless --scope names prefixes; the given URLs are listed
anyway. A redirect that leaves the scope is listed, and not followed. It obeys robots.txt and nofollow, and requests no more than a
page a second of each host. Loopback and private addresses need --allow-private.

With -o FILE the queue is kept in FILE.state until the crawl is complete. After an interrupt
(Ctrl-C) the same command goes on; nothing is lost or listed twice, also if the command was killed.
The file of a complete crawl is replaced by the next one. FILE.gz is compressed. For - it reads
URLs from standard input, one a line.

Exit status: 0 if the crawl is complete, also if some pages could not be fetched; 1 if it was
interrupted or no page at all could be fetched, 2 for wrong use or unwritable output.`,
		Example: `  htmlurl crawl https://example.com/ -o example.jsonl
  htmlurl crawl --scope https://example.com/docs/ --depth 3 https://example.com/docs/ -o docs.jsonl.gz
  htmlurl crawl --allow-private --limit 100 http://localhost:8080/ | jq -r .address`,
		Args: func(c *cobra.Command, args []string) error {
			if len(args) == 0 {
				return wrongUse(c, errors.New("name one URL or more to start at, or - for standard input"))
			}
			return nil
		},
		RunE: func(c *cobra.Command, args []string) error {
			if err := flags.check(); err != nil {
				return wrongUse(c, err)
			}
			if c.Flags().Changed("depth") && flags.depth < 0 {
				return wrongUse(c, errors.New("--depth cannot be negative"))
			}
			starts, err := a.addresses(args, flags.edition.Edition)
			if err != nil {
				return wrongUse(c, err)
			}
			if !c.Flags().Changed("delay") && allLoopback(starts) {
				flags.delay = 0
			}
			return flags.crawl(a, starts)
		},
	}
	flags.add(c.Flags())
	return c
}

// crawlFlags say what to crawl, and how.
type crawlFlags struct {
	fetchFlags
	output       string
	format       string
	depth        int
	limit        int
	sameHost     bool
	scopes       []string
	ignoreRobots bool
	noScripting  bool
	noText       bool
	delay        time.Duration
	workers      int
	fresh        bool
	policies     bool
}

func (f *crawlFlags) add(flags *pflag.FlagSet) {
	flags.StringVarP(&f.output, "output", "o", "", "write to `FILE`, and be able to go on after an interrupt")
	flags.StringVar(&f.format, "format", "jsonl", "the `FORMAT` of the lines: jsonl or wat")
	flags.IntVar(&f.depth, "depth", -1, "follow links up to `N` times; 0 fetches the given URLs only")
	flags.Lookup("depth").DefValue = "no limit"
	flags.IntVar(&f.limit, "limit", 0, "list no more than `N` pages (default no limit)")
	flags.BoolVar(&f.sameHost, "same-host", false, "stay on the hosts of the given URLs, as it does without --scope")
	flags.StringArrayVar(&f.scopes, "scope", nil, "follow the URLs that begin with `PREFIX`; may be repeated")
	flags.BoolVar(&f.ignoreRobots, "ignore-robots", false, "do not ask robots.txt, and follow nofollow links")
	flags.BoolVar(&f.noScripting, "no-scripting", false, "read the contents of noscript elements as part of the document")
	flags.BoolVar(&f.noText, "no-text", false, "leave out the texts of links: HTML is then read several times faster")
	flags.DurationVar(&f.delay, "delay", time.Second, "the least `TIME` between requests to one host (for loopback 0s)")
	flags.IntVar(&f.workers, "workers", 16, "fetch up to `N` pages at the same time, of one host up to 4")
	flags.BoolVar(&f.fresh, "fresh", false, "begin anew instead of going on with an interrupted crawl")
	flags.BoolVar(&f.policies, "referrer-policies", false, "send referrers by today's Referrer-Policy, not by the rule of 2012")
	f.fetchFlags.add(flags)
}

// check checks what the flags themselves cannot.
func (f *crawlFlags) check() error {
	switch {
	case f.format != "jsonl" && f.format != "wat":
		return fmt.Errorf("--format %.50q is none of jsonl, wat", f.format)
	case f.sameHost && f.scopes != nil:
		return errors.New("--same-host and --scope exclude each other")
	case f.limit < 0 || f.workers < 1 || f.delay < 0:
		return errors.New("--limit and --delay cannot be negative, and there must be a worker")
	case f.noText && f.format == "wat":
		return errors.New("--no-text is for --format jsonl: WAT has the texts of links, and of the head")
	case f.fresh && f.output == "":
		return errors.New("--fresh is for -o")
	}
	return checkScopes(f.scopes)
}

// checkScopes checks --scope.
func checkScopes(prefixes []string) error {
	for _, prefix := range prefixes {
		if !hasPrefixFold(prefix, "http:") && !hasPrefixFold(prefix, "https:") {
			return fmt.Errorf("--scope %.200q is no prefix of URLs, such as https://example.com/docs/", prefix)
		}
	}
	return nil
}

// crawl crawls from some URLs.
func (f *crawlFlags) crawl(a *app, urls []resolve.URL) error {
	if f.output == "-" {
		f.output = ""
	}
	client, err := f.client()
	if err != nil {
		return err
	}
	client.Robots, client.Delay, client.ReferrerPolicies = !f.ignoreRobots, f.delay, f.policies
	c := crawl.Crawler{Client: client, Header: takeSecrets(client.Header), Depth: f.depth, Limit: f.limit, Workers: f.workers}
	c.Options.NoScripting, c.Options.LinksOnly = f.noScripting, f.noText
	switch f.depth {
	case -1:
		c.Depth = 0
	case 0:
		c.Depth = -1
	}
	if f.scopes != nil {
		c.InScope = crawl.WithPrefix(f.scopes...)
	}
	var starts []string
	for _, u := range urls {
		starts = append(starts, u.String())
	}
	bar := progressbar.NewOptions(-1, progressbar.OptionSetWriter(a.errOut), progressbar.OptionClearOnFinish(),
		progressbar.OptionThrottle(100*time.Millisecond),
		progressbar.OptionSetVisibility(isTerminal(a.errOut) && !(f.output == "" && a.isTerminal)))
	run := &crawlRun{app: a, bar: bar, pages: -1}
	c.Progress = run.show
	ctx, stop := interruptible()
	defer stop()
	err = f.run(ctx, a, &c, run.recorder(f.format, !f.noText), starts)
	bar.Finish()
	return run.summarize(err, ctx.Err() != nil, f.output)
}

// run crawls into a file, or to standard output.
func (f *crawlFlags) run(ctx context.Context, a *app, c *crawl.Crawler, record crawl.Record, starts []string) error {
	if f.output == "" {
		return c.Write(ctx, flushing{a.out}, record, starts...)
	}
	if _, err := os.Stat(filepath.Dir(f.output)); err != nil {
		return fmt.Errorf("cannot write %s: %w", f.output, err)
	}
	if err := checkReplaceable(f.output); err != nil {
		return err
	}
	err := c.WriteFile(ctx, crawl.File{Name: f.output, Settings: f.settings(), Fresh: f.fresh}, record, starts...)
	switch {
	case errors.Is(err, crawl.ErrOtherCrawl):
		return fmt.Errorf("%w; repeat the command of that crawl to finish it, choose another -o, or begin anew with --fresh", err)
	case errors.Is(err, crawl.ErrLimit):
		return fmt.Errorf("%w; raise --limit, or begin anew with --fresh", err)
	case errors.Is(err, crawl.ErrCut):
		return fmt.Errorf("%w; begin anew with --fresh", err)
	}
	return err
}

// settings describes what the lines depend on.
func (f *crawlFlags) settings() string {
	settings := "--format " + f.format
	for _, prefix := range f.scopes {
		settings += ", --scope " + prefix
	}
	for _, flag := range []struct {
		name string
		set  bool
	}{
		{"--ignore-robots", f.ignoreRobots}, {"--no-scripting", f.noScripting}, {"--no-text", f.noText},
		{"--allow-private", f.allowPrivate},
	} {
		if flag.set {
			settings += ", " + flag.name
		}
	}
	return settings
}

// checkReplaceable refuses to replace a file that is certainly not one of a crawl.
func checkReplaceable(name string) error {
	file, err := os.Open(name)
	if err != nil {
		return nil // what is wrong with it will be said when it is written
	}
	defer file.Close()
	beginning := make([]byte, 2)
	n, _ := io.ReadFull(file, beginning)
	if n > 0 && beginning[0] != '{' && string(beginning[:n]) != "\x1f\x8b" {
		return fmt.Errorf("%s is not the file of a crawl: remove it, or choose another -o", name)
	}
	return nil
}

// takeSecrets takes from the fields for all servers those that are for the servers that the user names.
func takeSecrets(header http.Header) http.Header {
	secrets := http.Header{}
	for _, name := range []string{"Authorization", "Cookie", "Proxy-Authorization"} {
		if values := header[name]; values != nil {
			secrets[name] = values
			delete(header, name)
		}
	}
	return secrets
}

// flushing is an output that shows at once what it gets.
type flushing struct{ *bufio.Writer }

func (f flushing) Write(p []byte) (int, error) {
	n, err := f.Writer.Write(p)
	if flushErr := f.Flush(); err == nil {
		err = flushErr
	}
	return n, err
}

// allLoopback tells whether all URLs are on this computer.
func allLoopback(urls []resolve.URL) bool {
	for _, u := range urls {
		host, _ := u.Host()
		ip := net.ParseIP(strings.Trim(host, "[]"))
		if !strings.EqualFold(host, "localhost") && (ip == nil || !ip.IsLoopback()) {
			return false
		}
	}
	return true
}

// crawlRun is one run of a crawl, for people to look at.
type crawlRun struct {
	*app
	mu     sync.Mutex // for the terminal
	bar    *progressbar.ProgressBar
	pages  int          // of all runs; -1 before the first is told
	good   atomic.Int64 // pages that were fetched
	failed atomic.Int64 // pages that were not
}

// recorder returns what makes a line of a page.
func (r *crawlRun) recorder(format string, hasText bool) crawl.Record {
	return func(p *crawl.Page) ([]byte, error) {
		if !p.IsDuplicate {
			r.count(p)
		}
		if format == "wat" {
			return marshalLine(newWAT(p))
		}
		return marshalLine(newPageJSON(p, hasText))
	}
}

// count counts a page, and tells why some are not there.
func (r *crawlRun) count(p *crawl.Page) {
	const told = 10
	problem := ""
	switch isStart := p.Depth == 0; {
	case errors.Is(p.Err, context.Canceled): // it will be fetched again
		return
	case p.Err != nil:
		problem = explainedFetch(p.Err).Error()
	case isStart && 300 <= p.Status && p.Status <= 399 && len(p.Redirects) > 0:
		problem = fmt.Sprintf("%s redirects to %s, out of the scope of this crawl: start there, or give --scope", p.URL,
			p.Address)
	case isStart && p.Status >= 400:
		problem = fmt.Sprintf("%s: the server answers %d %s", p.Address, p.Status, http.StatusText(p.Status))
	default:
		r.good.Add(1)
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	switch n := r.failed.Add(1); {
	case n <= told:
		r.bar.Clear()
		r.tell("%s", problem)
	case n == told+1:
		r.bar.Clear()
		r.note("what else fails is told in the lines only")
	}
}

// show shows how far the crawl is.
func (r *crawlRun) show(p crawl.Progress) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.pages < 0 && p.Pages > 0 {
		r.note("going on after %s", countPages(p.Pages))
	}
	r.pages = p.Pages
	r.bar.Describe(fmt.Sprintf("%s, %d failed; %d URLs wait", countPages(p.Pages), r.failed.Load(), p.Queued))
	r.bar.Set(p.Pages)
}

func countPages(n int) string {
	if n == 1 {
		return "1 page"
	}
	return fmt.Sprintf("%d pages", n)
}

// summarize tells what was crawled.
func (r *crawlRun) summarize(err error, isInterrupted bool, output string) error {
	if err != nil && !isInterrupted {
		return err
	}
	where := ""
	if output != "" {
		where = " in " + filepath.Clean(output)
	}
	text := countPages(max(r.pages, 0)) + where
	if failed := r.failed.Load(); failed > 0 {
		text += fmt.Sprintf("; %d could not be fetched", failed)
	}
	switch {
	case isInterrupted && output != "":
		r.complain("interrupted: %s; the same command goes on", text)
	case isInterrupted:
		r.complain("interrupted: %s", text)
	default:
		r.bad = r.good.Load() == 0 && r.failed.Load() > 0
		r.tell("%s", text)
	}
	return nil
}

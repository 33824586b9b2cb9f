package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log"
	"os"
	"runtime/debug"
	"time"

	"github.com/schollz/progressbar/v3"
	"github.com/spf13/cobra"

	"htmlurl/check"
	"htmlurl/resolve"
)

func newCheck(a *app) *cobra.Command {
	flags := checkFlags{}
	flags.edition.Edition = resolve.Living
	c := &cobra.Command{
		Use:   "check [flags] DIR|URL...",
		Short: "Find broken links in a site, on disk or live",
		Long: `check reads the pages and style sheets of a site, and follows every reference in them: links,
images and their candidates, frames, scripts, style sheets and what they load, refreshes, citations.
It tells which have no URL, which lead to nothing, and for which fragment there is no element, each
with its place, the base URL that was used and why, and the URL that it points to. It warns of what
works by accident only, or by some editions of the rules only, and of useless base elements.

A folder is a site on disk: --site says where it will be published, so that links by full URL are
found, too. Of a site on a server the pages are fetched, as by crawl: on the host of the URL, or in
--scope. Links to other sites are followed with --external: the server is asked by HEAD, and by GET
if that fails; answers are kept in --cache.

Links with the attribute ` + ignoreHint + `, or inside of an element that has it, are not checked.

--config FILE, or htmlurl.toml in this folder, holds flags, such as site = "https://example.com/",
in its table [check]. A --baseline is a file of known problems, which are not reported:
--update-baseline writes it. --since compares with the revision as it is: in a branch, give where it
began, as in the example.

--json writes {"findings":[{"page","line","column","raw","base","why","url","severity","rule",
"message"}],"summary":{…}}. --report writes further reports for people and programs.

Exit status: 0 if nothing is broken, 1 if there are errors, 2 for wrong use, or if the check could
not run or was interrupted.`,
		Example: `  htmlurl check public/
  htmlurl check --site https://example.com/ --edition living --external --report report.html public/
  htmlurl check --allow-private --json http://localhost:8080/
  htmlurl check --since "$(git merge-base main HEAD)" --format github public/`,
		RunE: func(c *cobra.Command, args []string) error {
			hasFormat := c.Flags().Changed("format")
			if hasFormat && c.Flags().Changed("json") {
				return wrongUse(c, errors.New("--json and --format exclude each other"))
			}
			config, err := findConfig(flags.config)
			if err != nil {
				return err
			}
			paths, err := applyConfig(c.Flags(), config)
			if err != nil {
				return err
			}
			if len(args) == 0 {
				args = paths
			}
			if len(args) == 0 {
				return wrongUse(c, errors.New("name the folder of a site, or its URL"))
			}
			if flags.asJSON && !hasFormat {
				flags.format = "json"
			}
			if err := flags.check(); err != nil {
				return wrongUse(c, err)
			}
			if c.Flags().Changed("depth") && flags.depth < 0 {
				return wrongUse(c, errors.New("--depth cannot be negative"))
			}
			flags.hasDelay = c.Flags().Changed("delay")
			return flags.run(a, args)
		},
	}
	flags.add(c.Flags())
	return c
}

const ignoreHint = "data-htmlurl-ignore"

// run checks what the arguments name, and writes the reports.
func (f *checkFlags) run(a *app, args []string) error {
	known, err := f.readBaseline()
	if err != nil {
		return err
	}
	ctx, stop := interruptible()
	defer stop()
	sites, err := f.sites(ctx, args)
	if err != nil {
		return err
	}
	checker, err := f.checker(sites, a.isTerminal)
	if err != nil {
		return err
	}
	log.SetOutput(io.Discard) // where net/http writes about odd servers
	collectLess()
	progress := newCheckProgress(a)
	checker.Progress = progress.show
	r, err := checker.Check(ctx, sites.all...)
	progress.bar.Finish()
	if r == nil {
		return err
	}
	baselineErr := f.applyBaseline(a, known, r)
	writeErr := f.write(a, r, sites.title())
	if err := cmp.Or(err, baselineErr, writeErr); err != nil {
		return err
	}
	return f.conclude(a, r, sites)
}

// collectLess lets the garbage collector run a third as often, unless the user says how often: trees of pages come and go, and
// little stays.
func collectLess() {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(300)
	}
}

// conclude sets the exit status.
func (f *checkFlags) conclude(a *app, r *check.Report, sites *checkSites) error {
	switch {
	case r.Summary.Interrupted:
		return errors.New("interrupted: the report has what was found so far")
	case r.Summary.Pages == 0 && sites.isLocal && !f.allowPrivate:
		return errors.New("no page was checked: for a site on this computer give --allow-private")
	case r.Summary.Pages == 0:
		return errors.New("no page was checked: a site has pages such as index.html (see --include-pages, --exclude-pages)")
	}
	a.bad = r.Broken() && !f.warnOnly
	return nil
}

// checkProgress shows how far a check is.
type checkProgress struct{ bar *progressbar.ProgressBar }

func newCheckProgress(a *app) checkProgress {
	return checkProgress{progressbar.NewOptions(-1, progressbar.OptionSetWriter(a.errOut), progressbar.OptionClearOnFinish(),
		progressbar.OptionThrottle(100*time.Millisecond), progressbar.OptionSetVisibility(isTerminal(a.errOut)))}
}

func (p checkProgress) show(at check.Progress) {
	if at.ToAsk > 0 {
		p.bar.ChangeMax(at.ToAsk)
		p.bar.Describe(fmt.Sprintf("asked for %d of %d URLs", at.Asked, at.ToAsk))
		p.bar.Set(at.Asked)
		return
	}
	p.bar.ChangeMax(at.Of)
	p.bar.Describe(fmt.Sprintf("read %d of %s", at.Pages, countPages(at.Of)))
	p.bar.Set(at.Pages)
}

// readBaseline returns what is known, or nil if there is no baseline, or none yet.
func (f *checkFlags) readBaseline() (*check.Baseline, error) {
	if f.baseline == "" {
		return nil, nil
	}
	info, err := os.Stat(f.baseline)
	switch {
	case f.updateBaseline && (errors.Is(err, fs.ErrNotExist) || err == nil && !info.Mode().IsRegular()):
		return nil, nil
	case err == nil && !info.Mode().IsRegular():
		return nil, fmt.Errorf("--baseline: %s is no regular file", f.baseline)
	}
	file, err := os.Open(f.baseline)
	if err != nil {
		return nil, fmt.Errorf("--baseline: %w; --update-baseline writes it", err)
	}
	defer file.Close()
	known, err := check.ReadBaseline(file)
	if err != nil {
		return nil, fmt.Errorf("%s: %w; remove it, or choose another --baseline", f.baseline, err)
	}
	known.Name = f.nameInBaseline
	return known, nil
}

// applyBaseline takes out of the report what is known, or writes what is known from now on.
func (f *checkFlags) applyBaseline(a *app, known *check.Baseline, r *check.Report) error {
	switch {
	case f.baseline == "":
		return nil
	case !f.updateBaseline:
		if gone := known.Apply(r); gone > 0 && f.since == "" {
			a.note("%d of the known problems are gone: --update-baseline takes them out of %s", gone, f.baseline)
		}
		return nil
	case r.Summary.Interrupted:
		return errors.New("interrupted: the baseline stays as it is, and the report has what was found so far")
	}
	known = &check.Baseline{Name: f.nameInBaseline}
	known.Add(r)
	err := writeOutput(f.baseline, func(w io.Writer) error {
		_, err := known.WriteTo(w)
		return err
	})
	if err == nil {
		a.tell("%s holds what is known now", f.baseline)
		known.Apply(r)
	}
	return err
}

// changed returns what chooses the files that differ from a revision.
func changed(ctx context.Context, dir, rev string) (func(string) bool, error) {
	files, err := changedSince(ctx, dir, rev)
	if err != nil {
		return nil, err
	}
	return func(name string) bool { return files[name] }, nil
}

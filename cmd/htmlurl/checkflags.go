package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/bmatcuk/doublestar/v4"
	"github.com/spf13/pflag"

	"htmlurl/check"
	"htmlurl/crawl"
	"htmlurl/resolve"
)

// checkFlags say what to check, and how.
type checkFlags struct {
	fetchFlags
	site         string
	noScripting  bool
	all          bool
	compare      []string
	include      []string
	exclude      []string
	includePages []string
	excludePages []string

	index     []string
	fallbacks []string
	orphans   bool

	external     bool
	accept       []string
	cacheAge     time.Duration
	scopes       []string
	depth        int
	limit        int
	delay        time.Duration
	hasDelay     bool // the user chose it
	workers      int
	ignoreRobots bool

	config         string
	baseline       string
	updateBaseline bool
	since          string

	format   string
	asJSON   bool
	output   string
	reports  []string
	warnOnly bool
}

func (f *checkFlags) add(flags *pflag.FlagSet) {
	flags.StringVar(&f.site, "site", "", "the `URL` where the folder is, or will be, published (default: links by full URL are "+
		"external)")
	flags.BoolVar(&f.noScripting, "no-scripting", false, "read the contents of noscript elements as part of the page")
	flags.BoolVar(&f.all, "all", false, "check the actions of forms, and what script libraries request, too")
	flags.StringSliceVar(&f.compare, "compare", []string{"html5", "living"}, "warn of references that mean different things "+
		"in these `EDITIONS`; none is no such warning")
	flags.StringArrayVar(&f.include, "include", nil, "check only links whose URL matches `REGEXP`; may be repeated")
	flags.StringArrayVar(&f.exclude, "exclude", nil, "do not check links whose URL matches `REGEXP`; may be repeated")
	flags.StringArrayVar(&f.includePages, "include-pages", nil, "check only the links of pages that match `GLOB`, such as "+
		"'docs/**'; may be repeated")
	flags.StringArrayVar(&f.excludePages, "exclude-pages", nil, "do not check the links of pages that match `GLOB`; may be "+
		"repeated")
	flags.StringArrayVar(&f.index, "index", []string{"index.html", "index.htm"}, "the `NAME` of the index file of folders; may "+
		"be repeated")
	flags.StringArrayVar(&f.fallbacks, "fallback", nil, "an `EXTENSION`, such as .html, that the server tries for a URL "+
		"without a file; may be repeated")
	flags.BoolVar(&f.orphans, "orphans", false, "warn of files to which nothing leads")
	f.addServers(flags)
	flags.StringVar(&f.config, "config", "", "read flags from the table [check] of `FILE` (default htmlurl.toml, if it is there)")
	flags.StringVar(&f.baseline, "baseline", "", "a `FILE` of known problems, which are not reported")
	flags.BoolVar(&f.updateBaseline, "update-baseline", false, "write what is wrong now to the --baseline")
	flags.StringVar(&f.since, "since", "", "report only on files that changed since the git revision `REV`, and on links to them")
	f.addOutput(flags)
	for _, name := range []string{"config", "update-baseline", "since", "help"} {
		if flags.Lookup(name) != nil {
			flags.SetAnnotation(name, notInConfig, []string{})
		}
	}
	for _, name := range []string{"baseline", "cache", "output", "report"} {
		flags.SetAnnotation(name, namesPath, []string{})
	}
}

func (f *checkFlags) addServers(flags *pflag.FlagSet) {
	flags.BoolVar(&f.external, "external", false, "check links to other sites, too")
	flags.StringSliceVar(&f.accept, "accept", []string{"200-299"}, "the `STATUSES` of servers that are fine, such as "+
		"200-299,403,429")
	flags.DurationVar(&f.cacheAge, "cache-age", 24*time.Hour, "ask other sites again after the `TIME`, with --cache")
	flags.StringArrayVar(&f.scopes, "scope", nil, "crawl the URLs that begin with `PREFIX`, instead of the host; may be repeated")
	flags.IntVar(&f.depth, "depth", -1, "follow links of a live site up to `N` times")
	flags.Lookup("depth").DefValue = "no limit"
	flags.IntVar(&f.limit, "limit", 0, "read no more than `N` pages of a live site (default no limit)")
	flags.DurationVar(&f.delay, "delay", time.Second, "the least `TIME` between requests to one host (for loopback 0s, "+
		"for links from a folder to other sites 200ms)")
	flags.IntVar(&f.workers, "workers", 16, "fetch up to `N` pages at the same time, of one host up to 4")
	flags.BoolVar(&f.ignoreRobots, "ignore-robots", false, "do not ask robots.txt, and follow nofollow links")
	f.fetchFlags.add(flags)
	flags.Lookup("cache").Usage = "keep pages and the answers of other sites in the folder `DIR`"
}

func (f *checkFlags) addOutput(flags *pflag.FlagSet) {
	flags.StringVar(&f.format, "format", "text", "the `FORMAT` of the output: "+strings.Join(formatNames(), ", "))
	flags.BoolVar(&f.asJSON, "json", false, "short for --format json")
	flags.StringVarP(&f.output, "output", "o", "", "write to `FILE` instead of standard output")
	flags.StringArrayVar(&f.reports, "report", nil, "write a report to `FILE`, too, in the format of its extension: "+
		".html, .json, .sarif, .xml (JUnit), .md, .txt; may be repeated")
	flags.BoolVar(&f.warnOnly, "warn-only", false, "exit with 0, also if links are broken")
}

// check checks what the flags themselves cannot.
func (f *checkFlags) check() error {
	if err := f.checkLists(); err != nil {
		return err
	}
	switch {
	case formats[f.format] == nil:
		return fmt.Errorf("--format %.50q is none of %s", f.format, strings.Join(formatNames(), ", "))
	case f.limit < 0 || f.workers < 1 || f.delay < 0 || f.cacheAge <= 0:
		return errors.New("--limit and --delay cannot be negative, and --workers and --cache-age must be more than nothing")
	case f.orphans && len(f.includePages)+len(f.excludePages) > 0:
		return errors.New("--orphans needs all pages: without --include-pages and --exclude-pages")
	case f.updateBaseline && f.baseline == "":
		return errors.New("--update-baseline writes the --baseline: give its name")
	case f.updateBaseline && f.since != "":
		return errors.New("--update-baseline is for the whole site, without --since")
	}
	for _, name := range f.reports {
		if reportFormat(name) == "" {
			return fmt.Errorf("--report %.200q: its extension is none of .html, .json, .sarif, .xml, .md, .txt", name)
		}
	}
	return nil
}

// checkLists checks the flags that have lists.
func (f *checkFlags) checkLists() error {
	editions, err := parseEditions(f.compare)
	if err == nil && len(editions) == 1 {
		err = errors.New("--compare needs two editions or more, or none")
	}
	_, statusErr := parseStatuses(f.accept)
	_, linkErr := skipper("--include", f.include, "--exclude", f.exclude, compileRegexp)
	_, pageErr := skipper("--include-pages", f.includePages, "--exclude-pages", f.excludePages, compileGlob)
	return cmp.Or(err, statusErr, linkErr, pageErr, checkScopes(f.scopes))
}

// checkSites are the sites of a command line.
type checkSites struct {
	names   []string // as given
	all     []check.Site
	changed func(string) bool
	hasLive bool
	isLocal bool // all live sites are on this computer
}

func (s *checkSites) title() string { return strings.Join(s.names, ", ") }

// sites returns what the arguments name.
func (f *checkFlags) sites(ctx context.Context, args []string) (*checkSites, error) {
	s := &checkSites{names: args}
	var live []resolve.URL
	for _, arg := range args {
		if hasPrefixFold(arg, "http:") || hasPrefixFold(arg, "https:") {
			u, err := resolve.Resolver{Edition: f.edition.Edition}.Resolve(resolve.URL{}, arg)
			if err != nil {
				return nil, fmt.Errorf("%.200q is no absolute URL, such as https://example.com/: %s", arg, reason(err))
			}
			live = append(live, u)
			s.all = append(s.all, check.Site{Address: u.String()})
			continue
		}
		site, dir, err := f.folder(arg)
		if err != nil {
			return nil, err
		}
		s.all = append(s.all, site)
		if f.since != "" {
			if s.changed, err = changed(ctx, dir, f.since); err != nil {
				return nil, err
			}
		}
	}
	s.hasLive, s.isLocal = len(live) > 0, len(live) > 0 && allLoopback(live)
	switch folders := len(args) - len(live); {
	case folders > 1 && (f.site != "" || f.since != ""):
		return nil, errors.New("--site and --since are for one folder")
	case folders == 0 && (f.site != "" || f.since != "" || f.orphans):
		return nil, errors.New("--site, --since and --orphans are for a folder")
	}
	return s, nil
}

// folder returns the site in a folder, or that of one page in its folder.
func (f *checkFlags) folder(arg string) (site check.Site, dir string, err error) {
	info, err := os.Stat(arg)
	if err != nil {
		return site, "", err
	}
	dir = arg
	if !info.IsDir() {
		dir = filepath.Dir(arg)
		if !check.IsPage(arg) {
			return site, "", fmt.Errorf("%s is neither a folder nor a page", arg)
		}
		site.Pages = []string{filepath.Base(arg)}
		if f.orphans {
			return site, "", fmt.Errorf("--orphans needs a folder, and %s is a file", arg)
		}
	}
	site.FS, site.Address = disk(dir), f.site
	if site.Name = filepath.ToSlash(filepath.Clean(dir)); site.Name == "." {
		site.Name = ""
	}
	return site, dir, nil
}

// checker returns the checker that the flags describe.
func (f *checkFlags) checker(sites *checkSites, isTerminal bool) (*check.Checker, error) {
	c := &check.Checker{Edition: f.edition.Edition, NoScripting: f.noScripting, All: f.all, Changed: sites.changed,
		MaxBytes: int64(f.maxBytes)}
	c.Files = check.Files{Index: f.index, Fallbacks: f.extensions(), Orphans: f.orphans}
	var err error
	if c.Servers, err = f.servers(sites); err != nil {
		return nil, err
	}
	if c.Compare, err = parseEditions(f.compare); err != nil {
		return nil, err
	}
	if c.SkipLink, err = skipper("--include", f.include, "--exclude", f.exclude, compileRegexp); err != nil {
		return nil, err
	}
	if c.SkipPage, err = skipper("--include-pages", f.includePages, "--exclude-pages", f.excludePages, compileGlob); err != nil {
		return nil, err
	}
	c.Graph = f.writes("html", "junit")
	c.Sources = f.writes("html", "sarif") || f.format == "text" && isTerminal
	return c, nil
}

// servers says how servers are asked.
func (f *checkFlags) servers(sites *checkSites) (s check.Servers, err error) {
	client, err := f.client()
	if err != nil {
		return s, err
	}
	client.Share = true
	client.Robots, client.Delay = !f.ignoreRobots && sites.hasLive, f.delay
	switch {
	case f.hasDelay:
	case sites.isLocal:
		client.Delay = 0
	case !sites.hasLive:
		client.Delay = otherSitesDelay
	}
	s = check.Servers{External: f.external, CacheAge: f.cacheAge}
	s.Crawler = crawl.Crawler{Client: client, Header: takeSecrets(client.Header), Limit: f.limit, Workers: f.workers}
	if f.depth >= 0 {
		s.Crawler.Depth = f.depth
		if f.depth == 0 {
			s.Crawler.Depth = -1
		}
	}
	if f.scopes != nil {
		s.Crawler.InScope = crawl.WithPrefix(f.scopes...)
	}
	if f.cache != "" {
		s.CacheFile = filepath.Join(f.cache, "external.jsonl")
	}
	s.Accepts, err = parseStatuses(f.accept)
	return s, err
}

// writes tells whether one of the formats is written.
func (f *checkFlags) writes(formats ...string) bool {
	return slices.Contains(formats, f.format) || slices.ContainsFunc(f.reports, func(name string) bool {
		return slices.Contains(formats, reportFormat(name))
	})
}

// otherSitesDelay is the delay where only links to other sites are asked for, of which a site has a few for each host.
const otherSitesDelay = 200 * time.Millisecond

// extensions returns the extensions of --fallback, with their dots.
func (f *checkFlags) extensions() []string {
	var extensions []string
	for _, e := range f.fallbacks {
		extensions = append(extensions, "."+strings.TrimPrefix(e, "."))
	}
	return extensions
}

// parseEditions reads --compare.
func parseEditions(names []string) ([]resolve.Edition, error) {
	editions := []resolve.Edition{}
	if slices.Equal(names, []string{"none"}) {
		return editions, nil
	}
	for _, name := range names {
		edition, err := resolve.ParseEdition(name)
		if err != nil {
			return nil, fmt.Errorf("--compare: %w", err)
		}
		editions = append(editions, edition)
	}
	return editions, nil
}

// parseStatuses reads --accept.
func parseStatuses(ranges []string) (func(int) bool, error) {
	var accepted [1000]bool
	for _, text := range ranges {
		first, last, isRange := strings.Cut(strings.TrimSpace(text), "-")
		if !isRange {
			last = first
		}
		from, err := strconv.Atoi(first)
		to, lastErr := strconv.Atoi(last)
		if err != nil || lastErr != nil || from < 100 || to > 999 || from > to {
			return nil, fmt.Errorf("--accept %.50q is no HTTP status, and no range of them, such as 200-299", text)
		}
		for status := from; status <= to; status++ {
			accepted[status] = true
		}
	}
	return func(status int) bool { return 0 <= status && status < len(accepted) && accepted[status] }, nil
}

// skipper returns what skips texts that match none of the included patterns, if there are any, or one that is excluded.
func skipper(includeFlag string, include []string, excludeFlag string, exclude []string,
	compile func(string) (func(string) bool, error)) (func(string) bool, error) {
	if len(include)+len(exclude) == 0 {
		return nil, nil
	}
	included, err := anyOf(includeFlag, include, compile)
	if err != nil {
		return nil, err
	}
	excluded, err := anyOf(excludeFlag, exclude, compile)
	if err != nil {
		return nil, err
	}
	return func(s string) bool { return len(include) > 0 && !included(s) || excluded(s) }, nil
}

// anyOf returns what tells whether one of the patterns matches.
func anyOf(flag string, patterns []string, compile func(string) (func(string) bool, error)) (func(string) bool, error) {
	var matches []func(string) bool
	for _, pattern := range patterns {
		match, err := compile(pattern)
		if err != nil {
			return nil, fmt.Errorf("%s %.200q: %w", flag, pattern, err)
		}
		matches = append(matches, match)
	}
	return func(s string) bool {
		return slices.ContainsFunc(matches, func(match func(string) bool) bool { return match(s) })
	}, nil
}

func compileRegexp(pattern string) (func(string) bool, error) {
	re, err := regexp.Compile(pattern)
	if err != nil {
		return nil, err
	}
	return re.MatchString, nil
}

func compileGlob(pattern string) (func(string) bool, error) {
	if !doublestar.ValidatePattern(pattern) {
		return nil, errors.New("it is no pattern, such as docs/**/*.html")
	}
	return func(name string) bool { return doublestar.MatchUnvalidated(pattern, name) }, nil
}

// nameInBaseline returns what the baseline calls a page: a file by its path from the folder of the baseline.
func (f *checkFlags) nameInBaseline(page string) string {
	if hasPrefixFold(page, "http:") || hasPrefixFold(page, "https:") {
		return page
	}
	dir, err := filepath.Abs(filepath.Dir(f.baseline))
	if err != nil {
		return page
	}
	file, err := filepath.Abs(filepath.FromSlash(page))
	if err != nil {
		return page
	}
	name, err := filepath.Rel(dir, file)
	if err != nil {
		return page
	}
	return filepath.ToSlash(name)
}

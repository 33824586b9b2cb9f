package check

import (
	"context"
	"io/fs"
	"runtime"
	"time"

	"htmlurl/crawl"
	"htmlurl/resolve"
)

// Checker says what to check. The zero Checker checks the links of sites into themselves by the rules of HTML5. It may be
// used by several checks at the same time. Its functions are called by several goroutines, but for Progress.
type Checker struct {
	// Edition chooses the rules.
	Edition resolve.Edition
	// NoScripting reads the contents of noscript elements as part of the page.
	NoScripting bool
	// All checks the actions of forms, and what script libraries request, too.
	All bool
	// Compare are the editions among which a reference should mean the same; nil is HTML5 and Living.
	Compare []resolve.Edition

	// SkipLink chooses links that are not checked, by their URL.
	SkipLink func(url string) bool
	// SkipPage chooses pages whose links are not checked, by their path in the site, or their URL in a live one.
	SkipPage func(page string) bool
	// Changed chooses files by their path in the site: only what is in them, and what leads to them, is reported. Nil is
	// all. It counts for sites on disk.
	Changed func(file string) bool

	// Files says how a site on disk is served.
	Files Files
	// Servers says how servers are asked.
	Servers Servers

	// Sources gives findings their line of source.
	Sources bool
	// Graph gives the report its Pages and Edges.
	Graph bool
	// MaxBytes is how long a page on disk may be; zero is 64 MB. Of live sites the client has Limits.
	MaxBytes int64
	// Progress is told how far the check is, now and then, by one goroutine at a time.
	Progress func(Progress)
}

// Files says how a site on disk is served. The zero value is a plain server.
type Files struct {
	Index     []string // the index files of folders, in order; nil is index.html and index.htm
	Fallbacks []string // extensions that the server tries where there is no file, such as ".html"
	Orphans   bool     // files to which nothing leads are reported
}

// Servers says how live sites are crawled, and how servers are asked whether targets are there.
type Servers struct {
	// Crawler crawls live sites, within its scope; its Client is that for all requests, in the edition of the Checker. Its
	// Options, Follow and Progress are not used.
	Crawler crawl.Crawler
	// External asks other servers, too.
	External bool
	// Accepts chooses the statuses that are fine; nil is 200 to 299.
	Accepts func(status int) bool
	// CacheFile keeps what servers of other sites answered, so that they are asked again only after CacheAge; "" is none.
	CacheFile string
	// CacheAge is how long answers are kept; zero is a day.
	CacheAge time.Duration
}

// Site is a site to check: on disk, or live.
type Site struct {
	// FS holds the files of a site on disk; nil is a live site.
	FS fs.FS
	// Name is put before the paths of files in findings, with a slash; "" is nothing.
	Name string
	// Address is the URL where a site on disk is published, by default one such as http://site.invalid/; or where a live
	// one begins. No two sites on disk may have the same.
	Address string
	// Pages are the files whose links are checked; nil is all.
	Pages []string
}

// Progress is how far a check is.
type Progress struct {
	Pages int // that were read
	Of    int // pages that are known
	Asked int // URLs that servers were asked for
	ToAsk int // URLs that are known
}

// Check checks sites. References from one to another are internal. What is wrong with pages, files and servers is a
// finding; the error is for what cannot be checked at all, such as an address that is no URL, or a folder that cannot be
// read: then there is no report. If the queue of a crawl or the cache cannot be written, there is one, and an error.
// When the context ends, the report has what was found so far.
func (c *Checker) Check(ctx context.Context, sites ...Site) (*Report, error) {
	r := newRun(ctx, c)
	if err := r.openCache(); err != nil {
		return nil, err
	}
	for _, s := range sites {
		if err := r.addSite(s); err != nil {
			return nil, err
		}
	}
	r.readPages()
	r.readSheets()
	r.readTargets()
	if err := r.crawl(); err != nil {
		return r.report(), err
	}
	r.settle()
	r.findTexts()
	err := r.ask()
	r.findOrphans()
	return r.report(), err
}

// workers is how many pages are read at the same time.
func workers() int { return runtime.GOMAXPROCS(0) }

// maxBytes returns the limit of a page.
func (c *Checker) maxBytes() int64 {
	if c.MaxBytes > 0 {
		return c.MaxBytes
	}
	return 64 << 20
}

// compared returns the editions among which a reference should mean the same.
func (c *Checker) compared() []resolve.Edition {
	if c.Compare == nil {
		return []resolve.Edition{resolve.HTML5, resolve.Living}
	}
	return c.Compare
}

// cacheAge returns how long answers are kept.
func (s *Servers) cacheAge() time.Duration {
	if s.CacheAge > 0 {
		return s.CacheAge
	}
	return 24 * time.Hour
}

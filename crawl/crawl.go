package crawl

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"

	"htmlurl/document"
	"htmlurl/fetch"
	"htmlurl/internal/frontier"
	"htmlurl/resolve"
)

// Crawler says which pages to crawl, and how. The zero Crawler crawls all pages of the hosts that it starts at, with
// the zero Client. It may be used by several crawls at the same time, which share the Client and its manners.
type Crawler struct {
	// Client fetches. With its Robots, links that robots are asked not to follow (nofollow) are not followed either. Nil
	// is the zero Client.
	Client *fetch.Client
	// Options are those of the documents; what the fetch knows of a document takes their place. With LinksOnly a crawl
	// that is after references alone, and not their texts, spends much less time on each page.
	Options document.Options
	// Depth is how many links away from the start pages are; zero is no limit, and a negative one follows no link.
	Depth int
	// Limit is how many pages are given; zero is no limit.
	Limit int
	// InScope chooses the URLs, which are those of http: and https: as today's rules normalise them, also where redirects
	// lead. Nil is SameHost of the start pages, which are always crawled.
	InScope func(resolve.URL) bool
	// Follow chooses the links. Nil is FollowDocuments.
	Follow func(document.Link) bool
	// Header are further fields of requests to the origins of the start pages, such as Authorization.
	Header http.Header
	// Workers is how many pages are fetched and read at the same time; zero is 16, of one host at most 4.
	Workers int
	// Progress is told how far the crawl is, now and then, by one goroutine.
	Progress func(Progress)
}

// Progress is how far a crawl is.
type Progress struct {
	Pages  int // that were given, in earlier runs, too
	Queued int // URLs that are known and wait
}

// Page is a page, or what there is instead.
type Page struct {
	URL         string             // that was asked for, without a fragment
	From        string             // the page where it was found first; "" for a start page
	Depth       int                // how many links away from a start page
	Address     resolve.URL        // where it is, after redirects; the zero URL if there is no response
	Status      int                // the HTTP status; zero if there is no response
	Redirects   []fetch.Redirect   // the chain that led to the address
	Header      http.Header        // of the response
	Type        string             // the sniffed type, such as "text/html"; "" if the body was not read
	Document    *document.Document // of a success that is HTML or XML; else nil
	IsDuplicate bool               // what is at the address was given before, and is not here
	Err         error              // why there is no response, or no document of an HTML or XML page; a *fetch.Error
	Unfollowed  int                // how many links were not followed because they are too long, or too many; after Links

	finder *finder // of what it leads to, if nobody has gone through its links
}

// Errors of start pages.
var (
	errStart   = errors.New("no http: or https: URL")
	errLongURL = fmt.Errorf("it is longer than %d KB", maxURL>>10)
)

// ErrLimit is the error for a crawl that goes on although it has more pages already than Crawler.Limit allows.
var ErrLimit = errors.New("there are more pages already than the limit allows")

// run crawls with a queue, which is removed when the crawl is complete.
func (j *job) run(ctx context.Context, queue *frontier.Frontier, out frontier.Output) error {
	before, _ := queue.Resumed()
	if j.Limit > 0 && before.Records > j.Limit {
		return fmt.Errorf("%w: %d", ErrLimit, before.Records)
	}
	options := frontier.Options{
		Workers: j.workers,
		PerHost: min(4, j.workers),
		Host:    hostOf,
		Key:     keyOf,
		Limit:   j.Limit,
		Window:  j.window,
		Visited: j.visited,
	}
	if j.Progress != nil {
		options.Progress = func(p frontier.Progress) { j.Progress(Progress{Pages: p.Records, Queued: p.Queued}) }
		options.Progress(before)
	}
	ctx, j.cancel = context.WithCancelCause(ctx)
	defer j.cancel(nil)
	if err := queue.Run(ctx, out, options, j.visit); err != nil {
		return err
	}
	return queue.Remove()
}

// runOnce crawls with a queue that is for this run only.
func (j *job) runOnce(ctx context.Context, out frontier.Output) error {
	queue, err := frontier.Open("", j.description(), j.entries)
	if err != nil {
		return err
	}
	defer queue.Close()
	return j.run(ctx, queue, out)
}

// job is one crawl.
type job struct {
	*Crawler
	client   *fetch.Client
	entries  []frontier.Entry
	origins  map[string]bool // of the start pages
	inScope  func(resolve.URL) bool
	follow   func(document.Link) bool
	workers  int
	window   int // of pages; zero is what is usual
	record   Record
	visited  func(value any, isDuplicate bool) // is told the pages in order; nil: nobody is
	settings string
	cancel   context.CancelCauseFunc
}

// newJob prepares a crawl.
func (c *Crawler) newJob(starts []string, record Record) (*job, error) {
	j := &job{Crawler: c, client: c.Client, inScope: c.InScope, follow: c.Follow, workers: c.Workers, record: record,
		origins: map[string]bool{}}
	if j.client == nil {
		j.client = new(fetch.Client)
	}
	if j.workers <= 0 {
		j.workers = 16
	}
	var urls []resolve.URL
	for _, start := range starts {
		u, err := resolve.Resolver{Edition: j.client.Edition}.Resolve(resolve.URL{}, start)
		if err == nil && !isHTTP(u) {
			err = errStart
		}
		if err != nil {
			return nil, fmt.Errorf("cannot start at %.200q: %w", start, err)
		}
		if len(u.String()) > maxURL {
			return nil, fmt.Errorf("cannot start at %.200q: %w", start, errLongURL)
		}
		urls = append(urls, u)
		j.origins[originOf(u)] = true
		j.entries = append(j.entries, frontier.Entry{URL: u.Without(resolve.Fragment).String()})
	}
	if j.inScope == nil {
		j.inScope = SameHost(urls...)
	}
	if j.follow == nil {
		j.follow = FollowDocuments
	}
	return j, nil
}

// description tells two crawls apart that cannot share a state.
func (j *job) description() string {
	var b strings.Builder
	fmt.Fprintf(&b, "edition %v", j.client.Edition)
	if j.Depth != 0 {
		fmt.Fprintf(&b, ", depth %d", max(j.Depth, 0))
	}
	if j.settings != "" {
		b.WriteString(", " + j.settings)
	}
	for _, e := range j.entries {
		b.WriteString(", " + e.URL)
	}
	return b.String()
}

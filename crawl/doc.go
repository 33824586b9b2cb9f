// Package crawl follows links from page to page, and gives each page with its true address, base URL and references:
//
//	c := crawl.Crawler{Client: &fetch.Client{Robots: true, Delay: time.Second}, Depth: 2}
//	for page, err := range c.Pages(ctx, "https://example.com/") { … }
//
// The order is breadth first, and the same for each run, whatever the timing: pages are fetched concurrently, and given
// in the order in which they were found. So the depth of a page is the least number of links to it, and a limit always
// chooses the same pages. One bad page never ends a crawl; it is given with its error.
//
// # Which pages
//
// URLs that differ only in their fragment, or that today's rules normalise to the same, are one page. A page is also at
// the address that redirects led to, and is not given again: neither is that address requested, nor are its contents
// given for another URL that leads there, which has Page.IsDuplicate.
//
// Crawler.InScope chooses the URLs; a redirect out of the scope is not followed. Crawler.Follow chooses the links.
//
// # Crawls that can be interrupted
//
// WriteFile writes a record for each page to a file, and keeps the queue beside it. An interrupted crawl goes on when
// it is called again: nothing is lost or doubled, also if the process was killed.
//
// # Files
//
//   - crawl.go: Crawler, and how it runs; visit.go: one page; scope.go, links.go: which URLs
//     and links
//   - pages.go: pages for the caller; file.go: records for a file
package crawl

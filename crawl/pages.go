package crawl

import (
	"context"
	"io"
	"iter"

	"htmlurl/internal/frontier"
)

// Pages crawls from some URLs, and yields the pages. An error ends the crawl: a start page is no URL, the context has
// ended, or the queue, which is on disk, cannot be written. What fails with a page is its Err.
func (c *Crawler) Pages(ctx context.Context, starts ...string) iter.Seq2[*Page, error] {
	return func(yield func(*Page, error) bool) {
		j, err := c.newJob(starts, func(*Page) ([]byte, error) { return []byte("a page"), nil })
		if err != nil {
			yield(nil, err)
			return
		}
		ctx, cancel := context.WithCancel(ctx)
		defer cancel()
		stopped := false
		j.window = 2 * j.workers
		j.visited = func(value any, isDuplicate bool) {
			page := value.(*Page)
			if isDuplicate {
				page.Document, page.IsDuplicate = nil, true
			}
			if !stopped && !yield(page, nil) {
				stopped = true
				cancel()
			}
		}
		err = j.runOnce(ctx, frontier.Stream(io.Discard))
		if err != nil && !stopped {
			yield(nil, err)
		}
	}
}

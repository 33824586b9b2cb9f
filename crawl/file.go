package crawl

import (
	"context"
	"fmt"
	"io"
	"os"

	"htmlurl/internal/frontier"
)

// Record makes of a page what is written for it, such as a line of JSON. It is called by several goroutines. An error
// ends the crawl.
type Record func(*Page) ([]byte, error)

// Write crawls from some URLs, and writes the records of the pages.
func (c *Crawler) Write(ctx context.Context, w io.Writer, record Record, starts ...string) error {
	j, err := c.newJob(starts, record)
	if err != nil {
		return err
	}
	return j.runOnce(ctx, frontier.Stream(w))
}

// File is the file of a crawl that can be interrupted.
type File struct {
	Name     string // of the records; those of a name that ends in ".gz" are compressed. The state is in Name + ".state"
	Settings string // what the records depend on beside the Crawler, so that no crawl goes on with other settings
	Fresh    bool   // an interrupted crawl is forgotten
}

// Errors of WriteFile for states that it cannot go on with. Each comes with the name of the state.
var (
	ErrOtherCrawl = frontier.ErrOtherJob // it is that of a crawl with other start pages or settings
	ErrInUse      = frontier.ErrInUse    // another process goes on with it
	ErrCut        = frontier.ErrCut      // the file lacks what was written to it
)

// WriteFile crawls from some URLs, and writes the records of the pages to a file, whose earlier contents are replaced.
// As long as the crawl is not complete its queue is kept beside the file, and the same call goes on with it. The file
// then has what it would have without an interruption, even of the process.
func (c *Crawler) WriteFile(ctx context.Context, f File, record Record, starts ...string) error {
	j, err := c.newJob(starts, record)
	if err != nil {
		return err
	}
	j.settings = f.Settings
	if info, err := os.Stat(f.Name); err == nil && !info.Mode().IsRegular() {
		return fmt.Errorf("%s is no regular file", f.Name)
	}
	open := frontier.Open
	if f.Fresh {
		open = frontier.OpenAnew
	}
	queue, err := open(f.Name+".state", j.description(), j.entries)
	if err != nil {
		return err
	}
	defer queue.Close()
	out, err := frontier.OpenFile(f.Name, queue.Mark())
	if err != nil {
		return err
	}
	defer out.Close()
	return j.run(ctx, queue, out)
}

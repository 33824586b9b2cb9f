package check

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"sync"

	"github.com/dustin/go-humanize"

	"htmlurl/document"
	"htmlurl/fragment"
)

// readPages reads the pages of sites on disk, on all cores. Each is read once, and its tree is dropped: what stays are
// its IDs, and the references that wait for those of other pages.
func (r *run) readPages() {
	var pages []*page
	for _, p := range r.pages {
		if p.contentType != sheetType && !p.isTarget {
			pages = append(pages, p)
		}
	}
	r.readAll(pages)
}

// readTargets reads the pages whose references are not checked, if something leads to their elements.
func (r *run) readTargets() {
	var targets []*page
	for _, p := range r.pages {
		for i := range p.waiting {
			if t := p.waiting[i].target; t != nil && t.isTarget && !t.isQueued {
				t.isQueued = true
				targets = append(targets, t)
			}
		}
	}
	r.readAll(targets)
}

// readAll reads pages on all cores.
func (r *run) readAll(pages []*page) {
	if len(pages) == 0 {
		return
	}
	r.tell(func(p *Progress) { p.Of += len(pages) })
	queue := make(chan *page)
	var readers sync.WaitGroup
	for range workers() {
		readers.Go(func() {
			for p := range queue {
				r.read(p)
				r.tell(func(progress *Progress) { progress.Pages++ })
			}
		})
	}
	for _, p := range pages {
		if r.isInterrupted() {
			break
		}
		queue <- p
	}
	close(queue)
	readers.Wait()
}

// pageOptions are options of all pages: their trees have no more than the elements that hold references, that something
// may lead to, or that are not checked. Nothing else is of interest here, but for text directives.
var pageOptions = document.Options{Positions: true, LinksOnly: true, Keep: []string{"id", "name", ignoreAttribute}}

// read reads a page or style sheet of a site on disk.
func (r *run) read(p *page) {
	if p.contentType == sheetType {
		r.readSheet(p)
		return
	}
	text, err := r.open(p)
	if err != nil {
		p.isClosed = true
		p.findUnreadable(reasonOf(err))
		return
	}
	defer text.Close()
	options := pageOptions
	options.Address, options.ContentType = p.address, p.contentType
	options.Edition, options.NoScripting = r.Edition, r.NoScripting
	d, err := document.Parse(text, options)
	switch {
	case errors.Is(err, document.ErrEntity): // which browsers may know from the DTD
		p.findings = append(p.findings, Finding{Page: p.name, URL: p.address, Severity: Warning, Rule: NotChecked,
			Message: err.Error(), Target: p.file.path})
	case err != nil:
		p.findUnreadable(reasonOf(err))
	default:
		r.take(p, d)
	}
}

// take takes from a document what is to be known of the page.
func (r *run) take(p *page, d *document.Document) {
	p.isRead = true
	p.encoding, _ = d.Encoding()
	p.targets = fragment.NewSet(d.Root())
	if !p.isTarget {
		j := judge{run: r, page: p, text: d}
		j.document(d)
		p.counts = j.counts
	}
	p.baseIndexes = nil
}

// sized is a file whose length is known, so that it is read without copies.
type sized struct {
	io.Reader
	io.Closer
	size int
}

func (s sized) Len() int { return s.size }

// open opens the file of a page, unless it is too long.
func (r *run) open(p *page) (io.ReadCloser, error) {
	limit := r.maxBytes()
	switch {
	case p.file.err != nil:
		return nil, p.file.err
	case p.file.size > limit:
		return nil, fmt.Errorf("it has %s, more than the limit of %s", humanize.Bytes(uint64(p.file.size)),
			humanize.Bytes(uint64(limit)))
	}
	file, err := p.site.FS.Open(p.file.path)
	if err != nil {
		return nil, err
	}
	return sized{&limited{file, limit}, file, int(p.file.size)}, nil
}

// limited is a file that may grow while it is read.
type limited struct {
	file fs.File
	left int64
}

var errGrows = errors.New("it grows while it is read")

func (l *limited) Read(b []byte) (int, error) {
	n, err := l.file.Read(b)
	if l.left -= int64(n); l.left < 0 {
		return 0, errGrows
	}
	return n, err
}

package crawl

import (
	"iter"
	"slices"

	"htmlurl/document"
	"htmlurl/internal/frontier"
	"htmlurl/resolve"
)

// Links yields the references of the document and of those in its srcdoc attributes, each with the ordinals of the
// frames around it: none for the page itself, [1] for its second srcdoc frame, [1 0] for the first one inside that.
// Frames that cannot be read have none. Without a document there are none.
func (p *Page) Links() iter.Seq2[[]int, document.Link] {
	return func(yield func([]int, document.Link) bool) {
		if p.Document == nil {
			return
		}
		f := p.finder
		if f != nil {
			f.found, f.size, p.Unfollowed = nil, 0, 0
		}
		if links(p.Document, nil, f, yield) {
			p.finder = nil
		}
	}
}

// links yields the references of a document, of which the finder takes those that are to be followed. It reports
// whether more are wanted.
func links(d *document.Document, frame []int, f *finder, yield func([]int, document.Link) bool) bool {
	for link := range d.Links() {
		if f != nil {
			f.find(d, link)
		}
		if !yield(frame, link) {
			return false
		}
	}
	ordinal := 0
	for child, err := range d.Frames() {
		if err == nil && child.Address().String() != resolve.Srcdoc {
			continue
		}
		if err == nil && !links(child, append(slices.Clip(frame), ordinal), f, yield) {
			return false
		}
		ordinal++
	}
	return true
}

// What is followed of a page: URLs can be as long as a page, and all of them begin with its base.
const (
	maxURL   = 8 << 10  // bytes of a URL; few servers take longer ones
	maxFound = 32 << 20 // bytes of all URLs, each with those of the page where it was found
)

// finder finds the URLs to which a page leads. It goes through the links together with the first who does, since that
// costs as much as half of parsing the page.
type finder struct {
	job   *job
	from  string
	depth int
	found []frontier.Entry
	size  int // of what was found
	page  *Page

	document *document.Document // that was asked for its referrer, by the rule of 2012
	referrer string
}

// find finds where a link leads to, if it is to be followed.
func (f *finder) find(d *document.Document, link document.Link) {
	j := f.job
	if link.Err != nil || link.Ignored != "" || !isHTTP(link.URL) || !j.follow(link) || j.client.Robots && link.NoFollow() {
		return
	}
	if len(link.URL.String()) > maxURL || f.size > maxFound {
		f.page.Unfollowed++
		return
	}
	normal := living(link.URL)
	if normal.IsZero() || !j.inScope(normal) {
		return
	}
	e := frontier.Entry{
		URL:      link.URL.Without(resolve.Fragment).String(),
		Key:      normal.Without(resolve.Fragment).String(),
		From:     f.from,
		Referrer: f.referrerOf(d, link),
		Depth:    f.depth,
	}
	if e.Key == e.URL {
		e.Key = e.URL // so that it is there once
	}
	f.size += 2*len(e.URL) + len(e.From) + len(e.Referrer)
	f.found = append(f.found, e)
}

// referrerOf returns the referrer of a request for a link.
func (f *finder) referrerOf(d *document.Document, link document.Link) string {
	if link.Kind == document.Hyperlink && slices.Contains(link.Rel(), "noreferrer") {
		return ""
	}
	if f.job.client.ReferrerPolicies {
		return d.ReferrerOf(link)
	}
	if f.document != d {
		f.document, f.referrer = d, d.Referrer()
		if len(f.referrer) > maxURL {
			f.referrer = ""
		}
	}
	return f.referrer
}

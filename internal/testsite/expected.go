package testsite

import (
	"iter"
	"net/http"
	"strings"
)

// Page is what a right crawl lists for a URL.
type Page struct {
	URL       string // that was requested
	Address   string // where that led
	Status    int
	Depth     int
	From      string // the address of the page that it was found on; "" for the first page
	Redirects []Redirect
	Duplicate bool   // its address was listed before; then there is nothing more
	Type      string // such as "text/html"; what is no HTML or XML has nothing more, nor has a page with an error status
	Base      string
	Encoding  string // by the name of the Encoding Standard
	Source    string // of the encoding: "bom", "content-type", "meta", "xml-declaration", "fallback"
	Links     []Link // in tree order, then those of srcdoc frames
}

// Redirect is a response that led on.
type Redirect struct {
	URL      string
	Status   int
	Location string // as sent
}

// Link is a reference of a page, of a kind that is listed without asking for more.
type Link struct {
	Tag, Attr string // the element and the attribute; for a header field "" and its name
	Kind      string // such as "hyperlink"
	Raw       string // as written, with character references undone
	URL       string // that it points to; "" if it has none
	Rel       string // in lower case
	Text      string
	NoFollow  bool // robots must not follow it
	InFrame   bool // in a srcdoc frame

	uri string // on the site, if a crawl follows it
}

// Expected yields what a crawl lists that starts at "/" of the site served at the origin, such as
// "http://127.0.0.1:8080", in breadth-first order. A crawl to some depth or of some number of pages lists the beginning
// of that. If it ignores what authors ask of robots, it finds more.
//
// A page that was reached by a redirect counts as visited at the redirect's end, too: what waits in the queue for it is
// dropped.
func (s *Site) Expected(origin string, ignoreRobots bool) iter.Seq[Page] {
	return func(yield func(Page) bool) {
		type entry struct {
			uri, from string
			depth     int
		}
		queue := []entry{{uri: "/"}}
		queued, visited := map[string]bool{"/": true}, map[string]bool{}
		for ; len(queue) > 0; queue = queue[1:] {
			e := queue[0]
			if visited[e.uri] {
				continue
			}
			p, uri := s.visit(origin, e.uri)
			p.From, p.Depth = e.from, e.depth
			if uri != e.uri && visited[uri] {
				p = Page{URL: p.URL, Address: p.Address, Status: p.Status, Depth: p.Depth, From: p.From,
					Redirects: p.Redirects, Duplicate: true}
			}
			visited[e.uri], visited[uri] = true, true
			if !yield(p) {
				return
			}
			for _, l := range p.Links {
				if l.uri == "" || l.NoFollow && !ignoreRobots || queued[l.uri] {
					continue
				}
				queued[l.uri] = true
				queue = append(queue, entry{l.uri, p.Address, e.depth + 1})
			}
		}
	}
}

// visit returns what there is at a URI, and the URI that it led to.
func (s *Site) visit(origin, uri string) (Page, string) {
	w := new(writer)
	p := Page{URL: origin + uri}
	for {
		w.reset(s, origin, true)
		a := w.answer(uri)
		if a.next != "" {
			p.Redirects = append(p.Redirects, Redirect{origin + uri, a.status, a.location})
			uri = a.next
			continue
		}
		p.Address, p.Status = origin+uri, a.status
		w.describe(&p, a)
		return p, uri
	}
}

// describe adds what is known of the document that was written.
func (w *writer) describe(p *Page, a answer) {
	p.Type = essence(a.contentType)
	if a.status != http.StatusOK {
		return
	}
	switch p.Type {
	case "text/html":
		p.Base = string(w.base.append(nil, w.origin))
		p.Encoding, p.Source = w.encodingFound()
		p.Links = w.links
	case "application/xhtml+xml":
		p.Base, p.Encoding, p.Source = p.Address, "UTF-8", "xml-declaration"
		p.Links = w.links
	case "application/rss+xml":
		p.Base, p.Encoding, p.Source = p.Address, "UTF-8", "xml-declaration"
	case "image/svg+xml":
		p.Base, p.Encoding, p.Source = p.Address, "UTF-8", "fallback"
		w.elsewhere("../", w.origin+"/")
		w.link(place{"a", "href", hyperlink}, "", "")
		p.Links = w.links
	}
}

// essence returns the media type of a Content-Type field without its parameters.
func essence(contentType string) string {
	kind, _, _ := strings.Cut(contentType, ";")
	return strings.ToLower(kind)
}

package output

import (
	"context"
	"strings"

	"htmlurl/document"
	"htmlurl/examples/webscale/edges"
	"htmlurl/examples/webscale/extract"
	"htmlurl/resolve"
)

// NewEdges returns a file of which hosts the pages of an archive link to: an edge file, as package edges has them. The
// edges go into set, which can be used again after Commit or Discard.
func NewEdges(path string, set *edges.Set) File {
	return &edgesFile{HostEdges: HostEdges{Set: set}, path: path}
}

type edgesFile struct {
	HostEdges
	path string
}

func (f *edgesFile) Commit(ctx context.Context) error { return f.Set.WriteFile(ctx, f.path) }
func (f *edgesFile) Discard()                         { f.Set.Reset() }

// HostEdges is an extract.Visitor that puts into a set which hosts the pages of archives link to.
//
// The source is the host of a page's address, the target that of a link, of any kind that leads somewhere and with an
// effect, if the scheme is one that the web has hosts for: ftp, http, https, ws, wss. A page that links to no other
// host, though its own is a node of the graph, gives an edge from its host to itself.
//
// Deviation: here a reference leads where the URL is that it points to. Common Crawl's job takes the host of one that
// begins with any scheme and two slashes, or with these, as it is written; others lead to the host of the last base
// element. It takes what here is no link: references without effect, the Content-Location field, and meta elements for
// previews (og:image and the like) or whose content is an absolute URL. It takes more records: each response is a node,
// even if it is no page, and a redirect has an edge to its Location, robots.txt files to their sitemaps. But it knows
// the references of some elements and attributes only.
//
// Spec: https://github.com/commoncrawl/cc-pyspark, wat_extract_links.py, ExtractHostLinksJob
type HostEdges struct {
	Set *edges.Set

	source string // of the page; "" if it is no node
	alone  bool   // no edge of the page leads to another host
	seen   map[string]struct{}
}

// Begin implements extract.Visitor.
func (f *HostEdges) Begin(p *extract.Page) error {
	if f.seen == nil {
		f.seen = map[string]struct{}{}
	}
	clear(f.seen)
	f.source, f.alone = "", true
	if host, ok := webHost(p.Document.Address()); ok {
		f.source, _ = edges.Host(host)
	}
	return nil
}

// Links implements extract.Visitor.
func (f *HostEdges) Links(_ *extract.Page, links []document.Link) error {
	if f.source == "" {
		return nil
	}
	for i := range links {
		l := &links[i]
		if l.Ignored != "" || leadsNowhere(l.Kind) {
			continue
		}
		if host, ok := webHost(l.URL); ok {
			if err := f.add(host); err != nil {
				return err
			}
		}
	}
	return nil
}

// add adds the edge to a host, unless the page has it.
func (f *HostEdges) add(host string) error {
	if _, isSeen := f.seen[host]; isSeen {
		return nil
	}
	f.seen[host] = struct{}{}
	target, ok := edges.Host(host)
	if !ok || target == f.source {
		return nil
	}
	f.alone = false
	return f.Set.Add(f.source, target)
}

// End implements extract.Visitor.
func (f *HostEdges) End(*extract.Page) error {
	if f.source == "" || !f.alone {
		return nil
	}
	return f.Set.Add(f.source, f.source)
}

// webHost returns the host of a URL whose scheme is one of the web.
func webHost(u resolve.URL) (host string, ok bool) {
	scheme, _ := u.Scheme()
	switch strings.ToLower(scheme) {
	case "ftp", "http", "https", "ws", "wss":
		return u.Host()
	}
	return "", false
}

// leadsNowhere tells whether URLs of a kind are for other URLs to be resolved against, or names.
func leadsNowhere(k document.Kind) bool {
	return k == document.BaseURL || k == document.Codebase || k == document.Identifier
}

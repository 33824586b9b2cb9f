package document

import (
	"iter"

	"golang.org/x/net/html"

	"htmlurl/resolve"
)

// Link is a reference of the document: an attribute that holds a URL.
type Link struct {
	Node *html.Node
	Attr string      // the attribute's name, with its prefix: "href", "xlink:href"
	Raw  string      // the attribute's value
	Kind Kind        // what the reference is for
	Base resolve.URL // what the reference is relative to; the zero URL if there is nothing
	URL  resolve.URL // what it points to; the zero URL if Err is set
	Err  error       // why it has no URL: a *resolve.Error, or nil
}

// Links yields every reference of the document, in tree order, those of one element in the order of its attributes.
// The ones in frames are theirs; those in template contents are inert and listed only if Options ask for them. A
// reference that does not resolve is yielded with its error.
//
// Spec: W3C HTML5 2.6.4 (2012), resolve a URL
func (d *Document) Links() iter.Seq[Link] {
	return func(yield func(Link) bool) {
		var memo baseMemo
		for n := d.root; n != nil; n = d.next(n) {
			if !d.linksOf(n, &memo, yield) {
				return
			}
		}
	}
}

// LinksOf yields the references of one element.
func (d *Document) LinksOf(n *html.Node) iter.Seq[Link] {
	return func(yield func(Link) bool) {
		var memo baseMemo
		d.linksOf(n, &memo, yield)
	}
}

func (d *Document) linksOf(n *html.Node, memo *baseMemo, yield func(Link) bool) bool {
	if n.Type != html.ElementNode {
		return true
	}
	for i := range n.Attr {
		a := &n.Attr[i]
		row, name := lookup(n, a)
		if row == nil {
			continue
		}
		link := Link{Node: n, Attr: name, Raw: a.Val, Kind: row.kindFor(n)}
		d.resolve(&link, row, memo)
		if !yield(link) {
			return false
		}
	}
	return true
}

// resolve resolves the link's reference by the rules of its row.
func (d *Document) resolve(link *Link, row *urlAttribute, memo *baseMemo) {
	resolver := d.resolver
	if row.utf8 {
		resolver.Encoding = resolve.Encoding{}
	}
	ref := link.Raw
	switch row.base {
	case documentBase:
		link.Base = d.baseOf(link.Node, memo)
	case addressIfEmpty:
		if link.Base = d.address; ref == "" {
			ref = d.address.String()
		} else {
			link.Base = d.baseOf(link.Node, memo)
		}
	case fallbackBase:
		link.Base = d.fallback
	case codebaseBase:
		link.Base = d.codebase(link.Node, memo)
	}
	link.URL, link.Err = resolver.Resolve(link.Base, ref)
}

// codebase returns the URL of the element's codebase attribute, or else the element's base URL.
//
// Spec: HTML 4.01 section 13.3, codebase
func (d *Document) codebase(n *html.Node, memo *baseMemo) resolve.URL {
	base := d.baseOf(n, memo)
	if codebase, ok := attribute(n, "codebase"); ok {
		if u, err := d.resolver.Resolve(base, codebase); err == nil {
			return u
		}
	}
	return base
}

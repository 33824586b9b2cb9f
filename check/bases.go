package check

import (
	"fmt"

	"github.com/PuerkitoBio/goquery"
	"golang.org/x/net/html"

	"htmlurl/document"
)

// baseElement adds what is odd about a base element.
//
// Spec: https://html.spec.whatwg.org/#the-base-element
func (j *judge) baseElement(link *document.Link) {
	if j.isIgnored(link) {
		j.counts.ignored++
		return
	}
	d := j.owner
	rule, message := Rule(""), ""
	switch {
	case link.Ignored == document.IsLaterBase:
		rule, message = SecondBase, "an earlier base element counts"
	case link.Ignored == document.IsInertBase:
		rule, message = BaseWithoutEffect, "this is no base element of HTML, or it stands where none counts"
	case link.Node != nil && link.Node == d.Why().Element && d.Why().Err != nil:
		rule, message = BaseWithoutEffect, fmt.Sprintf("it cannot be the base URL: %v", d.Why().Err)
	case link.Err != nil:
		rule, message = BaseWithoutEffect, fmt.Sprintf("it has no URL: %v", link.Err)
	case j.before > 0 && d.Base() != d.Fallback():
		rule, message = LateBase, fmt.Sprintf("%s before this base element: browsers fetch some of them relative to the "+
			"base until then; put it first in the head", plural(j.before, "reference stands", "references stand"))
	default:
		return
	}
	ref := j.reference(link)
	j.page.find(&ref, Warning, rule, "", message)
}

// isFoundEarly warns of what browsers fetch before they know the base element, relative to the base until then, if it is
// found there only.
//
// Spec: https://html.spec.whatwg.org/#fetch-and-process-the-linked-resource, https://html.spec.whatwg.org/#update-the-image-data
func (j *judge) isFoundEarly(link *document.Link, found answer) bool {
	if j.isPastBase || !j.features.hasBase || j.owner == nil || link.BaseRule() != document.DocumentBase {
		return false
	}
	switch link.Kind {
	case document.ExternalResource, document.Image, document.Script, document.NestedDocument:
	default:
		return false
	}
	u, err := j.owner.Resolver().Resolve(j.owner.Fallback(), link.Raw)
	if err != nil {
		return false
	}
	early, isIn, _ := j.lookup(u)
	if !isIn || early.file == nil {
		return false
	}
	j.mark(early.file)
	ref := j.reference(link)
	j.page.find(&ref, Warning, LateBase, found.path, fmt.Sprintf("%s; but browsers fetch %s, relative to the base before the base "+
		"element, which comes later: put that first in the head", found.message, u))
	return true
}

// strayBase adds that a base element in SVG or MathML does not count.
func (j *judge) strayBase(d *document.Document, n *html.Node) {
	for link := range d.LinksIn(&goquery.Selection{Nodes: []*html.Node{n}}, "href") {
		ref := j.reference(&link)
		j.page.find(&ref, Warning, BaseWithoutEffect, "", "a base element in SVG or MathML is none, and does not count")
	}
}

// plural counts things.
func plural(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}

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
		rule, message = LateBase, fmt.Sprintf("%s before the base element, which some browsers have fetched already by "+
			"then, relative to another base", plural(j.before, "reference stands", "references stand"))
	default:
		return
	}
	ref := j.reference(link)
	j.page.find(&ref, Warning, rule, "", message)
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

package document

import (
	"strings"

	"golang.org/x/net/html"
)

// templates are the template elements of a document. The HTML parser puts the contents of all below them.
type templates struct {
	any         bool
	shadowRoots map[*html.Node]bool // those that are declarative shadow roots of their parents, and so not inert
}

// scanTemplate adds a template element, in tree order.
//
// Spec: https://html.spec.whatwg.org/#parsing-main-inhead, a start tag whose tag name is "template"
func (d *Document) scanTemplate(n *html.Node, hosts map[*html.Node]bool) {
	d.templates.any = true
	mode := keyword(n, "shadowrootmode")
	if !d.rules().shadowRoots || mode != "open" && mode != "closed" {
		return
	}
	if host := n.Parent; host != nil && isShadowHost(host) && !hosts[host] && !d.isInert(n) {
		if d.templates.shadowRoots == nil {
			d.templates.shadowRoots = map[*html.Node]bool{}
		}
		d.templates.shadowRoots[n], hosts[host] = true, true
	}
}

// isShadowHost tells whether an element can have a shadow root.
//
// Spec: https://dom.spec.whatwg.org/#valid-shadow-host-name
func isShadowHost(n *html.Node) bool {
	if n.Type != html.ElementNode || n.Namespace != "" {
		return false
	}
	switch n.Data {
	case "article", "aside", "blockquote", "body", "div", "footer", "h1", "h2", "h3", "h4", "h5", "h6", "header", "main", "nav",
		"p", "section", "span":
		return true
	}
	return strings.Contains(n.Data, "-")
}

// isInert tells whether n is in the contents of a template element that is no shadow root.
func (d *Document) isInert(n *html.Node) bool {
	for n = n.Parent; n != nil; n = n.Parent {
		if d.hidesContents(n) {
			return true
		}
	}
	return false
}

// hidesContents tells whether n is a template element that is no shadow root.
func (d *Document) hidesContents(n *html.Node) bool {
	return isHTML(n, "template") && !d.templates.shadowRoots[n]
}

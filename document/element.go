package document

import (
	"golang.org/x/net/html"

	"htmlurl/resolve"
)

// Element is an element with an href attribute, such as a or area, for the attributes of package decompose: their
// common setter action writes the href attribute.
type Element struct {
	document *Document
	node     *html.Node
}

// ElementOf returns the element n of the document, for decompose.Of(d.ElementOf(n)). What has no href attribute holds no
// reference.
func (d *Document) ElementOf(n *html.Node) Element { return Element{d, n} }

// Reference returns the href attribute's value.
func (e Element) Reference() (ref string, ok bool) { return attribute(e.node, "href") }

// SetReference sets the href attribute, and adds it where it is missing. It must not be called while others use the
// document.
func (e Element) SetReference(ref string) { e.document.SetAttribute(e.node, "href", ref) }

// Base returns the base URL of the element.
func (e Element) Base() resolve.URL { return e.document.BaseOf(e.node) }

// Resolver returns the document's resolver.
func (e Element) Resolver() resolve.Resolver { return e.document.resolver }

package fragment

import (
	"iter"

	"golang.org/x/net/html"
)

// tree finds elements by reading the tree.
type tree struct{ root *html.Node }

func (t tree) withID(id string) *html.Node {
	for n := range elements(t.root) {
		if idOf(n) == id {
			return n
		}
	}
	return nil
}

func (t tree) withName(name string) *html.Node {
	for n := range elements(t.root) {
		if nameOf(n) == name {
			return n
		}
	}
	return nil
}

// elements yields the elements of the document tree in tree order: without the contents of template elements, which the
// parser puts below them.
//
// Spec: https://dom.spec.whatwg.org/#concept-tree-order, https://html.spec.whatwg.org/#template-contents
func elements(root *html.Node) iter.Seq[*html.Node] {
	return func(yield func(*html.Node) bool) {
		for n := root; n != nil; n = next(n, root) {
			if n.Type == html.ElementNode && !yield(n) {
				return
			}
		}
	}
}

// next returns the node after n in tree order within root, or nil.
func next(n, root *html.Node) *html.Node {
	if n.FirstChild != nil && !isHTML(n, "template") {
		return n.FirstChild
	}
	for ; n != nil && n != root; n = n.Parent {
		if n.NextSibling != nil {
			return n.NextSibling
		}
	}
	return nil
}

// isHTML tells whether n is the element of that name in the HTML namespace.
func isHTML(n *html.Node, name string) bool {
	return n.Type == html.ElementNode && n.Namespace == "" && n.Data == name
}

// idOf returns the ID of an element, or "" if it has none.
//
// Spec: https://dom.spec.whatwg.org/#concept-id
func idOf(n *html.Node) string { return attribute(n, "id") }

// nameOf returns the name of an a element, or "" if n is none or has none.
func nameOf(n *html.Node) string {
	if !isHTML(n, "a") {
		return ""
	}
	return attribute(n, "name")
}

// attribute returns the value of an attribute without namespace, or "". Of two with the same key the first counts, also
// if it is empty.
func attribute(n *html.Node, key string) string {
	for i := range n.Attr {
		if a := &n.Attr[i]; a.Key == key && a.Namespace == "" {
			return a.Val
		}
	}
	return ""
}

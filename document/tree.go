package document

import (
	"strings"

	"golang.org/x/net/html"
)

// following returns the node after n in tree order within root, or nil.
func following(n, root *html.Node) *html.Node {
	if n.FirstChild != nil {
		return n.FirstChild
	}
	return followingSubtree(n, root)
}

// followingSubtree returns the first node after n and its descendants, in tree order within root, or nil.
func followingSubtree(n, root *html.Node) *html.Node {
	for ; n != nil && n != root; n = n.Parent {
		if n.NextSibling != nil {
			return n.NextSibling
		}
	}
	return nil
}

// lastIn returns the last node of the subtree of n in tree order.
func lastIn(n *html.Node) *html.Node {
	for n.LastChild != nil {
		n = n.LastChild
	}
	return n
}

// isHTML tells whether n is the element of that name in the HTML namespace.
func isHTML(n *html.Node, name string) bool {
	return n.Type == html.ElementNode && n.Namespace == "" && n.Data == name
}

// inTemplate tells whether n is in the contents of a template element, which the parser puts below it.
func inTemplate(n *html.Node) bool {
	for n = n.Parent; n != nil; n = n.Parent {
		if isHTML(n, "template") {
			return true
		}
	}
	return false
}

// attribute returns the value of an attribute without namespace.
func attribute(n *html.Node, key string) (value string, ok bool) {
	for i := range n.Attr {
		if a := &n.Attr[i]; a.Key == key && a.Namespace == "" {
			return a.Val, true
		}
	}
	return "", false
}

// hasAttribute tells whether the element has the attribute, of whatever value.
func hasAttribute(n *html.Node, key string) bool {
	_, ok := attribute(n, key)
	return ok
}

// keyword returns the value of an enumerated attribute in ASCII lower case, or "" if there is none.
func keyword(n *html.Node, key string) string {
	value, _ := attribute(n, key)
	return lowerASCII(value)
}

// lowerASCII lowers ASCII letters only: keywords are compared in the ASCII case-insensitive way.
func lowerASCII(s string) string {
	if strings.IndexFunc(s, isCapital) < 0 {
		return s
	}
	return strings.Map(func(c rune) rune {
		if isCapital(c) {
			return c + 'a' - 'A'
		}
		return c
	}, s)
}

func isCapital(c rune) bool { return 'A' <= c && c <= 'Z' }

// textOf returns the text of the element's text children.
func textOf(n *html.Node) string {
	if c := n.FirstChild; c != nil && c.NextSibling == nil && c.Type == html.TextNode {
		return c.Data
	}
	var b strings.Builder
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		if c.Type == html.TextNode {
			b.WriteString(c.Data)
		}
	}
	return b.String()
}

// attributeName returns the name of an attribute with its prefix.
func attributeName(a *html.Attribute) string {
	switch {
	case a.Namespace == "":
		return a.Key
	case a.Namespace == "xlink" && a.Key == "href":
		return "xlink:href"
	}
	return a.Namespace + ":" + a.Key
}

// isNamed tells whether attributeName(a) is name. Namespaces of XML documents can be too long to be put together often.
func isNamed(a *html.Attribute, name string) bool {
	if a.Namespace == "" {
		return a.Key == name
	}
	return len(name) == len(a.Namespace)+len(":")+len(a.Key) && strings.HasPrefix(name, a.Namespace) &&
		strings.HasSuffix(name, a.Key) && name[len(a.Namespace)] == ':'
}

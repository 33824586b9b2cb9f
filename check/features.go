package check

import (
	"strings"

	"golang.org/x/net/html"

	"htmlurl/document"
)

// features are what a document has that few have.
type features struct {
	hasIgnore   bool // the ignore attribute
	hasXMLBase  bool
	hasBase     bool         // a base element
	strayBases  []*html.Node // elements called base in SVG and MathML, with an href attribute
	hasFrames   bool         // a srcdoc attribute
	isUpgrading bool         // a Content-Security-Policy makes https: of http:
}

// findFeatures reads the tree once.
func findFeatures(d *document.Document) features {
	var f features
	for n := range d.Root().Descendants() {
		if n.Type != html.ElementNode {
			continue
		}
		for i := range n.Attr {
			f.attribute(n, &n.Attr[i])
		}
	}
	return f
}

func (f *features) attribute(n *html.Node, a *html.Attribute) {
	switch a.Key {
	case ignoreAttribute:
		f.hasIgnore = true
	case "srcdoc":
		f.hasFrames = true
	case "xml:base":
		f.hasXMLBase = true
	case "base":
		f.hasXMLBase = f.hasXMLBase || a.Namespace == "xml"
	case "href":
		f.hasBase = f.hasBase || n.Data == "base"
		if n.Data == "base" && (n.Namespace == "svg" || n.Namespace == "math") {
			f.strayBases = append(f.strayBases, n)
		}
	case "content":
		f.isUpgrading = f.isUpgrading || n.Data == "meta" && hasUpgrade(n, a.Val)
	}
}

// hasUpgrade tells whether a meta element has the policy that makes https: of http:.
func hasUpgrade(meta *html.Node, content string) bool {
	for i := range meta.Attr {
		if a := &meta.Attr[i]; a.Key == "http-equiv" && strings.EqualFold(a.Val, "Content-Security-Policy") {
			return isUpgrading(content)
		}
	}
	return false
}

// isUpgrading tells whether a Content-Security-Policy makes https: of http:.
//
// Spec: https://w3c.github.io/webappsec-upgrade-insecure-requests/#delivery
func isUpgrading(policy string) bool {
	for directive := range strings.FieldsFuncSeq(policy, func(c rune) bool { return c == ';' || c == ',' }) {
		if fields := strings.Fields(directive); len(fields) > 0 && strings.EqualFold(fields[0], "upgrade-insecure-requests") {
			return true
		}
	}
	return false
}

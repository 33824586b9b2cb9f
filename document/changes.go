package document

import (
	"errors"
	"maps"

	"golang.org/x/net/html"

	"htmlurl/resolve"
)

// Affected is an element that is affected by a base URL change, with one of its references.
type Affected struct {
	Node   *html.Node
	Attr   string // of the reference; "" if the element has none
	Effect Effect
	Old    resolve.URL // what the reference pointed to, or the zero URL
	New    resolve.URL // what it points to now, or the zero URL
}

// Effect says how a base URL change affects an element.
type Effect uint8

const (
	// NotDirectly: what was fetched stays; only asking for the URL again gives the new one.
	NotDirectly Effect = iota
	// HyperlinkReresolved: the element creates a hyperlink, whose href is resolved again.
	HyperlinkReresolved
	// CiteReresolved: the cite attribute is resolved again.
	CiteReresolved
)

// String returns the effect in words.
func (e Effect) String() string {
	return [...]string{"not directly affected", "hyperlink re-resolved", "cite re-resolved"}[e]
}

// ErrHierarchy is the error of Insert for a place where a node cannot be: below itself, or before what is no child of the
// parent.
var ErrHierarchy = errors.New("the node cannot be inserted there")

// The methods that change the document return the elements that are affected by a base URL change, in tree order: all,
// when the document base URL changed; an element with its descendants, when its xml:base changed and that counts, whatever
// comes of it. Like every change of a document they must not run while others use it.
//
// Spec: W3C HTML5 2.6.6 (2012), 2.6.5 (2011)

// SetAttribute sets an attribute of an element in the document, or adds it. A name such as "xlink:href" is what Link.Attr
// gives.
func (d *Document) SetAttribute(n *html.Node, name, value string) []Affected {
	return d.changeAttribute(n, name, func() {
		if i := indexOf(n, name); i >= 0 {
			n.Attr[i].Val = value
		} else {
			n.Attr = append(n.Attr, newAttribute(n, name, value))
		}
	})
}

// RemoveAttribute removes an attribute of an element in the document, if it is there.
func (d *Document) RemoveAttribute(n *html.Node, name string) []Affected {
	return d.changeAttribute(n, name, func() {
		if i := indexOf(n, name); i >= 0 {
			n.Attr = append(n.Attr[:i:i], n.Attr[i+1:]...)
		}
	})
}

// Insert puts child, which has no parent or is in this document, below parent before one of its children, or at the end if
// before is nil. One of another document must be adopted first. The error is ErrHierarchy.
func (d *Document) Insert(parent, child, before *html.Node) ([]Affected, error) {
	for n := parent; n != nil; n = n.Parent {
		if n == child {
			return nil, ErrHierarchy
		}
	}
	if before != nil && before.Parent != parent {
		return nil, ErrHierarchy
	}
	if before == child {
		before = child.NextSibling
	}
	return d.changeTree(child, func() {
		if child.Parent != nil {
			child.Parent.RemoveChild(child)
		}
		parent.InsertBefore(child, before)
	}), nil
}

// Remove takes a node out of the document.
func (d *Document) Remove(n *html.Node) []Affected {
	return d.changeTree(n, func() {
		if n.Parent != nil {
			n.Parent.RemoveChild(n)
		}
	})
}

// Adopt takes a node out of another document, so that Insert can put it into this one. It returns what is affected in
// the other document, and in the node, whose elements are if the two documents have different base URLs.
//
// Spec: W3C HTML5 2.6.5 (2011), third paragraph
func (d *Document) Adopt(from *Document, n *html.Node) (left, moved []Affected) {
	differ := from.base != d.base
	old := from.references(n)
	left = from.Remove(n)
	d.scanXMLBases(n)
	if differ {
		moved = d.compare(old, n)
	}
	return left, moved
}

// Update computes the base URLs again after the tree was changed by other means, or the container of a child document in
// the editions in which its base is inherited live. The old URLs are those of the references as they are now.
func (d *Document) Update() []Affected {
	before := *d
	if parent := d.parent(); parent != nil && !d.rules().snapshotBase {
		d.inherited.base = parent.base
	}
	d.computeBase()
	if before.base != d.base {
		return d.compare(before.references(d.root), d.root)
	}
	var affected []Affected
	for n := d.root; n != nil; n = d.nextIn(n, d.root) {
		was, hadXMLBase := before.xmlBases[n]
		is, hasXMLBase := d.xmlBases[n]
		if hadXMLBase == hasXMLBase && was.value == is.value {
			continue
		}
		affected = append(affected, d.compare(before.references(n), n)...)
		n = lastIn(n) // what is below it is affected already
	}
	return affected
}

// changeAttribute changes an attribute and tells what that affects.
func (d *Document) changeAttribute(n *html.Node, name string, act func()) []Affected {
	isXMLBase := name == xmlBaseAttribute && d.rules().xmlBase
	if !isXMLBase && !decides(n) {
		act()
		return nil
	}
	if isXMLBase {
		old := d.references(n)
		act()
		d.computeBase()
		return d.compare(old, n)
	}
	return d.change(n, act)
}

// changeTree changes where n stands and tells what that affects.
func (d *Document) changeTree(n *html.Node, act func()) []Affected {
	if !d.subtreeDecides(n) {
		act()
		return nil
	}
	return d.change(n, act)
}

// change changes something of the subtree of n, and tells what is affected if the document base URL changes.
func (d *Document) change(n *html.Node, act func()) []Affected {
	before, own := *d, d.references(n)
	act()
	d.computeBase()
	if before.base == d.base {
		return nil
	}
	old := before.references(d.root)
	maps.Copy(old, own)
	return d.compare(old, d.root)
}

// decides tells whether an element's attributes decide about the base of others, or other facts of all links.
func decides(n *html.Node) bool { return isHTML(n, "base") || isHTML(n, "meta") }

// subtreeDecides tells whether something in the subtree does.
func (d *Document) subtreeDecides(root *html.Node) bool {
	for n := root; n != nil; n = following(n, root) {
		if decides(n) || isHTML(n, "template") || d.rules().xmlBase && hasAttribute(n, xmlBaseAttribute) {
			return true
		}
	}
	return false
}

// references returns the URL of each reference in the subtree of root.
func (d *Document) references(root *html.Node) map[*html.Node][]Affected {
	all := *d
	all.options.Kinds, all.options.Positions = nil, false
	found := map[*html.Node][]Affected{}
	for n := root; n != nil; n = all.nextIn(n, root) {
		for link := range all.LinksOf(n) {
			found[n] = append(found[n], Affected{Node: n, Attr: link.Attr, Effect: effectOn(link), Old: link.URL})
		}
	}
	return found
}

// effectOn tells what a base URL change does to the element of a link.
func effectOn(link Link) Effect {
	switch {
	case link.Kind == Hyperlink && (link.Attr == "href" || link.Attr == "xlink:href"):
		return HyperlinkReresolved
	case link.Kind == Citation:
		return CiteReresolved
	}
	return NotDirectly
}

// compare returns the elements of the subtree of root with what their references were in old and are now.
func (d *Document) compare(old map[*html.Node][]Affected, root *html.Node) []Affected {
	now := d.references(root)
	var affected []Affected
	for n := root; n != nil; n = d.nextIn(n, root) {
		if n.Type != html.ElementNode {
			continue
		}
		was, is := old[n], now[n]
		if len(is) == 0 {
			affected = append(affected, Affected{Node: n})
		}
		for _, a := range is {
			a.Old, a.New = resolve.URL{}, a.Old
			for len(was) > 0 && was[0].Attr != a.Attr { // of an attribute that was removed
				was = was[1:]
			}
			if len(was) > 0 {
				a.Old, was = was[0].Old, was[1:]
			}
			affected = append(affected, a)
		}
	}
	return affected
}

// indexOf returns where the attribute with that name, as Link.Attr gives it, is among those of n, or -1.
func indexOf(n *html.Node, name string) int {
	for i := range n.Attr {
		if isNamed(&n.Attr[i], name) {
			return i
		}
	}
	return -1
}

// newAttribute makes an attribute. Of the names with a colon the parser gives a namespace to some in SVG and MathML.
func newAttribute(n *html.Node, name, value string) html.Attribute {
	if name == "xlink:href" && n.Namespace != "" {
		return html.Attribute{Namespace: "xlink", Key: "href", Val: value}
	}
	return html.Attribute{Key: name, Val: value}
}

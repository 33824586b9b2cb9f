package document

import (
	"fmt"

	"golang.org/x/net/html"

	"htmlurl/resolve"
)

// BaseSource says which rule gave a document base URL.
type BaseSource string

const (
	BaseElement   BaseSource = "base element"       // the first base element with an href attribute
	Address       BaseSource = "document's address" // the fallback base URL of most documents
	ContainerBase BaseSource = "container's base"   // the fallback base URL of srcdoc documents
	CreatorBase   BaseSource = "creator's base"     // the fallback base URL of about:blank documents
	NoAddress     BaseSource = "no address given"   // there is no fallback base URL
)

// Why tells why the document base URL is what it is.
type Why struct {
	// Source is the rule that gave the document base URL.
	Source BaseSource
	// Fallback is the rule that gave the fallback base URL.
	Fallback BaseSource
	// Element is the first base element with an href attribute, or nil. It gave the URL unless Err is set.
	Element *html.Node
	// Err is why Element's href did not resolve, or nil.
	Err error
}

func (w Why) String() string {
	if w.Element == nil {
		return string(w.Source)
	}
	href, _ := attribute(w.Element, "", "href")
	if w.Err != nil {
		return fmt.Sprintf("%s, as <base href=%q> does not resolve: %v", w.Source, href, w.Err)
	}
	return fmt.Sprintf("%s <base href=%q>", w.Source, href)
}

// Base returns the document base URL, or the zero URL if a document without an address has no usable base element.
//
// Spec: W3C HTML5 2.6.3 (2012), document base URL
func (d *Document) Base() resolve.URL { return d.base }

// Fallback returns the fallback base URL.
//
// Spec: W3C HTML5 2.6.3 (2012), fallback base URL
func (d *Document) Fallback() resolve.URL { return d.fallback }

// Why tells why Base is what it is.
func (d *Document) Why() Why { return d.why }

// computeBase computes fallback and document base URL.
func (d *Document) computeBase() {
	d.fallback, d.why.Fallback = d.fallbackBase()
	d.base, d.why.Source = d.fallback, d.why.Fallback
	d.why.Element = d.scan()
	if d.why.Element == nil {
		return
	}
	href, _ := attribute(d.why.Element, "", "href")
	base, err := d.resolver.Resolve(d.fallback, href)
	if err != nil {
		d.why.Err = err
		return
	}
	d.base, d.why.Source = base, BaseElement
}

// fallbackBase runs the steps of the fallback base URL.
//
// Spec: W3C HTML5 2.6.3 (2012), fallback base URL
func (d *Document) fallbackBase() (resolve.URL, BaseSource) {
	switch {
	case d.options.Container != nil:
		return d.options.Container.base, ContainerBase
	case d.address.String() == aboutBlank && d.options.Creator != nil:
		return d.options.Creator.base, CreatorBase
	case d.address.IsZero():
		return resolve.URL{}, NoAddress
	}
	return d.address, Address
}

// scan finds the first base element with an href attribute, and out whether any element has an xml:base.
func (d *Document) scan() (base *html.Node) {
	for n := d.root; n != nil; n = following(n, d.root) {
		if n.Type != html.ElementNode {
			continue
		}
		for i := range n.Attr {
			d.hasXMLBase = d.hasXMLBase || n.Attr[i].Key == xmlBase
		}
		if base == nil && isHTML(n, "base") && !inTemplate(n) {
			if _, ok := attribute(n, "", "href"); ok {
				base = n
			}
		}
	}
	return base
}

// xmlBase is the attribute of XML Base. The HTML parser gives it no namespace, anywhere.
const xmlBase = "xml:base"

// BaseOf returns the base URL of an element: the document base URL, or what the xml:base attributes of the element and
// its ancestors make of it.
//
// Spec: W3C HTML5 2.6.4 step 4 (2012); XML Base, second edition, section 4
func (d *Document) BaseOf(n *html.Node) resolve.URL {
	var memo baseMemo
	return d.baseOf(n, &memo)
}

// baseMemo remembers the base URL of the last element with an xml:base attribute.
type baseMemo struct {
	holder *html.Node
	base   resolve.URL
}

// baseOf is BaseOf for elements that come one after the other in tree order: the next chain of xml:base attributes
// mostly continues the last one.
func (d *Document) baseOf(n *html.Node, memo *baseMemo) resolve.URL {
	if !d.hasXMLBase {
		return d.base
	}
	var values []string
	base, holder := d.base, (*html.Node)(nil)
	for ; n != nil; n = n.Parent {
		value, ok := attribute(n, "", xmlBase)
		if !ok {
			continue
		}
		if n == memo.holder {
			base = memo.base
			break
		}
		values = append(values, value)
		if holder == nil {
			holder = n
		}
	}
	for i := len(values) - 1; i >= 0; i-- {
		base = resolve.XMLBase(base, values[i])
	}
	if holder != nil {
		*memo = baseMemo{holder, base}
	}
	return base
}

package xmltree

import (
	"encoding/xml"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// element makes the node of a start tag.
func (p *parser) element(e xml.StartElement, tag Span) (*html.Node, error) {
	if err := p.normalizeValues(e.Attr, tag); err != nil {
		return nil, err
	}
	if err := p.declareNamespaces(e.Attr, tag); err != nil {
		return nil, err
	}
	space, ok := p.names.ofElement(e.Name)
	if !ok {
		return nil, p.failName(tag, e.Name)
	}
	n := &html.Node{Type: html.ElementNode, Data: e.Name.Local, Namespace: space.element}
	if space.isKnownToHTML {
		n.DataAtom = atom.Lookup([]byte(n.Data))
	}
	return n, p.setAttributes(n, e.Attr, tag)
}

// normalizeValues reads the values of attributes again where the decoder does not normalise them: it leaves white
// space as it is, and takes a reference to a surrogate for one to U+FFFD. The decoder does not ask for space between
// attributes either.
//
// Spec: https://www.w3.org/TR/2008/REC-xml-20081126/#AVNormalize
func (p *parser) normalizeValues(attributes []xml.Attr, tag Span) error {
	s := scanTag(p.page, tag)
	for i := range attributes {
		_, value, ok := s.attribute()
		if !ok {
			return p.fail(s.at, "no space before the attribute %s", written(attributes[i].Name))
		}
		if !isSpecial(p.page[value.Start:value.End]) {
			continue
		}
		text, _, ok := p.tree.spelling().read(p.page, value)
		if !ok {
			return p.fail(value.Start, "a reference to what is no character")
		}
		attributes[i].Value = text
	}
	return nil
}

// declareNamespaces takes the namespace declarations of a start tag.
func (p *parser) declareNamespaces(attributes []xml.Attr, tag Span) error {
	for i := range attributes {
		a := &attributes[i]
		if prefix, ok := declaredPrefix(a.Name); ok && !p.names.declare(prefix, a.Value) {
			return p.fail(tag.Start, "%s=%.200q, which no namespace declaration may be", written(a.Name), a.Value)
		}
	}
	return nil
}

// setAttributes gives an element its attributes. No two have the same local name in the same namespace.
//
// Spec: https://www.w3.org/TR/2009/REC-xml-names-20091208/#uniqAttrs
func (p *parser) setAttributes(n *html.Node, attributes []xml.Attr, tag Span) error {
	if len(attributes) == 0 {
		return nil
	}
	n.Attr = make([]html.Attribute, len(attributes))
	p.unique.reset(len(attributes))
	for i, a := range attributes {
		space, key, ok := p.names.ofAttribute(a.Name)
		if !ok {
			return p.failName(tag, a.Name)
		}
		if !p.unique.add(expandedName{space, key}) {
			return p.fail(tag.Start, "two attributes %s in one tag", written(a.Name))
		}
		n.Attr[i] = html.Attribute{Namespace: space.attribute, Key: key, Val: a.Value}
	}
	return nil
}

// failName is the error for a name that is none in namespaces: its prefix is not declared, or a colon is out of place.
func (p *parser) failName(tag Span, name xml.Name) error {
	return p.fail(tag.Start, "the name %s has an undeclared prefix or a colon in a wrong place", written(name))
}

// expandedName is a name with its namespace, which is compared by address.
type expandedName struct {
	space *namespace
	key   string
}

// uniqueNames finds a name that comes twice: in a short list by comparing it with each, in a long one with a map.
type uniqueNames struct {
	short []expandedName
	long  map[expandedName]bool
}

// maxShort is a number of names that are faster compared than hashed.
const maxShort = 8

// reset begins a list of n names.
func (u *uniqueNames) reset(n int) {
	u.short, u.long = u.short[:0], nil
	if n > maxShort {
		u.long = make(map[expandedName]bool, n)
	}
}

// add reports whether the name is new.
func (u *uniqueNames) add(name expandedName) bool {
	if u.long != nil {
		known := u.long[name]
		u.long[name] = true
		return !known
	}
	for _, other := range u.short {
		if other == name {
			return false
		}
	}
	u.short = append(u.short, name)
	return true
}

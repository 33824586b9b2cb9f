package xmltree

import (
	"encoding/xml"
	"strings"
	"unicode"
	"unicode/utf8"
)

// namespace is what the tree calls a namespace. There is one for each name, so that namespaces with long names are
// compared in no time.
type namespace struct {
	element       string // in Node.Namespace
	attribute     string // in Attribute.Namespace
	isKnownToHTML bool   // its elements have a DataAtom
}

// The names of namespaces.
const (
	xhtmlName  = "http://www.w3.org/1999/xhtml"
	svgName    = "http://www.w3.org/2000/svg"
	mathMLName = "http://www.w3.org/1998/Math/MathML"
	xlinkName  = "http://www.w3.org/1999/xlink"
	xmlName    = "http://www.w3.org/XML/1998/namespace"
	xmlnsName  = "http://www.w3.org/2000/xmlns/"
)

// noNamespace is that of names without prefix, unless a default namespace is declared.
var noNamespace = &namespace{element: "none"}

// wellKnown are the namespaces with a name of their own in the tree.
var wellKnown = map[string]*namespace{
	"":         noNamespace,
	xmlName:    {element: xmlName},
	xhtmlName:  {element: "", attribute: xhtmlName, isKnownToHTML: true},
	svgName:    {element: "svg", attribute: svgName, isKnownToHTML: true},
	mathMLName: {element: "math", attribute: mathMLName, isKnownToHTML: true},
	xlinkName:  {element: xlinkName, attribute: "xlink"},

	"svg":   {element: "./svg", attribute: "./svg"},
	"math":  {element: "./math", attribute: "./math"},
	"none":  {element: "./none", attribute: "./none"},
	"xlink": {element: "./xlink", attribute: "./xlink"},
}

// namespaces are the declarations in scope.
type namespaces struct {
	bound    map[string]*namespace // by prefix; "" is the default
	shadowed []binding             // what the open elements changed
	others   map[string]*namespace // by name, beside the well-known ones
}

type binding struct {
	prefix string
	space  *namespace // nil: none
}

func newNamespaces() namespaces {
	return namespaces{
		bound:  map[string]*namespace{"": noNamespace, "xml": wellKnown[xmlName]},
		others: map[string]*namespace{},
	}
}

// mark returns a state to reset to.
func (names *namespaces) mark() int { return len(names.shadowed) }

// reset forgets the declarations since mark.
func (names *namespaces) reset(mark int) {
	for len(names.shadowed) > mark {
		last := names.shadowed[len(names.shadowed)-1]
		names.shadowed = names.shadowed[:len(names.shadowed)-1]
		if last.space == nil {
			delete(names.bound, last.prefix)
		} else {
			names.bound[last.prefix] = last.space
		}
	}
}

// declaredPrefix returns the prefix that an attribute of that name declares, "" for the default namespace.
func declaredPrefix(name xml.Name) (prefix string, ok bool) {
	if name.Space == "xmlns" {
		return name.Local, true
	}
	return "", name.Space == "" && name.Local == "xmlns"
}

// declare binds a prefix, and reports whether that may be.
//
// Spec: https://www.w3.org/TR/2009/REC-xml-names-20091208/#ns-decl
func (names *namespaces) declare(prefix, name string) bool {
	switch {
	case prefix == "xmlns" || name == xmlnsName:
		return false
	case (prefix == "xml") != (name == xmlName):
		return false
	case prefix != "" && (name == "" || !isLocalName(prefix)):
		return false
	}
	names.shadowed = append(names.shadowed, binding{prefix, names.bound[prefix]})
	names.bound[prefix] = names.named(name)
	return true
}

// named returns the namespace of that name.
func (names *namespaces) named(name string) *namespace {
	if space, ok := wellKnown[name]; ok {
		return space
	}
	space, ok := names.others[name]
	if !ok {
		space = &namespace{element: name, attribute: name}
		names.others[name] = space
	}
	return space
}

// ofElement returns the namespace of an element.
func (names *namespaces) ofElement(name xml.Name) (*namespace, bool) {
	space, ok := names.bound[name.Space]
	return space, ok && isLocalName(name.Local)
}

// ofAttribute returns the namespace of an attribute and its key in the tree.
func (names *namespaces) ofAttribute(name xml.Name) (space *namespace, key string, ok bool) {
	ok = isLocalName(name.Local)
	switch name.Space {
	case "":
		return noNamespace, name.Local, ok
	case "xml", "xmlns":
		return noNamespace, written(name), ok
	}
	space, declared := names.bound[name.Space]
	return space, name.Local, ok && declared
}

// isLocalName reports whether a part of a name of the decoder is a name without colon. It has only characters of names,
// and the first is one that a name can begin with if the part is the first.
//
// Spec: https://www.w3.org/TR/2009/REC-xml-names-20091208/#NT-NCName
func isLocalName(name string) bool {
	first, _ := utf8.DecodeRuneInString(name)
	return !unicode.In(first, unicode.Nd, unicode.M) && first != '-' && first != '.' && strings.IndexByte(name, ':') < 0
}

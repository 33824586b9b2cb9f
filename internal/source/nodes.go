package source

import (
	"bytes"
	"cmp"
	"slices"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"htmlurl/internal/arena"
)

// nodes makes nodes. It takes memory for many at a time, so that a node that is in use keeps others.
type nodes struct {
	nodes      []html.Node
	attributes []html.Attribute
	text       arena.Arena
	many       int // the nodes that memory was taken for the last time
	buf        []byte
}

// The amounts of memory that nodes takes at a time.
const (
	fewNodes  = 8
	manyNodes = 256
	perNode   = 4 // attributes
)

// new returns a node.
func (m *nodes) new() *html.Node {
	if len(m.nodes) == 0 {
		m.many = min(max(2*m.many, fewNodes), manyNodes)
		m.nodes = make([]html.Node, m.many)
	}
	n := &m.nodes[0]
	m.nodes = m.nodes[1:]
	n.Type = html.ElementNode
	return n
}

// attrs returns room for attributes.
func (m *nodes) attrs(n int) []html.Attribute {
	if len(m.attributes) < n {
		m.attributes = make([]html.Attribute, max(n, perNode*m.many))
	}
	attrs := m.attributes[:n:n]
	m.attributes = m.attributes[n:]
	return attrs
}

// name returns a name in lower case, and its atom.
func (m *nodes) name(raw []byte) (string, atom.Atom) {
	m.buf = m.buf[:0]
	for _, c := range raw {
		m.buf = append(m.buf, toLower(c))
	}
	if bytes.IndexByte(m.buf, 0) >= 0 {
		m.buf = bytes.ReplaceAll(m.buf, nul, replacement)
	}
	if a := atom.Lookup(m.buf); a != 0 {
		return a.String(), a
	}
	return m.text.String(m.buf), 0
}

// NewNode returns a node for an element, without contents: the one that the parser makes. Only that of the tag has attributes.
func (s *Scanner) NewNode(e *Element) *html.Node {
	n := s.nodes.new()
	n.Data, n.DataAtom = e.kind.name, e.kind.atom
	if e.kind == other {
		n.Data, n.DataAtom = s.nodes.name(e.name)
	}
	if e == s.builder.newest {
		n.Attr = s.Attributes()
	}
	switch e.namespace {
	case inSVG:
		n.Namespace = "svg"
		adjustAttributes(n.Attr, svgAttributes)
		if name, ok := svgNames[n.Data]; ok && !e.isRoot {
			n.Data, n.DataAtom = name, atom.Lookup([]byte(name))
		}
	case inMathML:
		n.Namespace = "math"
		adjustAttributes(n.Attr, mathMLAttributes)
	default:
		if e.kind.end == endFormatting && len(n.Attr) > 1 {
			slices.SortFunc(n.Attr, compareAttributes)
		}
	}
	return n
}

// Attributes returns the attributes of the tag as the parser makes them in HTML.
func (s *Scanner) Attributes() []html.Attribute {
	attrs := s.nodes.attrs(len(s.tag.Attrs))
	for i, a := range s.tag.Attrs {
		attrs[i].Key, _ = s.nodes.name(s.page[a.Name.Start:a.Name.End])
		attrs[i].Val = s.value(a.Value)
	}
	return attrs
}

// value returns the value of an attribute.
func (s *Scanner) value(v Span) string {
	raw := s.page[v.Start:v.End]
	if plain(raw) < len(raw) {
		s.nodes.buf = AppendValue(s.nodes.buf[:0], raw, true)
		raw = s.nodes.buf
	}
	return s.nodes.text.String(raw)
}

func compareAttributes(a, b html.Attribute) int {
	return cmp.Or(cmp.Compare(a.Key, b.Key), cmp.Compare(a.Val, b.Val))
}

// adjustAttributes gives the attributes of an element of SVG or MathML the case and the namespace that they have there.
//
// Spec: https://html.spec.whatwg.org/multipage/parsing.html#adjust-foreign-attributes
func adjustAttributes(attrs []html.Attribute, names map[string]string) {
	for i := range attrs {
		a := &attrs[i]
		if name, ok := names[a.Key]; ok {
			a.Key = name
		}
		switch a.Key {
		case "xlink:actuate", "xlink:arcrole", "xlink:href", "xlink:role", "xlink:show", "xlink:title", "xlink:type",
			"xml:lang", "xml:space", "xmlns:xlink":
			a.Namespace, a.Key, _ = strings.Cut(a.Key, ":")
		}
	}
}

// byLowerCase returns names by what they are in lower case.
func byLowerCase(names string) map[string]string {
	m := map[string]string{}
	for name := range strings.FieldsSeq(names) {
		m[strings.ToLower(name)] = name
	}
	return m
}

// The names of SVG and MathML that are not in lower case, of elements and attributes.
//
// Spec: https://html.spec.whatwg.org/multipage/parsing.html#adjust-svg-attributes
var (
	svgNames = byLowerCase(`altGlyph altGlyphDef altGlyphItem animateColor animateMotion animateTransform clipPath feBlend
		feColorMatrix feComponentTransfer feComposite feConvolveMatrix feDiffuseLighting feDisplacementMap feDistantLight
		feFlood feFuncA feFuncB feFuncG feFuncR feGaussianBlur feImage feMerge feMergeNode feMorphology feOffset
		fePointLight feSpecularLighting feSpotLight feTile feTurbulence foreignObject glyphRef linearGradient
		radialGradient textPath`)
	svgAttributes = byLowerCase(`attributeName attributeType baseFrequency baseProfile calcMode clipPathUnits
		diffuseConstant edgeMode filterUnits glyphRef gradientTransform gradientUnits kernelMatrix kernelUnitLength
		keyPoints keySplines keyTimes lengthAdjust limitingConeAngle markerHeight markerUnits markerWidth
		maskContentUnits maskUnits numOctaves pathLength patternContentUnits patternTransform patternUnits pointsAtX
		pointsAtY pointsAtZ preserveAlpha preserveAspectRatio primitiveUnits refX refY repeatCount repeatDur
		requiredExtensions requiredFeatures specularConstant specularExponent spreadMethod startOffset stdDeviation
		stitchTiles surfaceScale systemLanguage tableValues targetX targetY textLength viewBox viewTarget
		xChannelSelector yChannelSelector zoomAndPan`)
	mathMLAttributes = byLowerCase("definitionURL")
)

package source

import (
	"bytes"
	"slices"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"htmlurl/internal/arena"
)

// nodes makes nodes. It takes memory for many at a time, so that a node that is in use keeps others.
type nodes struct {
	nodes      slab[html.Node]
	attributes slab[html.Attribute]
	text       arena.Arena
	names      [256]knownName
	buf        []byte
}

// slab is memory for many values.
type slab[T any] struct {
	chunks [][]T // that reuse makes free again; what is taken beyond them is let go
	chunk  int   // how many of them have been in use
	free   []T   // the rest of the chunk in use
}

// The lengths of chunks. Each is twice as long as the one before, up to the last.
const (
	firstChunk = 16
	lastChunk  = 1 << 10
)

// maxChunks is how many chunks are used again.
const maxChunks = 16

// take returns room for n values, which may have been used before.
func (m *slab[T]) take(n int) []T {
	for len(m.free) < n && m.chunk < len(m.chunks) {
		m.free = m.chunks[m.chunk]
		m.chunk++
	}
	if len(m.free) < n {
		m.begin(n)
	}
	values := m.free[:n:n]
	m.free = m.free[n:]
	return values
}

// begin begins a chunk with room for n values. More than a chunk has are on their own.
func (m *slab[T]) begin(n int) {
	size := min(firstChunk<<len(m.chunks), lastChunk)
	m.free = make([]T, max(n, size))
	if len(m.chunks) < maxChunks && n <= lastChunk {
		m.chunks = append(m.chunks, m.free)
		m.chunk++
	}
}

// reuse makes the memory that is kept free again.
func (m *slab[T]) reuse() { m.chunk, m.free = 0, nil }

// reuse makes the memory of all nodes free again.
func (m *nodes) reuse() {
	m.nodes.reuse()
	m.attributes.reuse()
}

// new returns a node.
func (m *nodes) new() *html.Node {
	n := &m.nodes.take(1)[0]
	*n = html.Node{Type: html.ElementNode}
	return n
}

// knownName is a name that was met, as it was written: in lower case.
type knownName struct {
	word word
	name string
}

// name returns a name in lower case.
func (m *nodes) name(raw []byte, w word) string {
	known := &m.names[w.hash(8)]
	if w == 0 {
		known = &m.names[hashName(raw)%len(m.names)]
	}
	if known.word == w && (w != 0 || known.name == string(raw)) {
		return known.name
	}
	m.buf = appendName(m.buf[:0], raw)
	name := atom.Lookup(m.buf).String()
	if name == "" {
		name = m.text.String(m.buf)
	}
	const short = 32
	if known.name == "" && string(raw) == name && len(name) <= short {
		*known = knownName{w, strings.Clone(name)}
	}
	return name
}

// NewNode returns a node for an element, without contents: the one that the parser makes. Only that of the tag has attributes.
func (s *Scanner) NewNode(e *Element) *html.Node {
	n := s.nodes.new()
	n.Data, n.DataAtom = e.kind.name, e.kind.atom
	if e.kind == other {
		n.Data = s.nodes.name(e.name, wordOf(e.name))
		n.DataAtom = atom.Lookup(e.name)
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
		if e.kind.end == endFormatting {
			sortAttributes(n.Attr)
		}
	}
	return n
}

// Attributes returns the attributes of the tag as the parser makes them in HTML. Values that are as they are written share
// a copy of a part of the tag.
func (s *Scanner) Attributes() []html.Attribute {
	n := len(s.tag.Attrs)
	if n == 0 {
		return nil
	}
	m, start := &s.nodes, s.tag.Attrs[0].Value.Start
	raw := s.page[start:s.tag.Attrs[n-1].Value.End]
	text, isPlain := m.text.String(raw), isPlain(raw)
	attrs := m.attributes.take(n)
	for i := range attrs {
		a := &s.tag.Attrs[i]
		value := text[a.Value.Start-start : a.Value.End-start]
		if !isPlain && plain(s.page[a.Value.Start:a.Value.End]) < len(value) {
			m.buf = AppendValue(m.buf[:0], s.page[a.Value.Start:a.Value.End], true)
			value = m.text.String(m.buf)
		}
		attrs[i] = html.Attribute{Key: m.name(s.page[a.Name.Start:a.Name.End], a.word), Val: value}
	}
	return attrs
}

// isPlain tells whether all bytes stand for themselves.
func isPlain(raw []byte) bool {
	return bytes.IndexByte(raw, '&') < 0 && bytes.IndexByte(raw, '\r') < 0 && bytes.IndexByte(raw, 0) < 0
}

// sortAttributes sorts attributes as the parser does those of formatting elements.
func sortAttributes(attrs []html.Attribute) {
	const short = 16
	if len(attrs) > short {
		slices.SortFunc(attrs, func(a, b html.Attribute) int { return compareAttributes(&a, &b) })
		return
	}
	for i := range attrs {
		for j := i; j > 0 && compareAttributes(&attrs[j], &attrs[j-1]) < 0; j-- {
			attrs[j], attrs[j-1] = attrs[j-1], attrs[j]
		}
	}
}

func compareAttributes(a, b *html.Attribute) int {
	if a.Key[0] != b.Key[0] {
		return int(a.Key[0]) - int(b.Key[0])
	}
	if a.Key != b.Key {
		return strings.Compare(a.Key, b.Key)
	}
	return strings.Compare(a.Val, b.Val)
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

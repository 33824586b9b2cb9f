package source

import (
	"bytes"
	"strings"

	"golang.org/x/net/html/atom"
)

// namespace is the one of an element.
type namespace uint8

const (
	inHTML namespace = iota
	inSVG
	inMathML
)

// integration says what an element of SVG or MathML can have in it.
//
// Spec: https://html.spec.whatwg.org/multipage/parsing.html#html-integration-point
type integration uint8

const (
	foreignOnly   integration = iota
	htmlAndText               // foreignObject, desc and title of SVG; some annotation-xml
	textElement               // mi, mo, mn, ms and mtext
	annotationXML             // with another encoding: svg is HTML's
)

// integrationPoint returns what can be in the element of SVG or MathML that the tag opens.
func (b *builder) integrationPoint(t *token, in namespace) integration {
	switch {
	case in == inSVG && t.kind.class.is(specialSVG):
		return htmlAndText
	case in == inSVG || !t.kind.class.is(specialMathML):
		return foreignOnly
	case t.kind.atom != atom.AnnotationXml:
		return textElement
	case b.isEncodingHTML(t):
		return htmlAndText
	}
	return annotationXML
}

// isEncodingHTML tells whether the encoding attribute of annotation-xml says HTML.
func (b *builder) isEncodingHTML(t *token) bool {
	value := string(b.attribute(t, "encoding"))
	return strings.EqualFold(value, "text/html") || strings.EqualFold(value, "application/xhtml+xml")
}

// attribute returns the value of an attribute, or nil.
func (b *builder) attribute(t *token, name string) []byte {
	if t.tag == nil {
		return nil
	}
	for _, a := range t.tag.Attrs {
		if EqualFold(b.page[a.Name.Start:a.Name.End], name) {
			b.buf = AppendValue(b.buf[:0], b.page[a.Value.Start:a.Value.End], true)
			return b.buf
		}
	}
	return nil
}

// isHidden tells whether the type of an input is hidden.
func (b *builder) isHidden(t *token) bool {
	return strings.EqualFold(string(b.attribute(t, "type")), "hidden")
}

// isForeignStart tells whether a start tag is read by the rules for foreign content.
//
// Spec: https://html.spec.whatwg.org/multipage/parsing.html#tree-construction-dispatcher
func (b *builder) isForeignStart(t *token) bool {
	e := b.current()
	if e == nil || e.namespace == inHTML {
		return false
	}
	switch e.integration {
	case htmlAndText:
		return false
	case textElement:
		return t.kind.atom == atom.Mglyph || t.kind.atom == atom.Malignmark
	case annotationXML:
		return t.kind.atom != atom.Svg
	}
	return true
}

// startForeign takes a start tag in SVG or MathML.
//
// Spec: https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-inforeign
func (b *builder) startForeign(t *token) bool {
	if !b.breaksOut(t) {
		b.openForeign(t, b.current().namespace)
		return true
	}
	n := len(b.open)
	for n > 0 && b.open[n-1].namespace != inHTML &&
		b.open[n-1].integration != htmlAndText && b.open[n-1].integration != textElement {
		n--
	}
	b.popTo(n)
	return b.startInMode(t)
}

// breaksOut tells whether the tag ends foreign content.
func (b *builder) breaksOut(t *token) bool {
	if t.kind.atom == atom.Font && t.tag != nil {
		for _, a := range t.tag.Attrs {
			name := b.page[a.Name.Start:a.Name.End]
			if EqualFold(name, "color") || EqualFold(name, "face") || EqualFold(name, "size") {
				return true
			}
		}
	}
	return t.kind.class.is(breakout)
}

// startForeignRoot takes the start tag of svg or math in HTML.
func (b *builder) startForeignRoot(t *token) {
	b.reconstruct()
	in := inSVG
	if t.kind.start == startMath {
		in = inMathML
	}
	b.openForeign(t, in)
	b.newest.isRoot = true
}

// openForeign opens an element of SVG or MathML.
func (b *builder) openForeign(t *token, in namespace) {
	e := b.newElement()
	e.kind, e.namespace = t.kind, in
	e.name = append(e.name, b.lower(t)...)
	e.integration = b.integrationPoint(t, in)
	b.place(e)
	b.newest = e
	if t.selfClosing {
		b.pop()
	}
}

// closeForeign closes the innermost of the elements of SVG or MathML around that has the name of an end tag, in any case,
// and reports whether there is one. It does not look behind an element of HTML.
func (b *builder) closeForeign(t *token) bool {
	name := b.lower(t)
	for i := len(b.open) - 1; i >= 0 && b.open[i].namespace != inHTML; i-- {
		if bytes.EqualFold(b.open[i].name, name) {
			b.popTo(i)
			return true
		}
	}
	return false
}

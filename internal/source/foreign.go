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
func (b *builder) integrationPoint(tag *Tag, name atom.Atom, in namespace) integration {
	switch name {
	case atom.Foreignobject, atom.Desc, atom.Title:
		if in == inSVG {
			return htmlAndText
		}
	case atom.Mi, atom.Mo, atom.Mn, atom.Ms, atom.Mtext:
		if in == inMathML {
			return textElement
		}
	case atom.AnnotationXml:
		if in == inMathML && b.isEncodingHTML(tag) {
			return htmlAndText
		}
		if in == inMathML {
			return annotationXML
		}
	}
	return foreignOnly
}

// isEncodingHTML tells whether the encoding attribute of annotation-xml says HTML.
func (b *builder) isEncodingHTML(tag *Tag) bool {
	for _, a := range tag.Attrs {
		if equalFold(b.bytes(a.Name), "encoding") {
			value := string(AppendValue(nil, b.bytes(a.Value), true))
			return strings.EqualFold(value, "text/html") || strings.EqualFold(value, "application/xhtml+xml")
		}
	}
	return false
}

// isForeign tells whether the start tag of an element is for the rules of foreign content.
//
// Spec: https://html.spec.whatwg.org/multipage/parsing.html#tree-construction-dispatcher
func (b *builder) isForeign(name atom.Atom) bool {
	if !b.allowsCDATA() {
		return false
	}
	switch b.open[len(b.open)-1].integration {
	case htmlAndText:
		return false
	case textElement:
		return name == atom.Mglyph || name == atom.Malignmark
	case annotationXML:
		return name != atom.Svg
	}
	return true
}

// allowsCDATA tells whether the current element is one of SVG or MathML.
func (b *builder) allowsCDATA() bool {
	return len(b.open) > 0 && b.open[len(b.open)-1].namespace != inHTML
}

// breaksOut tells whether the tag ends foreign content.
func (b *builder) breaksOut(tag *Tag, name atom.Atom) bool {
	if name == atom.Font {
		for _, a := range tag.Attrs {
			attr := b.bytes(a.Name)
			if equalFold(attr, "color") || equalFold(attr, "face") || equalFold(attr, "size") {
				return true
			}
		}
	}
	return classes[name].is(breakout)
}

// breakOut closes the elements of SVG and MathML up to one of HTML or one with HTML in it.
func (b *builder) breakOut() {
	n := len(b.open)
	for n > 0 && b.open[n-1].namespace != inHTML &&
		b.open[n-1].integration != htmlAndText && b.open[n-1].integration != textElement {
		n--
	}
	b.open = b.open[:n]
}

// openForeign opens an element of SVG or MathML.
func (b *builder) openForeign(tag *Tag, name atom.Atom, in namespace, selfClosing bool) {
	tag.Before = b.placeOf(tag, name)
	if selfClosing {
		return
	}
	e := element{name: name, class: classes[name] & impliable, namespace: in, span: tag.Name, before: tag.Before}
	if e.integration = b.integrationPoint(tag, name, in); e.integration != foreignOnly {
		e.class |= special | endsScope
	}
	b.push(e)
}

// closeForeign closes the innermost of the elements of SVG or MathML around that has the name, in any case, and reports
// whether there is one. It does not look behind an element of HTML.
//
// Spec: https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-inforeign
func (b *builder) closeForeign(name Span) bool {
	for i := len(b.open) - 1; i >= 0 && b.open[i].namespace != inHTML; i-- {
		if bytes.EqualFold(b.bytes(b.open[i].span), b.bytes(name)) {
			b.open = b.open[:i]
			return true
		}
	}
	return false
}

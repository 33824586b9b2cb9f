package source

import (
	"slices"

	"golang.org/x/net/html/atom"
)

// builder keeps the stack of open elements as the parser of x/net/html does, as far as that tells what is SVG and
// MathML, and what is moved out of tables. It leaves out html, head and body, the formatting elements that the parser opens again, and that a noscript
// element in the head ends before what a head cannot have.
//
// Spec: https://html.spec.whatwg.org/multipage/parsing.html#tree-construction
type builder struct {
	page       []byte
	open       []element
	form       bool // a form element is open
	framesetOK bool // a frameset can follow
	templates  bool // there was a template
	stopped    bool // the rest of HTML is ignored
}

// element is an open element.
type element struct {
	name        atom.Atom // 0 if lookup does not know it
	class       class
	namespace   namespace
	integration integration
	contents    atom.Atom // of a template: what its start tags are taken for
	span        Span      // the name in the page
	before      int       // as of Tag
}

// maxOpen is the number of open elements that x/net/html allows.
const maxOpen = 512

// push opens an element. Beyond what the parser allows, where it gives up, all others are forgotten.
func (b *builder) push(e element) {
	if len(b.open) == maxOpen {
		b.open = b.open[:0]
	}
	b.open = append(b.open, e)
}

func (b *builder) bytes(s Span) []byte { return b.page[s.Start:s.End] }

// text takes a part of the text. Other than white space it keeps a frameset from replacing the body.
func (b *builder) text(s Span) {
	if !b.framesetOK {
		return
	}
	for _, c := range b.bytes(s) {
		if classOf[c]&space == 0 && c != 0 {
			b.framesetOK = false
			return
		}
	}
}

// outcome is what becomes of a start tag.
type outcome uint8

const (
	ignored   outcome = iota
	asHTML            // perhaps ignored, too, by the rules of the body
	asForeign         // an element of SVG or MathML
)

// start takes a start tag.
func (b *builder) start(tag *Tag, name atom.Atom, selfClosing bool) outcome {
	if b.isForeign(name) {
		if !b.breaksOut(tag, name) {
			b.openForeign(tag, name, b.open[len(b.open)-1].namespace, selfClosing)
			return asForeign
		}
		b.breakOut()
	}
	if b.stopped {
		return ignored
	}
	e := element{name: name, class: classes[name], span: tag.Name}
	if e.class.is(noFrameset) {
		b.framesetOK = false
	}
	if !b.startInTemplate(name) {
		tag.Ignored = true
		return ignored
	}
	b.endColgroup(name)
	switch {
	case name == atom.Svg:
		b.openForeign(tag, name, inSVG, selfClosing)
		return asForeign
	case name == atom.Math:
		b.openForeign(tag, name, inMathML, selfClosing)
		return asForeign
	case e.class.is(tablePart):
		b.startTablePart(tag, e)
	default:
		b.startInBody(tag, e)
	}
	return asHTML
}

// startInBody takes a start tag of HTML.
//
// Spec: https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-inbody
func (b *builder) startInBody(tag *Tag, e element) {
	switch e.name {
	case atom.Frameset:
		if b.framesetOK {
			b.open, b.stopped = b.open[:0], true
		}
		return
	case atom.Template:
		b.startTemplate(tag, e)
		return
	case atom.Form:
		if !b.startForm(tag) {
			return
		}
	case atom.Li:
		b.closeItem(atom.Li, atom.Li)
	case atom.Dd, atom.Dt:
		b.closeItem(atom.Dd, atom.Dt)
	case atom.A, atom.Nobr:
		b.endFormatting(e.name)
	case atom.Button, atom.Input, atom.Select:
		if e.name == atom.Input && b.isBetweenCells() && b.isHidden(tag) {
			break
		}
		if b.closeControl(e.name) && e.name == atom.Select {
			tag.Ignored = true
			return
		}
	case atom.Option, atom.Optgroup, atom.Hr:
		b.startOption(e.name)
	case atom.Rb, atom.Rtc, atom.Rp, atom.Rt:
		b.startRuby(e.name)
	}
	if e.class.is(closesP) {
		b.closeTo(b.find(buttonScope, atom.P))
	}
	if n := len(b.open); e.class.is(heading) && n > 0 && b.open[n-1].class.is(heading) {
		b.open = b.open[:n-1]
	}
	b.insert(tag, e)
}

// insert puts the element of a tag into the current one, or in front of a table, and opens it if anything can be in it.
func (b *builder) insert(tag *Tag, e element) {
	tag.Before = b.placeOf(tag, e.name)
	if !e.class.is(void) {
		e.before = tag.Before
		b.push(e)
	}
}

// startForm reports whether a form element is opened: there is one at a time, and it closes at once in a table.
func (b *builder) startForm(tag *Tag) bool {
	inTemplate, inTable := b.hasTemplate(), b.isBetweenCells()
	if b.form && !inTemplate || inTemplate && inTable {
		tag.Ignored = true
		return false
	}
	b.form = b.form || !inTemplate
	tag.Before = b.before()
	return !inTable
}

// closeItem closes the innermost element of one of the names, unless a special element is in it.
func (b *builder) closeItem(one, other atom.Atom) {
	for i := len(b.open) - 1; i >= 0; i-- {
		switch e := &b.open[i]; {
		case e.name == one || e.name == other:
			b.open = b.open[:i]
			return
		case e.name == atom.Address || e.name == atom.Div || e.name == atom.P:
		case e.class.is(special):
			return
		}
	}
}

// closeControl closes a button before another one, and a select before another one or an input. It reports whether
// there was one.
func (b *builder) closeControl(name atom.Atom) bool {
	if name == atom.Input {
		name = atom.Select
	}
	return b.closeTo(b.find(defaultScope, name))
}

func (b *builder) startOption(name atom.Atom) {
	switch n := len(b.open); {
	case b.find(defaultScope, atom.Select) >= 0 && name == atom.Option:
		b.closeImplied(atom.Optgroup)
	case b.find(defaultScope, atom.Select) >= 0:
		b.closeImplied(0)
	case n > 0 && b.open[n-1].name == atom.Option && name != atom.Hr:
		b.open = b.open[:n-1]
	}
}

func (b *builder) startRuby(name atom.Atom) {
	switch {
	case b.find(defaultScope, atom.Ruby) < 0:
	case name == atom.Rp || name == atom.Rt:
		b.closeImplied(atom.Rtc)
	default:
		b.closeImplied(0)
	}
}

// end takes an end tag.
//
// Spec: https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-inforeign
func (b *builder) end(span Span, name atom.Atom) {
	if b.closeForeign(span) || b.stopped {
		return
	}
	switch c := classes[name]; {
	case name == atom.Br: // taken for a start tag
		b.breakOut()
		b.framesetOK = false
	case name == atom.P:
		if !b.closeTo(b.find(buttonScope, atom.P)) {
			b.breakOut()
		}
	case name == atom.Li:
		b.closeTo(b.find(listItemScope, atom.Li))
	case name == atom.Form:
		b.endForm()
	case name == atom.Template:
		b.endTemplate()
	case c.is(heading):
		b.closeTo(b.find(defaultScope, atom.H1, atom.H2, atom.H3, atom.H4, atom.H5, atom.H6))
	case c.is(block):
		b.closeTo(b.find(defaultScope, name))
	case c.is(formatting):
		b.endFormatting(name)
	case c.is(tablePart):
		b.closeTo(b.find(tableScope, name))
	case !c.is(void):
		b.endOther(span, name)
	}
}

// endForm closes the form element, and not what is in it unless that is in a template.
func (b *builder) endForm() {
	i := b.find(defaultScope, atom.Form)
	if b.hasTemplate() {
		b.closeTo(i)
		return
	}
	if b.form && i >= 0 {
		b.closeImplied(0)
		b.open = slices.Delete(b.open, i, i+1)
	}
	b.form = false
}

// endFormatting closes a formatting element. Special elements in it stay open, and what formats them.
//
// Spec: https://html.spec.whatwg.org/multipage/parsing.html#adoption-agency-algorithm
func (b *builder) endFormatting(name atom.Atom) {
	i := b.find(defaultScope, name)
	if i < 0 {
		return
	}
	kept, end := i, i
	for _, e := range b.open[i+1:] {
		if e.class.is(special | formatting) {
			b.open[kept] = e
			kept++
		}
		if e.class.is(special) {
			end = kept
		}
	}
	b.open = b.open[:end]
}

// endOther closes the innermost element of the name, unless a special element is in it.
func (b *builder) endOther(span Span, name atom.Atom) {
	for i := len(b.open) - 1; i >= 0; i-- {
		e := &b.open[i]
		if e.namespace == inHTML && e.name == name && (name != 0 || equalFold(b.bytes(e.span), b.bytes(span))) {
			b.open = b.open[:i]
			return
		}
		if e.class.is(special) {
			return
		}
	}
}

// closeTo closes the element at the index i of the stack and all in it, and reports whether there is one.
func (b *builder) closeTo(i int) bool {
	if i < 0 {
		return false
	}
	b.open = b.open[:i]
	return true
}

// closeImplied closes the innermost elements whose end tag can be missing, up to one of the other name.
//
// Spec: https://html.spec.whatwg.org/multipage/parsing.html#generate-implied-end-tags
func (b *builder) closeImplied(except atom.Atom) {
	n := len(b.open)
	for n > 0 && b.open[n-1].class.is(impliable) && b.open[n-1].name != except {
		n--
	}
	b.open = b.open[:n]
}

// scope is how far an end tag looks for its element.
type scope uint8

const (
	defaultScope scope = iota
	buttonScope
	listItemScope
	tableScope
)

// find returns the index of the innermost element of HTML in scope that has one of the names, or -1.
//
// Spec: https://html.spec.whatwg.org/multipage/parsing.html#has-an-element-in-scope
func (b *builder) find(s scope, names ...atom.Atom) int {
	for i := len(b.open) - 1; i >= 0; i-- {
		e := &b.open[i]
		if e.namespace == inHTML && slices.Contains(names, e.name) {
			return i
		}
		if s.endsAt(e) {
			return -1
		}
	}
	return -1
}

// endsAt tells whether what is around the element is out of scope.
func (s scope) endsAt(e *element) bool {
	switch inHTML := e.namespace == inHTML; {
	case s == tableScope:
		return inHTML && (e.name == atom.Table || e.name == atom.Template)
	case s == buttonScope && inHTML && e.name == atom.Button:
		return true
	case s == listItemScope && inHTML && (e.name == atom.Ol || e.name == atom.Ul):
		return true
	}
	return e.class.is(endsScope)
}

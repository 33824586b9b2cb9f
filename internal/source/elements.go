package source

import (
	"slices"

	"golang.org/x/net/html/atom"
)

// Element is an element that is open, or that the parser may open again.
type Element struct {
	kind        *kind
	namespace   namespace
	integration integration
	name        []byte // of an element of SVG or MathML, or of another kind: in lower case
	item        any
	parent      *Element // of a table, or the newest element
	first, last int32    // its places in the order, or what stands for none
	after       int32    // of an element that is unplaced: the place that it begins after
	attributes  uint64   // of a formatting element: what tells whether another one has the same
	isRoot      bool     // the svg or math element in HTML
	isVoid      bool     // it is not open, and has no places in the order; last is where they would be
	isOpen      bool
	isActive    bool // in the list of active formatting elements
	hasContents bool // something is in it; only of use for pre
	takesText   bool
	isLost      bool // something may still know it when it is closed
	isLate      bool // it belongs before what has left the order
}

// Item returns what the element is kept for, or nil.
func (e *Element) Item() any { return e.item }

// Atom returns the name of an element of HTML that a rule of the parser is about, or else 0.
func (e *Element) Atom() atom.Atom {
	if e.namespace != inHTML {
		return 0
	}
	return e.kind.atom
}

// Parent returns the parent of the newest element, or nil.
func (e *Element) Parent() *Element { return e.parent }

// IsForeign tells whether it is an element of SVG or MathML.
func (e *Element) IsForeign() bool { return e.namespace != inHTML }

// Is tells whether it is the element of HTML with the name.
func (e *Element) Is(name atom.Atom) bool { return e.namespace == inHTML && e.kind.atom == name }

// isSpecial tells whether an end tag does not look behind the element.
func (e *Element) isSpecial() bool {
	switch e.namespace {
	case inSVG:
		return e.kind.class.is(specialSVG)
	case inMathML:
		return e.kind.class.is(specialMathML)
	}
	return e.kind.class.is(special)
}

// endsScope tells whether what is around the element is out of scope.
func (e *Element) endsScope() bool {
	if e.namespace == inHTML {
		return e.kind.class.is(endsScope)
	}
	return e.isSpecial()
}

// newElement returns an element that is used for the first time, or again.
func (b *builder) newElement() *Element {
	const many = 64
	if n := len(b.unused); n > 0 {
		e := b.unused[n-1]
		b.unused = b.unused[:n-1]
		*e = Element{name: e.name[:0]}
		return e
	}
	if len(b.chunk) == 0 {
		b.chunk = make([]Element, many)
	}
	e := &b.chunk[0]
	b.chunk = b.chunk[1:]
	return e
}

// dispose lets an element be used again that is neither open nor active.
func (b *builder) dispose(e *Element) {
	if !e.isOpen && !e.isActive && !e.isLost && e != b.form && e != b.head {
		e.item, e.parent = nil, nil
		b.unused = append(b.unused, e)
	}
}

// disposeAll lets all elements be used again.
func (b *builder) disposeAll() {
	b.form, b.head, b.newest = nil, nil, nil
	for _, e := range b.active {
		if e != nil {
			e.isActive = false
			b.dispose(e)
		}
	}
	for _, e := range b.open {
		e.isOpen = false
		b.dispose(e)
	}
}

// push opens an element before a place of the order.
func (b *builder) push(e *Element, before int32) {
	if e.item != nil || before != b.innerEnd || e.kind.class.is(placed) {
		e.first, e.last = b.order.insertBoth(before)
		b.order.keep(e.first, e.item)
		b.order.keep(e.last, e.item)
		b.innerEnd = e.last
	} else {
		e.first, e.last = unplaced, unplaced
		e.after = b.order.edges[before].previous
	}
	b.open = append(b.open, e)
	e.isOpen = true
	b.count(e, 1)
	if len(b.open) > maxOpen {
		b.err = ErrDepth
	}
}

// count counts the open elements that often are asked for.
func (b *builder) count(e *Element, n int) {
	switch {
	case e.namespace != inHTML:
	case e.kind == kindP:
		b.paragraphs += n
	case e.kind == kindTemplate:
		b.templates += n
	}
}

// popTo closes the elements from the index n of the stack on.
func (b *builder) popTo(n int) {
	hasPlace := false
	for i := len(b.open) - 1; i >= n; i-- {
		hasPlace = hasPlace || b.open[i].last != unplaced
		b.close(b.open[i])
	}
	b.open = b.open[:n]
	if hasPlace {
		b.findEnd()
	}
}

// pop closes the current node.
func (b *builder) pop() {
	last := len(b.open) - 1
	e := b.open[last]
	b.close(e)
	b.open = b.open[:last]
	if e.last != unplaced {
		b.findEnd()
	}
}

// close closes an element that is taken off the stack.
func (b *builder) close(e *Element) {
	e.isOpen = false
	parent := e.parent
	if e.last >= 0 {
		b.order.edges[e.last].isOpen = false
	}
	b.count(e, -1)
	if e != b.newest && e != b.head {
		b.leave(e)
	}
	if e.kind == kindTable && parent != nil && parent.isLost {
		b.leave(parent)
	}
}

// leave takes a closed element out of the order, if it is not kept and what goes in front of a table is not in it.
func (b *builder) leave(e *Element) {
	switch {
	case e.isVoid:
		b.dispose(e)
		return
	case e.isLost && b.hasTable(e):
		return
	}
	if e.item == nil && e.first >= 0 {
		b.order.remove(e.first)
	}
	if e.item == nil && e.last >= 0 {
		b.order.remove(e.last)
	}
	b.dispose(e)
}

// hasTable tells whether an element, which need not be open, is the parent of a table that is.
func (b *builder) hasTable(e *Element) bool {
	return slices.ContainsFunc(b.open, func(t *Element) bool { return t.kind == kindTable && t.isOpen && t.parent == e })
}

// takeOff takes an element off the stack and leaves those in it open.
func (b *builder) takeOff(e *Element) {
	i := b.indexOf(e)
	if i < 0 {
		return
	}
	b.placeOpen()
	b.open = append(b.open[:i], b.open[i+1:]...)
	e.isLost = true
	b.close(e)
	b.findEnd()
}

// indexOf returns the index of an element on the stack, or -1.
func (b *builder) indexOf(e *Element) int {
	if !e.isOpen {
		return -1
	}
	for i := len(b.open) - 1; i >= 0; i-- {
		if b.open[i] == e {
			return i
		}
	}
	return -1
}

// current returns the current node, or nil.
func (b *builder) current() *Element {
	if n := len(b.open); n > 0 {
		return b.open[n-1]
	}
	return nil
}

// isCurrent tells whether the current node has a name, in whatever namespace.
func (b *builder) isCurrent(name atom.Atom) bool {
	e := b.current()
	return e != nil && e.kind.atom == name
}

// scope is how far an end tag looks for its element.
//
// Spec: https://html.spec.whatwg.org/multipage/parsing.html#has-an-element-in-scope
type scope uint8

const (
	defaultScope scope = iota
	listItemScope
	buttonScope
	tableScope
)

// find returns the index of the innermost element of HTML in scope that has one of the names, or -1.
func (b *builder) find(s scope, name atom.Atom, more ...atom.Atom) int {
	for i := len(b.open) - 1; i >= 0; i-- {
		e := b.open[i]
		a := e.kind.atom
		if e.namespace == inHTML {
			if a == name {
				return i
			}
			for _, other := range more {
				if a == other {
					return i
				}
			}
		}
		if s.endsAt(e) {
			return -1
		}
	}
	return -1
}

// endsAt tells whether what is around the element is out of scope.
func (s scope) endsAt(e *Element) bool {
	switch a := e.kind.atom; s {
	case tableScope:
		return e.namespace == inHTML && (a == atom.Html || a == atom.Table || a == atom.Template)
	case buttonScope:
		return e.namespace == inHTML && a == atom.Button || e.endsScope()
	case listItemScope:
		return e.namespace == inHTML && (a == atom.Ol || a == atom.Ul) || e.endsScope()
	}
	return e.endsScope()
}

// popUntil closes the innermost element in scope that has one of the names, with all in it, and reports whether there is
// one.
func (b *builder) popUntil(s scope, name atom.Atom, more ...atom.Atom) bool {
	i := b.find(s, name, more...)
	if i >= 0 {
		b.popTo(i)
	}
	return i >= 0
}

// generateImpliedEndTags closes the innermost elements whose end tag can be missing, up to one of the excepted name.
//
// Spec: https://html.spec.whatwg.org/multipage/parsing.html#generate-implied-end-tags
func (b *builder) generateImpliedEndTags(except atom.Atom) {
	n := len(b.open)
	for n > 0 && b.open[n-1].kind.class.is(impliable) && (except == 0 || b.open[n-1].kind.atom != except) {
		n--
	}
	b.popTo(n)
}

// clearTo closes elements up to one of the names, or html or a template.
//
// Spec: https://html.spec.whatwg.org/multipage/parsing.html#clear-the-stack-back-to-a-table-context
func (b *builder) clearTo(names ...atom.Atom) {
	for i := len(b.open) - 1; i >= 0; i-- {
		a := b.open[i].kind.atom
		isContext := a == atom.Html || a == atom.Template
		for _, name := range names {
			isContext = isContext || a == name
		}
		if isContext {
			b.popTo(i + 1)
			return
		}
	}
}

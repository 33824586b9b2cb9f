package source

import (
	"golang.org/x/net/html/atom"
)

// insert makes the element of a tag, in the place that is appropriate for it, and opens it.
func (b *builder) insert(t *token) *Element {
	e := b.make(t)
	b.place(e)
	b.newest = e
	return e
}

// make makes the element of a tag.
func (b *builder) make(t *token) *Element {
	e := b.newElement()
	e.kind = t.kind
	if t.kind == other {
		e.name = append(e.name, b.lower(t)...)
	}
	return e
}

// place opens an element in the appropriate place.
func (b *builder) place(e *Element) { b.push(e, b.placeFor(e)) }

// placeFor sets the parent of an element, and returns the place before which it is appropriate.
//
// Spec: https://html.spec.whatwg.org/multipage/parsing.html#appropriate-place-for-inserting-a-node
func (b *builder) placeFor(e *Element) (before int32) {
	e.parent = b.current()
	switch {
	case e.parent == nil:
	case b.fosters && e.parent.kind.class.is(fosters):
		before, e.parent = b.fosterPlace()
	default:
		if before = e.parent.last; before == unplaced {
			before = b.innerEnd
		}
		e.parent.hasContents = true
	}
	e.isLate = e.parent != nil && e.parent.isLate
	if before == nowhere {
		before, e.isLate = b.order.edges[0].next, true
	}
	if e.isLate && e.item != nil { // it is a clone
		b.err = ErrOrder
	}
	return before
}

// fosterPlace returns the place before which a foster parent takes an element, and the foster parent.
//
// Spec: https://html.spec.whatwg.org/multipage/parsing.html#foster-parent
func (b *builder) fosterPlace() (before int32, parent *Element) {
	b.placeOpen()
	for i := len(b.open) - 1; i >= 0; i-- {
		switch e := b.open[i]; e.kind.atom {
		case atom.Template:
			return e.last, e
		case atom.Table:
			return e.first, e.parent
		}
	}
	return b.open[0].last, b.open[0]
}

// keep gives an element its item, so that it stays in the order, and reports whether it is there.
func (b *builder) keep(e *Element, item any) bool {
	if e.last == unplaced {
		b.placeLate(e)
	}
	if e.first == nowhere && !e.isVoid {
		return false
	}
	if e.isLate {
		b.err = ErrOrder
	}
	e.item = item
	if e.isVoid { // so far it has no places
		e.isVoid = false
		e.first, e.last = b.order.insertBoth(e.last)
		b.order.edges[e.last].isOpen = false
	}
	b.order.keep(e.first, item)
	b.order.keep(e.last, item)
	return true
}

package source

import (
	"hash/maphash"
	"slices"

	"golang.org/x/net/html/atom"
)

// startFormatting takes the start tag of a formatting element.
func (b *builder) startFormatting(t *token) {
	switch t.kind.start {
	case startA:
		if a := b.findActive(atom.A); a != nil {
			b.adopt(&token{kind: t.kind})
			b.takeOff(a)
			b.deactivate(a)
		}
		b.reconstruct()
	case startNobr:
		b.reconstruct()
		if b.find(defaultScope, atom.Nobr) >= 0 {
			b.adopt(&token{kind: t.kind})
			b.reconstruct()
		}
	default:
		b.reconstruct()
	}
	e := b.insert(t)
	b.activate(e, t)
}

// activate adds an element to the list of active formatting elements, in which no more than three may be alike.
//
// Spec: https://html.spec.whatwg.org/multipage/parsing.html#push-onto-the-list-of-active-formatting-elements
func (b *builder) activate(e *Element, t *token) {
	e.attributes = b.attributesOf(t)
	const most = 3
	alike := 0
	for i := len(b.active) - 1; i >= 0 && b.active[i] != nil; i-- {
		if other := b.active[i]; other.kind == e.kind && other.attributes == e.attributes {
			if alike++; alike >= most {
				b.deactivate(other)
			}
		}
	}
	e.isActive = true
	b.active = append(b.active, e)
}

// indexOfActive returns the index of an element in the list, or -1.
func (b *builder) indexOfActive(e *Element) int {
	for i := len(b.active) - 1; e.isActive && i >= 0; i-- {
		if b.active[i] == e {
			return i
		}
	}
	return -1
}

// deactivate takes an element off the list.
func (b *builder) deactivate(e *Element) {
	i := b.indexOfActive(e)
	if i < 0 {
		return
	}
	b.active = slices.Delete(b.active, i, i+1)
	e.isActive = false
	b.dispose(e)
}

// clearActive clears the list up to the last marker.
//
// Spec: https://html.spec.whatwg.org/multipage/parsing.html#clear-the-list-of-active-formatting-elements-up-to-the-last-marker
func (b *builder) clearActive() {
	for n := len(b.active); n > 0; n-- {
		e := b.active[n-1]
		b.active = b.active[:n-1]
		if e == nil {
			return
		}
		e.isActive = false
		b.dispose(e)
	}
}

// findActive returns the last active element of a kind behind the last marker, or nil.
func (b *builder) findActive(name atom.Atom) *Element {
	for i := len(b.active) - 1; i >= 0 && b.active[i] != nil; i-- {
		if b.active[i].kind.atom == name {
			return b.active[i]
		}
	}
	return nil
}

// needsReconstruction tells whether reconstruct does something.
func (b *builder) needsReconstruction() bool {
	n := len(b.active)
	return n > 0 && b.active[n-1] != nil && !b.active[n-1].isOpen
}

// reconstruct opens the active elements again that have been closed.
//
// Spec: https://html.spec.whatwg.org/multipage/parsing.html#reconstruct-the-active-formatting-elements
func (b *builder) reconstruct() {
	if !b.needsReconstruction() {
		return
	}
	i := len(b.active) - 1
	for i > 0 && b.active[i-1] != nil && !b.active[i-1].isOpen {
		i--
	}
	for ; i < len(b.active); i++ {
		clone := b.clone(b.active[i])
		b.place(clone)
		b.replaceActive(i, clone)
	}
}

// clone returns a copy of an element that is neither open nor active.
func (b *builder) clone(e *Element) *Element {
	clone := b.newElement()
	clone.kind, clone.attributes, clone.item = e.kind, e.attributes, e.item
	return clone
}

// replaceActive puts a clone into the list in the place of its original.
func (b *builder) replaceActive(i int, clone *Element) {
	original := b.active[i]
	b.active[i] = clone
	original.isActive, clone.isActive = false, true
	b.dispose(original)
}

// adopt takes the end tag of a formatting element.
//
// Spec: https://html.spec.whatwg.org/multipage/parsing.html#adoption-agency-algorithm
func (b *builder) adopt(t *token) {
	if e := b.current(); e.kind == t.kind && (!e.isActive || e == b.findActive(t.kind.atom)) { // nothing is in it
		b.pop()
		b.deactivate(e)
		return
	}
	const rounds = 8
	for range rounds {
		formatting := b.findActive(t.kind.atom)
		switch {
		case formatting == nil:
			b.endOther(t)
			return
		case !formatting.isOpen:
			b.deactivate(formatting)
			return
		case b.find(defaultScope, t.kind.atom) < 0:
			return
		}
		i := b.indexOf(formatting)
		block := b.furthestBlock(i)
		if block < 0 {
			b.popTo(i)
			b.deactivate(formatting)
			return
		}
		b.moveBlock(i, block)
	}
}

// furthestBlock returns the index of the first special element from an index of the stack on, or -1.
func (b *builder) furthestBlock(from int) int {
	for i := from; i < len(b.open); i++ {
		if b.open[i].isSpecial() {
			return i
		}
	}
	return -1
}

// moveBlock moves the furthest block out of the formatting element, whose clone then formats what is in the block; clones
// of the active elements between go with it.
func (b *builder) moveBlock(formattingIndex, blockIndex int) {
	b.placeOpen()
	formatting, block := b.open[formattingIndex], b.open[blockIndex]
	bookmark := b.indexOfActive(formatting)
	first, last := b.moveOut(formattingIndex, blockIndex)
	isFirst := true
	for x, round := blockIndex-1, 1; b.open[x] != formatting; x, round = x-1, round+1 {
		e := b.open[x]
		i := b.indexOfActive(e)
		const most = 3
		switch {
		case i < 0:
			b.takeOff(e)
		case round > most: // where x/net/html leaves the element open
			b.deactivate(e)
			if i <= bookmark {
				bookmark--
			}
		default:
			if isFirst {
				bookmark, isFirst = i+1, false
			}
			clone := b.replace(x, i)
			first, last = b.wrap(clone, first, last)
		}
	}
	b.format(formatting, block, bookmark)
}

// moveOut moves the furthest block to the end of what is around the formatting element, or in front of a table. It returns
// the places of the block.
func (b *builder) moveOut(formattingIndex, blockIndex int) (first, last int32) {
	block, ancestor := b.open[blockIndex], b.open[formattingIndex-1]
	before := ancestor.last
	if ancestor.kind.class.is(fosters) {
		before, _ = b.fosterPlace()
	}
	if block.first != nowhere && before != nowhere {
		b.order.move(block.first, block.last, before)
		return block.first, block.last
	}
	for _, e := range b.open[formattingIndex : blockIndex+1] {
		if e.item != nil {
			b.err = ErrOrder
		}
	}
	if before == nowhere || b.order.hasItem(b.order.edges[block.last].next, before) {
		b.err = ErrOrder
		return block.first, block.last
	}
	b.order.move(block.last, block.last, before)
	return nowhere, block.last
}

// replace puts a clone of an open element into both lists.
func (b *builder) replace(openIndex, activeIndex int) *Element {
	e := b.open[openIndex]
	clone := b.clone(e)
	clone.isOpen = true
	b.open[openIndex] = clone
	e.isLost = true
	b.replaceActive(activeIndex, clone)
	b.close(e)
	return clone
}

// wrap gives an element the places around others.
func (b *builder) wrap(e *Element, first, last int32) (int32, int32) {
	e.first = nowhere
	if first != nowhere {
		e.first = b.order.insert(first, false)
	} else if e.item != nil {
		b.err = ErrOrder
	}
	e.last = b.order.insert(b.order.edges[last].next, true)
	b.order.keep(e.first, e.item)
	b.order.keep(e.last, e.item)
	return e.first, e.last
}

// format puts what is in the block into a clone of the formatting element, which takes its place in both lists.
func (b *builder) format(formatting, block *Element, bookmark int) {
	clone := b.clone(formatting)
	if clone.item == nil && block.item != nil { // it comes between the block and its children
		clone.item = b.between
	}
	clone.first = nowhere
	if block.first != nowhere {
		clone.first = b.order.insert(b.order.edges[block.first].next, false)
	} else if clone.item != nil {
		b.err = ErrOrder
	}
	clone.last = b.order.insert(block.last, true)
	b.order.keep(clone.first, clone.item)
	b.order.keep(clone.last, clone.item)
	clone.isOpen, block.hasContents = true, true

	if i := b.indexOfActive(formatting); i >= 0 && i < bookmark {
		bookmark--
	}
	b.deactivate(formatting)
	b.active = slices.Insert(b.active, bookmark, clone)
	clone.isActive = true

	b.takeOff(formatting)
	b.open = slices.Insert(b.open, b.indexOf(block)+1, clone)
	b.findEnd()
}

// attributesOf returns what two tags have in common that have the same attributes, in whatever order.
func (b *builder) attributesOf(t *token) uint64 {
	if t.tag == nil || t.kind.start == startA { // of which only one is active
		return 0
	}
	var sum uint64
	for _, a := range t.tag.Attrs {
		b.buf = append(appendName(b.buf[:0], b.page[a.Name.Start:a.Name.End]), '=')
		b.buf = AppendValue(b.buf, b.page[a.Value.Start:a.Value.End], true)
		sum += maphash.Bytes(b.seed, b.buf) | 1
	}
	return sum
}

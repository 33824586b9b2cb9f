package source

// order is the order that elements have in the tree: a list of where each begins and ends, without their text. It has the
// elements that are open, and those that are kept.
type order struct {
	edges []edge  // the first is the end of the list, and what comes before its beginning
	items []any   // of the elements that are kept, by their edges
	free  []int32 // edges that are not in use
	kept  int     // elements
}

// edge is where an element begins or ends.
type edge struct {
	previous, next        int32
	isKept, isEnd, isOpen bool
}

// What stands for a place where there is none.
const (
	nowhere  = -1 // it has left the list
	unplaced = -2 // of the newest or an open element: it is not in the list yet
)

func (o *order) reset() {
	clear(o.items)
	o.edges, o.items, o.free, o.kept = append(o.edges[:0], edge{}), append(o.items[:0], nil), o.free[:0], 0
}

// insert adds an edge before another one.
func (o *order) insert(before int32, isEnd bool) int32 {
	at := o.new()
	previous := o.edges[before].previous
	o.edges[at] = edge{previous: previous, next: before, isEnd: isEnd, isOpen: true}
	o.edges[previous].next, o.edges[before].previous = at, at
	return at
}

// insertBoth adds the edges of an element before another one.
func (o *order) insertBoth(before int32) (first, last int32) {
	first, last = o.new(), o.new()
	previous := o.edges[before].previous
	o.edges[first] = edge{previous: previous, next: last, isOpen: true}
	o.edges[last] = edge{previous: first, next: before, isEnd: true, isOpen: true}
	o.edges[previous].next, o.edges[before].previous = first, last
	return first, last
}

// new returns an edge that is not in use.
func (o *order) new() int32 {
	if n := len(o.free); n > 0 {
		at := o.free[n-1]
		o.free = o.free[:n-1]
		return at
	}
	o.edges, o.items = append(o.edges, edge{}), append(o.items, nil)
	return int32(len(o.edges) - 1)
}

// keep gives an edge the item of an element that is kept; nil is none.
func (o *order) keep(at int32, item any) {
	if item == nil || at == nowhere {
		return
	}
	if e := &o.edges[at]; !e.isKept {
		e.isKept = true
		o.count(e, 1)
	}
	o.items[at] = item
}

// remove takes an edge out of the list.
func (o *order) remove(at int32) {
	e := &o.edges[at]
	o.edges[e.previous].next, o.edges[e.next].previous = e.next, e.previous
	if e.isKept {
		o.items[at] = nil
		o.count(e, -1)
	}
	o.free = append(o.free, at)
}

// count counts the elements that are kept, by their beginnings.
func (o *order) count(e *edge, n int) {
	if !e.isEnd {
		o.kept += n
	}
}

// move moves the edges from first to last in front of another one that is none of them.
func (o *order) move(first, last, before int32) {
	o.edges[o.edges[first].previous].next = o.edges[last].next
	o.edges[o.edges[last].next].previous = o.edges[first].previous
	after := o.edges[before].previous
	o.edges[after].next, o.edges[first].previous = first, after
	o.edges[last].next, o.edges[before].previous = before, last
}

// hasItem tells whether an element that is kept begins or ends from one place up to another one.
func (o *order) hasItem(from, to int32) bool {
	for ; from != to; from = o.edges[from].next {
		if o.edges[from].isKept {
			return true
		}
	}
	return false
}

// placeOpen gives all open elements places in the order. It must be called before anything happens to the order other than
// that elements are added at the innermost open one, and closed.
func (b *builder) placeOpen() {
	for i, e := range b.open {
		if e.last == unplaced {
			b.placeAt(i)
		}
	}
}

// placeLate gives an element its places that is open, or the newest.
func (b *builder) placeLate(e *Element) {
	if e != b.newest {
		b.placeAt(b.indexOf(e))
		return
	}
	e.first, e.last = b.order.insertBoth(b.innerEnd)
	b.order.edges[e.last].isOpen = e.isOpen
	if e.isOpen {
		b.innerEnd = e.last
	}
}

// placeAt gives the open element with that index of the stack its places: where it begins, and before the end of the innermost
// element around it that has one. Elements in it that begin there then begin behind it.
func (b *builder) placeAt(index int) {
	e := b.open[index]
	before := int32(0)
	for i := index - 1; i >= 0 && before == 0; i-- {
		before = max(b.open[i].last, 0)
	}
	e.first = b.order.insert(b.order.edges[e.after].next, false)
	e.last = b.order.insert(before, true)
	for _, inner := range b.open[index+1:] {
		if inner.last == unplaced && inner.after == e.after {
			inner.after = e.first
		}
	}
	b.findEnd()
}

// findEnd finds where the innermost open element ends that has places.
func (b *builder) findEnd() {
	for i := len(b.open) - 1; i >= 0; i-- {
		if last := b.open[i].last; last != unplaced {
			b.innerEnd = last
			return
		}
	}
	b.innerEnd = 0
}

// Take takes elements that are kept out of the order, from its beginning: it yields their items where they begin, and, with
// true, where they end. It stops before the end of an open element. Those that are open may stay so; what belongs before
// them is ErrOrder from then on.
func (s *Scanner) Take(yield func(item any, isEnd bool) bool) {
	b := &s.builder
	b.settle()
	b.placeOpen()
	if s.IsDone() {
		b.order.takeAll(yield)
		return
	}
	defer b.forget()
	for {
		at := b.order.edges[0].next
		e, item := b.order.edges[at], b.order.items[at]
		if at == 0 || e.isEnd && e.isOpen {
			return
		}
		b.order.remove(at)
		b.order.edges[at].next = nowhere
		if e.isKept && !yield(item, e.isEnd) {
			return
		}
	}
}

// takeAll is Take at the end of the page, when nothing is put into the order any more.
func (o *order) takeAll(yield func(item any, isEnd bool) bool) {
	at, more := o.edges[0].next, true
	for at != 0 && more {
		e := &o.edges[at]
		if e.isKept {
			o.count(e, -1)
			more = yield(o.items[at], e.isEnd)
		}
		at = e.next
	}
	o.edges[0].next = at
}

// Kept returns how many elements are kept in the order.
func (s *Scanner) Kept() int { return s.builder.order.kept }

// IsDone tells whether the page has ended.
func (s *Scanner) IsDone() bool { return s.more == nil && s.pos == len(s.page) }

// forget sets the places that have left the order of open elements and their parents, and of the head, which may be opened
// again.
func (b *builder) forget() {
	if b.head != nil {
		b.forgetFirst(b.head)
		if last := b.head.last; last >= 0 && b.order.edges[last].next == nowhere {
			b.head.last = nowhere
		}
	}
	for _, e := range b.open {
		b.forgetFirst(e)
		if e.parent != nil {
			b.forgetFirst(e.parent)
		}
	}
}

func (b *builder) forgetFirst(e *Element) {
	if e.first >= 0 && b.order.edges[e.first].next == nowhere {
		e.first = nowhere
	}
}

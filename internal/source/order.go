package source

// order is the order that elements have in the tree: a list of where each begins and ends, without their text. It has the
// elements that are open, and those that are kept.
type order struct {
	edges []edge  // the first is the end of the list, and what comes before its beginning
	free  []int32 // edges that are not in use
}

// edge is where an element begins or ends.
type edge struct {
	previous, next int32
	item           any // of an element that is kept, or nil
	isEnd, isOpen  bool
}

// nowhere is the place of what has left the list.
const nowhere = -1

func (o *order) reset() {
	clear(o.edges)
	o.edges = append(o.edges[:0], edge{})
	o.free = o.free[:0]
}

// insert adds a place before another one.
func (o *order) insert(before int32, item any, isEnd bool) int32 {
	var at int32
	if n := len(o.free); n > 0 {
		at = o.free[n-1]
		o.free = o.free[:n-1]
	} else {
		at = int32(len(o.edges))
		o.edges = append(o.edges, edge{})
	}
	p := &o.edges[at]
	*p = edge{o.edges[before].previous, before, item, isEnd, true}
	o.edges[p.previous].next, o.edges[before].previous = at, at
	return at
}

// remove takes a place out of the list.
func (o *order) remove(at int32) {
	p := &o.edges[at]
	o.edges[p.previous].next, o.edges[p.next].previous = p.next, p.previous
	p.item = nil
	o.free = append(o.free, at)
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
		if o.edges[from].item != nil {
			return true
		}
	}
	return false
}

// Take takes elements that are kept out of the order, from its beginning: it yields their items where they begin, and, with
// true, where they end. It stops before the end of an open element. Those that are open may stay so; what belongs before
// them is ErrOrder from then on.
func (s *Scanner) Take(yield func(item any, isEnd bool) bool) {
	b := &s.builder
	b.settle()
	if !s.IsDone() {
		defer b.forget()
	}
	for {
		at := b.order.edges[0].next
		e := b.order.edges[at]
		if at == 0 || e.isEnd && e.isOpen && !s.IsDone() {
			return
		}
		b.order.remove(at)
		b.order.edges[at].next = nowhere
		if e.item != nil && !yield(e.item, e.isEnd) {
			return
		}
	}
}

// IsDone tells whether the page has ended.
func (s *Scanner) IsDone() bool { return s.more == nil && s.pos == len(s.page) }

// forget sets the places of open elements that have left the order.
func (b *builder) forget() {
	for _, e := range b.open {
		if e.first != nowhere && b.order.edges[e.first].next == nowhere {
			e.first = nowhere
		}
	}
}

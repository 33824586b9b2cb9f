package frontier

import (
	"cmp"
	"container/heap"
	"slices"
	"sync"
)

// slot is an item of the queue with what its visit gave.
type slot struct {
	item
	number  uint64
	isDone  bool
	dropped bool // it was visited as an alias
	host    *host
	result  result
}

// host is one that has entries in the window.
type host struct {
	name    string
	running int
	waiting []*slot
	place   int // among those that are ready; -1 if it is not
}

// window has the entries from the oldest one that is not written, and chooses which of them is visited next: the first
// whose host has a free place. Methods are safe for concurrent use.
type window struct {
	perHost     int
	mostPending int64
	changed     chan struct{} // the first slot may be done

	mu      sync.Mutex
	free    sync.Cond // a visit may begin
	closed  bool
	slots   []*slot
	hosts   map[string]*host
	ready   readyHosts
	pending int64 // bytes of results
}

func newWindow(o Options) *window {
	w := &window{
		perHost: o.PerHost, mostPending: o.Pending, changed: make(chan struct{}, 1), hosts: map[string]*host{},
	}
	w.free.L = &w.mu
	return w
}

// close ends the choosing.
func (w *window) close() {
	w.mu.Lock()
	w.closed = true
	w.mu.Unlock()
	w.free.Broadcast()
}

func (w *window) len() int {
	w.mu.Lock()
	defer w.mu.Unlock()
	return len(w.slots)
}

// add adds entries at the end.
func (w *window) add(slots []*slot, hostOf func(url string) string) {
	names := make([]string, len(slots))
	for i, s := range slots {
		names[i] = hostOf(s.entry.URL)
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	for i, s := range slots {
		h := w.hosts[names[i]]
		if h == nil {
			h = &host{name: names[i], place: -1}
			w.hosts[names[i]] = h
		}
		s.host = h
		h.waiting = append(h.waiting, s)
		w.update(h)
	}
	w.slots = append(w.slots, slots...)
	w.free.Broadcast()
}

// next waits for an entry that may be visited. It returns nil when the window is closed.
func (w *window) next() *slot {
	w.mu.Lock()
	defer w.mu.Unlock()
	for !w.closed {
		if s := w.choose(); s != nil {
			return s
		}
		w.free.Wait()
	}
	return nil
}

// choose returns the first entry that may be visited, or nil. If too much is pending that can only be the oldest one.
func (w *window) choose() *slot {
	for len(w.ready) > 0 {
		h := w.ready[0]
		s := h.waiting[0]
		if !s.dropped && w.pending > w.mostPending && s != w.slots[0] {
			return nil
		}
		h.waiting[0] = nil
		h.waiting = h.waiting[1:]
		if !s.dropped {
			h.running++
		}
		w.update(h)
		if !s.dropped {
			return s
		}
	}
	return nil
}

// update puts a host where it belongs after a change.
func (w *window) update(h *host) {
	isReady := len(h.waiting) > 0 && h.running < w.perHost
	switch {
	case isReady && h.place < 0:
		heap.Push(&w.ready, h)
	case isReady:
		heap.Fix(&w.ready, h.place)
	case h.place >= 0:
		heap.Remove(&w.ready, h.place)
	}
	if len(h.waiting) == 0 && h.running == 0 {
		delete(w.hosts, h.name)
	}
}

// done gives an entry its result.
func (w *window) done(s *slot, r result) {
	w.mu.Lock()
	defer w.mu.Unlock()
	s.host.running--
	w.update(s.host)
	if s.dropped {
		return
	}
	s.isDone, s.result = true, r
	w.pending += r.size
	if s == w.slots[0] {
		select {
		case w.changed <- struct{}{}:
		default:
		}
	}
}

// take removes the first entry and returns it, if it is done or dropped.
func (w *window) take() *slot {
	w.mu.Lock()
	defer w.mu.Unlock()
	if len(w.slots) == 0 || !w.slots[0].isDone && !w.slots[0].dropped {
		return nil
	}
	s := w.slots[0]
	w.slots[0] = nil
	w.slots = w.slots[1:]
	w.release(s.result.size)
	return s
}

// drop drops the entry with a number, and tells whether it is here. Its visit may go on, but gives nothing.
func (w *window) drop(number uint64) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	i, ok := slices.BinarySearchFunc(w.slots, number, func(s *slot, number uint64) int {
		return cmp.Compare(s.number, number)
	})
	if ok {
		s := w.slots[i]
		w.release(s.result.size)
		s.dropped, s.result = true, result{}
	}
	return ok
}

// release takes bytes from what is pending. If that was too much, the oldest entry may be another one now.
func (w *window) release(size int64) {
	if w.pending > w.mostPending {
		w.free.Broadcast()
	}
	w.pending -= size
}

// readyHosts is a heap of the hosts with an entry that may be visited. The one whose first entry is the oldest comes
// first.
type readyHosts []*host

func (r readyHosts) Len() int           { return len(r) }
func (r readyHosts) Less(i, j int) bool { return r[i].waiting[0].number < r[j].waiting[0].number }

func (r readyHosts) Swap(i, j int) {
	r[i], r[j] = r[j], r[i]
	r[i].place, r[j].place = i, j
}

func (r *readyHosts) Push(h any) {
	h.(*host).place = len(*r)
	*r = append(*r, h.(*host))
}

func (r *readyHosts) Pop() any {
	old := *r
	h := old[len(old)-1]
	old[len(old)-1] = nil
	h.place = -1
	*r = old[:len(old)-1]
	return h
}

package frontier

import (
	"context"
	"fmt"
	"sync"
	"time"
)

// run is one call of Run. Its goroutine lets what visits return take effect, and commits.
type run struct {
	f       *Frontier
	out     Output
	options Options
	state   state // with what is not committed
	changes
	applied int    // entries since the last commit
	loaded  uint64 // the number of the next entry for the window
	window  *window
	recents *recents
	hasher  hasher
}

func newRun(f *Frontier, out Output, o Options) *run {
	return &run{
		f: f, out: out, options: o, state: f.state, changes: newChanges(), loaded: f.state.Head,
		window: newWindow(o), recents: newRecents(o.bounds.recents), hasher: hasher{name: o.Key},
	}
}

// run runs the workers and the loop.
func (r *run) run(ctx context.Context, visit func(context.Context, Entry) Visit) error {
	if err := r.start(); err != nil {
		return err
	}
	inner, cancel := context.WithCancel(ctx)
	var workers sync.WaitGroup
	for range r.options.Workers {
		workers.Go(func() { r.work(inner, visit) })
	}
	defer workers.Wait()
	defer r.window.close()
	defer cancel()
	return r.loop(ctx)
}

// start queues the first entries of a new crawl. What an earlier run stored and did not commit is taken back.
func (r *run) start() error {
	if err := r.f.store.takeBack(r.state.Tail, r.options.bounds.fresh); err != nil {
		return err
	}
	if r.state.Tail > 0 {
		return nil
	}
	var starts []candidate
	for _, e := range r.f.starts {
		starts = append(starts, candidate{r.hasher.keyOf(&e), e})
	}
	return r.queue(starts)
}

// work visits entries until there are none. A visit that returns when ctx has ended may have been cut short.
func (r *run) work(ctx context.Context, visit func(context.Context, Entry) Visit) {
	h := hasher{name: r.options.Key}
	for s := r.window.next(); s != nil && ctx.Err() == nil; s = r.window.next() {
		v := visit(ctx, s.entry)
		if ctx.Err() != nil {
			return
		}
		r.window.done(s, r.digest(&h, v))
	}
}

// digest leaves out of a visit what was found and seen before: what was seen at any time is seen when it takes effect.
func (r *run) digest(h *hasher, v Visit) result {
	d := result{value: v.Value, record: v.Record, duplicate: v.Duplicate, size: int64(len(v.Record) + len(v.Duplicate))}
	if v.Alias != "" {
		d.alias, d.hasAlias = h.key(v.Alias), true
	}
	h.keys = h.keys[:0]
	for i := range v.Found {
		h.keys = append(h.keys, h.keyOf(&v.Found[i]))
	}
	r.recents.mu.RLock()
	for i, k := range h.keys {
		if !r.recents.has(k) {
			d.found = append(d.found, candidate{k, v.Found[i]})
		}
	}
	r.recents.mu.RUnlock()
	var before Entry
	for i := range d.found {
		c := &d.found[i]
		c.entry.detach(&before)
		before = c.entry
		d.size += c.size()
	}
	return d
}

// loop lets results take effect as soon as those before them did.
func (r *run) loop(ctx context.Context) error {
	commits := time.NewTicker(r.options.Commit)
	defer commits.Stop()
	always := make(chan struct{})
	close(always)
	for {
		if err := r.fill(); err != nil {
			return err
		}
		if r.window.len() == 0 {
			if r.loaded < r.state.Tail && !r.isFull() {
				continue // all that was loaded is dropped
			}
			return r.finish()
		}
		next := always
		if applied, err := r.advance(); err != nil {
			return err
		} else if !applied {
			next = r.window.changed
		}
		select {
		case <-ctx.Done():
			return r.interrupt(ctx)
		case <-commits.C:
			if err := r.commit(); err != nil {
				return err
			}
		case <-next:
		}
	}
}

// isFull tells whether the limit is reached.
func (r *run) isFull() bool { return r.options.Limit > 0 && r.state.Records >= r.options.Limit }

// fill fills the window with the next entries of the queue.
func (r *run) fill() error {
	size := r.options.Window
	if r.options.Limit > 0 {
		size = min(size, r.options.Limit-r.state.Records)
	}
	room := size - r.window.len()
	if r.loaded == r.state.Tail || room <= size/16 { // to load several at once
		return nil
	}
	var slots []*slot
	stored := r.state.Tail - uint64(len(r.fresh)) // where fresh begins
	if r.loaded < stored {
		var err error
		if slots, r.loaded, err = r.f.store.entries(nil, r.loaded, stored, room); err != nil {
			return err
		}
	}
	if r.loaded >= stored {
		n := min(room-len(slots), int(r.state.Tail-r.loaded))
		slots = append(slots, r.fresh[r.loaded-stored:][:n]...)
		r.loaded += uint64(n)
	}
	kept := slots[:0]
	for _, s := range slots {
		if !s.dropped && !r.dropped[s.number] {
			kept = append(kept, s)
		}
	}
	r.window.add(kept, r.options.Host)
	return nil
}

// advance lets the result of the oldest entry take effect, if it is there.
func (r *run) advance() (applied bool, err error) {
	s := r.window.take()
	if s == nil {
		return false, nil
	}
	r.state.Head = s.number + 1
	if s.dropped {
		return true, nil
	}
	r.state.Queued--
	r.state.Visited++
	if err := r.apply(s); err != nil {
		return true, err
	}
	r.options.Progress(r.state.progress())
	if r.applied++; r.applied >= r.options.bounds.visits {
		return true, r.commit()
	}
	return true, nil
}

// apply writes the record of an entry, and queues what was found.
func (r *run) apply(s *slot) error {
	isDuplicate := false
	if s.result.hasAlias && s.result.alias != s.key {
		var err error
		if isDuplicate, err = r.alias(s); err != nil {
			return err
		}
	}
	r.options.Visited(s.result.value, isDuplicate)
	if isDuplicate {
		return r.write(s.result.duplicate)
	}
	if err := r.write(s.result.record); err != nil {
		return err
	}
	return r.queue(s.result.found)
}

// alias tells whether the alias of an entry was visited before. Else it is visited now; if it waits in the queue, that
// entry is dropped.
func (r *run) alias(s *slot) (isDuplicate bool, err error) {
	number, seen, err := r.number(s.result.alias)
	if err != nil {
		return false, err
	}
	if seen && number < s.number {
		return true, nil
	}
	if seen {
		r.drop(number)
	}
	r.aliases[s.result.alias] = s.number
	r.recents.add(s.result.alias)
	return false, nil
}

// drop takes an entry out of the queue.
func (r *run) drop(number uint64) {
	r.state.Queued--
	isLoaded := r.window.drop(number)
	stored := r.state.Tail - uint64(len(r.fresh))
	switch {
	case number < stored:
		r.dropped[number] = true
	case !isLoaded:
		r.fresh[number-stored].dropped = true
	}
}

// number returns the number of a key, if it was seen.
func (r *run) number(k key) (uint64, bool, error) {
	if number, ok := r.aliases[k]; ok {
		return number, true, nil
	}
	if number, ok := r.index[k]; ok {
		return number, true, nil
	}
	return r.f.store.number(k)
}

// write writes a record.
func (r *run) write(record []byte) error {
	if len(record) == 0 {
		return nil
	}
	r.state.Records++
	if _, err := r.out.Write(record); err != nil {
		return fmt.Errorf("%w: %w", ErrOutput, err)
	}
	return nil
}

// queue queues the entries that were not seen before.
func (r *run) queue(found []candidate) error {
	for i := range found {
		c := &found[i]
		if r.recents.has(c.key) {
			continue
		}
		_, seen, err := r.number(c.key)
		if err != nil {
			return err
		}
		r.recents.add(c.key)
		if seen {
			continue
		}
		r.index[c.key] = r.state.Tail
		r.fresh = append(r.fresh, &slot{number: r.state.Tail, candidate: *c})
		r.state.Tail++
		r.state.Queued++
		if len(r.fresh) >= r.options.bounds.fresh {
			if err := r.store(); err != nil {
				return err
			}
		}
	}
	return nil
}

// store stores the new entries before they are committed. From then on they are dropped as stored ones are.
func (r *run) store() error {
	if err := r.f.store.add(r.fresh, &r.state.Sum); err != nil {
		return err
	}
	for _, f := range r.fresh {
		if f.dropped {
			r.dropped[f.number] = true
		}
	}
	r.fresh, r.index = nil, map[key]uint64{}
	return nil
}

// commit makes all durable that took effect: first the output, then the state that tells how long that is.
func (r *run) commit() error {
	if r.state == r.f.state {
		return nil
	}
	mark, err := r.out.Commit()
	if err != nil {
		return fmt.Errorf("%w: %w", ErrOutput, err)
	}
	r.state.Mark = mark
	if err := r.f.store.commit(&r.state, &r.changes, r.f.state.Head); err != nil {
		return err
	}
	r.f.state, r.changes, r.applied = r.state, newChanges(), 0
	return nil
}

// finish ends a run whose queue is empty, or whose limit is reached.
func (r *run) finish() error {
	r.state.Complete = true
	return r.commit()
}

// interrupt ends a run before that.
func (r *run) interrupt(ctx context.Context) error {
	r.window.close()
	for {
		applied, err := r.advance()
		if err != nil {
			return err
		}
		if !applied {
			break
		}
	}
	if err := r.commit(); err != nil {
		return err
	}
	return context.Cause(ctx)
}

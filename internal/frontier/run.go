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
	index   map[key]uint64 // the numbers of the keys that are not merged
	applied int            // entries since the last commit
	loaded  uint64         // the number of the next item for the window
	window  *window
	recents *recents
}

func newRun(f *Frontier, out Output, o Options) *run {
	r := &run{
		f: f, out: out, options: o, state: f.state, changes: changes{dropped: map[uint64]bool{}},
		index: map[key]uint64{}, loaded: f.state.Head, window: newWindow(o), recents: newRecents(o.bounds.recents),
	}
	r.state.Complete = false
	return r
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

// start reads the index, or queues the first entries of a new crawl.
func (r *run) start() error {
	if file, ok := r.out.(*File); ok && !file.isAt(r.state.Mark) {
		return fmt.Errorf("%w: %s is not as it was at the last commit", ErrOutput, file.name)
	}
	if r.state.Tail == 0 {
		d := digester{run: r}
		return r.queue(d.unseen(r.f.starts))
	}
	return r.f.store.items(r.state.Merged, r.state.Tail, func(number uint64, it item) bool {
		if it.isKey {
			number = it.visitor
		}
		r.index[it.key] = number
		return true
	})
}

// work visits entries until there are none. A visit that returns when ctx has ended may have been cut short.
func (r *run) work(ctx context.Context, visit func(context.Context, Entry) Visit) {
	d := digester{run: r}
	for s := r.window.next(); s != nil && ctx.Err() == nil; s = r.window.next() {
		v := visit(ctx, s.entry)
		if ctx.Err() != nil {
			return
		}
		r.window.done(s, d.digest(v))
	}
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
	stored := r.state.Tail - uint64(len(r.fresh)) // where fresh begins
	var slots []*slot
	add := func(s *slot) bool {
		if !s.isKey && !s.dropped && !r.dropped[s.number] {
			slots = append(slots, s)
		}
		r.loaded = s.number + 1
		return len(slots) < room
	}
	if r.loaded < stored {
		err := r.f.store.items(r.loaded, stored, func(number uint64, it item) bool {
			return add(&slot{number: number, item: it})
		})
		if err != nil {
			return err
		}
		if len(slots) < room {
			r.loaded = stored // the last ones may be dropped
		}
	}
	for len(slots) < room && r.loaded < r.state.Tail {
		add(r.fresh[r.loaded-stored])
	}
	r.window.add(slots, r.options.Host)
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
	if r.applied++; max(r.applied, len(r.fresh)) >= r.options.bounds.changes {
		return true, r.commit()
	}
	return true, nil
}

// apply writes the record of an entry, and queues what was found.
func (r *run) apply(s *slot) error {
	isDuplicate, err := r.isDuplicate(s)
	if err != nil {
		return err
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

// isDuplicate tells whether the alias of an entry was visited before. Else it is visited now.
func (r *run) isDuplicate(s *slot) (bool, error) {
	alias := s.result.alias
	if alias == nil || alias.key == s.key {
		return false, nil
	}
	number, seen, err := r.number(alias.key)
	switch {
	case err != nil:
		return false, err
	case seen && number < s.number:
		return true, nil
	case seen:
		r.drop(number)
	}
	r.append(&slot{item: item{key: alias.key, isKey: true, visitor: s.number}})
	r.index[alias.key] = s.number
	r.recents.add(alias.recent)
	return false, nil
}

// append appends an item to the queue.
func (r *run) append(s *slot) {
	s.number = r.state.Tail
	r.state.Tail++
	r.fresh = append(r.fresh, s)
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
func (r *run) number(k key) (number uint64, seen bool, err error) {
	if number, ok := r.index[k]; ok {
		return number, true, nil
	}
	if r.state.Merged == 0 {
		return 0, false, nil
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
func (r *run) queue(all []found) error {
	for i := range all {
		f := &all[i]
		if r.recents.has(f.recent) {
			continue
		}
		_, seen, err := r.number(f.key)
		if err != nil {
			return err
		}
		r.recents.add(f.recent)
		if !seen {
			r.index[f.key] = r.state.Tail
			r.append(&slot{item: item{key: f.key, entry: f.entry}})
			r.state.Queued++
		}
	}
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
	if err := r.f.store.commit(&r.state, &r.changes, 2*r.options.bounds.changes); err != nil {
		return err
	}
	r.fresh, r.applied = nil, 0
	clear(r.dropped)
	if len(r.index) >= r.options.bounds.index {
		if err := r.f.store.merge(&r.state, r.index, r.options.bounds.merge); err != nil {
			return err
		}
		r.index = map[key]uint64{}
	}
	r.f.state = r.state
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

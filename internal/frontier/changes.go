package frontier

import (
	"bytes"
	"encoding/binary"
	"maps"
	"slices"

	"go.etcd.io/bbolt"
)

// changes are what is not stored yet.
type changes struct {
	fresh   []*slot         // the last items of the queue
	dropped map[uint64]bool // stored entries that will not be visited
}

// writer makes changes in a transaction. It keeps the sum.
type writer struct {
	queue, seen *bbolt.Bucket
	sum         *uint64
	arena       []byte // of values, which must stay as they are until the transaction ends
}

// write makes changes with a state, whose sum they change.
func (s *store) write(st *state, work func(w *writer) error) error {
	return s.update(func(tx *bbolt.Tx) error {
		w := &writer{queue: tx.Bucket(queueBucket), seen: tx.Bucket(seenBucket), sum: &st.Sum}
		w.queue.FillPercent = 1 // items are appended, never inserted
		if err := work(w); err != nil {
			return err
		}
		return st.put(tx)
	})
}

// commit stores the changes. What the queue has no use for is deleted, up to most items.
func (s *store) commit(st *state, c *changes, most int) error {
	return s.write(st, func(w *writer) error {
		if err := w.sweep(min(st.Head, st.Merged), most); err != nil {
			return err
		}
		for number := range c.dropped {
			if err := w.drop(number); err != nil {
				return err
			}
		}
		for _, f := range c.fresh {
			if err := w.append(f, st.Head); err != nil {
				return err
			}
		}
		return nil
	})
}

// append stores an item as the last one of the queue. Of a page that was visited already only the key is of use, and of
// one that was visited as an alias not even that, because the alias is an item of its own.
func (w *writer) append(s *slot, head uint64) error {
	it := s.item
	switch {
	case s.dropped:
		return nil
	case s.number < head && !it.isKey:
		it.isKey, it.visitor = true, s.number
	}
	start := len(w.arena)
	w.arena = it.appendValue(w.arena)
	return w.put(w.queue, binary.BigEndian.AppendUint64(nil, s.number), start)
}

// put stores what the arena has from start on.
func (w *writer) put(b *bbolt.Bucket, name []byte, start int) error {
	value := w.arena[start:len(w.arena):len(w.arena)]
	*w.sum += pairSum(name, value)
	return b.Put(name, value)
}

// sweep deletes items of the queue up to a number: their pages were visited, and their keys are elsewhere.
func (w *writer) sweep(to uint64, most int) error {
	cursor := w.queue.Cursor()
	for name, value := cursor.First(); name != nil && most > 0; most-- {
		number := binary.BigEndian.Uint64(name)
		if number >= to {
			break
		}
		*w.sum -= pairSum(name, value)
		if err := cursor.Delete(); err != nil {
			return err
		}
		name, value = cursor.Seek(binary.BigEndian.AppendUint64(nil, number+1))
	}
	return nil
}

// drop deletes an entry of the queue.
func (w *writer) drop(number uint64) error {
	name := binary.BigEndian.AppendUint64(nil, number)
	if value := w.queue.Get(name); value != nil {
		*w.sum -= pairSum(name, value)
	}
	return w.queue.Delete(name)
}

// merge stores the keys of the index, in transactions of at most so many. They are in the order of the tree, so that
// neighbours are written at once: that is what the index is for. All of them must be committed.
func (s *store) merge(st *state, index map[key]uint64, most int) error {
	keys := slices.SortedFunc(maps.Keys(index), func(a, b key) int { return bytes.Compare(a[:], b[:]) })
	for part := range slices.Chunk(keys, most) {
		err := s.write(st, func(w *writer) error {
			for _, k := range part {
				if err := w.see(k, index[k]); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			return err
		}
	}
	st.Merged = st.Tail
	return s.write(st, func(*writer) error { return nil })
}

// see stores the number of a key, which may have another one.
func (w *writer) see(k key, number uint64) error {
	if value := w.seen.Get(k[:]); value != nil {
		*w.sum -= pairSum(k[:], value)
	}
	start := len(w.arena)
	w.arena = binary.BigEndian.AppendUint64(w.arena, number)
	return w.put(w.seen, k[:], start)
}

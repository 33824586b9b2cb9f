package frontier

import (
	"bytes"
	"encoding/binary"
	"slices"

	"go.etcd.io/bbolt"
)

// changes are what is not stored yet.
type changes struct {
	fresh   []*slot         // the last entries that were queued, in order
	index   map[key]uint64  // the numbers of these
	aliases map[key]uint64  // keys that were visited as aliases, with the entries that did
	dropped map[uint64]bool // stored entries that will not be visited
}

func newChanges() changes {
	return changes{index: map[key]uint64{}, aliases: map[key]uint64{}, dropped: map[uint64]bool{}}
}

// writer makes changes in a transaction. It keeps the sum.
type writer struct {
	queue, seen *bbolt.Bucket
	sum         *uint64
	arena       []byte // of values, which must stay as they are until the transaction ends
}

func newWriter(tx *bbolt.Tx, sum *uint64) *writer {
	w := &writer{queue: tx.Bucket(queueBucket), seen: tx.Bucket(seenBucket), sum: sum}
	w.queue.FillPercent = 1 // entries are appended, never inserted
	return w
}

// add stores entries that were queued. It is not yet known which of them will be visited before they are committed.
func (s *store) add(fresh []*slot, sum *uint64) error {
	return s.update(func(tx *bbolt.Tx) error {
		w := newWriter(tx, sum)
		for _, f := range fresh {
			if err := w.putEntry(f); err != nil {
				return err
			}
		}
		return w.putKeys(fresh)
	})
}

// commit stores the changes with the state. The entries that were visited since the last commit begin at from.
func (s *store) commit(st *state, c *changes, from uint64) error {
	return s.update(func(tx *bbolt.Tx) error {
		w := newWriter(tx, &st.Sum)
		if err := w.deleteEntries(from, st.Head); err != nil {
			return err
		}
		for number := range c.dropped {
			if err := w.deleteEntries(number, number+1); err != nil {
				return err
			}
		}
		for _, f := range c.fresh {
			if f.number < st.Head || f.dropped {
				continue
			}
			if err := w.putEntry(f); err != nil {
				return err
			}
		}
		if err := w.putKeys(c.fresh); err != nil {
			return err
		}
		for k, number := range c.aliases {
			if err := w.replaceKey(k, number); err != nil {
				return err
			}
		}
		return st.put(tx)
	})
}

// putEntry stores an entry that is the last one of the queue.
func (w *writer) putEntry(s *slot) error {
	name := binary.BigEndian.AppendUint64(nil, s.number)
	start := len(w.arena)
	w.arena = appendValue(w.arena, &s.candidate)
	value := w.arena[start:len(w.arena):len(w.arena)]
	*w.sum += pairSum(name, value)
	return w.queue.Put(name, value)
}

// deleteEntries deletes the entries from one number to another that are stored.
func (w *writer) deleteEntries(from, to uint64) error {
	cursor := w.queue.Cursor()
	for {
		name, value := cursor.Seek(binary.BigEndian.AppendUint64(nil, from))
		if name == nil {
			return nil
		}
		number := binary.BigEndian.Uint64(name)
		if number >= to {
			return nil
		}
		*w.sum -= pairSum(name, value)
		if err := cursor.Delete(); err != nil {
			return err
		}
		from = number + 1
	}
}

// putKeys stores the keys of entries, which are not stored yet; in their order, so that neighbours are written at once.
func (w *writer) putKeys(fresh []*slot) error {
	fresh = slices.Clone(fresh)
	slices.SortFunc(fresh, func(a, b *slot) int { return bytes.Compare(a.key[:], b.key[:]) })
	for _, f := range fresh {
		if err := w.putKey(f.key, f.number); err != nil {
			return err
		}
	}
	return nil
}

func (w *writer) putKey(k key, number uint64) error {
	start := len(w.arena)
	w.arena = binary.BigEndian.AppendUint64(w.arena, number)
	value := w.arena[start:len(w.arena):len(w.arena)]
	*w.sum += pairSum(k[:], value)
	return w.seen.Put(k[:], value)
}

// replaceKey stores a key which may be stored already.
func (w *writer) replaceKey(k key, number uint64) error {
	if value := w.seen.Get(k[:]); value != nil {
		*w.sum -= pairSum(k[:], value)
	}
	return w.putKey(k, number)
}

// takeBack deletes entries and their keys that were stored before a commit that did not come. They have numbers from tail
// on, and the sum of the state does not count them.
func (s *store) takeBack(tail uint64, most int) error {
	for {
		slots, _, err := s.entries(nil, tail, ^uint64(0), most)
		if err != nil || len(slots) == 0 {
			return err
		}
		err = s.update(func(tx *bbolt.Tx) error {
			var sum uint64
			w := newWriter(tx, &sum)
			for _, old := range slots {
				if err := w.seen.Delete(old.key[:]); err != nil {
					return err
				}
			}
			return w.deleteEntries(tail, slots[len(slots)-1].number+1)
		})
		if err != nil {
			return err
		}
	}
}

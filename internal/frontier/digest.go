package frontier

import (
	"strings"
	"unsafe"
)

// result is what a visit gave, without what was seen before.
type result struct {
	value     any
	record    []byte
	found     []found
	alias     *found // nil: none
	duplicate []byte
	size      int64 // about how many bytes of memory that is
}

// found is an entry that was found, or an alias.
type found struct {
	recent recent
	key    key
	entry  Entry
}

// mostKept is how many names a digester keeps room for.
const mostKept = 1 << 14

// digester makes results of visits. It is for one goroutine.
type digester struct {
	run     *run
	names   []string // of the entries that were found
	recents []recent
}

func (d *digester) digest(v Visit) result {
	res := result{
		value: v.Value, record: v.Record, duplicate: v.Duplicate, size: int64(len(v.Record) + len(v.Duplicate)), found: d.unseen(v.Found),
	}
	if v.Alias != "" {
		name := d.run.options.Key(v.Alias)
		res.alias = &found{recent: d.run.recents.of(name), key: keyOf(name)}
	}
	for i := range res.found {
		res.size += int64(unsafe.Sizeof(found{})) + int64(res.found[i].entry.size())
	}
	return res
}

// unseen returns the entries that were not seen lately. What was seen at any time is seen when the visit takes effect.
func (d *digester) unseen(entries []Entry) []found {
	d.names, d.recents = d.names[:0], d.recents[:0]
	for i := range entries {
		name := entries[i].Key
		if name == "" {
			name = d.run.options.Key(entries[i].URL)
		}
		d.names = append(d.names, name)
		d.recents = append(d.recents, d.run.recents.of(d.names[i]))
	}
	var unseen []found
	d.run.recents.mu.RLock()
	for i, k := range d.recents {
		if !d.run.recents.has(k) {
			unseen = append(unseen, found{recent: k, entry: entries[i]})
			d.names[len(unseen)-1] = d.names[i]
		}
	}
	d.run.recents.mu.RUnlock()
	var before Entry
	for i := range unseen {
		unseen[i].key = keyOf(d.names[i])
		unseen[i].entry.detach(&before)
		before = unseen[i].entry
	}
	if clear(d.names); cap(d.names) > mostKept {
		d.names, d.recents = nil, nil
	}
	return unseen
}

// size is how many bytes of strings an entry has.
func (e *Entry) size() int { return len(e.URL) + len(e.From) + len(e.Referrer) }

// detach makes the strings of an entry independent of the document that they were found in. Those that are as in the
// entry before are shared.
func (e *Entry) detach(before *Entry) {
	e.URL, e.Key = strings.Clone(e.URL), ""
	e.From = detached(e.From, before.From)
	e.Referrer = detached(e.Referrer, before.Referrer)
}

func detached(s, before string) string {
	if s == before {
		return before
	}
	return strings.Clone(s)
}

package source

import "hash/maphash"

// repeated finds the attributes of a tag whose name an earlier one has, in any case of ASCII.
//
// Spec: https://html.spec.whatwg.org/multipage/parsing.html#attribute-name-state
type repeated struct {
	// Beyond a few attributes their names are in a hash table. Entries of other tags are left in it.
	filled bool
	seed   maphash.Seed
	table  []entry
	tag    int // the tag the table is for
	lower  []byte
}

// entry is a place of the table: the hash of the lower-case name, and the attribute.
type entry struct {
	tag  int
	hash uint64
	attr int
}

// few is the number of attributes up to which names are compared one by one.
const few = 16

// isNew tells whether none of the attributes so far has the name of another one, which may be one of them.
func (r *repeated) isNew(page []byte, attrs []Attr, name Span) bool {
	if len(attrs) < few {
		return !hasName(page, attrs, name)
	}
	return r.isNewInTable(page, attrs, name)
}

// hasName tells whether one of the attributes has the name.
func hasName(page []byte, attrs []Attr, name Span) bool {
	for i := range attrs {
		other := &attrs[i].Name
		if EqualFold(page[other.Start:other.End], page[name.Start:name.End]) {
			return true
		}
	}
	return false
}

// isNewInTable is isNew for many attributes.
func (r *repeated) isNewInTable(page []byte, attrs []Attr, name Span) bool {
	if !r.filled || 2*len(attrs) >= len(r.table) {
		r.refill(page, attrs)
	}
	hash := r.hash(page[name.Start:name.End])
	i := r.find(page, attrs, hash, name)
	if r.table[i].tag == r.tag {
		return false
	}
	r.table[i] = entry{r.tag, hash, len(attrs)}
	return true
}

// refill puts the attributes into the table, which it makes larger if need be.
func (r *repeated) refill(page []byte, attrs []Attr) {
	if r.table == nil {
		r.seed = maphash.MakeSeed()
	}
	if 2*len(attrs) >= len(r.table) {
		r.table = make([]entry, 8*len(attrs))
	}
	r.filled = true
	r.tag++
	for i, a := range attrs {
		hash := r.hash(page[a.Name.Start:a.Name.End])
		r.table[r.find(page, attrs, hash, a.Name)] = entry{r.tag, hash, i}
	}
}

// find returns the place of the attribute with the name, or the free place for it.
func (r *repeated) find(page []byte, attrs []Attr, hash uint64, name Span) uint64 {
	for i := hash % uint64(len(r.table)); ; i = (i + 1) % uint64(len(r.table)) {
		e := r.table[i]
		if e.tag != r.tag {
			return i
		}
		if e.hash == hash {
			other := attrs[e.attr].Name
			if EqualFold(page[other.Start:other.End], page[name.Start:name.End]) {
				return i
			}
		}
	}
}

func (r *repeated) hash(name []byte) uint64 {
	r.lower = r.lower[:0]
	for _, b := range name {
		r.lower = append(r.lower, toLower(b))
	}
	return maphash.Bytes(r.seed, r.lower)
}

// EqualFold reports whether two names are the same but for the case of ASCII letters.
func EqualFold[A, B []byte | string](a A, b B) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range len(a) {
		if toLower(a[i]) != toLower(b[i]) {
			return false
		}
	}
	return true
}

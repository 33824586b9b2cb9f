package frontier

import (
	"crypto/sha256"
	"hash/maphash"
	"sync"
)

// key is the first half of the SHA-256 hash of what Options.Key returns. Pages are hostile: with a weaker hash one
// could make URLs that count as seen.
type key [16]byte

func keyOf(name string) key {
	sum := sha256.Sum256([]byte(name))
	return key(sum[:len(key{})])
}

// recents remembers which keys were seen lately, so that they need not be looked up: nearly all links of a page were
// seen on pages before it. It takes another hash, which is many times faster than that of keys, and as safe, because it
// is not the same in two processes. One goroutine adds, others ask.
type recents struct {
	places, marks maphash.Seed

	mu   sync.RWMutex
	sets []recentSet // their number is a power of two
}

// recentSet has the marks of the keys in one place, the newest first. It is as long as what processors load at once.
type recentSet [8]uint64

// recent is what recents has for a key.
type recent struct{ place, mark uint64 }

func newRecents(size int) *recents {
	n := 1
	for n*len(recentSet{}) < size {
		n *= 2
	}
	return &recents{places: maphash.MakeSeed(), marks: maphash.MakeSeed(), sets: make([]recentSet, n)}
}

func (r *recents) of(name string) recent {
	return recent{maphash.String(r.places, name) & uint64(len(r.sets)-1), maphash.String(r.marks, name)}
}

// has is for the goroutine that adds, or one that holds the lock.
func (r *recents) has(k recent) bool {
	for _, mark := range &r.sets[k.place] {
		if mark == k.mark {
			return true
		}
	}
	return false
}

func (r *recents) add(k recent) {
	r.mu.Lock()
	set := &r.sets[k.place]
	copy(set[1:], set[:])
	set[0] = k.mark
	r.mu.Unlock()
}

package frontier

import (
	"crypto/sha256"
	"encoding/binary"
	"sync"
)

// key is the first half of the SHA-256 hash of what Options.Key returns. Pages are hostile: with a weaker hash one could
// make URLs that count as seen.
type key [16]byte

// hasher makes keys. It is for one goroutine.
type hasher struct {
	name func(url string) string // Options.Key
	text []byte
	keys []key
}

// keyOf returns the key of an entry.
func (h *hasher) keyOf(e *Entry) key {
	if e.Key != "" {
		return h.hash(e.Key)
	}
	return h.key(e.URL)
}

// key returns the key of a URL.
func (h *hasher) key(url string) key {
	if h.name != nil {
		url = h.name(url)
	}
	return h.hash(url)
}

func (h *hasher) hash(name string) key {
	h.text = append(h.text[:0], name...)
	sum := sha256.Sum256(h.text)
	return key(sum[:len(key{})])
}

// recents remembers keys that were seen lately, so that they need not be looked up in the store: nearly all links of a page
// were seen on pages before it. A key has one place; the last one there is remembered. One goroutine adds, others ask.
type recents struct {
	mu   sync.RWMutex
	keys []key // their number is a power of two
}

func newRecents(size int) *recents {
	n := 1
	for n < size {
		n *= 2
	}
	return &recents{keys: make([]key, n)}
}

func (r *recents) place(k key) *key {
	return &r.keys[binary.LittleEndian.Uint64(k[:])&uint64(len(r.keys)-1)]
}

// has is for the goroutine that adds, or one that holds the lock.
func (r *recents) has(k key) bool { return *r.place(k) == k }

func (r *recents) add(k key) {
	r.mu.Lock()
	*r.place(k) = k
	r.mu.Unlock()
}

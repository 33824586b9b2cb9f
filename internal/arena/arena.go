// Package arena puts many short strings into few pieces of memory.
package arena

import "strings"

// Arena is memory that strings are copied into, one behind the other; a long one has memory of its own. A string that
// is kept keeps alive the chunk that it is in, 32 KB at most; strings.Clone lets go of it. The zero Arena is empty and
// ready to use; it must not be copied after that. Not safe for concurrent use.
type Arena struct {
	chunk strings.Builder // never grows beyond its capacity
}

// The sizes of chunks. Each is at least twice as large as the one before, up to the last.
const (
	firstChunk = 2 << 10
	lastChunk  = 32 << 10
)

// String returns p as a string. It keeps nothing of p.
func (a *Arena) String(p []byte) string {
	if !a.hasRoom(len(p)) {
		return string(p)
	}
	start := a.chunk.Len()
	a.chunk.Write(p)
	return a.chunk.String()[start:]
}

// Concat returns s + t.
func (a *Arena) Concat(s, t string) string {
	if !a.hasRoom(len(s) + len(t)) {
		return s + t
	}
	start := a.chunk.Len()
	a.chunk.WriteString(s)
	a.chunk.WriteString(t)
	return a.chunk.String()[start:]
}

// hasRoom makes room for n bytes. It reports false if they are to have memory of their own.
func (a *Arena) hasRoom(n int) bool { return n <= a.chunk.Cap()-a.chunk.Len() || a.begin(n) }

// begin begins a chunk, unless n bytes would be more than a quarter of the largest.
func (a *Arena) begin(n int) bool {
	if n > lastChunk/4 {
		return false
	}
	size := max(firstChunk, 2*a.chunk.Cap(), 4*n)
	a.chunk.Reset()
	a.chunk.Grow(min(size, lastChunk))
	return true
}

package source

import (
	"encoding/binary"
	"math/bits"
)

// word is a name of up to eight bytes as a number, the first byte lowest. It is 0 for longer names, which few are, and for
// those with a NUL.
type word uint64

const wordSize = 8

// wordOf returns the word of a name.
func wordOf[T []byte | string](name T) (w word) {
	if len(name) > wordSize {
		return 0
	}
	for i := len(name) - 1; i >= 0; i-- {
		if name[i] == 0 {
			return 0
		}
		w = w<<8 | word(name[i])
	}
	return w
}

// hash returns where a table of 1<<n words may have the word.
func (w word) hash(n int) int {
	const golden = 0x9E3779B97F4A7C15
	return int(uint64(w) * golden >> (64 - n))
}

// each times a byte is that byte eight times.
const each = 0x0101010101010101

// mayHaveCapitals tells whether capital letters may be in the word.
func (w word) mayHaveCapitals() bool { return w & ^(w<<1) & (0x40*each) != 0 }

// nameAt returns where the name ends that begins at the offset, and its word. Of the classes those are given that end it.
func nameAt(page []byte, at int, ends uint8) (end int, w word) {
	if at+wordSize <= len(page) {
		x := binary.LittleEndian.Uint64(page[at:])
		for signs := ^(x | x<<1) & (0x80 * each); signs != 0; signs &= signs - 1 { // of all bytes below "@"
			n := bits.TrailingZeros64(signs) / 8
			if classOf[byte(x>>(8*n&63))]&ends != 0 {
				return at + n, word(x & (1<<(8*n&63) - 1))
			}
		}
	}
	for end = at; end < len(page) && classOf[page[end]]&ends == 0; end++ {
	}
	return end, wordOf(page[at:end])
}

// Names are names of attributes to watch for, each with a mark. The zero Names has none.
type Names struct {
	words [256]word // of short ones, each at its hash or behind that
	marks [256]Mark
	long  [256]uint64 // of the others: a bit for each length, by the first letter
}

// Mark is what Names have for a name.
type Mark uint8

// The marks of names that have none of their own.
const (
	NoMark    Mark = 0   // none to watch for
	MayBeMark Mark = 255 // it may be one of Names: it is long, or has capital letters
)

// Add adds a name in lower case.
func (n *Names) Add(name string, mark Mark) {
	w := wordOf(name)
	if w == 0 {
		n.long[name[0]] |= 1 << (len(name) & 63)
		return
	}
	i := w.hash(8)
	for n.words[i] != 0 && n.words[i] != w {
		i = (i + 1) % len(n.words)
	}
	n.words[i], n.marks[i] = w, mark
}

// mark returns the mark of a name.
func (n *Names) mark(name []byte, w word) Mark {
	switch {
	case w == 0 && n.long[toLower(name[0])]&(1<<(len(name)&63)) == 0:
		return NoMark
	case w == 0, w.mayHaveCapitals():
		return MayBeMark
	}
	i := w.hash(8)
	for n.words[i] != 0 && n.words[i] != w {
		i = (i + 1) % len(n.words)
	}
	return n.marks[i]
}

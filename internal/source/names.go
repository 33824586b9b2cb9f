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

// nameAt returns where the name that begins at the offset ends, at a byte of one of the classes, and its word. All such bytes
// are below "@".
func nameAt(page []byte, at int, ends uint8) (end int, w word) {
	if at+wordSize <= len(page) {
		x := binary.LittleEndian.Uint64(page[at:])
		for below := ^(x | x<<1) & (0x80 * each); below != 0; below &= below - 1 {
			n := bits.TrailingZeros64(below) / 8
			c := byte(x >> (8 * n & 63))
			if classOf[c]&ends != 0 {
				return at + n, word(x & (1<<(8*n&63) - 1))
			}
			if c == 0 {
				break
			}
		}
	}
	for end = at; end < len(page) && classOf[page[end]]&ends == 0; end++ {
	}
	return end, wordOf(page[at:end])
}

// Names are names of attributes to watch for, each with a mark. The zero Names has none.
type Names struct {
	words [namesSize]word // of most short ones, each at its hash or behind that
	marks [namesSize]Mark
	count int         // of words
	rest  [256]uint64 // of the others: a bit for each length, by the first letter
}

const (
	namesBits = 8
	namesSize = 1 << namesBits
)

// Mark is what Names have for a name.
type Mark uint8

// The marks of names that have none of their own.
const (
	NoMark    Mark = 0   // none to watch for
	MayBeMark Mark = 255 // it may be one of Names: it is long or has capital letters, or there are many Names
)

// Add adds a name in lower case.
func (n *Names) Add(name string, mark Mark) {
	w := wordOf(name)
	i := n.find(w)
	switch {
	case w != 0 && n.words[i] == w:
		n.marks[i] = mark
	case w != 0 && n.count < namesSize/2:
		n.words[i], n.marks[i] = w, mark
		n.count++
	default:
		n.rest[name[0]] |= 1 << (len(name) & 63)
	}
}

// find returns the place of a word, or the free one for it.
func (n *Names) find(w word) int {
	i := w.hash(namesBits)
	for n.words[i] != 0 && n.words[i] != w {
		i = (i + 1) % namesSize
	}
	return i
}

// mark returns the mark of a name.
func (n *Names) mark(name []byte, w word) Mark {
	if w != 0 {
		if w.mayHaveCapitals() {
			return MayBeMark
		}
		if i := n.find(w); n.words[i] == w {
			return n.marks[i]
		}
	}
	if n.rest[toLower(name[0])]&(1<<(len(name)&63)) != 0 {
		return MayBeMark
	}
	return NoMark
}

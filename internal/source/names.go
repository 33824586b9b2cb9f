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

// mix returns a number whose upper bits are a hash of the word in any case.
func (w word) mix() uint64 {
	const golden = 0x9E3779B97F4A7C15
	return uint64(w|0x20*each) * golden
}

// hash returns where a table of 1<<n words may have the word.
func (w word) hash(n int) int { return int(w.mix() >> (64 - n)) }

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

// key returns what tells a name, which is not empty, from most others in any case: its word, or else what it begins with and
// its length.
func key[T []byte | string](name T) word {
	if w := wordOf(name); w != 0 {
		return w
	}
	return word(name[0]|0x20) | word(len(name))<<8
}

// Names are names of attributes to watch for, each with a mark. The zero Names has none.
type Names struct {
	table []markedName // each at its hash or behind that; half of it is free
	shift int          // makes an index of a hash
	count int
}

// markedName is a name by its key. The zero one stands for a free place.
type markedName struct {
	key  word
	mark Mark
}

// Mark is what Names have for a name.
type Mark uint8

// The marks of names that have none of their own.
const (
	NoMark    Mark = 0   // none to watch for
	MayBeMark Mark = 255 // it may be one of Names: it is long or has capital letters
)

// Add adds a name in lower case.
func (n *Names) Add(name string, mark Mark) {
	if wordOf(name) == 0 {
		mark = MayBeMark
	}
	n.grow()
	e := n.find(key(name))
	if e.key == 0 {
		n.count++
	}
	*e = markedName{key(name), mark}
}

// grow makes room for another name.
func (n *Names) grow() {
	if 2*n.count < len(n.table) {
		return
	}
	names := n.table
	n.table = make([]markedName, max(512, 2*len(names)))
	n.shift = 64 - bits.TrailingZeros(uint(len(n.table)))
	for _, e := range names {
		if e.key != 0 {
			*n.find(e.key) = e
		}
	}
}

// find returns the place of a key, or the free one for it.
func (n *Names) find(k word) *markedName {
	i := k.mix() >> n.shift
	for n.table[i].key != 0 && n.table[i].key != k {
		i = (i + 1) % uint64(len(n.table))
	}
	return &n.table[i]
}

// first returns the place that a key has which is mixed like that, unless another key has it. If it is free no name has such a
// key, in whatever case.
func (n *Names) first(mix uint64) *markedName {
	if i := mix >> n.shift; i < uint64(len(n.table)) {
		return &n.table[i]
	}
	return &unmarked
}

var unmarked markedName

// mark returns the mark of a name by its key, whose first place another one has.
func (n *Names) mark(k word) Mark {
	if k.mayHaveCapitals() {
		return MayBeMark
	}
	return n.find(k).mark
}

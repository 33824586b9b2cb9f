package idna

import (
	"bytes"
	"math/bits"
	"slices"
	"unicode/utf8"
)

// Punycode is written out here, and not taken from golang.org/x/net/idna, because labels may be of any length and the
// usual implementations take quadratic time: the encoder goes through the label once for each different code point, the
// decoder moves the rest of the label for each insertion. These two sort the code points and the insertions instead,
// and count with a Fenwick tree. They take time n log n and have no overflow.
//
// Spec: RFC 3492 (March 2003); the names are those of its section 5.
const (
	base        = 36
	tmin        = 1
	tmax        = 26
	skew        = 38
	damp        = 700
	initialBias = 72
	initialN    = 0x80
	delimiter   = '-'
)

// runeAt is a code point and its position: the code point is in the upper bits, so code points sort first.
type runeAt uint64

const positionBits = 43

func newRuneAt(r rune, position int) runeAt { return runeAt(r)<<positionBits | runeAt(position) }

func (c runeAt) rune() rune    { return rune(c >> positionBits) }
func (c runeAt) position() int { return int(c & (1<<positionBits - 1)) }

// appendPunycode appends the Punycode of a label of valid UTF-8, without the ACE prefix.
//
// Spec: RFC 3492 section 6.3.
func appendPunycode(dst, label []byte) []byte {
	var few [64]runeAt
	rest := few[:0] // what is not ASCII
	length := 0     // of the label in code points
	for i := 0; i < len(label); length++ {
		if c := label[i]; c < utf8.RuneSelf {
			dst = append(dst, c)
			i++
			continue
		}
		r, size := utf8.DecodeRune(label[i:])
		rest = append(rest, newRuneAt(r, length))
		i += size
	}
	h := length - len(rest) // code points handled so far
	if h > 0 {
		dst = append(dst, delimiter)
	}
	var store positionsStore
	handled := store.full(length)
	for _, c := range rest {
		handled.remove(c.position())
	}
	slices.Sort(rest)
	// The state of the decoder: it steps through all positions i of the string so far, for each n.
	n, i, bias := rune(initialN), 0, int64(initialBias)
	for count, c := range rest {
		at := handled.rank(c.position())
		delta := int64(c.rune()-n)*int64(h+1) + int64(at-i)
		dst = appendVariable(dst, delta, bias)
		h++
		bias = adapt(delta, h, count == 0)
		handled.add(c.position())
		n, i = c.rune(), at+1
	}
	return dst
}

// appendVariable appends a generalized variable-length integer.
//
// Spec: RFC 3492 section 3.3.
func appendVariable(dst []byte, q, bias int64) []byte {
	for k := int64(base); ; k += base {
		t := threshold(k, bias)
		if q < t {
			return append(dst, digits[q])
		}
		dst = append(dst, digits[t+(q-t)%(base-t)])
		q = (q - t) / (base - t)
	}
}

const digits = "abcdefghijklmnopqrstuvwxyz0123456789"

// digitValue gives the value of a digit, or false.
func digitValue(c byte) (int64, bool) {
	switch {
	case 'a' <= c && c <= 'z':
		return int64(c - 'a'), true
	case 'A' <= c && c <= 'Z':
		return int64(c - 'A'), true
	case '0' <= c && c <= '9':
		return int64(c-'0') + 26, true
	}
	return 0, false
}

func threshold(k, bias int64) int64 {
	return min(max(k-bias, tmin), tmax)
}

// adapt gives the bias for the next delta.
//
// Spec: RFC 3492 section 6.1.
func adapt(delta int64, length int, first bool) (bias int64) {
	if first {
		delta /= damp
	} else {
		delta /= 2
	}
	delta += delta / int64(length)
	k := int64(0)
	for ; delta > (base-tmin)*tmax/2; k += base {
		delta /= base - tmin
	}
	return k + (base-tmin+1)*delta/(delta+skew)
}

// decodePunycode decodes a label of ASCII that has lost its ACE prefix. It refuses surrogates, which UTF-8 has not.
//
// Spec: RFC 3492 section 6.2.
func decodePunycode(label []byte) ([]rune, bool) {
	basic, rest := label[:0], label
	if at := bytes.LastIndexByte(label, delimiter); at > 0 {
		basic, rest = label[:at], label[at+1:]
	}
	var few [64]runeAt
	inserted := few[:0] // the code points and where they stand when they are inserted
	n, i, bias := int64(initialN), int64(0), int64(initialBias)
	length := len(basic)
	for len(rest) > 0 {
		delta, size := variable(rest, bias, (utf8.MaxRune+1-n)*int64(length+1)-i)
		if size == 0 {
			return nil, false
		}
		rest = rest[size:]
		length++
		bias = adapt(delta, length, len(inserted) == 0)
		i += delta
		n += i / int64(length)
		i %= int64(length)
		if !utf8.ValidRune(rune(n)) {
			return nil, false
		}
		inserted = append(inserted, newRuneAt(rune(n), int(i)))
		i++
	}
	// What was inserted last stands where it was put. What was inserted before stands at that place among the others.
	decoded := make([]rune, length)
	var store positionsStore
	free := store.full(length)
	for _, c := range slices.Backward(inserted) {
		at := free.find(c.position())
		decoded[at] = c.rune()
		free.remove(at)
	}
	for k, at := 0, 0; k < len(basic); at++ {
		if decoded[at] == 0 {
			decoded[at] = rune(basic[k])
			k++
		}
	}
	return decoded, true
}

// variable reads a generalized variable-length integer less than limit from the start of s, and gives its size in
// bytes, which is 0 if there is none.
//
// Spec: RFC 3492 section 3.3.
func variable(s []byte, bias, limit int64) (value int64, size int) {
	w := int64(1)
	for k := int64(base); size < len(s); k += base {
		digit, ok := digitValue(s[size])
		if !ok || digit > (limit-1-value)/w {
			return 0, 0
		}
		size++
		value += digit * w
		t := threshold(k, bias)
		if digit < t {
			return value, size
		}
		w *= base - t
	}
	return 0, 0
}

// positions is a set of numbers from 0 up that counts its members quickly.
type positions struct {
	words []uint64 // bit i%64 of words[i/64] tells whether i is a member
	tree  []int    // a Fenwick tree: tree[k] counts the members in words[k-k&-k:k]
}

// positionsStore holds the memory of a small set.
type positionsStore struct {
	words [4]uint64
	tree  [5]int
}

// full gives the set of all numbers below n. The store is used once.
func (s *positionsStore) full(n int) positions {
	count := (n + 63) / 64
	p := positions{s.words[:0], s.tree[:0]}
	if count > len(s.words) {
		p = positions{make([]uint64, 0, count), make([]int, 0, count+1)}
	}
	p.words, p.tree = p.words[:count], p.tree[:count+1]
	for k := range p.words {
		p.words[k] = ^uint64(0) >> max(0, 64*(k+1)-n)
		p.tree[k+1] += bits.OnesCount64(p.words[k])
		if up := k + 1 + (k+1)&-(k+1); up < len(p.tree) {
			p.tree[up] += p.tree[k+1]
		}
	}
	return p
}

func (p positions) add(i int) {
	p.words[i/64] |= 1 << (i % 64)
	p.count(i, 1)
}

func (p positions) remove(i int) {
	p.words[i/64] &^= 1 << (i % 64)
	p.count(i, -1)
}

func (p positions) count(i, change int) {
	for k := i/64 + 1; k < len(p.tree); k += k & -k {
		p.tree[k] += change
	}
}

// rank counts the members below i.
func (p positions) rank(i int) int {
	n := bits.OnesCount64(p.words[i/64] & (1<<(i%64) - 1))
	for k := i / 64; k > 0; k &= k - 1 {
		n += p.tree[k]
	}
	return n
}

// find gives the member that has n members below it.
func (p positions) find(n int) int {
	k := 0 // the members of words[:k] are below it
	for step := 1 << bits.Len(uint(len(p.words))); step > 0; step >>= 1 {
		if k+step < len(p.tree) && p.tree[k+step] <= n {
			k += step
			n -= p.tree[k]
		}
	}
	word := p.words[k]
	for ; n > 0; n-- {
		word &= word - 1
	}
	return 64*k + bits.TrailingZeros64(word)
}

package idna

import (
	"bytes"
	"sort"
	"unicode/utf8"
)

// composition has the canonical composites of one plane: pairs by composite, and their indices by first and second.
type composition struct {
	pairs   []pair
	byParts []uint16
}

// pair is a canonical composite with its parts; composite and first lack their plane, which they share.
type pair struct {
	composite, first uint16
	second           rune
}

// firstNonLatin is a bound for a quick test: all code points below are starters that normalization form C leaves alone.
const firstNonLatin = 0x300

// normalize brings the end of s, from there on, to normalization form C.
//
// The data is that of the tables, whatever version package norm of golang.org/x/text has, and there is no U+034F in
// long runs of marks, as in [nfkc32]. Code points that decompose for good are left as they are: none of them is left
// by the mapping.
//
// Spec: Unicode Standard Annex #15 (Unicode 17.0).
func normalize(s []byte, from int) []byte {
	if isQuick(s[from:]) {
		return s
	}
	var few [64]char
	chars := few[:0]
	for i := from; i < len(s); {
		r, size := utf8.DecodeRune(s[i:])
		chars = appendDecomposed(chars, r)
		i += size
	}
	reorder(chars)
	return compose(s[:from], chars, compositeOf)
}

// isNFC tells whether a label is in normalization form C.
func isNFC(label []byte) bool {
	for i := 0; i < len(label); {
		r, size := utf8.DecodeRune(label[i:])
		if r >= firstNonLatin && propsOf(r).decomposesForGood() {
			return false
		}
		i += size
	}
	return isQuick(label) || bytes.Equal(label, normalize(bytes.Clone(label), 0))
}

// isQuick tells whether no code point of s may join another and all marks are in order.
//
// Spec: Unicode Standard Annex #15 section 9.
func isQuick(s []byte) bool {
	last := uint8(0)
	for i := 0; i < len(s); {
		if s[i] < utf8.RuneSelf {
			last = 0
			i++
			continue
		}
		r, size := utf8.DecodeRune(s[i:])
		i += size
		if r < firstNonLatin {
			last = 0
			continue
		}
		p := propsOf(r)
		class := p.combiningClass()
		if p.joins() || class != 0 && class < last {
			return false
		}
		last = class
	}
	return true
}

// appendDecomposed appends the parts of a canonical composite, or the code point itself. It leaves Hangul syllables
// alone: their jamo would only compose again.
func appendDecomposed(chars []char, r rune) []char {
	if plane := int(r >> 16); plane < len(compositions) {
		pairs := compositions[plane].pairs
		i := sort.Search(len(pairs), func(i int) bool { return pairs[i].composite >= uint16(r) })
		if i < len(pairs) && pairs[i].composite == uint16(r) {
			chars = appendDecomposed(chars, r&^0xFFFF|rune(pairs[i].first))
			r = pairs[i].second
		}
	}
	p := propsOf(r)
	return append(chars, char{r: r, class: p.combiningClass(), joins: p.joins()})
}

// compositeOf gives the canonical composite of two code points, if there is one.
func compositeOf(first, second rune) (rune, bool) {
	if r, ok := hangul(first, second); ok {
		return r, true
	}
	plane := int(first >> 16)
	if plane >= len(compositions) {
		return 0, false
	}
	pairs, byParts := compositions[plane].pairs, compositions[plane].byParts
	i := sort.Search(len(byParts), func(i int) bool {
		p := pairs[byParts[i]]
		return p.first > uint16(first) || p.first == uint16(first) && p.second >= second
	})
	if i == len(byParts) {
		return 0, false
	}
	p := pairs[byParts[i]]
	return first&^0xFFFF | rune(p.composite), p.first == uint16(first) && p.second == second
}

// hangul composes jamo.
//
// Spec: The Unicode Standard, section 3.12.
func hangul(first, second rune) (rune, bool) {
	const (
		sBase, lBase, vBase, tBase = 0xAC00, 0x1100, 0x1161, 0x11A7
		lCount, vCount, tCount     = 19, 21, 28
	)
	l, v := first-lBase, second-vBase
	if 0 <= l && l < lCount && 0 <= v && v < vCount {
		return sBase + (l*vCount+v)*tCount, true
	}
	s, t := first-sBase, second-tBase
	if 0 <= s && s < lCount*vCount*tCount && s%tCount == 0 && 0 < t && t < tCount {
		return first + t, true
	}
	return 0, false
}

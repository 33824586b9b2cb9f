package idna

import (
	"slices"
	"unicode/utf8"

	"github.com/xdg-go/stringprep"
	"golang.org/x/text/unicode/norm"
)

// nfkc32 normalizes UTF-8 to form KC of Unicode 3.2. It may reuse the memory of s.
//
// The stability policy of Unicode makes the data of later versions fit, with two differences: what was not assigned
// in 3.2 takes no part in normalization, and Corrigendum 4 is not applied. The algorithm is spelled out here because
// that of package norm puts U+034F between long runs of marks (the Stream-Safe Text Format), which RFC 3454 does
// not ask for. What package norm finds normalized is normalized here too: the two differences only leave characters
// as they are or concern ones that are never normalized.
//
// Spec: Unicode Standard Annex #15 revision 22 (Unicode 3.2), with the definition of "blocked" of Corrigendum 5,
// without which normalizing twice could differ from normalizing once.
func nfkc32(s []byte) []byte {
	if norm.NFKC.QuickSpan(s) == len(s) {
		return s
	}
	chars := decompose(s)
	reorder(chars)
	return compose(s[:0], chars, composite)
}

// char is a code point and what normalization wants to know of it.
type char struct {
	r     rune
	class uint8 // canonical combining class
	joins bool  // may be the second of a canonical composite
	inert bool  // not assigned in Unicode 3.2: later versions may decompose, reorder or compose it, this one does not
}

// decompose replaces each code point by its compatibility decomposition. It leaves Hangul syllables alone: their jamo
// would only compose again.
func decompose(s []byte) []char {
	chars := make([]char, 0, len(s))
	for i := 0; i < len(s); {
		r, size := utf8.DecodeRune(s[i:])
		p := norm.NFKD.Properties(s[i:])
		switch d := p.Decomposition(); {
		case stringprep.TableA1.Contains(r):
			chars = append(chars, char{r: r, inert: true})
		case corrigendum4[r] != 0:
			chars = append(chars, char{r: corrigendum4[r]})
		case d == nil:
			chars = append(chars, charOf(r))
		default:
			for _, r := range string(d) {
				chars = append(chars, charOf(r))
			}
		}
		i += size
	}
	return chars
}

// charOf describes a code point that has no decomposition.
func charOf(r rune) char {
	p := norm.NFC.PropertiesString(string(r))
	return char{r: r, class: p.CCC(), joins: !p.BoundaryBefore()}
}

// corrigendum4 has the decompositions that Unicode 4.0 corrected, as they were in 3.2.
var corrigendum4 = map[rune]rune{
	0x2F868: 0x2136A,
	0x2F874: 0x5F33,
	0x2F91F: 0x43AB,
	0x2F95F: 0x7AAE,
	0x2F9BF: 0x4D57,
}

// reorder sorts each run of marks by their combining class, without changing the order within a class.
func reorder(chars []char) {
	for start := 0; start < len(chars); {
		end := start + 1
		if chars[start].class != 0 {
			for end < len(chars) && chars[end].class != 0 {
				end++
			}
			slices.SortStableFunc(chars[start:end], func(a, b char) int { return int(a.class) - int(b.class) })
		}
		start = end
	}
}

// compose appends chars to dst, joined to the canonical composites that composite knows. It overwrites chars.
func compose(dst []byte, chars []char, composite func(starter, joining rune) (rune, bool)) []byte {
	starter, n := -1, 0 // chars[:n] is done; chars[starter] is the last of it with class 0
	for _, c := range chars {
		blocked := starter < n-1 && chars[n-1].class >= c.class
		if c.joins && starter >= 0 && !blocked && !chars[starter].inert {
			if r, ok := composite(chars[starter].r, c.r); ok {
				chars[starter].r = r
				continue
			}
		}
		if c.class == 0 {
			starter = n
		}
		chars[n] = c
		n++
	}
	for _, c := range chars[:n] {
		dst = utf8.AppendRune(dst, c.r)
	}
	return dst
}

// composite gives the canonical composite of a starter and a code point that joins, if there is one.
func composite(starter, joining rune) (rune, bool) {
	var pair, joined [2 * utf8.UTFMax]byte
	c := norm.NFC.Append(joined[:0], utf8.AppendRune(utf8.AppendRune(pair[:0], starter), joining)...)
	r, size := utf8.DecodeRune(c)
	return r, size == len(c)
}

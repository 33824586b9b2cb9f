package idna

import (
	"cmp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/xdg-go/stringprep"
)

// nameprep prepares a label, which may be of any length and need not be valid UTF-8.
//
// Spec: RFC 3491 sections 3 to 6.
func nameprep(label string) (string, Reason) {
	mapped, ok := mapLabel(label)
	if !ok {
		return "", LabelTooLong
	}
	prepared := string(nfkc32(mapped))
	if strings.ContainsFunc(prepared, isProhibited) {
		return "", Prohibited
	}
	return prepared, checkBidi(prepared)
}

// maxMapped limits the code points of a mapped label. The longest canonical decomposition of a character of
// Unicode 3.2 has four code points (U+1F82 is one of those), so normalization form KC never has less than a quarter of
// the code points of the fully decomposed string, which has no less than the string before. A label with more mapped
// code points has more than maxLabel after normalization, and ToASCII takes at least one ASCII code point for each.
const maxMapped = 4 * maxLabel

// mapLabel applies tables B.1 and B.2. It stops with false at more than maxMapped code points.
//
// Spec: RFC 3491 section 3, RFC 3454 section 3.
func mapLabel(label string) (mapped []byte, ok bool) {
	mapped = make([]byte, 0, 2*maxLabel)
	n := 0
	for _, r := range label {
		if isMappedToNothing(r) {
			continue
		}
		if folded, ok := stringprep.TableB2.Map(r); ok {
			for _, f := range folded {
				mapped = utf8.AppendRune(mapped, f)
			}
			n += len(folded)
		} else {
			mapped = utf8.AppendRune(mapped, r)
			n++
		}
		if n > maxMapped {
			return nil, false
		}
	}
	return mapped, true
}

// isMappedToNothing tells whether r is in table B.1. The table of package stringprep lacks U+1806.
func isMappedToNothing(r rune) bool {
	if r < 0xAD {
		return false
	}
	_, ok := stringprep.TableB1.Map(r)
	return ok || r == 0x1806
}

// prohibited has the tables that RFC 3491 section 5 lists, except C.5: what UTF-8 makes of surrogates is U+FFFD, which
// is in C.6.
var prohibited = union(
	stringprep.TableC1_2, stringprep.TableC2_2, stringprep.TableC3, stringprep.TableC4,
	stringprep.TableC6, stringprep.TableC7, stringprep.TableC8, stringprep.TableC9,
)

// union merges sets. A range of one must not be part of a larger range of another; equal ranges do no harm.
func union(sets ...stringprep.Set) stringprep.Set {
	all := slices.Concat(sets...)
	slices.SortFunc(all, func(a, b stringprep.RuneRange) int { return cmp.Compare(a[0], b[0]) })
	return all
}

func isProhibited(r rune) bool {
	return r >= utf8.RuneSelf && prohibited.Contains(r)
}

// checkBidi makes the checks of a prepared label that has right-to-left letters, except for requirement 1: the table
// C.8 is among the prohibited ones.
//
// Spec: RFC 3454 section 6.
func checkBidi(label string) Reason {
	if !strings.ContainsFunc(label, isRandALCat) {
		return 0
	}
	if strings.ContainsFunc(label, stringprep.TableD2.Contains) {
		return BidiMixed
	}
	first, _ := utf8.DecodeRuneInString(label)
	last, _ := utf8.DecodeLastRuneInString(label)
	if !isRandALCat(first) || !isRandALCat(last) {
		return BidiEdge
	}
	return 0
}

func isRandALCat(r rune) bool {
	return r >= 0x5BE && stringprep.TableD1.Contains(r)
}

package syntax

import "iter"

// Spaces yields the parts of a list that ASCII white space separates.
//
// Spec: https://infra.spec.whatwg.org/#split-on-ascii-whitespace
func Spaces(s string) iter.Seq[Reference] {
	return func(yield func(Reference) bool) {
		for at := skipSpace(s, 0); at < len(s); at = skipSpace(s, at) {
			start := at
			for at < len(s) && !isSpace(s[at]) {
				at++
			}
			if !yield(Reference{Start: start, End: at, Value: s[start:at]}) {
				return
			}
		}
	}
}

// Commas yields the parts of a list that commas separate, without the white space around them. Empty parts do not
// count.
//
// Spec: https://infra.spec.whatwg.org/#split-on-commas
func Commas(s string) iter.Seq[Reference] {
	return func(yield func(Reference) bool) {
		for at := 0; at < len(s); at++ {
			start := skipSpace(s, at)
			for at = start; at < len(s) && s[at] != ','; {
				at++
			}
			end := at
			for end > start && isSpace(s[end-1]) {
				end--
			}
			if start < end && !yield(Reference{Start: start, End: end, Value: s[start:end]}) {
				return
			}
		}
	}
}

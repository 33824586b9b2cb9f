package idna

import "unicode/utf8"

const (
	zeroWidthNonJoiner = '\u200C'
	zeroWidthJoiner    = '\u200D'
)

// contextJ checks the joiners of a label.
//
// Spec: RFC 5892 appendix A.1 (zero width non-joiner) and A.2 (zero width joiner).
func contextJ(label []byte) Reason {
	var before props
	last := joiningOther // of the code points before, without the transparent ones
	waiting := false     // for the code point that a non-joiner keeps from joining
	for i := 0; i < len(label); {
		r, size := utf8.DecodeRune(label[i:])
		i += size
		p := propsOf(r)
		next := p.joining()
		if waiting && next != transparent {
			if next != rightJoining && next != dualJoining {
				return NonJoiner
			}
			waiting = false
		}
		afterVirama := before.combiningClass() == virama
		switch {
		case r == zeroWidthJoiner && !afterVirama:
			return Joiner
		case r == zeroWidthNonJoiner && !afterVirama:
			if last != leftJoining && last != dualJoining {
				return NonJoiner
			}
			waiting = true
		}
		if next != transparent {
			last = next
		}
		before = p
	}
	if waiting {
		return NonJoiner
	}
	return 0
}

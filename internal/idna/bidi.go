package idna

import "unicode/utf8"

// bidiSet is a set of bidi classes.
type bidiSet uint16

func bidiSetOf(classes ...bidiClass) (set bidiSet) {
	for _, c := range classes {
		set |= 1 << c
	}
	return set
}

func (s bidiSet) has(c bidiClass) bool { return s&(1<<c) != 0 }

// The classes that the rules name.
var (
	rtlClasses = bidiSetOf(bidiR, bidiAL, bidiAN)
	rtlMembers = bidiSetOf(bidiR, bidiAL, bidiAN, bidiEN, bidiES, bidiCS, bidiET, bidiON, bidiBN, bidiNSM)
	rtlEnds    = bidiSetOf(bidiR, bidiAL, bidiEN, bidiAN)
	ltrMembers = bidiSetOf(bidiL, bidiEN, bidiES, bidiCS, bidiET, bidiON, bidiBN, bidiNSM)
	ltrEnds    = bidiSetOf(bidiL, bidiEN)
)

// bidiRule checks a label of a Bidi domain name.
//
// Spec: RFC 5893 section 2; the comments give the numbers of its rules.
func bidiRule(label []byte) Reason {
	var all bidiSet
	first, last := bidiOther, bidiOther // last does not count the nonspacing marks at the end
	for i := 0; i < len(label); {
		r, size := utf8.DecodeRune(label[i:])
		class := propsOf(r).bidi()
		if i == 0 {
			first = class
		}
		if class != bidiNSM {
			last = class
		}
		all |= 1 << class
		i += size
	}
	switch {
	case len(label) == 0:
		return 0
	case first == bidiR, first == bidiAL:
		switch {
		case all&^rtlMembers != 0: // 2
			return BidiRTL
		case !rtlEnds.has(last): // 3
			return BidiRTLEnd
		case all.has(bidiEN) && all.has(bidiAN): // 4
			return BidiNumbers
		}
	case first == bidiL:
		switch {
		case all&^ltrMembers != 0: // 5
			return BidiLTR
		case !ltrEnds.has(last): // 6
			return BidiLTREnd
		}
	default: // 1
		return BidiFirst
	}
	return 0
}

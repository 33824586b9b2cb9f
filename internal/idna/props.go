package idna

import "sort"

// props is what UTS #46 wants to know of a code point, packed as gen_uts46.go writes it.
type props uint32

// propsOf looks a code point up.
func propsOf(r rune) props {
	middle := int(propsTop[r>>10])<<5 | int(r>>5)&31
	leaf := int(propsMiddle[middle])<<5 | int(r)&31
	return props(propsValues[propsLeaves[leaf]])
}

// status is the Status value of the IDNA Mapping Table.
//
// Spec: UTS #46 section 5.
type status uint8

const (
	disallowed status = iota
	mapped
	valid
	deviation
	ignored
)

func (p props) status() status { return status(p & 7) }

// isMark tells whether General_Category is Mark.
func (p props) isMark() bool { return p&(1<<3) != 0 }

// joins tells whether the code point, or the first one it decomposes to, may be the second of a canonical composite:
// NFC_Quick_Check is Maybe.
func (p props) joins() bool { return p&(1<<4) != 0 }

// decomposesForGood tells whether normalization form C never has the code point: NFC_Quick_Check is No. All such code
// points are mapped.
func (p props) decomposesForGood() bool { return p&(1<<5) != 0 }

// joining is a Joining_Type; those that no rule asks for are joiningOther, and so are those of code points that no
// valid label has.
type joining uint8

const (
	joiningOther joining = iota
	leftJoining
	dualJoining
	rightJoining
	transparent
)

func (p props) joining() joining { return joining(p >> 6 & 7) }

// bidiClass is a Bidi_Class; those that no label may have in a Bidi domain name are bidiOther, and so are those of
// code points that no valid label has.
type bidiClass uint8

const (
	bidiOther bidiClass = iota
	bidiL
	bidiR
	bidiAL
	bidiAN
	bidiEN
	bidiES
	bidiCS
	bidiET
	bidiON
	bidiBN
	bidiNSM
)

func (p props) bidi() bidiClass { return bidiClass(p >> 9 & 15) }

// combiningClass gives the Canonical_Combining_Class.
func (p props) combiningClass() uint8 { return uint8(p >> 16) }

const virama = 9 // the combining class

// mapping gives the Mapping value of a code point whose status is mapped or deviation: what to add to it, or else the
// text that stands for it.
//
// Spec: UTS #46 section 5.
func mapping(r rune) (shift rune, text string) {
	run := sort.Search(len(mappingStarts), func(i int) bool { return mappingStarts[i]>>1 > r }) - 1
	start, arg := mappingStarts[run]>>1, mappingArgs[run]
	if lookedUp := mappingStarts[run]&1 != 0; !lookedUp {
		return arg, ""
	}
	at := int(mappingOffsets[arg+r-start])
	return 0, mappingStrings[at+1:][:mappingStrings[at]]
}

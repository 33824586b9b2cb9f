// Package idna converts domain names to the ASCII form that the domain name system knows.
//
// [ToASCII2003] is the ToASCII of IDNA2003: RFC 3490 on top of nameprep (RFC 3491), which is a profile of
// stringprep (RFC 3454) over Unicode 3.2. The files follow that order:
//
//	idna.go      what can be wrong with a label
//	idna2003.go  RFC 3490: cutting a domain into labels, the steps of ToASCII
//	nameprep.go  RFC 3491: mapping, prohibited characters, bidirectional text
//	nfkc32.go    normalization form KC of Unicode 3.2
//
// All functions are pure and safe for concurrent use. They take time linear in the length of the domain, whatever it
// holds; bytes that are not UTF-8 count as U+FFFD, which no label may contain.
package idna

import "fmt"

// Reason tells why a label has no ASCII form. The zero Reason means that nothing is wrong.
type Reason uint8

// The reasons, each with the clause that asks for it.
const (
	EmptyLabel   Reason = iota + 1 // nothing between two dots, or nothing left by nameprep: RFC 3490 4.1 step 8
	LabelTooLong                   // more than 63 ASCII code points: RFC 3490 4.1 step 8
	NotLDH                         // ASCII other than letters, digits and hyphens: RFC 3490 4.1 step 3(a)
	HyphenAtEdge                   // the first or last code point is a hyphen: RFC 3490 4.1 step 3(b)
	ACEPrefix                      // non-ASCII text behind "xn--": RFC 3490 4.1 step 5
	Prohibited                     // a code point that nameprep prohibits, or invalid UTF-8: RFC 3491 5
	BidiMixed                      // letters of both directions: RFC 3454 6 requirement 2
	BidiEdge                       // right-to-left letters, but not at both ends: RFC 3454 6 requirement 3
)

var reasons = [...]string{
	0:            "no error",
	EmptyLabel:   "empty label",
	LabelTooLong: "label longer than 63 ASCII characters",
	NotLDH:       "ASCII character that is no letter, digit or hyphen",
	HyphenAtEdge: "hyphen at the start or end of a label",
	ACEPrefix:    `label with non-ASCII characters starts with "xn--"`,
	Prohibited:   "prohibited character or invalid UTF-8",
	BidiMixed:    "right-to-left and left-to-right letters in one label",
	BidiEdge:     "label with right-to-left letters does not start and end with one",
}

// String describes the reason in a few English words.
func (r Reason) String() string {
	if int(r) < len(reasons) {
		return reasons[r]
	}
	return fmt.Sprintf("Reason(%d)", uint8(r))
}

// LabelError says that one label of a domain name has no ASCII form, and why.
//
// Start and End are byte offsets into the domain as given; domain[Start:End] is the label without the dots around it.
// They are equal where the label is empty. The error keeps no part of the domain. The zero LabelError is not used.
type LabelError struct {
	Reason     Reason
	Start, End int
}

// Error names the reason and the bytes.
func (e *LabelError) Error() string {
	return fmt.Sprintf("idna: bytes %d to %d: %v", e.Start, e.End, e.Reason)
}

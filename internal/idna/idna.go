// Package idna converts domain names to the ASCII form that the domain name system knows, and back.
//
// There are two standards for that. [ToASCII2003] is the ToASCII of IDNA2003: RFC 3490 on top of nameprep (RFC 3491),
// which is a profile of stringprep (RFC 3454) over Unicode 3.2. [UTS46] is Unicode IDNA Compatibility Processing, its
// ToASCII and its ToUnicode, over Unicode 17. The files follow the order of the texts:
//
//	idna.go          what can be wrong with a label
//	idna2003.go      RFC 3490: cutting a domain into labels, the steps of ToASCII
//	nameprep.go      RFC 3491: mapping, prohibited characters, bidirectional text
//	nfkc32.go        normalization form KC of Unicode 3.2
//	uts46.go         UTS #46: the processing steps, ToASCII, ToUnicode, the validity criteria
//	joiners.go       RFC 5892: the context of joiners
//	bidi.go          RFC 5893: bidirectional text
//	nfc.go           normalization form C of Unicode 17
//	props.go         the properties of code points
//	tables_uts46.go  their data, written by gen_uts46.go
//	punycode.go      RFC 3492, for both
//
// The version of Unicode of each standard is fixed: it does not change with that of Go or of golang.org/x/text.
//
// All functions are pure and safe for concurrent use. They take time linear in the length of the domain, whatever it
// holds, and little more where they sort: the code points of Punycode, and long runs of marks. Bytes that are not UTF-8
// count as U+FFFD, which no label may contain.
package idna

import "fmt"

// Reason tells why a label has no ASCII form. The zero Reason means that nothing is wrong.
type Reason uint8

// The reasons of both standards, each with the clause that asks for it.
const (
	EmptyLabel     Reason = iota + 1 // nothing between dots, or nothing left: RFC 3490 4.1 step 8, UTS #46 4.2 step 4
	LabelTooLong                     // more than 63 ASCII code points: RFC 3490 4.1 step 8, UTS #46 4.2 step 4
	NotLDH                           // ASCII but no letter, digit or hyphen: RFC 3490 4.1 step 3(a), UTS #46 4.1 criterion 7
	HyphenAtEdge                     // the first or last code point is a hyphen: RFC 3490 4.1 step 3(b), UTS #46 4.1 criterion 3
	ACEPrefix                        // non-ASCII text behind "xn--": RFC 3490 4.1 step 5, UTS #46 4 step 4
	Prohibited                       // a code point no label may have, invalid UTF-8: RFC 3491 5, UTS #46 4.1 criterion 7
	BidiMixed                        // letters of both directions: RFC 3454 6 requirement 2
	BidiEdge                         // right-to-left letters, but not at both ends: RFC 3454 6 requirement 3
	DomainTooLong                    // more than 253 ASCII code points in all: UTS #46 4.2 step 4
	BadPunycode                      // no Punycode behind "xn--": UTS #46 4 step 4
	DecodesToASCII                   // nothing or only ASCII in Punycode: UTS #46 4 step 4
	NotNFC                           // Punycode of text that is not normalized: UTS #46 4.1 criterion 1
	Hyphens34                        // the third and fourth code points are hyphens: UTS #46 4.1 criterion 2
	DoubleACE                        // Punycode of text that starts with "xn--": UTS #46 4.1 criterion 4
	LeadingMark                      // the first code point is a mark: UTS #46 4.1 criterion 6
	NonJoiner                        // U+200C where nothing would join: UTS #46 4.1 criterion 8, RFC 5892 A.1
	Joiner                           // U+200D after no virama: UTS #46 4.1 criterion 8, RFC 5892 A.2
	BidiFirst                        // the first is no letter: UTS #46 4.1 criterion 9, RFC 5893 2 rule 1
	BidiRTL                          // left-to-right letters in a right-to-left label: RFC 5893 2 rule 2
	BidiRTLEnd                       // neither letter nor digit ends a right-to-left label: RFC 5893 2 rule 3
	BidiNumbers                      // European and Arabic digits in a right-to-left label: RFC 5893 2 rule 4
	BidiLTR                          // right-to-left letters in a left-to-right label: RFC 5893 2 rule 5
	BidiLTREnd                       // neither letter nor digit ends a left-to-right label: RFC 5893 2 rule 6
)

var reasons = [...]string{
	0:              "no error",
	EmptyLabel:     "empty label",
	LabelTooLong:   "label longer than 63 ASCII characters",
	NotLDH:         "ASCII character that is no letter, digit or hyphen",
	HyphenAtEdge:   "hyphen at the start or end of a label",
	ACEPrefix:      `label with non-ASCII characters starts with "xn--"`,
	Prohibited:     "prohibited character or invalid UTF-8",
	BidiMixed:      "right-to-left and left-to-right letters in one label",
	BidiEdge:       "label with right-to-left letters does not start and end with one",
	DomainTooLong:  "domain longer than 253 ASCII characters",
	BadPunycode:    `label starts with "xn--" but is no Punycode`,
	DecodesToASCII: `label starts with "xn--" but is the Punycode of no non-ASCII characters`,
	NotNFC:         "Punycode of text that is not in normalization form C",
	Hyphens34:      "hyphens in the third and fourth place of a label",
	DoubleACE:      `Punycode of text that starts with "xn--"`,
	LeadingMark:    "label starts with a combining mark",
	NonJoiner:      "zero width non-joiner out of context",
	Joiner:         "zero width joiner out of context",
	BidiFirst:      "label of a bidirectional domain does not start with a letter",
	BidiRTL:        "character that no right-to-left label may have",
	BidiRTLEnd:     "right-to-left label does not end with a letter or digit",
	BidiNumbers:    "European and Arabic digits in one right-to-left label",
	BidiLTR:        "character that no left-to-right label in a bidirectional domain may have",
	BidiLTREnd:     "left-to-right label in a bidirectional domain does not end with a letter or digit",
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
// Start and End are byte offsets into the domain as given; domain[Start:End] is the label without the dots around it, as
// it was before anything was mapped or decoded. They are equal where the label is empty. With [DomainTooLong] they are
// the ends of the domain. The error keeps no part of the domain. The zero LabelError is not used.
type LabelError struct {
	Reason     Reason
	Start, End int
}

// Error names the reason and the bytes.
func (e *LabelError) Error() string {
	return fmt.Sprintf("idna: bytes %d to %d: %v", e.Start, e.End, e.Reason)
}

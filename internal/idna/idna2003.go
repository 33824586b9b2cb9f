package idna

import (
	"strings"
	"unicode/utf8"
)

const (
	acePrefix = "xn--" // RFC 3490 section 5
	maxLabel  = 63     // ASCII code points in a label: RFC 3490 section 4.1 step 8
)

// ToASCII2003 converts a domain name to ASCII, label by label, with the flags AllowUnassigned and UseSTD3ASCIIRules.
//
// Labels are separated by U+002E, U+3002, U+FF0E or U+FF61; the result has U+002E. A label of ASCII only is checked but
// not changed: "EXAMPLE.com" keeps its case, and what follows its "xn--" is not looked at. The empty domain is allowed,
// and so is one separator at the end, the root label; it is kept. Any other empty label is an error, and so is every
// label without an ASCII form; the error is then a [*LabelError] for the first such label. A label that is too long
// by far is reported as [LabelTooLong] whatever else is wrong with it. The length of the whole name is not limited.
//
// If nothing has to change, the result is domain itself and nothing is allocated.
//
// Spec: RFC 3490 sections 3.1 and 4 (March 2003).
func ToASCII2003(domain string) (string, error) {
	var out []byte // the result up to start, once it is no longer domain[:start]
	for start := 0; start < len(domain); {
		label, sep, seen := cutLabel(domain[start:])
		ascii, reason := labelToASCII2003(label, seen)
		if reason != 0 {
			return "", &LabelError{reason, start, start + len(label)}
		}
		if out == nil && (seen&nonASCII != 0 || len(sep) > 1) {
			out = append(make([]byte, 0, len(domain)+len(acePrefix)), domain[:start]...)
		}
		if out != nil {
			out = append(out, ascii...)
			if sep != "" {
				out = append(out, '.')
			}
		}
		start += len(label) + len(sep)
	}
	if out == nil {
		return domain, nil
	}
	return string(out), nil
}

// labelToASCII2003 converts one label, whose bytes are of the kinds in seen.
//
// Spec: RFC 3490 section 4.1; the comments give its step numbers.
func labelToASCII2003(label string, seen byteKind) (string, Reason) {
	var reason Reason
	if seen&nonASCII != 0 { // 1
		if label, reason = nameprep(label); reason != 0 { // 2
			return "", reason
		}
		seen = kindsOf(label)
	}
	if reason = std3(label, seen); reason != 0 { // 3
		return "", reason
	}
	if seen&nonASCII != 0 { // 4
		if hasACEPrefix(label) { // 5
			return "", ACEPrefix
		}
		var text, ace [2 * maxLabel]byte
		label = string(appendPunycode(append(ace[:0], acePrefix...), append(text[:0], label...))) // 6, 7
	}
	switch { // 8
	case label == "":
		return "", EmptyLabel
	case len(label) > maxLabel:
		return "", LabelTooLong
	}
	return label, 0
}

// std3 makes the two checks of step 3 of a label whose bytes are of the kinds in seen.
func std3(label string, seen byteKind) Reason {
	switch {
	case seen&otherASCII != 0:
		return NotLDH
	case strings.HasPrefix(label, "-"), strings.HasSuffix(label, "-"):
		return HyphenAtEdge
	}
	return 0
}

func hasACEPrefix(label string) bool {
	return len(label) >= len(acePrefix) && strings.EqualFold(label[:len(acePrefix)], acePrefix)
}

// byteKind is a set of kinds of bytes; the empty set stands for letters, digits and hyphens.
type byteKind uint8

const (
	otherASCII byteKind = 1 << iota // ASCII other than letters, digits and hyphens
	nonASCII                        // part of a non-ASCII code point
)

var kindOf = func() (kinds [256]byteKind) {
	const ldh = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-"
	for c := range kinds {
		switch {
		case c >= utf8.RuneSelf:
			kinds[c] = nonASCII
		case strings.IndexByte(ldh, byte(c)) < 0:
			kinds[c] = otherASCII
		}
	}
	return kinds
}()

// kindsOf gives the kinds of all bytes of s.
func kindsOf(s string) (seen byteKind) {
	for i := range len(s) {
		seen |= kindOf[s[i]]
	}
	return seen
}

// cutLabel cuts s at its first separator and gives the kinds of the bytes before it. Without a separator, all of s is
// the label and sep is empty.
//
// Spec: RFC 3490 section 3.1 requirement 1.
func cutLabel(s string) (label, sep string, seen byteKind) {
	for i := range len(s) {
		if kind := kindOf[s[i]]; kind != 0 {
			if n := separator(s[i:]); n > 0 {
				return s[:i], s[i : i+n], seen
			}
			seen |= kind
		}
	}
	return s, "", seen
}

// separator gives the length of the separator that s starts with, or 0.
func separator(s string) int {
	switch {
	case s[0] == '.':
		return 1
	case strings.HasPrefix(s, "\u3002"), strings.HasPrefix(s, "\uFF0E"), strings.HasPrefix(s, "\uFF61"):
		return 3
	}
	return 0
}

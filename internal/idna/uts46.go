package idna

//go:generate sh -c "GOTOOLCHAIN=go1.27.0+auto go run gen_uts46.go $NODE_MODULES > tables_uts46.go"

import (
	"bytes"
	"strings"
	"unicode/utf8"
)

// UTS46 is UTS #46 with its flags. The zero value has none of them: it maps and normalizes, decodes and encodes, and
// requires of the labels only that they are of valid characters in normalization form C and start with no mark.
//
// The domain parser of the URL Standard has CheckBidi and CheckJoiners, and all flags but Transitional if it is strict.
// IgnoreInvalidPunycode is always false.
//
// Labels are separated by U+002E, U+3002, U+FF0E and U+FF61. Empty labels are allowed unless VerifyDNSLength is set.
// Bytes that are not UTF-8 count as U+FFFD, which no label may contain.
//
// Errors are of type [*LabelError]. There is one for the first label that is wrong, with the first thing in the order of
// the text that is wrong with it, where the rules for bidirectional text come last, after all other things are found
// right in all labels, because they depend on all labels; only the lengths come after them.
//
// Spec: UTS #46 revision 35 (Unicode 17.0.0) sections 4 to 4.3.
type UTS46 struct {
	CheckHyphens      bool // no hyphen at the edges of a label, and none in the third and fourth place
	CheckBidi         bool // the rules of RFC 5893 if any label has right-to-left characters or Arabic digits
	CheckJoiners      bool // the rules of RFC 5892 for U+200C and U+200D
	UseSTD3ASCIIRules bool // of ASCII only letters, digits and hyphens
	Transitional      bool // map the four deviation characters too, as IDNA2003 does; deprecated
	VerifyDNSLength   bool // ToASCII only: labels of 1 to 63 and names of 1 to 253 bytes; no dot at the end
}

// ToASCII converts a domain name to its ASCII form, which is in lower case. If there is an error, there is none.
//
// If nothing has to change, the result is domain itself and nothing is allocated.
//
// Spec: UTS #46 section 4.2; the comments give its step numbers.
func (p UTS46) ToASCII(domain string) (string, error) {
	ascii := domain
	if !p.isPlain(domain) {
		var store, asciiStore [128]byte
		unicode, err := p.process(store[:0], domain) // 1
		if err != nil {
			return "", err
		}
		ascii = toString(encodeLabels(asciiStore[:0], unicode), domain) // 2, 3
	}
	if p.VerifyDNSLength { // 4
		if err := verifyDNSLength(domain, ascii); err != nil {
			return "", err // 5
		}
	}
	return ascii, nil // 6
}

// ToUnicode converts a domain name to its Unicode form. There always is one. If there is an error it should not be taken
// for the name, but may be shown: labels that are no Punycode are still in it as they are, and characters that no label
// may contain.
//
// If nothing has to change, the result is domain itself and nothing is allocated.
//
// Spec: UTS #46 section 4.3.
func (p UTS46) ToUnicode(domain string) (string, error) {
	if p.isPlain(domain) {
		return domain, nil
	}
	var store [128]byte
	unicode, err := p.process(store[:0], domain)
	if err != nil {
		return toString(unicode, domain), err
	}
	return toString(unicode, domain), nil
}

// toString gives b as a string, which is s if they are equal.
func toString(b []byte, s string) string {
	if string(b) == s {
		return s
	}
	return string(b)
}

// isPlain tells whether a quick look is enough to know that the processing steps leave domain as it is: all of it is
// small ASCII letters, digits, dots and hyphens, and no two hyphens stand together, as they do in "xn--".
func (p UTS46) isPlain(domain string) bool {
	last := byte(0)
	for i := range len(domain) {
		c := domain[i]
		if !isPlainByte[c] || c == '-' && (last == '-' || p.CheckHyphens) {
			return false
		}
		last = c
	}
	return true
}

var isPlainByte = func() (is [256]bool) {
	for _, c := range []byte("abcdefghijklmnopqrstuvwxyz0123456789.-") {
		is[c] = true
	}
	return is
}()

// process appends the Unicode form of domain to dst, which is empty.
//
// Spec: UTS #46 section 4. Step 2 is made for each label after step 3: a full stop takes no part in normalization.
func (p UTS46) process(dst []byte, domain string) (unicode []byte, first *LabelError) {
	var all contents
	for start := 0; ; {
		label, sep, seen := cutLabel(domain[start:]) // 3
		from := len(dst)
		dst = p.mapLabel(dst, label) // 1
		if seen&nonASCII != 0 {
			dst = normalize(dst, from) // 2
		}
		var has contents
		var reason Reason
		dst, has, reason = p.convert(dst, from) // 4
		if reason != 0 && first == nil {
			first = &LabelError{reason, start, start + len(label)}
		}
		all |= has
		if sep == "" {
			break
		}
		dst = append(dst, '.')
		start += len(label) + len(sep)
	}
	if p.CheckBidi && all&rightToLeft != 0 && first == nil {
		first = checkBidiRule(domain, dst)
	}
	return dst, first
}

// mapLabel appends a label with its characters mapped.
//
// Spec: UTS #46 section 4 step 1.
func (p UTS46) mapLabel(dst []byte, label string) []byte {
	for i := 0; i < len(label); {
		if c := label[i]; c < utf8.RuneSelf {
			if 'A' <= c && c <= 'Z' {
				c += 'a' - 'A'
			}
			dst = append(dst, c)
			i++
			continue
		}
		r, size := utf8.DecodeRuneInString(label[i:])
		i += size
		switch s := propsOf(r).status(); {
		case s == ignored:
		case s == mapped && r == capitalSharpS && p.Transitional:
			dst = append(dst, "ss"...)
		case s == mapped, s == deviation && p.Transitional:
			if shift, text := mapping(r); shift != 0 {
				dst = utf8.AppendRune(dst, r+shift)
			} else {
				dst = append(dst, text...)
			}
		default: // valid, a deviation, or disallowed
			dst = utf8.AppendRune(dst, r)
		}
	}
	return dst
}

const capitalSharpS = '\u1E9E'

// convert converts the label dst[from:], which is mapped and normalized, to Unicode and checks it.
//
// Spec: UTS #46 section 4 step 4; the comments give the numbers of its substeps.
func (p UTS46) convert(dst []byte, from int) ([]byte, contents, Reason) {
	label := dst[from:]
	if len(label) < len(acePrefix) || string(label[:len(acePrefix)]) != acePrefix {
		has, reason := p.validate(label, p.Transitional)
		return dst, has, reason
	}
	if !isASCII(label) { // 1
		return dst, 0, ACEPrefix
	}
	decoded, ok := decodePunycode(label[len(acePrefix):]) // 2
	if !ok {
		return dst, 0, BadPunycode
	}
	dst = dst[:from]
	for _, r := range decoded {
		dst = utf8.AppendRune(dst, r)
	}
	label = dst[from:]
	if isASCII(label) { // 3
		return dst, 0, DecodesToASCII
	}
	if !isNFC(label) { // 4: criterion 1, which labels that were not decoded always satisfy
		return dst, 0, NotNFC
	}
	has, reason := p.validate(label, false) // 4
	return dst, has, reason
}

func isASCII[S []byte | string](s S) bool {
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

// contents tells of characters in a label that more rules are about.
type contents uint8

const (
	rightToLeft contents = 1 << iota // of bidi class R, AL or AN
	joiners                          // U+200C or U+200D
)

// validate checks the criteria 2 to 8. Criterion 5, that there is no full stop, is always satisfied: there was none
// before Punycode, which adds no ASCII.
//
// Spec: UTS #46 section 4.1; the comments give the numbers of its criteria.
func (p UTS46) validate(label []byte, transitional bool) (contents, Reason) {
	if len(label) == 0 {
		return 0, 0
	}
	switch {
	case p.CheckHyphens && hasHyphens34(label): // 2
		return 0, Hyphens34
	case p.CheckHyphens && (label[0] == '-' || label[len(label)-1] == '-'): // 3
		return 0, HyphenAtEdge
	case !p.CheckHyphens && bytes.HasPrefix(label, []byte(acePrefix)): // 4
		return 0, DoubleACE
	}
	if first, _ := utf8.DecodeRune(label); first >= firstNonLatin && propsOf(first).isMark() { // 6
		return 0, LeadingMark
	}
	has, reason := p.checkStatus(label, transitional) // 7
	if reason == 0 && p.CheckJoiners && has&joiners != 0 {
		reason = contextJ(label) // 8
	}
	return has, reason
}

// hasHyphens34 tells whether the third and fourth code points are hyphens.
func hasHyphens34(label []byte) bool {
	for range 2 {
		_, size := utf8.DecodeRune(label)
		label = label[size:]
	}
	return bytes.HasPrefix(label, []byte("--"))
}

// checkStatus checks criterion 7 and finds what the later ones are about. Of ASCII only capitals are not valid, and
// they are mapped.
//
// Spec: UTS #46 section 4.1.
func (p UTS46) checkStatus(label []byte, transitional bool) (has contents, reason Reason) {
	for i := 0; i < len(label); {
		if c := label[i]; c < utf8.RuneSelf {
			if p.UseSTD3ASCIIRules && kindOf[c] == otherASCII && reason == 0 {
				reason = NotLDH
			}
			i++
			continue
		}
		r, size := utf8.DecodeRune(label[i:])
		i += size
		q := propsOf(r)
		if s := q.status(); s != valid && (s != deviation || transitional) && reason == 0 {
			reason = Prohibited
		}
		if r == zeroWidthJoiner || r == zeroWidthNonJoiner {
			has |= joiners
		}
		if rtlClasses.has(q.bidi()) {
			has |= rightToLeft
		}
	}
	return has, reason
}

// checkBidiRule checks criterion 9 for each label of a Bidi domain name.
//
// Spec: UTS #46 section 4.1.
func checkBidiRule(domain string, unicode []byte) *LabelError {
	for n, more := 0, true; more; n++ {
		var label []byte
		label, unicode, more = bytes.Cut(unicode, dot)
		if reason := bidiRule(label); reason != 0 {
			return errorInLabel(domain, n, reason)
		}
	}
	return nil
}

var dot = []byte{'.'}

// errorInLabel gives an error for label n of domain, counted from 0.
func errorInLabel(domain string, n int, reason Reason) *LabelError {
	for start := 0; ; n-- {
		label, sep, _ := cutLabel(domain[start:])
		if n == 0 {
			return &LabelError{reason, start, start + len(label)}
		}
		start += len(label) + len(sep)
	}
}

// encodeLabels appends the labels of a name, those that are not ASCII as Punycode behind the ACE prefix.
//
// Spec: UTS #46 section 4.2 steps 2 and 3. With integers as large as here there is no error in step 3.
func encodeLabels(dst, unicode []byte) []byte {
	for more := true; more; {
		var label []byte
		label, unicode, more = bytes.Cut(unicode, dot)
		if isASCII(label) {
			dst = append(dst, label...)
		} else {
			dst = append(dst, acePrefix...)
			dst = appendPunycode(dst, label)
		}
		if more {
			dst = append(dst, '.')
		}
	}
	return dst
}

// verifyDNSLength checks the lengths of the ASCII form of domain and of its labels. The empty root label, too, has the
// wrong length.
//
// Spec: UTS #46 section 4.2 step 4; the comments give the numbers of its substeps.
func verifyDNSLength(domain, ascii string) *LabelError {
	if length := len(strings.TrimSuffix(ascii, ".")); length > maxDomain { // 1
		return &LabelError{DomainTooLong, 0, len(domain)}
	}
	for n, more := 0, true; more; n++ { // 2
		var label string
		label, ascii, more = strings.Cut(ascii, ".")
		switch {
		case label == "":
			return errorInLabel(domain, n, EmptyLabel)
		case len(label) > maxLabel:
			return errorInLabel(domain, n, LabelTooLong)
		}
	}
	return nil
}

const maxDomain = 253 // ASCII code points in a domain name, without the root label and its dot

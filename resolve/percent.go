package resolve

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"htmlurl/internal/charset"
)

// PercentEncodeSet names a percent-encode set of today: what is percent-encoded. The zero value is C0ControlSet.
//
// Spec: https://url.spec.whatwg.org/#percent-encode-set
type PercentEncodeSet uint8

const (
	C0ControlSet      PercentEncodeSet = iota // for opaque hosts and opaque paths
	FragmentSet                               // for fragments
	QuerySet                                  // for queries of URLs that are not special
	SpecialQuerySet                           // for queries of special URLs
	PathSet                                   // for path segments; "%" and "/" stay
	UserinfoSet                               // for user names and passwords
	ComponentSet                              // for data in any component, as encodeURIComponent does it
	FormURLEncodedSet                         // for application/x-www-form-urlencoded, in which a space is a plus sign
)

var percentEncodeSets = [...]*byteSet{
	C0ControlSet:      &c0ControlSet,
	FragmentSet:       &fragmentSet,
	QuerySet:          &querySet,
	SpecialQuerySet:   &specialQuerySet,
	PathSet:           &pathSet,
	UserinfoSet:       &userinfoSet,
	ComponentSet:      &componentSet,
	FormURLEncodedSet: &formSet,
}

// AppendPercentEncoded appends s in an encoding, with the bytes in the set percent-encoded. What the encoding lacks becomes
// "%26%23", its number in decimal digits, and "%3B"; a byte of s that is no UTF-8 counts as U+FFFD. The standard uses
// other encodings than UTF-8 with SpecialQuerySet and FormURLEncodedSet only: their bytes may look like delimiters.
//
// Spec: https://url.spec.whatwg.org/#string-percent-encode-after-encoding
func AppendPercentEncoded(dst []byte, s string, set PercentEncodeSet, encoding Encoding) []byte {
	if encoding.enc == charset.UTF8 && set != FormURLEncodedSet {
		return appendUTF8PercentEncoded(dst, s, percentEncodeSets[set])
	}
	return appendPercentEncodedAfterEncoding(dst, encoding.enc, s, percentEncodeSets[set])
}

// appendUTF8PercentEncoded appends s with its code points in the set percent-encoded as UTF-8. The set has all
// non-ASCII ones. A byte that is no UTF-8 counts as U+FFFD.
//
// Spec: https://url.spec.whatwg.org/#string-utf-8-percent-encode
func appendUTF8PercentEncoded(dst []byte, s string, set *byteSet) []byte {
	for {
		i := indexSet(s, set)
		if i < 0 {
			return append(dst, s...)
		}
		dst = append(dst, s[:i]...)
		dst = appendRunePercentEncoded(dst, s[i:])
		s = s[i+runeLen(s[i:]):]
	}
}

// appendRunePercentEncoded appends the first code point of s, percent-encoded as UTF-8.
func appendRunePercentEncoded(dst []byte, s string) []byte {
	size := runeLen(s)
	if size == 1 && s[0] >= utf8.RuneSelf {
		return append(dst, "%EF%BF%BD"...)
	}
	for i := range size {
		dst = appendPercentEncoded(dst, s[i])
	}
	return dst
}

// runeLen is how many bytes the first code point of s takes.
func runeLen(s string) int {
	_, size := utf8.DecodeRuneInString(s)
	return size
}

// appendEncoded appends the bytes of c in the encoding, each percent-encoded; ok is false if the encoding lacks c. The
// encoder of a stateful encoding starts and ends in its initial state.
func appendEncoded(dst []byte, c rune, encoding charset.Encoding) (_ []byte, ok bool) {
	encoder := encoding.NewEncoder()
	var buf [16]byte
	octets, ok := encoder.Append(buf[:0], c)
	if !ok {
		return dst, false
	}
	for _, octet := range encoder.Finish(octets) {
		dst = appendPercentEncoded(dst, octet)
	}
	return dst, true
}

// appendPercentEncodedAfterEncoding appends s in an output encoding, with the bytes in the set percent-encoded.
//
// Spec: https://url.spec.whatwg.org/#string-percent-encode-after-encoding
func appendPercentEncodedAfterEncoding(dst []byte, encoding charset.Encoding, s string, set *byteSet) []byte {
	encoder := encoding.NewEncoder()
	var buf [16]byte
	for _, c := range s {
		encoded, ok := encoder.Append(buf[:0], c)
		dst = appendBytesPercentEncoded(dst, encoded, set)
		if !ok {
			dst = append(dst, "%26%23"...)
			dst = strconv.AppendInt(dst, int64(charset.ErrorRune(c)), 10)
			dst = append(dst, "%3B"...)
		}
	}
	return appendBytesPercentEncoded(dst, encoder.Finish(buf[:0]), set)
}

// appendBytesPercentEncoded appends bytes. The space is a plus sign in forms.
func appendBytesPercentEncoded[T string | []byte](dst []byte, encoded T, set *byteSet) []byte {
	for i := range len(encoded) {
		switch c := encoded[i]; {
		case c == ' ' && set == &formSet:
			dst = append(dst, '+')
		case set[c]:
			dst = appendPercentEncoded(dst, c)
		default:
			dst = append(dst, c)
		}
	}
	return dst
}

const upperHex = "0123456789ABCDEF"

// appendPercentEncoded appends c as "%" and two hexadecimal digits.
func appendPercentEncoded(dst []byte, c byte) []byte {
	return append(dst, '%', upperHex[c>>4], upperHex[c&15])
}

// percentEncode is appendUTF8PercentEncoded for a string, in memory; it returns s itself if nothing is in the set.
func percentEncode(memory *memory, s string, set *byteSet) string {
	if indexSet(s, set) < 0 {
		return s
	}
	var buf [256]byte
	return memory.part(appendUTF8PercentEncoded(buf[:0], s, set))
}

// AppendPercentDecoded appends s with each percent-encoded byte replaced by the byte.
//
// Spec: https://url.spec.whatwg.org/#string-percent-decode
func AppendPercentDecoded(dst []byte, s string) []byte {
	for i := 0; i < len(s); i++ {
		if startsWithOctet(s[i:]) {
			dst = append(dst, unhex(s[i+1])<<4|unhex(s[i+2]))
			i += len("00")
		} else {
			dst = append(dst, s[i])
		}
	}
	return dst
}

// percentDecode is AppendPercentDecoded for a string.
func percentDecode(s string) string {
	if strings.IndexByte(s, '%') < 0 {
		return s
	}
	return string(AppendPercentDecoded(make([]byte, 0, len(s)), s))
}

// startsWithOctet tells whether s starts with a percent-encoded byte.
func startsWithOctet(s string) bool {
	return len(s) >= len("%00") && s[0] == '%' && hexDigit[s[1]] && hexDigit[s[2]]
}

// unhex returns the value of a hexadecimal digit.
func unhex(c byte) byte {
	if c <= '9' {
		return c - '0'
	}
	return lower(c) - 'a' + 10
}

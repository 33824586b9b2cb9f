package resolve

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"htmlurl/internal/charset"
)

// The percent-encode sets of today. They have all non-ASCII code points.
//
// Spec: https://url.spec.whatwg.org/#percent-encoded-bytes
var (
	c0ControlSet    = byteSet{}.withRange(0, 0x1F).withRange(0x7F, 0xFF)
	fragmentSet     = c0ControlSet.with(" \"<>`")
	querySet        = c0ControlSet.with(" \"#<>")
	specialQuerySet = querySet.with("'")
	pathSet         = querySet.with("?^`{}")
	userinfoSet     = pathSet.with("/:;=@[\\]|")
	componentSet    = userinfoSet.with("$%&+,")
	formSet         = componentSet.with("!'()~")
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

// percentEncode is appendUTF8PercentEncoded for a string: it returns s itself if nothing is in the set.
func percentEncode(s string, set *byteSet) string {
	if indexSet(s, set) < 0 {
		return s
	}
	return string(appendUTF8PercentEncoded(make([]byte, 0, 2*len(s)), s, set))
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

package resolve

import (
	"strings"
	"unicode/utf8"

	"htmlurl/internal/charset"
)

const upperHex = "0123456789ABCDEF"

// appendPercentEncoded appends c as "%" and two hexadecimal digits.
func appendPercentEncoded(dst []byte, c byte) []byte {
	return append(dst, '%', upperHex[c>>4], upperHex[c&15])
}

// appendEscaped appends s with each character outside keep percent-encoded as UTF-8. A byte that is no UTF-8 counts as
// U+FFFD.
func appendEscaped(dst []byte, s string, keep *byteSet) []byte {
	for i, size := 0, 0; i < len(s); i += size {
		size = 1
		if keep[s[i]] {
			dst = append(dst, s[i])
			continue
		}
		var c rune
		c, size = utf8.DecodeRuneInString(s[i:])
		var char [utf8.UTFMax]byte
		for _, octet := range utf8.AppendRune(char[:0], c) {
			dst = appendPercentEncoded(dst, octet)
		}
	}
	return dst
}

// escape returns s with each character outside keep percent-encoded as UTF-8: s itself if there is none.
func escape(s string, keep *byteSet) string {
	i := indexNotSet(s, keep)
	if i < 0 {
		return s
	}
	dst := append(make([]byte, 0, 2*len(s)), s[:i]...)
	return string(appendEscaped(dst, s[i:], keep))
}

// escapePath percent-encodes each character other than "%" that the <path> production of RFC 3986 does not match.
//
// Spec: W3C HTML5 2.6.4 step 7 (2012)
func escapePath(path string) string { return escape(path, &pathKeep) }

// escapeQuery percent-encodes each character other than "%" that the <query> production of RFC 3986 does not match, in
// an output encoding. A character that the encoding lacks becomes a bare "?".
//
// Deviation: "Encode the character" is done for each character alone, so a stateful encoding (ISO-2022-JP) starts and ends
// each in its initial state: the characters between, which are not encoded, need it.
//
// Spec: W3C HTML5 2.6.4 step 8 (2012)
func escapeQuery(query string, encoding charset.Encoding) string {
	if encoding == charset.UTF8 {
		return escape(query, &queryKeep)
	}
	i := indexNotSet(query, &queryKeep)
	if i < 0 {
		return query
	}
	dst := append(make([]byte, 0, 2*len(query)), query[:i]...)
	for _, c := range query[i:] {
		if c < utf8.RuneSelf && queryKeep[c] {
			dst = append(dst, byte(c))
		} else {
			dst = appendEncoded(dst, c, encoding)
		}
	}
	return string(dst)
}

// appendEncoded appends the octets of c in the encoding, each percent-encoded.
func appendEncoded(dst []byte, c rune, encoding charset.Encoding) []byte {
	encoder := encoding.NewEncoder()
	var buf [16]byte
	octets, ok := encoder.Append(buf[:0], c)
	if !ok {
		return append(dst, '?')
	}
	for _, octet := range encoder.Finish(octets) {
		dst = appendPercentEncoded(dst, octet)
	}
	return dst
}

// expandOctets replaces the percent-encoded octets of host by the characters that they are in UTF-8. A run of them is
// judged whole: ok is false if one is not UTF-8.
//
// Spec: W3C HTML5 2.6.4 step 6 (2012)
func expandOctets(host string) (expanded string, ok bool) {
	next := strings.IndexByte(host, '%')
	if next < 0 {
		return host, true
	}
	out := make([]byte, 0, len(host))
	for ; next >= 0; next = strings.IndexByte(host, '%') {
		out = append(out, host[:next]...)
		host = host[next:]
		run := len(out)
		for strings.HasPrefix(host, "%") {
			out = append(out, unhex(host[1])<<4|unhex(host[2]))
			host = host[len("%00"):]
		}
		if !utf8.Valid(out[run:]) {
			return "", false
		}
	}
	return string(append(out, host...)), true
}

// unhex returns the value of a hexadecimal digit.
func unhex(c byte) byte {
	if c <= '9' {
		return c - '0'
	}
	return lower(c) - 'a' + 10
}

package fragment

import (
	"strings"
	"unicode/utf8"

	"htmlurl/resolve"
)

// decodeValid returns s percent-decoded; ok is false if that is no UTF-8.
//
// Spec: W3C HTML5 (2012), navigating to a fragment identifier, step 3
func decodeValid(s string) (decoded string, ok bool) {
	if strings.IndexByte(s, '%') < 0 {
		return s, utf8.ValidString(s)
	}
	var buf [64]byte
	octets := resolve.AppendPercentDecoded(buf[:0], s)
	if !utf8.Valid(octets) {
		return "", false
	}
	return string(octets), true
}

// decode returns s percent-decoded as UTF-8 without BOM: what is malformed becomes U+FFFD, a byte order mark stays.
//
// Spec: https://url.spec.whatwg.org/#string-percent-decode, https://encoding.spec.whatwg.org/#utf-8-decode-without-bom
func decode(s string) string {
	if decoded, ok := decodeValid(s); ok {
		return decoded
	}
	var buf [64]byte
	octets := resolve.AppendPercentDecoded(buf[:0], s)
	var b strings.Builder
	b.Grow(len(octets))
	for len(octets) > 0 {
		c, size := utf8.DecodeRune(octets)
		if c == utf8.RuneError && size == 1 {
			size = malformed(octets)
		}
		b.WriteRune(c)
		octets = octets[size:]
	}
	return b.String()
}

// malformed returns how many bytes of the malformed sequence at the start of octets make one U+FFFD: as many as may
// begin a character, and at least one.
//
// Spec: https://encoding.spec.whatwg.org/#utf-8-decoder
func malformed(octets []byte) int {
	n := 1
	for n < len(octets) && !utf8.FullRune(octets[:n+1]) {
		n++
	}
	return n
}

package fragment

import "strings"

// escaped are the bytes that fragment-escape escapes: U+0000 to U+0020 and these.
const escaped = "\"#%<>[\\]^{|}"

const upperHex = "0123456789ABCDEF"

// Escape fragment-escapes a string: it percent-encodes the ASCII characters that a fragment cannot hold, and "%"
// itself, so that the result stands for s as it is. Non-ASCII characters, and U+007F and the grave accent, which the
// text does not list, stay. A string with nothing to escape is returned as it is.
//
// Spec: W3C HTML5 2.6.5 (2012), 2.6.4 (2011), fragment-escape
func Escape(s string) string {
	n := 0
	for i := range len(s) {
		if mustEscape(s[i]) {
			n++
		}
	}
	if n == 0 {
		return s
	}
	var b strings.Builder
	b.Grow(len(s) + n*len("00"))
	for i := range len(s) {
		if c := s[i]; mustEscape(c) {
			b.Write([]byte{'%', upperHex[c>>4], upperHex[c&15]})
		} else {
			b.WriteByte(c)
		}
	}
	return b.String()
}

func mustEscape(c byte) bool {
	return c <= ' ' || strings.IndexByte(escaped, c) >= 0
}

package resolve

import (
	"strings"
	"unicode/utf8"

	"htmlurl/internal/charset"
)

// escapePath percent-encodes each character other than "%" that the <path> production of RFC 3986 does not match.
//
// Spec: W3C HTML5 2.6.4 step 7 (2012)
func escapePath(memory *memory, path string) string {
	return percentEncode(memory, path, &pathEscapeSet)
}

// escapeQuery percent-encodes each character other than "%" that the <query> production of RFC 3986 does not match, in
// an output encoding. A character that the encoding lacks becomes a bare "?".
//
// Deviation: "Encode the character" is done for each character alone, so a stateful encoding (ISO-2022-JP) starts and ends
// each in its initial state: the characters between, which are not encoded, need it.
//
// Spec: W3C HTML5 2.6.4 step 8 (2012)
func escapeQuery(memory *memory, query string, encoding charset.Encoding) string {
	if encoding == charset.UTF8 {
		return percentEncode(memory, query, &queryEscapeSet)
	}
	if indexSet(query, &queryEscapeSet) < 0 {
		return query
	}
	var buf [256]byte
	dst := buf[:0]
	for _, c := range query {
		if c < utf8.RuneSelf && !queryEscapeSet[c] {
			dst = append(dst, byte(c))
			continue
		}
		var ok bool
		if dst, ok = appendEncoded(dst, c, encoding); !ok {
			dst = append(dst, '?')
		}
	}
	return memory.part(dst)
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

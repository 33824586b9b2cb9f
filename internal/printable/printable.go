// Package printable shows text that may be hostile, so that it can disturb neither terminals nor tables.
package printable

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// String shows characters that cannot be seen, and bytes that are not UTF-8, as escapes such as \x1b.
func String(s string) string {
	if utf8.ValidString(s) && strings.IndexFunc(s, isHidden) < 0 {
		return s
	}
	var b strings.Builder
	for i, c := range s {
		switch {
		case c == utf8.RuneError && !strings.HasPrefix(s[i:], "\uFFFD"):
			fmt.Fprintf(&b, `\x%02x`, s[i])
		case isHidden(c):
			b.WriteString(strings.Trim(strconv.QuoteRune(c), "'"))
		default:
			b.WriteRune(c)
		}
	}
	return b.String()
}

func isHidden(c rune) bool { return !unicode.IsPrint(c) }

// JSON escapes in a JSON text, beside control characters, others that a terminal obeys or that cannot be seen. A text with
// nothing to escape is returned as it is.
func JSON(text []byte) []byte {
	var escaped []byte
	done := 0
	for i := 0; i < len(text); {
		c, size := rune(text[i]), 1
		if c >= utf8.RuneSelf {
			c, size = utf8.DecodeRune(text[i:])
		}
		if c >= unicode.MaxASCII && c <= 0xFFFF && isHidden(c) {
			escaped = fmt.Appendf(append(escaped, text[done:i]...), `\u%04x`, c)
			done = i + size
		}
		i += size
	}
	if done == 0 {
		return text
	}
	return append(escaped, text[done:]...)
}

package syntax

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// unescapeCSS undoes the escapes of a string, an unquoted URL or a name, and puts U+FFFD for U+0000. Bytes that are
// no UTF-8 stay.
//
// Spec: https://drafts.csswg.org/css-syntax-3/#consume-string-token
func unescapeCSS(s string) string {
	special := strings.IndexAny(s, "\\\x00")
	if special < 0 {
		return s
	}
	b := append(make([]byte, 0, len(s)), s[:special]...)
	for i := special; i < len(s); {
		switch {
		case s[i] == 0:
			b = utf8.AppendRune(b, utf8.RuneError)
			i++
		case s[i] == '\\':
			r, n := escapeCSS(s[i:])
			if r >= 0 {
				b = utf8.AppendRune(b, r)
			}
			i += n
		default:
			b = append(b, s[i])
			i++
		}
	}
	return string(b)
}

// escapeCSS returns what the backslash at the start of s makes of what follows, and the length of both: a code
// point, or -1 for nothing. Nothing is what an escaped newline stands for, which only a string can hold, and also a
// backslash before a character that is not ASCII, which stays.
//
// Spec: https://drafts.csswg.org/css-syntax-3/#consume-escaped-code-point
func escapeCSS(s string) (r rune, n int) {
	if len(s) == 1 {
		return utf8.RuneError, 1
	}
	if n := newlineCSS(s[1:]); n > 0 {
		return -1, 1 + n
	}
	if n := hexDigits(s[1:]); n > 0 {
		value, _ := strconv.ParseUint(s[1:1+n], 16, 32)
		return scalarCSS(rune(value)), 1 + n + spaceCSS(s[1+n:])
	}
	switch c := s[1]; {
	case c == 0:
		return utf8.RuneError, 2
	case c >= utf8.RuneSelf:
		return -1, 1
	default:
		return rune(c), 2
	}
}

// scalarCSS returns the code point that a number in an escape stands for.
func scalarCSS(r rune) rune {
	if r == 0 || !utf8.ValidRune(r) {
		return utf8.RuneError
	}
	return r
}

// hexDigits returns how many of at most six hexadecimal digits s begins with.
func hexDigits(s string) int {
	n := 0
	for n < len(s) && n < 6 && isHexDigit(s[n]) {
		n++
	}
	return n
}

func isHexDigit(c byte) bool {
	return isDigit(c) || 'a' <= c|0x20 && c|0x20 <= 'f'
}

// newlineCSS returns the length of the newline that s begins with, or 0.
//
// Spec: https://drafts.csswg.org/css-syntax-3/#newline
func newlineCSS(s string) int {
	switch {
	case strings.HasPrefix(s, "\r\n"):
		return 2
	case s != "" && (s[0] == '\n' || s[0] == '\r' || s[0] == '\f'):
		return 1
	}
	return 0
}

// spaceCSS returns the length of the one white space that s begins with, or 0.
func spaceCSS(s string) int {
	if n := newlineCSS(s); n > 0 {
		return n
	}
	if s != "" && isSpace(s[0]) {
		return 1
	}
	return 0
}

// isNameCSS reports whether a name as written is want, in any case of its ASCII letters. What it is written with may
// be escapes.
func isNameCSS(written, want string) bool {
	for ; written != "" && want != ""; want = want[1:] {
		r, n := rune(written[0]), 1
		if r == '\\' {
			r, n = escapeCSS(written)
		}
		if 'A' <= r && r <= 'Z' {
			r += 'a' - 'A'
		}
		if r != rune(want[0]) {
			return false
		}
		written = written[n:]
	}
	return written == want
}

// isDashedCSS reports whether a name as written begins with two dashes, as that of a custom property.
func isDashedCSS(written string) bool {
	for range 2 {
		if written == "" {
			return false
		}
		r, n := rune(written[0]), 1
		if r == '\\' {
			r, n = escapeCSS(written)
		}
		if r != '-' {
			return false
		}
		written = written[n:]
	}
	return true
}

package syntax

import (
	"strconv"
	"strings"
)

// WriteCSS writes a reference that CSS or CSSValue read: in the quotes of its string, or in a url() without any.
//
// Writable tells whether a character can be written as itself; nil is for all. Where it cannot, an escape is written,
// which is ASCII, whatever writable says of that.
//
// Spec: https://drafts.csswg.org/cssom-1/#serialize-a-string,
// https://drafts.csswg.org/css-syntax-3/#consume-url-token
func WriteCSS(text string, ref Reference, value string, writable func(rune) bool) (Replacement, bool) {
	const unquotedSpecial = `\"'()`
	special := unquotedSpecial
	switch quoteBefore(text, ref.Start) {
	case '"':
		special = `\"`
	case '\'':
		special = `\'`
	}
	numbered := func(r rune) bool {
		return isControl(r) || r == ' ' && special == unquotedSpecial || writable != nil && !writable(r)
	}
	plain := func(r rune) bool { return !strings.ContainsRune(special, r) && !numbered(r) }
	return ref.write(escape(value, plain, func(b []byte, r rune) []byte {
		b = append(b, '\\')
		if numbered(r) {
			return append(strconv.AppendInt(b, int64(r), 16), ' ')
		}
		return append(b, byte(r))
	}))
}

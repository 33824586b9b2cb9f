package syntax

import (
	"strings"
	"unicode/utf8"
)

// Replacement is a part of a text and what is to be written there.
//
// The Write functions make one for a reference that the parser of their language yielded for text, so that value is
// what the reference is read as afterwards, and all others stay as they are. They report false for a value that the
// language cannot hold there. The replacements of several references never overlap, and can be made together. Values
// are valid UTF-8 without U+0000, and may be hostile otherwise.
//
// A call takes time linear in the length of the value and of the white space around the reference, not of the text.
type Replacement struct {
	Start, End int // the part: byte offsets
	Text       string
}

// write returns the replacement of what is written for the reference, and nothing else.
func (r Reference) write(text string) (Replacement, bool) {
	return Replacement{r.Start, r.End, text}, true
}

// WriteSpaces writes a part of a list that Spaces read. A U+0020 becomes %20.
//
// Spec: https://infra.spec.whatwg.org/#split-on-ascii-whitespace
func WriteSpaces(_ string, ref Reference, value string) (Replacement, bool) {
	written, ok := encodeSpaces(value)
	if !ok {
		return Replacement{}, false
	}
	return ref.write(written)
}

// encodeSpaces writes a value in which no white space can stand. It reports false where that cannot be.
func encodeSpaces(value string) (string, bool) {
	if value == "" || strings.ContainsAny(value, "\t\n\f\r") {
		return "", false
	}
	return strings.ReplaceAll(value, " ", "%20"), true
}

// WriteCommas writes a part of a list that Commas read.
//
// Spec: https://infra.spec.whatwg.org/#split-on-commas
func WriteCommas(_ string, ref Reference, value string) (Replacement, bool) {
	if value == "" || hasSpaceAround(value) || strings.Contains(value, ",") {
		return Replacement{}, false
	}
	return ref.write(value)
}

// hasSpaceAround reports whether a string that is not empty begins or ends with white space.
func hasSpaceAround(s string) bool { return isSpace(s[0]) || isSpace(s[len(s)-1]) }

// WriteSrcset writes the URL of a candidate that Srcset read. A U+0020 becomes %20. With no comma at its end, the value
// leaves the candidate the end that it has: white space, commas, or the end of the text.
//
// Spec: https://html.spec.whatwg.org/multipage/images.html#parse-a-srcset-attribute
func WriteSrcset(_ string, ref Reference, value string) (Replacement, bool) {
	written, ok := encodeSpaces(value)
	if !ok || strings.HasPrefix(value, ",") || strings.HasSuffix(value, ",") {
		return Replacement{}, false
	}
	return ref.write(written)
}

// quoteBefore returns the quotation mark before the offset at, or 0 for another byte. What CSS or a refresh has without
// quotes never has one there.
func quoteBefore(text string, at int) byte {
	if c := text[at-1]; c == '"' || c == '\'' {
		return c
	}
	return 0
}

// escape returns value with an escape, which add appends, for each character that is not plain.
func escape(value string, plain func(rune) bool, add func([]byte, rune) []byte) string {
	first := strings.IndexFunc(value, func(r rune) bool { return !plain(r) })
	if first < 0 {
		return value
	}
	b := []byte(value[:first])
	for _, r := range value[first:] {
		if plain(r) {
			b = utf8.AppendRune(b, r)
		} else {
			b = add(b, r)
		}
	}
	return string(b)
}

// isControl reports whether r is a control character of ASCII.
func isControl(r rune) bool { return r < ' ' || r == 0x7F }

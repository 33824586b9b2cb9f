package syntax

import "strings"

// WriteRefresh writes the URL that ParseRefresh read. It stays in its quotes, or without any, if the value can be read
// there. If not, the replacement has the other quotes, or some, and takes the place of those that were there.
//
// Spec: https://html.spec.whatwg.org/multipage/document-lifecycle.html#shared-declarative-refresh-steps
func WriteRefresh(text string, ref Reference, value string) (Replacement, bool) {
	quote := quoteBefore(text, ref.Start)
	if quote == 0 && isUnquoted(text[:ref.Start], value) || quote != 0 && strings.IndexByte(value, quote) < 0 {
		return ref.write(value)
	}
	if quote != 0 {
		ref.Start--
		ref.End = min(ref.End+1, len(text))
	}
	for _, quote := range []string{`"`, `'`} {
		if !strings.Contains(value, quote) {
			return ref.write(quote + value + quote)
		}
	}
	return Replacement{}, false
}

// isUnquoted reports whether a value is read as it is, without quotes, where the URL of a refresh stands. Before that
// is the equals sign of "url=", or a separator, or only white space after the time.
func isUnquoted(before, value string) bool {
	before = strings.TrimRight(before, " \t\n\f\r")
	sign := before[len(before)-1]
	switch {
	case value == "":
		return sign == '='
	case hasSpaceAround(value), value[0] == '"', value[0] == '\'':
		return false
	case value[0] == ';', value[0] == ',':
		return sign == '=' || sign == ';' || sign == ','
	}
	return sign == '=' || skipURLSign(value, 0) < 0
}

package charset

import "strings"

// charsetParameter returns the value of the first charset parameter of a Content-Type header field, or "".
//
// What stands before the first semicolon does not matter, and neither does the case of the name. Values may be quoted.
// A parameter without a value is no parameter.
//
// Spec: https://mimesniff.spec.whatwg.org/#parsing-a-mime-type
func charsetParameter(contentType string) string {
	_, rest, more := strings.Cut(contentType, ";")
	for more {
		rest = strings.TrimLeft(rest, " \t\r\n")
		end := strings.IndexAny(rest, ";=")
		if end < 0 {
			return ""
		}
		name := rest[:end]
		if rest[end] == ';' {
			rest = rest[end+1:]
			continue
		}
		var value string
		value, rest, more = parameterValue(rest[end+1:])
		if equalFold(name, "charset") && value != "" {
			return value
		}
	}
	return ""
}

// parameterValue splits a parameter's value from the parameters after its semicolon.
func parameterValue(s string) (value, rest string, more bool) {
	if strings.HasPrefix(s, `"`) {
		value, rest = quotedValue(s[1:])
		if value == "" {
			value = " " // a value, although no label
		}
		_, rest, more = strings.Cut(rest, ";")
		return value, rest, more
	}
	value, rest, more = strings.Cut(s, ";")
	return strings.TrimRight(value, " \t\r\n"), rest, more
}

// quotedValue reads up to the closing quotation mark, or to the end where it is missing. A backslash stands for the
// character after it.
func quotedValue(s string) (value, rest string) {
	var read []byte
	start := 0
	for i := 0; i < len(s); i++ {
		switch {
		case s[i] == '"' && read == nil:
			return s[:i], s[i+1:]
		case s[i] == '"':
			return string(append(read, s[start:i]...)), s[i+1:]
		case s[i] == '\\' && i+1 < len(s):
			read = append(read, s[start:i]...)
			i++
			start = i
		}
	}
	return string(append(read, s[start:]...)), ""
}

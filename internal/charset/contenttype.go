package charset

import "strings"

// contentTypeCharset returns the charset parameter that counts in a Content-Type header field, or "".
//
// A field that was sent twice comes as two values with a comma. The last one that has the parameter counts, as long as
// those after it have the same type; what is no MIME type is passed over. A single value need not be one.
//
// Spec: https://fetch.spec.whatwg.org/#concept-header-extract-mime-type
func contentTypeCharset(contentType string) string {
	if strings.IndexByte(contentType, ',') < 0 {
		return charsetParameter(contentType)
	}
	essence, charset := "", ""
	for _, value := range splitValues(contentType) {
		e := mimeEssence(value)
		if e == "" || e == "*/*" {
			continue
		}
		if e != essence {
			essence, charset = e, ""
		}
		if parameter := charsetParameter(value); parameter != "" {
			charset = parameter
		}
	}
	return charset
}

// splitValues splits a header field at the commas outside quoted strings.
//
// Spec: https://fetch.spec.whatwg.org/#header-value-get-decode-and-split
func splitValues(field string) []string {
	var values []string
	quoted, start := false, 0
	for i := 0; i < len(field); i++ {
		switch {
		case field[i] == '"':
			quoted = !quoted
		case quoted && field[i] == '\\':
			i++
		case !quoted && field[i] == ',':
			values = append(values, field[start:i])
			start = i + 1
		}
	}
	return append(values, field[start:])
}

// mimeEssence returns the type and subtype of a MIME type in lower case, or "" if it has none.
//
// Spec: https://mimesniff.spec.whatwg.org/#mime-type-essence
func mimeEssence(value string) string {
	essence, _, _ := strings.Cut(value, ";")
	main, sub, _ := strings.Cut(strings.Trim(essence, " \t\r\n"), "/")
	if !isToken(main) || !isToken(sub) {
		return ""
	}
	return strings.ToLower(main + "/" + sub)
}

// isToken reports whether s is one or more HTTP token code points.
//
// Spec: https://mimesniff.spec.whatwg.org/#http-token-code-point
func isToken(s string) bool {
	return s != "" && !strings.ContainsFunc(s, func(r rune) bool {
		return r <= ' ' || r >= 0x7F || strings.ContainsRune(`"(),/:;<=>?@[\]{}`, r)
	})
}

// charsetParameter returns the value of the first charset parameter of a MIME type, or "".
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

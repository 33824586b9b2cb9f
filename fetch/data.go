package fetch

import (
	"bytes"
	"encoding/base64"
	"errors"
	"slices"
	"strings"

	"htmlurl/resolve"
)

// Errors of data: URLs.
var (
	errNoComma = errors.New("the data: URL has no comma")
	errBase64  = errors.New("the data: URL is not in base64, as it says")
)

// defaultType is the type of a data: URL that has none.
const defaultType = "text/plain;charset=US-ASCII"

// parseData returns the type and the body of a data: URL, which is given without a fragment. The type has its
// parameters and can stand in a Content-Type header field.
//
// It takes linear time, and memory for twice the body.
//
// Spec: https://fetch.spec.whatwg.org/#data-url-processor
func parseData(u string) (contentType string, body []byte, err error) {
	_, input, _ := strings.Cut(u, ":")
	mimeType, encodedBody, ok := strings.Cut(input, ",")
	if !ok {
		return "", nil, errNoComma
	}
	mimeType = strings.Trim(mimeType, asciiWhitespace)
	body = resolve.AppendPercentDecoded(make([]byte, 0, len(encodedBody)), encodedBody)
	if before, ok := cutBase64(mimeType); ok {
		mimeType = before
		if body, err = decodeBase64(body); err != nil {
			return "", nil, err
		}
	}
	if strings.HasPrefix(mimeType, ";") {
		mimeType = "text/plain" + mimeType
	}
	contentType, ok = normalizeType(mimeType)
	if !ok {
		contentType = defaultType
	}
	return contentType, body, nil
}

// asciiWhitespace is what may surround the type of a data: URL.
//
// Spec: https://infra.spec.whatwg.org/#ascii-whitespace
const asciiWhitespace = "\t\n\f\r "

// cutBase64 cuts off the word that says that a body is in base64, and the semicolon before it.
func cutBase64(mimeType string) (before string, ok bool) {
	const word = "base64"
	start := len(mimeType) - len(word)
	if start < 0 || lowerASCII(mimeType[start:]) != word {
		return mimeType, false
	}
	before, ok = strings.CutSuffix(strings.TrimRight(mimeType[:start], " "), ";")
	if !ok {
		return mimeType, false
	}
	return before, true
}

// decodeBase64 decodes base64 as browsers forgive it: white space may stand anywhere and padding may be missing. It
// spoils what it is given.
//
// Spec: https://infra.spec.whatwg.org/#forgiving-base64-decode
func decodeBase64(data []byte) ([]byte, error) {
	data = slices.DeleteFunc(data, func(c byte) bool {
		return c == ' ' || c == '\t' || c == '\n' || c == '\f' || c == '\r'
	})
	if len(data)%4 == 0 {
		data = bytes.TrimSuffix(bytes.TrimSuffix(data, []byte("=")), []byte("="))
	}
	decoded := make([]byte, base64.RawStdEncoding.DecodedLen(len(data)))
	if _, err := base64.RawStdEncoding.Decode(decoded, data); err != nil {
		return nil, errBase64
	}
	return decoded, nil
}

// httpWhitespace is what may surround a MIME type and its parameters.
//
// Spec: https://fetch.spec.whatwg.org/#http-whitespace
const httpWhitespace = "\t\n\r "

// normalizeType parses a MIME type and serializes it: names are in lower case and stand once, and values are quoted
// where they have to be. It reports whether there is one.
//
// Spec: https://mimesniff.spec.whatwg.org/#parsing-a-mime-type,
// https://mimesniff.spec.whatwg.org/#serializing-a-mime-type
func normalizeType(input string) (string, bool) {
	essence, rest, more := strings.Cut(strings.Trim(input, httpWhitespace), ";")
	main, sub, _ := strings.Cut(essence, "/")
	sub = strings.TrimRight(sub, httpWhitespace)
	if !isToken(main) || !isToken(sub) {
		return "", false
	}
	var b strings.Builder
	b.WriteString(lowerASCII(main) + "/" + lowerASCII(sub))
	seen := map[string]bool{}
	for more {
		var name, value string
		name, value, rest, more = cutParameter(rest)
		if isToken(name) && isQuotable(value) && !seen[name] {
			seen[name] = true
			writeParameter(&b, name, value)
		}
	}
	return b.String(), true
}

// cutParameter cuts the first parameter of a MIME type from those after its semicolon. It has no name if it is none.
func cutParameter(s string) (name, value, rest string, more bool) {
	s = strings.TrimLeft(s, httpWhitespace)
	end := strings.IndexAny(s, ";=")
	switch {
	case end < 0:
		return "", "", "", false
	case s[end] == ';':
		return "", "", s[end+1:], true
	}
	name, s = lowerASCII(s[:end]), s[end+1:]
	if strings.HasPrefix(s, `"`) {
		value, s = quotedString(s[1:])
		_, rest, more = strings.Cut(s, ";")
		return name, value, rest, more
	}
	value, rest, more = strings.Cut(s, ";")
	value = strings.TrimRight(value, httpWhitespace)
	if value == "" {
		name = ""
	}
	return name, value, rest, more
}

// quotedString reads up to the closing quotation mark, or to the end where it is missing. A backslash stands for the
// character after it, or for itself at the end.
//
// Spec: https://fetch.spec.whatwg.org/#collect-an-http-quoted-string
func quotedString(s string) (value, rest string) {
	var b strings.Builder
	for {
		end := strings.IndexAny(s, `"\`)
		if end < 0 {
			return b.String() + s, ""
		}
		b.WriteString(s[:end])
		switch {
		case s[end] == '"':
			return b.String(), s[end+1:]
		case end == len(s)-1:
			return b.String() + `\`, ""
		}
		b.WriteByte(s[end+1])
		s = s[end+2:]
	}
}

// writeParameter serializes a parameter of a MIME type.
func writeParameter(b *strings.Builder, name, value string) {
	b.WriteString(";" + name + "=")
	if isToken(value) {
		b.WriteString(value)
		return
	}
	b.WriteByte('"')
	for i := range len(value) {
		if value[i] == '"' || value[i] == '\\' {
			b.WriteByte('\\')
		}
		b.WriteByte(value[i])
	}
	b.WriteByte('"')
}

// isToken tells whether s is one or more HTTP token code points.
//
// Spec: https://mimesniff.spec.whatwg.org/#http-token-code-point
func isToken(s string) bool {
	return s != "" && !strings.ContainsFunc(s, func(c rune) bool {
		return c <= ' ' || c >= 0x7F || strings.ContainsRune(`"(),/:;<=>?@[\]{}`, c)
	})
}

// isQuotable tells whether s has nothing but HTTP quoted-string token code points.
//
// Spec: https://mimesniff.spec.whatwg.org/#http-quoted-string-token-code-point
func isQuotable(s string) bool {
	return !strings.ContainsFunc(s, func(c rune) bool {
		return c < ' ' && c != '\t' || c == 0x7F || c > 0xFF
	})
}

// lowerASCII lowers ASCII letters only: words of protocols are compared in the ASCII case-insensitive way.
func lowerASCII(s string) string {
	return strings.Map(func(c rune) rune {
		if 'A' <= c && c <= 'Z' {
			return c + 'a' - 'A'
		}
		return c
	}, s)
}

package source

import (
	"bytes"
	"strconv"
	"sync"
	"unicode/utf8"

	"golang.org/x/net/html"
)

// AppendValue appends what the tokenizer of x/net/html makes of an attribute's value as it is written, or, if attribute
// is false, of the text of title or textarea: line breaks become LF, NUL becomes U+FFFD, and character references
// are decoded. A line break that begins a textarea is still there; the parser drops it later.
//
// Spec: https://html.spec.whatwg.org/multipage/parsing.html#character-reference-state
func AppendValue(dst, raw []byte, attribute bool) []byte {
	for len(raw) > 0 {
		n := plain(raw)
		dst = append(dst, raw[:n]...)
		if raw = raw[n:]; len(raw) > 0 {
			dst, n = appendSpecial(dst, raw, attribute)
			raw = raw[n:]
		}
	}
	return dst
}

// Equal reports whether AppendValue makes the value of raw. It does not allocate, but for a named reference that it
// meets for the first time.
func Equal(raw []byte, value string, attribute bool) bool {
	for {
		n := plain(raw)
		if n > len(value) || string(raw[:n]) != value[:n] {
			return false
		}
		raw, value = raw[n:], value[n:]
		if len(raw) == 0 {
			return value == ""
		}
		var buf [longestText]byte
		text, size := appendSpecial(buf[:0], raw, attribute)
		if len(text) > len(value) || string(text) != value[:len(text)] {
			return false
		}
		raw, value = raw[size:], value[len(text):]
	}
}

// plain returns the number of bytes that raw begins with that stand for themselves.
func plain(raw []byte) int {
	for i, b := range raw {
		if classOf[b]&decodes != 0 {
			return i
		}
	}
	return len(raw)
}

func isSpecial(b byte) bool { return classOf[b]&decodes != 0 }

// appendSpecial appends what raw begins with, which isSpecial, and returns how much of raw that is.
func appendSpecial(dst, raw []byte, attribute bool) ([]byte, int) {
	switch raw[0] {
	case 0:
		return utf8.AppendRune(dst, utf8.RuneError), 1
	case '\r':
		if len(raw) > 1 && raw[1] == '\n' {
			return append(dst, '\n'), 2
		}
		return append(dst, '\n'), 1
	}
	if bytes.HasPrefix(raw, []byte("&amp;")) { // by far the most frequent
		return append(dst, '&'), len("&amp;")
	}
	if len(raw) > 1 && raw[1] == '#' {
		if r, size := numericReference(raw); size > 0 {
			return utf8.AppendRune(dst, r), size
		}
	} else if text, size := namedReference(raw, attribute); size > 0 {
		return append(dst, text...), size
	}
	return append(dst, '&'), 1
}

// numericReference returns the character of the reference that raw begins with, and its size, or 0 for none.
//
// Spec: https://html.spec.whatwg.org/multipage/parsing.html#numeric-character-reference-state
func numericReference(raw []byte) (rune, int) {
	at, base := len("&#"), rune(10)
	if at < len(raw) && raw[at]|0x20 == 'x' {
		at, base = at+1, 16
	}
	digits := at
	var r rune
	for ; at < len(raw); at++ {
		d := digit(raw[at])
		if d >= base {
			break
		}
		if r <= utf8.MaxRune {
			r = r*base + d
		}
	}
	if at == digits {
		return 0, 0
	}
	if at < len(raw) && raw[at] == ';' {
		at++
	}
	switch {
	case 0x80 <= r && r <= 0x9F:
		r = controls[r-0x80]
	case r == 0 || !utf8.ValidRune(r):
		r = utf8.RuneError
	}
	return r, at
}

// digit returns the value of a hexadecimal digit, or 16.
func digit(b byte) rune {
	switch {
	case '0' <= b && b <= '9':
		return rune(b - '0')
	case 'a' <= b|0x20 && b|0x20 <= 'f':
		return rune(b|0x20-'a') + 10
	}
	return 16
}

// controls are the characters that references to U+0080 to U+009F stand for.
var controls = func() (table [0x20]rune) {
	for i := range table {
		table[i], _ = utf8.DecodeRuneInString(html.UnescapeString("&#" + strconv.Itoa(0x80+i) + ";"))
	}
	return
}()

// The lengths that bound what is looked at.
const (
	longestName   = len("CounterClockwiseContourIntegral;")
	longestLegacy = len("Agrave") // the longest name that is one without a semicolon
	longestText   = 2 * utf8.UTFMax
)

// namedReference returns the text of the reference that raw begins with, and its size, or 0 for none. In an attribute
// a name without a semicolon counts only if it is all of the letters and digits and no equals sign follows.
//
// Spec: https://html.spec.whatwg.org/multipage/parsing.html#named-character-reference-state
func namedReference(raw []byte, attribute bool) (string, int) {
	end := 1
	for end < len(raw) && end <= longestName && isAlphanumeric(raw[end]) {
		end++
	}
	next := byte(0)
	if end < len(raw) {
		next = raw[end]
	}
	switch {
	case next == ';':
		if text := lookupReference(raw[:end+1]); text != "" {
			return text, end + 1
		}
	case attribute && next == '=':
		return "", 0
	case end-1 <= longestLegacy && !isAlphanumeric(next):
		if text := lookupReference(raw[:end]); text != "" {
			return text, end
		}
	}
	if attribute {
		return "", 0
	}
	for end = min(end, 1+longestLegacy); end > 2; end-- {
		if text := lookupReference(raw[:end]); text != "" {
			return text, end
		}
	}
	return "", 0
}

func isAlphanumeric(b byte) bool { return isLetter(b) || '0' <= b && b <= '9' }

// references keeps the texts of named references, and "" for what is none.
var references = struct {
	sync.RWMutex
	texts map[string]string
}{texts: map[string]string{}}

// maxReferences is how many are kept; that is enough for all names of HTML.
const maxReferences = 4096

// lookupReference returns the text of a reference, with its "&" and with or without a semicolon, or "". All of it must
// be the name: x/net/html, which does not show its table, knows also what begins with one.
func lookupReference(reference []byte) string {
	if len(reference) <= len("&") {
		return ""
	}
	references.RLock()
	text, ok := references.texts[string(reference)]
	references.RUnlock()
	if ok {
		return text
	}
	name := string(reference)
	text = html.UnescapeString(name)
	longest := 1
	if name[len(name)-1] == ';' {
		longest = 2
	}
	if text == name || utf8.RuneCountInString(text) > longest {
		text = ""
	}
	references.Lock()
	if len(references.texts) < maxReferences {
		references.texts[name] = text
	}
	references.Unlock()
	return text
}

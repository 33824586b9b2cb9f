package charset

import (
	"bytes"

	"golang.org/x/net/html"
)

// scannedAlways is the number of bytes in which a meta element is looked for whatever the tags are.
const scannedAlways = 1024

// scanMeta returns the encoding that the first meaningful meta element declares.
//
// It looks at tags as a tokenizer finds them, so not into comments, scripts, styles and titles. Beyond the first
// 1024 bytes it goes on only while all tags could stand in a head.
//
// Deviation: the standard prescans the first 1024 bytes without a tokenizer, and lets the parser change the encoding
// when it comes to a meta element later. A single scan as here is what WebKit and Blink do; on ordinary pages it has
// the same result.
//
// Spec: https://html.spec.whatwg.org/multipage/parsing.html#determining-the-character-encoding
func scanMeta(page []byte) (Encoding, bool) {
	s := tagScanner{page: page, always: scannedAlways}
	return s.meta()
}

// meta moves behind the first meta element that declares an encoding, and returns that.
func (s *tagScanner) meta() (Encoding, bool) {
	for s.next() {
		if s.name == "meta" && !s.end {
			if e, ok := metaEncoding(s.attributes); ok {
				return e, true
			}
		}
	}
	return UTF8, false
}

// inHead reports whether a tag can stand in a head, or before it.
func inHead(name string, end bool) bool {
	switch name {
	case "script", "noscript", "style", "link", "meta", "object", "title", "base":
		return true
	case "html", "head":
		return !end
	}
	return false
}

// metaEncoding returns the encoding that a meta element declares: with its charset attribute, or else with its
// content attribute where http-equiv is Content-Type. UTF-16 stands for UTF-8 and x-user-defined for windows-1252.
//
// Spec: https://html.spec.whatwg.org/multipage/semantics.html#attr-meta-http-equiv-content-type
func metaEncoding(a attributes) (Encoding, bool) {
	var charset, pragma, content []byte
	for a.next() {
		switch {
		case charset == nil && equalFold(a.name, "charset"):
			charset = attributeValue(a.value)
		case pragma == nil && equalFold(a.name, "http-equiv"):
			pragma = attributeValue(a.value)
		case content == nil && equalFold(a.name, "content"):
			content = attributeValue(a.value)
		}
	}
	e, ok := lookup(charset)
	if !ok && equalFold(pragma, "content-type") {
		e, ok = lookup(contentLabel(content))
	}
	if e == XUserDefined {
		e = Windows1252
	}
	return declared(e), ok
}

// maxReferences is the length up to which character references in an attribute value are resolved. It keeps a hostile
// page from being copied, and is far beyond any declaration.
const maxReferences = 1024

// attributeValue resolves the character references of a value. It is never nil, so that an attribute without a value
// is still the first of its name.
func attributeValue(raw []byte) []byte {
	if raw == nil {
		return []byte{}
	}
	if len(raw) > maxReferences || bytes.IndexByte(raw, '&') < 0 {
		return raw
	}
	return []byte(html.UnescapeString(string(raw)))
}

// contentLabel extracts a label from the value of a content attribute, or nothing: what follows the first "charset"
// that an equals sign follows.
//
// Spec: W3C HTML5 2.7.5 (2012)
func contentLabel(content []byte) []byte {
	for {
		i := indexCharset(content)
		if i < 0 {
			return nil
		}
		content = bytes.TrimLeft(content[i+len("charset"):], spaces)
		if rest, ok := bytes.CutPrefix(content, []byte("=")); ok {
			return contentValue(bytes.TrimLeft(rest, spaces))
		}
	}
}

const spaces = " \t\n\f\r"

// indexCharset returns where the word "charset" begins in b, in any case, or -1.
func indexCharset(b []byte) int {
	const word = "charset"
	for i := 0; i+len(word) <= len(b); i++ {
		if equalFold(b[i:i+len(word)], word) {
			return i
		}
	}
	return -1
}

// contentValue returns the quoted string or the word at the start of b. A quotation mark without its like is nothing.
func contentValue(b []byte) []byte {
	if len(b) > 0 && (b[0] == '"' || b[0] == '\'') {
		if value, ok := quoted(b); ok {
			return value
		}
		return nil
	}
	if end := bytes.IndexAny(b, spaces+";"); end >= 0 {
		b = b[:end]
	}
	return b
}

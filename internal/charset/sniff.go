package charset

import (
	"bytes"
	"encoding/binary"
	"unicode/utf8"
)

// Source says what decided the encoding of a page. The zero value is no source: nothing was sniffed.
type Source uint8

// The sources. An earlier one beats a later one, except that a meta element beats an XML declaration in ASCII.
const (
	Unsniffed Source = iota
	BOM
	Transport
	XMLDeclaration
	Meta
	ValidUTF8
	Fallback
)

// String returns the name of the source, such as "content-type".
func (s Source) String() string {
	switch s {
	case BOM:
		return "bom"
	case Transport:
		return "content-type"
	case XMLDeclaration:
		return "xml-declaration"
	case Meta:
		return "meta"
	case ValidUTF8:
		return "valid-utf-8"
	case Fallback:
		return "fallback"
	}
	return "none"
}

// Sniff finds the encoding of an HTML page from its bytes and its Content-Type header field, which may be empty. It
// also says what decided, and how many bytes of byte order mark to skip before decoding: 0, 2 or 3.
//
// The first of these that names a known encoding decides: the byte order mark, the charset parameter of the header
// field, the first bytes of an XML declaration in UTF-16, a meta element, an XML declaration. Sniff takes time linear in
// the page at worst and stops early on most pages. It allocates only for character references in a meta element and for
// backslashes in the header field.
//
// Deviation: without any declaration browsers look at the reader's language or at the frequency of bytes. Sniff
// answers UTF-8 where the page is valid UTF-8 and not ASCII alone, else windows-1252.
//
// Spec: https://html.spec.whatwg.org/multipage/parsing.html#determining-the-character-encoding
func Sniff(page []byte, contentType string) (e Encoding, src Source, bom int) {
	if e, src, bom := sniffFirst(page, contentType); src != Unsniffed {
		return e, src, bom
	}
	if e, ok := scanMeta(page); ok {
		return e, Meta, 0
	}
	if e, ok := xmlEncoding(page); ok {
		return e, XMLDeclaration, 0
	}
	if isUTF8(page) {
		return UTF8, ValidUTF8, 0
	}
	return Windows1252, Fallback, 0
}

// sniffFirst is the part of Sniff for which the first bytes of the page are enough.
func sniffFirst(page []byte, contentType string) (e Encoding, src Source, bom int) {
	if e, bom := sniffBOM(page); bom > 0 {
		return e, BOM, bom
	}
	if e, ok := Lookup(contentTypeCharset(contentType)); ok {
		return e, Transport, 0
	}
	if e, ok := utf16XML(page); ok {
		return e, XMLDeclaration, 0
	}
	return UTF8, Unsniffed, 0
}

// Spec: https://encoding.spec.whatwg.org/#bom-sniff
func sniffBOM(page []byte) (Encoding, int) {
	switch {
	case bytes.HasPrefix(page, []byte("\xEF\xBB\xBF")):
		return UTF8, 3
	case bytes.HasPrefix(page, []byte("\xFE\xFF")):
		return UTF16BE, 2
	case bytes.HasPrefix(page, []byte("\xFF\xFE")):
		return UTF16LE, 2
	}
	return UTF8, 0
}

// isUTF8 reports whether the page is valid UTF-8 and more than ASCII.
func isUTF8(page []byte) bool {
	rest := page[lenASCII(page):]
	return len(rest) > 0 && utf8.Valid(rest)
}

// lenASCII returns the number of ASCII bytes at the start of b.
func lenASCII(b []byte) int {
	const highBits = 0x8080808080808080
	n := 0
	for len(b)-n >= 8 && binary.LittleEndian.Uint64(b[n:])&highBits == 0 {
		n += 8
	}
	for n < len(b) && b[n] < utf8.RuneSelf {
		n++
	}
	return n
}

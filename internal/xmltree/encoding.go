package xmltree

import (
	"bytes"
	"strings"

	"htmlurl/internal/charset"
)

// IsXML reports whether a Content-Type header field says that a document is XML, such as XHTML or SVG. Parameters do
// not matter.
//
// Spec: https://mimesniff.spec.whatwg.org/#xml-mime-type
func IsXML(contentType string) bool {
	essence := charset.Essence(contentType)
	return essence == "text/xml" || essence == "application/xml" || strings.HasSuffix(essence, "+xml")
}

// Encoding finds the encoding of an XML document from its bytes and its Content-Type header field, which may be empty.
// It also says what decided, and how many bytes of byte order mark to skip before decoding: 0, 2 or 3.
//
// The first of these that names a known encoding decides: the byte order mark, the charset parameter, the first bytes
// of an XML declaration in UTF-16, the XML declaration. Without any the document is in UTF-8, and the source is
// charset.Fallback. A declaration in ASCII bytes that says UTF-16 means UTF-8. UTF-32 and EBCDIC are not known.
//
// Spec: https://www.rfc-editor.org/rfc/rfc7303#section-3; https://www.w3.org/TR/2008/REC-xml-20081126/#sec-guessing
func Encoding(page []byte, contentType string) (e charset.Encoding, src charset.Source, bom int) {
	e, src, bom = charset.Sniff(beginning(page), contentType)
	if src > charset.XMLDeclaration {
		return charset.UTF8, charset.Fallback, 0
	}
	return e, src, bom
}

// beginning returns the part of the page that decides in XML: the XML declaration, or as much as tells UTF-16.
func beginning(page []byte) []byte {
	if end := bytes.IndexByte(page, '>'); startsDeclaration(page) && end >= 0 {
		return page[:end+1]
	}
	return page[:min(len(page), len("<\x00?\x00x\x00"))]
}

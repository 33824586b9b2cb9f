package document

import (
	"htmlurl/internal/charset"
	"htmlurl/internal/xmltree"
	"htmlurl/resolve"
)

// EncodingSource says where a document's encoding came from.
type EncodingSource string

const (
	FromBOM            EncodingSource = "bom"
	FromContentType    EncodingSource = "content-type"
	FromXMLDeclaration EncodingSource = "xml-declaration"
	FromMeta           EncodingSource = "meta"
	FromValidUTF8      EncodingSource = "valid-utf-8" // nothing declared, and the bytes are UTF-8 beyond ASCII
	FromFallback       EncodingSource = "fallback"    // nothing declared: windows-1252, in XML UTF-8
	FromSrcdoc         EncodingSource = "srcdoc"      // an attribute's value: UTF-8
)

var encodingSources = map[charset.Source]EncodingSource{
	charset.BOM:            FromBOM,
	charset.Transport:      FromContentType,
	charset.XMLDeclaration: FromXMLDeclaration,
	charset.Meta:           FromMeta,
	charset.ValidUTF8:      FromValidUTF8,
	charset.Fallback:       FromFallback,
}

// Encoding returns the Encoding Standard's name of the document's character encoding, and where it came from. What
// queries are encoded in, which is UTF-8 for UTF-16, is in Resolver.
//
// A byte order mark goes before the Content-Type header, that before meta elements, which count in the whole head, and
// they before an XML declaration. Without any, valid UTF-8 that is more than ASCII is UTF-8, and all else windows-1252.
//
// Deviation: browsers take windows-1252 for undeclared UTF-8, too, as they do not have the whole document yet.
//
// Spec: W3C HTML5 2.7.5 (2012); https://html.spec.whatwg.org/multipage/parsing.html#determining-the-character-encoding
func (d *Document) Encoding() (name string, source EncodingSource) {
	return d.encoding.String(), d.source
}

// decode determines the encoding and returns the page in UTF-8.
func (d *Document) decode(page []byte) []byte {
	encoding, source := charset.UTF8, FromSrcdoc
	if d.element == nil && d.options.Container == nil {
		sniff := charset.Sniff
		if d.isXML() {
			sniff = xmltree.Encoding
		}
		var from charset.Source
		encoding, from, d.bom = sniff(page, d.options.ContentType)
		source = encodingSources[from]
	}
	d.setEncoding(encoding, source)
	return d.encoding.Decode(page[d.bom:])
}

// setEncoding sets the encoding, and the resolver that goes with it.
func (d *Document) setEncoding(e charset.Encoding, source EncodingSource) {
	output, err := resolve.LookupEncoding(e.Output().String())
	if err != nil {
		panic("document: an output encoding whose name is no label: " + err.Error())
	}
	d.encoding, d.source = e, source
	d.resolver = resolve.Resolver{Edition: d.options.Edition, Encoding: output}
}

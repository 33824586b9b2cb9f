package document

import (
	"fmt"
	"unicode/utf8"

	"golang.org/x/net/html"

	"htmlurl/internal/charset"
	"htmlurl/internal/xmltree"
)

// Errors of XML documents, for errors.Is. Their messages say line, column and what is wrong.
var (
	// ErrNotWellFormed is for what is no XML: then there is no document.
	ErrNotWellFormed = xmltree.ErrNotWellFormed
	// ErrEntity is for a reference to an entity that the DTD may declare, as DTDs are not read.
	ErrEntity = xmltree.ErrEntity
)

// parseText parses the text of the page, which is in UTF-8, as what its type says.
func (d *Document) parseText(page, text []byte) (err error) {
	if !d.isXML() {
		if d.options.LinksOnly && !d.needsTree() {
			d.isSparse = true
			return d.parseSparse(text)
		}
		d.root, err = parseTree(text, !d.options.NoScripting)
		return err
	}
	if d.encoding == charset.UTF8 && !utf8.Valid(page) {
		return fmt.Errorf("%w: bytes that are not UTF-8", ErrNotWellFormed)
	}
	d.xml, err = xmltree.Parse(text)
	if err != nil {
		return err
	}
	d.root = d.xml.Root
	d.stylesheets = make(map[*html.Node]*xmltree.Instruction, len(d.xml.Stylesheets))
	for i := range d.xml.Stylesheets {
		d.stylesheets[d.xml.Stylesheets[i].Node] = &d.xml.Stylesheets[i]
	}
	return nil
}

// isXML tells whether the document is an XML document: srcdoc and about:blank documents never are.
func (d *Document) isXML() bool {
	return d.element == nil && d.options.Container == nil && xmltree.IsXML(d.options.ContentType)
}

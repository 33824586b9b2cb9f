// Package document reads HTML documents and tells what every URL in them points to.
//
// Parse determines the character encoding, parses the page, and computes the document base URL:
//
//	d, err := document.Parse(file, document.Options{Address: "https://example.com/dir/page.html", Positions: true})
//	for link := range d.Links() {
//		fmt.Println(link.Span.Line, link.Kind, link.Raw, link.URL, link.Err)
//	}
//	for frame, err := range d.Frames() { … } // the documents inside srcdoc attributes
//
// # References
//
// Links finds every URL that the registry knows, which Attributes returns: attributes with one URL, lists of URLs, image
// candidates, refreshes, CSS in attributes and style elements, import maps, speculation rules, and the Link and Refresh
// header fields. Options.Attributes adds further attributes, Options.Kinds chooses. A reference is listed also where it has
// no effect at the moment, such as src beside srcdoc; then Link.Ignored says why. (But xlink:href is none beside href.)
//
// # Without a tree
//
// A tree costs many times what its references do. Options.LinksOnly makes one of few elements, and Scan makes none: it reads
// a page of any length in bounded memory. Both have the same references, in the same order, with the same bases:
//
//	for link, err := range document.Scan(file, document.Options{Address: "https://example.com/"}) { … }
//
// They know what the HTML parser makes of broken markup: what it moves out of tables, opens again, or drops.
//
// # XML
//
// A document whose Content-Type is application/xhtml+xml, image/svg+xml or another XML type is parsed as XML. References are
// then found by the namespaces of elements, wherever these stand; namespaces other than those of HTML, SVG and MathML have
// none. The DTD is not read: no default attributes, and no entities but those of XML and, with an XHTML doctype, of HTML.
//
// # Files
//
//   - document.go: Options, Document, Parse; trees.go: documents of trees that were parsed elsewhere
//   - parser.go: what the HTML parser must be kept from; xml.go: XML documents
//   - sparse.go: trees of few elements; scan.go: references without a tree
//   - encoding.go: the character encoding
//   - base.go: fallback and document base URL, xml:base, and why; settings.go: what frames inherit beside it
//   - attributes.go: the registry of attributes that hold URLs; registry.go: finding its rows
//   - links.go: the references; facts.go: what their elements say about them; referrer.go: where requests say they come from
//   - positions.go: where references stand; places.go: which start tag made which element; written.go: what is written
//     for a value
//   - rewrite.go: other references in the bytes of the page; edits.go: how they are written; markup.go: what else can be
//     changed; rebase.go: what references mean under another base
//   - sheet.go: style sheets of their own
//   - frames.go: srcdoc and about:blank documents
//   - edition.go: the document as another edition reads it
//   - changes.go: changes of a document, and what they affect
//   - element.go: elements for package decompose
//   - templates.go: template contents, inert or shadow roots
//   - tree.go: walking the tree
package document

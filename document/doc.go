// Package document reads HTML documents and tells what every URL in them points to.
//
// Parse determines the character encoding, parses the page, and computes the document base URL:
//
//	d, err := document.Parse(file, document.Options{Address: "https://example.com/dir/page.html"})
//	for link := range d.Links() {
//		fmt.Println(link.Kind, link.Raw, link.URL, link.Err)
//	}
//	for frame, err := range d.Frames() { … } // the documents inside srcdoc attributes
//
// # Attributes
//
// Links knows the attributes that hold one URL: in HTML href of a, area, link and base; src of audio, embed, iframe, img,
// script, track, video, of source in audio and video, and of input type=image; poster of video; data of object; cite of
// article, blockquote, del, ins, q and section; action of form; formaction of submit buttons; itemid of typed items; the hx-get family; and
// the obsolete ones, such as background, longdesc and codebase. In SVG and MathML it knows href and, where that is missing,
// xlink:href. It lists an attribute also where the element does not use it at the moment, such as src beside srcdoc.
//
// # Files
//
//   - document.go: Options, Document, Parse
//   - parser.go: what the HTML parser must be kept from
//   - encoding.go: the character encoding
//   - base.go: fallback and document base URL, xml:base, and why
//   - attributes.go: the registry of attributes that hold a URL
//   - links.go: the references
//   - frames.go: srcdoc documents
//   - element.go: elements for package decompose
//   - tree.go: walking the tree
package document

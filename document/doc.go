// Package document reads HTML documents and tells what every URL in them points to.
//
// Parse determines the character encoding, parses the page, and computes the document base URL; Links yields each
// reference with its URL; Frames yields the documents inside srcdoc attributes.
//
//   - document.go: Options, Document, Parse
//   - encoding.go: the character encoding
//   - base.go: fallback and document base URL, xml:base, and why
//   - attributes.go: the registry of attributes that hold a URL
//   - links.go: the references
//   - frames.go: srcdoc documents
//   - element.go: elements for package decompose
//   - tree.go: walking the tree
package document

// Package rewrite changes the references of documents in ready-made ways, in the bytes of the page, where nothing else
// changes: it makes them absolute or relative, lets them follow what has moved, and removes or sets the document base URL.
//
//	page, err := document.Parse(file, document.Options{Address: address, Positions: true})
//	r := rewrite.Rewriter{Style: rewrite.Absolute, DropBase: true}
//	html, result, err := r.Append(nil, page)
//
// What a reference leads to stays, as long as no Map says that it has moved: a reference is written in another way exactly
// where it would lead elsewhere, or where a style asks for it. For other changes there is document.AppendRewrite.
//
// # Files
//
//   - rewrite.go: Rewriter; pairs.go: a document's links as they are and as they will be
//   - style.go: how references are written; relative.go: relative to a base
//   - map.go: where URLs have moved
package rewrite

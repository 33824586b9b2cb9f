// Package decompose takes URLs apart as the DOM does: the URL decomposition attributes protocol, host, hostname, port,
// pathname, search and hash, with their setters.
//
// The attributes act on whatever implements Holder, such as an element of a document. A setter that cannot do what it is
// asked says nothing: silent failure is what the DOM does, and this package alone does it.
//
//   - link.go: the attributes
//   - html5.go: what they do in HTML5
//   - reference.go: a Holder without a document
package decompose

// Package decompose takes URLs apart as the DOM does: the URL decomposition attributes protocol, host, hostname, port,
// pathname, search and hash, with their setters.
//
// The attributes act on whatever implements Holder, such as an element of a document. A setter that cannot do what it is
// asked says nothing: silent failure is what the DOM does, and this package alone does it.
//
// On an element of a document:
//
//	link := decompose.Of(d.ElementOf(node))
//	fmt.Println(link.Hostname())
//	link.SetHash("top") // writes the href attribute
//
// # How HTML5 is read
//
//   - The attributes act on the resolved reference. One that does not resolve has no parts, and setters leave it alone.
//   - Setters percent-encode, as UTF-8, what the grammar as the text widens it does not allow in the component, also the
//     first character of a scheme if it is no letter.
//   - The host setter replaces host and port: one colon and digits at the end of the value are the port.
//   - As printed, the port setter turns a value without digits into port 0; and the pathname "//x" on a URL without
//     authority makes x its host.
//
// # Files
//
//   - link.go: the attributes
//   - html5.go: what they do in HTML5
//   - reference.go: a Holder without a document
package decompose

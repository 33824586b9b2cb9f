// Package decompose takes URLs apart as the DOM does: the URL decomposition attributes protocol, host, hostname, port,
// pathname, search and hash, with their setters; and the pairs of names and values in a query: URLSearchParams, and the
// format application/x-www-form-urlencoded.
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
// # How queries are read
//
//   - SearchParams has the methods of today, and those of 2015 do the same. The constructors differ: that of 2015 keeps a
//     leading question mark, and what an empty list makes of its URL's query is "" in 2015 and null today.
//   - The URLQuery of 2012 is declared without steps: get, getAll, set and delete are those of 2015. Set with a sequence
//     is SetAll.
//   - The text of 2015 writes "getting an encoding for value, decoded": this decodes no percent-encoded octets.
//   - As printed, the isindex flag gives an empty input the pair of two empty strings.
//
// # Files
//
//   - link.go: the attributes
//   - html5.go: what they do in HTML5
//   - reference.go: a Holder without a document
//   - searchparams.go: the list of a query, URLSearchParams
//   - urlencoded.go: the parser and the serializer of the format
package decompose

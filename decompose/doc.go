// Package decompose takes URLs apart as the DOM does: the attributes protocol, host, hostname, port, pathname, search, hash
// and others, with their setters; and the pairs of names and values in a query: URLSearchParams, and the format
// application/x-www-form-urlencoded.
//
// A Link has the attributes of an element of a document, or whatever else implements Holder. A URL is an object of the
// URL class, which is alone. Their Edition says which attributes there are and what they do. A setter that cannot do what
// it is asked says nothing: silent failure is what the DOM does, and this package alone does it. Only URL.SetHref returns
// an error, where the DOM throws one.
//
// On an element of a document:
//
//	link := decompose.Of(d.ElementOf(node))
//	fmt.Println(link.Hostname())
//	link.SetHash("top") // writes the href attribute
//
// Without a document:
//
//	url, err := decompose.Parse(resolve.Resolver{Edition: resolve.Living}, resolve.URL{}, "https://example.com/?a=1")
//	url.SearchParams().Append("b", "2")
//	fmt.Println(url) // https://example.com/?a=1&b=2
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
// # How the other editions are read
//
//   - The setters run the parser with a state override, or the setter rules of 2015: see resolve.Resolver.Set. Where the
//     text stops a setter before that, the reference of an element stays as it is; else it becomes the serialized URL,
//     also if the parser refused the value.
//   - The text of 2012 has no steps that update an element: they are those of 2015. Its href setter resets the flags of the
//     URL, as if it were new.
//   - In 2015 the search setter does not feed the serialization of its pairs back into its own query.
//   - In 2012 and 2015 a setter may leave a URL whose string would be parsed otherwise. A URL object keeps it as it was
//     set; an element keeps the string.
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
//   - link.go: Link, the attributes of elements; reference.go: a Holder without a document
//   - url.go: URL, the URL class and its statics
//   - members.go: what the attributes do in 2012, 2015 and today
//   - html5.go, escape.go: what they do in HTML5
//   - searchparams.go: the list of a query, URLSearchParams
//   - urlencoded.go: the parser and the serializer of the format
package decompose

// Package resolve turns a reference, a base URL and a document's character encoding into an absolute URL, by the rules
// of one published edition.
//
//	var r resolve.Resolver // HTML5, UTF-8
//	base, err := r.Parse("http://example.com/dir/page.html")
//	u, err := r.Resolve(base, "../image.png") // http://example.com/image.png
//
// # How the editions are read
//
// HTML5 (W3C HTML5 section 2.6, drafts of 2011 and 2012) is read as printed, and left only where the text contradicts
// itself or says nothing:
//
//   - White space around a URL is space characters (U+0020, tab, LF, FF, CR), as in 2011. NBSP and other controls stay.
//   - Parsing follows the grammar of RFC 3986 as the text widens it, the first match winning: an IP literal before a
//     <reg-name>, in which "[" is as good as a letter. Components are substrings.
//   - ToASCII is IDNA2003 (RFC 3490, nameprep of Unicode 3.2), label by label. Labels of ASCII characters keep their
//     case; "_" is an error; an empty host and the root label at its end are allowed, no other empty labels; IP literals
//     are left alone. A run of percent-encoded octets in a host is UTF-8 as a whole, or an error.
//   - Path and query are escaped character by character, also in URLs that are not hierarchical. In a stateful encoding
//     each character stands alone. What the encoding lacks becomes a bare "?". The fragment is not escaped.
//   - Relative resolution (RFC 3986 5.2) is strict: "http:g" is absolute. It removes dot segments also from paths that
//     are not hierarchical. The base is used as it is.
//   - Step 10 makes an error of a data: URL with an authority, and of a path that starts with "//" without one; it
//     supplies the path "/" for http, https and ftp. Nothing else is normalised: not case, not default ports.
//   - Step 12 makes slashes of the backslashes that are left in userinfo, fragment and what comes from the base, for ftp,
//     gopher, http, https, ws and wss.
//   - The reserved about: URLs resolve to themselves.
//   - In <hostport>, ports are compared as numbers, and an empty <port> is no port.
//   - "A character immediately after the <scheme> component" is the one after the colon.
//   - xml:base is XML Base, second edition: escaped by its section 3.1, resolved by RFC 3986 5.2, without its fragment;
//     nothing is stripped or converted. One that gives no URL is ignored.
//
// The comments marked "Deviation:" stand where the code follows such a reading.
//
// # Files
//
//   - resolver.go: Resolver, what one can ask
//   - url.go, split.go: URL, one string and the offsets of its components
//   - components.go: Components, parsing any URL string by the grammar
//   - html5.go: the steps of HTML5, in their order
//   - rfc3986.go: relative resolution
//   - escape.go, sets.go: percent-encoding, character classes
//   - xmlbase.go: XML Base
//   - validity.go: valid URLs, violations
//   - errors.go, edition.go, encoding.go
package resolve

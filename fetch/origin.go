package fetch

import "htmlurl/resolve"

// opaqueOrigin is the serialization of an origin that is the same as no other.
const opaqueOrigin = "null"

// originOf returns the ASCII serialization of the origin of a URL.
//
// Spec: RFC 6454 sections 4 and 6.2
func originOf(u resolve.URL) string {
	return resolve.Resolver{Edition: resolve.Living}.Origin(living(u))
}

// asciiOrigin returns the ASCII serialization of an origin, which may be the Unicode one.
func asciiOrigin(origin string) string {
	u, err := resolve.Resolver{Edition: resolve.Living}.Parse(origin)
	if err != nil {
		return origin
	}
	return resolve.Resolver{Edition: resolve.Living}.Origin(u)
}

// isSameOrigin tells whether two serialized origins are the same.
//
// Spec: RFC 6454 section 5
func isSameOrigin(a, b string) bool { return a == b && a != opaqueOrigin && a != "" }

// haveSameOrigin tells whether two URLs have the same origin.
func haveSameOrigin(a, b resolve.URL) bool { return isSameOrigin(originOf(a), originOf(b)) }

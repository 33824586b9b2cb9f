package resolve

import (
	"strings"

	"htmlurl/internal/idna"
)

// Origin returns the serialization of u's origin: "https://example.com:8080", and "null" for an opaque origin, which is
// the same as no other. In the frozen editions it is the Unicode serialization, as their API asks for it; HTML5 leaves
// origins to RFC 6454.
//
// Deviation: a file: URL has an opaque origin: the texts leave it to the reader.
//
// Spec: https://url.spec.whatwg.org/#origin; URL Standard 1.7 (12 January 2015); RFC 6454 sections 4 and 6
func (r Resolver) Origin(u URL) string {
	a, err := r.algorithm(u.s)
	if err != nil {
		return opaqueOrigin
	}
	return a.origin(r, u)
}

// opaqueOrigin serializes an opaque origin.
const opaqueOrigin = "null"

// originLiving looks into blob: URLs, for http: and https: URLs only: the origin of a file: URL is opaque anyway.
func (r Resolver) originLiving(u URL) string {
	if scheme, _ := u.Scheme(); scheme == "blob" {
		pathURL, err := Resolver{Edition: Living}.resolveLiving(nil, URL{}, u.Path())
		if scheme, _ := pathURL.Scheme(); err != nil || scheme != "http" && scheme != "https" {
			return opaqueOrigin
		}
		u = pathURL
	}
	host, _ := u.Host()
	return Living.tupleOrigin(u, host)
}

// originURL2015 looks into blob: URLs, also into one inside another.
func (r Resolver) originURL2015(u URL) string {
	if scheme, _ := u.Scheme(); scheme == "blob" {
		data := u.String()
		for hasFoldedPrefix(data, "blob:") {
			data, _ = stripSpace(data[len("blob:"):])
		}
		inner, err := Resolver{Edition: URL2015}.resolveURL2015(nil, URL{}, data)
		if err != nil {
			return opaqueOrigin
		}
		u = inner
	}
	return r.originRFC6454(u)
}

// originRFC6454 gives the Unicode serialization of the origin of a URL.
func (r Resolver) originRFC6454(u URL) string {
	host, _ := u.Host()
	return r.Edition.tupleOrigin(u, unicodeHost(lowerASCII(host)))
}

// tupleOrigin serializes the origin of a URL: a tuple where the scheme has an authority and a default port.
func (e Edition) tupleOrigin(u URL, host string) string {
	scheme, _ := u.Scheme()
	facts := e.facts(scheme)
	if !u.hasAuthority() || facts.defaultPort == "" {
		return opaqueOrigin
	}
	origin := facts.name + "://" + host
	if port, _ := u.Port(); port != "" && !sameNumber(port, facts.defaultPort) {
		origin += ":" + withoutLeadingZeros(port)
	}
	return origin
}

// lowerASCII returns s with ASCII letters in lower case.
func lowerASCII(s string) string {
	lowered := []byte(s)
	for i, c := range lowered {
		lowered[i] = lower(c)
	}
	return string(lowered)
}

// hasFoldedPrefix is strings.HasPrefix in the ASCII case-insensitive way.
func hasFoldedPrefix(s, prefix string) bool {
	return len(s) >= len(prefix) && equalFold(s[:len(prefix)], prefix)
}

// unicodeHost replaces each A-label of a host by the U-label.
//
// Spec: RFC 6454 section 6.1
func unicodeHost(host string) string {
	if !strings.Contains(host, "xn--") {
		return host
	}
	labels := strings.Split(host, ".")
	for i, label := range labels {
		if strings.HasPrefix(label, "xn--") {
			labels[i] = DomainToUnicode(label)
		}
	}
	return strings.Join(labels, ".")
}

// DomainToUnicode returns a domain in Unicode, or as it is if a label of it is not valid.
//
// Spec: https://url.spec.whatwg.org/#concept-domain-to-unicode; URL Standard 1.5 (12 January 2015), domain to Unicode
func DomainToUnicode(domain string) string {
	unicode, err := idna.UTS46{CheckBidi: true, CheckJoiners: true}.ToUnicode(domain)
	if err != nil {
		return domain
	}
	return unicode
}

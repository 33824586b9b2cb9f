package policy

import (
	"net/netip"
	"strings"

	"htmlurl/resolve"
)

// isTrustworthy tells whether a URL is potentially trustworthy.
//
// Spec: https://w3c.github.io/webappsec-secure-contexts/#is-url-trustworthy
func isTrustworthy(u resolve.URL) bool {
	if s := u.String(); s == "about:blank" || s == resolve.Srcdoc {
		return true
	}
	if scheme, _ := u.Scheme(); scheme == "data" || scheme == "file" {
		return true
	}
	return isOriginTrustworthy(originOf(u))
}

// isOriginTrustworthy tells whether an origin is potentially trustworthy. That of a file: URL is, too, but opaque here.
//
// Spec: https://w3c.github.io/webappsec-secure-contexts/#is-origin-trustworthy
func isOriginTrustworthy(origin resolve.URL) bool {
	if scheme, _ := origin.Scheme(); scheme == "https" || scheme == "wss" {
		return true
	}
	host, _ := origin.Host()
	if address, err := netip.ParseAddr(strings.Trim(host, "[]")); err == nil {
		return loopback4.Contains(address) || address == netip.IPv6Loopback()
	}
	name := strings.TrimSuffix(host, ".")
	return name == "localhost" || strings.HasSuffix(name, ".localhost")
}

var loopback4 = netip.MustParsePrefix("127.0.0.0/8")

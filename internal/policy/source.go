package policy

import (
	"net/netip"
	"strings"

	"htmlurl/resolve"
)

var living = resolve.Resolver{Edition: resolve.Living}

// originOf returns the origin of a URL as a URL, or the zero URL if it is opaque.
//
// Spec: https://url.spec.whatwg.org/#concept-url-origin
func originOf(u resolve.URL) resolve.URL {
	origin, _ := living.Parse(living.Origin(u))
	return origin
}

// candidate is a URL that is compared with source expressions.
type candidate struct {
	url          resolve.URL
	scheme       string
	domain       string // the host if it is a domain, or ""
	originScheme string // of the self-origin, or "" if that is opaque
	isSelf       bool   // 'self' matches
}

func newCandidate(u, origin resolve.URL) *candidate {
	c := &candidate{url: u, domain: domain(u), isSelf: matchesSelf(u, origin)}
	c.scheme, _ = u.Scheme()
	c.originScheme, _ = origin.Scheme()
	return c
}

// domain returns the host of a URL if it is a domain, or "".
//
// Spec: https://url.spec.whatwg.org/#concept-domain
func domain(u resolve.URL) string {
	host, _ := u.Host()
	scheme, _ := u.Scheme()
	if _, special := defaultPort(scheme); !special || strings.HasPrefix(host, "[") {
		return ""
	}
	if _, err := netip.ParseAddr(host); err == nil {
		return ""
	}
	return host
}

// defaultPort returns the default port of a special scheme, if it has one.
//
// Spec: https://url.spec.whatwg.org/#special-scheme
func defaultPort(scheme string) (port string, special bool) {
	switch scheme {
	case "ftp":
		return "21", true
	case "file":
		return "", true
	case "http", "ws":
		return "80", true
	case "https", "wss":
		return "443", true
	}
	return "", false
}

// matches tells whether a source expression matches the URL, without redirects.
//
// Spec: https://w3c.github.io/webappsec-csp/#match-url-to-source-expression
func (c *candidate) matches(expression string) bool {
	switch {
	case expression == "*":
		return c.scheme == "http" || c.scheme == "https" || c.originScheme != "" && c.scheme == c.originScheme
	case equalFold(expression, "'self'"):
		return c.isSelf
	}
	s, ok := parseSource(expression)
	return ok && c.matchesSource(s)
}

// matchesSource tells whether a scheme-source or host-source matches.
func (c *candidate) matchesSource(s source) bool {
	scheme := s.scheme
	if scheme == "" {
		scheme = c.originScheme
	}
	if !schemePartMatches(scheme, c.scheme) {
		return false
	}
	return s.host == "" ||
		hostPartMatches(s.host, c.domain) && c.portPartMatches(s.port, scheme) && pathPartMatches(s.path, c.url.Path())
}

// matchesSelf tells whether 'self' matches a URL. An opaque origin, the zero URL, has no self.
func matchesSelf(u, origin resolve.URL) bool {
	if origin.IsZero() {
		return false
	}
	if originOf(u) == origin {
		return true
	}
	host, _ := u.Host()
	port, _ := u.Port()
	originHost, _ := origin.Host()
	originPort, _ := origin.Port()
	if host != originHost || port != originPort {
		return false
	}
	scheme, _ := u.Scheme()
	originScheme, _ := origin.Scheme()
	return scheme == "https" || scheme == "wss" || originScheme == "http" && scheme == "ws"
}

// source is a scheme-source, which has no host, or a host-source. What is absent is empty.
type source struct{ scheme, host, port, path string }

// parseSource takes a source expression apart, if it matches the grammar of scheme-source or host-source.
//
// Spec: https://w3c.github.io/webappsec-csp/#grammardef-source-expression
func parseSource(expression string) (s source, ok bool) {
	if scheme, ok := strings.CutSuffix(expression, ":"); ok && isScheme(scheme) {
		return source{scheme: scheme}, true
	}
	s.host = expression
	if scheme, rest, ok := strings.Cut(expression, "://"); ok && isScheme(scheme) {
		s.scheme, s.host = scheme, rest
	}
	if i := strings.IndexByte(s.host, '/'); i >= 0 {
		s.host, s.path = s.host[:i], s.host[i:]
	}
	host, port, hasPort := strings.Cut(s.host, ":")
	s.host, s.port = host, port
	return s, isHostPart(s.host) && (!hasPort || isPortPart(s.port)) && isPathPart(s.path)
}

// isScheme tells whether s matches <scheme>.
//
// Spec: RFC 3986 section 3.1
func isScheme(s string) bool { return s != "" && isLetter(s[0]) && all(s, isSchemeChar) }

func isSchemeChar(c byte) bool { return isHostChar(c) || c == '+' || c == '.' }

// isHostPart tells whether s matches <host-part>: "*", or labels with "*." before and "." behind, if you like.
//
// Spec: https://w3c.github.io/webappsec-csp/#grammardef-host-part
func isHostPart(s string) bool {
	if s == "*" {
		return true
	}
	s = strings.TrimSuffix(strings.TrimPrefix(s, "*."), ".")
	for label := range strings.SplitSeq(s, ".") {
		if label == "" || !all(label, isHostChar) {
			return false
		}
	}
	return true
}

func isHostChar(c byte) bool { return isLetter(c) || isDigit(c) || c == '-' }

// isPortPart tells whether s matches <port-part>.
//
// Spec: https://w3c.github.io/webappsec-csp/#grammardef-port-part
func isPortPart(s string) bool { return s == "*" || s != "" && all(s, isDigit) }

// isPathPart tells whether s is empty or matches <path-part>: <path-absolute> without commas and semicolons, and so not
// two slashes at its start.
//
// Spec: https://w3c.github.io/webappsec-csp/#grammardef-path-part; RFC 3986 section 3.3
func isPathPart(s string) bool {
	if strings.HasPrefix(s, "//") {
		return false
	}
	for i := 0; i < len(s); i++ {
		switch {
		case isPathChar(s[i]):
		case s[i] == '%' && i+2 < len(s) && isHex(s[i+1]) && isHex(s[i+2]):
			i += 2
		default:
			return false
		}
	}
	return true
}

func isPathChar(c byte) bool { return isHostChar(c) || strings.IndexByte("._~!$&'()*+=:@/", c) >= 0 }

func isHex(c byte) bool { return isDigit(c) || 'a' <= lower(c) && lower(c) <= 'f' }

// schemePartMatches tells whether a scheme in an expression stands for that of a URL: for itself, and for what is more
// secure.
//
// Spec: https://w3c.github.io/webappsec-csp/#scheme-part-match
func schemePartMatches(part, scheme string) bool {
	switch {
	case equalFold(part, "http"):
		return scheme == "http" || scheme == "https"
	case equalFold(part, "ws"):
		return scheme == "ws" || scheme == "wss" || scheme == "http" || scheme == "https"
	case equalFold(part, "wss"):
		return scheme == "wss" || scheme == "https"
	}
	return equalFold(part, scheme)
}

// hostPartMatches tells whether a host in an expression stands for a domain.
//
// Spec: https://w3c.github.io/webappsec-csp/#host-part-match
func hostPartMatches(part, domain string) bool {
	switch {
	case domain == "":
		return false
	case part == "*":
		return true
	case strings.HasPrefix(part, "*."):
		suffix := part[len("*"):]
		return len(domain) >= len(suffix) && equalFold(domain[len(domain)-len(suffix):], suffix)
	}
	return equalFold(part, domain)
}

// portPartMatches tells whether a port in an expression for a scheme stands for that of the URL.
//
// Deviation: port 80 stands for the default port of a scheme that is more secure than that of the expression.
//
// Spec: https://w3c.github.io/webappsec-csp/#port-part-matches,
// https://w3c.github.io/webappsec-csp/#changes-from-level-2
func (c *candidate) portPartMatches(part, scheme string) bool {
	port, ok := c.url.Port()
	if part == "*" || part == "" && !ok {
		return true
	}
	if !ok {
		port, _ = defaultPort(c.scheme)
		insecure := equalFold(scheme, "http") || equalFold(scheme, "ws")
		if insecure && port == "443" && sameNumber(part, "80") {
			return true
		}
	}
	return part != "" && port != "" && sameNumber(part, port)
}

// sameNumber compares decimal numbers of any length.
func sameNumber(a, b string) bool { return strings.TrimLeft(a, "0") == strings.TrimLeft(b, "0") }

// pathPartMatches tells whether a path in an expression stands for that of a URL: for itself, or for all below it when
// it ends with a slash. Percent-encoded bytes are those bytes, but an encoded slash does not part segments.
//
// Spec: https://w3c.github.io/webappsec-csp/#path-part-match
func pathPartMatches(part, path string) bool {
	if part == "" {
		return true
	}
	exact := !strings.HasSuffix(part, "/")
	for part != "" && path != "" {
		c, size := percentDecoded(part)
		d, pathSize := percentDecoded(path)
		if c != d || (part[0] == '/') != (path[0] == '/') {
			return false
		}
		part, path = part[size:], path[pathSize:]
	}
	return part == "" && (path == "" || !exact)
}

// percentDecoded returns the first byte of s, percent-decoded, and how many bytes it takes there.
func percentDecoded(s string) (c byte, size int) {
	if len(s) >= 3 && s[0] == '%' && isHex(s[1]) && isHex(s[2]) {
		return hexValue(s[1])<<4 | hexValue(s[2]), 3
	}
	return s[0], 1
}

func hexValue(c byte) byte {
	if isDigit(c) {
		return c - '0'
	}
	return lower(c) - 'a' + 10
}

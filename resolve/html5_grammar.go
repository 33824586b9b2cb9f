package resolve

import (
	"net/netip"
	"strings"
)

// Components are the component parts of a URL string, absolute or relative: substrings with presence. The zero value
// is those of the empty string. Comparable; safe for concurrent use.
//
// Spec: W3C HTML5 2.6.2 (2012)
type Components struct{ split }

// ParseComponents parses a URL string, absolute or relative, into its component parts: white space around it is
// stripped, then it is matched with the <URI-reference> production of RFC 3986 as 2.6.2 widens it. It changes nothing.
// The error is an *Error with byte offsets into s.
//
// Spec: W3C HTML5 2.6.2 (2012), parse a URL
func ParseComponents(s string) (Components, error) {
	url, offset := stripSpace(s)
	u := splitReference(url)
	if bad, ok := u.checkGrammar(); !ok {
		return Components{}, bad.error(HTML5, s, offset)
	}
	return Components{u}, nil
}

// HostPort returns the <hostport> component: the host, with the port when there is one that is not the default port
// of the scheme.
//
// Ports are compared as numbers. A scheme without a default port has none to equal.
//
// Deviation: "the port given by the <port> component" is none when that component is empty.
func (c Components) HostPort() (string, bool) {
	host, ok := c.Host()
	scheme, hasScheme := c.Scheme()
	port, _ := c.Port()
	if !hasScheme || port == "" || sameNumber(port, HTML5.facts(scheme).defaultPort) {
		return host, ok
	}
	return c.s[c.host:c.path], ok
}

// HostSpecific returns the <host-specific> component: what follows the authority, or the whole string without one.
func (c Components) HostSpecific() string {
	if !c.hasAuthority() {
		return c.s
	}
	return c.s[c.path:]
}

// sameNumber compares two decimal numbers of any length.
func sameNumber(a, b string) bool {
	return b != "" && strings.TrimLeft(a, "0") == strings.TrimLeft(b, "0")
}

// stripSpace strips leading and trailing space characters; offset is where the rest starts in s.
//
// Deviation: "Strip leading and trailing whitespace" (2012) means space characters, as in 2011.
func stripSpace(s string) (stripped string, offset int) {
	start, end := 0, len(s)
	for start < end && spaceChar[s[start]] {
		start++
	}
	for start < end && spaceChar[s[end-1]] {
		end--
	}
	return s[start:end], start
}

// checkGrammar tells whether the string matches the widened <URI-reference>. With every character that is no
// delimiter counted as unreserved, and a lone "%" as <pct-encoded>, only these can fail: the scheme, a second "@", the
// port, and a "%" in the <reg-name>.
//
// Spec: W3C HTML5 2.6.2 steps 2 and 3 (2012)
func (u split) checkGrammar() (fault, bool) {
	if u.scheme > 0 && !isScheme(u.s[:u.scheme]) {
		return fault{rule: SchemeInvalid, end: u.scheme}, false
	}
	if u.scheme == 0 && strings.HasPrefix(u.s, ":") {
		return fault{rule: SchemeInvalid, end: len(":")}, false
	}
	if i := strings.IndexByte(u.s[u.host:u.path], '@'); i >= 0 {
		return fault{rule: AuthorityInvalid, start: u.host + i, end: u.host + i + len("@")}, false
	}
	host := u.s[u.host:u.hostEnd]
	if port, ok := u.Port(); ok && indexNotSet(port, &digit) >= 0 {
		if strings.HasPrefix(host, "[") && !isIPLiteral(host) {
			return fault{rule: HostInvalid, start: u.host, end: u.path, detail: "it starts with [ but is no IP literal"}, false
		}
		return fault{rule: PortInvalid, start: u.hostEnd + len(":"), end: u.path}, false
	}
	if i := indexLonePercent(host); i >= 0 {
		bad := fault{rule: HostInvalid, start: u.host + i, end: u.host + i + len("%")}
		bad.detail = "the % starts no percent-encoded octet"
		return bad, false
	}
	return fault{}, true
}

// isScheme tells whether s matches the <scheme> production.
func isScheme(s string) bool {
	return s != "" && alpha[s[0]] && indexNotSet(s, &schemeChar) < 0
}

// isIPLiteral tells whether s matches the <IP-literal> production, <IPvFuture> as 2.6.2 widens it.
func isIPLiteral(s string) bool {
	if len(s) < len("[]") || s[0] != '[' || s[len(s)-1] != ']' {
		return false
	}
	s = s[len("[") : len(s)-len("]")]
	return isIPv6Address(s) || isIPvFuture(s)
}

// isIPv6Address tells whether s matches the <IPv6address> production, which is what netip parses, less its zones and
// lone IPv4 addresses.
func isIPv6Address(s string) bool {
	addr, err := netip.ParseAddr(s)
	return err == nil && addr.Is6() && addr.Zone() == ""
}

func isIPvFuture(s string) bool {
	version, rest, ok := strings.Cut(s, ".")
	return ok && rest != "" && strings.IndexByte(rest, '%') < 0 &&
		len(version) > len("v") && lower(version[0]) == 'v' && indexNotSet(version[1:], &hexDigit) < 0
}

// indexLonePercent returns the offset of the first "%" in s that two hexadecimal digits do not follow, or -1.
func indexLonePercent(s string) int {
	for i := 0; ; i += len("%00") {
		next := strings.IndexByte(s[i:], '%')
		if next < 0 {
			return -1
		}
		i += next
		if len(s) < i+len("%00") || !hexDigit[s[i+1]] || !hexDigit[s[i+2]] {
			return i
		}
	}
}

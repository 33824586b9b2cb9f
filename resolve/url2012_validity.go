package resolve

import "strings"

// validURL2012 tells whether s is a URL as the text wants it written.
//
// Spec: W3C URL 4.1 (8 November 2012)
func (r Resolver) validURL2012(base URL, s string) bool {
	if _, err := r.resolveURL2012(nil, base, s); err != nil {
		return false
	}
	url, fragment, _ := strings.Cut(s, "#")
	if !areURLUnits2012(fragment) {
		return false
	}
	scheme, data, ok := strings.Cut(url, ":")
	switch absolute := ok && isScheme(scheme); {
	case absolute && !URL2012.facts(scheme).special:
		return areURLUnits2012(data) && !strings.HasPrefix(data, "?")
	case absolute:
		return isSchemeRelative2012(data)
	case strings.HasPrefix(url, "//"):
		return isSchemeRelative2012(url)
	}
	return areURLUnits2012(url)
}

// isSchemeRelative2012 tells whether s is a scheme-relative URL.
//
// Deviation: how "a domain label" and "an IPv6 address" are written is left open ("An IPv6 address must ..."): a host is one
// or more URL units, which may stand in brackets.
//
// Spec: W3C URL 4.1 (8 November 2012), scheme-relative URL
func isSchemeRelative2012(s string) bool {
	authority, ok := strings.CutPrefix(s, "//")
	rest := ""
	if i := strings.IndexAny(authority, "/?"); i >= 0 {
		authority, rest = authority[:i], authority[i:]
	}
	userinfo, hostPort, hasUserinfo := strings.Cut(authority, "@")
	if !hasUserinfo {
		userinfo, hostPort = "", authority
	}
	host, port := hostPort, ""
	if i := strings.LastIndexByte(hostPort, ':'); i > strings.LastIndexByte(hostPort, ']') {
		host, port = hostPort[:i], hostPort[i+len(":"):]
	}
	if literal, isLiteral := strings.CutPrefix(host, "["); isLiteral {
		host = strings.TrimSuffix(literal, "]")
	}
	switch {
	case !ok, host == "", strings.Contains(hostPort, "@"), strings.HasPrefix(rest, "//"):
		return false
	}
	return areURLUnits2012(userinfo) && areURLUnits2012(host) && areURLUnits2012(rest) && indexNotSet(port, &digit) < 0
}

// areURLUnits2012 tells whether s is zero or more URL units.
func areURLUnits2012(s string) bool {
	if indexLonePercent(s) >= 0 {
		return false
	}
	for _, c := range s {
		if c != '%' && !isURLUnit2012(c) {
			return false
		}
	}
	return true
}

// isURLUnit2012 tells whether c alone is a URL unit: unlike today, no special of the basic plane and no tag.
func isURLUnit2012(c rune) bool {
	switch {
	case 0xFFF0 <= c && c <= 0xFFFF, 0xE0000 <= c && c < 0xE1000:
		return false
	}
	return isURLCodePoint(c)
}

package check

import (
	"fmt"
	"strings"

	"htmlurl/document"
	"htmlurl/resolve"
)

// accidents adds the findings that a reference works only because browsers mend it.
//
// Spec: https://url.spec.whatwg.org/#validation-error
func (j *judge) accidents(link *document.Link) {
	scheme, _ := link.URL.Scheme()
	if !isSpecial(scheme) {
		return
	}
	found := map[Rule]string{}
	resolver := resolve.Resolver{Edition: resolve.Living, Report: func(v resolve.Violation) {
		switch v.Rule {
		case resolve.InvalidReverseSolidus:
			found[Backslash] = "a backslash stands where a slash should; only browsers take it for one"
		case resolve.SpecialSchemeMissingFollowingSolidus:
			found[MissingSlashes] = fmt.Sprintf("%s: is not followed by two slashes", strings.ToLower(scheme))
		}
	}}
	resolver.Resolve(link.Base, link.Raw)
	if inner := strings.Trim(link.Raw, whiteSpace); strings.ContainsAny(inner, whiteSpace) {
		found[WhiteSpace] = "there is white space inside of the reference: spaces are to be written as %20, and browsers drop " +
			"tabs and line ends"
	}
	for _, rule := range []Rule{Backslash, MissingSlashes, WhiteSpace} {
		if message, ok := found[rule]; ok {
			ref := j.reference(link)
			j.page.find(&ref, Warning, rule, "", message)
		}
	}
}

// whiteSpace is the ASCII whitespace.
//
// Spec: https://infra.spec.whatwg.org/#ascii-whitespace
const whiteSpace = " \t\n\f\r"

// isSpecial tells whether a scheme is one whose URLs browsers mend.
//
// Spec: https://url.spec.whatwg.org/#special-scheme
func isSpecial(scheme string) bool {
	switch strings.ToLower(scheme) {
	case "http", "https", "ftp", "ws", "wss", "file":
		return true
	}
	return false
}

// isPlain tells whether a reference is such that all agree about it, and nothing in it can be an accident: a path of
// plain characters with query and fragment, maybe behind an http: or https: scheme and a domain in lower case.
func isPlain(raw string) bool {
	rest, isAbsolute := cutScheme(raw)
	if isAbsolute {
		host := pathOf(rest)
		host, _, _ = strings.Cut(host, "/")
		if !isPlainDomain(host) {
			return false
		}
		rest = rest[len(host):]
	} else if strings.HasPrefix(rest, "//") {
		return false
	}
	slash := isAbsolute
	for i := range len(rest) {
		c := rest[i]
		switch {
		case c == '%':
			if !isPlainEscape(rest[i:]) {
				return false
			}
		case !plainBytes[c], c == '/' && slash && i > 0:
			return false
		}
		slash = c == '/'
	}
	return true
}

// isPlainEscape tells whether s begins with a percent-encoded octet that is no dot.
func isPlainEscape(s string) bool {
	return len(s) >= 3 && isHex(s[1]) && isHex(s[2]) && (s[1] != '2' || s[2]|0x20 != 'e')
}

func isHex(c byte) bool { return '0' <= c && c <= '9' || 'a' <= c|0x20 && c|0x20 <= 'f' }

// plainBytes are the characters that no text changes, and which delimit only what they delimit everywhere.
var plainBytes = func() (set [256]bool) {
	for _, c := range "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~/?#=&+,;!$*()" {
		set[c] = true
	}
	return set
}()

// isPlainDomain tells whether a host is a domain that all texts take as it is.
func isPlainDomain(host string) bool {
	if host == "" || len(host) > 63 || strings.Contains(host, "xn--") {
		return false
	}
	last := host[strings.LastIndexByte(host, '.')+1:]
	if last == "" || last[0] < 'a' || last[0] > 'z' {
		return false
	}
	before := byte('.')
	for i := range len(host) {
		c := host[i]
		isLetter := 'a' <= c && c <= 'z' || '0' <= c && c <= '9'
		isInner := (c == '-' || c == '.') && before != '.' && before != '-'
		if !isLetter && !isInner {
			return false
		}
		before = c
	}
	return before != '-'
}

// cutScheme cuts http:// or https:// off.
func cutScheme(u string) (string, bool) {
	if rest, ok := strings.CutPrefix(u, "http://"); ok {
		return rest, true
	}
	return strings.CutPrefix(u, "https://")
}

package policy

import (
	"strings"

	"htmlurl/resolve"
)

// Policies are Content Security Policies that are enforced, as far as they say something about the base: the source
// list of each base-uri directive. The zero value allows every base. Those of a header and those of meta elements are
// appended to each other; policies that only report do not belong here.
//
// A document without a response of its own (srcdoc, about:blank) starts with the policies of the document it inherits
// from, as they are then.
//
// Spec: https://w3c.github.io/webappsec-csp/#csp-list
type Policies []sourceList

// sourceList is the value of a base-uri directive, with the white space between its source expressions.
type sourceList string

const space = "\t\n\f\r "

// ParseCSP parses one policy: the content of a meta element with the http-equiv value Content-Security-Policy.
// There report-uri, frame-ancestors and sandbox do not count, which nothing here looks at anyway.
//
// Spec: https://w3c.github.io/webappsec-csp/#parse-serialized-policy,
// https://html.spec.whatwg.org/#attr-meta-http-equiv-content-security-policy
func ParseCSP(serialized string) Policies {
	for token := range strings.SplitSeq(serialized, ";") {
		name := strings.Trim(token, space)
		value := ""
		if end := strings.IndexAny(name, space); end >= 0 {
			name, value = name[:end], name[end:]
		}
		if equalFold(name, "base-uri") && all(value, isASCII) {
			return Policies{sourceList(value)}
		}
	}
	return nil
}

func isASCII(c byte) bool { return c < 0x80 }

// ParseCSPList parses the values of all Content-Security-Policy header fields, each of which may have several policies.
//
// Spec: https://w3c.github.io/webappsec-csp/#parse-serialized-policy-list
func ParseCSPList(values []string) Policies {
	var policies Policies
	for _, list := range values {
		for serialized := range strings.SplitSeq(list, ",") {
			policies = append(policies, ParseCSP(serialized)...)
		}
	}
	return policies
}

// AllowsBase tells whether each policy allows the URL of a base element. Self is the URL of the document with which the
// policies came, not that of one that inherited them; the zero URL stands for an opaque origin, as the sandbox
// attribute gives. Policies that came with different documents are asked one after the other.
//
// Spec: https://w3c.github.io/webappsec-csp/#allow-base-for-document
func (p Policies) AllowsBase(base, self resolve.URL) bool {
	if len(p) == 0 {
		return true
	}
	c := newCandidate(base, originOf(self))
	for _, list := range p {
		if !c.matchesList(list) {
			return false
		}
	}
	return true
}

// matchesList tells whether one of the source expressions matches. 'none' is as good as no expression, as are keywords
// other than 'self', nonces and hashes.
//
// Spec: https://w3c.github.io/webappsec-csp/#match-url-to-source-list
func (c *candidate) matchesList(list sourceList) bool {
	for expression := range strings.FieldsFuncSeq(string(list), isSpace) {
		if c.matches(expression) {
			return true
		}
	}
	return false
}

func isSpace(c rune) bool { return strings.ContainsRune(space, c) }

package syntax

import "strings"

// Reference is a URL in a text.
type Reference struct {
	Start, End int    // byte offsets of what is written for it, without quotes and the white space around these
	Value      string // the URL string that it means: text[Start:End], or that with its escapes undone
	Descriptor string // srcset: the descriptors as written, "2x"; import map: the specifier that an address is for
	Role       Role
	Base       Base
}

// IsLocal reports whether a reference in CSS is to a fragment of the document whose text it stands in, whatever the
// base URL is.
//
// Spec: https://drafts.csswg.org/css-values-4/#local-urls
func (r Reference) IsLocal() bool { return strings.HasPrefix(r.Value, "#") }

// Role says what a reference is for, where a language has several roles. The zero value is Resource.
type Role uint8

// The roles. All but the first belong to one language.
const (
	Resource        Role = iota
	StyleSheet           // CSS: an @import rule
	ModuleAddress        // import map: where a module is
	ModuleScope          // import map: the prefix of the addresses that a scope is for
	ModuleIntegrity      // import map: the address of a module whose integrity is given
	Prefetch             // speculation rules: to be fetched ahead
	Prerender            // speculation rules: to be rendered ahead
)

// Base says what a reference is relative to. The zero value is OwnBase.
type Base uint8

const (
	OwnBase      Base = iota // the base URL of the text
	DocumentBase             // the document's base URL, even for a text from elsewhere
	NoBase                   // nothing: it must be an absolute URL
)

// isSpace reports whether c is ASCII white space.
//
// Spec: https://infra.spec.whatwg.org/#ascii-whitespace
func isSpace(c byte) bool {
	return c == ' ' || c == '\t' || c == '\n' || c == '\f' || c == '\r'
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

// skipSpace returns the first offset from at on that is not one of ASCII white space.
func skipSpace(s string, at int) int {
	for at < len(s) && isSpace(s[at]) {
		at++
	}
	return at
}

// skipDigits returns the first offset from at on that is not one of an ASCII digit.
func skipDigits(s string, at int) int {
	for at < len(s) && isDigit(s[at]) {
		at++
	}
	return at
}

package resolve

import "fmt"

// Rule names what was wrong with a reference. It is an error itself, so that errors.Is(err, HostInvalid) asks an
// *Error for its rule. The spelling is that of the URL Standard's validation errors where that standard has the rule.
type Rule string

// Rules of errors: there is no URL.
const (
	// EditionUnknown: the Resolver's edition is not implemented.
	EditionUnknown Rule = "edition-unknown"
	// MissingSchemeNonRelativeURL: a reference without a scheme, and no base to be relative to.
	MissingSchemeNonRelativeURL Rule = "missing-scheme-non-relative-URL"
	// SchemeInvalid: text that is no scheme before the first colon, as in "1a:b" and ":x".
	SchemeInvalid Rule = "scheme-invalid"
	// AuthorityInvalid: a second @, as in "//a@b@c/".
	AuthorityInvalid Rule = "authority-invalid"
	// PortInvalid: something behind the host's colon that is no number, as in "//h:8x/".
	PortInvalid Rule = "port-invalid"
	// HostInvalid: a host that the grammar does not know, as in "//a%zz/" and "//[::1/".
	HostInvalid Rule = "host-invalid"
	// HostNotUTF8: percent-encoded octets in a host that are not UTF-8, as in "//a%FF/".
	HostNotUTF8 Rule = "host-not-UTF-8"
	// DomainToASCII: a host that ToASCII refuses, as in "//a_b/" and "//a..b/".
	DomainToASCII Rule = "domain-to-ASCII"
	// DataURLWithAuthority: "data://x".
	DataURLWithAuthority Rule = "data-URL-with-authority"
	// PathStartsWithDoubleSlash: a path that would be taken for an authority, as in "x:a/..//b".
	PathStartsWithDoubleSlash Rule = "path-starts-with-double-slash"
)

// Rules of violations: there is a URL, but its author erred.
const (
	// InvalidURLUnit: a character that a valid URL does not have there, or a % that starts no octet.
	InvalidURLUnit Rule = "invalid-URL-unit"
	// NonASCIIQuery: a character of a query that has other octets in other encodings than the document's.
	NonASCIIQuery Rule = "non-ASCII-query"
	// UnencodableQuery: a character of a query that the document's encoding lacks.
	UnencodableQuery Rule = "unencodable-query"
	// SurroundingSpace: white space before or after the URL.
	SurroundingSpace Rule = "surrounding-space"
)

var ruleTexts = map[Rule]string{
	EditionUnknown:              "this edition is not implemented",
	MissingSchemeNonRelativeURL: "it has no scheme, and there is no base URL to be relative to",
	SchemeInvalid:               "what stands before the first colon is no scheme",
	AuthorityInvalid:            "the authority has more than one @",
	PortInvalid:                 "the port is no decimal number",
	HostInvalid:                 "the host is malformed",
	HostNotUTF8:                 "the percent-encoded octets of the host are not UTF-8",
	DomainToASCII:               "the host is no domain name",
	DataURLWithAuthority:        "a data: URL must not have an authority (//)",
	PathStartsWithDoubleSlash:   "without an authority the path must not start with //",
	InvalidURLUnit:              "this is not allowed unescaped in a valid URL",
	NonASCIIQuery:               "a query with non-ASCII characters depends on the document's encoding",
	UnencodableQuery:            "the document's encoding lacks this character, so it is lost",
	SurroundingSpace:            "white space around the URL is dropped",
}

// Error says in words what the rule forbids.
func (r Rule) Error() string {
	if text, ok := ruleTexts[r]; ok {
		return text
	}
	return string(r)
}

// Error says why a reference has no URL: which rule it breaks and where.
type Error struct {
	Edition Edition
	Rule    Rule
	Input   string // the reference as given
	Start   int    // byte offsets into Input of what breaks the rule
	End     int
	Detail  string // more about the cause, or empty
}

func (e *Error) Error() string {
	return fmt.Sprintf("cannot resolve %s: %s", quote(e.Input), e.Reason())
}

// Reason says what is wrong and where, without repeating the whole reference.
func (e *Error) Reason() string {
	text := e.Rule.Error()
	if e.Detail != "" {
		text += ": " + e.Detail
	}
	return text + at(e.Input, e.Start, e.End)
}

// at says where something is wrong, and shows it unless it is the whole input.
func at(input string, start, end int) string {
	if start == 0 && end == len(input) || start < 0 || end < start || end > len(input) {
		return ""
	}
	return fmt.Sprintf(" (bytes %d to %d: %s)", start, end, quote(input[start:end]))
}

// Unwrap gives the rule to errors.Is.
func (e *Error) Unwrap() error { return e.Rule }

// Violation is a mistake of the author that does not prevent a URL.
type Violation struct {
	Rule  Rule
	Input string // the reference as given
	Start int    // byte offsets into Input
	End   int
}

func (v Violation) String() string {
	return v.Rule.Error() + at(v.Input, v.Start, v.End)
}

// quote shortens a long text, because a message must stay readable when the input is hostile.
func quote(s string) string {
	const limit = 200
	if len(s) <= limit {
		return fmt.Sprintf("%q", s)
	}
	return fmt.Sprintf("%q… (%d bytes)", s[:limit], len(s))
}

package resolve

import "fmt"

// Rule names what was wrong with a reference. It is an error itself, so that errors.Is(err, HostInvalid) asks an
// *Error for its rule. The spelling is that of the URL Standard's validation errors where that standard has the rule.
type Rule string

// Rules of errors: there is no URL.
const (
	EditionUnknown              Rule = "edition-unknown"
	MissingSchemeNonRelativeURL Rule = "missing-scheme-non-relative-URL"
	SchemeInvalid               Rule = "scheme-invalid"
	AuthorityInvalid            Rule = "authority-invalid"
	PortInvalid                 Rule = "port-invalid"
	HostInvalid                 Rule = "host-invalid"
	HostNotUTF8                 Rule = "host-not-UTF-8"
	DomainToASCII               Rule = "domain-to-ASCII"
	DataURLWithAuthority        Rule = "data-URL-with-authority"
	PathStartsWithDoubleSlash   Rule = "path-starts-with-double-slash"
)

// Rules of violations: there is a URL, but its author erred.
const (
	InvalidURLUnit   Rule = "invalid-URL-unit"
	NonASCIIQuery    Rule = "non-ASCII-query"
	UnencodableQuery Rule = "unencodable-query"
	SurroundingSpace Rule = "surrounding-space"
)

var ruleTexts = map[Rule]string{
	EditionUnknown:              "this edition is not implemented",
	MissingSchemeNonRelativeURL: "a relative reference needs a base URL",
	SchemeInvalid:               "the text before the first colon is no scheme, and a relative path must not have a colon there",
	AuthorityInvalid:            "the authority has more than one @",
	PortInvalid:                 "the port is not a decimal number",
	HostInvalid:                 "the host has a % that starts no percent-encoded octet",
	HostNotUTF8:                 "the percent-encoded octets of the host are not UTF-8",
	DomainToASCII:               "the host is no domain name",
	DataURLWithAuthority:        "a data: URL must not have an authority (//)",
	PathStartsWithDoubleSlash:   "without an authority the path must not start with //",
	InvalidURLUnit:              "this is not allowed unescaped in a valid URL",
	NonASCIIQuery:               "a query with non-ASCII characters depends on the document's encoding",
	UnencodableQuery:            "the document's encoding lacks this character: it is lost",
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
	if start == 0 && end == len(input) {
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

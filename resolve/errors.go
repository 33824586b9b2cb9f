package resolve

import "fmt"

// Rule names what was wrong with a reference. string(rule) is its name, such as "host-missing", spelled like the
// validation error of today's standard where there is one. It is an error itself, so that errors.Is(err, HostInvalid) asks
// an *Error for its rule; so package fmt prints what Error says.
type Rule string

// Rules of errors: there is no URL.
const (
	// EditionUnknown: the Resolver's edition is not implemented.
	EditionUnknown Rule = "edition-unknown"
	// MissingSchemeNonRelativeURL: a reference without a scheme, and no base to be relative to.
	MissingSchemeNonRelativeURL Rule = "missing-scheme-non-relative-URL"
	// SchemeInvalid (HTML5): text that is no scheme before the first colon, as in "1a:b" and ":x".
	SchemeInvalid Rule = "scheme-invalid"
	// PortInvalid: something behind the host's colon that is no number, as in "//h:8x/".
	PortInvalid Rule = "port-invalid"
	// HostInvalid: a host that the grammar does not know: in HTML5 as in "//a%zz/" and "//[::1/", in URL2015 an IPv6
	// address behind another scheme than the base's without two slashes.
	HostInvalid Rule = "host-invalid"
	// HostNotUTF8 (HTML5): percent-encoded octets in a host that are not UTF-8, as in "//a%FF/".
	HostNotUTF8 Rule = "host-not-UTF-8"
	// DataURLWithAuthority (HTML5): "data://x".
	DataURLWithAuthority Rule = "data-URL-with-authority"
	// PathStartsWithDoubleSlash (HTML5): a path that would be taken for an authority, as in "x:a/..//b".
	PathStartsWithDoubleSlash Rule = "path-starts-with-double-slash"
	// HostMissing: no host where the scheme, credentials or a port need one, as in "http://:80".
	HostMissing Rule = "host-missing"
	// HostInvalidCodePoint: a host that is no domain contains a delimiter, as in "x://a[b".
	HostInvalidCodePoint Rule = "host-invalid-code-point"
	// PortOutOfRange (Living): a port above 65535.
	PortOutOfRange Rule = "port-out-of-range"
	// IPv4TooManyParts (Living): "http://1.2.3.4.5/".
	IPv4TooManyParts Rule = "IPv4-too-many-parts"
	// IPv4NonNumericPart (Living): "http://test.42/".
	IPv4NonNumericPart Rule = "IPv4-non-numeric-part"
	// IPv6Unclosed: "http://[::1".
	IPv6Unclosed Rule = "IPv6-unclosed"
	// IPv6InvalidCompression: "http://[:1]/".
	IPv6InvalidCompression Rule = "IPv6-invalid-compression"
	// IPv6TooManyPieces: more than eight.
	IPv6TooManyPieces Rule = "IPv6-too-many-pieces"
	// IPv6MultipleCompression: "http://[1::1::1]/".
	IPv6MultipleCompression Rule = "IPv6-multiple-compression"
	// IPv6InvalidCodePoint: neither a hexadecimal digit nor a colon, or a sudden end.
	IPv6InvalidCodePoint Rule = "IPv6-invalid-code-point"
	// IPv6TooFewPieces: fewer than eight, and nothing compressed.
	IPv6TooFewPieces Rule = "IPv6-too-few-pieces"
	// IPv4InIPv6TooManyPieces: more than six before the IPv4 address.
	IPv4InIPv6TooManyPieces Rule = "IPv4-in-IPv6-too-many-pieces"
	// IPv4InIPv6InvalidCodePoint: "http://[::127.00.0.1]/".
	IPv4InIPv6InvalidCodePoint Rule = "IPv4-in-IPv6-invalid-code-point"
	// IPv4InIPv6OutOfRangePart: a part above 255.
	IPv4InIPv6OutOfRangePart Rule = "IPv4-in-IPv6-out-of-range-part"
	// IPv4InIPv6TooFewParts: fewer than four.
	IPv4InIPv6TooFewParts Rule = "IPv4-in-IPv6-too-few-parts"
)

// Rules of both: whether there is a URL depends on more.
const (
	// IPv4OutOfRangePart: a part above 255; an error unless it is the last and fits the address.
	IPv4OutOfRangePart Rule = "IPv4-out-of-range-part"
	// DomainToASCII: a host that ToASCII refuses, as in "//a_b/" and "//a..b/"; today an error only of what no domain may
	// have, which earlier revisions call domain-invalid-code-point, and of domains that are not ASCII.
	DomainToASCII Rule = "domain-to-ASCII"
	// AuthorityInvalid: a second @, as in "//a@b@c/"; an error in HTML5, a violation in URL2015.
	AuthorityInvalid Rule = "authority-invalid"
)

// Rules of violations: there is a URL, but its author erred.
const (
	// InvalidURLUnit: a character that a valid URL does not have there, or a % that starts no octet.
	InvalidURLUnit Rule = "invalid-URL-unit"
	// NonASCIIQuery (HTML5): a character of a query that has other octets in other encodings than the document's.
	NonASCIIQuery Rule = "non-ASCII-query"
	// UnencodableQuery (HTML5): a character of a query that the document's encoding lacks.
	UnencodableQuery Rule = "unencodable-query"
	// DomainPercentEncoded: "http://exam%70le/".
	DomainPercentEncoded Rule = "domain-percent-encoded"
	// IPv4EmptyPart (Living): a dot after an IPv4 address.
	IPv4EmptyPart Rule = "IPv4-empty-part"
	// IPv4TooFewParts: "http://1.2.3/".
	IPv4TooFewParts Rule = "IPv4-too-few-parts"
	// IPv4NonDecimalPart: hexadecimal or octal digits in an IPv4 address.
	IPv4NonDecimalPart Rule = "IPv4-non-decimal-part"
	// IPv6PieceLeadingZero (Living): "http://[::01]/".
	IPv6PieceLeadingZero Rule = "IPv6-piece-leading-zero"
	// SpecialSchemeMissingFollowingSolidus: "http:x" or "http:///x".
	SpecialSchemeMissingFollowingSolidus Rule = "special-scheme-missing-following-solidus"
	// InvalidReverseSolidus: a backslash that means a slash.
	InvalidReverseSolidus Rule = "invalid-reverse-solidus"
	// InvalidCredentials (Living): a user name or password.
	InvalidCredentials Rule = "invalid-credentials"
	// FileInvalidWindowsDriveLetter: a relative reference that starts with a drive letter.
	FileInvalidWindowsDriveLetter Rule = "file-invalid-Windows-drive-letter"
	// FileInvalidWindowsDriveLetterHost: "file://c:".
	FileInvalidWindowsDriveLetterHost Rule = "file-invalid-Windows-drive-letter-host"
	// HostNotNormalized (URL2015): a host that is not written as it comes out, as in "http://EXAMPLE.com/".
	HostNotNormalized Rule = "host-not-normalized"
	// DomainEmptyLabel (URL2015): nothing after a dot of a domain, as in "http://a..b/".
	DomainEmptyLabel Rule = "domain-empty-label"
	// ColonInFirstSegment (URL2015): a relative reference that looks as if it had a scheme, as in "1a:b".
	ColonInFirstSegment Rule = "colon-in-first-segment"
	// SurroundingSpace: white space before or after the URL; today it is InvalidURLUnit.
	SurroundingSpace Rule = "surrounding-space"
)

var ruleTexts = map[Rule]string{
	EditionUnknown:              "this edition is not implemented",
	MissingSchemeNonRelativeURL: "it has no scheme, and there is no base URL that it can be relative to",
	SchemeInvalid:               "what stands before the first colon is no scheme",
	AuthorityInvalid:            "the authority has more than one @",
	PortInvalid:                 "the port is no decimal number",
	HostInvalid:                 "the host is malformed",
	HostNotUTF8:                 "the percent-encoded octets of the host are not UTF-8",
	DomainToASCII:               "the host is no domain name",
	DataURLWithAuthority:        "a data: URL must not have an authority (//)",
	PathStartsWithDoubleSlash:   "without an authority the path must not start with //",
	HostMissing:                 "the host is missing",
	HostInvalidCodePoint:        "no host may contain this",
	PortOutOfRange:              "the port is above 65535",
	IPv4EmptyPart:               "the IPv4 address ends with a dot",
	IPv4TooFewParts:             "the IPv4 address has fewer than four parts",
	IPv4TooManyParts:            "the IPv4 address has more than four parts",
	IPv4NonNumericPart:          "a part of the IPv4 address is no number",
	IPv4NonDecimalPart:          "the IPv4 address has hexadecimal or octal numbers",
	IPv4OutOfRangePart:          "a part of the IPv4 address is too large",
	IPv6Unclosed:                "the IPv6 address has no closing bracket",
	IPv6InvalidCompression:      "the IPv6 address begins with a single colon",
	IPv6TooManyPieces:           "the IPv6 address has more than eight pieces",
	IPv6MultipleCompression:     "the IPv6 address is compressed twice",
	IPv6InvalidCodePoint:        "this does not belong in an IPv6 address, or it ends too soon",
	IPv6TooFewPieces:            "the IPv6 address has fewer than eight pieces",
	IPv6PieceLeadingZero:        "a piece of the IPv6 address has a leading zero",
	IPv4InIPv6TooManyPieces:     "the IPv6 address has more than six pieces before its IPv4 address",
	IPv4InIPv6InvalidCodePoint:  "this does not belong in the IPv4 address of an IPv6 address",
	IPv4InIPv6OutOfRangePart:    "a part of the IPv6 address's IPv4 address is above 255",
	IPv4InIPv6TooFewParts:       "the IPv6 address's IPv4 address has fewer than four parts",

	DomainPercentEncoded:                 "the host is percent-encoded",
	SpecialSchemeMissingFollowingSolidus: "two slashes, no more and no fewer, must follow the scheme",
	InvalidReverseSolidus:                "a backslash stands for a slash",
	InvalidCredentials:                   "a URL must not contain a user name or password",
	FileInvalidWindowsDriveLetter:        "a reference must not start with a drive letter",
	FileInvalidWindowsDriveLetterHost:    "a drive letter stands where the host should be",

	HostNotNormalized:   "the host is not written as it comes out",
	DomainEmptyLabel:    "a label of the domain is empty",
	ColonInFirstSegment: "the first segment of a relative reference must not contain a colon",

	InvalidURLUnit:   "this is not allowed unescaped in a valid URL",
	NonASCIIQuery:    "a query with non-ASCII characters depends on the document's encoding",
	UnencodableQuery: "the document's encoding lacks this character, so it is lost",
	SurroundingSpace: "white space around the URL is dropped",
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

// Error says which reference has no URL, and the Reason.
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
	switch {
	case start == 0 && end == len(input), start < 0, end < start, end > len(input):
		return ""
	case start == end:
		return fmt.Sprintf(" (at byte %d)", start)
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

// String says what is wrong and where.
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

// fault is a broken rule and where, before the input and the edition are known.
type fault struct {
	rule       Rule
	start, end int
	detail     string
}

// error makes the fault an *Error about input, in which the faulty string starts at byte offset.
func (f fault) error(ed Edition, input string, offset int) *Error {
	return &Error{Edition: ed, Rule: f.rule, Input: input, Start: offset + f.start, End: offset + f.end, Detail: f.detail}
}

package browsertest

import (
	"regexp"
	"slices"
	"strings"
)

// shape is a reference cut at its delimiters, before anything is parsed: joined, its parts are the reference without
// white space around it, tabs and newlines.
type shape struct {
	lead      string // white space before all
	scheme    string // with its colon; "" is none
	slashes   string // before an authority; "" if there is none
	authority string
	path      string
	query     string // with its question mark
	fragment  string // with its number sign
	base      string // the scheme of the base, with its colon
}

var schemePattern = regexp.MustCompile(`^[A-Za-z][-+.0-9A-Za-z]*:`)

// shapeOf cuts a reference with a base, as the states of the parser do.
//
// Spec: https://url.spec.whatwg.org/#concept-basic-url-parser
func shapeOf(ref, base string) shape {
	s := shape{base: strings.ToLower(schemePattern.FindString(base))}
	trimmed := strings.TrimLeft(ref, c0AndSpace)
	s.lead = ref[:len(ref)-len(trimmed)]
	ref = strings.TrimRight(trimmed, c0AndSpace)
	ref = tabsAndNewlines.Replace(ref)
	s.scheme = schemePattern.FindString(ref)
	ref = ref[len(s.scheme):]
	ref, s.fragment = cutBefore(ref, "#")
	ref, s.query = cutBefore(ref, "?")
	s.path = ref
	n := s.countSlashes(ref)
	switch {
	case s.isSpecial() && !s.isFile() && (n >= 2 || !s.isRelative()):
		s.slashes = ref[:n]
	case n >= 2:
		s.slashes = ref[:2]
	default:
		return s
	}
	end := strings.IndexFunc(ref[len(s.slashes):], s.isSlash)
	if end < 0 {
		end = len(ref) - len(s.slashes)
	}
	s.authority, s.path = ref[len(s.slashes):len(s.slashes)+end], ref[len(s.slashes)+end:]
	return s
}

// c0AndSpace are the code points that do not count around a URL.
const c0AndSpace = c0Controls + " "

const c0Controls = "\x00\x01\x02\x03\x04\x05\x06\x07\x08\t\n\x0b\f\r\x0e\x0f" +
	"\x10\x11\x12\x13\x14\x15\x16\x17\x18\x19\x1a\x1b\x1c\x1d\x1e\x1f"

var tabsAndNewlines = strings.NewReplacer("\t", "", "\n", "", "\r", "")

// cutBefore cuts s before the first separator.
func cutBefore(s, separator string) (before, rest string) {
	if i := strings.Index(s, separator); i >= 0 {
		return s[:i], s[i:]
	}
	return s, ""
}

// String joins the parts.
func (s shape) String() string {
	return s.lead + s.scheme + s.slashes + s.authority + s.path + s.query + s.fragment
}

// isRelative tells whether the base gives what is missing.
func (s shape) isRelative() bool { return s.scheme == "" || strings.EqualFold(s.scheme, s.base) }

// isLocal tells whether a reference has neither a scheme nor a host.
func (s shape) isLocal() bool { return s.scheme == "" && s.slashes == "" }

// effectiveScheme returns the scheme of the URL, with its colon.
func (s shape) effectiveScheme() string {
	if s.scheme == "" {
		return s.base
	}
	return strings.ToLower(s.scheme)
}

var specialSchemes = []string{"http:", "https:", "ws:", "wss:", "ftp:", "file:"}

func (s shape) isSpecial() bool { return slices.Contains(specialSchemes, s.effectiveScheme()) }

func (s shape) isFile() bool { return s.effectiveScheme() == "file:" }

func (s shape) isSlash(c rune) bool { return c == '/' || c == '\\' && s.isSpecial() }

func (s shape) countSlashes(ref string) int {
	return len(ref) - len(strings.TrimLeftFunc(ref, s.isSlash))
}

// host returns the host of the authority, and what stands before and behind it.
func (s shape) host() (before, host, port string) {
	host = s.authority
	if i := strings.LastIndex(host, "@"); i >= 0 && !s.isFile() {
		before, host = host[:i+1], host[i+1:]
	}
	if !s.isFile() {
		host, port = cutPort(host)
	}
	return before, host, port
}

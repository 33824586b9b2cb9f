package resolve

import "strings"

// split is a string taken apart: the string and byte offsets into it, so that each component is a substring. HTML5 takes
// any string apart, by splitReference; the other editions say what they made of a reference. Then an opaque path or
// scheme data, in which 2012 includes the query, is the path.
type split struct {
	s        string
	scheme   int // of the ":" after the scheme; 0 without scheme, which is never empty
	host     int // of the host's first byte; what follows the scheme's colon without authority
	hostEnd  int
	path     int // equal to hostEnd without port, and unless "/." guards the path
	query    int // of the "?"; equal to fragment without query
	fragment int // of the "#"; len(s) without fragment
}

// String returns the whole string, without allocating.
func (u split) String() string { return u.s }

// Scheme returns the <scheme> component as written, without the colon.
func (u split) Scheme() (string, bool) { return u.s[:u.scheme], u.scheme > 0 }

// Authority returns what stands between "//" and the path.
func (u split) Authority() (string, bool) {
	if !u.hasAuthority() {
		return "", false
	}
	return u.s[u.hierPart()+len("//") : u.path], true
}

// Userinfo returns what stands before the "@" of the authority.
func (u split) Userinfo() (string, bool) {
	start := u.hierPart() + len("//")
	if u.host <= start {
		return "", false
	}
	return u.s[start : u.host-len("@")], true
}

// Username returns what stands before the first colon of the userinfo.
func (u split) Username() string {
	userinfo, _ := u.Userinfo()
	username, _, _ := strings.Cut(userinfo, ":")
	return username
}

// Password returns what stands after the first colon of the userinfo.
func (u split) Password() (string, bool) {
	userinfo, _ := u.Userinfo()
	_, password, ok := strings.Cut(userinfo, ":")
	return password, ok
}

// Host returns the <host> component; it is present and maybe empty when there is an authority.
func (u split) Host() (string, bool) { return u.s[u.host:u.hostEnd], u.hasAuthority() }

// Port returns the <port> component as written; it is present and empty after a colon without digits.
func (u split) Port() (string, bool) {
	if u.hostEnd == u.path || !u.hasAuthority() {
		return "", false
	}
	return u.s[u.hostEnd+len(":") : u.path], true
}

// Path returns the <path> component, which is always present and may be empty.
func (u split) Path() string { return u.s[u.path:u.query] }

// Query returns the <query> component, without the question mark.
func (u split) Query() (string, bool) {
	if u.query == u.fragment {
		return "", false
	}
	return u.s[u.query+len("?") : u.fragment], true
}

// Fragment returns the <fragment> component, without the number sign.
func (u split) Fragment() (string, bool) {
	if u.fragment == len(u.s) {
		return "", false
	}
	return u.s[u.fragment+len("#"):], true
}

// Part names a component.
type Part uint8

// The parts. HostPort is no component of its own.
const (
	Scheme Part = iota
	Host
	Port
	HostPort // host and port, whatever the port is
	Path
	Query
	Fragment
	Username
	Password
)

// Span returns the byte offsets of a component in the string, without the delimiter before it. The span of an absent
// component is empty and lies where the component, with its delimiter, would go.
func (u split) Span(p Part) (start, end int) {
	switch p {
	case Scheme:
		return 0, u.scheme
	case Host:
		return u.host, u.hostEnd
	case Port:
		return min(u.hostEnd+len(":"), u.authorityEnd()), u.authorityEnd()
	case HostPort:
		return u.host, u.authorityEnd()
	case Path:
		return u.path, u.query
	case Query:
		return min(u.query+len("?"), u.fragment), u.fragment
	case Fragment:
		return min(u.fragment+len("#"), len(u.s)), len(u.s)
	case Username, Password:
		return u.credentialSpan(p)
	}
	return 0, 0
}

// authorityEnd is where the authority ends or would go: before the path and what may guard it.
func (u split) authorityEnd() int {
	if u.hasAuthority() {
		return u.path
	}
	return u.host
}

// credentialSpan is Span for the parts of the userinfo.
func (u split) credentialSpan(p Part) (start, end int) {
	userinfo, ok := u.Userinfo()
	if !ok {
		return u.host, u.host
	}
	start = u.host - len("@") - len(userinfo)
	end = start + len(u.Username())
	if p == Username {
		return start, end
	}
	return min(end+len(":"), u.host-len("@")), u.host - len("@")
}

// hierPart is the offset of what follows the scheme and its colon.
func (u split) hierPart() int {
	if u.scheme == 0 {
		return 0
	}
	return u.scheme + len(":")
}

func (u split) hasAuthority() bool { return u.host > u.hierPart() }

// splitReference takes any string apart. It cannot fail; what the grammar says about it is another question.
//
// Spec: RFC 3986 appendix B
func splitReference(s string) split {
	u := split{s: s}
	if i := indexSet(s, &schemeEnd); i > 0 && s[i] == ':' {
		u.scheme = i
	}
	rest := u.hierPart()
	u.host, u.hostEnd, u.path = rest, rest, rest
	if strings.HasPrefix(s[rest:], "//") {
		u.splitAuthority(rest + len("//"))
	}
	u.query, u.fragment = len(s), len(s)
	if i := indexSet(s[u.path:], &pathEnd); i >= 0 {
		u.query += i - len(s[u.path:])
		u.fragment = u.query
		if s[u.query] == '?' {
			u.fragment = len(s)
			if j := strings.IndexByte(s[u.query:], '#'); j >= 0 {
				u.fragment = u.query + j
			}
		}
	}
	return u
}

// splitAuthority finds userinfo, host and port in the authority that starts at byte start. An IP literal ends at the
// last "]", with nothing but a port behind; otherwise the first colon ends the host, because a <reg-name> has none.
//
// Deviation: <host> is matched by the first alternative that lets the whole match, an IP literal before a <reg-name>,
// though the widened <reg-name> matches brackets, too.
//
// Spec: RFC 3986 section 3.2
func (u *split) splitAuthority(start int) {
	u.path = len(u.s)
	if i := indexSet(u.s[start:], &authorityEnd); i >= 0 {
		u.path = start + i
	}
	u.host, u.hostEnd = start, u.path
	if i := strings.IndexByte(u.s[start:u.path], '@'); i >= 0 {
		u.host = start + i + len("@")
	}
	literal := 0
	if host := u.s[u.host:u.path]; strings.HasPrefix(host, "[") {
		end := strings.LastIndexByte(host, ']') + len("]")
		if rest := host[end:]; (rest == "" || rest[0] == ':') && isIPLiteral(host[:end]) {
			literal = end
		}
	}
	if i := strings.IndexByte(u.s[u.host+literal:u.path], ':'); i >= 0 {
		u.hostEnd = u.host + literal + i
	}
}

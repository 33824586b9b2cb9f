package resolve

import (
	"strings"
	"unicode/utf8"

	"htmlurl/internal/charset"
)

// state2012 is a state of the W3C URL draft. The zero value is no state, for a state override that is not given.
type state2012 uint8

const (
	noState2012 state2012 = iota
	schemeStartState2012
	schemeState2012
	schemeDataState2012
	noSchemeState2012
	relativeState2012
	authorityStartState2012
	authorityState2012
	fileHostState2012
	hostState2012
	hostnameState2012
	portState2012
	relativePathStartState2012
	relativePathState2012
	queryState2012
	fragmentState2012
)

var stateNames2012 = [...]string{
	noState2012:                "no state",
	schemeStartState2012:       "scheme start state",
	schemeState2012:            "scheme state",
	schemeDataState2012:        "scheme data state",
	noSchemeState2012:          "no scheme state",
	relativeState2012:          "relative state",
	authorityStartState2012:    "authority start state",
	authorityState2012:         "authority state",
	fileHostState2012:          "file host state",
	hostState2012:              "host state",
	hostnameState2012:          "hostname state",
	portState2012:              "port state",
	relativePathStartState2012: "relative path start state",
	relativePathState2012:      "relative path state",
	queryState2012:             "query state",
	fragmentState2012:          "fragment state",
}

func (s state2012) String() string { return stateNames2012[s] }

// switchOnState runs the state on the code point c.
func (m *url2012) switchOnState(c rune) *Error {
	switch m.state {
	case schemeStartState2012:
		m.schemeStart(c)
	case schemeState2012:
		m.scheme(c)
	case schemeDataState2012:
		m.schemeData(c)
	case noSchemeState2012:
		return m.noScheme()
	case relativeState2012:
		m.relative(c)
	case authorityStartState2012:
		m.authorityStart(c)
	case authorityState2012:
		m.authority(c)
	case fileHostState2012:
		m.fileHost(c)
	case hostState2012, hostnameState2012:
		m.host(c)
	case portState2012:
		return m.port(c)
	case relativePathStartState2012:
		m.relativePathStart(c)
	case relativePathState2012:
		m.relativePath(c)
	case queryState2012:
		m.query(c)
	case fragmentState2012:
		m.fragment(c)
	}
	return nil
}

// schemeStart begins a scheme.
//
// Spec: W3C URL 4.2 (8 November 2012), scheme start state
func (m *url2012) schemeStart(c rune) {
	switch {
	case isIn(c, &alpha):
		m.buffer = append(m.buffer, lower(byte(c)))
		m.state = schemeState2012
	case m.override == noState2012:
		m.state = noSchemeState2012
		m.again()
	default:
		m.done = true
	}
}

// scheme collects the scheme; what turns out to be none is read again as something else.
//
// Deviation: "Otherwise, set state to no scheme state, buffer to the empty string, and start over" does not ask for a
// state override, and would destroy the URL whose protocol is set to "a b". With one the algorithm is terminated, as in
// the scheme start state.
//
// Spec: W3C URL 4.2 (8 November 2012), scheme state
func (m *url2012) scheme(c rune) {
	switch {
	case isIn(c, &schemeChar):
		m.buffer = append(m.buffer, lower(byte(c)))
	case c == ':':
		m.url.scheme = m.takeBuffer()
		m.schemeFound()
	case m.override == noState2012:
		m.state = noSchemeState2012
		m.buffer = m.buffer[:0]
		m.next = 0
	default:
		m.done = true
	}
}

// schemeFound runs the substeps behind the colon.
func (m *url2012) schemeFound() {
	if m.override != noState2012 {
		m.done = true
		return
	}
	baseScheme, _ := m.base.Scheme()
	m.url.relative = URL2012.facts(m.url.scheme).special
	switch {
	case m.url.scheme == "file":
		m.state = relativeState2012
	case m.url.relative && m.url.scheme == baseScheme:
		m.state = relativeState2012
	case m.url.relative:
		m.state = authorityStartState2012
	default:
		m.state = schemeDataState2012
	}
}

// schemeData escapes what follows a scheme that is no relative scheme. A "?" means nothing there.
//
// Spec: W3C URL 4.2 (8 November 2012), scheme data state
func (m *url2012) schemeData(c rune) {
	switch {
	case m.override == noState2012 && c == '#':
		m.startFragment()
	case c != eof && !isTabOrNewline(c):
		m.url.schemeData = appendURLEscaped(m.url.schemeData, c, &c0ControlSet, charset.UTF8)
	}
}

// noScheme asks for a base to be relative to. The scheme of that matters, not its relative flag, as a setter may have
// changed the scheme.
//
// Spec: W3C URL 4.2 (8 November 2012), no scheme state
func (m *url2012) noScheme() *Error {
	baseScheme, _ := m.base.Scheme()
	if !URL2012.facts(baseScheme).special {
		return m.fail(MissingSchemeNonRelativeURL, 0, len(m.text))
	}
	m.state = relativeState2012
	m.again()
	return nil
}

// relative takes over the components of base that the reference does not have; never the userinfo. A base without the
// relative flag, whose scheme a setter made a relative scheme, has none of them.
//
// Deviation: "set url's scheme to base's scheme" would make http: of file: in an http: document. file stays, and takes
// over "base's host", "base's port", "base's path" and "base's query" only from a file: base.
//
// Spec: W3C URL 4.2 (8 November 2012), relative state
func (m *url2012) relative(c rune) {
	m.url.relative = true
	base := m.base.split
	baseScheme, _ := base.Scheme()
	if m.url.scheme != "file" {
		m.url.scheme = baseScheme
	}
	if !base.hasAuthority() || m.url.scheme != baseScheme {
		base = split{}
	}
	if isSlash(c) && m.remainingStartsWithSlash() {
		m.next++
		m.state = authorityStartState2012
		if m.url.scheme == "file" {
			m.state = fileHostState2012
		}
		return
	}
	m.url.setHostPort(&base)
	switch c {
	case eof:
		m.url.setPath(&base)
		m.url.setQuery(&base)
		m.done = true
	case '/', '\\':
		m.state = relativePathStartState2012
		m.again()
	case '?':
		m.url.setPath(&base)
		m.startQuery()
	case '#':
		m.url.setPath(&base)
		m.url.setQuery(&base)
		m.startFragment()
	default:
		m.url.path = append(m.url.path[:0], withoutLastSegment(base.Path())...)
		m.state = relativePathStartState2012
		m.again()
	}
}

// authorityStart skips slashes, however many.
//
// Spec: W3C URL 4.2 (8 November 2012), authority start state
func (m *url2012) authorityStart(c rune) {
	if !isSlash(c) {
		m.state = authorityState2012
		m.hostStart = m.pointer
		m.again()
	}
}

// authority finds the userinfo, which the last "@" ends.
//
// Deviation: "decrease pointer by the number of code points in buffer" goes back too little, as the pointer is increased
// when the state has run, and the host of http://host/ would be "ost"; nor are tabs and line ends in buffer. The host
// starts after the last "@", or where the authority does.
//
// Deviation: step 2, "If c is one of EOF code point, …", lacks an "Otherwise", so that "@" itself would be appended to
// buffer and http://a@b@c/ would have the userinfo a%40@b.
//
// Spec: W3C URL 4.2 (8 November 2012), authority state
func (m *url2012) authority(c rune) {
	switch {
	case c == '@':
		if m.atSignSeen {
			m.url.userinfo = append(m.url.userinfo, "%40"...)
		}
		m.atSignSeen = true
		for _, c := range string(m.buffer) {
			m.url.userinfo = appendURLEscaped(m.url.userinfo, c, &defaultEncodeSet, charset.UTF8)
		}
		m.buffer = m.buffer[:0]
		m.hostStart = m.next
	case endsHost(c):
		m.next = m.hostStart
		m.buffer = m.buffer[:0]
		m.state = hostState2012
	case !isTabOrNewline(c):
		m.buffer = utf8.AppendRune(m.buffer, c)
	}
}

// fileHost collects the host of a file: URL, which has neither userinfo nor port, or a drive letter.
//
// Spec: W3C URL 4.2 (8 November 2012), file host state
func (m *url2012) fileHost(c rune) {
	switch {
	case endsHost(c):
		m.again()
		if isWindowsDriveLetter(m.buffer) {
			m.state = relativePathState2012 // buffer becomes the first string of the path
			return
		}
		m.url.host = m.takeBuffer()
		m.state = relativePathStartState2012
	case !isTabOrNewline(c):
		m.buffer = utf8.AppendRune(m.buffer, c)
	}
}

// host collects the host. A ":" in brackets belongs to it.
//
// Deviation: "To parse ..." and "To serialize" of hosts are not written. The host is kept as it is: not lowercased, not
// converted, not escaped, not checked.
//
// Spec: W3C URL 4.2 (8 November 2012), host state, hostname state
func (m *url2012) host(c rune) {
	switch {
	case c == ':' && !m.insideBrackets:
		m.url.host = m.takeBuffer()
		m.state = portState2012
		m.done = m.override == hostnameState2012
	case endsHost(c):
		m.again()
		m.url.host = m.takeBuffer()
		m.state = relativePathStartState2012
		m.done = m.override != noState2012
	case !isTabOrNewline(c):
		switch c {
		case '[':
			m.insideBrackets = true
		case ']':
			m.insideBrackets = false
		}
		m.buffer = utf8.AppendRune(m.buffer, c)
	}
}

// port collects digits. A tab or line end among them is fatal like anything else, or ends them in a setter.
//
// Spec: W3C URL 4.2 (8 November 2012), port state
func (m *url2012) port(c rune) *Error {
	switch {
	case isIn(c, &digit):
		m.buffer = append(m.buffer, byte(c))
	case endsHost(c) || m.override != noState2012:
		m.setPort()
		if m.override != noState2012 {
			m.done = true
			return nil
		}
		m.state = relativePathStartState2012
		m.again()
	default:
		return m.fail(PortInvalid, m.pointer-len(m.buffer), m.next)
	}
	return nil
}

// setPort sets the port to the digits in buffer.
//
// Deviation: "parse buffer and set port" is all that is written. Leading zeros and the default port of the scheme are
// dropped, there is no upper limit, and with a state override an empty buffer changes nothing.
func (m *url2012) setPort() {
	port := m.takeBuffer()
	if port == "" && m.override != noState2012 {
		return
	}
	if port = withoutLeadingZeros(port); port == URL2012.facts(m.url.scheme).defaultPort {
		port = ""
	}
	m.url.port = port
}

// relativePathStart skips the slash before the path.
//
// Spec: W3C URL 4.2 (8 November 2012), relative path start state
func (m *url2012) relativePathStart(c rune) {
	m.state = relativePathState2012
	if !isSlash(c) {
		m.again()
	}
}

// relativePath collects the path, segment by segment. %2e is a dot everywhere in it.
//
// Spec: W3C URL 4.2 (8 November 2012), relative path state
func (m *url2012) relativePath(c rune) {
	switch {
	case isSlash(c), c == eof, m.override == noState2012 && (c == '?' || c == '#'):
		m.endSegment(isSlash(c))
		switch c {
		case '?':
			m.startQuery()
		case '#':
			m.startFragment()
		}
	case c == '%' && (strings.HasPrefix(m.remaining(), "2E") || strings.HasPrefix(m.remaining(), "2e")):
		m.next += len("2E")
		m.buffer = append(m.buffer, '.')
	case !isTabOrNewline(c):
		m.buffer = appendURLEscaped(m.buffer, c, &defaultEncodeSet, charset.UTF8)
	}
}

// endSegment runs substeps 1 to 5: buffer is a path segment, which a slash or something else ends.
//
// Deviation: in "If buffer is ".." and c is one of EOF code point, "/", and "\"" and the same words about ".", the
// condition is the wrong way round, as /a/./b would become /a//b. The empty string is appended when c is neither "/" nor
// "\"; and after ".." also to a path without a "last string" to set to it.
func (m *url2012) endSegment(slash bool) {
	switch string(m.buffer) {
	case "..":
		m.url.path = withoutLastSegment(m.url.path)
		if !slash {
			m.url.path = append(m.url.path, '/')
		}
	case ".":
		if !slash {
			m.url.path = append(m.url.path, '/')
		}
	default:
		if m.url.scheme == "file" && len(m.url.path) == 0 && isWindowsDriveLetter(m.buffer) {
			m.buffer[1] = ':'
		}
		m.url.path = append(m.url.path, '/')
		m.url.path = append(m.url.path, m.buffer...)
	}
	m.buffer = m.buffer[:0]
}

// query escapes the query in the document's encoding, whatever the scheme.
//
// Spec: W3C URL 4.2 (8 November 2012), query state
func (m *url2012) query(c rune) {
	switch {
	case m.override == noState2012 && c == '#':
		m.startFragment()
	case c != eof && !isTabOrNewline(c):
		m.url.query = appendURLEscaped(m.url.query, c, &queryEncodeSet, m.encoding)
	}
}

// fragment escapes the fragment.
//
// Spec: W3C URL 4.2 (8 November 2012), fragment state
func (m *url2012) fragment(c rune) {
	if c != eof && !isTabOrNewline(c) {
		m.url.fragment = appendURLEscaped(m.url.fragment, c, &c0ControlSet, charset.UTF8)
	}
}

// again decreases pointer by one: the next state sees the same code point.
func (m *url2012) again() { m.next = m.pointer }

// remaining is the substring after the code point.
func (m *url2012) remaining() string { return m.text[m.next:] }

func (m *url2012) remainingStartsWithSlash() bool {
	rest := m.remaining()
	return rest != "" && isSlash(rune(rest[0]))
}

// takeBuffer returns buffer and sets it to the empty string.
func (m *url2012) takeBuffer() string {
	s := m.memory.part(m.buffer)
	m.buffer = m.buffer[:0]
	return s
}

// startQuery sets url's query to the empty string, and state to query state.
func (m *url2012) startQuery() {
	m.url.query, m.url.has = m.url.query[:0], m.url.has|hasQuery
	m.state = queryState2012
}

// startFragment sets url's fragment to the empty string, and state to fragment state.
func (m *url2012) startFragment() {
	m.url.fragment, m.url.has = m.url.fragment[:0], m.url.has|hasFragment
	m.state = fragmentState2012
}

// isIn tells whether c is a code point of an ASCII set.
func isIn(c rune, set *byteSet) bool { return 0 <= c && c < utf8.RuneSelf && set[c] }

func isSlash(c rune) bool { return c == '/' || c == '\\' }

// endsHost tells whether c is one of EOF code point, "/", "\", "?", and "#".
func endsHost(c rune) bool { return c == eof || isSlash(c) || c == '?' || c == '#' }

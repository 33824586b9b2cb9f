package resolve

import (
	"strings"
	"sync"
	"unicode/utf8"

	"htmlurl/internal/charset"
)

// living is one run of the basic URL parser of today. A run appends to out what the text collects in buffer and url, in
// serialized form; url has the offsets of the components in out. The states take whole runs of code points where the
// text takes one: the pointer stands on the first that is not taken yet.
//
// Spec: https://url.spec.whatwg.org/#concept-basic-url-parser
type living struct {
	base     URL
	encoding charset.Encoding
	report   func(Violation)

	input   string   // as given
	text    string   // input without what steps 1 and 3 remove
	offset  int      // of text in input, if nothing is removed inside
	cleaned bool     // tabs and newlines were removed inside
	pointer int      // byte offset into text
	judged  int      // validation errors before this byte of text are known already
	placed  position // what place has found last

	out   []byte
	url   split
	facts schemeFacts

	mappedIPv4 bool // url's host is an IPv4 address in characters that Unicode ToASCII mapped
	override   bool // a state override is given
	err        error
	steps      *[]Step // records what happens, for Explain; usually nil
}

// livingState is a state of the basic URL parser, or its end.
type livingState uint8

const (
	schemeStartState livingState = iota
	schemeState
	noSchemeState
	specialRelativeOrAuthorityState
	pathOrAuthorityState
	relativeState
	relativeSlashState
	specialAuthoritySlashesState
	specialAuthorityIgnoreSlashesState
	authorityState
	hostState
	portState
	fileState
	fileSlashState
	fileHostState
	pathStartState
	pathState
	opaquePathState
	queryState
	fragmentState
	success
	failure
)

// run is step 9: the state machine.
func (m *living) run() error {
	state := schemeStartState
	for {
		entered := state
		switch state {
		case schemeStartState:
			state = m.schemeStart()
		case schemeState:
			state = m.scheme()
		case noSchemeState:
			state = m.noScheme()
		case specialRelativeOrAuthorityState:
			state = m.specialRelativeOrAuthority()
		case pathOrAuthorityState:
			state = m.pathOrAuthority()
		case relativeState:
			state = m.relative()
		case relativeSlashState:
			state = m.relativeSlash()
		case specialAuthoritySlashesState:
			state = m.specialAuthoritySlashes()
		case specialAuthorityIgnoreSlashesState:
			state = m.specialAuthorityIgnoreSlashes()
		case authorityState:
			state = m.authority()
		case hostState:
			state = m.host()
		case portState:
			state = m.port()
		case fileState:
			state = m.file()
		case fileSlashState:
			state = m.fileSlash()
		case fileHostState:
			state = m.fileHost()
		case pathStartState:
			state = m.pathStart()
		case pathState:
			state = m.path()
		case opaquePathState:
			state = m.opaquePath()
		case queryState:
			state = m.query()
		case fragmentState:
			state = m.fragment()
		case success:
			return nil
		case failure:
			return m.err
		}
		m.noteState(entered, state)
	}
}

// buffers are what URLs are put together in.
var buffers = sync.Pool{New: func() any { return new([]byte) }}

// maxPooled is the largest buffer that is kept.
const maxPooled = 1 << 16

func putBuffer(buf *[]byte, out []byte) {
	if cap(out) <= maxPooled {
		*buf = out
		buffers.Put(buf)
	}
}

func (r Resolver) resolveLiving(memory *memory, base URL, ref string) (URL, error) {
	buf := buffers.Get().(*[]byte)
	m := living{base: base, encoding: r.Encoding.enc, report: r.Report, input: ref, out: (*buf)[:0]}
	err := m.parse()
	u := m.url
	if err != nil {
		u = split{}
	} else if u.s = m.text; string(m.out) != m.text {
		u.s = memory.url(m.out)
	}
	putBuffer(buf, m.out)
	return URL{u}, err
}

func (r Resolver) appendLiving(dst []byte, base URL, ref string) ([]byte, error) {
	buf := buffers.Get().(*[]byte)
	m := living{base: base, encoding: r.Encoding.enc, report: r.Report, input: ref, out: (*buf)[:0]}
	err := m.parse()
	if err == nil {
		dst = append(dst, m.out...)
	}
	putBuffer(buf, m.out)
	return dst, err
}

func (r Resolver) explainLiving(base URL, ref string) ([]Step, URL, error) {
	var steps []Step
	m := living{base: base, encoding: r.Encoding.enc, input: ref, steps: &steps}
	if err := m.parse(); err != nil {
		return steps, URL{}, err
	}
	u := m.url
	u.s = string(m.out)
	m.note(10, u.s)
	return steps, URL{u}, nil
}

// parse is the whole basic URL parser without a given URL. Afterwards out is the URL serializer's output.
func (m *living) parse() error {
	m.trim()
	m.removeTabsAndNewlines()
	if err := m.run(); err != nil {
		return err
	}
	m.guardPath()
	return nil
}

// trim is step 1: remove leading and trailing C0 controls and spaces.
func (m *living) trim() {
	start, end := 0, len(m.input)
	for start < end && m.input[start] <= ' ' {
		start++
	}
	for start < end && m.input[end-1] <= ' ' {
		end--
	}
	m.text, m.offset = m.input[start:end], start
	m.note(1, m.text)
	if m.report != nil && start > 0 {
		m.report(Violation{Rule: InvalidURLUnit, Input: m.input, Start: 0, End: start})
	} else if m.report != nil && end < len(m.input) {
		m.report(Violation{Rule: InvalidURLUnit, Input: m.input, Start: end, End: len(m.input)})
	}
}

// removeTabsAndNewlines is steps 2 and 3.
func (m *living) removeTabsAndNewlines() {
	if !hasTabOrNewline(m.text) {
		return
	}
	i := strings.IndexAny(m.text, tabsAndNewlines)
	m.violate(InvalidURLUnit, i, i+1)
	if !utf8.ValidString(m.text) {
		m.text = keepInvalid(m.text)
	}
	m.text, m.cleaned = tabAndNewlineRemover.Replace(m.text), true
	m.placed.input = m.offset
	m.note(3, m.text)
}

var tabAndNewlineRemover = strings.NewReplacer("\t", "", "\n", "", "\r", "")

// keepInvalid makes each byte of s that is no UTF-8 one that is none beside any other, so that what is removed between
// them does not make characters.
func keepInvalid(s string) string {
	kept := []byte(s)
	for i, c := range s {
		if c == utf8.RuneError && runeLen(s[i:]) == 1 {
			kept[i] = 0xFF
		}
	}
	return string(kept)
}

// c is the byte that the pointer points to. The states look at ASCII code points only.
func (m *living) c() int {
	if m.pointer < len(m.text) {
		return int(m.text[m.pointer])
	}
	return eof
}

// remainingStartsWith looks behind c.
func (m *living) remainingStartsWith(prefix string) bool {
	return strings.HasPrefix(m.text[min(m.pointer+1, len(m.text)):], prefix)
}

// isSlash tells whether c separates path segments.
func (m *living) isSlash(c int) bool { return c == '/' || m.facts.special && c == '\\' }

// isFile tells whether the scheme is "file", which is the one special scheme without a default port.
func (m *living) isFile() bool { return m.facts.special && m.facts.defaultPort == "" }

func (m *living) isFileBase() bool {
	scheme, _ := m.base.Scheme()
	return scheme == "file"
}

// Spec: https://url.spec.whatwg.org/#scheme-start-state
func (m *living) schemeStart() livingState {
	if m.text != "" && alpha[m.text[0]] {
		return schemeState
	}
	return noSchemeState
}

// Spec: https://url.spec.whatwg.org/#scheme-state
func (m *living) scheme() livingState {
	end := indexNotSet(m.text, &schemeChar)
	if end < 0 || m.text[end] != ':' {
		return noSchemeState
	}
	m.setScheme(m.text[:end])
	m.pointer = end + len(":")
	baseScheme, hasBase := m.base.Scheme()
	switch {
	case m.isFile():
		if !strings.HasPrefix(m.text[m.pointer:], "//") {
			m.violate(SpecialSchemeMissingFollowingSolidus, 0, m.pointer)
		}
		return fileState
	case m.facts.special && hasBase && baseScheme == m.facts.name:
		return specialRelativeOrAuthorityState
	case m.facts.special:
		return specialAuthoritySlashesState
	case m.c() == '/':
		m.pointer++
		return pathOrAuthorityState
	}
	m.startPath()
	return opaquePathState
}

// setScheme sets url's scheme to s, lowercased.
func (m *living) setScheme(s string) {
	m.facts = Living.facts(s)
	m.out = m.out[:0]
	for i := range len(s) {
		m.out = append(m.out, lower(s[i]))
	}
	m.url.scheme = len(m.out)
	m.out = append(m.out, ':')
	m.url.host, m.url.hostEnd = len(m.out), len(m.out)
}

// startPath says that url's path begins here, and is empty yet.
func (m *living) startPath() { m.url.path = len(m.out) }

// Spec: https://url.spec.whatwg.org/#no-scheme-state
func (m *living) noScheme() livingState {
	switch {
	case m.base.IsZero(), m.base.HasOpaquePath() && m.c() != '#':
		return m.fail(MissingSchemeNonRelativeURL, 0, len(m.text))
	case m.base.HasOpaquePath():
		m.copyBase(m.base.fragment)
		return fragmentState
	case !m.isFileBase():
		return relativeState
	}
	return fileState
}

// copyBase makes url what base is before byte end.
func (m *living) copyBase(end int) {
	m.out = append(m.out[:0], m.base.s[:end]...)
	m.url = m.base.split
	m.url.query, m.url.fragment = min(m.url.query, end), end
}

// copyAuthority makes url what base is before its path.
func (m *living) copyAuthority() {
	end := m.base.hierPart()
	if m.base.hasAuthority() {
		end = m.base.path
	}
	m.out = append(m.out[:0], m.base.s[:end]...)
	m.url = m.base.split
	m.startPath()
}

// copyPath makes url what base is before its query.
func (m *living) copyPath() {
	m.copyAuthority()
	m.out = append(m.out, m.base.Path()...)
}

// Spec: https://url.spec.whatwg.org/#special-relative-or-authority-state
func (m *living) specialRelativeOrAuthority() livingState {
	if m.c() == '/' && m.remainingStartsWith("/") {
		m.pointer += len("//")
		return specialAuthorityIgnoreSlashesState
	}
	m.violate(SpecialSchemeMissingFollowingSolidus, 0, m.pointer)
	return relativeState
}

// Spec: https://url.spec.whatwg.org/#path-or-authority-state
func (m *living) pathOrAuthority() livingState {
	if m.c() == '/' {
		m.pointer++
		return authorityState
	}
	m.startPath()
	return pathState
}

// Spec: https://url.spec.whatwg.org/#relative-state
func (m *living) relative() livingState {
	scheme, _ := m.base.Scheme()
	m.setScheme(scheme)
	switch c := m.c(); {
	case m.isSlash(c):
		m.violateBackslash()
		m.pointer++
		return relativeSlashState
	case c == '?':
		m.copyBase(m.base.query)
		return queryState
	case c == '#':
		m.copyBase(m.base.fragment)
		return fragmentState
	case c == eof:
		m.copyBase(m.base.fragment)
		return success
	}
	m.copyPath()
	m.shorten()
	return pathState
}

// Spec: https://url.spec.whatwg.org/#relative-slash-state
func (m *living) relativeSlash() livingState {
	switch c := m.c(); {
	case m.facts.special && m.isSlash(c):
		m.violateBackslash()
		m.pointer++
		return specialAuthorityIgnoreSlashesState
	case c == '/':
		m.pointer++
		return authorityState
	}
	m.copyAuthority()
	return pathState
}

// Spec: https://url.spec.whatwg.org/#special-authority-slashes-state
func (m *living) specialAuthoritySlashes() livingState {
	if m.c() == '/' && m.remainingStartsWith("/") {
		m.pointer += len("//")
	} else {
		m.violate(SpecialSchemeMissingFollowingSolidus, 0, m.pointer)
	}
	return specialAuthorityIgnoreSlashesState
}

// Spec: https://url.spec.whatwg.org/#special-authority-ignore-slashes-state
func (m *living) specialAuthorityIgnoreSlashes() livingState {
	for ; m.isSlash(m.c()); m.pointer++ {
		m.violate(SpecialSchemeMissingFollowingSolidus, m.pointer, m.pointer+1)
	}
	return authorityState
}

// authority takes the credentials, which end at the last "@".
//
// Spec: https://url.spec.whatwg.org/#authority-state
func (m *living) authority() livingState {
	m.out = append(m.out, "//"...)
	m.url.host = len(m.out)
	rest := m.text[m.pointer:]
	end := indexSet(rest, m.endsAuthority())
	if end < 0 {
		end = len(rest)
	}
	at := strings.LastIndexByte(rest[:end], '@')
	if at < 0 {
		return hostState
	}
	m.credentials(rest[:at+len("@")])
	m.pointer += at + len("@")
	if at+len("@") == end {
		return m.fail(HostMissing, m.pointer, m.pointer)
	}
	return hostState
}

// endsAuthority is what ends the authority and the host.
func (m *living) endsAuthority() *byteSet {
	if m.facts.special {
		return &specialAuthorityEnd
	}
	return &authorityEnd
}

// credentials sets url's username and password from buffer, which ends with "@". A colon separates them; any "@" before
// the last is percent-encoded.
func (m *living) credentials(buffer string) {
	if m.report != nil {
		for i := range len(buffer) {
			if buffer[i] == '@' {
				m.violate(InvalidCredentials, m.pointer+i, m.pointer+i+1)
			}
		}
	}
	username, password, _ := strings.Cut(buffer[:len(buffer)-len("@")], ":")
	m.out = appendUTF8PercentEncoded(m.out, username, &userinfoSet)
	if password != "" {
		m.out = append(m.out, ':')
		m.out = appendUTF8PercentEncoded(m.out, password, &userinfoSet)
	}
	if len(m.out) > m.url.host {
		m.out = append(m.out, '@')
		m.url.host = len(m.out)
	}
}

// Spec: https://url.spec.whatwg.org/#host-state
func (m *living) host() livingState {
	buffer := m.hostBuffer()
	c := m.c()
	if buffer == "" && (c == ':' || m.facts.special) {
		return m.fail(HostMissing, m.pointer, m.pointer)
	}
	if !m.parseHost(buffer) {
		return failure
	}
	if c == ':' {
		m.pointer++
		return portState
	}
	return pathStartState
}

// hostBuffer takes what the host state collects in buffer: everything before a colon outside brackets, or the end of
// the authority.
func (m *living) hostBuffer() string {
	start, insideBrackets := m.pointer, false
	end := m.endsAuthority()
	for ; m.pointer < len(m.text); m.pointer++ {
		switch c := m.text[m.pointer]; {
		case c == '[':
			insideBrackets = true
		case c == ']':
			insideBrackets = false
		case c == ':' && !insideBrackets, end[c]:
			return m.text[start:m.pointer]
		}
	}
	return m.text[start:]
}

// endHost says that url's host ends here, and so does the authority, as long as there is no port.
func (m *living) endHost() {
	m.url.hostEnd = len(m.out)
	m.startPath()
}

// Spec: https://url.spec.whatwg.org/#port-state
func (m *living) port() livingState {
	start := m.pointer
	number, ok := m.portNumber()
	switch c := m.c(); {
	case c != eof && !m.endsAuthority()[c]:
		return m.fail(PortInvalid, start, m.pointer+runeLen(m.text[m.pointer:]))
	case !ok:
		return m.fail(PortOutOfRange, start, m.pointer)
	}
	if number != "" && number != m.facts.defaultPort {
		m.out = append(m.out, ':')
		m.out = append(m.out, number...)
		m.startPath()
	}
	return pathStartState
}

// portNumber takes digits and returns them without leading zeros; ok is false if the number is above 65535.
func (m *living) portNumber() (number string, ok bool) {
	start := m.pointer
	for m.pointer < len(m.text) && digit[m.text[m.pointer]] {
		m.pointer++
	}
	digits := withoutLeadingZeros(m.text[start:m.pointer])
	const limit = "65535"
	return digits, len(digits) < len(limit) || len(digits) == len(limit) && digits <= limit
}

// Spec: https://url.spec.whatwg.org/#file-state
func (m *living) file() livingState {
	m.setFileHost("")
	c := m.c()
	switch {
	case c == '/' || c == '\\':
		m.violateBackslash()
		m.pointer++
		return fileSlashState
	case !m.isFileBase():
		return pathState
	case c == '?':
		m.copyBase(m.base.query)
		return queryState
	case c == '#':
		m.copyBase(m.base.fragment)
		return fragmentState
	case c == eof:
		m.copyBase(m.base.fragment)
		return success
	case startsWithWindowsDriveLetter(m.text[m.pointer:]):
		m.violate(FileInvalidWindowsDriveLetter, m.pointer, m.pointer+len("C:"))
		m.copyAuthority()
		return pathState
	}
	m.copyPath()
	m.shorten()
	return pathState
}

// setFileHost sets url's scheme to "file" and its host to a serialized one.
func (m *living) setFileHost(host string) {
	m.setScheme("file")
	m.out = append(m.out, "//"...)
	m.url.host = len(m.out)
	m.out = append(m.out, host...)
	m.endHost()
}

// Spec: https://url.spec.whatwg.org/#file-slash-state
func (m *living) fileSlash() livingState {
	if c := m.c(); c == '/' || c == '\\' {
		m.violateBackslash()
		m.pointer++
		return fileHostState
	}
	if m.isFileBase() {
		m.copyAuthority()
		if drive := m.base.Path(); !startsWithWindowsDriveLetter(m.text[m.pointer:]) && startsWithNormalizedDriveLetter(drive) {
			m.out = append(m.out, drive[:len("/C:")]...)
		}
	}
	return pathState
}

// Spec: https://url.spec.whatwg.org/#file-host-state
func (m *living) fileHost() livingState {
	start := m.pointer
	end := indexSet(m.text[start:], &specialAuthorityEnd)
	if end < 0 {
		end = len(m.text) - start
	}
	buffer := m.text[start : start+end]
	if isWindowsDriveLetter(buffer) {
		m.violate(FileInvalidWindowsDriveLetterHost, start, start+end)
		m.judged = start + end // the path state gets buffer as it is
		return pathState
	}
	m.pointer = start + end
	if !m.parseFileHost(buffer, start) {
		return failure
	}
	return pathStartState
}

// parseFileHost sets url's host to what buffer, which starts at byte start of text, is as a host.
func (m *living) parseFileHost(buffer string, start int) bool {
	if buffer == "" {
		m.endHost()
		return true
	}
	if !m.parseHostAt(buffer, start) {
		return false
	}
	if string(m.out[m.url.host:]) == "localhost" {
		m.out = m.out[:m.url.host]
		m.endHost()
	}
	return true
}

// Spec: https://url.spec.whatwg.org/#path-start-state
func (m *living) pathStart() livingState {
	c := m.c()
	switch {
	case m.facts.special:
		if m.isSlash(c) {
			m.violateBackslash()
			m.pointer++
		}
		return pathState
	case c == eof, m.endsPath(c):
		return m.endPath()
	}
	if c == '/' {
		m.pointer++
	}
	return pathState
}

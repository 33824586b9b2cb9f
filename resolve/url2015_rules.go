package resolve

import (
	"strings"

	"htmlurl/internal/charset"
)

// url is what all URLs match.
//
// Spec: URL Standard 1.3.1 (12 January 2015)
func (m *url2015) url(result *reference) error {
	start := m.mark()
	err := m.fileURL(result)
	if m.backtrack(start, err) {
		err = m.nonRelativeURL(result)
	}
	if m.backtrack(start, err) {
		err = m.relativeURL(result)
	}
	if m.backtrack(start, err) {
		err = m.fail(ruleURL, fault{rule: MissingSchemeNonRelativeURL, end: len(m.text)})
	}
	if err != nil {
		return err
	}
	if m.literal("?") {
		result.query, result.has = m.query(), result.has|hasQuery
	}
	if m.literal("#") {
		result.fragment, result.has = m.fragment(), result.has|hasFragment
	}
	if result.port == URL2015.facts(result.scheme).defaultPort {
		result.has &^= hasPort
	}
	m.noteResult(ruleURL, result)
	return nil
}

// fileURL has three rows.
//
// Deviation: the steps under "/C|\foo\bar" and "file:/example.com/" have changed places: only the second row has no host
// and a drive letter, and only the third has a host.
//
// Spec: URL Standard 1.3.2 (12 January 2015)
func (m *url2015) fileURL(result *reference) error {
	start := m.mark()
	err := m.fileURL1(result)
	if m.backtrack(start, err) {
		err = m.fileURL2(result)
	}
	if m.backtrack(start, err) {
		err = m.fileURL3(result)
	}
	return err
}

// fileURL1 is the row of "file:c:\foo\bar.html".
func (m *url2015) fileURL1(result *reference) error {
	if !m.literal("file:") || !m.one(&alpha) || !m.one(&colonOrBar2015) {
		return m.noMatch(ruleFileURL1)
	}
	drive := m.pointer - len("c:")
	m.slash()
	m.setDrivePath(result, drive)
	m.noteResult(ruleFileURL1, result)
	return nil
}

// fileURL2 is the row of "/C|\foo\bar". It needs no scheme and no base: "x|y" is a file URL in any document.
func (m *url2015) fileURL2(result *reference) error {
	for m.literal("/") {
	}
	if !m.one(&alpha) || !m.literal("|") {
		return m.noMatch(ruleFileURL2)
	}
	drive := m.pointer - len("c|")
	m.violate(FileInvalidWindowsDriveLetter, drive, m.pointer)
	m.literal("/")
	m.setDrivePath(result, drive)
	m.noteResult(ruleFileURL2, result)
	return nil
}

// setDrivePath matches the path behind a drive letter, which stands at drive, and sets the URL.
//
// Deviation: "the code point following the initial "/" (if any) in the production rule" is the letter that the row
// matched, as there may be any number of slashes before it, or none.
func (m *url2015) setDrivePath(result *reference, drive int) {
	path := m.path()
	if path.count > 1 && path.first() == "" && path.withoutFirst().first() != "" {
		path = path.withoutFirst()
	}
	result.scheme, result.has = "file", hasScheme|hasAuthority
	result.dir, result.path = "/"+m.text[drive:drive+len("c")]+":", path.joined
	if path.count > 0 {
		result.dir += "/"
	}
}

// fileURL3 is the row of "file:/example.com/", and has the host if there is one. It does not ask for the base's scheme.
//
// Deviation: "prepend base.path minus the last element to the result.path" comes before "Set result.path to the value of
// path", which would undo it.
func (m *url2015) fileURL3(result *reference) error {
	if !m.literal("file:") {
		return m.noMatch(ruleFileURL3)
	}
	hasHost := m.literal("//")
	if hasHost {
		var err error
		if result.host, err = m.host(); err != nil {
			return err
		}
	}
	slashes := m.pointer
	for m.literal("/") {
	}
	hasSlash := m.pointer > slashes
	path := m.path()
	result.scheme, result.has = "file", hasScheme|hasAuthority
	result.dir, result.path = "/", path.joined
	if !hasHost && !hasSlash {
		result.dir, result.path = path.behind(m.basePath())
	}
	m.noteResult(ruleFileURL3, result)
	return nil
}

// nonRelativeURL is for all schemes that are not relative schemes.
//
// Deviation: "If the value of scheme does not match any relative scheme then return failure" is inverted: a relative
// scheme fails, or there would be no javascript: URLs, which are the example.
//
// Spec: URL Standard 1.3.3 (12 January 2015)
func (m *url2015) nonRelativeURL(result *reference) error {
	scheme, err := m.scheme()
	if err != nil || !m.literal(":") || URL2015.facts(scheme).special {
		return m.noMatch(ruleNonRelativeURL)
	}
	m.encoding = charset.UTF8
	result.scheme, result.path, result.has = scheme, m.schemeData(), hasScheme
	m.noteResult(ruleNonRelativeURL, result)
	return nil
}

// relativeURL has four rows.
//
// Spec: URL Standard 1.3.4 (12 January 2015)
func (m *url2015) relativeURL(result *reference) error {
	start := m.mark()
	err := m.relativeURL1(result)
	if m.backtrack(start, err) {
		err = m.relativeURL2(result)
	}
	if m.backtrack(start, err) {
		err = m.relativeURL3(result)
	}
	if m.backtrack(start, err) {
		err = m.relativeURL4(result)
	}
	return err
}

// relativeURL1 is the row with two slashes, of either kind.
//
// Deviation: "set result.scheme to the value of base.scheme" fails if that is no relative scheme, as in row 4.
//
// Deviation: "anything other than two forward solidus code points immediately follows the first colon in the input"
// asks about the slashes of the row: without a scheme, that colon is another one.
func (m *url2015) relativeURL1(result *reference) error {
	start := m.mark()
	scheme, err := m.schemeAndColon()
	if m.backtrack(start, err) {
		scheme, _ = m.base.Scheme()
	}
	slashes := m.text[m.pointer:min(m.pointer+len("//"), len(m.text))]
	if len(slashes) < len("//") || indexNotSet(slashes, &slash2015) >= 0 || !URL2015.facts(scheme).special {
		return m.noMatch(ruleRelativeURL1)
	}
	m.slash()
	m.slash()
	if err := m.authority(result); err != nil {
		return err
	}
	result.scheme, result.has = scheme, result.has|hasScheme
	m.pathBehindSlash(result)
	m.noteResult(ruleRelativeURL1, result)
	return nil
}

// relativeURL2 is the row for a scheme that is not the base's.
//
// "The value of scheme" is that of non-file-relative-scheme: the row has no other.
func (m *url2015) relativeURL2(result *reference) error {
	start := m.pointer
	scheme, err := m.schemeAndColon()
	if baseScheme, _ := m.base.Scheme(); err != nil || equalFold(scheme, baseScheme) {
		return m.noMatch(ruleRelativeURL2)
	}
	m.violate(SpecialSchemeMissingFollowingSolidus, start, m.pointer)
	m.slash()
	if err := m.authority(result); err != nil {
		return err
	}
	result.scheme, result.has = scheme, result.has|hasScheme
	switch {
	case result.host == "":
		return m.fail(ruleRelativeURL2, m.hostFault(HostMissing))
	case strings.Contains(result.host, ":"):
		bad := m.hostFault(HostInvalid)
		bad.detail = "an IPv6 address needs the two slashes before it"
		return m.fail(ruleRelativeURL2, bad)
	}
	m.pathBehindSlash(result)
	m.noteResult(ruleRelativeURL2, result)
	return nil
}

// pathBehindSlash matches a slash and a path, if they are there.
func (m *url2015) pathBehindSlash(result *reference) {
	result.dir = "/"
	if m.slash() {
		result.path = m.path().joined
	}
}

// slash matches a slash of either kind, and indicates a conformance error if it is a reverse one: the slash before a
// path counts among "the path separators" of 1.3.18.
func (m *url2015) slash() bool {
	if !m.one(&slash2015) {
		return false
	}
	if start := m.pointer - len("/"); m.text[start] == '\\' {
		m.violate(InvalidReverseSolidus, start, m.pointer)
	}
	return true
}

// relativeURL3 is the row for the base's scheme without two slashes. "The value of scheme" is that of
// non-file-relative-scheme, as in row 2. Of the base it takes only host and path.
func (m *url2015) relativeURL3(result *reference) error {
	start := m.pointer
	scheme, err := m.schemeAndColon()
	if err != nil {
		return m.noMatch(ruleRelativeURL3)
	}
	m.violate(SpecialSchemeMissingFollowingSolidus, start, m.pointer)
	m.setBasePath(result, scheme)
	m.noteResult(ruleRelativeURL3, result)
	return nil
}

// relativeURL4 is the row for a reference that is only a path.
//
// Deviation: "Set result.scheme to base.scheme" fails if that is no relative scheme: such a URL has scheme data in the
// place of a host and a path.
//
// Deviation: "the first segment in path contains a colon" is asked of the path as written, as in 1.1, where "./a:b" is
// allowed.
func (m *url2015) relativeURL4(result *reference) error {
	scheme, _ := m.base.Scheme()
	if !URL2015.facts(scheme).special {
		return m.noMatch(ruleRelativeURL4)
	}
	if colon := m.find(&hostEnd2015); colon < len(m.text) && m.text[colon] == ':' {
		m.violate(ColonInFirstSegment, m.pointer, colon+len(":"))
	}
	m.setBasePath(result, scheme)
	m.noteResult(ruleRelativeURL4, result)
	return nil
}

// setBasePath matches a path and sets the URL to it and the base's host.
func (m *url2015) setBasePath(result *reference, scheme string) {
	path := m.path()
	result.scheme, result.has = scheme, hasScheme|hasAuthority
	result.host, _ = m.base.Host()
	result.dir, result.path = path.concatenation(m.basePath())
}

// schemeAndColon matches non-file-relative-scheme and a colon.
func (m *url2015) schemeAndColon() (string, error) {
	scheme, err := m.nonFileRelativeScheme()
	if err == nil && !m.literal(":") {
		err = errNoMatch
	}
	return scheme, err
}

// nonFileRelativeSchemes are in the order of the diagram.
var nonFileRelativeSchemes = [...]string{"ftp", "gopher", "https", "http", "wss", "ws"}

// nonFileRelativeScheme matches a relative scheme other than file, in any case, and returns it in lower case.
//
// Spec: URL Standard 1.3.5 (12 January 2015)
func (m *url2015) nonFileRelativeScheme() (string, error) {
	for _, scheme := range nonFileRelativeSchemes {
		if !m.literal(scheme) {
			continue
		}
		if scheme == "wss" || scheme == "ws" {
			m.encoding = charset.UTF8
		}
		m.note(ruleNonFileRelativeScheme, scheme)
		return scheme, nil
	}
	return "", m.noMatch(ruleNonFileRelativeScheme)
}

// scheme matches letters, "-", "+" and ".", but no digits, and returns them in lower case: "h323:x" has no scheme.
//
// Deviation: "full stop (U+002D)" is a slip for U+002E.
//
// Spec: URL Standard 1.3.6 (12 January 2015)
func (m *url2015) scheme() (string, error) {
	start := m.pointer
	if !m.one(&alpha) {
		return "", m.noMatch(ruleScheme)
	}
	for m.one(&scheme2015) {
	}
	scheme := lowercase(m.memory, m.text[start:m.pointer])
	m.note(ruleScheme, scheme)
	return scheme, nil
}

// authority sets username, password, host and port. A user is there if there is an "@" before everything that ends an
// authority.
//
// Deviation: "the value of host up to the first "@" sign" is what follows the last one, or ".../a@b@c/" would have the
// host b. It is split off before the host is parsed, as the host parser fails for "@"; what comes before is cleansed as
// in the rest of the user and the password.
//
// Behind user information the host must not be empty: see parseHost.
//
// Spec: URL Standard 1.3.7 (12 January 2015)
func (m *url2015) authority(result *reference) error {
	c := m.credentials()
	var err error
	if i := m.lastAt(); i >= m.pointer {
		c.add(m.info(i))
		result.host, err = m.ipv4OrDomain()
	} else {
		result.host, err = m.host()
	}
	if err != nil {
		return err
	}
	if c.hasUser && result.host == "" {
		return m.fail(ruleAuthority, m.hostFault(HostMissing))
	}
	result.has |= hasAuthority
	result.setCredentials(c.username, c.password, c.hasPassword)
	if m.literal(":") {
		port, err := m.port()
		if err != nil {
			return err
		}
		result.setPort(port)
	}
	m.noteResult(ruleAuthority, result)
	return nil
}

// credentials2015 are the user and the password of an authority.
type credentials2015 struct {
	username, password   string
	hasUser, hasPassword bool
}

// credentials matches user and password with the "@" behind them, if they are there.
func (m *url2015) credentials() (c credentials2015) {
	end := m.find(&passwordEnd2015)
	if end == len(m.text) || m.text[end] != '@' {
		return c
	}
	c.username, c.hasUser = m.user(), true
	if c.hasPassword = m.literal(":"); c.hasPassword {
		c.password = m.password()
	}
	m.literal("@")
	return c
}

// add adds to the password, or to the user if there is none.
func (c *credentials2015) add(info string) {
	if c.hasPassword {
		c.password += info
	} else {
		c.username += info
	}
}

// lastAt returns the offset of the last "@" of what host would match, or -1.
func (m *url2015) lastAt() int {
	if i := strings.LastIndexByte(m.text[m.pointer:m.find(&hostEnd2015)], '@'); i >= 0 {
		return m.pointer + i
	}
	return -1
}

// info matches the rest of user or password up to the "@" at end, and it, and returns that rest with the "@" before it.
func (m *url2015) info(end int) string {
	m.violate(AuthorityInvalid, m.pointer-len("@"), m.pointer)
	var info []byte
	for m.pointer <= end {
		next := m.pointer + strings.IndexByte(m.text[m.pointer:], '@')
		info = append(info, "%40"...)
		info = m.appendCleansed(info, m.pointer, next, &defaultEncodeSet)
		m.pointer = next + len("@")
	}
	return string(info)
}

// Spec: URL Standard 1.3.8 (12 January 2015)
func (m *url2015) user() string {
	start, end := m.until(&userEnd2015)
	user := m.cleanse(start, end, &defaultEncodeSet)
	m.note(ruleUser, user)
	return user
}

// Spec: URL Standard 1.3.9 (12 January 2015)
func (m *url2015) password() string {
	start, end := m.until(&passwordEnd2015)
	password := m.cleanse(start, end, &defaultEncodeSet)
	m.note(rulePassword, password)
	return password
}

// path matches names with slashes of either kind between them.
//
// Deviation: of the bullets under ".", "If the array is of length 1, replace the entry with an empty string" and
// "Otherwise, leave the entry as is" have changed places: a single "." stays for the path concatenation, which asks for
// it, and the last name of "a/." becomes empty.
//
// A name's position is that in the array as the names before it left it. So "..", at the first position, is only
// removed: "../x" is "x", and "/../x" is "x", too, as the empty name before the slash is gone.
//
// Spec: URL Standard 1.3.18 (12 January 2015)
func (m *url2015) path() pathNames {
	path := m.text[m.pointer:m.find(&pathEnd)]
	if m.report == nil && isPlainPath(path) {
		m.pointer += len(path)
		m.note(rulePath, path)
		return pathNames{joined: path, count: 1 + strings.Count(path, "/")}
	}
	buf := buffers.Get().(*[]byte)
	names := nameBuilder{buf: (*buf)[:0]}
	for last := false; !last; {
		start, end := m.until(&specialAuthorityEnd)
		names.begin()
		names.buf = m.appendCleansed(names.buf, start, end, &defaultEncodeSet)
		last = !m.slash()
		switch name := names.current(); {
		case isSingleDot(name) && !last:
			names.drop()
		case isSingleDot(name) && names.count > 0:
			names.drop()
			names.add("")
		case isDoubleDot(name):
			names.drop()
			if names.count > 0 {
				names.removeLast()
				if last {
					names.add("")
				}
			}
		default:
			names.end()
		}
	}
	all := names.names(m.memory)
	putBuffer(buf, names.buf)
	m.note(rulePath, all.joined)
	return all
}

// schemeData matches everything before query and fragment, and changes little of it.
//
// Spec: URL Standard 1.3.19 (12 January 2015)
func (m *url2015) schemeData() string {
	start, end := m.until(&pathEnd)
	data := m.cleanse(start, end, nil)
	m.note(ruleSchemeData, data)
	return data
}

// Spec: URL Standard 1.3.20 (12 January 2015)
func (m *url2015) query() string {
	start, end := m.until(&queryEnd2015)
	query := m.cleanse(start, end, &queryEncodeSet)
	m.note(ruleQuery, query)
	return query
}

// fragment matches what is left. It is not percent-encoded.
//
// Spec: URL Standard 1.3.21 (12 January 2015)
func (m *url2015) fragment() string {
	start := m.pointer
	m.pointer = len(m.text)
	fragment := strings.ReplaceAll(m.cleanse(start, m.pointer, nil), "\x00", "")
	m.note(ruleFragment, fragment)
	return fragment
}

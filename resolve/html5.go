package resolve

import (
	"bytes"
	"cmp"
	"errors"
	"strings"

	"htmlurl/internal/charset"
	"htmlurl/internal/idna"
)

// html5 is one run of "resolve a URL" of HTML5. Its fields are the variables of the text.
//
// Spec: W3C HTML5 2.6.4 (2012), 2.6.3 (2011); the steps have the same numbers in both
type html5 struct {
	encoding charset.Encoding
	base     URL
	memory   *memory // for what steps 7 and 8 escape

	input   string    // the reference as given
	offset  int       // of url in input
	parsed  split     // url as it comes out of step 5
	url     reference // url as steps 6 to 8 change it, R of RFC 3986; from step 9 on its target T
	changed bool      // url is no longer what was parsed

	steps *[]Step // records what happens, for Explain; usually nil
}

func (r Resolver) resolveHTML5(memory *memory, base URL, ref string) (URL, error) {
	m := html5{encoding: r.Encoding.enc, base: base, memory: memory, input: ref}
	if err := m.prepare(); err != nil {
		return URL{}, err
	}
	if m.isResult() {
		r.report(ref)
		return URL{m.parsed}, nil
	}
	var buf [256]byte
	out, result, err := m.finish(buf[:0])
	if err != nil {
		return URL{}, err
	}
	r.report(ref)
	result.s = memory.url(out)
	return URL{result}, nil
}

func (r Resolver) parseHTML5(s string) (URL, error) {
	url, offset := stripSpace(s)
	u := splitReference(url)
	switch {
	case u.scheme == 0:
		return URL{}, fault{rule: MissingSchemeNonRelativeURL, end: len(url)}.error(HTML5, s, offset)
	case !isScheme(url[:u.scheme]):
		return URL{}, fault{rule: SchemeInvalid, end: u.scheme}.error(HTML5, s, offset)
	}
	return URL{u}, nil
}

func (r Resolver) appendHTML5(dst []byte, base URL, ref string) ([]byte, error) {
	m := html5{encoding: r.Encoding.enc, base: base, input: ref}
	if err := m.prepare(); err != nil {
		return dst, err
	}
	out, _, err := m.finish(dst)
	if err != nil {
		return dst, err
	}
	r.report(ref)
	return out, nil
}

func (r Resolver) explainHTML5(base URL, ref string) ([]Step, URL, error) {
	var steps []Step
	m := html5{encoding: r.Encoding.enc, base: base, input: ref, steps: &steps}
	if err := m.prepare(); err != nil {
		return steps, URL{}, err
	}
	out, result, err := m.finish(nil)
	if err != nil {
		return steps, URL{}, err
	}
	result.s = string(out)
	return steps, URL{result}, nil
}

// prepare takes steps 1 to 8, which work on url alone.
func (m *html5) prepare() error {
	m.note(1, m.input)
	m.note(2, m.encoding.String())
	m.note(3, m.encoding.String())
	m.note(4, cmp.Or(m.base.s, "none"))
	if err := m.parse(); err != nil {
		return err
	}
	if err := m.convertHost(); err != nil {
		return err
	}
	m.escapePath()
	m.escapeQuery()
	return nil
}

// finish takes steps 9 to 13, which make result: it is appended to dst, and its components are told.
func (m *html5) finish(dst []byte) ([]byte, split, error) {
	if err := m.relativeResolution(); err != nil {
		return dst, split{}, err
	}
	if err := m.conform(); err != nil {
		return dst, split{}, err
	}
	start := len(dst)
	dst, result := m.url.append(dst)
	if !m.url.has.any(hasAuthority) && bytes.HasPrefix(dst[start+result.path:], []byte("//")) {
		return dst, split{}, m.fail(10, m.wholeFault(PathStartsWithDoubleSlash))
	}
	m.noteURL(10)
	m.noteURL(11)
	if m.replaceBackslashes(dst[start:]) {
		result = splitReference(string(dst[start:]))
	}
	if m.steps != nil {
		m.note(12, string(dst[start:]))
		m.note(13, string(dst[start:]))
	}
	return dst, result, nil
}

// parse is step 5: parse url into its component parts.
func (m *html5) parse() error {
	url, offset := stripSpace(m.input)
	m.parsed, m.offset = splitReference(url), offset
	if bad, ok := m.parsed.checkGrammar(); !ok {
		return m.fail(5, bad)
	}
	m.url.set(&m.parsed)
	m.noteURL(5)
	return nil
}

// convertHost is step 6: expand the percent-encoded octets of the host, then apply ToASCII.
//
// Deviation: "Apply the IDNA ToASCII algorithm to the matching substring" means to each label of it, as RFC 3490 defines
// ToASCII for labels. An empty host is left alone, for file:///x; and so are IP literals, which have no labels.
func (m *html5) convertHost() error {
	host := m.url.host
	if host == "" || isIPLiteral(host) {
		m.noteURL(6)
		return nil // there is no domain name
	}
	domain, ok := expandOctets(host)
	if !ok {
		return m.fail(6, m.hostFault(HostNotUTF8))
	}
	ascii, err := idna.ToASCII2003(domain)
	if err != nil {
		return m.fail(6, m.domainFault(domain, err))
	}
	m.replace(&m.url.host, ascii)
	m.noteURL(6)
	return nil
}

// escapePath is step 7: escape what the original <path> production does not allow, as UTF-8.
//
// Deviation: "each character … that doesn't match the original <path> production" is taken by character (<pchar> or a
// slash), as one character alone cannot match by its position.
func (m *html5) escapePath() {
	m.replace(&m.url.path, escapePath(m.memory, m.url.path))
	m.noteURL(7)
}

// escapeQuery is step 8: escape what the original <query> production does not allow, in the document's encoding.
func (m *html5) escapeQuery() {
	m.replace(&m.url.query, escapeQuery(m.memory, m.url.query, m.encoding))
	m.noteURL(8)
}

// relativeResolution is step 9: url becomes its target relative to base.
//
// Deviation: "Apply the algorithm described in RFC 3986 section 5.2" leaves a choice there, taken strictly: a scheme that
// equals that of base makes url absolute. Dot segments are removed also from paths that are not hierarchical.
func (m *html5) relativeResolution() error {
	if !m.url.has.any(hasScheme) && m.base.IsZero() {
		return m.fail(9, m.wholeFault(MissingSchemeNonRelativeURL))
	}
	m.url.transform(&m.base.split)
	m.noteURL(9)
	return nil
}

// conform is step 10: the criteria of RFC 3986 and of the scheme. That a path does not start with "//" without an
// authority is seen when its dot segments are gone.
//
// Deviation: "Apply any relevant conformance criteria" names none but its example. Relevant are those that keep the
// result from being taken for another URL; and an empty path is "/" where the scheme says so, because the second table
// of 2.6.7 needs it.
func (m *html5) conform() error {
	if m.url.has.any(hasAuthority) {
		if equalFold(m.url.scheme, "data") {
			return m.fail(10, m.wholeFault(DataURLWithAuthority))
		}
		if m.url.dir == "" && m.url.path == "" && HTML5.facts(m.url.scheme).rootPath {
			m.url.path = "/"
		}
	}
	return nil
}

// replaceBackslashes is step 12: they become slashes where the scheme has a server-based naming authority.
//
// Deviation: "a scheme with a server-based naming authority" is one of the six that the rules of the edition list. The steps
// before leave some in userinfo, fragment and what comes from the base only. It tells whether there were any, as they
// may move components.
func (m *html5) replaceBackslashes(result []byte) bool {
	i := bytes.IndexByte(result, '\\')
	if i < 0 || !HTML5.facts(m.url.scheme).serverBased {
		return false
	}
	for ; i < len(result); i++ {
		if result[i] == '\\' {
			result[i] = '/'
		}
	}
	return true
}

// replace sets a component of url and remembers whether that changed it.
func (m *html5) replace(component *string, s string) {
	m.changed = m.changed || s != *component
	*component = s
}

// isResult tells whether steps 9 to 13 would return url as it was parsed.
func (m *html5) isResult() bool {
	if m.changed || !m.url.has.any(hasScheme) || hasDotSegment(m.url.path) {
		return false
	}
	scheme := HTML5.facts(m.url.scheme)
	if scheme.serverBased && strings.IndexByte(m.parsed.s, '\\') >= 0 {
		return false
	}
	return !m.url.has.any(hasAuthority) || !equalFold(m.url.scheme, "data") && !(scheme.rootPath && m.url.path == "")
}

// fail returns the fault as an error about the input.
func (m *html5) fail(step int, bad fault) error {
	err := bad.error(HTML5, m.input, m.offset)
	if m.steps != nil {
		m.note(step, "error: "+err.Reason())
	}
	return err
}

// wholeFault is a fault of the whole url.
func (m *html5) wholeFault(rule Rule) fault { return fault{rule: rule, end: len(m.parsed.s)} }

// hostFault is a fault of the whole host.
func (m *html5) hostFault(rule Rule) fault {
	return fault{rule: rule, start: m.parsed.host, end: m.parsed.hostEnd}
}

// domainFault is what ToASCII found wrong with the domain name: the label, unless percent-decoding moved it.
func (m *html5) domainFault(domain string, err error) fault {
	bad := m.hostFault(DomainToASCII)
	if label, ok := errors.AsType[*idna.LabelError](err); ok {
		bad.detail = label.Reason.String()
		if domain == m.url.host {
			bad.start, bad.end = m.parsed.host+label.Start, m.parsed.host+label.End
		}
	}
	return bad
}

// html5Steps are the steps in a few words.
var html5Steps = [...]string{
	1:  "let url be the URL being resolved",
	2:  "let encoding be the document's, as far as URLs see it",
	3:  "if encoding is a UTF-16 encoding, let it be UTF-8",
	4:  "let base be the base URL",
	5:  "parse url into its component parts",
	6:  "expand percent-encoded octets of the host, apply ToASCII",
	7:  "percent-encode what a path must not contain, as UTF-8",
	8:  "percent-encode what a query must not contain, as encoding",
	9:  "resolve url relative to base (RFC 3986 section 5.2)",
	10: "apply the conformance criteria of RFC 3986 and of the scheme",
	11: "let result be the target",
	12: "make slashes of backslashes if the scheme is server-based",
	13: "return result",
}

func (m *html5) note(step int, value string) {
	if m.steps != nil {
		*m.steps = append(*m.steps, Step{Number: step, Text: html5Steps[step], Value: value})
	}
}

func (m *html5) noteURL(step int) {
	if m.steps != nil {
		url, _ := m.url.append(nil)
		m.note(step, string(url))
	}
}

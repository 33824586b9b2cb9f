package resolve

import (
	"cmp"
	"sync"
	"unicode/utf8"

	"htmlurl/internal/charset"
)

// url2012 is one run of "parse a string input" of the W3C URL draft: a state machine over the code points of
// text. The other fields are the variables of the draft; the states are methods, in url2012_states.go. A byte that is no
// UTF-8 counts as U+FFFD.
//
// The draft has no validation errors yet ("Add the ability to halt on the first conformance error" is a note for its
// editor), so Resolver.Report is never called.
//
// Spec: W3C URL 4.2 (8 November 2012), parse
type url2012 struct {
	base     URL // the zero URL is null
	encoding charset.Encoding
	memory   *memory   // for components that are strings
	override state2012 // state override

	input  string // the reference as given
	text   string // without white space around it
	offset int    // of text in input

	url            parsed2012
	state          state2012
	buffer         []byte
	atSignSeen     bool // the @ flag
	insideBrackets bool // the [] flag
	pointer        int  // byte offset of the code point in text; len(text) is the EOF code point
	next           int  // where the pointer goes when the state has run
	done           bool // the algorithm is terminated
	hostStart      int  // where the host state takes over from the authority state

	steps *[]Step // records what happens, for Explain; usually nil
}

// parsed2012 is a parsed URL. Its fatal error flag is an error here. To clear one is to make it the zero value.
//
// Spec: W3C URL 4.2 (8 November 2012), parsed URL
type parsed2012 struct {
	relative           bool // the relative flag
	scheme, host, port string
	userinfo           []byte
	schemeData         []byte
	path               []byte // the strings of the list, each after a "/"
	query, fragment    []byte
	has                defined // query and fragment, null otherwise
}

// set makes u the parsed URL that came out as s. It has the relative flag if there is an authority.
func (u *parsed2012) set(s *split) {
	u.scheme, _ = s.Scheme()
	if fragment, ok := s.Fragment(); ok {
		u.fragment, u.has = []byte(fragment), u.has|hasFragment
	}
	if u.relative = s.hasAuthority(); !u.relative {
		u.schemeData = []byte(s.s[s.hierPart():s.fragment])
		return
	}
	userinfo, _ := s.Userinfo()
	u.userinfo = []byte(userinfo)
	u.setHostPort(s)
	u.setPath(s)
	u.setQuery(s)
}

// cleared returns a parsed URL that has only the memory of u.
func (u *parsed2012) cleared() parsed2012 {
	return parsed2012{
		userinfo:   u.userinfo[:0],
		schemeData: u.schemeData[:0],
		path:       u.path[:0],
		query:      u.query[:0],
		fragment:   u.fragment[:0],
	}
}

func (u *parsed2012) setHostPort(s *split) {
	u.host, _ = s.Host()
	u.port, _ = s.Port()
}

func (u *parsed2012) setPath(s *split) { u.path = append(u.path[:0], s.Path()...) }

func (u *parsed2012) setQuery(s *split) {
	if query, ok := s.Query(); ok {
		u.query, u.has = append(u.query[:0], query...), u.has|hasQuery
	}
}

// reference returns what serializing writes. Without the relative flag that is scheme data, in the place of the path.
//
// Spec: W3C URL 4.3 (8 November 2012), serialize
func (u *parsed2012) reference(memory *memory) reference {
	r := reference{scheme: u.scheme, fragment: memory.part(u.fragment), has: hasScheme | u.has&hasFragment}
	if !u.relative {
		r.path = memory.part(u.schemeData)
		return r
	}
	r.has |= hasAuthority | u.has&hasQuery
	if len(u.userinfo) > 0 {
		r.userinfo, r.has = memory.part(u.userinfo), r.has|hasUserinfo
	}
	r.host = u.host
	if u.port != "" {
		r.port, r.has = u.port, r.has|hasPort
	}
	r.path = "/"
	if len(u.path) > 0 {
		r.path = memory.part(u.path)
	}
	r.query = memory.part(u.query)
	return r
}

// appendURLEscaped appends c, escaped if it is in the set. What the encoding lacks is the byte 0x3F.
//
// Deviation: "the result of running encode on c" may be utf-16 for a document in that encoding, but each of its bytes
// would be escaped. It means utf-8, as no Encoding is UTF-16. In a stateful encoding each code point stands alone.
//
// Spec: W3C URL 4.2 (8 November 2012), URL escape
func appendURLEscaped(dst []byte, c rune, set *byteSet, encoding charset.Encoding) []byte {
	if c < utf8.RuneSelf && !set[c] {
		return append(dst, byte(c))
	}
	dst, ok := appendEncoded(dst, c, encoding)
	if !ok {
		dst = appendPercentEncoded(dst, '?')
	}
	return dst
}

func (r Resolver) resolveURL2012(memory *memory, base URL, ref string) (URL, error) {
	var buf [256]byte
	out, result, err := r.appendPartsURL2012(memory, buf[:0], base, ref)
	if err != nil {
		return URL{}, err
	}
	result.s = memory.url(out)
	return URL{result}, nil
}

func (r Resolver) appendURL2012(dst []byte, base URL, ref string) ([]byte, error) {
	dst, _, err := r.appendPartsURL2012(nil, dst, base, ref)
	return dst, err
}

// appendPartsURL2012 tells also where the components of the result are.
func (r Resolver) appendPartsURL2012(memory *memory, dst []byte, base URL, ref string) ([]byte, split, error) {
	m := machines2012.Get().(*url2012)
	m.base, m.encoding, m.memory, m.input = base, r.Encoding.enc, memory, ref
	dst, result, err := m.parse(dst)
	m.release()
	return dst, result, err
}

// machines2012 are runs that have not begun, with the buffers of others that ended.
var machines2012 = sync.Pool{New: func() any { return new(url2012) }}

// release gives the buffers of a run to another, unless they may be large.
func (m *url2012) release() {
	if len(m.base.s)+len(m.input) > maxPooled {
		return
	}
	*m = url2012{buffer: m.buffer[:0], url: m.url.cleared()}
	machines2012.Put(m)
}

func (r Resolver) explainURL2012(base URL, ref string) ([]Step, URL, error) {
	var steps []Step
	m := url2012{base: base, encoding: r.Encoding.enc, input: ref, steps: &steps}
	out, result, err := m.parse(nil)
	if err != nil {
		return steps, URL{}, err
	}
	result.s = string(out)
	return steps, URL{result}, nil
}

// parse takes all steps and appends url, serialized, to dst; its components are told. With an error dst is returned as
// it was.
func (m *url2012) parse(dst []byte) ([]byte, split, error) {
	m.text, m.offset = stripSpace(m.input)
	m.note(1, "remove white space around input", m.text)
	m.state = schemeStartState2012
	m.note(2, "let state be scheme start state", m.state.String())
	m.note(3, "let base be the base URL, or null", cmp.Or(m.base.s, "null"))
	m.note(4, "let encoding override be the document's encoding", m.encoding.String())
	if err := m.run(); err != nil {
		return dst, split{}, err
	}
	m.noteURL(10, "return url")
	result := m.url.reference(m.memory)
	dst, u := result.append(dst)
	return dst, u, nil
}

// run is step 9: it keeps running the state machine.
func (m *url2012) run() error {
	for !m.done && m.pointer <= len(m.text) {
		c, size := rune(eof), 1
		if m.pointer < len(m.text) {
			c, size = utf8.DecodeRuneInString(m.text[m.pointer:])
		}
		m.next = m.pointer + size
		state := m.state
		if err := m.switchOnState(c); err != nil {
			if m.steps != nil {
				m.note(9, state.String(), "error: "+err.Reason())
			}
			return err
		}
		m.pointer = m.next
		if m.state != state || m.done || c == eof {
			m.noteURL(9, state.String())
		}
	}
	return nil
}

// fail makes a fatal error of the bytes of text from start to end.
func (m *url2012) fail(rule Rule, start, end int) *Error {
	return fault{rule: rule, start: start, end: end}.error(URL2012, m.input, m.offset)
}

func (m *url2012) note(step int, gist, value string) {
	if m.steps != nil {
		*m.steps = append(*m.steps, Step{Number: step, Text: gist, Value: value})
	}
}

// noteURL notes the URL so far, which is nothing before it has a scheme.
func (m *url2012) noteURL(step int, gist string) {
	if m.steps == nil {
		return
	}
	value := ""
	if m.url.scheme != "" {
		r := m.url.reference(m.memory)
		value = r.url().s
	}
	m.note(step, gist, value)
}

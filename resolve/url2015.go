package resolve

import (
	"errors"

	"htmlurl/internal/charset"
)

// url2015 is one run of the grammar rules of the URL Standard of January 2015 on a string. A rule is a method: it
// matches text from the pointer on, moves that behind what it matched, and returns its value. It returns errNoMatch if
// it fails, so that the next row has its turn, and an *Error for a parse exception, which ends everything.
//
// The diagrams ask for backtracking. Each row decides by its first characters whether it fails, before it has any
// effect; the rest of it always matches. So no part of the text is matched by more than a few rows.
//
// Spec: URL Standard 1.2, 1.3 (12 January 2015)
type url2015 struct {
	base     split
	encoding charset.Encoding // the encoding override
	hasURL   bool             // url is given: a setter rule runs, no parser
	memory   *memory          // for components that are not parts of text

	input   string // the reference as given
	offset  int    // of text in input
	text    string // what the rules match
	pointer int    // byte offset into text of what is matched next

	hostStart, hostEnd int // what the authority's host was matched by, in text

	report func(Violation) // takes the conformance errors; usually nil
	steps  *[]Step         // records what happens, for Explain; usually nil
}

// errNoMatch says that a rule or a row of it fails.
var errNoMatch = errors.New("no match")

func (r Resolver) resolveURL2015(memory *memory, base URL, ref string) (URL, error) {
	var buf [256]byte
	out, u, err := r.appendPartsURL2015(memory, buf[:0], base, ref)
	if err != nil {
		return URL{}, err
	}
	if u.s = ref; string(out) != ref {
		u.s = memory.url(out)
	}
	return URL{u}, nil
}

func (r Resolver) appendURL2015(dst []byte, base URL, ref string) ([]byte, error) {
	out, _, err := r.appendPartsURL2015(nil, dst, base, ref)
	if err != nil {
		return dst, err
	}
	return out, nil
}

// appendPartsURL2015 tells also where the components of the result are. The conformance errors come from a second run,
// when it is known that there is a URL.
func (r Resolver) appendPartsURL2015(memory *memory, dst []byte, base URL, ref string) ([]byte, split, error) {
	var result reference
	m := url2015{base: base.split, encoding: r.Encoding.enc, memory: memory, input: ref}
	if err := m.parse(&result); err != nil {
		return dst, split{}, err
	}
	if r.Report != nil {
		var same reference
		again := url2015{base: base.split, encoding: r.Encoding.enc, input: ref, report: r.Report}
		_ = again.parse(&same)
	}
	dst, u := result.append(dst)
	return dst, u, nil
}

func (r Resolver) explainURL2015(base URL, ref string) ([]Step, URL, error) {
	var steps []Step
	var result reference
	m := url2015{base: base.split, encoding: r.Encoding.enc, input: ref, steps: &steps}
	if err := m.parse(&result); err != nil {
		return steps, URL{}, err
	}
	return steps, result.url(), nil
}

// parse is the basic URL parser without a given url. Without a base, its scheme is "about".
//
// Spec: URL Standard 1.2 (12 January 2015), basic URL parser
func (m *url2015) parse(result *reference) error {
	m.text, m.offset = stripSpace(m.input)
	m.violate(SurroundingSpace, -m.offset, 0)
	err := m.url(result)
	m.violate(SurroundingSpace, len(m.text), len(m.input)-m.offset)
	return err
}

// mark2015 is where a row begins: what there is to go back to when it fails.
type mark2015 struct {
	pointer  int
	encoding charset.Encoding
}

func (m *url2015) mark() mark2015 { return mark2015{m.pointer, m.encoding} }

// backtrack tells whether err says that a row failed, and if so goes back to where it began.
func (m *url2015) backtrack(start mark2015, err error) bool {
	if err != errNoMatch {
		return false
	}
	m.pointer, m.encoding = start.pointer, start.encoding
	return true
}

// literal matches s in any ASCII case.
func (m *url2015) literal(s string) bool {
	end := m.pointer + len(s)
	if end > len(m.text) || !equalFold(m.text[m.pointer:end], s) {
		return false
	}
	m.pointer = end
	return true
}

// one matches a byte of the set.
func (m *url2015) one(set *byteSet) bool {
	if m.pointer == len(m.text) || !set[m.text[m.pointer]] {
		return false
	}
	m.pointer++
	return true
}

// find returns the offset of the next byte of the set, or of the end.
func (m *url2015) find(set *byteSet) int {
	if i := indexSet(m.text[m.pointer:], set); i >= 0 {
		return m.pointer + i
	}
	return len(m.text)
}

// ends tells whether a byte of the set or the end comes next.
func (m *url2015) ends(set *byteSet) bool { return m.pointer == len(m.text) || set[m.text[m.pointer]] }

// until matches everything before the next byte of the set, and returns its offsets.
func (m *url2015) until(set *byteSet) (start, end int) {
	start, m.pointer = m.pointer, m.find(set)
	return start, m.pointer
}

// fail is a parse exception.
func (m *url2015) fail(rule rule2015, bad fault) error {
	err := bad.error(URL2015, m.input, m.offset)
	if m.steps != nil {
		m.note(rule, "error: "+err.Reason())
	}
	return err
}

// noMatch is the failure of a rule or of a row.
func (m *url2015) noMatch(rule rule2015) error {
	m.note(rule, errNoMatch.Error())
	return errNoMatch
}

// violate indicates a conformance error in text.
func (m *url2015) violate(rule Rule, start, end int) {
	if m.report != nil && start < end {
		m.report(Violation{Rule: rule, Input: m.input, Start: m.offset + start, End: m.offset + end})
	}
}

// rule2015 is a grammar rule, or a row of one: its number in 1.3, its name and what the row consists of.
type rule2015 struct {
	number int
	gist   string
}

var (
	ruleURL                   = rule2015{1, "url"}
	ruleFileURL1              = rule2015{2, "file-url: file:, drive letter, path"}
	ruleFileURL2              = rule2015{2, "file-url: drive letter, |, path"}
	ruleFileURL3              = rule2015{2, "file-url: file:, host, path"}
	ruleNonRelativeURL        = rule2015{3, "non-relative-url"}
	ruleRelativeURL1          = rule2015{4, "relative-url: scheme, two slashes, authority, path"}
	ruleRelativeURL2          = rule2015{4, "relative-url: scheme that is not the base's, authority, path"}
	ruleRelativeURL3          = rule2015{4, "relative-url: scheme, path"}
	ruleRelativeURL4          = rule2015{4, "relative-url: path"}
	ruleNonFileRelativeScheme = rule2015{5, "non-file-relative-scheme"}
	ruleScheme                = rule2015{6, "scheme"}
	ruleAuthority             = rule2015{7, "authority"}
	ruleUser                  = rule2015{8, "user"}
	rulePassword              = rule2015{9, "password"}
	ruleHost                  = rule2015{10, "host"}
	ruleIPv6Addr              = rule2015{11, "ipv6addr"}
	ruleIPv4Addr              = rule2015{12, "ipv4addr"}
	rulePort                  = rule2015{17, "port"}
	rulePath                  = rule2015{18, "path"}
	ruleSchemeData            = rule2015{19, "scheme-data"}
	ruleQuery                 = rule2015{20, "query"}
	ruleFragment              = rule2015{21, "fragment"}
)

func (m *url2015) note(rule rule2015, value string) {
	if m.steps != nil {
		*m.steps = append(*m.steps, Step{Number: rule.number, Text: rule.gist, Value: value})
	}
}

// noteResult notes the URL as a rule returns it.
func (m *url2015) noteResult(rule rule2015, result *reference) {
	if m.steps != nil {
		url, _ := result.append(nil)
		m.note(rule, string(url))
	}
}

package resolve

import "unicode/utf8"

// fail records that there is no URL because of the bytes of text from start to end.
func (m *living) fail(rule Rule, start, end int) livingState {
	m.err = m.faultAt(rule, start, end)
	return failure
}

func (m *living) faultAt(rule Rule, start, end int) *Error {
	start, end = m.places(start, end)
	return &Error{Edition: Living, Rule: rule, Input: m.input, Start: start, End: end}
}

// violate reports a validation error in the bytes of text from start to end.
func (m *living) violate(rule Rule, start, end int) {
	if m.report != nil {
		start, end = m.places(start, end)
		m.report(Violation{Rule: rule, Input: m.input, Start: start, End: end})
	}
}

// violateBackslash reports c if it is a backslash where a slash should be.
func (m *living) violateBackslash() {
	if m.c() == '\\' {
		m.violate(InvalidReverseSolidus, m.pointer, m.pointer+1)
	}
}

// places returns where the bytes of text from start to end stand in input, without what was removed behind them.
func (m *living) places(start, end int) (int, int) {
	if start == end {
		return m.place(start), m.place(start)
	}
	return m.place(start), m.place(end-1) + 1
}

// place returns where byte i of text stands in input. It goes on from where it was asked last.
func (m *living) place(i int) int {
	if !m.cleaned {
		return m.offset + i
	}
	if i < m.placed.text {
		m.placed = position{input: m.offset}
	}
	for ; m.placed.input < len(m.input); m.placed.input++ {
		if isTabOrNewline(m.input[m.placed.input]) {
			continue
		}
		if m.placed.text == i {
			break
		}
		m.placed.text++
	}
	return m.placed.input
}

// position is a byte of text and where it stands in input.
type position struct{ text, input int }

// judgePath reports what is wrong with the path in text from byte start to the pointer.
func (m *living) judgePath(start int) {
	if m.report == nil {
		return
	}
	for i := max(start, m.judged); i < m.pointer; {
		if m.facts.special && m.text[i] == '\\' {
			m.violate(InvalidReverseSolidus, i, i+1)
			i++
		} else {
			i += m.judgeUnit(i)
		}
	}
}

// judgeUnits reports each code point of text from byte start to end that is no URL unit.
func (m *living) judgeUnits(start, end int) {
	if m.report == nil {
		return
	}
	for start < end {
		start += m.judgeUnit(start)
	}
}

// judgeUnit reports the code point at byte i of text if it is no URL unit, and returns its size.
func (m *living) judgeUnit(i int) int {
	c, size := utf8.DecodeRuneInString(m.text[i:])
	if c == '%' && !startsWithOctet(m.text[i:]) || c != '%' && !isURLCodePoint(c) {
		m.violate(InvalidURLUnit, i, i+size)
	}
	return size
}

// isURLCodePoint tells whether a valid URL may contain c as it is.
//
// Spec: https://url.spec.whatwg.org/#url-code-points
func isURLCodePoint(c rune) bool {
	if c < utf8.RuneSelf {
		return urlASCII[c]
	}
	isNoncharacter := 0xFDD0 <= c && c <= 0xFDEF || c&0xFFFE == 0xFFFE
	return c >= 0xA0 && !isNoncharacter
}

// note records what a step came to.
func (m *living) note(number int, value string) {
	if m.steps != nil {
		*m.steps = append(*m.steps, Step{Number: number, Text: livingSteps[number], Value: value})
	}
}

// noteState records what url is after a state, or the error that the state found.
func (m *living) noteState(state, next livingState) {
	if m.steps == nil {
		return
	}
	value := string(m.out)
	if next == failure {
		value = "error: " + m.err.(*Error).Reason()
	}
	*m.steps = append(*m.steps, Step{Number: 9, Text: livingStates[state], Value: value})
}

// livingSteps are the steps of the basic URL parser in a few words.
var livingSteps = [...]string{
	1:  "remove C0 controls and spaces around it",
	3:  "remove tabs and newlines",
	10: "return url, serialized",
}

var livingStates = [...]string{
	schemeStartState:                   "scheme start state",
	schemeState:                        "scheme state",
	noSchemeState:                      "no scheme state",
	specialRelativeOrAuthorityState:    "special relative or authority state",
	pathOrAuthorityState:               "path or authority state",
	relativeState:                      "relative state",
	relativeSlashState:                 "relative slash state",
	specialAuthoritySlashesState:       "special authority slashes state",
	specialAuthorityIgnoreSlashesState: "special authority ignore slashes state",
	authorityState:                     "authority state",
	hostState:                          "host state",
	portState:                          "port state",
	fileState:                          "file state",
	fileSlashState:                     "file slash state",
	fileHostState:                      "file host state",
	pathStartState:                     "path start state",
	pathState:                          "path state",
	opaquePathState:                    "opaque path state",
	queryState:                         "query state",
	fragmentState:                      "fragment state",
}

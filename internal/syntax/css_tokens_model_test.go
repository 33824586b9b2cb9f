package syntax_test

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// modelPoint is a code point of the filtered input stream, with its place and the bytes that it is written with.
type modelPoint struct {
	r       rune
	at      int
	written string
}

// modelFilter is the preprocessing of a text, with a point for its end. Each byte that is no UTF-8 is a point.
//
// Spec: https://drafts.csswg.org/css-syntax-3/#input-preprocessing
func modelFilter(text string) []modelPoint {
	var points []modelPoint
	for i := 0; i < len(text); {
		r, n := utf8.DecodeRuneInString(text[i:])
		p := modelPoint{r, i, text[i : i+n]}
		switch r {
		case '\r':
			if p.r = '\n'; strings.HasPrefix(text[i:], "\r\n") {
				n = 2
			}
		case '\f':
			p.r = '\n'
		case 0:
			p.r, p.written = utf8.RuneError, "\uFFFD"
		}
		points = append(points, p)
		i += n
	}
	return append(points, modelPoint{endOfText, len(text), ""})
}

// modelToken is a token. Brackets, punctuation and all that references do not depend on have their own character as
// the kind; the others are "ident", "function", "at", "string", "bad string", "url", "bad url", "hash", "number",
// "dimension", "space", "cdo", "cdc" and "eof".
type modelToken struct {
	kind, value string
	start, end  int // of the content of a string or URL, in the text
}

// modelTokenizer is the tokenizer, code point by code point.
//
// Spec: https://drafts.csswg.org/css-syntax-3/#tokenizer-algorithms
type modelTokenizer struct {
	points []modelPoint
	i      int
}

func (m *modelTokenizer) peek(n int) rune {
	return m.points[min(m.i+n, len(m.points)-1)].r
}

func modelTokens(text string) []modelToken {
	m := &modelTokenizer{points: modelFilter(text)}
	var tokens []modelToken
	for {
		m.comments()
		t := m.token()
		tokens = append(tokens, t)
		if t.kind == "eof" {
			return tokens
		}
	}
}

func (m *modelTokenizer) comments() {
	for m.peek(0) == '/' && m.peek(1) == '*' {
		for m.i += 2; m.peek(0) != endOfText && !(m.peek(0) == '*' && m.peek(1) == '/'); m.i++ {
		}
		m.i = min(m.i+2, len(m.points)-1)
	}
}

func (m *modelTokenizer) token() modelToken {
	r := m.peek(0)
	switch {
	case r == endOfText:
		return modelToken{kind: "eof"}
	case isASCIISpace(r):
		for isASCIISpace(m.peek(0)) {
			m.i++
		}
		return modelToken{kind: "space"}
	case r == '"' || r == '\'':
		return m.str()
	case r == '#' && (isNamePoint(m.peek(1)) || m.validEscape(1)):
		m.i++
		return modelToken{kind: "hash", value: m.name()}
	case m.startsNumber():
		m.number()
		if m.startsIdent(0) {
			return modelToken{kind: "dimension", value: m.name()}
		}
		return modelToken{kind: "number"}
	case r == '-' && m.peek(1) == '-' && m.peek(2) == '>':
		m.i += 3
		return modelToken{kind: "cdc"}
	case r == '<' && m.peek(1) == '!' && m.peek(2) == '-' && m.peek(3) == '-':
		m.i += 4
		return modelToken{kind: "cdo"}
	case r == '@' && m.startsIdent(1):
		m.i++
		return modelToken{kind: "at", value: m.name()}
	case m.startsIdent(0):
		return m.identLike()
	}
	m.i++
	return modelToken{kind: string(r)}
}

func isNameStart(r rune) bool {
	return 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || r == '_' || r >= 0x80
}

func isNamePoint(r rune) bool {
	return isNameStart(r) || '0' <= r && r <= '9' || r == '-'
}

func (m *modelTokenizer) validEscape(n int) bool {
	return m.peek(n) == '\\' && m.peek(n+1) != '\n'
}

func (m *modelTokenizer) startsIdent(n int) bool {
	if m.peek(n) == '-' {
		return isNameStart(m.peek(n+1)) || m.peek(n+1) == '-' || m.validEscape(n+1)
	}
	return isNameStart(m.peek(n)) || m.validEscape(n)
}

func (m *modelTokenizer) digit(n int) bool { return '0' <= m.peek(n) && m.peek(n) <= '9' }

func (m *modelTokenizer) startsNumber() bool {
	n := 0
	if m.peek(0) == '+' || m.peek(0) == '-' {
		n = 1
	}
	return m.digit(n) || m.peek(n) == '.' && m.digit(n+1)
}

func (m *modelTokenizer) number() {
	digits := func() {
		for m.digit(0) {
			m.i++
		}
	}
	if m.peek(0) == '+' || m.peek(0) == '-' {
		m.i++
	}
	digits()
	if m.peek(0) == '.' && m.digit(1) {
		m.i++
		digits()
	}
	if m.peek(0) == 'e' || m.peek(0) == 'E' {
		n := 1
		if m.peek(1) == '+' || m.peek(1) == '-' {
			n = 2
		}
		if m.digit(n) {
			m.i += n
			digits()
		}
	}
}

func (m *modelTokenizer) name() string {
	var b strings.Builder
	for {
		switch {
		case isNamePoint(m.peek(0)):
			b.WriteString(m.points[m.i].written)
			m.i++
		case m.validEscape(0):
			m.i++
			b.WriteString(m.escape())
		default:
			return b.String()
		}
	}
}

// escape consumes an escaped code point, after the backslash.
func (m *modelTokenizer) escape() string {
	digits := ""
	for len(digits) < 6 && strings.ContainsRune("0123456789abcdefABCDEF", m.peek(0)) {
		digits += string(m.peek(0))
		m.i++
	}
	if digits == "" {
		p := m.points[m.i]
		if p.r == endOfText {
			return "\uFFFD"
		}
		m.i++
		return p.written
	}
	if isASCIISpace(m.peek(0)) {
		m.i++
	}
	value, err := strconv.ParseInt(digits, 16, 32)
	if err != nil || value == 0 || value > utf8.MaxRune || 0xD800 <= value && value <= 0xDFFF {
		return "\uFFFD"
	}
	return string(rune(value))
}

func (m *modelTokenizer) identLike() modelToken {
	name := m.name()
	if m.peek(0) != '(' {
		return modelToken{kind: "ident", value: name}
	}
	m.i++
	if !strings.EqualFold(name, "url") {
		return modelToken{kind: "function", value: name}
	}
	n := 0
	for isASCIISpace(m.peek(n)) {
		n++
	}
	if m.peek(n) == '"' || m.peek(n) == '\'' {
		return modelToken{kind: "function", value: name}
	}
	m.i += n
	return m.url()
}

func (m *modelTokenizer) str() modelToken {
	quote := m.peek(0)
	m.i++
	t := modelToken{kind: "string", start: m.points[m.i].at}
	for {
		p := m.points[m.i]
		t.end = p.at
		switch {
		case p.r == endOfText:
			return t
		case p.r == '\n':
			return modelToken{kind: "bad string"}
		case p.r == quote:
			m.i++
			return t
		case p.r == '\\' && m.peek(1) == endOfText:
			m.i++
			return t
		case p.r == '\\' && m.peek(1) == '\n':
			m.i += 2
		case p.r == '\\':
			m.i++
			t.value += m.escape()
		default:
			t.value += p.written
			m.i++
		}
	}
}

func (m *modelTokenizer) url() modelToken {
	t := modelToken{kind: "url", start: m.points[m.i].at}
	for {
		p := m.points[m.i]
		t.end = p.at
		switch {
		case p.r == ')' || p.r == endOfText:
			m.closeURL()
			return t
		case isASCIISpace(p.r):
			for isASCIISpace(m.peek(0)) {
				m.i++
			}
			if m.peek(0) == ')' || m.peek(0) == endOfText {
				m.closeURL()
				return t
			}
			return m.badURL()
		case strings.ContainsRune("\"'(\v\x7F", p.r), 0 <= p.r && p.r <= 8, 0x0E <= p.r && p.r <= 0x1F:
			return m.badURL()
		case p.r == '\\' && !m.validEscape(0):
			return m.badURL()
		case p.r == '\\':
			m.i++
			t.value += m.escape()
		default:
			t.value += p.written
			m.i++
		}
	}
}

// closeURL consumes the closing parenthesis, if the text does not end before it.
func (m *modelTokenizer) closeURL() {
	if m.peek(0) == ')' {
		m.i++
	}
}

func (m *modelTokenizer) badURL() modelToken {
	for m.peek(0) != ')' && m.peek(0) != endOfText {
		if valid := m.validEscape(0); valid {
			m.i++
			m.escape()
		} else {
			m.i++
		}
	}
	m.closeURL()
	return modelToken{kind: "bad url"}
}

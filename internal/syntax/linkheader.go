package syntax

import (
	"iter"
	"strings"
)

// HeaderLink is a link of a Link header: its target, which may be the empty reference, and its parameters.
type HeaderLink struct {
	Reference
	Params []Param // in order, all of them
}

// Param is a parameter of a link, such as rel. One without a value has the empty value.
type Param struct {
	Name       string // in lower case; an asterisk at its end stays
	Value      string // without quotes and their escapes; that of a name with an asterisk is not decoded
	Start, End int    // byte offsets in the header of what is written for the value, without quotes
}

// Param returns the value of the first parameter of a name, which is in lower case.
func (l HeaderLink) Param(name string) (value string, ok bool) {
	for _, p := range l.Params {
		if p.Name == name {
			return p.Value, true
		}
	}
	return "", false
}

// LinkHeader yields the links of a Link header.
//
// Deviation: what is no link is skipped up to the next comma that is not in a quoted string; the text gives up there.
// White space after a parameter's value without quotes is not part of it, and parameters without a name are left out.
//
// Spec: https://www.rfc-editor.org/rfc/rfc8288#appendix-B.2
func LinkHeader(s string) iter.Seq[HeaderLink] {
	return func(yield func(HeaderLink) bool) {
		for at := 0; at < len(s); at = elementEnd(s, at) + 1 {
			at = skipOptionalSpace(s, at)
			if at == len(s) || s[at] != '<' {
				continue
			}
			length := strings.IndexByte(s[at:], '>')
			if length < 0 {
				return
			}
			l := HeaderLink{Reference: Reference{Start: at + 1, End: at + length, Value: s[at+1 : at+length]}}
			l.Params, at = linkParams(s, at+length+1)
			if !yield(l) {
				return
			}
		}
	}
}

// elementEnd returns where the next comma outside of quoted strings stands, or the end.
func elementEnd(s string, at int) int {
	for at < len(s) && s[at] != ',' {
		if s[at] == '"' {
			_, at = quotedEnd(s, at)
		} else {
			at++
		}
	}
	return at
}

// Spec: https://www.rfc-editor.org/rfc/rfc8288#appendix-B.3
func linkParams(s string, at int) (params []Param, next int) {
	for {
		at = skipOptionalSpace(s, at)
		if at == len(s) || s[at] != ';' {
			return params, at
		}
		start := skipOptionalSpace(s, at+1)
		for at = start; at < len(s) && strings.IndexByte(" \t=;,", s[at]) < 0; {
			at++
		}
		p := Param{Name: lowerASCII(s[start:at])}
		at = skipOptionalSpace(s, at)
		p.Start, p.End = at, at
		if at < len(s) && s[at] == '=' {
			at = p.read(s, skipOptionalSpace(s, at+1))
		}
		if p.Name != "" {
			params = append(params, p)
		}
	}
}

// read reads the value at at, and returns where it ends, with its quotes.
func (p *Param) read(s string, at int) (next int) {
	p.Start = at
	if at < len(s) && s[at] == '"' {
		p.Start++
		p.End, next = quotedEnd(s, at)
		p.Value = unquotePairs(s[p.Start:p.End])
		return next
	}
	for at < len(s) && s[at] != ';' && s[at] != ',' {
		at++
	}
	p.End = p.Start + len(strings.TrimRight(s[p.Start:at], " \t"))
	p.Value = s[p.Start:p.End]
	return at
}

// quotedEnd returns where the quoted string at at ends, without and with its closing quote, which may be missing.
func quotedEnd(s string, at int) (end, next int) {
	for end = at + 1; end < len(s); end++ {
		switch s[end] {
		case '"':
			return end, end + 1
		case '\\':
			end++
		}
	}
	return len(s), len(s)
}

// unquotePairs undoes the escapes of a quoted string. A backslash at its very end stands for nothing.
//
// Spec: https://www.rfc-editor.org/rfc/rfc8288#appendix-B.4
func unquotePairs(s string) string {
	if strings.IndexByte(s, '\\') < 0 {
		return s
	}
	b := make([]byte, 0, len(s))
	for i := 0; i < len(s); i++ {
		if s[i] == '\\' {
			if i++; i == len(s) {
				break
			}
		}
		b = append(b, s[i])
	}
	return string(b)
}

// skipOptionalSpace skips OWS.
//
// Spec: https://www.rfc-editor.org/rfc/rfc9110#name-whitespace
func skipOptionalSpace(s string, at int) int {
	for at < len(s) && (s[at] == ' ' || s[at] == '\t') {
		at++
	}
	return at
}

// lowerASCII returns s in lower case, ASCII letters only.
func lowerASCII(s string) string {
	for i := range len(s) {
		if 'A' <= s[i] && s[i] <= 'Z' {
			b := []byte(s)
			for j := i; j < len(b); j++ {
				if 'A' <= b[j] && b[j] <= 'Z' {
					b[j] += 'a' - 'A'
				}
			}
			return string(b)
		}
	}
	return s
}

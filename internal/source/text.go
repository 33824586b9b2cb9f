package source

import (
	"bytes"

	"golang.org/x/net/html/atom"
)

// skipDeclaration moves behind what begins with "<!" at pos: a comment, a doctype, a CDATA section where one can be, or
// anything up to the next ">".
//
// Spec: https://html.spec.whatwg.org/multipage/parsing.html#markup-declaration-open-state
func (s *Scanner) skipDeclaration() {
	s.hold = s.pos
	s.has(len("<![CDATA["))
	switch rest := s.page[s.pos:]; {
	case bytes.HasPrefix(rest, []byte("<!--")):
		s.skipComment()
	case len(rest) >= len("<!doctype") && EqualFold(rest[:len("<!doctype")], "<!doctype") && s.builder.mode == initial:
		s.skipDoctype()
		return
	case s.builder.allowsCDATA() && bytes.HasPrefix(rest, []byte("<![CDATA[")):
		s.skipCDATA()
		return
	default:
		s.skipPast('>')
	}
	s.builder.comment()
}

// has tells whether so many bytes are at hand from pos on, and gets more of the page if need be.
func (s *Scanner) has(n int) bool {
	for len(s.page)-s.pos < n {
		if !s.fill() {
			return false
		}
	}
	return true
}

// skipPast moves behind the next b, or to the end of the page.
func (s *Scanner) skipPast(b byte) {
	for {
		if i := bytes.IndexByte(s.page[s.pos:], b); i >= 0 {
			s.pos += i + 1
			return
		}
		s.pos = len(s.page)
		s.hold = s.pos
		if !s.fill() {
			return
		}
	}
}

// skipDoctype moves behind the doctype at pos and tells the builder of it. Only its beginning is held if it is long.
func (s *Scanner) skipDoctype() {
	const longest = 64 << 10
	for at := s.pos; len(s.page)-at < longest && bytes.IndexByte(s.page[at:], '>') < 0 && s.fill(); at = s.pos {
	}
	end := min(len(s.page), s.pos+longest)
	if i := bytes.IndexByte(s.page[s.pos:end], '>'); i >= 0 {
		end = s.pos + i + 1
	}
	s.builder.doctype(s.page[s.pos:end])
	s.skipPast('>')
}

// skipCDATA moves behind the CDATA section at pos and tells the builder of its text, in which NUL is no NUL.
//
// Spec: https://html.spec.whatwg.org/multipage/parsing.html#cdata-section-state
func (s *Scanner) skipCDATA() {
	const end = "]]>"
	s.pos += len("<![CDATA[")
	for s.hold = s.pos; ; s.hold = s.pos {
		if i := bytes.Index(s.page[s.pos:], []byte(end)); i >= 0 {
			s.cdata(s.pos + i)
			s.pos += i + len(end)
			break
		}
		rest := max(s.pos, len(s.page)-len(end)+1)
		if s.more == nil {
			rest = len(s.page)
		}
		at := s.cut(s.pos, rest)
		s.cdata(at)
		s.pos, s.hold = at, at
		if !s.fill() {
			s.cdata(len(s.page))
			s.pos = len(s.page)
			break
		}
	}
	s.isPartial = false
}

// cdata tells the builder of the text from pos on.
func (s *Scanner) cdata(end int) {
	text := s.page[s.pos:end]
	if bytes.IndexByte(text, 0) >= 0 {
		text = bytes.ReplaceAll(text, nul, replacement)
	}
	if len(text) > 0 {
		s.builder.text(text, s.isPartial)
		s.isPartial = true
	}
}

// skipComment moves behind the comment at pos. It ends with "-->" or "--!>"; the dashes of the first may be those that
// opened the comment.
//
// Spec: https://html.spec.whatwg.org/multipage/parsing.html#comment-start-state
func (s *Scanner) skipComment() {
	const longest = len("--!>")
	text := s.pos + len("<!--")
	for at := text; ; {
		i := bytes.IndexByte(s.page[at:], '>')
		if i < 0 {
			s.pos = len(s.page)
			s.hold = max(text-longest, s.pos-longest, 0)
			text -= s.hold
			at = s.pos - s.hold
			if !s.fill() {
				return
			}
			continue
		}
		at += i + 1
		before := s.page[:at]
		if bytes.HasSuffix(before[max(text-2, 0):], []byte("-->")) || bytes.HasSuffix(before[max(text, 0):], []byte("--!>")) {
			s.pos = at
			return
		}
	}
}

// skipRaw moves behind the raw text of the last tag that was not asked for.
func (s *Scanner) skipRaw() {
	if s.raw != nil {
		s.hold = s.pos
		s.skipRawText(s.raw, false)
	}
}

// Text returns the text of the element, up to its end tag, where that is no markup: in iframe, noembed, noframes, plaintext,
// script, style, textarea, title and xmp of HTML, and in noscript where scripts run. Other tags have an empty text at their
// end. If it gets more of the page the tag is not valid any longer.
func (s *Scanner) Text() Span {
	if s.raw == nil {
		return Span{s.pos, s.pos}
	}
	s.hold = s.pos
	s.skipRawText(s.raw, true)
	return Span{s.hold, s.pos}
}

// skipRawText moves from the start tag of the element to its end tag, or to the end of the page. It may be told to hold
// what it passes.
//
// Spec: https://html.spec.whatwg.org/multipage/parsing.html#rawtext-state
func (s *Scanner) skipRawText(k *kind, holds bool) {
	s.raw = nil
	switch k.atom {
	case atom.Plaintext:
		for s.skipTo(0, holds) {
			s.pos++
		}
	case atom.Script:
		s.skipScript(holds)
	default:
		for s.skipTo('<', holds) && !s.isEndTag(k.name) {
			s.pos++
		}
	}
	if s.pos == len(s.page) && s.more == nil {
		s.builder.endInRawText()
	}
	if holds && !s.builder.inText {
		s.builder.rawText(s.page[s.hold:s.pos])
	}
}

// skipTo moves to the next b and reports whether there is one. If not it moves to the end of the page.
func (s *Scanner) skipTo(b byte, holds bool) bool {
	for {
		if i := bytes.IndexByte(s.page[s.pos:], b); i >= 0 {
			s.pos += i
			s.pass(holds)
			return true
		}
		s.pos = len(s.page)
		s.pass(holds)
		if !s.fill() {
			return false
		}
	}
}

// pass lets go of what is before pos, unless it is held. Only the text of an element that is none, or that other elements
// can be in, matters to the builder.
func (s *Scanner) pass(holds bool) {
	if holds {
		return
	}
	if !s.builder.inText {
		s.builder.rawText(s.page[s.hold:s.pos])
	}
	s.hold = s.pos
}

// isEndTag reports whether an end tag of the element begins at pos.
func (s *Scanner) isEndTag(name string) bool {
	s.has(len("</") + len(name) + 1)
	b := s.page[s.pos:]
	return len(b) > 1 && b[1] == '/' && isNamed(b[2:], name)
}

// isNamed reports whether b begins with the name of a tag and what ends it.
func isNamed(b []byte, name string) bool {
	return len(b) > len(name) && classOf[b[len(name)]]&endsName != 0 && EqualFold(b[:len(name)], name)
}

// scriptState tells whether the text of a script looks like a comment, and like a script in that comment.
type scriptState uint8

const (
	scriptData scriptState = iota
	scriptDataEscaped
	scriptDataDoubleEscaped
)

// skipScript moves to the end tag of a script. In what looks like a comment, a script start tag makes the next script
// end tag part of the text.
//
// Deviation: as in x/net/html the comment is over at a "<" that neither a letter nor a "/" follows.
//
// Spec: https://html.spec.whatwg.org/multipage/parsing.html#script-data-state
func (s *Scanner) skipScript(holds bool) {
	const end = "script"
	for state := scriptData; ; s.pos++ {
		if state == scriptData {
			if !s.skipTo('<', holds) || s.isEndTag(end) {
				return
			}
			if s.has(len("<!--")) && bytes.HasPrefix(s.page[s.pos:], []byte("<!--")) {
				state = scriptDataEscaped
				s.pos += len("<!") - 1 // its dashes may be those of "-->"
			}
			continue
		}
		if !s.skipToEscaped(holds) {
			return
		}
		switch isEnd := s.isEndTag(end); {
		case s.page[s.pos] == '-':
			state = scriptData
			s.pos += len("-->") - 1
		case state == scriptDataDoubleEscaped && isEnd:
			state = scriptDataEscaped
		case state == scriptDataDoubleEscaped:
		case isEnd:
			return
		default:
			state = afterLessThan(s.page[s.pos+1:])
		}
	}
}

// skipToEscaped moves to the next "<" or "-->" of an escaped script and reports whether there is one.
func (s *Scanner) skipToEscaped(holds bool) bool {
	for {
		rest := s.page[s.pos:]
		end := bytes.IndexByte(rest, '<')
		if end < 0 {
			end = len(rest)
		}
		if i := bytes.Index(rest[:end], []byte("-->")); i >= 0 {
			end = i
		}
		if end < len(rest) {
			s.pos += end
			s.pass(holds)
			return true
		}
		s.pos += max(0, end-len("--"))
		s.pass(holds)
		if !s.fill() {
			s.pos = len(s.page)
			return false
		}
	}
}

// afterLessThan returns the state for what follows a "<" in an escaped script, where that is no end tag.
//
// Spec: https://html.spec.whatwg.org/multipage/parsing.html#script-data-escaped-less-than-sign-state
func afterLessThan(b []byte) scriptState {
	switch {
	case isNamed(b, "script"):
		return scriptDataDoubleEscaped
	case len(b) > 0 && (b[0] == '/' || isLetter(b[0])):
		return scriptDataEscaped
	}
	return scriptData
}

package source

import (
	"bytes"

	"golang.org/x/net/html/atom"
)

// skipPast moves behind the next b, or to the end of the page.
func (s *Scanner) skipPast(b byte) {
	i := bytes.IndexByte(s.page[s.pos:], b)
	if i < 0 {
		s.pos = len(s.page)
		return
	}
	s.pos += i + 1
}

// skipDeclaration moves behind what begins with "<!" at pos: a comment, a CDATA section where one can be, or anything
// up to the next ">".
//
// Spec: https://html.spec.whatwg.org/multipage/parsing.html#markup-declaration-open-state
func (s *Scanner) skipDeclaration() {
	switch rest := s.page[s.pos:]; {
	case bytes.HasPrefix(rest, []byte("<!--")):
		s.skipComment()
	case s.builder.allowsCDATA() && bytes.HasPrefix(rest, []byte("<![CDATA[")):
		s.skipCDATA()
	default:
		s.skipPast('>')
	}
}

// skipComment moves behind the comment at pos. It ends with "-->" or "--!>"; the dashes of the first may be those that
// opened the comment.
//
// Spec: https://html.spec.whatwg.org/multipage/parsing.html#comment-start-state
func (s *Scanner) skipComment() {
	text := s.pos + len("<!--")
	for s.pos = text; s.pos < len(s.page); {
		s.skipPast('>')
		before := s.page[:s.pos]
		if bytes.HasSuffix(before[text-2:], []byte("-->")) || bytes.HasSuffix(before[text:], []byte("--!>")) {
			return
		}
	}
}

// Spec: https://html.spec.whatwg.org/multipage/parsing.html#cdata-section-state
func (s *Scanner) skipCDATA() {
	text := s.pos + len("<![CDATA[")
	i := bytes.Index(s.page[text:], []byte("]]>"))
	if i < 0 {
		s.pos = len(s.page)
		return
	}
	s.builder.text(Span{text, text + i})
	s.pos = text + i + len("]]>")
}

// isRawText tells whether the text of an element of HTML has no tags in it.
func isRawText(name atom.Atom) bool {
	switch name {
	case atom.Iframe, atom.Noembed, atom.Noframes, atom.Noscript, atom.Plaintext, atom.Script, atom.Style,
		atom.Textarea, atom.Title, atom.Xmp:
		return true
	}
	return false
}

// skipRawText moves from the start tag of the element to its end tag, or to the end of the page.
//
// Spec: https://html.spec.whatwg.org/multipage/parsing.html#rawtext-state
func (s *Scanner) skipRawText(name atom.Atom) {
	switch name {
	case atom.Plaintext:
		s.pos = len(s.page)
		return
	case atom.Script:
		s.skipScript()
		return
	}
	for s.skipTo('<') && !isEndTag(s.page[s.pos:], name.String()) {
		s.pos++
	}
}

// skipTo moves to the next b and reports whether there is one. If not it moves to the end of the page.
func (s *Scanner) skipTo(b byte) bool {
	i := bytes.IndexByte(s.page[s.pos:], b)
	if i < 0 {
		s.pos = len(s.page)
		return false
	}
	s.pos += i
	return true
}

// isEndTag reports whether b begins with an end tag of the element.
func isEndTag(b []byte, name string) bool {
	return len(b) > 1 && b[1] == '/' && isNamed(b[2:], name)
}

// isNamed reports whether b begins with the name of a tag and what ends it.
func isNamed(b []byte, name string) bool {
	return len(b) > len(name) && classOf[b[len(name)]]&endsName != 0 && equalFold(b[:len(name)], name)
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
func (s *Scanner) skipScript() {
	state := scriptData
	for s.pos < len(s.page) {
		start := s.pos
		found := s.skipTo('<')
		if state != scriptData {
			if i := bytes.Index(s.page[start:s.pos], []byte("-->")); i >= 0 {
				s.pos = start + i + len("-->")
				state = scriptData
				continue
			}
		}
		if !found {
			return
		}
		rest := s.page[s.pos:]
		switch state {
		case scriptData:
			if isEndTag(rest, "script") {
				return
			}
			if bytes.HasPrefix(rest, []byte("<!--")) {
				state = scriptDataEscaped
				s.pos++ // its dashes may be those of "-->"
			}
		case scriptDataEscaped:
			if isEndTag(rest, "script") {
				return
			}
			state = afterLessThan(rest[1:])
		case scriptDataDoubleEscaped:
			if isEndTag(rest, "script") {
				state = scriptDataEscaped
			}
		}
		s.pos++
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

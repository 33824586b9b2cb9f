package charset

import "bytes"

// A tagScanner finds the tags of a page as a tokenizer does that nobody tells about trees: comments, declarations and
// the text of scripts, styles and titles hold no tags. It keeps nothing but positions.
//
// Spec: https://html.spec.whatwg.org/multipage/parsing.html#tokenization
type tagScanner struct {
	page  []byte
	limit int // tags that begin here or later are not looked for
	pos   int // where to go on

	name       string // of the last tag, if it is one of tagNames, else ""
	end        bool   // the last tag is an end tag
	attributes attributes
}

// next moves to the next tag and reports whether there is one. A tag that the page ends in is none.
func (s *tagScanner) next() bool {
	if s.pos < s.limit && !s.end && isRawText(s.name) {
		s.skipRawText()
	}
	for s.pos < s.limit {
		i := bytes.IndexByte(s.page[s.pos:s.limit], '<')
		if i < 0 {
			break
		}
		s.pos += i
		switch rest := s.page[s.pos+1:]; {
		case len(rest) == 0:
			return false
		case isLetter(rest[0]):
			return s.tag(1)
		case rest[0] == '/' && len(rest) > 1 && isLetter(rest[1]):
			return s.tag(2)
		case bytes.HasPrefix(rest, []byte("!--")):
			s.skipComment()
		case rest[0] == '!' || rest[0] == '?' || rest[0] == '/':
			s.skipPast('>')
		default:
			s.pos++
		}
	}
	return false
}

func isLetter(b byte) bool { return 'a' <= lower(b) && lower(b) <= 'z' }

// tag reads the tag at pos, whose name begins skip bytes on.
func (s *tagScanner) tag(skip int) bool {
	s.end = skip == 2
	start := s.pos + skip
	nameEnd := start
	for nameEnd < len(s.page) && !endsTagName(s.page[nameEnd]) {
		nameEnd++
	}
	s.name = tagName(s.page[start:nameEnd])
	s.attributes = attributes{rest: s.page[nameEnd:]}
	a := s.attributes
	for a.next() {
	}
	s.pos = len(s.page) - len(a.rest)
	return a.closed
}

func endsTagName(b byte) bool { return isSpace(b) || b == '/' || b == '>' }

// skipPast moves behind the next b, or to the end of the page.
func (s *tagScanner) skipPast(b byte) {
	i := bytes.IndexByte(s.page[s.pos:], b)
	if i < 0 {
		s.pos = len(s.page)
		return
	}
	s.pos += i + 1
}

// skipComment moves behind the comment at pos, which ends with "-->" or "--!>"; the dashes of the first may be those
// that opened the comment.
func (s *tagScanner) skipComment() {
	text := s.pos + len("<!--")
	for s.pos = text; s.pos < len(s.page); {
		s.skipPast('>')
		before := s.page[:s.pos]
		if bytes.HasSuffix(before[text-2:], []byte("-->")) || bytes.HasSuffix(before[text:], []byte("--!>")) {
			return
		}
	}
}

// skipRawText moves to the end tag of the element that the last tag opened, or to the end of the page.
func (s *tagScanner) skipRawText() {
	if s.name == "plaintext" {
		s.pos = len(s.page)
		return
	}
	if s.name == "script" {
		s.skipScript()
		return
	}
	for s.pos < len(s.page) && !isEndTag(s.page[s.pos:], s.name) {
		s.skipText()
	}
}

// skipText moves to the next "<" after pos.
func (s *tagScanner) skipText() {
	i := bytes.IndexByte(s.page[s.pos+1:], '<')
	if i < 0 {
		s.pos = len(s.page)
		return
	}
	s.pos += 1 + i
}

// isEndTag reports whether b begins with an end tag of the element.
func isEndTag(b []byte, name string) bool {
	return bytes.HasPrefix(b, []byte("</")) && isTagRest(b[2:], name)
}

// isTagRest reports whether b begins with a tag's name and what ends it.
func isTagRest(b []byte, name string) bool {
	return len(b) > len(name) && equalFold(b[:len(name)], name) && endsTagName(b[len(name)])
}

// skipScript moves to the end tag of a script. In what looks like a comment, a script start tag makes the next script
// end tag part of the text.
//
// Spec: https://html.spec.whatwg.org/multipage/parsing.html#script-data-state
func (s *tagScanner) skipScript() {
	escaped, inner := false, false
	for ; s.pos < len(s.page); s.pos++ {
		rest := s.page[s.pos:]
		switch {
		case !escaped && rest[0] != '<':
			s.skipText()
			s.pos--
		case isEndTag(rest, "script"):
			if !inner {
				return
			}
			inner = false
		case !escaped && bytes.HasPrefix(rest, []byte("<!--")):
			escaped = true
			s.pos++ // its dashes may be those of "-->"
		case escaped && bytes.HasPrefix(rest, []byte("-->")):
			escaped, inner = false, false
		case escaped && rest[0] == '<' && isTagRest(rest[1:], "script"):
			inner = true
		}
	}
}

// tagNames are the names that matter here: of the elements of a head, and of those with raw text.
var tagNames = [...]string{
	"html", "head", "meta", "link", "script", "style", "title", "base", "noscript", "object",
	"textarea", "xmp", "iframe", "noembed", "noframes", "plaintext",
}

// isRawText reports whether the element's content has no tags. That of noscript has, as where scripts do not run.
func isRawText(name string) bool {
	switch name {
	case "script", "style", "title", "textarea", "xmp", "iframe", "noembed", "noframes", "plaintext":
		return true
	}
	return false
}

// tagName returns the lower-case name if the scan for an encoding cares about it, else "".
func tagName(name []byte) string {
	var buf [len("plaintext")]byte
	if len(name) > len(buf) {
		return ""
	}
	for i, b := range name {
		buf[i] = lower(b)
	}
	for _, known := range tagNames {
		if string(buf[:len(name)]) == known {
			return known
		}
	}
	return ""
}

// An attributes value reads the attributes of a tag, one after the other.
//
// Spec: https://html.spec.whatwg.org/multipage/parsing.html#before-attribute-name-state
type attributes struct {
	rest        []byte // what follows the tag's name, later what follows the last attribute
	closed      bool   // rest is what follows the tag
	name, value []byte // of the last attribute, as they are written
}

// next moves to the next attribute. It returns false at the end of the tag, and at the end of the page.
func (a *attributes) next() bool {
	a.skip(func(b byte) bool { return isSpace(b) || b == '/' })
	if len(a.rest) == 0 {
		return false
	}
	if a.rest[0] == '>' {
		a.rest, a.closed = a.rest[1:], true
		return false
	}
	n := 1 // a "=" here is a name
	for n < len(a.rest) && a.rest[n] != '=' && !endsTagName(a.rest[n]) {
		n++
	}
	a.name, a.rest, a.value = a.rest[:n], a.rest[n:], nil
	a.skip(isSpace)
	if len(a.rest) > 0 && a.rest[0] == '=' {
		a.rest = a.rest[1:]
		a.skip(isSpace)
		a.readValue()
	}
	return true
}

func (a *attributes) skip(f func(byte) bool) {
	for len(a.rest) > 0 && f(a.rest[0]) {
		a.rest = a.rest[1:]
	}
}

func (a *attributes) readValue() {
	if len(a.rest) > 0 && (a.rest[0] == '"' || a.rest[0] == '\'') {
		a.value, a.rest, _ = bytes.Cut(a.rest[1:], a.rest[:1])
		return
	}
	n := 0
	for n < len(a.rest) && !isSpace(a.rest[n]) && a.rest[n] != '>' {
		n++
	}
	a.value, a.rest = a.rest[:n], a.rest[n:]
}

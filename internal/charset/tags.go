package charset

import (
	"bytes"
	"math"
)

// A tagScanner finds the tags of a page as a tokenizer does that nobody tells about trees: comments, declarations and
// the text of scripts, styles and titles hold no tags. It ends where the head and the first bytes have ended. It keeps
// nothing but positions.
//
// It can work piece by piece. Then page is a part of the page, and more says that the page goes on behind that. Where
// next returns false, it can be called again with more of the page; what is before pos is not needed for that, and drop
// takes it away. A tag is read again from its beginning then, but nothing else is.
//
// Spec: https://html.spec.whatwg.org/multipage/parsing.html#tokenization
type tagScanner struct {
	page     []byte
	more     bool
	pos      int  // where to go on
	always   int  // tags that begin here or later are looked for only in a head
	leftHead bool // a tag was not one of a head

	name       string // of the last tag, if it is one of tagNames, else ""
	end        bool   // the last tag is an end tag
	attributes attributes

	in             construct // what pos is in the midst of
	escaped, inner bool      // the states of a script
}

// A construct is a part of a page that has no tags.
type construct uint8

const (
	noConstruct construct = iota
	inComment
	inDeclaration // and what is taken for a comment up to the next ">"
	inRawText     // of the element that the last tag opened
)

// drop forgets the n bytes before pos, so that page begins behind them.
func (s *tagScanner) drop(n int) {
	s.page = s.page[n:]
	s.pos -= n
	s.always -= n
}

// limit returns where the scan ends: tags that begin there or later are not looked for.
func (s *tagScanner) limit() int {
	if s.leftHead {
		return s.always
	}
	return math.MaxInt
}

// isCut reports whether the part of the page breaks off in the n bytes at pos.
func (s *tagScanner) isCut(n int) bool { return s.more && len(s.page)-s.pos < n }

// next moves to the next tag and reports whether there is one. A tag that the page ends in is none.
func (s *tagScanner) next() bool {
	for s.pos < s.limit() && s.leave() && s.find('<', s.limit()) {
		if s.isCut(len("<!--->")) {
			return false
		}
		switch rest := s.page[s.pos+1:]; {
		case len(rest) == 0:
			return false
		case isLetter(rest[0]):
			return s.tag(1)
		case rest[0] == '/' && len(rest) > 1 && isLetter(rest[1]):
			return s.tag(2)
		case rest[0] != '!' && rest[0] != '?' && rest[0] != '/':
			s.pos++
		case bytes.HasPrefix(rest, []byte("!-->")) || bytes.HasPrefix(rest, []byte("!--->")):
			s.in = inDeclaration // the dashes that open the comment end it, too
		case bytes.HasPrefix(rest, []byte("!--")):
			s.in = inComment
			s.pos += len("<!--")
		default:
			s.in = inDeclaration
		}
	}
	return false
}

// find moves to the next b before until. If there is none, it moves to there or the end of the page, but never back.
func (s *tagScanner) find(b byte, until int) bool {
	until = max(s.pos, min(until, len(s.page)))
	i := bytes.IndexByte(s.page[s.pos:until], b)
	if i < 0 {
		s.pos = until
		return false
	}
	s.pos += i
	return true
}

func isLetter(b byte) bool { return 'a' <= lower(b) && lower(b) <= 'z' }

// tag reads the tag at pos, whose name begins skip bytes on.
func (s *tagScanner) tag(skip int) bool {
	end := skip == 2
	start := s.pos + skip
	nameEnd := start
	for nameEnd < len(s.page) && !endsTagName(s.page[nameEnd]) {
		nameEnd++
	}
	if nameEnd == len(s.page) {
		return false
	}
	name := tagName(s.page[start:nameEnd])
	s.leftHead = s.leftHead || !inHead(name, end)
	a := attributes{rest: s.page[nameEnd:]}
	for a.next() {
	}
	if !a.closed {
		if name != "meta" && s.limit() <= len(s.page) { // its end is behind the limit, too, wherever that is
			s.pos = len(s.page)
		}
		return false
	}
	s.name, s.end, s.attributes = name, end, attributes{rest: s.page[nameEnd:]}
	s.pos = len(s.page) - len(a.rest)
	if !end && isRawText(name) {
		s.in, s.escaped, s.inner = inRawText, false, false
	}
	return true
}

func endsTagName(b byte) bool { return isSpace(b) || b == '/' || b == '>' }

// leave moves behind the construct that pos is in, and reports whether it ends.
func (s *tagScanner) leave() bool {
	ended := true
	switch s.in {
	case inComment:
		ended = s.leaveComment()
	case inDeclaration:
		ended = s.find('>', len(s.page))
	case inRawText:
		ended = s.leaveRawText()
	}
	if ended {
		s.in = noConstruct
	}
	return ended
}

// leaveComment moves behind the end of a comment, "-->" or "--!>".
func (s *tagScanner) leaveComment() bool {
	for i := s.pos; ; {
		end := bytes.IndexByte(s.page[i:], '>')
		if end < 0 {
			s.pos = max(s.pos, len(s.page)-len("--!")) // it may end with the first byte to come
			return false
		}
		i += end + 1
		if text := s.page[s.pos:i]; bytes.HasSuffix(text, []byte("-->")) || bytes.HasSuffix(text, []byte("--!>")) {
			s.pos = i
			return true
		}
	}
}

// leaveRawText moves to the end tag of the element that the last tag opened.
func (s *tagScanner) leaveRawText() bool {
	switch s.name {
	case "plaintext":
		s.pos = len(s.page)
		return false
	case "script":
		return s.leaveScript()
	}
	for ; s.find('<', len(s.page)); s.pos++ {
		if s.isCut(len("</>") + len(s.name)) {
			return false
		}
		if isEndTag(s.page[s.pos:], s.name) {
			return true
		}
	}
	return false
}

// isEndTag reports whether b begins with an end tag of the element.
func isEndTag(b []byte, name string) bool {
	return bytes.HasPrefix(b, []byte("</")) && isTagRest(b[2:], name)
}

// isTagRest reports whether b begins with a tag's name and what ends it.
func isTagRest(b []byte, name string) bool {
	return len(b) > len(name) && equalFold(b[:len(name)], name) && endsTagName(b[len(name)])
}

// leaveScript moves to the end tag of a script. In what looks like a comment, a script start tag makes the next script
// end tag part of the text.
//
// Spec: https://html.spec.whatwg.org/multipage/parsing.html#script-data-state
func (s *tagScanner) leaveScript() bool {
	for ; s.pos < len(s.page); s.pos++ {
		if !s.escaped && !s.find('<', len(s.page)) || s.isCut(len("</script>")) {
			return false
		}
		rest := s.page[s.pos:]
		switch {
		case isEndTag(rest, "script"):
			if !s.inner {
				return true
			}
			s.inner = false
		case !s.escaped && bytes.HasPrefix(rest, []byte("<!--")):
			s.escaped = true
			s.pos++ // its dashes may be those of "-->"
		case s.escaped && bytes.HasPrefix(rest, []byte("-->")):
			s.escaped, s.inner = false, false
		case s.escaped && rest[0] == '<' && isTagRest(rest[1:], "script"):
			s.inner = true
		}
	}
	return false
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

package xmltree

import "bytes"

// whiteSpace is the S of XML.
const whiteSpace = " \t\r\n"

// scanner reads markup byte by byte: what the decoder does not tell, or not exactly. Its methods that fail may have
// read something.
type scanner struct {
	page []byte // up to where it may read
	at   int
}

// scanTag returns a scanner that stands before the attributes of a start tag.
func scanTag(page []byte, tag Span) scanner {
	s := scanner{page[:tag.End], tag.Start + len("<")}
	s.name()
	return s
}

// space skips white space, and reports whether there was any.
func (s *scanner) space() bool {
	start := s.at
	for s.at < len(s.page) && isSpace(s.page[s.at]) {
		s.at++
	}
	return s.at > start
}

// skip skips the text, if it is next.
func (s *scanner) skip(text string) bool {
	if !bytes.HasPrefix(s.page[s.at:], []byte(text)) {
		return false
	}
	s.at += len(text)
	return true
}

// skipPast skips all to the end of the first text like this.
func (s *scanner) skipPast(text string) bool {
	i := bytes.Index(s.page[s.at:], []byte(text))
	if i >= 0 {
		s.at += i + len(text)
	}
	return i >= 0
}

// name reads a name, or nothing. Beyond ASCII all characters pass for letters.
func (s *scanner) name() []byte {
	start := s.at
	if start < len(s.page) && isLaterNameByte(s.page[start]) {
		return nil
	}
	for s.at < len(s.page) && isNameByte(s.page[s.at]) {
		s.at++
	}
	return s.page[start:s.at]
}

// quoted reads a value in quotes of either kind, and returns what is between them.
func (s *scanner) quoted() (value Span, ok bool) {
	if s.at == len(s.page) || s.page[s.at] != '"' && s.page[s.at] != '\'' {
		return Span{}, false
	}
	start := s.at + 1
	length := bytes.IndexByte(s.page[start:], s.page[s.at])
	if length < 0 {
		return Span{}, false
	}
	s.at = start + length + 1
	return Span{start, start + length}, true
}

// attribute reads an attribute with the white space before it.
//
// Spec: https://www.w3.org/TR/2008/REC-xml-20081126/#NT-Attribute
func (s *scanner) attribute() (name []byte, value Span, ok bool) {
	if !s.space() {
		return nil, Span{}, false
	}
	name = s.name()
	s.space()
	if len(name) == 0 || !s.skip("=") {
		return nil, Span{}, false
	}
	s.space()
	value, ok = s.quoted()
	return name, value, ok
}

// isSpace reports whether c is one of whiteSpace.
func isSpace(c byte) bool { return c == ' ' || c == '\t' || c == '\r' || c == '\n' }

// isNameByte reports whether c may be in a name.
func isNameByte(c byte) bool {
	return 'a' <= c|0x20 && c|0x20 <= 'z' || c == '_' || c == ':' || c >= 0x80 || isLaterNameByte(c)
}

// isLaterNameByte reports whether c may be in a name, but not at its start.
func isLaterNameByte(c byte) bool { return '0' <= c && c <= '9' || c == '-' || c == '.' }

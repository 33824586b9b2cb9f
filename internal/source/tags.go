package source

import "bytes"

// readTag reads the tag at pos whose name begins at name, and moves behind it. If the page ends in the tag it moves to
// the end and returns false.
//
// Spec: https://html.spec.whatwg.org/multipage/parsing.html#tag-name-state
func (s *Scanner) readTag(name int) bool {
	page := s.page
	end := skipName(page, name)
	s.tag.Start, s.tag.Name = s.pos, Span{name, end}
	s.tag.Attrs, s.tag.Repeated = s.tag.Attrs[:0], s.tag.Repeated[:0]
	s.repeated.reset()
	s.isWatched = false
	for at := end; ; {
		at = skipSpace(page, at)
		switch {
		case at == len(page):
			s.pos = at
			return false
		case page[at] == '>':
			s.pos = at + 1
			s.tag.End = s.pos
			s.selfClosing = s.endsSelfClosing()
			return true
		case page[at] == '/':
			at++
		default:
			at = s.readAttr(page, at)
		}
	}
}

// readAttr reads the attribute that begins at the offset and returns where it ends. If the page ends in the attribute
// that is the end of the page.
//
// Spec: https://html.spec.whatwg.org/multipage/parsing.html#attribute-name-state
func (s *Scanner) readAttr(page []byte, start int) int {
	end := start + 1 // a "=" here belongs to the name
	for end < len(page) && classOf[page[end]]&(endsName|equals) == 0 {
		end++
	}
	name, value, quote := Span{start, end}, Span{end, end}, byte(0)
	at := end
	if at < len(page) && page[at] != '=' {
		at = skipSpace(page, at)
	}
	hasValue := at < len(page) && page[at] == '='
	if hasValue {
		value, quote, end = readValue(page, skipSpace(page, at+1))
	}
	if s.watched != nil && s.watched.has(page[name.Start:name.End]) {
		s.isWatched = true
	}
	a := Attr{Name: name, Value: value, Quote: quote, HasValue: hasValue}
	if s.repeated.isNew(page, s.tag.Attrs, name) {
		s.tag.Attrs = append(s.tag.Attrs, a)
	} else {
		s.tag.Repeated = append(s.tag.Repeated, a)
	}
	return end
}

// readValue reads the value that begins at the offset and returns it with its quote, and where that ends.
//
// Spec: https://html.spec.whatwg.org/multipage/parsing.html#before-attribute-value-state
func readValue(page []byte, start int) (value Span, quote byte, end int) {
	if start < len(page) && (page[start] == '"' || page[start] == '\'') {
		quote = page[start]
		start++
		n := bytes.IndexByte(page[start:], quote)
		if n < 0 {
			return Span{start, len(page)}, quote, len(page)
		}
		return Span{start, start + n}, quote, start + n + 1
	}
	for end = start; end < len(page) && classOf[page[end]]&space == 0 && page[end] != '>'; {
		end++
	}
	return Span{start, end}, 0, end
}

// endsSelfClosing tells whether the tag that ends at pos does so with "/>", where the "/" is none of the last value.
// As in x/net/html it is none of the value of a repeated attribute either.
func (s *Scanner) endsSelfClosing() bool {
	slash := s.pos - len("/>")
	if s.page[slash] != '/' {
		return false
	}
	last := len(s.tag.Attrs) - 1
	return last < 0 || s.tag.Attrs[last].Value.End != slash+1
}

// skipName returns the end of the tag name that begins at the offset.
func skipName(page []byte, at int) int {
	for at < len(page) && classOf[page[at]]&endsName == 0 {
		at++
	}
	return at
}

func skipSpace(page []byte, at int) int {
	for at < len(page) && classOf[page[at]]&space != 0 {
		at++
	}
	return at
}

// The classes of bytes.
const (
	space = 1 << iota
	endsName
	equals
	decodes // stands for something else in a value
)

var classOf = func() (table [256]uint8) {
	for _, b := range []byte(" \t\n\f\r") {
		table[b] = space | endsName
	}
	table['/'], table['>'], table['='] = endsName, endsName, equals
	for _, b := range []byte("&\r\x00") {
		table[b] |= decodes
	}
	return
}()

func isLetter(b byte) bool { return 'a' <= b|0x20 && b|0x20 <= 'z' }

func toLower(b byte) byte {
	if 'A' <= b && b <= 'Z' {
		b += 'a' - 'A'
	}
	return b
}

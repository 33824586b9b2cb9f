package source

import "bytes"

// readTag reads the tag at pos whose name begins at name, and moves behind it. If the page ends in the tag it moves to
// the end and returns false.
//
// Spec: https://html.spec.whatwg.org/multipage/parsing.html#tag-name-state
func (s *Scanner) readTag(name int) bool {
	end := s.skipName(name)
	s.tag = Tag{Start: s.pos, Name: Span{name, end}, Attrs: s.tag.Attrs[:0], Repeated: s.tag.Repeated[:0]}
	s.repeated.reset()
	for at := end; ; {
		at = s.skipSpace(at)
		switch {
		case at == len(s.page):
			s.pos = at
			return false
		case s.page[at] == '>':
			s.pos = at + 1
			s.tag.End = s.pos
			s.selfClosing = s.endsSelfClosing()
			return true
		case s.page[at] == '/':
			at++
		default:
			at = s.readAttr(at)
		}
	}
}

// readAttr reads the attribute that begins at the offset and returns where it ends. If the page ends in the attribute
// that is the end of the page.
//
// Spec: https://html.spec.whatwg.org/multipage/parsing.html#attribute-name-state
func (s *Scanner) readAttr(start int) int {
	end := start + 1 // a "=" here belongs to the name
	for end < len(s.page) && classOf[s.page[end]]&(endsName|equals) == 0 {
		end++
	}
	a := Attr{Name: Span{start, end}, Value: Span{end, end}}
	if at := s.skipSpace(end); at < len(s.page) && s.page[at] == '=' {
		a.HasValue = true
		end = s.readValue(&a, s.skipSpace(at+1))
	}
	if s.repeated.isNew(s.page, s.tag.Attrs, a.Name) {
		s.tag.Attrs = append(s.tag.Attrs, a)
	} else {
		s.tag.Repeated = append(s.tag.Repeated, a)
	}
	return end
}

// readValue reads the value that begins at the offset and returns where it ends, with its quote.
//
// Spec: https://html.spec.whatwg.org/multipage/parsing.html#before-attribute-value-state
func (s *Scanner) readValue(a *Attr, start int) int {
	if start < len(s.page) && (s.page[start] == '"' || s.page[start] == '\'') {
		a.Quote = s.page[start]
		start++
		n := bytes.IndexByte(s.page[start:], a.Quote)
		if n < 0 {
			return len(s.page)
		}
		a.Value = Span{start, start + n}
		return a.Value.End + 1
	}
	end := start
	for end < len(s.page) && classOf[s.page[end]]&space == 0 && s.page[end] != '>' {
		end++
	}
	a.Value = Span{start, end}
	return end
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
func (s *Scanner) skipName(at int) int {
	for at < len(s.page) && classOf[s.page[at]]&endsName == 0 {
		at++
	}
	return at
}

func (s *Scanner) skipSpace(at int) int {
	for at < len(s.page) && classOf[s.page[at]]&space != 0 {
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

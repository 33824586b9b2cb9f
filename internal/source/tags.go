package source

import "bytes"

// readTag reads the tag at pos whose name begins at name, and moves behind it. If the page ends in the tag it moves to
// the end and returns false.
//
// Spec: https://html.spec.whatwg.org/multipage/parsing.html#tag-name-state
func (s *Scanner) readTag(name int) bool {
	page := s.page
	end, word := nameAt(page, name, endsName)
	s.tag.Start, s.tag.Name, s.tag.word = s.pos, Span{name, end}, word
	s.tag.Attrs, s.tag.Repeated = s.tag.Attrs[:0], s.tag.Repeated[:0]
	s.seen, s.isWatched, s.repeated.filled = 0, false, false
	for at := end; at < len(page); {
		switch c := page[at]; {
		case classOf[c]&endsName == 0:
			at = s.readAttribute(at)
		case c != '>':
			at++
		default:
			s.pos, s.tag.End = at+1, at+1
			s.selfClosing = s.endsSelfClosing()
			return true
		}
	}
	s.pos = len(page)
	return false
}

// readAttribute reads the attribute that begins at the offset, and returns where it ends. It marks it, and tells whether it is
// a repeated one.
func (s *Scanner) readAttribute(at int) (end int) {
	n := len(s.tag.Attrs)
	s.tag.Attrs = append(s.tag.Attrs, Attr{})
	a := &s.tag.Attrs[n]
	end = a.read(s.page, at)
	k := a.word
	if k == 0 {
		k = key(s.page[a.Name.Start:a.Name.End])
	}
	mix := k.mix()
	known := s.watched.first(mix)
	if a.Mark = known.mark; known.key != k && known.key != 0 {
		a.Mark = s.watched.mark(k)
	}
	s.isWatched = s.isWatched || a.Mark != NoMark
	bit := uint64(1) << (mix >> 58)
	if (s.seen&bit != 0 || n >= few) && !s.repeated.isNew(s.page, s.tag.Attrs[:n], a.Name) {
		s.tag.Attrs, s.tag.Repeated = s.tag.Attrs[:n], append(s.tag.Repeated, *a)
	}
	s.seen |= bit
	return end
}

// read reads the attribute that begins at the offset and returns where it ends. If the page ends in the attribute that is
// the end of the page.
//
// Spec: https://html.spec.whatwg.org/multipage/parsing.html#attribute-name-state
func (a *Attr) read(page []byte, start int) (end int) {
	end, a.word = nameAt(page, start, endsName|equals)
	if end == start { // a "=" here belongs to the name
		end, _ = nameAt(page, start+1, endsName|equals)
		a.word = wordOf(page[start:end])
	}
	a.Name, a.Value = Span{start, end}, Span{end, end}
	at := end
	if at < len(page) && page[at] != '=' {
		at = skipSpace(page, at)
	}
	if at == len(page) || page[at] != '=' {
		return end
	}
	a.HasValue = true
	if at++; at < len(page) && classOf[page[at]]&space != 0 {
		at = skipSpace(page, at)
	}
	return a.readValue(page, at)
}

// readValue reads the value that begins at the offset and returns where it ends with its quote.
//
// Spec: https://html.spec.whatwg.org/multipage/parsing.html#before-attribute-value-state
func (a *Attr) readValue(page []byte, start int) (end int) {
	if start < len(page) && (page[start] == '"' || page[start] == '\'') {
		a.Quote = page[start]
		start++
		n := bytes.IndexByte(page[start:], a.Quote)
		if n < 0 {
			a.Value = Span{start, len(page)}
			return len(page)
		}
		a.Value = Span{start, start + n}
		return start + n + 1
	}
	for end = start; end < len(page) && classOf[page[end]]&space == 0 && page[end] != '>'; {
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

// appendName appends a name as the parser has it: in lower case, and with U+FFFD for NUL.
func appendName(dst, name []byte) []byte {
	for _, c := range name {
		if c == 0 {
			dst = append(dst, replacement...)
			continue
		}
		dst = append(dst, toLower(c))
	}
	return dst
}

// nul is what becomes a replacement character.
var nul, replacement = []byte{0}, []byte("\uFFFD")

func toLower(b byte) byte {
	if 'A' <= b && b <= 'Z' {
		b += 'a' - 'A'
	}
	return b
}

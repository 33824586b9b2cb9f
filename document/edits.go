package document

import (
	"bytes"
	"cmp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"golang.org/x/net/html"

	"htmlurl/internal/source"
	"htmlurl/internal/xmltree"
)

// change is a change of a part of a value, which then has text there, or of a part of the markup.
type change struct {
	part    source.Span   // of the document's text
	text    string        // unescaped, unless it is markup
	value   *changedValue // which has the part; nil for markup
	mayJoin bool          // what is written before it may be a character reference
	isKept  bool          // it stays, whatever others want

	raw, reference string // what was there and what is to be there, in the terms of links
}

// left returns the change as one that is not made.
func (c *change) left(err error) Left {
	l := Left{Raw: c.raw, New: c.reference, Err: err}
	if c.value != nil {
		l.Node, l.Attr = c.value.node, c.value.attr
	}
	return l
}

// changedValue is a value with changes.
type changedValue struct {
	span   source.Span // of the document's text
	holder holder
	quote  byte
	isBare bool
	node   *html.Node
	attr   string
}

// edit is a part of a document's text and what takes its place.
type edit struct {
	part source.Span
	text string
}

// edits returns the edits that make the changes, in the order of the text, and what is left. None overlaps another: what
// is inside something that is removed goes with it.
func (w *Rewrite) edits() ([]edit, []Left) {
	slices.SortStableFunc(w.changes, func(a, b change) int {
		return cmp.Or(a.part.Start-b.part.Start, a.part.End-b.part.End)
	})
	e := editor{document: w.document, left: slices.Clip(w.left)}
	for changes := w.changes; len(changes) > 0; {
		n := 1
		for n < len(changes) && areTogether(changes[0].value, changes[n].value) {
			n++
		}
		e.value(changes[:n])
		changes = changes[n:]
	}
	return e.edits, e.left
}

// areTogether tells whether two changes are of one place.
func areTogether(a, b *changedValue) bool { return a != nil && b != nil && a.span == b.span }

// editor makes edits of changes.
type editor struct {
	document *Document
	edits    []edit
	left     []Left
}

// put adds an edit, unless it is in one before. It makes one of those that touch.
func (e *editor) put(part source.Span, text string) {
	last := len(e.edits) - 1
	switch {
	case last >= 0 && part.Start < e.edits[last].part.End:
	case last >= 0 && part.Start == e.edits[last].part.End:
		e.edits[last].part.End = part.End
		e.edits[last].text += text
	default:
		e.edits = append(e.edits, edit{part, text})
	}
}

// value adds the edits of one value, or of one piece of markup.
func (e *editor) value(changes []change) {
	value := changes[0].value
	if value == nil {
		e.put(changes[0].part, changes[0].text)
		return
	}
	changes = e.unique(changes)
	if len(changes) == 0 {
		return
	}
	quote, isAdded := value.quote, false
	if value.holder == htmlAttribute && quote == 0 {
		quote, isAdded = e.newQuote(value, changes)
	}
	if isAdded {
		opening := string(quote)
		if value.isBare {
			opening = "=" + opening
		}
		e.put(source.Span{Start: value.span.Start, End: value.span.Start}, opening)
	}
	for _, c := range changes {
		e.put(c.part, e.written(&c, quote))
	}
	if isAdded {
		e.put(source.Span{Start: value.span.End, End: value.span.End}, string(quote))
	}
}

// unique returns one change for each place. There is none of those that differ, or that stay.
func (e *editor) unique(changes []change) []change {
	if isUnique(changes) {
		return changes
	}
	var unique []change
	for len(changes) > 0 {
		n := 1
		differ := false
		for n < len(changes) && changes[n].part == changes[0].part {
			differ = differ || changes[n].text != changes[0].text || changes[n].isKept != changes[0].isKept
			n++
		}
		switch {
		case differ:
			for _, c := range changes[:n] {
				if left := c.left(ErrConflict); !c.isKept {
					left.Span = e.document.places.span(c.part)
					e.left = append(e.left, left)
				}
			}
		case !changes[0].isKept:
			unique = append(unique, changes[0])
		}
		changes = changes[n:]
	}
	return unique
}

// isUnique tells whether all changes are of different places, and none stays.
func isUnique(changes []change) bool {
	for i := range changes {
		if changes[i].isKept || i > 0 && changes[i].part == changes[i-1].part {
			return false
		}
	}
	return true
}

// newQuote returns the quote that a value without quotes gets: none if it is not empty, was not, and nothing new in it needs
// any; a double quote, if the parts that stay have none; or else a single quote. If they have both it gets none, and what is
// new must do without characters that need one.
//
// Spec: https://html.spec.whatwg.org/#unquoted
func (e *editor) newQuote(value *changedValue, changes []change) (quote byte, isAdded bool) {
	needsQuote, isEmpty := value.span.Start == value.span.End, true
	hasDouble, hasSingle := false, false
	at := value.span.Start
	keep := func(end int) {
		kept := e.document.places.text[at:end]
		isEmpty = isEmpty && len(kept) == 0
		hasDouble = hasDouble || bytes.IndexByte(kept, '"') >= 0
		hasSingle = hasSingle || bytes.IndexByte(kept, '\'') >= 0
	}
	for i := range changes {
		c := &changes[i]
		keep(c.part.Start)
		isEmpty = isEmpty && c.text == ""
		needsQuote = needsQuote || strings.ContainsAny(c.text, "\t\n\f \"'=`")
		at = c.part.End
	}
	keep(value.span.End)
	switch {
	case !needsQuote && !isEmpty:
		return 0, false
	case !hasDouble:
		return '"', true
	case !hasSingle:
		return '\'', true
	}
	return 0, false
}

// written returns what is written for a change.
func (e *editor) written(c *change, quote byte) string {
	text := c.text
	switch c.value.holder {
	case htmlAttribute:
		text = e.document.htmlValue(text, quote)
	case xmlAttribute:
		text = e.document.xmlValue(text, quote)
	}
	if c.mayJoin && e.document.places.joins(c, text) {
		text = ";" + text
	}
	return text
}

// joins tells whether text would be taken together with a character reference without semicolon before the change.
//
// Spec: https://html.spec.whatwg.org/#named-character-reference-state,
// https://html.spec.whatwg.org/#numeric-character-reference-state
func (p *places) joins(c *change, text string) bool {
	before := p.text[c.value.span.Start:c.part.Start]
	i := len(before)
	for i > 0 && isAlphanumeric(before[i-1]) {
		i--
	}
	if i > 0 && before[i-1] == '#' {
		i--
	}
	if i == 0 || i == len(before) || before[i-1] != '&' {
		return false
	}
	const longest = 40 // of named references; how long a number is makes no difference
	before, text = before[i-1:], text[:min(len(text), longest)]
	isAttribute := c.value.holder == htmlAttribute
	apart := source.AppendValue(source.AppendValue(nil, before, isAttribute), []byte(text), isAttribute)
	together := source.AppendValue(nil, append(bytes.Clone(before), text...), isAttribute)
	return !bytes.Equal(apart, together)
}

func isAlphanumeric(b byte) bool { return isLetter(b) || '0' <= b && b <= '9' }

// holds tells whether the bytes of the document can have the character as it is. Where nothing declares the encoding, which
// others may then guess in another way, that is ASCII.
func (d *Document) holds(r rune) bool {
	switch d.source {
	case FromFallback, FromValidUTF8:
		if !d.isXML() {
			return r < utf8.RuneSelf
		}
	}
	return d.encoding.Holds(r) && (d.xml == nil || xmltree.IsCharacter(r))
}

// htmlValue returns what is written for a string in an attribute with that quote, or without one.
//
// Spec: https://html.spec.whatwg.org/#attributes-2, https://html.spec.whatwg.org/#escapingString,
// https://html.spec.whatwg.org/#numeric-character-reference-end-state
func (d *Document) htmlValue(s string, quote byte) string {
	if isPlain(s, quote) {
		return s
	}
	var b strings.Builder
	for _, r := range s {
		switch {
		case r == '&':
			b.WriteString("&amp;")
		case r == '<':
			b.WriteString("&lt;")
		case r == '>':
			b.WriteString("&gt;")
		case r == '"' && quote == '"':
			b.WriteString("&quot;")
		case r == '\r', r == '\'' && quote == '\'', quote == 0 && strings.ContainsRune("\t\n\f \"'=`", r):
			writeReference(&b, r)
		case d.holds(r):
			b.WriteRune(r)
		case isC1(r):
			writePercent(&b, r)
		default:
			writeReference(&b, r)
		}
	}
	return b.String()
}

// isC1 tells whether a character is a control for which a reference would mean a character of windows-1252.
//
// Spec: https://html.spec.whatwg.org/#numeric-character-reference-end-state
func isC1(r rune) bool { return 0x80 <= r && r < 0xA0 }

// isPlain tells whether a string is printable ASCII without what is special in an attribute with that quote, or without one.
func isPlain(s string, quote byte) bool {
	for i := range len(s) {
		switch c := s[i]; {
		case c <= ' ', c >= 0x7F, c == '&', c == '<', c == '>', c == '"', c == '\'':
			return false
		case quote == 0 && (c == '=' || c == '`'):
			return false
		}
	}
	return true
}

// xmlValue is htmlValue for an XML document.
//
// Spec: https://www.w3.org/TR/2008/REC-xml-20081126/#NT-AttValue, #AVNormalize
func (d *Document) xmlValue(s string, quote byte) string {
	var b strings.Builder
	for _, r := range s {
		switch {
		case r == '&':
			b.WriteString("&amp;")
		case r == '<':
			b.WriteString("&lt;")
		case r == '>': // which may end an instruction
			b.WriteString("&gt;")
		case r == '"' && quote == '"':
			b.WriteString("&quot;")
		case r == '\t', r == '\n', r == '\r', r == '\'' && quote == '\'':
			writeReference(&b, r)
		case d.holds(r):
			b.WriteRune(r)
		case !xmltree.IsCharacter(r):
			writePercent(&b, r)
		default:
			writeReference(&b, r)
		}
	}
	return b.String()
}

// writeReference writes a character reference.
func writeReference(b *strings.Builder, r rune) {
	b.WriteString("&#")
	b.WriteString(strconv.Itoa(int(r)))
	b.WriteByte(';')
}

// writePercent writes the percent-encoded UTF-8 of a character.
func writePercent(b *strings.Builder, r rune) {
	const digits = "0123456789ABCDEF"
	for _, c := range utf8.AppendRune(nil, r) {
		b.WriteByte('%')
		b.WriteByte(digits[c>>4])
		b.WriteByte(digits[c&15])
	}
}

// append appends the page with edits of its text.
func (p *places) append(dst []byte, edits []edit) []byte {
	at := 0
	var written []byte
	for _, e := range edits {
		var start, end int
		written, start, end = p.offsets.AppendReplacement(written[:0], e.part.Start, e.part.End, e.text)
		dst = append(dst, p.page[at:max(at, p.bom+start)]...)
		dst = append(dst, written...)
		at = p.bom + end
	}
	return append(dst, p.page[at:]...)
}

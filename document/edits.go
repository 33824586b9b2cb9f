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
	part     source.Span // of the document's text
	text     string      // unescaped, unless it is markup
	isMarkup bool
	isKept   bool        // it stays, whatever others want
	value    source.Span // which has the part
	holder   holder
	quote    byte
	isBare   bool

	node *html.Node // of the link, as its attribute and reference
	attr string
	raw  string
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
		for n < len(changes) && changes[n].value == changes[0].value && !changes[0].isMarkup && !changes[n].isMarkup {
			n++
		}
		e.value(changes[:n])
		changes = changes[n:]
	}
	return e.edits, e.left
}

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
	first := changes[0]
	if first.isMarkup {
		e.put(first.part, first.text)
		return
	}
	changes = e.unique(changes)
	if len(changes) == 0 {
		return
	}
	quote, isAdded := first.quote, false
	if first.holder == htmlAttribute && first.quote == 0 {
		quote, isAdded = e.newQuote(changes)
	}
	if isAdded {
		opening := string(quote)
		if first.isBare {
			opening = "=" + opening
		}
		e.put(source.Span{Start: first.value.Start, End: first.value.Start}, opening)
	}
	for _, c := range changes {
		e.put(c.part, e.written(&c, quote))
	}
	if isAdded {
		e.put(source.Span{Start: first.value.End, End: first.value.End}, string(quote))
	}
}

// unique returns one change for each place. There is none of those that differ, or that stay.
func (e *editor) unique(changes []change) []change {
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
				if !c.isKept {
					e.left = append(e.left, Left{
						Node: c.node, Attr: c.attr, Raw: c.raw, New: c.text, Span: e.document.places.span(c.part), Err: ErrConflict,
					})
				}
			}
		case !changes[0].isKept:
			unique = append(unique, changes[0])
		}
		changes = changes[n:]
	}
	return unique
}

// newQuote returns the quote that a value without quotes gets, if it is empty or what is new needs any: a double quote, if
// the parts that stay have none, or else a single quote. If they have both there is none, and the changes must do without
// characters that need one.
//
// Spec: https://html.spec.whatwg.org/#unquoted
func (e *editor) newQuote(changes []change) (quote byte, isAdded bool) {
	const needsQuote = "\t\n\f \"'<=>`"
	first := changes[0]
	var kept, added []byte
	at := first.value.Start
	for _, c := range changes {
		kept = append(kept, e.document.places.text[at:c.part.Start]...)
		added = append(added, c.text...)
		at = c.part.End
	}
	kept = append(kept, e.document.places.text[at:first.value.End]...)
	switch {
	case len(kept)+len(added) > 0 && !bytes.ContainsAny(added, needsQuote) && first.value.Start < first.value.End:
		return 0, false
	case bytes.IndexByte(kept, '"') < 0:
		return '"', true
	case bytes.IndexByte(kept, '\'') < 0:
		return '\'', true
	}
	return 0, false
}

// written returns what is written for a change.
func (e *editor) written(c *change, quote byte) string {
	switch c.holder {
	case htmlAttribute:
		text := e.document.htmlValue(c.text, quote)
		if e.document.places.joins(c, text) {
			text = ";" + text
		}
		return text
	case xmlAttribute:
		text := e.document.xmlValue(c.text, quote)
		if c.node.Type == html.CommentNode { // an instruction, which ends at "?>"
			text = strings.ReplaceAll(text, ">", "&gt;")
		}
		return text
	}
	return c.text
}

// joins tells whether text would be taken together with a character reference without semicolon before the change.
//
// Spec: https://html.spec.whatwg.org/#named-character-reference-state
func (p *places) joins(c *change, text string) bool {
	const longest = 40 // more than any reference
	before := p.text[max(c.value.Start, c.part.Start-longest):c.part.Start]
	i := bytes.LastIndexByte(before, '&')
	if i < 0 || bytes.IndexByte(before[i:], ';') >= 0 {
		return false
	}
	text = text[:min(len(text), longest)]
	apart := source.AppendValue(source.AppendValue(nil, before[i:], true), []byte(text), true)
	together := source.AppendValue(nil, append(bytes.Clone(before[i:]), text...), true)
	return !bytes.Equal(apart, together)
}

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
// Spec: https://html.spec.whatwg.org/#attributes-2, https://html.spec.whatwg.org/#numeric-character-reference-end-state
func (d *Document) htmlValue(s string, quote byte) string {
	if isPlain(s, quote) {
		return s
	}
	var b strings.Builder
	for _, r := range s {
		switch {
		case r == '&':
			b.WriteString("&amp;")
		case r == '"' && quote == '"':
			b.WriteString("&quot;")
		case r == '\r', r == '\'' && quote == '\'', quote == 0 && strings.ContainsRune("\t\n\f \"'<=>`", r):
			writeReference(&b, r)
		case d.holds(r):
			b.WriteRune(r)
		case 0x7F < r && r < 0xA0: // a reference would mean a character of windows-1252
			writePercent(&b, r)
		default:
			writeReference(&b, r)
		}
	}
	return b.String()
}

// isPlain tells whether a string is printable ASCII without what is special in an attribute with that quote, or without one.
func isPlain(s string, quote byte) bool {
	for i := range len(s) {
		switch c := s[i]; {
		case c <= ' ', c >= 0x7F, c == '&', c == '"', c == '\'':
			return false
		case quote == 0 && (c == '=' || c == '<' || c == '>' || c == '`'):
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

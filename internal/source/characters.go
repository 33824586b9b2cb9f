package source

import (
	"bytes"
)

// needsText tells whether it matters to the elements what the text is that comes.
func (b *builder) needsText() bool {
	if b.framesetOK || b.needsReconstruction() {
		return true
	}
	switch b.mode {
	case inBody, inCell, inTable, inCaption, inTableBody, inRow, inTemplate, inFrameset, afterFrameset:
		e := b.open[len(b.open)-1]
		return e.takesText || e.kind.start == startPre && !e.hasContents
	}
	return true
}

// dropsLineBreak tells whether a line break that comes does not count: at the start of pre.
func (b *builder) dropsLineBreak() bool {
	e := b.current()
	return e != nil && !e.hasContents && e.kind.start == startPre
}

// characters is what matters of a text.
type characters struct {
	isSpace bool // nothing but white space
	isNUL   bool // nothing but NUL
	isEmpty bool // nothing but white space and NUL
	space   bool // there is white space
}

// classify tells what matters of a text as it is written.
func (b *builder) classify(raw []byte) characters {
	c := characters{true, true, true, false}
	for i, char := range raw {
		switch {
		case classOf[char]&space != 0:
			c.isNUL, c.space = false, true
		case char == 0:
			c.isSpace = false
		case char == '&':
			b.buf = appendText(b.buf[:0], raw[i:])
			return c.and(b.buf)
		default:
			return characters{space: c.space || bytes.ContainsAny(raw[i:], whiteSpace)}
		}
	}
	return c
}

// appendText appends what a text as it is written stands for. It is AppendValue, but NUL stays NUL.
func appendText(dst, raw []byte) []byte {
	for {
		i := bytes.IndexByte(raw, 0)
		if i < 0 {
			return AppendValue(dst, raw, false)
		}
		dst = append(AppendValue(dst, raw[:i], false), 0)
		raw = raw[i+1:]
	}
}

// and tells what matters of a text if something, decoded, follows it.
func (c characters) and(text []byte) characters {
	for _, char := range text {
		switch {
		case classOf[char]&space != 0:
			c.isNUL, c.space = false, true
		case char == 0:
			c.isSpace = false
		default:
			c.isSpace, c.isNUL, c.isEmpty = false, false, false
		}
	}
	return c
}

// text takes a text, or another part of the one before.
func (b *builder) text(raw []byte, isPartial bool) {
	e := b.current()
	if e != nil && e.namespace != inHTML && e.integration != htmlAndText && e.integration != textElement {
		b.foreignText(e, raw)
		return
	}
	c := b.classify(raw)
	for !b.textInMode(raw, c, isPartial) {
		c.isSpace = false
	}
}

// foreignText takes a text in SVG or MathML.
func (b *builder) foreignText(e *Element, raw []byte) {
	b.framesetOK = b.framesetOK && b.classify(raw).isEmpty
	if e.takesText && len(raw) > 0 {
		b.buf = AppendValue(b.buf[:0], raw, false)
		b.onText(e.item, b.buf)
	}
}

// textInMode takes a text by the rules of the insertion mode, and reports whether it is done with it.
func (b *builder) textInMode(raw []byte, c characters, isPartial bool) bool {
	switch b.mode {
	case initial, beforeHTML, beforeHead, inHead, inHeadNoscript, afterHead:
		return c.isSpace || b.textBeforeBody()
	case inTable, inTableBody, inRow:
		if !c.isEmpty || !b.current().kind.class.is(fosters) {
			b.fosters = true
			b.textInBody(raw, c, isPartial)
			b.fosters = false
		}
	case inColumnGroup:
		return c.isSpace || !b.endColumnGroup()
	case afterBody, afterAfterBody:
		if !c.isSpace {
			b.mode = inBody
		}
		b.textInBody(raw, c, isPartial)
	case inFrameset, afterFrameset, ignoring:
	case afterAfterFrameset:
		if c.space {
			b.reconstruct()
		}
	default:
		b.textInBody(raw, c, isPartial)
	}
	return true
}

// textBeforeBody takes a text that is more than white space. It returns false: the next mode takes it, too.
func (b *builder) textBeforeBody() bool {
	switch b.mode {
	case initial:
		b.isQuirky, b.mode = true, beforeHTML
	case beforeHTML:
		b.startImplied(kindHTML)
	case beforeHead:
		b.startImplied(kindHead)
	case inHead:
		b.endHead()
	case inHeadNoscript:
		b.endHeadNoscript()
	case afterHead:
		b.openBody()
	}
	return false
}

// textInBody takes a text in the body.
func (b *builder) textInBody(raw []byte, c characters, isPartial bool) {
	if !isPartial && b.dropsLineBreak() && b.isLineBreak(raw) || c.isNUL {
		return
	}
	b.reconstruct()
	b.framesetOK = b.framesetOK && c.isEmpty
	b.current().hasContents = true
}

// rawText takes a part of a text in which NUL is no NUL any more.
func (b *builder) rawText(raw []byte) {
	c := characters{isSpace: len(bytes.Trim(raw, whiteSpace)) == 0, isNUL: len(raw) == 0}
	c.isEmpty, c.space = c.isSpace, bytes.ContainsAny(raw, whiteSpace)
	for !b.textInMode(raw, c, true) {
		c.isSpace = false
	}
}

const whiteSpace = " \t\n\f\r"

// isLineBreak tells whether a text is one line break, but for NUL. x/net/html takes a CR and an LF for one that are written
// as references, too.
func (b *builder) isLineBreak(raw []byte) bool {
	if len(raw) == 0 || raw[0] != '\n' && raw[0] != '\r' && raw[0] != '&' {
		return false
	}
	b.buf = appendText(b.buf[:0], raw)
	text := bytes.TrimPrefix(bytes.TrimPrefix(b.buf, []byte("\r")), []byte("\n"))
	return len(text) < len(b.buf) && len(bytes.Trim(text, "\x00")) == 0
}

package source

import (
	"golang.org/x/net/html/atom"
)

// Spec: https://html.spec.whatwg.org/multipage/parsing.html#the-before-html-insertion-mode
func (b *builder) startBeforeHTML(t *token) bool {
	if t.kind == kindHTML {
		b.insert(t)
		b.mode = beforeHead
		return true
	}
	b.startImplied(kindHTML)
	return false
}

// Spec: https://html.spec.whatwg.org/multipage/parsing.html#the-before-head-insertion-mode
func (b *builder) startBeforeHead(t *token) bool {
	switch t.kind {
	case kindHead:
		b.head = b.insert(t)
		b.mode = inHead
		return true
	case kindHTML:
		return b.startInBody(t)
	}
	b.startImplied(kindHead)
	return false
}

// Spec: https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-inhead
func (b *builder) startInHead(t *token) bool {
	switch t.kind.atom {
	case atom.Html:
		return b.startInBody(t)
	case atom.Base, atom.Basefont, atom.Bgsound, atom.Link, atom.Meta:
		b.insertVoid(t)
		return true
	case atom.Noscript:
		b.insert(t)
		if b.inText = b.scripting; !b.scripting {
			b.mode = inHeadNoscript
		}
		return true
	case atom.Script, atom.Title, atom.Noframes, atom.Style:
		b.insert(t)
		b.inText = true
		return true
	case atom.Head:
		return true
	case atom.Template:
		b.startTemplate(t)
		return true
	}
	b.endHead()
	return false
}

// endHead closes the head element.
func (b *builder) endHead() {
	b.pop()
	b.mode = afterHead
}

// startTemplate opens a template element, but for one in SVG or MathML: there x/net/html ignores it and all that follows.
func (b *builder) startTemplate(t *token) {
	for _, e := range b.open {
		if e.namespace != inHTML {
			b.mode = ignoring
			return
		}
	}
	b.insert(t)
	b.active = append(b.active, nil)
	b.framesetOK = false
	b.mode = inTemplate
	b.templateModes = append(b.templateModes, inTemplate)
}

// Spec: https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-inheadnoscript
func (b *builder) startInHeadNoscript(t *token) bool {
	switch t.kind.atom {
	case atom.Html:
		return b.startInBody(t)
	case atom.Basefont, atom.Bgsound, atom.Link, atom.Meta, atom.Noframes, atom.Style:
		return b.startInHead(t)
	case atom.Head, atom.Noscript:
		return true
	}
	b.endHeadNoscript()
	return false
}

func (b *builder) endHeadNoscript() {
	b.pop()
	b.mode = inHead
}

// Spec: https://html.spec.whatwg.org/multipage/parsing.html#the-after-head-insertion-mode
func (b *builder) startAfterHead(t *token) bool {
	switch {
	case t.kind == kindHTML:
		return b.startInBody(t)
	case t.kind == kindBody:
		b.insert(t)
		b.framesetOK = false
		b.mode = inBody
		return true
	case t.kind.atom == atom.Frameset:
		b.insert(t)
		b.mode = inFrameset
		return true
	case t.kind.start == startMetadata:
		b.open = append(b.open, b.head) // which has places, so that innerEnd does not matter
		b.head.isOpen = true
		done := b.startInHead(t)
		b.takeOff(b.head)
		return done
	case t.kind == kindHead:
		return true
	}
	b.openBody()
	return false
}

// openBody opens a body element whose tag is not there.
func (b *builder) openBody() {
	b.startImplied(kindBody)
	b.framesetOK = true
}

// Spec: https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-intemplate
func (b *builder) startInTemplate(t *token) bool {
	if t.kind.start == startMetadata {
		return b.startInHead(t)
	}
	b.mode = inBody
	switch t.kind.atom {
	case atom.Caption, atom.Colgroup, atom.Tbody, atom.Tfoot, atom.Thead:
		b.mode = inTable
	case atom.Col:
		b.mode = inColumnGroup
	case atom.Tr:
		b.mode = inTableBody
	case atom.Td, atom.Th:
		b.mode = inRow
	}
	b.templateModes[len(b.templateModes)-1] = b.mode
	return false
}

// startInFrameset takes a start tag in a frameset or after it.
//
// Spec: https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-inframeset
func (b *builder) startInFrameset(t *token) bool {
	switch {
	case t.kind == kindHTML:
		return b.startInBody(t)
	case t.kind.atom == atom.Noframes:
		return b.startInHead(t)
	case b.mode != inFrameset:
	case t.kind.atom == atom.Frameset:
		b.insert(t)
	case t.kind.atom == atom.Frame:
		b.insertVoid(t)
	}
	return true
}

// endOutside takes an end tag where no body is open, or that is not the current place.
func (b *builder) endOutside(t *token) bool {
	a := t.kind.atom
	opensBody := a == atom.Body || a == atom.Html || a == atom.Br
	switch b.mode {
	case initial:
		b.isQuirky, b.mode = true, beforeHTML
		return false
	case beforeHTML:
		if !opensBody && a != atom.Head {
			return true
		}
		b.startImplied(kindHTML)
		return false
	case beforeHead:
		if !opensBody && a != atom.Head {
			return true
		}
		b.startImplied(kindHead)
		return false
	case inHead:
		return b.endInHead(t)
	case inHeadNoscript:
		if a != atom.Noscript && a != atom.Br {
			return true
		}
		b.endHeadNoscript()
		return a == atom.Noscript
	case afterHead:
		if opensBody {
			b.openBody()
			return false
		}
		if a == atom.Template {
			return b.endInHead(t)
		}
	case inTemplate:
		if a == atom.Template {
			return b.endInHead(t)
		}
	case afterBody, afterAfterBody:
		if a == atom.Html && b.mode == afterBody {
			b.mode = afterAfterBody
			return true
		}
		b.mode = inBody
		return false
	case inFrameset:
		b.endFrameset(t)
	case afterFrameset:
		if a == atom.Html {
			b.mode = afterAfterFrameset
		}
	}
	return true
}

func (b *builder) endInHead(t *token) bool {
	switch t.kind.atom {
	case atom.Head:
		b.endHead()
	case atom.Body, atom.Html, atom.Br:
		b.endHead()
		return false
	case atom.Template:
		b.endTemplate()
	}
	return true
}

// endTemplate closes the innermost template.
func (b *builder) endTemplate() {
	if b.templates == 0 {
		return
	}
	b.generateImpliedEndTags(0)
	for i := len(b.open) - 1; i >= 0; i-- {
		if b.open[i].Is(atom.Template) {
			b.popTo(i)
			break
		}
	}
	b.clearActive()
	b.templateModes = b.templateModes[:len(b.templateModes)-1]
	b.resetMode()
}

func (b *builder) endFrameset(t *token) {
	if t.kind.atom != atom.Frameset || b.isCurrent(atom.Html) {
		return
	}
	b.pop()
	if !b.isCurrent(atom.Frameset) {
		b.mode = afterFrameset
	}
}

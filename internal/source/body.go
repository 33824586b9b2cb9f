package source

import (
	"bytes"

	"golang.org/x/net/html/atom"
)

// startInBody takes a start tag in the body.
//
// Spec: https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-inbody
func (b *builder) startInBody(t *token) bool {
	switch t.kind.start {
	case startHTML:
		b.merge(b.open[0])
	case startMetadata:
		return b.startInHead(t)
	case startBody:
		if len(b.open) >= 2 && b.open[1].Is(atom.Body) && b.templates == 0 {
			b.framesetOK = false
			b.merge(b.open[1])
		}
	case startFrameset:
		b.startFrameset(t)
	case startBlock:
		b.closeP()
		b.insert(t)
	case startHeading:
		b.closeP()
		if b.current().kind.class.is(heading) {
			b.pop()
		}
		b.insert(t)
	case startPre:
		b.closeP()
		b.insert(t)
		b.framesetOK = false
	case startForm:
		b.startForm(t)
	case startLi:
		b.startItem(t, atom.Li, atom.Li)
	case startDefinition:
		b.startItem(t, atom.Dd, atom.Dt)
	case startPlaintext:
		b.closeP()
		b.insert(t)
	case startA, startFormatting, startNobr:
		b.startFormatting(t)
	case startMarker:
		b.reconstruct()
		b.insert(t)
		b.active = append(b.active, nil)
		b.framesetOK = false
	case startTable:
		if !b.isQuirky {
			b.closeP()
		}
		b.insert(t)
		b.framesetOK = false
		b.mode = inTable
	case startImage:
		t.kind = kindImg
		return false
	case startMath, startSVG:
		b.startForeignRoot(t)
	case startMisplaced:
	default:
		b.startInFlow(t)
	}
	return true
}

// startInFlow takes a start tag by those rules of the body that open again what formats it, and some more.
func (b *builder) startInFlow(t *token) {
	switch t.kind.start {
	case startVoid:
		b.reconstruct()
		b.insertVoid(t)
		b.framesetOK = false
	case startInput:
		b.popUntil(defaultScope, atom.Select)
		b.reconstruct()
		b.insertVoid(t)
		b.framesetOK = b.framesetOK && b.isHidden(t)
	case startParam:
		b.insertVoid(t)
	case startHr:
		b.startHr(t)
	case startButton:
		if i := b.find(defaultScope, atom.Button); i >= 0 {
			b.generateImpliedEndTags(0)
			b.popUntil(defaultScope, atom.Button)
		}
		b.reconstruct()
		b.insert(t)
		b.framesetOK = false
	case startTextarea, startXmp, startIframe, startNoembed, startNoscript:
		b.startText(t)
	case startSelect:
		if !b.popUntil(defaultScope, atom.Select) {
			b.reconstruct()
			b.insert(t)
			b.framesetOK = false
		}
	case startOption, startOptgroup:
		b.startOption(t)
	case startRb, startRt:
		b.startRuby(t)
	default:
		b.reconstruct()
		b.insert(t)
	}
}

// closeP closes a p element in button scope, with all in it.
func (b *builder) closeP() {
	if b.paragraphs > 0 {
		b.popUntil(buttonScope, atom.P)
	}
}

// insertVoid makes an element that nothing can be in. It has places in the order only if it is kept.
func (b *builder) insertVoid(t *token) {
	e := b.make(t)
	e.first, e.last = nowhere, b.placeFor(e)
	e.isVoid = true
	b.newest = e
}

// merge lets the html or body element take the attributes of a tag that it does not have.
func (b *builder) merge(e *Element) {
	if b.templates == 0 {
		b.merged = e
	}
}

// startFrameset replaces the body by a frameset, if nothing is in it that shows.
func (b *builder) startFrameset(t *token) {
	if !b.framesetOK || len(b.open) < 2 || b.open[1].kind != kindBody {
		return
	}
	b.removeBody(b.open[1])
	b.popTo(1)
	b.insert(t)
	b.mode = inFrameset
}

// removeBody takes the body and all in it out of the order.
func (b *builder) removeBody(body *Element) {
	b.placeOpen()
	if body.first == nowhere {
		b.err = ErrOrder
		return
	}
	for at, end := body.first, b.order.edges[body.last].next; at != end; {
		next := b.order.edges[at].next
		b.order.remove(at)
		at = next
	}
	for _, e := range b.open[1:] {
		e.first, e.last = nowhere, nowhere
	}
}

func (b *builder) startForm(t *token) {
	if b.form != nil && b.templates == 0 {
		return
	}
	b.closeP()
	e := b.insert(t)
	if b.templates == 0 {
		b.form = e
	}
}

// startItem takes the start tag of an item of a list, which closes the item before it.
func (b *builder) startItem(t *token, one, another atom.Atom) {
	b.framesetOK = false
	for i := len(b.open) - 1; i >= 0; i-- {
		e := b.open[i]
		if a := e.kind.atom; a == one || a == another {
			b.popTo(i)
			break
		} else if a != atom.Address && a != atom.Div && a != atom.P && e.isSpecial() {
			break
		}
	}
	b.closeP()
	b.insert(t)
}

func (b *builder) startHr(t *token) {
	if b.find(buttonScope, atom.P) >= 0 {
		b.generateImpliedEndTags(atom.P)
		b.popUntil(defaultScope, atom.P)
	}
	if b.find(defaultScope, atom.Select) >= 0 {
		b.generateImpliedEndTags(0)
	}
	b.insertVoid(t)
	b.framesetOK = false
}

// startText takes the start tag of an element without tags in it.
func (b *builder) startText(t *token) {
	switch t.kind.start {
	case startXmp:
		b.closeP()
		b.reconstruct()
		b.framesetOK = false
	case startTextarea, startIframe:
		b.framesetOK = false
	case startNoscript:
		if !b.scripting {
			b.reconstruct()
			b.insert(t)
			return
		}
	}
	b.insert(t)
	b.inText = true
}

func (b *builder) startOption(t *token) {
	switch {
	case b.find(defaultScope, atom.Select) >= 0 && t.kind.start == startOption:
		b.generateImpliedEndTags(atom.Optgroup)
	case b.find(defaultScope, atom.Select) >= 0:
		b.generateImpliedEndTags(0)
	case b.isCurrent(atom.Option):
		b.pop()
	}
	b.reconstruct()
	b.insert(t)
}

func (b *builder) startRuby(t *token) {
	if b.find(defaultScope, atom.Ruby) >= 0 {
		except := atom.Atom(0)
		if t.kind.start == startRt {
			except = atom.Rtc
		}
		b.generateImpliedEndTags(except)
	}
	b.insert(t)
}

// endInBody takes an end tag in the body.
//
// Spec: https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-inbody
func (b *builder) endInBody(t *token) bool {
	switch a := t.kind.atom; t.kind.end {
	case endBody:
		if b.find(defaultScope, atom.Body) >= 0 {
			b.mode = afterBody
		}
	case endHTML:
		if b.find(defaultScope, atom.Body) < 0 {
			return true
		}
		b.mode = afterBody
		return false
	case endBlock:
		b.popUntil(defaultScope, a)
	case endForm:
		b.endForm()
	case endP:
		if b.find(buttonScope, atom.P) < 0 {
			b.startImplied(kindP)
		}
		b.closeP()
	case endLi:
		b.popUntil(listItemScope, atom.Li)
	case endDefinition:
		b.popUntil(defaultScope, a)
	case endHeading:
		b.popUntil(defaultScope, atom.H1, atom.H2, atom.H3, atom.H4, atom.H5, atom.H6)
	case endFormatting:
		b.adopt(t)
	case endMarker:
		if b.popUntil(defaultScope, a) {
			b.clearActive()
		}
	case endBr:
		b.startImplied(kindBr)
	case endTemplate:
		return b.endInHead(t)
	default:
		b.endOther(t)
	}
	return true
}

// endForm closes the form element, and not what is in it unless that is in a template.
func (b *builder) endForm() {
	i := b.find(defaultScope, atom.Form)
	if b.templates > 0 {
		if i < 0 {
			return
		}
		b.generateImpliedEndTags(0)
		b.popUntil(defaultScope, atom.Form)
		return
	}
	form := b.form
	b.form = nil
	if form == nil || i < 0 || b.open[i] != form {
		return
	}
	form.isLost = true
	b.generateImpliedEndTags(0)
	b.takeOff(form)
}

// endOther closes the innermost element of the name, unless a special element is in it.
func (b *builder) endOther(t *token) {
	var name []byte
	if t.kind == other {
		name = b.lower(t)
	}
	for i := len(b.open) - 1; i >= 0; i-- {
		e := b.open[i]
		if e.namespace == inHTML && e.kind == t.kind && (t.kind != other || bytes.Equal(e.name, name)) {
			b.popTo(i)
			return
		}
		if e.isSpecial() {
			return
		}
	}
}

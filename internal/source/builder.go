package source

import (
	"bytes"
	"errors"
	"hash/maphash"

	"golang.org/x/net/html/atom"
)

// builder runs the parser's tree construction for elements alone: which there are, which are open, and in what order they
// are in the tree. It is that of x/net/html, which in some places is not that of the standard.
//
// Spec: https://html.spec.whatwg.org/multipage/parsing.html#tree-construction
type builder struct {
	page      []byte
	scripting bool

	mode       mode
	contents   []mode // the stack of template insertion modes
	open       []*Element
	templates  int // that are open
	paragraphs int
	active     []*Element // the list of active formatting elements; nil is a marker
	head       *Element
	form       *Element

	isQuirky   bool
	framesetOK bool
	fosters    bool // what a table cannot have goes in front of it
	inText     bool // the current node has no tags in it: the next end tag closes it

	endsInText bool // the page ends in text without tags

	order    order
	innerEnd int32 // where the innermost open element ends that has places in the order; 0 is the end of all
	between  any   // as of Scanner.KeepBetween
	onText   func(item any, text []byte)
	newest   *Element // made of the last start tag
	merged   *Element // the html or body element that takes the attributes of the last start tag
	err      error

	unused []*Element
	chunk  []Element
	seed   maphash.Seed
	buf    []byte
	name   []byte // of a tag, in lower case

	lastDoctype  []byte // of this page or one before
	lastIsQuirky bool
}

// Errors of a Scanner.
var (
	ErrDepth = errors.New("elements are nested more than 512 deep")
	ErrOrder = errors.New("something is about an element that has left the order")
)

// maxOpen is the number of open elements that x/net/html allows.
const maxOpen = 512

// mode is an insertion mode.
//
// Spec: https://html.spec.whatwg.org/multipage/parsing.html#the-insertion-mode
type mode uint8

const (
	initial mode = iota
	beforeHTML
	beforeHead
	inHead
	inHeadNoscript
	afterHead
	inBody
	inTable
	inCaption
	inColumnGroup
	inTableBody
	inRow
	inCell
	inTemplate
	afterBody
	inFrameset
	afterFrameset
	afterAfterBody
	afterAfterFrameset
	ignoring // what x/net/html does after a template element in SVG or MathML
)

// token is a start or end tag.
type token struct {
	kind        *kind
	tag         *Tag   // of a start tag that is there
	name        []byte // as written
	selfClosing bool
}

// lower returns the name of a tag in lower case. It is valid until the next call.
func (b *builder) lower(t *token) []byte {
	b.name = b.name[:0]
	for _, c := range t.name {
		if c == 0 {
			b.name = append(b.name, replacement...)
			continue
		}
		b.name = append(b.name, toLower(c))
	}
	return b.name
}

func (b *builder) reset(scripting bool) {
	if b.seed == (maphash.Seed{}) {
		b.seed = maphash.MakeSeed()
	}
	b.disposeAll()
	*b = builder{scripting: scripting, framesetOK: true, order: b.order, seed: b.seed, buf: b.buf, name: b.name,
		open: b.open[:0], active: b.active[:0], contents: b.contents[:0], unused: b.unused, chunk: b.chunk,
		lastDoctype: b.lastDoctype, lastIsQuirky: b.lastIsQuirky}
	b.order.reset()
}

// startTag takes a start tag.
func (b *builder) startTag(t *token) {
	b.settle()
	if b.mode == inBody && b.open[len(b.open)-1].namespace == inHTML && b.startInBody(t) { // as for most
		return
	}
	for !b.start(t) {
	}
}

// settle forgets the element of the last start tag.
func (b *builder) settle() {
	e := b.newest
	b.newest, b.merged = nil, nil
	if e != nil && !e.isOpen && e != b.head {
		b.leave(e)
	}
}

// start takes a start tag by the rules of the place, and reports whether it is done with it.
//
// Spec: https://html.spec.whatwg.org/multipage/parsing.html#tree-construction-dispatcher
func (b *builder) start(t *token) bool {
	if b.isForeignStart(t) {
		return b.startForeign(t)
	}
	return b.startInMode(t)
}

// startImplied takes a start tag that is not there.
func (b *builder) startImplied(k *kind) {
	newest := b.newest
	for t := (token{kind: k}); !b.start(&t); {
	}
	if made := b.newest; made != newest {
		if b.newest = newest; !made.isOpen && made != b.head {
			b.leave(made)
		}
	}
}

func (b *builder) startInMode(t *token) bool {
	switch b.mode {
	case initial:
		b.isQuirky, b.mode = true, beforeHTML
		return false
	case beforeHTML:
		return b.startBeforeHTML(t)
	case beforeHead:
		return b.startBeforeHead(t)
	case inHead:
		return b.startInHead(t)
	case inHeadNoscript:
		return b.startInHeadNoscript(t)
	case afterHead:
		return b.startAfterHead(t)
	case inTable:
		return b.startInTable(t)
	case inCaption:
		return b.startInCaption(t)
	case inColumnGroup:
		return b.startInColumnGroup(t)
	case inTableBody:
		return b.startInTableBody(t)
	case inRow:
		return b.startInRow(t)
	case inCell:
		return b.startInCell(t)
	case inTemplate:
		return b.startInTemplate(t)
	case afterBody, afterAfterBody:
		if t.kind == kindHTML {
			return b.startInBody(t)
		}
		b.mode = inBody
		return false
	case inFrameset, afterFrameset, afterAfterFrameset:
		return b.startInFrameset(t)
	case ignoring:
		return true
	}
	return b.startInBody(t)
}

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
	b.contents = append(b.contents, inTemplate)
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
	b.contents[len(b.contents)-1] = b.mode
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

// endTag takes an end tag.
func (b *builder) endTag(t *token) {
	b.settle()
	if b.inText {
		b.inText = false
		b.pop()
		return
	}
	for !b.end(t) {
	}
}

// endCurrent closes the current node if the rest of an end tag, which the text begins with, is its name and does no more than
// that, as for most. It returns the length of that rest, or 0.
func (b *builder) endCurrent(text []byte) int {
	n := len(b.open)
	if n == 0 || b.inText || b.mode != inBody && b.mode != inCell {
		return 0
	}
	e := b.open[n-1]
	name := e.kind.name
	if e.namespace != inHTML || !e.kind.class.is(plainlyEnded) || len(text) <= len(name) || text[len(name)] != '>' ||
		string(text[:len(name)]) != name {
		return 0
	}
	last := len(b.active) - 1
	if e.isActive && b.active[last] != e {
		return 0
	}
	b.settle()
	if e.isActive {
		b.active, e.isActive = b.active[:last], false
	}
	b.pop()
	return len(name) + len(">")
}

// end takes an end tag by the rules of the place, and reports whether it is done with it.
func (b *builder) end(t *token) bool {
	if e := b.current(); e != nil && e.namespace != inHTML && b.closeForeign(t) {
		return true
	}
	switch b.mode {
	case inTable:
		return b.endInTable(t)
	case inCaption:
		return b.endInCaption(t)
	case inColumnGroup:
		return b.endInColumnGroup(t)
	case inTableBody:
		return b.endInTableBody(t)
	case inRow:
		return b.endInRow(t)
	case inCell:
		return b.endInCell(t)
	case inBody:
		return b.endInBody(t)
	}
	return b.endOutside(t)
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
	b.contents = b.contents[:len(b.contents)-1]
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

// insert makes the element of a tag, in the place that is appropriate for it, and opens it.
func (b *builder) insert(t *token) *Element {
	e := b.make(t)
	b.place(e)
	b.newest = e
	return e
}

// make makes the element of a tag.
func (b *builder) make(t *token) *Element {
	e := b.newElement()
	e.kind = t.kind
	if t.kind == other {
		e.name = append(e.name, b.lower(t)...)
	}
	return e
}

// place opens an element in the appropriate place.
func (b *builder) place(e *Element) { b.push(e, b.placeFor(e)) }

// placeFor sets the parent of an element, and returns the place before which it is appropriate.
//
// Spec: https://html.spec.whatwg.org/multipage/parsing.html#appropriate-place-for-inserting-a-node
func (b *builder) placeFor(e *Element) (before int32) {
	e.parent = b.current()
	switch {
	case e.parent == nil:
	case b.fosters && e.parent.kind.class.is(fosters):
		before, e.parent = b.fosterPlace()
	default:
		if before = e.parent.last; before == unplaced {
			before = b.innerEnd
		}
		e.parent.hasContents = true
	}
	e.isLate = e.parent != nil && e.parent.isLate
	if before == nowhere {
		before, e.isLate = b.order.edges[0].next, true
	}
	if e.isLate && e.item != nil { // it is a clone
		b.err = ErrOrder
	}
	return before
}

// fosterPlace returns the place before which a foster parent takes an element, and the foster parent.
//
// Spec: https://html.spec.whatwg.org/multipage/parsing.html#foster-parent
func (b *builder) fosterPlace() (before int32, parent *Element) {
	b.placeOpen()
	for i := len(b.open) - 1; i >= 0; i-- {
		switch e := b.open[i]; e.kind.atom {
		case atom.Template:
			return e.last, e
		case atom.Table:
			return e.first, e.parent
		}
	}
	return b.open[0].last, b.open[0]
}

// resetMode sets the insertion mode that goes with the open elements.
//
// Spec: https://html.spec.whatwg.org/multipage/parsing.html#reset-the-insertion-mode-appropriately
func (b *builder) resetMode() {
	for i := len(b.open) - 1; i >= 0; i-- {
		switch e := b.open[i]; e.kind.atom {
		case atom.Td, atom.Th:
			b.mode = inCell
		case atom.Tr:
			b.mode = inRow
		case atom.Tbody, atom.Thead, atom.Tfoot:
			b.mode = inTableBody
		case atom.Caption:
			b.mode = inCaption
		case atom.Colgroup:
			b.mode = inColumnGroup
		case atom.Table:
			b.mode = inTable
		case atom.Template:
			if e.namespace != inHTML {
				continue
			}
			b.mode = b.contents[len(b.contents)-1]
		case atom.Head:
			b.mode = inHead
		case atom.Body:
			b.mode = inBody
		case atom.Frameset:
			b.mode = inFrameset
		case atom.Html:
			b.mode = afterHead
			if b.head == nil {
				b.mode = beforeHead
			}
		default:
			continue
		}
		return
	}
}

// keep gives an element its item, so that it stays in the order, and reports whether it is there.
func (b *builder) keep(e *Element, item any) bool {
	if e.last == unplaced {
		b.placeLate(e)
	}
	if e.first == nowhere && !e.isVoid {
		return false
	}
	if e.isLate {
		b.err = ErrOrder
	}
	e.item = item
	if e.isVoid { // so far it has no places
		e.isVoid = false
		e.first, e.last = b.order.insertBoth(e.last)
		b.order.edges[e.last].isOpen = false
	}
	b.order.keep(e.first, item)
	b.order.keep(e.last, item)
	return true
}

// attributesOf returns what two tags have in common that have the same attributes, in whatever order.
func (b *builder) attributesOf(t *token) uint64 {
	if t.tag == nil || t.kind.start == startA { // of which only one is active
		return 0
	}
	var sum uint64
	for _, a := range t.tag.Attrs {
		b.buf = b.buf[:0]
		for _, c := range b.page[a.Name.Start:a.Name.End] {
			b.buf = append(b.buf, toLower(c))
		}
		if bytes.IndexByte(b.buf, 0) >= 0 {
			b.buf = bytes.ReplaceAll(b.buf, nul, replacement)
		}
		b.buf = append(b.buf, '=')
		b.buf = AppendValue(b.buf, b.page[a.Value.Start:a.Value.End], true)
		sum += maphash.Bytes(b.seed, b.buf) | 1
	}
	return sum
}

var nul, replacement = []byte{0}, []byte("\uFFFD")

package source

import (
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

	mode          mode
	templateModes []mode // the stack of template insertion modes
	open          []*Element
	templates     int // that are open
	paragraphs    int
	active        []*Element // the list of active formatting elements; nil is a marker
	head          *Element
	form          *Element

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
	b.name = appendName(b.name[:0], t.name)
	return b.name
}

func (b *builder) reset(scripting bool) {
	if b.seed == (maphash.Seed{}) {
		b.seed = maphash.MakeSeed()
	}
	b.disposeAll()
	*b = builder{scripting: scripting, framesetOK: true, order: b.order, seed: b.seed, buf: b.buf, name: b.name,
		open: b.open[:0], active: b.active[:0], templateModes: b.templateModes[:0], unused: b.unused, chunk: b.chunk,
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
			b.mode = b.templateModes[len(b.templateModes)-1]
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

// comment takes a comment.
func (b *builder) comment() {
	if e := b.current(); e != nil {
		e.hasContents = true
	}
}

// allowsCDATA tells whether the current element is one of SVG or MathML.
func (b *builder) allowsCDATA() bool {
	e := b.current()
	return e != nil && e.namespace != inHTML
}

// isScriptless tells whether the tag of a noscript element made one whose contents are no text.
func (b *builder) isScriptless(k *kind) bool {
	return k.atom == atom.Noscript && !b.scripting && (b.newest != nil || b.mode == inHeadNoscript)
}

// endInRawText is told that the page ends in raw text.
func (b *builder) endInRawText() {
	b.endsInText = true
}

package source

import (
	"strings"

	"golang.org/x/net/html/atom"
)

// kind is what tree construction knows of the elements with a name.
type kind struct {
	name  string
	atom  atom.Atom // 0 for names that no rule is about
	start startRule
	end   endRule
	class class
}

// class says which sets of elements an element of HTML belongs to. It can be in several.
type class uint32

const (
	special    class = 1 << iota // an end tag does not look behind it
	impliable                    // its end tag can be missing
	endsScope                    // what is around it is out of scope
	heading                      // h1 to h6
	fosters                      // what it cannot have in it goes in front of the table
	tablePart                    // what only a table has
	breakout                     // ends foreign content
	rawText                      // has no tags in it
	specialSVG                   // as special and endsScope, in SVG
	specialMathML
	placed       // has places in the order as soon as it is open, as something may be put there
	plainlyEnded // its end tag in the body or a cell does no more than to close it, if it is the current node
)

func (c class) is(d class) bool { return c&d != 0 }

// startRule is the rule for a start tag in the body.
//
// Spec: https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-inbody
type startRule uint8

const (
	startOther startRule = iota
	startHTML
	startMetadata
	startBody
	startFrameset
	startBlock
	startHeading
	startPre
	startForm
	startLi
	startDefinition
	startPlaintext
	startButton
	startA
	startFormatting
	startNobr
	startMarker
	startTable
	startVoid
	startInput
	startParam
	startHr
	startImage
	startTextarea
	startXmp
	startIframe
	startNoembed
	startNoscript
	startSelect
	startOption
	startOptgroup
	startRb
	startRt
	startMath
	startSVG
	startMisplaced
)

// endRule is the rule for an end tag in the body.
type endRule uint8

const (
	endOther endRule = iota
	endBody
	endHTML
	endBlock
	endForm
	endP
	endLi
	endDefinition
	endHeading
	endFormatting
	endMarker
	endBr
	endTemplate
)

// kinds are the kinds of all names that a rule is about.
var kinds = newKinds()

// other is the kind of all other names.
var other = &kind{}

var startRules = [...]string{
	startHTML:     "html",
	startMetadata: `base basefont bgsound link meta noframes script style template title`,
	startBody:     "body", startFrameset: "frameset",
	startBlock: `address article aside blockquote center details dialog dir div dl fieldset figcaption figure footer header
		hgroup main menu nav ol p search section summary ul`,
	startHeading: "h1 h2 h3 h4 h5 h6", startPre: "pre listing", startForm: "form", startLi: "li",
	startDefinition: "dd dt", startPlaintext: "plaintext", startButton: "button", startA: "a",
	startFormatting: "b big code em font i s small strike strong tt u", startNobr: "nobr",
	startMarker: "applet marquee object", startTable: "table", startVoid: "area br embed img keygen wbr",
	startInput: "input", startParam: "param source track", startHr: "hr", startImage: "image", startTextarea: "textarea",
	startXmp: "xmp", startIframe: "iframe", startNoembed: "noembed", startNoscript: "noscript", startSelect: "select",
	startOption: "option", startOptgroup: "optgroup", startRb: "rb rtc", startRt: "rp rt", startMath: "math",
	startSVG:       "svg",
	startMisplaced: "caption col colgroup frame head tbody td tfoot th thead tr",
}

var endRules = [...]string{
	endBody: "body", endHTML: "html",
	endBlock: `address article aside blockquote button center details dialog dir div dl fieldset figcaption figure footer
		header hgroup listing main menu nav ol pre search section select summary ul`,
	endForm: "form", endP: "p", endLi: "li", endDefinition: "dd dt", endHeading: "h1 h2 h3 h4 h5 h6",
	endFormatting: "a b big code em font i nobr s small strike strong tt u", endMarker: "applet marquee object",
	endBr: "br", endTemplate: "template",
}

// classes are the names in each class.
//
// Spec: https://html.spec.whatwg.org/multipage/parsing.html#the-stack-of-open-elements
var classes = map[class]string{
	special: `address applet area article aside base basefont bgsound blockquote body br button caption center col
		colgroup dd details dir div dl dt embed fieldset figcaption figure footer form frame frameset h1 h2 h3 h4
		h5 h6 head header hgroup hr html iframe img input keygen li link listing main marquee menu meta nav
		noembed noframes noscript object ol p param plaintext pre script section select source style summary table
		tbody td template textarea tfoot th thead title tr track ul wbr xmp`,
	impliable: "dd dt li optgroup option p rb rp rt rtc",
	endsScope: "applet caption html table td th marquee object template select",
	heading:   "h1 h2 h3 h4 h5 h6",
	fosters:   "table tbody tfoot thead tr",
	tablePart: "caption col colgroup tbody td tfoot th thead tr",
	breakout: `b big blockquote body br center code dd div dl dt em embed h1 h2 h3 h4 h5 h6 head hr i img li
		listing menu meta nobr ol p pre ruby s small span strong strike sub sup table tt u ul var`,
	rawText:       "iframe noembed noframes noscript plaintext script style textarea title xmp",
	specialSVG:    "desc foreignobject title",
	specialMathML: "annotation-xml mi mn mo ms mtext",
	placed:        "html head body frameset table template",
}

// moreNames have no rule of their own, but are frequent, or of interest to foreign content.
const moreNames = `abbr audio bdi bdo canvas cite data datalist del dfn ins kbd label legend map mark mask meter object
	output path g circle rect use picture progress q ruby samp slot span sub sup time var video mglyph malignmark polygon`

// nameTable finds kinds by their names.
type nameTable struct {
	all   [1024]*kind
	short [1024]shortName // by their words
}

// shortName is a name that is a word. The zero one stands for a free place.
type shortName struct {
	word word
	kind *kind
}

func newKinds() *nameTable {
	t := &nameTable{}
	for rule, names := range startRules {
		for name := range strings.FieldsSeq(names) {
			t.add(name).start = startRule(rule)
		}
	}
	for rule, names := range endRules {
		for name := range strings.FieldsSeq(names) {
			t.add(name).end = endRule(rule)
		}
	}
	for class, names := range classes {
		for name := range strings.FieldsSeq(names) {
			t.add(name).class |= class
		}
	}
	for name := range strings.FieldsSeq(moreNames) {
		t.add(name)
	}
	for _, k := range t.all {
		if k != nil && k.isPlainlyEnded() {
			k.class |= plainlyEnded
		}
	}
	return t
}

func (k *kind) isPlainlyEnded() bool {
	switch k.end {
	case endBlock, endP, endLi, endDefinition, endHeading, endFormatting:
		return true
	case endOther:
		return k.atom != atom.Table && !k.class.is(tablePart)
	}
	return false
}

// add returns the kind of a name, which is added if it is new.
func (t *nameTable) add(name string) *kind {
	k := t.find([]byte(name))
	if k != other {
		return k
	}
	k = &kind{name: name, atom: atom.Lookup([]byte(name))}
	i := hashName([]byte(name))
	for t.all[i] != nil {
		i = (i + 1) % len(t.all)
	}
	t.all[i] = k
	if w := wordOf(name); w != 0 {
		i = w.hash(10)
		for t.short[i].word != 0 {
			i = (i + 1) % len(t.short)
		}
		t.short[i] = shortName{w, k}
	}
	return k
}

// find returns the kind of a name in any case.
func (t *nameTable) find(name []byte) *kind {
	for i := hashName(name); t.all[i] != nil; i = (i + 1) % len(t.all) {
		if k := t.all[i]; EqualFold(k.name, name) {
			return k
		}
	}
	return other
}

// lookup returns the kind of a name in any case, with its word.
func lookup(name []byte, w word) *kind {
	for i := w.hash(10); kinds.short[i].word != 0; i = (i + 1) % len(kinds.short) {
		if kinds.short[i].word == w {
			return kinds.short[i].kind
		}
	}
	if w != 0 && !w.mayHaveCapitals() {
		return other
	}
	return kinds.find(name)
}

// hashName returns where a table of 1024 may have a name, which is not empty, in any case.
func hashName(name []byte) int {
	n := len(name)
	first, middle, last := int(name[0]|0x20), int(name[n/2]|0x20), int(name[n-1]|0x20)
	return (n*67 + first*41 + middle*151 + last*13) % 1024
}

// The kinds of elements that the rules make themselves, or count.
var (
	kindHTML     = kinds.find([]byte("html"))
	kindHead     = kinds.find([]byte("head"))
	kindBody     = kinds.find([]byte("body"))
	kindP        = kinds.find([]byte("p"))
	kindTemplate = kinds.find([]byte("template"))
	kindBr       = kinds.find([]byte("br"))
	kindImg      = kinds.find([]byte("img"))
	kindTable    = kinds.find([]byte("table"))
	kindTbody    = kinds.find([]byte("tbody"))
	kindTr       = kinds.find([]byte("tr"))
	kindColgroup = kinds.find([]byte("colgroup"))
)

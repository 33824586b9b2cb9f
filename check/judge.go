package check

import (
	"fmt"
	"strings"

	"golang.org/x/net/html"

	"htmlurl/document"
	"htmlurl/resolve"
)

// judge judges the references of a page, and of the documents in its frames.
type judge struct {
	*run
	page *page

	text           excerpter                              // the page itself, or the style sheet
	owner          *document.Document                     // the document that the reference is in; nil in a style sheet
	features       features                               // of that
	others         others                                 // what other editions make of it
	around         map[resolve.Edition]*document.Document // the document around it, as the editions read it
	comparedFrames *int                                   // of the page
	isInBases      bool                                   // a document around it has bases
	isInIgnored    bool                                   // it is in an element with the ignore attribute
	frame          *document.Span                         // where the outermost frame stands; nil in the page itself
	before         int                                    // references before the base element
	base           lastBase
	counts         counts
	isUpgrading    bool // http: means https: in the document
	isPastBase     bool // the references come after the base element
	isBroken       bool // the reference, for another reason than its target
}

// document judges the references of a document.
func (j *judge) document(d *document.Document) {
	j.owner, j.features, j.others, j.before, j.isPastBase = d, findFeatures(d), others{}, 0, false
	j.isUpgrading = j.isUpgrading || j.features.isUpgrading
	var link document.Link // one for all, as a Link is large
	for link = range d.Links() {
		j.link(&link)
		if j.counts.links%1000 == 0 && j.isInterrupted() {
			return
		}
	}
	for _, n := range j.features.strayBases {
		j.strayBase(d, n)
	}
	if j.features.hasFrames {
		j.frames(d)
	}
}

// frames judges the references in the srcdoc documents of a document.
func (j *judge) frames(d *document.Document) {
	for child, err := range d.Frames() {
		switch {
		case j.isInterrupted():
			return
		case err == nil && child.Address().String() != resolve.Srcdoc:
			continue // about:blank
		}
		if err != nil {
			j.page.findings = append(j.page.findings, Finding{Page: j.page.name, URL: j.page.address, Severity: Error,
				Rule: PageUnreadable, Message: "a frame of the page cannot be read: " + err.Error()})
			continue
		}
		inner := *j
		if inner.comparedFrames == nil {
			inner.comparedFrames = new(int)
			j.comparedFrames = inner.comparedFrames
		}
		inner.counts = counts{}
		if inner.isInBases = j.hasBases(); inner.isInBases {
			j.readOthers()
			inner.around = j.others.documents
		}
		inner.isInIgnored = j.isInIgnored || j.features.hasIgnore && ignores(child.Element())
		if j.frame == nil {
			span, _ := child.Span()
			inner.frame = &span
		}
		inner.document(child)
		j.counts.add(inner.counts)
	}
}

// link judges a reference.
func (j *judge) link(link *document.Link) {
	j.counts.links++
	if link.Kind == document.BaseURL {
		j.isPastBase = j.isPastBase || link.Node == j.owner.Why().Element
		j.baseElement(link)
		return
	}
	if j.features.hasBase && link.Node != nil && link.BaseRule() == document.DocumentBase && isRelative(link.Raw) {
		j.before++
	}
	if j.Files.Orphans && link.Err == nil && isHTTP(link.URL) {
		if found, _, _ := j.lookup(link.URL); found.file != nil {
			j.mark(found.file)
		}
	}
	switch {
	case !j.isChecked(link), j.isIgnored(link), link.Err == nil && j.SkipLink != nil && j.SkipLink(link.URL.String()):
		j.counts.ignored++
	case link.Ignored == document.IsEmpty:
		ref := j.reference(link)
		j.page.find(&ref, Warning, EmptyReference, "", "the reference is empty: nothing is fetched")
	case link.Ignored != "":
	case link.Err != nil:
		j.unresolvable(link)
	default:
		if !isPlain(link.Raw) || j.comparesOldURLs || j.hasOtherBases() {
			j.accidents(link)
			j.compare(link)
		}
		j.target(link)
	}
}

// isRelative tells whether a reference depends on its base.
func isRelative(raw string) bool {
	_, err := living.Parse(raw)
	return err != nil
}

// isChecked tells whether references of the kind are checked.
func (j *judge) isChecked(link *document.Link) bool {
	switch link.Kind {
	case document.Identifier, document.Codebase:
		return false
	case document.FormSubmit, document.Framework:
		return j.All
	}
	return true
}

// unresolvable adds the finding that a reference has no URL.
func (j *judge) unresolvable(link *document.Link) {
	message := link.Err.Error()
	if bad, ok := link.Err.(*resolve.Error); ok {
		message = fmt.Sprintf("it has no URL: %s [%s]", bad.Reason(), string(bad.Rule))
	}
	ref := j.reference(link)
	j.page.find(&ref, Error, Unresolvable, "", message)
	j.compare(link)
}

// lastBase is the base of the reference before.
type lastBase struct {
	url     resolve.URL
	rule    document.BaseRule
	isEmpty bool // the reference
	index   int32
	isSet   bool
}

// maxURL is how many bytes of a URL findings have, and how long one may be that servers are asked for. A page may have a base
// as long as itself, which then is in each of its URLs.
const maxURL = 8 << 10

// clip cuts a URL that is too long for findings.
func clip(u string) string {
	if len(u) <= maxURL {
		return strings.Clone(u)
	}
	return strings.ToValidUTF8(u[:maxURL], "") + "…"
}

// reference returns what findings say of a reference. Raw and URL are copies, so that they do not keep the page.
func (j *judge) reference(link *document.Link) reference {
	ref := reference{raw: strings.Clone(link.Raw), base: j.baseOf(link)}
	if link.Err == nil {
		ref.url = clip(link.URL.String())
	}
	j.placed(&ref, link.Span)
	return ref
}

// placed sets the place of a reference.
func (j *judge) placed(ref *reference, span document.Span) {
	if j.frame != nil {
		span = *j.frame
	}
	ref.line, ref.column = int32(span.Line), int32(span.Column)
	if j.Sources && j.page.file == nil {
		ref.source, ref.sourceColumn = sourceOf(j.text, span)
	}
}

// baseOf returns the ordinal of the base of a reference.
func (j *judge) baseOf(link *document.Link) int32 {
	rule := link.BaseRule()
	if l := &j.base; !l.isSet || l.url != link.Base || l.rule != rule || l.isEmpty != (link.Raw == "") {
		d := link.Document()
		why := rule.String()
		switch {
		case j.owner == nil:
			why = "style sheet's address"
		case rule == document.AddressIfEmpty && link.Raw == "":
			why = "the document's address, as the reference is empty"
		case d == nil || link.Base != d.Base() && link.Base == d.Address():
			why = "document's address"
		case rule == document.DocumentBase && link.Base != d.Base():
			why = "xml:base attributes"
		case link.Base == d.Base():
			why = d.Why().String()
		}
		*l = lastBase{link.Base, rule, link.Raw == "", j.page.baseIndex(base{clip(link.Base.String()), why}), true}
	}
	return j.base.index
}

// isIgnored tells whether the element, or one around it, has the ignore attribute.
func (j *judge) isIgnored(link *document.Link) bool {
	return j.isInIgnored || j.features.hasIgnore && ignores(link.Node)
}

// ignores tells whether an element, or one around it, has the ignore attribute.
func ignores(n *html.Node) bool {
	for ; n != nil; n = n.Parent {
		if has(n, ignoreAttribute) {
			return true
		}
	}
	return false
}

const ignoreAttribute = "data-htmlurl-ignore"

// has tells whether an element has an attribute.
func has(n *html.Node, name string) bool {
	for i := range n.Attr {
		if n.Attr[i].Key == name {
			return true
		}
	}
	return false
}

package document

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"golang.org/x/net/html"

	"htmlurl/resolve"
)

// BaseSource says which rule gave a document base URL.
type BaseSource string

const (
	BaseElement   BaseSource = "base element"       // the first base element with an href attribute
	Address       BaseSource = "document's address" // the fallback base URL of most documents
	ContainerBase BaseSource = "container's base"   // the fallback base URL of srcdoc documents
	CreatorBase   BaseSource = "creator's base"     // the fallback base URL of about:blank documents
	NoAddress     BaseSource = "no address given"   // there is no fallback base URL
)

// Why tells why the document base URL is what it is.
type Why struct {
	// Source is the rule that gave the document base URL.
	Source BaseSource
	// Fallback is the rule that gave the fallback base URL.
	Fallback BaseSource
	// Element is the first base element with an href attribute, or nil. It gave the URL unless Err is set.
	Element *html.Node
	// Err is why Element's href gave no URL: a *resolve.Error, ErrBaseScheme, ErrBaseForbidden, or nil.
	Err error
}

// String names the rule, with the base element and why it cannot be used, if there is one.
func (w Why) String() string {
	if w.Element == nil {
		return string(w.Source)
	}
	href, _ := attribute(w.Element, "href")
	const limit = 200 // a message must stay readable when the page is hostile
	if len(href) > limit {
		href = strings.ToValidUTF8(href[:limit], "") + "…"
	}
	if w.Err != nil {
		return fmt.Sprintf("%s, as <base href=%q> cannot be used: %v", w.Source, href, w.Err)
	}
	return fmt.Sprintf("%s <base href=%q>", w.Source, href)
}

// Base returns the document base URL, or the zero URL if a document without an address has no usable base element.
//
// Spec: W3C HTML5 2.6.3 (2012), document base URL; https://html.spec.whatwg.org/#document-base-url
func (d *Document) Base() resolve.URL { return d.base }

// HasBase tells whether the document has bases of its own: a base element with an href, or an xml:base attribute that counts.
func (d *Document) HasBase() bool { return d.why.Element != nil || d.xmlBases != nil }

// Fallback returns the fallback base URL.
//
// Spec: W3C HTML5 2.6.3 (2012), fallback base URL; https://html.spec.whatwg.org/#fallback-base-url
func (d *Document) Fallback() resolve.URL { return d.fallback }

// Why tells why Base is what it is.
func (d *Document) Why() Why { return d.why }

// computeBase computes fallback and document base URL, and what else elements say about all references.
func (d *Document) computeBase() {
	v := d.newSurvey()
	for n := d.root; n != nil; n = following(n, d.root) {
		v.element(n)
	}
	v.end()
}

// setBase sets fallback and document base URL, for which the base element is known.
func (d *Document) setBase() {
	d.fallback, d.why.Fallback = d.fallbackBase()
	d.base, d.why.Source, d.why.Err = d.fallback, d.why.Fallback, nil
	switch {
	case !d.rebase.Base.IsZero():
		d.useBase(d.rebase.Base, nil)
	case d.why.Element != nil:
		href, _ := attribute(d.why.Element, "href")
		d.useBase(d.resolver.Resolve(d.baseOfBase(), href))
	}
	d.settings.base = d.base
}

// useBase makes the URL of the base element the document base URL, if it can be that.
func (d *Document) useBase(base resolve.URL, err error) {
	if err == nil {
		err = d.checkBase(base)
	}
	if err != nil {
		d.why.Err = err
		return
	}
	d.base, d.why.Source = base, BaseElement
}

// baseOfBase returns what a base element's href is relative to.
//
// Spec: W3C HTML5 2.6.3 (2012), document base URL step 3; https://html.spec.whatwg.org/#set-the-frozen-base-url
func (d *Document) baseOfBase() resolve.URL {
	if scheme, _ := d.address.Scheme(); d.rules().strictAboutBase && scheme == "about" {
		return d.address
	}
	return d.fallback
}

// Errors in Why of a base element that today's rules ignore.
var (
	ErrBaseScheme    = errors.New("a data: or javascript: URL is no base")
	ErrBaseForbidden = errors.New("a Content-Security-Policy forbids this base")
)

// checkBase runs the steps by which today's rules refuse a base.
//
// Spec: https://html.spec.whatwg.org/#set-the-frozen-base-url
func (d *Document) checkBase(base resolve.URL) error {
	scheme, _ := base.Scheme()
	switch {
	case slices.Contains(d.rules().noBaseSchemes, scheme):
		return ErrBaseScheme
	case d.rules().contentSecurity && !d.policies.AllowsBase(living(base), living(d.self())):
		return ErrBaseForbidden
	}
	return nil
}

// self returns the URL that 'self' is about in a Content-Security-Policy: a child document has that of its parent.
func (d *Document) self() resolve.URL {
	for parent := d.parent(); parent != nil; parent = d.parent() {
		d = parent
	}
	return d.address
}

// baseRules are the facts in which the editions differ.
type baseRules struct {
	xmlBase         bool                   // xml:base attributes count
	templateBase    resolve.URL            // of template contents, if it is not that of the document
	noBaseSchemes   []string               // of URLs that a base element must not have
	contentSecurity bool                   // a Content-Security-Policy may forbid a base
	snapshotBase    bool                   // frames, import maps and refreshes have the base as it was when they were parsed
	shadowRoots     bool                   // template elements may be declarative shadow roots
	strictAboutBase bool                   // in about: documents a base must be absolute (whatwg/html#12674, open)
	isAboutBlank    func(resolve.URL) bool // addresses of documents that inherit from their creator
}

// rules returns the rules of the document's edition. The frozen texts on URLs leave documents to HTML5.
//
// Spec: W3C HTML5 2.6.3 (2012); https://html.spec.whatwg.org/#document-base-url,
// https://html.spec.whatwg.org/#set-the-frozen-base-url
func (d *Document) rules() *baseRules {
	if d.options.Edition == resolve.Living {
		return &rulesLiving
	}
	return &rulesHTML5
}

var (
	rulesHTML5 = baseRules{
		xmlBase:      true,
		isAboutBlank: func(u resolve.URL) bool { return u.String() == aboutBlank },
	}
	rulesLiving = baseRules{
		templateBase:    blankURL,
		noBaseSchemes:   []string{"data", "javascript"},
		contentSecurity: true,
		snapshotBase:    true,
		shadowRoots:     true,
		isAboutBlank:    matchesAboutBlank,
	}
)

// blankURL is about:blank.
var blankURL, _ = resolve.Resolver{Edition: resolve.Living}.Parse(aboutBlank)

// matchesAboutBlank tells whether a URL is about:blank, whatever its query and fragment are.
//
// Spec: https://html.spec.whatwg.org/#matches-about:blank
func matchesAboutBlank(u resolve.URL) bool {
	scheme, _ := u.Scheme()
	_, hasHost := u.Host()
	return scheme == "about" && u.Path() == "blank" && !hasHost
}

// fallbackBase runs the steps of the fallback base URL.
//
// Spec: W3C HTML5 2.6.3 (2012), fallback base URL
func (d *Document) fallbackBase() (resolve.URL, BaseSource) {
	switch {
	case d.options.Container != nil:
		return d.inherited.base, ContainerBase
	case d.rules().isAboutBlank(d.address) && d.options.Creator != nil:
		return d.inherited.base, CreatorBase
	case d.address.IsZero():
		return resolve.URL{}, NoAddress
	}
	return d.address, Address
}

// survey goes through the elements for what decides about references: the first base element with an href attribute, the
// elements with an xml:base attribute, and what meta elements say.
type survey struct {
	*Document
	hosts     map[*html.Node]bool // of shadow roots
	refreshes []*html.Node
}

// newSurvey returns a survey that begins at the beginning of the document.
func (d *Document) newSurvey() survey {
	d.xmlBases, d.why.Element, d.facts, d.templates, d.beforeBase = nil, nil, documentFacts{}, templates{}, nil
	d.settings = d.initialSettings()
	return survey{Document: d, hosts: map[*html.Node]bool{}}
}

// end is told that there are no more elements.
func (v *survey) end() {
	v.setBase()
	v.laterRefreshes = nil
	v.findLaterRefreshes(v.hasRefreshField(), v.refreshes)
}

// element takes the next node in tree order.
func (v *survey) element(n *html.Node) {
	if n.Type != html.ElementNode {
		return
	}
	v.scanXMLBase(n)
	switch {
	case n.Namespace != "":
	case n.Data == "template":
		v.scanTemplate(n, v.hosts)
	case len(n.Attr) == 0:
	case n.Data == "base":
		v.scanBase(n)
	case n.Data == "meta":
		v.settings.readMeta(n)
		v.facts.readMeta(n)
		if isRefresh(n) {
			v.scanEarly(n, true)
			if !inTemplate(n) {
				v.refreshes = append(v.refreshes, n)
			}
		}
	case n.Data == "script":
		v.scanEarly(n, isImportMap(n) || isSpeculationRules(n))
	}
}

// scanEarly remembers an element whose references are resolved once, when it is parsed, if that is before the base element.
//
// Spec: https://html.spec.whatwg.org/#parse-an-import-map-string,
// https://html.spec.whatwg.org/#shared-declarative-refresh-steps
func (d *Document) scanEarly(n *html.Node, isEarly bool) {
	if !isEarly || d.why.Element != nil || !d.rules().snapshotBase || d.insertsBase {
		return
	}
	if d.beforeBase == nil {
		d.beforeBase = map[*html.Node]bool{}
	}
	d.beforeBase[n] = true
}

// scanXMLBases adds the xml:base attributes of a subtree that is not in the tree.
func (d *Document) scanXMLBases(root *html.Node) {
	for n := root; n != nil; n = following(n, root) {
		d.scanXMLBase(n)
	}
}

func (d *Document) scanXMLBase(n *html.Node) {
	if !d.rules().xmlBase || d.rebase.Drop {
		return
	}
	value, ok := attribute(n, xmlBaseAttribute)
	if !ok {
		return
	}
	if d.xmlBases == nil {
		d.xmlBases = map[*html.Node]xmlBase{}
	}
	d.xmlBases[n] = xmlBase{d.xmlBaseCount, value}
	d.xmlBaseCount++
}

func (d *Document) scanBase(n *html.Node) {
	if inTemplate(n) {
		return
	}
	if d.why.Element == nil && hasAttribute(n, "href") && !d.isBaseDropped() {
		d.why.Element = n
		d.policies = d.settings.policies
	}
	if target, ok := attribute(n, "target"); ok && !d.facts.hasTarget {
		d.facts.target, d.facts.hasTarget = target, true
	}
}

// xmlBaseAttribute is the key of xml:base attributes, to which the HTML parser gives no namespace anywhere.
const xmlBaseAttribute = "xml:base"

// xmlBase is an xml:base attribute.
type xmlBase struct {
	order int // among all in tree order
	value string
}

// BaseOf returns the base URL of an element: the document base URL, or what the xml:base attributes of the element and
// its ancestors make of it. Today xml:base means nothing, and template contents belong to a document of their own, which
// is about:blank.
//
// Spec: W3C HTML5 2.6.4 step 4 (2012); XML Base, second edition, section 4;
// https://html.spec.whatwg.org/#appropriate-template-contents-owner-document
func (d *Document) BaseOf(n *html.Node) resolve.URL {
	var memo baseMemo
	return d.baseOf(n, &memo)
}

// baseMemo remembers the base URLs of the elements with an xml:base attribute around the last element, the outermost
// first, so that in tree order each is computed once.
type baseMemo struct {
	bases []memoizedBase
	size  int // of them in bytes, about
}

type memoizedBase struct {
	order int // of the xml:base
	base  resolve.URL
}

// size returns about how many bytes it takes.
func (b *memoizedBase) size() int {
	const fixed = 128
	return fixed + len(b.base.String())
}

// maxMemo limits the bytes of a baseMemo: each base may be as long as all xml:base attributes around it together.
const maxMemo = 16 << 20

// baseOf is BaseOf for elements that come in tree order.
func (d *Document) baseOf(n *html.Node, memo *baseMemo) resolve.URL {
	if d.templates.any && !d.rules().templateBase.IsZero() && d.isInert(n) {
		return d.rules().templateBase
	}
	if d.xmlBases == nil {
		return d.base
	}
	base := d.base
	var pending []xmlBase // the innermost first
	for ; n != nil; n = n.Parent {
		x, ok := d.xmlBases[n]
		if !ok {
			continue
		}
		if known, ok := memo.find(x.order); ok {
			base = known
			break
		}
		pending = append(pending, x)
	}
	for _, x := range slices.Backward(pending) {
		base = resolve.XMLBase(base, x.value)
		memo.push(x.order, base)
	}
	return base
}

// find returns the base of the xml:base with that order, and forgets those after it: none of them is around an
// element whose next xml:base is this one.
func (m *baseMemo) find(order int) (resolve.URL, bool) {
	for last := len(m.bases) - 1; last >= 0; last-- {
		if m.bases[last].order <= order {
			return m.bases[last].base, m.bases[last].order == order
		}
		m.size -= m.bases[last].size()
		m.bases = m.bases[:last]
	}
	return resolve.URL{}, false
}

// push adds a base inside those before, and forgets the outermost ones when they become too long.
func (m *baseMemo) push(order int, base resolve.URL) {
	m.bases = append(m.bases, memoizedBase{order, base})
	m.size += m.bases[len(m.bases)-1].size()
	for m.size > maxMemo && len(m.bases) > 1 {
		m.size -= m.bases[0].size()
		m.bases = m.bases[1:]
	}
}

package browsertest

import (
	"fmt"
	"slices"
	"strings"

	"golang.org/x/net/html"

	"htmlurl/decompose"
	"htmlurl/document"
)

// pair is a document in both ways.
type pair struct {
	path        string // of the IDs of the frames that it is in
	document    *document.Document
	view        View
	fallbacks   []string // what may be its fallback base URL for Chromium, which does not say
	isSandboxed bool     // scripts do not run in it

	elements map[string][]*html.Node // by ID, without those in templates
	encoding string
	fallback string // one of the fallbacks
	base     string // the base for Chromium; "" is one without a URL
}

// page compares a document: its base URL, its attributes, and its frames.
func (c *comparison) page(p pair) {
	p.encoding, _ = p.document.Encoding()
	p.elements = byID(p.document.Root())
	c.base(&p)
	seen := map[string]int{}
	for _, a := range p.view.Attributes {
		if n := p.element(a.ID, seen[a.ID+" "+a.Name]); n != nil {
			seen[a.ID+" "+a.Name]++
			c.attribute(p, n, a)
		} else {
			c.add(p.path+a.ID, "no element", "an element with "+a.Name)
		}
	}
	clear(seen)
	for _, l := range p.view.Links {
		if n := p.element(l.ID, seen[l.ID]); n != nil {
			seen[l.ID]++
			c.link(p, n, l)
		}
	}
	c.want(p)
	c.frames(p)
}

// element returns an element by its ID and its place among those with the same, or nil.
func (p pair) element(id string, place int) *html.Node {
	if place < len(p.elements[id]) {
		return p.elements[id][place]
	}
	return nil
}

// about returns a question about a reference of the page.
func (p pair) about(ref string) Question {
	return Question{Subject: OfLink, Encoding: p.encoding, Base: p.base, Ref: ref}
}

// hasSameBase tells whether the base is the same in both ways.
func (p pair) hasSameBase() bool { return p.document.Base().String() == p.view.BaseURI }

// base compares the base URL, and sets what Chromium takes for fallback and base.
func (c *comparison) base(p *pair) {
	what, theirs := p.path+"document.baseURI", p.view.BaseURI
	why := p.document.Why()
	isForbidden := why.Err == document.ErrBaseForbidden
	isOwn := why.Element != nil && !isForbidden // the base is one of its own
	q := Question{Subject: OfBase, Encoding: p.encoding}
	if why.Element != nil {
		q.Ref, _ = attributeOf(why.Element, "href")
	}
	for _, q.Base = range p.fallbacks {
		p.fallback, p.base = q.Base, theirs
		switch _, ok := Explain(q, Answer{Href: theirs}); {
		case !isOwn && p.fallback == theirs:
			c.add(what, theirs, theirs)
		case isForbidden && Model(q).Href == theirs:
			c.add(what, p.fallback, theirs, "policy-star")
		case c.hasPolicy && Library(q).Href == theirs: // a base without a URL is forbidden, too
			c.add(what, theirs, theirs)
		case isOwn && ok:
			c.explain(what, q, Answer{Href: theirs})
			if isLost(Model, q) {
				p.base = ""
			}
		default:
			continue
		}
		c.ownBase(*p, q, isOwn)
		return
	}
	c.add(fmt.Sprintf("%s for %s", what, q), p.document.Base().String(), theirs)
}

// ownBase compares the base URL that the document has with what the library makes of the reference alone.
func (c *comparison) ownBase(p pair, q Question, isOwn bool) {
	want := p.fallback
	if isOwn {
		want = Library(q).Href
	}
	if p.fallback == p.document.Fallback().String() {
		c.add(p.path+"document.baseURI of the library", p.document.Base().String(), want)
	}
}

// attribute compares an attribute, and the IDL attribute that reflects it.
func (c *comparison) attribute(p pair, n *html.Node, a Attribute) {
	what := p.path + a.ID + "." + a.Name
	raw, _ := attributeOf(n, a.Name)
	c.add(what+" as it is written", raw, a.Raw)
	q := p.about(raw)
	q.HrefOnly = true
	isSame := p.hasSameBase()
	if n.Data == "base" {
		q.InBase, q.Base = true, p.baseOfBase(q, a)
		isSame = q.Base == p.document.Fallback().String()
	}
	isForm := a.Name == "action" || a.Name == "formaction"
	isStripped := strings.Trim(raw, htmlSpace) == a.Value
	isNoURL := !hasURL(Model(q))
	switch ours := linkHref(p.document, n, a); {
	case isForm && raw == "":
		c.add(what, p.document.Address().String(), a.Value)
	case isForm && strings.Trim(raw, htmlSpace) == "" && a.Value == p.view.URL:
		c.add(what, Library(q).Href, a.Value, "reflect-form-spaces")
	case isSame && ours != Library(q).Href:
		c.add(what+" as a link", ours, Library(q).Href)
	case isForm && isNoURL:
		c.add(what, raw, a.Value, "reflect-form")
	case isNoURL && isStripped:
		c.add(what, raw, a.Value, "reflect-stripped")
	default:
		c.explain(what, q, Answer{Href: a.Value})
	}
}

// baseOfBase returns what the href of a base element is relative to: the fallback base URL, or, if that does not
// explain the attribute, another that Chromium may have.
func (p pair) baseOfBase(q Question, a Attribute) string {
	q.InBase = true
	for _, q.Base = range slices.Concat([]string{p.fallback}, p.fallbacks) {
		if _, ok := Explain(q, Answer{Href: a.Value}); ok {
			return q.Base
		}
	}
	return p.fallback
}

// linkHref returns what the library makes of an attribute as an IDL attribute.
func linkHref(d *document.Document, n *html.Node, a Attribute) string {
	for l := range d.LinksOf(n) {
		if l.Attr == a.Name {
			return hrefOf(l)
		}
	}
	for l := range d.LinksIn(d.Selection().FindNodes(n), a.Name) {
		return hrefOf(l)
	}
	return a.Raw
}

// hrefOf returns the URL of a reference, or the reference if it has none.
func hrefOf(l document.Link) string {
	if l.Err != nil {
		return l.Raw
	}
	return l.URL.String()
}

// link compares the decomposition of an a or area element.
func (c *comparison) link(p pair, n *html.Node, l LinkValues) {
	raw, _ := attributeOf(n, "href")
	q := p.about(raw)
	what := p.path + l.ID + " decomposed"
	if ours := decompose.Of(p.document.ElementOf(n)).Values(); p.hasSameBase() && ours != Library(q) {
		c.add(what+" as a link", q.text(ours), q.text(Library(q)))
		return
	}
	c.explain(what, q, l.Values)
}

// frames compares the documents in the document.
func (c *comparison) frames(p pair) {
	ours := map[string][]*document.Document{}
	for f, err := range p.document.Frames() {
		if err == nil {
			id, _ := attributeOf(f.Element(), "id")
			ours[id] = append(ours[id], f)
		}
	}
	for _, f := range p.view.Frames {
		if len(ours[f.ID]) == 0 {
			c.elsewhere(p, f)
			continue
		}
		frame := ours[f.ID][0]
		ours[f.ID] = ours[f.ID][1:]
		c.frame(p, f, frame)
	}
}

// frame compares a document in the document.
func (c *comparison) frame(p pair, f FrameView, frame *document.Document) {
	what := p.path + f.ID + "/"
	src, _ := attributeOf(frame.Element(), "src")
	if f.Page.URL == "about:blank#blocked" && frame.Address().String() == "about:blank" && src != "" {
		c.add(what, "about:blank", f.Page.URL, "frame-unparsable")
		return
	}
	c.add(what+"document.URL", frame.Address().String(), f.Page.URL)
	inherited := slices.Concat([]string{p.view.BaseURI}, p.fallbacks)
	if frame.Fallback() != p.document.Base() { // it stands before the base element
		inherited = slices.Clone(p.fallbacks)
	}
	slices.SortStableFunc(inherited, func(a, b string) int { return isFallback(frame, b) - isFallback(frame, a) })
	_, isSandboxed := attributeOf(frame.Element(), "sandbox")
	isSandboxed = isSandboxed || p.isSandboxed
	c.page(pair{path: what, document: frame, view: f.Page, fallbacks: inherited, isSandboxed: isSandboxed})
}

// isFallback returns 1 for the fallback base URL of a document, and 0 for others.
func isFallback(d *document.Document, u string) int {
	if d.Fallback().String() == u {
		return 1
	}
	return 0
}

// elsewhere compares a frame that is to show another document, but does not in Chromium. What its src is relative to is
// the base, or the fallback base URL if it stands before the base element.
func (c *comparison) elsewhere(p pair, f FrameView) {
	what := p.path + f.ID + "/"
	for _, n := range p.elements[f.ID] {
		src, _ := attributeOf(n, "src")
		q := p.about(src)
		for _, q.Base = range slices.Concat(p.fallbacks, []string{p.base}) {
			switch u := Model(q); {
			case !hasURL(u):
				c.add(what, "no frame", f.Page.URL, "frame-unparsable")
				return
			case u.Protocol != "about:" && f.Page.URL == "about:blank":
				c.add(what, u.Href, f.Page.URL, "frame-elsewhere")
				return
			case u.Protocol == "about:" && u.Href == f.Page.URL:
				c.add(what, "no frame", f.Page.URL, "frame-about")
				return
			}
		}
	}
	c.add(what, "no frame", f.Page.URL)
}

// byID returns the elements with an ID, and all frames, without those in templates.
func byID(root *html.Node) map[string][]*html.Node {
	all := map[string][]*html.Node{}
	for n := range root.Descendants() {
		id, ok := attributeOf(n, "id")
		isFrame := n.Type == html.ElementNode && n.Namespace == "" && (n.Data == "iframe" || n.Data == "frame")
		if (ok || isFrame) && !isInTemplate(n) {
			all[id] = append(all[id], n)
		}
	}
	return all
}

// isInTemplate tells whether a node is in the contents of a template element.
func isInTemplate(n *html.Node) bool {
	for n = n.Parent; n != nil; n = n.Parent {
		if n.Type == html.ElementNode && n.Namespace == "" && n.Data == "template" {
			return true
		}
	}
	return false
}

// attributeOf returns the value of an attribute, and whether it is there.
func attributeOf(n *html.Node, name string) (string, bool) {
	for _, a := range n.Attr {
		if a.Key == name && a.Namespace == "" {
			return a.Val, true
		}
	}
	return "", false
}

// htmlSpace is ASCII whitespace.
const htmlSpace = " \t\n\f\r"

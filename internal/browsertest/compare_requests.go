package browsertest

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"golang.org/x/net/html"

	"htmlurl/document"
	"htmlurl/internal/browsertest/generate"
)

// wanted is a reference that may be requested.
type wanted struct {
	what      string
	q         Question // relative to the base
	fallback  string   // the fallback base URL
	address   string   // of the document, which may be about:srcdoc
	isCertain bool     // it is requested when the page is loaded
	isEarly   bool     // it stands before the base element
	isForeign bool     // it is of an element that is none of HTML, so that it only looks like a reference
	ownBase   string   // the href attribute of the base element
	hidden    []string // those of all elements named base
}

// want collects the references of a document.
func (c *comparison) want(p pair) {
	first := p.document.Why().Element
	all := wanted{fallback: p.fallback, address: p.view.URL, hidden: hiddenBases(p.document.Root())}
	if all.isEarly = first != nil; all.isEarly {
		all.ownBase, _ = attributeOf(first, "href")
	}
	for l := range p.document.Links() {
		all.isEarly = all.isEarly && l.Node != first
		w := all
		id, _ := attributeOf(l.Node, "id")
		w.what, w.q = fmt.Sprintf("%s%s request for %s", p.path, id, l.Attr), p.about(l.Raw)
		w.isCertain = isRequested(l) && !(p.isSandboxed && l.Kind == document.Script)
		c.wanted = append(c.wanted, w)
	}
	for _, ref := range foreignReferences(p.document.Root()) {
		w := all
		w.q, w.isForeign = p.about(ref), true
		c.wanted = append(c.wanted, w)
	}
}

// hiddenBases returns the href attributes of all elements named base.
func hiddenBases(root *html.Node) (all []string) {
	for n := range root.Descendants() {
		if href, ok := attributeOf(n, "href"); ok && n.Data == "base" {
			all = append(all, href)
		}
	}
	return all
}

// foreignReferences returns the attributes of SVG and MathML elements that would be references in HTML.
func foreignReferences(root *html.Node) (all []string) {
	for n := range root.Descendants() {
		for _, name := range []string{"src", "href", "poster"} {
			if ref, ok := attributeOf(n, name); ok && n.Namespace != "" {
				all = append(all, ref)
			}
		}
	}
	return all
}

// isRequested tells whether a reference is requested by itself, whatever is shown.
func isRequested(l document.Link) bool {
	if l.Ignored != "" || l.Node == nil || l.Node.Namespace != "" || isInTemplate(l.Node) {
		return false
	}
	switch l.Node.Data + " " + l.Attr {
	case "img src":
		_, hasCandidates := attributeOf(l.Node, "srcset")
		return !hasCandidates && l.Node.Parent.Data != "picture"
	case "link href":
		return slices.Equal(l.Rel(), []string{"stylesheet"})
	case "script src", "video poster":
		return true
	case "input src":
		kind, _ := attributeOf(l.Node, "type")
		return kind == "image"
	}
	return false
}

// requests compares what was requested from servers with the references: all that must be, and nothing else. Icons do
// not count, as they come late.
func (c *comparison) requests(requests []Request, isSecure bool) {
	got := map[string]bool{}
	for _, r := range requests {
		got[r.URL] = true
	}
	expected := map[string]bool{}
	for _, w := range c.wanted {
		if w.isForeign {
			continue
		}
		u := Model(w.q)
		for _, r := range []string{requestURL(u), w.early()} {
			expected[r] = true
			expected[upgraded(r)] = expected[upgraded(r)] || isSecure
		}
		if w.isCertain && hasURL(u) && isHTTP(u.Href) {
			c.request(w, got, isSecure)
		}
	}
	for _, r := range requests {
		if r.Type != "Other" && isHTTP(r.URL) && !expected[r.URL] {
			c.stray(r)
		}
	}
}

// request compares the request for one reference.
func (c *comparison) request(w wanted, got map[string]bool, isSecure bool) {
	const none = "no request"
	q, final, early, instead := w.q, requestURL(Model(w.q)), w.early(), none
	q.HrefOnly = true
	if isSecure && got[upgraded(final)] {
		instead = upgraded(final)
	}
	switch {
	case got[requestURL(Library(w.q))]:
		c.add(w.what, final, final)
	case got[final]:
		c.explain(w.what, q, Model(w.q))
	case w.isEarly && (got[early] || !isHTTP(early) || hasUser(early)):
		c.add(w.what, final, early, "request-early")
	case w.isBlocked(final):
		c.add(w.what, final, none, "request-blocked")
	case strings.Trim(w.q.Ref, htmlSpace) == "":
		c.add(w.what, final, none, "request-spaces")
	case isSecure && strings.HasPrefix(final, "http:"):
		c.add(w.what, final, instead, "request-mixed")
	default:
		only := fmt.Sprint("only ", slices.Sorted(maps.Keys(got)))
		c.add(fmt.Sprintf("%s %+q relative to %s", w.what, w.q.Ref, w.q.Base), final, only)
	}
}

// stray adds a request that no reference asks for.
func (c *comparison) stray(r Request) {
	what, isOf := "request for "+r.Type, func(w wanted) bool { return w.isSpeculative(r.URL) }
	switch {
	case slices.ContainsFunc(c.wanted, isOf):
		c.add(what, "no reference", r.URL, "request-speculative")
	case slices.ContainsFunc(c.wanted, wanted.isRepaired):
		c.add(what, "no reference", r.URL, "request-unparsable")
	default:
		c.add(what, "no reference", r.URL)
	}
}

// early returns what is requested before there is a base element.
func (w wanted) early() string {
	w.q.Base = w.fallback
	return requestURL(Model(w.q))
}

// isSpeculative tells whether a URL is requested because of an element that is none of HTML, or relative to a base that
// is none, or not relative to the fallback base URL.
func (w wanted) isSpeculative(url string) bool {
	isIt := func(u string) bool { return u == url || upgraded(u) == url }
	if w.isForeign && (isIt(requestURL(Model(w.q))) || isIt(w.early())) {
		return true
	}
	for _, href := range w.hidden {
		q := w.q
		q.Base = Model(Question{Subject: OfLink, Base: w.address, Ref: href}).Href
		if isIt(requestURL(Model(q))) {
			return true
		}
	}
	return false
}

// isRepaired tells whether a reference is a background without a URL.
func (w wanted) isRepaired() bool {
	return strings.HasSuffix(w.what, " background") && !hasURL(Model(w.q))
}

// requestURL returns the URL that is requested, which has no fragment.
func requestURL(a Answer) string {
	u, _, _ := strings.Cut(a.Href, "#")
	return u
}

// upgraded returns the URL that is requested in the place of one of http: in a page of https:.
//
// Spec: https://w3c.github.io/webappsec-mixed-content/#upgrade-algorithm
func upgraded(u string) string {
	if !strings.HasPrefix(u, "http:") {
		return u
	}
	return Model(Question{Subject: OfObject, Ref: u, Set: generate.Assignment{Name: "protocol", Value: "https"}}).Href
}

// isHTTP tells whether a server is asked for a URL.
func isHTTP(u string) bool { return strings.HasPrefix(u, "http:") || strings.HasPrefix(u, "https:") }

// isBlocked tells whether Chromium refuses to request something: with a user name, or for what looks like markup that
// was left open, also if that is in the base element that a reference is relative to.
func (w wanted) isBlocked(href string) bool {
	s := shapeOf(w.q.Ref, w.q.Base)
	isRelative := s.scheme == "" || s.isRelative() && s.slashes == ""
	return hasUser(href) || isOpenMarkup(w.q.Ref) || isRelative && isOpenMarkup(w.ownBase)
}

// hasUser tells whether a URL has a user name or a password.
func hasUser(href string) bool { return strings.Contains(partsOf(href).authority, "@") }

// isOpenMarkup tells whether a reference looks like markup that was left open.
func isOpenMarkup(ref string) bool {
	ref = strings.Trim(ref, htmlSpace)
	return strings.ContainsAny(ref, "\t\n\r") && strings.Contains(ref, "<")
}

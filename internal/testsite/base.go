package testsite

// base is the document base URL of a page: a URI of the site, or a URL elsewhere.
type base struct {
	uri     []byte
	foreign string
	kind    baseKind
}

// append appends the URL of the base.
func (b *base) append(dst []byte, origin string) []byte {
	if b.foreign != "" {
		return append(dst, b.foreign...)
	}
	return append(append(dst, origin...), b.uri...)
}

// baseKind is what a page has of base elements.
type baseKind uint8

const (
	noBase       baseKind = iota
	absoluteBase          // in the head
	relativeBase          // to the page's address
	bodyBase              // counts in the body, too
	twoBases              // of which the second does not count
	decoyBases            // in noscript, template and svg, and without href; then one that counts
	onlyDecoys
	foreignBase // on another host
	badBase     // no URL, so it counts as none; and so does the one after it
	baseKinds   // how many there are

	pagesPerBase = 7
)

// chooseBase decides on the base of the page.
func (w *writer) chooseBase() {
	w.base = base{uri: w.uri}
	if w.site.Plain || !w.oneIn(pagesPerBase) {
		return
	}
	w.base.kind = 1 + baseKind(w.below(int(baseKinds)-1))
	switch w.base.kind {
	case onlyDecoys, badBase:
	case foreignBase:
		w.base.foreign = "http://static.invalid/pub/index.html"
	default:
		last, _ := w.site.pages()
		w.base.uri = w.site.appendAddress(nil, w.below(last))
	}
}

// headBase writes the base elements in the head.
func (w *writer) headBase() {
	switch w.base.kind {
	case absoluteBase, relativeBase:
		w.realBase()
	case twoBases:
		w.realBase()
		w.otherBase("http://second.invalid/")
	case decoyBases, onlyDecoys:
		w.add(`<base target="_top"><template><base href="/trap/template/"></template>`, "\n")
		w.add(`<noscript><base href="/trap/noscript/"></noscript><!-- <base href="/trap/comment/"> -->`, "\n")
	case foreignBase:
		w.otherBase(w.base.foreign)
	case badBase:
		w.elsewhere("http://[bad/", "")
		w.baseElement()
		w.otherBase("http://later.invalid/")
	}
}

// bodyBase writes the base elements at the start of the body.
func (w *writer) bodyBase() {
	switch w.base.kind {
	case decoyBases, onlyDecoys:
		w.add(`<svg width="1" height="1"><base href="/trap/svg/"></base>`,
			`<g><base href="http://svg.invalid/"/></g></svg>`, "\n")
		w.add(`<template><base href="http://template.invalid/"><a href="/trap/template">no</a></template>`, "\n")
	}
	switch w.base.kind {
	case decoyBases, bodyBase:
		w.realBase()
	}
}

// realBase writes the base element that counts. It is relative to the address of the page.
func (w *writer) realBase() {
	real := w.base
	w.base = base{uri: w.uri, kind: real.kind}
	if real.kind == absoluteBase {
		w.url = real.append(w.url[:0], w.origin)
		w.raw = append(w.raw[:0], w.url...)
	} else {
		w.toExactly(real.uri)
	}
	w.baseElement()
	w.base = real
}

// otherBase writes a base element as it is.
func (w *writer) otherBase(href string) {
	w.elsewhere(href, href)
	w.baseElement()
}

func (w *writer) baseElement() {
	w.add("<base")
	w.attribute("href")
	w.add(">\n")
	w.link(place{"base", "href", baseURL}, "", "")
}

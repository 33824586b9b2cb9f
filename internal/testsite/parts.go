package testsite

import "strconv"

// navigation writes the links that all pages have in common.
func (w *writer) navigation() {
	last, _ := w.site.pages()
	w.add("<header><nav class=\"main\"><ul>\n")
	for n := range min(20, last) {
		w.add(`<li class="item">`)
		w.toPage(n)
		w.anchor("", "Section", n)
		w.add("</li>\n")
	}
	w.add("</ul></nav></header>\n")
}

func (w *writer) footer() {
	w.add("<footer><p>")
	w.toFragment()
	w.anchor("", "Top", 1)
	w.toPage(0)
	w.anchor("home", "Home", 0)
	w.add("<p>&copy; 2012</footer>\n")
}

// part writes part i of a body.
func (w *writer) part(i int) {
	switch i {
	case 0:
		w.form()
	case 1, 4, 6:
		w.figures()
	case 2:
		w.table()
	case 3:
		w.drawing()
	case 5:
		w.quote()
	case 7:
		w.film()
	}
}

// toImage makes the reference one to an image.
func (w *writer) toImage(suffix string) {
	w.name("/img/i", w.below(500), suffix)
	w.toExactly(w.target)
}

// figures writes images, some of them in several sizes.
func (w *writer) figures() {
	w.add("<figure>")
	for range 1 + w.below(3) {
		w.toImage(".png")
		w.add("<img")
		w.attribute("src")
		w.link(place{"img", "src", image}, "", "A picture")
		w.add(` srcset="`)
		w.candidate("img", " 1x, ")
		w.candidate("img", " 2x")
		w.add(`" alt="A picture" width="320" height="200" loading="lazy">`, "\n")
	}
	w.add(`<picture><source media="(min-width: 40em)" srcset="`)
	w.candidate("source", " 640w,\n ")
	w.candidate("source", " 1280w")
	w.add(`"><img`)
	w.toImage(".png")
	w.attribute("src")
	w.add(` alt=""></picture><figcaption>Figure</figcaption></figure>`, "\n")
	w.link(place{"img", "src", image}, "", "")
}

// candidate writes an image candidate of a srcset attribute.
func (w *writer) candidate(tag, descriptor string) {
	w.toImage("-large.png")
	w.escape(w.raw)
	w.add(descriptor)
	text := ""
	if tag == "img" {
		text = "A picture"
	}
	w.link(place{tag, "srcset", image}, "", text)
}

func (w *writer) table() {
	w.add("<table><tr><th>Page<th>Views</tr>\n")
	for range 5 {
		n := w.somePage()
		w.add("<tr><td>")
		w.toPage(n)
		w.anchor("bookmark", "Entry", n)
		w.add("</td><td>")
		w.addInt(w.below(100_000))
		w.add("</td></tr>\n")
	}
	w.add("</table>\n")
}

func (w *writer) form() {
	w.add("<form method=\"get\"")
	if w.oneIn(4) {
		w.elsewhere("", w.origin+string(w.uri)) // an empty action is the page itself
	} else {
		w.to([]byte("/search"))
	}
	w.attribute("action")
	w.link(place{"form", "action", formSubmit}, "", "")
	w.add(`><input type="search" name="q"><input type="hidden" name="lang" value="en"><button type="submit"`)
	w.to([]byte("/search/more"))
	w.attribute("formaction")
	w.add(">Go</button></form>\n")
	w.link(place{"button", "formaction", formSubmit}, "", "")
}

// drawing writes SVG with a link, which is followed as others are.
func (w *writer) drawing() {
	w.add(`<svg width="200" height="100" viewBox="0 0 200 100"><defs><path id="p1" d="M0 0L10 10z"/></defs>`)
	w.elsewhere("#p1", "")
	w.url = append(w.base.append(w.url[:0], w.origin), w.raw...)
	w.add("<use")
	w.attribute("href")
	w.link(place{"use", "href", graphic}, "", "")
	n := w.somePage()
	w.toPage(n)
	w.add("/><a")
	name := w.either("href", "xlink:href")
	w.attribute(name)
	w.add("><text x=\"9\" y=\"9\">Node ")
	w.addInt(n)
	w.add("</text></a></svg>\n")
	if w.lists {
		w.link(place{"a", name, hyperlink}, "", "Node "+strconv.Itoa(n))
	}
}

func (w *writer) quote() {
	w.add("<blockquote")
	w.toPage(w.somePage())
	w.attribute("cite")
	w.add("><p>To be, or not to be.</p></blockquote>\n")
	w.link(place{"blockquote", "cite", citation}, "", "")
	w.add(`<div class="hero" style="background-image: url('`)
	w.toImage(".png")
	w.text = append(w.text, w.raw...)
	w.add("')\">Hero</div>\n")
	w.link(place{"div", "style", style}, "", "")
}

func (w *writer) film() {
	w.toImage(".png")
	w.add("<video controls")
	w.attribute("poster")
	w.link(place{"video", "poster", image}, "", "")
	w.add(">\n<source")
	w.toNumbered("/media/film", w.below(9), ".mp4")
	w.attribute("src")
	w.add(` type="video/mp4"></video>`, "\n")
	w.link(place{"source", "src", media}, "", "")
}

// oddPart writes what crawlers get wrong, at times.
func (w *writer) oddPart(n, i int) {
	if i == 0 {
		w.quiet(n)
		w.decoys()
	}
	switch i {
	case 1:
		w.strangers()
	case 2:
		w.detour()
	case 3:
		w.files()
	case 4:
		w.areas()
	case 5:
		w.frame()
	case 6:
		w.srcdoc()
	}
}

// decoys writes what looks like links but is none.
func (w *writer) decoys() {
	w.add(`<!-- <a href="/trap/comment">no</a> --><noscript><a href="/trap/noscript">no</a></noscript>`, "\n")
	w.add(`<template><a href="/trap/template">no</a></template>`,
		`<p data-href="/trap/data" title='<a href="/trap/title">'>&lt;a href="/trap/text"></p>`, "\n")
}

// quiet writes links that robots must not follow: to a page that has no others, and to one that has.
func (w *writer) quiet(n int) {
	if last, _ := w.site.pages(); n < last && n%50 == 0 {
		w.toPage(last + n/50)
		w.anchor("external nofollow", "Quiet", n)
		w.toPage(w.somePage())
		w.anchor("NoFollow", "Not this way", n)
	}
}

// strangers writes links that lead away, or nowhere.
func (w *writer) strangers() {
	for range w.below(4) {
		switch w.below(8) {
		case 0:
			w.elsewhere("http://other.invalid/a?b", "http://other.invalid/a?b")
		case 1:
			w.elsewhere("https://www.other.invalid", "https://www.other.invalid/")
		case 2:
			w.elsewhere("//cdn.invalid/x.html", "http://cdn.invalid/x.html")
		case 3:
			w.elsewhere("mailto:a@example.invalid", "mailto:a@example.invalid")
		case 4:
			w.elsewhere("javascript:void(0)", "javascript:void(0)")
		case 5:
			w.elsewhere("tel:+49-30-1234", "tel:+49-30-1234")
		case 6:
			w.elsewhere("http://[bad/", "")
		case 7:
			w.elsewhere("data:text/html,Hello", "data:text/html,Hello")
		}
		w.add("<p>")
		w.anchor("", "Stranger", w.below(9))
	}
}

// detour writes a link to a redirect, or to a page that is not there.
func (w *writer) detour() {
	last, _ := w.site.pages()
	switch w.below(6) {
	case 0, 1:
		kind := detours[w.below(len(detours))].name
		w.toNumbered("/go/"+kind+"/", w.below(last/30+1)*30%last, "")
		w.anchor("", "Detour", 1)
	case 2:
		if w.oneIn(4) {
			w.toNumbered("/missing/m", w.below(last/50+1), "")
			w.anchor("", "Missing", 1)
		}
	}
}

// files writes a link to what is no page.
func (w *writer) files() {
	last, _ := w.site.pages()
	if !w.oneIn(8) {
		return
	}
	kind := files[w.below(len(files))]
	if kind.extension == ".xml" {
		w.linkElement("alternate", func() { w.toNumbered(kind.prefix, w.below(last/50+1), kind.extension) })
		return
	}
	w.toNumbered(kind.prefix, w.below(last/50+1), kind.extension)
	w.anchor("", "File", 1)
}

// areas writes an image map.
func (w *writer) areas() {
	if !w.oneIn(10) {
		return
	}
	w.add("<map name=\"m\">")
	for range 3 {
		w.toPage(w.somePage())
		w.add(`<area shape="rect" coords="0,0,9,9" alt="Region"`)
		w.attribute("href")
		w.add(">")
		w.link(place{"area", "href", hyperlink}, "", "Region")
	}
	w.add("</map>\n")
}

// frame writes a frame with another page.
func (w *writer) frame() {
	if !w.oneIn(12) {
		return
	}
	w.toPage(w.somePage())
	w.add("<iframe")
	w.attribute("src")
	w.add(" width=\"300\"></iframe>\n")
	w.link(place{"iframe", "src", frame}, "", "")
}

// srcdoc writes a frame with a document of its own, whose encoding is UTF-8. What the page asks of robots it does not
// inherit, so there is none then.
func (w *writer) srcdoc() {
	if w.noFollow || !w.oneIn(12) {
		return
	}
	page, text, encoding := w.links, w.text, w.encoding
	w.links, w.text, w.inFrame, w.encoding = w.framed, w.inner[:0], true, *utf8Encoding
	for range 1 + w.below(3) {
		n := w.somePage()
		w.toPage(n)
		w.anchor("", "framed", n)
		w.add("<br>\n")
	}
	w.framed, w.inner = w.links, w.text
	w.links, w.text, w.inFrame, w.encoding = page, text, false, encoding
	w.add(`<iframe srcdoc="`)
	w.escape(w.inner)
	w.add("\"></iframe>\n")
}

package testsite

// One page in so many has that.
const (
	pagesPerLinkField    = 25
	pagesPerRefreshField = 60
	pagesPerRefresh      = 25
)

// header returns header fields with references, which are relative to the address of the page whatever its base is.
func (w *writer) header() [][2]string {
	if w.site.Plain {
		return nil
	}
	var fields [][2]string
	if w.noFollow && w.oneIn(2) {
		fields = append(fields, [2]string{"X-Robots-Tag", "noindex, nofollow"})
	}
	if w.oneIn(pagesPerLinkField) {
		w.toField(w.somePage())
		w.link(place{"", "Link", hyperlink}, "next", "")
		fields = append(fields, [2]string{"Link", "<" + string(w.raw) + `>; rel="next"`})
	}
	if w.oneIn(pagesPerRefreshField) {
		w.toField(w.somePage())
		w.link(place{"", "Refresh", refresh}, "", "")
		fields = append(fields, [2]string{"Refresh", "300; url=" + string(w.raw)})
	}
	return fields
}

// toField makes the reference one to page n for a header field.
func (w *writer) toField(n int) {
	w.target = w.site.appendAddress(w.target[:0], n)
	w.raw = appendRelative(w.raw[:0], w.uri, w.target)
	w.url = append(append(w.url[:0], w.origin...), w.target...)
}

// head writes the head of page n.
func (w *writer) head(n int) {
	w.add("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n")
	w.declare()
	w.add("<title>Page ")
	w.addInt(n)
	w.add(": ")
	w.word()
	w.add("</title>\n<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n")
	if w.noFollow {
		w.add(w.either(`<meta name="robots" content="noindex,nofollow">`, `<meta name="ROBOTS" content="NONE">`), "\n")
	}
	w.headBase()
	for i := range 2 {
		w.linkElement("stylesheet", func() { w.toNumbered("/css/s", i, ".css") })
	}
	w.linkElement("shortcut icon", func() { w.toNumbered("/img/i", 0, ".png") })
	w.linkElement("canonical", func() { w.toItself() })
	if last, _ := w.site.pages(); n+1 < last {
		w.linkElement("next", func() { w.toPage(n + 1) })
	}
	if n > 0 {
		w.linkElement("prev", func() { w.toPage(n - 1) })
	}
	w.refresh()
	w.styles()
	w.add("<script")
	w.toNumbered("/js/a", w.below(9), ".js")
	w.attribute("src")
	w.add(" async></script>\n</head>\n")
	w.link(place{"script", "src", script}, "", "")
}

// linkElement writes a link element with the reference that the function makes.
func (w *writer) linkElement(rel string, refer func()) {
	refer()
	w.add(`<link rel="`, rel, `"`)
	w.attribute("href")
	w.add("/>\n")
	kind := external
	switch rel {
	case "canonical", "next", "prev", "alternate":
		kind = hyperlink
	}
	w.link(place{"link", "href", kind}, rel, "")
}

// toItself makes the reference the page's own URL.
func (w *writer) toItself() {
	w.url = append(append(w.url[:0], w.origin...), w.uri...)
	w.raw = append(w.raw[:0], w.url...)
}

// refresh writes a refresh to another page, unless a base element comes later: then the editions differ.
func (w *writer) refresh() {
	if w.site.Plain || w.base.kind == bodyBase || w.base.kind == decoyBases || !w.oneIn(pagesPerRefresh) {
		return
	}
	w.target = w.site.appendAddress(w.target[:0], w.somePage())
	w.toExactly(w.target)
	w.add(w.either(`<meta http-equiv="refresh" content="30; url=`, `<META HTTP-EQUIV=Refresh CONTENT="5;URL=`))
	w.escape(w.raw)
	w.add("\">\n")
	w.link(place{"meta", "content", refresh}, "", "")
}

// styles writes a style sheet.
func (w *writer) styles() {
	w.add("<style>\nbody { margin: 0 auto; max-width: 60em; font: 16px/1.5 serif } /* url(/trap/css) */\n")
	w.name("/img/i", w.below(50), ".png")
	w.toExactly(w.target)
	w.add(`.page { background: #fff url("`)
	w.text = append(w.text, w.raw...)
	w.add("\") no-repeat }\n.text em::before { content: \"\\201C\" }\n</style>\n")
	w.link(place{"style", "#text", style}, "", "")
}

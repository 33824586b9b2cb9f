package testsite

import "net/http"

// One leaf of the tree in so many is a page of that sort. Others have children, which must be found.
const (
	leavesPerXHTML    = 40
	leavesPerNoFollow = 12
)

// page writes page n.
func (w *writer) page(n int) answer {
	w.random = w.site.random(n)
	w.filler = random(w.next())
	w.uri = w.site.appendAddress(w.uri[:0], n)
	w.base = base{uri: w.uri}
	if last, _ := w.site.pages(); !w.site.Plain && n*fanout+1 >= last {
		if w.oneIn(leavesPerXHTML) {
			return w.xhtml(n)
		}
		w.noFollow = w.oneIn(leavesPerNoFollow)
	}
	w.chooseEncoding()
	w.chooseBase()
	a := answer{status: http.StatusOK, contentType: w.contentType()}
	a.header = w.header()
	w.head(n)
	w.body(n)
	w.links = append(w.links, w.framed...)
	a.body = w.seal()
	return a
}

// body writes the body of page n, and fills it up with text.
func (w *writer) body(n int) {
	w.add("<body class=\"page\">\n")
	w.bodyBase()
	w.navigation()
	w.add("<main>\n")
	const sections = 8
	size := (10 + w.below(20) + w.below(30)) << 10
	links := 20 + w.below(40)
	child := n*fanout + 1
	for i := range sections {
		w.add(`<h2 id="s`)
		w.addInt(i)
		w.add("\">")
		w.word()
		w.add("</h2>\n")
		w.fill(size * i / sections)
		w.part(i)
		w.children(child+i*fanout/sections, child+(i+1)*fanout/sections)
		w.stories(links / sections)
		if !w.site.Plain {
			w.oddPart(n, i)
		}
	}
	w.add("</main>\n")
	w.fill(size - 1000)
	w.footer()
	w.add("</body>\n</html>\n")
}

// fill writes text until the page has that size. How much that is depends on the length of the origin, so nothing else may
// depend on it.
func (w *writer) fill(size int) {
	text := asciiBlocks()
	if w.encoding.name == utf8Encoding.name {
		text = utf8Blocks()
	}
	for len(w.text) < size {
		w.add(text[w.filler.below(len(text))])
	}
}

// word writes a word in the page's encoding.
func (w *writer) word() {
	w.add("Word ")
	w.escape([]byte(w.encoding.word))
}

// children writes links to the children of the page in the tree that are in the range, as far as there are such pages.
func (w *writer) children(first, end int) {
	last, _ := w.site.pages()
	w.add("<ol class=\"children\">\n")
	for n := first; n < min(end, last); n++ {
		w.add("<li>")
		w.toPage(n)
		w.anchor("", "Chapter", n)
		w.add("\n")
	}
	w.add("</ol>\n")
}

// stories writes paragraphs with links to pages anywhere.
func (w *writer) stories(count int) {
	for i := range count {
		if i%3 == 0 {
			w.add("<p>See also ")
		}
		n := w.somePage()
		w.toPage(n)
		w.anchor("", "story", n)
		w.add(", as was <em>said</em> before.\n")
	}
}

// somePage returns the number of a page: of one whose query is a word in the page's own encoding at times.
func (w *writer) somePage() int {
	if !w.site.Plain && w.oneIn(8) {
		if n, ok := w.pageWithWord(&w.encoding); ok {
			return n
		}
	}
	last, _ := w.site.pages()
	return w.below(last)
}

// xhtml writes page n as XML.
func (w *writer) xhtml(n int) answer {
	w.encoding, w.isXML = *utf8Encoding, true
	w.add(`<?xml version="1.0" encoding="utf-8"?>`, "\n", `<html xmlns="http://www.w3.org/1999/xhtml"><head><title>Page `)
	w.addInt(n)
	w.add("</title>")
	w.linkElement("stylesheet", func() { w.toNumbered("/css/s", 1, ".css") })
	w.add("</head>\n<body><p>One &amp; another, <![CDATA[<a href='/trap/cdata'>]]></p>\n")
	for range 10 + w.below(20) {
		w.add("<p>See ")
		n := w.somePage()
		w.toPage(n)
		w.anchor("", "page", n)
		w.add("</p>\n")
	}
	w.add("</body></html>\n")
	return answer{status: http.StatusOK, contentType: "application/xhtml+xml", body: w.text}
}

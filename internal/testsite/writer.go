package testsite

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// writer writes one document. When it lists, it keeps what each reference that it writes means.
type writer struct {
	site   *Site
	origin string
	text   []byte // of the document so far; but for words it is UTF-8
	lists  bool
	links  []Link
	framed []Link // those in srcdoc frames
	random

	uri  []byte // of the page; its own address
	base base
	encoding
	declaration
	label, other string // of the encoding, and of one that does not count
	filler       random // chooses the text between the links
	noFollow     bool   // robots are asked not to follow any link
	inFrame      bool
	isXML        bool

	raw, url, target, inner, sealed []byte // memory
}

// reset makes the writer ready for another document.
func (w *writer) reset(s *Site, origin string, lists bool) {
	*w = writer{site: s, origin: origin, lists: lists, text: w.text[:0], raw: w.raw, url: w.url, target: w.target,
		inner: w.inner, sealed: w.sealed, uri: w.uri}
}

// Kinds of links, by the names that package document has for them.
const (
	hyperlink  = "hyperlink"
	external   = "external-resource"
	baseURL    = "metadata-base"
	image      = "embedded-image"
	media      = "embedded-media"
	script     = "embedded-script"
	frame      = "embedded-nested-document"
	graphic    = "embedded-svg"
	style      = "embedded-css"
	citation   = "citation"
	formSubmit = "form-submit"
	refresh    = "navigation-refresh"
)

// place says where a reference stands and what it is for.
type place struct{ tag, attr, kind string }

// add writes markup, in which there are no references.
func (w *writer) add(parts ...string) {
	for _, p := range parts {
		w.text = append(w.text, p...)
	}
}

func (w *writer) addInt(n int) { w.text = strconv.AppendInt(w.text, int64(n), 10) }

// attribute writes the reference into an attribute, in double quotes.
func (w *writer) attribute(name string) {
	w.add(" ", name, `="`)
	w.escape(w.raw)
	w.add(`"`)
}

// escape writes text into an attribute or an element.
func (w *writer) escape(text []byte) {
	start := 0
	for i := 0; i < len(text); i++ {
		c := text[i]
		if c < utf8.RuneSelf && c != '&' && c != '"' && c != '<' {
			continue
		}
		w.text = append(w.text, text[start:i]...)
		size := 1
		switch {
		case c == '&':
			w.add("&amp;")
		case c == '"':
			w.add("&quot;")
		case c == '<':
			w.add("&lt;")
		default:
			size = w.character(text[i:])
		}
		i += size - 1
		start = i + 1
	}
	w.text = append(w.text, text[start:]...)
}

// character writes the first character of text, which is not ASCII, and returns how long that is.
func (w *writer) character(text []byte) int {
	c, size := utf8.DecodeRune(text)
	if w.encoding.name == utf8Encoding.name {
		w.text = append(w.text, text[:size]...)
	} else if start, end, ok := w.encoding.has(c); ok {
		w.add(w.encoding.bytes[start:end])
	} else {
		w.add("&#")
		w.addInt(int(c))
		w.add(";")
	}
	return size
}

// link keeps the reference that was written last, if the writer lists.
func (w *writer) link(p place, rel, text string) {
	if !w.lists {
		return
	}
	l := Link{
		Tag: p.tag, Attr: p.attr, Kind: p.kind, Raw: string(w.raw), URL: string(w.url), Rel: rel, Text: text,
		NoFollow: w.noFollow || strings.Contains(rel, "nofollow"),
		InFrame:  w.inFrame,
	}
	if uri, ok := strings.CutPrefix(l.URL, w.origin); ok && follows[p.kind] {
		l.uri, _, _ = strings.Cut(uri, "#")
	}
	w.links = append(w.links, l)
}

// follows are the kinds of links that a crawl follows.
var follows = map[string]bool{hyperlink: true, frame: true, refresh: true}

// anchor writes a link to the reference, with a text that ends in a number.
func (w *writer) anchor(rel, text string, number int) {
	w.add("<a")
	w.attribute("href")
	if rel != "" {
		w.add(` rel="`, rel, `"`)
	}
	w.add(">")
	start := len(w.text)
	w.add(text)
	w.text = append(w.text, ' ')
	w.addInt(number)
	label := ""
	if w.lists {
		label = string(w.text[start:])
	}
	w.add("</a>")
	w.link(place{"a", "href", hyperlink}, strings.ToLower(rel), label)
}

package document

import (
	"bytes"
	"slices"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"htmlurl/internal/source"
	"htmlurl/internal/xmltree"
)

// RemoveAttribute takes an attribute out of the start tag of an element, with the white space before it. The name is one
// that Link.Attr gives. It is nothing if the element has no such attribute.
func (w *Rewrite) RemoveAttribute(n *html.Node, name string) {
	i := indexOf(n, name)
	if i < 0 {
		return
	}
	parts, why := w.attributeParts(n, i, name)
	if why != "" {
		w.left = append(w.left, Left{Node: n, Attr: name, Raw: n.Attr[i].Val, Err: why})
		return
	}
	for _, part := range parts {
		w.changes = append(w.changes, change{part: part})
	}
}

// attributeParts returns what to remove of the text for an attribute to be gone.
func (w *Rewrite) attributeParts(n *html.Node, i int, name string) (parts []source.Span, why Unplaced) {
	d := w.document
	if d.places == nil {
		return nil, NoPositions
	}
	starts := w.startsOf(n)
	link := Link{Node: n, Attr: name}
	if d.xml != nil {
		written, why := d.places.findXML(d.xml, &link, starts, n.Attr[i].Val)
		if why == "" {
			parts = append(parts, d.places.xmlAttribute(written.span))
		}
		return parts, why
	}
	why = IsAdded
	for _, start := range starts { // each of those of html and body may give the attribute
		if why == IsAdded {
			why = IsChanged
		}
		if _, ok := w.place.findHTML(d.places, start, &link, n.Attr[i].Val); ok {
			why = ""
		}
		tag, _ := w.place.tag(d.places, start)
		for _, a := range slices.Concat(tag.Attrs, tag.Repeated) {
			if source.EqualFold(d.places.text[a.Name.Start:a.Name.End], name) {
				parts = append(parts, d.places.htmlAttribute(a))
			}
		}
	}
	return parts, why
}

// startsOf returns where the start tags of any element with attributes begin.
func (w *Rewrite) startsOf(n *html.Node) []int {
	places := w.document.places
	if starts := places.startsOf(n); starts != nil || w.document.xml != nil {
		return starts
	}
	if w.all == nil {
		w.all = w.document.findTags(places.text, true).starts
	}
	if start, ok := w.all[n]; ok {
		return []int{start}
	}
	return nil
}

// htmlAttribute returns the part of the text of an attribute with the white space before it. That stays if it may have to
// keep apart what is before and behind the attribute.
func (p *places) htmlAttribute(a source.Attr) source.Span {
	part := source.Span{Start: a.Name.Start, End: a.Value.End}
	if a.Quote != 0 {
		part.End++
	}
	if c := p.text[part.End]; c == '>' || isSpace(rune(c)) {
		part.Start = len(bytes.TrimRight(p.text[:part.Start], " \t\n\f\r"))
	}
	return part
}

// xmlAttribute is htmlAttribute for the attribute of an XML document whose value is written in the span.
func (p *places) xmlAttribute(value source.Span) source.Span {
	before := bytes.TrimRight(p.text[:value.Start-len(`"`)], "= \t\r\n")
	space := bytes.LastIndexAny(before, " \t\r\n")
	return source.Span{Start: len(bytes.TrimRight(before[:space], " \t\r\n")), End: value.End + len(`"`)}
}

// RemoveTag takes out the tag of a void element with attributes, such as base, link or meta, and with it the element. Where
// the text around it must be kept apart, a comment without text takes its place.
//
// Spec: https://html.spec.whatwg.org/#void-elements
func (w *Rewrite) RemoveTag(n *html.Node) {
	part, err := w.tagPart(n)
	if err != nil {
		w.left = append(w.left, Left{Node: n, Err: err})
		return
	}
	w.removeTag(n, part)
}

// removeTag takes a tag out. Where what is before it could be taken together with what is behind, or a line break behind it
// be dropped, a comment takes its place.
func (w *Rewrite) removeTag(n *html.Node, part source.Span) {
	c := change{part: part}
	text := w.document.places.text
	isApart := !bytes.HasPrefix(text[part.End:], []byte("\ufeff")) // which would become a byte order mark
	if part.Start > 0 {
		isApart = strings.IndexByte("> \t\n\f", text[part.Start-1]) >= 0
	}
	if !isApart || isHTML(n.Parent, "pre") || isHTML(n.Parent, "listing") {
		c.text = "<!---->"
	}
	w.changes = append(w.changes, c)
}

// tagPart returns the tag of a void element.
func (w *Rewrite) tagPart(n *html.Node) (source.Span, error) {
	places := w.document.places
	if places == nil {
		return source.Span{}, NoPositions
	}
	if w.document.xml == nil && (n.Namespace != "" || !isVoid(n.DataAtom)) {
		return source.Span{}, ErrNotRemovable
	}
	starts := w.startsOf(n)
	if len(starts) == 0 {
		return source.Span{}, IsAdded
	}
	if w.document.xml != nil {
		return places.emptyElement(w.document.xml.TagAt(starts[0]))
	}
	tag, _ := w.place.tag(places, starts[0])
	return source.Span{Start: tag.Start, End: tag.End}, nil
}

// emptyElement returns the part of the text of an element of an XML document that has nothing in it.
func (p *places) emptyElement(tag xmltree.Span) (source.Span, error) {
	part := source.Span(tag)
	if p.text[part.End-len("/>")] == '/' {
		return part, nil
	}
	if bytes.HasPrefix(p.text[part.End:], []byte("</")) {
		part.End += bytes.IndexByte(p.text[part.End:], '>') + len(">")
		return part, nil
	}
	return part, ErrNotRemovable
}

// isVoid tells whether an element of HTML has nothing but a start tag.
//
// Spec: https://html.spec.whatwg.org/#void-elements
func isVoid(name atom.Atom) bool {
	switch name {
	case atom.Area, atom.Base, atom.Br, atom.Col, atom.Embed, atom.Hr, atom.Img, atom.Input, atom.Link, atom.Meta,
		atom.Source, atom.Track, atom.Wbr:
		return true
	}
	return false
}

// InsertInHead inserts markup, such as a base element, at the start of the head: after its tag if that is written, else
// after the tag of the html element or the doctype. The markup is put there as it is, so it must be ASCII; in an XML
// document it must be well-formed, and there must be a head element without prefix.
//
// Spec: https://html.spec.whatwg.org/#the-before-head-insertion-mode
func (w *Rewrite) InsertInHead(markup string) {
	at, ok := w.headStart()
	if !ok {
		w.left = append(w.left, Left{New: markup, Err: ErrNoHead})
		return
	}
	part := source.Span{Start: at, End: at}
	w.changes = append(w.changes, change{part: part, text: markup})
}

// headStart returns where the contents of the head begin.
func (w *Rewrite) headStart() (at int, ok bool) {
	places := w.document.places
	if places == nil {
		return 0, false
	}
	if w.document.xml != nil {
		return w.xmlHeadStart()
	}
	at = places.skipProlog(0)
	for _, name := range []string{"html", "head"} {
		next := places.skipSpace(places.skipProlog(at))
		rest := places.text[next:]
		if len(rest) <= len("<") || rest[0] != '<' || !isLetter(rest[1]) {
			break
		}
		if tag, _ := w.place.tag(places, next); source.EqualFold(places.text[tag.Name.Start:tag.Name.End], name) {
			at = tag.End
		}
	}
	return at, true
}

// xmlHeadStart is headStart for an XML document.
func (w *Rewrite) xmlHeadStart() (at int, ok bool) {
	places := w.document.places
	for n := w.document.root; n != nil; n = following(n, w.document.root) {
		if !isHTML(n, "head") {
			continue
		}
		tag := w.document.xml.TagAt(places.starts[n])
		isEmpty := places.text[tag.End-len("/>")] == '/'
		return tag.End, !isEmpty && bytes.HasPrefix(places.text[tag.Start:], []byte("<head"))
	}
	return 0, false
}

// skipProlog returns where the last doctype, comment or instruction ends of those that stand from an offset on, with only
// white space between them.
//
// Spec: https://html.spec.whatwg.org/#the-initial-insertion-mode, https://html.spec.whatwg.org/#parse-error-incorrectly-opened-comment
func (p *places) skipProlog(at int) int {
	for {
		rest := bytes.TrimLeft(p.text[at:], " \t\n\f\r")
		start := len(p.text) - len(rest)
		switch {
		case bytes.HasPrefix(rest, []byte("<!--")):
			end := p.commentEnd(start + len("<!"))
			comment := p.text[start:end]
			if !bytes.HasSuffix(comment, []byte("-->")) && !bytes.HasSuffix(comment, []byte("--!>")) {
				return at
			}
			at = end
		case bytes.HasPrefix(rest, []byte("<!")), bytes.HasPrefix(rest, []byte("<?")),
			len(rest) > 2 && bytes.HasPrefix(rest, []byte("</")) && !isLetter(rest[2]):
			end := bytes.IndexByte(rest, '>')
			if end < 0 {
				return at
			}
			at = start + end + len(">")
		default:
			return at
		}
	}
}

// skipSpace returns where white space from an offset on ends.
func (p *places) skipSpace(at int) int {
	return len(p.text) - len(bytes.TrimLeft(p.text[at:], " \t\n\f\r"))
}

func isLetter(b byte) bool { return 'a' <= b|0x20 && b|0x20 <= 'z' }

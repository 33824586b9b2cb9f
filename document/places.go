package document

import (
	"bytes"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"htmlurl/internal/source"
)

// The tree has the elements, the scanner knows the start tags that they are made of. Both have the same elements in the
// same order, as the scanner follows the parser: those with attributes, and style and script elements, are told apart by
// nothing else. Should they ever not be the same, no element has a place.

// tags are where the start tags of elements begin.
type tags struct {
	starts map[*html.Node]int  // but for html and body
	merged map[string][]int    // where those of html and body begin, whose attributes the parser merges
	shared map[*html.Node]bool // elements that share a tag with others
}

func newTags() tags {
	return tags{map[*html.Node]int{}, map[string][]int{}, map[*html.Node]bool{}}
}

// startTag is a start tag, and the first element that is made of it.
type startTag struct {
	start int
	owner *html.Node
}

// findTags finds where the start tags of the elements begin that may hold references or child documents, or of all that
// have attributes.
func (d *Document) findTags(text []byte, all bool) tags {
	const bytesPerTag = 512 // a guess
	t := newTags()
	s := source.New(text, !d.options.NoScripting)
	memory := make([]startTag, 0, len(text)/bytesPerTag+1)
	for s.Next() {
		tag := s.Tag()
		if t.merge(s) || s.Element() == nil || !isTagOfInterest(s) {
			continue
		}
		if len(memory) == cap(memory) {
			memory = make([]startTag, 0, cap(memory))
		}
		memory = append(memory, startTag{start: tag.Start})
		s.Keep(s.Element(), &memory[len(memory)-1])
	}
	n := elementOfInterest(d.root, d.root)
	for item, isEnd := range s.Take {
		switch {
		case isEnd:
			continue
		case n == nil || !isNameAt(text, item.(*startTag).start+len("<"), n):
			return tags{}
		case all || d.mayRefer(n):
			t.add(n, item.(*startTag))
		}
		n = elementOfInterest(following(n, d.root), d.root)
	}
	if n != nil || s.Err() != nil {
		return tags{}
	}
	return t
}

// isNameAt tells whether the name at an offset of the text is that of an element. It can be another one if the tree was changed.
func isNameAt(text []byte, at int, n *html.Node) bool {
	if n.DataAtom == atom.Img && n.Namespace == "" && hasPrefixFold(text[at:], "image") {
		return true
	}
	return hasPrefixFold(text[at:], n.Data) || bytes.IndexByte(text[at:min(at+len(n.Data), len(text))], 0) >= 0
}

// hasPrefixFold tells whether a text begins with a prefix, in any case of ASCII letters.
func hasPrefixFold(text []byte, prefix string) bool {
	return len(text) >= len(prefix) && source.EqualFold(text[:len(prefix)], prefix)
}

// merge adds the tag that the scanner came to, if it is one of html or body, and reports whether it is.
func (t *tags) merge(s *source.Scanner) bool {
	e := s.Merged()
	if e == nil {
		e = s.Element()
	}
	if e == nil || e.Atom() != atom.Html && e.Atom() != atom.Body {
		return false
	}
	name := e.Atom().String()
	t.merged[name] = append(t.merged[name], s.Tag().Start)
	return true
}

// add adds the tag of an element.
func (t *tags) add(n *html.Node, tag *startTag) {
	t.starts[n] = tag.start
	if tag.owner == nil {
		tag.owner = n
		return
	}
	t.shared[tag.owner], t.shared[n] = true, true
}

// isTagOfInterest is the same for a tag as isOfInterest for its element.
func isTagOfInterest(s *source.Scanner) bool {
	tag := s.Tag()
	if len(tag.Attrs) > 0 {
		return true
	}
	page, _ := s.Page()
	name := page[tag.Name.Start:tag.Name.End]
	return source.EqualFold(name, "style") || source.EqualFold(name, "script")
}

// elementOfInterest returns the first element that isOfInterest from n on, in tree order, or nil.
func elementOfInterest(n, root *html.Node) *html.Node {
	for n != nil && (n.Type != html.ElementNode || !isOfInterest(n)) {
		n = following(n, root)
	}
	return n
}

// isOfInterest tells whether an element has attributes, or is style or script. Those of html and body are merged.
func isOfInterest(n *html.Node) bool {
	switch n.DataAtom {
	case atom.Html, atom.Body:
		return n.Namespace != ""
	case atom.Style, atom.Script:
		return true
	}
	return len(n.Attr) > 0
}

// mayRefer tells whether an element may hold references or child documents.
func (d *Document) mayRefer(n *html.Node) bool {
	for i := range n.Attr {
		if a := &n.Attr[i]; a.Namespace != "" || d.registry.filter.mayHave(a.Key) || a.Key == "srcdoc" {
			return true
		}
	}
	return len(n.Attr) == 0 || n.DataAtom == atom.Style || n.DataAtom == atom.Script
}

// findPlaces finds where the elements of the document stand, which was parsed from the page, in UTF-8 text.
func (d *Document) findPlaces(page, text []byte) *places {
	p := &places{page: page, text: text, bom: d.bom, offsets: d.encoding.Offsets(page[d.bom:])}
	p.markLines()
	switch {
	case d.isSparse:
		p.tags = d.places.tags
		return p
	case d.xml == nil:
		p.tags = d.findTags(text, false)
		return p
	}
	p.starts = make(map[*html.Node]int, len(d.xml.Tags))
	i := 0
	for n := d.root; n != nil; n = following(n, d.root) {
		if n.Type == html.ElementNode {
			p.starts[n] = d.xml.Tags[i].Start
			i++
		}
	}
	return p
}

// parsedName makes of a name what the parser does, but for its case.
func parsedName(name []byte) []byte {
	if bytes.IndexByte(name, 0) < 0 {
		return name
	}
	return bytes.ReplaceAll(name, []byte("\x00"), []byte("\uFFFD"))
}

// parseRawText returns what the parser makes of raw text.
func parseRawText(raw []byte) string {
	if bytes.IndexByte(raw, '\r') < 0 && bytes.IndexByte(raw, 0) < 0 {
		return string(raw)
	}
	return parsedRawText.Replace(string(raw))
}

// parsedRawText makes of raw text what the parser does.
var parsedRawText = strings.NewReplacer("\r\n", "\n", "\r", "\n", "\x00", "\uFFFD")

package save

import (
	"bytes"
	"strconv"
	"strings"

	"golang.org/x/net/html"

	"htmlurl/document"
)

// A use element shows an element of an SVG file, but not of one on disk. So that element is copied to the end of the
// document, together with those that it refers to, and the reference is to the copy. Scripts and event handlers,
// which are not run in what a use element shows, are left out, and style sheets, which would change the document.

// sprites are the graphics of one file that a document shows.
type sprites struct {
	prefix   string // of their identifiers in the document
	elements map[string]*html.Node
	wanted   map[string]bool
	order    []string // of those that are wanted
	visited  int      // elements, in search of those
}

// maxVisited is how many elements of a file are looked at for the elements that are shown, some of them again and again.
const maxVisited = 1 << 20

// graphic returns the reference to a copy of an element of an SVG file.
func (r *rewriter) graphic(f *file, fragment string) (reference string, ok bool) {
	id := strings.TrimPrefix(fragment, "#")
	if !isXML(f.kind) || id == "" {
		return "", false
	}
	s := r.sprites[f]
	if s == nil {
		s = &sprites{prefix: "saved-" + strconv.Itoa(len(r.sprites)+1) + "-", wanted: map[string]bool{}}
		s.elements = r.graphicsIn(f)
		r.sprites[f] = s
		r.spriteOrder = append(r.spriteOrder, s)
	}
	if s.elements[id] == nil {
		return "", false
	}
	s.want(id)
	return "#" + s.prefix + id, true
}

// graphicsIn returns the elements of an SVG file by their identifiers.
func (r *rewriter) graphicsIn(f *file) map[string]*html.Node {
	content, err := r.folder.read(f.raw)
	if err != nil {
		return nil
	}
	d, err := document.Parse(bytes.NewReader(content), document.Options{ContentType: f.contentType})
	if err != nil {
		return nil
	}
	elements := map[string]*html.Node{}
	for n := range d.Root().Descendants() {
		if id, ok := attribute(n, "id"); ok && n.Namespace == "svg" && elements[id] == nil {
			elements[id] = n
		}
	}
	return elements
}

// want notes that an element is shown, and those that it refers to.
func (s *sprites) want(id string) {
	for pending := []string{id}; len(pending) > 0; {
		id, pending = pending[len(pending)-1], pending[:len(pending)-1]
		root := s.elements[id]
		if root == nil || s.wanted[id] || s.visited > maxVisited {
			continue
		}
		s.wanted[id] = true
		s.order = append(s.order, id)
		pending = append(pending, localReferences(root)...)
		for n := range root.Descendants() {
			s.visited++
			pending = append(pending, localReferences(n)...)
		}
	}
}

// localReferences returns the identifiers that the attributes of an element refer to.
func localReferences(n *html.Node) []string {
	var ids []string
	for _, a := range n.Attr {
		if id, ok := strings.CutPrefix(a.Val, "#"); ok && a.Key == "href" {
			ids = append(ids, id)
		}
		for rest := a.Val; ; {
			var found bool
			if _, rest, found = strings.Cut(rest, "url("); !found {
				break
			}
			if id, ok := strings.CutPrefix(strings.TrimLeft(rest, `"' `), "#"); ok {
				ids = append(ids, id[:len(id)-len(strings.TrimLeft(id, idBytes))])
			}
		}
	}
	return ids
}

// idBytes are those of identifiers that CSS has no escapes for.
const idBytes = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.:"

// spritesMarkup returns the copies for the end of the document, in ASCII, and well-formed.
func (r *rewriter) spritesMarkup() string {
	var b bytes.Buffer
	for _, s := range r.spriteOrder {
		for _, id := range s.order {
			if r.err == ErrTooLong || r.ctx.Err() != nil {
				break
			}
			before := b.Len()
			if err := html.Render(&b, s.copyOf(s.elements[id])); err != nil || b.Len() > r.left {
				b.Truncate(before)
				r.err = ErrTooLong
			}
		}
	}
	if b.Len() == 0 {
		return ""
	}
	return spritesTag + inASCII(b.String()) + "</svg>"
}

// spritesTag begins the element that has the copies.
const spritesTag = `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" ` +
	`style="display:none" aria-hidden="true">`

// copyOf returns a copy of an element, with the identifiers that it has in the document.
func (s *sprites) copyOf(n *html.Node) *html.Node {
	if n.Type == html.TextNode {
		return &html.Node{Type: html.TextNode, Data: n.Data}
	}
	copied := &html.Node{Type: html.ElementNode, Data: n.Data, Namespace: n.Namespace}
	for _, a := range n.Attr {
		if value, ok := s.valueOf(a); ok {
			copied.Attr = append(copied.Attr, html.Attribute{Namespace: a.Namespace, Key: a.Key, Val: value})
		}
	}
	for c := range n.ChildNodes() {
		if c.Type == html.TextNode || c.Type == html.ElementNode && c.Namespace == "svg" && isCopied(c.Data) {
			copied.AppendChild(s.copyOf(c))
		}
	}
	return copied
}

func isCopied(name string) bool {
	switch name {
	case "script", "style", "foreignObject", "image", "feImage", "metadata":
		return false
	}
	return true
}

// valueOf returns an attribute's value in the document, and whether the copy has the attribute.
func (s *sprites) valueOf(a html.Attribute) (value string, ok bool) {
	switch {
	case a.Namespace != "" && a.Namespace != "xlink", a.Key == "xmlns", strings.Contains(a.Key, ":"):
		return "", false
	case strings.HasPrefix(a.Key, "on"): // an event handler
		return "", false
	case a.Key == "id":
		return s.prefix + a.Val, true
	case a.Key == "href":
		id, ok := strings.CutPrefix(a.Val, "#")
		return "#" + s.prefix + id, ok
	}
	local := strings.NewReplacer("url(#", "url(#"+s.prefix, `url("#`, `url("#`+s.prefix, "url('#", "url('#"+s.prefix)
	return local.Replace(a.Val), true
}

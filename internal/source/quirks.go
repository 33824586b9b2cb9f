package source

import (
	"bytes"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// doctype takes a doctype, up to its ">".
func (b *builder) doctype(text []byte) {
	if b.mode != initial {
		return
	}
	b.mode = beforeHTML
	b.isQuirky = b.lastIsQuirky
	if !bytes.Equal(text, b.lastDoctype) {
		b.isQuirky = isQuirky(text)
		b.lastDoctype, b.lastIsQuirky = append(b.lastDoctype[:0], text...), b.isQuirky
	}
}

// isQuirky tells whether a doctype puts the parser into quirks mode.
func isQuirky(doctype []byte) bool {
	rest := bytes.TrimLeft(doctype[len("<!doctype"):], whiteSpace)
	if string(rest) == "html>" {
		return false
	}
	return parsesQuirky(doctype)
}

// parsesQuirky asks the parser, which knows the identifiers: in quirks mode a table does not close a p element.
func parsesQuirky(doctype []byte) bool {
	page := append(bytes.Clone(doctype), "<p><table>"...)
	root, err := html.Parse(bytes.NewReader(page))
	if err != nil {
		return false
	}
	for n := range root.Descendants() {
		if n.DataAtom == atom.Table {
			return n.Parent.DataAtom == atom.P
		}
	}
	return false
}

package answer

import (
	"htmlurl/internal/source"
	"htmlurl/internal/xmltree"
)

// Inert returns the bytes of a document for a parser of the browser that runs no scripts: the document as it is, but with
// other names for its event handlers, onclick and so on, each of which a browser would complain about otherwise. That
// changes neither the tree nor the references.
func (p *Page) Inert(index int) []byte {
	if index > 0 {
		content, _ := attribute(p.documents[index].Element(), "srcdoc")
		return renamed([]byte(content), handlers([]byte(content)), nil)
	}
	text := []byte(p.shown.text)
	find := handlers
	if xmltree.IsXML(p.contentType) {
		find = handlersInXML
	}
	return renamed(p.bytes, find(text), p.shown)
}

// handlers returns where the names of event handlers begin in a page.
func handlers(text []byte) (names []int) {
	s := source.New(text, false)
	for s.Next() {
		tag := s.Tag()
		for _, list := range [][]source.Attr{tag.Attrs, tag.Repeated} {
			for _, a := range list {
				if isHandler(text[a.Name.Start:a.Name.End]) {
					names = append(names, a.Name.Start)
				}
			}
		}
	}
	return names
}

func isHandler(name []byte) bool { return len(name) > 2 && name[0]|0x20 == 'o' && name[1]|0x20 == 'n' }

// handlersInXML is handlers for an XML document. In one that is not well-formed the browser finds nothing, either.
func handlersInXML(text []byte) (names []int) {
	tree, err := xmltree.Parse(text)
	if err != nil {
		return nil
	}
	for _, tag := range tree.Tags {
		var quote byte
		for i := tag.Start; i < tag.End; i++ {
			switch c := text[i]; {
			case quote != 0:
				if c == quote {
					quote = 0
				}
			case c == '"' || c == '\'':
				quote = c
			case c <= ' ' && isHandler(text[i+1:tag.End]):
				names = append(names, i+1)
			}
		}
	}
	return names
}

// renamed returns a copy of a page in which the names that begin at these offsets of its text begin with x. Without s the
// text is the page.
func renamed(page []byte, names []int, s *shown) []byte {
	page = append([]byte(nil), page...)
	for _, at := range names {
		if s != nil {
			at = s.bom + s.offsets.Start(at)
		}
		for ; at < len(page) && page[at]|0x20 != 'o'; at++ { // behind an escape sequence, or a zero
		}
		page[at] = 'x'
	}
	return page
}

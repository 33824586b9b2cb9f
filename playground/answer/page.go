// Package answer answers the questions of the playground's page about a case: a document as it was typed or dropped,
// with what is known of it.
//
// Read gives a Page, which has the encoding, the bases and the references, with their places as a text area counts them.
// The other questions are about one reference: what it is in each edition, what its parts are, and which steps lead to
// its URL. All answers are plain data for JSON.
//
// A map of the files: page.go reads the case, typed.go gives bytes to typed text, places.go finds places in what is shown,
// links.go lists the references, chosen.go looks at one of them, and inert.go prepares the document for the browser.
package answer

import (
	"bytes"
	"cmp"
	"fmt"

	"golang.org/x/net/html"

	"htmlurl/document"
	"htmlurl/internal/charset"
	"htmlurl/internal/xmltree"
	"htmlurl/resolve"
)

// Case is a document with what is known of it.
type Case struct {
	// Text is what was typed, unless IsFile. Its bytes are those that an author would save: in the encoding that the
	// Content-Type or the text itself declares.
	Text string `json:"text"`
	// IsFile tells that the document is File, byte for byte.
	IsFile bool   `json:"isFile"`
	File   []byte `json:"-"`

	Address     string          `json:"address"`
	ContentType string          `json:"contentType"`
	Edition     resolve.Edition `json:"edition"`
	NoScripting bool            `json:"noScripting"`
}

// Page is a case that was read. One goroutine at a time may use it.
type Page struct {
	bytes       []byte
	contentType string
	shown       *shown
	escaped     int
	documents   []part
	links       []link
	left        int // links beyond MaxLinks
	problems    []string
}

// part is the document or one of the srcdoc documents in it.
type part struct {
	*document.Document
	name      string
	container *document.Span // of the outermost srcdoc attribute around it
}

// Documents returns how many documents there are: the page and its srcdoc frames.
func (p *Page) Documents() int { return len(p.documents) }

// Limits of what is listed, so that a browser can show it.
const (
	MaxLinks     = 10_000
	maxDocuments = 200
)

// Read reads a case. An error is that of document.Parse.
func Read(c Case) (*Page, error) {
	p := &Page{bytes: c.File, contentType: c.ContentType}
	var references []reference
	if !c.IsFile {
		p.bytes, references = encodeTyped(c.Text, c.ContentType)
	}
	d, err := document.Parse(bytes.NewReader(p.bytes), document.Options{
		Address:     c.Address,
		ContentType: c.ContentType,
		Edition:     c.Edition,
		NoScripting: c.NoScripting,
		Positions:   true,
	})
	if err != nil {
		return nil, err
	}
	p.escaped = len(references)
	p.shown = newShown(p.bytes, c.ContentType, references, !c.IsFile)
	p.add(part{Document: d})
	return p, nil
}

// add adds a document and its frames.
func (p *Page) add(d part) {
	p.documents = append(p.documents, d)
	p.addLinks(len(p.documents) - 1)
	number := 0
	for child, err := range d.Frames() {
		switch {
		case err != nil:
			p.problems = append(p.problems, fmt.Sprintf("A frame of %s: %v", cmp.Or(d.name, "the page"), err))
		case child.Address().String() != resolve.Srcdoc:
		case len(p.documents) == maxDocuments:
			p.problems = append(p.problems, fmt.Sprintf("Only the first %d frames are shown.", maxDocuments-1))
			return
		default:
			number++
			p.add(p.frame(d, child, number))
		}
	}
}

// frame names a child document, and tells where it stands.
func (p *Page) frame(around part, child *document.Document, number int) part {
	f := part{Document: child, name: fmt.Sprintf("frame %d", number), container: around.container}
	if around.name != "" {
		f.name = fmt.Sprintf("%s.%d", around.name, number)
	}
	if around.container == nil {
		if span, why := child.Span(); why == "" {
			f.container = &span
		}
	}
	return f
}

// Answer is what a page is made of.
type Answer struct {
	Encoding       string                  `json:"encoding"`
	EncodingSource document.EncodingSource `json:"encodingSource"`
	// Escaped is how many characters of a typed text are written as character references, as the encoding lacks them.
	Escaped   int        `json:"escaped"`
	Shown     string     `json:"shown"` // the text of a file, with LF at the end of lines
	Documents []Document `json:"documents"`
	Links     []Link     `json:"links"`
	Left      int        `json:"left"` // how many links there are beyond those
	Problems  []string   `json:"problems"`
}

// Document is the document, or a srcdoc document in it.
type Document struct {
	Name     string  `json:"name"` // "" for the page itself, "frame 1", "frame 1.1"
	Base     *string `json:"base"`
	Fallback *string `json:"fallback"`
	Why      string  `json:"why"`
	BaseLink int     `json:"baseLink"` // the reference of the base element that counts, or -1

	Encoding string `json:"encoding"`
	// IsDeclared tells that the bytes, or the Content-Type, say what the encoding is.
	IsDeclared  bool   `json:"isDeclared"`
	ContentType string `json:"contentType"` // a type for the browser that means the same
	Imposed     string `json:"imposed"`     // the same with the encoding
}

// Answer returns what the page is made of.
func (p *Page) Answer(isFile bool) Answer {
	encoding, source := p.documents[0].Encoding()
	a := Answer{Encoding: encoding, EncodingSource: source, Escaped: p.escaped, Left: p.left, Problems: p.problems}
	if isFile {
		a.Shown = p.shown.normal()
	}
	for i := range p.documents {
		a.Documents = append(a.Documents, p.document(i))
	}
	a.Links = p.answerLinks()
	return a
}

func (p *Page) document(i int) Document {
	d := p.documents[i]
	encoding, source := d.Encoding()
	a := Document{
		Name:     d.name,
		Base:     orNull(d.Base()),
		Fallback: orNull(d.Fallback()),
		Why:      d.Why().String(),
		BaseLink: p.baseLink(i, d.Why().Element),
		Encoding: encoding,
	}
	switch source {
	case document.FromBOM, document.FromContentType, document.FromMeta, document.FromXMLDeclaration, document.FromSrcdoc:
		a.IsDeclared = true
	}
	a.ContentType, a.Imposed = p.types(i, source)
	return a
}

// types returns types of a document for a browser that takes nothing for HTML that is not called so: one that leaves the
// encoding to what the document declares, and one that names it.
func (p *Page) types(i int, source document.EncodingSource) (open, imposed string) {
	essence := "text/html"
	given := charset.Essence(p.contentType)
	if i == 0 && xmltree.IsXML(p.contentType) {
		essence = given
	}
	encoding, _ := p.documents[i].Encoding()
	imposed = essence + ";charset=" + encoding
	switch {
	case i > 0:
		return imposed, imposed
	case given == essence:
		return p.contentType, imposed
	case source == document.FromContentType:
		return imposed, imposed
	}
	return essence, imposed
}

// baseLink returns the index of the reference of a base element, or -1.
func (p *Page) baseLink(document int, element *html.Node) int {
	for i, l := range p.links {
		if element != nil && l.document == document && l.Node == element && l.Attr == "href" {
			return i
		}
	}
	return -1
}

// orNull returns the URL, or nil for the zero URL.
func orNull(u resolve.URL) *string {
	if u.IsZero() {
		return nil
	}
	s := u.String()
	return &s
}

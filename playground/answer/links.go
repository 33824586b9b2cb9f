package answer

import (
	"cmp"
	"errors"
	"slices"
	"strings"
	"sync"

	"golang.org/x/net/html"

	"htmlurl/document"
	"htmlurl/resolve"
)

// link is a reference with the index of the document that has it.
type link struct {
	document.Link
	document int
}

// addLinks adds the references of a document.
func (p *Page) addLinks(index int) {
	for l := range p.documents[index].Links() {
		if len(p.links) == MaxLinks {
			p.left++
			continue
		}
		p.links = append(p.links, link{l, index})
	}
}

// Link is a reference.
type Link struct {
	Document   int              `json:"document"`
	Tag        string           `json:"tag"`
	Namespace  string           `json:"namespace"` // "html", "svg", "mathml", "xml"
	Attr       string           `json:"attr"`
	Raw        string           `json:"raw"`
	Descriptor string           `json:"descriptor"`
	Kind       document.Kind    `json:"kind"`
	Base       *string          `json:"base"`
	URL        *string          `json:"url"`
	Problem    *Problem         `json:"problem"`
	Ignored    document.Ignored `json:"ignored"`

	// Start and End are code units of the text that is shown: of the reference or, in a frame, of its srcdoc attribute.
	// Both are -1 if the place is not known.
	Start  int `json:"start"`
	End    int `json:"end"`
	Line   int `json:"line"` // of the reference in its document, 0 if that is not known
	Column int `json:"column"`

	Holder   int    `json:"holder"`   // references in the same attribute or text have the same number
	Value    string `json:"value"`    // of the attribute with the reference; "" if that is in a text
	IsSingle bool   `json:"isSingle"` // the attribute holds one URL and nothing else
	IsUTF8   bool   `json:"isUTF8"`   // its query is in UTF-8 whatever the encoding is
	OwnBase  bool   `json:"ownBase"`  // it is not relative to the document base URL
	InShadow bool   `json:"inShadow"` // it is in a shadow root
}

// Problem says why there is no URL.
type Problem struct {
	Rule    string `json:"rule"`
	Start   int    `json:"start"` // byte offsets into the reference
	End     int    `json:"end"`
	Message string `json:"message"`
}

func newProblem(err error) *Problem {
	if err == nil {
		return nil
	}
	if bad, ok := errors.AsType[*resolve.Error](err); ok {
		return &Problem{string(bad.Rule), bad.Start, bad.End, bad.Reason()}
	}
	return &Problem{Message: err.Error()}
}

// answerLinks returns the references with their places.
func (p *Page) answerLinks() []Link {
	links := make([]Link, len(p.links))
	spots := make([]spot, 0, 2*len(links))
	for i, l := range p.links {
		a := &links[i]
		*a = p.answerLink(l)
		if i > 0 {
			a.Holder = links[i-1].Holder
			if before := p.links[i-1]; before.Node != l.Node || before.Attr != l.Attr {
				a.Holder++
			}
		}
		span, ok := l.Span, l.Unplaced == ""
		if container := p.documents[l.document].container; l.document > 0 {
			span, ok = document.Span{}, container != nil
			if ok {
				span = *container
			}
		}
		a.Start, a.End = -1, -1
		if ok {
			spots = append(spots, spot{span.Start, false, &a.Start}, spot{span.End, span.End > span.Start, &a.End})
		}
	}
	p.shown.place(spots)
	return links
}

func (p *Page) answerLink(l link) Link {
	a := Link{
		Document:   l.document,
		Attr:       l.Attr,
		Raw:        l.Raw,
		Descriptor: l.Descriptor,
		Kind:       l.Kind,
		Base:       orNull(l.Base),
		Problem:    newProblem(l.Err),
		Ignored:    l.Ignored,
		InShadow:   isInShadow(l.Node),
		OwnBase:    l.Base != p.documents[l.document].Base(),
	}
	a.Namespace, a.Tag = nameOf(l.Node)
	if l.Err == nil {
		a.URL = orNull(l.URL)
	}
	if l.Unplaced == "" {
		a.Line, a.Column = l.Span.Line, l.Span.Column
	}
	a.Value, _ = attribute(l.Node, l.Attr)
	if row := rowOf(l.Link); row != nil {
		a.IsSingle, a.IsUTF8 = row.Syntax == document.SingleURL, row.UTF8
	}
	return a
}

// attribute returns an attribute by the name that Link.Attr gives.
func attribute(n *html.Node, name string) (string, bool) {
	for _, a := range n.Attr {
		if a.Key == name || a.Namespace+":"+a.Key == name {
			return a.Val, true
		}
	}
	return "", false
}

// nameOf names an element as the registry does.
func nameOf(n *html.Node) (namespace, tag string) {
	switch {
	case n.Type == html.CommentNode: // an instruction of an XML document
		return "xml", "?xml-stylesheet"
	case n.Namespace == "":
		return "html", n.Data
	case n.Namespace == "math":
		return "mathml", n.Data
	}
	return n.Namespace, n.Data
}

// isInShadow tells whether an element is in a shadow root: the contents of other templates are not listed.
func isInShadow(n *html.Node) bool {
	for n = n.Parent; n != nil; n = n.Parent {
		if n.Data == "template" && n.Namespace == "" {
			return true
		}
	}
	return false
}

// rows are the rows of the registry by the names of their attributes.
var rows = sync.OnceValue(func() map[string][]document.Attribute {
	byName := map[string][]document.Attribute{}
	for _, row := range document.Attributes() {
		for name := range strings.FieldsSeq(row.Names) {
			byName[name] = append(byName[name], row)
		}
	}
	return byName
})

// rowOf returns the row of the registry that a reference is of, or nil.
func rowOf(l document.Link) *document.Attribute {
	namespace, tag := nameOf(l.Node)
	list := rows()[l.Attr]
	for i := range list {
		row := &list[i]
		elements := strings.Fields(row.Elements)
		isIn := cmp.Or(row.Namespace, "html") == namespace && (slices.Contains(elements, tag) || slices.Contains(elements, "*"))
		if isIn && (row.Only == nil || row.Only(l.Node)) {
			return row
		}
	}
	return nil
}

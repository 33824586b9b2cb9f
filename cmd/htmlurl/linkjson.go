package main

import (
	"golang.org/x/net/html"

	"htmlurl/document"
)

// linkJSON is a line of htmlurl links --jsonl.
type linkJSON struct {
	Page string `json:"page,omitempty"` // the address, of one of several
	referenceJSON
	Base    *string `json:"base"`
	Ignored string  `json:"ignored,omitempty"`
	Frame   []int   `json:"frame"` // ordinals from 0, the outermost first
	placeJSON
	Container *placeJSON `json:"container,omitempty"` // the place of the srcdoc attribute
	Facts     *factsJSON `json:"facts,omitempty"`
}

// placeJSON tells where something stands.
type placeJSON struct {
	Start    *int   `json:"start"`
	End      *int   `json:"end"`
	Line     *int   `json:"line"`
	Column   *int   `json:"column"`
	Unplaced string `json:"unplaced,omitempty"`
}

func newPlaceJSON(s document.Span, why document.Unplaced) placeJSON {
	if why != "" {
		return placeJSON{Unplaced: string(why)}
	}
	return placeJSON{Start: &s.Start, End: &s.End, Line: &s.Line, Column: &s.Column}
}

// factsJSON is what crawlers want to know of a link.
type factsJSON struct {
	Rel            []string `json:"rel"`
	NoFollow       bool     `json:"nofollow"`
	ReferrerPolicy string   `json:"referrerpolicy"`
	CrossOrigin    string   `json:"crossorigin"`
	Target         string   `json:"target"`
	Hreflang       string   `json:"hreflang"`
	Type           string   `json:"type"`
	Media          string   `json:"media"`
	Text           *string  `json:"text"` // null if it is not known
}

func newFactsJSON(l document.Link) *factsJSON {
	text := l.Text()
	return &factsJSON{
		Rel:            append([]string{}, l.Rel()...),
		NoFollow:       l.NoFollow(),
		ReferrerPolicy: l.ReferrerPolicy(),
		CrossOrigin:    l.CrossOrigin().String(),
		Target:         l.Target(),
		Hreflang:       l.Hreflang(),
		Type:           l.Type(),
		Media:          l.Media(),
		Text:           &text,
	}
}

func newLinkJSON(link document.Link, frame []int) linkJSON {
	return linkJSON{
		referenceJSON: newReferenceJSON(link),
		Base:          orNull(link.Base),
		Ignored:       string(link.Ignored),
		Frame:         frame,
		placeJSON:     newPlaceJSON(link.Span, link.Unplaced),
	}
}

// referenceJSON is a reference and where it leads.
type referenceJSON struct {
	Tag        string     `json:"tag"`
	Namespace  string     `json:"namespace"`
	Attr       string     `json:"attr"`
	Raw        string     `json:"raw"`
	Descriptor string     `json:"descriptor,omitempty"`
	Kind       string     `json:"kind"`
	URL        *string    `json:"url,omitempty"`
	Error      *errorJSON `json:"error,omitempty"`
}

func newReferenceJSON(link document.Link) referenceJSON {
	r := referenceJSON{
		Tag:        tag(link),
		Namespace:  "http",
		Attr:       link.Attr,
		Raw:        link.Raw,
		Descriptor: link.Descriptor,
		Kind:       string(link.Kind),
	}
	if link.Node != nil {
		r.Namespace = namespace(link.Node)
	}
	if link.Err != nil {
		r.Error = newErrorJSON(link.Err)
	} else {
		r.URL = orNull(link.URL)
	}
	return r
}

// tag names the element of a link; a header field has none.
func tag(link document.Link) string {
	if link.Node == nil {
		return ""
	}
	if link.Node.Type == html.CommentNode { // an instruction of an XML document
		return "?xml-stylesheet"
	}
	return link.Node.Data
}

// frameJSON is the line of a frame that cannot be read.
type frameJSON struct {
	Page  string     `json:"page,omitempty"`
	Frame []int      `json:"frame"`
	Error *errorJSON `json:"error"`
}

// namespace names the namespace of an element.
func namespace(n *html.Node) string {
	switch n.Namespace {
	case "":
		return "html"
	case "math":
		return "mathml"
	}
	return n.Namespace
}

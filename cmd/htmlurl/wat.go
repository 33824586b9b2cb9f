package main

import (
	"net/http"
	"strconv"
	"strings"

	"golang.org/x/net/html"

	"htmlurl/crawl"
	"htmlurl/document"
	"htmlurl/fetch"
)

// watJSON is a line of htmlurl crawl --format wat, which has the names of Common Crawl's WAT files as far as they fit.
type watJSON struct {
	Envelope struct {
		Header struct {
			Target  string  `json:"WARC-Target-URI"`
			Address *string `json:"Address"` // after redirects
		} `json:"WARC-Header-Metadata"`
		Payload struct {
			ContentType string       `json:"Actual-Content-Type,omitempty"`
			Error       *failureJSON `json:"Error,omitempty"`
			Response    *watResponse `json:"HTTP-Response-Metadata,omitempty"`
		} `json:"Payload-Metadata"`
	}
}

// watResponse is the response to a request.
type watResponse struct {
	Message struct {
		Status string // digits
		Reason string
	} `json:"Response-Message"`
	Headers   map[string]string
	Redirects []fetch.Redirect `json:",omitempty"`
	HTML      *watHTML         `json:"HTML-Metadata,omitempty"`
}

// watHTML is what is in a page.
type watHTML struct {
	Head struct {
		Base    string              `json:",omitempty"` // as written
		Title   string              `json:",omitempty"`
		Metas   []map[string]string `json:",omitempty"`
		Link    []watLink           `json:",omitempty"`
		Scripts []watLink           `json:",omitempty"`
	}
	Links []watLink `json:",omitempty"`
	// What WAT files do not have.
	DocumentBase   *string `json:"Document-Base"`
	Why            string
	Encoding       string
	EncodingSource string `json:"Encoding-Source"`
	Omitted        int    `json:",omitempty"`
}

// watLink is a reference.
type watLink struct {
	Path     string  `json:"path"` // "A@/href"
	URL      string  `json:"url"`  // as written
	Resolved *string `json:"resolved,omitempty"`
	Error    string  `json:"error,omitempty"`
	Kind     string  `json:"kind"`
	Text     string  `json:"text,omitempty"`
	Alt      string  `json:"alt,omitempty"`
	Title    string  `json:"title,omitempty"`
	Rel      string  `json:"rel,omitempty"`
	Type     string  `json:"type,omitempty"`
	Target   string  `json:"target,omitempty"`
	Method   string  `json:"method,omitempty"`
}

func newWAT(p *crawl.Page) *watJSON {
	line := new(watJSON)
	line.Envelope.Header.Target, line.Envelope.Header.Address = p.URL, orNull(p.Address)
	payload := &line.Envelope.Payload
	if p.Err != nil {
		payload.Error = newFailureJSON(p.Err)
	}
	if p.Status == 0 {
		return line
	}
	payload.ContentType = "application/http; msgtype=response"
	payload.Response = &watResponse{Headers: map[string]string{}}
	payload.Response.Message.Status = strconv.Itoa(p.Status)
	payload.Response.Message.Reason = http.StatusText(p.Status)
	for name, values := range p.Header {
		payload.Response.Headers[name] = strings.Join(values, ", ")
	}
	payload.Response.Redirects = p.Redirects
	if p.Document != nil {
		payload.Response.HTML = newWATHTML(p)
	}
	return line
}

func newWATHTML(p *crawl.Page) *watHTML {
	h := new(watHTML)
	base := baseReport(p.Document)
	h.DocumentBase, h.Why, h.Encoding, h.EncodingSource = base.Base, base.Why, base.Encoding, base.EncodingSource
	h.readHead(p.Document.Root())
	h.addLinks(p)
	return h
}

// readHead reads title and meta elements.
func (h *watHTML) readHead(root *html.Node) {
	for n := range root.Descendants() {
		switch {
		case n.Type != html.ElementNode || n.Namespace != "":
		case n.Data == "title" && h.Head.Title == "" && n.FirstChild != nil:
			h.Head.Title = strings.Join(strings.Fields(n.FirstChild.Data), " ")
		case n.Data == "meta":
			meta := map[string]string{}
			for _, a := range n.Attr {
				meta[a.Key] = a.Val
			}
			h.Head.Metas = append(h.Head.Metas, meta)
		}
	}
}

// addLinks adds the references of the document, and of those in its srcdoc attributes.
func (h *watHTML) addLinks(p *crawl.Page) {
	h.Omitted = forLinks(p, func(frame []int, link document.Link) (size int, keep func()) {
		l := newWATLink(link)
		size = len(l.URL) + len(link.URL.String()) + len(l.Error) + len(l.Text) + len(l.Alt) + len(l.Title)
		return size, func() { h.add(frame, link, l) }
	})
}

// add adds a reference where it belongs.
func (h *watHTML) add(frame []int, link document.Link, l watLink) {
	switch {
	case link.Kind == document.BaseURL:
		if link.Ignored == "" && frame == nil {
			h.Head.Base = link.Raw
		}
	case strings.HasPrefix(l.Path, "LINK@"):
		h.Head.Link = append(h.Head.Link, l)
	case l.Path == "SCRIPT@/src" && isInHead(link.Node):
		h.Head.Scripts = append(h.Head.Scripts, l)
	default:
		h.Links = append(h.Links, l)
	}
}

func newWATLink(link document.Link) watLink {
	l := watLink{
		URL:    link.Raw,
		Kind:   string(link.Kind),
		Rel:    strings.Join(link.Rel(), " "),
		Type:   link.Type(),
		Target: link.Target(),
		Method: attributeOf(link.Node, "method"),
		Title:  attributeOf(link.Node, "title"),
	}
	switch name := strings.ToUpper(tag(link)); {
	case link.Node == nil:
		l.Path = "HEADER@/" + link.Attr
	case link.Attr == "#text":
		l.Path = name + "/#text"
	default:
		l.Path = name + "@/" + link.Attr
	}
	if l.Path == "IMG@/src" || l.Path == "IMG@/srcset" || l.Path == "AREA@/href" {
		l.Alt = link.Text()
	} else {
		l.Text = link.Text()
	}
	if link.Err != nil {
		l.Error = reason(link.Err)
	} else {
		l.Resolved = orNull(link.URL)
	}
	return l
}

// attributeOf returns the value of an attribute of an element, or "".
func attributeOf(n *html.Node, name string) string {
	if n == nil {
		return ""
	}
	for _, a := range n.Attr {
		if a.Key == name && a.Namespace == "" {
			return a.Val
		}
	}
	return ""
}

// isInHead tells whether an element is a child of the head.
func isInHead(n *html.Node) bool { return n.Parent != nil && n.Parent.Data == "head" }

package fetch

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"

	"htmlurl/document"
	"htmlurl/resolve"
)

// zeroClient is the zero Client, whose connections are used again.
var zeroClient Client

// Document fetches a page with the zero Client; see Client.Document.
func Document(ctx context.Context, url string) (*document.Document, error) {
	return zeroClient.Document(ctx, url, document.Options{})
}

// Document fetches a page and parses it: the document has the address after redirects, the encoding that the header
// says, and the references of header fields. The URL is absolute. Responses that are no success, and what is no HTML or
// XML, are errors. What the fetch knows takes the place of options; see Response.Document.
func (c *Client) Document(ctx context.Context, url string, o document.Options) (*document.Document, error) {
	u, err := c.resolver().Resolve(resolve.URL{}, url)
	if err != nil {
		return nil, &Error{URL: url, Err: fmt.Errorf("%w: %w", ErrURL, err)}
	}
	response, err := c.Fetch(ctx, Request{URL: u})
	if err != nil {
		return nil, err
	}
	if err := response.StatusError(); err != nil {
		response.Body.Close()
		return nil, err
	}
	return response.Document(o)
}

// StatusError returns an error with ErrStatus if the status is no success.
func (r *Response) StatusError() error {
	if 200 <= r.Status && r.Status <= 299 {
		return nil
	}
	return r.failure(fmt.Errorf("%w %d %s", ErrStatus, r.Status, http.StatusText(r.Status)))
}

// acceptDocuments is an Accept field for pages.
const acceptDocuments = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"

// Document parses the body, whatever the status, and closes it. Edition, Address, ContentType and Header of the options
// are set to what the fetch knows.
func (r *Response) Document(o document.Options) (*document.Document, error) {
	defer r.Body.Close()
	kind, err := r.Type()
	if err != nil {
		return nil, err
	}
	if isAboutBlank(r.URL) {
		kind = "text/html"
	}
	switch {
	case r.Status == http.StatusNoContent:
		return nil, r.failure(fmt.Errorf("%w: there is no content", ErrNotDocument))
	case !IsDocumentType(kind):
		return nil, r.failure(fmt.Errorf("%w: %s", ErrNotDocument, kind))
	}
	o.Address, o.Header, o.Edition = r.URL.String(), r.Header, r.fetching.client.Edition
	if o.ContentType = strings.Join(r.Header["Content-Type"], ", "); o.ContentType == "" {
		o.ContentType = kind
	}
	d, err := document.Parse(sized{r.Body, r.Size}, o)
	if _, ok := errors.AsType[*Error](err); err != nil && !ok {
		err = r.failure(err)
	}
	return d, err
}

// failure is an error of the resource.
func (r *Response) failure(err error) error {
	return &Error{URL: r.URL.String(), Redirects: r.Redirects, Err: err}
}

// sized is a body that tells how much room it will need, at least as far as servers are to be believed.
type sized struct {
	io.Reader
	size int64
}

func (s sized) Len() int { return int(min(max(s.size, 0), 1<<20)) }

// IsDocumentType tells whether a sniffed type is that of a document with references: HTML or XML.
func IsDocumentType(kind string) bool {
	return kind == "text/html" || kind == "text/xml" || kind == "application/xml" || strings.HasSuffix(kind, "+xml")
}

// FetchLink fetches what a reference of a document points to, as the document would: with its referrer and origin, and
// for images, sound, video, scripts, style sheets, text tracks and graphics by their CORS setting. It does not know
// which properties of CSS want CORS, blocks no mixed content, and takes the referrer policy of the document for that of
// all places in it.
func (c *Client) FetchLink(ctx context.Context, link document.Link) (*Response, error) {
	if link.Err != nil {
		return nil, &Error{URL: link.Raw, Err: fmt.Errorf("%w: %w", ErrURL, link.Err)}
	}
	d := link.Document()
	r := Request{URL: link.URL, Document: d, ReferrerPolicy: link.ReferrerPolicy()}
	if link.Kind == document.Hyperlink && slices.Contains(link.Rel(), "noreferrer") {
		r.Document = nil
	}
	cors := CORS{Mode: link.CrossOrigin()}
	switch link.Kind {
	case document.Image, document.Media, document.Script, document.ExternalResource:
	case document.TextTrack:
		cors.Default = Fail
	case document.Graphic: // of the own origin only, whatever its attributes say
		cors = CORS{Default: Fail}
	default:
		return c.Fetch(ctx, r)
	}
	if isModule(link) && cors.Mode == document.NoCORS {
		cors.Mode = document.Anonymous
	}
	r.Origin = d.Origin()
	return c.FetchCORS(ctx, r, cors)
}

// isModule tells whether a reference is to a script that is a module.
//
// Spec: https://html.spec.whatwg.org/#attr-script-type, https://html.spec.whatwg.org/#link-type-modulepreload
func isModule(link document.Link) bool {
	return link.Kind == document.Script && lowerASCII(link.Type()) == "module" || slices.Contains(link.Rel(), "modulepreload")
}

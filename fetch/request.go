package fetch

import (
	"net/http"

	"htmlurl/document"
	"htmlurl/resolve"
)

// Request says what to fetch, for whom, and how. Body and Header must not change before the response is closed.
type Request struct {
	// URL is what to fetch, an absolute URL. Its fragment is not sent.
	URL resolve.URL
	// Method is the HTTP method; "" is GET.
	Method string
	// Body is sent with the request.
	Body []byte
	// Header are further fields of the request.
	Header http.Header

	// Origin is the origin that fetches, such as "https://example.com". It is sent as the Origin field. Without one the
	// request is from a privacy-sensitive context: GET and HEAD have no such field, others have "null".
	Origin string
	// Document is the document that fetches, or the override referrer source that is a document: its address is the
	// referrer. Nil gives no referrer.
	Document *document.Document
	// Referrer is the override referrer source that is a URL. It goes before Document.
	Referrer resolve.URL
	// ReferrerPolicy is that of the element that fetches, or "" for that of Document. It counts with
	// Client.ReferrerPolicies.
	ReferrerPolicy string

	// ManualRedirect returns a redirect as the response; Response.Follow goes on.
	ManualRedirect bool
	// ForceSameOrigin fails at redirects to another origin than that of URL.
	ForceSameOrigin bool
	// BlockCookies keeps no cookies of the response.
	BlockCookies bool

	// Progress is told how many bytes of the body have come, as they are transferred, and how many there are, or -1 if
	// that is not known. It is called while the body is read. Bodies of redirects do not count.
	Progress func(read, size int64)
}

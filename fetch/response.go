package fetch

import (
	"io"
	"net/http"

	"htmlurl/resolve"
)

// Response is a resource, or what the server says instead.
type Response struct {
	// URL is where the resource is: the final address after redirects, with the fragment that came along.
	URL resolve.URL
	// Status is the HTTP status; that of data: URLs, files and about:blank is 200, that of what is no resource 204.
	Status int
	// Header are the header fields as they came.
	Header http.Header
	// Size is the length of the body in bytes as it is transferred, or -1 if that is not known.
	Size int64
	// Body is the body, with its content codings undone. Reading it fails with an *Error. Close cancels what is left.
	Body io.ReadCloser
	// Redirects is the chain that led here.
	Redirects []Redirect
	// Referrer is the Referer field of the last request, or "".
	Referrer string
	// CORS is what FetchCORS labels the resource with; other methods give "".
	CORS Label
	// Revalidated tells that the body is one of the Cache, which is still good.
	Revalidated bool

	body     *body
	fetching *fetching
}

// finish completes a response to the current request.
func (f *fetching) finish(r *Response, from io.ReadCloser) {
	r.URL, r.Redirects, r.fetching = f.url, f.redirects, f
	r.body = newBody(f, from)
	r.Body = r.body
}

// discard closes the body without ending the fetch that goes on.
func (r *Response) discard(by *fetching) {
	from := r.body.take()
	go func() {
		drain(from)
		if r.fetching != by {
			r.fetching.end()
		}
	}()
}

// drain closes a body. What is left of a short one is read before, so that the connection can be used again.
func drain(body io.ReadCloser) {
	const short = 4 << 10
	io.CopyN(io.Discard, body, short)
	body.Close()
}

// Type returns the sniffed type of the resource, such as "text/html". It looks at the beginning of the body, so it is
// to be asked before that is read; the error is that of reading.
//
// Spec: W3C HTML5 2.7.4 (2012); https://mimesniff.spec.whatwg.org/#mime-type-sniffing-algorithm
func (r *Response) Type() (string, error) {
	beginning, err := r.body.peek(beginningSize)
	if err != nil {
		return "", err
	}
	noSniff := isNoSniff(r.Header["X-Content-Type-Options"])
	return sniffType(r.Header["Content-Type"], noSniff, isHTTP(r.URL), beginning), nil
}

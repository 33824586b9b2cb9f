package fetch

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"

	"htmlurl/internal/policy"
	"htmlurl/resolve"
)

// fetching is one run of the fetch algorithm.
type fetching struct {
	client  *Client
	request Request
	ctx     context.Context
	cancel  context.CancelCauseFunc
	clock   *clock // ends the fetch after Limits.Time

	url       resolve.URL // of the current request, the others before it are in redirects
	method    string
	body      []byte
	header    http.Header
	origin    string // the Origin field
	accept    string // the Accept field, if the caller has none
	referrer  string
	policy    policy.ReferrerPolicy
	redirects []Redirect

	ignoresRobots    bool
	omitsCredentials bool
	isForeign        bool // a redirect has left the origin of the first URL
	keptCookies      bool // on the way
}

// Fetch fetches a resource. What the server answers is a Response, whatever the status; its body streams, and must be
// closed, by which the fetch is cancelled if it has not ended. The end of the context cancels it as well. The error is
// an *Error.
//
// Schemes that name no resource, or for which there is no mechanism here, such as mailto: and javascript:, give an
// empty response with the status 204.
//
// Spec: W3C HTML5 2.7.2 (2012)
func (c *Client) Fetch(ctx context.Context, r Request) (*Response, error) {
	return c.begin(ctx, r).run()
}

// begin prepares a fetch.
func (c *Client) begin(ctx context.Context, r Request) *fetching {
	f := &fetching{client: c, request: r, url: r.URL, method: r.Method, body: r.Body, origin: r.Origin,
		accept: acceptDocuments}
	if f.method == "" {
		f.method = http.MethodGet
	}
	f.header = http.Header{}
	f.addHeader(c.Header)
	if r.Document != nil && !isSameOrigin(originOf(r.URL), asciiOrigin(r.Document.Origin())) {
		f.dropCredentials()
	}
	f.addHeader(r.Header)
	f.referrer = f.firstReferrer()
	f.start(ctx)
	return f
}

// addHeader adds fields of the caller.
func (f *fetching) addHeader(fields http.Header) {
	for name, values := range fields {
		f.header[http.CanonicalHeaderKey(name)] = values
	}
}

// start starts the clock.
func (f *fetching) start(ctx context.Context) {
	f.ctx, f.cancel = context.WithCancelCause(ctx)
	cancel := f.cancel
	f.clock = newClock(f.client.state().limits.Time, func() { cancel(ErrTimeout) })
}

// end releases what the fetch holds.
func (f *fetching) end() {
	f.clock.end()
	f.cancel(nil)
}

// fail ends the fetch with an error.
func (f *fetching) fail(err error) error {
	err = &Error{URL: f.url.String(), Redirects: f.redirects, Err: reason(f.ctx, err)}
	f.end()
	return err
}

// run repeats the main step until there is no redirect to follow.
//
// Spec: W3C HTML5 2.7.2 (2012), steps 10 to 13
func (f *fetching) run() (*Response, error) {
	for {
		response, err := f.mainStep()
		if err != nil {
			return nil, f.fail(err)
		}
		target, err := response.Location()
		if err == nil && target.IsZero() {
			return response, nil
		}
		if err == nil && f.request.ForceSameOrigin && !haveSameOrigin(target, f.request.URL) {
			err = fmt.Errorf("%w: %.500s", ErrRedirectOrigin, target)
		}
		if f.request.ManualRedirect && (err == nil || errors.Is(err, ErrLocation)) {
			return response, nil
		}
		if err == nil {
			err = f.redirect(response, target)
		}
		if err != nil {
			response.discard(f)
			return nil, f.fail(err)
		}
	}
}

// mainStep obtains the resource at the current URL.
//
// Spec: W3C HTML5 2.7.2 (2012), step 10
func (f *fetching) mainStep() (*Response, error) {
	scheme, ok := f.url.Scheme()
	if !ok {
		return nil, fmt.Errorf("%w: it is no absolute URL", ErrURL)
	}
	switch scheme = strings.ToLower(scheme); {
	case isHTTP(f.url) && f.client.Edition == resolve.Living && hasBadPort(f.url):
		return nil, fmt.Errorf("%w: its port is for another protocol", ErrURL)
	case isHTTP(f.url):
		return f.overHTTP()
	case isAboutBlank(f.url):
		return f.immediate(http.StatusOK, http.Header{}, nil), nil
	case scheme == "data":
		contentType, body, err := parseData(f.url.Without(resolve.Fragment).String())
		if err != nil {
			return nil, err
		}
		return f.immediate(http.StatusOK, http.Header{"Content-Type": {contentType}}, body), nil
	case scheme == "file":
		return f.local()
	}
	return f.immediate(http.StatusNoContent, http.Header{}, nil), nil
}

// isHTTP tells whether a URL is one of HTTP, with TLS or without.
func isHTTP(u resolve.URL) bool {
	scheme, _ := u.Scheme()
	return strings.EqualFold(scheme, "http") || strings.EqualFold(scheme, "https")
}

// isAboutBlank tells whether a URL, without its fragment, is about:blank.
func isAboutBlank(u resolve.URL) bool { return u.Without(resolve.Fragment).String() == "about:blank" }

// immediate is the response with a body that is there already.
func (f *fetching) immediate(status int, header http.Header, body []byte) *Response {
	if f.method == http.MethodHead {
		body = nil
	}
	response := &Response{Status: status, Header: header, Size: int64(len(body))}
	f.finish(response, io.NopCloser(bytes.NewReader(body)))
	return response
}

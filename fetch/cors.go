package fetch

import (
	"context"
	"fmt"
	"net/http"
	"strings"

	"htmlurl/document"
	"htmlurl/internal/charset"
	"htmlurl/resolve"
)

// CORS says how FetchCORS treats resources of other origins.
type CORS struct {
	// Mode is the state of the CORS settings attribute.
	Mode document.CORSSetting
	// Default is what happens to a resource of another origin with document.NoCORS.
	Default DefaultOrigin
}

// DefaultOrigin is a default origin behaviour.
//
// Spec: W3C HTML5 2.7.7 (2012)
type DefaultOrigin uint8

const (
	Taint DefaultOrigin = iota // the resource is fetched, and labelled CrossOrigin
	Fail                       // it is blocked
)

// Label tells whether the origin that fetches may know what is in a resource.
//
// Spec: W3C HTML5 2.7.7 (2012)
type Label string

const (
	SameOrigin  Label = "CORS-same-origin"
	CrossOrigin Label = "CORS-cross-origin"
)

// FetchCORS performs a potentially CORS-enabled fetch from Request.Origin: the response is labelled SameOrigin or
// CrossOrigin, or the error is ErrCORS with what is missing.
//
// Spec: W3C HTML5 2.7.7 (2012), potentially CORS-enabled fetch
func (c *Client) FetchCORS(ctx context.Context, r Request, cors CORS) (*Response, error) {
	f := c.begin(ctx, r)
	response, label, err := f.corsEnabled(cors)
	if err != nil {
		return nil, err
	}
	response.CORS = label
	return response, nil
}

func (f *fetching) corsEnabled(cors CORS) (*Response, Label, error) {
	f.request.ManualRedirect = true
	f.accept = "*/*"
	f.origin = "" // only cross-origin requests are explicitly initiated from one
	for f.isOwn(f.url) {
		response, err := f.run()
		if err != nil {
			return nil, "", err
		}
		target, err := response.Location()
		if err == nil && target.IsZero() {
			return response, SameOrigin, nil
		}
		if err == nil {
			err = f.redirect(response, target)
		}
		if err != nil {
			response.discard(f)
			return nil, "", f.fail(err)
		}
	}
	switch {
	case cors.Mode == document.NoCORS && cors.Default == Taint:
		f.request.ManualRedirect = false
		response, err := f.run()
		return response, CrossOrigin, err
	case cors.Mode == document.NoCORS:
		return nil, "", f.fail(fmt.Errorf("%w: the resource is of another origin than %.200s, and nothing asks for CORS",
			ErrCORS, orNoOrigin(f.request.Origin)))
	}
	f.omitsCredentials = cors.Mode == document.Anonymous
	response, err := f.crossOrigin()
	return response, SameOrigin, err
}

func orNoOrigin(origin string) string {
	if origin == "" {
		return "none"
	}
	return origin
}

// isOwn tells whether a URL is of the origin that fetches, or counts as such.
func (f *fetching) isOwn(u resolve.URL) bool {
	scheme, _ := u.Scheme()
	scheme = strings.ToLower(scheme)
	return isSameOrigin(originOf(u), asciiOrigin(f.request.Origin)) || scheme == "data" || scheme == "javascript" ||
		isAboutBlank(u)
}

// crossOrigin performs a simple cross-origin request.
//
// Spec: Cross-Origin Resource Sharing (2014), 7.1.3 and 7.1.4
func (f *fetching) crossOrigin() (*Response, error) {
	if what := f.needsPreflight(); what != "" {
		return nil, f.fail(fmt.Errorf("%w: %s needs a preflight request, which is not sent", ErrCORS, what))
	}
	if f.origin = asciiOrigin(f.request.Origin); f.origin == "" {
		f.origin = opaqueOrigin
	}
	if f.omitsCredentials {
		f.dropCredentials()
	}
	for {
		response, err := f.run()
		if err != nil {
			return nil, err
		}
		target, err := response.Location()
		switch {
		case err != nil:
		case !target.IsZero():
			err = f.redirectAcross(response, target)
		default:
			if err = f.checkSharing(response); err == nil {
				return response, nil
			}
		}
		if err != nil {
			response.discard(f)
			return nil, f.fail(err)
		}
	}
}

// redirectAcross follows a redirect of a cross-origin request.
//
// Spec: Cross-Origin Resource Sharing (2014), 7.1.7, redirect steps
func (f *fetching) redirectAcross(r *Response, target resolve.URL) error {
	if _, ok := target.Userinfo(); ok {
		return fmt.Errorf("%w: redirected to a URL with a user name or password", ErrCORS)
	}
	if err := f.checkSharing(r); err != nil {
		return err
	}
	from := f.url
	if err := f.redirect(r, target); err != nil {
		return err
	}
	if !haveSameOrigin(from, target) {
		f.origin = opaqueOrigin
	}
	return nil
}

// checkSharing is the resource sharing check.
//
// Spec: Cross-Origin Resource Sharing (2014), 7.2
func (f *fetching) checkSharing(r *Response) error {
	const allowOrigin, allowCredentials = "Access-Control-Allow-Origin", "Access-Control-Allow-Credentials"
	origins := r.Header[allowOrigin]
	switch {
	case len(origins) != 1:
		return fmt.Errorf("%w: the response has %d %s fields", ErrCORS, len(origins), allowOrigin)
	case origins[0] == "*" && f.omitsCredentials:
		return nil
	case origins[0] != f.origin:
		return fmt.Errorf("%w: the response has %s: %.200s, and the origin is %.200s", ErrCORS, allowOrigin, origins[0],
			f.origin)
	case f.omitsCredentials:
		return nil
	}
	if credentials := r.Header[allowCredentials]; len(credentials) != 1 || credentials[0] != "true" {
		return fmt.Errorf("%w: the response lacks %s: true", ErrCORS, allowCredentials)
	}
	return nil
}

// needsPreflight names the method or header field of the author for which a preflight request would be needed.
//
// Spec: Cross-Origin Resource Sharing (2014), 4, simple method and simple header
func (f *fetching) needsPreflight() string {
	switch f.method {
	case http.MethodGet, http.MethodHead, http.MethodPost:
	default:
		return "the method " + f.method
	}
	for name := range f.request.Header {
		switch name = http.CanonicalHeaderKey(name); name {
		case "Accept", "Accept-Language", "Content-Language":
		case "Content-Type":
			switch charset.Essence(f.request.Header.Get(name)) {
			case "application/x-www-form-urlencoded", "multipart/form-data", "text/plain":
				continue
			}
			fallthrough
		default:
			return "the header field " + name
		}
	}
	return ""
}

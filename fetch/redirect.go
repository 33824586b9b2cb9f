package fetch

import (
	"context"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"
	"unicode/utf8"

	"htmlurl/resolve"
)

// Redirect is a response that led elsewhere.
type Redirect struct {
	URL      string `json:"url"` // where it came from
	Status   int    `json:"status"`
	Location string `json:"location"` // as the server wrote it
}

// Redirect returns the response as a step of a chain, if it is a redirect.
func (r *Response) Redirect() (Redirect, bool) {
	location, ok, err := r.location()
	return Redirect{URL: r.URL.String(), Status: r.Status, Location: location}, ok && err == nil
}

// Location returns where a redirect leads to: its Location field resolved against the URL of the response, with that
// one's fragment if it has none. For what is no redirect it is the zero URL.
//
// Spec: https://fetch.spec.whatwg.org/#concept-response-location-url
func (r *Response) Location() (resolve.URL, error) {
	location, ok, err := r.location()
	if !ok || err != nil {
		return resolve.URL{}, err
	}
	resolver := r.fetching.client.resolver()
	target, err := resolver.Resolve(r.URL, asText(location))
	if err != nil {
		return target, fmt.Errorf("%w: %.500q: %w", ErrLocation, location, err)
	}
	fragment, inherits := r.URL.Fragment()
	if _, ok := target.Fragment(); inherits && !ok {
		return resolver.Parse(target.String() + "#" + fragment)
	}
	return target, nil
}

// location returns the Location field if the response is a redirect.
func (r *Response) location() (location string, ok bool, err error) {
	switch r.Status {
	case http.StatusMovedPermanently, http.StatusFound, http.StatusSeeOther, http.StatusTemporaryRedirect,
		http.StatusPermanentRedirect:
	default:
		return "", false, nil
	}
	fields := r.Header["Location"]
	if len(fields) == 0 {
		return "", false, nil
	}
	for _, other := range fields[1:] {
		if other != fields[0] {
			return "", true, fmt.Errorf("%w: it says both %.200q and %.200q", ErrLocation, fields[0], other)
		}
	}
	return fields[0], true, nil
}

// isRedirect tells whether the response is a redirect.
func (r *Response) isRedirect() bool {
	_, ok, _ := r.location()
	return ok
}

// asText returns a header field as text: UTF-8, or else with the bytes escaped that are no ASCII.
func asText(field string) string {
	if utf8.ValidString(field) {
		return field
	}
	var b strings.Builder
	for i := range len(field) {
		if c := field[i]; c >= utf8.RuneSelf {
			fmt.Fprintf(&b, "%%%02X", c)
		} else {
			b.WriteByte(c)
		}
	}
	return b.String()
}

// redirect makes the target the resource to fetch, by the requirements for redirects.
//
// Spec: W3C HTML5 2.7.2 (2012), step 12; https://fetch.spec.whatwg.org/#http-redirect-fetch
func (f *fetching) redirect(r *Response, target resolve.URL) error {
	if err := f.checkTarget(target); err != nil {
		return err
	}
	step, _ := r.Redirect()
	method, err := f.methodAfter(step)
	if err != nil {
		return err
	}
	r.discard(f)
	if method != f.method {
		f.method, f.body = method, nil
		for name := range f.header {
			if strings.HasPrefix(name, "Content-") {
				delete(f.header, name)
			}
		}
	}
	if !f.isForeign && !haveSameOrigin(f.request.URL, target) {
		f.isForeign = true
		f.dropCredentials()
	}
	f.redirects = append(slices.Clip(f.redirects), step)
	f.url = target
	f.referrer = f.nextReferrer(r.Header)
	return nil
}

// checkTarget checks whether a redirect may lead to a URL.
func (f *fetching) checkTarget(target resolve.URL) error {
	scheme, _ := target.Scheme()
	switch {
	case strings.EqualFold(scheme, "file"), !isHTTP(target) && f.client.Edition == resolve.Living:
		return fmt.Errorf("%w: %.500s", ErrRedirectScheme, target)
	case len(f.redirects) >= f.client.state().limits.Redirects:
		return fmt.Errorf("%w: more than %d", ErrRedirects, len(f.redirects))
	case f.keptCookies:
		return nil // the answer may be another one now
	}
	isBack := target.EqualsExcludingFragments(f.url)
	for _, r := range f.redirects {
		before, err := f.client.resolver().Parse(r.URL)
		isBack = isBack || err == nil && target.EqualsExcludingFragments(before)
	}
	if isBack && (f.method == http.MethodGet || f.method == http.MethodHead) {
		return fmt.Errorf("%w: back to %.500s", ErrRedirectLoop, target)
	}
	return nil
}

// methodAfter returns the method of the request after a redirect.
//
// Spec: RFC 2616 section 10.3, of which W3C HTML5 2.7.2 (2012) speaks; https://fetch.spec.whatwg.org/#http-redirect-fetch
// step 12
func (f *fetching) methodAfter(r Redirect) (string, error) {
	isSafe := f.method == http.MethodGet || f.method == http.MethodHead
	isMoved := r.Status == http.StatusMovedPermanently || r.Status == http.StatusFound
	switch {
	case isSafe:
		return f.method, nil
	case r.Status == http.StatusSeeOther, f.client.Edition == resolve.Living && isMoved && f.method == http.MethodPost:
		return http.MethodGet, nil
	case f.client.Edition != resolve.Living && (f.client.Confirm == nil || !f.client.Confirm(r)):
		return "", fmt.Errorf("%w: %s to %.500q with status %d", ErrUnconfirmed, f.method, r.Location, r.Status)
	}
	return f.method, nil
}

// Follow follows the redirect that a response with Request.ManualRedirect is, and goes on as if it had been followed at
// once: the next redirect is returned again. Limits.Time begins anew. The response, of which nothing more can be read,
// is closed.
//
// Spec: W3C HTML5 2.7.2 (2012), step 12
func (r *Response) Follow(ctx context.Context) (*Response, error) {
	f := *r.fetching
	f.header = maps.Clone(f.header)
	f.start(ctx)
	target, err := r.Location()
	if err == nil && target.IsZero() {
		err = fmt.Errorf("%w: the status is %d", ErrLocation, r.Status)
	}
	if err == nil {
		err = f.redirect(r, target)
	}
	if err != nil {
		r.Body.Close()
		return nil, f.fail(err)
	}
	return f.run()
}

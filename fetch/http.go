package fetch

import (
	"bytes"
	"context"
	"io"
	"maps"
	"net/http"
	"time"
)

// overHTTP obtains the resource at the current URL by HTTP.
func (f *fetching) overHTTP() (*Response, error) {
	w, err := onWire(f.url)
	if err != nil {
		return nil, err
	}
	request := f.newRequest(w)
	if f.client.Share && f.body == nil && (f.method == http.MethodGet || f.method == http.MethodHead) {
		return f.shared(w, request)
	}
	response, err := f.exchange(f.ctx, w, request)
	if err != nil {
		return nil, err
	}
	return f.receive(response)
}

// newRequest makes the request for a URL.
func (f *fetching) newRequest(w wire) *http.Request {
	header := maps.Clone(f.header)
	setUnlessThere := func(name, value string) {
		if _, ok := header[name]; !ok && value != "" {
			header[name] = []string{value}
		}
	}
	setUnlessThere("User-Agent", f.client.userAgent())
	setUnlessThere("Accept", f.accept)
	setUnlessThere("Accept-Encoding", acceptEncoding)
	setUnlessThere("Referer", f.refererField())
	setUnlessThere("Origin", f.originField())
	request := &http.Request{Method: f.method, URL: w.request(), Host: w.Host, Header: header, Proto: "HTTP/1.1",
		ProtoMajor: 1, ProtoMinor: 1}
	if !f.omitsCredentials {
		f.addCredentials(w, request)
	}
	if f.body != nil {
		request.ContentLength = int64(len(f.body))
		request.GetBody = func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(f.body)), nil }
		request.Body, _ = request.GetBody()
	}
	return request
}

// addCredentials adds the cookies and the userinfo of a URL.
func (f *fetching) addCredentials(w wire, request *http.Request) {
	if w.User != nil && request.Header["Authorization"] == nil {
		password, _ := w.User.Password()
		request.SetBasicAuth(w.User.Username(), password)
	}
	if jar := f.client.Cookies; jar != nil {
		for _, cookie := range jar.Cookies(w.URL) {
			addCookie(request.Header, cookie)
		}
	}
}

// addCookie adds a cookie as it was set; http.Request.AddCookie puts values with spaces or commas in quotes.
//
// Spec: RFC 6265 section 5.4
func addCookie(header http.Header, cookie *http.Cookie) {
	pair := cookie.Name + "=" + cookie.Value
	if cookie.Quoted {
		pair = cookie.Name + `="` + cookie.Value + `"`
	}
	if before := header.Get("Cookie"); before != "" {
		pair = before + "; " + pair
	}
	header["Cookie"] = []string{pair}
}

// dropCredentials removes the fields of the caller that are for one server only.
func (f *fetching) dropCredentials() {
	for _, name := range []string{"Authorization", "Proxy-Authorization", "Cookie"} {
		delete(f.header, name)
	}
}

// originField is the Origin field of the current request.
//
// Spec: RFC 6454 section 7.3
func (f *fetching) originField() string {
	isSafe := f.method == http.MethodGet || f.method == http.MethodHead
	if f.origin == "" && !isSafe {
		return opaqueOrigin
	}
	return asciiOrigin(f.origin)
}

// answer is what a server answers, or a cache in its place.
type answer struct {
	*http.Response
	revalidated bool
}

// exchange sends a request when its turn has come, again if the server wants that, and keeps the cookies of the answer.
func (f *fetching) exchange(ctx context.Context, w wire, request *http.Request) (*answer, error) {
	tries := 0
	if isIdempotent(request.Method) {
		tries = f.client.Retries
	}
	retries := newRetries(tries)
	for {
		if err := f.awaitTurn(ctx, w); err != nil {
			return nil, err
		}
		response, err := f.sendConditional(ctx, w, request)
		if err != nil {
			return nil, err
		}
		if response.StatusCode != http.StatusTooManyRequests && response.StatusCode != http.StatusServiceUnavailable {
			return response, nil
		}
		wait, more := retries.next(response.Header)
		if tries > 0 {
			f.client.state().pace.backOff(w.Host, time.Now().Add(wait))
		}
		if !more {
			return response, nil
		}
		go drain(response.Body)
		request = f.newRequest(w) // with the cookies of this response
	}
}

// isIdempotent tells whether a request may be sent again.
//
// Spec: RFC 9110 section 9.2.2
func isIdempotent(method string) bool {
	switch method {
	case http.MethodGet, http.MethodHead, http.MethodOptions, http.MethodTrace, http.MethodPut, http.MethodDelete:
		return true
	}
	return false
}

// awaitTurn waits until robots.txt and the pace allow a request. The clock of the fetch stands still meanwhile.
func (f *fetching) awaitTurn(ctx context.Context, w wire) error {
	kept := f.client.state()
	delay := f.client.Delay
	if f.clock.stop() {
		defer f.clock.goOn()
	}
	if f.client.Robots && !f.ignoresRobots {
		allowed, wanted, err := kept.robots.check(ctx, w.URL)
		switch {
		case err != nil:
			return err
		case !allowed:
			return ErrRobots
		}
		delay = max(delay, wanted)
	}
	return kept.pace.wait(ctx, w.Host, delay)
}

// send sends a request, and waits for the header of the answer.
func (f *fetching) send(ctx context.Context, w wire, request *http.Request) (*http.Response, error) {
	limits := &f.client.state().limits
	ctx, cancel := context.WithCancelCause(ctx)
	stall := time.AfterFunc(limits.HeaderTime, func() { cancel(ErrStalled) })
	response, err := f.client.state().transport.roundTrip(request.WithContext(ctx))
	stall.Stop()
	if err != nil {
		defer cancel(nil)
		return nil, reason(ctx, err)
	}
	f.keepCookies(w, response)
	size := response.ContentLength
	if response.Uncompressed {
		size = -1
	}
	m := newMeter(ctx, cancel, response.Body, size, limits)
	response.Body = m
	return response, nil
}

// keepCookies updates the cookies.
//
// Spec: W3C HTML5 2.7.2 (2012), step 11
func (f *fetching) keepCookies(w wire, response *http.Response) {
	if !f.keepsCookies() {
		return
	}
	if cookies := response.Cookies(); len(cookies) > 0 {
		f.client.Cookies.SetCookies(w.URL, cookies)
	}
}

// keepsCookies tells whether cookies of responses are kept.
func (f *fetching) keepsCookies() bool {
	return f.client.Cookies != nil && !f.request.BlockCookies && !f.omitsCredentials
}

// receive makes a response of an answer.
func (f *fetching) receive(from *answer) (*Response, error) {
	response := &Response{
		Status: from.StatusCode, Header: from.Header, Size: from.ContentLength, Revalidated: from.revalidated,
	}
	if !response.isRedirect() {
		switch body := from.Body.(type) {
		case *meter:
			body.progress = f.request.Progress
		case *part:
			body.progress = f.request.Progress
		}
	}
	if request := from.Request; request != nil {
		response.Referrer = request.Header.Get("Referer")
	}
	if from.Uncompressed {
		response.Size = -1
	}
	f.keptCookies = f.keptCookies || f.keepsCookies() && len(from.Header["Set-Cookie"]) > 0
	decoded, err := decode(from.Body, from.Header["Content-Encoding"])
	switch {
	case err != nil && (f.method == http.MethodHead || isNullBody(response) || response.isRedirect()):
		decoded = io.NopCloser(http.NoBody)
	case err != nil:
		from.Body.Close()
		return nil, err
	}
	f.finish(response, decodedBody{decoded, from.Body})
	return response, nil
}

// decodedBody is a decoded body with what it is decoded from.
type decodedBody struct {
	io.ReadCloser
	from io.Closer
}

func (b decodedBody) Close() error {
	b.ReadCloser.Close()
	return b.from.Close()
}

// isNullBody tells whether what the body says does not matter.
func isNullBody(r *Response) bool {
	return r.Size == 0 || r.Status == http.StatusNoContent || r.Status == http.StatusNotModified
}

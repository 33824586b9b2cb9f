package probe

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"time"

	"github.com/cenkalti/backoff/v5"

	"htmlurl/fetch"
	"htmlurl/internal/charset"
)

const (
	maxTries    = 3 // after errors that may pass
	maxTimeouts = 2
	firstPause  = time.Second
	maxPause    = 10 * time.Second
)

// asking asks for one target.
type asking struct {
	prober      *Prober
	target      *target
	method      string
	timeouts    int
	anyFragment bool // what is there is no document, so that no fragment is missing
}

// ask asks until there is an answer, or an error that tries do not mend.
func (a *asking) ask(ctx context.Context) Answer {
	a.method = http.MethodHead
	if len(a.target.fragments) > 0 {
		a.method = http.MethodGet
	}
	pauses := &backoff.ExponentialBackOff{InitialInterval: firstPause, Multiplier: 2, MaxInterval: maxPause,
		RandomizationFactor: backoff.DefaultRandomizationFactor}
	found, _ := backoff.Retry(ctx, func() (Answer, error) { return a.try(ctx) },
		backoff.WithBackOff(pauses), backoff.WithMaxTries(maxTries), backoff.WithMaxElapsedTime(0))
	return found
}

// try asks once, by HEAD and then by GET if HEAD finds nothing. The error is that of the answer if it may pass.
func (a *asking) try(ctx context.Context) (Answer, error) {
	found := a.request(ctx)
	if a.method == http.MethodHead && mayDiffer(found) {
		a.method = http.MethodGet
		if !isPassing(found.Err) {
			found = a.request(ctx)
		}
	}
	if !isPassing(found.Err) {
		return found, nil
	}
	if isTimeout(found.Err) {
		if a.timeouts++; a.timeouts >= maxTimeouts {
			return found, nil
		}
	}
	return found, found.Err
}

// header returns the further fields of the request.
func (a *asking) header() http.Header {
	if a.prober.Header == nil {
		return nil
	}
	return a.prober.Header(a.target.url)
}

// mayDiffer tells whether GET may find what HEAD does not.
func mayDiffer(found Answer) bool {
	if err := found.Err; err != nil {
		return !isUnreachable(err) && !isDefinite(err)
	}
	isPutOff := found.Status == http.StatusTooManyRequests || found.Status == http.StatusServiceUnavailable
	return !found.Accepted && !isPutOff
}

// isDefinite tells whether an error is that of the URL or of the connection, whatever is asked.
func isDefinite(err error) bool {
	for _, definite := range []error{fetch.ErrURL, fetch.ErrPrivate, fetch.ErrFiles, fetch.ErrNotRegular,
		fetch.ErrRobots, fetch.ErrCertificate} {
		if errors.Is(err, definite) {
			return true
		}
	}
	return false
}

// request makes a request. Its body is read only to find fragments.
func (a *asking) request(ctx context.Context) Answer {
	response, err := a.prober.client().Fetch(ctx, fetch.Request{URL: a.target.url, Method: a.method, Header: a.header()})
	if err != nil {
		return failed(err)
	}
	defer response.Body.Close()
	if response.Status == 0 { // as a server wrote it
		return failed(response.StatusError())
	}
	found := Answer{
		Address:   response.URL.String(),
		Status:    response.Status,
		Accepted:  a.prober.accepts(response.Status),
		Redirects: response.Redirects,
		Type:      charset.Essence(strings.Join(response.Header["Content-Type"], ", ")),
	}
	if found.Accepted && len(a.target.fragments) > 0 {
		a.find(response, &found)
	}
	return found
}

// failed is the answer that is none.
func failed(err error) Answer {
	found := Answer{Err: err}
	if e, ok := errors.AsType[*fetch.Error](err); ok {
		found.Address, found.Redirects = e.URL, e.Redirects
	}
	return found
}

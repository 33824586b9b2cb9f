package fetch

import (
	"math"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/cenkalti/backoff/v5"
)

const (
	firstBackoff  = time.Second
	maxBackoff    = time.Minute
	maxRetryAfter = 10 * time.Minute
)

// retries says when a fetch that a server puts off, with 429 or 503, tries again.
type retries struct {
	left    int // how often the fetch may still try
	backoff backoff.ExponentialBackOff
}

// newRetries returns the retries of a fetch that may try so many times more.
func newRetries(left int) *retries {
	return &retries{left, backoff.ExponentialBackOff{
		InitialInterval:     firstBackoff,
		Multiplier:          2,
		MaxInterval:         maxBackoff,
		RandomizationFactor: backoff.DefaultRandomizationFactor,
	}}
}

// next returns how long the server is to be left alone after a response with these header fields, and whether the fetch
// tries again then. The wait is what the response says, or else longer each time: about 1 s, 2 s, 4 s … at most 60 s. A
// server that asks for more than 10 minutes gets 10 minutes, and is not tried again.
func (r *retries) next(h http.Header) (wait time.Duration, more bool) {
	wait = min(r.backoff.NextBackOff(), maxBackoff)
	if asked, ok := retryAfter(h, time.Now()); ok {
		wait = asked
	}
	if r.left--; wait > maxRetryAfter {
		return maxRetryAfter, false
	}
	return wait, r.left >= 0
}

// retryAfter returns how long from now on the server asks to be left alone: not at all, if the time is past.
//
// Deviation: a negative number of seconds, which the grammar does not have, is zero.
//
// Spec: RFC 9110, 10.2.3 and 5.6.7
func retryAfter(h http.Header, now time.Time) (wait time.Duration, ok bool) {
	field := h.Get("Retry-After")
	if digits := strings.TrimPrefix(field, "-"); digits != "" && strings.Trim(digits, "0123456789") == "" {
		seconds, _ := strconv.ParseInt(field, 10, 64) // the nearest one, if it is out of range
		return time.Duration(min(max(seconds, 0), math.MaxInt64/int64(time.Second))) * time.Second, true
	}
	date, err := http.ParseTime(field)
	if err != nil {
		return 0, false
	}
	return max(date.Sub(now), 0), true
}

package probe

import (
	"context"
	"errors"
	"fmt"
	"net"

	"htmlurl/fetch"
)

// ErrGivenUp is the reason for a URL that was not asked for, because three others of its host were left without an
// answer, one after the other. It comes with the reason for the last one.
var ErrGivenUp = errors.New("not asked for, since its host does not answer")

// maxSilences is how many URLs of a host may be without an answer, one after the other.
const maxSilences = 3

// host is the queue of a host.
type host struct {
	waiting  []*target
	asked    int // at the moment
	isReady  bool
	silences map[string]silence // by scheme: each has a port, and may have another server
}

// silence tells how many URLs in a row are without an answer, and why no more are asked for.
type silence struct {
	urls int
	err  error
}

// note notes whether the host has answered. An error behind a redirect may be that of another host.
func (h *host) note(scheme string, a Answer) {
	s := h.silences[scheme]
	reason := reasonOf(a.Err)
	switch {
	case a.Status != 0, len(a.Redirects) > 0:
		s = silence{}
	case isUnreachable(reason):
		s.err = reason
	case isPassing(reason):
		if s.urls++; s.urls >= maxSilences {
			s.err = fmt.Errorf("%w: %w", ErrGivenUp, reason)
		}
	}
	if h.silences == nil {
		h.silences = map[string]silence{}
	}
	h.silences[scheme] = s
}

// notAsked is the answer for a target whose host is given up.
func notAsked(t *target, err error) Answer {
	url := t.url.String()
	return Answer{Address: url, Err: &fetch.Error{URL: url, Err: err}}
}

// reasonOf returns an error without the URL in it.
func reasonOf(err error) error {
	if e, ok := errors.AsType[*fetch.Error](err); ok {
		return e.Err
	}
	return err
}

// isUnreachable tells whether a host has no address, or accepts no connection.
func isUnreachable(err error) bool {
	if _, ok := errors.AsType[*net.DNSError](err); ok {
		return !errors.Is(err, fetch.ErrRobots)
	}
	network, ok := errors.AsType[*net.OpError](err)
	return ok && network.Op == "dial" && !errors.Is(err, fetch.ErrRobots)
}

// isPassing tells whether an error may not come again.
func isPassing(err error) bool {
	if errors.Is(err, fetch.ErrRobots) {
		return false // what was read, or could not be, is not read again so soon
	}
	if name, ok := errors.AsType[*net.DNSError](err); ok {
		return name.IsTemporary || name.IsTimeout
	}
	network, ok := errors.AsType[*net.OpError](err)
	return isTimeout(err) || errors.Is(err, fetch.ErrCut) || ok && (network.Op == "read" || network.Op == "write")
}

// isTimeout tells whether an error is silence.
func isTimeout(err error) bool {
	network, ok := errors.AsType[net.Error](err)
	return errors.Is(err, fetch.ErrStalled) || errors.Is(err, fetch.ErrTimeout) || ok && network.Timeout()
}

// isDeadline tells whether a request was not made because the context would end before. Timeouts of connections are
// deadlines, too, by errors.Is, but not the same.
func isDeadline(err error) bool { return reasonOf(err) == context.DeadlineExceeded }

package fetch

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"time"

	"htmlurl/resolve"
)

const (
	robotsPath    = "/robots.txt"
	robotsKept    = 24 * time.Hour   // of rules
	robotsMissing = 10 * time.Minute // of a failure
	maxServices   = 4096
	maxRobotsSize = 64 << 20 // of the rules and names of all services
)

// robots tells by the robots.txt of each service what may be requested there. The fields agent and get must be set. It
// is safe for concurrent use.
//
// Spec: RFC 9309
type robots struct {
	agent string // the product token; what follows it in a User-Agent field does not matter

	// get requests a robots.txt and follows its redirects, five at least, also to other hosts. The status is that of
	// the last response: one of a redirect if that could not be followed.
	get func(ctx context.Context, url string) (status int, body io.ReadCloser, err error)

	mu       sync.Mutex
	services map[string]*service
	size     int // of the rules and names of all services
}

// service holds the robots.txt of a scheme, host and port.
type service struct {
	done  chan struct{} // closed as soon as rules or err are set
	rules robotRules
	err   error

	// Guarded by the lock of robots, and zero while the file is being fetched.
	expires time.Time
	size    int
}

// check tells whether u, an http or https URL, may be requested, and how long its host wants to be left alone between
// two requests, which is zero if it does not say. Where robots.txt cannot be had for a fault of the server or the
// network, nothing is allowed and the error says why.
//
// A robots.txt is fetched once for all who wait for it, and also if they leave.
//
// Spec: RFC 9309, 2.3.1
func (r *robots) check(ctx context.Context, u *url.URL) (allowed bool, delay time.Duration, err error) {
	if ctx.Err() != nil {
		return false, 0, context.Cause(ctx)
	}
	target := robotsTarget(u)
	if spelledURL.normalize(target) == robotsPath {
		return true, 0, nil
	}
	s := r.service(ctx, serviceOf(u))
	select {
	case <-s.done:
	case <-ctx.Done():
		return false, 0, context.Cause(ctx)
	}
	if s.err != nil {
		return false, 0, s.err
	}
	return s.rules.allow(target), s.rules.delay, nil
}

// robotsTarget returns the path of u with its query, as they are requested.
func robotsTarget(u *url.URL) string {
	target := u.RequestURI()
	if strings.HasPrefix(target, "/") {
		return target
	}
	_, target, _ = strings.Cut(target, "//") // u is opaque
	if i := strings.IndexAny(target, "/?"); i >= 0 {
		return "/" + strings.TrimPrefix(target[i:], "/")
	}
	return "/"
}

// serviceOf returns the scheme, host and port of u. The default port is left out.
func serviceOf(u *url.URL) string {
	scheme, host := strings.ToLower(u.Scheme), strings.ToLower(u.Host)
	switch port := u.Port(); {
	case port == "", scheme == "http" && port == "80", scheme == "https" && port == "443":
		host = strings.TrimSuffix(host, ":"+port)
	}
	return scheme + "://" + host
}

// service returns what is known of a service. If that is nothing, or too old, it starts to fetch.
//
// Spec: RFC 9309, 2.4
func (r *robots) service(ctx context.Context, name string) *service {
	r.mu.Lock()
	defer r.mu.Unlock()
	s := r.services[name]
	if s != nil && (s.expires.IsZero() || time.Now().Before(s.expires)) {
		return s
	}
	if r.services == nil {
		r.services = map[string]*service{}
	}
	r.forget(name)
	r.shrink(maxServices - 1)
	s = &service{done: make(chan struct{})}
	r.services[name] = s
	go r.load(context.WithoutCancel(ctx), name, s)
	return s
}

// load fetches the robots.txt of a service.
func (r *robots) load(ctx context.Context, name string, s *service) {
	defer close(s.done)
	kept := robotsKept
	if s.rules, s.err = r.read(ctx, name+robotsPath); s.err != nil {
		kept = robotsMissing
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	s.expires = time.Now().Add(kept)
	s.size = s.rules.size + len(name)
	r.size += s.size
	r.shrink(maxServices)
}

// read fetches a robots.txt and returns its rules for the agent: none if the file is unavailable, an error if it is
// unreachable.
//
// Spec: RFC 9309, 2.3.1.1 to 2.3.1.4
func (r *robots) read(ctx context.Context, address string) (robotRules, error) {
	status, body, err := r.get(ctx, address)
	if err != nil {
		return robotRules{}, newUnreadable(err)
	}
	defer body.Close()
	switch status / 100 {
	case 2:
		file, err := io.ReadAll(io.LimitReader(body, robotsLimit+1))
		if err != nil {
			return robotRules{}, newUnreadable(err)
		}
		return parseRobots(file, r.agent), nil
	case 3, 4:
		return robotRules{}, nil
	}
	return robotRules{}, newUnreadable(fmt.Errorf("%w %d %s", ErrStatus, status, http.StatusText(status)))
}

// unreadable is the error for a robots.txt that cannot be read, so that it allows nothing. It is an ErrRobots, too.
type unreadable struct{ reason error }

func (u *unreadable) Error() string { return "robots.txt cannot be read: " + u.reason.Error() }

func (u *unreadable) Unwrap() []error { return []error{ErrRobots, u.reason} }

// newUnreadable leaves out the URL of an error: which one it is, says the URL that is not allowed.
func newUnreadable(err error) error {
	if failed, ok := errors.AsType[*Error](err); ok {
		err = failed.Err
	}
	return &unreadable{err}
}

// shrink forgets services, no matter which, until no more than so many are left, and they fit in memory. Those being
// fetched stay.
func (r *robots) shrink(services int) {
	for name, s := range r.services {
		if len(r.services) <= services && r.size <= maxRobotsSize {
			return
		}
		if !s.expires.IsZero() {
			r.forget(name)
		}
	}
}

func (r *robots) forget(name string) {
	if s := r.services[name]; s != nil {
		r.size -= s.size
		delete(r.services, name)
	}
}

// getRobots fetches a robots.txt, without asking itself.
func (c *Client) getRobots(ctx context.Context, address string) (int, io.ReadCloser, error) {
	u, err := resolve.Resolver{Edition: resolve.Living}.Parse(address)
	if err != nil {
		return 0, nil, err
	}
	f := c.begin(ctx, Request{URL: u})
	f.ignoresRobots = true
	f.dropCredentials()
	response, err := f.run()
	for _, unfollowed := range []error{ErrRedirects, ErrRedirectLoop, ErrRedirectScheme, ErrLocation} {
		if errors.Is(err, unfollowed) {
			return http.StatusFound, http.NoBody, nil
		}
	}
	if err != nil {
		return 0, nil, err
	}
	return response.Status, response.Body, nil
}

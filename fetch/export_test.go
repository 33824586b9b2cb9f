package fetch

import (
	"context"
	"io"
	"net/http"
	"net/url"
	"time"
)

// The functions below the Client, for tests.
var (
	ParseData    = parseData
	IsNoSniff    = isNoSniff
	ImageType    = imageType
	TextOrBinary = textOrBinary
	Decode       = decode
)

// What these functions fail with, and their limits.
var (
	ErrNoComma = errNoComma
	ErrBase64  = errBase64
)

const (
	DefaultType    = defaultType
	BeginningSize  = beginningSize
	AcceptEncoding = acceptEncoding
	MaxCodings     = maxCodings
	MaxWindow      = maxWindow
)

// What tests of the package see of robots.txt, of the pace, of retries and of the cache.

var (
	NewRetries   = newRetries
	RetryAfter   = retryAfter
	Storable     = storable
	StoredHeader = storedHeader
	Selects      = selects
	Validators   = validators
	Refresh      = refresh
)

const RobotsLimit = robotsLimit

type (
	Robots = robots
	Pace   = pace
)

func NewRobots(agent string, get func(context.Context, string) (int, io.ReadCloser, error)) *Robots {
	return &robots{agent: agent, get: get}
}

func (r *robots) Check(ctx context.Context, u *url.URL) (bool, time.Duration, error) {
	return r.check(ctx, u)
}

// Kept returns how many services are known, and their size.
func (r *robots) Kept() (services, size int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	return len(r.services), r.size
}

// RobotsAllow tells whether a file allows a path with its query to an agent, and the delay.
func RobotsAllow(file, agent, target string) (bool, time.Duration) {
	rules := parseRobots([]byte(file), agent)
	return rules.allow(target), rules.delay
}

func (p *pace) Wait(ctx context.Context, host string, delay time.Duration) error {
	return p.wait(ctx, host, delay)
}

func (p *pace) BackOff(host string, until time.Time) { p.backOff(host, until) }

// Hosts returns how many hosts are known.
func (p *pace) Hosts() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return len(p.hosts)
}

func (r *retries) Next(h http.Header) (time.Duration, bool) { return r.next(h) }

func SniffType(contentType []string, noSniff bool, beginning []byte) string {
	return sniffType(contentType, noSniff, true, beginning)
}

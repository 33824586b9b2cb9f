package fetch

import (
	"net/http"
	"sync"
	"time"

	"htmlurl/resolve"
)

// Client fetches resources. The zero Client is ready: it goes by the rules of HTML5, keeps no cookies, and requests
// nothing from files, loopback or private addresses. Its methods are safe for concurrent use; a Client in use must be
// neither changed nor copied.
type Client struct {
	// Edition chooses the rules by which references, Location fields and documents are read.
	Edition resolve.Edition
	// ReferrerPolicies makes the Referer field go by today's Referrer-Policy instead of the rule of 2012.
	ReferrerPolicies bool

	// UserAgent is the User-Agent field; "" is DefaultUserAgent. Its first word is the name that robots.txt may have.
	UserAgent string
	// Header are further fields of each request. Authorization and Cookie are not sent to other origins when a document
	// fetches or a request is redirected, nor for robots.txt; what is for one server only belongs in Request.Header.
	Header http.Header
	// Cookies keeps cookies; nil sends and keeps none.
	Cookies http.CookieJar

	// AllowPrivate allows requests to addresses that are not for everyone: loopback, private, link-local and others of the
	// IANA registries of special-purpose addresses. What counts is the address that a connection is made to, after DNS,
	// in each redirect. Behind a proxy, and with a Transport, the address is looked up beforehand.
	AllowPrivate bool
	// AllowFiles allows file: URLs, but no redirects to them.
	AllowFiles bool

	// Share lets identical GET and HEAD requests at the same time share one download, which is held in memory meanwhile.
	Share bool
	// Robots obeys robots.txt (RFC 9309), with the delay that it may ask for.
	Robots bool
	// Delay is the least time between the beginnings of two requests to one host.
	Delay time.Duration
	// Retries is how often a request is sent again after the statuses 429 and 503, when the server says, or after 1 s,
	// 2 s, 4 s and so on.
	Retries int
	// Cache keeps responses, which are used again if the server says that they are still good; nil keeps none.
	Cache Cache

	// Limits are what a fetch may take.
	Limits Limits
	// Confirm is asked where HTTP wants the user to confirm a redirect, in the editions before Living; nil never does.
	Confirm func(Redirect) bool
	// Transport sends requests; nil is one that knows HTTP/2 and the proxies of the environment. It must undo no content
	// codings (http.Transport.DisableCompression), or else sizes are unknown.
	Transport http.RoundTripper

	setUp sync.Once
	kept  kept
}

// InEdition returns a client of another edition with the same settings. It shares Cookies, Cache and Transport with c, but
// no connections and manners.
func (c *Client) InEdition(edition resolve.Edition) *Client {
	return &Client{
		Edition: edition, ReferrerPolicies: c.ReferrerPolicies, UserAgent: c.UserAgent, Header: c.Header, Cookies: c.Cookies,
		AllowPrivate: c.AllowPrivate, AllowFiles: c.AllowFiles, Share: c.Share, Robots: c.Robots, Delay: c.Delay,
		Retries: c.Retries, Cache: c.Cache, Limits: c.Limits, Confirm: c.Confirm, Transport: c.Transport,
	}
}

// DefaultUserAgent is the User-Agent field of a Client without one.
const DefaultUserAgent = "htmlurl"

// Limits are what a fetch may take. Zero fields have the values that are named.
type Limits struct {
	Bytes        int64         // of a body as it is transferred; 64 MB
	DecodedBytes int64         // of a body after content codings are undone; 64 MB
	HeaderBytes  int64         // of the header of a response; 1 MB; not with Client.Transport
	Redirects    int           // 20
	Time         time.Duration // of a fetch with its redirects, retries and body, but not waiting for its turn; 5 minutes
	HeaderTime   time.Duration // until the header of a response has come; 30 s
	StallTime    time.Duration // between two parts of a body; 30 s
}

// orDefaults returns the limits with values for zero fields.
func (l Limits) orDefaults() Limits {
	return Limits{
		Bytes:        or(l.Bytes, 64<<20),
		DecodedBytes: or(l.DecodedBytes, 64<<20),
		HeaderBytes:  or(l.HeaderBytes, 1<<20),
		Redirects:    or(l.Redirects, 20),
		Time:         or(l.Time, 5*time.Minute),
		HeaderTime:   or(l.HeaderTime, 30*time.Second),
		StallTime:    or(l.StallTime, 30*time.Second),
	}
}

// or returns the limit, or what it is by default.
func or[T int | int64 | time.Duration](limit, usual T) T {
	if limit <= 0 {
		return usual
	}
	return limit
}

// kept is what a Client keeps between its fetches.
type kept struct {
	limits    Limits
	transport *transport
	downloads downloads
	robots    robots
	pace      pace
}

// state returns what the client keeps.
func (c *Client) state() *kept {
	c.setUp.Do(func() {
		c.kept.limits = c.Limits.orDefaults()
		c.kept.transport = c.newTransport()
		c.kept.robots.agent, c.kept.robots.get = productToken(c.userAgent()), c.getRobots
	})
	return &c.kept
}

func (c *Client) userAgent() string {
	if c.UserAgent == "" {
		return DefaultUserAgent
	}
	return c.UserAgent
}

func (c *Client) resolver() resolve.Resolver { return resolve.Resolver{Edition: c.Edition} }

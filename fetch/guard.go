package fetch

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"strings"
	"time"

	"code.dny.dev/ssrf"
)

// guardian refuses addresses that are not for everyone.
var guardian = ssrf.New(ssrf.WithAnyPort())

// transport sends requests over connections that are guarded, or else looks beforehand where they go.
type transport struct {
	usual        http.RoundTripper
	direct       http.RoundTripper // guarded, where there is no proxy; nil if that is not known
	allowPrivate bool
}

// newTransport returns what sends the requests of the client.
func (c *Client) newTransport() *transport {
	if c.Transport != nil {
		return &transport{usual: c.Transport, allowPrivate: c.AllowPrivate}
	}
	dialer := net.Dialer{Timeout: 30 * time.Second, KeepAlive: 30 * time.Second}
	proxied := &http.Transport{
		Proxy:                  http.ProxyFromEnvironment,
		DialContext:            dialer.DialContext,
		ForceAttemptHTTP2:      true,
		DisableCompression:     true,
		MaxIdleConns:           100,
		MaxIdleConnsPerHost:    8,
		IdleConnTimeout:        90 * time.Second,
		TLSHandshakeTimeout:    10 * time.Second,
		ExpectContinueTimeout:  time.Second,
		MaxResponseHeaderBytes: c.kept.limits.HeaderBytes,
	}
	direct := proxied.Clone()
	direct.Proxy = nil
	if !c.AllowPrivate {
		guardedDialer := dialer
		guardedDialer.Control = guardian.Safe
		direct.DialContext = guardedDialer.DialContext
	}
	return &transport{usual: proxied, direct: direct, allowPrivate: c.AllowPrivate}
}

// roundTrip sends a request, unless it goes to an address that is not allowed.
func (t *transport) roundTrip(request *http.Request) (*http.Response, error) {
	if t.direct != nil {
		proxy, err := http.ProxyFromEnvironment(request)
		if err != nil {
			return nil, err
		}
		if proxy == nil {
			return t.direct.RoundTrip(request)
		}
		request = forProxy(request)
	}
	if !t.allowPrivate {
		if err := checkHost(request.Context(), request.URL); err != nil {
			return nil, err
		}
	}
	return t.usual.RoundTrip(request)
}

// forProxy returns a request as proxies need it, with the host in the request line also where the path is written as it
// is.
//
// Spec: RFC 9112 section 3.2.2
func forProxy(request *http.Request) *http.Request {
	if request.URL.Opaque == "" || request.URL.Scheme != "http" {
		return request
	}
	u := *request.URL
	u.Opaque = "//" + u.Host + u.Opaque
	request = request.WithContext(request.Context())
	request.URL = &u
	return request
}

// checkHost looks up the host of a URL, and refuses it if one of its addresses is not for everyone. What has no address
// here is left to the proxy.
func checkHost(ctx context.Context, u *url.URL) error {
	if name := strings.ToLower(strings.TrimSuffix(u.Hostname(), ".")); name == "localhost" ||
		strings.HasSuffix(name, ".localhost") { // wherever it is looked up: RFC 6761 section 6.3
		return fmt.Errorf("%s is %w", name, ErrPrivate)
	}
	addresses, err := net.DefaultResolver.LookupNetIP(ctx, "ip", u.Hostname())
	if err != nil {
		return ctx.Err()
	}
	for _, address := range addresses {
		address = address.Unmap()
		network := "tcp6"
		if address.Is4() {
			network = "tcp4"
		}
		if guardian.Safe(network, netip.AddrPortFrom(address, 443).String(), nil) != nil {
			return fmt.Errorf("%s is %w", address, ErrPrivate)
		}
	}
	return nil
}

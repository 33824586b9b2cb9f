package fetch

import (
	"fmt"
	"net/url"
	"strings"

	"htmlurl/resolve"
)

// wire is an http: or https: URL as a request has it.
type wire struct {
	*url.URL        // with the path as package net/url has it, for cookies and robots.txt
	target   string // the path of the request line as the URL has it
}

// onWire returns the URL as a request has it: the scheme and the host as today's rules normalise them, since DNS knows
// no others, path and query as they are, but for what a request line cannot hold.
func onWire(u resolve.URL) (wire, error) {
	if host, _ := u.Host(); host == "" {
		return wire{}, fmt.Errorf("%w: it has no host", ErrURL)
	}
	normal, err := resolve.Resolver{Edition: resolve.Living}.Parse(u.String())
	if err != nil {
		return wire{}, fmt.Errorf("%w: %w", ErrURL, err)
	}
	w := wire{URL: new(url.URL)}
	w.Scheme, _ = normal.Scheme()
	w.Host, _ = normal.Host()
	if port, ok := normal.Port(); ok && port != "" {
		w.Host += ":" + port
	}
	if _, ok := normal.Userinfo(); ok {
		password, _ := normal.Password()
		w.User = url.UserPassword(unescaped(normal.Username()), unescaped(password))
	}
	if w.target = escaped(u.Path()); w.target == "" {
		w.target = "/"
	}
	w.Path, w.RawPath = unescaped(w.target), w.target
	query, ok := u.Query()
	w.RawQuery, w.ForceQuery = escaped(query), ok
	return w, nil
}

// request returns the URL for net/http, which writes paths anew unless they are opaque. One that begins with two
// slashes cannot be.
func (w wire) request() *url.URL {
	u := *w.URL
	if w.target != u.EscapedPath() && !strings.HasPrefix(w.target, "//") {
		u.Opaque = w.target
	}
	u.User = nil
	return &u
}

// unescaped returns text with its escapes undone, as far as they are escapes.
func unescaped(s string) string {
	text, err := url.PathUnescape(s)
	if err != nil {
		return s
	}
	return text
}

// escaped returns text with white space, controls and what is not ASCII escaped.
func escaped(s string) string {
	if strings.IndexFunc(s, isUnwritable) < 0 {
		return s
	}
	var b strings.Builder
	for i := range len(s) {
		if c := s[i]; isUnwritable(rune(c)) {
			fmt.Fprintf(&b, "%%%02X", c)
		} else {
			b.WriteByte(c)
		}
	}
	return b.String()
}

// isUnwritable tells whether a request line cannot hold a byte.
func isUnwritable(c rune) bool { return c <= ' ' || c >= 0x7F }

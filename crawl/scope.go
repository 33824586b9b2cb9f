package crawl

import (
	"strings"

	"htmlurl/document"
	"htmlurl/resolve"
)

// SameHost returns a scope: the URLs whose host and port are those of one of the given URLs.
func SameHost(urls ...resolve.URL) func(resolve.URL) bool {
	hosts := map[string]bool{}
	for _, u := range urls {
		hosts[hostOf(u.String())] = true
	}
	return func(u resolve.URL) bool { return hosts[hostPort(u)] }
}

// WithPrefix returns a scope: the URLs that begin with one of the prefixes, as today's rules normalise both.
func WithPrefix(prefixes ...string) func(resolve.URL) bool {
	var normal []string
	for _, prefix := range prefixes {
		normal = append(normal, keyOf(prefix))
	}
	return func(u resolve.URL) bool {
		for _, prefix := range normal {
			if strings.HasPrefix(u.String(), prefix) {
				return true
			}
		}
		return false
	}
}

// FollowDocuments tells whether a link leads to a document: hyperlinks, frames, and refreshes to other pages.
func FollowDocuments(link document.Link) bool {
	return link.Kind == document.Hyperlink || link.Kind == document.NestedDocument || link.Kind == document.Redirect
}

// living returns a URL as today's rules normalise it, or the zero URL, which cannot be requested.
func living(u resolve.URL) resolve.URL {
	normal, err := resolve.Resolver{Edition: resolve.Living}.Parse(u.String())
	if err != nil {
		return resolve.URL{}
	}
	return normal
}

// keyOf returns what is the same for URLs of the same page: the URL without its fragment as today's rules normalise it.
func keyOf(url string) string {
	u, err := resolve.Resolver{Edition: resolve.Living}.Parse(url)
	if err != nil {
		return url
	}
	return u.Without(resolve.Fragment).String()
}

// hostOf returns the host of a URL with its port, as today's rules normalise them.
func hostOf(url string) string {
	u, err := resolve.Resolver{Edition: resolve.Living}.Parse(url)
	if err != nil {
		return ""
	}
	return hostPort(u)
}

// hostPort returns the host of a URL with its port.
func hostPort(u resolve.URL) string {
	start, end := u.Span(resolve.HostPort)
	return u.String()[start:end]
}

// originOf returns the origin of a URL.
func originOf(u resolve.URL) string {
	return resolve.Resolver{Edition: resolve.Living}.Origin(living(u))
}

func isHTTP(u resolve.URL) bool {
	scheme, _ := u.Scheme()
	return strings.EqualFold(scheme, "http") || strings.EqualFold(scheme, "https")
}

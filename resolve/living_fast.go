package resolve

import "strings"

// setSerialized makes u the components of s, if s is one of most of the http: and https: URLs that are their own
// serialization, as nearly all absolute references in real pages are. It knows no user, no port and no dot segments:
// what it refuses may be a URL all the same, and the state machine decides.
func (u *split) setSerialized(s string) bool {
	scheme := 0
	switch {
	case strings.HasPrefix(s, "https://"):
		scheme = len("https")
	case strings.HasPrefix(s, "http://"):
		scheme = len("http")
	default:
		return false
	}
	host := scheme + len("://")
	path := skip(s, host, serializedHost)
	if path == host || path == len(s) || s[path] != '/' || mayEndInNumber(s[host:path]) {
		return false
	}
	query := skip(s, path, serializedPath)
	for query < len(s) && (s[query] == '.' || s[query] == '%') && s[query-1] != '/' {
		query = skip(s, query+1, serializedPath)
	}
	fragment := query
	if query < len(s) && s[query] == '?' {
		fragment = skip(s, query, serializedQuery)
	}
	end := fragment
	if fragment < len(s) && s[fragment] == '#' {
		end = skip(s, fragment+len("#"), serializedFragment)
	}
	if end < len(s) {
		return false
	}
	*u = split{s: s, scheme: scheme, host: host, hostEnd: path, path: path, query: query, fragment: fragment}
	return true
}

// mayEndInNumber tells whether a host may end in a number: "0x" is one, too.
func mayEndInNumber(host string) bool {
	last := host[len(host)-1]
	return last == '.' || last == 'x' || hexDigit[last] && endsInNumber([]byte(host))
}

// The components of a serialized URL of today in which a byte may stand as it is. What may begin a dot segment is none
// of the path's.
const (
	serializedHost uint8 = 1 << iota
	serializedPath
	serializedQuery
	serializedFragment
)

// serialized are the components for each byte.
var serialized = func() (components [256]uint8) {
	host := byteSet{}.with("abcdefghijklmnopqrstuvwxyz0123456789-._")
	for c := range components {
		if host[c] {
			components[c] |= serializedHost
		}
		if pathPlain[c] {
			components[c] |= serializedPath
		}
		if !specialQuerySet[c] {
			components[c] |= serializedQuery
		}
		if !fragmentSet[c] {
			components[c] |= serializedFragment
		}
	}
	return components
}()

// skip returns the offset of the first byte of s from i on that does not stand in the component as it is.
func skip(s string, i int, component uint8) int {
	for i < len(s) && serialized[s[i]]&component != 0 {
		i++
	}
	return i
}

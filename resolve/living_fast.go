package resolve

import "strings"

// splitSerialized takes apart most of the http: and https: URLs that are their own serialization, as nearly all
// absolute references in real pages are. It knows no user, no port and no dot segments: what it refuses may be a URL
// all the same, and the state machine decides.
func splitSerialized(s string) (u split, ok bool) {
	switch {
	case strings.HasPrefix(s, "https://"):
		u.scheme = len("https")
	case strings.HasPrefix(s, "http://"):
		u.scheme = len("http")
	default:
		return u, false
	}
	u.s, u.host = s, u.scheme+len("://")
	i := skip(s, u.host, serializedHost)
	if i == u.host || i == len(s) || s[i] != '/' || mayEndInNumber(s[u.host:i]) {
		return u, false
	}
	u.hostEnd, u.path = i, i
	i = skip(s, i, serializedPath)
	if path := s[u.path:i]; strings.Contains(path, "/.") || strings.Contains(path, "/%") {
		return u, false // maybe a dot segment
	}
	if u.query = i; i < len(s) && s[i] == '?' {
		i = skip(s, i, serializedQuery)
	}
	if u.fragment = i; i < len(s) && s[i] == '#' {
		i = skip(s, i+len("#"), serializedFragment)
	}
	return u, i == len(s)
}

// mayEndInNumber tells whether a host must be looked at by the ends in a number checker. A top-level domain that ends
// with a letter above F is no number.
func mayEndInNumber(host string) bool {
	last := host[len(host)-1]
	return last == '.' || hexDigit[last] && endsInNumber([]byte(host))
}

// The bytes of a serialized URL of today, by component. A number sign is none of the fragment, which may contain it.
const (
	serializedHost uint8 = 1 << iota
	serializedPath
	serializedQuery
	serializedFragment
)

// serialized tells in which components a byte may stand as it is.
var serialized = func() (components [256]uint8) {
	host := byteSet{}.with("abcdefghijklmnopqrstuvwxyz0123456789-._")
	for c := range components {
		if host[c] {
			components[c] |= serializedHost
		}
		if !pathSet[c] && c != '\\' {
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

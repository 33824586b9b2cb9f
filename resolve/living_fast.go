package resolve

import "strings"

// shortcut is a URL that needs no state machine: the bytes of the base before head, and those of the reference from tail
// on, as they are. Most references of real pages are of this kind: http: and https: URLs that are their own
// serialization, and references relative to such a base. It knows no user, no port, and dot segments only at the
// start: what it refuses may be a URL all the same.
type shortcut struct {
	url        split
	head, tail int
}

// absolute takes a URL.
func (f *shortcut) absolute(ref string) bool {
	scheme := httpScheme(ref)
	if scheme == 0 {
		return false
	}
	host := scheme + len("://")
	path := skip(ref, host, serializedHost)
	if path == host || path == len(ref) || ref[path] != '/' || mayEndInNumber(ref[host:path]) {
		return false
	}
	f.url.scheme, f.url.host, f.url.hostEnd, f.url.path = scheme, host, path, path
	return f.pathQueryFragment(ref, path)
}

// httpScheme returns the length of the scheme, or 0 if s begins neither with "https://" nor with "http://".
func httpScheme(s string) int {
	switch {
	case strings.HasPrefix(s, "https://"):
		return len("https")
	case strings.HasPrefix(s, "http://"):
		return len("http")
	}
	return 0
}

// relative takes a reference of path, query and fragment. A base of another edition may be without a path.
func (f *shortcut) relative(base *split, ref string) bool {
	if httpScheme(base.s) == 0 || !strings.HasPrefix(base.Path(), "/") {
		return false
	}
	f.url = *base
	switch {
	case ref == "", ref[0] == '#':
		f.head = base.fragment
		return ref == "" || skip(ref, len("#"), serializedFragment) == len(ref)
	case ref[0] == '?':
		f.head = base.query
	case ref[0] == '/':
		f.head = base.path
		if len(ref) > 1 && (ref[1] == '/' || ref[1] == '\\') {
			return false
		}
	default:
		f.directory(base, ref)
	}
	if !f.pathQueryFragment(ref, f.tail) || f.head > base.path && strings.IndexByte(ref[:f.url.query], ':') >= 0 {
		return false // it may have a scheme
	}
	f.url.query += f.head - f.tail
	f.url.fragment += f.head - f.tail
	return true
}

// directory sets head behind the last slash of the base's path, and then one segment back for each "../" of the
// reference.
func (f *shortcut) directory(base *split, ref string) {
	path := base.Path()
	dir := strings.LastIndexByte(path, '/')
	for strings.HasPrefix(ref[f.tail:], "../") {
		f.tail += len("../")
		dir = max(0, strings.LastIndexByte(path[:dir], '/'))
	}
	f.head = base.path + dir + len("/")
}

// pathQueryFragment takes the rest of the reference, in which the path starts at a byte.
func (f *shortcut) pathQueryFragment(ref string, path int) bool {
	query := skip(ref, path, serializedPath)
	for query < len(ref) && isDotOrPercent(ref[query]) && query > path && ref[query-1] != '/' {
		query = skip(ref, query+1, serializedPath)
	}
	fragment := query
	if query < len(ref) && ref[query] == '?' {
		fragment = skip(ref, query, serializedQuery)
	}
	end := fragment
	if fragment < len(ref) && ref[fragment] == '#' {
		end = skip(ref, fragment+len("#"), serializedFragment)
	}
	f.url.query, f.url.fragment = query, fragment
	return end == len(ref)
}

// isDotOrPercent tells whether c may begin a dot segment.
func isDotOrPercent(c byte) bool { return c == '.' || c == '%' }

// result returns the URL, without a copy if the base has no part in it.
func (f *shortcut) result(base *split, ref string) URL {
	switch {
	case f.head == 0:
		f.url.s = ref
	case f.tail == len(ref):
		f.url.s = base.s[:f.head]
	default:
		f.url.s = base.s[:f.head] + ref[f.tail:]
	}
	return URL{f.url}
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

package resolve

import "strings"

// absoluteShortcut returns the URL of a reference that needs no state machine, as most of real pages do not: an http:
// or https: URL that is its own serialization. It knows no user, no port, and no dot segments: what it refuses may be a
// URL all the same.
func absoluteShortcut(ref string) (URL, bool) {
	scheme := httpScheme(ref)
	if scheme == 0 {
		return URL{}, false
	}
	host := scheme + len("://")
	path := skip(ref, host, serializedHost)
	if path == host || path == len(ref) || ref[path] != '/' || mayEndInNumber(ref[host:path]) {
		return URL{}, false
	}
	query, fragment, ok := skipPathQueryFragment(ref, path)
	return URL{split{s: ref, scheme: scheme, host: host, hostEnd: path, path: path, query: query, fragment: fragment}}, ok
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

// relativeShortcut is the same for a reference of path, query and fragment on such a base: the bytes of the base before
// head, and those of the reference from tail on, as they are. It knows dot segments only at the start.
type relativeShortcut struct {
	head, tail      int
	query, fragment int // offsets in the reference; negative before it
}

// take reports whether there is a shortcut. A base of another edition may be without a path.
func (f *relativeShortcut) take(base *split, ref string) bool {
	if httpScheme(base.s) == 0 || base.path == base.query || base.s[base.path] != '/' {
		return false
	}
	switch {
	case ref == "", ref[0] == '#':
		f.head = base.fragment
		f.query = base.query - base.fragment
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
	var ok bool
	f.query, f.fragment, ok = skipPathQueryFragment(ref, f.tail)
	return ok && (f.head <= base.path || strings.IndexByte(ref[:f.query], ':') < 0) // it may have a scheme
}

// directory sets head behind the last slash of the base's path, and then one segment back for each "../" of the
// reference.
func (f *relativeShortcut) directory(base *split, ref string) {
	path := base.s[base.path:base.query]
	dir := strings.LastIndexByte(path, '/')
	for strings.HasPrefix(ref[f.tail:], "../") {
		f.tail += len("../")
		dir = max(0, strings.LastIndexByte(path[:dir], '/'))
	}
	f.head = base.path + dir + len("/")
}

// url returns the URL that s, which string returned, is.
func (f *relativeShortcut) url(base *split, s string) URL {
	shift := f.head - f.tail
	return URL{split{s, base.scheme, base.host, base.hostEnd, base.path, f.query + shift, f.fragment + shift}}
}

// string returns the whole URL, in memory unless the base has all of it.
func (f *relativeShortcut) string(memory *memory, base *split, ref string) string {
	if f.tail == len(ref) {
		return base.s[:f.head]
	}
	return memory.concat(base.s[:f.head], ref[f.tail:])
}

// append appends the URL.
func (f *relativeShortcut) append(dst []byte, base *split, ref string) []byte {
	dst = append(dst, base.s[:f.head]...)
	return append(dst, ref[f.tail:]...)
}

// skipPathQueryFragment returns the offsets of query and fragment, if all of ref stands as it is from the byte on at
// which its path starts.
func skipPathQueryFragment(ref string, path int) (query, fragment int, ok bool) {
	query = skip(ref, path, serializedPath)
	for query < len(ref) && isDotOrPercent(ref[query]) && query > path && ref[query-1] != '/' {
		query = skip(ref, query+1, serializedPath)
	}
	fragment = query
	if query < len(ref) && ref[query] == '?' {
		fragment = skip(ref, query, serializedQuery)
	}
	end := fragment
	if fragment < len(ref) && ref[fragment] == '#' {
		end = skip(ref, fragment+len("#"), serializedFragment)
	}
	return query, fragment, end == len(ref)
}

// isDotOrPercent tells whether c may begin a dot segment.
func isDotOrPercent(c byte) bool { return c == '.' || c == '%' }

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
	for i+4 <= len(s) {
		four := serialized[s[i]] & serialized[s[i+1]] & serialized[s[i+2]] & serialized[s[i+3]]
		if four&component == 0 {
			break
		}
		i += 4
	}
	for i < len(s) && serialized[s[i]]&component != 0 {
		i++
	}
	return i
}

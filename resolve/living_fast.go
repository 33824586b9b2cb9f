package resolve

import "strings"

// shortcut is the way to the URL of a reference that needs no state machine, as most of real pages do not: the bytes of
// the base before head, and those of the reference from tail on, as they are. The URL is an http: or https: URL. In the
// reference there is no user, no port, and no dot segment but at the start; what is refused may be a URL all the same.
type shortcut struct {
	scheme, host, hostEnd, path int // of the URL

	query, fragment int // offsets in the reference; negative before it
	head, tail      int
	slash           int // where the reference lacks the slash that is its path; 0 if it does not
}

// take reports whether there is a shortcut. A base of another edition may be without a path.
func (f *shortcut) take(base *split, ref string) bool {
	if f.scheme = httpScheme(ref); f.scheme > 0 {
		return f.authority(ref, f.scheme+len("://"))
	}
	if httpScheme(base.s) == 0 || base.path == base.query || base.s[base.path] != '/' {
		return false
	}
	f.scheme = base.scheme
	if strings.HasPrefix(ref, "//") {
		f.head = base.scheme + len(":")
		return f.authority(ref, len("//"))
	}
	f.host, f.hostEnd, f.path = base.host, base.hostEnd, base.path
	return f.relative(base, ref)
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

// authority takes a host that starts at a byte of the reference, and what follows it.
func (f *shortcut) authority(ref string, host int) bool {
	path := skip(ref, host, serializedHost)
	if mayEndInNumber(ref[host:path]) {
		return false
	}
	switch {
	case path == len(ref), ref[path] == '?', ref[path] == '#':
		f.slash = path
	case ref[path] != '/':
		return false
	}
	f.host, f.hostEnd, f.path = f.head+host, f.head+path, f.head+path
	return f.pathQueryFragment(ref, path)
}

// relative takes a reference of path, query and fragment.
func (f *shortcut) relative(base *split, ref string) bool {
	switch {
	case ref == "", ref[0] == '#':
		f.head = base.fragment
		f.query = base.query - base.fragment
		return ref == "" || skip(ref, len("#"), serializedFragment) == len(ref)
	case ref[0] == '?':
		f.head = base.query
		return f.pathQueryFragment(ref, 0)
	case ref[0] == '/':
		f.head = base.path
		return f.pathQueryFragment(ref, 0)
	}
	f.directory(base, ref)
	return f.pathQueryFragment(ref, f.tail) && strings.IndexByte(ref[:f.query], ':') < 0 // it may have a scheme
}

// directory sets head behind the last slash of the base's path, and then one segment back for each "../" that the
// reference starts with; "./" changes nothing.
func (f *shortcut) directory(base *split, ref string) {
	path := base.s[base.path:base.query]
	dir := strings.LastIndexByte(path, '/')
	for {
		switch rest := ref[f.tail:]; {
		case strings.HasPrefix(rest, "../"):
			f.tail += len("../")
			dir = max(0, strings.LastIndexByte(path[:dir], '/'))
		case strings.HasPrefix(rest, "./"):
			f.tail += len("./")
		default:
			f.head = base.path + dir + len("/")
			return
		}
	}
}

// pathQueryFragment takes all of the reference from the byte on at which its path starts.
func (f *shortcut) pathQueryFragment(ref string, path int) bool {
	f.query = skip(ref, path, serializedPath)
	for f.query < len(ref) && isDotOrPercent(ref[f.query]) && !isDotSegment(ref, f.query) {
		f.query = skip(ref, f.query+1, serializedPath)
	}
	f.fragment = f.query
	if f.query < len(ref) && ref[f.query] == '?' {
		f.fragment = skip(ref, f.query, serializedQuery)
	}
	end := f.fragment
	if f.fragment < len(ref) && ref[f.fragment] == '#' {
		end = skip(ref, f.fragment+len("#"), serializedFragment)
	}
	return end == len(ref)
}

// isDotOrPercent tells whether c may begin a dot segment.
func isDotOrPercent(c byte) bool { return c == '.' || c == '%' }

// isDotSegment tells whether a dot segment starts at byte i of the reference.
func isDotSegment(ref string, i int) bool {
	if i > 0 && ref[i-1] != '/' {
		return false
	}
	_, size := countDots(ref[i:])
	end := i + size
	return size > 0 && (end == len(ref) || specialAuthorityEnd[ref[end]])
}

// set makes u the URL. Its string is in memory unless the reference or the base has all of it. (To set a URL is faster
// than to return it: that would copy it twice.)
func (f *shortcut) set(u *split, memory *memory, base *split, ref string) {
	shift := f.head - f.tail
	if f.slash > 0 {
		shift += len("/")
	}
	u.s = f.string(memory, base, ref)
	u.scheme, u.host, u.hostEnd, u.path = f.scheme, f.host, f.hostEnd, f.path
	u.query, u.fragment = f.query+shift, f.fragment+shift
}

// string returns the whole URL.
func (f *shortcut) string(memory *memory, base *split, ref string) string {
	switch {
	case f.slash > 0:
		buf := buffers.Get().(*[]byte)
		whole := f.append((*buf)[:0], base, ref)
		s := memory.url(whole)
		putBuffer(buf, whole)
		return s
	case f.head == 0:
		return ref
	case f.tail == len(ref):
		return base.s[:f.head]
	}
	return memory.concat(base.s[:f.head], ref[f.tail:])
}

// append appends the URL.
func (f *shortcut) append(dst []byte, base *split, ref string) []byte {
	dst = append(dst, base.s[:f.head]...)
	if f.slash > 0 {
		dst = append(dst, ref[:f.slash]...)
		dst = append(dst, '/')
		return append(dst, ref[f.slash:]...)
	}
	return append(dst, ref[f.tail:]...)
}

// mayEndInNumber tells whether a host may end in a number, or is empty.
func mayEndInNumber(host string) bool {
	label := host[strings.LastIndexByte(host, '.')+len("."):]
	return label == "" || digit[label[0]]
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

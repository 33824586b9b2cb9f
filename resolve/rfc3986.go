package resolve

import (
	"bytes"
	"strings"
)

// reference holds the components of a URL reference as strings: R of RFC 3986 section 5.2, which transform makes T.
type reference struct {
	scheme, userinfo, host, port, path, query, fragment string

	has        defined
	guard      bool   // "/." stands before path, which starts with "//" and has no authority before it
	dir        string // comes before path
	removeDots bool   // from dir and path
}

// defined says which components are there, if empty.
type defined uint8

const (
	hasScheme defined = 1 << iota
	hasAuthority
	hasUserinfo
	hasPort
	hasQuery
	hasFragment
)

// any tells whether one of the components is defined.
func (d defined) any(components defined) bool { return d&components != 0 }

// url recomposes the reference.
func (r *reference) url() URL {
	s, u := r.append(nil)
	u.s = string(s)
	return URL{u}
}

// set makes r the components of u.
func (r *reference) set(u *split) {
	r.setPrefix(u)
	r.guard = !u.hasAuthority() && u.path > u.hierPart()
	r.path = u.s[u.path:u.query]
	r.setQuery(u)
	if fragment, ok := u.Fragment(); ok {
		r.fragment, r.has = fragment, r.has|hasFragment
	}
}

// setPrefix sets scheme and authority to those of u.
func (r *reference) setPrefix(u *split) {
	if scheme, ok := u.Scheme(); ok {
		r.scheme, r.has = scheme, r.has|hasScheme
	}
	if host, ok := u.Host(); ok {
		r.host, r.has = host, r.has|hasAuthority
		if userinfo, ok := u.Userinfo(); ok {
			r.userinfo, r.has = userinfo, r.has|hasUserinfo
		}
		if port, ok := u.Port(); ok {
			r.port, r.has = port, r.has|hasPort
		}
	}
}

func (r *reference) setQuery(u *split) {
	if query, ok := u.Query(); ok {
		r.query, r.has = query, r.has|hasQuery
	}
}

// setCredentials sets the user information. A username without a password must not be empty.
func (r *reference) setCredentials(username, password string, hasPassword bool) {
	r.userinfo, r.has = username, r.has&^hasUserinfo
	if hasPassword {
		r.userinfo += ":" + password
	}
	if r.userinfo != "" {
		r.has |= hasUserinfo
	}
}

func (r *reference) setHost(host string) { r.host, r.has = host, r.has|hasAuthority }

// setPort sets the port; an empty one is none.
func (r *reference) setPort(port string) {
	r.port, r.has = port, r.has&^hasPort
	if port != "" {
		r.has |= hasPort
	}
}

// withoutLeadingZeros keeps the last digit of a number, also if that is a zero.
func withoutLeadingZeros(number string) string {
	for len(number) > 1 && number[0] == '0' {
		number = number[1:]
	}
	return number
}

// transform makes r the target of r against base, strictly: a scheme that equals the base's is no reason to ignore it.
// Recomposing removes the dot segments.
//
// Spec: RFC 3986 section 5.2.2
func (r *reference) transform(base *split) {
	switch {
	case r.has.any(hasScheme):
		r.removeDots = true
	case r.has.any(hasAuthority):
		r.removeDots = true
		if scheme, ok := base.Scheme(); ok {
			r.scheme, r.has = scheme, r.has|hasScheme
		}
	default:
		r.transformPath(base)
		r.setPrefix(base)
	}
}

// transformPath is the part of transform for a reference of path, query and fragment only.
func (r *reference) transformPath(base *split) {
	switch {
	case r.path == "":
		r.path = base.Path()
		if !r.has.any(hasQuery) {
			r.setQuery(base)
		}
	case r.path[0] == '/':
		r.removeDots = true
	default:
		r.dir = mergeDir(base)
		r.removeDots = true
	}
}

// mergeDir returns what a relative path is appended to.
//
// Spec: RFC 3986 section 5.2.3
func mergeDir(base *split) string {
	path := base.Path()
	if base.hasAuthority() && path == "" {
		return "/"
	}
	return path[:strings.LastIndexByte(path, '/')+1]
}

// append recomposes the reference after dst and says where its components stand in what was appended.
//
// Spec: RFC 3986 section 5.3
func (r *reference) append(dst []byte) ([]byte, split) {
	var u split
	start := len(dst)
	if r.has.any(hasScheme) {
		dst = append(dst, r.scheme...)
		u.scheme = len(dst) - start
		dst = append(dst, ':')
	}
	if r.has.any(hasAuthority) {
		dst = append(dst, "//"...)
		if r.has.any(hasUserinfo) {
			dst = append(dst, r.userinfo...)
			dst = append(dst, '@')
		}
	}
	u.host = len(dst) - start
	dst = append(dst, r.host...)
	u.hostEnd = len(dst) - start
	if r.has.any(hasPort) {
		dst = append(dst, ':')
		dst = append(dst, r.port...)
	}
	if r.guard {
		dst = append(dst, "/."...)
	}
	u.path = len(dst) - start
	dst = r.appendPath(dst)
	u.query = len(dst) - start
	if r.has.any(hasQuery) {
		dst = append(dst, '?')
		dst = append(dst, r.query...)
	}
	u.fragment = len(dst) - start
	if r.has.any(hasFragment) {
		dst = append(dst, '#')
		dst = append(dst, r.fragment...)
	}
	return dst, u
}

func (r *reference) appendPath(dst []byte) []byte {
	start := len(dst)
	dst = append(dst, r.dir...)
	dst = append(dst, r.path...)
	if r.removeDots && (hasDotSegment(r.dir) || hasDotSegment(r.path)) {
		return dst[:start+len(removeDotSegments(dst[start:]))]
	}
	return dst
}

// hasDotSegment tells whether "." or ".." is one of the segments of the path.
func hasDotSegment(path string) bool {
	for i := 0; ; i++ {
		next := strings.IndexByte(path[i:], '.')
		if next < 0 {
			return false
		}
		i += next
		if i > 0 && path[i-1] != '/' {
			continue
		}
		if rest := strings.TrimPrefix(path[i+1:], "."); rest == "" || rest[0] == '/' {
			return true
		}
	}
}

// removeDotSegments interprets and removes the segments "." and ".." of the path, in place. The letters are those of
// the steps of the text.
//
// Spec: RFC 3986 section 5.2.4
func removeDotSegments(path []byte) []byte {
	input, output := path, path[:0]
	for len(input) > 0 {
		switch {
		case bytes.HasPrefix(input, []byte("../")): // A
			input = input[len("../"):]
		case bytes.HasPrefix(input, []byte("./")): // A
			input = input[len("./"):]
		case bytes.HasPrefix(input, []byte("/./")): // B
			input = input[len("/."):]
		case is(input, "/."): // B
			input = input[:len("/")]
		case bytes.HasPrefix(input, []byte("/../")): // C
			input = input[len("/.."):]
			output = withoutLastSegment(output)
		case is(input, "/.."): // C
			input = input[:len("/")]
			output = withoutLastSegment(output)
		case is(input, "."), is(input, ".."): // D
			input = nil
		default: // E
			end := len(input)
			if i := bytes.IndexByte(input[1:], '/'); i >= 0 {
				end = i + 1
			}
			output = append(output, input[:end]...)
			input = input[end:]
		}
	}
	return output
}

// is compares the lengths first: the race detector would read all of a long input each time.
func is(input []byte, s string) bool { return len(input) == len(s) && string(input) == s }

// withoutLastSegment returns the path without its last segment and the slash before that, if there is one.
func withoutLastSegment[T string | []byte](path T) T {
	for i := len(path) - 1; i >= 0; i-- {
		if path[i] == '/' {
			return path[:i]
		}
	}
	return path[:0]
}

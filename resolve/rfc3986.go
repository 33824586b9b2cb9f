package resolve

import (
	"bytes"
	"strings"
)

// transform makes r, R of the text, its target T against base, strictly: a scheme that equals the base's is no reason to ignore it.
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

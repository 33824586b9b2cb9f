package rewrite

import (
	"strings"

	"htmlurl/resolve"
)

// relative returns a reference that r resolves to target against base, without scheme and host: the fragment alone if
// nothing else differs; else the path from the base's directory on, as "name", "sub/name", "../name" or "./", with
// query and fragment. Where that does not lead to target, it is a reference that begins with "?", or one from the root.
// It is neither empty nor taken for something else in a list of URLs: it begins with no comma and no white space. ok is
// false if scheme, userinfo, host or port differ, or if no such reference leads to target.
//
// Every reference was resolved by r, which reports nothing here. In URL2015 no relative path leads upwards, and none at
// all from a base with userinfo or a port to the same; in URL2012 none from one with userinfo.
//
// Spec: RFC 3986 section 4.2, relative-path reference; 4.4, same-document reference
func relative(r resolve.Resolver, base, target resolve.URL) (ref string, ok bool) {
	if !sameAuthority(base, target) {
		return "", false
	}
	a := newAttempt(r, base, target)
	tail := afterPath(target)
	relative := relativePath(a.directory(), pathOf(target)) + tail
	isSamePath := pathOf(base) == pathOf(target)
	ok = isSamePath && sameQuery(base, target) && a.try(fragmentOf(target)) ||
		a.try(relative) || a.try("./"+relative) || isSamePath && a.try(tail) || a.tryRoot()
	return a.ref, ok
}

// rootRelative returns a reference that begins with one slash, as "/path?query#fragment", and that r resolves to target
// against base. ok is false if scheme, userinfo, host or port differ, or if no such reference leads to target.
//
// Spec: RFC 3986 section 4.2, absolute-path reference
func rootRelative(r resolve.Resolver, base, target resolve.URL) (ref string, ok bool) {
	if !sameAuthority(base, target) {
		return "", false
	}
	a := newAttempt(r, base, target)
	ok = a.tryRoot()
	return a.ref, ok
}

// schemeRelative returns a reference that begins with two slashes, as "//host/path?query#fragment", and that r resolves
// to target against base. ok is false if the schemes differ, target has no host, or such a reference does not lead to
// it.
//
// Spec: RFC 3986 section 4.2, network-path reference
func schemeRelative(r resolve.Resolver, base, target resolve.URL) (ref string, ok bool) {
	scheme, _ := target.Scheme()
	if _, hasAuthority := target.Authority(); !hasAuthority || !sameScheme(base, target) {
		return "", false
	}
	a := newAttempt(r, base, target)
	ok = a.try(target.String()[len(scheme)+len(":"):])
	return a.ref, ok
}

// attempt looks for a reference that leads from base to target.
type attempt struct {
	resolver     resolve.Resolver
	base, target resolve.URL
	ref          string // what does; "" while nothing does
}

func newAttempt(r resolve.Resolver, base, target resolve.URL) attempt {
	r.Report = nil
	return attempt{r, base, target, ""}
}

// try keeps a reference that leads to target, unless it is empty, and tells whether it does.
func (a *attempt) try(ref string) bool {
	if ref == "" {
		return false
	}
	u, err := a.resolver.Resolve(a.base, ref)
	if err != nil || u.String() != a.target.String() {
		return false
	}
	a.ref = ref
	return true
}

// tryRoot tries the path from the root on. Two slashes at its beginning would be taken for those before a host.
func (a *attempt) tryRoot() bool {
	switch path, tail := a.target.Path(), afterPath(a.target); {
	case strings.HasPrefix(path, "//"):
		return a.try("/." + path + tail)
	case strings.HasPrefix(path, "/"):
		return a.try(path + tail)
	}
	return false
}

// directory returns the path of base up to its last slash. A base that was never resolved may have dot segments.
func (a *attempt) directory() string {
	path := pathOf(a.base)
	if strings.Contains(path, "/.") {
		if u, err := a.resolver.Resolve(a.base, "./"); err == nil {
			path = u.Path()
		}
	}
	return path[:strings.LastIndexByte(path, '/')+len("/")]
}

// relativePath returns the path that leads from a directory to another path: up out of the directories that they do not
// share, and down.
func relativePath(dir, path string) string {
	shared := 0
	for i := 0; i < len(dir) && i < len(path) && dir[i] == path[i]; i++ {
		if dir[i] == '/' {
			shared = i + len("/")
		}
	}
	up, down := strings.Count(dir[shared:], "/"), path[shared:]
	switch {
	case up > 0:
		return strings.Repeat("../", up) + down
	case looksOtherwise(down):
		return "./" + down
	}
	return down
}

// looksOtherwise tells whether a relative path would be taken for something else: for nothing, for what separates
// references in a list, for a path from the root, or for a scheme with what follows it.
//
// Spec: RFC 3986 section 4.2, path-noscheme
func looksOtherwise(path string) bool {
	if path == "" || path[0] <= ' ' || path[0] == ',' || path[0] == '/' {
		return true
	}
	i := strings.IndexAny(path, ":/")
	return i >= 0 && path[i] == ':'
}

// pathOf returns the path of a URL. Behind a host, none is the root as far as relative paths are concerned.
func pathOf(u resolve.URL) string {
	if _, ok := u.Authority(); ok && u.Path() == "" {
		return "/"
	}
	return u.Path()
}

// afterPath returns query and fragment of a URL, each with the delimiter before it.
func afterPath(u resolve.URL) string {
	_, end := u.Span(resolve.Path)
	return u.String()[end:]
}

// fragmentOf returns the fragment of a URL with the number sign before it, or "".
func fragmentOf(u resolve.URL) string {
	if _, ok := u.Fragment(); !ok {
		return ""
	}
	start, _ := u.Span(resolve.Fragment)
	return u.String()[start-len("#"):]
}

func sameQuery(a, b resolve.URL) bool {
	queryA, okA := a.Query()
	queryB, okB := b.Query()
	return okA == okB && queryA == queryB
}

func sameScheme(a, b resolve.URL) bool {
	schemeA, okA := a.Scheme()
	schemeB, okB := b.Scheme()
	return okA && okB && schemeA == schemeB
}

// sameAuthority tells whether scheme, userinfo, host and port are the same.
func sameAuthority(a, b resolve.URL) bool {
	authorityA, okA := a.Authority()
	authorityB, okB := b.Authority()
	return sameScheme(a, b) && okA == okB && authorityA == authorityB
}

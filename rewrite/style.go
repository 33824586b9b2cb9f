package rewrite

import (
	"strings"

	"htmlurl/resolve"
)

// has tells whether a reference is written in the style.
func (s Style) has(resolver resolve.Resolver, reference string) bool {
	reference = strings.TrimLeft(reference, " \t\n\f\r")
	switch s {
	case AsWritten:
		return true
	case Absolute:
		return false // it may still be normalised
	}
	if strings.HasPrefix(reference, "#") {
		return true
	}
	form := formOf(resolver, reference)
	return form == s
}

// write returns a reference that leads from base to target, and whether there is one in the style: if not, it is the
// absolute URL. AsWritten is the form of what is there.
func (s Style) write(resolver resolve.Resolver, base, target resolve.URL, written string) (reference string, ok bool) {
	if s == AsWritten {
		s = formOf(resolver, written)
	}
	switch s {
	case Relative:
		reference, ok = relative(resolver, base, target)
	case RootRelative:
		reference, ok = rootRelative(resolver, base, target)
	case schemeRelativeForm:
		reference, ok = schemeRelative(resolver, base, target)
	default:
		ok = leadsTo(resolver, base, target.String(), target)
	}
	if reference == "" {
		reference = target.String()
	}
	return reference, ok
}

// leadsTo tells whether a reference leads from base to target.
func leadsTo(resolver resolve.Resolver, base resolve.URL, reference string, target resolve.URL) bool {
	u, err := resolver.Resolve(base, reference)
	return err == nil && u.String() == target.String()
}

// schemeRelativeForm is the style of references that begin with the host.
const schemeRelativeForm Style = 0xFF

// formOf returns the style that a reference is written in.
func formOf(resolver resolve.Resolver, reference string) Style {
	reference = strings.TrimLeft(reference, " \t\n\f\r")
	switch {
	case strings.HasPrefix(reference, "//"):
		return schemeRelativeForm
	case strings.HasPrefix(reference, "/"):
		return RootRelative
	}
	if _, err := resolver.Resolve(resolve.URL{}, reference); err == nil {
		return Absolute
	}
	return Relative
}

// urlLike returns a reference that a module specifier may be: an absolute URL, or one that begins with a path from the root
// or with dots.
//
// Spec: https://html.spec.whatwg.org/#resolving-a-url-like-module-specifier
func urlLike(resolver resolve.Resolver, base, target resolve.URL, reference string) string {
	for _, start := range []string{"/", "./", "../"} {
		if strings.HasPrefix(reference, start) {
			return reference
		}
	}
	dotted := "./" + reference
	if leadsTo(resolver, base, dotted, target) {
		return dotted
	}
	return target.String()
}

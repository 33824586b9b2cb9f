package browsertest

import (
	"regexp"
	"slices"
	"strings"
)

// dataWhitespace keeps tabs and newlines in data: URLs, but for those with something else before the scheme. An
// attribute is without white space around it.
func dataWhitespace(next Oracle) Oracle {
	keep := func(ref string) string {
		if !dataScheme.MatchString(ref) {
			return ref
		}
		return strings.NewReplacer("\t", "%09", "\n", "%0A", "\r", "%0D").Replace(strings.Trim(ref, c0AndSpace))
	}
	return func(q Question) Answer {
		asked := q
		asked.Ref, asked.Base = keep(q.Ref), keep(q.Base)
		isAttribute := q.Subject != OfObject && q.Set.Name == ""
		if stripped := strings.Trim(q.Ref, htmlSpace); isAttribute && dataScheme.MatchString(stripped) {
			asked.Ref = keep(stripped)
		}
		return askedOtherwise(next, q, asked, nil)
	}
}

// dataScheme finds data: URLs.
var dataScheme = regexp.MustCompile(`^[\t\n\r]*(?i:data):`)

// pipeInPath escapes | in a path that is not opaque.
func pipeInPath(p *parts) {
	if !p.isOpaque() {
		p.path = strings.ReplaceAll(p.path, "|", "%7C")
	}
}

// dotBackslash ends dot segments at backslashes, too, in URLs that are not special.
var dotBackslash = changingRefs(func(ref, base string) string {
	s := shapeOf(ref, base)
	if s.isSpecial() || s.scheme+s.slashes == "" || !strings.HasPrefix(s.path, "/") {
		return ref
	}
	s.path = endDots(s.path)
	return s.String()
}, nil)

// endDots makes slashes of the backslashes that end dot segments.
func endDots(path string) string {
	for before := ""; before != path; {
		before = path
		path = dotsBeforeBackslash.ReplaceAllString(path, "${1}/")
	}
	return path
}

// dotsBeforeBackslash finds dot segments before backslashes.
var dotsBeforeBackslash = regexp.MustCompile(`((?:^|/)(?:\.|%2[Ee]){1,2})\\`)

// relativeBackslash makes slashes of the backslashes in references that are relative to a URL that is not special, and
// drops the host if the reference begins with two of them.
func relativeBackslash(next Oracle) Oracle {
	return func(q Question) Answer {
		s := shapeOf(q.Ref, q.Base)
		if !s.isLocal() || s.isSpecial() || !strings.Contains(s.path, `\`) || partsOf(q.Base).isOpaque() {
			return next(q)
		}
		asked := q
		switch {
		case !twoSlashes.MatchString(s.path):
			s.path = strings.ReplaceAll(s.path, `\`, "/")
		case s.path[0] == '/':
			s.scheme = s.base
		default:
			s.scheme, s.path = s.base, "/"+s.path
		}
		asked.Ref = s.String()
		return askedOtherwise(next, q, asked, nil)
	}
}

// twoSlashes finds two slashes or backslashes.
var twoSlashes = regexp.MustCompile(`^[/\\]{2}`)

// opaqueSpace keeps the last space of an opaque path.
func opaqueSpace(next Oracle) Oracle {
	return func(q Question) Answer {
		a := next(q)
		path := shapeOf(q.Ref, q.Base).path
		if path == "" {
			path = partsOf(q.Base).path
		}
		if isUntouched(q, a) || !strings.HasSuffix(path, " ") {
			return a
		}
		return mapParts(a, func(p *parts) {
			if p.isOpaque() && strings.HasSuffix(p.path, "%20") {
				p.path = strings.TrimSuffix(p.path, "%20") + " "
			}
		})
	}
}

// quoteInQuery escapes apostrophes.
func quoteInQuery(p *parts) { p.query = strings.ReplaceAll(p.query, "'", "%27") }

// queryEncoding asks for the query of a special URL.
func queryEncoding(next Oracle) Oracle {
	return func(q Question) Answer {
		a := next(q)
		if isUntouched(q, a) || q.Set.Name != "" || q.Encoding == "UTF-8" || q.Subject != OfLink {
			return a
		}
		s := shapeOf(q.Ref, q.Base)
		p := partsOf(a.Href)
		if s.query == "" || p.isOpaque() || slices.Contains([]string{"http:", "https:", "ftp:", "file:"}, p.scheme) {
			return a
		}
		special := next(Question{Subject: OfLink, Encoding: q.Encoding, Base: "http://x/", Ref: s.query + "#"})
		return mapParts(a, func(p *parts) { p.query = partsOf(special.Href).query })
	}
}

// quoteInUserinfo escapes apostrophes.
func quoteInUserinfo(p *parts) {
	if userinfo, host, ok := cutUserinfo(p.authority); ok {
		p.authority = strings.ReplaceAll(userinfo, "'", "%27") + host
	}
}

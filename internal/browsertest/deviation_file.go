package browsertest

import (
	"regexp"
	"strings"
)

// fileOrigin gives file: URLs an origin.
func fileOrigin(_ Question, a Answer) Answer {
	if a.Protocol == "file:" && a.Origin == "null" {
		a.Origin = "file://"
	}
	return a
}

// fileLocalhost keeps the host localhost, but for one in lower case before what would be a drive letter.
func fileLocalhost(next Oracle) Oracle {
	const kept = placeholder + "localhost"
	hide := inHost(func(s shape, host string) string {
		if !s.isFile() || host == "" || strings.ContainsAny(host, "@:") ||
			Library(Question{Subject: OfObject, Ref: "http://" + host + "/"}).Host != "localhost" {
			return host
		}
		return kept
	})
	return func(q Question) Answer {
		s := shapeOf(q.Ref, q.Base)
		isDropped := q.Set.Name == "" && s.authority == "localhost" && dottedDrive.MatchString(s.path)
		return changingRefs(hide, func(p *parts) {
			host := "localhost"
			if isDropped {
				host = ""
			}
			p.authority = strings.ReplaceAll(p.authority, kept, host)
		})(next)(q)
	}
}

// drivePrefix finds what would be a drive letter, whatever follows it.
var drivePrefix = regexp.MustCompile(`^[/\\][A-Za-z][:|]`)

// dottedDrive finds what would be a drive letter when dot segments are removed.
var dottedDrive = regexp.MustCompile(`^[/\\](?:(?:\.|%2[Ee]){1,2}[/\\])*[A-Za-z][:|]`)

// driveLocalhost drops the host localhost before what would be a drive letter when anything behind the host is set.
func driveLocalhost(next Oracle) Oracle {
	return func(q Question) Answer {
		a := next(q)
		isForgotten := false
		switch q.Set.Name {
		case "protocol":
			isForgotten = partsOf(a.Href).scheme == "file:" && shapeOf(q.Ref, "").scheme != "file:"
		case "username", "password":
			isForgotten = q.Set.Value != ""
		case "port", "search", "hash":
			isForgotten = a.Href != strings.TrimPrefix(q.Ref, unwritten)
		case "pathname":
			isForgotten = true
		}
		if !isForgotten || isUntouched(q, a) {
			return a
		}
		return mapParts(a, func(p *parts) {
			if p.scheme == "file:" && p.authority == "//localhost" && drivePrefix.MatchString(p.path) {
				p.authority = "//"
			}
		})
	}
}

// fileDrive puts something behind what would be drive letters.
func fileDrive(next Oracle) Oracle {
	hide := func(path string) string {
		for driveSegment.MatchString(path) {
			path = driveSegment.ReplaceAllString(path, "${1}${2}"+placeholder+"${3}")
		}
		return path
	}
	hideIn := func(ref, base string) string {
		s := shapeOf(ref, base)
		if !s.isFile() {
			return ref
		}
		s.path, s.authority = hide(s.path), hide(s.authority)
		if changed := s.String(); strings.Contains(changed, placeholder) {
			return changed
		}
		return ref
	}
	return func(q Question) Answer {
		asked := q
		asked.Ref, asked.Base = hideIn(q.Ref, q.Base), hideIn(q.Base, "")
		if s := shapeOf(q.Ref, q.Base); q.Set.Name == "pathname" && s.isFile() {
			asked.Set.Value = hide(q.Set.Value)
		}
		return askedOtherwise(next, q, asked, func(p *parts) { p.path = strings.ReplaceAll(p.path, placeholder, "") })
	}
}

// driveSegment finds what would be a drive letter.
var driveSegment = regexp.MustCompile(`(^|[/\\])([A-Za-z][:|])($|[/\\])`)

// fileSlashes leaves one of the slashes that the path of a file: URL would begin with.
func fileSlashes(next Oracle) Oracle {
	return func(q Question) Answer {
		s := shapeOf(q.Ref, q.Base)
		n := s.countSlashes(s.path)
		if !s.isFile() || s.slashes == "" || s.authority != "" || n < 2 || q.Set.Name != "" {
			return next(q)
		}
		asked := q
		s.path = s.path[n-1:]
		asked.Ref = s.String()
		return askedOtherwise(next, q, asked, nil)
	}
}

// fileHostEnd has no URL for a host of a file: URL that a query or a fragment follows.
func fileHostEnd(next Oracle) Oracle {
	return func(q Question) Answer {
		if hasBareFileHost(q.Ref, q.Base) {
			return noURL(q)
		}
		return next(q)
	}
}

// hasBareFileHost tells whether there is such a host.
func hasBareFileHost(ref, base string) bool {
	s := shapeOf(ref, base)
	return s.isFile() && s.slashes != "" && s.path == "" && s.query+s.fragment != ""
}

// fileTwoSlashes puts a dot segment before two slashes, and keeps it when something else is set.
func fileTwoSlashes(next Oracle) Oracle {
	return func(q Question) Answer {
		a := next(q)
		s := shapeOf(q.Ref, q.Base)
		isRelative := s.isRelative() && s.slashes == "" && s.path != ""
		isAgain := q.Set.Name != "" && q.Set.Name != "pathname" && strings.HasPrefix(s.path, "/.//")
		if isUntouched(q, a) || !s.isFile() || !isRelative && !isAgain {
			return a
		}
		return mapParts(a, func(p *parts) {
			if p.authority == "//" && strings.HasPrefix(p.path, "//") {
				p.path = "/." + p.path
			}
		})
	}
}

// setsOnTwoSlashes tells whether something is set of a file: URL whose path begins with two slashes.
func setsOnTwoSlashes(q Question, a Answer) bool {
	if q.Set.Name == "" || q.Set.Name == "href" {
		return false
	}
	before := Library(q.without())
	if before.Protocol != "file:" || !strings.HasPrefix(before.Pathname, "//") && !strings.Contains(a.Href, "///") {
		return false
	}
	return strings.TrimLeft(partsOf(a.Href).path, "/.") == strings.TrimLeft(partsOf(Model(q).Href).path, "/.")
}

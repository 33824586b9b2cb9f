package browsertest

import "strings"

// unparsableBase makes about:blank of a base without a URL.
func unparsableBase(next Oracle) Oracle {
	return func(q Question) Answer {
		if q.Subject == OfBase && isLost(next, q) {
			return Answer{Href: "about:blank"}
		}
		return next(q)
	}
}

// isLost tells whether a base element leaves nothing to be relative to: it has no URL, and not because its fallback
// base URL is opaque.
func isLost(o Oracle, q Question) bool {
	isRelative := shapeOf(q.Ref, "").scheme == ""
	asLink := Question{Subject: OfLink, Encoding: q.Encoding, Base: q.Base, Ref: q.Ref}
	return !(isRelative && partsOf(q.Base).isOpaque()) && !hasURL(o(asLink))
}

// emptyBase keeps all of the fallback base URL.
func emptyBase(q Question, a Answer) Answer {
	if q.Subject == OfBase && strings.Trim(q.Ref, htmlSpace) == "" {
		return Answer{Href: q.Base}
	}
	return a
}

// baseQuery asks for bases in UTF-8.
func baseQuery(next Oracle) Oracle {
	return func(q Question) Answer {
		if q.Subject == OfBase || q.InBase {
			q.Encoding = "UTF-8"
		}
		return next(q)
	}
}

// baseNoPath puts what a reference has behind all of a base whose path is empty, and still knows what it was.
func baseNoPath(next Oracle) Oracle {
	return func(q Question) Answer {
		s, base := shapeOf(q.Ref, q.Base), partsOf(q.Base)
		isEmpty := s.path+s.query+s.fragment == "" || base.query+base.fragment == ""
		isFragment := s.path+s.query == ""
		if !s.isLocal() || s.isSpecial() || base.path != "" || isEmpty || base.authority == "" && !isFragment {
			return next(q)
		}
		asked := q
		if s.path != "" {
			s.path = "/" + strings.TrimPrefix(s.path, "/")
		}
		asked.Base = "x://x/"
		asked.Ref = s.path + s.query + s.fragment
		p := partsOf(next(asked).Href)
		if s.path == "" {
			p.path = ""
		}
		if isFragment {
			p.query = base.query
		}
		a := next(Question{Subject: q.Subject, Ref: q.Base + p.path + p.query + p.fragment})
		if hasURL(a) {
			a.Pathname, a.Search, a.Hash = p.path, unlessBare(p.query), unlessBare(p.fragment)
		}
		return a
	}
}

// baseTwoSlashes drops what keeps two slashes from being a host.
func baseTwoSlashes(next Oracle) Oracle {
	return func(q Question) Answer {
		a := next(q)
		s, base := shapeOf(q.Ref, q.Base), partsOf(q.Base)
		if isUntouched(q, a) || !s.isLocal() || s.path != "" || s.query == "" || base.authority != "" {
			return a
		}
		p := partsOf(a.Href)
		if strings.HasPrefix(p.path, "/.//") {
			p.path = strings.TrimPrefix(p.path, "/.")
			a.Href = p.String()
		}
		return a
	}
}

// baseBackslash takes the last backslash in the path of a base for the end of its folder.
func baseBackslash(next Oracle) Oracle {
	return func(q Question) Answer {
		s, base := shapeOf(q.Ref, q.Base), partsOf(q.Base)
		last := base.path[strings.LastIndex(base.path, "/")+1:]
		end := strings.LastIndex(last, `\`)
		if !s.isLocal() || s.isSpecial() || s.path == "" || s.path[0] == '/' || base.isOpaque() || end < 0 {
			return next(q)
		}
		asked := q
		s.path = "./" + placeholder + s.path
		asked.Ref = s.String()
		return askedOtherwise(next, q, asked, func(p *parts) {
			p.path = strings.ReplaceAll(p.path, placeholder, last[:end+1])
		})
	}
}

// onHiddenPath tells whether a reference is relative to a path that stands behind the query and fragment of the base.
func onHiddenPath(q Question, a Answer) bool {
	base := partsOf(q.Base)
	if q.Subject == OfObject || base.isSpecial() || base.authority == "" || base.path != "" {
		return false
	}
	start, hiding := base.scheme+base.authority, base.query+base.fragment
	isHidden := func(i int) bool {
		asked := q
		asked.Base = start + hiding[i:]
		want := Model(asked)
		behind, isRelative := strings.CutPrefix(want.Href, start)
		want.Href = start + hiding[:i] + behind
		return isRelative && q.matches(want, a)
	}
	for i, c := range hiding {
		if c == '/' && isHidden(i) {
			return true
		}
	}
	return false
}

// onOpaqueBackslash tells whether a base has an opaque path that begins with a backslash, and a reference gets its scheme
// and the query and fragment that it would get elsewhere, whether or not anything can be set, or is no URL.
func onOpaqueBackslash(q Question, a Answer) bool {
	base := partsOf(q.Base)
	if q.Subject == OfObject {
		base = partsOf(Library(Question{Subject: OfObject, Ref: q.Base}).Href)
	}
	s := shapeOf(q.Ref, base.String())
	if !strings.HasPrefix(base.path, `\`) || s.scheme != "" {
		return false
	}
	base.path, base.fragment = "/", ""
	q.Base = base.String()
	isLike := func(q Question) bool {
		got, want := partsOf(a.Href), partsOf(Model(q).Href)
		return got.scheme == want.scheme && strings.HasSuffix(got.query+got.fragment, want.query+want.fragment)
	}
	return isLike(q) || isLike(q.without()) || a.Href == q.Ref || a == noURL(q)
}

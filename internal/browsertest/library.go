package browsertest

import (
	"slices"

	"htmlurl/decompose"
	"htmlurl/resolve"
)

// Library is the oracle that this project is, by the rules of today.
func Library(q Question) Answer {
	r := resolve.Resolver{Edition: resolve.Living}
	if q.Subject != OfObject {
		r.Encoding, _ = resolve.LookupEncoding(q.Encoding) // of a label that is none: UTF-8
	}
	var base resolve.URL
	if q.Base != "" {
		var err error
		if base, err = (resolve.Resolver{Edition: resolve.Living}).Parse(q.Base); err != nil && q.Subject == OfObject {
			return noURL(q)
		}
	}
	switch q.Subject {
	case OfBase:
		return baseAnswer(q, r, base)
	case OfObject:
		return objectAnswer(q, r, base)
	}
	reference := &decompose.Reference{Href: q.Ref, BaseURL: base, Rules: r}
	link := decompose.Of(reference)
	if q.Set.Name != "" {
		link.Set(q.Set.Name, q.Set.Value)
		return Answer{Href: reference.Href}
	}
	return link.Values()
}

// baseAnswer returns the document base URL.
//
// Spec: https://html.spec.whatwg.org/#set-the-frozen-base-url
func baseAnswer(q Question, r resolve.Resolver, fallback resolve.URL) Answer {
	u, err := r.Resolve(fallback, q.Ref)
	scheme, _ := u.Scheme()
	if err != nil || slices.Contains([]string{"data", "javascript"}, scheme) {
		u = fallback
	}
	return Answer{Href: u.String()}
}

func objectAnswer(q Question, r resolve.Resolver, base resolve.URL) Answer {
	u, err := decompose.Parse(r, base, q.Ref)
	if err != nil {
		return noURL(q)
	}
	if q.Set.Name == "" {
		return u.Values()
	}
	if q.Set.Name == "href" {
		if err := u.SetHref(q.Set.Value); err != nil {
			return Answer{Href: typeError}
		}
	} else {
		u.Set(q.Set.Name, q.Set.Value)
	}
	return Answer{Href: u.Href()}
}

// typeError is what is answered where an exception is thrown.
const typeError = "TypeError"

package resolve

import "strings"

// URL is a URL with a scheme and its component parts: one string and the offsets of its components, so that every
// accessor returns a substring. One that Resolve returned for an absolute reference is an absolute URL; otherwise it is as
// good as its base. The zero URL is no URL; it stands for a missing base. Comparable; safe for concurrent use.
type URL struct{ split }

// IsZero tells whether u is the zero URL, which is no URL.
func (u URL) IsZero() bool { return u.s == "" }

// HasOpaquePath tells whether the path of a URL of today is one string, not segments. For the zero URL it says nothing.
//
// Spec: https://url.spec.whatwg.org/#url-opaque-path
func (u URL) HasOpaquePath() bool { return !u.hasAuthority() && !strings.HasPrefix(u.Path(), "/") }

// EqualsExcludingFragments tells whether two URLs are the same up to their fragments. For the whole URLs, == tells it.
//
// Spec: https://url.spec.whatwg.org/#concept-url-equals
func (u URL) EqualsExcludingFragments(other URL) bool {
	return u.s[:u.fragment] == other.s[:other.fragment]
}

// Without returns u with its password, port, query or fragment set to null. Other parts cannot be taken away.
func (u URL) Without(part Part) URL {
	if _, ok := u.Fragment(); part == Fragment && !ok {
		return u
	}
	var r reference
	r.set(&u.split)
	switch part {
	case Password:
		r.setCredentials(u.Username(), "", false)
	case Port:
		r.has &^= hasPort
	case Query:
		r.has &^= hasQuery
	case Fragment:
		r.has &^= hasFragment
	}
	return r.url()
}

// Clone returns u in memory of its own. The URLs of a Batch share theirs; one that Resolve returned may share that of
// its reference or its base.
func (u URL) Clone() URL {
	u.s = strings.Clone(u.s)
	return u
}

// MarshalText returns the URL, for encoding/json and others; nothing for the zero URL. There is no UnmarshalText: what a
// text means as a URL depends on the edition.
func (u URL) MarshalText() ([]byte, error) { return []byte(u.s), nil }

// Reserved URLs that identify nothing.
//
// Deviation: the text calls them "unresolvable"; resolving them is no error, as srcdoc documents have such an address.
//
// Spec: W3C HTML5 2.6.1 (2012)
const (
	LegacyCompat = "about:legacy-compat" // for use in DOCTYPEs
	Srcdoc       = "about:srcdoc"        // the address of iframe srcdoc documents
)

package resolve

// URL is an absolute URL with its component parts: one string and the offsets of its components, so that every
// accessor returns a substring. The zero URL is no URL; it stands for a missing base. Comparable; safe for concurrent
// use.
type URL struct{ split }

// IsZero tells whether u is the zero URL, which is no URL.
func (u URL) IsZero() bool { return u.s == "" }

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

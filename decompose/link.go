package decompose

import "htmlurl/resolve"

// Holder holds the reference that the attributes act on: an element with its href attribute, for example.
type Holder interface {
	// Reference returns the reference as written; ok is false if there is none, not even an empty one.
	Reference() (ref string, ok bool)
	// SetReference is the common setter action: it stores a reference.
	SetReference(ref string)
	// Base returns the URL that the reference is relative to, or the zero URL.
	Base() resolve.URL
	// Resolver returns the edition and the encoding that apply to the reference.
	Resolver() resolve.Resolver
}

// Link gives the URL decomposition attributes of a Holder. It keeps nothing: each call reads the reference anew, and
// is as safe for concurrent use as the Holder. The zero Link has no Holder and must not be used.
//
// Spec: W3C HTML5 2.6.7 (2012), URL decomposition IDL attributes
type Link struct{ holder Holder }

// Of returns the attributes of what h holds.
func Of(h Holder) Link { return Link{h} }

// Href returns the resolved reference, or the reference as written if it does not resolve.
func (l Link) Href() string {
	ref, ok := l.holder.Reference()
	if !ok {
		return ""
	}
	u, err := l.holder.Resolver().Resolve(l.holder.Base(), ref)
	if err != nil {
		return ref
	}
	return u.String()
}

// SetHref stores a reference as it is.
func (l Link) SetHref(ref string) { l.holder.SetReference(ref) }

// Protocol returns the scheme with its colon.
func (l Link) Protocol() string { return protocol.get(l.input()) }

// SetProtocol replaces the scheme.
func (l Link) SetProtocol(value string) { l.set(&protocol, value) }

// Host returns the host and, unless it is the scheme's default port, the port.
func (l Link) Host() string { return host.get(l.input()) }

// SetHost replaces host and port.
func (l Link) SetHost(value string) { l.set(&host, value) }

// Hostname returns the host.
func (l Link) Hostname() string { return hostname.get(l.input()) }

// SetHostname replaces the host.
func (l Link) SetHostname(value string) { l.set(&hostname, value) }

// Port returns the port as written, also the scheme's default port.
func (l Link) Port() string { return port.get(l.input()) }

// SetPort replaces the port with the number that the value starts with, 0 if there is none. A number beyond 65535
// changes nothing.
func (l Link) SetPort(value string) { l.set(&port, value) }

// Pathname returns the path.
func (l Link) Pathname() string { return pathname.get(l.input()) }

// SetPathname replaces the path.
func (l Link) SetPathname(value string) { l.set(&pathname, value) }

// Search returns the query with its question mark.
func (l Link) Search() string { return search.get(l.input()) }

// SetSearch replaces the query.
func (l Link) SetSearch(value string) { l.set(&search, value) }

// Hash returns the fragment with its number sign.
func (l Link) Hash() string { return hash.get(l.input()) }

// SetHash replaces the fragment.
func (l Link) SetHash(value string) { l.set(&hash, value) }

// Values are the attributes of a Link at one moment.
type Values struct {
	Href     string `json:"href"`
	Protocol string `json:"protocol"`
	Host     string `json:"host"`
	Hostname string `json:"hostname"`
	Port     string `json:"port"`
	Pathname string `json:"pathname"`
	Search   string `json:"search"`
	Hash     string `json:"hash"`
}

// Values returns all attributes, and costs less than one call for each.
func (l Link) Values() Values {
	in := l.input()
	return Values{
		Href:     l.Href(),
		Protocol: protocol.get(in),
		Host:     host.get(in),
		Hostname: hostname.get(in),
		Port:     port.get(in),
		Pathname: pathname.get(in),
		Search:   search.get(in),
		Hash:     hash.get(in),
	}
}

// Set sets the attribute of that name: "href", "protocol" and so on. It returns
// false if there is no such attribute.
func (l Link) Set(name, value string) bool {
	if name == "href" {
		l.SetHref(value)
		return true
	}
	for _, a := range attributes {
		if a.name == name {
			l.set(a, value)
			return true
		}
	}
	return false
}

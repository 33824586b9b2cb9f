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

// Link gives the URL attributes of a Holder: the URL decomposition attributes of HTML5, URLUtils of 2012 and 2015, and
// today's HTMLHyperlinkElementUtils. It keeps nothing: each call reads the reference anew, and is as safe for
// concurrent use as the Holder. The zero Link has no Holder and must not be used.
//
// Spec: W3C HTML5 2.6.7 (2012), URL decomposition IDL attributes; W3C URL 5.2 (8 November 2012); URL Standard 2.3 (12
// January 2015); https://html.spec.whatwg.org/#htmlhyperlinkelementutils
type Link struct{ holder Holder }

// Of returns the attributes of what h holds.
func Of(h Holder) Link { return Link{h} }

// Href returns the resolved reference, or the reference as it is when it does not resolve.
func (l Link) Href() string {
	if u, ok := l.url(); ok {
		return u.String()
	}
	ref, _ := l.holder.Reference()
	return ref
}

// SetHref stores a reference as it is.
func (l Link) SetHref(ref string) { l.holder.SetReference(ref) }

// Origin returns the serialized origin, "null" if it is opaque. HTML5 has no such attribute: it is empty there.
func (l Link) Origin() string { return l.get("origin") }

// Protocol returns the scheme with its colon. Without a URL it is empty in HTML5, and else ":".
func (l Link) Protocol() string { return l.get("protocol") }

// SetProtocol replaces the scheme.
func (l Link) SetProtocol(value string) { l.Set("protocol", value) }

// Username returns the username. HTML5 and 2012 have no such attribute: it is empty there.
func (l Link) Username() string { return l.get("username") }

// SetUsername replaces the username.
func (l Link) SetUsername(value string) { l.Set("username", value) }

// Password returns the password. HTML5 and 2012 have no such attribute: it is empty there.
func (l Link) Password() string { return l.get("password") }

// SetPassword replaces the password.
func (l Link) SetPassword(value string) { l.Set("password", value) }

// Host returns the host and the port, unless that is the scheme's default port.
func (l Link) Host() string { return l.get("host") }

// SetHost replaces the host and the port. Without a port in the value, the port stays, except in HTML5; in 2015 a
// colon without digits behind it removes the port.
func (l Link) SetHost(value string) { l.Set("host", value) }

// Hostname returns the host.
func (l Link) Hostname() string { return l.get("hostname") }

// SetHostname replaces the host.
func (l Link) SetHostname(value string) { l.Set("hostname", value) }

// Port returns the port; only in HTML5 also the scheme's default port, if it is written.
func (l Link) Port() string { return l.get("port") }

// SetPort replaces the port with the number that the value starts with. A number beyond 65535 changes nothing, except in
// 2012 and 2015. Without a number, HTML5 makes the port 0, 2015 removes it, and today only an empty value does.
func (l Link) SetPort(value string) { l.Set("port", value) }

// Pathname returns the path.
func (l Link) Pathname() string { return l.get("pathname") }

// SetPathname replaces the path.
func (l Link) SetPathname(value string) { l.Set("pathname", value) }

// Search returns the query with its question mark.
func (l Link) Search() string { return l.get("search") }

// SetSearch replaces the query.
func (l Link) SetSearch(value string) { l.Set("search", value) }

// SearchParams returns the pairs of the query as it is now, in UTF-8. Changing them changes the query.
//
// Spec: URL Standard 2.3 (12 January 2015), searchParams
func (l Link) SearchParams() *SearchParams {
	p := &SearchParams{}
	if u, ok := l.url(); ok {
		query, _ := u.Query()
		p.reset(query)
	}
	p.attach(l, emptyIsNull(l.holder.Resolver().Edition))
	return p
}

// setQuery makes a Link an urlObject.
func (l Link) setQuery(query string, present bool) { l.Set("search", searchValue(query, present)) }

// searchValue is what a search setter gets to make the query what it should be, or null.
func searchValue(query string, present bool) string {
	if !present {
		return ""
	}
	return "?" + query
}

// Hash returns the fragment with its number sign.
func (l Link) Hash() string { return l.get("hash") }

// SetHash replaces the fragment.
func (l Link) SetHash(value string) { l.Set("hash", value) }

// url returns the URL of the reference; ok is false if it has none.
func (l Link) url() (u resolve.URL, ok bool) {
	ref, ok := l.holder.Reference()
	if !ok {
		return resolve.URL{}, false
	}
	u, err := l.rules().Resolve(l.holder.Base(), ref)
	return u, err == nil
}

// rules is the holder's resolver, silenced.
func (l Link) rules() resolve.Resolver {
	r := l.holder.Resolver()
	r.Report = nil
	return r
}

// get returns the attribute of that name.
func (l Link) get(name string) string {
	r := l.rules()
	if r.Edition == resolve.HTML5 {
		in := l.input()
		for _, a := range attributes {
			if a.name == name {
				return a.get(in)
			}
		}
		return ""
	}
	u, ok := l.url()
	return getMember(r, u, ok, name)
}

// Set sets the attribute of that name: "href", "protocol" and so on. It returns false if the edition has no such
// attribute, or none that can be set.
func (l Link) Set(name, value string) bool {
	if name == "href" {
		l.SetHref(value)
		return true
	}
	r := l.rules()
	if r.Edition == resolve.HTML5 {
		for _, a := range attributes {
			if a.name == name {
				l.set(a, value)
				return true
			}
		}
		return false
	}
	m := findMember(r.Edition, name)
	if m == nil || m.readOnly {
		return false
	}
	if u, ok := l.url(); ok {
		if u, ok = m.set(r, u, value); ok {
			l.holder.SetReference(u.String())
		}
	}
	return true
}

// Values returns all attributes, and costs less than one call for each.
func (l Link) Values() Values {
	r := l.rules()
	if r.Edition == resolve.HTML5 {
		return l.valuesHTML5()
	}
	u, ok := l.url()
	v := newValues(r, u, ok)
	if v.Href = u.String(); !ok {
		v.Href, _ = l.holder.Reference()
	}
	return v
}

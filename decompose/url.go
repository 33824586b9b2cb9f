package decompose

import (
	"errors"
	"net/netip"
	"strings"

	"htmlurl/resolve"
)

// URL is an object of the URL class of 2012, 2015 or today. HTML5 has no such class. Its setters do nothing where a
// value is refused. The zero URL is of no use; make one with Parse. One goroutine at a time may use a URL, unless all
// only read.
//
// Spec: https://url.spec.whatwg.org/#url-class; URL Standard 2 (12 January 2015); W3C URL 5 (8 November 2012)
type URL struct {
	rules  resolve.Resolver
	base   resolve.URL // what the href setters of 2012 and 2015 resolve against
	url    resolve.URL // the zero URL if the fatal error flag of 2012 is set
	input  string      // what href is then
	params *SearchParams
}

// ErrNoURLClass is the error of Parse for HTML5.
var ErrNoURLClass = errors.New("HTML5 has no URL class: use Of")

// Parse is the constructor of the URL class: it parses url relative to base, or alone if base is the zero URL. The encoding
// of the resolver does not matter: URL objects are in UTF-8. The error is that of Resolver.Resolve, or ErrNoURLClass. In
// 2012 there is no other: of a bad url there is an object, too, whose Href is url.
//
// Spec: https://url.spec.whatwg.org/#dom-url-url, https://url.spec.whatwg.org/#dom-url-parse; URL Standard 2.1 (12 January
// 2015); W3C URL 5.1 (8 November 2012)
func Parse(rules resolve.Resolver, base resolve.URL, url string) (*URL, error) {
	if rules.Edition == resolve.HTML5 {
		return nil, ErrNoURLClass
	}
	u := &URL{rules: resolve.Resolver{Edition: rules.Edition}, base: base, params: &SearchParams{}}
	u.params.attach(u, emptyIsNull(rules.Edition))
	if err := u.parse(url, base); err != nil {
		return nil, err
	}
	return u, nil
}

// CanParse tells whether Parse has a URL for url.
//
// Spec: https://url.spec.whatwg.org/#dom-url-canparse
func CanParse(rules resolve.Resolver, base resolve.URL, url string) bool {
	u, err := Parse(rules, base, url)
	return err == nil && !u.url.IsZero()
}

// parse sets the URL; an error leaves it as it was, except in 2012, which knows none.
func (u *URL) parse(input string, base resolve.URL) error {
	url, err := u.rules.Resolve(base, input)
	if err != nil && u.rules.Edition != resolve.URL2012 {
		return err
	}
	u.url, u.input = url, input
	query, _ := url.Query()
	u.params.reset(query)
	return nil
}

// Href returns the serialized URL.
func (u *URL) Href() string {
	if u.url.IsZero() {
		return u.input
	}
	return u.url.String()
}

// String returns Href: the stringifier.
func (u *URL) String() string { return u.Href() }

// SetHref replaces the whole URL. One that does not parse is an error and changes nothing, except in 2012, which takes it
// as Parse does. The editions of 2012 and 2015 resolve it against the base, today there is none.
//
// Spec: https://url.spec.whatwg.org/#dom-url-href; URL Standard 2.3 (12 January 2015); W3C URL 5.2 (8 November 2012)
func (u *URL) SetHref(value string) error {
	if u.rules.Edition == resolve.Living {
		return u.parse(value, resolve.URL{})
	}
	return u.parse(value, u.base)
}

// Origin returns the serialized origin, "null" if it is opaque.
func (u *URL) Origin() string { return u.get("origin") }

// Protocol returns the scheme with its colon.
func (u *URL) Protocol() string { return u.get("protocol") }

// SetProtocol replaces the scheme.
func (u *URL) SetProtocol(value string) { u.Set("protocol", value) }

// Username returns the username; 2012 has no such attribute.
func (u *URL) Username() string { return u.get("username") }

// SetUsername replaces the username.
func (u *URL) SetUsername(value string) { u.Set("username", value) }

// Password returns the password; 2012 has no such attribute.
func (u *URL) Password() string { return u.get("password") }

// SetPassword replaces the password.
func (u *URL) SetPassword(value string) { u.Set("password", value) }

// Host returns the host and the port, unless that is the scheme's default port.
func (u *URL) Host() string { return u.get("host") }

// SetHost replaces the host, and the port if the value has one; in 2015 a colon without digits behind it removes the port.
func (u *URL) SetHost(value string) { u.Set("host", value) }

// Hostname returns the host.
func (u *URL) Hostname() string { return u.get("hostname") }

// SetHostname replaces the host.
func (u *URL) SetHostname(value string) { u.Set("hostname", value) }

// Port returns the port, unless it is the scheme's default port.
func (u *URL) Port() string { return u.get("port") }

// SetPort replaces the port with the number that the value starts with. An empty value removes it in 2015 and today, and a
// value without a number in 2015.
func (u *URL) SetPort(value string) { u.Set("port", value) }

// Pathname returns the path.
func (u *URL) Pathname() string { return u.get("pathname") }

// SetPathname replaces the path.
func (u *URL) SetPathname(value string) { u.Set("pathname", value) }

// Search returns the query with its question mark.
func (u *URL) Search() string { return u.get("search") }

// SetSearch replaces the query, and the pairs of SearchParams.
func (u *URL) SetSearch(value string) { u.Set("search", value) }

// Hash returns the fragment with its number sign.
func (u *URL) Hash() string { return u.get("hash") }

// SetHash replaces the fragment.
func (u *URL) SetHash(value string) { u.Set("hash", value) }

// SearchParams returns the pairs of the query: the same object each time. Changing one of the two changes the other.
//
// Spec: https://url.spec.whatwg.org/#dom-url-searchparams; URL Standard 2.3 (12 January 2015); W3C URL 5.2 (8 November
// 2012), query
func (u *URL) SearchParams() *SearchParams { return u.params }

// SetSearchParams makes p the pairs of the query, which may be those of other URLs too. Only 2015 has this setter; it
// does nothing in the others, and with nil.
//
// Spec: URL Standard 2.3 (12 January 2015), searchParams
func (u *URL) SetSearchParams(p *SearchParams) {
	if u.rules.Edition != resolve.URL2015 || p == nil {
		return
	}
	u.params.detach(u)
	p.attach(u, false)
	u.params = p
	u.setQuery(p.String(), true)
}

func (u *URL) get(name string) string { return getMember(u.rules, u.url, !u.url.IsZero(), name) }

// Set sets the attribute of that name: "href", "protocol" and so on. It returns false if the edition has no such
// attribute, or none that can be set. An href that SetHref refuses changes nothing.
func (u *URL) Set(name, value string) bool {
	if name == "href" {
		_ = u.SetHref(value) // nothing has changed then
		return true
	}
	m := findMember(u.rules.Edition, name)
	if m == nil || m.readOnly {
		return false
	}
	if u.set(m, value) && name == "search" {
		u.params.reset(strings.TrimPrefix(value, "?"))
		u.params.update(u)
	}
	return true
}

// set is Set but for the pairs of the query. It returns false if the setter stops before it does anything.
func (u *URL) set(m *member, value string) (ok bool) {
	if u.url.IsZero() {
		return false
	}
	u.url, ok = m.set(u.rules, u.url, value)
	return ok
}

// setQuery makes a URL an urlObject.
func (u *URL) setQuery(query string, present bool) {
	u.set(findMember(u.rules.Edition, "search"), searchValue(query, present))
}

// Values returns all attributes.
func (u *URL) Values() Values {
	v := newValues(u.rules, u.url, !u.url.IsZero())
	v.Href = u.Href()
	return v
}

// DomainToASCII returns a domain in ASCII, or the empty string if it is none, or an IP address. As printed, it removes
// what the host rule removes, such as U+200B and tabs.
//
// Spec: URL Standard 2.2 (12 January 2015)
func DomainToASCII(domain string) string {
	if strings.ContainsAny(domain, `:/\?#@`) {
		return "" // the host rule does not match all of it
	}
	u, err := resolve.Resolver{Edition: resolve.URL2015}.Parse("http://" + domain + "/")
	if err != nil {
		return ""
	}
	host, _ := u.Host()
	if _, err := netip.ParseAddr(host); err == nil {
		return ""
	}
	return host
}

// DomainToUnicode returns a domain in Unicode, or the empty string if DomainToASCII does.
//
// Spec: URL Standard 2.2, 1.5 (12 January 2015)
func DomainToUnicode(domain string) string { return resolve.DomainToUnicode(DomainToASCII(domain)) }

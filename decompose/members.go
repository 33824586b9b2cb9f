package decompose

import (
	"strings"

	"htmlurl/resolve"
)

// member is an attribute of the URL interfaces of 2012, 2015 and today: what its getter and its setter do with a URL.
type member struct {
	name     string
	get      func(r resolve.Resolver, u resolve.URL) string
	readOnly bool
	part     resolve.Part
	refuses  func(u resolve.URL) bool // URLs that the setter leaves alone; nil for none
	prefix   string                   // one is removed from a value
	nullable bool                     // an empty value sets the part to null
}

// members returns the members that an edition's interfaces have besides href, in the order of the text. HTML5 has a
// table of its own.
func members(e resolve.Edition) []member {
	switch e {
	case resolve.URL2012:
		return members2012
	case resolve.URL2015:
		return members2015
	case resolve.Living:
		return membersLiving
	}
	return nil
}

// Spec: W3C URL 5.2 (8 November 2012)
var members2012 = []member{
	{name: "origin", get: resolve.Resolver.Origin, readOnly: true},
	{name: "protocol", get: getProtocol, part: resolve.Scheme},
	{name: "host", get: getHost, part: resolve.HostPort, refuses: isNotRelative},
	{name: "hostname", get: getHostname, part: resolve.Host, refuses: isNotRelative},
	{name: "port", get: getPort, part: resolve.Port, refuses: isNotRelativeOrFile},
	{name: "pathname", get: getPathname, part: resolve.Path, refuses: isNotRelative},
	{name: "search", get: getSearch, part: resolve.Query, refuses: isNotRelative, prefix: "?", nullable: true},
	{name: "hash", get: getHash, part: resolve.Fragment, refuses: isJavaScript, prefix: "#", nullable: true},
}

// Spec: URL Standard 2.3 (12 January 2015)
var members2015 = []member{
	{name: "origin", get: resolve.Resolver.Origin, readOnly: true},
	{name: "protocol", get: getProtocol, part: resolve.Scheme},
	{name: "username", get: getUsername, part: resolve.Username, refuses: isNotRelative},
	{name: "password", get: getPassword, part: resolve.Password, refuses: isNotRelative, nullable: true},
	{name: "host", get: getHost, part: resolve.HostPort, refuses: isNotRelative},
	{name: "hostname", get: getHostname, part: resolve.Host, refuses: isNotRelative},
	{name: "port", get: getPort, part: resolve.Port, refuses: isNotRelativeOrFile},
	{name: "pathname", get: getPathname, part: resolve.Path, refuses: isNotRelative},
	{name: "search", get: getSearch, part: resolve.Query, prefix: "?", nullable: true},
	{name: "hash", get: getHash, part: resolve.Fragment, refuses: isJavaScript, prefix: "#", nullable: true},
}

// Spec: https://url.spec.whatwg.org/#api, https://html.spec.whatwg.org/#htmlhyperlinkelementutils
var membersLiving = []member{
	{name: "origin", get: resolve.Resolver.Origin, readOnly: true},
	{name: "protocol", get: getProtocol, part: resolve.Scheme},
	{name: "username", get: getUsername, part: resolve.Username, refuses: cannotHaveCredentials},
	{name: "password", get: getPassword, part: resolve.Password, refuses: cannotHaveCredentials},
	{name: "host", get: getHost, part: resolve.HostPort, refuses: resolve.URL.HasOpaquePath},
	{name: "hostname", get: getHostname, part: resolve.Host, refuses: resolve.URL.HasOpaquePath},
	{name: "port", get: getPort, part: resolve.Port, refuses: cannotHaveCredentials, nullable: true},
	{name: "pathname", get: getPathname, part: resolve.Path, refuses: resolve.URL.HasOpaquePath},
	{name: "search", get: getSearch, part: resolve.Query, prefix: "?", nullable: true},
	{name: "hash", get: getHash, part: resolve.Fragment, prefix: "#", nullable: true},
}

// set returns u with the member set; ok is false if the setter stops before it does anything.
func (m *member) set(r resolve.Resolver, u resolve.URL, value string) (changed resolve.URL, ok bool) {
	switch {
	case m.readOnly, m.refuses != nil && m.refuses(u):
		return u, false
	case m.nullable && value == "":
		return u.Without(m.part), true
	}
	return r.Set(u, m.part, strings.TrimPrefix(value, m.prefix)), true
}

func getProtocol(_ resolve.Resolver, u resolve.URL) string {
	scheme, _ := u.Scheme()
	return scheme + ":"
}

func getUsername(_ resolve.Resolver, u resolve.URL) string { return u.Username() }

func getPassword(_ resolve.Resolver, u resolve.URL) string {
	password, _ := u.Password()
	return password
}

func getHost(_ resolve.Resolver, u resolve.URL) string {
	host, _ := u.Host()
	if port, ok := u.Port(); ok && port != "" {
		return host + ":" + port
	}
	return host
}

func getHostname(_ resolve.Resolver, u resolve.URL) string {
	host, _ := u.Host()
	return host
}

func getPort(_ resolve.Resolver, u resolve.URL) string {
	port, _ := u.Port()
	return port
}

func getPathname(_ resolve.Resolver, u resolve.URL) string { return u.Path() }

func getSearch(_ resolve.Resolver, u resolve.URL) string {
	if query, _ := u.Query(); query != "" {
		return "?" + query
	}
	return ""
}

func getHash(_ resolve.Resolver, u resolve.URL) string {
	if fragment, _ := u.Fragment(); fragment != "" {
		return "#" + fragment
	}
	return ""
}

// isNotRelative tells whether the relative flag of a URL is unset, as 2012 says, or its scheme data is set, as 2015 does.
func isNotRelative(u resolve.URL) bool {
	_, relative := u.Host()
	return !relative
}

func isNotRelativeOrFile(u resolve.URL) bool { return isNotRelative(u) || hasScheme(u, "file") }

func isJavaScript(u resolve.URL) bool { return hasScheme(u, "javascript") }

// Spec: https://url.spec.whatwg.org/#cannot-have-a-username-password-port
func cannotHaveCredentials(u resolve.URL) bool {
	host, _ := u.Host()
	return host == "" || hasScheme(u, "file")
}

func hasScheme(u resolve.URL, name string) bool {
	scheme, _ := u.Scheme()
	return scheme == name
}

// valueOf returns the member of a URL, or what it is without one.
func (m *member) valueOf(r resolve.Resolver, u resolve.URL, ok bool) string {
	switch {
	case ok:
		return m.get(r, u)
	case m.name == "protocol":
		return ":"
	}
	return ""
}

// findMember returns the member of that name, or nil.
func findMember(e resolve.Edition, name string) *member {
	list := members(e)
	for i := range list {
		if list[i].name == name {
			return &list[i]
		}
	}
	return nil
}

// getMember returns the member of that name of a URL, or what it is without one.
func getMember(r resolve.Resolver, u resolve.URL, ok bool, name string) string {
	if m := findMember(r.Edition, name); m != nil {
		return m.valueOf(r, u, ok)
	}
	return ""
}

// Attributes returns the names of the attributes that an edition's interfaces have, href first.
func Attributes(e resolve.Edition) []string {
	names := []string{"href"}
	if e == resolve.HTML5 {
		for _, a := range attributes {
			names = append(names, a.name)
		}
		return names
	}
	for _, m := range members(e) {
		names = append(names, m.name)
	}
	return names
}

// Values are the attributes of a Link or of a URL at one moment. Those that the edition does not have are empty.
type Values struct {
	Href     string `json:"href"`
	Origin   string `json:"origin"`
	Protocol string `json:"protocol"`
	Username string `json:"username"`
	Password string `json:"password"`
	Host     string `json:"host"`
	Hostname string `json:"hostname"`
	Port     string `json:"port"`
	Pathname string `json:"pathname"`
	Search   string `json:"search"`
	Hash     string `json:"hash"`
}

// Get returns the attribute of that name, such as "href"; the empty string if there is none.
func (v Values) Get(name string) string {
	if field := v.field(name); field != nil {
		return *field
	}
	return ""
}

// field returns where the attribute of that name is, or nil.
func (v *Values) field(name string) *string {
	switch name {
	case "href":
		return &v.Href
	case "origin":
		return &v.Origin
	case "protocol":
		return &v.Protocol
	case "username":
		return &v.Username
	case "password":
		return &v.Password
	case "host":
		return &v.Host
	case "hostname":
		return &v.Hostname
	case "port":
		return &v.Port
	case "pathname":
		return &v.Pathname
	case "search":
		return &v.Search
	case "hash":
		return &v.Hash
	}
	return nil
}

// newValues returns all but href.
func newValues(r resolve.Resolver, u resolve.URL, ok bool) (v Values) {
	list := members(r.Edition)
	for i := range list {
		*v.field(list[i].name) = list[i].valueOf(r, u, ok)
	}
	return v
}

// emptyIsNull tells whether an empty list of pairs makes the query null: it does today, and made it empty in 2015.
func emptyIsNull(e resolve.Edition) bool { return e == resolve.Living }

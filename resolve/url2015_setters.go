package resolve

import "htmlurl/internal/charset"

// setURL2015 invokes the setter rule of the part on value. It leaves u as it was if the rule does not match or raises a
// parse exception.
//
// Spec: URL Standard 1.4 (12 January 2015)
func (r Resolver) setURL2015(u URL, part Part, value string) URL {
	m := url2015{input: value, text: value, hasURL: true}
	var url reference
	url.set(&u.split)
	var err error
	switch part {
	case Scheme:
		err = m.setProtocol(&url)
	case Username:
		password, ok := u.Password()
		m.setUsername(&url, password, ok)
	case Password:
		m.setPassword(&url, u.Username())
	case HostPort:
		err = m.setHost(&url)
	case Host:
		err = m.setHostname(&url)
	case Port:
		err = m.setPort(&url)
	case Path:
		m.setPathname(&url)
	case Query:
		m.setSearch(&url, r.Encoding.enc)
	case Fragment:
		m.setHash(&url)
	}
	if err != nil {
		return u
	}
	return url.url()
}

// hasSchemeData tells whether the URL's scheme data is set. All others have an authority.
func (r *reference) hasSchemeData() bool { return !r.has.any(hasAuthority) }

// setProtocol takes a scheme at the start of the value: what follows it, with a colon or without, does not matter.
//
// Spec: URL Standard 1.4.1 (12 January 2015)
func (m *url2015) setProtocol(url *reference) error {
	scheme, err := m.scheme()
	if err != nil {
		return err
	}
	url.scheme = scheme
	return nil
}

// Spec: URL Standard 1.4.2 (12 January 2015)
func (m *url2015) setUsername(url *reference, password string, hasPassword bool) {
	if !url.hasSchemeData() {
		url.setCredentials(m.percentEncode(&usernameEncodeSet, charset.UTF8), password, hasPassword)
	}
}

// setPassword sets an empty password, too, which is not null.
//
// Spec: URL Standard 1.4.3 (12 January 2015)
func (m *url2015) setPassword(url *reference, username string) {
	if !url.hasSchemeData() {
		url.setCredentials(username, m.percentEncode(&passwordEncodeSet, charset.UTF8), true)
	}
}

// setHost sets host and port. The default port is not removed.
//
// Deviation: "any of [/\?#] any" are optional in the diagram, but host must have one of these behind it, a colon or the
// end, as it has in a URL: "1.2.3.4x" is a domain.
//
// Spec: URL Standard 1.4.4 (12 January 2015)
func (m *url2015) setHost(url *reference) error {
	if url.hasSchemeData() {
		return nil
	}
	if err := m.setHostname(url); err != nil || !m.literal(":") {
		return err
	}
	port, err := m.port()
	if err != nil {
		return err
	}
	url.setPort(port)
	return nil
}

// setHostname sets the host.
//
// Deviation: an empty host, for which the host parser fails, is as good here as in a URL: unless there is user
// information.
//
// Spec: URL Standard 1.4.5 (12 January 2015)
func (m *url2015) setHostname(url *reference) error {
	if url.hasSchemeData() {
		return nil
	}
	host, err := m.host()
	if err != nil {
		return err
	}
	if host == "" && url.has.any(hasUserinfo) {
		return errNoMatch
	}
	url.host = host
	return nil
}

// Spec: URL Standard 1.4.6 (12 January 2015)
func (m *url2015) setPort(url *reference) error {
	if url.hasSchemeData() || url.scheme == "file" {
		return nil
	}
	port, err := m.port()
	if err != nil {
		return err
	}
	if port == URL2015.facts(url.scheme).defaultPort {
		port = ""
	}
	url.setPort(port)
	return nil
}

// Spec: URL Standard 1.4.7 (12 January 2015)
func (m *url2015) setPathname(url *reference) {
	if !url.hasSchemeData() {
		m.one(&slash2015)
		url.dir, url.path = "/", m.path().joined
	}
}

// Spec: URL Standard 1.4.8 (12 January 2015)
func (m *url2015) setSearch(url *reference, encoding charset.Encoding) {
	m.literal("?")
	url.query, url.has = m.percentEncode(&queryEncodeSet, encoding), url.has|hasQuery
}

// setHash percent-encodes, though parsing a fragment does not.
//
// Spec: URL Standard 1.4.9 (12 January 2015)
func (m *url2015) setHash(url *reference) {
	m.literal("#")
	url.fragment, url.has = m.percentEncode(&c0ControlSet, charset.UTF8), url.has|hasFragment
}

// percentEncode returns what is left of the value, percent-encoded.
func (m *url2015) percentEncode(set *byteSet, encoding charset.Encoding) string {
	return string(appendEncodedSet(nil, m.text[m.pointer:], set, encoding))
}

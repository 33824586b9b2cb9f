package resolve

// setURL2012 is the parser with u as url and the state override that the setter of the part gives. No state behind an
// override is fatal. The userinfo has no setter.
//
// Spec: W3C URL 5.2 (8 November 2012)
func (r Resolver) setURL2012(u URL, part Part, value string) URL {
	m := url2012{encoding: r.Encoding.enc, input: value, text: value}
	m.url.set(&u.split)
	switch part {
	case Scheme:
		m.text += ":"
		m.override = schemeStartState2012
	case HostPort:
		m.override = hostState2012
	case Host:
		m.override = hostnameState2012
	case Port:
		m.override = portState2012
	case Path:
		m.url.path = nil
		m.override = relativePathStartState2012
	case Query:
		m.url.query, m.url.has = nil, m.url.has|hasQuery
		m.override = queryState2012
	case Fragment:
		m.url.fragment, m.url.has = nil, m.url.has|hasFragment
		m.override = fragmentState2012
	default:
		return u
	}
	m.state = m.override
	if err := m.run(); err != nil {
		return u
	}
	result := m.url.reference(nil)
	return result.url()
}

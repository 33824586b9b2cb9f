package resolve

import "strings"

// setLiving is the basic URL parser with u as url and the state of a part as state override.
//
// Spec: https://url.spec.whatwg.org/#concept-basic-url-parser
func (r Resolver) setLiving(u URL, part Part, value string) URL {
	scheme, _ := u.Scheme()
	m := living{encoding: r.Encoding.enc, input: value, text: value, facts: Living.facts(scheme), override: true}
	m.removeTabsAndNewlines()
	var record reference
	record.set(&u.split)
	if needsHost := part == Username || part == Password || part == Port; needsHost && (record.host == "" || m.isFile()) {
		return u
	}
	switch part {
	case Scheme:
		m.setSchemeOf(&record)
	case Username:
		password, ok := u.Password()
		record.setCredentials(percentEncode(nil, value, &userinfoSet), password, ok)
	case Password:
		record.setCredentials(u.Username(), percentEncode(nil, value, &userinfoSet), value != "")
	case Host:
		m.setHostnameOf(&record)
	case HostPort:
		m.setHostOf(&record)
	case Port:
		m.setPortOf(&record)
	case Path:
		m.setPathOf(&record)
	case Query:
		record.query = string(m.appendQuery(nil, m.text))
		record.has |= hasQuery
	case Fragment:
		record.fragment = percentEncode(nil, m.text, &fragmentSet)
		record.has |= hasFragment
	}
	record.guard = !record.has.any(hasAuthority) && strings.HasPrefix(record.path, "//")
	return record.url()
}

// setSchemeOf is the scheme start state and the scheme state.
func (m *living) setSchemeOf(r *reference) {
	name, _, _ := strings.Cut(m.text, ":")
	if !isScheme(name) {
		return
	}
	name = strings.ToLower(name)
	facts := Living.facts(name)
	switch {
	case facts.special != m.facts.special,
		r.has.any(hasUserinfo|hasPort) && name == "file",
		m.isFile() && r.host == "":
		return
	}
	r.scheme = name
	if r.port == facts.defaultPort {
		r.setPort("")
	}
}

// setHostOf is the host state, and the port state for what follows a colon.
func (m *living) setHostOf(r *reference) {
	if m.isFile() {
		m.setFileHostOf(r)
		return
	}
	buffer := m.hostBuffer()
	isBare := !r.has.any(hasUserinfo | hasPort)
	switch c := m.c(); {
	case buffer == "" && (c == ':' || m.facts.special || !isBare), !m.parseHost(buffer):
		return
	case c == ':':
		m.pointer++
		m.setPortOf(r)
	}
	r.setHost(string(m.out))
}

// setHostnameOf is the hostname state, which refuses a port.
func (m *living) setHostnameOf(r *reference) {
	if buffer := m.hostBuffer(); m.isFile() || m.c() != ':' {
		m.pointer -= len(buffer)
		m.setHostOf(r)
	}
}

// setFileHostOf is the file host state.
func (m *living) setFileHostOf(r *reference) {
	buffer := m.text
	if end := indexSet(buffer, &specialAuthorityEnd); end >= 0 {
		buffer = buffer[:end]
	}
	if m.parseFileHost(buffer, 0) {
		r.setHost(string(m.out))
	}
}

// setPortOf is the port state.
func (m *living) setPortOf(r *reference) {
	if number, ok := m.portNumber(); ok && number != "" {
		if number == m.facts.defaultPort {
			number = ""
		}
		r.setPort(number)
	}
}

// setPathOf is the path start state and the path state.
func (m *living) setPathOf(r *reference) {
	m.url.path = 0
	switch m.pathStart() {
	case pathState:
		m.path()
	case success:
		if !r.has.any(hasAuthority) {
			m.out = append(m.out, '/')
		}
	}
	r.path = string(m.out)
}

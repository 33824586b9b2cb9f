package resolve

// reference holds the components of a URL reference as strings, to change them and put them together.
type reference struct {
	scheme, userinfo, host, port, path, query, fragment string

	has        defined
	guard      bool   // "/." stands before path, which starts with "//" and has no authority before it
	dir        string // comes before path
	removeDots bool   // from dir and path
}

// defined says which components are there, if empty.
type defined uint8

const (
	hasScheme defined = 1 << iota
	hasAuthority
	hasUserinfo
	hasPort
	hasQuery
	hasFragment
)

// any tells whether one of the components is defined.
func (d defined) any(components defined) bool { return d&components != 0 }

// url recomposes the reference.
func (r *reference) url() URL {
	s, u := r.append(nil)
	u.s = string(s)
	return URL{u}
}

// append recomposes the reference after dst and says where its components stand in what was appended.
//
// Spec: RFC 3986 section 5.3
func (r *reference) append(dst []byte) ([]byte, split) {
	var u split
	start := len(dst)
	if r.has.any(hasScheme) {
		dst = append(dst, r.scheme...)
		u.scheme = len(dst) - start
		dst = append(dst, ':')
	}
	if r.has.any(hasAuthority) {
		dst = append(dst, "//"...)
		if r.has.any(hasUserinfo) {
			dst = append(dst, r.userinfo...)
			dst = append(dst, '@')
		}
	}
	u.host = len(dst) - start
	dst = append(dst, r.host...)
	u.hostEnd = len(dst) - start
	if r.has.any(hasPort) {
		dst = append(dst, ':')
		dst = append(dst, r.port...)
	}
	if r.guard {
		dst = append(dst, "/."...)
	}
	u.path = len(dst) - start
	dst = r.appendPath(dst)
	u.query = len(dst) - start
	if r.has.any(hasQuery) {
		dst = append(dst, '?')
		dst = append(dst, r.query...)
	}
	u.fragment = len(dst) - start
	if r.has.any(hasFragment) {
		dst = append(dst, '#')
		dst = append(dst, r.fragment...)
	}
	return dst, u
}

func (r *reference) appendPath(dst []byte) []byte {
	start := len(dst)
	dst = append(dst, r.dir...)
	dst = append(dst, r.path...)
	if r.removeDots && (hasDotSegment(r.dir) || hasDotSegment(r.path)) {
		return dst[:start+len(removeDotSegments(dst[start:]))]
	}
	return dst
}

// set makes r the components of u.
func (r *reference) set(u *split) {
	r.setPrefix(u)
	r.guard = !u.hasAuthority() && u.path > u.hierPart()
	r.path = u.s[u.path:u.query]
	r.setQuery(u)
	if fragment, ok := u.Fragment(); ok {
		r.fragment, r.has = fragment, r.has|hasFragment
	}
}

// setPrefix sets scheme and authority to those of u.
func (r *reference) setPrefix(u *split) {
	if scheme, ok := u.Scheme(); ok {
		r.scheme, r.has = scheme, r.has|hasScheme
	}
	if host, ok := u.Host(); ok {
		r.host, r.has = host, r.has|hasAuthority
		if userinfo, ok := u.Userinfo(); ok {
			r.userinfo, r.has = userinfo, r.has|hasUserinfo
		}
		if port, ok := u.Port(); ok {
			r.port, r.has = port, r.has|hasPort
		}
	}
}

func (r *reference) setQuery(u *split) {
	if query, ok := u.Query(); ok {
		r.query, r.has = query, r.has|hasQuery
	}
}

// setCredentials sets the user information. A username without a password must not be empty.
func (r *reference) setCredentials(username, password string, hasPassword bool) {
	r.userinfo, r.has = username, r.has&^hasUserinfo
	if hasPassword {
		r.userinfo += ":" + password
	}
	if r.userinfo != "" {
		r.has |= hasUserinfo
	}
}

func (r *reference) setHost(host string) { r.host, r.has = host, r.has|hasAuthority }

// setPort sets the port; an empty one is none.
func (r *reference) setPort(port string) {
	r.port, r.has = port, r.has&^hasPort
	if port != "" {
		r.has |= hasPort
	}
}

// withoutLeadingZeros keeps the last digit of a number, also if that is a zero.
func withoutLeadingZeros(number string) string {
	for len(number) > 1 && number[0] == '0' {
		number = number[1:]
	}
	return number
}

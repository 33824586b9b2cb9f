package browsertest

import (
	"regexp"
	"strconv"
	"strings"

	"htmlurl/internal/browsertest/generate"
	"htmlurl/resolve"
)

// setter is what an assignment makes of a URL by what the standard makes of it. The attribute stays if it is not
// written.
type setter func(next Oracle, q Question, p parts) (href string, written bool)

// setting makes a deviation of a setter.
func setting(set setter, names ...string) func(Oracle) Oracle {
	return func(next Oracle) Oracle {
		return func(q Question) Answer {
			for _, name := range names {
				if q.Set.Name != name {
					continue
				}
				href, written := set(next, q, partsOf(strings.TrimPrefix(q.Ref, unwritten)))
				if !written {
					href = q.Ref
				}
				return Answer{Href: href}
			}
			return next(q)
		}
	}
}

// standard returns what the standard makes of it.
func standard(next Oracle, q Question) (href string, written bool) {
	a := next(q)
	return a.Href, a.Href != q.Ref
}

// reparse returns a URL with other components.
func reparse(next Oracle, p parts) (href string, ok bool) {
	a := next(Question{Subject: OfObject, Ref: p.String()})
	return a.Href, hasURL(a)
}

// setProtocol has any scheme put before the rest, but for the special ones.
func setProtocol(next Oracle, q Question, p parts) (string, bool) {
	name, _, _ := strings.Cut(q.Set.Value, ":")
	if strings.ContainsAny(name, "\t\n\r") {
		return p.String(), true
	}
	if p.isSpecial() || !schemeName.MatchString(name) {
		return standard(next, q)
	}
	p.scheme = strings.ToLower(name) + ":"
	if href, ok := reparse(next, p); ok {
		return href, true
	}
	return p.String(), true
}

// schemeName matches schemes.
var schemeName = regexp.MustCompile(`^[A-Za-z][-+.0-9A-Za-z]*$`)

// changesKind tells whether the scheme of a URL that is not special is set.
func changesKind(q Question, a Answer) bool {
	name, _, _ := strings.Cut(q.Set.Value, ":")
	before := Model(q.without())
	return q.Set.Name == "protocol" && hasURL(before) && !partsOf(before.Href).isSpecial() &&
		strings.HasPrefix(a.Href, strings.ToLower(name)+":")
}

// setUserinfo writes the attribute unless the URL has no authority that could hold the value.
func setUserinfo(next Oracle, q Question, p parts) (string, bool) {
	href, written := standard(next, q)
	if !written && (p.scheme == "file:" || p.isOpaque() || p.authority != "" || q.Set.Value == "") {
		return p.String(), true
	}
	return href, written
}

// setPort writes the attribute unless there is a port that the URL cannot have.
func setPort(next Oracle, q Question, p parts) (string, bool) {
	href, written := standard(next, q)
	if !written && !p.isOpaque() && (p.scheme == "file:" || p.authority != "" || portOf(q.Set.Value) == "") {
		return p.String(), true
	}
	return href, written
}

// portOf returns the port that a value begins with, or nothing.
func portOf(value string) string {
	value = tabsAndNewlines.Replace(value)
	digits := value[:len(value)-len(strings.TrimLeft(value, "0123456789"))]
	if n, err := strconv.ParseUint(digits, 10, 16); err == nil {
		return strconv.FormatUint(n, 10)
	}
	return ""
}

// setHost has the host replaced, then the port.
func setHost(next Oracle, q Question, p parts) (string, bool) {
	if p.isOpaque() {
		return q.Ref, false
	}
	if q.Set.Value == "" {
		return removeHost(q, p)
	}
	value := hostIn(q.Set.Value, p)
	host, port := cutPort(value)
	if strings.HasPrefix(value, "[") && !strings.Contains(value, "]") {
		host, port = value, ""
	}
	if host == "" && port != "" {
		return p.String(), true
	}
	href, ok := replaceHost(next, p, host)
	if port = portOf(strings.TrimPrefix(port, ":")); !ok || port == "" || p.scheme == "file:" {
		return href, ok
	}
	return next(Question{Subject: OfObject, Ref: href, Set: generate.Assignment{Name: "port", Value: port}}).Href, true
}

// setHostname has the host replaced, which must have no port.
func setHostname(next Oracle, q Question, p parts) (string, bool) {
	if p.isOpaque() {
		return q.Ref, false
	}
	if q.Set.Value == "" {
		return removeHost(q, p)
	}
	host := hostIn(q.Set.Value, p)
	if _, port := cutPort(host); port != "" {
		return q.Ref, false
	}
	return replaceHost(next, p, host)
}

// hostIn returns the beginning of a value, up to what ends a host.
func hostIn(value string, p parts) string {
	ends := "/?#"
	if p.isSpecial() {
		ends += `\`
	}
	value = tabsAndNewlines.Replace(value)
	if i := strings.IndexAny(value, ends); i >= 0 {
		value = value[:i]
	}
	return value
}

// replaceHost puts another host in a URL.
func replaceHost(next Oracle, p parts, host string) (string, bool) {
	userinfo, old, _ := cutUserinfo(strings.TrimPrefix(p.authority, "//"))
	_, port := cutPort(old)
	switch {
	case host == "" && p.isSpecial() && p.scheme != "file:", strings.ContainsAny(host, "@/"):
		return "", false
	case host == "":
		return withoutHost(p), true
	case !p.isSpecial() && !strings.HasPrefix(host, "["):
		if strings.ContainsAny(host, forbiddenHost) {
			return "", false
		}
		host = string(resolve.AppendPercentEncoded(nil, host, resolve.C0ControlSet, resolve.Encoding{}))
	}
	p.authority = "//" + userinfo + host + port
	return reparse(next, p)
}

// removeHost makes the host empty, unless there is a user name or a port, or the URL must have a host.
func removeHost(q Question, p parts) (string, bool) {
	_, port := cutPort(p.authority)
	if p.isSpecial() && p.scheme != "file:" || strings.Contains(p.authority, "@") || port != "" {
		return q.Ref, false
	}
	return withoutHost(p), true
}

// withoutHost returns a URL with an empty host.
func withoutHost(p parts) string {
	if p.authority == "" && strings.HasPrefix(p.path, "/.//") {
		p.path = strings.TrimPrefix(p.path, "/.")
	}
	p.authority = "//"
	return p.String()
}

// setPathname ends dot segments at backslashes.
func setPathname(next Oracle, q Question, p parts) (string, bool) {
	if !p.isSpecial() {
		q.Set.Value = endDots(q.Set.Value)
	}
	return standard(next, q)
}

// setSearch asks in UTF-8, and removes tabs and newlines before a question mark.
func setSearch(next Oracle, q Question, _ parts) (string, bool) {
	q.Encoding = "UTF-8"
	switch q.Set.Value {
	case "", "?":
		q.Set.Value = ""
	default:
		q.Set.Value = "?" + strings.TrimPrefix(tabsAndNewlines.Replace(q.Set.Value), "?")
	}
	return standard(next, q)
}

// setsAfterEmptyHost tells whether something is set of a reference whose empty host was lost: in one with characters
// beyond U+00FF, relative to a URL that is not special.
func setsAfterEmptyHost(q Question, a Answer) bool {
	s := shapeOf(q.Ref, q.Base)
	isWide := strings.ContainsFunc(q.Ref, func(c rune) bool { return c > 0xFF })
	if !isWide || q.Set.Name == "" || s.scheme != "" || s.isSpecial() || s.slashes == "" || s.authority != "" {
		return false
	}
	asked := q
	s.scheme, s.slashes = s.base, ""
	switch {
	case s.path == "":
		s.path = "/" + placeholder
	case strings.HasPrefix(s.path, "//"):
		s.path = "/." + s.path
	}
	asked.Base, asked.Ref = "", s.String()
	without := Model(asked).Href
	if without == asked.Ref {
		without = q.Ref
	}
	return strings.Replace(without, "/"+placeholder, "", 1) == a.Href
}

// setsNothing tells whether nothing is set of a reference relative to a URL without a path.
func setsNothing(q Question, a Answer) bool {
	before := Model(q.without())
	return q.Set.Name != "" && a.Href == before.Href && known(before) != partsOf(before.Href)
}

package browsertest

import (
	"slices"
	"strings"
)

// parts are the components of a serialized URL, each with the delimiters that belong to it: joined, they are the URL.
type parts struct {
	scheme, authority, path, query, fragment string
}

// partsOf takes a serialized URL apart.
func partsOf(href string) parts {
	var p parts
	href, p.fragment = cutBefore(href, "#")
	href, p.query = cutBefore(href, "?")
	p.scheme = schemePattern.FindString(href)
	p.path = href[len(p.scheme):]
	if strings.HasPrefix(p.path, "//") {
		end := strings.Index(p.path[2:], "/")
		if end < 0 {
			end = len(p.path) - 2
		}
		p.authority, p.path = p.path[:2+end], p.path[2+end:]
	}
	return p
}

func (p parts) String() string { return p.scheme + p.authority + p.path + p.query + p.fragment }

// isSpecial tells whether the scheme is special.
func (p parts) isSpecial() bool { return slices.Contains(specialSchemes, p.scheme) }

// isOpaque tells whether the path is opaque.
func (p parts) isOpaque() bool { return p.authority == "" && !strings.HasPrefix(p.path, "/") }

// mapParts changes the components of the URL in an answer, and what the answer has of them.
func mapParts(a Answer, change func(*parts)) Answer {
	if a.Protocol == ":" || schemePattern.FindString(a.Href) == "" {
		return a
	}
	p := partsOf(a.Href)
	change(&p)
	a.Href = p.String()
	if !hasURL(a) {
		return a
	}
	a.Protocol, a.Pathname = p.scheme, p.path
	a.Search, a.Hash = unlessBare(p.query), unlessBare(p.fragment)
	if len(p.authority) <= len("//") && strings.HasPrefix(p.path, "/.//") {
		a.Pathname = p.path[2:]
	}
	userinfo, host, _ := cutUserinfo(strings.TrimPrefix(p.authority, "//"))
	a.Username, a.Password, _ = strings.Cut(strings.TrimSuffix(userinfo, "@"), ":")
	a.Host = host
	a.Hostname, a.Port = cutPort(host)
	a.Port = strings.TrimPrefix(a.Port, ":")
	if a.Origin != "null" && p.scheme != "blob:" {
		a.Origin = p.scheme + "//" + host
	}
	return a
}

// unlessBare returns a query or fragment as search and hash have it.
func unlessBare(s string) string {
	if len(s) == 1 {
		return ""
	}
	return s
}

// cutUserinfo cuts an authority behind the at sign; ok is false without one.
func cutUserinfo(authority string) (userinfo, host string, ok bool) {
	if i := strings.LastIndex(authority, "@"); i >= 0 {
		return authority[:i+1], authority[i+1:], true
	}
	return "", authority, false
}

// cutPort cuts a host before the colon of its port.
func cutPort(s string) (host, port string) {
	end := strings.LastIndex(s, "]") + 1
	if i := strings.Index(s[end:], ":"); i >= 0 {
		return s[:end+i], s[end+i:]
	}
	return s, ""
}

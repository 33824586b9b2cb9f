package policy_test

import (
	"net/url"
	"regexp"
	"strconv"
	"strings"

	"htmlurl/resolve"
)

// A literal model of Content Security Policy: the steps of the text with lists and maps, the grammar as regular
// expressions.

// modelDirectives parses a serialized CSP to its directive set.
func modelDirectives(serialized string) map[string][]string {
	set := map[string][]string{}
	for _, token := range strings.Split(serialized, ";") {
		token = strings.Trim(token, "\t\n\f\r ")
		if token == "" || regexp.MustCompile(`[^\x00-\x7F]`).MatchString(token) {
			continue
		}
		words := regexp.MustCompile(`[\t\n\f\r ]+`).Split(token, -1)
		name := strings.ToLower(words[0])
		if _, ok := set[name]; !ok {
			set[name] = words[1:]
		}
	}
	return set
}

// modelAllowsBase is "Is base allowed for document?".
func modelAllowsBase(headers, meta []string, base, self resolve.URL) bool {
	var policies []map[string][]string
	for _, list := range headers {
		for _, token := range strings.Split(list, ",") {
			policies = append(policies, modelDirectives(token))
		}
	}
	for _, content := range meta {
		policies = append(policies, modelDirectives(content))
	}
	for _, policy := range policies {
		if list, ok := policy["base-uri"]; ok && !modelMatchesList(newModelURL(base), list, modelOrigin(self)) {
			return false
		}
	}
	return true
}

func modelMatchesList(u modelURL, list []string, origin *modelURL) bool {
	if len(list) == 0 || len(list) == 1 && strings.ToLower(list[0]) == "'none'" {
		return false
	}
	for _, expression := range list {
		if u.matches(expression, origin) {
			return true
		}
	}
	return false
}

// modelURL is a URL record, or an origin. A null port is -1; an absent host has no kind.
type modelURL struct {
	whole              resolve.URL
	scheme, kind, host string
	port               int
	path               string
}

func newModelURL(u resolve.URL) modelURL {
	m := modelURL{whole: u, port: -1, path: u.Path()}
	m.scheme, _ = u.Scheme()
	if host, ok := u.Host(); ok {
		m.host, m.kind = host, "domain"
		switch {
		case host == "":
			m.kind = "empty"
		case modelPorts[m.scheme] == 0:
			m.kind = "opaque"
		case regexp.MustCompile(`^\[|^[0-9]+\.[0-9]+\.[0-9]+\.[0-9]+$`).MatchString(host):
			m.kind = "address"
		}
	}
	if port, ok := u.Port(); ok {
		m.port, _ = strconv.Atoi(port)
	}
	return m
}

// modelPorts are the default ports of the special schemes.
var modelPorts = map[string]int{"ftp": 21, "file": -2, "http": 80, "https": 443, "ws": 80, "wss": 443}

// modelOrigin returns the origin of a URL as the URL of its scheme, host and port; nil if it is opaque.
func modelOrigin(u resolve.URL) *modelURL {
	origin, err := living.Parse(living.Origin(u))
	if err != nil {
		return nil
	}
	m := newModelURL(origin)
	return &m
}

const (
	modelScheme = `[A-Za-z][A-Za-z0-9+.-]*`
	modelHost   = `\*|(?:\*\.)?[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)*\.?`
	modelChar   = `(?:[A-Za-z0-9._~!$&'()*+=:@-]|%[0-9A-Fa-f]{2})` // <pchar> without ";" and ","
	modelPath   = `/(?:` + modelChar + `+(?:/` + modelChar + `*)*)?`
)

var (
	modelSchemeSource = regexp.MustCompile(`^(` + modelScheme + `):$`)
	modelHostSource   = regexp.MustCompile(
		`^(?:(` + modelScheme + `)://)?(` + modelHost + `)(?::([0-9]+|\*))?(` + modelPath + `)?$`)
)

// matches is "Does url match expression in origin with redirect count?", for no redirects.
func (u modelURL) matches(expression string, origin *modelURL) bool {
	if expression == "*" && (u.scheme == "http" || u.scheme == "https" || origin != nil && u.scheme == origin.scheme) {
		return true
	}
	if m := modelSchemeSource.FindStringSubmatch(expression); m != nil {
		return modelSchemesMatch(m[1], u.scheme)
	}
	if m := modelHostSource.FindStringSubmatch(expression); m != nil {
		scheme := m[1]
		if scheme == "" && origin != nil {
			scheme = origin.scheme
		}
		return scheme != "" && modelSchemesMatch(scheme, u.scheme) && u.kind == "domain" && modelHostsMatch(m[2], u.host) &&
			u.matchesPort(m[3], scheme) && modelPathsMatch(m[4], u.path)
	}
	return strings.ToLower(expression) == "'self'" && origin != nil && u.matchesSelf(*origin)
}

func (u modelURL) matchesSelf(origin modelURL) bool {
	if living.Origin(u.whole) == living.Origin(origin.whole) {
		return true
	}
	return u.host == origin.host && u.port == origin.port &&
		(u.scheme == "https" || u.scheme == "wss" ||
			origin.scheme == "http" && (u.scheme == "http" || u.scheme == "ws"))
}

func modelSchemesMatch(a, b string) bool {
	stands := map[string]string{"http": "https", "ws": "wss http https", "wss": "https"}
	a = strings.ToLower(a)
	return a == b || strings.Contains(" "+stands[a]+" ", " "+b+" ")
}

func modelHostsMatch(pattern, host string) bool {
	pattern = strings.ToLower(pattern)
	if strings.HasPrefix(pattern, "*.") {
		return strings.HasSuffix(host, pattern[1:])
	}
	return pattern == "*" || pattern == host
}

func (u modelURL) matchesPort(input, scheme string) bool {
	if input == "*" {
		return true
	}
	normalized := -1
	if input != "" {
		n, err := strconv.ParseUint(input, 10, 16)
		if err != nil {
			return false
		}
		normalized = int(n)
	}
	upgrade := normalized == 80 && regexp.MustCompile(`^(?i:http|ws)$`).MatchString(scheme) &&
		(u.scheme == "https" || u.scheme == "wss")
	return normalized == u.port || u.port == -1 && (normalized == modelPorts[u.scheme] || upgrade)
}

func modelPathsMatch(a, b string) bool {
	if a == "" || a == "/" && b == "" {
		return true
	}
	listA, listB := strings.Split(a, "/"), strings.Split(b, "/")
	exact := !strings.HasSuffix(a, "/")
	if len(listA) > len(listB) || exact && len(listA) != len(listB) {
		return false
	}
	if !exact {
		listA = listA[:len(listA)-1]
	}
	for i, piece := range listA {
		if modelDecode(piece) != modelDecode(listB[i]) {
			return false
		}
	}
	return true
}

// modelDecode percent-decodes; what is not well-formed stays.
func modelDecode(s string) string {
	return regexp.MustCompile(`%[0-9A-Fa-f]{2}`).ReplaceAllStringFunc(s, func(triplet string) string {
		decoded, _ := url.PathUnescape(triplet)
		return decoded
	})
}

package resolve_test

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"net/netip"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"htmlurl/resolve"
)

// TestURL2015Model holds the engine against the model below: for all short references that are made of what the rules
// look at, and some long ones.
func TestURL2015Model(t *testing.T) {
	tokens := []string{
		"http:", "FTP:", "ws:", "file:", "x:", "h2:", "/", `\`, "@", ":", "?", "#", "|", "a", "B", "1", "010", "0x", ".", "..", "%2e", "%", "[::1]", "[", "\t", " ", "é",
	}
	bases := []string{"about:blank", "http://u:p@h:8080/a/b/c?q", "file://h/a/b", "ftp://h", "http://h/./a/"}
	r := resolver2015(t, "")
	for _, text := range bases {
		base, err := r.Parse(text)
		baseRecord, ok := model2015(&record2015{scheme: "about"}, text)
		if err != nil || !ok || base.String() != baseRecord.String() {
			t.Fatalf("base %q is %q, %v, want %q", text, base, err, baseRecord)
		}
		check := func(ref string) {
			got, err := r.Resolve(base, ref)
			want, ok := model2015(&baseRecord, ref)
			if ok != (err == nil) || ok && got.String() != want.String() {
				t.Fatalf("%q on %q is %q, %v, want %q, %t", ref, text, got, err, want, ok)
			}
		}
		for _, a := range tokens {
			for _, b := range tokens {
				for _, c := range tokens {
					check(a + b + c)
				}
			}
		}
		random := rand.New(rand.NewPCG(2015, 1))
		for range 5000 {
			var ref strings.Builder
			for range 4 + random.IntN(8) {
				ref.WriteString(tokens[random.IntN(len(tokens))])
			}
			check(ref.String())
		}
	}
}

// record2015 is a URL as the text of 2015 describes one.
type record2015 struct {
	scheme, username, host, port          string
	schemeData, password, query, fragment *string
	path                                  []string
}

// String is the URL serializer of 1.6.
func (u record2015) String() string {
	s := u.scheme + ":"
	if u.schemeData != nil {
		s += *u.schemeData
	} else {
		s += "//"
		if u.username != "" || u.password != nil {
			s += u.username
			if u.password != nil {
				s += ":" + *u.password
			}
			s += "@"
		}
		s += u.host
		if u.port != "" {
			s += ":" + u.port
		}
		s += "/" + strings.Join(u.path, "/")
	}
	if u.query != nil {
		s += "?" + *u.query
	}
	if u.fragment != nil {
		s += "#" + *u.fragment
	}
	return s
}

// The rows of url, file-url, non-relative-url, relative-url and authority as regular expressions, which take the first
// alternative and as much as they can, as the diagrams do.
var (
	urlTail2015  = `(?:\?(?P<query>[^#]*))?(?:#(?P<fragment>(?s:.*)))?$`
	authority    = `(?:(?P<user>[^/\\?#@:]*)(?::(?P<password>[^/\\?#@]*))?(?P<at>@))?(?P<host>\[[^/\\?#]*\]|[^:/\\?#]*)(?P<colon>:(?P<port>[^/\\?#]*))?`
	slashPath    = `(?:[/\\](?P<path>[^?#]*))?`
	relative     = `(?i:(?P<scheme>ftp|gopher|https|http|wss|ws)):`
	modelRow2015 = func(row string) *regexp.Regexp { return regexp.MustCompile("^" + row + urlTail2015) }
	modelFile1   = modelRow2015(`(?i:file):(?P<drive>[a-zA-Z])[:|][\\/]?(?P<path>[^?#]*)`)
	modelFile2   = modelRow2015(`/*(?P<drive>[a-zA-Z])\|/?(?P<path>[^?#]*)`)
	modelFile3   = modelRow2015(`(?i:file):(?P<at>//(?P<host>\[[^/\\?#]*\]|[^:/\\?#]*))?(?P<slash>/*)(?P<path>[^?#]*)`)
	modelOther   = modelRow2015(`(?P<scheme>[a-zA-Z][-a-zA-Z+.]*):(?P<data>[^?#]*)`)
	modelRel1    = modelRow2015(`(?:` + relative + `)?[/\\][/\\]` + authority + slashPath)
	modelRel2    = modelRow2015(relative + `[/\\]?` + authority + slashPath)
	modelRel3    = modelRow2015(relative + `(?P<path>[^?#]*)`)
	modelRel4    = modelRow2015(`(?P<path>[^?#]*)`)
)

var relativeScheme2015 = map[string]string{
	"ftp": "21", "file": "", "gopher": "70", "http": "80", "https": "443", "ws": "80", "wss": "443",
}

// match2015 are the named values of a match; those that are not present are not in it.
type match2015 map[string]string

func matchRow(row *regexp.Regexp, s string) match2015 {
	loc := row.FindStringSubmatchIndex(s)
	if loc == nil {
		return nil
	}
	values := match2015{}
	for i, name := range row.SubexpNames() {
		if name != "" && loc[2*i] >= 0 {
			values[name] = s[loc[2*i]:loc[2*i+1]]
		}
	}
	return values
}

func (v match2015) has(name string) bool { _, ok := v[name]; return ok }

// model2015 parses ref in a UTF-8 document. The host is a single label, if it is no address.
func model2015(base *record2015, ref string) (u record2015, ok bool) {
	ref = strings.Trim(ref, " \t\n\f\r")
	_, baseIsRelative := relativeScheme2015[base.scheme]
	var values match2015
	try := func(row *regexp.Regexp) bool { values = matchRow(row, ref); return values != nil }
	scheme := func() string { return strings.ToLower(values["scheme"]) }
	switch {
	case try(modelFile1), try(modelFile2):
		u = record2015{scheme: "file", path: append([]string{values["drive"] + ":"}, withoutEmpty(path2015(values["path"]))...)}
	case try(modelFile3):
		u = record2015{scheme: "file", path: path2015(values["path"])}
		if values.has("at") {
			u.host, ok = host2015(values["host"])
		} else if ok = true; values["slash"] == "" {
			u.path = slices.Concat(base.path[:max(0, len(base.path)-1)], u.path)
		}
		if !ok {
			return u, false
		}
	case try(modelOther) && !isRelativeScheme2015(scheme()):
		data := cleanse2015(values["data"], "", false)
		u = record2015{scheme: scheme(), schemeData: &data}
	case try(modelRel1) && (values.has("scheme") || baseIsRelative):
		if u, ok = authority2015(values); !ok {
			return u, false
		}
		if u.scheme = base.scheme; values.has("scheme") {
			u.scheme = scheme()
		}
	case try(modelRel2) && scheme() != base.scheme:
		if u, ok = authority2015(values); !ok || u.host == "" || strings.Contains(u.host, ":") {
			return u, false
		}
		u.scheme = scheme()
	case try(modelRel3), baseIsRelative && try(modelRel4):
		u = record2015{scheme: base.scheme, host: base.host, path: concatenation2015(base.path, path2015(values["path"]))}
	default:
		return u, false
	}
	if query, ok := values["query"]; ok {
		query = cleanse2015(query, " \"#<>`", true)
		u.query = &query
	}
	if fragment, ok := values["fragment"]; ok {
		fragment = strings.ReplaceAll(cleanse2015(fragment, "", false), "\x00", "")
		u.fragment = &fragment
	}
	if u.port == relativeScheme2015[u.scheme] {
		u.port = ""
	}
	return u, true
}

func isRelativeScheme2015(scheme string) bool { _, ok := relativeScheme2015[scheme]; return ok }

const defaultEncodeSet2015 = " \"#<>?`"

// authority2015 is 1.3.7, and the path behind it.
func authority2015(values match2015) (u record2015, ok bool) {
	u.username = cleanse2015(values["user"], defaultEncodeSet2015, true)
	if password, ok := values["password"]; ok {
		password = cleanse2015(password, defaultEncodeSet2015, true)
		u.password = &password
	}
	host := values["host"]
	if i := strings.LastIndex(host, "@"); i >= 0 {
		info := "%40" + strings.ReplaceAll(cleanse2015(host[:i], defaultEncodeSet2015, true), "@", "%40")
		if host = host[i+1:]; u.password != nil {
			*u.password += info
		} else {
			u.username += info
		}
	}
	if u.host, ok = host2015(host); !ok || u.host == "" && values.has("at") {
		return u, false
	}
	if values.has("colon") {
		u.port = cleanse2015(values["port"], "", false)
		for len(u.port) > 1 && u.port[0] == '0' {
			u.port = u.port[1:]
		}
		if strings.Trim(u.port, "0123456789") != "" {
			return u, false
		}
	}
	if path, ok := values["path"]; ok {
		u.path = path2015(path)
	}
	return u, true
}

// host2015 is 1.3.10 to 1.3.16.
func host2015(s string) (string, bool) {
	if ip, err := netip.ParseAddr(strings.Trim(s, "[]")); strings.HasPrefix(s, "[") && err == nil {
		return "[" + ip.String() + "]", true
	}
	if host, inRange, ok := numbers2015(s); ok {
		return host, inRange
	}
	s = strings.NewReplacer("\t", "", "\n", "", "\r", "", "é", "e\u0301").Replace(s)
	s = modelEncoded.ReplaceAllStringFunc(s, func(encoded string) string {
		c, _ := strconv.ParseUint(encoded[1:], 16, 8)
		return string([]byte{byte(c)})
	})
	if !utf8.ValidString(s) {
		return "", false
	}
	s = strings.ToLower(s)
	if strings.ContainsAny(s, "\x00\t\n\r #%/:?@[\\]") {
		return "", false
	}
	if host, inRange, ok := numbers2015(s); ok && inRange {
		return host, true
	}
	labels := strings.Split(s, ".")
	for i, label := range labels {
		labels[i] = punycode2015(label)
	}
	return strings.Join(labels, "."), true
}

var (
	modelHex     = regexp.MustCompile(`^0[xX][0-9a-fA-F]+$`)
	modelOctal   = regexp.MustCompile(`^0[0-7]+$`)
	modelDecimal = regexp.MustCompile(`^[0-9]+$`)
	modelEncoded = regexp.MustCompile(`%[0-9a-fA-F]{2}`)
	modelSlash   = regexp.MustCompile(`[/\\]`)
)

// numbers2015 are 1.3.12 and 1.3.13.
func numbers2015(s string) (host string, inRange, ok bool) {
	parts := strings.Split(s, ".")
	if len(parts) > 4 {
		return "", false, false
	}
	n := new(big.Int)
	inRange = true
	for i, part := range parts {
		value, ok := new(big.Int).SetString(part, 10)
		switch {
		case modelHex.MatchString(part):
			value, ok = new(big.Int).SetString(part[2:], 16)
		case modelOctal.MatchString(part):
			value, ok = new(big.Int).SetString(part, 8)
		case !modelDecimal.MatchString(part):
			return "", false, false
		}
		bits := 8
		if i == len(parts)-1 {
			bits = 8 * (5 - len(parts))
			n.Add(n, value)
		} else {
			n.Add(n, new(big.Int).Lsh(value, uint(24-8*i)))
		}
		inRange = inRange && ok && value.BitLen() <= bits
	}
	address := n.Uint64()
	return fmt.Sprintf("%d.%d.%d.%d", address>>24&255, address>>16&255, address>>8&255, address&255), inRange, true
}

// punycode2015 asks the engine for the label with an accent: the model is about the grammar.
func punycode2015(label string) string {
	if !strings.Contains(label, "\u0301") {
		return label
	}
	u, _ := resolve.Resolver{Edition: resolve.URL2015}.Parse("http://" + label + "/")
	host, _ := u.Host()
	return host
}

// path2015 is 1.3.18.
func path2015(s string) []string {
	names := modelSlash.Split(s, -1)
	for i := 0; i < len(names); i++ {
		names[i] = cleanse2015(names[i], defaultEncodeSet2015, true)
		last := i == len(names)-1
		switch name := strings.ReplaceAll(strings.ToLower(names[i]), "%2e", "."); {
		case name == "." && !last:
			names = slices.Delete(names, i, i+1)
			i--
		case name == "." && len(names) > 1:
			names[i] = ""
		case name == ".." && i == 0:
			names = slices.Delete(names, i, i+1)
			i--
		case name == ".." && !last:
			names = slices.Delete(names, i-1, i+1)
			i -= 2
		case name == "..":
			names = append(slices.Delete(names, i-1, i+1), "")
		}
	}
	return names
}

// withoutEmpty is the step of 1.3.2 before a drive letter.
func withoutEmpty(path []string) []string {
	if len(path) > 1 && path[0] == "" && path[1] != "" {
		return path[1:]
	}
	return path
}

// concatenation2015 is path concatenation of 1.5.
func concatenation2015(base, path []string) []string {
	base = slices.Clone(base)
	if len(path) > 0 && path[0] == "." {
		path = path[1:]
		base = base[:max(0, len(base)-1)]
	}
	switch {
	case len(path) == 1 && path[0] == "":
		return base
	case len(path) > 1 && path[0] == "":
		return path[1:]
	}
	return slices.Concat(base[:max(0, len(base)-1)], path)
}

// cleanse2015 is cleanse of 1.5, in UTF-8.
func cleanse2015(s, set string, encode bool) string {
	var out strings.Builder
	for i := range len(s) {
		switch c := s[i]; {
		case c == '\t', c == '\n', c == '\r':
		case encode && (c < 0x20 || c > 0x7E || strings.IndexByte(set, c) >= 0):
			fmt.Fprintf(&out, "%%%02X", c)
		default:
			out.WriteByte(c)
		}
	}
	return out.String()
}

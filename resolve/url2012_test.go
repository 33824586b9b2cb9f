package resolve_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"htmlurl/internal/testcase"
	"htmlurl/resolve"
)

// resolver2012 returns a resolver of the edition; no encoding is UTF-8.
func resolver2012(t testing.TB, encoding string) resolve.Resolver {
	t.Helper()
	r := resolver(t, encoding)
	r.Edition = resolve.URL2012
	r.Report = func(v resolve.Violation) { t.Errorf("the draft has no violations: %v", v) }
	return r
}

// url2012Cases has references for each state in its order, on a base or, if that is "", on none. What does not resolve
// has the rule and the bytes instead.
var url2012Cases = []struct {
	state, base, ref, want string
	rule                   resolve.Rule
	at                     string
	encoding               string
}{
	{state: "1.3", ref: " \t\n\f\r http://h/ \f", want: "http://h/"},
	{state: "1.3", ref: "\u00A0http://h/", rule: resolve.MissingSchemeNonRelativeURL, at: "\u00A0http://h/"},
	{state: "1.3", ref: "http://h/\v", want: "http://h/%0B"},

	{state: "scheme start", base: "http://b/c/d", ref: "+x:y", want: "http://b/c/+x:y"},
	{state: "scheme start", base: "http://b/c/d", ref: ":", want: "http://b/c/:"},
	{state: "scheme", ref: "X+-.9:y", want: "x+-.9:y"},
	{state: "scheme", ref: "HtTp:h", want: "http://h/"},
	{state: "scheme", base: "http://b/c/d", ref: "a_b:c", want: "http://b/c/a_b:c"},
	{state: "scheme", base: "http://b/c/d", ref: "ht\ttp://h", want: "http://b/c/http://h"},
	{state: "scheme", base: "http://b/c/d", ref: "http", want: "http://b/c/http"},
	{state: "scheme", base: "http://b/c/d", ref: "http:e", want: "http://b/c/e"},
	{state: "scheme", base: "http://b/c/d", ref: "https:e", want: "https://e/"},
	{state: "scheme", base: "foo://b/c", ref: "foo:e", want: "foo:e"},
	{state: "scheme", ref: "é:x", rule: resolve.MissingSchemeNonRelativeURL, at: "é:x"},

	{state: "scheme data", ref: "foo:", want: "foo:"},
	{state: "scheme data", ref: "a:\t foo.com", want: "a: foo.com"},
	{state: "scheme data", ref: "javascript:'<\"`>?é%\x01\n'//../x", want: "javascript:'<\"`>?%C3%A9%%01'//../x"},
	{state: "scheme data", ref: "mailto:a?b#c", want: "mailto:a?b#c"},
	{state: "scheme data", ref: "foo://u:p@h:80/../a?b", want: "foo://u:p@h:80/../a?b"},
	{state: "scheme data", ref: "foo:\xFFx\x7F", want: "foo:%EF%BF%BDx%7F"},
	{state: "scheme data", ref: "foo:?é", encoding: "latin1", want: "foo:?%C3%A9"},

	{state: "no scheme", ref: " x/y ", rule: resolve.MissingSchemeNonRelativeURL, at: "x/y"},
	{state: "no scheme", ref: "", rule: resolve.MissingSchemeNonRelativeURL},
	{state: "no scheme", base: "about:blank", ref: "x", rule: resolve.MissingSchemeNonRelativeURL, at: "x"},
	{state: "no scheme", base: "mailto:x", ref: "#f", rule: resolve.MissingSchemeNonRelativeURL, at: "#f"},
	{state: "no scheme", base: "about:blank", ref: "//h/x", rule: resolve.MissingSchemeNonRelativeURL, at: "//h/x"},

	{state: "relative", base: "http://u:p@b:8/c/d?e#f", ref: "", want: "http://b:8/c/d?e"},
	{state: "relative", base: "http://u:p@b:8/c/d?e#f", ref: " \n", want: "http://b:8/c/d?e"},
	{state: "relative", base: "http://u:p@b:8/c/d?e#f", ref: "http:", want: "http://b:8/c/d?e"},
	{state: "relative", base: "http://u:p@b:8/c/d?e#f", ref: "#", want: "http://b:8/c/d?e#"},
	{state: "relative", base: "http://u:p@b:8/c/d?e#f", ref: "#g", want: "http://b:8/c/d?e#g"},
	{state: "relative", base: "http://u:p@b:8/c/d?e#f", ref: "?", want: "http://b:8/c/d?"},
	{state: "relative", base: "http://u:p@b:8/c/d?e#f", ref: "?g#", want: "http://b:8/c/d?g#"},
	{state: "relative", base: "http://u:p@b:8/c/d?e#f", ref: "g", want: "http://b:8/c/g"},
	{state: "relative", base: "http://u:p@b:8/c/d?e#f", ref: `\g`, want: "http://b:8/g"},
	{state: "relative", base: "http://u:p@b:8/c/d?e#f", ref: `/\g`, want: "http://g/"},
	{state: "relative", base: "http://u:p@b:8/c/d?e#f", ref: "/\t/g", want: "http://b:8//g"},
	{state: "relative", base: "http://b", ref: "?", want: "http://b/?"},
	{state: "relative, file", base: "http://b:8/c/d?e", ref: "file:", want: "file:///"},
	{state: "relative, file", base: "http://b:8/c/d?e", ref: "file:g", want: "file:///g"},
	{state: "relative, file", base: "http://b:8/c/d?e", ref: "file:#g", want: "file:///#g"},
	{state: "relative, file", base: "http://b:8/c/d?e", ref: "file:?g", want: "file:///?g"},
	{state: "relative, file", ref: "file:g", want: "file:///g"},
	{state: "relative, file", base: "file://b/c/d?e", ref: "file:", want: "file://b/c/d?e"},
	{state: "relative, file", base: "file://b/c/d?e", ref: "g", want: "file://b/c/g"},
	{state: "relative, file", base: "file://b/c/d?e", ref: "/g", want: "file://b/g"},
	{state: "relative, file", base: "file://b/c/d?e", ref: "//g", want: "file://g/"},
	{state: "relative, file", base: "file://b/c/d?e", ref: "http:g", want: "http://g/"},

	{state: "authority start", ref: `http:\/\//h`, want: "http://h/"},
	{state: "authority start", ref: "https:h", want: "https://h/"},
	{state: "authority start", ref: "ws:", want: "ws:///"},
	{state: "authority", ref: "http://host/", want: "http://host/"},
	{state: "authority", ref: "http://a@b@c/", want: "http://a%40b@c/"},
	{state: "authority", ref: "http://@@@c/", want: "http://%40%40@c/"},
	{state: "authority", ref: "http://@c/", want: "http://c/"},
	{state: "authority", ref: "http://u:p:q@c/", want: "http://u:p:q@c/"},
	{state: "authority", ref: "http://\tu \n\"é\xFF[@\r\tho\nst/", want: "http://u%20%22%C3%A9%EF%BF%BD[@host/"},
	{state: "authority", ref: "http://u?@h", want: "http://u/?@h"},
	{state: "authority", ref: "http://é@h/?é", encoding: "latin1", want: "http://%C3%A9@h/?%E9"},

	{state: "file host", ref: "file://h/x", want: "file://h/x"},
	{state: "file host", ref: "file://", want: "file:///"},
	{state: "file host", ref: "file:///x", want: "file:///x"},
	{state: "file host", ref: "file:////x", want: "file:////x"},
	{state: "file host", ref: `file:\\h\x`, want: "file://h/x"},
	{state: "file host", ref: "file://u:p@h:80/x", want: "file://u:p@h:80/x"},
	{state: "file host", ref: "file://C|/x", want: "file:///C:/x"},
	{state: "file host", ref: "file://c:", want: "file:///c:"},
	{state: "file host", ref: "file://c:?q", want: "file:///c:?q"},
	{state: "file host", ref: "file://c\t|#f", want: "file:///c:#f"},
	{state: "file host", ref: "file://1:/x", want: "file://1:/x"},
	{state: "file host", ref: "file://cc|/x", want: "file://cc|/x"},

	{state: "host", ref: "http://EXAMPLE.com", want: "http://EXAMPLE.com/"},
	{state: "host", ref: "http://a_b %zz%41é\"<\x01/", want: "http://a_b %zz%41é\"<\x01/"},
	{state: "host", ref: "http://a\xFFb\xE9/", want: "http://a\uFFFDb\uFFFD/"},
	{state: "host", ref: "http://[::1]:81/", want: "http://[::1]:81/"},
	{state: "host", ref: "http://a[b:80]c/", want: "http://a[b:80]c/"},
	{state: "host", ref: "http://[::1", want: "http://[::1/"},
	{state: "host", ref: "http://a]b:81", want: "http://a]b:81/"},
	{state: "host", ref: "http://h?q", want: "http://h/?q"},
	{state: "host", ref: "http://h#f", want: "http://h/#f"},
	{state: "host", ref: `http://h\p`, want: "http://h/p"},
	{state: "host", ref: "http://?q", want: "http:///?q"},

	{state: "port", ref: "http://h:", want: "http://h/"},
	{state: "port", ref: "http://h:?q", want: "http://h/?q"},
	{state: "port", ref: "http://h:0", want: "http://h:0/"},
	{state: "port", ref: "http://h:000", want: "http://h:0/"},
	{state: "port", ref: "http://h:00080/", want: "http://h/"},
	{state: "port", ref: "https://h:80/", want: "https://h:80/"},
	{state: "port", ref: "https://h:443/", want: "https://h/"},
	{state: "port", ref: "ftp://h:21/", want: "ftp://h/"},
	{state: "port", ref: "gopher://h:70/", want: "gopher://h/"},
	{state: "port", ref: "ws://h:80/", want: "ws://h/"},
	{state: "port", ref: "wss://h:443/", want: "wss://h/"},
	{state: "port", ref: "http://h:99999999999999999999/", want: "http://h:99999999999999999999/"},
	{state: "port", ref: " http://h:8x/", rule: resolve.PortInvalid, at: "8x"},
	{state: "port", ref: "http://h:8\t0/", rule: resolve.PortInvalid, at: "8\t"},
	{state: "port", ref: "http://h:é", rule: resolve.PortInvalid, at: "é"},
	{state: "port", ref: "http://u:p@h:80:81", rule: resolve.PortInvalid, at: "80:"},
	{state: "port", ref: "http://h:\xFF", rule: resolve.PortInvalid, at: "\xFF"},
	{state: "port", base: "http://b/", ref: "//2001::1", rule: resolve.PortInvalid, at: ":"},

	{state: "relative path start", base: "http://b/c", ref: "/", want: "http://b/"},
	{state: "relative path start", base: "http://b/c", ref: `http://h\\x`, want: "http://h//x"},
	{state: "relative path", ref: "http://h/a/./b", want: "http://h/a/b"},
	{state: "relative path", ref: "http://h/a/.", want: "http://h/a/"},
	{state: "relative path", ref: "http://h/a/.?q", want: "http://h/a/?q"},
	{state: "relative path", ref: "http://h/a/b/../c", want: "http://h/a/c"},
	{state: "relative path", ref: "http://h/a/b/..", want: "http://h/a/"},
	{state: "relative path", ref: "http://h/a/b/..#f", want: "http://h/a/#f"},
	{state: "relative path", ref: "http://h/..", want: "http://h/"},
	{state: "relative path", ref: "http://h/../../x", want: "http://h/x"},
	{state: "relative path", ref: "http://h/a//../b", want: "http://h/a/b"},
	{state: "relative path", ref: "http://h////../..", want: "http://h//"},
	{state: "relative path", ref: "http://h/.../.a/a./..a", want: "http://h/.../.a/a./..a"},
	{state: "relative path", ref: "http://h/a/%2e%2E/b%2ec/%2E", want: "http://h/b.c/"},
	{state: "relative path", ref: "http://h/%\t2e/.\n./x", want: "http://h/x"},
	{state: "relative path", ref: "http://h/%\t2e/x", want: "http://h/%2e/x"},
	{state: "relative path", ref: "http://h/%252e%2", want: "http://h/%252e%2"},
	{state: "relative path", ref: `http://h/a b"<>` + "`{|}^[]~\x7F" + `é%zz`, want: `http://h/a%20b%22%3C%3E%60{|}^[]~%7F%C3%A9%zz`},
	{state: "relative path", ref: "http://h/é\xFF", encoding: "latin1", want: "http://h/%C3%A9%EF%BF%BD"},
	{state: "relative path, drive", base: "file:///", ref: "C|/x", want: "file:///C:/x"},
	{state: "relative path, drive", base: "file:///a/b", ref: "/C|", want: "file:///C:"},
	{state: "relative path, drive", base: "file:///a/b", ref: "C|/x", want: "file:///a/C|/x"},
	{state: "relative path, drive", ref: "file:///a/../C|/x", want: "file:///C:/x"},
	{state: "relative path, drive", ref: "file:////C|/x", want: "file:////C|/x"},
	{state: "relative path, drive", ref: "file:///Cé", want: "file:///C%C3%A9"},
	{state: "relative path, drive", ref: "http://h/C|/x", want: "http://h/C|/x"},

	{state: "query", ref: "http://h/?a b\"<>`?é'{}|\x7F\t%#", want: "http://h/?a%20b%22%3C%3E%60?%C3%A9'{}|%7F%#"},
	{state: "query", ref: "ws://h/?é", encoding: "latin1", want: "ws://h/?%E9"},
	{state: "query", ref: "http://h/?é表", encoding: "shift_jis", want: "http://h/?%3F%95%5C"},
	{state: "query", ref: "http://h/?é", encoding: "utf-16", want: "http://h/?%C3%A9"},
	{state: "query", ref: "http://h/?é", encoding: "utf-16be", want: "http://h/?%C3%A9"},
	{state: "query", ref: "http://h/?日x本é", encoding: "iso-2022-jp", want: "http://h/?%1B%24%42%46%7C%1B%28%42x%1B%24%42%4B%5C%1B%28%42%3F"},
	{state: "query", ref: "http://h/?\xFF", encoding: "latin1", want: "http://h/?%3F"},
	{state: "query", ref: "http://h/?\xFF", want: "http://h/?%EF%BF%BD"},

	{state: "fragment", ref: "http://h/#a b\"<>`#?é\x00\n\x7F%", want: "http://h/#a b\"<>`#?%C3%A9%00%7F%"},
	{state: "fragment", ref: "http://h/#é", encoding: "latin1", want: "http://h/#%C3%A9"},
}

// workedTable2012 is the table of references on http://u:p@h:8080/a/b/c?q that shows how the editions differ.
var workedTable2012 = []struct{ ref, want string }{
	{"", "http://h:8080/a/b/c?q"},
	{"../x", "http://h:8080/a/x"},
	{"/../x", "http://h:8080/x"},
	{`http:\\host\p`, "http://host/p"},
	{"/a\tb", "http://h:8080/ab"},
	{"HTTP://EXAMPLE.COM:80/", "http://EXAMPLE.COM/"},
	{"http://k:", "http://k/"},
	{"http://a_b/", "http://a_b/"},
	{"http://a@b@c/", "http://a%40b@c/"},
	{"x|y", "http://h:8080/a/b/x|y"},
	{":x", "http://h:8080/a/b/:x"},
	{"1a:b", "http://h:8080/a/b/1a:b"},
	{"h323:x", "h323:x"},
	{"%2e%2e/x", "http://h:8080/a/x"},
}

func TestURL2012WorkedTable(t *testing.T) {
	for _, c := range workedTable2012 {
		check2012(t, "worked table", "http://u:p@h:8080/a/b/c?q", "", c.ref, c.want)
	}
}

func TestURL2012(t *testing.T) {
	for _, c := range url2012Cases {
		if c.rule == "" {
			check2012(t, c.state, c.base, c.encoding, c.ref, c.want)
			continue
		}
		got, err := resolveOn(resolver2012(t, c.encoding), &c.base, c.ref)
		bad, ok := errors.AsType[*resolve.Error](err)
		if !ok {
			t.Errorf("%s: %q on %q is %q, %v, want an error", c.state, c.ref, c.base, got, err)
			continue
		}
		checkError(t, err, c.ref)
		if bad.Edition != resolve.URL2012 || bad.Rule != c.rule || c.ref[bad.Start:bad.End] != c.at {
			t.Errorf("%s: %q on %q: %v, want %s at %q", c.state, c.ref, c.base, err, string(c.rule), c.at)
		}
	}
}

func check2012(t *testing.T, name, base, encoding, ref, want string) {
	t.Helper()
	got, err := resolveOn(resolver2012(t, encoding), &base, ref)
	if err != nil || got.String() != want {
		t.Errorf("%s: %q on %q is\n %q, %v, want\n %q", name, ref, base, got, err, want)
	}
}

// TestURL2012Parts holds that the components are told as the machine found them, also where the string alone would be
// taken apart otherwise.
func TestURL2012Parts(t *testing.T) {
	for ref, want := range map[string]string{
		"http://u:p@h:8/a/b?q#f": `scheme "http" userinfo "u:p" host "h" port "8" path "/a/b" query "q" fragment "f"`,
		"http://h?#":             `scheme "http" host "h" path "/" query "" fragment ""`,
		"http:":                  `scheme "http" host "" path "/"`,
		"file://u@h:80/x":        `scheme "file" host "u@h:80" path "/x"`,
		"http://a[:1]b:81":       `scheme "http" host "a[:1]b" port "81" path "/"`,
		"http://[a:80":           `scheme "http" host "[a:80" path "/"`,
		"foo://u@h:80/a?b#c?":    `scheme "foo" path "//u@h:80/a?b" fragment "c?"`,
		"foo:":                   `scheme "foo" path ""`,
	} {
		u, err := resolver2012(t, "").Parse(ref)
		if got := parts2012(u); got != want || err != nil {
			t.Errorf("%q: %s, %v, want\n %s", ref, got, err, want)
		}
	}
}

// parts2012 tells the components that are there.
func parts2012(u resolve.URL) string {
	var parts []string
	part := func(name, value string, ok bool) {
		if ok {
			parts = append(parts, fmt.Sprintf("%s %q", name, value))
		}
	}
	scheme, ok := u.Scheme()
	part("scheme", scheme, ok)
	userinfo, ok := u.Userinfo()
	part("userinfo", userinfo, ok)
	host, ok := u.Host()
	part("host", host, ok)
	port, ok := u.Port()
	part("port", port, ok)
	part("path", u.Path(), true)
	query, ok := u.Query()
	part("query", query, ok)
	fragment, ok := u.Fragment()
	part("fragment", fragment, ok)
	return strings.Join(parts, " ")
}

func TestURL2012Set(t *testing.T) {
	for _, c := range []struct {
		url      string
		part     resolve.Part
		value    string
		want     string
		encoding string
	}{
		{url: "http://u@h:8/p", part: resolve.Scheme, value: "HTTPS", want: "https://u@h:8/p"},
		{url: "http://h:443/p", part: resolve.Scheme, value: "https:ignored", want: "https://h:443/p"},
		{url: "http://u@h/p?q", part: resolve.Scheme, value: "foo", want: "foo://u@h/p?q"},
		{url: "mailto:x", part: resolve.Scheme, value: "http", want: "http:x"},
		{url: "http://h/p", part: resolve.Scheme, value: "", want: "http://h/p"},
		{url: "http://h/p", part: resolve.Scheme, value: "1a", want: "http://h/p"},
		{url: "http://h/p", part: resolve.Scheme, value: "a b", want: "http://h/p"},
		{url: "http://h/p", part: resolve.Scheme, value: "a\tb", want: "http://h/p"},

		{url: "http://u@h:8/p", part: resolve.HostPort, value: "i", want: "http://u@i:8/p"},
		{url: "http://u@h:8/p", part: resolve.HostPort, value: "i:9", want: "http://u@i:9/p"},
		{url: "http://h:8/p", part: resolve.HostPort, value: "i:0080/x", want: "http://i/p"},
		{url: "http://h:8/p", part: resolve.HostPort, value: "i:", want: "http://i:8/p"},
		{url: "http://h:8/p", part: resolve.HostPort, value: "i:9x", want: "http://i:9/p"},
		{url: "http://h:8/p", part: resolve.HostPort, value: "i:x", want: "http://i:8/p"},
		{url: "http://h:8/p", part: resolve.HostPort, value: "i/x", want: "http://i:8/p"},
		{url: "http://h:8/p", part: resolve.HostPort, value: "", want: "http://:8/p"},
		{url: "http://h:8/p", part: resolve.HostPort, value: "[::1]:9", want: "http://[::1]:9/p"},
		{url: "http://h:8/p", part: resolve.HostPort, value: " É\t\xFF", want: "http:// É\uFFFD:8/p"},
		{url: "file://h/p", part: resolve.HostPort, value: "i:9", want: "file://i:9/p"},

		{url: "http://h:8/p", part: resolve.Host, value: "i:9", want: "http://i:8/p"},
		{url: "http://h:8/p", part: resolve.Host, value: "i?x", want: "http://i:8/p"},
		{url: "http://h:8/p", part: resolve.Host, value: "/i", want: "http://:8/p"},
		{url: "http://h:8/p", part: resolve.Host, value: "a@b", want: "http://a@b:8/p"},

		{url: "http://h:8/p", part: resolve.Port, value: "9", want: "http://h:9/p"},
		{url: "http://h:8/p", part: resolve.Port, value: "9x", want: "http://h:9/p"},
		{url: "http://h:8/p", part: resolve.Port, value: "9\t9", want: "http://h:9/p"},
		{url: "http://h:8/p", part: resolve.Port, value: "80", want: "http://h/p"},
		{url: "http://h:8/p", part: resolve.Port, value: "000", want: "http://h:0/p"},
		{url: "http://h:8/p", part: resolve.Port, value: "", want: "http://h:8/p"},
		{url: "http://h:8/p", part: resolve.Port, value: "x", want: "http://h:8/p"},
		{url: "http://h:8/p", part: resolve.Port, value: "123456", want: "http://h:123456/p"},

		{url: "http://h/p/q?r#s", part: resolve.Path, value: "x", want: "http://h/x?r#s"},
		{url: "http://h/p/q?r#s", part: resolve.Path, value: `\x/..`, want: "http://h/?r#s"},
		{url: "http://h/p/q?r#s", part: resolve.Path, value: "", want: "http://h/?r#s"},
		{url: "http://h/p/q?r#s", part: resolve.Path, value: " /a?b#é ", want: "http://h/%20/a%3Fb%23%C3%A9%20?r#s"},
		{url: "http://h/p", part: resolve.Path, value: "/%2e%2E/.?", want: "http://h/.%3F"},
		{url: "file:///p", part: resolve.Path, value: "c|/x", want: "file:///c:/x"},
		{url: "mailto:x?y#z", part: resolve.Path, value: "/p", want: "mailto:x?y#z"},

		{url: "http://h/p?q#f", part: resolve.Query, value: "a#é", want: "http://h/p?a%23%C3%A9#f"},
		{url: "http://h/p?q#f", part: resolve.Query, value: "é表", encoding: "shift_jis", want: "http://h/p?%3F%95%5C#f"},
		{url: "http://h/p#f", part: resolve.Query, value: "", want: "http://h/p?#f"},
		{url: "http://h/p", part: resolve.Query, value: "?a\n", want: "http://h/p??a"},
		{url: "mailto:x?y#z", part: resolve.Query, value: "q", want: "mailto:x?y#z"},

		{url: "http://h/p?q#f", part: resolve.Fragment, value: "#a é\r", want: "http://h/p?q##a %C3%A9"},
		{url: "http://h/p?q", part: resolve.Fragment, value: "", want: "http://h/p?q#"},
		{url: "mailto:x?y", part: resolve.Fragment, value: "z", want: "mailto:x?y#z"},

		{url: "http://u:p@h/", part: resolve.Username, value: "v", want: "http://u:p@h/"},
		{url: "http://u:p@h/", part: resolve.Password, value: "v", want: "http://u:p@h/"},
	} {
		if got := resolver2012(t, c.encoding).Set(parse(t, resolver2012(t, ""), c.url), c.part, c.value); got.String() != c.want {
			t.Errorf("%q, part %d set to %q: %q, want %q", c.url, c.part, c.value, got, c.want)
		}
	}
	if got := resolver2012(t, "").Set(resolve.URL{}, resolve.Fragment, "f"); !got.IsZero() {
		t.Errorf("the zero URL with a fragment is %q", got)
	}
}

// TestURL2012Flags holds that the relative flag stays what it was when a setter changes the scheme.
func TestURL2012Flags(t *testing.T) {
	r := resolver2012(t, "")
	data := r.Set(parse(t, resolver2012(t, ""), "mailto:x?y"), resolve.Scheme, "http")
	if got := parts2012(data); got != `scheme "http" path "x?y"` {
		t.Errorf("mailto: as http: has %s", got)
	}
	if got := r.Set(data, resolve.Host, "h"); got != data {
		t.Errorf("%q with a host is %q", data, got)
	}
	for ref, want := range map[string]string{"": "http:///", "/p": "http:///p", "p": "http:///p", "?q": "http:///?q", "#f": "http:///#f", "http:p": "http:///p"} {
		if got, err := r.Resolve(data, ref); got.String() != want {
			t.Errorf("%q on %q is %q, %v, want %q", ref, data, got, err, want)
		}
	}
	foo := r.Set(parse(t, resolver2012(t, ""), "http://h:8/p"), resolve.Scheme, "foo")
	if got := r.Set(foo, resolve.Port, "80"); got.String() != "foo://h:80/p" {
		t.Errorf("foo: with a port is %q", got)
	}
	if got, err := r.Resolve(foo, "x"); !errors.Is(err, resolve.MissingSchemeNonRelativeURL) {
		t.Errorf("x on %q is %q, %v", foo, got, err)
	}
	at := r.Set(parse(t, resolver2012(t, ""), "http://h/"), resolve.Host, "a@b")
	if got := parts2012(r.Set(at, resolve.Port, "9")); got != `scheme "http" host "a@b" port "9" path "/"` {
		t.Errorf("host a@b with a port has %s", got)
	}
}

// TestURL2012Explain holds which steps are told.
func TestURL2012Explain(t *testing.T) {
	for ref, want := range map[string]string{
		" x:..?q": `1 remove white space around input: x:..?q
			2 let state be scheme start state: scheme start state
			3 let base be the base URL, or null: http://b/c/d?e
			4 let encoding override be the document's encoding: UTF-8
			9 scheme start state:
			9 scheme state: x:
			9 scheme data state: x:..?q
			10 return url: x:..?q`,
		"1:/../x#": `1 remove white space around input: 1:/../x#
			2 let state be scheme start state: scheme start state
			3 let base be the base URL, or null: http://b/c/d?e
			4 let encoding override be the document's encoding: UTF-8
			9 scheme start state:
			9 no scheme state:
			9 relative state: http://b/c
			9 relative path start state: http://b/c
			9 relative path state: http://b/c/x#
			9 fragment state: http://b/c/x#
			10 return url: http://b/c/x#`,
		"//u@h:8x": `1 remove white space around input: //u@h:8x
			2 let state be scheme start state: scheme start state
			3 let base be the base URL, or null: http://b/c/d?e
			4 let encoding override be the document's encoding: UTF-8
			9 scheme start state:
			9 no scheme state:
			9 relative state: http:///
			9 authority start state: http:///
			9 authority state: http://u@/
			9 host state: http://u@h/
			9 port state: error: the port is no decimal number (bytes 6 to 8: "8x")`,
	} {
		steps, _, _ := resolver2012(t, "").Explain(parse(t, resolver2012(t, ""), "http://b/c/d?e"), ref)
		var got []string
		for _, s := range steps {
			got = append(got, strings.TrimSpace(fmt.Sprintf("%d %s: %s", s.Number, s.Text, s.Value)))
		}
		if text := strings.ReplaceAll(want, "\t", ""); strings.Join(got, "\n") != text {
			t.Errorf("%q:\n%s\nwant\n%s", ref, strings.Join(got, "\n"), text)
		}
	}
}

// Why the draft of 8 November 2012 differs from tests of other dates.
const (
	hostAsItIs     = `"To parse ..." and "To serialize" of hosts are not written: the host is kept as it is`
	emptyHost      = "no state refuses an empty host"
	dotEverywhere  = "relative path state: %2e is a dot everywhere in a path"
	driveAtStart   = "a drive letter is looked for behind file:// and where the path is the empty list only"
	fragmentEscape = "fragment state: URL simple escape set, which has what is greater than U+007E"
	portLineEnd    = "port state: a line end is no digit, so url is neutered"
)

var relative2012Ledger = testcase.ByReason(map[string][]string{
	hostAsItIs: {`//Another\path on http://host/a`, `/\Another\path on http://host/a`},
})

// TestURL2012Relative holds the editor's own tests of September 2012. What does not resolve stays the reference.
func TestURL2012Relative(t *testing.T) {
	known := relative2012Ledger.Open(t)
	type relativeCase struct{ Base, Input, Href string }
	for _, c := range testcase.Conformance[relativeCase](t, "oldera/annevk-2012-relative.json") {
		u, err := resolveOn(resolver2012(t, ""), &c.Base, c.Input)
		got := u.String()
		if err != nil {
			got = c.Input
		}
		known.Check(c.Input+" on "+c.Base, got == c.Href, "%q, want %q", got, c.Href)
	}
}

var components2012Ledger = testcase.ByReason(map[string][]string{
	fragmentEscape: {"#β"},
})

// TestURL2012Components holds the editor's own tests of September 2012. What does not resolve has only ":".
func TestURL2012Components(t *testing.T) {
	known := components2012Ledger.Open(t)
	type componentsCase struct{ Input, Base, Protocol, Host, Port, Pathname, Search, Hash string }
	for _, c := range testcase.Conformance[componentsCase](t, "oldera/annevk-2012-components.json") {
		u, _ := resolveOn(resolver2012(t, ""), &c.Base, c.Input)
		got := componentsCase{Input: c.Input, Base: c.Base, Pathname: u.Path()}
		got.Protocol, _ = u.Scheme()
		got.Protocol += ":"
		got.Host, _ = u.Host()
		got.Port, _ = u.Port()
		if query, _ := u.Query(); query != "" {
			got.Search = "?" + query
		}
		if fragment, _ := u.Fragment(); fragment != "" {
			got.Hash = "#" + fragment
		}
		known.Check(c.Input, got == c, "%+v, want %+v", got, c)
	}
}

var path2012Ledger = testcase.ByReason(map[string][]string{
	dotEverywhere: {"/foo/%2e", "/foo/%2e%2", "/foo/%2e./%2e%2e/.%2e/%2e.bar"},
})

// TestURL2012Path holds the editor's own tests of September 2012.
func TestURL2012Path(t *testing.T) {
	known := path2012Ledger.Open(t)
	type pathCase struct{ Input, Pathname string }
	for _, c := range testcase.Conformance[pathCase](t, "oldera/annevk-2012-path.json") {
		u := parse(t, resolver2012(t, ""), "http://example.com"+c.Input)
		known.Check(c.Input, u.Path() == c.Pathname, "%q, want %q", u.Path(), c.Pathname)
	}
}

var tests2014Ledger = testcase.ByReason(map[string][]string{
	hostAsItIs: {
		"http://[www.google.com]/", "http://192.0x00A80001", "http://ExAmPlE.CoM", "http://example example.com",
		"http://Goo%20 goo%7C|.com", "http://GOO\u00A0\u3000goo.com", "http://GOO\u200B\u2060\uFEFFgoo.com",
		"http://www.foo。bar.com", "http://\uFDD0zyx.com", "http://%ef%b7%90zyx.com", "http://Ｇｏ.com", "http://％４１.com",
		"http://%ef%bc%85%ef%bc%94%ef%bc%91.com", "http://％００.com", "http://%ef%bc%85%ef%bc%90%ef%bc%90.com",
		"http://你好你好", "http://%zz%66%a.com", "http://%25", "http://hello%00", "http://%30%78%63%30%2e%30%32%35%30.01",
		"http://%30%78%63%30%2e%30%32%35%30.01%2e", "http://192.168.0.257", "http://%3g%78%63%30%2e%30%32%35%30%2E.01",
		"http://192.168.0.1 hello", "http://０Ｘｃ０．０２５０．０１", "http://[google.com]",
	},
	emptyHost: {
		"http://user:pass@/", "http:/:@/www.example.com", "http://user@/www.example.com", "http:@/www.example.com",
		"http:/@/www.example.com", "http://@/www.example.com", "https:@/www.example.com", "http:a:b@/www.example.com",
		"http:/a:b@/www.example.com", "http://a:b@/www.example.com", "http::@/www.example.com",
	},
	dotEverywhere: {
		"http://example.com/foo/%2e%2", "http://example.com/foo/%2e./%2e%2e/.%2e/%2e.bar", "http://www/foo%2Ehtml",
	},
	driveAtStart:   {`file:c:\foo\bar.html`, `  File:c|////foo\bar.html`, "C|/foo/bar"},
	fragmentEscape: {"#β", "http://www.google.com/foo?bar=baz# »", "data:test# »"},
	portLineEnd:    {"http://f:\n/c"},
})

// TestURL2012Tests2014 holds the tests of December 2014, before the rewrite of the URL Standard. What does not resolve
// has no href.
func TestURL2012Tests2014(t *testing.T) {
	known := tests2014Ledger.Open(t)
	type testCase struct{ Input, Base, Href string }
	for _, c := range testcase.Conformance[testCase](t, "oldera/wpt-urltestdata-2014-12-16.json") {
		u, err := resolveOn(resolver2012(t, ""), &c.Base, c.Input)
		known.Check(c.Input, u.String() == c.Href, "on %q: %q, %v, want %q", c.Base, u, err, c.Href)
	}
}

// FuzzURL2012 holds what is true of every reference: Resolve, Append and Explain agree, the components are the string,
// which is UTF-8, an error names its bytes, what is resolved stays as it is, and so does the structure of a URL of which
// parts are set.
func FuzzURL2012(f *testing.F) {
	for _, seed := range []string{"../a b?ü#c", "http://u@v@Bücher:080", `\\x:\y`, "a:b/../..//c", "file://c|/%2e", "\xFF/\t..?"} {
		f.Add("http://u:p@h:8080/a/b/c?q", seed, uint8(0), uint8(0), seed)
		f.Add("file:///c:/d", seed, uint8(1), uint8(3), "a:1")
		f.Add("mailto:x", seed, uint8(2), uint8(5), "http:?#")
	}
	resolvers := resolvers(f, "utf-8", "windows-1252", "shift_jis", "iso-2022-jp", "gb18030")
	f.Fuzz(func(t *testing.T, baseText, ref string, encoding, part uint8, value string) {
		r := resolvers[int(encoding)%len(resolvers)]
		r.Edition = resolve.URL2012
		r.Report = func(v resolve.Violation) { t.Errorf("the draft has no violations: %v", v) }
		base, err := r.Parse(baseText)
		if err != nil {
			base = resolve.URL{}
		}
		u, steps, err := checkAgreement(t, r, base, ref)
		if err != nil {
			checkError(t, err, ref)
			return
		}
		if last := steps[len(steps)-1]; last.Number != 10 || last.Value != u.String() {
			t.Fatalf("%q ends with the step %v", u, last)
		}
		checkURL2012(t, u)
		if !strings.ContainsAny(baseText+ref, "\t\n\r") && isStable2012(u) {
			if again, err := r.Resolve(resolve.URL{}, u.String()); err != nil || again != u {
				t.Fatalf("%q resolves again to %q, %v", u, again, err)
			}
		}
		p := resolve.Part(part) % (resolve.Password + 1)
		set := r.Set(u, p, value)
		checkURL2012(t, set)
		_, before := u.Authority()
		if _, after := set.Authority(); before != after {
			t.Fatalf("%q with part %d set to %q is %q", u, p, value, set)
		}
		if again := r.Set(set, p, value); again != set {
			t.Fatalf("%q, set again, is %q", set, again)
		}
		for _, taken := range []resolve.Part{resolve.Port, resolve.Query, resolve.Fragment} {
			checkURL2012(t, set.Without(taken))
		}
	})
}

// checkURL2012 checks that the components of a URL are its parts, and that it is UTF-8.
func checkURL2012(t *testing.T, u resolve.URL) {
	t.Helper()
	checkURL(t, u)
	if !utf8.ValidString(u.String()) {
		t.Fatalf("%q is not UTF-8", u)
	}
	authority, ok := u.Authority()
	if !ok {
		if _, ok := u.Query(); ok {
			t.Fatalf("%q has a query apart from its scheme data", u)
		}
		return
	}
	whole, _ := u.Host()
	if userinfo, ok := u.Userinfo(); ok {
		whole = userinfo + "@" + whole
	}
	if port, ok := u.Port(); ok {
		whole += ":" + port
	}
	if whole != authority || !strings.HasPrefix(u.Path(), "/") {
		t.Fatalf("the authority of %q is %q", u, whole)
	}
}

// isStable2012 tells whether nothing in the URL reads otherwise the next time: an empty host lets the authority start
// behind all slashes, and white space at the end is removed.
func isStable2012(u resolve.URL) bool {
	scheme, _ := u.Scheme()
	host, ok := u.Host()
	return (!ok || host != "" || scheme == "file") && strings.TrimRight(u.String(), " \f") == u.String()
}

// BenchmarkURL2012 resolves references of the kinds that pages are full of.
func BenchmarkURL2012(b *testing.B) {
	r := resolve.Resolver{Edition: resolve.URL2012}
	base, err := r.Parse("https://www.example.com/news/2012/11/index.html?page=2")
	if err != nil {
		b.Fatal(err)
	}
	for name, ref := range map[string]string{
		"absolute": "https://static.example.com/images/2012/11/header-large.png?v=12",
		"relative": "../10/article-7.html#comments",
		"escaped":  "/tags/münchen?q=bier und brezn",
	} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, err := r.Resolve(base, ref); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

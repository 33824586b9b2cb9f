package edges_test

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"htmlurl/examples/webscale/edges"
	"htmlurl/resolve"
)

var (
	label63  = strings.Repeat("a", 63)
	label64  = strings.Repeat("a", 64)
	host253  = strings.Join([]string{label63, label63, label63, label63[:61]}, ".")
	hostData = []struct{ host, name string }{ // no name: not ok
		{"example.com", "com.example"},
		{"WWW.Example.COM", "com.example"},
		{"news.example.co.uk", "uk.co.example.news"},
		{"example.com.", "com.example"},
		{"example.com..", ""},
		{".example.com", ""},
		{"a..b", ""},
		{"", ""},
		{".", ""},
		{"www", ""},
		{"www.", ""},
		{"localhost", ""},
		{"localhost.", ""},

		{"www.com", "com.www"},
		{"www.com.", "com.www"},
		{"www.a.com", "com.a"},
		{"www.www.com", "com.www"},
		{"www.www.www.com", "com.www.www"},
		{"www2.a.com", "com.a.www2"},
		{"www..com", ""},

		{"192.0.2.1", ""},
		{"192.0.2.1.", ""},
		{"www.192.0.2.1", ""},
		{"999.999.999.999", ""},
		{"1.2.3.4.5", "5.4.3.2.1"},
		{"1.2.3", "3.2.1"},
		{"1.2.3.4000", "4000.3.2.1"},
		{"1.2.3.a", "a.3.2.1"},
		{"[2001:db8::1]", ""},
		{"[::ffff:192.0.2.1]", ""},
		{"2001:db8::192.0.2.1", ""},

		{"a_b.example.com", "com.example.a_b"},
		{"a--b.example.com", "com.example.a--b"},
		{"_dmarc.example.com", ""},
		{"a_.example.com", ""},
		{"-a.example.com", ""},
		{"a-.example.com", ""},
		{"xn--bcher-kva.example", "example.xn--bcher-kva"},
		{"bücher.example", ""},
		{"b%C3%BCcher.example", ""},
		{"a b.example", ""},
		{"a\t.example", ""},
		{"example.com\n", ""},
		{"example.com:80", ""},

		{label63 + ".com", "com." + label63},
		{label64 + ".com", ""},
		{host253, strings.Join([]string{label63[:61], label63, label63, label63}, ".")},
		{host253 + ".", ""},
		{host253 + "a", ""},
	}
)

// Host follows get_surt_host of Common Crawl, but for what its comment says.
func TestHost(t *testing.T) {
	if len(hostData) != 49 {
		t.Errorf("%d cases", len(hostData))
	}
	for _, c := range hostData {
		name, ok := edges.Host(c.host)
		if name != c.name || ok != (c.name != "") {
			t.Errorf("%q: %q, %v, not %q", c.host, name, ok, c.name)
		}
	}
}

// The hosts of URLs are taken as they are.
func TestHostOfURL(t *testing.T) {
	cases := []struct{ url, name string }{
		{"https://user@WWW.Example.COM:8080/", "com.example"},
		{"https://bücher.example/", "example.xn--bcher-kva"},
		{"http://0x7f.1/", ""},
		{"http://[::1]/", ""},
		{"ftp://Files.Example.org", "org.example.files"},
		{"foo://Files.Example.org", "org.example.files"},
		{"file:///etc", ""},
		{"mailto:a@example.com", ""},
	}
	if len(cases) != 8 {
		t.Errorf("%d cases", len(cases))
	}
	for _, c := range cases {
		r := resolve.Resolver{Edition: resolve.Living}
		u, err := r.Parse(c.url)
		if err != nil {
			t.Fatal(err)
		}
		host, _ := u.Host()
		if name, ok := edges.Host(host); name != c.name || ok != (c.name != "") {
			t.Errorf("%q: %q, %v, not %q", c.url, name, ok, c.name)
		}
	}
}

var (
	address = regexp.MustCompile(`^(www\.)?\d{1,3}\.\d{1,3}\.\d{1,3}\.\d{1,3}\.?$`)
	label   = regexp.MustCompile(`^[a-z0-9]([a-z0-9_-]{0,61}[a-z0-9])?$`)
)

// slowHost is Host in the words of its rules.
func slowHost(host string) (string, bool) {
	if len(host) > 253 {
		return "", false
	}
	host = strings.Map(func(c rune) rune {
		if 'A' <= c && c <= 'Z' {
			return c + 32
		}
		return c
	}, host)
	labels := strings.Split(strings.TrimSuffix(host, "."), ".")
	if len(labels) > 2 && labels[0] == "www" {
		labels = labels[1:]
	}
	if address.MatchString(host) || len(labels) < 2 ||
		slices.ContainsFunc(labels, func(l string) bool { return !label.MatchString(l) }) {
		return "", false
	}
	slices.Reverse(labels)
	return strings.Join(labels, "."), true
}

// Host is what its rules say, and a Set takes all that it gives.
func FuzzHost(f *testing.F) {
	for _, c := range hostData {
		f.Add(c.host)
	}
	f.Fuzz(func(t *testing.T, host string) {
		name, ok := edges.Host(host)
		if slow, slowOK := slowHost(host); name != slow || ok != slowOK {
			t.Fatalf("%q: %q, %v, not %q, %v", host, name, ok, slow, slowOK)
		}
		var set edges.Set
		if ok && set.Add(name, name) != nil {
			t.Fatalf("%q: %q cannot be added", host, name)
		}
	})
}

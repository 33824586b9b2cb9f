package decompose_test

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"htmlurl/decompose"
	"htmlurl/internal/testcase"
	"htmlurl/resolve"
)

// living are the rules of today.
var living = resolve.Resolver{Edition: resolve.Living}

// attributes are the values of Values by name.
func attributes(v decompose.Values) map[string]string {
	text, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	var all map[string]string
	if err := json.Unmarshal(text, &all); err != nil {
		panic(err)
	}
	return all
}

// checkAttributes checks that v has the wanted attributes.
func checkAttributes(t *testing.T, about string, v decompose.Values, want map[string]string) {
	t.Helper()
	got := attributes(v)
	for name, value := range want {
		if got[name] != value {
			t.Errorf("%s: %s is %q, want %q", about, name, got[name], value)
		}
	}
}

// parseOn parses url relative to a base, which may itself not parse, or to none.
func parseOn(url string, base *string) (*decompose.URL, error) {
	var baseURL resolve.URL
	if base != nil {
		var err error
		if baseURL, err = living.Parse(*base); err != nil {
			return nil, err
		}
	}
	u, err := decompose.Parse(living, baseURL, url)
	if (err == nil) != decompose.CanParse(living, baseURL, url) {
		return nil, errors.New("CanParse and Parse disagree")
	}
	return u, err
}

func canParse(url string, base *string) bool {
	_, err := parseOn(url, base)
	return err == nil
}

func parse(t *testing.T, url string, base *string) *decompose.URL {
	t.Helper()
	u, err := parseOn(url, base)
	if err != nil {
		t.Fatal(err)
	}
	return u
}

// TestURLTestData holds the getters of the URL class.
func TestURLTestData(t *testing.T) {
	for _, name := range []string{"urltestdata", "urltestdata-javascript-only", "ada_extra_urltestdata", "ada_long_urltestdata"} {
		for _, c := range testcase.ConformanceObjects[map[string]any](t, "url/"+name+".json") {
			input := c["input"].(string)
			var base *string
			if text, ok := c["base"].(string); ok {
				base = &text
			}
			u, err := parseOn(input, base)
			if fails := c["failure"] == true; fails != (err != nil) {
				t.Errorf("%q: %v", input, err)
			}
			if err != nil {
				continue
			}
			want := map[string]string{}
			for name, value := range c {
				if _, isAttribute := attributes(decompose.Values{})[name]; isAttribute && value != nil {
					want[name] = value.(string)
				}
			}
			checkAttributes(t, input, u.Values(), want)
			if params, ok := c["searchParams"]; ok && u.SearchParams().String() != params {
				t.Errorf("%q: searchParams %q, want %q", input, u.SearchParams(), params)
			}
		}
	}
}

type setterCase struct {
	Href, Setter string
	NewValue     string `json:"new_value"`
	Expected     map[string]string
}

// TestSetterData holds the setters of the URL class and of elements.
func TestSetterData(t *testing.T) {
	for _, name := range []string{"setters_tests", "ada_extra_setters_tests", "url-setters-stripping"} {
		for _, c := range testcase.Conformance[setterCase](t, "url/"+name+".json") {
			about := c.Href + " " + c.Setter + "=" + c.NewValue
			u := parse(t, c.Href, nil)
			if !u.Set(c.Setter, c.NewValue) {
				t.Errorf("%s: no such attribute", about)
			}
			checkAttributes(t, "URL "+about, u.Values(), c.Expected)
			element := &decompose.Reference{Href: c.Href, Rules: living}
			decompose.Of(element).Set(c.Setter, c.NewValue)
			checkAttributes(t, "a "+about, decompose.Of(element).Values(), c.Expected)
		}
	}
}

// TestFailureData holds that what has no URL is no base either, and that the href setter refuses it.
func TestFailureData(t *testing.T) {
	for _, c := range testcase.Conformance[struct{ Input string }](t, "url/failure.json") {
		if canParse(c.Input, nil) || canParse("about:blank", &c.Input) {
			t.Errorf("%q parses", c.Input)
		}
		u := parse(t, "https://example.com/", nil)
		if err := u.SetHref(c.Input); err == nil || u.Href() != "https://example.com/" {
			t.Errorf("%q: the href setter gives %q, %v", c.Input, u.Href(), err)
		}
	}
}

// staticsLedger has the datum that contradicts the standard and the parser's own test data.
var staticsLedger = testcase.Ledger{
	`C:\path\file.node`: `#scheme-state makes "c" a scheme and the rest an opaque path, as urltestdata has it for "sc:\../"; later versions of the file say true`,
}

// TestStaticsData holds parse and canParse, and what the constructor refuses.
func TestStaticsData(t *testing.T) {
	type staticCase struct {
		URL      string
		Base     *string
		Expected bool
	}
	known := staticsLedger.Open(t)
	for _, c := range testcase.Conformance[staticCase](t, "url/url-statics.json") {
		got := canParse(c.URL, c.Base)
		known.Check(c.URL, got == c.Expected, "can be parsed on %v: %t", c.Base, got)
	}
	for _, c := range testcase.Conformance[struct{ Input, Base string }](t, "url/url-constructor-base.json") {
		if canParse(c.Input, &c.Base) {
			t.Errorf("%q on %q parses", c.Input, c.Base)
		}
	}
	for _, c := range testcase.Conformance[struct {
		Input  string
		Parses bool
	}](t, "url/javascript-urls.json") {
		if got := canParse(c.Input, nil); got != c.Parses {
			t.Errorf("%q parses: %t", c.Input, got)
		}
	}
}

// TestDataURLFragmentData holds that the fragment is no part of the body of a data: URL.
func TestDataURLFragmentData(t *testing.T) {
	for _, c := range testcase.Conformance[struct{ Src, Data, Body string }](t, "url/data-url-fragment.json") {
		u := parse(t, c.Src+c.Data, nil)
		if _, body, _ := strings.Cut(u.Pathname(), ","); body != c.Body || u.Hash() != "#foo" {
			t.Errorf("%q has the body %q and the fragment %q", u, body, u.Hash())
		}
	}
}

// TestElementData holds the getters of elements.
func TestElementData(t *testing.T) {
	type elementCase struct {
		BaseHref string `json:"base_href"`
		Href     string
		Expect   map[string]string
		Failure  bool
	}
	for _, c := range testcase.Conformance[elementCase](t, "url/a-element.json") {
		base, err := living.Parse(c.BaseHref)
		if err != nil {
			t.Fatal(err)
		}
		element := &decompose.Reference{Href: c.Href, BaseURL: base, Rules: living}
		checkAttributes(t, c.Href+" on "+c.BaseHref, decompose.Of(element).Values(), c.Expect)
	}
}

// TestPercentEncodingData holds the encodings of queries.
func TestPercentEncodingData(t *testing.T) {
	base, err := living.Parse("https://example.com/")
	if err != nil {
		t.Fatal(err)
	}
	type encodingCase struct {
		Input  string
		Output map[string]string
	}
	for _, c := range testcase.ConformanceObjects[encodingCase](t, "url/percent-encoding.json") {
		for label, want := range c.Output {
			encoding, err := resolve.LookupEncoding(label)
			if err != nil {
				t.Fatal(err)
			}
			rules := resolve.Resolver{Edition: resolve.Living, Encoding: encoding}
			link := decompose.Of(&decompose.Reference{Href: "?" + c.Input + "#" + c.Input, BaseURL: base, Rules: rules})
			if link.Search() != "?"+want || link.Hash() != "#"+c.Output["utf-8"] {
				t.Errorf("%q in %s: %q and %q, want %q", c.Input, label, link.Search(), link.Hash(), want)
			}
		}
	}
}

// TestToASCIIData holds hosts, through the parser and through the setters.
func TestToASCIIData(t *testing.T) {
	type hostCase struct {
		Input  string
		Output *string
	}
	for _, name := range []string{"toascii", "IdnaTestV2", "IdnaTestV2-removed"} {
		for _, c := range testcase.ConformanceObjects[hostCase](t, "url/"+name+".json") {
			if c.Input == "" {
				continue // "https:///x" has the host x
			}
			u, err := parseOn("https://"+c.Input+"/x", nil)
			if (err != nil) != (c.Output == nil) || err == nil && u.Host() != *c.Output {
				t.Errorf("%s: %q: %v, %v", name, c.Input, u, err)
			}
			if name != "toascii" {
				continue
			}
			for _, setter := range []string{"host", "hostname"} {
				u := parse(t, "https://x/x", nil)
				u.Set(setter, c.Input)
				if want := c.Output; want == nil && u.Host() != "x" || want != nil && u.Host() != *want {
					t.Errorf("%q set as %s: %q", c.Input, setter, u.Host())
				}
			}
		}
	}
}

// TestMethods holds that each method of Link and URL is the attribute of its name, in every edition.
func TestMethods(t *testing.T) {
	for _, edition := range resolve.Editions() {
		rules := resolve.Resolver{Edition: edition}
		link := decompose.Of(&decompose.Reference{Href: "http://u:p@h.x:81/p?q#f", Rules: rules})
		byMethod := decompose.Values{
			Href: link.Href(), Origin: link.Origin(), Protocol: link.Protocol(), Username: link.Username(), Password: link.Password(),
			Host: link.Host(), Hostname: link.Hostname(), Port: link.Port(), Pathname: link.Pathname(), Search: link.Search(), Hash: link.Hash(),
		}
		if byMethod != link.Values() {
			t.Errorf("%v: Link %q, want %q", edition, byMethod, link.Values())
		}
		u, err := decompose.Parse(rules, resolve.URL{}, "http://u:p@h.x:81/p?q#f")
		if edition == resolve.HTML5 {
			if !errors.Is(err, decompose.ErrNoURLClass) {
				t.Errorf("HTML5 has a URL class: %v", err)
			}
			continue
		}
		byMethod = decompose.Values{
			Href: u.Href(), Origin: u.Origin(), Protocol: u.Protocol(), Username: u.Username(), Password: u.Password(),
			Host: u.Host(), Hostname: u.Hostname(), Port: u.Port(), Pathname: u.Pathname(), Search: u.Search(), Hash: u.Hash(),
		}
		if err != nil || byMethod != u.Values() || byMethod != link.Values() || u.String() != u.Href() {
			t.Errorf("%v: URL %q, want %q", edition, byMethod, u.Values())
		}
		for name, set := range map[string]func(*decompose.URL, string){
			"protocol": (*decompose.URL).SetProtocol, "username": (*decompose.URL).SetUsername,
			"password": (*decompose.URL).SetPassword, "host": (*decompose.URL).SetHost,
			"hostname": (*decompose.URL).SetHostname, "port": (*decompose.URL).SetPort,
			"pathname": (*decompose.URL).SetPathname, "search": (*decompose.URL).SetSearch, "hash": (*decompose.URL).SetHash,
		} {
			one, two := *u, *u
			set(&one, "2")
			if two.Set(name, "2"); one.Href() != two.Href() {
				t.Errorf("%v, %s: the setter gives %q, Set %q", edition, name, one.Href(), two.Href())
			}
		}
	}
}

// TestAttributes holds which attributes there are, and that the others cannot be set.
func TestAttributes(t *testing.T) {
	for edition, want := range map[resolve.Edition]string{
		resolve.HTML5:   "href protocol host hostname port pathname search hash",
		resolve.URL2012: "href origin protocol host hostname port pathname search hash",
		resolve.URL2015: "href origin protocol username password host hostname port pathname search hash",
		resolve.Living:  "href origin protocol username password host hostname port pathname search hash",
		200:             "href",
	} {
		if got := strings.Join(decompose.Attributes(edition), " "); got != want {
			t.Errorf("%v: %s, want %s", edition, got, want)
		}
		link := decompose.Of(&decompose.Reference{Href: "http://h/", Rules: resolve.Resolver{Edition: edition}})
		for _, name := range []string{"origin", "searchParams", ""} {
			if link.Set(name, "x") {
				t.Errorf("%v: %q can be set", edition, name)
			}
		}
		if link.Set("username", "x") != strings.Contains(want, "username") {
			t.Errorf("%v: username", edition)
		}
	}
}

// TestHref holds the href setters of URL objects, and what a bad URL is in 2012.
//
// Spec: W3C URL 5.1, 5.2 (8 November 2012); URL Standard 2.3 (12 January 2015)
func TestHref(t *testing.T) {
	for _, c := range []struct {
		edition       resolve.Edition
		value         string
		href, search  string
		protocol      string
		refuses, same bool
	}{
		{edition: resolve.URL2012, value: "../x?y", href: "http://h/x?y", search: "y=", protocol: "http:"},
		{edition: resolve.URL2012, value: "http://h:x/", href: "http://h:x/", protocol: ":"},
		{edition: resolve.URL2015, value: "../x?y", href: "http://h/a/x?y", search: "y=", protocol: "http:"},
		{edition: resolve.URL2015, value: "http://h:x/", href: "http://h/a/b?c=d", search: "c=d", protocol: "http:", refuses: true},
		{edition: resolve.Living, value: "../x?y", href: "http://h/a/b?c=d", search: "c=d", protocol: "http:", refuses: true},
		{edition: resolve.Living, value: "http://k?y", href: "http://k/?y", search: "y=", protocol: "http:"},
	} {
		rules := resolve.Resolver{Edition: c.edition}
		base, err := rules.Parse("http://h/a/")
		if err != nil {
			t.Fatal(err)
		}
		u, err := decompose.Parse(rules, base, "b?c=d")
		if err != nil {
			t.Fatal(err)
		}
		if c.edition == resolve.URL2015 {
			u, err = decompose.Parse(rules, resolve.Resolver{Edition: c.edition}.Set(base, resolve.Path, "/a/p"), "b?c=d")
		}
		if err != nil {
			t.Fatal(err)
		}
		err = u.SetHref(c.value)
		if (err != nil) != c.refuses || u.Href() != c.href || u.SearchParams().String() != c.search || u.Protocol() != c.protocol {
			t.Errorf("%v: href=%s: %q, %q, %q, %v", c.edition, c.value, u.Href(), u.SearchParams(), u.Protocol(), err)
		}
	}
}

// TestSearchParamsOfURLs holds that pairs and queries change each other.
//
// Spec: URL Standard 2.3, 2.4 (12 January 2015)
func TestSearchParamsOfURLs(t *testing.T) {
	rules := resolve.Resolver{Edition: resolve.URL2015}
	one, err := decompose.Parse(rules, resolve.URL{}, "http://one/?a=1")
	if err != nil {
		t.Fatal(err)
	}
	two, err := decompose.Parse(rules, resolve.URL{}, "http://two/?b=2")
	if err != nil {
		t.Fatal(err)
	}
	shared := one.SearchParams()
	two.SetSearchParams(shared)
	if two.SearchParams() != shared || two.Href() != "http://two/?a=1" {
		t.Errorf("%q", two)
	}
	shared.Append("c", "é")
	if one.Href() != "http://one/?a=1&c=%C3%A9" || two.Search() != "?a=1&c=%C3%A9" {
		t.Errorf("%q and %q", one, two)
	}
	two.SetSearch("?é")
	if two.Href() != "http://two/?%C3%A9" || one.Href() != "http://one/?%C3%A9=" {
		t.Errorf("%q and %q", one, two)
	}
	shared.Delete("é")
	if one.Href() != "http://one/?" || two.Href() != "http://two/?" {
		t.Errorf("%q and %q", one, two)
	}
	living := parse(t, "http://h/?a=1", nil)
	living.SetSearchParams(shared)
	if living.SearchParams() == shared {
		t.Error("today searchParams cannot be set")
	}
	element := &decompose.Reference{Href: "?a=1#f", Rules: rules}
	if element.BaseURL, err = rules.Parse("http://h/p"); err != nil {
		t.Fatal(err)
	}
	decompose.Of(element).SearchParams().Append("b", "2")
	if element.Href != "http://h/p?a=1&b=2#f" {
		t.Errorf("%q", element.Href)
	}
}

// TestDomainStatics holds the static methods of 2015.
func TestDomainStatics(t *testing.T) {
	for _, c := range [][3]string{
		{"EXAMPLE.com", "example.com", "example.com"},
		{"bücher.example", "xn--bcher-kva.example", "bücher.example"},
		{"faß.de", "fass.de", "fass.de"},
		{"xn--bcher-kva.example", "xn--bcher-kva.example", "bücher.example"},
		{"1.2.3.4"}, {"0x7f.1"}, {"[::1]"}, {"a:80"}, {"a/b"}, {"u@h"}, {""}, {"a b"},
	} {
		if ascii, unicode := decompose.DomainToASCII(c[0]), decompose.DomainToUnicode(c[0]); ascii != c[1] || unicode != c[2] {
			t.Errorf("%q: %q and %q, want %q and %q", c[0], ascii, unicode, c[1], c[2])
		}
	}
}

// TestValuesGet holds Get against the fields, as JSON names them.
func TestValuesGet(t *testing.T) {
	var v decompose.Values
	names := decompose.Attributes(resolve.Living)
	for i, field := range []*string{
		&v.Href, &v.Origin, &v.Protocol, &v.Username, &v.Password, &v.Host, &v.Hostname, &v.Port, &v.Pathname, &v.Search, &v.Hash,
	} {
		*field = "value of " + names[i]
	}
	if all := attributes(v); len(all) != len(names) {
		t.Errorf("%d attributes, %d names", len(all), len(names))
	}
	for _, name := range names {
		if got := v.Get(name); got != "value of "+name || got != attributes(v)[name] {
			t.Errorf("%s: %q", name, got)
		}
	}
	if got := v.Get("nothing"); got != "" {
		t.Errorf("%q", got)
	}
}

package decompose_test

import (
	"encoding/json"
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

func parse(t *testing.T, url string, base *string) *decompose.URL {
	t.Helper()
	u, err := decompose.Parse(living, url, base)
	if err != nil {
		t.Fatal(err)
	}
	return u
}

// TestURLTestData holds the getters of the URL class.
func TestURLTestData(t *testing.T) {
	for _, name := range []string{"urltestdata", "ada_extra_urltestdata", "ada_long_urltestdata"} {
		for _, c := range testcase.ConformanceObjects[map[string]any](t, "url/"+name+".json") {
			input := c["input"].(string)
			var base *string
			if text, ok := c["base"].(string); ok {
				base = &text
			}
			u, err := decompose.Parse(living, input, base)
			if fails := c["failure"] == true; fails != (err != nil) || fails == decompose.CanParse(living, input, base) {
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
		if decompose.CanParse(living, c.Input, nil) || decompose.CanParse(living, "about:blank", &c.Input) {
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
		got := decompose.CanParse(living, c.URL, c.Base)
		known.Check(c.URL, got == c.Expected, "can be parsed on %v: %t", c.Base, got)
	}
	for _, c := range testcase.Conformance[struct{ Input, Base string }](t, "url/url-constructor-base.json") {
		if decompose.CanParse(living, c.Input, &c.Base) {
			t.Errorf("%q on %q parses", c.Input, c.Base)
		}
	}
	for _, c := range testcase.Conformance[struct {
		Input  string
		Parses bool
	}](t, "url/javascript-urls.json") {
		if got := decompose.CanParse(living, c.Input, nil); got != c.Parses {
			t.Errorf("%q parses: %t", c.Input, got)
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
			u, err := decompose.Parse(living, "https://"+c.Input+"/x", nil)
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

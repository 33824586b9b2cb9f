package decompose_test

import (
	"fmt"
	"testing"

	"htmlurl/decompose"
	"htmlurl/internal/testcase"
	"htmlurl/resolve"
)

type decomposeCase struct {
	Clause         string
	Href           string
	Base, Encoding string
	Attr, Value    string
	HTML5          decompose.Values
}

// TestValues holds the two worked tables of the text, and each row and column of the table of the attributes.
func TestValues(t *testing.T) {
	for _, c := range testcase.Own[decomposeCase](t, "decompose.json") {
		link := decompose.Of(reference(t, c))
		if c.Attr != "" && !link.Set(c.Attr, c.Value) {
			t.Fatalf("no attribute %q", c.Attr)
		}
		if got := link.Values(); got != c.HTML5 {
			t.Errorf("%s: %q on %q, %s=%q:\n got %q\nwant %q", c.Clause, c.Href, c.Base, c.Attr, c.Value, got, c.HTML5)
		}
		each := decompose.Values{
			Href: link.Href(), Protocol: link.Protocol(), Host: link.Host(), Hostname: link.Hostname(),
			Port: link.Port(), Pathname: link.Pathname(), Search: link.Search(), Hash: link.Hash(),
		}
		if got := link.Values(); got != each {
			t.Errorf("%q: Values %q differ from the attributes %q", c.Href, got, each)
		}
	}
}

func reference(t *testing.T, c decomposeCase) *decompose.Reference {
	t.Helper()
	r := &decompose.Reference{Href: c.Href}
	var err error
	if c.Encoding != "" {
		if r.Rules.Encoding, err = resolve.LookupEncoding(c.Encoding); err != nil {
			t.Fatal(err)
		}
	}
	if c.Base != "" {
		if r.BaseURL, err = r.Rules.Parse(c.Base); err != nil {
			t.Fatal(err)
		}
	}
	return r
}

// TestSetters holds that each setter is the attribute of its name.
func TestSetters(t *testing.T) {
	for name, set := range map[string]func(decompose.Link, string){
		"href": decompose.Link.SetHref, "protocol": decompose.Link.SetProtocol, "host": decompose.Link.SetHost,
		"hostname": decompose.Link.SetHostname, "port": decompose.Link.SetPort, "pathname": decompose.Link.SetPathname,
		"search": decompose.Link.SetSearch, "hash": decompose.Link.SetHash,
	} {
		one := &decompose.Reference{Href: "http://h:1/p?q#f"}
		two := *one
		set(decompose.Of(one), "2")
		if !decompose.Of(&two).Set(name, "2") || one.Href != two.Href {
			t.Errorf("%s: the setter gives %q, Set %q", name, one.Href, two.Href)
		}
	}
	if decompose.Of(&decompose.Reference{}).Set("origin", "x") {
		t.Error("origin can be set")
	}
}

// FuzzSet holds that whatever is set, the attributes are those of the resolved reference, put together.
func FuzzSet(f *testing.F) {
	f.Add("http://u@h:80/p?q#f", uint8(3), "x:80")
	f.Fuzz(func(t *testing.T, href string, attr uint8, value string) {
		names := []string{"href", "protocol", "host", "hostname", "port", "pathname", "search", "hash"}
		r := &decompose.Reference{Href: href}
		link := decompose.Of(r)
		before := link.Values()
		link.Set(names[int(attr)%len(names)], value)
		after := link.Values()
		if before.Protocol == "" && attr%8 != 0 && r.Href != href {
			t.Fatalf("a setter changed %q, which does not resolve, to %q", href, r.Href)
		}
		if after.Protocol == "" && after != (decompose.Values{Href: after.Href}) {
			t.Fatalf("%q does not resolve, but has parts: %q", r.Href, after)
		}
		if after.Host != "" && after.Hostname != after.Host && after.Hostname+":"+after.Port != after.Host {
			t.Fatalf("host %q is not hostname %q and port %q", after.Host, after.Hostname, after.Port)
		}
	})
}

// The port setter does what is printed: a value without digits makes the port 0.
func ExampleLink_SetPort() {
	url := &decompose.Reference{Href: "http://example.com/"}
	decompose.Of(url).SetPort("eighty")
	fmt.Println(url.Href)
	// Output: http://example.com:0/
}

// TestCommonSetterAction holds that the setter action is invoked also where the setter condition does not hold: the
// reference then becomes the resolved one.
func TestCommonSetterAction(t *testing.T) {
	base, err := resolve.Resolver{}.Parse("http://h/a/")
	if err != nil {
		t.Fatal(err)
	}
	r := &decompose.Reference{Href: "../x", BaseURL: base}
	if decompose.Of(r).SetPort("99999"); r.Href != "http://h/x" {
		t.Errorf("%q", r.Href)
	}
}

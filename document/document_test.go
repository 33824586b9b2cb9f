package document_test

import (
	"slices"
	"strings"
	"testing"

	"htmlurl/decompose"
	"htmlurl/document"
	"htmlurl/resolve"
)

// TestCreator holds that an about:blank document inherits the base of its creator, with or without saying so, and
// others do not (2.6.3, fallback base URL step 2).
func TestCreator(t *testing.T) {
	creator := mustParse(t, "<base href=/b/>", document.Options{Address: "http://h/d"})
	for address, want := range map[string]string{"about:blank": "http://h/b/", "": "http://h/b/", "http://k/": "http://k/"} {
		d := mustParse(t, "", document.Options{Address: address, Creator: creator})
		if d.Base().String() != want {
			t.Errorf("address %q: base %q, want %q", address, d.Base(), want)
		}
	}
	if d := mustParse(t, "", document.Options{Address: "about:blank"}); d.Base().String() != "about:blank" {
		t.Errorf("without creator: base %q", d.Base())
	}
}

// TestSrcdocEncoding holds that a srcdoc document is in UTF-8, whatever the page around it or a meta in it says.
func TestSrcdocEncoding(t *testing.T) {
	const page = "<iframe srcdoc='<meta charset=shift_jis><a href=?&#xE9;>'></iframe>"
	d := mustParse(t, page, document.Options{Address: "http://h/", ContentType: "text/html; charset=windows-1252"})
	for frame, err := range d.Frames() {
		if err != nil {
			t.Fatal(err)
		}
		if name, source := frame.Encoding(); name != "UTF-8" || source != document.FromSrcdoc {
			t.Errorf("encoding %s from %s", name, source)
		}
		for link := range frame.Links() {
			if link.URL.String() != "http://h/?%C3%A9" {
				t.Errorf("link %q", link.URL)
			}
		}
		return
	}
	t.Error("no frame")
}

// TestEmptyAction holds that an empty action is the document's address, fragment and all, and unknown without one.
func TestEmptyAction(t *testing.T) {
	const page = "<base href=http://b/><form action=''><button formaction=''></button></form><form action=' '>"
	for address, want := range map[string][]string{
		"http://h/d#f": {"http://h/d#f", "http://h/d#f", "http://b/"},
		"":             {"", "", "http://b/"},
	} {
		d := mustParse(t, page, document.Options{Address: address})
		var got []string
		for link := range d.Links() {
			if link.Kind == document.FormSubmit {
				got = append(got, link.URL.String())
				if link.URL.IsZero() != (link.Err != nil) {
					t.Errorf("URL %q with error %v", link.URL, link.Err)
				}
			}
		}
		if !slices.Equal(got, want) {
			t.Errorf("address %q: %q, want %q", address, got, want)
		}
	}
}

// TestXMLBaseWithoutScheme holds that an xml:base that gives no URL leaves the base as it is.
func TestXMLBaseWithoutScheme(t *testing.T) {
	for _, c := range []struct{ address, value, want string }{
		{"http://h/", "1x:y/", "http://h/z"},
		{"http://h/", " http://k/ ", "http://h/z"},
		{"", "foo/", ""},
		{"", "//k/", ""},
		{"", "http://k/#f", "http://k/z"},
		{"http://h/", "x:", "x:z"},
	} {
		d := mustParse(t, "<a href=z xml:base='"+c.value+"'>", document.Options{Address: c.address})
		for link := range d.Links() {
			if link.URL.String() != c.want || (link.Err == nil) != (c.want != "") {
				t.Errorf("xml:base %q at %q: %q, %v, want %q", c.value, c.address, link.URL, link.Err, c.want)
			}
		}
	}
}

// TestXMLBaseOrder holds that BaseOf and Links agree on every element, in whatever order one asks.
func TestXMLBaseOrder(t *testing.T) {
	const page = `<div xml:base=a/><p xml:base=b/><a href=1></a></p><a href=2></a><p><a xml:base=c/ href=3></a>` +
		`<i xml:base=d/><a href=4></a></i></p></div><a href=5></a><p xml:base=e/><a href=6>`
	d := mustParse(t, page, document.Options{Address: "http://h/"})
	want := []string{"http://h/a/b/1", "http://h/a/2", "http://h/a/c/3", "http://h/a/d/4", "http://h/5", "http://h/e/6"}
	links := slices.Collect(d.Links())
	for i, link := range slices.Backward(links) {
		if link.URL.String() != want[i] || d.BaseOf(link.Node) != link.Base {
			t.Errorf("link %d: %q on %q, BaseOf %q, want %q", i, link.URL, link.Base, d.BaseOf(link.Node), want[i])
		}
	}
	if len(links) != len(want) {
		t.Errorf("%d links", len(links))
	}
}

// TestElement holds the common setter action: it writes the href attribute of the element, as its base resolves it.
func TestElement(t *testing.T) {
	d := mustParse(t, "<p xml:base=http://k/e/><a href=x></a><a></a><svg><a xlink:href=x></a></svg>", document.Options{Address: "http://h/"})
	var elements []document.Element
	for n := range d.Root().Descendants() {
		if n.Data == "a" {
			elements = append(elements, d.ElementOf(n))
		}
	}
	if len(elements) != 3 {
		t.Fatalf("%d elements", len(elements))
	}
	link := decompose.Of(elements[0])
	if link.SetHash("f"); link.Href() != "http://k/e/x#f" {
		t.Errorf("href %q", link.Href())
	}
	for _, e := range elements[1:] {
		link := decompose.Of(e)
		if link.SetHash("f"); link.Href() != "" {
			t.Errorf("an element without href has href %q after SetHash", link.Href())
		}
		if link.SetHref("y"); link.Href() != "http://k/e/y" {
			t.Errorf("href %q", link.Href())
		}
	}
}

// TestLinkAllocations holds that going through the links of a page costs what resolving them does, and nothing else.
func TestLinkAllocations(t *testing.T) {
	d := mustParse(t, strings.Repeat("<p class=x><a href=rel></a><img src=http://h/abs></p>", 100), document.Options{Address: "http://h/"})
	allocations := testing.AllocsPerRun(10, func() {
		for link := range d.Links() {
			_ = link
		}
	})
	const relative = 100
	if allocations > relative+5 {
		t.Errorf("%v allocations for %d relative references", allocations, relative)
	}
}

// TestUnknownEdition holds that an unknown edition is an error, with an address and without.
func TestUnknownEdition(t *testing.T) {
	for _, address := range []string{"", "http://h/"} {
		if _, err := document.Parse(strings.NewReader(""), document.Options{Address: address, Edition: resolve.Edition(99)}); err == nil {
			t.Errorf("address %q: no error", address)
		}
	}
}

func mustParse(t *testing.T, page string, o document.Options) *document.Document {
	t.Helper()
	d, err := document.Parse(strings.NewReader(page), o)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// TestLivingBase holds today's rules of the document base URL where they differ from those of HTML5.
//
// Spec: https://html.spec.whatwg.org/#set-the-frozen-base-url, https://html.spec.whatwg.org/#fallback-base-url
func TestLivingBase(t *testing.T) {
	creator := mustParse(t, "<base href=/c/>", document.Options{Address: "http://k/", Edition: resolve.Living})
	for _, c := range []struct {
		page, address string
		creator       *document.Document
		base, link    string
	}{
		{page: "<base href=../x/><a href=y>", address: "http://H:80/d/e/p#f", base: "http://h/d/x/", link: "http://h/d/x/y"},
		{page: "<base href=data:,x><base href=/x/><a href=y>", address: "http://h/d/p", base: "http://h/d/p", link: "http://h/d/y"},
		{page: "<base href=JavaScript:x><a href=y>", address: "http://h/d/p", base: "http://h/d/p", link: "http://h/d/y"},
		{page: "<base href='http://a b/'><a href=y>", address: "http://h/d/p", base: "http://h/d/p", link: "http://h/d/y"},
		{page: "<base href=''><a href=#y>", address: "http://h/d/p?q#f", base: "http://h/d/p?q", link: "http://h/d/p?q#y"},
		{page: "<base href=blob:x><a href=y>", address: "http://h/", base: "blob:x"},
		{page: "<base href=blob:x><a href=#y>", address: "http://h/", base: "blob:x", link: "blob:x#y"},
		{page: "<div xml:base=/x/><a href=y>", address: "http://h/d/p", base: "http://h/d/p", link: "http://h/d/y"},
		{page: "<a href=y>", address: "about:blank?q#f", creator: creator, base: "http://k/c/", link: "http://k/c/y"},
		{page: "<a href=y>", address: "about:blanks", creator: creator, base: "about:blanks"},
	} {
		d := mustParse(t, c.page, document.Options{Address: c.address, Creator: c.creator, Edition: resolve.Living})
		if d.Base().String() != c.base {
			t.Errorf("%s at %s: base %q (%s), want %q", c.page, c.address, d.Base(), d.Why(), c.base)
		}
		for link := range d.Links() {
			if link.Attr == "href" && link.Node.Data == "a" && link.URL.String() != c.link {
				t.Errorf("%s at %s: %q, %v, want %q", c.page, c.address, link.URL, link.Err, c.link)
			}
		}
	}
	d := mustParse(t, "<template><a href=y></template>", document.Options{Address: "http://h/", Edition: resolve.Living, TemplateContents: true})
	for link := range d.Links() {
		if link.Base.String() != "about:blank" || link.Err == nil {
			t.Errorf("in template contents: %q on %q", link.URL, link.Base)
		}
	}
}

// TestStrictAboutBase holds the step that may come: in an about: document a relative base has no URL.
func TestStrictAboutBase(t *testing.T) {
	defer document.SetStrictAboutBase(document.SetStrictAboutBase(true))
	for href, want := range map[string]string{"d/": "http://h/p", "http://b/": "http://b/"} {
		d := mustParse(t, "<iframe srcdoc='<base href="+href+">'>", document.Options{Address: "http://h/p", Edition: resolve.Living})
		for frame := range d.Frames() {
			if frame.Base().String() != want {
				t.Errorf("base href=%s: %v, want %s", href, frame.Base(), want)
			}
		}
	}
}

package decompose_test

import (
	"testing"

	"htmlurl/decompose"
	"htmlurl/internal/testcase"
	"htmlurl/resolve"
)

type editionSetterCase struct {
	Clause                   string
	Href                     string
	Base                     *string
	Attr, Value, Encoding    string
	URL2012, URL2015, Living map[string]string
}

// TestEditionSetters holds the setters of elements where there is a base, else of URL objects, which keep what a setter
// made of their URL also where its string would be parsed otherwise.
func TestEditionSetters(t *testing.T) {
	for _, c := range testcase.Own[editionSetterCase](t, "editions/setters.json") {
		for edition, want := range map[resolve.Edition]map[string]string{
			resolve.URL2012: c.URL2012, resolve.URL2015: c.URL2015, resolve.Living: c.Living,
		} {
			if want == nil {
				continue
			}
			about := c.Clause + ": " + edition.String() + ": " + c.Href + " " + c.Attr + "=" + c.Value
			rules := resolve.Resolver{Edition: edition}
			if u, err := decompose.Parse(rules, resolve.URL{}, c.Href); c.Base == nil && c.Encoding == "" && err == nil {
				u.Set(c.Attr, c.Value)
				checkAttributes(t, about, u.Values(), want)
				continue
			}
			link := decompose.Of(editionElement(t, c, rules))
			link.Set(c.Attr, c.Value)
			checkAttributes(t, about, link.Values(), want)
		}
	}
}

func editionElement(t *testing.T, c editionSetterCase, rules resolve.Resolver) *decompose.Reference {
	t.Helper()
	element := &decompose.Reference{Href: c.Href, Rules: rules}
	var err error
	if c.Encoding != "" {
		if element.Rules.Encoding, err = resolve.LookupEncoding(c.Encoding); err != nil {
			t.Fatal(err)
		}
	}
	if c.Base != nil {
		if element.BaseURL, err = element.Rules.Parse(*c.Base); err != nil {
			t.Fatal(err)
		}
	}
	return element
}

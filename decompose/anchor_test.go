package decompose_test

import (
	"testing"

	"htmlurl/decompose"
	"htmlurl/internal/testcase"
	"htmlurl/resolve"
)

// anchorLedger has the cases that HTML5 answers otherwise than today, by rules.
var anchorLedger = map[resolve.Edition]testcase.Ledger{
	resolve.HTML5: testcase.ByReason(map[string][]string{"2.6.7: there are no username and password": {
		"https://anonymous:flabada@developer.mozilla.org/en-US/docs/ set to blubb href is https://anonymous:blubb@developer.mozilla.org/en-US/docs/",
		"https://anonymous:pwd@developer.mozilla.org:1234/en-US/ set to wellknown href is https://wellknown:pwd@developer.mozilla.org:1234/en-US/",
	}}),
	resolve.Living: nil,
}

// TestAnchorData holds the getters and setters of elements with URLs that no edition finds hard. The older editions have no
// username and password.
func TestAnchorData(t *testing.T) {
	type getterCase struct{ Href, Property, Expected string }
	type setterCase struct {
		Property, Set string
		OldValue      string `json:"old_value"`
		NewValue      string `json:"new_value"`
		OldHref       string `json:"old_href"`
		NewHref       string `json:"new_href"`
	}
	for edition, ledger := range anchorLedger {
		known := ledger.Open(t)
		check := func(href, property, want string, element *decompose.Reference) {
			got := decompose.Of(element).Values().Get(property)
			if isOf := edition == resolve.Living || property != "username" && property != "password"; isOf {
				known.Check(href+" "+property+" is "+want, got == want, "%v: %q", edition, got)
			}
		}
		for _, c := range testcase.Conformance[getterCase](t, "html/anchor-getters.json") {
			element := &decompose.Reference{Href: c.Href, Rules: resolve.Resolver{Edition: edition}}
			check(c.Href, c.Property, c.Expected, element)
		}
		for _, c := range testcase.Conformance[setterCase](t, "html/anchor-setters.json") {
			element := &decompose.Reference{Href: c.OldHref, Rules: resolve.Resolver{Edition: edition}}
			check(c.OldHref, c.Property, c.OldValue, element)
			decompose.Of(element).Set(c.Property, c.Set)
			check(c.OldHref+" set to "+c.Set, c.Property, c.NewValue, element)
			check(c.OldHref+" set to "+c.Set, "href", c.NewHref, element)
		}
	}
}

package fragment_test

import (
	"fmt"
	"maps"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"htmlurl/fragment"
	"htmlurl/internal/testcase"
	"htmlurl/resolve"
)

type targetCase struct {
	Clause, HTML  string
	Fragment      *string
	HTML5, Living *string
}

func TestTargets(t *testing.T) {
	for _, c := range testcase.Own[targetCase](t, "fragment-target.json") {
		root := parse(t, c.HTML)
		x := fragment.NewIndex(root)
		for _, edition := range resolve.Editions() {
			want := c.HTML5
			if edition == resolve.Living {
				want = c.Living
			}
			check := func(how string, target fragment.Target, ok bool) {
				t.Helper()
				if got := show(t, target, ok); got != orNone(want) {
					t.Errorf("%s: %s: %v: #%s in %s indicates %s, want %s",
						c.Clause, how, edition, orNone(c.Fragment), c.HTML, got, orNone(want))
				}
			}
			if c.Fragment == nil {
				target, ok := x.FindURL(mustParse(t, edition, "http://h/"), edition)
				check("FindURL", target, ok)
				continue
			}
			target, ok := fragment.Find(root, *c.Fragment, edition)
			check("Find", target, ok)
			target, ok = x.Find(*c.Fragment, edition)
			check("Index.Find", target, ok)
		}
	}
}

// parse parses a page, which is short and so cannot be nested too deep.
func parse(t testing.TB, page string) *html.Node {
	t.Helper()
	root, err := html.Parse(strings.NewReader(page))
	if err != nil {
		t.Fatal(err)
	}
	return root
}

func mustParse(t testing.TB, edition resolve.Edition, url string) resolve.URL {
	t.Helper()
	u, err := resolve.Resolver{Edition: edition}.Parse(url)
	if err != nil {
		t.Fatal(err)
	}
	return u
}

// show names a target by the title of its element, and holds what is true of every target.
func show(t testing.TB, target fragment.Target, ok bool) string {
	t.Helper()
	place := "top"
	if target.Node != nil {
		place = attribute(target.Node, "title")
	}
	if ok == (target == fragment.Target{}) || target.IsTop() != (ok && target.Node == nil) {
		t.Errorf("target %v, %t", target, ok)
	}
	attr := "id"
	if target.By == fragment.Name || target.By == fragment.DecodedName {
		attr = "name"
	}
	if target.Node != nil && target.Value != attribute(target.Node, attr) || target.Node == nil && target.Value != "" {
		t.Errorf("%s of %s is not %q", attr, place, target.Value)
	}
	if !ok {
		return "nothing"
	}
	return fmt.Sprintf("%s by %s", place, target.By)
}

func attribute(n *html.Node, key string) string {
	for _, a := range n.Attr {
		if a.Key == key {
			return a.Val
		}
	}
	return ""
}

func orNone(s *string) string {
	if s == nil {
		return "nothing"
	}
	return *s
}

// html5Ledger has the cases in which HTML5 and URL2015 differ from today's rules, by their place in the data and
// what is set.
var html5Ledger = testcase.ByReason(map[string][]string{
	"step 3: what is no UTF-8 is not decoded": {"4 %C2", "5 %EF%BB%BF%C2"},
	"step 4: the ID is compared with the decoded fragment only": {
		"9 escape%20collision", "10 has%20two%20spaces", "11 do%20not%20go%20here",
	},
})

// url2012Ledger has those of URL2012.
var url2012Ledger = func() testcase.Ledger {
	ledger := maps.Clone(html5Ledger)
	ledger["14 §1"] = "step 5: the name is compared with the fragment, and the URL has #%C2%A71"
	return ledger
}()

// TestConformance compares with what browsers of today find, once each edition has parsed the URL.
func TestConformance(t *testing.T) {
	type conformanceCase struct {
		HTML    string
		SetHash string  `json:"set_hash"`
		Target  *string `json:"expect_target"`
	}
	for edition, ledger := range map[resolve.Edition]testcase.Ledger{
		resolve.HTML5: html5Ledger, resolve.URL2012: url2012Ledger, resolve.URL2015: html5Ledger, resolve.Living: {},
	} {
		t.Run(edition.String(), func(t *testing.T) {
			known := ledger.Open(t)
			for i, c := range testcase.Conformance[conformanceCase](t, "html/fragment-target.json") {
				base := mustParse(t, edition, "http://h/")
				u, err := resolve.Resolver{Edition: edition}.Resolve(base, "#"+c.SetHash)
				if err != nil {
					t.Fatal(err)
				}
				target, ok := fragment.NewIndex(parse(t, c.HTML)).FindURL(u, edition)
				got := "nothing"
				switch {
				case target.IsTop():
					got = "#top-of-document"
				case ok && target.By == fragment.Name || target.By == fragment.DecodedName:
					got = "name=" + target.Value
				case ok:
					got = "id=" + target.Value
				}
				name := fmt.Sprintf("%d %s", i, c.SetHash)
				known.Check(name, got == orNone(c.Target), "%s indicates %s, want %s", u, got, orNone(c.Target))
			}
		})
	}
}

package resolve_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"strconv"
	"strings"
	"testing"

	"htmlurl/resolve"
)

// TestAllocations holds that a reference costs one allocation, and none where it is its URL already.
func TestAllocations(t *testing.T) {
	var r resolve.Resolver
	base, err := r.Parse("https://www.example.com/news/2012/11/index.html?page=2")
	if err != nil {
		t.Fatal(err)
	}
	buf := make([]byte, 0, 512)
	for _, c := range []struct {
		ref            string
		resolve, appnd float64
	}{
		{"https://static.example.com/images/header.png?v=12#x", 0, 0},
		{"mailto:a@example.com", 0, 0},
		{"/images/header.png", 1, 0},
		{"../10/./article.html?q#f", 1, 0},
		{"//cdn.example.com", 1, 0},
		{"", 1, 0},
	} {
		if n := testing.AllocsPerRun(100, func() { _, err = r.Resolve(base, c.ref) }); n != c.resolve || err != nil {
			t.Errorf("Resolve %q: %v allocations, want %v (%v)", c.ref, n, c.resolve, err)
		}
		if n := testing.AllocsPerRun(100, func() { _, err = r.Append(buf, base, c.ref) }); n != c.appnd || err != nil {
			t.Errorf("Append %q: %v allocations, want %v (%v)", c.ref, n, c.appnd, err)
		}
	}
}

// TestReportEverywhere holds that Resolve and Append report, on absolute references that stay as they are, too.
func TestReportEverywhere(t *testing.T) {
	var reports int
	r := resolve.Resolver{Report: func(resolve.Violation) { reports++ }}
	for _, ref := range []string{" http://h/", "http://h/#a#b", "http://h/a b"} {
		for name, resolveRef := range map[string]func() error{
			"Resolve": func() error { _, err := r.Resolve(resolve.URL{}, ref); return err },
			"Append":  func() error { _, err := r.Append(nil, resolve.URL{}, ref); return err },
		} {
			reports = 0
			if err := resolveRef(); err != nil || reports != 1 {
				t.Errorf("%s %q: %d reports, %v", name, ref, reports, err)
			}
		}
	}
}

// TestIPLiterals holds what is an IP literal, which ends at the last bracket, and what a valid one is made of.
func TestIPLiterals(t *testing.T) {
	for s, host := range map[string]string{
		"//[::1]:80/": "[::1]", "//[v1.a]b]:80": "[v1.a]b]", "//[V1F.é:x]/": "[V1F.é:x]", "//u@[::1.2.3.4]": "[::1.2.3.4]",
	} {
		c, err := resolve.ParseComponents(s)
		if got, _ := c.Host(); err != nil || got != host {
			t.Errorf("%q: host %q, %v", s, got, err)
		}
	}
	for s, valid := range map[string]bool{
		"//[::1]/": true, "//[v1.a:b]/": true, "//[v1.a]b]/": false, "//[v1.é]/": false, "//[1.2.3.4]/": false, "//[::1%25x]/": false,
	} {
		if got := (resolve.Resolver{}).ValidURL(s); got != valid {
			t.Errorf("%q: valid %t", s, got)
		}
	}
	if _, err := (resolve.Resolver{}).Resolve(resolve.URL{}, "http://[1.2.3.4]/"); !errors.Is(err, resolve.DomainToASCII) {
		t.Errorf("an IPv4 address in brackets: %v", err)
	}
}

// TestSpan holds that the spans of the components are their places, and of those that are absent, where they would go.
func TestSpan(t *testing.T) {
	for s, want := range map[string]string{
		"http://u@h:80/p?q#f": "http h 80 h:80 /p q f",
		"http://h":            "http h  h   ",
		"p":                   "    p  ",
		"?#":                  "      ",
	} {
		c, err := resolve.ParseComponents(s)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for part := resolve.Scheme; part <= resolve.Fragment; part++ {
			start, end := c.Span(part)
			got = append(got, s[start:end])
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%q: %q, want %q", s, strings.Join(got, " "), want)
		}
	}
}

// TestText holds the texts that encoders such as encoding/json use.
func TestText(t *testing.T) {
	latin1, err := resolve.LookupEncoding("latin1")
	if err != nil {
		t.Fatal(err)
	}
	u, err := resolve.Resolver{}.Resolve(resolve.URL{}, "http://h/")
	if err != nil {
		t.Fatal(err)
	}
	text, err := json.Marshal(map[string]any{"edition": resolve.HTML5, "encoding": latin1, "none": resolve.URL{}, "url": u})
	if want := `{"edition":"html5","encoding":"windows-1252","none":"","url":"http://h/"}`; string(text) != want || err != nil {
		t.Errorf("%s, %v, want %s", text, err, want)
	}
	var back struct {
		Edition  resolve.Edition
		Encoding resolve.Encoding
	}
	if err := json.Unmarshal(text, &back); err != nil || back.Encoding != latin1 || back.Edition != resolve.HTML5 {
		t.Errorf("%+v, %v", back, err)
	}
	if err := json.Unmarshal([]byte(`{"encoding":"utf-9"}`), &back); err == nil {
		t.Error("utf-9 is an encoding")
	}
}

// TestReservedURLs holds that the reserved about: URLs resolve to themselves (2.6.1).
func TestReservedURLs(t *testing.T) {
	for _, s := range []string{resolve.LegacyCompat, resolve.Srcdoc} {
		if u, err := (resolve.Resolver{}).Resolve(resolve.URL{}, s); err != nil || u.String() != s {
			t.Errorf("%q is %q, %v", s, u, err)
		}
	}
}

// TestPredicates holds absolute, hierarchical and authority-based URLs (2.6.4).
func TestPredicates(t *testing.T) {
	for s, want := range map[string][3]bool{
		"http://h/":      {true, true, true},
		"http://h":       {true, true, true},
		" HTTP://h/ ":    {true, true, true},
		"x:/a":           {true, true, false},
		"x:a/../b":       {true, true, false}, // resolved, it is x:/b
		"mailto:a":       {true, false, false},
		"about:blank":    {true, false, false},
		"file:///x":      {true, true, true},
		"http:a":         {true, false, false},
		"//h/":           {},
		"a":              {},
		"":               {},
		"http://a_b/":    {},
		"data://x":       {},
		`http://u:v\w@k`: {true, false, false}, // resolved, it does not parse
	} {
		var r resolve.Resolver
		if got := [3]bool{r.IsAbsolute(s), r.IsHierarchical(s), r.IsAuthorityBased(s)}; got != want {
			t.Errorf("%q: absolute, hierarchical, authority-based %v, want %v", s, got, want)
		}
	}
}

// TestErrorBytes holds which bytes of the reference as given an error points at.
func TestErrorBytes(t *testing.T) {
	for _, c := range []struct {
		ref  string
		rule resolve.Rule
		what string
	}{
		{" \t1a:b", resolve.SchemeInvalid, "1a"},
		{" :x", resolve.SchemeInvalid, ":"},
		{"http://a@b@c/", resolve.AuthorityInvalid, "@"},
		{" //h:8x/", resolve.PortInvalid, "8x"},
		{"//a%zz/", resolve.HostInvalid, "%"},
		{"//a%FFb/", resolve.HostNotUTF8, "a%FFb"},
		{" //www.a_b.c/", resolve.DomainToASCII, "a_b"},
		{"//x%5Fy/", resolve.DomainToASCII, "x%5Fy"},
		{"data://x ", resolve.DataURLWithAuthority, "data://x"},
		{"x:a/..//b", resolve.PathStartsWithDoubleSlash, "x:a/..//b"},
	} {
		base, err := resolve.Resolver{}.Parse("http://h/")
		if err != nil {
			t.Fatal(err)
		}
		_, err = resolve.Resolver{}.Resolve(base, c.ref)
		bad, ok := errors.AsType[*resolve.Error](err)
		if !ok || !errors.Is(err, c.rule) || c.ref[bad.Start:bad.End] != c.what {
			t.Errorf("%q: %v, want %s at %q", c.ref, err, string(c.rule), c.what)
		}
	}
}

// TestReport holds that mistakes which do not prevent a URL are reported with their bytes, in order.
func TestReport(t *testing.T) {
	r := resolver(t, "windows-1252")
	var got []string
	r.Report = func(v resolve.Violation) {
		got = append(got, fmt.Sprintf("%s %q", string(v.Rule), v.Input[v.Start:v.End]))
	}
	base, err := r.Parse("http://h/")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := r.Resolve(base, " a|b%?é表#x#y\n"); err != nil {
		t.Fatal(err)
	}
	want := `[surrounding-space " " invalid-URL-unit "|" invalid-URL-unit "%" non-ASCII-query "é" unencodable-query "表" invalid-URL-unit "#" surrounding-space "\n"]`
	if fmt.Sprint(got) != want {
		t.Errorf("got\n%s, want\n%s", got, want)
	}
}

// TestEditions holds that an edition is found by its name, and an unknown one is an error and no panic.
func TestEditions(t *testing.T) {
	for _, e := range resolve.Editions() {
		if got, err := resolve.ParseEdition(e.String()); got != e || err != nil {
			t.Errorf("%s is %s, %v", e, got, err)
		}
	}
	if _, err := resolve.ParseEdition("html4"); err == nil {
		t.Error("html4 is an edition")
	}
	r := resolve.Resolver{Edition: 200}
	if _, err := r.Resolve(resolve.URL{}, "x:y"); !errors.Is(err, resolve.EditionUnknown) {
		t.Errorf("edition 200: %v", err)
	}
	if _, err := r.Parse("x:y"); !errors.Is(err, resolve.EditionUnknown) {
		t.Errorf("edition 200: %v", err)
	}
}

// A query is encoded in the document's encoding, the path never; and the fragment stays as it is.
func ExampleResolver_Resolve() {
	latin1, err := resolve.LookupEncoding("iso-8859-1")
	if err != nil {
		panic(err)
	}
	r := resolve.Resolver{Encoding: latin1}
	base, err := r.Parse("http://example.com/menu/")
	if err != nil {
		panic(err)
	}
	u, err := r.Resolve(base, "café?café#café")
	if err != nil {
		panic(err)
	}
	fmt.Println(u)
	// Output: http://example.com/menu/caf%C3%A9?caf%E9#café
}

// A relative reference resolves on about:blank, too: RFC 3986 does not ask whether the base is hierarchical.
func ExampleResolver_Parse() {
	var r resolve.Resolver
	base, err := r.Parse("about:blank")
	if err != nil {
		panic(err)
	}
	u, err := r.Resolve(base, "x")
	fmt.Println(u, err)
	// Output: about:x <nil>
}

// TestRuleTexts holds that each rule of errors.go has a text of its own.
func TestRuleTexts(t *testing.T) {
	file, err := parser.ParseFile(token.NewFileSet(), "errors.go", nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	texts := map[string]resolve.Rule{}
	ast.Inspect(file, func(n ast.Node) bool {
		constant, ok := n.(*ast.ValueSpec)
		if !ok || len(constant.Values) != 1 {
			return true
		}
		if typ, ok := constant.Type.(*ast.Ident); !ok || typ.Name != "Rule" {
			return true
		}
		name, err := strconv.Unquote(constant.Values[0].(*ast.BasicLit).Value)
		if err != nil {
			t.Fatal(err)
		}
		rule := resolve.Rule(name)
		text := rule.Error()
		if other, ok := texts[text]; ok || text == name {
			t.Errorf("%s has the text %q, like %q", constant.Names[0], text, string(other))
		}
		texts[text] = rule
		return true
	})
	if len(texts) < 40 {
		t.Errorf("%d rules", len(texts))
	}
}

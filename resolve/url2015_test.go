package resolve_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"htmlurl/internal/testcase"
	"htmlurl/resolve"
)

type url2015Case struct {
	Clause     string
	Ref        string
	Base       *string
	Encoding   string
	URL        *string
	Rule, At   string   // of an error
	Violations []string // not checked if absent
}

// TestURL2015 holds the grammar rules of 1.3, row by row, and each place where the printed text is left.
func TestURL2015(t *testing.T) {
	for _, c := range testcase.Own[url2015Case](t, "editions/url2015.json") {
		r := resolver2015(t, c.Encoding)
		violations := []string{}
		got, err := resolveOn(r, c.Base, c.Ref)
		switch {
		case c.URL == nil && err == nil:
			t.Errorf("%s: %q on %s is %q, want an error", c.Clause, c.Ref, show(c.Base), got)
		case c.URL == nil:
			checkError(t, err, c.Ref)
			if bad, ok := errors.AsType[*resolve.Error](err); ok && (string(bad.Rule) != c.Rule || c.Ref[bad.Start:bad.End] != c.At) {
				t.Errorf("%s: %q on %s: %v, want %s at %q", c.Clause, c.Ref, show(c.Base), err, c.Rule, c.At)
			}
		case err != nil || got.String() != *c.URL:
			t.Errorf("%s: %q on %s is\n %q, %v, want\n %q", c.Clause, c.Ref, show(c.Base), got, err, *c.URL)
		}
		base := resolve.URL{}
		if c.Base != nil {
			base, _ = r.Parse(*c.Base)
		}
		r.Report = func(v resolve.Violation) {
			violations = append(violations, fmt.Sprintf("%s %q", string(v.Rule), v.Input[v.Start:v.End]))
		}
		if again, _ := r.Resolve(base, c.Ref); again != got {
			t.Errorf("%s: %q is %q, and with Report %q", c.Clause, c.Ref, got, again)
		}
		if c.URL == nil && len(violations) > 0 || c.Violations != nil && fmt.Sprint(violations) != fmt.Sprint(c.Violations) {
			t.Errorf("%s: violations of %q are\n %v, want\n %v", c.Clause, c.Ref, violations, c.Violations)
		}
	}
}

// resolver2015 is resolver for this edition.
func resolver2015(t testing.TB, encoding string) resolve.Resolver {
	t.Helper()
	r := resolver(t, encoding)
	r.Edition = resolve.URL2015
	return r
}

// urlParts are what the attributes of the URL API show of a URL.
type urlParts struct{ Href, Protocol, Hostname, Port, Username, Password, Pathname, Search, Hash string }

func partsOf(u resolve.URL) urlParts {
	before := func(prefix string, s string, ok bool) string {
		if !ok || s == "" {
			return ""
		}
		return prefix + s
	}
	var p urlParts
	scheme, _ := u.Scheme()
	p.Href, p.Protocol, p.Username, p.Pathname = u.String(), scheme+":", u.Username(), u.Path()
	p.Hostname, _ = u.Host()
	p.Port, _ = u.Port()
	p.Password, _ = u.Password()
	query, ok := u.Query()
	p.Search = before("?", query, ok)
	fragment, ok := u.Fragment()
	p.Hash = before("#", fragment, ok)
	return p
}

// TestURL2015Reference holds the outputs of the reference implementation of the text: all of them, part by part.
func TestURL2015Reference(t *testing.T) {
	type referenceCase struct {
		Input, Base string
		Expect      *urlParts
	}
	for _, c := range testcase.Conformance[referenceCase](t, "oldera/refimpl-2015-01-12.json") {
		u, err := resolveOn(resolver2015(t, ""), &c.Base, c.Input)
		if (err == nil) != (c.Expect != nil) || err == nil && partsOf(u) != *c.Expect {
			t.Errorf("%q on %s: %q, %v, want %+v", c.Input, c.Base, u, err, c.Expect)
		}
	}
}

// TestURL2015PlatformTests holds the web-platform tests as they were a month before the text: all of them agree.
func TestURL2015PlatformTests(t *testing.T) {
	type platformCase struct {
		Input, Base, Href, Protocol, Port, Username, Search, Hash string
		Path                                                      string
		Host, Password                                            *string
		Failure                                                   bool
	}
	for _, c := range testcase.Conformance[platformCase](t, "oldera/wpt-urltestdata-2014-12-16.json") {
		u, err := resolveOn(resolver2015(t, ""), &c.Base, c.Input)
		got, want := partsOf(u), urlParts{c.Href, c.Protocol, text(c.Host), c.Port, c.Username, text(c.Password), c.Path, c.Search, c.Hash}
		if (err != nil) != c.Failure || err == nil && got != want {
			t.Errorf("%q on %s: %+v, %v, want %+v", c.Input, c.Base, got, err, want)
		}
	}
}

func text(s *string) string {
	if s == nil {
		return ""
	}
	return *s
}

// relativeLedger2015 has the references that the text of 2015 resolves otherwise than its predecessor of 2012.
var relativeLedger2015 = testcase.ByReason(map[string][]string{
	"1.3.4 row 1: there are two slashes, and what follows them is the host, if empty": {
		"http:////another/ on http://host/a", "///another/path on http://host/a",
	},
	"1.3.4 row 4: of the base only scheme, host and path are taken": {
		"#bye on http://host/a?foo=bar#hello",
	},
	"1.3.18: a leading .. is only removed, and the path concatenation removes one name": {
		".. on http://host/a/", "./.. on http://host/a/", "../x on http://host/a/a/", "../x/ on http://host/a/a",
	},
	"1.5, path concatenation steps 2 and 5: both remove a name of the base when the path is a dot": {
		". on http://host/a/", "././. on http://host/a/", ". on http://host/a/test", ".?test on http://host/a/a",
	},
	"1.5, path concatenation step 3: a path of which one empty name is left is the base's": {
		"./?test on http://host/a/a", "../x/../ on http://host/a/a/",
	},
})

// TestURL2015Relative holds the test page for relative references of 2012.
func TestURL2015Relative(t *testing.T) {
	type relativeCase struct{ Base, Input, Href string }
	known := relativeLedger2015.Open(t)
	for _, c := range testcase.Conformance[relativeCase](t, "oldera/annevk-2012-relative.json") {
		u, err := resolveOn(resolver2015(t, ""), &c.Base, c.Input)
		got := u.String()
		if err != nil {
			got = c.Input
		}
		known.Check(c.Input+" on "+c.Base, got == c.Href, "%q, %v, want %q", got, err, c.Href)
	}
}

// setParts2015 are the parts by the names of the attributes.
var setParts2015 = map[string]resolve.Part{
	"protocol": resolve.Scheme, "username": resolve.Username, "password": resolve.Password, "host": resolve.HostPort,
	"hostname": resolve.Host, "port": resolve.Port, "pathname": resolve.Path, "search": resolve.Query, "hash": resolve.Fragment,
}

// TestURL2015Set holds the setter rules of 1.4.
func TestURL2015Set(t *testing.T) {
	type setCase struct{ Clause, URL, Part, Value, Encoding, Want string }
	for _, c := range testcase.Own[setCase](t, "editions/url2015-set.json") {
		r := resolver2015(t, c.Encoding)
		u, err := r.Parse(c.URL)
		part, ok := setParts2015[c.Part]
		if err != nil || !ok {
			t.Fatalf("%s: %v, %s", c.Clause, err, c.Part)
		}
		if got := r.Set(u, part, c.Value); got.String() != c.Want {
			t.Errorf("%s: %s of %q set to %q is %q, want %q", c.Clause, c.Part, c.URL, c.Value, got, c.Want)
		}
	}
	for _, part := range setParts2015 {
		if u := (resolve.Resolver{Edition: resolve.URL2015}).Set(resolve.URL{}, part, "x"); !u.IsZero() {
			t.Errorf("part %d of the zero URL can be set: %q", part, u)
		}
	}
}

// TestURL2015Explain holds the rules that are tried, and how each ended.
func TestURL2015Explain(t *testing.T) {
	r := resolver2015(t, "")
	base, err := r.Parse("http://b/d/e")
	if err != nil {
		t.Fatal(err)
	}
	for ref, want := range map[string][]string{
		"x:y#f": {
			"2 no match", "2 no match", "2 no match", "6 x", "19 y", "3 x:y", "21 f", "1 x:y#f",
		},
		"../x": {
			"2 no match", "2 no match", "2 no match", "6 no match", "3 no match", "5 no match", "4 no match", "5 no match", "4 no match",
			"5 no match", "4 no match", "18 x", "4 http://b/d/x", "1 http://b/d/x",
		},
		"https:u@1.2": {
			"2 no match", "2 no match", "2 no match", "6 https", "3 no match", "5 https", "4 no match", "5 https", "8 u",
			"11 no match", "12 1.0.0.2", "7 //u@1.0.0.2", "4 https://u@1.0.0.2/", "1 https://u@1.0.0.2/",
		},
		"//h:x": {
			"2 no match", "2 no match", "2 no match", "6 no match", "3 no match", "5 no match", "11 no match", "12 no match", "10 h",
			`17 error: the port is no decimal number (bytes 4 to 5: "x")`,
		},
	} {
		steps, _, _ := r.Explain(base, ref)
		var got []string
		for _, step := range steps {
			if step.Text == "" {
				t.Errorf("%q: step %d has no text", ref, step.Number)
			}
			got = append(got, fmt.Sprint(step.Number, " ", step.Value))
		}
		if !slices.Equal(got, want) {
			t.Errorf("%q: steps\n %q, want\n %q", ref, got, want)
		}
	}
}

// TestURL2015Allocations holds that a reference costs one allocation, and none where it is its URL already.
func TestURL2015Allocations(t *testing.T) {
	r := resolver2015(t, "")
	base, err := r.Parse("https://www.example.com/news/2012/11/index.html?page=2")
	if err != nil {
		t.Fatal(err)
	}
	buf := make([]byte, 0, 512)
	for ref, want := range map[string]float64{
		"mailto:a@example.com": 0,
		"/images/header.png":   1,
		"a.html?q#f":           1,
		"":                     1,
	} {
		if n := testing.AllocsPerRun(100, func() { _, err = r.Resolve(base, ref) }); n != want || err != nil {
			t.Errorf("Resolve %q: %v allocations, want %v (%v)", ref, n, want, err)
		}
		if n := testing.AllocsPerRun(100, func() { _, err = r.Append(buf, base, ref) }); n != 0 || err != nil {
			t.Errorf("Append %q: %v allocations (%v)", ref, n, err)
		}
	}
}

// FuzzURL2015 holds what is true of every reference: Resolve, Append and Explain agree, and with Report; a URL is valid
// UTF-8 and its components are its parts, an error and a violation name bytes of the input; and what any setter makes is a
// URL.
func FuzzURL2015(f *testing.F) {
	for _, seed := range []string{
		"../a b?ü#c", "http://u:p@Bücher.example:80", "//[1::0]:1/./..", `\\x\y`, "x|//y", "file:c:\\..", "FILE://h//x", "a@b@1.2.0x3",
		"ws:%2e/./%2E%2e/", "//@@@h:08", "javascript:\xff", "\t#\x00",
	} {
		f.Add("http://u:p@h:8080/a/b/c?q", seed, uint8(0))
		f.Add("file:///c:/x", seed, uint8(1))
		f.Add("mailto:x", seed, uint8(2))
	}
	resolvers := resolvers(f, "utf-8", "windows-1252", "shift_jis", "iso-2022-jp", "gb18030", "big5", "euc-kr", "x-user-defined")
	f.Fuzz(func(t *testing.T, baseText, ref string, encoding uint8) {
		r := resolvers[int(encoding)%len(resolvers)]
		r.Edition = resolve.URL2015
		base, err := r.Parse(baseText)
		if err != nil {
			base = resolve.URL{}
		}
		u, _, err := checkAgreement(t, r, base, ref)
		checkViolations2015(t, r, base, ref, u)
		if err != nil {
			checkError(t, err, ref)
			return
		}
		checkURL2015(t, u)
		for _, part := range setParts2015 {
			checkURL2015(t, r.Set(u, part, baseText))
			checkURL2015(t, r.Set(u, part, ref))
		}
	})
}

// checkURL2015 is checkURL, and that there is an authority with a path that starts with a slash, or scheme data.
func checkURL2015(t *testing.T, u resolve.URL) {
	t.Helper()
	checkURL(t, u)
	if !utf8.ValidString(u.String()) {
		t.Fatalf("%q is not UTF-8", u)
	}
	if _, ok := u.Host(); ok && !strings.HasPrefix(u.Path(), "/") {
		t.Fatalf("%q has the path %q", u, u.Path())
	}
}

// checkViolations2015 resolves with Report: the URL is the same, the violations come in the order of their places, and
// there are none without a URL.
func checkViolations2015(t *testing.T, r resolve.Resolver, base resolve.URL, ref string, want resolve.URL) {
	t.Helper()
	last := 0
	r.Report = func(v resolve.Violation) {
		if v.Input != ref || v.Start < last || v.End <= v.Start || v.End > len(ref) || v.String() == "" || want.IsZero() {
			t.Fatalf("%q: bad violation %#v after byte %d", ref, v, last)
		}
		last = v.Start
	}
	if u, _ := r.Resolve(base, ref); u != want {
		t.Fatalf("%q is %q, and with Report %q", ref, want, u)
	}
}

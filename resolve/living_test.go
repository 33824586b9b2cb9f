package resolve_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"htmlurl/decompose"
	"htmlurl/internal/charset"
	"htmlurl/internal/testcase"
	"htmlurl/resolve"
)

// living returns a resolver of today's rules.
func living(t testing.TB, encoding string) resolve.Resolver {
	r := resolver(t, encoding)
	r.Edition = resolve.Living
	return r
}

type urlTestCase struct {
	Input                                                                      string
	Base                                                                       *string
	Failure                                                                    bool
	Href                                                                       string
	Origin                                                                     *string
	Protocol, Username, Password, Host, Hostname, Port, Pathname, Search, Hash string
}

// TestURLTestData holds the parser's test data of the web platform tests and of ada.
func TestURLTestData(t *testing.T) {
	for _, name := range []string{"urltestdata", "urltestdata-javascript-only", "ada_extra_urltestdata", "ada_long_urltestdata"} {
		for _, c := range testcase.ConformanceObjects[urlTestCase](t, "url/"+name+".json") {
			r := living(t, "")
			u, err := resolveOn(r, c.Base, c.Input)
			if c.Failure != (err != nil) {
				t.Errorf("%s: %q on %s: %q, %v, want failure %t", name, c.Input, show(c.Base), u, err, c.Failure)
			}
			if err != nil || c.Failure {
				continue
			}
			want := urlParts{c.Href, c.Protocol, c.Hostname, c.Port, c.Username, c.Password, c.Pathname, c.Search, c.Hash}
			if got := partsOf(u); got != want {
				t.Errorf("%s: %q on %s: %+v, want %+v", name, c.Input, show(c.Base), got, want)
			}
			start, end := u.Span(resolve.HostPort)
			if got := u.String()[start:end]; got != c.Host {
				t.Errorf("%s: %q on %s: host and port %q, want %q", name, c.Input, show(c.Base), got, c.Host)
			}
			if got := r.Origin(u); c.Origin != nil && got != *c.Origin {
				t.Errorf("%s: %q on %s: origin %q, want %q", name, c.Input, show(c.Base), got, *c.Origin)
			}
		}
	}
}

// TestLivingErrors holds cases read from the text: the URL, the names of the validation errors in order, and whether it is
// a valid URL string.
func TestLivingErrors(t *testing.T) {
	for _, c := range testcase.Own[livingCase](t, "editions/living.json") {
		r := living(t, c.Encoding)
		var got []string
		r.Report = func(v resolve.Violation) { got = append(got, string(v.Rule)) }
		u, err := resolveOn(r, c.Base, c.Input)
		if bad, ok := errors.AsType[*resolve.Error](err); ok {
			got = append(got, string(bad.Rule))
		}
		if (err == nil) != (c.Href != nil) || err == nil && u.String() != *c.Href {
			t.Errorf("%s: %q on %s: %q, %v, want %s", c.Clause, c.Input, show(c.Base), u, err, show(c.Href))
		}
		if !slices.Equal(got, c.Errors) {
			t.Errorf("%s: %q on %s: errors %q, want %q", c.Clause, c.Input, show(c.Base), got, c.Errors)
		}
		valid := len(c.Errors) == 0
		if c.Valid != nil {
			valid = *c.Valid
		}
		base := resolve.URL{}
		if c.Base != nil {
			base, _ = parseBase(r, *c.Base)
		}
		if r.ValidURLString(base, c.Input) != valid {
			t.Errorf("%s: %q on %s is a valid URL string: %t", c.Clause, c.Input, show(c.Base), !valid)
		}
	}
}

// modelEncodings are all encodings of the Encoding Standard.
var modelEncodings = strings.Fields(`utf-8 ibm866 iso-8859-2 iso-8859-3 iso-8859-4 iso-8859-5 iso-8859-6 iso-8859-7
	iso-8859-8 iso-8859-8-i iso-8859-10 iso-8859-13 iso-8859-14 iso-8859-15 iso-8859-16 koi8-r koi8-u macintosh windows-874
	windows-1250 windows-1251 windows-1252 windows-1253 windows-1254 windows-1255 windows-1256 windows-1257 windows-1258
	x-mac-cyrillic gbk gb18030 big5 euc-jp iso-2022-jp shift_jis euc-kr replacement utf-16be utf-16le x-user-defined`)

// FuzzLiving holds the engine, its shortcut too, to the literal model of the text: URLs, components, validation errors and
// failures; and to what the standard promises: what is parsed is parsed again to the same URL.
func FuzzLiving(f *testing.F) {
	for _, base := range []string{"", "http://u:p@h:8080/a/b?q#f", "file:///C:/a/b", "mailto:x", "x://h/p", "x:/p"} {
		for _, ref := range []string{
			"", "../x/%2e./y", "//h:80", `\\k\x`, "http:g", "http://1.0x2.3/", "http://[::1.2.3.4]:1/", "//ü.ß/?表#é", "c|/x",
			"x:/..//y", " \ta\nb\t ", "?%zz'", "x:a  ?", "//@", "//%41%zz", "//[1::2::]", "http://0x/",
			"//h", "//h/a?b#c", "///h", "//h?q='#f", "//h.", "//1.2.3.4", "//0x1/", `//h\p`, "//h/..//a", "//h/.a/%2e", "//h\t/",
			"http://h", "https://h?q", "http://h#f", "http://h:80", "./a", "./../b:c", ".//",
		} {
			f.Add(base, ref, uint8(len(ref)))
		}
	}
	for i := range modelEncodings {
		f.Add("http://h/", "?é表≡한Ж€א\uF7A0'\x0E¥#é", uint8(i))
	}
	f.Fuzz(func(t *testing.T, baseText, ref string, encoding uint8) {
		label := modelEncodings[int(encoding)%len(modelEncodings)]
		enc, _ := charset.Lookup(label)
		r := living(t, label)
		base, err := resolve.Resolver{Edition: resolve.Living}.Parse(baseText)
		modelBase, _, ok := modelParse(baseText, nil, charset.UTF8)
		if ok != (err == nil) {
			t.Fatalf("base %q: %v", baseText, err)
		}
		if !ok {
			base, modelBase = resolve.URL{}, nil
		}
		want, wantErrors, ok := modelParse(ref, modelBase, enc)
		u, _, err := checkAgreement(t, r, base, ref)
		checkAgainstModel(t, u, err, want, ok)
		checkReports(t, r, base, ref, u, wantErrors)
		if !ok {
			checkError(t, err, ref)
			return
		}
		if again, err := r.Parse(u.String()); err != nil || again != u {
			t.Fatalf("%q is parsed to %q, %v", u, again, err)
		}
		if valid := r.ValidURLString(base, ref); valid != modelIsValidURLString(ref, modelBase) {
			t.Fatalf("%q on %q is a valid URL string: %t", ref, base, valid)
		}
		if got := r.Origin(u); got != want.origin() {
			t.Fatalf("the origin of %q is %q, want %q", u, got, want.origin())
		}
	})
}

// checkAgainstModel compares a result with the model's.
func checkAgainstModel(t *testing.T, u resolve.URL, err error, want *modelURL, ok bool) {
	t.Helper()
	if (err == nil) != ok {
		t.Fatalf("%q, %v, want %v, %t", u, err, want, ok)
	}
	if ok && u.String() != want.serialize(false) {
		t.Fatalf("%q, want %q", u, want.serialize(false))
	}
	if ok && !want.path.opaque == u.HasOpaquePath() {
		t.Fatalf("%q has an opaque path: %t", u, u.HasOpaquePath())
	}
}

// checkReports compares what is reported with the validation errors of the model.
func checkReports(t *testing.T, r resolve.Resolver, base resolve.URL, ref string, u resolve.URL, want []modelError) {
	t.Helper()
	var got []string
	r.Report = func(v resolve.Violation) {
		got = append(got, string(v.Rule))
		if v.Input != ref || v.Start < 0 || v.End <= v.Start || v.End > len(ref) {
			t.Fatalf("%q: violation %+v", ref, v)
		}
	}
	reported, err := r.Resolve(base, ref)
	if reported != u {
		t.Fatalf("%q is %q with a report, %q without", ref, reported, u)
	}
	if bad, ok := errors.AsType[*resolve.Error](err); ok {
		got = append(got, string(bad.Rule))
	}
	var names []string
	for _, e := range want {
		names = append(names, e.name)
	}
	if !slices.Equal(got, names) {
		t.Fatalf("%q on %q: errors %q, want %q", ref, base, got, names)
	}
}

// FuzzLivingSet holds the setters of the URL class to the model, and that they never give a URL that does not parse.
func FuzzLivingSet(f *testing.F) {
	names := []string{"href", "protocol", "username", "password", "host", "hostname", "port", "pathname", "search", "hash"}
	for i := range names {
		for _, href := range []string{"http://u:p@h:80/a?b#c", "file:///C:/x", "x://h:1/p", "x:/.//p", "mailto:a", "x:/p"} {
			f.Add(href, uint8(i), `k:9\/../y?#`)
		}
	}
	rules := resolve.Resolver{Edition: resolve.Living}
	f.Fuzz(func(t *testing.T, href string, attribute uint8, value string) {
		u, err := decompose.Parse(rules, resolve.URL{}, href)
		if err != nil {
			return
		}
		model, _, _ := modelParse(href, nil, charset.UTF8)
		name := names[int(attribute)%len(names)]
		u.Set(name, value)
		model.set(name, value)
		if got, want := u.Href(), model.serialize(false); got != want {
			t.Fatalf("%q, %s=%q: %q, want %q", href, name, value, got, want)
		}
		again, err := decompose.Parse(rules, resolve.URL{}, u.Href())
		if err != nil || again.Values() != u.Values() {
			t.Fatalf("%q, %s=%q: %q does not parse to itself: %v", href, name, value, u, err)
		}
	})
}

// raceDetector is set where the race detector is on.
var raceDetector bool

// TestLivingAllocations holds that a URL takes one allocation, its string; none where it is part of the reference or of
// the base, or is appended.
func TestLivingAllocations(t *testing.T) {
	if raceDetector {
		t.Skip("the race detector makes sync.Pool forget buffers")
	}
	r := living(t, "")
	base, err := r.Parse("https://user@www.example.com:8080/news/2012/11/index.html?page=2")
	if err != nil {
		t.Fatal(err)
	}
	long := strings.Repeat("/long", 1000)
	buf := make([]byte, 0, 1<<14)
	for ref, want := range map[string]float64{
		"https://static.example.com/images/header.png?v=12#x": 0,
		"http://h:81/./a":         1,
		"https://example.com:443": 1,
		"mailto:a@example.com":    0,
		"":                        0,
		"#f":                      1,
		"../10/./article.html?q":  1,
		"//cdn.example.com":       1,
		"//cdn.example.com/x.js":  1,
		"https://example.com?q":   1,
		`\\u:p@[::1]:80\é?é#é`:    1,
		long:                      1,
		long + "/../é":            1,
	} {
		if n := testing.AllocsPerRun(100, func() { _, err = r.Resolve(base, ref) }); n != want || err != nil {
			t.Errorf("Resolve %.60q: %v allocations, want %v (%v)", ref, n, want, err)
		}
		if n := testing.AllocsPerRun(100, func() { _, err = r.Append(buf, base, ref) }); n != 0 || err != nil {
			t.Errorf("Append %.60q: %v allocations (%v)", ref, n, err)
		}
	}
}

// FuzzEditions holds what is true across editions: a base of one edition may be given to another, nothing panics, the spans
// of a URL are its components, and a report changes nothing.
func FuzzEditions(f *testing.F) {
	for i := range uint8(16) {
		f.Add("http://h", "../x", i)
		f.Add("https://", "foo:??", i)
		f.Add("HTTP://u:@k:80?q#f", "?y", i)
		f.Add("http://k/a?q#f", "//h?y", i)
		f.Add("file:c|", "/d|/..", i)
	}
	f.Fuzz(func(t *testing.T, baseText, ref string, editions uint8) {
		base, err := resolve.Resolver{Edition: resolve.Edition(editions % 4)}.Parse(baseText)
		if err != nil {
			return
		}
		r := resolve.Resolver{Edition: resolve.Edition(editions / 4 % 4)}
		u, err := r.Resolve(base, ref)
		r.Report = func(resolve.Violation) {}
		reported, reportedErr := r.Resolve(base, ref)
		if u != reported || (err == nil) != (reportedErr == nil) {
			t.Fatalf("%q, %v; with a report %q, %v", u, err, reported, reportedErr)
		}
		if err != nil {
			return
		}
		r.Origin(u)
		checkSpans(t, u)
	})
}

func checkSpans(t *testing.T, u resolve.URL) {
	t.Helper()
	scheme, _ := u.Scheme()
	host, _ := u.Host()
	port, _ := u.Port()
	query, _ := u.Query()
	fragment, _ := u.Fragment()
	password, _ := u.Password()
	for part, want := range map[resolve.Part]string{
		resolve.Scheme: scheme, resolve.Host: host, resolve.Port: port, resolve.Path: u.Path(), resolve.Query: query,
		resolve.Fragment: fragment, resolve.Username: u.Username(), resolve.Password: password,
	} {
		if start, end := u.Span(part); u.String()[start:end] != want {
			t.Fatalf("%q: part %d spans %q, want %q", u, part, u.String()[start:end], want)
		}
	}
}

// TestOrigins holds origins beyond those of the public data.
func TestOrigins(t *testing.T) {
	for _, c := range []struct {
		edition     resolve.Edition
		url, origin string
	}{
		{resolve.HTML5, "HTTP://EX.com:080/", "http://ex.com"},
		{resolve.HTML5, "http://h:08080/", "http://h:8080"},
		{resolve.URL2012, "http://\u212A/", "http://\u212A"},
		{resolve.URL2012, "http://XN--TDA/", "http://ü"},
		{resolve.URL2012, "http://xn--/", "http://xn--"},
		{resolve.URL2012, "http://Ⓐ.xn--tda.xn--abc-/", "http://Ⓐ.ü.xn--abc-"},
		{resolve.URL2015, "http://ü:81/", "http://ü:81"},
		{resolve.URL2015, "blob:blob: http://ü/x", "http://ü"},
		{resolve.URL2015, "blob:x", "null"},
		{resolve.URL2015, "gopher://h:70/", "gopher://h"},
		{resolve.Living, "gopher://h/", "null"},
		{resolve.Living, "blob:https://u@ü:443/x", "https://xn--tda"},
		{resolve.Living, "blob:ws://h/", "null"},
		{resolve.Living, "file:///x", "null"},
	} {
		r := resolve.Resolver{Edition: c.edition}
		u, err := r.Parse(c.url)
		if err != nil {
			t.Fatal(err)
		}
		if got := r.Origin(u); got != c.origin {
			t.Errorf("%v: the origin of %s is %s, want %s", c.edition, c.url, got, c.origin)
		}
	}
	if got := (resolve.Resolver{Edition: 200}).Origin(resolve.URL{}); got != "null" {
		t.Errorf("no edition: %s", got)
	}
}

// TestEqualsExcludingFragments holds the equivalence of URLs.
//
// Spec: https://url.spec.whatwg.org/#concept-url-equals
func TestEqualsExcludingFragments(t *testing.T) {
	parse := func(s string) resolve.URL {
		u, err := living(t, "").Parse(s)
		if err != nil {
			t.Fatal(err)
		}
		return u
	}
	for _, c := range []struct {
		a, b  string
		equal bool
	}{
		{"http://h/#a", "HTTP://h:80", true}, {"http://h/?", "http://h/", false}, {"mailto:a#b", "mailto:a", true}, {"http://h/", "http://k/", false},
	} {
		if got := parse(c.a).EqualsExcludingFragments(parse(c.b)); got != c.equal {
			t.Errorf("%s and %s: %t", c.a, c.b, got)
		}
	}
}

// TestLivingPlaces holds the bytes of errors and violations beside removed tabs and newlines, and in domains.
func TestLivingPlaces(t *testing.T) {
	for _, c := range []struct{ ref, want string }{
		{"http://h/a \tb", `invalid-URL-unit "\t" invalid-URL-unit " "`},
		{"http://h/\n`\r\n`", "invalid-URL-unit \"\\n\" invalid-URL-unit \"`\" invalid-URL-unit \"`\""},
		{" http://h/", `invalid-URL-unit " "`},
		{"http://a b.com/", `domain-to-ASCII " "`},
		{"http://h:8\t0x/", `invalid-URL-unit "\t" port-invalid "8\t0x"`},
		{"http://exa%23mple.org/", `domain-percent-encoded "exa%23mple.org" domain-to-ASCII "exa%23mple.org"`},
		{"http://ü.1ב/", `domain-to-ASCII "1ב"`},
	} {
		r := living(t, "")
		var got []string
		r.Report = func(v resolve.Violation) {
			got = append(got, fmt.Sprintf("%s %q", string(v.Rule), c.ref[v.Start:v.End]))
		}
		_, err := r.Resolve(resolve.URL{}, c.ref)
		if bad, ok := errors.AsType[*resolve.Error](err); ok {
			got = append(got, fmt.Sprintf("%s %q", string(bad.Rule), c.ref[bad.Start:bad.End]))
		}
		if strings.Join(got, " ") != c.want {
			t.Errorf("%q: %s, want %s", c.ref, strings.Join(got, " "), c.want)
		}
	}
}

// TestSetNeedsHost holds that a part that a URL cannot have stays away.
func TestSetNeedsHost(t *testing.T) {
	r := living(t, "")
	for _, url := range []string{"foo:a", "foo:/a", "foo:///a", "mailto:a", "file:///x", "file://h/x"} {
		u, err := r.Parse(url)
		if err != nil {
			t.Fatal(err)
		}
		for _, part := range []resolve.Part{resolve.Username, resolve.Password, resolve.Port} {
			if got := r.Set(u, part, "1"); got != u {
				t.Errorf("%s, part %d: %s", url, part, got)
			}
		}
	}
}

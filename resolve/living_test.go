package resolve_test

import (
	"errors"
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
	for _, name := range []string{"urltestdata", "ada_extra_urltestdata", "ada_long_urltestdata"} {
		for _, c := range testcase.ConformanceObjects[urlTestCase](t, "url/"+name+".json") {
			r := living(t, "")
			var base resolve.URL
			var err error
			if c.Base != nil {
				base, err = r.Parse(*c.Base)
			}
			var u resolve.URL
			if err == nil {
				u, err = r.Resolve(base, c.Input)
			}
			if c.Failure != (err != nil) || u.String() != c.Href && !c.Failure {
				t.Errorf("%s: %q on %s: %q, %v, want %q", name, c.Input, show(c.Base), u, err, c.Href)
				continue
			}
			if err != nil {
				continue
			}
			password, _ := u.Password()
			host, _ := u.Host()
			port, _ := u.Port()
			scheme, _ := u.Scheme()
			got := [6]string{scheme + ":", u.Username(), password, host, port, u.Path()}
			if want := [6]string{c.Protocol, c.Username, c.Password, c.Hostname, c.Port, c.Pathname}; got != want {
				t.Errorf("%s: %q on %s: %q, want %q", name, c.Input, show(c.Base), got, want)
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
		u, base, err := resolveReporting(r, c.Base, c.Input)
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
		if r.ValidURLString(base, c.Input) != valid {
			t.Errorf("%s: %q on %s is a valid URL string: %t", c.Clause, c.Input, show(c.Base), !valid)
		}
	}
}

// resolveReporting reports what is wrong with the reference, not what is wrong with its base.
func resolveReporting(r resolve.Resolver, baseText *string, ref string) (u, base resolve.URL, err error) {
	if baseText != nil {
		silent := resolve.Resolver{Edition: r.Edition}
		if base, err = silent.Parse(*baseText); err != nil {
			return u, base, err
		}
	}
	u, err = r.Resolve(base, ref)
	return u, base, err
}

var modelEncodings = []string{"utf-8", "windows-1252", "shift_jis", "iso-2022-jp", "gb18030", "gbk", "big5", "euc-kr", "euc-jp", "x-user-defined", "koi8-r"}

// FuzzLiving holds the engine, its shortcut too, to the literal model of the text: URLs, components, validation errors and
// failures; and to what the standard promises: what is parsed is parsed again to the same URL.
func FuzzLiving(f *testing.F) {
	for _, base := range []string{"", "http://u:p@h:8080/a/b?q#f", "file:///C:/a/b", "mailto:x", "x://h/p", "x:/p"} {
		for _, ref := range []string{
			"", "../x/%2e./y", "//h:80", `\\k\x`, "http:g", "http://1.0x2.3/", "http://[::1.2.3.4]:1/", "//ü.ß/?表#é", "c|/x",
			"x:/..//y", " \ta\nb\t ", "?%zz'", "x:a  ?", "//@", "//%41%zz", "//[1::2::]", "http://0x/",
		} {
			f.Add(base, ref, uint8(len(ref)))
		}
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
		u, err := r.Resolve(base, ref)
		checkAgainstModel(t, u, err, want, ok)
		checkReports(t, r, base, ref, u, wantErrors)
		appended, appendErr := r.Append([]byte("x"), base, ref)
		_, explained, explainErr := r.Explain(base, ref)
		if string(appended) != "x"+u.String() || explained != u || (appendErr == nil) != ok || (explainErr == nil) != ok {
			t.Fatalf("Resolve %q, Append %q, %v, Explain %q, %v", u, appended, appendErr, explained, explainErr)
		}
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
		u, err := decompose.Parse(rules, href, nil)
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
		again, err := decompose.Parse(rules, u.Href(), nil)
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

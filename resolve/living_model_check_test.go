package resolve_test

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"htmlurl/internal/charset"
	"htmlurl/internal/testcase"
)

// The tests of the model itself: against public test data, and against cases that were read from the text.

// modelParseStrings is the API URL parser, with an encoding.
func modelParseStrings(input string, base *string, encoding charset.Encoding) (url *modelURL, errors []modelError, ok bool) {
	if base == nil {
		return modelParse(input, nil, encoding)
	}
	parsedBase, _, ok := modelParse(*base, nil, charset.UTF8)
	if !ok {
		return nil, nil, false
	}
	return modelParse(input, parsedBase, encoding)
}

func TestModelParses(t *testing.T) {
	for _, name := range []string{"url/urltestdata.json", "url/ada_extra_urltestdata.json", "url/ada_long_urltestdata.json"} {
		for _, c := range testcase.ConformanceObjects[map[string]any](t, name) {
			input := c["input"].(string)
			var base *string
			if c["base"] != nil {
				base = modelString(c["base"].(string))
			}
			url, errors, ok := modelParseStrings(input, base, charset.UTF8)
			if failure := c["failure"] == true; ok == failure {
				t.Errorf("%s: %q on %s: %v, want failure %v", name, input, show(base), ok, failure)
			}
			if valid := ok && len(errors) == 0; modelIsValidString(input, base) != valid {
				t.Errorf("%s: %q on %s is a valid URL string: %v, want %v", name, input, show(base), !valid, valid)
			}
			if !ok {
				if _, _, ok := modelParseStrings("#", base, charset.UTF8); len(errors) == 0 && (ok || base == nil) {
					t.Errorf("%s: %q on %s fails without validation error", name, input, show(base))
				}
				continue
			}
			for attribute, want := range c {
				switch attribute {
				case "input", "base", "failure", "relativeTo", "searchParams", "comment":
					continue
				}
				if want != nil && url.get(attribute) != want {
					t.Errorf("%s: %q on %s: %s is %q, want %q", name, input, show(base), attribute, url.get(attribute), want)
				}
			}
			checkModelURL(t, url, errors, len(input))
		}
	}
}

// modelIsValidString tells whether input is a valid URL string, and its base, if there is one, can be parsed.
func modelIsValidString(input string, base *string) bool {
	if base == nil {
		return modelIsValidURLString(input, nil)
	}
	parsedBase, _, ok := modelParse(*base, nil, charset.UTF8)
	return ok && modelIsValidURLString(input, parsedBase)
}

// checkModelURL checks what holds for every URL that the parser returns, and for every validation error.
func checkModelURL(t *testing.T, url *modelURL, errors []modelError, length int) {
	t.Helper()
	href := url.serialize(false)
	again, _, ok := modelParse(href, nil, charset.UTF8)
	if !ok || !again.equals(url, false) || !again.equals(url, true) {
		t.Errorf("%q is not parsed to an equal URL", href)
	}
	if !modelIsASCIIString([]rune(href)) {
		t.Errorf("%q is not an ASCII string", href)
	}
	for _, e := range errors {
		if e.offset < 0 || e.offset > length {
			t.Errorf("%q: %s is at %d, outside of the input", href, e.name, e.offset)
		}
	}
}

func TestModelSets(t *testing.T) {
	type setterCase struct {
		Href, Setter string
		NewValue     string `json:"new_value"`
		Expected     map[string]string
	}
	for _, name := range []string{"url/setters_tests.json", "url/ada_extra_setters_tests.json", "url/url-setters-stripping.json"} {
		for _, c := range testcase.ConformanceObjects[setterCase](t, name) {
			url, _, ok := modelParse(c.Href, nil, charset.UTF8)
			if !ok {
				t.Errorf("%s: %q fails", name, c.Href)
				continue
			}
			if !url.set(c.Setter, c.NewValue) {
				t.Errorf("%s: %q with %s %q throws", name, c.Href, c.Setter, c.NewValue)
			}
			for attribute, want := range c.Expected {
				if got := url.get(attribute); got != want {
					t.Errorf("%s: %q with %s %q: %s is %q, want %q", name, c.Href, c.Setter, c.NewValue, attribute, got, want)
				}
			}
		}
	}
}

// TestModelOverrides has the validation errors of parts of URLs, parsed with a state override.
func TestModelOverrides(t *testing.T) {
	for _, c := range []struct {
		href     string
		override modelState
		input    string
		ok       bool
		errors   []modelError
		after    string
	}{
		{"https://h/", modelSchemeStartState, "1:", false, nil, "https://h/"},
		{"https://h/", modelSchemeStartState, "a b:", false, nil, "https://h/"},
		{"https://h/", modelSchemeStartState, "foo:", true, nil, "https://h/"},
		{"foo://h/", modelSchemeStartState, "https:", true, nil, "foo://h/"},
		{"https://h:80/", modelSchemeStartState, "htt\tp:", true, []modelError{{"invalid-URL-unit", 3}}, "http://h/"},
		{"https://h:8/", modelSchemeStartState, "file:", true, nil, "https://h:8/"},
		{"file:///", modelSchemeStartState, "https:", true, nil, "file:///"},
		{"file://h/", modelSchemeStartState, "https:", true, nil, "https://h/"},
		{"https://h/", modelHostState, "", false, []modelError{{"host-missing", 0}}, "https://h/"},
		{"https://h/", modelHostState, " k", false, []modelError{{"domain-to-ASCII", 1}}, "https://h/"},
		{"https://h/", modelHostState, "k:8x", true, nil, "https://k:8/"},
		{"https://h/", modelHostState, "k:x", false, nil, "https://k/"},
		{"https://h/", modelHostState, "k:70000", false, []modelError{{"port-out-of-range", 7}}, "https://k/"},
		{"https://h/", modelHostnameState, ":8", false, []modelError{{"host-missing", 0}}, "https://h/"},
		{"https://h/", modelHostnameState, "k:8", false, nil, "https://h/"},
		{"https://h/", modelHostnameState, "%6B_\\x", true, []modelError{{"domain-percent-encoded", 3}, {"domain-to-ASCII", 3}}, "https://k_/"},
		{"foo://h:8/", modelHostnameState, "", false, nil, "foo://h:8/"},
		{"foo://h/", modelHostnameState, "", true, nil, "foo:///"},
		{"file://h/", modelHostnameState, "", true, nil, "file:///"},
		{"file:///", modelHostnameState, "c:", false, []modelError{{"domain-to-ASCII", 1}}, "file:///"},
		{"file:///", modelHostState, "c|/", false, []modelError{{"domain-to-ASCII", 1}}, "file:///"},
		{"file:///", modelHostState, "h", true, nil, "file://h/"},
		{"https://h/", modelPortState, "x", false, nil, "https://h/"},
		{"https://h/", modelPortState, "8\n0x", true, []modelError{{"invalid-URL-unit", 1}}, "https://h:80/"},
		{"https://h/a", modelPathStartState, "\\?<#", true, []modelError{{"invalid-reverse-solidus", 0}, {"invalid-URL-unit", 2}, {"invalid-URL-unit", 3}}, "https://h/%3F%3C%23"},
		{"foo:/a", modelPathStartState, "", true, nil, "foo:/"},
		{"foo://h/a", modelPathStartState, "", true, nil, "foo://h"},
		{"https://h/?", modelQueryState, "#%", true, []modelError{{"invalid-URL-unit", 0}, {"invalid-URL-unit", 1}}, "https://h/?%23%"},
		{"https://h/#", modelFragmentState, "\tx", true, []modelError{{"invalid-URL-unit", 0}}, "https://h/#x"},
		{"https://h/#", modelFragmentState, " ", true, []modelError{{"invalid-URL-unit", 0}}, "https://h/#%20"},
	} {
		url, _, _ := modelParse(c.href, nil, charset.UTF8)
		if c.override == modelPathStartState {
			url.path.list = nil
		}
		var errors []modelError
		_, ok := modelBasicURLParse(c.input, nil, charset.UTF8, url, c.override, &errors)
		if ok != c.ok || !slices.Equal(errors, c.errors) || url.serialize(false) != c.after {
			t.Errorf("%q in %q: %v, %v, %q, want %v, %v, %q", c.input, c.href, ok, errors, url.serialize(false), c.ok, c.errors, c.after)
		}
	}
}

// modelCanParseLedger has the case in which the data contradicts the text.
var modelCanParseLedger = testcase.Ledger{
	`C:\path\file.node`: "scheme state: c is a scheme, and what follows is an opaque path",
}

// TestModelFails parses what must fail: alone, as the base URL of another, and as a value for href.
func TestModelFails(t *testing.T) {
	for _, c := range testcase.ConformanceObjects[struct{ Input string }](t, "url/failure.json") {
		if url, _, ok := modelParseStrings(c.Input, nil, charset.UTF8); ok {
			t.Errorf("%q is %q, want failure", c.Input, url.serialize(false))
		}
		if url, _, ok := modelParseStrings("about:blank", &c.Input, charset.UTF8); ok {
			t.Errorf("about:blank on %q is %q, want failure", c.Input, url.serialize(false))
		}
		url, _, _ := modelParse("https://example.org/", nil, charset.UTF8)
		if url.set("href", c.Input) || url.get("href") != "https://example.org/" {
			t.Errorf("%q as a value for href gives %q, want failure", c.Input, url.get("href"))
		}
	}
	type baseCase struct{ Input, Base string }
	for _, c := range testcase.ConformanceObjects[baseCase](t, "url/url-constructor-base.json") {
		if url, _, ok := modelParseStrings(c.Input, &c.Base, charset.UTF8); ok {
			t.Errorf("%q on %q is %q, want failure", c.Input, c.Base, url.serialize(false))
		}
	}
	type canParseCase struct {
		URL      string
		Base     *string
		Expected bool
	}
	known := modelCanParseLedger.Open(t)
	for _, c := range testcase.ConformanceObjects[canParseCase](t, "url/url-statics.json") {
		_, _, ok := modelParseStrings(c.URL, c.Base, charset.UTF8)
		known.Check(c.URL, ok == c.Expected, "on %s: %v, want %v", show(c.Base), ok, c.Expected)
	}
	type javaScriptCase struct {
		Input  string
		Parses bool
	}
	for _, c := range testcase.ConformanceObjects[javaScriptCase](t, "url/javascript-urls.json") {
		if _, _, ok := modelParse(c.Input, nil, charset.UTF8); ok != c.Parses {
			t.Errorf("%q: %v, want %v", c.Input, ok, c.Parses)
		}
	}
}

func TestModelPercentEncodes(t *testing.T) {
	base := "https://example.org/"
	type percentCase struct {
		Input  string
		Output map[string]string
	}
	for _, c := range testcase.ConformanceObjects[percentCase](t, "url/percent-encoding.json") {
		for label, want := range c.Output {
			url, _, ok := modelParseStrings("?"+c.Input+"#"+c.Input, &base, modelEncoding(t, label))
			if !ok || url.get("search") != "?"+want || url.get("hash") != "#"+c.Output["utf-8"] {
				t.Errorf("%q in %s is %v, want %q", c.Input, label, url, want)
			}
		}
	}
	type exactCase struct{ Charset, Input, Search string }
	for _, c := range testcase.ConformanceObjects[exactCase](t, "encoding/href-encoder-exact.json") {
		url, _, ok := modelParseStrings("https://example.com/?"+c.Input, nil, modelEncoding(t, c.Charset))
		if !ok || url.get("search") != c.Search {
			t.Errorf("%q in %s is %v, want %q", c.Input, c.Charset, url, c.Search)
		}
	}
	type schemeCase struct {
		Href          string
		QueryEncoding string `json:"query_encoding"`
	}
	for _, c := range testcase.ConformanceObjects[schemeCase](t, "html/query-encoding-schemes.json") {
		want := "x=%C3%A5"
		if c.QueryEncoding == "document" {
			want = "x=%E5"
		}
		url, _, ok := modelParse(c.Href, nil, charset.Windows1252)
		if !ok || !strings.HasPrefix(*url.query, want) {
			t.Errorf("%q in windows-1252: %v, %v, want %q", c.Href, url, ok, want)
		}
	}
}

// TestModelPercentEncodeOperations has the examples of the text: example-percent-encode-operations.
func TestModelPercentEncodeOperations(t *testing.T) {
	check := func(operation, got, want string) {
		t.Helper()
		if got != want {
			t.Errorf("%s: %q, want %q", operation, got, want)
		}
	}
	check("percent-encode", modelPercentEncodeByte(0x23), "%23")
	check("percent-encode", modelPercentEncodeByte(0x7F), "%7F")
	check("percent-decode", string(modelPercentDecode([]byte("%25%s%1G"))), "%%s%1G")
	check("percent-decode", string(modelPercentDecode([]byte("‽%25%2E"))), "\xE2\x80\xBD\x25\x2E")
	for _, c := range []struct {
		encoding charset.Encoding
		input    string
		set      modelSet
		output   string
	}{
		{charset.ShiftJIS, " ", modelSpecialQuerySet, "%20"},
		{charset.ShiftJIS, "≡", modelSpecialQuerySet, "%81%DF"},
		{charset.ShiftJIS, "‽", modelSpecialQuerySet, "%26%238253%3B"},
		{charset.ISO2022JP, "¥", modelSpecialQuerySet, `%1B(J\%1B(B`},
		{charset.ShiftJIS, "1+1 ≡ 2%20‽", modelFormSet, "1%2B1+%81%DF+2%2520%26%238253%3B"},
		{charset.UTF8, "≡", modelUserinfoSet, "%E2%89%A1"},
		{charset.UTF8, "‽", modelUserinfoSet, "%E2%80%BD"},
		{charset.UTF8, "Say what‽", modelUserinfoSet, "Say%20what%E2%80%BD"},
	} {
		check(c.input, modelPercentEncodeAfterEncoding(c.encoding, []rune(c.input), c.set), c.output)
	}

	// The notes on the sets: the component set is the one of encodeURIComponent.
	for c := rune(0); c < 0x100; c++ {
		if modelFormSet.contains(c) == (modelIsAlphanumeric(c) || strings.ContainsRune("*-._", c)) {
			t.Errorf("%U is wrong in the application/x-www-form-urlencoded percent-encode set", c)
		}
		if modelComponentSet.contains(c) == (modelIsAlphanumeric(c) || strings.ContainsRune("-_.!~*'()", c)) {
			t.Errorf("%U is wrong in the component percent-encode set", c)
		}
	}
	type formCase struct{ Value, Encoding, Expected string }
	for _, c := range testcase.ConformanceObjects[formCase](t, "url/urlencoded-serializer-encoding.json") {
		encoding := modelEncoding(t, c.Encoding)
		check(c.Value, modelPercentEncodeAfterEncoding(encoding, []rune(c.Value), modelFormSet), c.Expected)
	}
}

// TestModelIPv6Serializes has the example of finding the IPv6 address compressed piece index: example-e2b3492e.
func TestModelIPv6Serializes(t *testing.T) {
	if got := modelCompressedPieceIndex([8]uint16{0, 0xf, 0, 0, 0xf, 0xf, 0, 0}); got != 2 {
		t.Errorf("compressed piece index %d, want 2", got)
	}
}

// TestModelEquals has URLs that are equal but for their fragments, and origins.
func TestModelEquals(t *testing.T) {
	a, _, _ := modelParse("HTTPS://h:443/a/../b#c", nil, charset.UTF8)
	b, _, _ := modelParse("https://h/b#d", nil, charset.UTF8)
	if a.equals(b, false) || !a.equals(b, true) {
		t.Errorf("%q equals %q: %v, without fragments: %v", a.serialize(false), b.serialize(false), a.equals(b, false), a.equals(b, true))
	}
	for input, want := range map[string]string{
		"blob:https://whatwg.org/d0360e2f-caee-469f-9a2f-87d5b0456f6f": "https://whatwg.org",
		"blob:ftp://h/":        "null",
		"blob:blob:https://h/": "null",
		"blob:d":               "null",
		"wss://u@h:8/":         "wss://h:8",
		"file://h/":            "null",
		"foo://h/":             "null",
	} {
		if url, _, ok := modelParse(input, nil, charset.UTF8); !ok || url.origin() != want {
			t.Errorf("origin of %q is not %q", input, want)
		}
	}
}

// TestModelErrorOffsets tells where validation errors are: at the pointer, in bytes of the input as it was given.
func TestModelErrorOffsets(t *testing.T) {
	for input, want := range map[string][]modelError{
		` https://é\b`:              {{"invalid-URL-unit", 0}, {"invalid-reverse-solidus", 11}},
		"https://h/a\nb\tc<\n ":     {{"invalid-URL-unit", 16}, {"invalid-URL-unit", 11}, {"invalid-URL-unit", 15}},
		" é":                        {{"invalid-URL-unit", 0}, {"missing-scheme-non-relative-URL", 1}},
		"https://h:70000/":          {{"port-out-of-range", 15}},
		"https://h:70000 ":          {{"invalid-URL-unit", 15}, {"port-out-of-range", 15}},
		"https://u@[1:\n2:x]:80":    {{"invalid-URL-unit", 13}, {"invalid-credentials", 9}, {"IPv6-invalid-code-point", 16}},
		"https://[1::x]/":           {{"IPv6-invalid-code-point", 12}},
		"file://[x]":                {{"IPv6-invalid-code-point", 8}},
		"https://1.2/":              {{"IPv4-too-few-parts", 10}},
		"https://h/\xff%":           {{"invalid-URL-unit", 11}},
		"file://h/a\u00a0b|#\u0080": {{"invalid-URL-unit", 13}, {"invalid-URL-unit", 15}},
	} {
		if _, errors, _ := modelParse(input, nil, charset.UTF8); !slices.Equal(errors, want) {
			t.Errorf("%q: %v, want %v", input, errors, want)
		}
	}
}

func modelEncoding(t *testing.T, label string) charset.Encoding {
	t.Helper()
	encoding, ok := charset.Lookup(label)
	if !ok {
		t.Fatalf("no encoding %q", label)
	}
	return encoding
}

func TestModelToASCII(t *testing.T) {
	type toASCIICase struct {
		Input  string
		Output *string
	}
	for _, c := range testcase.ConformanceObjects[toASCIICase](t, "url/toascii.json") {
		host, after := "failure", "x"
		if url, _, ok := modelParse("https://"+c.Input+"/x", nil, charset.UTF8); ok {
			host = url.get("host")
		}
		want := "failure"
		if c.Output != nil {
			want, after = *c.Output, *c.Output
		}
		if host != want {
			t.Errorf("%q: %q, want %q", c.Input, host, want)
		}
		for _, attribute := range []string{"host", "hostname"} {
			url, _, _ := modelParse("https://x/x", nil, charset.UTF8)
			url.set(attribute, c.Input)
			if got := url.get(attribute); got != after {
				t.Errorf("%q set as %s: %q, want %q", c.Input, attribute, got, after)
			}
		}
	}
}

type livingCase struct {
	Clause, Input, Encoding string
	Base, Href              *string
	Errors                  []string
	Valid                   *bool // where it is not the same as parsing without validation error
}

// TestModelLiving compares the model with cases that were read from the text.
func TestModelLiving(t *testing.T) {
	names := map[string]int{}
	for _, c := range testcase.Own[livingCase](t, "editions/living.json") {
		encoding := charset.UTF8
		if c.Encoding != "" {
			encoding = modelEncoding(t, c.Encoding)
		}
		url, errors, ok := modelParseStrings(c.Input, c.Base, encoding)
		var got []string
		for _, e := range errors {
			got = append(got, e.name)
			names[e.name]++
		}
		if !slices.Equal(got, c.Errors) {
			t.Errorf("%s: %q on %s: errors are %q, want %q", c.Clause, c.Input, show(c.Base), got, c.Errors)
		}
		if ok != (c.Href != nil) || ok && url.serialize(false) != *c.Href {
			t.Errorf("%s: %q on %s is %v, want %s", c.Clause, c.Input, show(c.Base), url, show(c.Href))
		}
		if ok {
			checkModelURL(t, url, errors, len(c.Input))
		}
		valid := ok && len(errors) == 0
		if c.Valid != nil {
			valid = *c.Valid
		}
		if modelIsValidString(c.Input, c.Base) != valid {
			t.Errorf("%s: %q on %s is a valid URL string: %v, want %v", c.Clause, c.Input, show(c.Base), !valid, valid)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(names)) {
		if names[name] < 3 {
			t.Errorf("%s comes up only %d times", name, names[name])
		}
	}
	if len(names) != 30 {
		t.Errorf("%d validation errors come up, want all 30", len(names))
	}
}

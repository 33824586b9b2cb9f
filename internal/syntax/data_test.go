package syntax_test

import (
	"cmp"
	"iter"
	"slices"
	"strings"
	"testing"

	"htmlurl/internal/syntax"
	"htmlurl/internal/testcase"
)

// markedCase is a case of the project's own data. In its text marks enclose each reference that must be found.
type markedCase struct {
	Clause, Name, Text                string
	Values, Roles, Bases, Descriptors []string     // of the references; nil where none has a special one
	Seconds                           *int         // of a refresh
	Params                            [][][]string // of the links of a header: names and values
}

const (
	openMark  = "«"
	closeMark = "»"
)

// read returns the text without its marks, and the references that they enclose.
func (c markedCase) read(t *testing.T) (string, []syntax.Reference) {
	t.Helper()
	var text strings.Builder
	var want []syntax.Reference
	rest := c.Text
	for {
		before, after, ok := strings.Cut(rest, openMark)
		text.WriteString(before)
		if !ok {
			break
		}
		inner, after, ok := strings.Cut(after, closeMark)
		if !ok {
			t.Fatalf("%s has a mark that does not end", c.Name)
		}
		i, start := len(want), text.Len()
		text.WriteString(inner)
		want = append(want, syntax.Reference{
			Start: start, End: text.Len(),
			Value:      at(c.Values, i, inner),
			Descriptor: at(c.Descriptors, i, ""),
			Role:       roles[at(c.Roles, i, "resource")],
			Base:       bases[at(c.Bases, i, "own")],
		})
		rest = after
	}
	for _, list := range [][]string{c.Values, c.Descriptors, c.Roles, c.Bases} {
		if list != nil && len(list) != len(want) {
			t.Fatalf("%s: %d references, but %q", c.Name, len(want), list)
		}
	}
	return text.String(), want
}

func at(list []string, i int, otherwise string) string {
	if list == nil {
		return otherwise
	}
	return list[i]
}

var roles = map[string]syntax.Role{
	"resource": syntax.Resource, "style sheet": syntax.StyleSheet,
	"module address": syntax.ModuleAddress, "module scope": syntax.ModuleScope, "module integrity": syntax.ModuleIntegrity,
	"prefetch": syntax.Prefetch, "prerender": syntax.Prerender,
}

var bases = map[string]syntax.Base{"own": syntax.OwnBase, "document": syntax.DocumentBase, "none": syntax.NoBase}

// parsers are those that yield references and nothing else, by the names of their data.
var parsers = map[string]func(string) iter.Seq[syntax.Reference]{
	"srcset":          syntax.Srcset,
	"spaces":          syntax.Spaces,
	"commas":          syntax.Commas,
	"css":             func(s string) iter.Seq[syntax.Reference] { return syntax.CSS(s, false) },
	"style-attribute": func(s string) iter.Seq[syntax.Reference] { return syntax.CSS(s, true) },
	"css-value":       syntax.CSSValue,
	"importmap":       syntax.ImportMap,
	"speculation":     syntax.SpeculationRules,
}

// The clauses are those that the data cite.
func TestOwn(t *testing.T) {
	for name, parse := range parsers {
		t.Run(name, func(t *testing.T) {
			for _, c := range testcase.Own[markedCase](t, "syntax/"+name+".json") {
				text, want := c.read(t)
				if got := slices.Collect(parse(text)); !slices.Equal(got, want) {
					t.Errorf("%s (%s): %q\n got %+v\nwant %+v", c.Name, c.Clause, text, got, want)
				}
			}
		})
	}
}

// A parser stops when it is told to, after any reference.
func TestOwnStopped(t *testing.T) {
	for name, parse := range parsers {
		for _, c := range testcase.Own[markedCase](t, "syntax/"+name+".json") {
			text, want := c.read(t)
			for n := range want {
				got := 0
				for range parse(text) {
					if got++; got > n {
						break
					}
				}
				if got != n+1 {
					t.Errorf("%s: stopped after %d, not %d", c.Name, got, n+1)
				}
			}
		}
	}
}

// https://html.spec.whatwg.org/multipage/document-lifecycle.html#shared-declarative-refresh-steps
func TestOwnRefresh(t *testing.T) {
	for _, c := range testcase.Own[markedCase](t, "syntax/refresh.json") {
		text, urls := c.read(t)
		var want syntax.Refresh
		if c.Seconds != nil {
			want.Seconds = *c.Seconds
		}
		if want.HasURL = len(urls) > 0; want.HasURL {
			want.URL = urls[0]
		}
		got, ok := syntax.ParseRefresh(text)
		if ok != (c.Seconds != nil) || got != want {
			t.Errorf("%s: %q\n got %+v, %v\nwant %+v", c.Name, text, got, ok, want)
		}
	}
}

// https://www.rfc-editor.org/rfc/rfc8288#appendix-B
func TestOwnLinkHeader(t *testing.T) {
	for _, c := range testcase.Own[markedCase](t, "syntax/linkheader.json") {
		text, want := c.read(t)
		var targets []syntax.Reference
		for l := range syntax.LinkHeader(text) {
			if len(targets) < len(c.Params) {
				checkParams(t, c.Name, text, l, c.Params[len(targets)])
			}
			targets = append(targets, l.Reference)
		}
		if !slices.Equal(targets, want) || len(c.Params) != len(want) {
			t.Errorf("%s: %q\n got %+v\nwant %+v", c.Name, text, targets, want)
		}
	}
}

func checkParams(t *testing.T, name, text string, l syntax.HeaderLink, want [][]string) {
	t.Helper()
	var got [][]string
	for _, p := range l.Params {
		got = append(got, []string{p.Name, p.Value})
		if written := text[p.Start:p.End]; !strings.Contains(written, `\`) && written != p.Value {
			t.Errorf("%s: %q is at %q", name, p.Value, written)
		}
	}
	if slices.CompareFunc(got, want, slices.Compare) != 0 {
		t.Errorf("%s: %q\n got %q\nwant %q", name, text, got, want)
	}
}

// https://www.rfc-editor.org/rfc/rfc8288#section-3.3: the first rel counts.
func TestParam(t *testing.T) {
	for l := range syntax.LinkHeader("<a>; rel=b; REL=c; crossorigin, <d>") {
		for name, want := range map[string]string{"rel": "b", "crossorigin": "", "as": "none"} {
			value, ok := l.Param(name)
			if ok != (want != "none") || ok && value != want {
				t.Errorf("Param(%q) = %q, %v", name, value, ok)
			}
		}
		break
	}
}

// https://drafts.csswg.org/css-values-4/#local-urls
func TestIsLocal(t *testing.T) {
	for text, want := range map[string]bool{
		"a:url(#x)": true, `a:url("\23x")`: true, `a:url("\#x")`: true,
		"a:url(x#y)": false, `a:url(" #x")`: false, "a:url()": false,
	} {
		for ref := range syntax.CSS(text, true) {
			if ref.IsLocal() != want {
				t.Errorf("%s: %v", text, !want)
			}
		}
	}
}

// What looks like the name of a function may be part of another token, and what comes before it may not.
func TestCSSFunctionNames(t *testing.T) {
	for text, want := range map[string]string{
		"a:#url(x) url(y)":        "y",
		"a:##url(x) url(y)":       "y",
		"a:b#\\75rl(x) url(y)":    "y",
		"a:@url(x) url(y)":        "y",
		"a:5url(x) url(y)":        "y",
		"a:5\\75rl(x) url(y)":     "y",
		"a:.5url(x) url(y)":       "y",
		"a:1e+5url(x) url(y)":     "y",
		"a:1.5e-5url(x) url(y)":   "y",
		"a:-url(x) url(y)":        "y",
		"a:--url(x) url(y)":       "y",
		"a:b-url(x) url(y)":       "y",
		"a:b\\-url(x) url(y)":     "y",
		"a:\x00url(x) url(y)":     "y",
		"a:b 5 .url(x)":           "x",
		"a:1.url(x)":              "x",
		"a:1.\\75rl(x)":           "x",
		"a:5%url(x)":              "x",
		"a:5+url(x)":              "x",
		"a:b<!--url(x)":           "x",
		"a:b-->url(x)":            "x",
		"a:b/**/url(x)":           "x",
		"a:b/**/c'd'url(x)":       "x",
		"a:u+url(x)":              "x",
		"a:b|url(x)":              "x",
		"a:b c(d #5)url(x)":       "x",
		"a:image-set(url(x),'y')": "x",
		"a:image-set(b 5,'y')":    "y",
		"--a:[b]{c}(d)e url(x)":   "x",
		"a:b;c url(x);d:e url(y)": "y",
	} {
		first := ""
		for ref := range syntax.CSS(text, true) {
			first = cmp.Or(first, ref.Value)
		}
		if first != want {
			t.Errorf("%q: %q, not %q", text, first, want)
		}
	}
}

// Bytes that are no UTF-8 are parts of URLs and names, and an escape never takes more than one of them.
func TestCSSBytes(t *testing.T) {
	for text, want := range map[string]string{
		"a:url(\xff\x80)":              "\xff\x80",
		"a:url(\"\xc3\")":              "\xc3",
		"a:url(\\\xc3)b:url(y)":        "\xc3",
		"a:url(\"\\\xf0\")":            "\xf0",
		"a:url(\xe2\x82\\78)":          "\xe2\x82x",
		"a:\\\xc3(url(y))":             "y",
		"\xc3:url(y)":                  "y",
		"a:\xc3url(x) url(y)":          "y",
		"a:\\\xc3/**/url(y)":           "y",
		"a:\"\\\xc3\"url(y)":           "y",
		"a:u\\72\xc3l(x)url(y)":        "y",
		"a:image-set(\xc3\"x\",\"y\")": "y",
	} {
		first := ""
		for ref := range syntax.CSS(text, true) {
			first = cmp.Or(first, ref.Value)
		}
		if first != want {
			t.Errorf("%q: %q, not %q", text, first, want)
		}
	}
}

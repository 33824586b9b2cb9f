package check_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"htmlurl/check"
)

// report returns a report of findings, each written as "page severity rule raw".
func report(findings ...string) *check.Report {
	r := &check.Report{}
	for i, text := range findings {
		f := strings.SplitN(text, " ", 4)
		r.Findings = append(r.Findings, check.Finding{Page: f[0], Line: i + 1, Severity: check.Severity(f[1]),
			Rule: check.Rule(f[2]), Raw: f[3], Message: "message"})
	}
	return r
}

// written returns what WriteTo writes.
func written(t testing.TB, b *check.Baseline) string {
	t.Helper()
	var text bytes.Buffer
	n, err := b.WriteTo(&text)
	if err != nil || n != int64(text.Len()) {
		t.Fatalf("%d bytes of %d, %v", n, text.Len(), err)
	}
	return text.String()
}

// read returns the baseline in a text.
func read(t testing.TB, text string) *check.Baseline {
	t.Helper()
	b, err := check.ReadBaseline(strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// TestBaseline holds what is taken out of a report, what is left, and what is gone.
func TestBaseline(t *testing.T) {
	const (
		a     = "a.html error target-missing x"
		again = a
		b     = "b.html error target-missing x"
		warn  = "a.html warning backslash y\\z"
		info  = "a.html info redirected x"
		whole = "a.html error page-unreadable "

		severity  = "a.html warning target-missing x"
		rule      = "a.html error index-missing x"
		reference = "a.html error target-missing X"
	)
	for _, c := range []struct {
		name       string
		known, now []string
		want       []string
		gone       int
	}{
		{"nothing is known", nil, []string{a, warn, info}, []string{a, warn, info}, 0},
		{"all is known", []string{a, warn, whole}, []string{a, warn, whole}, nil, 0},
		{"all is gone", []string{a, again, warn}, nil, nil, 3},
		{"infos are not kept", []string{a, info}, []string{a, info}, []string{info}, 0},
		{"the order does not matter", []string{a, b, warn}, []string{warn, b, a}, nil, 0},
		{"a third one is new", []string{a, again}, []string{a, again, a}, []string{a}, 0},
		{"one of two is gone", []string{a, again}, []string{a}, nil, 1},
		{"another page", []string{a}, []string{b}, []string{b}, 1},
		{"another severity", []string{a}, []string{severity}, []string{severity}, 1},
		{"another rule", []string{a}, []string{rule}, []string{rule}, 1},
		{"another reference", []string{a}, []string{reference}, []string{reference}, 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			var baseline check.Baseline
			baseline.Add(report(c.known...))
			for _, b := range []*check.Baseline{&baseline, read(t, written(t, &baseline))} {
				for range 2 { // Apply leaves the baseline as it is
					r := report(c.now...)
					gone := b.Apply(r)
					var left []string
					for _, f := range r.Findings {
						left = append(left, fmt.Sprintf("%s %s %s %s", f.Page, f.Severity, f.Rule, f.Raw))
					}
					if !slices.Equal(left, c.want) || gone != c.gone || r.Summary.Known != len(c.now)-len(c.want) {
						t.Errorf("left %q, want %q; %d gone, want %d; %+v", left, c.want, gone, c.gone, r.Summary)
					}
				}
			}
		})
	}
}

// TestBaselineSummary holds that findings are counted anew, and that nothing is said to be gone after an interrupt.
func TestBaselineSummary(t *testing.T) {
	var b check.Baseline
	b.Add(report("a error target-missing x", "a warning backslash y", "z error target-missing x"))
	r := report("a error target-missing x", "a error target-missing z", "a warning backslash y", "a info redirected x")
	r.Summary = check.Summary{Pages: 9, Links: 8, Errors: 2, Warnings: 1, Infos: 1, Known: 5}
	if gone := b.Apply(r); gone != 1 || r.Summary != (check.Summary{Pages: 9, Links: 8, Errors: 1, Infos: 1, Known: 7}) {
		t.Errorf("%d gone, %+v", gone, r.Summary)
	}
	if r.Findings[0].Line != 2 || !r.Broken() {
		t.Errorf("left %+v", r.Findings)
	}
	r = report()
	r.Summary.Interrupted = true
	if gone := b.Apply(r); gone != 0 || r.Broken() {
		t.Errorf("interrupted, and %d gone", gone)
	}
}

// TestBaselineName holds that a site can be named in several ways.
func TestBaselineName(t *testing.T) {
	from := func(dir string) func(string) string {
		return func(page string) string { return strings.TrimPrefix(page, dir) }
	}
	b := check.Baseline{Name: from("site/")}
	b.Add(report("site/a error target-missing x"))
	if text := written(t, &b); !strings.Contains(text, `"page":"a"`) {
		t.Error(text)
	}
	again := read(t, written(t, &b))
	again.Name = from("/home/me/site/")
	r := report("/home/me/site/a error target-missing x", "a error target-missing x")
	if gone := again.Apply(r); gone != 0 || len(r.Findings) != 1 {
		t.Errorf("%d gone, left %+v", gone, r.Findings)
	}
}

// TestBaselineFile holds the format: in order, a line for each problem, and the same bytes whatever order they came in.
func TestBaselineFile(t *testing.T) {
	findings := []string{
		"b error target-missing x", "a warning backslash <&>", "a error unresolvable \u2028\"", "a error target-missing x",
		"a error target-missing x", "a info redirected x", "a error target-missing ",
	}
	const want = `{"format":"htmlurl baseline 1","known":[
{"page":"a","severity":"error","rule":"target-missing","raw":"","count":1},
{"page":"a","severity":"error","rule":"target-missing","raw":"x","count":2},
{"page":"a","severity":"error","rule":"unresolvable","raw":"\u2028\"","count":1},
{"page":"a","severity":"warning","rule":"backslash","raw":"<&>","count":1},
{"page":"b","severity":"error","rule":"target-missing","raw":"x","count":1}
]}
`
	for range 3 {
		var b check.Baseline
		b.Add(report(findings...))
		if text := written(t, &b); text != want {
			t.Errorf("%s\nwant %s", text, want)
		}
		findings = append(findings[2:], findings[:2]...)
	}
	if text := written(t, read(t, want)); text != want {
		t.Errorf("read and written again: %s", text)
	}
	if text := written(t, &check.Baseline{}); text != "{\"format\":\"htmlurl baseline 1\",\"known\":[\n]}\n" {
		t.Errorf("the zero value: %s", text)
	}
}

// TestBaselineText holds that references and pages that JSON or people cannot take are known again.
func TestBaselineText(t *testing.T) {
	long := strings.Repeat("é", 1<<20)
	r := report("a error data-invalid data:"+long, "a error data-invalid data:"+long+"x",
		"a\xff\xfe error unresolvable \xff")
	var b check.Baseline
	b.Add(r)
	text := written(t, &b)
	if len(text) > 2000 || strings.Count(text, "\n") != 5 {
		t.Errorf("%d bytes", len(text))
	}
	if gone := read(t, text).Apply(r); gone != 0 || len(r.Findings) != 0 {
		t.Errorf("%d gone, %d left", gone, len(r.Findings))
	}
}

// TestReadBaseline holds what is refused, and how that is explained.
func TestReadBaseline(t *testing.T) {
	const begin, good = `{"format":"htmlurl baseline 1","known":[` + "\n",
		`{"page":"a","severity":"error","rule":"target-missing","raw":"x","count":`
	for _, c := range []struct{ text, want string }{
		{"", "line 1"},
		{"garbage", "line 1: invalid character 'g'"},
		{begin + "<<<<<<< HEAD\n" + good + "1}\n]}", "line 2: invalid character '<'"},
		{begin + good + "1}\n]}\n{}", "line 4"},
		{begin + good + "1}", "line 2: unexpected end"},
		{"[]", `does not say "format":"htmlurl baseline 1"`},
		{"null", "does not say"},
		{`{"findings":[],"summary":{}}`, "does not say"},
		{`{"format":1}`, "does not say"},
		{`{"format":"htmlurl save 1"}`, "does not say"},
		{`{"format":"htmlurl baseline 2","known":{"a":1}}`, `another version of this program wrote it`},
		{begin + good + `"1"}]}`, "line 2: known.count cannot be a string"},
		{begin + good + "1.5}]}", "line 2: known.count cannot be a number 1.5"},
		{begin + good + "0}]}", `entry 1, of the page "a", needs`},
		{begin + good + "1},\n" + good + "-1}]}", "entry 2"},
		{begin + `{"page":"a","severity":"fatal","rule":"target-missing","raw":"x","count":1}]}`, "entry 1"},
		{begin + `{"page":"a","severity":"error","raw":"x","count":1}]}`, "entry 1"},
	} {
		b, err := check.ReadBaseline(strings.NewReader(c.text))
		if b != nil || !errors.Is(err, check.ErrBaseline) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %s", c.text, err, c.want)
		}
	}
	for _, merged := range []string{good + "1},\n" + good + "2}\n]}", good + "2},\n" + good + "1}\n]}"} {
		if text := written(t, read(t, begin+merged)); text != begin+good+"2}\n]}\n" {
			t.Errorf("two entries of a problem: %s", text)
		}
	}
	if _, err := check.ReadBaseline(iotest.ErrReader(io.ErrClosedPipe)); !errors.Is(err, io.ErrClosedPipe) {
		t.Errorf("unreadable: %v", err)
	}
}

// FuzzReadBaseline holds that what is read is written so that it is read again.
func FuzzReadBaseline(f *testing.F) {
	var b check.Baseline
	b.Add(report("a error target-missing x", "a warning backslash y"))
	f.Add(written(f, &b))
	f.Add(`{"format":"htmlurl baseline 1","known":[` + "\n" + `{"page":"\ud800","severity":"info","rule":"` +
		"\xff" + `","count":3}]}`)
	f.Fuzz(func(t *testing.T, text string) {
		b, err := check.ReadBaseline(strings.NewReader(text))
		if err != nil {
			return
		}
		once := written(t, b)
		if twice := written(t, read(t, once)); twice != once {
			t.Errorf("%s\nthen %s", once, twice)
		}
	})
}

package report_test

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"net/url"
	"regexp"
	"runtime"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/jstemmer/go-junit-report/v2/junit"

	"htmlurl/check"
)

// hostileTexts are texts that disturb terminals, or mean something in a format.
var hostileTexts = []string{
	"\x1b[2J\x1b]0;title\x07", "\x00\x01\x7f\u0080\u009b31m", "a\nb\r\nc\rd\te\vf\fg", "\xff\xfe a\xc3",
	"\u202eback\u2066",
	"\uFFFD\uFFFE\uFFFF\U0001FFFF\U000E0041\uFEFF", "]]>", "--><!--", "<script>alert(1)</script>", "&amp;&#10;&lt;", `"'`,
	"`code` ``code``", "a|b\\|c\\\\|d", "**bold** _it_ ~~s~~ $x$ :smile:", "[link](https://evil.example/)", "![](x)",
	"@someone #1 !1 %1 &1 GH-1 org/repo#1", "www.evil.example https://evil.example/", "::error::x", "\n::error file=x::y",
	"%0A%25%zz", "a,b:c=d", "{0} {{1}} [a](0)", "", " ", " x ", "\u00a0", "# head\n- item\n\n| a |\n| - |\n",
	"ü日本😀\u0301",
	`"results":[]`, "../..//x?y#z", "/absolute", "//host/x", "http://h/%zz?[|]^\x80", "https://h/\n",
}

// hostileReport has findings in which a text is everywhere.
func hostileReport(s string) *check.Report {
	f := check.Finding{
		Page: s, Line: 3, Column: 7, Raw: s, Base: s, Why: s, URL: s + "u", Severity: check.Error,
		Rule: check.TargetMissing, Message: s, Target: s, Source: "<a href='" + s + "'>", SourceColumn: 7,
	}
	g := f
	g.Severity, g.Rule, g.SourceColumn = check.Severity(s), check.Rule(s), 9
	h := check.Finding{Page: s + "2", Raw: s, Severity: check.Warning, Rule: check.Orphan, Message: s}
	return &check.Report{
		Findings: []check.Finding{f, g, h}, Pages: []check.PageSummary{{Name: s}, {Name: s + "3"}},
		Summary: check.Summary{Pages: 3, Links: 3, Errors: 1, Warnings: 1, Infos: 1},
	}
}

// TestHostileTexts holds for each writer that no text has a meaning in its format.
func TestHostileTexts(t *testing.T) {
	for _, s := range hostileTexts {
		testHostile(t, s)
	}
}

func FuzzHostileTexts(f *testing.F) {
	for _, s := range hostileTexts {
		f.Add(s)
	}
	f.Fuzz(testHostile)
}

func testHostile(t *testing.T, s string) {
	title := aboutSite.Title
	defer func() { aboutSite.Title = title }()
	aboutSite.Title = s
	r := hostileReport(s)
	for name := range writers {
		out := written(t, name, r)
		if name == "color" {
			out = regexp.MustCompile(`\x1b\[\d+m`).ReplaceAll(out, nil)
		}
		bad := func(c rune) bool { return !unicode.IsPrint(c) && c != '\n' && !(c == '\t' && name == "junit.xml") }
		if name == "sarif" || name == "json" {
			bad = func(c rune) bool { return !unicode.IsPrint(c) && c != '\n' && c <= 0xFFFF }
		}
		if !utf8.Valid(out) || bytes.ContainsFunc(out, bad) {
			t.Errorf("%q: %s writes %q", s, name, out)
		}
		if holds, ok := hostileRules[name]; ok {
			holds(t, s, r, out)
		}
	}
}

// hostileRules say what holds for the reports of a text.
var hostileRules = map[string]func(t *testing.T, s string, r *check.Report, out []byte){
	"text":      hostileText,
	"json":      hostileJSON,
	"junit.xml": hostileJUnit,
	"sarif":     hostileSARIF,
	"github":    hostileGitHub,
	"markdown":  hostileMarkdown,
}

// hostileText holds that there are as many lines as for a harmless text.
func hostileText(t *testing.T, s string, _ *check.Report, out []byte) {
	want := 11
	if s == "" {
		want-- // there is no base
	}
	if lines := bytes.Count(out, []byte("\n")); lines != want {
		t.Errorf("%q: %d lines: %s", s, lines, out)
	}
}

// hostileJSON holds that reading gives what was written, but for bytes that are not UTF-8.
func hostileJSON(t *testing.T, s string, r *check.Report, out []byte) {
	var got check.Report
	if err := json.Unmarshal(out, &got); err != nil || len(got.Findings) != len(r.Findings) {
		t.Fatalf("%q: %v", s, err)
	}
	want := string([]rune(s))
	if f := got.Findings[1]; f.Raw != want || f.Message != want || string(f.Rule) != want || f.URL != want+"u" {
		t.Errorf("%q: JSON has %q", s, f.Raw)
	}
}

// hostileJUnit holds that there are the suites and test cases that were written.
func hostileJUnit(t *testing.T, s string, _ *check.Report, out []byte) {
	var got junit.Testsuites
	decoder := xml.NewDecoder(bytes.NewReader(out))
	if err := decoder.Decode(&got); err != nil {
		t.Fatalf("%q: %v", s, err)
	}
	tests := 0
	for _, suite := range got.Suites {
		if suite.Tests != len(suite.Testcases) {
			t.Errorf("%q: %d tests, not %d", s, len(suite.Testcases), suite.Tests)
		}
		tests += suite.Tests
	}
	if len(got.Suites) != 3 || got.Tests != 5 || tests != 5 || got.Failures != 1 || got.Errors != 0 {
		t.Errorf("%q: %d suites, %d tests, %d failures", s, len(got.Suites), tests, got.Failures)
	}
	if text := got.Suites[0].Testcases[0].Failure.Data; strings.Count(text, "\n") > 2 {
		t.Errorf("%q: the failure is %q", s, text)
	}
}

// hostileSARIF holds that the report is valid, and that its URIs name the pages.
func hostileSARIF(t *testing.T, s string, r *check.Report, out []byte) {
	run := readSARIF(t, out)
	if len(run.Results) != len(r.Findings) {
		t.Fatalf("%q: %d results", s, len(run.Results))
	}
	if raw := run.Results[0].Properties.Properties["raw"]; s != "" && raw != string([]rune(s)) {
		t.Errorf("%q: SARIF has %q", s, raw)
	}
	u, err := url.Parse(*run.Results[0].Locations[0].PhysicalLocation.ArtifactLocation.URI)
	if err != nil {
		t.Fatalf("%q: %v", s, err)
	}
	if !strings.HasPrefix(s, "http") && u.Path != s && u.Path != "./"+s {
		t.Errorf("%q: the URI %s has the path %q", s, u, u.Path)
	}
	message := *run.Results[0].Message.Text
	if regexp.MustCompile(`[^\\]\]\(`).MatchString(message) ||
		regexp.MustCompile(`\{[0-9]`).MatchString(strings.ReplaceAll(message, "{{", "")) {
		t.Errorf("%q: the message is %s", s, message)
	}
}

var workflowCommand = regexp.MustCompile(
	`^::(error|warning|notice) (file=[^:,]*,)?(line=\d+,)?(col=\d+,)?title=[^:,]*::.*$`)

// hostileGitHub holds that each line is a command for a finding, and that each "%" is that of an escape.
func hostileGitHub(t *testing.T, s string, r *check.Report, out []byte) {
	lines := strings.Split(strings.TrimSuffix(string(out), "\n"), "\n")
	if len(lines) != len(r.Findings) {
		t.Errorf("%q: %d commands", s, len(lines))
	}
	for _, line := range lines {
		rest := regexp.MustCompile(`%(25|0D|0A|3A|2C)`).ReplaceAllString(line, "")
		if !workflowCommand.MatchString(line) || strings.Contains(rest, "%") {
			t.Errorf("%q: the command is %s", s, line)
		}
	}
}

// hostileMarkdown holds that there is only the markup of the report itself.
func hostileMarkdown(t *testing.T, s string, _ *check.Report, out []byte) {
	lines := strings.Split(string(out), "\n")
	if len(lines) != 16 {
		t.Errorf("%q: %d lines", s, len(lines))
	}
	own := regexp.MustCompile(`^### |</?code>|</?sub>|\*\*|: |---:|05:06|&#\d+;`)
	for _, line := range lines {
		if strings.ContainsAny(own.ReplaceAllString(line, ""), "\\`*_{}[]<>#+.!~$:@&%^\"'") {
			t.Errorf("%q: the line is %s", s, line)
		}
		if pipes := strings.Count(line, "|"); pipes != 0 && pipes != 5 && pipes != 8 {
			t.Errorf("%q: a row is %s", s, line)
		}
	}
	for _, line := range lines[10:13] {
		message := strings.Split(line, "|")[2]
		message, _, _ = strings.Cut(message, "<code>")
		if regexp.MustCompile(`&#(64|35|33|36|37|38|126);[^&]`).MatchString(message) {
			t.Errorf("%q: the message can mention: %s", s, line)
		}
	}
}

// TestLong holds that long texts are cut where people read them.
func TestLong(t *testing.T) {
	r := hostileReport(strings.Repeat("<\x00", 500_000))
	for i := range 8 {
		r.Findings = append(r.Findings, r.Findings[i])
	}
	for name, limit := range map[string]int{
		"text": 1 << 20, "sources": 1 << 20, "color": 1 << 20, "github": 1 << 20, "junit.xml": 2 << 20, "markdown": 65536,
	} {
		if out := written(t, name, r); len(out) > limit {
			t.Errorf("%s writes %d bytes", name, len(out))
		}
	}
}

// TestMarkdownFits holds that Markdown fits a comment, and says how much is missing.
func TestMarkdownFits(t *testing.T) {
	for _, s := range []string{"x", strings.Repeat("|", 1000)} {
		r := &check.Report{Findings: slicesOf(1000, func(i int) check.Finding {
			return check.Finding{Page: s, Line: i + 1, Raw: s, URL: s + "u", Severity: check.Error, Message: s, Rule: "r"}
		})}
		out := string(written(t, "markdown", r))
		rows := strings.Count(out, "\n| <code>")
		if !strings.Contains(out, fmt.Sprintf("\nand %d more\n", 1000-rows)) || rows > 100 || len(out) > 65536 {
			t.Errorf("%d rows, %d bytes: %s", rows, len(out), out[max(0, len(out)-200):])
		}
	}
}

func slicesOf[T any](n int, f func(int) T) []T {
	list := make([]T, n)
	for i := range list {
		list[i] = f(i)
	}
	return list
}

// smallDisk is a writer that takes so many bytes.
type smallDisk struct{ left int }

var errSmall = errors.New("small")

func (w *smallDisk) Write(b []byte) (int, error) {
	n := min(len(b), w.left)
	if w.left -= n; n < len(b) {
		return n, errSmall
	}
	return n, nil
}

// TestWriteErrors holds that each writer returns the error of the io.Writer, wherever it happens.
func TestWriteErrors(t *testing.T) {
	r := hostileReport("x")
	for range 6 { // more than a buffer holds
		r.Findings = append(r.Findings, r.Findings...)
	}
	for name, writer := range writers {
		size := len(written(t, name, r))
		for left := range 20 {
			if err := writer(&smallDisk{left * size / 20}, r); !errors.Is(err, errSmall) {
				t.Errorf("%s: %v after %d of 20 parts", name, err, left)
			}
		}
		if err := writer(&smallDisk{size}, r); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// manyFindings has half of its findings on one page, and each of the others on its own.
func manyFindings(n int) *check.Report {
	r := &check.Report{}
	r.Findings = slicesOf(n, func(i int) check.Finding {
		f := check.Finding{
			Page: "site/a.html", Line: i + 1, Column: 9, Raw: fmt.Sprintf("missing-%d.html", i), Severity: check.Error,
			Base: "http://site.invalid/a.html", Why: "the document's address", URL: "http://site.invalid/missing.html",
			Rule: check.TargetMissing, Message: "there is nothing at the URL",
		}
		if i > n/2 {
			f.Page = fmt.Sprintf("site/%d.html", i)
			r.Pages = append(r.Pages, check.PageSummary{Name: f.Page}, check.PageSummary{Name: f.Page + "l"})
		}
		return f
	})
	return r
}

// TestLinear holds that ten times as many findings take aboutSite ten times as much memory, in passing.
func TestLinear(t *testing.T) {
	allocated := func(writer func(io.Writer, *check.Report) error, r *check.Report) uint64 {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		if err := writer(io.Discard, r); err != nil {
			t.Fatal(err)
		}
		runtime.ReadMemStats(&after)
		return after.TotalAlloc - before.TotalAlloc
	}
	few, many := manyFindings(2_000), manyFindings(20_000)
	for name, writer := range writers {
		small, large := allocated(writer, few), allocated(writer, many)
		if large > 12*small+1<<20 {
			t.Errorf("%s takes %d bytes for 2,000 findings and %d for 20,000", name, small, large)
		}
	}
}

// BenchmarkWriters writes 100,000 findings.
func BenchmarkWriters(b *testing.B) {
	r := manyFindings(100_000)
	for name, writer := range writers {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if err := writer(io.Discard, r); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

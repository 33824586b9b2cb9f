package report_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/owenrumney/go-sarif/v3/pkg/report/v210/sarif"

	"htmlurl/check"
	"htmlurl/internal/report"
)

// reportJSON is a check.Report in test data.
type reportJSON struct {
	Findings []struct {
		check.Finding
		Source       string
		SourceColumn int
	}
	Summary check.Summary
	Pages   []string
}

func (r *reportJSON) report() *check.Report {
	all := &check.Report{Summary: r.Summary}
	for _, f := range r.Findings {
		f.Finding.Source, f.Finding.SourceColumn = f.Source, f.SourceColumn
		all.Findings = append(all.Findings, f.Finding)
	}
	for _, page := range r.Pages {
		all.Pages = append(all.Pages, check.PageSummary{Name: page})
	}
	return all
}

var aboutSite = report.About{
	Title: "site/", Edition: "html5", Version: "1.2", Time: time.Date(2026, 3, 4, 5, 6, 7, 0, time.UTC),
}

// writers are all writers but that of HTML, by the names of files in testdata.
var writers = map[string]func(io.Writer, *check.Report) error{
	"text": func(w io.Writer, r *check.Report) error { return report.Text(w, r, report.TextOptions{}) },
	"sources": func(w io.Writer, r *check.Report) error {
		return report.Text(w, r, report.TextOptions{Sources: true})
	},
	"color":     func(w io.Writer, r *check.Report) error { return report.Text(w, r, report.TextOptions{Color: true}) },
	"json":      report.JSON,
	"junit.xml": func(w io.Writer, r *check.Report) error { return report.JUnit(w, r, aboutSite) },
	"sarif":     func(w io.Writer, r *check.Report) error { return report.SARIF(w, r, aboutSite) },
	"github":    report.GitHub,
	"markdown":  func(w io.Writer, r *check.Report) error { return report.Markdown(w, r, aboutSite) },
}

// written returns what a writer writes, which is the same each time.
func written(t *testing.T, name string, r *check.Report) []byte {
	t.Helper()
	var out, again bytes.Buffer
	if err := writers[name](&out, r); err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	if err := writers[name](&again, r); err != nil || !bytes.Equal(out.Bytes(), again.Bytes()) {
		t.Errorf("%s is not the same again: %v", name, err)
	}
	return out.Bytes()
}

// TestReports compares the reports in each folder of testdata with what is written for its report.json. Of SARIF there
// is a short form.
func TestReports(t *testing.T) {
	files, err := filepath.Glob("testdata/*/*")
	if err != nil {
		t.Fatal(err)
	}
	reports := 0
	for _, file := range files {
		folder, name := filepath.Split(file)
		if name == "report.json" {
			continue
		}
		reports++
		name = strings.TrimSuffix(name, ".txt")
		got := written(t, name, readReport(t, folder+"report.json"))
		if name == "sarif" {
			got = shortSARIF(t, got)
		}
		if want := readFile(t, file); !bytes.Equal(got, want) {
			t.Errorf("%s is\n%s\nwant\n%s", file, got, want)
		}
	}
	if reports != 17 {
		t.Errorf("%d reports in testdata", reports)
	}
}

func readReport(t *testing.T, name string) *check.Report {
	t.Helper()
	var r reportJSON
	decoder := json.NewDecoder(bytes.NewReader(readFile(t, name)))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&r); err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return r.report()
}

func readFile(t *testing.T, name string) []byte {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// shortSARIF is a line for each result, after a check of the whole by the schema.
func shortSARIF(t *testing.T, text []byte) []byte {
	t.Helper()
	run := readSARIF(t, text)
	var out bytes.Buffer
	for _, result := range run.Results {
		if rule := run.Tool.Driver.Rules[result.RuleIndex]; *rule.ID != *result.RuleID {
			t.Errorf("rule %s at the index of %s", *rule.ID, *result.RuleID)
		}
		place := result.Locations[0].PhysicalLocation
		fmt.Fprintf(&out, "%s %s %s%s%s %s\n", result.Level, *result.RuleID, *place.ArtifactLocation.URI,
			shortRegion(place.Region), shortRegion(place.ContextRegion), *result.Message.Text)
	}
	return out.Bytes()
}

// readSARIF returns the run of a valid report.
func readSARIF(t *testing.T, text []byte) *sarif.Run {
	t.Helper()
	r, err := sarif.FromBytes(text, sarif.WithStrictValidation())
	if err != nil {
		t.Fatal(err)
	}
	if err := r.Validate(); err != nil {
		t.Fatal(err)
	}
	run := r.Runs[0]
	if *run.ColumnKind != "unicodeCodePoints" || len(run.Tool.Driver.Rules) != len(check.Rules()) {
		t.Errorf("columns are %s, %d rules", *run.ColumnKind, len(run.Tool.Driver.Rules))
	}
	return run
}

// shortRegion is LINE:START-END "snippet".
func shortRegion(r *sarif.Region) string {
	if r == nil {
		return ""
	}
	text := fmt.Sprintf(" %d", *r.StartLine)
	if r.StartColumn != nil {
		text += fmt.Sprintf(":%d", *r.StartColumn)
	}
	if r.EndColumn != nil {
		text += fmt.Sprintf("-%d", *r.EndColumn)
	}
	if r.Snippet != nil {
		text += fmt.Sprintf(" %q", *r.Snippet.Text)
	}
	return text
}

// TestFingerprints holds that they stay when lines move, and differ for all findings.
func TestFingerprints(t *testing.T) {
	find := func(page, raw string, rule check.Rule, line int) check.Finding {
		return check.Finding{Page: page, Raw: raw, Rule: rule, Line: line, Column: 1}
	}
	fingerprints := func(findings ...check.Finding) (all []string) {
		for _, result := range readSARIF(t, written(t, "sarif", &check.Report{Findings: findings})).Results {
			all = append(all, result.PartialFingerprints["reference/v1"])
		}
		return all
	}
	before := fingerprints(find("a", "x", check.Backslash, 1), find("a", "x", check.Backslash, 2),
		find("a", "x", check.WhiteSpace, 2), find("a", "y", check.Backslash, 3), find("b", "x", check.Backslash, 1))
	after := fingerprints(find("a", "x", check.Backslash, 7), find("a", "x", check.Backslash, 8),
		find("a", "x", check.WhiteSpace, 8), find("a", "y", check.Backslash, 9), find("b", "x", check.Backslash, 5))
	seen := map[string]bool{}
	for i, fingerprint := range before {
		if fingerprint != after[i] {
			t.Errorf("fingerprint %d was %s and is %s", i, fingerprint, after[i])
		}
		seen[fingerprint] = true
	}
	if len(seen) != 5 {
		t.Errorf("%d fingerprints", len(seen))
	}
}

// TestColors holds that colours change nothing but colours.
func TestColors(t *testing.T) {
	r := &check.Report{}
	for _, severity := range []check.Severity{check.Error, check.Warning, check.Info} {
		r.Findings = append(r.Findings, check.Finding{
			Page: "a.html", Line: 1, Column: 2, Raw: "x", Base: "b", URL: "u", Severity: severity, Rule: "r", Message: "m",
		})
	}
	colored := written(t, "color", r)
	for _, want := range []string{"\x1b[31merror\x1b[", "\x1b[33mwarning\x1b[", "\x1b[2minfo\x1b["} {
		if !strings.Contains(string(colored), want) {
			t.Errorf("%q is not in %q", want, colored)
		}
	}
	plain := regexp.MustCompile(`\x1b\[\d+m`).ReplaceAll(colored, nil)
	if want := written(t, "text", r); !bytes.Equal(plain, want) {
		t.Errorf("%q without colours, want %q", plain, want)
	}
}

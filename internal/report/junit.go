package report

import (
	"bufio"
	"encoding/xml"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/jstemmer/go-junit-report/v2/junit"

	"htmlurl/check"
	"htmlurl/internal/printable"
)

// JUnit writes the findings as test cases of a test suite for each page, in the XML that CI servers read. Errors are
// failures; warnings and infos pass, with what they say as output. Their names have no line numbers, so that CI servers
// know them again when lines move. The last suite has a test case for each page without findings, as far as
// Report.Pages has them, and one for the check as a whole, which is an error if the check was interrupted.
//
// XML 1.0 cannot hold all characters. Those that it cannot hold are shown as escapes, as all that cannot be seen.
func JUnit(w io.Writer, r *check.Report, about About) error {
	out := bufio.NewWriter(w)
	out.WriteString(xml.Header)
	x := xml.NewEncoder(out)
	x.Indent("", "\t")
	site := siteSuite(r, about)
	suites := junitSuites(r, about, &site)
	if err := x.EncodeToken(suites); err != nil {
		return err
	}
	id := 0
	for findings := range byPage(r.Findings) {
		if err := writeSuite(x, id, pageSuite(findings), about); err != nil {
			return err
		}
		id++
	}
	if err := writeSuite(x, id, site, about); err != nil {
		return err
	}
	if err := x.EncodeToken(suites.End()); err != nil {
		return err
	}
	if err := x.Flush(); err != nil {
		return err
	}
	out.WriteByte('\n')
	return out.Flush()
}

// junitSuites is the start tag of all test suites, with their totals. All errors are in the last suite.
func junitSuites(r *check.Report, about About, site *junit.Testsuite) xml.StartElement {
	failures := 0
	for i := range r.Findings {
		if r.Findings[i].Severity == check.Error {
			failures++
		}
	}
	attribute := func(name, value string) xml.Attr { return xml.Attr{Name: xml.Name{Local: name}, Value: value} }
	return xml.StartElement{Name: xml.Name{Local: "testsuites"}, Attr: []xml.Attr{
		attribute("name", "htmlurl check "+printable.String(about.Title)),
		attribute("tests", strconv.Itoa(len(r.Findings)+site.Tests)),
		attribute("failures", strconv.Itoa(failures)),
		attribute("errors", strconv.Itoa(site.Errors)),
	}}
}

func writeSuite(x *xml.Encoder, id int, suite junit.Testsuite, about About) error {
	suite.ID = id
	suite.Time = "0"
	if !about.Time.IsZero() {
		suite.SetTimestamp(about.Time)
	}
	return x.EncodeElement(suite, xml.StartElement{Name: xml.Name{Local: "testsuite"}})
}

// pageSuite has a test case for each finding of a page.
func pageSuite(findings []check.Finding) junit.Testsuite {
	name := shorten(findings[0].Page, longest)
	suite := junit.Testsuite{Name: name}
	if !isLive(name) {
		suite.File = name
	}
	seen := map[string]int{}
	for i := range findings {
		test := findingTest(&findings[i])
		test.Classname = name
		seen[test.Name]++
		if n := seen[test.Name]; n > 1 {
			test.Name += fmt.Sprintf(" (%d)", n)
		}
		suite.AddTestcase(test)
	}
	return suite
}

// findingTest is the test case of a finding.
func findingTest(f *check.Finding) junit.Testcase {
	rule := shorten(string(f.Rule), longest)
	test := junit.Testcase{Name: rule}
	if hasReference(f) {
		test.Name += ": " + reference(f)
	}
	what := place(f) + ": " + shorten(string(f.Severity), longest) + ": " + sentence(f)
	if text := strings.Join(append([]string{what}, details(f)...), "\n"); f.Severity == check.Error {
		test.Failure = &junit.Result{Message: sentence(f), Type: rule, Data: text}
	} else {
		test.SystemOut = &junit.Output{Data: text}
	}
	return test
}

// siteSuite has a test case for each page without findings, and one for the check as a whole.
func siteSuite(r *check.Report, about About) junit.Testsuite {
	title := printable.String(about.Title)
	suite := junit.Testsuite{Name: title}
	hasFindings := map[string]bool{}
	for findings := range byPage(r.Findings) {
		hasFindings[findings[0].Page] = true
	}
	for _, page := range r.Pages {
		if !hasFindings[page.Name] {
			suite.AddTestcase(junit.Testcase{Classname: shorten(page.Name, longest), Name: "links"})
		}
	}
	whole := junit.Testcase{Classname: title, Name: "the whole site is checked"}
	if r.Summary.Interrupted {
		whole.Error = &junit.Result{Message: "the check was interrupted", Data: conclusion(r.Summary)}
	} else {
		whole.SystemOut = &junit.Output{Data: conclusion(r.Summary)}
	}
	suite.AddTestcase(whole)
	return suite
}

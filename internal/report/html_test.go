package report_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/PuerkitoBio/goquery"
	"golang.org/x/net/html"

	"htmlurl/check"
	"htmlurl/document"
	"htmlurl/internal/report"
	"htmlurl/resolve"
)

// write returns the page of a report.
func write(t testing.TB, r *check.Report, about report.About) []byte {
	t.Helper()
	var page bytes.Buffer
	if err := report.HTML(&page, r, about); err != nil {
		t.Fatal(err)
	}
	return page.Bytes()
}

// parse returns the tree of the page of a report, as it is without scripts.
func parse(t testing.TB, r *check.Report) *goquery.Document {
	t.Helper()
	return tree(t, write(t, r, about), false)
}

func tree(t testing.TB, page []byte, scripting bool) *goquery.Document {
	t.Helper()
	root, err := html.ParseWithOptions(bytes.NewReader(page), html.ParseOptionEnableScripting(scripting))
	if err != nil {
		t.Fatal(err)
	}
	return goquery.NewDocumentFromNode(root)
}

// texts returns the texts of what a selector finds.
func texts(page *goquery.Document, selector string) []string {
	return page.Find(selector).Map(func(_ int, s *goquery.Selection) string { return strings.TrimSpace(s.Text()) })
}

func expect(t *testing.T, what string, got, want []string) {
	t.Helper()
	if !slices.Equal(got, want) {
		t.Errorf("%s: got %q, want %q", what, got, want)
	}
}

// TestPage holds that the page says what the report does.
func TestPage(t *testing.T) {
	r := sample(60, 80)
	r.Summary.Targets, r.Summary.Known = 1234567, 3
	page := parse(t, r)
	expect(t, "verdict", texts(page, "h1"), []string{fmt.Sprintf("Broken in %d places", r.Summary.Errors)})
	s := r.Summary
	expect(t, "figures", texts(page, ".figures li"), []string{
		fmt.Sprint(s.Errors, " errors"), fmt.Sprint(s.Warnings, " warnings"), fmt.Sprint(s.Infos, " infos"), "60 pages",
		"2,236 links", "1,788 internal", "448 external", "1,234,567 asked for", "3 known before"})
	expect(t, "title", texts(page, "title")[:1], []string{"Link check of site/"})
	expect(t, "footer", texts(page, "footer"),
		[]string{"Checked by htmlurl v1.0.0 by the rules of HTML5 (2014) on 14 March 2026, 15:09 UTC"})
	if n := page.Find("#findings tbody").Length(); n != 80 {
		t.Errorf("%d findings", n)
	}
	f := r.Findings[7]
	row := page.Find("#findings tbody").Eq(7).Find("tr:first-child td").Map(func(_ int, s *goquery.Selection) string {
		return strings.TrimSpace(s.Text())
	})
	expect(t, "cells", row, []string{string(f.Severity), f.Page, fmt.Sprint(f.Line), string(f.Rule), f.Raw, f.Message})
	rules := map[check.Rule]bool{}
	for _, f := range r.Findings {
		rules[f.Rule] = true
	}
	if n := page.Find("option").Length(); n != 1+len(rules) || n != 10 {
		t.Errorf("%d choices of %d rules", n, len(rules))
	}
	if page.Find("tbody a").Length() == 0 || page.Find(`a:not([rel=noreferrer]), a[href*=".invalid"]`).Length() > 0 {
		t.Error("links are not as they should be")
	}
}

// TestVerdict holds what the page says of reports without errors.
func TestVerdict(t *testing.T) {
	cases := []struct {
		report check.Report
		want   []string
	}{
		{check.Report{}, []string{"Nothing is broken"}},
		{check.Report{Summary: check.Summary{Known: 1}}, []string{"Nothing new is broken"}},
		{check.Report{Summary: check.Summary{Interrupted: true}}, []string{"Nothing is broken so far"}},
		{check.Report{Summary: check.Summary{Errors: 1}}, []string{"Broken in 1 place"}},
	}
	for _, c := range cases {
		page := parse(t, &c.report)
		expect(t, fmt.Sprintf("%+v", c.report.Summary), texts(page, "h1"), c.want)
		if page.Find("table, form, #picture").Length() > 0 {
			t.Error("there is a table, or a picture, of nothing")
		}
		if note := page.Find(".note").Length() > 0; note != c.report.Summary.Interrupted {
			t.Error("the note of an interruption is", note)
		}
	}
	if text := string(write(t, new(check.Report), report.About{})); strings.Contains(text, "<time") {
		t.Error("there is a time, which nobody knows")
	}
}

// TestExcerpt holds what is shown of the line of a reference, with the reference in brackets.
func TestExcerpt(t *testing.T) {
	long := strings.Repeat("x", 1000)
	cases := []struct {
		source string
		column int
		raw    string
		want   string
	}{
		{"", 1, "a", ""},
		{`<a href="a">`, 10, "a", `<a href="[a]">`},
		{"\t <a href='é'>é", 12, "é", `<a href='[é]'>é`},
		{`<a href="a&amp;b" id=x>`, 10, "a&b", `<a href="[a&amp;b]" id=x>`},
		{`<a href=a&amp;b id=x>`, 9, "a&b", `<a href=[a&amp;b] id=x>`},
		{`<a href=a&amp;b>x</a>`, 9, "a&b", `<a href=[a&amp;b]>x</a>`},
		{`p { background: url(a\20 b) }`, 21, "a b", `p { background: url([a\20 b]) }`},
		{`<a href="">`, 10, "", `<a href="[]">`},
		{`<a href="a&amp;`, 10, "a&", `<a href="[a&amp;]`},
		{`<img srcset="a b.png, c.png 2x">`, 23, "c.png", `<img srcset="a b.png, [c.png] 2x">`},
		{`<img srcset="a.png 1x, b.png 2x">`, 14, "a.png", `<img srcset="[a.png] 1x, b.png 2x">`},
		{`<a href=`, 9, "a", `<a href=[]`},
		{`<a href="a">`, 0, "a", `<a href="a">`},
		{`<a href="a">`, 99, "a", `<a href="a">`},
		{`<a href="a">`, -1, "a", `<a href="a">`},
		{"<a href='a\tb\x00'>\u202e</a>\r\n", 10, "a\tb\x00", "<a href='[a␉b␀]'>\uFFFD</a>"},
		{"\xff\xfe<a href=a>", 11, "a", "\uFFFD\uFFFD<a href=[a]>"},
		{long + `"a"` + long, 1002, "a", "…" + long[:79] + `"[a]"` + long[:119] + "…"},
		{`"` + long + `"`, 2, long, `"[` + long[:224] + "…" + long[:75] + `]"`},
	}
	for _, c := range cases {
		r := &check.Report{Findings: []check.Finding{{Raw: c.raw, Source: c.source, SourceColumn: c.column}}}
		page := parse(t, r)
		page.Find("mark").Each(func(_ int, s *goquery.Selection) { s.SetText("[" + s.Text() + "]") })
		if got := page.Find("summary code").Text(); got != c.want {
			t.Errorf("%.40q, column %d: got %q, want %q", c.source, c.column, got, c.want)
		}
	}
	if len(cases) != 19 {
		t.Errorf("%d cases", len(cases))
	}
}

// hostile are texts that want to be more than texts.
var hostile = []string{
	`</script><script>alert(1)</script>`, `<!--<script>`, `</noscript><script>alert(1)</script>`, "a\n<tbody><script>alert(1)</script>\f<tbody>", `-->`, `]]>`, `"onmouseover="alert(1)`, `'onfocus='alert(1)' autofocus`,
	`<img src=x onerror=alert(1)>`, `javascript:alert(1)`, `JAVASCRIPT:alert(1)`, ` data:text/html,<script>alert(1)</script>`,
	`</style><style>@import "http://evil.test/"</style>`, `</title></svg><iframe src=http://evil.test/>`, `</textarea></table>`,
	`</summary></details></code>`, "`${alert(1)}`", `{{.}}`, `&lt;script&gt;`, "\x00\xff\u202e\u2028", `https://evil.test/"><script>alert(1)</script>`,
	`http://evil.test/' onclick='alert(1)`, `http:javascript:alert(1)`, `<base href=http://evil.test/>`, `<meta http-equiv=refresh content=0;http://evil.test/>`,
	`<foreignObject><script>alert(1)</script>`, strings.Repeat(`<b>`, 10000), strings.Repeat("/", 100000), "",
}

// attack returns a report with a text wherever there can be one; names of severities and rules are not long.
func attack(text string) (*check.Report, report.About) {
	r := &check.Report{Summary: check.Summary{Errors: 1, Pages: 2, Links: 3}}
	name := text[:min(len(text), 100)]
	for column := range 3 {
		r.Findings = append(r.Findings, check.Finding{Page: text, Line: column, Column: 1, Raw: text, Base: text, Why: text, URL: text,
			Severity: check.Severity(name), Rule: check.Rule(name), Message: text, Source: text, SourceColumn: column})
	}
	r.Pages = []check.PageSummary{{Name: text, Links: 1, Errors: 1}, {Name: text + "/" + text}}
	r.Edges = []check.Edge{{From: text, To: text + "/" + text, Links: 1, Broken: 1}}
	return r, report.About{Title: name, Edition: name, Version: name, Time: about.Time}
}

// TestHostile holds that no text of a report is markup, a script, or the address of one, with scripting and without.
func TestHostile(t *testing.T) {
	for _, scripting := range []bool{false, true} {
		var harmless []string
		for _, text := range append([]string{"harmless"}, hostile...) {
			r, about := attack(text)
			source := write(t, r, about)
			page := tree(t, source, scripting)
			names := page.Find("*").Not("a").Map(func(_ int, s *goquery.Selection) string { return goquery.NodeName(s) })
			if harmless == nil {
				harmless = names
			}
			if text != "" && !slices.Equal(names, harmless) {
				t.Errorf("%.50q: other elements than in a harmless page", text)
			}
			page.Find("*").Each(func(_ int, s *goquery.Selection) { attributes(t, s.Nodes[0]) })
			cells := texts(page, "#findings td:nth-child(6)")
			if shown := strings.TrimSpace(text); len(cells) > 0 && printable(text) && cells[0] != shown {
				t.Errorf("%q is shown as %q", text, cells[0])
			}
			if len(source) > 100_000 {
				t.Errorf("%.50q: %d bytes", text, len(source))
			}
		}
	}
	if len(hostile) != 29 {
		t.Errorf("%d texts", len(hostile))
	}
}

// printable tells whether a text is shown as it is.
func printable(text string) bool {
	return len(text) < 100 && !strings.ContainsFunc(text, func(c rune) bool { return !unicode.IsPrint(c) || c == utf8.RuneError })
}

// attributes expects no script, style sheet or address in attributes that ought not to be there.
func attributes(t *testing.T, n *html.Node) {
	t.Helper()
	for _, a := range n.Attr {
		if strings.HasPrefix(a.Key, "on") || slices.Contains([]string{"style", "autofocus", "src", "srcdoc"}, a.Key) {
			t.Errorf("there is an attribute %s", a.Key)
		}
		if a.Key == "href" && a.Val != "data:," && !strings.HasPrefix(a.Val, "http://") && !strings.HasPrefix(a.Val, "https://") {
			t.Errorf("there is a link to %.50q", a.Val)
		}
	}
}

// TestPolicy holds that the policy names the one script and the one style sheet of the page.
func TestPolicy(t *testing.T) {
	page := parse(t, sample(60, 80))
	policy, _ := page.Find("meta[http-equiv=Content-Security-Policy]").Attr("content")
	for _, name := range []string{"script", "style"} {
		found := page.Find(name)
		sum := sha256.Sum256([]byte(found.Text()))
		want := name + "-src 'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "';"
		if found.Length() != 1 || !strings.Contains(policy, want) {
			t.Errorf("%d elements %s; the policy is %s, want %s", found.Length(), name, policy, want)
		}
	}
	if !strings.HasPrefix(policy, "default-src 'none'; ") {
		t.Errorf("the policy is %s", policy)
	}
}

// TestSelfContained holds that nothing is fetched for the page.
func TestSelfContained(t *testing.T) {
	reports := []*check.Report{sample(60, 80)}
	for _, text := range hostile {
		r, _ := attack(text)
		reports = append(reports, r)
	}
	links := 0
	for i, r := range append(reports, reports...) {
		page, err := document.Parse(bytes.NewReader(write(t, r, about)),
			document.Options{Address: "file:///report.html", Edition: resolve.Living, NoScripting: i < len(reports)})
		if err != nil {
			t.Fatal(err)
		}
		for link := range page.Links() {
			links++
			if link.Kind != document.Hyperlink && link.Raw != "data:," {
				t.Errorf("%s %s is fetched", link.Attr, link.Raw)
			}
		}
	}
	if links <= 2*len(reports) {
		t.Errorf("%d links", links)
	}
}

// TestSame holds that one report is one page.
func TestSame(t *testing.T) {
	first := write(t, sample(300, 500), about)
	for range 5 {
		if !bytes.Equal(first, write(t, sample(300, 500), about)) {
			t.Fatal("two pages differ")
		}
	}
}

// TestMany holds that large reports are written in no time, and not larger than need be.
func TestMany(t *testing.T) {
	r := sample(5000, 20_000)
	start := time.Now()
	page := write(t, r, about)
	t.Logf("%d bytes in %v", len(page), time.Since(start))
	if len(page) > 30_000_000 {
		t.Errorf("%d bytes", len(page))
	}
}

// fullDisk fails where it is written to.
type fullDisk struct{}

var errFull = errors.New("the disk is full")

func (fullDisk) Write([]byte) (int, error) { return 0, errFull }

// TestWriteError holds that the error of the writer is returned.
func TestWriteError(t *testing.T) {
	for _, r := range []*check.Report{{}, sample(60, 80)} {
		if err := report.HTML(fullDisk{}, r, about); !errors.Is(err, errFull) {
			t.Errorf("the error is %v", err)
		}
	}
}

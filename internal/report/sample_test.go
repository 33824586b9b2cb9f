package report_test

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"time"

	"htmlurl/check"
	"htmlurl/internal/report"
)

// about is what the tests say of their reports.
var about = report.About{Title: "site/", Edition: "HTML5 (2014)", Version: "v1.0.0",
	Time: time.Date(2026, 3, 14, 15, 9, 26, 0, time.UTC)}

// mistakes are findings as real sites have them, with {} for the line that holds the reference.
var mistakes = []struct {
	rule      check.Rule
	severity  check.Severity
	raw, line string
	url, says string
}{
	{check.TargetMissing, check.Error, "../guide/instal.html", `<p>Begin with the <a class="next" href="{}">installation</a> of the two programs that the rest of this guide needs.</p>`,
		"http://site.invalid/guide/instal.html", "there is no file site/guide/instal.html; is it site/guide/install.html?"},
	{check.FragmentMissing, check.Error, "api.html#Resolver.Apend", `		<li><code><a href="{}">Append</a></code> appends the URL to a buffer.`,
		"http://site.invalid/reference/api.html#Resolver.Apend", `site/reference/api.html has no element with the ID "Resolver.Apend"`},
	{check.TargetStatus, check.Error, "https://example.com/talks/2019/slides.pdf", `<a href="{}">Slides</a>`,
		"https://example.com/talks/2019/slides.pdf", "404 Not Found"},
	{check.MixedContent, check.Error, "http://cdn.example.net/plot.js?v=3", `<script src="{}" defer></script>`,
		"http://cdn.example.net/plot.js?v=3", "browsers block scripts by http: on this page"},
	{check.IndexMissing, check.Error, "/img/", `<a href="{}">All pictures</a>`, "http://site.invalid/img/", "site/img/ has no index.html"},
	{check.Backslash, check.Warning, `..\img\logo.png`, `<img src="{}" alt="" width=64 height=64>`, "http://site.invalid/img/logo.png",
		"browsers read a backslash as a slash, but other programs ask for a file with that name"},
	{check.WhiteSpace, check.Warning, "release notes.html", `<td><a href="{}">Notes</a></td><td>14 March</td><td class="size">12 kB</td>`,
		"http://site.invalid/blog/release%20notes.html", "there is white space in the reference"},
	{check.EditionDifference, check.Warning, "?q=é", `<link rel="alternate" hreflang="fr" href="{}">`, "http://site.invalid/blog/?q=%E9",
		"html5: http://site.invalid/blog/?q=%E9, living: http://site.invalid/blog/?q=%C3%A9"},
	{check.Redirected, check.Info, "/blog", `<nav><a href="/">Home</a> <a href="{}">Blog</a> <a href="/about.html">About</a></nav>`,
		"http://site.invalid/blog", "leads to http://site.invalid/blog/"},
}

// sample returns a report of a site with so many pages and findings.
func sample(pages, findings int) *check.Report {
	r := rand.New(rand.NewPCG(1, 2))
	report := &check.Report{}
	folders := []string{"", "blog/", "blog/2024/", "blog/2025/", "guide/", "reference/", "reference/types/", "talks/", "de/", "de/guide/"}
	for i := range pages {
		name := "index.html"
		if i >= len(folders) {
			name = fmt.Sprintf("%s-%d.html", []string{"about", "resolver", "notes", "install", "parts"}[i%5], i)
		}
		report.Pages = append(report.Pages, check.PageSummary{Name: "site/" + folders[i%len(folders)] + name, Links: 5 + r.IntN(60)})
	}
	slices.SortFunc(report.Pages, func(a, b check.PageSummary) int { return strings.Compare(a.Name, b.Name) })
	for i := range findings {
		page := &report.Pages[i*pages/findings]
		if r.IntN(3) > 0 {
			page = &report.Pages[r.IntN(pages/4+1)]
		}
		report.Findings = append(report.Findings, mistake(r, page))
	}
	slices.SortStableFunc(report.Findings, func(a, b check.Finding) int {
		return cmp.Or(strings.Compare(a.Page, b.Page), cmp.Compare(a.Line, b.Line))
	})
	report.Edges = edges(r, report.Pages)
	for _, f := range report.Findings {
		count(&report.Summary, f.Severity)
	}
	for _, p := range report.Pages {
		report.Summary.Links += p.Links
	}
	report.Summary.Pages = pages
	report.Summary.Internal = report.Summary.Links * 4 / 5
	report.Summary.External = report.Summary.Links - report.Summary.Internal
	return report
}

// mistake returns a finding on a page.
func mistake(r *rand.Rand, page *check.PageSummary) check.Finding {
	m := mistakes[min(r.IntN(len(mistakes)), r.IntN(len(mistakes)+3))%len(mistakes)]
	if m.severity == check.Error {
		page.Errors++
	}
	before, after, _ := strings.Cut(m.line, "{}")
	column := 1 + len(before)
	return check.Finding{Page: page.Name, Line: 10 + r.IntN(400), Column: column, Raw: m.raw, Base: "http://site.invalid/" +
		strings.TrimPrefix(page.Name, "site/"), Why: "document's address", URL: m.url, Severity: m.severity, Rule: m.rule,
		Message: m.says, Source: before + m.raw + after, SourceColumn: column}
}

// edges links each page with the start page, and with pages near it.
func edges(r *rand.Rand, pages []check.PageSummary) []check.Edge {
	links := map[[2]string]check.Edge{}
	for i, page := range pages {
		for k := range 6 {
			to := pages[(i+r.IntN(9)*k)%len(pages)].Name
			if k == 0 {
				to = "site/index.html"
			}
			e := check.Edge{From: page.Name, To: to, Links: links[[2]string{page.Name, to}].Links + 1 + r.IntN(5)}
			if page.Errors > 2 && k == 4 {
				e.Broken = 1
			}
			links[[2]string{page.Name, to}] = e
		}
	}
	var list []check.Edge
	for _, e := range links {
		list = append(list, e)
	}
	slices.SortFunc(list, func(a, b check.Edge) int { return strings.Compare(a.From+" "+a.To, b.From+" "+b.To) })
	return list
}

func count(s *check.Summary, severity check.Severity) {
	switch severity {
	case check.Error:
		s.Errors++
	case check.Warning:
		s.Warnings++
	case check.Info:
		s.Infos++
	}
}

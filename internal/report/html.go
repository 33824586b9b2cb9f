package report

import (
	"bufio"
	"cmp"
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"html/template"
	"io"
	"iter"
	"slices"
	"strings"

	"github.com/dustin/go-humanize"

	"htmlurl/check"
)

// The page, its style sheet and its script become one file.
var (
	//go:embed page.html
	pageHTML string
	//go:embed page.css
	pageCSS string
	//go:embed page.js
	pageJS string
)

var pageTemplate = template.Must(template.New("page").
	Funcs(template.FuncMap{"comma": comma, "count": count}).Parse(pageHTML))

func comma(n int) string { return humanize.Comma(int64(n)) }

func count(n int, name string) string {
	if n == 1 {
		return "1 " + name
	}
	return comma(n) + " " + name + "s"
}

// HTML writes the report as a web page that needs nothing else: no file, no font, no server. Its script sorts and
// filters the findings, which are all there without it, and its policy allows no other script. Long references and
// lines are shortened.
func HTML(w io.Writer, r *check.Report, about About) error {
	out := bufio.NewWriter(w)
	if err := pageTemplate.Execute(out, page{Report: r, About: about, Picture: draw(r)}); err != nil {
		return err
	}
	return out.Flush()
}

// page is what the template is filled from.
type page struct {
	*check.Report
	About   About
	Picture *picture // nil if there is nothing to draw
}

func (page) Style() template.CSS { return template.CSS(pageCSS) }
func (page) Script() template.JS { return template.JS(pageJS) }

// Policy allows the style sheet and the script of the page by their hashes, and nothing else.
//
// Spec: https://www.w3.org/TR/CSP3/#grammardef-hash-source
func (page) Policy() string {
	return "default-src 'none'; style-src " + hashSource(pageCSS) + "; script-src " + hashSource(pageJS) +
		"; img-src data:; base-uri 'none'; form-action 'none'"
}

func hashSource(text string) string {
	sum := sha256.Sum256([]byte(text))
	return "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
}

// Verdict is the report in a few words.
func (p page) Verdict() string {
	switch s := p.Summary; {
	case s.Errors > 0:
		return "Broken in " + count(s.Errors, "place")
	case s.Interrupted:
		return "Nothing is broken so far"
	case s.Known > 0:
		return "Nothing new is broken"
	}
	return "Nothing is broken"
}

// figure is a number of the summary.
type figure struct {
	Count int
	Name  string
	Class string
}

// Figures are the numbers of the summary: those of the findings, those of what was checked, and those of exceptions
// where there are any.
func (p page) Figures() []figure {
	s := p.Summary
	figures := []figure{
		{s.Errors, "errors", "error"}, {s.Warnings, "warnings", "warning"}, {s.Infos, "infos", "info"},
		{s.Pages, "pages", ""}, {s.Links, "links", ""}, {s.Internal, "internal", ""}, {s.External, "external", ""},
	}
	for _, f := range []figure{{s.Targets, "asked for", ""}, {s.Ignored, "ignored", ""}, {s.Known, "known before", ""}} {
		if f.Count > 0 {
			figures = append(figures, f)
		}
	}
	for i, f := range figures {
		switch f.Count {
		case 0:
			figures[i].Class = ""
		case 1:
			figures[i].Name = strings.TrimSuffix(f.Name, "s")
		}
	}
	return figures
}

// choice is something that findings can be filtered by.
type choice struct {
	Name  string
	Count int
}

// Severities are the severities with the numbers of their findings, the worst first.
func (p page) Severities() []choice {
	return choices(p.Findings, []check.Severity{check.Error, check.Warning, check.Info},
		func(f *check.Finding) check.Severity { return f.Severity })
}

// Rules are the rules that the findings are about, in the order in which they are documented.
func (p page) Rules() []choice {
	rules := choices(p.Findings, check.Rules(), func(f *check.Finding) check.Rule { return f.Rule })
	return slices.DeleteFunc(rules, func(c choice) bool { return c.Count == 0 })
}

// choices counts the findings of each name, those of unknown names last.
func choices[T ~string](findings []check.Finding, names []T, nameOf func(*check.Finding) T) []choice {
	counts := map[T]int{}
	for i := range findings {
		counts[nameOf(&findings[i])]++
	}
	var list []choice
	for _, name := range names {
		list = append(list, choice{text(name).String(), counts[name]})
		delete(counts, name)
	}
	var unknown []choice
	for name, count := range counts {
		unknown = append(unknown, choice{text(name).String(), count})
	}
	slices.SortFunc(unknown, func(a, b choice) int { return cmp.Compare(a.Name, b.Name) })
	return append(list, unknown...)
}

// Rows are the findings as they are shown.
func (p page) Rows() iter.Seq[row] {
	return func(yield func(row) bool) {
		for i := range p.Findings {
			if !yield(row{&p.Findings[i]}) {
				return
			}
		}
	}
}

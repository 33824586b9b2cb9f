package report

import (
	"fmt"
	"iter"
	"strconv"
	"strings"

	"htmlurl/check"
	"htmlurl/internal/printable"
)

// byPage yields the findings of each page.
func byPage(findings []check.Finding) iter.Seq[[]check.Finding] {
	return func(yield func([]check.Finding) bool) {
		for start, end := 0, 0; start < len(findings); start = end {
			for end < len(findings) && findings[end].Page == findings[start].Page {
				end++
			}
			if !yield(findings[start:end]) {
				return
			}
		}
	}
}

// isLive tells whether a page has a URL and is no file.
func isLive(page string) bool {
	return strings.HasPrefix(page, "https://") || strings.HasPrefix(page, "http://")
}

// place is where a finding is, in the form that terminals and editors follow.
func place(f *check.Finding) string {
	page := shorten(f.Page, longest)
	switch {
	case f.Line == 0:
		return page
	case f.Column == 0:
		return fmt.Sprintf("%s:%d", page, f.Line)
	}
	return fmt.Sprintf("%s:%d:%d", page, f.Line, f.Column)
}

// hasReference tells whether the finding is about a reference, and not about a page or file as a whole.
func hasReference(f *check.Finding) bool { return f.Line > 0 || f.Raw != "" }

// reference is the reference as written, for a column of a table; "" if there is none.
func reference(f *check.Finding) string {
	const limit = 50
	if !hasReference(f) {
		return ""
	}
	raw, rest := cut(f.Raw, limit)
	if raw == "" || strings.TrimSpace(raw) != raw {
		raw = strconv.Quote(raw)
	}
	return printable.String(raw) + rest
}

// sentence says what is wrong with what.
func sentence(f *check.Finding) string {
	message := shorten(f.Message, longest)
	if !hasReference(f) {
		return message
	}
	return reference(f) + ": " + message
}

// details are lines that say what the reference points to, and why.
func details(f *check.Finding) []string {
	var lines []string
	if f.URL != "" && f.URL != f.Raw {
		lines = append(lines, "URL: "+shorten(f.URL, longest))
	}
	if f.Base != "" {
		lines = append(lines, "base: "+base(f))
	}
	return lines
}

// base is the base URL and why.
func base(f *check.Finding) string {
	if f.Why == "" {
		return shorten(f.Base, longest)
	}
	return shorten(f.Base, longest) + " (" + shorten(f.Why, longest) + ")"
}

// conclusion says in words what was checked and found.
func conclusion(s check.Summary) string {
	found := []string{"none broken"}
	if s.Errors > 0 {
		found[0] = fmt.Sprintf("%d broken", s.Errors)
	}
	found = appendCount(found, s.Warnings, "warning")
	found = appendCount(found, s.Infos, "info")
	if s.Known > 0 {
		found = append(found, fmt.Sprintf("%d known from the baseline", s.Known))
	}
	var beside []string
	if s.Ignored > 0 {
		beside = append(beside, fmt.Sprintf("%d ignored", s.Ignored))
	}
	switch {
	case s.Targets > 0:
		beside = append(beside, plural(s.Targets, "external URL")+" asked for")
	case s.External > 0:
		beside = append(beside, fmt.Sprintf("%d external not asked for", s.External))
	}
	text := fmt.Sprintf("%s, %s: %s", plural(s.Pages, "page"), plural(s.Links, "link"), strings.Join(found, ", "))
	if s.Interrupted {
		text = "interrupted after " + text
	}
	if len(beside) > 0 {
		text += " (" + strings.Join(beside, ", ") + ")"
	}
	return text
}

func appendCount(list []string, n int, what string) []string {
	if n == 0 {
		return list
	}
	return append(list, plural(n, what))
}

func plural(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}

// longest is how many code points of a text are shown to people.
const longest = 2000

// shorten makes text printable, and cuts it after so many code points.
func shorten(s string, limit int) string {
	start, rest := cut(s, limit)
	return printable.String(start) + rest
}

// cut returns the first code points of s, and an ellipsis if there are more.
func cut(s string, limit int) (start, rest string) {
	n := 0
	for i := range s {
		if n == limit {
			return s[:i], "…"
		}
		n++
	}
	return s, ""
}

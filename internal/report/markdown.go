package report

import (
	"bufio"
	"fmt"
	"io"
	"strings"
	"unicode"
	"unicode/utf8"

	"htmlurl/check"
)

// Bounds of what Markdown writes: a comment on GitHub has at most 65,536 characters.
const (
	markdownRows = 100
	markdownSize = 50_000 // bytes of rows
)

// Markdown writes a summary for a comment on a pull request, or for the page of a run: what was counted, and a table of
// findings, the worst first, as far as they fit.
//
// In the Markdown of GitHub and GitLab no text of a page has a meaning: it makes neither markup nor links, and mentions
// nobody.
func Markdown(w io.Writer, r *check.Report, about About) error {
	out := bufio.NewWriter(w)
	fmt.Fprintf(out, "### Links of %s\n\n%s\n\n", code(about.Title, 100), conclusion(r.Summary))
	s := &r.Summary
	out.WriteString("| pages | links | broken | warnings | infos | known | ignored |\n")
	out.WriteString("| ---: | ---: | ---: | ---: | ---: | ---: | ---: |\n")
	fmt.Fprintf(out, "| %d | %d | %d | %d | %d | %d | %d |\n",
		s.Pages, s.Links, s.Errors, s.Warnings, s.Infos, s.Known, s.Ignored)
	if len(r.Findings) > 0 {
		writeFindings(out, r.Findings)
	}
	if line := signature(about); line != "" {
		fmt.Fprintf(out, "\n<sub>%s</sub>\n", line)
	}
	return out.Flush()
}

// writeFindings writes the table of findings.
func writeFindings(out *bufio.Writer, findings []check.Finding) {
	out.WriteString("\n| where | what | reference | points to |\n| --- | --- | --- | --- |\n")
	rows, size := 0, 0
	for rank := range 3 {
		for i := range findings {
			f := &findings[i]
			if severityRank(f.Severity) != rank {
				continue
			}
			row := findingRow(f)
			if rows == markdownRows || size+len(row) > markdownSize {
				fmt.Fprintf(out, "\nand %d more\n", len(findings)-rows)
				return
			}
			rows++
			size += len(row)
			out.WriteString(row)
		}
	}
}

// severityRank orders severities, the worst first.
func severityRank(s check.Severity) int {
	switch s {
	case check.Error:
		return 0
	case check.Warning:
		return 1
	}
	return 2
}

// findingRow is a row of the table of findings.
func findingRow(f *check.Finding) string {
	var written string
	if hasReference(f) {
		written = code(reference(f), 100)
	}
	return fmt.Sprintf("| %s | **%s** %s (%s) | %s | %s |\n", code(place(f), 200), prose(string(f.Severity), 20),
		prose(f.Message, 300), code(string(f.Rule), 50), written, code(f.URL, 200))
}

// signature says by which rules, with which version and when the check was.
func signature(about About) string {
	var parts []string
	if about.Edition != "" {
		parts = append(parts, "rules: "+prose(about.Edition, 50))
	}
	if about.Version != "" {
		parts = append(parts, "htmlurl "+prose(about.Version, 50))
	}
	if !about.Time.IsZero() {
		parts = append(parts, about.Time.UTC().Format("2006-01-02 15:04 UTC"))
	}
	return strings.Join(parts, ", ")
}

// code shows text as code, in which GitHub and GitLab look for no mentions and numbers.
func code(s string, limit int) string {
	if s == "" {
		return ""
	}
	return "<code>" + escapeMarkdown(s, limit, "") + "</code>"
}

// prose shows text as it is. What would start a mention or number is followed by a space of no width.
func prose(s string, limit int) string { return escapeMarkdown(s, limit, "&#8203;") }

// escapeMarkdown writes punctuation as character references, which have no meaning in Markdown, and something behind
// that for which GitHub or GitLab look in the text.
func escapeMarkdown(s string, limit int, behindSigil string) string {
	const plain, sigils = " /-,;=?()", "@#!~$&%^*+"
	var b strings.Builder
	for _, c := range shorten(s, limit) {
		switch {
		case c >= utf8.RuneSelf, unicode.IsLetter(c), unicode.IsDigit(c), strings.ContainsRune(plain, c):
			b.WriteRune(c)
		case strings.ContainsRune(sigils, c):
			fmt.Fprintf(&b, "&#%d;%s", c, behindSigil)
		default:
			fmt.Fprintf(&b, "&#%d;", c)
		}
	}
	return b.String()
}

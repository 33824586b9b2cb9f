package report

import (
	"bufio"
	"fmt"
	"io"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/fatih/color"

	"htmlurl/check"
	"htmlurl/internal/printable"
)

// TextOptions say how Text writes.
type TextOptions struct {
	Color   bool // for a terminal
	Sources bool // the line that holds the reference, too, where findings have it
}

// Text writes the findings of each page below its name, and at the end what was checked in words. A base URL stands
// above the findings that have it.
func Text(w io.Writer, r *check.Report, o TextOptions) error {
	t := textWriter{Writer: bufio.NewWriter(w), TextOptions: o}
	for findings := range byPage(r.Findings) {
		if err := t.page(findings); err != nil {
			return err
		}
	}
	attribute := color.FgGreen
	if r.Broken() || r.Summary.Interrupted {
		attribute = color.FgRed
	}
	fmt.Fprintln(t, t.paint(conclusion(r.Summary), attribute))
	return t.Flush()
}

type textWriter struct {
	*bufio.Writer
	TextOptions
}

// page writes the findings of a page, with an empty line behind them.
func (t *textWriter) page(findings []check.Finding) error {
	fmt.Fprintln(t, t.paint(shorten(findings[0].Page, longest), color.Bold))
	var widths [3]int
	for i := range findings {
		for j, text := range columns(&findings[i]) {
			widths[j] = max(widths[j], utf8.RuneCountInString(text))
		}
	}
	above := ""
	for i := range findings {
		f := &findings[i]
		if f.Base != "" && base(f) != above {
			above = base(f)
			fmt.Fprintln(t, t.paint("  base "+above, color.Faint))
		}
		if err := t.finding(f, widths); err != nil {
			return err
		}
	}
	return t.WriteByte('\n')
}

// columns are the parts of a line in front of the message.
func columns(f *check.Finding) [3]string {
	return [3]string{place(f), shorten(string(f.Severity), longest), reference(f)}
}

// finding writes a finding, and on further lines its source and URL.
func (t *textWriter) finding(f *check.Finding, widths [3]int) error {
	attribute := color.Faint
	switch f.Severity {
	case check.Error:
		attribute = color.FgRed
	case check.Warning:
		attribute = color.FgYellow
	}
	fmt.Fprint(t, "  ")
	for i, text := range columns(f) {
		if widths[i] == 0 {
			continue
		}
		padding := strings.Repeat(" ", widths[i]-utf8.RuneCountInString(text)+2)
		if i == 1 {
			text = t.paint(text, attribute)
		}
		fmt.Fprint(t, text, padding)
	}
	_, err := fmt.Fprintf(t, "%s [%s]\n", shorten(f.Message, longest), shorten(string(f.Rule), longest))
	if t.Sources && f.Source != "" {
		t.source(f)
	}
	if f.URL != "" && f.URL != f.Raw {
		_, err = fmt.Fprintln(t, t.paint("    → "+shorten(f.URL, longest), color.Faint))
	}
	return err
}

// source writes the line that holds a reference, without its indentation, and marks where the reference begins.
func (t *textWriter) source(f *check.Finding) {
	line := strings.TrimLeftFunc(f.Source, unicode.IsSpace)
	indent := utf8.RuneCountInString(f.Source) - utf8.RuneCountInString(line)
	fmt.Fprintf(t, "    %s\n", shorten(strings.TrimRightFunc(line, unicode.IsSpace), longest))
	if before := f.SourceColumn - 1 - indent; before >= 0 && before < longest {
		start, _ := cut(line, before)
		fmt.Fprintf(t, "    %*s%s\n", utf8.RuneCountInString(printable.String(start)), "", t.paint("^", color.FgGreen))
	}
}

// paint colours text for a terminal.
func (t *textWriter) paint(text string, attribute color.Attribute) string {
	if !t.Color {
		return text
	}
	c := color.New(attribute)
	c.EnableColor()
	return c.Sprint(text)
}

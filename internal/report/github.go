package report

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"htmlurl/check"
)

// GitHub writes each finding as a workflow command, so that a run of GitHub Actions shows it at its line. Live pages
// have no file, and are named in the message. All findings are written, but GitHub shows ten errors and ten warnings of
// a step only, and the others in its log.
//
// Spec: https://docs.github.com/en/actions/reference/workflows-and-actions/workflow-commands
func GitHub(w io.Writer, r *check.Report) error {
	out := bufio.NewWriter(w)
	for i := range r.Findings {
		f := &r.Findings[i]
		if _, err := fmt.Fprintf(out, "::%s %s::%s\n", command(f), properties(f), annotation(f)); err != nil {
			return err
		}
	}
	return out.Flush()
}

// command is the name of the workflow command.
func command(f *check.Finding) string {
	switch f.Severity {
	case check.Error:
		return "error"
	case check.Warning:
		return "warning"
	}
	return "notice"
}

// properties say where the finding is, and what it is about.
func properties(f *check.Finding) string {
	var list []string
	if !isLive(f.Page) {
		list = append(list, "file="+escapeProperty(shorten(f.Page, longest)))
		if f.Line > 0 {
			list = append(list, fmt.Sprintf("line=%d", f.Line))
		}
		if f.Column > 0 {
			list = append(list, fmt.Sprintf("col=%d", f.Column))
		}
	}
	return strings.Join(append(list, "title="+escapeProperty(shorten(string(f.Rule), longest))), ",")
}

// annotation is the message of the workflow command, in lines.
func annotation(f *check.Finding) string {
	lines := append([]string{sentence(f)}, details(f)...)
	if isLive(f.Page) {
		lines = append(lines, "page: "+place(f))
	}
	return escapeData(strings.Join(lines, "\n"))
}

var (
	escapeData     = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A").Replace
	escapeProperty = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", ":", "%3A", ",", "%2C").Replace
)

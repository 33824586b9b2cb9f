package check

import "cmp"

// Finding is what a check has to say about one reference, or about a page or file as a whole.
type Finding struct {
	Page     string   `json:"page"`     // the file or URL that holds the reference
	Line     int      `json:"line"`     // where the reference begins, from 1; zero if that is not known, or there is none
	Column   int      `json:"column"`   // in code points, from 1
	Raw      string   `json:"raw"`      // the reference as written, with character references and escapes undone
	Base     string   `json:"base"`     // the base URL that was used, or ""
	Why      string   `json:"why"`      // why that is the base, in words
	URL      string   `json:"url"`      // what the reference points to, or "" if it has no URL
	Severity Severity `json:"severity"` // how bad it is
	Rule     Rule     `json:"rule"`     // what is wrong, for programs
	Message  string   `json:"message"`  // what is wrong, for people

	// Target is the file that the reference leads to, by its path in the site, whether it is there or not; "" if it leads
	// elsewhere.
	Target string `json:"-"`
	// Source is the line that holds the reference, or the part of a long line around it, with Checker.Sources.
	Source string `json:"-"`
	// SourceColumn is where in Source the reference begins, in code points from 1; zero if that is not known.
	SourceColumn int `json:"-"`
}

// Severity says how bad a finding is.
type Severity string

const (
	Error   Severity = "error"   // the reference is broken
	Warning Severity = "warning" // it works, but by accident, or not everywhere
	Info    Severity = "info"    // worth knowing
)

// rank orders severities, the worst first.
func (s Severity) rank() int {
	switch s {
	case Error:
		return 0
	case Warning:
		return 1
	}
	return 2
}

// compare orders findings: by place in the page, then the worst first.
func (f *Finding) compare(g *Finding) int {
	return cmp.Or(cmp.Compare(f.Line, g.Line), cmp.Compare(f.Column, g.Column),
		cmp.Compare(f.Severity.rank(), g.Severity.rank()), cmp.Compare(f.Rule, g.Rule), cmp.Compare(f.Raw, g.Raw),
		cmp.Compare(f.Message, g.Message))
}

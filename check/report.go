package check

import (
	"cmp"
	"slices"
)

// Report is what a check found.
type Report struct {
	// Findings are in the order of the pages, and of their places in them. Those about files that are no pages come first.
	Findings []Finding `json:"findings"`
	Summary  Summary   `json:"summary"`

	// Pages are the pages that were read, in order, with Checker.Graph.
	Pages []PageSummary `json:"-"`
	// Edges are the links between pages of the site, with Checker.Graph: in the order of From, then To, each pair once.
	Edges []Edge `json:"-"`
}

// Summary counts what was checked, and what was found.
type Summary struct {
	Pages       int  `json:"pages"`       // pages and style sheets that were read
	Links       int  `json:"links"`       // references in them
	Internal    int  `json:"internal"`    // references into the site
	External    int  `json:"external"`    // references to other sites
	Targets     int  `json:"targets"`     // external URLs that were asked for
	Errors      int  `json:"errors"`      // findings
	Warnings    int  `json:"warnings"`    // findings
	Infos       int  `json:"infos"`       // findings
	Ignored     int  `json:"ignored"`     // references that were not to be checked
	Known       int  `json:"known"`       // findings that a baseline has, and which are not among Findings
	Interrupted bool `json:"interrupted"` // the check ended before its end
}

// PageSummary counts what a page has.
type PageSummary struct {
	Name   string // as Finding.Page
	Links  int
	Errors int
}

// Edge counts the references of one page to another one.
type Edge struct {
	From, To string // as Finding.Page
	Links    int
	Broken   int // how many of them are findings of severity Error
}

// Broken tells whether a reference is broken: whether there is a finding of severity Error.
func (r *Report) Broken() bool { return r.Summary.Errors > 0 }

// addPage adds a page and what it links to.
func (r *Report) addPage(p *page, findings []Finding) {
	summary := PageSummary{Name: p.name, Links: p.counts.links}
	for i := range findings {
		if findings[i].Severity == Error {
			summary.Errors++
		}
	}
	r.Pages = append(r.Pages, summary)
	first := len(r.Edges)
	for _, e := range p.edges {
		r.Edges = append(r.Edges, *e)
	}
	slices.SortFunc(r.Edges[first:], func(a, b Edge) int { return cmp.Compare(a.To, b.To) })
}

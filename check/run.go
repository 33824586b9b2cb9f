package check

import (
	"context"
	"maps"
	"slices"
	"sync"

	"htmlurl/fetch"
	"htmlurl/fragment"
	"htmlurl/internal/probe"
	"htmlurl/resolve"
)

// run is one check.
type run struct {
	*Checker
	ctx      context.Context
	sites    []*site
	starts   []string  // of the live ones
	disks    []*site   // those on disk, the longest address first
	pages    []*page   // in the order of the report
	findings []Finding // about files that are no pages
	compared []resolve.Edition
	// comparesOldURLs tells that editions are compared that read common references in their own ways.
	comparesOldURLs bool
	visits          map[string]*visit // URLs of live sites, by what is the same for all their spellings
	asked           int               // external URLs
	cache           *probe.Cache      // of answers of other sites

	mu       sync.Mutex // for progress
	progress Progress
}

// counts counts references.
type counts struct{ links, internal, external, ignored int }

func (c *counts) add(more counts) {
	c.links += more.links
	c.internal += more.internal
	c.external += more.external
	c.ignored += more.ignored
}

func newRun(ctx context.Context, c *Checker) *run {
	r := &run{Checker: new(*c), ctx: ctx, compared: c.compared(), visits: map[string]*visit{}}
	switch client := r.Servers.Crawler.Client; {
	case client == nil:
		r.Servers.Crawler.Client = &fetch.Client{Edition: c.Edition}
	case client.Edition != c.Edition:
		r.Servers.Crawler.Client = client.InEdition(c.Edition)
	}
	r.comparesOldURLs = slices.ContainsFunc(r.compared, func(e resolve.Edition) bool {
		return e == resolve.URL2012 || e == resolve.URL2015
	})
	return r
}

// page is a page or a style sheet.
type page struct {
	site        *site  // nil in a live site
	file        *file  // nil in a live site
	name        string // in findings
	address     string
	contentType string
	isTarget    bool // its own references are not checked

	isQueued    bool // to be read as a target
	isRead      bool
	encoding    string
	targets     *fragment.Set // nil if it has none, or could not be read
	isClosed    bool          // its file cannot be opened
	bases       []base        // that its references are relative to
	baseIndexes map[base]int32
	counts      counts
	findings    []Finding
	waiting     []waiting
	directed    []waiting // references with text directives, whose target is known
	text        *string   // for text directives
	edges       map[*page]*Edge

	uses        []*page // style sheets
	usesSet     map[*page]bool
	isUpgrading bool  // its header says that http: is https:
	owner       *page // of a style sheet: the first page or sheet that uses it
}

// base is a base URL with the reason for it.
type base struct{ url, why string }

// reference is what findings say of a reference.
type reference struct {
	raw, url     string
	line, column int32
	base         int32 // in page.bases
	source       string
	sourceColumn int32
}

// waiting is a reference that can be judged only when more is known: the targets of another page, or the answer of a
// server.
type waiting struct {
	reference
	target   *page // or nil
	fragment string
	isBroken bool // for another reason
	isForm   bool
	isSheet  bool
}

// find adds a finding about a reference of the page.
func (p *page) find(ref *reference, severity Severity, rule Rule, target, message string) {
	b := p.bases[ref.base]
	p.findings = append(p.findings, Finding{
		Page: p.name, Line: int(ref.line), Column: int(ref.column), Raw: ref.raw, Base: b.url, Why: b.why, URL: ref.url,
		Severity: severity, Rule: rule, Message: message, Target: target, Source: ref.source,
		SourceColumn: int(ref.sourceColumn),
	})
}

// findUnreadable adds the finding that the page cannot be read.
func (p *page) findUnreadable(why string) {
	path := ""
	if p.file != nil {
		path = p.file.path
	}
	p.findings = append(p.findings, Finding{Page: p.name, URL: p.address, Severity: Error, Rule: PageUnreadable,
		Message: why, Target: path})
}

// baseIndex returns the ordinal of a base.
func (p *page) baseIndex(b base) int32 {
	if n := len(p.bases); n > 0 && p.bases[n-1] == b {
		return int32(n - 1)
	}
	i, ok := p.baseIndexes[b]
	if !ok {
		if p.baseIndexes == nil {
			p.baseIndexes = map[base]int32{}
		}
		i = int32(len(p.bases))
		p.bases = append(p.bases, b)
		p.baseIndexes[b] = i
	}
	return i
}

// use adds a style sheet that the page uses.
func (p *page) use(sheet *page) {
	if !p.usesSet[sheet] {
		if p.usesSet == nil {
			p.usesSet = map[*page]bool{}
		}
		p.usesSet[sheet] = true
		p.uses = append(p.uses, sheet)
	}
}

// link counts a reference to another page.
func (p *page) link(target *page, isBroken bool) {
	if target == nil || target == p {
		return
	}
	e := p.edges[target]
	if e == nil {
		if p.edges == nil {
			p.edges = map[*page]*Edge{}
		}
		e = &Edge{From: p.name, To: target.name}
		p.edges[target] = e
	}
	e.Links++
	if isBroken {
		e.Broken++
	}
}

// isInterrupted tells whether the check is to end.
func (r *run) isInterrupted() bool { return r.ctx.Err() != nil }

// tell tells how far the check is.
func (r *run) tell(change func(*Progress)) {
	if r.Progress == nil {
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	change(&r.progress)
	r.Progress(r.progress)
}

// report makes the report of what was found.
func (r *run) report() *Report {
	report := &Report{}
	files := map[string][]Finding{}
	for _, f := range r.keepFiles() {
		files[f.Page] = append(files[f.Page], f)
	}
	for _, p := range r.pages {
		p.findings = append(p.findings, files[p.name]...)
		delete(files, p.name)
	}
	for _, name := range slices.Sorted(maps.Keys(files)) {
		report.Findings = append(report.Findings, files[name]...)
	}
	for _, p := range r.pages {
		slices.SortStableFunc(p.findings, func(a, b Finding) int { return a.compare(&b) })
		kept := r.keep(p)
		if r.Graph && p.isRead && !p.isTarget {
			report.addPage(p, kept)
		}
		report.Findings = append(report.Findings, kept...)
	}
	if report.Findings == nil {
		report.Findings = []Finding{}
	}
	report.Summary = r.summary()
	report.Summary.recount(report.Findings)
	return report
}

// summary counts what was checked.
func (r *run) summary() Summary {
	s := Summary{Targets: r.asked, Interrupted: r.isInterrupted()}
	var all counts
	for _, p := range r.pages {
		if p.isRead && !p.isTarget {
			s.Pages++
		}
		all.add(p.counts)
	}
	s.Links, s.Internal, s.External, s.Ignored = all.links, all.internal, all.external, all.ignored
	return s
}

package check

import (
	"context"
	"maps"
	"slices"
	"sync"

	"htmlurl/fetch"
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

package check

import "htmlurl/fragment"

// page is a page or a style sheet.
type page struct {
	site        *site  // nil in a live site
	file        *file  // nil in a live site
	name        string // in findings
	address     string
	contentType string
	isTarget    bool // its own references are not checked

	isRead      bool
	isQueued    bool          // to be read as a target
	isClosed    bool          // its file cannot be opened
	isUpgrading bool          // its header says that http: is https:
	encoding    string        // its name
	targets     *fragment.Set // nil if it has none, or could not be read
	text        *string       // for text directives, if there are some

	counts      counts
	bases       []base // that its references are relative to
	baseIndexes map[base]int32
	findings    []Finding
	waiting     []waiting
	directed    []waiting       // references with text directives, whose target is known
	edges       map[*page]*Edge // to other pages

	uses    []*page // style sheets
	usesSet map[*page]bool
	owner   *page // of a style sheet: the first page or sheet that uses it
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

package answer

import (
	"golang.org/x/net/html"

	"htmlurl/decompose"
	"htmlurl/document"
	"htmlurl/resolve"
)

// Choice is a reference to look at.
type Choice struct {
	Link      int    `json:"link"`      // the index of the reference in the page that it was, or -1
	Reference string `json:"reference"` // as in the page, or changed
	Sets      []Set  `json:"sets"`
}

// Set sets a part of a URL.
type Set struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

// Result is what an edition makes of a reference. Results that are the same have the same letter.
type Result struct {
	Edition resolve.Edition `json:"edition"`
	Base    *string         `json:"base"`
	URL     *string         `json:"url"`
	Problem *Problem        `json:"problem"`
	Same    string          `json:"same"`
}

// Editions resolves a reference by the rules of each edition, relative to the base that it has by them.
func (p *Page) Editions(c Choice) []Result {
	var results []Result
	letters := map[string]string{}
	for _, edition := range resolve.Editions() {
		result := p.result(c, edition)
		key := ""
		if result.URL != nil {
			key = *result.URL
		}
		if letters[key] == "" {
			letters[key] = string(rune('A' + len(letters)))
		}
		result.Same = letters[key]
		results = append(results, result)
	}
	return results
}

func (p *Page) result(c Choice, edition resolve.Edition) Result {
	result := Result{Edition: edition}
	d, err := p.in(edition, c)
	if err != nil {
		result.Problem = newProblem(err)
		return result
	}
	base, resolver := p.rules(d, c)
	result.Base = orNull(base)
	u, err := resolver.Resolve(base, c.Reference)
	if result.Problem = newProblem(err); err == nil {
		result.URL = orNull(u)
	}
	return result
}

// in returns the document of a choice as an edition reads it.
func (p *Page) in(edition resolve.Edition, c Choice) (*document.Document, error) {
	d := p.documents[0].Document
	if l, ok := p.chosen(c); ok {
		d = p.documents[l.document].Document
	}
	if edition == p.documents[0].Resolver().Edition {
		return d, nil
	}
	return d.InEdition(edition, nil)
}

// chosen returns the reference of a choice in the page.
func (p *Page) chosen(c Choice) (link, bool) {
	if c.Link < 0 || c.Link >= len(p.links) {
		return link{}, false
	}
	return p.links[c.Link], true
}

// rules returns the base of a choice in a document, which is that of the choice in some edition, and the resolver.
func (p *Page) rules(d *document.Document, c Choice) (resolve.URL, resolve.Resolver) {
	base, resolver := d.Base(), d.Resolver()
	chosen, ok := p.chosen(c)
	if !ok {
		return base, resolver
	}
	if row := rowOf(chosen.Link); row != nil && row.UTF8 {
		resolver.Encoding = resolve.Encoding{}
	}
	if chosen.Node.Type != html.ElementNode {
		return base, resolver
	}
	for l := range d.LinksOf(chosen.Node) {
		if l.Attr == chosen.Attr {
			return l.Base, resolver
		}
	}
	return base, resolver
}

// Parts are the parts of a URL by the rules of the edition of the page.
type Parts struct {
	Base      *string `json:"base"`
	Reference string  `json:"reference"` // after the sets
	Parts     []Part  `json:"parts"`
}

// Part is an attribute of a URL.
type Part struct {
	Name       string `json:"name"`
	Value      string `json:"value"`
	IsReadOnly bool   `json:"isReadOnly"`
}

// Parts sets parts of a URL, one after the other, and returns what they are then: as the DOM does it, so that values that
// are refused change nothing.
func (p *Page) Parts(c Choice) Parts {
	d, _ := p.in(p.documents[0].Resolver().Edition, c)
	base, resolver := p.rules(d, c)
	holder := &decompose.Reference{Href: c.Reference, BaseURL: base, Rules: resolver}
	element := decompose.Of(holder)
	for _, set := range c.Sets {
		element.Set(set.Name, set.Value)
	}
	parts := Parts{Base: orNull(base), Reference: holder.Href}
	values := element.Values()
	for _, name := range decompose.Attributes(resolver.Edition) {
		parts.Parts = append(parts.Parts, Part{name, values.Get(name), name == "origin"})
	}
	return parts
}

// Steps are the way to a URL in the edition of the page.
type Steps struct {
	Steps      []Step    `json:"steps"`
	Problem    *Problem  `json:"problem"`
	Violations []Problem `json:"violations"` // what the author did wrong without losing the URL
}

// Step is a step of the text.
type Step struct {
	Number int    `json:"number"`
	Text   string `json:"text"`
	Value  string `json:"value"`
}

const maxViolations = 50

// Steps resolves a reference step by step.
func (p *Page) Steps(c Choice) Steps {
	d, _ := p.in(p.documents[0].Resolver().Edition, c)
	base, resolver := p.rules(d, c)
	steps, _, err := resolver.Explain(base, c.Reference)
	answer := Steps{Problem: newProblem(err)}
	for _, step := range steps {
		answer.Steps = append(answer.Steps, Step(step))
	}
	resolver.Report = func(v resolve.Violation) {
		if len(answer.Violations) < maxViolations {
			answer.Violations = append(answer.Violations, Problem{string(v.Rule), v.Start, v.End, v.String()})
		}
	}
	_, _ = resolver.Resolve(base, c.Reference) // for what it reports: the error is known
	return answer
}

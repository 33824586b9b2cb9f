package browsertest

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"htmlurl/document"
	"htmlurl/internal/browsertest/generate"
	"htmlurl/internal/charset"
	"htmlurl/resolve"
)

// Finding is what came of a question.
type Finding struct {
	What    string   // that was asked
	Ours    string   // the answers, if they differ
	Theirs  string   // that of Chromium
	Classes []string // of the ledger that explain the difference
	Bad     bool     // nothing explains the difference, or the ledger has one where there is none
}

// comparison is a comparison of a page with its frames, or of answers about a reference.
type comparison struct {
	found     []Finding
	hasPolicy bool     // a Content-Security-Policy is there
	wanted    []wanted // references that may be requested
}

// add adds two answers, with the class of the ledger that explains it if they differ.
func (c *comparison) add(what, ours, theirs string, classes ...string) {
	f := Finding{What: what}
	if ours != theirs {
		f = Finding{What: what, Ours: ours, Theirs: theirs, Classes: classes, Bad: len(classes) == 0}
	}
	c.found = append(c.found, f)
}

// explain adds what the ledger of references says about an answer.
func (c *comparison) explain(what string, q Question, theirs Answer) {
	classes, ok := Explain(q, theirs)
	f := Finding{What: what, Classes: classes, Bad: !ok}
	if !ok || classes != nil {
		f.What = fmt.Sprintf("%s: %s", what, q)
		f.Ours, f.Theirs = q.text(Library(q)), q.text(theirs)
	}
	c.found = append(c.found, f)
}

// CompareAnswers compares the answers about a reference.
func CompareAnswers(answers []Answered) []Finding {
	c := &comparison{}
	for _, a := range answers {
		c.explain("reference", a.Question, a.Answer)
	}
	return c.found
}

// Compare looks at a page, and compares it. If there is a difference that nothing explains, it looks again: what is
// requested in the background may come late.
func (t *Tab) Compare(d generate.Document) (found []Finding, err error) {
	for range 2 {
		v, requests, err := t.View(d)
		if err != nil {
			return nil, err
		}
		if found, err = CompareDocument(d, v, requests); err != nil {
			return nil, err
		}
		if !slices.ContainsFunc(found, func(f Finding) bool { return f.Bad }) {
			break
		}
	}
	return found, nil
}

// CompareDocument compares a page with what Chromium saw of it.
func CompareDocument(d generate.Document, v View, requests []Request) ([]Finding, error) {
	c := &comparison{hasPolicy: d.Policy != ""}
	ours, err := c.read(d, v.Encoding)
	if err != nil {
		return nil, err
	}
	c.explain("document.URL", Question{Subject: OfObject, Ref: d.Address, HrefOnly: true}, Answer{Href: v.URL})
	c.page(pair{document: ours, view: v, fallbacks: []string{v.URL}})
	c.requests(requests, strings.HasPrefix(d.Address, "https:"))
	return c.found, nil
}

// read parses a page as Chromium reads it: if it declares no encoding, in that of Chromium.
func (c *comparison) read(d generate.Document, encoding string) (*document.Document, error) {
	ours, err := parse(d)
	if err != nil {
		return nil, err
	}
	name, source := ours.Encoding()
	if name == encoding || source != document.FromValidUTF8 && source != document.FromFallback {
		c.add("document.characterSet", name, encoding)
	} else {
		c.add("document.characterSet", name, encoding, "encoding-undeclared")
		d.ContentType = "text/html; charset=" + encoding
	}
	e, _ := charset.Lookup(encoding)
	if e == charset.ISO2022JP {
		read := brokenEscapes(d.Body)
		c.add("the text", string(e.Decode(d.Body)), string(e.Decode(read)), "encoding-escape")
		d.Body = read
	}
	read := errorsBeforeFrameset(d.Body, e)
	if ours, err = parse(d); err != nil || hasFrameset(ours) || bytes.Equal(read, d.Body) {
		return ours, err
	}
	d.Body = read
	theirs, err := parse(d)
	if err != nil || !hasFrameset(theirs) {
		return ours, err
	}
	c.add("what the body is", "a body", "a frameset", "frameset-errors")
	return theirs, nil
}

// parse parses a page by today's rules.
func parse(d generate.Document) (*document.Document, error) {
	o := document.Options{Address: d.Address, ContentType: d.ContentType, Edition: resolve.Living,
		TemplateContents: true}
	if d.Policy != "" {
		o.Header = map[string][]string{"Content-Security-Policy": {d.Policy}}
	}
	return document.Parse(bytes.NewReader(d.Body), o)
}

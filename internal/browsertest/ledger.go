package browsertest

import (
	"slices"
	"strings"

	"htmlurl/internal/browsertest/generate"
)

// A Deviation is a class of differences: one way in which Chromium leaves the standard. There are two kinds: With
// predicts what Chromium says, by turning an oracle without the deviation into one with it; Allows tells whether an
// answer may be one, for the few cases in which Chromium's own state decides.
type Deviation struct {
	Name   string
	Clause string // of the standard that Chromium leaves; "" for what belongs to another of that name
	Why    string // what Chromium does
	With   func(Oracle) Oracle
	Allows func(Question, Answer) bool
}

// Ledger returns all deviations: those of documents, then those of references.
func Ledger() []Deviation {
	all := slices.Concat(documentDeviations, deviations, setters, allowances)
	return slices.DeleteFunc(all, func(d Deviation) bool { return d.Clause == "" })
}

// predicting are the deviations that predict, the outermost first.
func predicting() []Deviation { return slices.Concat(setters, deviations) }

// Explain tells which deviations make an answer of Chromium from that of the library: none if they are the same. It is
// not ok if no deviations do, or if they would have made another answer of the same.
func Explain(q Question, theirs Answer) (names []string, ok bool) {
	isSame := q.matches(Library(q), theirs)
	if q.matches(Model(q), theirs) {
		if !isSame {
			names = needed(q, theirs)
		}
		return names, true
	}
	for _, d := range allowances {
		if d.Allows(q, theirs) {
			if !isSame {
				names = []string{d.Name}
			}
			return names, true
		}
	}
	return nil, false
}

// needed returns the names of the deviations without which the answer would be another. It leaves out as many as it
// can, first many at a time.
func needed(q Question, theirs Answer) (names []string) {
	all := predicting()
	for size := len(all) / 2; size > 0; size /= 2 {
		for i := 0; i+size <= len(all); {
			if fewer := slices.Delete(slices.Clone(all), i, i+size); q.matches(with(fewer)(q), theirs) {
				all = fewer
			} else {
				i += size
			}
		}
	}
	for _, d := range all {
		names = append(names, d.Name)
	}
	return names
}

// Model is the library with all deviations that predict.
var Model = with(predicting())

// with returns the library with some deviations, the outermost first.
func with(deviations []Deviation) Oracle {
	oracle := Oracle(Library)
	for _, d := range slices.Backward(deviations) {
		oracle = d.With(oracle)
	}
	return stepwise(oracle)
}

// stepwise asks for one thing after the other: the URL of the base, the URL of the reference, and what an assignment
// makes of that. The answers of the library are the same either way.
func stepwise(next Oracle) Oracle {
	return func(q Question) Answer {
		if q.Subject == OfObject && q.Base != "" {
			base := next(Question{Subject: OfObject, Ref: q.Base})
			if !hasURL(base) {
				return noURL(q)
			}
			q.Base = base.Href
		}
		switch {
		case q.Set.Name == "":
			return next(q)
		case q.Subject == OfLink && q.Set.Name == "href":
			return Answer{Href: q.Set.Value}
		}
		asked := q
		asked.Set = generate.Assignment{}
		before := next(asked)
		if !hasURL(before) {
			return Answer{Href: q.Ref}
		}
		if q.Set.Name == "href" {
			return hrefAnswer(next, q)
		}
		asked.Base, asked.Ref, asked.Set = "", unwritten+known(before).String(), q.Set
		a := next(asked)
		switch {
		case a.Href != asked.Ref:
		case q.Subject == OfObject:
			a.Href = before.Href
		default:
			a.Href = q.Ref
		}
		return a
	}
}

// unwritten stands before an attribute so that it can be told whether it was written again.
const unwritten = " "

// known returns the components that an answer knows of, which may be others than its href has.
func known(a Answer) parts {
	p := partsOf(a.Href)
	if p.authority != "" && a.Host == "" && a.Pathname == p.authority+p.path {
		p.authority, p.path = "", "/."+a.Pathname
	}
	if a.Search != unlessBare(p.query) || a.Hash != unlessBare(p.fragment) {
		p.path, p.query, p.fragment = a.Pathname, a.Search, a.Hash
		rest, hasHash := strings.CutSuffix(a.Href, "#")
		if hasHash {
			p.fragment = "#"
		}
		if p.query == "" && strings.HasSuffix(rest, "?") {
			p.query = "?"
		}
	}
	return p
}

// hrefAnswer is what setting the href of a URL object gives.
func hrefAnswer(next Oracle, q Question) Answer {
	a := next(Question{Subject: OfObject, Ref: q.Set.Value})
	if !hasURL(a) {
		return Answer{Href: typeError}
	}
	return Answer{Href: a.Href}
}

package browsertest

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"strings"

	"htmlurl/internal/browsertest/generate"
)

//go:embed questions.js
var questionsJS string

// ask has a function of questions.js called in the page of a tab.
func (t *Tab) ask(function string, question, answer any) error {
	parameter, err := json.Marshal(question)
	if err != nil {
		return err
	}
	return t.Evaluate(fmt.Sprintf("JSON.stringify(%s.%s(%s))", questionsJS, function, parameter), answer)
}

// carrier is the address of the pages in which references are asked for.
const carrier = "http://carrier.test/dir/page.html?carrier#fragment"

// referenceQuestion is a question of questions.js.
type referenceQuestion struct {
	Base   *string               `json:"base"`   // of the base element
	Object string                `json:"object"` // of the URL object
	Ref    string                `json:"ref"`
	Set    []generate.Assignment `json:"set"`
}

// referenceAnswer is the answer.
type referenceAnswer struct {
	BaseURI string
	Link    Answer
	LinkSet []string
	URL     *Answer
	URLSet  []string
}

// Answered is a question with its answer.
type Answered struct {
	Question
	Answer Answer
}

// References asks for references in a page of an encoding: several questions for each.
func (t *Tab) References(encoding string, references []generate.Reference) ([][]Answered, error) {
	header := map[string]string{"Content-Type": "text/html; charset=" + encoding}
	err := t.Open(Page{Address: carrier, Header: header, Body: carrierPage(encoding)})
	if err != nil {
		return nil, err
	}
	questions := make([]referenceQuestion, len(references))
	for i, r := range references {
		questions[i] = referenceQuestion{Object: r.Base, Ref: r.Ref, Set: r.Set}
		if r.HasBase {
			questions[i].Base = &r.Base
		}
		if r.Set == nil {
			questions[i].Set = []generate.Assignment{}
		}
	}
	var answers []referenceAnswer
	if err := t.ask("references", questions, &answers); err != nil {
		return nil, err
	}
	all := make([][]Answered, len(references))
	for i, a := range answers {
		all[i] = answered(references[i], a)
	}
	return all, nil
}

// carrierPage is a page with what References needs.
func carrierPage(encoding string) []byte {
	page := []byte("<!DOCTYPE html><base><a>x</a>")
	if encoding != "UTF-16LE" {
		return page
	}
	var wide []byte
	for _, b := range page {
		wide = append(wide, b, 0)
	}
	return wide
}

// answered takes the answers for one reference apart.
func answered(r generate.Reference, a referenceAnswer) []Answered {
	var all []Answered
	if r.HasBase {
		base := Question{Subject: OfBase, Encoding: r.Encoding, Base: carrier, Ref: r.Base}
		all = append(all, Answered{base, Answer{Href: a.BaseURI}})
	}
	link := Question{Subject: OfLink, Encoding: r.Encoding, Base: a.BaseURI, Ref: r.Ref}
	if a.BaseURI == "about:blank" && !strings.Contains(r.Base, "about:") {
		link.Base = "" // what an unparsable base is
	}
	all = append(all, Answered{link, a.Link})
	object := Question{Subject: OfObject, Encoding: r.Encoding, Base: r.Base, Ref: r.Ref}
	if a.URL == nil {
		a.URL = &Answer{}
	}
	all = append(all, Answered{object, *a.URL})
	for i, set := range r.Set {
		link.Set, object.Set = set, set
		all = append(all, Answered{link, Answer{Href: a.LinkSet[i]}})
		if a.URLSet != nil {
			all = append(all, Answered{object, Answer{Href: a.URLSet[i]}})
		}
	}
	return all
}

package browsertest

import (
	"fmt"

	"htmlurl/decompose"
	"htmlurl/internal/browsertest/generate"
)

// Subject is what a question is about.
type Subject string

const (
	// OfBase is about the document base URL that a base element gives: Ref is its href attribute, Base the fallback
	// base URL.
	OfBase Subject = "document.baseURI"
	// OfLink is about the attributes of an a element: Ref is its href attribute, Base the document base URL.
	OfLink Subject = "a.href"
	// OfObject is about an object of the class URL. There is none with a Base that is no URL.
	OfObject Subject = "new URL"
)

// Question is a question about one reference.
type Question struct {
	Subject  Subject
	Encoding string // of the document; a URL object knows none
	Base     string // "" is none
	Ref      string
	Set      generate.Assignment // that is made first; none if the name is empty
	HrefOnly bool                // the answer has no more than the href
	InBase   bool                // of the href attribute of a base element itself
}

// String returns the question so that it can be asked again.
func (q Question) String() string {
	s := fmt.Sprintf("%s %+q relative to %+q in %s", q.Subject, q.Ref, q.Base, q.Encoding)
	if q.Set.Name != "" {
		s += fmt.Sprintf(", %s = %+q", q.Set.Name, q.Set.Value)
	}
	return s
}

// Answer is what there is to say about a URL: all of it, or, after an assignment and for a base, its href. Without a
// URL it is what the attributes are then.
type Answer = decompose.Values

// noURL is the answer for a reference without a URL.
func noURL(q Question) Answer {
	if q.Subject == OfLink {
		return Answer{Href: q.Ref, Protocol: ":"}
	}
	return Answer{}
}

// hasURL tells whether there is a URL.
func hasURL(a Answer) bool { return a.Protocol != "" && a.Protocol != ":" }

// without returns the question without the assignment.
func (q Question) without() Question {
	q.Set = generate.Assignment{}
	return q
}

// matches tells whether two answers to a question are the same.
func (q Question) matches(a, b Answer) bool {
	if q.HrefOnly {
		return a.Href == b.Href
	}
	return a == b
}

// text writes an answer, as far as it counts.
func (q Question) text(a Answer) string {
	if q.HrefOnly || q.Set.Name != "" || q.Subject == OfBase {
		return fmt.Sprintf("%+q", a.Href)
	}
	return fmt.Sprintf("%+q", a)
}

// An Oracle answers questions.
type Oracle func(Question) Answer

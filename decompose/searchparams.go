package decompose

import (
	"cmp"
	"iter"
	"slices"
	"strings"
	"unicode/utf8"

	"htmlurl/resolve"
)

// SearchParams is a list of the names and values of a query: URLSearchParams, which the text of 2012 calls URLQuery and
// declares with get, getAll, set and delete only, and without steps: they are those of 2015 here.
//
// The zero value is an empty list without a URL. The list that a URL object gives lives with it: each change rewrites
// the URL's query, so make many changes on a list of its own. Names and values are sequences of characters: in strings
// given, each byte that is no UTF-8 counts as U+FFFD. One goroutine at a time may use a SearchParams, unless all only read.
//
// Spec: https://url.spec.whatwg.org/#interface-urlsearchparams; URL Standard 2.4 (12 January 2015); W3C URL 5.3 (8 November
// 2012)
type SearchParams struct {
	list []Pair // of scalar value strings
	urls []queryOwner
}

// urlObject is what a SearchParams asks of a URL object.
type urlObject interface {
	// setQuery sets the query of the URL object's URL, to null unless present, and runs the pre-update steps if there are
	// any. It leaves the SearchParams alone.
	setQuery(query string, present bool)
}

// queryOwner is a URL object that lives with a SearchParams.
type queryOwner struct {
	urlObject
	emptyIsNull bool // an empty list makes the query null: it does today, it did not in 2015
}

// ParseSearchParams returns the list of a query, with or without its question mark. The text of 2015 keeps the question
// mark: there the list is NewSearchParams of what [ParseURLEncoded] returns.
//
// Spec: https://url.spec.whatwg.org/#dom-urlsearchparams-urlsearchparams
func ParseSearchParams(init string) *SearchParams {
	p := &SearchParams{}
	p.reset(strings.TrimPrefix(init, "?"))
	return p
}

// NewSearchParams returns a list of copies of the pairs.
//
// Spec: https://url.spec.whatwg.org/#dom-urlsearchparams-urlsearchparams
func NewSearchParams(pairs ...Pair) *SearchParams {
	list := slices.Clone(pairs)
	for i, pair := range list {
		list[i] = scalarPair(pair.Name, pair.Value)
	}
	return &SearchParams{list: list}
}

// Size returns the number of pairs.
//
// Spec: https://url.spec.whatwg.org/#dom-urlsearchparams-size
func (p *SearchParams) Size() int { return len(p.list) }

// Append adds a pair at the end.
//
// Spec: https://url.spec.whatwg.org/#dom-urlsearchparams-append; URL Standard 2.4 (12 January 2015)
func (p *SearchParams) Append(name, value string) {
	p.list = append(p.list, scalarPair(name, value))
	p.update(nil)
}

// Delete removes all pairs of that name.
//
// Spec: https://url.spec.whatwg.org/#dom-urlsearchparams-delete; URL Standard 2.4 (12 January 2015)
func (p *SearchParams) Delete(name string) {
	p.list = slices.DeleteFunc(p.list, named(scalarValues(name)))
	p.update(nil)
}

// DeleteValue removes all pairs of that name and value.
//
// Spec: https://url.spec.whatwg.org/#dom-urlsearchparams-delete
func (p *SearchParams) DeleteValue(name, value string) {
	p.list = slices.DeleteFunc(p.list, is(scalarPair(name, value)))
	p.update(nil)
}

// Get returns the value of the first pair of that name; ok is false if there is none.
//
// Spec: https://url.spec.whatwg.org/#dom-urlsearchparams-get; URL Standard 2.4 (12 January 2015)
func (p *SearchParams) Get(name string) (value string, ok bool) {
	i := slices.IndexFunc(p.list, named(scalarValues(name)))
	if i < 0 {
		return "", false
	}
	return p.list[i].Value, true
}

// GetAll returns the values of all pairs of that name, in the order of the list: a fresh slice, or nil.
//
// Spec: https://url.spec.whatwg.org/#dom-urlsearchparams-getall; URL Standard 2.4 (12 January 2015)
func (p *SearchParams) GetAll(name string) []string {
	var values []string
	name = scalarValues(name)
	for _, pair := range p.list {
		if pair.Name == name {
			values = append(values, pair.Value)
		}
	}
	return values
}

// Has tells whether there is a pair of that name.
//
// Spec: https://url.spec.whatwg.org/#dom-urlsearchparams-has; URL Standard 2.4 (12 January 2015)
func (p *SearchParams) Has(name string) bool {
	return slices.ContainsFunc(p.list, named(scalarValues(name)))
}

// HasValue tells whether there is a pair of that name and value.
//
// Spec: https://url.spec.whatwg.org/#dom-urlsearchparams-has
func (p *SearchParams) HasValue(name, value string) bool {
	return slices.ContainsFunc(p.list, is(scalarPair(name, value)))
}

// Set gives the first pair of that name the value and removes the others; if there is none, it appends one.
//
// Spec: https://url.spec.whatwg.org/#dom-urlsearchparams-set; URL Standard 2.4 (12 January 2015)
func (p *SearchParams) Set(name, value string) {
	p.set(name, value)
	p.update(nil)
}

// SetAll makes the values the only ones of that name: it is Set of the first and Append of the others, or Delete if there
// are no values.
//
// Spec: W3C URL 5.3 (8 November 2012), set with a sequence; the text has no steps
func (p *SearchParams) SetAll(name string, values ...string) {
	if len(values) == 0 {
		p.Delete(name)
		return
	}
	p.set(name, values[0])
	for _, value := range values[1:] {
		p.list = append(p.list, scalarPair(name, value))
	}
	p.update(nil)
}

// set is Set without the update steps.
func (p *SearchParams) set(name, value string) {
	pair := scalarPair(name, value)
	i := slices.IndexFunc(p.list, named(pair.Name))
	if i < 0 {
		p.list = append(p.list, pair)
		return
	}
	p.list[i] = pair
	others := slices.DeleteFunc(p.list[i+1:], named(pair.Name))
	p.list = p.list[:i+1+len(others)]
}

// Sort sorts the pairs by name; pairs of the same name keep their order. Names are compared by their UTF-16 code units, so
// U+1F308 (D83C DF08) comes before U+FB03.
//
// Spec: https://url.spec.whatwg.org/#dom-urlsearchparams-sort
func (p *SearchParams) Sort() {
	slices.SortStableFunc(p.list, func(a, b Pair) int { return compareCodeUnits(a.Name, b.Name) })
	p.update(nil)
}

// All yields the names and values in the order of the list. It walks by index over the list as it is at each step, as the
// DOM's iterators do: a pair appended meanwhile is seen, and after one is removed before or at the current place, the next
// is missed.
//
// Spec: https://url.spec.whatwg.org/#interface-urlsearchparams (iterable)
func (p *SearchParams) All() iter.Seq2[string, string] {
	return func(yield func(name, value string) bool) {
		for i := 0; i < len(p.list); i++ {
			if !yield(p.list[i].Name, p.list[i].Value) {
				return
			}
		}
	}
}

// String returns the list in the format application/x-www-form-urlencoded, in UTF-8 whatever a document's encoding is:
// the stringifier.
//
// Spec: https://url.spec.whatwg.org/#urlsearchparams-stringification-behavior; URL Standard 2.4 (12 January 2015)
func (p *SearchParams) String() string {
	size := 0
	for _, pair := range p.list {
		size += len(pair.Name) + len("=") + len(pair.Value) + len("&")
	}
	return string(AppendURLEncoded(make([]byte, 0, size), p.list, resolve.Encoding{}))
}

// reset makes the list that of a query, without update steps. The query may be any string.
//
// Spec: https://url.spec.whatwg.org/#concept-urlencoded-string-parser; URL Standard 3.3 (12 January 2015)
func (p *SearchParams) reset(query string) {
	p.list, _ = ParseURLEncoded(scalarValues(query), URLEncoded{}) // UTF-8 does not fail
}

// attach appends a URL object to the list of URL objects, of which there is one today and were several in 2015.
func (p *SearchParams) attach(url urlObject, emptyIsNull bool) {
	p.urls = append(p.urls, queryOwner{url, emptyIsNull})
}

// detach removes a URL object.
func (p *SearchParams) detach(url urlObject) {
	p.urls = slices.DeleteFunc(p.urls, func(o queryOwner) bool { return o.urlObject == url })
}

// update is the update steps: it sets the query of each URL object but one, whose search setter runs them, or nil.
//
// Spec: https://url.spec.whatwg.org/#concept-urlsearchparams-update; URL Standard 2.4 (12 January 2015)
func (p *SearchParams) update(except urlObject) {
	if len(p.urls) == 0 {
		return
	}
	query := p.String()
	for _, url := range p.urls {
		if url.urlObject != except {
			url.setQuery(query, query != "" || !url.emptyIsNull)
		}
	}
}

// named returns the condition that a pair has the name, which is a scalar value string.
func named(name string) func(Pair) bool { return func(p Pair) bool { return p.Name == name } }

// is returns the condition that a pair is the wanted one, of scalar value strings.
func is(wanted Pair) func(Pair) bool { return func(p Pair) bool { return p == wanted } }

func scalarPair(name, value string) Pair { return Pair{scalarValues(name), scalarValues(value)} }

// scalarValues returns s with U+FFFD in place of each byte that is no UTF-8.
func scalarValues(s string) string {
	if utf8.ValidString(s) {
		return s
	}
	return string([]rune(s))
}

// compareCodeUnits compares two strings of valid UTF-8 as if they were UTF-16.
//
// Spec: https://infra.spec.whatwg.org/#code-unit-less-than
func compareCodeUnits(a, b string) int {
	for i := range min(len(a), len(b)) {
		if a[i] != b[i] {
			return cmp.Compare(codeUnitOrder(a[i]), codeUnitOrder(b[i]))
		}
	}
	return cmp.Compare(len(a), len(b))
}

// codeUnitOrder moves the lead bytes of characters beyond U+FFFF, which start with D800 to DBFF in UTF-16, before those of
// U+E000 to U+FFFF. Strings that differ at all differ in characters first at a lead byte, or within the same one.
func codeUnitOrder(c byte) byte {
	switch {
	case c >= 0xF0:
		return c - 2
	case c >= 0xEE:
		return c + 6
	}
	return c
}

package fragment

import (
	"iter"

	"golang.org/x/net/html"

	"htmlurl/resolve"
)

// Index has all IDs and names of a document, to find many fragments in it. It is safe for concurrent use, and knows
// nothing of later changes to the tree. The zero Index is that of a document without targets.
type Index struct {
	targets []Target // in tree order, by ID or Name
	ids     map[string]*html.Node
	names   map[string]*html.Node
}

// NewIndex reads the tree once.
func NewIndex(root *html.Node) *Index {
	x := &Index{ids: map[string]*html.Node{}, names: map[string]*html.Node{}}
	for n := range elements(root) {
		if id := idOf(n); id != "" {
			x.add(x.ids, Target{ID, n, id})
		}
		if name := nameOf(n); name != "" {
			x.add(x.names, Target{Name, n, name})
		}
	}
	return x
}

func (x *Index) add(first map[string]*html.Node, t Target) {
	x.targets = append(x.targets, t)
	if first[t.Value] == nil {
		first[t.Value] = t.Node
	}
}

func (x *Index) withID(id string) *html.Node     { return x.ids[id] }
func (x *Index) withName(name string) *html.Node { return x.names[name] }

// Find is the function Find, in time that does not depend on the size of the document.
func (x *Index) Find(fragment string, edition resolve.Edition) (_ Target, ok bool) {
	t := indicated(x, fragment, edition)
	return t, t.By != ""
}

// FindURL is Find for the fragment of a URL. One without a fragment leads to the document as such: it is found, by
// NoFragment.
func (x *Index) FindURL(u resolve.URL, edition resolve.Edition) (_ Target, ok bool) {
	fragment, ok := u.Fragment()
	if !ok {
		return Target{By: NoFragment}, true
	}
	return x.Find(fragment, edition)
}

// All yields every ID and every name in tree order, as targets by ID or Name, each with whether there is a fragment
// that indicates the element by it. There is none for the second element with an ID, nor for a name that an ID or
// an earlier name hides.
func (x *Index) All(edition resolve.Edition) iter.Seq2[Target, bool] {
	return func(yield func(Target, bool) bool) {
		for _, t := range x.targets {
			if !yield(t, x.isReachable(t, edition)) {
				return
			}
		}
	}
}

// isReachable tells whether there is a fragment that indicates t. An ID is found as it is in Living, and
// percent-encoded in HTML5. A name is found as it is, or not at all: in HTML5 as it is not decoded, in Living as
// what hides it hides it decoded, too. In Living the delimiter of directives has to be percent-encoded; that
// another ID or name is spelled just so is not looked into.
func (x *Index) isReachable(t Target, edition resolve.Edition) bool {
	switch {
	case t.By == ID:
		return x.ids[t.Value] == t.Node
	case edition == resolve.Living:
		return x.names[t.Value] == t.Node && x.ids[t.Value] == nil
	}
	return indicatedHTML5(x, t.Value) == t
}

package fragment

import (
	"slices"
	"strings"

	"golang.org/x/net/html"

	"htmlurl/resolve"
)

// Set has the IDs and names of a document without its tree, for the links between many documents: it takes little more
// memory than their text. It is safe for concurrent use. The zero Set is that of a document without targets.
type Set struct{ ids, names values }

// NewSet reads the tree once.
func NewSet(root *html.Node) *Set {
	var ids, names []string
	for n := range elements(root) {
		if id := idOf(n); id != "" {
			ids = append(ids, id)
		}
		if name := nameOf(n); name != "" {
			names = append(names, name)
		}
	}
	return &Set{newValues(ids), newValues(names)}
}

// Find is the function Find by the rule only: the Set knows no elements.
func (s *Set) Find(fragment string, edition resolve.Edition) (_ By, ok bool) {
	t := indicated(s, fragment, edition)
	return t.By, t.By != ""
}

// found stands for every element of a Set.
var found = new(html.Node)

func (s *Set) withID(id string) *html.Node     { return s.ids.find(id) }
func (s *Set) withName(name string) *html.Node { return s.names.find(name) }

// values are sorted strings, one behind the other.
type values struct {
	text string
	ends []uint32
}

func newValues(list []string) values {
	slices.Sort(list)
	list = slices.Compact(list)
	v := values{ends: make([]uint32, len(list))}
	var text strings.Builder
	for i, s := range list {
		text.WriteString(s)
		v.ends[i] = uint32(text.Len())
	}
	v.text = text.String()
	return v
}

// at returns the string with an ordinal.
func (v values) at(i int) string {
	start := uint32(0)
	if i > 0 {
		start = v.ends[i-1]
	}
	return v.text[start:v.ends[i]]
}

// find returns found if s is one of the strings, and nil if not.
func (v values) find(s string) *html.Node {
	low, high := 0, len(v.ends)
	for low < high {
		if middle := int(uint(low+high) >> 1); v.at(middle) < s {
			low = middle + 1
		} else {
			high = middle
		}
	}
	if low < len(v.ends) && v.at(low) == s {
		return found
	}
	return nil
}

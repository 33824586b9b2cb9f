package probe

import (
	"errors"
	"strings"

	"htmlurl/document"
	"htmlurl/fetch"
	"htmlurl/fragment"
	"htmlurl/resolve"
)

// find looks for the fragments in the body of a response.
//
// Spec: RFC 9110 section 10.2.2, of the fragments that redirects have
func (a *asking) find(response *fetch.Response, found *Answer) {
	kind, err := response.Type()
	if err != nil {
		found.Err = err
		return
	}
	found.Type = kind
	if _, ok := response.URL.Fragment(); ok {
		a.anyFragment = true
		return
	}
	d, err := response.Document(document.Options{LinksOnly: true, Keep: []string{"id", "name"}})
	switch {
	case errors.Is(err, fetch.ErrNotDocument):
		a.anyFragment = true
		return
	case err != nil:
		found.Err = err
		return
	}
	index := fragment.NewIndex(d.Root())
	for _, f := range a.target.fragments {
		if isImage := strings.HasPrefix(kind, "image/"); isImage && fragment.IsView(f) {
			continue
		}
		if !has(index, f, a.prober.client().Edition) {
			found.Missing = append(found.Missing, f)
		}
	}
}

// has tells whether a document has what a fragment indicates, with its directive or without.
func has(index *fragment.Index, f string, edition resolve.Edition) bool {
	if _, ok := index.Find(f, edition); ok {
		return true
	}
	rest, _, isCut := fragment.SplitDirective(f)
	_, ok := index.Find(rest, edition)
	return isCut && ok
}

package rewrite

import (
	"iter"

	"htmlurl/document"
)

// pairs yields the links of a document together with those of the same document as it will be, which may be itself.
func pairs(now, then iter.Seq[document.Link], isSame bool) iter.Seq2[document.Link, document.Link] {
	return func(yield func(document.Link, document.Link) bool) {
		if isSame {
			for link := range now {
				if !yield(link, link) {
					return
				}
			}
			return
		}
		next, stop := iter.Pull(then)
		defer stop()
		for link := range now {
			other, _ := next()
			if !yield(link, other) {
				return
			}
		}
	}
}

// framePair is a child document as it is and as it will be.
type framePair struct{ now, then *document.Document }

// framePairs is pairs for the child documents.
func framePairs(now, then *document.Document) iter.Seq2[framePair, error] {
	return func(yield func(framePair, error) bool) {
		next, stop := func() (*document.Document, error, bool) { return nil, nil, true }, func() {}
		if now != then {
			next, stop = iter.Pull2(then.Frames())
		}
		defer stop()
		for frame, err := range now.Frames() {
			other, _, _ := next()
			if other == nil {
				other = frame
			}
			if !yield(framePair{frame, other}, err) {
				return
			}
		}
	}
}

package document

import (
	"fmt"
	"iter"

	"golang.org/x/net/html"
)

// MaxFrameDepth is how deep srcdoc documents may be nested in each other. Each level is read again with all that is in
// it, so the work is at most this many times the page.
const MaxFrameDepth = 16

// ErrFrameDepth is the error of Frames for a srcdoc document that is nested too deep.
var ErrFrameDepth = fmt.Errorf("srcdoc documents are nested more than %d deep", MaxFrameDepth)

// Frames yields the iframe srcdoc documents of the document, in tree order, with their own encoding (UTF-8), base and
// links; their frames are theirs. A document is parsed when it is yielded. The error, ErrFrameDepth or one of Parse,
// stands for one frame; the next may be fine.
//
// Deviation: no text of that time says in which encoding "whose data consists of the value of the attribute" is; it is
// characters, so UTF-8.
//
// Spec: W3C HTML5 2.6.3 (2012), iframe srcdoc document
func (d *Document) Frames() iter.Seq2[*Document, error] {
	return func(yield func(*Document, error) bool) {
		for n := d.root; n != nil; n = d.next(n) {
			if srcdoc, ok := attribute(n, "srcdoc"); ok && isHTML(n, "iframe") && !yield(d.frame(n, srcdoc)) {
				return
			}
		}
	}
}

// frame parses the srcdoc document of an iframe element.
func (d *Document) frame(n *html.Node, srcdoc string) (*Document, error) {
	if d.depth >= MaxFrameDepth {
		return nil, ErrFrameDepth
	}
	o := d.options
	o.Container, o.Creator, o.ContentType = d, nil, ""
	return parse([]byte(srcdoc), o, n)
}

// next returns the node after n in tree order, without template contents unless they were asked for.
func (d *Document) next(n *html.Node) *html.Node {
	if !d.options.TemplateContents && isHTML(n, "template") {
		return followingSubtree(n, d.root)
	}
	return following(n, d.root)
}

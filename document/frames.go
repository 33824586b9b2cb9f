package document

import (
	"fmt"
	"iter"
	"slices"

	"golang.org/x/net/html"

	"htmlurl/resolve"
)

// Limits of frames, which keep a hostile page from costing more than it should.
const (
	// MaxFrameDepth is how deep documents may be nested in each other. Each level is read again with all that is in it, so
	// the work is at most this many times the page.
	MaxFrameDepth = 16
	// MaxFrames is how many frames Frames yields for one document.
	MaxFrames = 10_000
	// MaxFrameBytes is how many bytes all srcdoc attributes of one document may have together.
	MaxFrameBytes = 64 << 20
)

// Errors of Frames. After ErrFrameCount there are no more frames of the document; the others stand for one frame.
var (
	ErrFrameDepth = fmt.Errorf("frames are nested more than %d deep", MaxFrameDepth)
	ErrFrameCount = fmt.Errorf("the document has more than %d frames", MaxFrames)
	ErrFrameBytes = fmt.Errorf("the srcdoc attributes of the document have more than %d MB", MaxFrameBytes>>20)
)

// Frames yields the child documents whose content is in the document itself, in tree order: iframe srcdoc documents, with
// their own encoding (UTF-8), base and links, and the about:blank documents of iframe and frame elements whose src is
// missing, empty, no URL, or about:blank, which have no links but inherit the base as scripts in them will see it. Their
// frames are theirs. A document is made when it is yielded. The error, one of ErrFrame… or of Parse, stands for one frame;
// the next may be fine.
//
// What a frame inherits is, in Living, what the document base URL was when the element was parsed: a base element that
// comes later does not count. In the other editions it is the document base URL.
//
// A sandbox without allow-scripts disables scripting in the frame. Template contents have no frames.
//
// Deviation: no text of that time says in which encoding "whose data consists of the value of the attribute" is; it is
// characters, so UTF-8.
//
// Spec: W3C HTML5 2.6.3 (2012), iframe srcdoc document; https://html.spec.whatwg.org/#process-the-iframe-attributes,
// https://html.spec.whatwg.org/#concept-document-about-base-url
func (d *Document) Frames() iter.Seq2[*Document, error] {
	return func(yield func(*Document, error) bool) {
		d.children(func(c child, err error) bool { return yield(c.document, err) })
	}
}

// child is a child document with its element.
type child struct {
	element  *html.Node
	document *Document
}

// children is Frames with the elements, also of frames that have no document.
func (d *Document) children(yield func(child, error) bool) {
	count, size := 0, 0
	inherited := d.initialSettings()
	inherited.base = d.baseBefore()
	var memo baseMemo
	for n := d.root; n != nil; n = following(n, d.root) {
		if d.hidesContents(n) {
			n = lastIn(n)
			continue
		}
		if n == d.why.Element {
			inherited.base = d.base
		}
		if isHTML(n, "meta") {
			inherited.readMeta(n)
		}
		content, address, ok := d.frameContent(n, &memo)
		if !ok {
			continue
		}
		count++
		size += len(content)
		if count > MaxFrames {
			yield(child{element: n}, ErrFrameCount)
			return
		}
		var frame *Document
		var err error
		switch {
		case address == resolve.Srcdoc && d.depth >= MaxFrameDepth:
			err = ErrFrameDepth
		case content != "" && size > MaxFrameBytes:
			err = ErrFrameBytes
		default:
			frame, err = d.frame(n, content, address, inherited)
		}
		if !yield(child{n, frame}, err) {
			return
		}
	}
}

// baseBefore returns what frames inherit before the base element.
func (d *Document) baseBefore() resolve.URL {
	if d.rules().snapshotBase && d.why.Element != nil {
		return d.fallback
	}
	return d.base
}

// frameContent returns the content and the address of the child document of n, if that is in the document itself.
func (d *Document) frameContent(n *html.Node, memo *baseMemo) (content, address string, ok bool) {
	if !isHTML(n, "iframe") && !isHTML(n, "frame") {
		return "", "", false
	}
	if srcdoc, ok := attribute(n, "srcdoc"); ok && n.Data == "iframe" {
		return srcdoc, resolve.Srcdoc, true
	}
	src, _ := attribute(n, "src")
	if src == "" {
		return "", aboutBlank, true
	}
	u, err := d.resolver.Resolve(d.baseOf(n, memo), src)
	switch {
	case err != nil:
		return "", aboutBlank, true
	case matchesAboutBlank(u):
		return "", u.String(), true
	}
	return "", "", false
}

// frame makes the child document of an iframe or frame element.
func (d *Document) frame(n *html.Node, content, address string, inherited settings) (*Document, error) {
	frame := &Document{options: d.options, element: n, inherited: inherited}
	frame.rebase.Drop, frame.isRebased = d.rebase.Drop, d.isRebased
	o := &frame.options
	o.Address, o.ContentType, o.Header = address, "", nil
	o.Container, o.Creator = nil, d
	if address == resolve.Srcdoc {
		o.Container, o.Creator = d, nil
	}
	if sandbox, ok := attribute(n, "sandbox"); ok && !slices.Contains(tokens(sandbox), "allow-scripts") {
		o.NoScripting = true
	}
	return frame.parse([]byte(content))
}

// next returns the node after n in tree order, without template contents unless they were asked for.
func (d *Document) next(n *html.Node) *html.Node { return d.nextIn(n, d.root) }

// nextIn is next within the subtree of root.
func (d *Document) nextIn(n, root *html.Node) *html.Node {
	if !d.options.TemplateContents && d.hidesContents(n) {
		return followingSubtree(n, root)
	}
	return following(n, root)
}

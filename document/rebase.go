package document

import (
	"golang.org/x/net/html"

	"htmlurl/resolve"
)

// Rebase says how a document is to be based after it is rewritten. The zero value changes nothing.
type Rebase struct {
	// Address is where the document will be; the zero URL means where it is. The base that a child document inherits is
	// that of the document around it.
	Address resolve.URL
	// Drop takes away what the document says of its base: the href attributes of base elements and, in the editions in
	// which they count, all xml:base attributes, in the document and its frames.
	Drop bool
	// Base is a new document base URL, unless it is the zero URL: in the base element that counts, or else in one at the
	// start of the head. Frames inherit it.
	Base resolve.URL
}

// Rebased returns the document as it would be with other bases. Its references are those of d, in the same order, at the
// same elements, but with the URLs that they would then have: by comparing both one knows which references must be written
// in another way. It shares the tree with d, which must not be changed as long as it is used.
//
// A Base that cannot be one, by a Content-Security-Policy or its scheme, does not count, and Why has the error.
//
// Spec: https://html.spec.whatwg.org/#document-base-url
func (d *Document) Rebased(r Rebase) *Document {
	other := *d
	other.rebase, other.isRebased = r, true
	if other.insertsBase = !r.Base.IsZero() && d.why.Element == nil; other.insertsBase {
		other.policies = other.initialSettings().policies
	}
	if !r.Address.IsZero() {
		other.address = r.Address
		other.options.Address = r.Address.String()
	}
	other.computeBase()
	return &other
}

// isBaseDropped tells whether base elements do not count.
func (d *Document) isBaseDropped() bool { return d.rebase.Drop && d.rebase.Base.IsZero() }

// RemoveBases makes the changes that Rebase.Drop speaks of, but for those in frames, which are theirs. Of a base element
// with a target that attribute stays.
func (w *Rewrite) RemoveBases() {
	w.removeXMLBases()
	for n := w.document.root; n != nil; n = following(n, w.document.root) {
		if isHTML(n, "base") && hasAttribute(n, "href") && !inTemplate(n) {
			w.removeBase(n)
		}
	}
}

// removeXMLBases removes the xml:base attributes that count.
func (w *Rewrite) removeXMLBases() {
	if w.document.xmlBases == nil {
		return
	}
	for n := w.document.root; n != nil; n = following(n, w.document.root) {
		if _, ok := w.document.xmlBases[n]; ok {
			w.RemoveAttribute(n, xmlBaseAttribute)
		}
	}
}

// removeBase removes a base element, or only its href attribute if it has others.
func (w *Rewrite) removeBase(n *html.Node) {
	if len(n.Attr) == 1 {
		if part, err := w.tagPart(n); err == nil {
			w.removeTag(n, part)
			return
		}
	}
	w.RemoveAttribute(n, "href")
}

// SetBase makes the changes that Rebase.Base speaks of, with Rebase.Drop: the base element that counts gets the URL, or a
// new one has it, and xml:base attributes are removed.
func (w *Rewrite) SetBase(base resolve.URL) {
	d := w.document
	w.removeXMLBases()
	if d.why.Element == nil {
		end := ">"
		if d.xml != nil {
			end = "/>"
		}
		w.InsertInHead(`<base href="` + d.htmlValue(base.String(), '"') + `"` + end)
		return
	}
	l := lister{Document: d, all: true, place: &w.place, yield: func(link *Link) bool {
		if link.Attr == "href" {
			w.Replace(*link, base.String())
		}
		return true
	}}
	l.element(d.why.Element)
}

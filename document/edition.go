package document

import (
	"golang.org/x/net/html"

	"htmlurl/resolve"
)

// InEdition returns the document as another edition reads it: with its address, base URLs and references by the rules of
// that. It shares the tree with d, which must not be changed as long as it is used, and has no positions. For a child
// document that Frames gave, around is the document around it in that edition, or nil. The error is ErrAddress.
func (d *Document) InEdition(edition resolve.Edition, around *Document) (*Document, error) {
	other := *d
	other.options.Edition, other.options.Positions, other.places = edition, false, nil
	if parent := d.parent(); parent != nil {
		if around == nil {
			var err error
			if around, err = parent.InEdition(edition, nil); err != nil {
				return nil, err
			}
		}
		if d.options.Container != nil {
			other.options.Container = around
		} else {
			other.options.Creator = around
		}
		other.inherited = around.settingsAt(d.element)
	}
	if err := other.setAddress(); err != nil {
		return nil, err
	}
	other.resolver.Edition = edition
	other.computeBase()
	return &other, nil
}

// settingsAt returns what a child document inherits whose element is n, or with nil a document that was made at the end.
func (d *Document) settingsAt(element *html.Node) settings {
	if element == nil {
		return d.settings
	}
	inherited := d.initialSettings()
	inherited.base = d.baseBefore()
	for n := d.root; n != nil && n != element; n = following(n, d.root) {
		switch {
		case n == d.why.Element:
			inherited.base = d.base
		case isHTML(n, "meta") && !inTemplate(n):
			inherited.readMeta(n)
		}
	}
	return inherited
}

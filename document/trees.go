package document

import (
	"errors"
	"iter"

	"github.com/PuerkitoBio/goquery"
	"golang.org/x/net/html"

	"htmlurl/internal/charset"
)

// FromNode makes a document of a tree that was parsed elsewhere; it keeps the tree. The encoding is that of the
// Content-Type in the options, or UTF-8; there are no positions. After changes of the tree call Update.
func FromNode(root *html.Node, o Options) (*Document, error) {
	if root == nil {
		return nil, errors.New("there is no tree")
	}
	o.Positions = false
	d := &Document{options: o, root: root}
	if err := d.prepare(); err != nil {
		return nil, err
	}
	encoding, source, _ := charset.Sniff(nil, d.options.ContentType)
	if source != charset.Transport {
		encoding = charset.UTF8
	}
	d.setEncoding(encoding, encodingSources[source])
	d.computeBase()
	return d, nil
}

// FromGoquery makes a document of one of goquery, whose Url is the address if the options have none.
func FromGoquery(doc *goquery.Document, o Options) (*Document, error) {
	if o.Address == "" && doc.Url != nil {
		o.Address = doc.Url.String()
	}
	if len(doc.Nodes) == 0 {
		return FromNode(nil, o)
	}
	return FromNode(doc.Nodes[0], o)
}

// Selection returns the tree for goquery. Changes made with it need Update.
func (d *Document) Selection() *goquery.Selection {
	return goquery.NewDocumentFromNode(d.root).Selection
}

// LinksIn yields what an attribute of the elements of a selection refers to, for those that have it: as the registry says,
// or else as one URL relative to the element, whatever its kind. So it also resolves attributes that are no references
// elsewhere.
func (d *Document) LinksIn(s *goquery.Selection, attr string) iter.Seq[Link] {
	return func(yield func(Link) bool) {
		l := lister{Document: d, yield: byValue(yield), all: true, place: new(placer)}
		for _, n := range s.Nodes {
			i := indexOf(n, attr)
			if i < 0 {
				continue
			}
			row := d.registry.row(n, attr)
			if row == nil {
				row = &Attribute{}
			}
			if !l.references(origin{node: n, attr: attr}, row, n.Attr[i].Val) {
				return
			}
		}
	}
}

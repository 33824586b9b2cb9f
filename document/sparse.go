package document

import (
	"bytes"
	"slices"
	"strings"
	"sync/atomic"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"htmlurl/internal/source"
	"htmlurl/internal/syntax"
)

// A sparse tree has the elements that hold references, or decide about them, and html and body. They are in the order, and
// within each other, as in the tree that the parser makes of the page. Of other text than that of style sheets and the like
// it has none.

// sparse makes the sparse tree of a page.
type sparse struct {
	*Document
	scanner  source.Scanner
	interest *interest
	at       *html.Node                     // what the next element is in
	merged   map[*html.Node]map[string]bool // the attributes of html and body, where several tags have some
	size     int                            // bytes of the tags of elements that are not in the tree yet, about
	isLate   bool                           // something is about an element that has been taken already
}

// The marks of names of attributes that are of interest.
const (
	markPlain source.Mark = iota + 1
	markCSS               // their values are CSS, most of which has no references
)

// between is the item of elements that the parser puts between an element and its children.
var between = &html.Node{Type: html.ElementNode, DataAtom: atom.B, Data: "b"}

// parseSparse makes the sparse tree of a page in UTF-8.
func (d *Document) parseSparse(text []byte) error {
	k := sparse{Document: d}
	k.begin(text, nil)
	if d.options.Positions {
		d.places = &places{tags: newTags()}
	}
	for k.scanner.Next() {
		k.startTag()
	}
	for item, isEnd := range k.scanner.Take {
		k.take(item.(*html.Node), isEnd)
	}
	return k.err()
}

// needsTree tells whether references of the options need more of the tree than that: the text of elements, or conditions that
// may ask for anything.
func (d *Document) needsTree() bool {
	return slices.ContainsFunc(d.options.Attributes, func(row Attribute) bool {
		return row.Only != nil || slices.Contains(strings.Fields(row.Names), textAttribute) ||
			strings.Contains(row.Names, "\uFFFD") // which is a NUL in the page
	})
}

// begin begins with a page, or the beginning of one.
func (k *sparse) begin(text []byte, more func() ([]byte, error)) {
	k.scanner.Reset(text, more, !k.options.NoScripting)
	k.scanner.KeepBetween(between)
	k.interest = interestFor(k.Document)
	k.scanner.Watch(&k.interest.filter)
	k.root = &html.Node{Type: html.DocumentNode}
	k.at = k.root
}

// err returns why the tree is none, if it is none.
func (k *sparse) err() error {
	switch err := k.scanner.Err(); {
	case err == source.ErrDepth:
		return ErrDepth
	case err != nil:
		return err
	case k.isLate:
		return source.ErrOrder
	case k.scanner.IsCutShort():
		return ErrCutShort
	}
	return nil
}

// startTag keeps the element of the tag that the scanner came to, if it is of interest.
func (k *sparse) startTag() {
	if e := k.scanner.Merged(); e != nil {
		k.merge(e)
		return
	}
	if e := k.scanner.Element(); e != nil && k.isOfInterest(e) {
		k.keep(e)
	}
}

// isOfInterest tells whether the element of the tag may hold references, or decide about those of others.
func (k *sparse) isOfInterest(e *source.Element) bool {
	if k.scanner.IsWatched() && k.hasInterest() {
		return true
	}
	name := e.Atom()
	if !elementsOfInterest.has(name) {
		return e.IsForeign() && k.isNamed("style")
	}
	switch name {
	case atom.Meta:
		return k.decides()
	case atom.Img:
		p := e.Parent()
		return p != nil && p.Atom() == atom.Picture
	case atom.Script:
		return k.mayBeData()
	}
	return true
}

// elementsOfInterest are those of HTML that may be of interest whatever attributes they have.
var elementsOfInterest = newAtomSet(atom.Html, atom.Body, atom.Base, atom.Template, atom.Form, atom.Picture, atom.Audio,
	atom.Video, atom.Iframe, atom.Frame, atom.Style, atom.Meta, atom.Img, atom.Script)

// atomSet is a set of names, each at its hash or behind that.
type atomSet [256]atom.Atom

func newAtomSet(names ...atom.Atom) *atomSet {
	set := &atomSet{}
	for _, name := range names {
		i := set.hash(name)
		for set[i] != 0 {
			i = (i + 1) % len(set)
		}
		set[i] = name
	}
	return set
}

func (*atomSet) hash(name atom.Atom) int { return int(name>>8^name) % len(atomSet{}) }

// has tells whether a name is in the set. 0 is in none.
func (set *atomSet) has(name atom.Atom) bool {
	for i := set.hash(name); set[i] != 0; i = (i + 1) % len(set) {
		if set[i] == name {
			return true
		}
	}
	return false
}

// hasInterest tells whether an attribute of the tag is of interest.
func (k *sparse) hasInterest() bool {
	page, _ := k.scanner.Page()
	attrs := k.scanner.Tag().Attrs
	for i := range attrs {
		a := &attrs[i]
		switch value := page[a.Value.Start:a.Value.End]; a.Mark {
		case source.NoMark:
		case markPlain:
			return true
		case markCSS:
			if mayReferCSS(value) {
				return true
			}
		case source.MayBeMark:
			if k.interest.has(page[a.Name.Start:a.Name.End], value) {
				return true
			}
		}
	}
	return false
}

// isNamed tells whether the tag has a name.
func (k *sparse) isNamed(name string) bool {
	page, _ := k.scanner.Page()
	tag := k.scanner.Tag()
	return source.EqualFold(page[tag.Name.Start:tag.Name.End], name)
}

// attribute returns the value of an attribute of the tag as it is written.
func (k *sparse) attribute(name string) (raw []byte, ok bool) {
	page, _ := k.scanner.Page()
	for _, a := range k.scanner.Tag().Attrs {
		if source.EqualFold(page[a.Name.Start:a.Name.End], name) {
			return page[a.Value.Start:a.Value.End], true
		}
	}
	return nil, false
}

// decides tells whether a meta element may decide about references, or be a refresh.
func (k *sparse) decides() bool {
	if _, ok := k.attribute("http-equiv"); ok {
		return true
	}
	name, _ := k.attribute("name")
	return source.EqualFold(name, "robots") || source.EqualFold(name, "referrer") || bytes.IndexByte(name, '&') >= 0
}

// mayBeData tells whether a script element may be one whose text has references.
func (k *sparse) mayBeData() bool {
	kind, _ := k.attribute("type")
	kind = bytes.TrimLeft(kind, " \t\n\f\r")
	return hasPrefixFold(kind, "importmap") || hasPrefixFold(kind, "speculationrules") || bytes.IndexByte(kind, '&') >= 0
}

// keep keeps the element of the tag.
func (k *sparse) keep(e *source.Element) {
	n := k.scanner.NewNode(e)
	k.scanner.Keep(e, n)
	tag := k.scanner.Tag()
	k.size += tag.End - tag.Start
	if k.places != nil && !k.places.merge(&k.scanner) {
		k.places.starts[n] = tag.Start
	}
	switch n.Data {
	case "source", "track", "template", "meta", "base", "link":
		k.keepParent(e)
	case "img":
		if k.scanner.IsOpen(atom.Picture) { // whose sources are about the img right in it
			k.keepParent(e)
		}
	case "style", "script":
		k.keepText(e, n)
	}
}

// keepParent keeps the parent of the element, on which it depends what the element means.
func (k *sparse) keepParent(e *source.Element) {
	if p := e.Parent(); p != nil && p.Item() == nil {
		if k.scanner.Keep(p, k.scanner.NewNode(p)) {
			return
		}
		k.isLate = k.isLate || k.needsParent(e)
	}
}

// needsParent tells whether the element may mean something else if its parent is not in the tree.
func (k *sparse) needsParent(e *source.Element) bool {
	switch e.Atom() {
	case atom.Meta:
		return true
	case atom.Template:
		_, ok := k.attribute("shadowrootmode")
		return ok
	case atom.Img, atom.Source, atom.Track:
		return k.scanner.IsOpen(atom.Picture) || k.scanner.IsOpen(atom.Audio) || k.scanner.IsOpen(atom.Video)
	}
	return false
}

// keepText adds the text of a style or script element to its node, if that has references.
func (k *sparse) keepText(e *source.Element, n *html.Node) {
	if k.registry.text(n) == nil {
		return
	}
	if e.IsForeign() {
		k.scanner.TakeText(e, k.addText)
		return
	}
	span := k.scanner.Text()
	page, _ := k.scanner.Page()
	text := page[span.Start:span.End]
	if n.DataAtom == atom.Style && !syntax.MayReferCSS(text) {
		return
	}
	n.AppendChild(&html.Node{Type: html.TextNode, Data: parseRawText(text)})
	k.size += len(text)
}

// addText adds a text to a node.
func (k *sparse) addText(item any, text []byte) {
	n := item.(*html.Node)
	k.size += len(text)
	k.isLate = k.isLate || n.Parent != nil
	n.AppendChild(&html.Node{Type: html.TextNode, Data: string(text)})
}

// merge adds the attributes of a tag to the html or body element, but for those that it has.
func (k *sparse) merge(e *source.Element) {
	if k.places != nil {
		k.places.merge(&k.scanner)
	}
	attrs := k.scanner.Attributes()
	if len(attrs) == 0 {
		return
	}
	if e.Item() == nil && !k.scanner.Keep(e, k.scanner.NewNode(e)) {
		k.isLate = k.isLate || k.hasInterest()
		return
	}
	n := e.Item().(*html.Node)
	k.isLate = k.isLate || n.Parent != nil && k.hasInterest()
	has := k.merged[n]
	if has == nil {
		has = map[string]bool{}
		for _, a := range n.Attr {
			has[a.Key] = true
		}
		if k.merged == nil {
			k.merged = map[*html.Node]map[string]bool{}
		}
		k.merged[n] = has
	}
	for _, a := range attrs {
		if !has[a.Key] {
			n.Attr = append(n.Attr, a)
			has[a.Key] = true
		}
	}
}

// take adds an element to the tree, or ends it. It returns the node.
func (k *sparse) take(n *html.Node, isEnd bool) *html.Node {
	if isEnd {
		n, k.at = k.at, k.at.Parent
		return n
	}
	if n.Parent != nil || n == between {
		n = k.clone(n)
	}
	k.at.AppendChild(n)
	k.at = n
	return n
}

// clone returns a copy of an element that is in the tree already.
func (k *sparse) clone(n *html.Node) *html.Node {
	clone := &html.Node{Type: n.Type, DataAtom: n.DataAtom, Data: n.Data, Attr: slices.Clone(n.Attr)}
	if k.places != nil && n != between {
		k.places.starts[clone] = k.places.starts[n]
		k.places.shared[n], k.places.shared[clone] = true, true
	}
	return clone
}

// interest tells which attributes make an element part of a sparse tree: those that hold references of the kinds that are
// asked for, and those that decide about others.
type interest struct {
	names  [128][]nameOfInterest // by their first letter, in lower case
	filter source.Names
}

type nameOfInterest struct {
	name  string
	isCSS bool // its values are CSS, most of which has no references
}

// standardInterest is that of documents whose options add nothing.
var standardInterest = newInterest(&Document{registry: standardRegistry})

// lastInterest is that of the last document with the standard registry whose options add something.
var lastInterest atomic.Pointer[knownInterest]

type knownInterest struct {
	interest *interest
	kinds    []Kind
	keep     []string
}

func interestFor(d *Document) *interest {
	o := &d.options
	switch {
	case d.registry != standardRegistry:
		return newInterest(d)
	case o.Kinds == nil && o.Keep == nil:
		return standardInterest
	}
	known := lastInterest.Load()
	if known == nil || !slices.Equal(known.kinds, o.Kinds) || !slices.Equal(known.keep, o.Keep) ||
		(known.kinds == nil) != (o.Kinds == nil) {
		known = &knownInterest{newInterest(d), slices.Clone(o.Kinds), slices.Clone(o.Keep)}
		lastInterest.Store(known)
	}
	return known.interest
}

func newInterest(d *Document) *interest {
	in := &interest{}
	for name, entries := range d.registry.rows {
		isCSS, isWanted := true, false
		for _, e := range entries {
			isWanted = isWanted || e.row.Syntax != Refresh && d.wantsRow(e.row)
			isCSS = isCSS && isCSSSyntax(e.row.Syntax)
		}
		if isWanted && !strings.HasPrefix(name, "#") {
			in.add(name, isCSS)
		}
	}
	for _, name := range slices.Concat([]string{"srcdoc", xmlBaseAttribute}, d.options.Keep) {
		in.add(name, false)
	}
	return in
}

// wantsRow tells whether references of a row may be listed.
func (d *Document) wantsRow(row *Attribute) bool { return row.kindOf != nil || d.wants(row.Kind) }

func (in *interest) add(name string, isCSS bool) {
	name = lowerASCII(name)
	i := name[0] & 0x7f
	in.names[i] = append(in.names[i], nameOfInterest{name, isCSS})
	mark := markPlain
	if isCSS {
		mark = markCSS
	}
	in.filter.Add(name, mark)
}

// has tells whether an attribute is of interest, by its name and value as they are written.
func (in *interest) has(name, value []byte) bool {
	first := name[0]
	if 'A' <= first && first <= 'Z' {
		first |= 0x20
	}
	for _, n := range in.names[first&0x7f] {
		if source.EqualFold(name, n.name) && (!n.isCSS || mayReferCSS(value)) {
			return true
		}
	}
	return false
}

// mayReferCSS tells whether a value in CSS, as it is written, may have references.
func mayReferCSS(raw []byte) bool { return syntax.MayReferCSS(raw) || bytes.IndexByte(raw, '&') >= 0 }

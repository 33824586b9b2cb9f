package document

import (
	"bytes"
	"hash/maphash"
	"maps"
	"slices"
	"strings"
	"unsafe"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"htmlurl/internal/source"
)

// The tree decides which references exist, the scanner tells where start tags stand. Both have the same tags in the same
// order, unless the parser dropped, moved or copied some. Then tags that are alike, of the same name and attributes, can
// be told apart only by what stands around them; where even that does not help the place is not certain. Of what is moved
// out of tables, and of most tags that are dropped, the scanner tells: that is no difference.

// findTags finds where the start tags of the elements begin that have attributes or text of interest, or of all that have
// any. Those of html and body are not among them: the parser merges the attributes of all such tags, whose places come by
// their name.
func (d *Document) findTags(text []byte, all bool) *matcher {
	m := &matcher{
		text: text, scripting: !d.options.NoScripting, root: d.root, filter: &d.registry.filter, all: all,
		merged: map[string][]int{}, seed: maphash.MakeSeed(),
	}
	if !m.inOrder() {
		m.match()
	}
	return m
}

// findPlaces finds where the elements of the document stand, which was parsed from the page, in UTF-8 text.
func (d *Document) findPlaces(page, text []byte) *places {
	p := &places{page: page, text: text, bom: d.bom, offsets: d.encoding.Offsets(page[d.bom:])}
	p.markLines()
	if d.xml == nil {
		m := d.findTags(text, false)
		p.tags, p.merged, p.shared = m.places, m.merged, m.shared
		return p
	}
	p.tags = make(map[*html.Node]int, len(d.xml.Tags))
	i := 0
	for n := d.root; n != nil; n = following(n, d.root) {
		if n.Type == html.ElementNode {
			p.tags[n] = d.xml.Tags[i].Start
			i++
		}
	}
	return p
}

// matcher matches the elements of the tree with the start tags of the text.
type matcher struct {
	text      []byte
	scripting bool
	root      *html.Node
	filter    *nameFilter         // of attributes that may hold references
	all       bool                // all elements need a place
	places    map[*html.Node]int  // where the tags of the elements begin
	owners    map[int]*html.Node  // and the other way round, one for each tag
	shared    map[*html.Node]bool // elements that share a tag
	merged    map[string][]int    // where the tags of html and body begin, those of HTML
	seed      maphash.Seed
	value     []byte // of the last attribute hashed
}

// tags yields the start tags that elements of the tree are made of.
func (m *matcher) tags(yield func(*source.Tag) bool) {
	clear(m.merged)
	for s := source.New(m.text, m.scripting); s.Next(); {
		switch tag := s.Tag(); {
		case tag.Ignored:
		case !tag.Foreign && m.isTag(tag, "html"):
			m.merged["html"] = append(m.merged["html"], tag.Start)
		case !tag.Foreign && m.isTag(tag, "body"):
			m.merged["body"] = append(m.merged["body"], tag.Start)
		default:
			if !yield(tag) {
				return
			}
		}
	}
}

// isTag tells whether the tag has the name.
func (m *matcher) isTag(tag *source.Tag, name string) bool {
	return equalFold(m.text[tag.Name.Start:tag.Name.End], name)
}

// isTagOfInterest is the same for a tag as isOfInterest for its element.
func (m *matcher) isTagOfInterest(tag *source.Tag) bool {
	return len(tag.Attrs) > 0 || m.isTag(tag, "style") || m.isTag(tag, "script")
}

// element returns the first element that isOfInterest from n on, in tree order, or nil.
func (m *matcher) element(n *html.Node) *html.Node {
	for n != nil && (n.Type != html.ElementNode || !isOfInterest(n)) {
		n = following(n, m.root)
	}
	return n
}

// isOfInterest tells whether an element may hold references, or tells elements around it apart.
func isOfInterest(n *html.Node) bool {
	switch n.DataAtom {
	case atom.Html, atom.Body:
		return n.Namespace != ""
	case atom.Style, atom.Script:
		return true
	}
	return len(n.Attr) > 0
}

// inOrder matches elements and tags one to one. It reports whether that is possible, with no element out of a table.
func (m *matcher) inOrder() bool {
	const bytesPerPlace = 512 // a guess
	places := make(map[*html.Node]int, len(m.text)/bytesPerPlace)
	n := m.element(m.root)
	ok := true
	m.tags(func(tag *source.Tag) bool {
		switch {
		case !m.isTagOfInterest(tag):
			return true
		case n == nil || tag.Before >= 0:
			ok = false
		case !m.all && !m.mayRefer(n): // it needs no place
			ok = m.isNamed(tag, n)
		default:
			ok = m.isOf(tag, n)
			places[n] = tag.Start
		}
		if ok {
			n = m.element(following(n, m.root))
		}
		return ok
	})
	m.places = places
	return ok && n == nil
}

// mayRefer tells whether an element may hold references or child documents.
func (m *matcher) mayRefer(n *html.Node) bool {
	for i := range n.Attr {
		if a := &n.Attr[i]; a.Namespace != "" || m.filter.mayHave(a.Key) || a.Key == "srcdoc" {
			return true
		}
	}
	return len(n.Attr) == 0 || n.DataAtom == atom.Style || n.DataAtom == atom.Script
}

// isNamed tells whether the element has the name of the tag, and as many attributes.
func (m *matcher) isNamed(tag *source.Tag, n *html.Node) bool {
	return len(tag.Attrs) == len(n.Attr) &&
		(m.isTag(tag, n.Data) || n.DataAtom == atom.Img && !tag.Foreign && m.isTag(tag, "image"))
}

// isOf tells whether the element is what the parser makes of the tag, as far as references go.
func (m *matcher) isOf(tag *source.Tag, n *html.Node) bool {
	if !m.isNamed(tag, n) {
		return false
	}
	for i, a := range tag.Attrs {
		if isFormatting(n.DataAtom) { // whose attributes are sorted
			var ok bool
			if i, ok = slices.BinarySearchFunc(n.Attr, parsedName(m.text[a.Name.Start:a.Name.End]), compareKey); !ok {
				return false
			}
		}
		if m.filter.mayHave(n.Attr[i].Key) && !source.Equal(m.text[a.Value.Start:a.Value.End], n.Attr[i].Val, true) {
			return false
		}
	}
	return !hasRawText(n) || m.isTextOf(tag, n)
}

// hasRawText tells whether an element is of interest for its text, which is no markup.
func hasRawText(n *html.Node) bool {
	return n.Namespace == "" && n.DataAtom == atom.Style
}

// isTextOf tells whether the text of the element is what the parser makes of that after the tag.
func (m *matcher) isTextOf(tag *source.Tag, n *html.Node) bool {
	raw, text := m.text[tag.Text.Start:tag.Text.End], textOf(n)
	return string(raw) == text || parsedRawText.Replace(string(raw)) == text
}

// parsedName makes of a name what the parser does, but for its case.
func parsedName(name []byte) []byte {
	if bytes.IndexByte(name, 0) < 0 {
		return name
	}
	return bytes.ReplaceAll(name, []byte("\x00"), []byte("\uFFFD"))
}

// parsedRawText makes of raw text what the parser does.
var parsedRawText = strings.NewReplacer("\r\n", "\n", "\r", "\n", "\x00", "\uFFFD")

// equalFold tells whether the names are the same, in any case of ASCII letters.
func equalFold(name []byte, other string) bool {
	if len(name) != len(other) {
		return false
	}
	for i, c := range name {
		if c != other[i] && (c^other[i] != 0x20 || c|0x20 < 'a' || 'z' < c|0x20) {
			return false
		}
	}
	return true
}

// alike are the tags and elements with the same name and attributes, by their order. Elements that are copies of each
// other are one, the first of them.
type alike struct{ tags, elements []int }

// identity returns what copies of an element have in common with it, and with no other: the parser copies the strings of
// the attributes, not their bytes. It is nil where no string tells, as strings of one byte are not allocated.
func identity(n *html.Node) *byte {
	for i := range n.Attr {
		if value := n.Attr[i].Val; len(value) > 1 {
			return unsafe.StringData(value)
		}
	}
	return nil
}

// match matches elements and tags where the two lists differ.
func (m *matcher) match() {
	groups := map[uint64]*alike{}
	group := func(key uint64) *alike {
		if groups[key] == nil {
			groups[key] = &alike{}
		}
		return groups[key]
	}
	var starts []int
	for tag := range m.inTreeOrder {
		g := group(tag.hash)
		g.tags = append(g.tags, len(starts))
		starts = append(starts, tag.start)
	}
	var elements []*html.Node
	originals, copies := map[*byte]int{}, map[int][]*html.Node{}
	for n := m.element(m.root); n != nil; n = m.element(following(n, m.root)) {
		if id := identity(n); id != nil {
			if original, ok := originals[id]; ok {
				copies[original] = append(copies[original], n)
				continue
			}
			originals[id] = len(elements)
		}
		g := group(m.hashElement(n))
		g.elements = append(g.elements, len(elements))
		elements = append(elements, n)
	}
	m.places, m.owners = make(map[*html.Node]int, len(elements)), make(map[int]*html.Node, len(elements))
	m.shared = map[*html.Node]bool{}
	anchors := findAnchors(groups, len(elements))
	for _, g := range groups {
		for element, tag := range g.match(anchors) {
			m.put(elements[element], starts[tag])
			for _, n := range copies[element] {
				m.put(n, starts[tag])
			}
		}
	}
}

// put says where the tag of an element begins.
func (m *matcher) put(n *html.Node, start int) {
	if other, ok := m.owners[start]; ok {
		m.shared[other], m.shared[n] = true, true
	}
	m.owners[start] = n
	m.places[n] = start
}

// listed is a tag in a list that is in the order of the tree, or a table without attributes, which only marks a place.
type listed struct {
	start          int
	hash           uint64
	isOfInterest   bool
	previous, next int // in the list
}

// inTreeOrder yields the tags of interest in the order that their elements have in the tree.
func (m *matcher) inTreeOrder(yield func(listed) bool) {
	ring := []listed{{}}    // its first is no tag
	tables := map[int]int{} // from where they start to where they are in the ring; no table is its end
	m.tags(func(tag *source.Tag) bool {
		isTable, isOfInterest := m.isTag(tag, "table"), m.isTagOfInterest(tag)
		if !isTable && !isOfInterest {
			return true
		}
		next := tables[tag.Before]
		if isTable {
			tables[tag.Start] = len(ring)
		}
		l := listed{start: tag.Start, isOfInterest: isOfInterest, previous: ring[next].previous, next: next}
		if isOfInterest {
			l.hash = m.hashTag(tag)
		}
		ring[l.previous].next, ring[next].previous = len(ring), len(ring)
		ring = append(ring, l)
		return true
	})
	for i := ring[0].next; i != 0; i = ring[i].next {
		if ring[i].isOfInterest && !yield(ring[i]) {
			return
		}
	}
}

// hashTag and hashElement are the same for a tag and an element that is made of it, whatever the order of attributes is.
func (m *matcher) hashTag(tag *source.Tag) uint64 {
	name := lowerASCII(string(parsedName(m.text[tag.Name.Start:tag.Name.End])))
	if name == "image" && !tag.Foreign {
		name = "img"
	}
	hash := maphash.String(m.seed, name)
	for _, a := range tag.Attrs {
		m.value = source.AppendValue(m.value[:0], m.text[a.Value.Start:a.Value.End], true)
		hash += m.hashAttribute(lowerASCII(string(parsedName(m.text[a.Name.Start:a.Name.End]))), string(m.value))
	}
	if !tag.Foreign && name == "style" {
		hash += m.hashAttribute(textAttribute, parsedRawText.Replace(string(m.text[tag.Text.Start:tag.Text.End])))
	}
	return hash
}

func (m *matcher) hashElement(n *html.Node) uint64 {
	hash := maphash.String(m.seed, lowerASCII(n.Data))
	for i := range n.Attr {
		hash += m.hashAttribute(lowerASCII(attributeName(&n.Attr[i])), n.Attr[i].Val)
	}
	if hasRawText(n) {
		hash += m.hashAttribute(textAttribute, textOf(n))
	}
	return hash
}

func (m *matcher) hashAttribute(name, value string) uint64 {
	var h maphash.Hash
	h.SetSeed(m.seed)
	h.WriteString(name)
	h.WriteByte(0)
	h.WriteString(value)
	return h.Sum64()
}

// anchor is an element that is unlike all others, as is its tag.
type anchor struct{ element, tag int }

// findAnchors returns as many anchors as possible whose elements and tags are in the same order.
func findAnchors(groups map[uint64]*alike, elements int) []anchor {
	byElement := make([]int, elements)
	for _, g := range groups {
		if len(g.tags) == 1 && len(g.elements) == 1 {
			byElement[g.elements[0]] = g.tags[0] + 1
		}
	}
	var all []anchor
	for element, tag := range byElement {
		if tag > 0 {
			all = append(all, anchor{element, tag - 1})
		}
	}
	return longestIncreasing(all)
}

// longestIncreasing returns a longest subsequence whose tags increase.
func longestIncreasing(all []anchor) []anchor {
	var ends []int // of the best subsequence of each length, its last anchor
	previous := make([]int, len(all))
	for i, a := range all {
		length, _ := slices.BinarySearchFunc(ends, a.tag, func(end, tag int) int { return all[end].tag - tag })
		previous[i] = -1
		if length > 0 {
			previous[i] = ends[length-1]
		}
		if length == len(ends) {
			ends = append(ends, i)
		} else {
			ends[length] = i
		}
	}
	found := make([]anchor, len(ends))
	at := -1
	if len(ends) > 0 {
		at = ends[len(ends)-1]
	}
	for i := range slices.Backward(found) {
		found[i] = all[at]
		at = previous[at]
	}
	return found
}

// match returns the tag of each element of the group whose place is certain. Between two anchors there are as many
// elements as tags, if the parser did nothing to them. What is left was moved, if the numbers agree in all. If there is only
// one tag all elements are copies, even if no string tells.
func (g *alike) match(anchors []anchor) map[int]int {
	found := map[int]int{}
	if len(g.tags) == 1 {
		for _, element := range g.elements {
			found[element] = g.tags[0]
		}
		return found
	}
	var left alike
	for _, gap := range g.gaps(anchors) {
		if !gap.assign(found) {
			left.tags = append(left.tags, gap.tags...)
			left.elements = append(left.elements, gap.elements...)
		}
	}
	left.assign(found)
	return found
}

// gaps divides the group at the anchors.
func (g *alike) gaps(anchors []anchor) []*alike {
	gaps := map[int]*alike{}
	gap := func(i int) *alike {
		if gaps[i] == nil {
			gaps[i] = &alike{}
		}
		return gaps[i]
	}
	for _, tag := range g.tags {
		i, _ := slices.BinarySearchFunc(anchors, tag, func(a anchor, tag int) int { return a.tag - tag })
		gap(i).tags = append(gap(i).tags, tag)
	}
	for _, element := range g.elements {
		i, _ := slices.BinarySearchFunc(anchors, element, func(a anchor, element int) int { return a.element - element })
		gap(i).elements = append(gap(i).elements, element)
	}
	var all []*alike
	for _, i := range slices.Sorted(maps.Keys(gaps)) {
		all = append(all, gaps[i])
	}
	return all
}

// assign gives each element its tag, if there are as many, and reports whether it did.
func (g *alike) assign(found map[int]int) bool {
	if len(g.tags) != len(g.elements) {
		return false
	}
	for i, element := range g.elements {
		found[element] = g.tags[i]
	}
	return true
}

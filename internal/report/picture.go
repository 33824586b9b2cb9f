package report

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
	"unicode/utf8"

	"htmlurl/check"
)

// The limits of a picture that can still be read.
const (
	mostNodes  = 40
	fewNodes   = 4 // too few to say anything
	mostEdges  = 400
	labelWidth = 24  // in Latin letters
	letter     = 6.6 // how wide those are
	flatLabels = 12  // so many nodes have labels that lie flat
)

// picture shows how the pages of a site are linked, or its folders where there are many pages: as points on a circle in
// the order of their names, so that a folder's stand together.
type picture struct {
	Nodes   []*node
	Edges   []edge
	Folders bool
	Flat    bool // labels
	Hidden  int  // edges for which there is no place
	ViewBox string
}

// node is a page or a folder.
type node struct {
	Name   string // that findings can be searched for; "" for what has no place of its own
	Title  string
	Label  string
	Pages  int
	Links  int // on the pages
	Errors int // on the pages
	Inside int // links between pages of the folder

	labelWidth     int
	X, Y, R        float64
	LabelX, LabelY float64
	LabelTurn      float64 // in degrees
	LabelAnchor    string
}

// edge is the links from one node to another.
type edge struct {
	From, To      int
	Links, Broken int
	Path          string
	Width         float64
}

// draw makes a picture of a site, or returns nil if there are no links between its pages.
func draw(r *check.Report) *picture {
	if len(r.Edges) == 0 {
		return nil
	}
	names := namesIn(r)
	root := commonFolder(names)
	nodeOf, folders := group(names, root, r.Edges)
	p := &picture{Folders: folders}
	index := p.addNodes(nodeOf, root)
	for _, page := range r.Pages {
		n := p.Nodes[index[nodeOf[page.Name]]]
		n.Links += page.Links
		n.Errors += page.Errors
	}
	p.addEdges(r.Edges, func(name string) int { return index[nodeOf[name]] })
	p.place()
	p.connect()
	return p
}

// addNodes makes the nodes, and returns their indices by their names.
func (p *picture) addNodes(nodeOf map[string]string, root string) map[string]int {
	pages := map[string]int{}
	for _, name := range nodeOf {
		pages[name]++
	}
	index := map[string]int{}
	for _, name := range slices.Sorted(maps.Keys(pages)) {
		index[name] = len(p.Nodes)
		n := &node{Name: text(name).String(), Pages: pages[name]}
		n.Title = cmp.Or(n.Name, "/")
		label := cmp.Or(strings.TrimPrefix(name, root), n.Title)
		if name == others {
			n.Name, n.Title, label = "", "others", "others"
		}
		n.Label, n.labelWidth = fit(visible(label), labelWidth)
		p.Nodes = append(p.Nodes, n)
	}
	return index
}

// fit leaves the end of a label, which says most, and returns it and how wide it is. Letters beyond the first scripts
// are counted as two.
func fit(label string, most int) (string, int) {
	width, start := 0, len(label)
	for start > 0 {
		c, size := utf8.DecodeLastRuneInString(label[:start])
		wide := 1
		if c >= 0x1100 {
			wide = 2
		}
		if width+wide > most {
			return "…" + label[start:], width + 1
		}
		width += wide
		start -= size
	}
	return label, width
}

// addEdges adds up the links between nodes. Broken ones come last, and before them those with many links, to be seen;
// if they are too many, the first ones are left out.
func (p *picture) addEdges(edges []check.Edge, index func(string) int) {
	sums := map[[2]int]edge{}
	for _, e := range edges {
		from, to := index(e.From), index(e.To)
		if from == to {
			p.Nodes[from].Inside += e.Links
			continue
		}
		sum := sums[[2]int{from, to}]
		sums[[2]int{from, to}] = edge{From: from, To: to, Links: sum.Links + e.Links, Broken: sum.Broken + e.Broken}
	}
	p.Edges = slices.SortedFunc(maps.Values(sums), func(a, b edge) int {
		return cmp.Or(cmp.Compare(min(a.Broken, 1), min(b.Broken, 1)), cmp.Compare(a.Links, b.Links),
			cmp.Compare(a.From, b.From), cmp.Compare(a.To, b.To))
	})
	p.Hidden = max(0, len(p.Edges)-mostEdges)
	p.Edges = p.Edges[p.Hidden:]
}

// place puts the nodes on a circle from its top on, and their labels around it: flat ones if they are few, else such
// as go on from the centre.
func (p *picture) place() {
	p.Flat = len(p.Nodes) <= flatLabels
	radius := max(110, 4.6*float64(len(p.Nodes)))
	most, widest := 1, 0
	for _, n := range p.Nodes {
		most, widest = max(most, n.Links), max(widest, n.labelWidth)
	}
	for i, n := range p.Nodes {
		turn := float64(i) / float64(len(p.Nodes))
		sin, cos := math.Sincos(2 * math.Pi * turn)
		n.R = 3 + 8*math.Sqrt(float64(n.Links)/float64(most))
		n.X, n.Y = radius*sin, -radius*cos
		away := radius + n.R + 6
		switch {
		case p.Flat && math.Abs(sin) < 0.2:
			n.LabelAnchor = "middle"
			away += 4
		case turn < 0.5:
			n.LabelAnchor, n.LabelTurn = "start", 360*turn-90
		default:
			n.LabelAnchor, n.LabelTurn = "end", 360*turn-270
		}
		if p.Flat {
			n.LabelTurn = 0
		}
		n.LabelX, n.LabelY = away*sin, -away*cos
	}
	width := radius + 25 + letter*float64(widest)
	height := width
	if p.Flat {
		height = radius + 32
	}
	p.ViewBox = fmt.Sprintf("%.0f %.0f %.0f %.0f", -width, -height, 2*width, 2*height)
}

// connect draws the edges as curves through the inside of the circle. Those of two directions lie side by side, and
// each ends at the rim of its node.
func (p *picture) connect() {
	most := 1
	for _, e := range p.Edges {
		most = max(most, e.Links)
	}
	for i := range p.Edges {
		e := &p.Edges[i]
		a, b := p.Nodes[e.From], p.Nodes[e.To]
		x := (a.X+b.X)*0.22 - (b.Y-a.Y)*0.08
		y := (a.Y+b.Y)*0.22 + (b.X-a.X)*0.08
		away := (b.R + 2) / math.Hypot(b.X-x, b.Y-y)
		e.Path = fmt.Sprintf("M%.1f %.1fQ%.1f %.1f %.1f %.1f", a.X, a.Y, x, y, b.X+(x-b.X)*away, b.Y+(y-b.Y)*away)
		e.Width = 0.8 + 4.2*math.Sqrt(float64(e.Links)/float64(most))
	}
}

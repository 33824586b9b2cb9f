package rewrite_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"htmlurl/document"
	"htmlurl/internal/testcase"
	"htmlurl/resolve"
	"htmlurl/rewrite"
)

// pageCounts are the references of all pages: those that point to the host of the page, and what leads there.
type pageCounts struct{ links, sameHost, fragments, relative, root, none int }

// wantCounts are those of the corpus. In HTML5, where the address of a page stays as it is, that of one ends in a dot
// segment: to the ten references to it, which are empty, there is no other.
var wantCounts = map[resolve.Edition]pageCounts{
	resolve.HTML5:   {links: 37176, sameHost: 27273, fragments: 849, relative: 26414, none: 10},
	resolve.URL2012: {links: 37184, sameHost: 27279, fragments: 849, relative: 26430},
	resolve.URL2015: {links: 37183, sameHost: 27280, fragments: 828, relative: 13500, root: 12952},
	resolve.Living:  {links: 37183, sameHost: 27280, fragments: 849, relative: 26431},
}

// TestCorpus writes what real pages point to relative to their addresses: whatever is on the same host can be.
func TestCorpus(t *testing.T) {
	if testing.Short() {
		t.Skip("reads the pages once for each edition")
	}
	table := "\n              links same host fragments relative from root  none\n"
	pages := testcase.Pages(t)
	for _, edition := range resolve.Editions() {
		var n pageCounts
		for _, p := range pages {
			d, err := document.Parse(bytes.NewReader(p.Bytes), document.Options{Address: p.Address, Edition: edition})
			if err != nil {
				t.Fatalf("%s: %v", p.Address, err)
			}
			for link := range d.Links() {
				n.count(t, d.Resolver(), d.Address(), link.URL)
			}
		}
		if n != wantCounts[edition] {
			t.Errorf("%v: %+v, want %+v", edition, n, wantCounts[edition])
		}
		table += fmt.Sprintf("%-10v %8d %9d %9d %8d %9d %5d\n",
			edition, n.links, n.sameHost, n.fragments, n.relative, n.root, n.none)
	}
	t.Log(table)
}

// count counts what leads from the address of a page to what a link points to.
func (n *pageCounts) count(t *testing.T, r resolve.Resolver, address, target resolve.URL) {
	t.Helper()
	if target.IsZero() {
		return
	}
	n.links++
	checkRelative(t, r, address, target)
	checkRoot(t, r, address, target)
	checkScheme(t, r, address, target)
	if !sameHost(address, target) {
		return
	}
	n.sameHost++
	switch ref, ok := rewrite.RelativeTo(r, address, target); {
	case !ok:
		n.none++
		if r.Edition != resolve.HTML5 || target != address || !strings.HasSuffix(target.Path(), "/.") {
			t.Errorf("%v: nothing leads from %q to %q", r.Edition, address, target)
		}
	case ref[0] == '#':
		n.fragments++
	case ref[0] == '/':
		n.root++
	default:
		n.relative++
	}
}

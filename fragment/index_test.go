package fragment_test

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"

	"golang.org/x/net/html"

	"htmlurl/fragment"
	"htmlurl/resolve"
)

// TestAll holds which IDs and names of a page no fragment reaches.
func TestAll(t *testing.T) {
	const page = `<p id=a title=1><a name=b id=c title=2></a>` +
		`<p id=a title=3><a name=c title=4></a><a name=b title=5></a>` +
		`<p id="d%20" title=6><a name="d%20" title=7></a><a name=%FF title=8></a><p id=%FF title=9>` +
		`<a name="" id="" title=10></a><a id=e name=e title=11></a><template><p id=t></template><a name="f:~:g" title=12>`
	all := []string{
		"1 by ID a", "2 by ID c", "2 by name b", "3 by ID a", "4 by name c", "5 by name b", "6 by ID d%20", "7 by name d%20",
		"8 by name %FF", "9 by ID %FF", "11 by ID e", "11 by name e", "12 by name f:~:g",
	}
	unreachable := map[resolve.Edition][]string{
		resolve.HTML5:  {"3 by ID a", "4 by name c", "5 by name b", "11 by name e"},
		resolve.Living: {"3 by ID a", "4 by name c", "5 by name b", "7 by name d%20", "8 by name %FF", "11 by name e"},
	}
	x := fragment.NewIndex(parse(t, page))
	for edition, want := range unreachable {
		var got, gotUnreachable []string
		for target, reachable := range x.All(edition) {
			s := show(t, target, true) + " " + target.Value
			got = append(got, s)
			if !reachable {
				gotUnreachable = append(gotUnreachable, s)
			}
		}
		if !slices.Equal(got, all) || !slices.Equal(gotUnreachable, want) {
			t.Errorf("%v: %q of %q cannot be reached, want %q of %q", edition, gotUnreachable, got, want, all)
		}
	}
}

// TestAllBreak holds that All can be left early.
func TestAllBreak(t *testing.T) {
	for target := range fragment.NewIndex(parse(t, "<p id=a><p id=b>")).All(resolve.HTML5) {
		if target.Value != "a" {
			t.Errorf("%q, want a", target.Value)
		}
		break
	}
}

// TestEmpty holds that a document without a tree has a top.
func TestEmpty(t *testing.T) {
	var zero fragment.Index
	for _, edition := range resolve.Editions() {
		for _, x := range []*fragment.Index{&zero, fragment.NewIndex(nil)} {
			if target, ok := x.Find("top", edition); !ok || target.By != fragment.Top {
				t.Errorf("%v: %v, %t", edition, target, ok)
			}
			for target := range x.All(edition) {
				t.Errorf("%v: %v", edition, target)
			}
		}
		if target, ok := fragment.Find(nil, "a", edition); ok {
			t.Errorf("%v: %v", edition, target)
		}
	}
}

// TestSubtree holds that only the tree below the root counts, which is no document here.
func TestSubtree(t *testing.T) {
	root := parse(t, "<body><p id=a><b id=b></b></p><p id=c>")
	p, _ := fragment.Find(root, "a", resolve.HTML5)
	for id, want := range map[string]bool{"a": true, "b": true, "c": false} {
		if _, ok := fragment.Find(p.Node, id, resolve.HTML5); ok != want {
			t.Errorf("%s: %t, want %t", id, ok, want)
		}
	}
}

// TestForeignTemplate holds that only the template element of HTML has contents that do not count.
func TestForeignTemplate(t *testing.T) {
	for namespace, want := range map[string]bool{"": false, "svg": true, "math": true} {
		root := &html.Node{Type: html.ElementNode, Data: "template", Namespace: namespace}
		root.AppendChild(&html.Node{Type: html.ElementNode, Data: "p", Attr: []html.Attribute{
			{Namespace: "xml", Key: "id", Val: "b"}, {Key: "id", Val: "a"},
		}})
		if _, ok := fragment.Find(root, "a", resolve.HTML5); ok != want {
			t.Errorf("%q: %t, want %t", namespace, ok, want)
		}
		if _, ok := fragment.Find(root, "b", resolve.HTML5); ok {
			t.Errorf("%q: xml:id counts", namespace)
		}
	}
}

// TestConcurrent holds that an Index is safe for concurrent use; the race detector sees it.
func TestConcurrent(t *testing.T) {
	x := fragment.NewIndex(parse(t, "<p id=a><a name='b c'>"))
	var group sync.WaitGroup
	for range 4 {
		group.Go(func() {
			for _, s := range []string{"a", "b%20c", "x", "top"} {
				x.Find(s, resolve.Living)
			}
			for range x.All(resolve.Living) {
			}
		})
	}
	group.Wait()
}

// TestIndexAllocations holds that a fragment costs no memory, unless it is percent-encoded: then its decoded form.
func TestIndexAllocations(t *testing.T) {
	x := fragment.NewIndex(parse(t, "<p id=a><p id='b c'><p id=Überschrift><a name=d>"))
	for s, want := range map[string]float64{
		"": 0, "a": 0, "d": 0, "nothing": 0, "top": 0, "b%20c": 1, "%C3%9Cberschrift": 1, "x:~:text=y": 0,
	} {
		for _, edition := range resolve.Editions() {
			if got := testing.AllocsPerRun(100, func() { x.Find(s, edition) }); got > want {
				t.Errorf("%v: %q: %v allocations, want %v", edition, s, got, want)
			}
		}
	}
}

// TestHostileTrees holds that deep and wide trees, and those with one ID only, are read in time: without recursion, and
// with work in proportion to their size.
func TestHostileTrees(t *testing.T) {
	if testing.Short() {
		t.Skip("makes large trees")
	}
	const many = 100_000
	deep, wide, clash := element("root"), element("root"), element("root")
	for n, i := deep, 0; i < many; i++ {
		child := element(fmt.Sprint(i))
		n.AppendChild(child)
		n = child
		wide.AppendChild(element(fmt.Sprint(i)))
		clash.AppendChild(element("0"))
	}
	for name, c := range map[string]struct {
		root      *html.Node
		last      string
		reachable int
	}{
		"deep": {deep, "99999", 1 + many}, "wide": {wide, "99999", 1 + many}, "clash": {clash, "0", 1 + 1},
	} {
		x := fragment.NewIndex(c.root)
		for _, edition := range []resolve.Edition{resolve.HTML5, resolve.Living} {
			targets, reachable := 0, 0
			for _, ok := range x.All(edition) {
				targets++
				if ok {
					reachable++
				}
			}
			if targets != 2*(1+many) || reachable != c.reachable {
				t.Errorf("%s: %v: %d targets, %d of them reachable", name, edition, targets, reachable)
			}
			target, ok := fragment.Find(c.root, c.last, edition)
			if indexed, _ := x.Find(c.last, edition); !ok || target != indexed || target.Value != c.last {
				t.Errorf("%s: %v: Find gives %v, Index.Find %v", name, edition, target, indexed)
			}
		}
	}
}

// TestHostileFragments holds that long fragments are read in time.
func TestHostileFragments(t *testing.T) {
	const many = 1 << 20
	long := strings.Repeat("a", many)
	root := element(long)
	x := fragment.NewIndex(root)
	for s, want := range map[string]bool{
		strings.Repeat("%", many): false, strings.Repeat("%FF", many): false, strings.Repeat("%F0%9F%98", many): false,
		strings.Repeat(":", many): false, strings.Repeat("%3A~:", many): false, strings.Repeat("\xff", many): false,
		long: true, long + "%": false, strings.Repeat("%61", many): true,
	} {
		for _, edition := range []resolve.Edition{resolve.HTML5, resolve.Living} {
			target, ok := fragment.Find(root, s, edition)
			if indexed, _ := x.Find(s, edition); ok != want || target != indexed {
				t.Errorf("%v: %.20q: %t, want %t", edition, s, ok, want)
			}
		}
	}
}

// element returns an a element with that ID and name.
func element(id string) *html.Node {
	attributes := []html.Attribute{{Key: "id", Val: id}, {Key: "name", Val: id}}
	return &html.Node{Type: html.ElementNode, Data: "a", Attr: attributes}
}

package source_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"htmlurl/internal/source"
)

// inTreeOrder returns the numbers of the start tags in the order that their elements should have in the tree, and how many of
// them are said to be moved. Those said to be ignored are not among them, nor those of html, head and body.
func inTreeOrder(page []byte) (order []int, marked []byte, moved int) {
	var starts []int
	at := 0
	for s := source.New(page, true); s.Next(); {
		tag := s.Tag()
		marked = append(marked, page[at:tag.Name.End]...)
		marked = fmt.Appendf(marked, ` %s=%d `, mark, len(starts))
		at = tag.Name.End
		starts = append(starts, tag.Start)
		name := lower(page, tag.Name)
		if tag.Ignored || !tag.Foreign && (name == "html" || name == "head" || name == "body") {
			continue
		}
		place := len(order)
		if tag.Before >= 0 {
			table, _ := slices.BinarySearch(starts, tag.Before)
			place = slices.Index(order, table)
			moved++
		}
		order = slices.Insert(order, place, len(starts)-1)
	}
	return order, append(marked, page[at:]...), moved
}

// compareOrder tells what is wrong with the order that inTreeOrder returns, if anything. Tags of which html.Parse makes no
// element do not count.
func compareOrder(page []byte) (moved int, problem string) {
	want, marked, moved := inTreeOrder(page)
	root, err := html.Parse(bytes.NewReader(marked))
	if err != nil {
		return 0, ""
	}
	var got []int
	seen := map[int]bool{}
	for n := range root.Descendants() {
		if n.Type != html.ElementNode || n.Namespace == "" && (n.Data == "html" || n.Data == "head" || n.Data == "body") {
			continue
		}
		for _, a := range n.Attr {
			if number, err := strconv.Atoi(a.Val); err == nil && a.Key == mark && !seen[number] {
				seen[number] = true
				got = append(got, number)
			}
		}
	}
	want = slices.DeleteFunc(want, func(number int) bool { return !seen[number] })
	if !slices.Equal(got, want) {
		return moved, fmt.Sprintf("the tree has the tags %d, want %d", got, want)
	}
	return moved, ""
}

// Each case has elements that are moved out of a table, or tags that look like that.
var orderCases = []struct{ clause, page string }{
	{"#parsing-main-intable", "<table><tr><td><a></a></td></tr><a>"},
	{"#parsing-main-intable", "<table><a><b></b></a><tr><i><td><u></table><s>"},
	{"#parsing-main-intable", "<table><style></style><script></script><a><style></style></a><template><a></template><b>"},
	{"#parsing-main-intable", "<table><tr><input type=hidden><input><input type=&#104;IDDEN><input type=x><input value=hidden>"},
	{"#parsing-main-intable", "<table><tr><form><form><input><td><form></form></table><form>"},
	{"#parsing-main-intable", "<table><tr><div><form><input></table><form><a>"},
	{"#parsing-main-intable", "<table><tr><a><table><tr><a></table>"},
	{"#parsing-main-intable", "<table><tr><td><table><a></table><b></table><table><i></table>"},
	{"#parsing-main-intable", "<table><tr><td><svg><a/></svg><svg><a/></svg></td><svg><a/></svg><math><mi><b></math><td>"},
	{"#parsing-main-incaption", "<table><a><caption><b><i></caption><u>"},
	{"#parsing-main-incolgroup", "<table><colgroup><a><col><template></template><b><col><link>"},
	{"#parsing-main-intablebody", "<table><thead><meta><tfoot><title></title><tbody><base><noframes></noframes><img><image>"},
	{"#parsing-main-intemplate", "<table><div><template><table><a><tr><b></table><i></template><u></div></table>"},
	{"#parsing-main-intemplate", "<table><template><a><table><b></table></template><i></table><template><tr></tr><a></template>"},
	{"#parsing-main-intemplate", "<template><col><a><template></template><col></template><template><tr><td><form></form></td><form>"},
	{"#parsing-main-inbody", "<tr><td><col><a><form><form></form><form><select><select><a>"},
	{"#adoption-agency-algorithm", "<table><a><div></a><b></div><i></table>"},
}

// TestOrder holds that the scanner tells where elements are that html.Parse moves out of a table, and which tags it ignores.
func TestOrder(t *testing.T) {
	for _, c := range orderCases {
		if _, problem := compareOrder([]byte(c.page)); problem != "" {
			t.Errorf("%s: %q: %s", c.clause, c.page, problem)
		}
	}
	moved := 0
	for _, p := range corpus(t) {
		n, problem := compareOrder(p.text)
		if moved += n; problem != "" {
			t.Errorf("%s: %.400s", p.name, problem)
		}
	}
	t.Logf("%d elements of the pages are moved", moved)
}

// TestOrderInSoup holds the same for tags in any order, but for a few pages in a thousand: where a template has parts of a
// table, and where formatting elements are opened again.
func TestOrderInSoup(t *testing.T) {
	words := strings.Fields(`<a> <a> </a> <b> </b> <p> </p> <div> </div> <table> <table> </table> <tr> <td> </td> <th> <tbody> <caption>
		</caption> <col> <colgroup> <select> </select> <option> <img> <image> <svg> </svg> <form> </form> <style></style>
		<script></script> <template> </template> <input> <input+type=hidden> text <li> <ul> </ul> <button> </button> <link>`)
	r := rand.New(rand.NewPCG(1, 2))
	const pages = 20_000
	odd, moved := 0, 0
	for range pages {
		var page strings.Builder
		for range 3 + r.IntN(20) {
			page.WriteString(strings.ReplaceAll(words[r.IntN(len(words))], "+", " "))
		}
		n, problem := compareOrder([]byte(page.String()))
		if moved += n; problem != "" {
			odd++
			t.Logf("%s: %s", page.String(), problem)
		}
	}
	t.Logf("%d elements are moved, %d of %d pages are odd", moved, odd, pages)
	const most = pages / 200
	if odd > most {
		t.Errorf("the order is odd in %d of %d pages", odd, pages)
	}
}

package document_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"htmlurl/document"
	"htmlurl/internal/charset"
	"htmlurl/internal/source"
)

// markAttribute tells in a marked page which of its start tags made an element.
const markAttribute = "data-mark"

// TestPlacesOfElements compares the places of links with what marks in the page say about its elements: that each link
// stands in the very tag that made its element, also where other tags are alike, moved, copied or dropped.
func TestPlacesOfElements(t *testing.T) {
	checked, pages := 0, 0
	for _, p := range corpus(t) {
		encoding, _, bom := charset.Sniff(p.bytes, "")
		n, ok := checkMarked(t, p.file, encoding.Decode(p.bytes[bom:]))
		checked += n
		if ok {
			pages++
		}
	}
	t.Logf("%d links of %d pages", checked, pages)
	const wantPages, wantLinks = 150, 30000
	if pages < wantPages || checked < wantLinks {
		t.Errorf("%d links of %d pages, want %d of %d", checked, pages, wantLinks, wantPages)
	}
}

// TestPlacesInSoup does the same for pages of random tags, most of which are alike. Where the parser moves one of two that
// are alike in front of the other, out of a table, they can be taken for each other.
func TestPlacesInSoup(t *testing.T) {
	parts := []string{
		"<a href=1.>", "<a href=1.>", "<a href=2.>", "</a>", "<b style='a:url(3)'>", "</b>", "<p>", "</p>", "<div>", "</div>", "<table>",
		"</table>", "<tr>", "<td>", "<img src=4>", "<img src=4>", "<select>", "</select>", "<option>", "text", "<svg>", "</svg>",
		"<a xlink:href=5>", "<form action=6>", "</form>", "<base href=7>", "<template>", "</template>", "<body background=8>", "<td background=9>",
	}
	random := rand.New(rand.NewPCG(1, 2))
	checked, wrong := 0, 0
	const soups = 3000
	for range soups {
		var page strings.Builder
		for range 4 + random.IntN(20) {
			page.WriteString(parts[random.IntN(len(parts))])
		}
		n, bad := compareMarked(t, []byte(page.String()))
		checked += n
		wrong += len(bad)
	}
	t.Logf("%d links, %d in the wrong tag", checked, wrong)
	const wantChecked, mayBeWrong = 9000, 20
	if checked < wantChecked || wrong > mayBeWrong {
		t.Errorf("%d links, %d in the wrong tag, want %d, %d", checked, wrong, wantChecked, mayBeWrong)
	}
}

func checkMarked(t *testing.T, name string, text []byte) (checked int, ok bool) {
	t.Helper()
	checked, wrong := compareMarked(t, text)
	for _, problem := range wrong {
		t.Errorf("%s: %s", name, problem)
	}
	return checked, checked > 0
}

// compareMarked returns how many links of the page were compared, and which do not stand in the tag of their element. It
// compares none if the marks changed the tree.
func compareMarked(t *testing.T, text []byte) (checked int, wrong []string) {
	t.Helper()
	var marked bytes.Buffer
	var tags []source.Tag
	at := 0
	for s := source.New(text, true); s.Next(); {
		tag := *s.Tag()
		marked.Write(text[at:tag.Name.End])
		fmt.Fprintf(&marked, " %s=%d ", markAttribute, len(tags))
		at = tag.Name.End
		tags = append(tags, source.Tag{Start: tag.Start, End: tag.End})
	}
	marked.Write(text[at:])
	d, err := document.Parse(bytes.NewReader(text), document.Options{ContentType: "text/html; charset=utf-8", Positions: true})
	if err != nil {
		return 0, nil
	}
	root, err := html.Parse(bytes.NewReader(marked.Bytes()))
	if err != nil {
		t.Fatal(err)
	}
	marks, ok := marksOf(d.Root(), root)
	if !ok {
		return 0, nil
	}
	for link := range d.Links() {
		mark, ok := marks[link.Node]
		if link.Unplaced != "" || !ok {
			continue
		}
		checked++
		tag := tags[mark]
		if link.Node.Data != "style" && link.Node.Data != "script" && (link.Span.Start < tag.Start || link.Span.End > tag.End) {
			wrong = append(wrong, fmt.Sprintf("<%s %s=%q> at %+v, but its tag is %d to %d", link.Node.Data, link.Attr, link.Raw,
				link.Span, tag.Start, tag.End))
		}
	}
	return checked, wrong
}

// marksOf returns the marks of the elements of a tree, if the marked tree is the same but for them.
func marksOf(plain, marked *html.Node) (marks map[*html.Node]int, ok bool) {
	marks = map[*html.Node]int{}
	var others []*html.Node
	for n := range marked.Descendants() {
		others = append(others, n)
	}
	i := 0
	for n := range plain.Descendants() {
		if i == len(others) || others[i].Type != n.Type || n.Type == html.ElementNode && others[i].Data != n.Data {
			return nil, false
		}
		for _, a := range others[i].Attr {
			if a.Key == markAttribute && n.Data != "html" && n.Data != "body" {
				marks[n], _ = strconv.Atoi(a.Val)
			}
		}
		i++
	}
	return marks, i == len(others)
}

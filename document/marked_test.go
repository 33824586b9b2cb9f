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
	"htmlurl/internal/testcase"
)

// markAttribute tells in a marked page which of its start tags made an element.
const markAttribute = "data-mark"

// TestPlacesOfElements compares the places of links with what marks in the page say about its elements: that each link
// stands in the very tag that made its element, also where other tags are alike, moved, copied or dropped.
func TestPlacesOfElements(t *testing.T) {
	testcase.Serial(t)
	checked, pages := 0, 0
	for _, p := range testcase.Pages(t) {
		encoding, _, bom := charset.Sniff(p.Bytes, "")
		n, ok := checkMarked(t, p.File, encoding.Decode(p.Bytes[bom:]))
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

// Each case has tags that are alike, or look so: the parser moves some, drops others, or they are of other namespaces.
var markedCases = []struct {
	page  string
	links int
}{
	{"<table><tr><td><a href=1.>a</a></td></tr><a href=1.>b</a></table>", 2},
	{"<table><tr><td><a href=1.>a</a></td><p><a href=1.><img src=2.></a></p></table><a href=1.>", 4},
	{"<table background=1.><img src=2.><tr><td><table background=1.><img src=2.><td><img src=2.></table><img src=2.>", 6},
	{"<table><td><svg><image href=1. /></svg></td><svg><image href=1. /></svg><image src=2.><td><img src=2.></table>", 4},
	{"<table><td><input type=hidden src=1.></td><input type=hidden src=1.><input src=1.></table>", 0},
	{"<table><td><style>a{b:url(c)}</style></td><p><style>a{b:url(c)}</style><style>d{b:url(c)}</style></table>", 3},
	{"<table><td><style>a{b:url(c)}</style></td><p><style>d{b:url(c)}</style></table><style>a{\r\n}b{c:url(d)}</style>", 3},
	{"<table><div><template><table><td><img src=1.></td><img src=1.></table></template><img src=1.></table>", 1},
	{"<form action=1.><form action=1.></form><form action=1.>", 2},
	{"<table><form action=1.><tr><form action=1.><td></form><form action=1.></table>", 2},
	{"<td background=1.><table><td background=1.></table><td background=1.>", 1},
	{"<select><select><option><a href=1.></select><a href=1.><select><input><a href=1.>", 3},
	{"<svg><html style='a:url(1)'></html><html style='a:url(1)'></html></svg><html style='a:url(1)'>", 2},
	{"<svg><html style='a:url(1)'><g style='a:url(2)'></g></html><image href=3.></svg><img src=3.>", 4},
	{"<svg><img style='a:url(1)'></svg><image style='a:url(1)'><svg><image style='a:url(1)'></svg>", 3},
}

// TestPlacesOfMoved does the same for tags that are alike.
func TestPlacesOfMoved(t *testing.T) {
	for _, c := range markedCases {
		checked, wrong := compareMarked(t, []byte(c.page))
		if checked != c.links || wrong != nil {
			t.Errorf("%q: %d links, want %d; wrong: %s", c.page, checked, c.links, wrong)
		}
	}
}

// TestPlacesInSoup does the same for pages of random tags, most of which are alike. Where the parser opens a formatting
// element again for text in a table, they can be taken for each other.
func TestPlacesInSoup(t *testing.T) {
	testcase.Serial(t)
	parts := []string{
		"<a href=1.>", "<a href=1.>", "<a href=2.>", "</a>", "<b style='a:url(3)'>", "</b>", "<p>", "</p>", "<div>", "</div>", "<table>",
		"</table>", "<tr>", "<td>", "<img src=4>", "<img src=4>", "<select>", "</select>", "<option>", "text", "<svg>", "</svg>",
		"<a xlink:href=5>", "<form action=6>", "</form>", "<base href=7>", "<template>", "</template>", "<body background=8>", "<td background=9>",
		"<a href=1.>", "<table background=10>", "<tr>", "<caption>", "<col>", "<tbody background=11>", "<th background=9>",
		"<input type=image src=12>", "<input type=hidden src=12>", "<style>a{b:url(13)}</style>", "<style>c{b:url(13)}</style>",
		"<script src=14></script>", "<image src=4>",
	}
	random := rand.New(rand.NewPCG(1, 2))
	checked, wrong := 0, 0
	const soups = 10_000
	for range soups {
		var page strings.Builder
		for range 4 + random.IntN(20) {
			page.WriteString(parts[random.IntN(len(parts))])
		}
		n, bad := compareMarked(t, []byte(page.String()))
		checked += n
		wrong += len(bad)
		for _, problem := range bad {
			t.Logf("%s: %s", &page, problem)
		}
	}
	t.Logf("%d links, %d in the wrong tag", checked, wrong)
	const wantChecked, mayBeWrong = 40_000, 3
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
	var tags, texts []source.Span
	at := 0
	for s := source.New(text, true); s.Next(); {
		tag := *s.Tag()
		marked.Write(text[at:tag.Name.End])
		fmt.Fprintf(&marked, " %s=%d ", markAttribute, len(tags))
		at = tag.Name.End
		tags, texts = append(tags, source.Span{Start: tag.Start, End: tag.End}), append(texts, s.Text())
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
		place := tags[mark]
		if link.Attr == "#text" {
			if place = texts[mark]; link.Node.Namespace != "" {
				place.End = len(text) // up to the next tag
			}
		}
		if link.Span.Start < place.Start || link.Span.End > place.End {
			wrong = append(wrong, fmt.Sprintf("<%s %s=%q> at %+v, but its tag or text is at %+v", link.Node.Data, link.Attr,
				link.Raw, link.Span, place))
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
			if a.Key == markAttribute && (n.Namespace != "" || n.Data != "html" && n.Data != "body") {
				marks[n], _ = strconv.Atoi(a.Val)
			}
		}
		i++
	}
	return marks, i == len(others)
}

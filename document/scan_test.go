package document_test

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"go/build"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/iotest"
	"unicode/utf16"

	"golang.org/x/net/html"

	"htmlurl/document"
	"htmlurl/internal/charset"
	"htmlurl/internal/testcase"
	"htmlurl/resolve"
)

// numbered returns n copies of a text, in which "#" is the number of the copy.
func numbered(n int, text string) string {
	var page strings.Builder
	for i := range n {
		page.WriteString(strings.ReplaceAll(text, "#", fmt.Sprint(i)))
	}
	return page.String()
}

// long is a number of elements after which a Scanner no longer holds back what is before them.
const long = document.ScanElements * 5 / 4

// said is what a link says, to be compared without describing it.
type said struct {
	tag, attr, raw, descriptor string
	kind                       document.Kind
	base, url                  resolve.URL
	err                        string
	ignored                    document.Ignored
	rule                       document.BaseRule
	noFollow                   bool
	policy, target, media      string
	cors                       document.CORSSetting
}

func saidBy(l document.Link) said {
	f := said{
		attr: l.Attr, raw: l.Raw, descriptor: l.Descriptor, kind: l.Kind, base: l.Base, url: l.URL, ignored: l.Ignored,
		rule: l.BaseRule(), noFollow: l.NoFollow(), policy: l.ReferrerPolicy(), target: l.Target(), media: l.Media(),
		cors: l.CrossOrigin(),
	}
	if l.Node != nil {
		f.tag = l.Node.Namespace + ":" + l.Node.Data
	}
	if l.Err != nil {
		f.err = l.Err.Error()
	}
	return f
}

// compareStream returns the first difference between what Scan yields of a page from a reader and the links of the whole
// tree, how many links there are, and the error of Scan. After ErrNeedsTree nothing is wrong.
func compareStream(s *document.Scanner, r io.Reader, page string, o document.Options) (links int, wrong string, err error) {
	d, treeErr := document.Parse(strings.NewReader(page), o)
	var want []said
	if treeErr == nil {
		for l := range d.Links() {
			want = append(want, saidBy(l))
		}
	}
	for l, scanErr := range s.Scan(r, o) {
		switch {
		case scanErr != nil:
			err = scanErr
		case wrong != "":
		case links >= len(want):
			wrong = "should not have " + describeLink(l)
		case saidBy(l) != want[links]:
			wrong = fmt.Sprintf("link %d is\n%+v, want\n%+v", links, saidBy(l), want[links])
		}
		links++
	}
	switch {
	case errors.Is(err, document.ErrNeedsTree), treeErr == document.ErrResets:
		return links, "", err
	case fmt.Sprint(err) != fmt.Sprint(treeErr):
		return links, fmt.Sprintf("error %v, want %v", err, treeErr), err
	case err != nil:
		return links, "", err
	case wrong == "" && links < len(want):
		wrong = fmt.Sprintf("has no %+v", want[links])
	case wrong == "":
		wrong = compareLines(describeDocument(s.Document()), describeDocument(d))
	}
	return links, wrong, err
}

// checkStream is compareStream for a page in memory. It fails the test, also if Scan panics, and returns whether the page
// needs a tree.
func checkStream(t *testing.T, s *document.Scanner, page string, o document.Options) (links int, needsTree bool) {
	t.Helper()
	defer func() {
		if problem := recover(); problem != nil {
			t.Errorf("%.80q…, %v: panic: %v", page, o.Edition, problem)
			*s = document.Scanner{}
		}
	}()
	links, wrong, err := compareStream(s, strings.NewReader(page), page, o)
	if wrong != "" {
		t.Errorf("%.80q…, %v: %.1000s", page, o.Edition, wrong)
	}
	return links, errors.Is(err, document.ErrNeedsTree)
}

// treeConstruction returns the pages that the HTML parser is tested with, by WHATWG among others, or skips the test.
func treeConstruction(t *testing.T) []string {
	t.Helper()
	parser, err := build.Import("golang.org/x/net/html", ".", build.FindOnly)
	if err != nil {
		t.Skip(err)
	}
	var pages []string
	for _, pattern := range []string{"go/*.dat", "html5lib-tests/tree-construction/*.dat"} {
		files, err := filepath.Glob(filepath.Join(parser.Dir, "testdata", pattern))
		if err != nil || files == nil {
			t.Skipf("the tests of the HTML parser are not here: %v", err)
		}
		for _, file := range files {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			for _, c := range strings.Split("\n"+string(text), "\n#data\n")[1:] {
				page, _, _ := strings.Cut("\n"+c, "\n#errors\n")
				pages = append(pages, strings.TrimPrefix(page, "\n"))
			}
		}
	}
	const wantPages = 1789
	if len(pages) != wantPages {
		t.Errorf("%d pages, want %d", len(pages), wantPages)
	}
	return pages
}

// references are attributes with references, and with what decides about those of elements around or below.
var references = []string{
	` href=# src=# style='a:url(#)'`,
	` xml:base='#/' href=x# srcset='#, # 2x'`,
	` action=# formaction=# target=t# crossorigin=use-credentials src=# poster=#`,
	` background=# cite=# longdesc=# data=# codebase='c#/' archive=# ping='# #a'`,
	` xlink:href=# fill='url(##)' itemid=# itemscope itemtype=http://i/# profile=# manifest=#`,
	` content='0;url=#' http-equiv=refresh src=#`,
	` name=robots content=nofollow href=# rel='preload stylesheet' as=image imagesrcset=# referrerpolicy=origin`,
	` shadowrootmode=open type=importmap href=# src=#`,
}

// referring puts references into the start tags of a page, with running numbers.
func referring(page, attributes string) string {
	var out strings.Builder
	n := 0
	for z := html.NewTokenizer(strings.NewReader(page)); ; {
		kind := z.Next()
		raw := string(z.Raw())
		if kind == html.StartTagToken || kind == html.SelfClosingTagToken {
			name, _ := z.TagName()
			raw = raw[:len("<")+len(name)] + strings.ReplaceAll(attributes, "#", fmt.Sprint(n)) + raw[len("<")+len(name):]
			n++
		}
		out.WriteString(raw)
		if kind == html.ErrorToken {
			return out.String()
		}
	}
}

// TestScanTreeConstruction holds that pages with elements in all places where the parser moves, copies or drops them have the
// same references with few elements and without a tree.
func TestScanTreeConstruction(t *testing.T) {
	if testing.Short() {
		t.Skip("compares 40,000 pages")
	}
	var s document.Scanner
	cases, lines, links := 0, 0, 0
	for i, page := range treeConstruction(t) {
		for j, attributes := range references {
			page := referring(page, attributes)
			for _, variant := range []int{i & 3, 3 + 8 + 16, 32 + i&31&^4} {
				cases++
				o := sparseOptions(document.Options{Address: "http://h/d/"}, variant)
				n, wrong := compareSparse(page, o)
				if lines += n; wrong != "" {
					t.Errorf("%q, variant %d, LinksOnly: %s", page, variant, wrong)
				}
				n, wrong = compareScan(&s, page, o)
				if links += n; wrong != "" {
					t.Errorf("%q, variant %d: %s", page, variant, wrong)
				}
			}
			if t.Failed() && j > 0 {
				return
			}
		}
	}
	t.Logf("%d cases, %d lines of documents with few elements, %d of scans", cases, lines, links)
	const wantCases, leastLinks = 1789 * 8 * 3, 130_000
	if cases != wantCases || links < leastLinks {
		t.Errorf("%d cases, %d lines, want %d and at least %d", cases, links, wantCases, leastLinks)
	}
}

// TestFewElements holds for single pages that a tree of few elements, with and without positions, and a scan have the links
// of the whole tree.
func TestFewElements(t *testing.T) {
	var s document.Scanner
	for _, c := range []struct{ about, page string }{
		{"the parent of a table is open no more", "<a><table><a href=1><tr><source src=2><a href=3>"},
		{"the parent of a table is open no more", "<video crossorigin><a><table><a><tr><source src=1><a href=2>"},
		{"the parent of a table is open no more", "<picture><a><table><a href=1><source srcset=2><img src=3 crossorigin><a href=4>"},
		{"white space and NUL", "&#32;\x00<frameset><frame src=1></frameset>"},
		{"white space and NUL", "<a href=1><p></a><table>&Tab;\x00<tr><td background=2>"},
		{"NUL in a CDATA section", "<svg><![CDATA[\x00]]></svg><frameset><frame src=1></frameset>"},
		{"a line break at the start of pre", "<p><b style='a:url(b)'></p><pre>\n\x00</pre>"},
		{"a line break at the start of pre", "<p><a href=1></p><pre>&#13;</pre>"},
		{"a line break at the start of pre", "<p><a href=1></p><listing>&#13;\n</listing>"},
		{"a name that has no ASCII letters alone", "<a href=1></a><e\u017d q><a href=2>"},
		{"NUL in a short name", "<a\x00 href=1>aaaaaaaaaa<base\x00 href=2><a href=3></a\x00><a href=4>aaaaaaaaaa"},
		{"NUL in a short name", "<a title=x href=1 href\x00=2>aaaaaaaaaa<meta\x00 http-equiv=refresh content='0;url=3'>aaaaaaaa"},
		{"NUL in a short name", "<style\x00 href=1>a{b:url(2)}</style\x00><svg><p\x00 style=a:url(3)><a href=4>aaaaaaaa"},
		{"a name that has no ASCII letters alone", "<a href=1></a><x\u212a q><a href=2>"},
	} {
		for _, variant := range []int{0, 3, 4, 16, 63} {
			o := sparseOptions(document.Options{Address: "http://h/d/"}, variant)
			if _, wrong := compareSparse(c.page, o); wrong != "" {
				t.Errorf("%s: %q, variant %d, LinksOnly: %s", c.about, c.page, variant, wrong)
			}
			checkStream(t, &s, c.page, o)
		}
	}
}

// TestScanFallsBack holds that hardly a real page needs a tree.
func TestScanFallsBack(t *testing.T) {
	testcase.Serial(t)
	var s document.Scanner
	pages, needTree := 0, 0
	for _, p := range testcase.Pages(t) {
		for _, edition := range []resolve.Edition{resolve.HTML5, resolve.URL2012, resolve.URL2015, resolve.Living} {
			pages++
			for _, err := range s.Scan(bytes.NewReader(p.Bytes), document.Options{Address: p.Address, Edition: edition}) {
				if errors.Is(err, document.ErrNeedsTree) {
					t.Logf("%s: %v", p.File, err)
					needTree++
				}
			}
		}
	}
	t.Logf("%d of %d pages need a tree", needTree, pages)
	if 100*needTree >= pages {
		t.Errorf("%d of %d pages need a tree, want less than 1 %%", needTree, pages)
	}
}

// TestScanLong holds that pages with more references than a Scanner holds back are scanned right, or need a tree.
func TestScanLong(t *testing.T) {
	if testing.Short() {
		t.Skip("scans pages with tens of thousands of references")
	}
	links := numbered(long, "<a href=#></a>")
	var s document.Scanner
	for _, c := range []struct {
		name, page string
		mayNeed    bool // a tree
	}{
		{"links", links, false},
		{"links in div", "<div>" + links + "</div><a href=x>", false},
		{"links after the head", "<head></head>" + numbered(long, "<bgsound src=#>") + "<link href=y><body background=z>", true},
		{"links after the head", "<html xml:base=http://b/><head></head>" + numbered(long, "<bgsound src=#>") + "<link href=y>", true},
		{"links in form", "<form target=t>" + numbered(long, "<button formaction=#></button>") + "</form><a href=x>", false},
		{"links in a form that ended", "<form target=t><div></form>" + numbered(long, "<button formaction=#></button>"), false},
		{"links in template", "<template>" + links + "</template><a href=x>", false},
		{"links in b", "<b style='a:url(b)'>" + numbered(long, "<img src=#>") + "</b><a href=x>", false},
		{"links in font", "<font style='a:url(b)'><p>" + numbered(long, "<img src=#>") + "</font><a href=x>", true},
		{"links in a", "<a href=a>" + numbered(long, "<img src=#>") + "</a><a href=x>", false},
		{"links in select", "<select>" + numbered(long, "<option><img src=#></option>") + "</select><a href=x>", false},
		{"links in svg", "<svg>" + numbered(long, "<image xlink:href=# /><a href=# /><a href='#'/>") + "</svg><a href=x>", false},
		{"links in head", "<head></head>" + numbered(long, "<link href=#>") + "<a href=x>", false},
		{"links in noscript", "<noscript>" + links + "</noscript><a href=x>", false},
		{"links behind the body", "</body></html>" + links, false},
		{"links in a table", "<table>" + numbered(long, "<tr><td background=#><a href=#></a>") + "</table><a href=x>", false},
		{"links in front of a table", "<table>" + links + "</table><a href=x>", false},
		{"early in front of a table", "<table><a href=a></a>" + numbered(long, "<tr><td background=#>"), false},
		{"late in front of a table", "<table>" + numbered(long, "<tr><td background=#>") + "<tr><a href=a></a>", true},
		{"in front of tables", numbered(long, "<table><tr><a href=#></a><td background=#></table>"), false},
		{"sources of a picture", "<picture>" + numbered(long, "<source srcset=#>") + "<img src=x crossorigin></picture>", true},
		{"pictures", numbered(long, "<picture><source srcset=#><source srcset=#><img src=# crossorigin></picture>"), false},
		{"pictures without src", numbered(long, "<picture><source srcset=#><img referrerpolicy=origin></picture>"), false},
		{"videos", numbered(long, "<video crossorigin><source src=#><track src=#></video>"), false},
		{"sources of a video", "<video crossorigin>" + numbered(long, "<source src=#>"), false},

		{"a late source", "<div>" + links + "<source src=x></div><a href=y><p>", true},
		{"a late template", "<div>" + links + "<template></template></div><a href=y>", true},
		{"a late shadow root", "<div>" + links + "<template shadowrootmode=open><a href=z></template></div><a href=y>", true},
		{"a late refresh", "<div>" + links + "<meta http-equiv=refresh content='0;url=x'></div><a href=y>", true},
		{"a late img of a picture", "<picture><div>" + links + "<img src=x></div><a href=y>", true},
		{"late attributes of body", "<body>" + links + "<body background=x><a href=y>", true},
		{"late attributes of an implied body", links + "<body background=x><a href=y>", true},
		{"late attributes of html", "<html>" + links + "<html manifest=x><a href=y>", true},
		{"late attributes that do not matter", "<html><body>" + links + "<html lang=x><body class=y><a href=y>", true},
		{"a late base", links + "<base href=/x/><a href=y>", true},
		{"a late target", links + "<base target=x><a href=y>", true},
		{"bases", "<base href=b/ target=c>" + numbered(long, "<base href=#/><a href=#></a>"), false},
		{"late bases that do not count", links + "<template><base href=x></template><svg><base href=y /></svg><a href=y>", true},
		{"late robots", links + "<meta name=robots content=nofollow><a href=y>", true},
		{"late robots that may", links + "<meta name=robots content=follow><a href=y>", true},
		{"a late referrer policy", links + "<meta name=referrer content=origin><a href=y>", true},
		{"refreshes", numbered(long, "<meta http-equiv=refresh content='0;url=#'><a href=#></a>"), false},
		{"import maps", numbered(long, `<a href=#></a><script type=importmap>{"imports":{"a":"/#"}}</script>`), false},
		{"a late frameset", links + "<frameset><frame src=x>", true},
		{"a late frameset that is none", links + "<p>text<frameset><frame src=x>", false},
		{"frames", "<frameset>" + numbered(long, "<frame src=#>") + "</frameset>", false},
		{"iframes", numbered(long, "<iframe src=#></iframe><iframe srcdoc='<a href=#>'></iframe>"), false},
		{"shadow roots", numbered(long, "<div><template shadowrootmode=open><a href=#></template>"+
			"<template shadowrootmode=open><img src=#></template></div>"), false},
		{"a long shadow root", "<div><template shadowrootmode=open>" + links + "</template>" +
			"<template shadowrootmode=open><a href=x></a></template></div><a href=y>", false},

		{"xml:base", numbered(long, "<div xml:base='/#/'><a href=x></a></div>"), false},
		{"nested xml:base", "<html xml:base=/a/><body xml:base=b/>" + numbered(long/4, "<div xml:base='#/'><p xml:base=c/>"+
			"<a xml:base=d/ href=x></a><a href=y></a></p><a href=z></a></div>"), false},
		{"links in xml:base", "<div xml:base=b/><p xml:base=c/>" + links + "</p><a href=x></a></div><a href=x>", false},
		{"late xml:base of html", links + "<html xml:base=b/><a href=x>", true},
		{"clones of a", "<a href=a>" + numbered(long, "<div>x</div>"), false},
		{"clones of a in p", "<p><a href=a>" + numbered(long, "</p>x<p>"), false},
		{"clones of b in p", "<p><b style='a:url(b)' xml:base=b/>" + numbered(long, "</p><p>x<img src=#>"), false},
		{"a over blocks", numbered(long, "<a href=#><p></a>"), false},
		{"nobr", numbered(long, "<nobr style='a:url(#)'><p>"), false},
		{"style sheets", numbered(long, "<style>a{b:url(#)}</style><p style='a:url(#)'>"), false},
		{"a long style sheet", "<style>" + numbered(long, "a{b:url(#)}") + "</style><a href=x>" + links, false},
		{"style sheets in SVG", "<svg>" + numbered(long, "<style>a{b:url(#)}<a href='#'/>c{d:url(x#)}</style>"), true},
		{"a late style sheet in SVG", "<svg><style>" + numbered(long, "<g href='#'/>") + "a{b:url(c)}</style><a href=x>", true},
		{"a late style sheet with links in SVG", "<svg><style>" + numbered(long, "<a href='#'/>") + "a{b:url(c)}</style>", true},
		{"deep", links + strings.Repeat("<div>", 600), false},
		{"cut short", links + "<svg><desc><template>", false},
		{"a late clone in front of a table", "<table><i style='a:url(i)'><table>" +
			numbered(long, "<tr><td background=#>") + "<tr>text", true},
		{"elements that stay open", "<a><i><i a=1><i a=2><i a=3><i a=4><p></a>" + links, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			for _, variant := range []int{0, 3, 3 + 8, 16 + 32} {
				o := sparseOptions(document.Options{Address: "http://h/d/"}, variant)
				if _, needsTree := checkStream(t, &s, c.page, o); needsTree && !c.mayNeed {
					t.Errorf("variant %d: needs a tree", variant)
				}
			}
		})
	}
}

// TestScanDecides holds that what decides about all references counts, or makes the page need a tree, wherever it comes.
func TestScanDecides(t *testing.T) {
	if testing.Short() {
		t.Skip("scans pages with tens of thousands of references")
	}
	var s document.Scanner
	const limit = document.ScanElements
	needTree := 0
	o := document.Options{Address: "http://h/d/"}
	ends := []string{
		"<base href=/b/>", "<base target=t>", "<meta name=robots content=none>", "<body background=x>", "<html xml:base=/b/>",
		"<meta http-equiv=refresh content='0;url=x'>", "<div><source src=x></div>", "<frameset><frame src=x></frameset>",
	}
	places := []int{1, limit/2 - 2, limit / 2, limit/2 + 2, limit - 3, limit - 2, limit - 1, limit, limit + 1, 2*limit + 1}
	for _, end := range ends {
		for _, n := range places {
			for _, after := range []int{1, limit + limit/4} {
				page := numbered(n, "<a href=#></a>") + end + numbered(after, "<a href=#></a>")
				if _, needsTree := checkStream(t, &s, page, o); needsTree {
					needTree++
				}
			}
		}
	}
	t.Logf("%d of %d pages need a tree", needTree, len(ends)*len(places)*2)
}

// padded replaces each "~" by a link with an attribute that is so long that a Scanner cannot hold back many of them.
func padded(page string) string {
	return strings.ReplaceAll(page, "~", `<link href=pad title="`+pad+`"/>`)
}

var pad = strings.Repeat("-", document.ScanBytes/3)

// TestScanLongSoup holds that pages of random tags are scanned right, or need a tree, wherever a Scanner stops to hold them
// back.
func TestScanLongSoup(t *testing.T) {
	if testing.Short() {
		t.Skip("scans a gigabyte")
	}
	var s document.Scanner
	r := rand.New(rand.NewPCG(7, 8))
	const soups = 300
	links, needTree := 0, 0
	for range soups {
		var parts []string
		for range 4 + r.IntN(3) {
			parts = append(parts, soup(r))
		}
		page, variant := strings.Join(parts, "~"), r.IntN(64)&^4
		n, needsTree := checkStream(t, &s, padded(page), sparseOptions(document.Options{Address: "http://h/d/"}, variant))
		if links += n; needsTree {
			needTree++
		}
		if t.Failed() {
			t.Fatalf("%q, variant %d", page, variant)
		}
	}
	t.Logf("%d links; %d of %d pages need a tree", links, needTree, soups)
}

// TestScanSoups holds the same for pages that repeat random tags.
func TestScanSoups(t *testing.T) {
	if testing.Short() {
		t.Skip("scans pages of megabytes")
	}
	var s document.Scanner
	r := rand.New(rand.NewPCG(9, 10))
	const soups, repeats = 40, 5000
	needTree := 0
	for range soups {
		one, variant := soup(r), r.IntN(64)&^4
		page := strings.Repeat(one, repeats)
		if len(page) > 4<<20 {
			page = page[:4<<20]
		}
		if _, needsTree := checkStream(t, &s, page, sparseOptions(document.Options{Address: "http://h/d/"}, variant)); needsTree {
			needTree++
		}
		if t.Failed() {
			t.Fatalf("%q, variant %d", one, variant)
		}
	}
	t.Logf("%d of %d pages need a tree", needTree, soups)
}

// TestScanAcrossPieces holds that a page is scanned right wherever it is cut when it is read.
func TestScanAcrossPieces(t *testing.T) {
	if testing.Short() {
		t.Skip("scans a gigabyte")
	}
	const piece = 1 << 20
	blank := "<!--" + strings.Repeat(" ", piece) + "-->"
	var s document.Scanner
	for _, page := range []string{
		"<p><b style='a:url(b)'></p><pre>\r\n</pre><listing>&#10;</listing><pre>\n\n<a href=x>",
		"<svg><style>a{b:url('a\\\r\nb')}&amp;@import '&#x41;&notin;'</style><![CDATA[<a href=x>]]></svg>",
		"<script><!--<script></script><a href=x>--></script><a href=é&amp;y=&#233;></a>" +
			"<!doctype html><!--><a href=z>--!><a href=y>",
		"<TITLE></titl></TITLE\n><TextArea>\r\n</textarea><a\r\nhref='x\r\ny'/>\x00<a href=a\x00b>",
		"<frameset> \x00 <frame src=x>text</frameset>\r\n<noframes><a></noframes>",
		"<table>\r\n \x00x<a href=x>&#32;<tr>\n&#10;x<td background=y>",
	} {
		for at := range page {
			page := blank[:len(blank)-len("-->")-at-len("<!--")] + "-->" + page
			checkStream(t, &s, page, document.Options{Address: "http://h/d/", NoScripting: at%2 == 0})
		}
	}
}

// TestScanReaders holds that it does not matter how a reader gives the page, but for its errors.
func TestScanReaders(t *testing.T) {
	short := "<base href=/b/><a href=ä></a><img srcset='a, b 2x'>"
	tall := numbered(long, "<a href=ä#></a>text ")
	failure := errors.New("a failure")
	var s document.Scanner
	timeout := func(r io.Reader) io.Reader { return iotest.TimeoutReader(iotest.HalfReader(r)) }
	failing := func(r io.Reader) io.Reader { return io.MultiReader(r, iotest.ErrReader(failure)) }
	for _, c := range []struct {
		name   string
		page   string
		reader func(io.Reader) io.Reader
		err    error
	}{
		{"one byte", short, iotest.OneByteReader, nil},
		{"half", short, iotest.HalfReader, nil},
		{"data with error", short, iotest.DataErrReader, nil},
		{"one byte, long page", tall, iotest.OneByteReader, nil},
		{"half, long page", tall, iotest.HalfReader, nil},
		{"data with error, long page", tall, iotest.DataErrReader, nil},
		{"error", short, func(io.Reader) io.Reader { return iotest.ErrReader(failure) }, failure},
		{"timeout", short, timeout, iotest.ErrTimeout},
		{"timeout, long page", tall, timeout, iotest.ErrTimeout},
		{"error at the end", short, failing, failure},
		{"error at the end, long page", tall, failing, failure},
		{"no progress", short, func(io.Reader) io.Reader { return idle{} }, io.ErrNoProgress},
	} {
		o := document.Options{Address: "http://h/d/"}
		_, wrong, err := compareStream(&s, c.reader(strings.NewReader(c.page)), c.page, o)
		if !errors.Is(err, c.err) || c.err == nil && (err != nil || wrong != "") {
			t.Errorf("%s: error %v, want %v; %s", c.name, err, c.err, wrong)
		}
	}
}

// idle is a reader that reads nothing.
type idle struct{}

func (idle) Read([]byte) (int, error) { return 0, nil }

// TestScanEncodings holds that references in all encodings are those of the tree, with their queries in the encoding.
func TestScanEncodings(t *testing.T) {
	testcase.Serial(t)
	texts := map[string]string{ // of which each encoding has the letters
		"utf-8": "é漢€😀", "utf-16le": "é漢€😀", "utf-16be": "é漢€😀", "windows-1252": "é€",
		"shift_jis": "漢ア日ソ", "gbk": "漢€中",
		"gb18030": "漢😀é", "euc-kr": "한글", "euc-jp": "漢ア日", "iso-2022-jp": "漢日本", "big5": "漢中",
	}
	var s document.Scanner
	for name, letters := range texts {
		page := encoded(t, name, numbered(long, "<a href='"+letters+"#?q="+letters+"'>"+letters+"</a>\n"))
		for _, declared := range []string{"text/html; charset=" + name, "text/html"} {
			bom := map[string]string{"utf-16le": "\xff\xfe", "utf-16be": "\xfe\xff"}[name]
			page := bom + page
			if declared == "text/html" && bom == "" {
				page = "<meta charset=" + name + ">" + page
			}
			links, needsTree := checkStream(t, &s, page, document.Options{Address: "http://h/d/", ContentType: declared})
			if links != long || needsTree {
				t.Errorf("%s, %s: %d links, needs a tree: %v", name, declared, links, needsTree)
			}
		}
	}
}

// encoded returns a text in an encoding.
func encoded(t *testing.T, name, text string) string {
	t.Helper()
	encoding, ok := charset.Lookup(name)
	if !ok {
		t.Fatalf("no encoding %s", name)
	}
	switch name {
	case "utf-16le":
		return utf16Text(binary.LittleEndian, text)
	case "utf-16be":
		return utf16Text(binary.BigEndian, text)
	}
	return string(encoding.AppendEncode(nil, text, charset.CharacterReference))
}

func utf16Text(order binary.AppendByteOrder, text string) string {
	var out []byte
	for _, unit := range utf16.Encode([]rune(text)) {
		out = order.AppendUint16(out, unit)
	}
	return string(out)
}

// TestScanLateEncoding holds that an encoding that shows late is found, or makes the page need a tree.
func TestScanLateEncoding(t *testing.T) {
	testcase.Serial(t)
	ascii := strings.Repeat("<p>text and more text</p>\n", 1<<16)
	links := numbered(long, "<a href=#?ä></a>")
	plain := numbered(long, "<a href=#></a>")
	var s document.Scanner
	for _, c := range []struct {
		name, page string
		needsTree  bool
	}{
		{"UTF-8 with a byte order mark", "\ufeff" + links, false},
		{"UTF-8 that is not declared", links, false},
		{"UTF-8 behind a MiB", ascii + "<a href=?ä>", false},
		{"UTF-8 behind a MiB and many links", plain + ascii + "<a href=?ä>", true},
		{"windows-1252 behind a MiB", ascii + "<a href=?\xe4>", false},
		{"UTF-8 and then windows-1252", "<a href=?ä>" + ascii + "<a href=?\xe4>", true},
		{"a late declaration", "<!--" + ascii + "--><meta charset=koi8-r><a href=?\xe4>", false},
		{"a late declaration in the body", ascii + "<meta charset=koi8-r><a href=?\xe4>", false},
		{"a late declaration behind many links", plain + "<meta charset=koi8-r><a href=?\xe4>", false},
		{"a late declaration behind a script", "<script>" + ascii + "</script><meta charset=shift_jis><a href=?\x93\xfa>", false},
		{"a late declaration behind a byte", "\xe4<!--" + ascii + "--><meta charset=koi8-r><a href=?\xe4>", true},
	} {
		links, needsTree := checkStream(t, &s, c.page, document.Options{Address: "http://h/d/"})
		if needsTree && !c.needsTree {
			t.Errorf("%s: needs a tree after %d links", c.name, links)
		}
	}
}

// TestScanStays holds that the URLs of links stay when the Scanner has gone on to other pages, also after loops that end
// early.
func TestScanStays(t *testing.T) {
	testcase.Serial(t)
	type kept struct {
		link       document.Link
		raw, url   string
		descriptor string
	}
	var all []kept
	var s document.Scanner
	pages := testcase.Pages(t)
	for i, p := range pages {
		most := []int{1, 40, 1 << 30}[i%3]
		for l, err := range s.Scan(bytes.NewReader(p.Bytes), document.Options{Address: p.Address}) {
			if err != nil {
				t.Fatalf("%s: %v", p.File, err)
			}
			all = append(all, kept{l, strings.Clone(l.Raw), strings.Clone(l.URL.String()), strings.Clone(l.Descriptor)})
			if most--; most == 0 {
				break
			}
		}
		if n, wrong := compareScan(&s, string(pages[(i+7)%len(pages)].Bytes), document.Options{Address: p.Address}); wrong != "" {
			t.Errorf("after %s, %d lines: %.500s", p.File, n, wrong)
		}
	}
	for _, k := range all {
		if k.link.Raw != k.raw || k.link.URL.String() != k.url || k.link.Descriptor != k.descriptor {
			t.Fatalf("%q %q is %q %q now", k.raw, k.url, k.link.Raw, k.link.URL)
		}
	}
	const least = 5000
	if len(all) < least {
		t.Errorf("%d links, want at least %d", len(all), least)
	}
}

// TestScanBreaks holds that a Scanner is as new after a loop that ends anywhere.
func TestScanBreaks(t *testing.T) {
	testcase.Serial(t)
	pages := []string{
		numbered(long, "<p xml:base=b#/><a href=#>"), "<frameset><frame src=x>", "<table><a href=1><tr><a href=2>",
		"<template><a href=1>", "<svg><style>a{b:url(c)}",
		"<html xml:base=1/><body background=x><meta name=robots content=none><a href=x>",
	}
	o := document.Options{Address: "http://h/d/", Header: map[string][]string{"Link": {"<x>; rel=preload"}}}
	for most := range 8 {
		for _, n := range []int{most, document.ScanElements/2 + most} {
			for _, page := range pages {
				var s document.Scanner
				for range s.Scan(strings.NewReader(pages[0]), o) {
					if n--; n < 0 {
						break
					}
				}
				if _, needsTree := checkStream(t, &s, page, o); needsTree {
					t.Errorf("%.80q needs a tree", page)
				}
			}
		}
	}
}

// TestScanConcurrently holds that two Scanners do not disturb each other.
func TestScanConcurrently(t *testing.T) {
	pages := testcase.Pages(t)
	scan := func() (urls []string) {
		var s document.Scanner
		for _, p := range pages {
			for l := range s.Scan(bytes.NewReader(p.Bytes), document.Options{Address: p.Address}) {
				urls = append(urls, l.URL.String())
			}
		}
		return urls
	}
	var found [2][]string
	var group sync.WaitGroup
	for i := range found {
		group.Go(func() { found[i] = scan() })
	}
	group.Wait()
	if len(found[0]) == 0 || !slices.Equal(found[0], found[1]) {
		t.Errorf("%d and %d URLs, which are not the same", len(found[0]), len(found[1]))
	}
}

// FuzzScan holds that Scan yields the links of the whole tree, or needs it. In the page "~" is a link that is so long that few
// are held back.
func FuzzScan(f *testing.F) {
	r := rand.New(rand.NewPCG(11, 12))
	for i := range 64 {
		f.Add(soup(r)+strings.Repeat("~", i%5)+soup(r), uint8(i), uint16(1<<(i%16)))
	}
	var s document.Scanner
	f.Fuzz(func(t *testing.T, page string, variant uint8, chunk uint16) {
		const mostPads = 6
		if strings.Count(page, "~") > mostPads {
			t.Skip("a long page")
		}
		page = padded(page)
		o := sparseOptions(document.Options{Address: "http://h/d/"}, int(variant)&^4)
		r := &chunks{strings.NewReader(page), int(chunk) + 1}
		if _, wrong, _ := compareStream(&s, r, page, o); wrong != "" {
			t.Fatal(wrong)
		}
	})
}

// chunks is a reader that gives no more than some bytes at a time.
type chunks struct {
	r    io.Reader
	size int
}

func (c *chunks) Read(p []byte) (int, error) { return c.r.Read(p[:min(len(p), c.size)]) }

package check_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"html"
	"math/rand/v2"
	"os"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/fstest"
	"time"

	"htmlurl/check"
	"htmlurl/resolve"
)

// siteSet returns what tells whether a name is one of some.
func siteSet(names ...string) func(string) bool {
	return func(name string) bool { return slices.Contains(names, name) }
}

// TestChanged holds what is reported of files that changed: what is in them, and what leads to them.
func TestChanged(t *testing.T) {
	files := siteFiles{
		"index.html": "<a href=changed.html#x></a><a href=same.html#x></a><a href=deleted.html></a><a href=gone.html></a>" +
			"<a href=folder></a><a href=empty/></a><a href=pretty#x></a><a href=lost/></a><a href='page.html'></a>",
		"changed.html": "<a href=same.html#y></a><a href=gone2.html></a>", "same.html": "<a href=gone3.html></a>",
		"folder/index.html": "", "empty/x.png": "", "pretty.html": "", "lost/x.png": "", "bad.xhtml": "<", "worse.xhtml": "<",
		"sheet.css": "@import 'deleted.css'; @import 'gone.css'; @import 'changed.css'", "changed.css": "@import 'gone.css'",
		"lonely.html": "", "lonely-too.html": "",
	}
	cases := []struct {
		changed []string
		want    []string
	}{
		{nil, nil},
		{[]string{"changed.html"}, []string{"changed.html error fragment-missing same.html#y",
			"changed.html error target-missing gone2.html", "index.html error fragment-missing changed.html#x"}},
		{[]string{"deleted.html"}, []string{"index.html error target-missing deleted.html"}},
		{[]string{"folder/index.html"}, []string{"index.html info redirected folder"}},
		{[]string{"empty/index.html"}, []string{"index.html error index-missing empty/"}},
		{[]string{"empty/index.htm"}, []string{"index.html error index-missing empty/"}},
		{[]string{"pretty.html"}, []string{"index.html error fragment-missing pretty#x"}},
		{[]string{"bad.xhtml"}, []string{"bad.xhtml error page-unreadable "}},
		{[]string{"changed.css"}, []string{"changed.css error target-missing gone.css"}},
		{[]string{"deleted.css"}, []string{"sheet.css error target-missing deleted.css"}},
		{[]string{"same.html"}, []string{"changed.html error fragment-missing same.html#y",
			"index.html error fragment-missing same.html#x", "same.html error target-missing gone3.html"}},
	}
	const wantCases = 11
	if len(cases) != wantCases {
		t.Fatalf("%d cases, not %d", len(cases), wantCases)
	}
	for _, c := range cases {
		for _, hasSources := range []bool{false, true} {
			checker := check.Checker{Changed: siteSet(c.changed...), Sources: hasSources, Graph: hasSources,
				Files: check.Files{Fallbacks: []string{".html"}}}
			r := siteCheck(t, &checker, check.Site{FS: files.fs()})
			if got := siteShorts(r); !slices.Equal(got, c.want) {
				t.Errorf("%q: %q, not %q", c.changed, got, c.want)
			}
			if r.Summary.Pages != 9 {
				t.Errorf("%q: %d pages", c.changed, r.Summary.Pages)
			}
		}
	}
}

// TestChangedOrphans holds that of files to which nothing leads only those that changed are reported.
func TestChangedOrphans(t *testing.T) {
	files := siteFiles{"index.html": "", "a.html": "", "b.html": ""}
	c := check.Checker{Changed: siteSet("a.html"), Files: check.Files{Orphans: true}}
	got := siteShorts(siteCheck(t, &c, check.Site{FS: files.fs()}))
	if want := []string{"a.html warning orphan "}; !slices.Equal(got, want) {
		t.Errorf("%q, not %q", got, want)
	}
}

// TestChangedLinks holds that symbolic links that did not change are not reported.
func TestChangedLinks(t *testing.T) {
	dir := siteDir(t, map[string]string{"index.html": "", "a.html": "->nowhere", "loop": "->.", "b.html": ""})
	c := check.Checker{Changed: siteSet("b.html")}
	if got := siteShorts(siteCheck(t, &c, check.Site{FS: os.DirFS(dir)})); len(got) > 0 {
		t.Errorf("%q", got)
	}
}

// TestSkips holds that links, pages and elements can be left out, and are counted.
func TestSkips(t *testing.T) {
	files := siteFiles{
		"index.html": "<a href=skip.html#x></a><a href=skip.html#y></a><a href=https://e.example/gone></a><a" +
			" href=gone.html></a>\n" +
			"<svg><use href=skip.svg#z></svg>",
		"skip.html": "<i id=x></i><a href=gone2.html></a><a href=other.html#y></a>", "other.html": "",
		"skip.svg":   "<svg xmlns='http://www.w3.org/2000/svg'/>",
		"skip.xhtml": "<",
		"a.css":      "p { fill: url(css.svg#x) } q { fill: url(css.svg#y) } @import 'skip.css';",
		"css.svg":    "<svg xmlns='http://www.w3.org/2000/svg' id='x'/>",
		"skip.css":   "@import 'gone.css'",
		"ignore.html": "<div data-htmlurl-ignore><p><a href=gone.html></a><style>p { src: url(gone.css) }</style></div>" +
			"<img data-htmlurl-ignore='rule' src=gone.png><div data-htmlurl-ignor><a href=gone3.html></a></div>" +
			"<base href='x/' data-htmlurl-ignore><base href='y/' data-htmlurl-ignore><iframe data-htmlurl-ignore srcdoc='" +
			"<a href=gone4.html>'>" +
			"</iframe><div data-htmlurl-ignore><iframe srcdoc='<a href=gone5.html>'></iframe></div><iframe srcdoc='<a" +
			" data-htmlurl-ignore href=gone6>'>",
	}
	c := check.Checker{SkipPage: siteSet("skip.html", "skip.svg", "skip.css", "skip.xhtml", "css.svg"),
		SkipLink: func(u string) bool { return strings.Contains(u, "e.example") || strings.HasSuffix(u, "/gone.html") }}
	r := siteCheck(t, &c, check.Site{FS: files.fs()})
	want := []string{"a.css error fragment-missing css.svg#y", "ignore.html error target-missing gone3.html",
		"index.html error fragment-missing skip.html#y", "index.html error fragment-missing skip.svg#z"}
	if got := siteShorts(r); !slices.Equal(got, want) {
		t.Errorf("%q, not %q", got, want)
	}
	// Skipped by URL: 2 of index.html; by the attribute: 8 of ignore.html, with those of the frames.
	if got, want := r.Summary.Ignored, 2+8; got != want {
		t.Errorf("%d references are ignored, not %d", got, want)
	}
}

// TestSkippedUnreadable holds that a skipped page that cannot be read is none of the pages that were read.
func TestSkippedUnreadable(t *testing.T) {
	files := siteFiles{"index.html": "<a href=bad.xhtml#x></a>", "bad.xhtml": "<"}
	c := check.Checker{Graph: true, SkipPage: siteSet("bad.xhtml")}
	r := siteCheck(t, &c, check.Site{FS: files.fs()})
	if r.Summary.Pages != 1 || len(r.Pages) != 1 {
		t.Errorf("%+v, %+v", r.Summary, r.Pages)
	}
}

// TestSitePages holds that only the links of some files are checked, also where these lead to others.
func TestSitePages(t *testing.T) {
	files := siteFiles{"index.html": "<a href=b.html#x></a><a href=b.html#y></a><a href=gone.html></a><link" +
		" rel=stylesheet href=a.css>",
		"b.html": "<i id=x></i><a href=gone2.html>", "c.html": "<a href=gone3.html>", "a.css": "@import 'gone.css'",
		"d.xhtml": "<"}
	for _, c := range []struct{ pages, want []string }{
		{[]string{"index.html"}, []string{"index.html error fragment-missing b.html#y",
			"index.html error target-missing gone.html"}},
		{[]string{"b.html", "a.css"}, []string{"a.css error target-missing gone.css",
			"b.html error target-missing gone2.html"}},
		{[]string{}, nil}, {[]string{"none.html"}, nil},
	} {
		r := siteCheck(t, new(check.Checker), check.Site{FS: files.fs(), Pages: c.pages})
		if got := siteShorts(r); !slices.Equal(got, c.want) {
			t.Errorf("%q: %q, not %q", c.pages, got, c.want)
		}
	}
}

// TestAll holds which references are checked with Checker.All only, and which never.
func TestAll(t *testing.T) {
	page := "<form action=a.html><button formaction=b.html></button></form><a hx-get=c.html></a>" +
		"<link rel=dns-prefetch href=//x.example><link rel=preconnect href=/d.html><a ping=e.html href=index.html></a>" +
		"<html itemscope itemtype=f.html><object codebase=g/ data=h.html></object><q cite=i.html></q>"
	for all, want := range map[bool][]string{
		false: {"h.html", "i.html"},
		true:  {"a.html", "b.html", "c.html", "h.html", "i.html"},
	} {
		var got []string
		r := siteCheck(t, &check.Checker{All: all}, check.Site{FS: siteFiles{"index.html": page}.fs()})
		for _, f := range r.Findings {
			got = append(got, strings.TrimPrefix(f.URL, siteRoot))
		}
		slices.Sort(got)
		if !slices.Equal(got, want) {
			t.Errorf("All %v: %q, not %q", all, got, want)
		}
	}
}

// TestNoScripting holds that the contents of noscript elements are read as text or as markup.
func TestNoScripting(t *testing.T) {
	for noScripting, want := range map[bool]int{false: 0, true: 1} {
		r := siteCheck(t, &check.Checker{NoScripting: noScripting}, check.Site{FS: siteFiles{
			"index.html": "<body><noscript><img src=gone.png></noscript>"}.fs()})
		if len(r.Findings) != want {
			t.Errorf("%v: %q", noScripting, siteShorts(r))
		}
	}
}

// TestGraph holds the pages, and the links between them: each pair once, none to itself.
func TestGraph(t *testing.T) {
	files := siteFiles{"a.html": "<a href=b.html></a><a href=b.html#x></a><a href=b.html#y></a><a href=a.html#z></a>" +
		"<a href=gone.html></a>" +
		"<a href=c/></a><a href='c'></a><iframe srcdoc='<a href=b.html#w>'></iframe><link rel=stylesheet href=s.css>",
		"b.html": "<i id=x></i><a href=a.html></a>", "c/index.html": "", "s.css": "@import 'gone.css'", "d.xhtml": "<",
		"image.png": "", "skip.html": "<a href=a.html>"}
	for _, name := range []string{"", "site"} {
		c := check.Checker{Graph: true, SkipPage: siteSet("skip.html")}
		r := siteCheck(t, &c, check.Site{FS: files.fs(), Name: name})
		prefix := ""
		if name != "" {
			prefix = name + "/"
		}
		wantEdges := []check.Edge{{From: prefix + "a.html", To: prefix + "b.html", Links: 4, Broken: 2},
			{From: prefix + "a.html", To: prefix + "c/index.html", Links: 2},
			{From: prefix + "b.html", To: prefix + "a.html", Links: 1}}
		edges := slices.DeleteFunc(slices.Clone(r.Edges), func(e check.Edge) bool { return strings.HasSuffix(e.To, ".css") })
		if !slices.Equal(edges, wantEdges) {
			t.Errorf("%+v, not %+v", edges, wantEdges)
		}
		wantPages := []check.PageSummary{{Name: prefix + "a.html", Links: 9, Errors: 4}, {Name: prefix + "b.html", Links: 1},
			{Name: prefix + "c/index.html"}, {Name: prefix + "s.css", Links: 1, Errors: 1}}
		if !slices.Equal(r.Pages, wantPages) {
			t.Errorf("%+v, not %+v", r.Pages, wantPages)
		}
	}
	if r := siteCheck(t, new(check.Checker), check.Site{FS: files.fs()}); r.Pages != nil || r.Edges != nil {
		t.Error("there is a graph that was not asked for")
	}
}

// TestGraphBroken holds that links are broken whatever the error is.
func TestGraphBroken(t *testing.T) {
	files := siteFiles{"a.html": "<iframe src='http://e.example/b.html'></iframe><iframe" +
		" src='https://e.example/b.html'></iframe>", "b.html": ""}
	r := siteCheck(t, &check.Checker{Graph: true}, check.Site{FS: files.fs(), Address: "https://e.example/"})
	if want := []check.Edge{{From: "a.html", To: "b.html", Links: 2, Broken: 1}}; !slices.Equal(r.Edges, want) ||
		r.Summary.Errors != 1 {
		t.Errorf("%+v, not %+v: %q", r.Edges, want, siteShorts(r))
	}
}

// TestSources holds that the line of source has the reference where the finding says it is, in all encodings.
func TestSources(t *testing.T) {
	long := strings.Repeat("ö𝒳", 400)
	files := siteFiles{
		"a.html": "<meta charset=utf-8>\r\n<p>é <a href='gone.html'>𝒳</a>\r<a href='gone.html'>",
		"b.html": "utf-16:<p>𝒳é\n<b>𝒳</b><a href='gone.html'>x</a>",
		"c.html": "shift_jis:<meta charset=shift_jis>\n日本語ｱ<a href='gone.html'>x</a>",
		"d.html": "bom:<a href='gone.html'>x</a>",
		"e.html": "windows-1252:<meta charset=windows-1252>€é<a href='gone.html'>",
		"f.html": "<meta charset=utf-8>" + long + "<a href='gone.html'>" + long + "<a href='gone.html'>" + long,
		"g.css":  "@charset \"utf-8\"; /* ö */ @import 'gone.html';",
		"h.svg":  "<svg xmlns='http://www.w3.org/2000/svg'>\n\t<a href='gone.html'/></svg>",
		"i.html": "bom:\n\n<a href='gone.html'>", "j.html": "<p>\f\v\u0085\u2028<a href='gone.html'>",
		"l.css":  "utf-16:/* 𝒳 */\n/* é */ @import 'gone.html';",
		"k.html": "<meta charset=utf-8>\xff\xfe\xc3<a href='gone.html'>",
	}
	r := siteCheck(t, &check.Checker{Sources: true}, check.Site{FS: files.fs()})
	const wantFindings = 14
	if len(r.Findings) != wantFindings {
		t.Errorf("%d findings, not %d", len(r.Findings), wantFindings)
	}
	for _, f := range r.Findings {
		points := []rune(f.Source)
		if f.SourceColumn < 1 || f.SourceColumn > len(points) || !strings.HasPrefix(string(points[f.SourceColumn-1:]),
			f.Raw) {
			t.Errorf("%s:%d:%d: %q does not have %q at %d", f.Page, f.Line, f.Column, f.Source, f.Raw, f.SourceColumn)
		}
		if len(points) > 300 {
			t.Errorf("%s: a source of %d characters", f.Page, len(points))
		}
	}
	for _, f := range siteCheck(t, new(check.Checker), check.Site{FS: files.fs()}).Findings {
		if f.Source != "" || f.SourceColumn != 0 {
			t.Errorf("a source that was not asked for: %+v", f)
		}
	}
}

// sitePlain are references that all editions read alike.
var sitePlain = func() []string {
	refs := strings.Fields(`
		a.html ./a.html ../a.html /a.html ?q ?q=1&r=2 a.html?q=1;r=2 #f a.html#f a%20b.html a%C3%A9.html / ./ ../
		. .. a/b/c/d.html a/../b.html ../../../x.png http://example.com http://example.com/
		https://example.com/a/b?c=d#e //example.com/x //example.com https://www.example.co.uk/x.html
		https://example.com:8080/x HTTP://example.com/ http://EXAMPLE.com/ https://example.com/~user/
		https://example.com/a,b;c=d/ a(b).html a'b.html a!b.html a*b.html a$b.html a+b.html a@b.html a=b.html
		a&b.html a_b.html a-b.html x:y.png mailto:a@b.example tel:+123 javascript:void(0) data:text/plain,x
		https://example.com/?a[]=1 https://en.wikipedia.org/wiki/A_(b) https://example.com/%7Euser
		https://example.com/a%2Fb https://example.com/a%2fb https://127.0.0.1/ http://[::1]/
		https://example.com/?q=a+b https://example.com/#/route/x https://example.com/#!x
		https://xn--bcher-kva.example/ https://user@example.com/ https://user:pw@example.com/ é.html
		über/straße.html ?q=é #é 日本語.html https://example.com/日本語?q=日本語#日本語 https://bücher.example/ a%.html
		100%25.html https://example.com:443/ http://example.com:80/ https://example.com?q https://example.com#f
		ftp://example.com/x about:blank`)
	for i := range 130 {
		refs = append(refs, fmt.Sprintf("dir%d/page-%d.html?n=%d#s%d", i%7, i, i*i, i))
	}
	return refs
}()

// TestNoFalseWarnings holds that nothing is said of ordinary references but that there is no file.
func TestNoFalseWarnings(t *testing.T) {
	const wantRefs = 200
	if len(sitePlain) < wantRefs {
		t.Fatalf("%d references, fewer than %d", len(sitePlain), wantRefs)
	}
	var page strings.Builder
	page.WriteString("<meta charset=utf-8>")
	for _, ref := range sitePlain {
		fmt.Fprintf(&page, "<a href=\"%s\">x</a>\n", html.EscapeString(ref))
	}
	files := siteFiles{"dir/index.html": page.String(),
		"dir/base.html":  strings.Replace(page.String(), ">", "><base href=http://site.invalid/other/>", 1),
		"dir/frame.html": "<meta charset=utf-8><iframe srcdoc='" + html.EscapeString(page.String()) + "'></iframe>"}
	for _, edition := range []resolve.Edition{resolve.HTML5, resolve.Living} {
		r := siteCheck(t, &check.Checker{Edition: edition}, check.Site{FS: files.fs()})
		for _, f := range r.Findings {
			if f.Severity == check.Warning || f.Rule == check.Unresolvable {
				t.Errorf("%v: %q: %s", edition, siteShort(f), f.Message)
			}
		}
	}
}

// siteResolved are the URL of a reference by two editions.
func siteResolved(base, raw string) (older, today resolve.URL, olderErr, todayErr error) {
	for _, edition := range []resolve.Edition{resolve.HTML5, resolve.Living} {
		r := resolve.Resolver{Edition: edition}
		b, err := r.Parse(base)
		if err != nil {
			panic(err)
		}
		u, err := r.Resolve(b, raw)
		if edition == resolve.HTML5 {
			older, olderErr = u, err
		} else {
			today, todayErr = u, err
		}
	}
	return older, today, olderErr, todayErr
}

// siteUnescaped percent-decodes a URL.
func siteUnescaped(u string) string { return string(resolve.AppendPercentDecoded(nil, u)) }

// TestEditionDifferences holds that there is a warning for each reference to something that is fetched whose URLs
// differ
// in more than their percent-encoding by HTML5 and by today's rules, and none where they are the same today.
func TestEditionDifferences(t *testing.T) {
	parts := []string{"a", "b.html", "/", "//", "\\", ".", "..", "%2e", "%2E", "%41", "%", "?", "#", ":", "@", "[",
		"]", "|", "^", "é", "\u00df",
		"http:", "https:", "HTTP://", "http://", "https:/", "file:", "file:///", "C|", "example.com", "EXAMPLE.com",
		":80", ":0443", "0x7f.1",
		"127.1", "xn--a", "\u00a0", "\u3002", "\u200d", "~", "'", "\x60", "{", "<", "\t", " ", "user", ";", "=", "&", "+",
		"_"}
	random := rand.New(rand.NewPCG(1, 2))
	refs := []string{""}
	for len(refs) < 6000 {
		var ref strings.Builder
		for range 1 + random.IntN(6) {
			ref.WriteString(parts[random.IntN(len(parts))])
		}
		refs = append(refs, ref.String())
	}
	const address = siteRoot + "dir/page.html"
	var page strings.Builder
	page.WriteString("<meta charset=utf-8>")
	for _, ref := range refs {
		fmt.Fprintf(&page, "<a href=\"%s\">x</a>\n", html.EscapeString(ref))
	}
	r := siteCheck(t, new(check.Checker), check.Site{FS: siteFiles{"dir/page.html": page.String()}.fs()})
	warned := map[int]string{}
	for _, f := range r.Findings {
		if f.Rule == check.EditionDifference {
			warned[f.Line] = f.Message
		}
	}
	today := resolve.Resolver{Edition: resolve.Living}
	must, mustNot, missed, wrong := 0, 0, 0, 0
	for i, ref := range refs {
		a, b, aErr, bErr := siteResolved(address, ref)
		message, isWarned := warned[i+1]
		if aErr != nil {
			continue
		}
		scheme, _ := a.Scheme()
		if scheme = strings.ToLower(scheme); scheme != "http" && scheme != "https" {
			continue
		}
		again, err := today.Parse(a.String())
		switch {
		case bErr != nil, err != nil, siteUnescaped(again.String()) != siteUnescaped(b.String()):
			if must++; !isWarned {
				if missed++; missed <= 10 {
					t.Errorf("there is no warning for %q: %q and %q (%v)", ref, a, b, bErr)
				}
			}
		case again.String() == b.String():
			if mustNot++; isWarned {
				if wrong++; wrong <= 10 {
					t.Errorf("there is a warning for %q: %q and %q: %s", ref, a, b, message)
				}
			}
		}
	}
	if must < 500 || mustNot < 500 {
		t.Errorf("the test has lost its sense: %d references differ, %d do not", must, mustNot)
	}
	if missed+wrong > 0 {
		t.Errorf("%d of %d warnings are missing, and %d of %d are wrong", missed, must, wrong, mustNot)
	}
}

// TestCompare holds which editions are compared, and what bases have to do with it.
func TestCompare(t *testing.T) {
	cases := []struct {
		name    string
		checker check.Checker
		page    string
		want    []string // references with a warning
	}{
		{"none are compared", check.Checker{Compare: []resolve.Edition{}}, "<a href='x\\y'>", nil},
		{"one is compared", check.Checker{Compare: []resolve.Edition{resolve.Living}}, "<a href='x\\y'>", nil},
		{"two are compared", check.Checker{}, "<a href='http:g'><a href='g'>", []string{"http:g"}},
		{"others are compared", check.Checker{Compare: []resolve.Edition{resolve.URL2015, resolve.Living}},
			"<a href='g%2e'><a href='g'>", nil},
		{"a base that does not count today", check.Checker{},
			"<base href='data:,x'><a href='g.html'><a href='#f'><a href='http://e.example/x'>",
			nil},
		{"a base that is another one today", check.Checker{},
			"<base href='\\\\e.example\\x\\'><a href='g.html'><a href='http://e.example/y'>",
			[]string{"g.html"}},
		{"frames inherit the base", check.Checker{},
			"<base href='\\\\e.example\\x\\'><iframe srcdoc='<a href=g.html><a href=/h>'></iframe>",
			[]string{"g.html", "/h"}},
		{"a base in a frame", check.Checker{}, "<iframe srcdoc='<base href=\\\\e.example\\x\\><a href=g.html>'>" +
			"</iframe><a href=g.html>",
			[]string{"g.html"}},
		{"xml:base counts no more", check.Checker{}, "<svg xml:base='dir/'><a href='g.html'></a></svg><a href='h.html'>",
			[]string{"g.html"}},
	}
	const wantCases = 9
	if len(cases) != wantCases {
		t.Fatalf("%d cases, not %d", len(cases), wantCases)
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			r := siteCheck(t, &c.checker, check.Site{FS: siteFiles{"index.html": c.page}.fs()})
			var got []string
			for _, f := range r.Findings {
				if f.Rule == check.EditionDifference {
					got = append(got, f.Raw)
				}
			}
			slices.Sort(got)
			slices.Sort(c.want)
			if !slices.Equal(got, c.want) {
				t.Errorf("%q, not %q: %q", got, c.want, siteShorts(r))
			}
		})
	}
}

// siteMixed is a site with pages and style sheets that lead to each other.
func siteMixed(n int) fstest.MapFS {
	disk := fstest.MapFS{}
	for i := range n {
		disk[fmt.Sprintf("d%d/p%d.html", i%5, i)] = &fstest.MapFile{Data: fmt.Appendf(nil,
			"<meta charset=%s><link rel=stylesheet href=/s%d.css>"+
				"<i id=x%d></i><a href=../d%d/p%d.html#x%d></a><a href='x\\y'></a><a href=../d1></a><iframe srcdoc='<a"+
				" href=gone></a><img src>'></iframe>",
			[]string{"utf-8", "windows-1252", "shift_jis"}[i%3], i%10, i%2, (i+1)%5, (i+1)%n, (i+1)%3)}
	}
	for i := range 10 {
		disk[fmt.Sprintf("s%d.css", i)] = &fstest.MapFile{Data: fmt.Appendf(nil,
			"@import 's%d.css'; p { src: url(\xe9%d.png) url(S1.css) }", i+3, i)}
	}
	return disk
}

// siteJSON returns the report in JSON, with what JSON leaves out.
func siteJSON(t *testing.T, r *check.Report) string {
	t.Helper()
	text, err := json.Marshal(r)
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	b.Write(text)
	fmt.Fprintf(&b, "%+v%+v", r.Pages, r.Edges)
	for _, f := range r.Findings {
		fmt.Fprint(&b, f.Target, f.Source, f.SourceColumn)
	}
	return b.String()
}

// TestDeterminism holds that reports are the same byte for byte, on one core and on many, also of checks at the same
// time.
func TestDeterminism(t *testing.T) {
	disk := siteMixed(200)
	c := &check.Checker{Sources: true, Graph: true, Files: check.Files{Orphans: true}}
	run := func() string { return siteJSON(t, siteCheck(t, c, check.Site{FS: disk, Name: "s"})) }
	first := run()
	if len(first) < 10_000 {
		t.Errorf("a report of %d bytes only", len(first))
	}
	for _, cores := range []int{1, 8} {
		before := runtime.GOMAXPROCS(cores)
		for range 3 {
			if run() != first {
				t.Errorf("another report on %d cores", cores)
			}
		}
		runtime.GOMAXPROCS(before)
	}
	var checks sync.WaitGroup
	for range 4 {
		checks.Go(func() {
			if run() != first {
				t.Error("another report of checks at the same time")
			}
		})
	}
	checks.Wait()
}

// TestContext holds that a check ends with its context, with a report of what was found so far, and leaves no
// goroutines.
func TestContext(t *testing.T) {
	goroutines := runtime.NumGoroutine()
	disk := siteMixed(500)
	for _, stopAt := range []int{0, 1, 100} {
		ctx, stop := context.WithCancel(t.Context())
		if stopAt == 0 {
			stop()
		}
		c := &check.Checker{Sources: true, Graph: true, Files: check.Files{Orphans: true}, Progress: func(p check.Progress) {
			if p.Pages >= stopAt {
				stop()
			}
		}}
		r, err := c.Check(ctx, check.Site{FS: disk})
		stop()
		if err != nil {
			t.Fatal(err)
		}
		siteSound(t, r)
		if !r.Summary.Interrupted || r.Summary.Pages < stopAt || r.Summary.Pages > stopAt+20 {
			t.Errorf("stopped at %d: %+v", stopAt, r.Summary)
		}
		if stopAt == 100 && len(r.Findings) < 100 {
			t.Errorf("only %d findings", len(r.Findings))
		}
		for _, f := range r.Findings {
			if f.Rule == check.Orphan || strings.Contains(f.Message, "context") {
				t.Errorf("that is not known: %q (%s)", siteShort(f), f.Message)
			}
		}
	}
	siteNoMoreThan(t, goroutines)
}

// siteNoMoreThan holds that there are no more goroutines than before.
func siteNoMoreThan(t *testing.T, goroutines int) {
	t.Helper()
	for range 50 {
		if runtime.NumGoroutine() <= goroutines {
			return
		}
		time.Sleep(20 * time.Millisecond)
	}
	t.Errorf("%d goroutines are left of %d", runtime.NumGoroutine(), goroutines)
}

// TestProgress holds that progress never goes back, and is told by one goroutine at a time.
func TestProgress(t *testing.T) {
	var last check.Progress
	busy := false
	c := check.Checker{Progress: func(p check.Progress) {
		if busy || p.Pages < last.Pages || p.Of < last.Of || p.Pages > p.Of {
			t.Errorf("%+v after %+v", p, last)
		}
		busy = true
		runtime.Gosched()
		last, busy = p, false
	}}
	r := siteCheck(t, &c, check.Site{FS: siteMixed(50)})
	if last.Pages != last.Of || last.Pages != r.Summary.Pages {
		t.Errorf("%+v, but %d pages", last, r.Summary.Pages)
	}
}

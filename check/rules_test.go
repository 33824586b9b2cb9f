package check_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/japanese"
	"golang.org/x/text/encoding/unicode"

	"htmlurl/check"
	"htmlurl/resolve"
)

// siteMark is where, in the files of these tests, the reference of a finding begins. It is no part of the file.
const siteMark = "§"

// siteFiles are the files of a site by their paths, with marks. A content that begins with "windows-1252:",
// "shift_jis:", "utf-16:" or "bom:" is encoded so.
type siteFiles map[string]string

// fs returns the files as a file system, without marks.
func (files siteFiles) fs() fstest.MapFS {
	disk := fstest.MapFS{}
	for name, text := range files {
		disk[name] = &fstest.MapFile{Data: siteEncode(text), Mode: 0o644}
	}
	return disk
}

// siteEncode returns the bytes of a file.
func siteEncode(text string) []byte {
	text = strings.ReplaceAll(text, siteMark, "")
	name, rest, _ := strings.Cut(text, ":")
	encode := func(s string, err error) []byte {
		if err != nil {
			panic(err)
		}
		return []byte(s)
	}
	switch name {
	case "windows-1252":
		return encode(charmap.Windows1252.NewEncoder().String(rest))
	case "shift_jis":
		return encode(japanese.ShiftJIS.NewEncoder().String(rest))
	case "utf-16":
		return encode(unicode.UTF16(unicode.LittleEndian, unicode.UseBOM).NewEncoder().String(rest))
	case "bom":
		return []byte("\uFEFF" + rest)
	}
	return []byte(text)
}

// place returns line and column of the n-th mark of a file: lines end at LF, CR or both, columns are code points.
func (files siteFiles) place(name string, n int) (line, column int) {
	text := files[name]
	for _, encoding := range []string{"windows-1252:", "shift_jis:", "utf-16:", "bom:"} {
		text = strings.TrimPrefix(text, encoding)
	}
	parts := strings.SplitN(text, siteMark, n+1)
	if len(parts) <= n {
		panic(fmt.Sprintf("%s has no mark %d", name, n))
	}
	before := strings.Join(parts[:n], "")
	before = strings.ReplaceAll(strings.ReplaceAll(before, "\r\n", "\n"), "\r", "\n")
	return strings.Count(before, "\n") + 1, utf8.RuneCountInString(before[strings.LastIndexByte(before, '\n')+1:]) + 1
}

// siteWant is a finding that is expected: at the n-th mark of a page, or nowhere if n is zero. Words and Why are parts
// of the texts. "*" as Base or URL is any.
type siteWant struct {
	page     string
	n        int
	severity check.Severity
	rule     check.Rule
	raw      string
	base     string
	why      string
	url      string
	words    string // separated by "|"
}

// siteCheck checks sites, and fails for an error.
func siteCheck(t testing.TB, c *check.Checker, sites ...check.Site) *check.Report {
	t.Helper()
	r, err := c.Check(context.Background(), sites...)
	if err != nil {
		t.Fatal(err)
	}
	siteSound(t, r)
	return r
}

// siteSound holds what is true of all reports.
func siteSound(t testing.TB, r *check.Report) {
	t.Helper()
	counted := map[check.Severity]int{}
	for i := range r.Findings {
		f := &r.Findings[i]
		counted[f.Severity]++
		switch {
		case f.Page == "" || f.Message == "" || !slices.Contains(check.Rules(), f.Rule):
			t.Errorf("a finding is not complete: %+v", f)
		case (f.Line == 0) != (f.Column == 0) || f.Line < 0 || f.Column < 0:
			t.Errorf("line %d, column %d: %+v", f.Line, f.Column, f)
		case !utf8.ValidString(f.Source + f.Raw + f.URL):
			t.Errorf("no text: %+q, %+q, %+q", f.Source, f.Raw, f.URL)
		case strings.ContainsAny(f.Source, "\n\r"):
			t.Errorf("the source is more than a line: %+q", f.Source)
		}
	}
	s := r.Summary
	if s.Errors != counted[check.Error] || s.Warnings != counted[check.Warning] || s.Infos != counted[check.Info] ||
		r.Broken() != (s.Errors > 0) || s.Internal+s.External+s.Ignored > s.Links {
		t.Errorf("the summary %+v does not fit %d findings", s, len(r.Findings))
	}
}

// siteShort is a finding in short: "page severity rule raw".
func siteShort(f check.Finding) string {
	return fmt.Sprintf("%s %s %s %s", f.Page, f.Severity, f.Rule, f.Raw)
}

func siteShorts(r *check.Report) []string {
	var short []string
	for _, f := range r.Findings {
		short = append(short, siteShort(f))
	}
	return short
}

// siteCompare compares the findings of a report with those that are expected, in their order.
func siteCompare(t *testing.T, r *check.Report, files siteFiles, want []siteWant) {
	t.Helper()
	if len(r.Findings) != len(want) {
		t.Errorf("%d findings, not %d", len(r.Findings), len(want))
	}
	for i, f := range r.Findings {
		if i >= len(want) {
			t.Errorf("unexpected: %+v", f)
			continue
		}
		w := want[i]
		line, column := 0, 0
		if w.n > 0 {
			line, column = files.place(w.page, w.n)
		}
		if f.Page != w.page || f.Severity != w.severity || f.Rule != w.rule || f.Raw != w.raw {
			t.Errorf("finding %d is %q, not %q (%s)", i, siteShort(f),
				siteShort(check.Finding{Page: w.page, Severity: w.severity, Rule: w.rule, Raw: w.raw}), f.Message)
			continue
		}
		if f.Line != line || f.Column != column {
			t.Errorf("%q is at %d:%d, not %d:%d", siteShort(f), f.Line, f.Column, line, column)
		}
		if w.base != "*" && f.Base != w.base || w.url != "*" && f.URL != w.url || !strings.Contains(f.Why, w.why) {
			t.Errorf("%q has the base %q (%s) and leads to %q, not %q (%s), %q", siteShort(f), f.Base, f.Why, f.URL,
				w.base, w.why, w.url)
		}
		for word := range strings.SplitSeq(w.words, "|") {
			if !strings.Contains(f.Message, word) {
				t.Errorf("%q says %q, without %q", siteShort(f), f.Message, word)
			}
		}
	}
}

// siteRoot is the address of sites without one.
const siteRoot = "http://site.invalid/"

// siteRuleCases are sites with what is to be found in them.
var siteRuleCases = []struct {
	name    string
	checker check.Checker
	site    check.Site
	files   siteFiles
	want    []siteWant
}{
	{
		name:  "unresolvable: the host of the reference is none by the rules of HTML5",
		files: siteFiles{"index.html": "<p>\n<a href=\"§http://a_b.example/\">x</a>"},
		want: []siteWant{
			{"index.html", 1, check.Error, check.Unresolvable, "http://a_b.example/", siteRoot + "index.html",
				"document's address", "", "no URL"},
			{"index.html", 1, check.Warning, check.EditionDifference, "http://a_b.example/", siteRoot + "index.html",
				"document's address", "", "living"},
		},
	},
	{
		name:    "unresolvable: today's rules have another reason",
		checker: check.Checker{Edition: resolve.Living},
		files:   siteFiles{"index.html": "<a href='§https://exa mple.org/'>x</a>"},
		want: []siteWant{{"index.html", 1, check.Error, check.Unresolvable, "https://exa mple.org/", siteRoot + "index.html",
			"document's address", "", "no URL|host"}},
	},
	{
		name: "target-missing: in an attribute, a character reference, a list of candidates, a refresh and a style sheet",
		files: siteFiles{"dir/a.html": "<!doctype html>\r\n<meta http-equiv=refresh content='5; url=§gone.html'>\r\n" +
			"<a href=§../n&ouml;.html>ö</a>é<img srcset='b.png 1x, §c.png 2x'>\r<style>p { background: url(§d\\.png) }" +
			"</style>\n" +
			"<p style='background: url(\"§e.png\")'>", "dir/b.png": ""},
		want: []siteWant{
			{"dir/a.html", 1, check.Error, check.TargetMissing, "gone.html", siteRoot + "dir/a.html", "document's address",
				siteRoot + "dir/gone.html", "dir/gone.html"},
			{"dir/a.html", 2, check.Error, check.TargetMissing, "../nö.html", siteRoot + "dir/a.html", "document's address",
				siteRoot + "n%C3%B6.html", "nö.html"},
			{"dir/a.html", 3, check.Error, check.TargetMissing, "c.png", siteRoot + "dir/a.html", "document's address",
				siteRoot + "dir/c.png", "dir/c.png"},
			{"dir/a.html", 4, check.Error, check.TargetMissing, "d.png", siteRoot + "dir/a.html", "document's address",
				siteRoot + "dir/d.png", "dir/d.png"},
			{"dir/a.html", 5, check.Error, check.TargetMissing, "e.png", siteRoot + "dir/a.html", "document's address",
				siteRoot + "dir/e.png", "dir/e.png"},
		},
	},
	{
		name:  "target-missing: relative to the base element, with the name of the site",
		site:  check.Site{Name: "public", Address: "https://example.com/docs"},
		files: siteFiles{"a.html": "<base href=/docs/sub/><a href='§b.html?q#f'>x</a>", "b.html": ""},
		want: []siteWant{{"public/a.html", 1, check.Error, check.TargetMissing, "b.html?q#f", "https://example.com/docs/sub/",
			"base element", "https://example.com/docs/sub/b.html?q#f", "sub"}},
	},
	{
		name:  "index-missing",
		files: siteFiles{"index.html": "<a href='§dir/'>x</a>", "dir/a.html": ""},
		want: []siteWant{{"index.html", 1, check.Error, check.IndexMissing, "dir/", siteRoot + "index.html",
			"document's address", siteRoot + "dir/", "dir|index.html"}},
	},
	{
		name: "fragment-missing: in the page itself, in another one, in a drawing; IDs, names and the top are targets",
		files: siteFiles{"a.html": "<a href='§#x'></a><a href=#top></a><a href='#'></a><a href=#A></a><i id=A></i>\n" +
			"<a href='b.html#b'></a><a href='§b.html#c'></a><a href=b.html#n%C3%B6></a>\n" +
			"<svg><use href='c.svg#d'/><use href='§c.svg#e'/></svg><img src='c.svg#svgView(viewBox(0,0,1,1))'>",
			"b.html": "<meta charset=utf-8><i id=b></i><i id=nö></i>",
			"c.svg":  "<svg xmlns='http://www.w3.org/2000/svg'><g id='d'/></svg>"},
		want: []siteWant{
			{"a.html", 1, check.Error, check.FragmentMissing, "#x", siteRoot + "a.html", "document's address",
				siteRoot + "a.html#x", "a.html|\"x\""},
			{"a.html", 2, check.Error, check.FragmentMissing, "b.html#c", siteRoot + "a.html", "document's address",
				siteRoot + "b.html#c", "b.html|\"c\""},
			{"a.html", 3, check.Error, check.FragmentMissing, "c.svg#e", siteRoot + "a.html", "document's address",
				siteRoot + "c.svg#e", "c.svg|\"e\""},
		},
	},
	{
		name: "data-invalid: without a comma there is no data",
		files: siteFiles{"a.html": "<img src='§data:image/png;base64'><img src='data:,'><img src='data:image/png" +
			";base64,AA=='>"},
		want: []siteWant{{"a.html", 1, check.Error, check.DataInvalid, "data:image/png;base64", "*", "",
			"data:image/png;base64", "data"}},
	},
	{
		name:    "local-file",
		checker: check.Checker{Compare: []resolve.Edition{}},
		files:   siteFiles{"a.html": "<a href='§file:///C:/x.html'>x</a>"},
		want: []siteWant{{"a.html", 1, check.Error, check.LocalFile, "file:///C:/x.html", "*", "", "file:///C:/x.html",
			"computer"}},
	},
	{
		name: "mixed-content: scripts are blocked, images upgraded, links are fine",
		site: check.Site{Address: "https://example.com/"},
		files: siteFiles{"a.html": "<a href=http://other.example/></a><script src='§http://other.example/a.js'></script>\n" +
			"<img src='§http://other.example/a.png'><img src='http://127.0.0.1/a.png'>"},
		want: []siteWant{
			{"a.html", 1, check.Error, check.MixedContent, "http://other.example/a.js", "*", "", "http://other.example/a.js",
				"https:"},
			{"a.html", 2, check.Warning, check.MixedContent, "http://other.example/a.png", "*", "",
				"http://other.example/a.png", "https:"},
		},
	},
	{
		name:  "page-unreadable: XML that is not well-formed",
		files: siteFiles{"a.xhtml": "<html xmlns='http://www.w3.org/1999/xhtml'><p></html>"},
		want:  []siteWant{{"a.xhtml", 0, check.Error, check.PageUnreadable, "", "", "", siteRoot + "a.xhtml", "line 1"}},
	},
	{
		name: "edition-difference: a query with what windows-1252 does not have; the older text writes a question mark",
		files: siteFiles{"a.html": "windows-1252:<meta charset=windows-1252><p>é<a href='§?q=&#9731;'>x</a><a" +
			" href='?q=é'>y</a>"},
		want: []siteWant{{"a.html", 1, check.Warning, check.EditionDifference, "?q=☃", siteRoot + "a.html",
			"document's address", siteRoot + "a.html?q=?", "html5|living|%26%239731%3B"}},
	},
	{
		name:    "backslash, by today's rules",
		checker: check.Checker{Edition: resolve.Living, Compare: []resolve.Edition{}},
		files:   siteFiles{"index.html": "<a href='§dir\\b.html'>x</a>", "dir/b.html": ""},
		want: []siteWant{{"index.html", 1, check.Warning, check.Backslash, "dir\\b.html", siteRoot + "index.html",
			"document's address", siteRoot + "dir/b.html", "backslash"}},
	},
	{
		name: "white-space",
		files: siteFiles{"index.html": "<a href='§ my page.html '>x</a><a href=' my%20page.html '>x</a>",
			"my page.html": ""},
		want: []siteWant{{"index.html", 1, check.Warning, check.WhiteSpace, " my page.html ", siteRoot + "index.html",
			"document's address", siteRoot + "my%20page.html", "white space"}},
	},
	{
		name:    "missing-slashes, by today's rules",
		checker: check.Checker{Edition: resolve.Living, Compare: []resolve.Edition{}},
		site:    check.Site{Address: "https://example.com/"},
		files:   siteFiles{"index.html": "<a href='§https:b.html'>x</a><a href='§https:/gone.html'>x</a>", "b.html": ""},
		want: []siteWant{
			{"index.html", 1, check.Warning, check.MissingSlashes, "https:b.html", "https://example.com/index.html",
				"document's address", "https://example.com/b.html", "slashes"},
			{"index.html", 2, check.Error, check.TargetMissing, "https:/gone.html", "https://example.com/index.html",
				"document's address", "https://example.com/gone.html", "gone.html"},
			{"index.html", 2, check.Warning, check.MissingSlashes, "https:/gone.html", "https://example.com/index.html",
				"document's address", "https://example.com/gone.html", "slashes"},
		},
	},
	{
		name:  "empty-segment",
		files: siteFiles{"index.html": "<a href='§dir//b.html'>x</a>", "dir/b.html": ""},
		want: []siteWant{{"index.html", 1, check.Warning, check.EmptySegment, "dir//b.html", siteRoot + "index.html",
			"document's address", siteRoot + "dir//b.html", "//"}},
	},
	{
		name:  "empty-reference: nothing is fetched for an image, but a link leads to the page itself",
		files: siteFiles{"index.html": "<a href=''>x</a><img src='§'>"},
		want: []siteWant{{"index.html", 1, check.Warning, check.EmptyReference, "", siteRoot + "index.html", "",
			"*", "empty"}},
	},
	{
		name: "second-base, also after the first one has its say",
		files: siteFiles{"index.html": "<base href='dir/'><base href='§other/'><base target=_top><a href=b.html>x</a>",
			"dir/b.html": ""},
		want: []siteWant{{"index.html", 1, check.Warning, check.SecondBase, "other/", siteRoot + "index.html", "", "*",
			"earlier"}},
	},
	{
		name: "late-base: what stands before it is relative to it nevertheless",
		files: siteFiles{"index.html": "<link rel=stylesheet href=a.css><base href='§dir/'><a href=b.html>x</a>",
			"dir/b.html": "", "dir/a.css": ""},
		want: []siteWant{{"index.html", 1, check.Warning, check.LateBase, "dir/", siteRoot + "index.html", "", siteRoot +
			"dir/",
			"before"}},
	},
	{
		name:  "base-without-effect: SVG has no base elements",
		files: siteFiles{"index.html": "<body><svg><base href='§dir/'></base></svg><a href=b.html>x</a>", "b.html": ""},
		want: []siteWant{{"index.html", 1, check.Warning, check.BaseWithoutEffect, "dir/", siteRoot + "index.html", "", "*",
			"base"}},
	},
	{
		name:    "base-without-effect: today data: is no base",
		checker: check.Checker{Edition: resolve.Living, Compare: []resolve.Edition{}},
		files:   siteFiles{"index.html": "<base href='§data:,x'><a href=b.html>x</a>", "b.html": ""},
		want: []siteWant{{"index.html", 1, check.Warning, check.BaseWithoutEffect, "data:,x", siteRoot + "index.html", "",
			"*",
			"data:"}},
	},
	{
		name: "outside-site",
		site: check.Site{Address: "https://u.github.io/project/"},
		files: siteFiles{"index.html": "<a href='§/img/a.png'>x</a><a href=/project/a.png>y</a><a href='§../other/'>z</a>" +
			"<a href=https://w.github.io/>w</a>", "a.png": ""},
		want: []siteWant{
			{"index.html", 1, check.Warning, check.OutsideSite, "/img/a.png", "https://u.github.io/project/index.html",
				"document's address", "https://u.github.io/img/a.png", "below"},
			{"index.html", 2, check.Warning, check.OutsideSite, "../other/", "https://u.github.io/project/index.html",
				"document's address", "https://u.github.io/other/", "below"},
		},
	},
	{
		name:    "text-missing: the page does not have the text",
		checker: check.Checker{Edition: resolve.Living, Compare: []resolve.Edition{}},
		files: siteFiles{"index.html": "<a href='b.html#:~:text=hello'>x</a><a href='§b.html#:~:text=goodbye'>y</a>",
			"b.html": "<p>Hello, world"},
		want: []siteWant{{"index.html", 1, check.Warning, check.TextMissing, "b.html#:~:text=goodbye", siteRoot +
			"index.html",
			"document's address", siteRoot + "b.html#:~:text=goodbye", "goodbye"}},
	},
	{
		name:    "orphan",
		checker: check.Checker{Files: check.Files{Orphans: true}},
		files: siteFiles{"index.html": "<a href=b.html>x</a>", "b.html": "", "c.html": "<a href=c.html>self</a>",
			"d.png": ""},
		want: []siteWant{
			{"d.png", 0, check.Warning, check.Orphan, "", "", "", "", "nothing"},
			{"c.html", 0, check.Warning, check.Orphan, "", "", "", "", "nothing"},
		},
	},
	{
		name:  "redirected: the URL of a folder without its slash",
		files: siteFiles{"index.html": "<a href='§dir'>x</a>", "dir/index.html": ""},
		want: []siteWant{{"index.html", 1, check.Info, check.Redirected, "dir", siteRoot + "index.html", "document's address",
			siteRoot + "dir", "slash"}},
	},
	{
		name: "frames: the place is that of the outermost srcdoc attribute, the base that of the page",
		files: siteFiles{"index.html": "<base href=dir/>\n<iframe srcdoc=\"§<a href='gone.html'>x</a>\n" +
			"<iframe srcdoc=&quot;&lt;a href=deep.html&gt;&quot;></iframe>\"></iframe>", "dir/x": ""},
		want: []siteWant{
			{"index.html", 1, check.Error, check.TargetMissing, "deep.html", siteRoot + "dir/", "",
				siteRoot + "dir/deep.html", "deep.html"},
			{"index.html", 1, check.Error, check.TargetMissing, "gone.html", siteRoot + "dir/", "",
				siteRoot + "dir/gone.html", "gone.html"},
		},
	},
	{
		name: "style sheets: relative to their own address, escapes of CSS undone",
		files: siteFiles{"index.html": "<meta charset=utf-8><link rel=stylesheet href=css/a.css>",
			"css/a.css": "/* ö */ @import '§b.css';\n@import url(c.css);\r\np { background: url( §\\64.png ) } q { src:" +
				" url(\"e.png\") }",
			"css/c.css": "\f@font-face { src: url(§f.woff) }", "css/e.png": ""},
		want: []siteWant{
			{"css/a.css", 1, check.Error, check.TargetMissing, "b.css", siteRoot + "css/a.css", "address",
				siteRoot + "css/b.css", "css/b.css"},
			{"css/a.css", 2, check.Error, check.TargetMissing, "d.png", siteRoot + "css/a.css", "address",
				siteRoot + "css/d.png", "css/d.png"},
			{"css/c.css", 1, check.Error, check.TargetMissing, "f.woff", siteRoot + "css/c.css", "address",
				siteRoot + "css/f.woff", "css/f.woff"},
		},
	},
	{
		name: "drawings are pages, with xlink:href and xml:base",
		files: siteFiles{"a.svg": "<svg xmlns='http://www.w3.org/2000/svg' xmlns:xlink='http://www.w3.org/1999/xlink'>\n" +
			"<a xlink:href='§b.html'/><image href='c.png'/><g xml:base='dir/'><a xlink:href='§d.html'/></g></svg>",
			"c.png": "", "dir/d.html": "", "d.html": ""},
		want: []siteWant{
			{"a.svg", 1, check.Error, check.TargetMissing, "b.html", siteRoot + "a.svg", "document's address", siteRoot +
				"b.html",
				"b.html"},
			{"a.svg", 2, check.Warning, check.EditionDifference, "d.html", siteRoot + "dir/", "xml:base", siteRoot +
				"dir/d.html",
				"living"},
		},
	},
	{
		name: "XHTML: base counts only in its namespace, entities of HTML are known",
		files: siteFiles{"a.xhtml": "<!DOCTYPE html PUBLIC '-//W3C//DTD XHTML 1.0 Strict//EN' ''>\n" +
			"<html xmlns='http://www.w3.org/1999/xhtml'><head><title/></head><body><p>&nbsp;<a href='§&ouml;.html'/></p>" +
			"</body></html>",
			"b.html": ""},
		want: []siteWant{{"a.xhtml", 1, check.Error, check.TargetMissing, "ö.html", siteRoot + "a.xhtml",
			"document's address",
			siteRoot + "%C3%B6.html", "ö.html"}},
	},
	{
		name: "windows-1252: columns are characters, paths are UTF-8 and queries are windows-1252",
		files: siteFiles{"a.html": "windows-1252:<meta charset=windows-1252><p>ééé€<a href='§ö.html?q=ö'>x</a>",
			"b.html": ""},
		want: []siteWant{{"a.html", 1, check.Error, check.TargetMissing, "ö.html?q=ö", siteRoot + "a.html",
			"document's address",
			siteRoot + "%C3%B6.html?q=%F6", "ö.html"}},
	},
	{
		name: "UTF-16 and Shift_JIS: columns are characters; one beyond the basic plane is one",
		files: siteFiles{"a.html": "utf-16:<p>𝒳é\n<b>𝒳</b><a href='§gone.html'>x</a>",
			"b.html": "shift_jis:<meta charset=shift_jis>\n日本語ｱ<a href='§gone.html'>x</a>",
			"c.html": "bom:<a href='§gone.html'>x</a>"},
		want: []siteWant{
			{"a.html", 1, check.Error, check.TargetMissing, "gone.html", siteRoot + "a.html", "", siteRoot + "gone.html", ""},
			{"b.html", 1, check.Error, check.TargetMissing, "gone.html", siteRoot + "b.html", "", siteRoot + "gone.html", ""},
			{"c.html", 1, check.Error, check.TargetMissing, "gone.html", siteRoot + "c.html", "", siteRoot + "gone.html", ""},
		},
	},
	{
		name:    "files that hold nothing, and pages without any markup",
		checker: check.Checker{Files: check.Files{Orphans: true}},
		files: siteFiles{"index.html": "", "a.htm": "text <a href=§gone>", "404.html": "<a href=/index.html>",
			"favicon.ico": ""},
		want: []siteWant{
			{"a.htm", 0, check.Warning, check.Orphan, "", "", "", "", ""},
			{"a.htm", 1, check.Error, check.TargetMissing, "gone", siteRoot + "a.htm", "document's address", siteRoot + "gone",
				"gone"},
		},
	},
}

// TestFindings holds the findings of small sites: each in its place, with its base, the reason for it, and its URL.
func TestFindings(t *testing.T) {
	const wantCases = 31
	if len(siteRuleCases) != wantCases {
		t.Fatalf("%d cases, not %d", len(siteRuleCases), wantCases)
	}
	for _, c := range siteRuleCases {
		t.Run(c.name, func(t *testing.T) {
			site := c.site
			site.FS = c.files.fs()
			r := siteCheck(t, &c.checker, site)
			files := siteFiles{}
			for name, text := range c.files {
				if site.Name != "" {
					name = site.Name + "/" + name
				}
				files[name] = text
			}
			siteCompare(t, r, files, c.want)
		})
	}
}

// TestRules holds that each rule has an explanation, that there is none for others, and that these tests know all.
func TestRules(t *testing.T) {
	rules := check.Rules()
	const wantRules = 26
	if len(rules) != wantRules {
		t.Errorf("%d rules, not %d", len(rules), wantRules)
	}
	known := map[check.Rule]bool{}
	for _, rule := range rules {
		if known[rule] {
			t.Errorf("%s is there twice", rule)
		}
		known[rule] = true
		if text := rule.Explanation(); text == "" || strings.HasSuffix(text, ".") {
			t.Errorf("%s is explained by %q", rule, text)
		}
	}
	for _, rule := range []check.Rule{"", "Orphan", "no-rule"} {
		if rule.Explanation() != "" {
			t.Errorf("%q has an explanation", rule)
		}
	}
	// Those that need servers or links of a file system are found in other tests.
	elsewhere := []check.Rule{check.TargetStatus, check.TargetUnreachable, check.TargetUnreadable, check.SymlinkLoop,
		check.NotChecked}
	for _, c := range siteRuleCases {
		for _, w := range c.want {
			delete(known, w.rule)
		}
	}
	for _, rule := range elsewhere {
		delete(known, rule)
	}
	if len(known) > 0 {
		t.Errorf("no case has %v", known)
	}
}

// TestNothingToFind holds that nothing is said of what is fine.
func TestNothingToFind(t *testing.T) {
	lines := []string{
		"<!doctype html><meta charset=utf-8><base target=_blank><p id=own>", "<iframe src=''></iframe>",
		"<iframe src=about:blank></iframe>",
		"<a href='javascript:void(0)'>", "<a href='mailto:a@b.example?subject=a b'>", "<a href='tel:+1 555 123'>",
		"<a href='x.pdf#page=3'>",
		"<video src='v.mp4#t=10,20' poster='a.png'></video>", "<img src='data:image/gif;base64,R0lGODlhAQABAAAAACw='>",
		"<img src='data:image/svg+xml,%3Csvg xmlns=\"http://www.w3.org/2000/svg\"/%3E'>",
		"<link rel=preconnect href=https://fonts.gstatic.com>", "<link rel=dns-prefetch href=//fonts.gstatic.com>",
		"<link rel=canonical href=https://elsewhere.example/>", "<meta http-equiv=refresh content=30>", "<a href=''>",
		"<a href='#'>", "<a href='#top'>",
		"<a href='#own'>", "<svg><use href='#own'/></svg>",
		"<style>p { fill: url(#own); src: url('x.pdf?#iefix') } @namespace url(http://n.example/);</style>",
		"<p style='background: none'>", "<template><a href=gone></template>", "<!-- <a href=gone> -->",
		"<noscript><img src=gone></noscript>",
		"<script>document.write('<a href=gone>')</script>", "<img srcset='a.png 1x, a.png 2x' src=a.png>",
		"<div itemscope itemtype='https://schema.org/Person'>",
		"<script type=importmap>{\"imports\": {\"a/\": \"/js/\", \"b\": \"/js/b.js\"}}</script>",
		"<a href=b.html#:~:text=Hello>", "<a href='b.html#x:~:text=Hello'>",
		"<a href='  b.html\n'>", "<a href='b.html?a=1&amp;b=2'>", "<a href='b.html?a=1&b=2'>", "<a href='b.html#X%20Y'>",
		"<a href=s.svg#xywh=1,2,3,4>",
		"<object data=x.pdf type=application/pdf></object>", "<a href='blob:http://site.invalid/1'>",
		"<a href='x.txt#anything'>",
	}
	const wantLines = 38
	if len(lines) != wantLines {
		t.Errorf("%d lines, not %d", len(lines), wantLines)
	}
	files := siteFiles{"index.html": strings.Join(lines, "\n"), "b.html": "<p id=x>Hello<p id='X Y'>", "a.png": "",
		"v.mp4": "", "x.pdf": "", "x.txt": "",
		"js/b.js": "", "s.svg": "<svg xmlns='http://www.w3.org/2000/svg'/>", "\u8868.html": "",
		"trap.html": "shift_jis:<meta charset=shift_jis><a href=\u8868.html></a><a href='\u8868.html?q'></a>"}
	for _, edition := range []resolve.Edition{resolve.HTML5, resolve.Living} {
		r := siteCheck(t, &check.Checker{Edition: edition}, check.Site{FS: files.fs()})
		for _, f := range r.Findings {
			t.Errorf("%v: %s:%d: %q: %s", edition, f.Page, f.Line, siteShort(f), f.Message)
		}
	}
}

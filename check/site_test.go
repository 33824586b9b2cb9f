package check_test

import (
	"fmt"
	"html"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"testing/fstest"

	"htmlurl/check"
	"htmlurl/resolve"
)

// siteRef is a reference and what is found for it: rules separated by spaces, "" for none, and words of the messages.
type siteRef struct{ raw, rules, words string }

// sitePage writes a page with a reference on each line.
func sitePage(refs []siteRef) string {
	var b strings.Builder
	for _, ref := range refs {
		fmt.Fprintf(&b, "<a href=\"%s\">x</a>\n", html.EscapeString(ref.raw))
	}
	return b.String()
}

// siteCompareRefs compares the findings in a page that sitePage wrote with those that are expected.
func siteCompareRefs(t *testing.T, r *check.Report, page string, refs []siteRef) {
	t.Helper()
	rules, messages := make([][]string, len(refs)+1), make([]string, len(refs)+1)
	for _, f := range r.Findings {
		if f.Page != page || f.Line == 0 || f.Line > len(refs) {
			t.Errorf("unexpected: %q (%s)", siteShort(f), f.Message)
			continue
		}
		rules[f.Line] = append(rules[f.Line], string(f.Rule))
		messages[f.Line] += f.Message + "\n"
	}
	for i, ref := range refs {
		if got := strings.Join(rules[i+1], " "); got != ref.rules {
			t.Errorf("%q is %q, not %q: %s", ref.raw, got, ref.rules, messages[i+1])
			continue
		}
		for word := range strings.SplitSeq(ref.words, "|") {
			if !strings.Contains(messages[i+1], word) {
				t.Errorf("%q is said to be %q, without %q", ref.raw, messages[i+1], word)
			}
		}
	}
}

// siteRefCases are sites with the references of one of their pages.
var siteRefCases = []struct {
	name    string
	checker check.Checker
	address string
	page    string
	files   []string // that are empty
	refs    []siteRef
}{
	{
		name: "index files, folders and files",
		page: "a.html", files: []string{"dir/index.html", "old/index.htm", "both/index.html", "both/index.htm", "none/x.png",
			"page.html/index.html", "upper/INDEX.HTML", "file.txt"},
		refs: []siteRef{
			{"dir/", "", ""}, {"dir", "redirected", "slash"}, {"dir/index.html", "", ""}, {"dir/?q#", "", ""},
			{"dir?q", "redirected", ""}, {"old/", "", ""}, {"both/", "", ""}, {"none/", "index-missing", "none|index.html"},
			{"none", "index-missing", "none"}, {"none/x.png", "", ""}, {"page.html", "redirected", "slash"},
			{"page.html/", "", ""}, {"upper/", "index-missing", ""}, {"/", "index-missing", ""}, {"./", "index-missing", ""},
			{"a.html/", "target-missing", "a.html"}, {"file.txt/", "target-missing", "file"},
			{"file.txt/x", "target-missing", "file"}, {"dir/index.html/", "target-missing", ""},
			{"nowhere/dir/x", "target-missing", "nowhere"}, {"?q", "", ""}, {"a.html?q", "", ""},
		},
	},
	{
		name:    "other index files, in order",
		checker: check.Checker{Files: check.Files{Index: []string{"home.htm", "index.php"}}},
		page:    "home.htm", files: []string{"dir/index.html", "php/index.php", "two/index.php", "two/home.htm"},
		refs: []siteRef{{"/", "", ""}, {"dir/", "index-missing", "home.htm"}, {"php/", "", ""}, {"two/", "", ""},
			{"php", "redirected", ""}},
	},
	{
		name:    "no index files at all",
		checker: check.Checker{Files: check.Files{Index: []string{}}},
		page:    "index.html",
		refs:    []siteRef{{"/", "index-missing", ""}, {"index.html", "", ""}},
	},
	{
		name:    "fallbacks, in order, after files and folders",
		checker: check.Checker{Files: check.Files{Fallbacks: []string{".html", ".md"}}},
		page:    "index.html", files: []string{"about.html", "dir/index.html", "dir.html", "text.md", "both.md", "both.html",
			"file", "file.html", "a.b.html"},
		refs: []siteRef{{"about", "", ""}, {"about?q", "", ""}, {"dir", "redirected", ""}, {"text", "", ""}, {"both", "", ""},
			{"file", "", ""}, {"about/", "target-missing", ""}, {"none", "target-missing", ""}, {"a.b", "", ""},
			{"dir/index", "", ""}},
	},
	{
		name: "what is there under a similar name",
		page: "index.html", files: []string{"Page.html", "about.html", "old.htm", "u\u0308.html", "\u00e9.html", "Dir/x.html",
			"STRASSE.html"},
		refs: []siteRef{{"page.html", "target-missing", "Page.html|case"}, {"about", "target-missing", "about.html"},
			{"old", "target-missing", "old.htm"}, {"%C3%BC.html", "target-missing", "code points"},
			{"e%CC%81.html", "target-missing", "code points"}, {"%C3%A9.html", "", ""}, {"u%CC%88.html", "", ""},
			{"dir/x.html", "target-missing", "Dir|case"}, {"ABOUT.html", "target-missing", "about.html|case"},
			{"nothing.html", "target-missing", "nothing.html"}, {"Dir/X.html", "target-missing", "x.html|case"}},
	},
	{
		name:    "percent-encoded names",
		checker: check.Checker{Compare: []resolve.Edition{}},
		page:    "index.html", files: []string{"a b.html", "100%.html", "what?.html", "c#.html", "\u00e9.html",
			"%41.html", "a+b.html",
			"a&b.html", "\U0001F600.html", "semi;colon", "co:lon/x", "tilde~", "back\\slash", "quote\".html"},
		refs: []siteRef{
			{"a%20b.html", "", ""}, {"a b.html", "white-space", ""}, {"100%25.html", "", ""}, {"what%3F.html", "", ""},
			{"what%3f.html", "", ""}, {"what?.html", "target-missing", "what"}, {"c%23.html", "", ""},
			{"c#.html", "target-missing", "c"},
			{"%C3%A9.html", "", ""}, {"%c3%a9.html", "", ""}, {"é.html", "", ""}, {"%E9.html", "target-missing", ""},
			{"A.html", "target-missing", ""}, {"%41.html", "target-missing", ""}, {"%2541.html", "", ""}, {"a+b.html", "", ""},
			{"a%2Bb.html", "", ""}, {"a%2bb.html", "", ""}, {"a&b.html", "", ""}, {"😀.html", "", ""},
			{"%F0%9F%98%80.html", "", ""},
			{"semi;colon", "", ""}, {"./co:lon/x", "", ""}, {"/co:lon/x", "", ""}, {"%7Ehome", "target-missing", ""},
			{"tilde%7E", "", ""},
			{"back%5Cslash", "", ""}, {"quote%22.html", "", ""}, {"a%00b", "target-missing", ""},
			{"dir%2Fx", "target-missing", "dir/x"},
			{"%2E%2E%2Fx", "target-missing", ""}, {"%", "target-missing", ""}, {"%zz", "target-missing", "%zz"},
			{"100%.html", "", ""},
		},
	},
	{
		name: "dot segments and double slashes",
		page: "dir/a.html", files: []string{"b.html", "dir/index.html", "dir/c.html", "index.html", "x/index.html", "...",
			"..x"},
		refs: []siteRef{
			{"../b.html", "", ""}, {"../../../b.html", "", ""}, {"./c.html", "", ""}, {".", "", ""}, {"..", "", ""},
			{"./", "", ""},
			{"../", "", ""}, {"../dir", "redirected", ""}, {"/dir/../b.html", "", ""}, {"x/../c.html", "", ""},
			{siteRoot + "dir/../b.html", "", ""}, {"/..x", "", ""}, {"/...", "", ""},
			{"/dir//c.html", "empty-segment", ""}, {"..//b.html", "empty-segment", ""},
			{siteRoot + "/b.html", "empty-segment", ""},
			{"/dir//", "empty-segment", ""}, {"/dir//gone.html", "target-missing", ""},
			{"/x//index.html#top", "empty-segment", ""},
		},
	},
	{
		name:    "dot segments in disguise, which browsers take for dots",
		checker: check.Checker{Edition: resolve.Living, Compare: []resolve.Edition{}},
		page:    "dir/a.html", files: []string{"b.html", "dir/c.html"},
		refs: []siteRef{{"%2e%2e/b.html", "", ""}, {"%2E./b.html", "", ""}, {"%2e/c.html", "", ""}},
	},
	{
		name:    "full URLs in several spellings",
		checker: check.Checker{Compare: []resolve.Edition{}},
		address: "https://b\u00fccher.example/shop/",
		page:    "index.html", files: []string{"a.html", "\u00e9.html"},
		refs: []siteRef{
			{"https://bücher.example/shop/a.html", "", ""}, {"https://xn--bcher-kva.example/shop/a.html", "", ""},
			{"HTTPS://XN--BCHER-KVA.EXAMPLE/shop/a.html", "", ""}, {"https://B\u00dcCHER.example/shop/a.html", "", ""},
			{"http://bücher.example/shop/a.html", "", ""}, {"https://bücher.example:443/shop/a.html", "", ""},
			{"http://bücher.example:80/shop/a.html", "", ""}, {"//bücher.example/shop/a.html", "", ""},
			{"https://b%C3%BCcher.example/shop/a.html", "", ""}, {"https://user@bücher.example/shop/a.html", "", ""},
			{"https://bücher.example/shop/%c3%a9.html", "", ""}, {"https://bücher.example/shop/é.html", "", ""},
			{"https://bücher.example/shop/gone.html", "target-missing", "gone.html"},
			{"http://xn--bcher-kva.example/shop/gone.html", "target-missing", "gone.html"},
			{"https://bücher.example/shop/../shop/a.html", "", ""}, {"https://bücher.example/shop/", "", ""},
			{"https://bücher.example:8443/shop/gone.html", "", ""}, {"https://other.example/shop/gone.html", "", ""},
			{"https://bücher.example/other", "outside-site", ""}, {"https://bücher.example/", "outside-site", ""},
			{"https://bücher.example", "outside-site", ""}, {"https://bücher.example/shopping/a.html", "outside-site", ""},
			{"https://bücher.example/shop/../a.html", "outside-site", ""},
			{"ftp://bücher.example/shop/gone.html", "", ""}, {"mailto:x@bücher.example", "", ""},
		},
	},
	{
		name:    "the folder of the site without its slash is redirected, like all folders",
		address: "https://u.github.io/project/",
		page:    "index.html",
		refs: []siteRef{{"/project/", "", ""}, {"/project", "redirected", "slash"},
			{"https://u.github.io/project", "redirected", "slash"}},
	},
}

// TestReferences holds what is found for references to the files of a site, and what is not.
func TestReferences(t *testing.T) {
	const wantCases, wantRefs = 10, 134
	refs := 0
	for _, c := range siteRefCases {
		refs += len(c.refs)
		t.Run(c.name, func(t *testing.T) {
			disk := fstest.MapFS{c.page: &fstest.MapFile{Data: []byte("<meta charset=utf-8>" + sitePage(c.refs))}}
			for _, name := range c.files {
				disk[name] = &fstest.MapFile{}
			}
			checker := c.checker
			if checker.Compare == nil && checker.Edition == resolve.HTML5 {
				checker.Compare = []resolve.Edition{}
			}
			r := siteCheck(t, &checker, check.Site{FS: disk, Address: c.address})
			siteCompareRefs(t, r, c.page, c.refs)
			if r.Summary.Links != len(c.refs) {
				t.Errorf("%d links, not %d", r.Summary.Links, len(c.refs))
			}
		})
	}
	if len(siteRefCases) != wantCases || refs != wantRefs {
		t.Errorf("%d cases with %d references, not %d with %d", len(siteRefCases), refs, wantCases, wantRefs)
	}
}

// TestReferencesOnDisk holds that a real folder gives what fstest.MapFS gives, also where the disk folds letter case.
func TestReferencesOnDisk(t *testing.T) {
	compared := 0
	for _, c := range siteRefCases {
		t.Run(c.name, func(t *testing.T) {
			disk := fstest.MapFS{c.page: &fstest.MapFile{Data: []byte("<meta charset=utf-8>" + sitePage(c.refs)), Mode: 0o644}}
			for _, name := range c.files {
				disk[name] = &fstest.MapFile{Mode: 0o644}
			}
			dir := t.TempDir()
			if err := os.CopyFS(dir, disk); err != nil {
				t.Skip("the disk does not take the names: ", err)
			}
			site := check.Site{FS: disk, Address: c.address}
			inMemory := siteCheck(t, &c.checker, site)
			site.FS = os.DirFS(dir)
			onDisk := siteCheck(t, &c.checker, site)
			if !slices.Equal(siteShorts(inMemory), siteShorts(onDisk)) {
				t.Errorf("%q on disk, %q in memory", siteShorts(onDisk), siteShorts(inMemory))
			}
			compared++
		})
	}
	if compared == 0 {
		t.Error("nothing was compared")
	}
}

// TestAddresses holds which addresses are refused.
func TestAddresses(t *testing.T) {
	for address, isFine := range map[string]bool{
		"": true, "http://a": true, "https://a.example/b": true, "HTTP://A/": true, "https://a/b?q#f": true,
		"http://[::1]:80/": true,
		"a":                false, "/a": false, "//a/": false, "ftp://a/": false, "file:///a": false, "http://": false,
		"http://a b/": false,
		"mailto:a":    false, "http://a:99999/": false, "about:blank": false,
	} {
		_, err := new(check.Checker).Check(t.Context(), check.Site{FS: fstest.MapFS{}, Address: address})
		if (err == nil) != isFine {
			t.Errorf("%q: %v", address, err)
		}
	}
	if _, err := new(check.Checker).Check(t.Context(), check.Site{FS: os.DirFS(filepath.Join(t.TempDir(),
		"none"))}); err == nil {
		t.Error("a folder that is not there is no error")
	}
	r := siteCheck(t, new(check.Checker))
	if len(r.Findings) != 0 || r.Findings == nil {
		t.Errorf("no sites have the findings %#v", r.Findings)
	}
}

// TestSites holds that references from one site on disk to another are internal, and are looked for there.
func TestSites(t *testing.T) {
	main := siteFiles{"index.html": "<a href='https://docs.example/a.html#x'></a>\n<a" +
		" href='https://docs.example/gone.html'></a>" +
		"\n<a href='https://docs.example/a.html#gone'></a>\n<a href='https://main.example/'></a>\n<a" +
		" href='https://else.example/'></a>"}
	docs := siteFiles{"a.html": "<i id=x></i><a href='http://main.example/gone.html'></a>"}
	r := siteCheck(t, new(check.Checker), check.Site{FS: main.fs(), Name: "main", Address: "https://main.example/"},
		check.Site{FS: docs.fs(), Name: "docs", Address: "https://docs.example/"})
	want := []string{
		"main/index.html error target-missing https://docs.example/gone.html",
		"main/index.html error fragment-missing https://docs.example/a.html#gone",
		"docs/a.html error target-missing http://main.example/gone.html",
	}
	if got := siteShorts(r); !slices.Equal(got, want) {
		t.Errorf("%q, not %q", got, want)
	}
	if s := r.Summary; s.Pages != 2 || s.Links != 6 || s.Internal != 5 || s.External != 1 {
		t.Errorf("%+v", s)
	}
}

// TestNestedSites holds that of two sites on one server that with the longer address has a URL.
func TestNestedSites(t *testing.T) {
	outer := siteFiles{"index.html": "<a href='/docs/a.html'></a><a href='/docs/gone.html'></a><a href='/b.html'></a>",
		"b.html": ""}
	inner := siteFiles{"a.html": "<a href='../b.html'></a><a href=../gone.html></a>"}
	for _, isReversed := range []bool{false, true} {
		sites := []check.Site{{FS: outer.fs(), Name: "outer", Address: "https://e.example/"},
			{FS: inner.fs(), Name: "inner", Address: "https://e.example/docs/"}}
		if isReversed {
			slices.Reverse(sites)
		}
		got := siteShorts(siteCheck(t, new(check.Checker), sites...))
		slices.Sort(got)
		want := []string{"inner/a.html error target-missing ../gone.html",
			"outer/index.html error target-missing /docs/gone.html"}
		if !slices.Equal(got, want) {
			t.Errorf("%q, not %q", got, want)
		}
	}
}

// siteDir makes a folder: names that end with a slash are folders, contents that begin with "->" symbolic links.
func siteDir(t testing.TB, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for _, name := range slices.Sorted(maps.Keys(files)) {
		to := filepath.Join(dir, name)
		err := os.MkdirAll(filepath.Dir(to), 0o755)
		if target, isLink := strings.CutPrefix(files[name], "->"); isLink && err == nil {
			err = os.Symlink(strings.ReplaceAll(target, "DIR", dir), to)
		} else if strings.HasSuffix(name, "/") && err == nil {
			err = os.MkdirAll(to, 0o755)
		} else if err == nil {
			err = os.WriteFile(to, []byte(files[name]), 0o644)
		}
		if err != nil {
			t.Skip("the disk does not take the names: ", err)
		}
	}
	return dir
}

// TestSymlinks holds that symbolic links are followed, that a folder with several names is read once, and that circles
// end.
func TestSymlinks(t *testing.T) {
	cases := []struct {
		name  string
		files map[string]string // the site is in the folder "site"
		want  []string
		pages int
	}{
		{"to a file", map[string]string{"site/index.html": "<a href=b.html></a><a href=b.html#x></a>",
			"site/b.html": "->c.txt",
			"site/c.txt":  "<i id=x></i>"}, nil, 2},
		{"to a file outside of the site", map[string]string{"site/index.html": "<a href=b.html#y></a>",
			"site/b.html": "->../b.html",
			"b.html":      "<i id=x></i><a href=gone.html>"}, []string{"b.html error target-missing gone.html",
			"index.html error fragment-missing b.html#y"}, 2},
		{"a chain of links", map[string]string{"site/index.html": "<a href=b.html#x></a><a href=d/c.html></a>",
			"site/b.html": "->c.html",
			"site/c.html": "->d.html", "site/d.html": "->../e", "e": "<i id=x></i>", "site/d": "->f", "site/f": "->../g",
			"g/c.html": ""}, nil, 5},
		{"to a folder in the site: its pages are read once, under the real name", map[string]string{
			"site/index.html": "<a href=link/b.html></a><a href=link/gone.html></a><a href=link></a><a href=link/#x></a>",
			"site/link":       "->real", "site/real/b.html": "<a href=gone.html>", "site/real/index.html": ""},
			[]string{"index.html error target-missing link/gone.html", "index.html info redirected link",
				"index.html error fragment-missing link/#x", "real/b.html error target-missing gone.html"}, 3},
		{"to a folder outside of the site", map[string]string{"site/index.html": "<a href=link/b.html></a>",
			"site/link":  "->../out",
			"out/b.html": "<a href=gone.html></a><a href=../index.html></a>"},
			[]string{"link/b.html error target-missing gone.html"}, 2},
		{"two links to a folder outside of the site: it is read once",
			map[string]string{"site/index.html": "<a href=l/b.html></a>" +
				"<a href=m/b.html></a>", "site/l": "->../out", "site/m": "->DIR/out", "out/b.html": "<a href=gone.html></a>"},
			[]string{"l/b.html error target-missing gone.html"}, 2},
		{"to the folder around it", map[string]string{"site/index.html": "<a href=dir/loop/dir/a.html></a>" +
			"<a href=dir/loop/loop2/gone.html></a>", "site/dir/a.html": "", "site/dir/loop": "->..", "site/loop2": "->."},
			[]string{"dir/loop warning symlink-loop ", "loop2 warning symlink-loop ",
				"index.html error target-missing dir/loop/loop2/gone.html"}, 2},
		{"to the folder around the site: the site in it is the site itself",
			map[string]string{"site/index.html": "<a href=gone.html></a>" +
				"<a href=up/site/index.html></a><a href=up/b.html></a>", "site/up": "->..", "b.html": ""},
			[]string{"up warning symlink-loop ", "index.html error target-missing gone.html"}, 2},
		{"to a folder, and to a folder in that: both are read once",
			map[string]string{"site/index.html": "<a href=a/x.html></a>" +
				"<a href=b/in/x.html></a>", "site/a": "->../out/in", "site/b": "->../out",
				"out/in/x.html": "<a href=gone.html></a>"},
			[]string{"a/x.html error target-missing gone.html"}, 2},
		{"two folders that lead to each other", map[string]string{"site/index.html": "<a href=a/b/a/b/x.html></a>",
			"site/a/b": "->../b",
			"site/b/a": "->../a", "site/b/x.html": ""}, nil, 2},
		{"to nothing, and to itself", map[string]string{"site/index.html": "<a href=self.html></a><a href=none.html></a>",
			"site/self.html": "->self.html", "site/none.html": "->nowhere.html", "site/p": "->q", "site/q": "->p"},
			[]string{"none.html warning page-unreadable ", "p warning symlink-loop ", "q warning symlink-loop ",
				"self.html warning symlink-loop ", "index.html error target-missing self.html",
				"index.html error target-missing none.html"}, 1},
	}
	const wantCases = 11
	if len(cases) != wantCases {
		t.Fatalf("%d cases, not %d", len(cases), wantCases)
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			dir := siteDir(t, c.files)
			r := siteCheck(t, new(check.Checker), check.Site{FS: os.DirFS(filepath.Join(dir, "site"))})
			got := siteShorts(r)
			slices.Sort(got)
			slices.Sort(c.want)
			if !slices.Equal(got, c.want) {
				t.Errorf("%q, not %q", got, c.want)
			}
			if r.Summary.Pages != c.pages {
				t.Errorf("%d pages, not %d", r.Summary.Pages, c.pages)
			}
		})
	}
}

// TestOrphans holds which files nothing leads to: a page that only leads to itself is one, what a style sheet, a
// frame, a
// link by full URL, a fragment, a folder or a symbolic link leads to is none.
func TestOrphans(t *testing.T) {
	files := siteFiles{
		"index.html": "<link rel=stylesheet href=a.css><a href=https://e.example/full.html></a><a href=folder></a>" +
			"<iframe srcdoc='<img src=frame.png>'></iframe><a href=frag.html#x></a><a href=noindex/></a>",
		"a.css": "@import 'b.css'; p { background: url(css.png) }", "b.css": "", "css.png": "", "full.html": "",
		"folder/index.html": "",
		"frame.png":         "", "frag.html": "<i id=x></i>", "noindex/index.html": "<a href=../island2.html>",
		"self.html":    "<a href=self.html>",
		"island1.html": "<a href=island2.html>", "island2.html": "<a href=island1.html>", "CNAME": "", "robots.txt": "",
		"sub/index.html": "", ".htaccess": "", ".well-known/x.txt": "", "sub/.hidden/x": "",
		"404.html":    "<img src=/only404.png>",
		"only404.png": "", "skipped.png": "",
		"fallback.html": "<a href=self>", "form.html": "",
	}
	c := check.Checker{Files: check.Files{Orphans: true}}
	r := siteCheck(t, &c, check.Site{FS: files.fs(), Address: "https://e.example/"})
	var got []string
	for _, f := range r.Findings {
		if f.Rule == check.Orphan {
			got = append(got, f.Page)
		}
	}
	want := []string{"skipped.png", "fallback.html", "form.html", "self.html", "sub/index.html"} // what is no page comes first
	if !slices.Equal(got, want) {
		t.Errorf("%q, not %q", got, want)
	}
}

// TestSpecialFiles holds that named pipes, sockets and the like are never opened, which would block.
func TestSpecialFiles(t *testing.T) {
	dir := siteDir(t, map[string]string{"index.html": "<a href=pipe.html#x></a><img src=pipe.png><a href=link.html></a>" +
		"<link rel=stylesheet href=pipe.css>", "link.html": "->pipe.html"})
	for _, name := range []string{"pipe.html", "pipe.png", "pipe.css", "pipe.svg", "alone.html"} {
		if err := syscall.Mkfifo(filepath.Join(dir, name), 0o644); err != nil {
			t.Skip("there are no named pipes: ", err)
		}
	}
	c := check.Checker{Sources: true, Graph: true, Files: check.Files{Orphans: true}}
	r := siteCheck(t, &c, check.Site{FS: os.DirFS(dir)})
	unreadable := map[string]int{}
	for _, f := range r.Findings {
		if f.Rule == check.TargetUnreadable || f.Rule == check.PageUnreadable {
			unreadable[string(f.Rule)]++
		}
	}
	// The pages are pipe.html, pipe.css, pipe.svg, alone.html and link.html; four references lead to pipes.
	if want := map[string]int{"page-unreadable": 5, "target-unreadable": 4}; !maps.Equal(unreadable, want) {
		t.Errorf("%v, not %v: %q", unreadable, want, siteShorts(r))
	}
}

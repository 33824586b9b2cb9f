package check_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"htmlurl/check"
	"htmlurl/resolve"
)

// siteBadFS is a file system in which some things fail.
type siteBadFS struct {
	fstest.MapFS
	open     map[string]error                     // names that cannot be opened
	readDir  map[string]error                     // folders that cannot be listed
	read     map[string]func(io.Reader) io.Reader // files whose contents are something else than was said
	dirReads func(name string)                    // is told of folders that are listed
}

func (b siteBadFS) Open(name string) (fs.File, error) {
	if err := b.open[name]; err != nil {
		return nil, &fs.PathError{Op: "open", Path: name, Err: err}
	}
	file, err := b.MapFS.Open(name)
	if err != nil || b.read[name] == nil {
		return file, err
	}
	return siteBadFile{file, b.read[name](file)}, nil
}

func (b siteBadFS) ReadDir(name string) ([]fs.DirEntry, error) {
	if b.dirReads != nil {
		b.dirReads(name)
	}
	entries, err := b.MapFS.ReadDir(name)
	if b.readDir[name] != nil {
		return entries[:len(entries)/2], &fs.PathError{Op: "readdir", Path: name, Err: b.readDir[name]}
	}
	return entries, err
}

type siteBadFile struct {
	fs.File
	r io.Reader
}

func (f siteBadFile) Read(b []byte) (int, error) { return f.r.Read(b) }

// siteEndless is a reader of white space.
type siteEndless struct{}

func (siteEndless) Read(b []byte) (int, error) {
	for i := range b {
		b[i] = ' '
	}
	return len(b), nil
}

// TestFailingFiles holds that what cannot be read is a finding, and keeps nothing else from being checked.
func TestFailingFiles(t *testing.T) {
	files := siteFiles{"index.html": "<a href=secret.html></a><a href=dir/a.html></a><img src=broken.html><a" +
		" href=gone.html></a>" +
		"<a href=secret.html#x></a>", "secret.html": "<i id=x>", "broken.html": "<a href=gone2.html>",
		"dir/a.html": "<a href=gone3.html>", "dir/b.html": "<a href=gone4.html>"}
	disk := siteBadFS{MapFS: files.fs(), open: map[string]error{"secret.html": fs.ErrPermission},
		readDir: map[string]error{"dir": fs.ErrPermission},
		read: map[string]func(io.Reader) io.Reader{"broken.html": func(r io.Reader) io.Reader {
			return io.MultiReader(io.LimitReader(r, 5), siteFailing{})
		}}}
	r := siteCheck(t, &check.Checker{Sources: true, Graph: true}, check.Site{FS: disk})
	var got []string
	for _, f := range r.Findings {
		got = append(got, siteShort(f)+": "+f.Message)
	}
	for _, want := range []struct{ short, words string }{
		{"secret.html error page-unreadable ", "permission"}, {"dir error page-unreadable ", "permission"},
		{"broken.html error page-unreadable ", "disk is on fire"}, {"index.html error target-missing gone.html", "gone"},
		{"dir/a.html error target-missing gone3.html", ""},
	} {
		if !slices.ContainsFunc(got, func(s string) bool {
			return strings.HasPrefix(s, want.short) && strings.Contains(s,
				want.words)
		}) {
			t.Errorf("there is no %q with %q among %q", want.short, want.words, got)
		}
	}
	// What cannot be read for a check cannot be read by a server.
	if want := "index.html error target-unreadable secret.html#x"; !slices.Contains(siteShorts(r), want) {
		t.Errorf("there is no %q", want)
	}
	_, err := new(check.Checker).Check(t.Context(), check.Site{FS: siteBadFS{MapFS: fstest.MapFS{},
		readDir: map[string]error{
			".": fs.ErrPermission}}})
	if !errors.Is(err, fs.ErrPermission) {
		t.Errorf("a site that cannot be read: %v", err)
	}
}

type siteFailing struct{}

func (siteFailing) Read([]byte) (int, error) { return 0, errors.New("the disk is on fire") }

// TestGrowingFiles holds that files that are longer than was said are read whole, up to the limit, or said to be
// unreadable.
func TestGrowingFiles(t *testing.T) {
	tail := strings.Repeat("<p>text</p>\n", 2000) + "<a href=gone.html></a>"
	for _, c := range []struct {
		name  string
		limit int64
		more  io.Reader
		want  check.Rule
	}{
		{"a little", 0, strings.NewReader(tail), check.TargetMissing},
		{"beyond the limit", 10_000, strings.NewReader(tail), check.PageUnreadable},
		{"without end", 1 << 20, siteEndless{}, check.PageUnreadable},
		{"it shrank", 0, strings.NewReader(""), ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			disk := siteBadFS{MapFS: siteFiles{"index.html": "<p>text</p>\n"}.fs(),
				read: map[string]func(io.Reader) io.Reader{"index.html": func(r io.Reader) io.Reader {
					if c.want == "" {
						return c.more
					}
					return io.MultiReader(r, c.more)
				}}}
			r := siteCheck(t, &check.Checker{MaxBytes: c.limit, Sources: true}, check.Site{FS: disk})
			got := check.Rule("")
			if len(r.Findings) > 0 {
				got = r.Findings[0].Rule
			}
			if got != c.want || len(r.Findings) > 1 {
				t.Errorf("%q", siteShorts(r))
			}
		})
	}
}

// TestLongFiles holds that a file beyond the limit is not read, and that 1 GB costs nothing.
func TestLongFiles(t *testing.T) {
	dir := siteDir(t, map[string]string{"index.html": "<a href=big.html></a><a href=big.html#x></a><a" +
		" href=gone.html></a>" +
		"<link rel=stylesheet href=big.css>"})
	for _, name := range []string{"big.html", "big.css", "big.xhtml"} {
		if err := os.WriteFile(filepath.Join(dir, name), nil, 0o644); err != nil {
			t.Fatal(err)
		}
		if err := os.Truncate(filepath.Join(dir, name), 1<<30); err != nil {
			t.Skip("the disk has no sparse files: ", err)
		}
	}
	var r *check.Report
	allocated := siteAllocated(func() {
		r = siteCheck(t, &check.Checker{Sources: true, Files: check.Files{Orphans: true}}, check.Site{FS: os.DirFS(dir)})
	})
	if allocated > 16<<20 {
		t.Errorf("%d bytes", allocated)
	}
	var unreadable []string
	for _, f := range r.Findings {
		if f.Rule == check.PageUnreadable {
			unreadable = append(unreadable, f.Page)
		}
	}
	if want := []string{"big.css", "big.html", "big.xhtml"}; !slices.Equal(unreadable, want) {
		t.Errorf("%q, not %q", unreadable, want)
	}
	if !slices.Contains(siteShorts(r), "index.html error target-missing gone.html") {
		t.Errorf("%q", siteShorts(r))
	}
}

// siteAllocated returns how many bytes f allocates.
func siteAllocated(f func()) uint64 {
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	f()
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc
}

// TestRefusedPages holds that pages that cannot be parsed are findings with the reason.
func TestRefusedPages(t *testing.T) {
	cases := map[string]struct{ name, text, words string }{
		"nested too deep":     {"a.html", strings.Repeat("<div>", 600), "512"},
		"XML nested too deep": {"a.svg", strings.Repeat("<g>", 600) + strings.Repeat("</g>", 600), "512"},
		"not well-formed":     {"a.xhtml", "<html xmlns='http://www.w3.org/1999/xhtml'>\n<p>\n</html>", "line 3"},
		"no XML at all":       {"a.svg", "", ""},
		"an unknown entity":   {"a.svg", "<svg xmlns='http://www.w3.org/2000/svg'>&foo;</svg>", "foo"},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			disk := siteFiles{c.name: c.text, "index.html": "<a href=" + c.name + "></a><a href=" + c.name + "#x></a>"}.fs()
			r := siteCheck(t, &check.Checker{Graph: true, Sources: true}, check.Site{FS: disk})
			if len(r.Findings) != 1 || r.Findings[0].Rule != check.PageUnreadable || r.Findings[0].Page != c.name ||
				!strings.Contains(r.Findings[0].Message, c.words) {
				t.Errorf("%+v", r.Findings)
			}
		})
	}
}

// TestOddNames holds that names of files need not be texts.
func TestOddNames(t *testing.T) {
	dir := t.TempDir()
	names := []string{"new\nline.html", "tab\t.html", "bell\a.html", "del\x7f.html", "bad\xff.html", "half\xc3.css",
		"\xe2\x80\xae.html",
		"\u0085.html", "-", "~", "'\"<>&.html", strings.Repeat("n", 250) + ".html", "con.html", " .html", ".html", "..html"}
	refs := []siteRef{{"new%0Aline.html", "", ""}, {"tab%09.html", "", ""}, {"bell%07.html", "", ""},
		{"del%7F.html", "", ""},
		{"%E2%80%AE.html", "", ""}, {"%C2%85.html", "", ""}, {"-", "", ""}, {"~", "", ""}, {"%27%22%3C%3E&.html", "", ""},
		{strings.Repeat("n", 250) + ".html", "", ""}, {"con.html", "", ""}, {"%20.html", "", ""}, {".html", "", ""},
		{"..html", "", ""},
		{"new%0Dline.html", "target-missing", ""}}
	for _, name := range names {
		if err := os.WriteFile(filepath.Join(dir, name), []byte("<a href='bad%FF.html'></a>"), 0o644); err != nil {
			t.Skip("the disk does not take the names: ", err)
		}
	}
	if err := os.WriteFile(filepath.Join(dir, "index.html"), []byte(sitePage(refs)), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, c := range []check.Checker{{Compare: []resolve.Edition{}}, {Edition: resolve.Living, Sources: true, Graph: true,
		Files: check.Files{Orphans: true}}} {
		r := siteCheck(t, &c, check.Site{FS: os.DirFS(dir)})
		if _, err := json.Marshal(r); err != nil {
			t.Error(err)
		}
		own := &check.Report{}
		for _, f := range r.Findings {
			if f.Page == "index.html" {
				own.Findings = append(own.Findings, f)
			}
		}
		siteCompareRefs(t, own, "index.html", refs)
	}
}

// siteLimited fails the test, with the stacks of all goroutines, if f takes too long: what is wrong then is not a
// factor.
func siteLimited(t *testing.T, limit time.Duration, f func()) {
	t.Helper()
	done := make(chan struct{})
	go func() {
		defer close(done)
		f()
	}()
	select {
	case <-done:
	case <-time.After(limit):
		t.Fatalf("it takes more than %v", limit)
	}
}

// TestSymlinksWithoutIdentity holds that circles end in file systems that cannot tell whether two folders are the same:
// here each folder has two links to the folder around it.
func TestSymlinksWithoutIdentity(t *testing.T) {
	reads := 0
	stop := errors.New("too many")
	disk := siteBadFS{MapFS: fstest.MapFS{
		"dir/index.html": &fstest.MapFile{}, "dir/a": &fstest.MapFile{Data: []byte("../dir"), Mode: fs.ModeSymlink},
		"dir/b": &fstest.MapFile{Data: []byte("../dir"), Mode: fs.ModeSymlink},
	}}
	disk.dirReads = func(string) {
		if reads++; reads > 2_000 {
			panic(stop)
		}
	}
	defer func() {
		if p := recover(); p != nil {
			t.Errorf("%v: %d folders were listed", p, reads)
		}
	}()
	siteCheck(t, new(check.Checker), check.Site{FS: disk})
}

// TestDeepFolders holds that folders may be nested as deep as names may be long.
func TestDeepFolders(t *testing.T) {
	const depth = 500
	name := strings.Repeat("d/", depth)
	disk := fstest.MapFS{name + "a.html": &fstest.MapFile{Data: []byte("<a href='" + strings.Repeat("../", depth) +
		"gone.html'>")}}
	r := siteCheck(t, new(check.Checker), check.Site{FS: disk})
	if len(r.Findings) != 1 || r.Findings[0].Target != "gone.html" {
		t.Errorf("%.300q", siteShorts(r))
	}
}

// siteLinear holds that four times as much takes about four times as much memory, and no time out of proportion. As other
// programs take time, too, the best of some tries counts.
func siteLinear(t *testing.T, n int, make func(n int) (check.Checker, check.Site), check func(n int, r *check.Report)) {
	t.Helper()
	var took [2]time.Duration
	const tries = 4
	for try := range tries {
		var allocated [2]uint64
		for i, size := range []int{n, 4 * n} {
			c, site := make(size)
			r := new(siteReport)
			begin := time.Now()
			siteLimited(t, time.Minute, func() {
				allocated[i] = siteAllocated(func() { r.Report, r.err = c.Check(context.Background(), site) })
			})
			if d := time.Since(begin); try == 0 || d < took[i] {
				took[i] = d
			}
			if r.err != nil {
				t.Fatal(r.err)
			}
			check(size, r.Report)
		}
		t.Logf("%d: %d KB, %v; %d: %d KB, %v", n, allocated[0]>>10, took[0], 4*n, allocated[1]>>10, took[1])
		if allocated[1] > 6*allocated[0] {
			t.Errorf("%d bytes for %d, %d for %d", allocated[0], n, allocated[1], 4*n)
		}
		if took[1] < 10*took[0] || took[1] < time.Second { // a square is 16 times as much
			return
		}
	}
	t.Errorf("%v for %d, %v for %d", took[0], n, took[1], 4*n)
}

type siteReport struct {
	*check.Report
	err error
}

// siteFlat is a file system of one folder, which is as fast as a disk.
type siteFlat map[string][]byte

func (s siteFlat) ReadDir(string) ([]fs.DirEntry, error) {
	var entries []fs.DirEntry
	for name, data := range s {
		entries = append(entries, fs.FileInfoToDirEntry(siteFlatInfo{name, len(data)}))
	}
	slices.SortFunc(entries, func(a, b fs.DirEntry) int { return strings.Compare(a.Name(), b.Name()) })
	return entries, nil
}

func (s siteFlat) Open(name string) (fs.File, error) {
	data, ok := s[name]
	if !ok {
		return nil, fs.ErrNotExist
	}
	return siteFlatFile{bytes.NewReader(data), siteFlatInfo{name, len(data)}}, nil
}

type siteFlatFile struct {
	*bytes.Reader
	info siteFlatInfo
}

func (f siteFlatFile) Stat() (fs.FileInfo, error) { return f.info, nil }
func (siteFlatFile) Close() error                 { return nil }

type siteFlatInfo struct {
	name string
	size int
}

func (i siteFlatInfo) Name() string     { return i.name }
func (i siteFlatInfo) Size() int64      { return int64(i.size) }
func (siteFlatInfo) Mode() fs.FileMode  { return 0o644 }
func (siteFlatInfo) ModTime() time.Time { return time.Time{} }
func (siteFlatInfo) IsDir() bool        { return false }
func (siteFlatInfo) Sys() any           { return nil }

// siteMany writes n lines.
func siteMany(n int, format string) []byte {
	var b bytes.Buffer
	for i := range n {
		b.WriteString(strings.ReplaceAll(format, "%d", fmt.Sprint(i)))
	}
	return b.Bytes()
}

// TestLinear holds that checks of large sites are linear.
func TestLinear(t *testing.T) {
	if testing.Short() {
		t.Skip("it takes some seconds")
	}
	type sites = func(n int) (check.Checker, check.Site)
	cases := []struct {
		name     string
		n        int
		make     sites
		findings int // for each
	}{
		{"small pages that lead to each other", 5000, func(n int) (check.Checker, check.Site) {
			disk := siteFlat{}
			for i := range n {
				disk[fmt.Sprintf("%d.html", i)] = fmt.Appendf(nil, "<i id=x></i><a href=%d.html#x></a><a href=%d.html#y></a>",
					(i+1)%n, (i+7)%n)
			}
			return check.Checker{Graph: true, Files: check.Files{Orphans: true}}, check.Site{FS: disk}
		}, 1},
		{"a page with many links to nothing", 50_000, func(n int) (check.Checker, check.Site) {
			return check.Checker{}, check.Site{FS: siteFlat{"index.html": siteMany(n, "<a href=%d.html></a>\n")}}
		}, 1},
		{"a page with many links in one line, with sources", 5000, func(n int) (check.Checker, check.Site) {
			return check.Checker{Sources: true}, check.Site{FS: siteFlat{"index.html": siteMany(n, "<a href=%d.html></a>")}}
		}, 1},
		{"a page with many fragments of another page", 20_000, func(n int) (check.Checker, check.Site) {
			return check.Checker{}, check.Site{FS: siteFlat{"index.html": siteMany(n, "<a href=a.html#%d></a>\n"),
				"a.html": nil}}
		}, 1},
		{"many names with other letters", 12_500, func(n int) (check.Checker, check.Site) {
			disk := siteFlat{"index.html": siteMany(n/5, "<a href=FILE%d.TXT></a>\n")}
			for i := range n {
				disk[fmt.Sprintf("file%d.txt", i)] = nil
			}
			return check.Checker{}, check.Site{FS: disk}
		}, 0},
		{"a page with many style sheets", 2000, func(n int) (check.Checker, check.Site) {
			disk := siteFlat{"index.html": siteMany(n, "<link rel=stylesheet href=%d.css>\n")}
			for i := range n {
				disk[fmt.Sprintf("%d.css", i)] = []byte("@import 'gone.css';")
			}
			return check.Checker{}, check.Site{FS: disk}
		}, 1},
		{"a chain of style sheets", 2000, func(n int) (check.Checker, check.Site) {
			disk := siteFlat{"index.html": []byte("<link rel=stylesheet href=0.css>")}
			for i := range n {
				disk[fmt.Sprintf("%d.css", i)] = fmt.Appendf(nil, "@import '%d.css';@import 'gone.css';", i+1)
			}
			disk[fmt.Sprintf("%d.css", n)] = nil
			return check.Checker{}, check.Site{FS: disk}
		}, 1},
		{"many base elements", 5000, func(n int) (check.Checker, check.Site) {
			return check.Checker{}, check.Site{FS: siteFlat{"index.html": siteMany(n, "<base href=%d/>\n")}}
		}, 0},
		{"many frames", 2000, func(n int) (check.Checker, check.Site) {
			return check.Checker{}, check.Site{FS: siteFlat{"index.html": siteMany(n,
				"<iframe srcdoc='<base href=%d/><a href=x>'></iframe>\n")}}
		}, 0},
		{"many image candidates of one element, which editions read differently", 1000, func(n int) (check.Checker,
			check.Site) {
			return check.Checker{}, check.Site{FS: siteFlat{"index.html": append(append([]byte("<img srcset='"),
				siteMany(n, "%d\\x.png %dx, ")...), "'>"...)}}
		}, 0},
		{"references with other bases in other editions", 2000, func(n int) (check.Checker, check.Site) {
			return check.Checker{}, check.Site{FS: siteFlat{"index.html": append([]byte("<base href='data:,x'>"), siteMany(n,
				"<a href=%d.html></a>\n")...)}}
		}, 0},
		{"elements around elements with the ignore attribute", 400, func(n int) (check.Checker, check.Site) {
			return check.Checker{}, check.Site{FS: siteFlat{"index.html": append([]byte("<p data-htmlurl-ignore></p>"+
				strings.Repeat("<div>", 500)), siteMany(n, "<a href=%d.html></a>\n")...)}}
		}, 1},
	}
	const wantCases = 12
	if len(cases) != wantCases {
		t.Fatalf("%d cases, not %d", len(cases), wantCases)
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			siteLinear(t, c.n, c.make, func(n int, r *check.Report) {
				if c.findings > 0 && len(r.Findings) < c.findings*n {
					t.Errorf("%d findings for %d", len(r.Findings), n)
				}
			})
		})
	}
}

// TestManyPagesKeepLittle holds that the trees of pages do not stay: 64 pages of 1 MB need less than these together.
func TestManyPagesKeepLittle(t *testing.T) {
	if testing.Short() {
		t.Skip("it takes some seconds")
	}
	const pages = 64
	page := append(siteMany(20_000, "<p>some text of a paragraph, which is no link, at all</p>\n"),
		"<a href=gone.html></a>"...)
	disk := siteFlat{}
	for i := range pages {
		disk[fmt.Sprintf("%d.html", i)] = page
	}
	var peak uint64
	c := check.Checker{Progress: func(p check.Progress) {
		if p.Pages%8 == 0 {
			runtime.GC()
			var m runtime.MemStats
			runtime.ReadMemStats(&m)
			peak = max(peak, m.HeapAlloc)
		}
	}}
	r := siteCheck(t, &c, check.Site{FS: disk})
	if len(r.Findings) != pages {
		t.Errorf("%d findings", len(r.Findings))
	}
	if limit := uint64(pages * len(page) / 2); peak > limit {
		t.Errorf("%d bytes stay of %d", peak, pages*len(page))
	}
}

// TestBrokenPages holds that hostile markup is checked without a panic.
func TestBrokenPages(t *testing.T) {
	pages := []string{
		"<a href='http://[::1'><a href=//><a href=///><a href=http://><a href=?><a href=#><a href=:><a href=http:><a" +
			" href=data:>",
		"<a href='\x00'><a href='%00'><a href='&#0;'><a href='\xff\xfe'><base href='\x00'>",
		"<iframe srcdoc='<iframe srcdoc=\"<iframe srcdoc=&amp;quot;\">'>", "<style>@import", "<style>@import url(",
		"<style>p{src:url(\"",
		"<script type=importmap>{", "<script type=speculationrules>[[[[", "<meta http-equiv=refresh content=';'>",
		"<meta http-equiv=refresh content='0;url=\"'>", "<img srcset=',,,,(,'>", "<a ping='a b c'><form action>",
		"<base><base href>",
		"<template><a href=x></template>", "<svg><base href=x><a xlink:href=y>", "<object codebase='http:' data=x>",
		"<a href='" +
			strings.Repeat("../", 5000) + "'>", "<a href='" + strings.Repeat("a/", 5000) + "'>", "<a href='#" +
			strings.Repeat("%", 5000) + "'>",
		"<a href='x#:~:'><a href='#:~:text=,,,,'>", "<a href='data:text/plain;base64,####'>", "<a href='data:;;;;;;,'>",
		"<a href='file://'><a href='file:'>", "<a href='javascript:'><a href='mailto:'><a href='about:'>",
		"\xff\xfe<\x00a\x00", "\xfe\xff",
		"<meta charset=utf-8><a href='data:text/plain" + strings.Repeat("é", 150) + "'>",
	}
	const wantPages = 27
	if len(pages) != wantPages {
		t.Fatalf("%d pages, not %d", len(pages), wantPages)
	}
	disk := fstest.MapFS{}
	for i, page := range pages {
		disk[fmt.Sprintf("%d.html", i)] = &fstest.MapFile{Data: []byte(page)}
		disk[fmt.Sprintf("%d.css", i)] = &fstest.MapFile{Data: []byte(page)}
	}
	for _, edition := range resolve.Editions() {
		c := check.Checker{Edition: edition, All: true, Sources: true, Graph: true, NoScripting: true,
			Compare: resolve.Editions()}
		siteCheck(t, &c, check.Site{FS: disk, Address: "https://e.example/"})
	}
}

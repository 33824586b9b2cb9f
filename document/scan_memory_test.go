package document_test

import (
	"bytes"
	"io"
	"runtime"
	"strings"
	"testing"

	"htmlurl/document"
	"htmlurl/internal/testcase"
)

// endless is a page that repeats a text. While it is read it looks at the memory that is in use.
type endless struct {
	head, text string
	left       int // bytes to come
	rest       string
	read       int
	peak       uint64
}

const mega = 1 << 20

func (e *endless) Read(p []byte) (int, error) {
	const often = 16 * mega
	if e.left <= 0 && e.rest == "" {
		return 0, io.EOF
	}
	if before := e.read / often; (e.read+len(p))/often > before {
		e.peak = max(e.peak, liveHeap())
	}
	n := 0
	for n < len(p) {
		if e.rest == "" {
			if e.left <= 0 {
				break
			}
			e.rest, e.head = e.head+e.text, ""
			e.left -= len(e.rest)
		}
		copied := copy(p[n:], e.rest)
		n, e.rest = n+copied, e.rest[copied:]
	}
	e.read += n
	return n, nil
}

// TestScanMemory holds that memory does not grow with the page.
func TestScanMemory(t *testing.T) {
	if testing.Short() {
		t.Skip("scans gigabytes")
	}
	const large, size, most = 90 * mega, 45 * mega, 30 * mega
	const some = "some text &amp; more. "
	text := strings.Repeat(some, 400)
	for _, c := range []struct{ name, head, text string }{
		{"text", "<p>", text},
		{"white space", "", strings.Repeat(" \n", 4000)},
		{"a script", "<script>", "var a = '<b href=x>';\n"},
		{"a comment", "<!--", "a - <b href=x> -\n"},
		{"a title", "<title>", text},
		{"plaintext", "<plaintext>", "<a href=x>" + text},
		{"a textarea", "<textarea>", "<a href=x>" + text},
		{"a bogus comment", "<?", text},
		{"references to characters", "<p>", "&amp"},
		{"links", "", "<p><a href=/page>text</a>" + some},
		{"clones", "<p><b style='a:url(b)'>", "<p>x</p><!--" + some + "-->"},
		{"links in a table", "<table>", "<tr><td><img src=x>" + some},
		{"links in front of a table", "<table>", "<a href=x>y</a>" + some},
		{"xml:base", "", "<div xml:base=b/><a href=x></a></div>" + some},
		{"refreshes and import maps", "", "<meta http-equiv=refresh content='0;url=x'>" +
			"<script type=importmap>{\"imports\":{}}</script>" + some},
		{"shadow roots", "", "<div><template shadowrootmode=open><a href=x></template></div>" + some},
		{"style sheets", "", "<style>a{b:url(c)}</style><p style='a:url(b)'>" + some},
		{"style sheets in SVG", "<svg>", "<style>a{b:url(c)}</style>" + some},
		{"frames", "<frameset>", "<frame src=x>" + some},
		{"elements of many names", "<svg>", numbered(100, "<a# href=x />") + text[:len(text)/2]},
		{"a declaration", "<!doctype ", text},
		{"a CDATA section", "<svg><![CDATA[", text},
		{"html and body tags", "", "<html a=b><body c=d>" + some},
	} {
		t.Run(c.name, func(t *testing.T) {
			before := liveHeap()
			var s document.Scanner
			page := &endless{head: c.head, text: c.text, left: large}
			if strings.Contains(c.text, some) && len(c.text) < len(text) {
				page.left = size
			}
			links := 0
			for _, err := range s.Scan(page, document.Options{Address: "http://h/d/"}) {
				if err != nil {
					t.Fatal(err)
				}
				links++
			}
			if used := max(page.peak, before) - before; used > most {
				t.Errorf("%d MB of memory for %d MB with %d links, want no more than %d", used/mega, page.read/mega, links, most/mega)
			}
			runtime.KeepAlive(&s)
		})
	}
}

// TestScanStuckMemory holds that memory is bounded where elements cannot be let go, and those that come have long tags.
func TestScanStuckMemory(t *testing.T) {
	if testing.Short() {
		t.Skip("scans a page of hundreds of megabytes")
	}
	before := liveHeap()
	var s document.Scanner
	page := &endless{
		head: "<a><i><i a=1><i a=2><i a=3><i a=4><p></a>", // of which an i stays open behind which the p has gone
		text: "<img src=x alt='" + strings.Repeat("-", mega) + "'>",
		left: 300 * mega,
	}
	for _, err := range s.Scan(page, document.Options{Address: "http://h/d/"}) {
		if err != nil {
			t.Log(err)
		}
	}
	const most = 40 * mega
	if used := max(page.peak, before) - before; used > most {
		t.Errorf("%d MB of memory, want no more than %d", used/mega, most/mega)
	}
	runtime.KeepAlive(&s)
}

// TestScanAllocations holds that a Scanner that is used again allocates little.
func TestScanAllocations(t *testing.T) {
	pages := testcase.Pages(t)
	var s document.Scanner
	scan := func(p testcase.Page) {
		for _, err := range s.Scan(bytes.NewReader(p.Bytes), document.Options{Address: p.Address}) {
			if err != nil {
				t.Fatal(p.File, err)
			}
		}
	}
	const runs, most = 3, 100
	total := testing.AllocsPerRun(runs, func() {
		for _, p := range pages {
			scan(p)
		}
	})
	t.Logf("%.1f allocations for a page", total/float64(len(pages)))
	if total > most*float64(len(pages)) {
		t.Errorf("%.1f allocations for a page, want no more than %d", total/float64(len(pages)), most)
	}
	for _, p := range pages[:5] {
		if n := testing.AllocsPerRun(runs, func() { scan(p) }); n > most {
			t.Errorf("%s, %d bytes: %v allocations, want no more than %d", p.File, len(p.Bytes), n, most)
		}
	}
	long := numbered(long, "<p><a href='/page#'>text</a>")
	page := testcase.Page{File: "links", Address: "http://h/", Bytes: []byte(long)}
	if n := testing.AllocsPerRun(runs, func() { scan(page) }); n > 10*most {
		t.Errorf("a page of %d links: %v allocations, want no more than %d", strings.Count(long, "<a"), n, 10*most)
	}
}

// TestScanHostile scans pages that would take minutes if the work were not linear.
func TestScanHostile(t *testing.T) {
	if testing.Short() {
		t.Skip("scans hostile pages of megabytes")
	}
	const size = 5 * mega
	for _, c := range []struct{ name, head, text string }{
		{"nesting", strings.Repeat("<div>", 500), "<img src=x></b></i></x>"},
		{"nesting of links", strings.Repeat("<div xml:base=a/>", 500), "<p xml:base=b><img src=x></p>"},
		{"templates", strings.Repeat("<template>", 500), "<img src=x>"},
		{"shadow roots", strings.Repeat("<div><template shadowrootmode=open>", 240),
			"<div><template shadowrootmode=open><img src=x></template></div>"},
		{"formatting elements", "", "<b><i><p></b></i>"},
		{"formatting elements with references", "", "<b style='a:url(b)'><i style='a:url(b)'><p></b></i></p>"},
		{"formatting elements that differ", "<p>", numbered(300, "<b a=#>") + "<p><img src=x>" + strings.Repeat("</b>", 300)},
		{"links in links", "", "<a href=x><div><a href=y></div>"},
		{"tables", "", "<table><tr><td><a href=x></table>"},
		{"nested tables", strings.Repeat("<table><tr><td>", 100), "<table><a href=x>"},
		{"in front of a table", strings.Repeat("<table><tr>", 100), "<a href=x></a>text"},
		{"bases", "", "<base href=x>"},
		{"bases in templates", "<template>", "<base href=x>"},
		{"xml:base", "", "<p xml:base=a/b/c/>"},
		{"long xml:base", "", "<div xml:base='" + strings.Repeat("a/", 500) + "'><a href=x></a></div>"},
		{"html and body tags", "", numbered(50_000, "<html a#=b><body b#=c>")},
		{"an html tag with many attributes", "<html " + numbered(100_000, "a# ") + ">", "<html " + numbered(100, "b# ") + ">"},
		{"long attributes", "", "<a href='" + strings.Repeat("a&amp;", mega/5) + "'></a>"},
		{"many attributes", "", "<a " + numbered(100_000, "a# ") + "href=x>"},
		{"style text in SVG", "<svg><style>", "a{b:url(c)}<!--x-->"},
		{"elements in style in SVG", "<svg><style>", "@import 'a';<g/>"},
		{"image candidates", "<img srcset='", "a 1x, "},
		{"image candidates that are none", "<img srcset='", "a 1x(,"},
		{"CSS", "<style>", "a{b:url(c)}"},
		{"CSS that is open", "<style>", "a{b:url("},
		{"CSS in attributes", "", "<p style='a:url(b);c:url(d)'>"},
		{"escapes in CSS", "<p style='", `a:\75 rl(\\`},
		{"sources", "<picture>", "<source srcset=x>"},
		{"pictures", "", "<picture><source srcset=x><img src=y></picture>"},
		{"refreshes", "", "<meta http-equiv=refresh content=0;url=x>"},
		{"policies", "", "<meta http-equiv=Content-Security-Policy content=\"base-uri 'none'\">"},
		{"import maps", "", `<script type=importmap>{"imports":{"a":"b"}}</script>`},
		{"an import map", `<script type=importmap>{"imports":{`, `"a":"b",`},
		{"elements that stay open", "<a><i><i a=1><i a=2><i a=3><i a=4><p></a>", "<img src=x>"},
		{"less-than signs", "", "<"},
		{"ampersands", "", "&a"},
		{"frames", "<frameset>", "<frameset><frame src=x></frameset>"},
		{"options", "<select>", "<option><optgroup><a href=x>"},
		{"forms", "", "<form action=x><div></form></div>"},
		{"buttons", "", "<button formaction=x><p>"},
		{"items", "", "<li cite=x><a href=y></a>"},
		{"NUL", "<table>", "\x00"},
	} {
		t.Run(c.name, func(t *testing.T) {
			var s document.Scanner
			links := 0
			for _, err := range s.Scan(&endless{head: c.head, text: c.text, left: size}, document.Options{Address: "http://h/d/"}) {
				if err != nil {
					t.Log(err)
					break
				}
				links++
			}
			t.Logf("%d links", links)
		})
	}
}

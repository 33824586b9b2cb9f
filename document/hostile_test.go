package document_test

import (
	"errors"
	"runtime"
	"slices"
	"strings"
	"testing"

	"htmlurl/document"
	"htmlurl/resolve"
)

// TestHostilePages holds that pages made to be slow or large are read whole, with memory in proportion to their size.
func TestHostilePages(t *testing.T) {
	if testing.Short() {
		t.Skip("reads a hundred megabytes of hostile pages")
	}
	const mega = 1 << 20
	for _, c := range []struct {
		name  string
		page  string
		links int
	}{
		{"less-than signs", strings.Repeat("<", 50*mega), 0},
		{"unfinished tags", strings.Repeat("<a", 5*mega), 0},
		{"attributes", "<a " + strings.Repeat("a=1 ", mega) + "href=x>", 1},
		{"attributes of different names", "<a " + manyNames(mega/4) + "href=x>", 1},
		{"links", strings.Repeat("<a href=x>", mega/4), mega / 4},
		{"NUL bytes", strings.Repeat("\x00", 8*mega) + "<a href=x\x00y>", 1},
		{"dot segments", "<a href='" + strings.Repeat("../a/./", mega) + "'>", 1},
		{"percent signs in a host", "<a href='//" + strings.Repeat("%C3%BC", mega) + "'>", 1},
		{"labels in a host", "<a href='//" + strings.Repeat("ü.", mega/4) + "'>", 1},
		{"brackets in a host", "<a href='//" + strings.Repeat("[", mega) + strings.Repeat("]", mega) + ":'>", 1},
		{"colons", "<a href='" + strings.Repeat(":", mega) + "'>", 1},
		{"a long base", "<base href='/" + strings.Repeat("a", mega) + "/'>" + strings.Repeat("<a href=x>", 100), 101},
		{"nested xml:base", strings.Repeat("<div xml:base=d/>", 400) + strings.Repeat("<a xml:base=z href=x>", 20000), 20000},
		{"long nested xml:base", strings.Repeat("<div xml:base="+strings.Repeat("d", 10000)+"/><a href=x></a>", 400), 400},
		{"attributes around xml:base", "<div xml:base=d " + manyNames(50000) + ">" + strings.Repeat("<img src=x>", 50000), 50000},
		{"like links, some dropped", strings.Repeat("<a href=x><td href=y>", mega/8), mega / 8},
		{"like links, some moved", strings.Repeat("<table><a href=x><td><a href=x></table>", mega/32), mega / 16},
		{"copies of a link", strings.Repeat("<a href=x><p></a>", mega/16), mega/16 + 1},
		{"image candidates", "<img srcset='" + strings.Repeat("a&amp; 1x,", mega/2) + "'>", mega / 2},
		{"URLs in a style attribute", "<p style='" + strings.Repeat("a:url(b);", mega/4) + "'>", mega / 4},
		{"URLs in a style sheet", "<style>" + strings.Repeat("a{b:url(c)}\r", mega/4) + "</style>", mega / 4},
		{"open functions", "<style>" + strings.Repeat("a{b:url(", mega/4), 0},
		{"body tags", strings.Repeat("<body background=x>", mega/16), 1},
		{"no UTF-8", strings.Repeat("\xff<a href=\x80\xc3>", mega/8), mega / 8},
	} {
		t.Run(c.name, func(t *testing.T) {
			d, err := document.Parse(strings.NewReader(c.page), document.Options{Address: "http://h/d/", Positions: true})
			if err != nil {
				t.Fatal(err)
			}
			links := 0
			for link := range d.Links() {
				links++
				if _, ok := errors.AsType[*resolve.Error](link.Err); link.URL.IsZero() != ok {
					t.Fatalf("URL and error are at odds: %v", link.Err)
				}
			}
			if links != c.links {
				t.Errorf("%d links, want %d", links, c.links)
			}
			const perByte = 300 // a node of the tree for a tag of three bytes
			if heap := liveHeap(); heap > uint64(len(c.page))*perByte+64*mega {
				t.Errorf("%d bytes of memory for a page of %d", heap, len(c.page))
			}
			runtime.KeepAlive(d)
		})
	}
}

// manyNames returns attributes that all have different names.
func manyNames(n int) string {
	var b strings.Builder
	for i := range n {
		b.WriteByte('a' + byte(i%26))
		for ; i > 0; i /= 26 {
			b.WriteByte('a' + byte(i%26))
		}
		b.WriteByte(' ')
	}
	return b.String()
}

func liveHeap() uint64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}

// TestFrameBomb holds that nested srcdoc documents end with ErrFrameDepth.
func TestFrameBomb(t *testing.T) {
	page := "<a href=x>"
	for range 40 {
		page = "<iframe srcdoc=\"" + strings.NewReplacer("&", "&amp;", `"`, "&quot;").Replace(page) + "\">"
	}
	d, err := document.Parse(strings.NewReader(page), document.Options{Address: "http://h/"})
	if err != nil {
		t.Fatal(err)
	}
	depth := 0
	for ; err == nil; depth++ {
		for d, err = range d.Frames() {
			break
		}
	}
	if !errors.Is(err, document.ErrFrameDepth) || depth != document.MaxFrameDepth+1 {
		t.Errorf("frame %d: %v, want ErrFrameDepth in frame %d", depth, err, document.MaxFrameDepth+1)
	}
}

// TestFrameLimits holds that too many and too large frames are reported.
func TestFrameLimits(t *testing.T) {
	if testing.Short() {
		t.Skip("reads a page of a hundred megabytes")
	}
	many := strings.Repeat("<iframe></iframe>", document.MaxFrames+10)
	large := strings.Repeat("<iframe srcdoc='"+strings.Repeat("x", document.MaxFrameBytes/2)+"'></iframe>", 3) + "<iframe></iframe>"
	for _, c := range []struct {
		page   string
		frames int
		errors []error
	}{
		{many, document.MaxFrames, []error{document.ErrFrameCount}},
		{large, 3, []error{document.ErrFrameBytes}},
	} {
		d := mustParse(t, c.page, document.Options{Address: "http://h/"})
		frames, problems := 0, []error{}
		for _, err := range d.Frames() {
			if err == nil {
				frames++
			} else {
				problems = append(problems, err)
			}
		}
		if frames != c.frames || !slices.Equal(problems, c.errors) {
			t.Errorf("%d frames, errors %v, want %d, %v", frames, problems, c.frames, c.errors)
		}
	}
}

// TestHostileReading reads frames, facts and changes of pages that would take minutes if the work were not linear.
func TestHostileReading(t *testing.T) {
	if testing.Short() {
		t.Skip("reads hostile pages of megabytes")
	}
	const kilo = 1 << 10
	o := document.Options{Address: "http://h/d/", Positions: true}
	t.Run("frames with xml:base", func(t *testing.T) {
		d := mustParse(t, strings.Repeat("<div xml:base='a/'>", 480)+strings.Repeat("<iframe src=x></iframe>", 64*kilo), o)
		for frame := range d.Frames() {
			t.Errorf("frame %v", frame.Address())
		}
	})
	t.Run("facts", func(t *testing.T) {
		page := "<body style='" + strings.Repeat("a:url(b);", 16*kilo) + "'><a href=x ping='" + strings.Repeat("p ", 64*kilo) + "'>"
		for link := range mustParse(t, page+strings.Repeat("text ", 64*kilo), o).Links() {
			if link.Text() != "" != (link.Kind == document.Hyperlink) || len(link.Rel()) > 0 {
				t.Fatalf("%s has a text of %d bytes", link.Raw, len(link.Text()))
			}
		}
	})
	t.Run("changes", func(t *testing.T) {
		d := mustParse(t, strings.Repeat("<p xml:base=b><meta property=x content=y>", 2*kilo), o)
		for _, n := range d.Selection().Find("p").Nodes {
			if affected := d.RemoveAttribute(n, "xml:base"); len(affected) == 0 {
				t.Fatal("nothing is affected")
			}
		}
		for _, n := range d.Selection().Find("meta").Nodes {
			d.SetAttribute(n, "content", "z")
		}
	})
	t.Run("instructions", func(t *testing.T) {
		o := o
		o.ContentType = "application/xhtml+xml"
		page := strings.Repeat("<?xml-stylesheet href='a'?>", 64*kilo) + "<html xmlns='http://www.w3.org/1999/xhtml'>" +
			strings.Repeat("<a href='b'/>", 64*kilo) + "</html>"
		links := 0
		for range mustParse(t, page, o).Links() {
			links++
		}
		if links != 128*kilo {
			t.Errorf("%d links", links)
		}
	})
	t.Run("style sheets in SVG", func(t *testing.T) {
		page := "<svg>" + strings.Repeat("<style>@import 'a'<!--x--!></style>", 64*kilo)
		links := 0
		for range mustParse(t, page, o).Links() {
			links++
		}
		if links != 64*kilo {
			t.Errorf("%d links", links)
		}
	})
}

// TestHostileRewrites holds that pages with very many references in one place are rewritten, with memory in proportion to
// their size.
func TestHostileRewrites(t *testing.T) {
	if testing.Short() {
		t.Skip("rewrites megabytes of hostile pages")
	}
	const n = 1 << 17
	escaped := strings.NewReplacer("&", "&amp;", `"`, "&quot;")
	nested := "<a href=x>"
	for range document.MaxFrameDepth {
		nested = "<iframe srcdoc=\"" + escaped.Replace(nested) + "\"></iframe>"
	}
	for _, c := range []struct {
		name, page, written string // written is what is written for "n&w"
		count               int
	}{
		{"links", strings.Repeat("<a href=x></a>", n), "n&amp;w", n},
		{"image candidates", "<img srcset='" + strings.Repeat("a&amp; 1x,", n) + "'>", "n&amp;w", n},
		{"image candidates without quotes", "<img srcset=" + strings.Repeat("a&#32;1x,", n) + ">", "n&amp;w", n},
		{"URLs in a style attribute", "<p style='" + strings.Repeat("a:url(b);", n) + "'>", "n&amp;w", n},
		{"URLs in a style sheet", "<style>" + strings.Repeat("a{b:url(c)}\r", n) + "</style>", "n&w", n},
		{"keys of an import map", "<script type=importmap>{\"integrity\":{" + strings.Repeat("\"/a\":\"\",", n) + "\"/b\":\"\"}}</script>", "n&w", 0},
		{"image candidates in a frame", "<iframe srcdoc=\"<img srcset='" + strings.Repeat("a&quot; 1x,", n) + "'>\">", "n&amp;amp;w", n},
		{"links in Shift_JIS", "<meta charset=shift_jis>" + strings.Repeat("<a href=\x93\xfa></a>", n), "n&amp;w", n},
		{"links in ISO-2022-JP", "<meta charset=iso-2022-jp>" + strings.Repeat("<a href=\x1b$BF|\x1b(B></a>", n), "n&amp;w", n},
		{"nested frames", nested, "n&" + strings.Repeat("amp;", document.MaxFrameDepth+1) + "w", 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			d, err := document.Parse(strings.NewReader(c.page), document.Options{
				Address: "http://h/d/", Edition: resolve.Living, Positions: true,
			})
			if err != nil {
				t.Fatal(err)
			}
			w := d.NewRewrite()
			w.ReplaceAll(func(document.Link) (string, bool) { return "n&w", true })
			got, _ := w.Append(nil)
			if written := strings.Count(string(got), c.written); c.count > 0 && written != c.count {
				t.Errorf("%d references were written, want %d", written, c.count)
			}
			const perByte = 600
			if heap := liveHeap(); heap > uint64(len(c.page))*perByte+64<<20 {
				t.Errorf("%d bytes of memory for a page of %d", heap, len(c.page))
			}
			runtime.KeepAlive(w)
		})
	}
}

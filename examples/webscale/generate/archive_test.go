package generate_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
	"testing"

	"htmlurl/document"
	"htmlurl/examples/webscale/extract"
	"htmlurl/examples/webscale/generate"
	"htmlurl/examples/webscale/warc"
	"htmlurl/internal/testcase"
	"htmlurl/resolve"
)

// archive returns an archive.
func archive(t testing.TB, o generate.Options) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := generate.Archive(&b, o); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// TestArchive holds that an archive can be read without a fault, and has some of everything.
func TestArchive(t *testing.T) {
	const count = 300
	file := archive(t, generate.Options{Seed: 5, Count: count})
	if !bytes.Equal(file, archive(t, generate.Options{Seed: 5, Count: count})) {
		t.Error("the same seed gives other bytes")
	}
	if bytes.Equal(file, archive(t, generate.Options{Seed: 6, Count: count})) {
		t.Error("another seed gives the same bytes")
	}
	seen, ids := map[string]int{}, map[string]bool{}
	var r warc.Reader
	r.Reset(bytes.NewReader(file))
	for rec, err := range r.Records() {
		if err != nil {
			t.Fatal(err)
		}
		seen[rec.Type()]++
		if ids[rec.ID()] || rec.Date().IsZero() || (rec.URI() == "") != (rec.Type() == "warcinfo") {
			t.Errorf("%v: %v", rec.Place, rec.Header)
		}
		ids[rec.ID()] = true
		if c := rec.Header.Value("WARC-Concurrent-To"); c != "" && !ids[strings.Trim(c, "<>")] {
			t.Errorf("%v: concurrent to %s", rec.Place, c)
		}
		if rec.Type() != "response" {
			continue
		}
		resp, err := rec.Response()
		if err != nil {
			t.Fatal(err)
		}
		if _, err := io.ReadAll(resp.Body); err != nil {
			t.Error(err)
		}
		seen[http.StatusText(resp.Status)]++
		for _, name := range []string{"Content-Type", "Content-Encoding", "X-Crawl-Content-Encoding", "Transfer-Encoding"} {
			value, _, _ := strings.Cut(resp.Header.Get(name), ";")
			seen[name+" "+value]++
		}
	}
	t.Log(len(file), "bytes:", seen)
	for want := range strings.SplitSeq("warcinfo,request,response,metadata,OK,Moved Permanently,Not Found,"+
		"Content-Type text/html,Content-Type application/xhtml+xml,Content-Type image/png,Content-Type text/plain,"+
		"Content-Encoding ,Content-Encoding gzip,Content-Encoding br,Content-Encoding zstd,"+
		"X-Crawl-Content-Encoding gzip,Transfer-Encoding ,Transfer-Encoding chunked", ",") {
		if seen[want] == 0 {
			t.Errorf("no %q", want)
		}
	}
	if seen["warcinfo"] != 1 || seen["request"] != seen["response"] {
		t.Error("not one warcinfo, and a response for each request")
	}
}

// links is a Visitor that writes down the links of pages.
type links struct {
	pages []string
	all   map[string][][]string // of the pages with an address, in their order
}

func (l *links) Begin(p *extract.Page) error {
	l.pages = append(l.pages, p.URL)
	l.all[p.URL] = append(l.all[p.URL], nil)
	return nil
}

func (l *links) Links(p *extract.Page, links []document.Link) error {
	pages := l.all[p.URL]
	for i := range links {
		pages[len(pages)-1] = append(pages[len(pages)-1], line(&links[i]))
	}
	return nil
}

func (l *links) End(*extract.Page) error { return nil }

func line(l *document.Link) string {
	return fmt.Sprint(l.Attr, " ", l.Raw, " ", l.Base, " ", l.URL, " ", l.Err)
}

// own returns real pages, if they are here.
func own(t testing.TB) (pages []generate.Page) {
	for _, p := range testcase.Pages(t) {
		header := warc.Header{{Name: "Content-Type", Value: "text/html"}}
		pages = append(pages, generate.Page{URL: p.Address, Header: header, Body: p.Bytes})
	}
	return pages
}

// TestLinks holds that an archive has the pages, mixed with others that are given, and their links are found.
func TestLinks(t *testing.T) {
	const count = 400
	pages := own(t)
	file := archive(t, generate.Options{Seed: 8, Count: count, Pages: pages})
	got := links{all: map[string][][]string{}}
	x := extract.Extractor{Edition: resolve.Living}
	summary, err := x.ProcessFile(t.Context(), bytes.NewReader(file), &got)
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%+v", *summary)
	if summary.Pages != int64(count+len(pages)) || summary.IsDamaged() || len(summary.Refused) > 0 {
		t.Errorf("%d pages, %v, %v", summary.Pages, summary.Faults, summary.Refused)
	}
	at := 0 // of the next given page
	for _, url := range got.pages {
		if at < len(pages) && url == pages[at].URL {
			at++
		}
	}
	if at != len(pages) || got.pages[at-1] == pages[at-1].URL {
		t.Errorf("%d of %d given pages in their order, or no others between them", at, len(pages))
	}
	for p := range generate.Pages(8) {
		if pages = append(pages, p); len(pages) == count+at {
			break
		}
	}
	total := 0
	for _, p := range pages {
		want := wanted(t, p)
		total += len(want)
		if found := got.all[p.URL]; len(found) == 0 || !slices.Equal(found[0], want) {
			t.Errorf("%s: not the %d links that there are", p.URL, len(want))
		}
		got.all[p.URL] = slices.Delete(got.all[p.URL], 0, 1)
	}
	if summary.Links != int64(total) {
		t.Errorf("%d links, want %d", summary.Links, total)
	}
}

// wanted returns the links that the document has.
func wanted(t testing.TB, p generate.Page) (lines []string) {
	t.Helper()
	for link := range parsed(t, p).Links() {
		lines = append(lines, line(&link))
	}
	return lines
}

// parsed returns the document of a page.
func parsed(t testing.TB, p generate.Page) *document.Document {
	t.Helper()
	h := http.Header{}
	for _, f := range p.Header {
		h.Add(f.Name, f.Value)
	}
	d, err := document.Parse(bytes.NewReader(p.Body), document.Options{Address: p.URL,
		ContentType: h.Get("Content-Type"), Header: h, Edition: resolve.Living})
	if err != nil {
		t.Fatalf("%s: %v", p.URL, err)
	}
	return d
}

// TestDamage holds that damage is found, and costs one page.
func TestDamage(t *testing.T) {
	for _, count := range []int{1, 2, 20} {
		for damage, want := range map[generate.Damage]warc.Fault{
			generate.None: "", generate.Truncated: warc.Truncated, generate.Corrupt: warc.Corrupt,
			generate.BadLength: warc.ContentLength,
		} {
			file := archive(t, generate.Options{Seed: 3, Count: count, Damage: damage})
			var x extract.Extractor
			summary, err := x.ProcessFile(t.Context(), bytes.NewReader(file), &links{all: map[string][][]string{}})
			if err != nil {
				t.Fatal(err)
			}
			if want == "" && summary.IsDamaged() || want != "" && summary.Faults[string(want)] != 1 {
				t.Errorf("%d pages, damage %d: %v, want %q", count, damage, summary.Faults, want)
			}
			if summary.Pages < int64(count-1) || summary.Pages > int64(count) {
				t.Errorf("%d pages, damage %d: %d pages", count, damage, summary.Pages)
			}
		}
	}
}

var errFull = errors.New("full")

// full is a disk with so much room.
type full int

func (f *full) Write(p []byte) (int, error) {
	if *f -= full(len(p)); *f < 0 {
		return 0, errFull
	}
	return len(p), nil
}

// TestErrors holds that what cannot be written is told.
func TestErrors(t *testing.T) {
	for _, room := range []full{0, 1000, 100_000} {
		if err := generate.Archive(&room, generate.Options{Count: 1000}); !errors.Is(err, errFull) {
			t.Errorf("a full disk: %v", err)
		}
	}
	bad := []generate.Page{{URL: "http://a.example/\r\n"}}
	if err := generate.Archive(io.Discard, generate.Options{Pages: bad}); err == nil {
		t.Error("an address of two lines was written")
	}
}

// BenchmarkArchive is in bytes of the archive.
func BenchmarkArchive(b *testing.B) {
	for b.Loop() {
		b.SetBytes(int64(len(archive(b, generate.Options{Seed: 1, Count: 300}))))
	}
}

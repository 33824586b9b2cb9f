package crawl_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"htmlurl/crawl"
	"htmlurl/document"
	"htmlurl/fetch"
	"htmlurl/internal/testsite"
	"htmlurl/resolve"
)

// loopback returns a client for tests.
func loopback() *fetch.Client { return &fetch.Client{AllowPrivate: true, Robots: true} }

// serve serves pages by path on the loopback interface. A page that begins with "->" is a redirect.
func serve(t *testing.T, pages map[string]string) (origin string) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		page, ok := pages[r.RequestURI]
		if !ok {
			http.NotFound(w, r)
			return
		}
		if target, ok := strings.CutPrefix(page, "->"); ok {
			w.Header().Set("Location", target)
			w.WriteHeader(http.StatusMovedPermanently)
			return
		}
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		w.Write([]byte(page))
	}))
	t.Cleanup(server.Close)
	return server.URL
}

// lines crawls, and describes each page in a line.
func lines(t *testing.T, c *crawl.Crawler, origin string, starts ...string) string {
	t.Helper()
	var b strings.Builder
	for p, err := range c.Pages(t.Context(), starts...) {
		if err != nil {
			t.Fatal(err)
		}
		links := 0
		for range p.Links() {
			links++
		}
		fmt.Fprintf(&b, "%d %s", p.Depth, p.URL)
		if !p.Address.IsZero() && p.Address.String() != p.URL {
			fmt.Fprintf(&b, " at %s", p.Address)
		}
		fmt.Fprintf(&b, " %d %s links=%d", p.Status, p.Type, links)
		if p.IsDuplicate {
			b.WriteString(" duplicate")
		}
		if p.Err != nil {
			fmt.Fprintf(&b, " %v", p.Err)
		}
		b.WriteByte('\n')
	}
	return strings.ReplaceAll(b.String(), origin, "")
}

// TestOrder holds which pages there are, in which order, and what each one is.
func TestOrder(t *testing.T) {
	origin := serve(t, map[string]string{
		"/": `<a href="b">B</a> <a href="a#x">A</a> <a href=a>A</a> <iframe src=frame></iframe>
			<meta http-equiv=refresh content="9; url=later"> <img src=image> <a href=mailto:x>Mail</a>
			<iframe srcdoc="<a href=inside>I</a>"></iframe> <a rel=nofollow href=never>N</a>
			<a href="http://host.invalid/">Elsewhere</a> <form action=form></form> <a href="//[">bad</a>`,
		"/a":      `<a href=deep>D</a>`,
		"/b":      "->/moved#f",
		"/moved":  `<base href=/dir/><a href=c>C</a><a href=/moved2>M</a><a href=/moved>self</a>`,
		"/moved2": "->moved",
		"/dir/c":  `<a href=/out>O</a>`,
		"/out":    "->http://host.invalid/x",
		"/frame":  `<a href=..//a>A</a>`,
		"/inside": `-`, "/later": `-`, "/deep": "->/deep",
	})
	want := `0 / 200 text/html links=12
1 /b at /moved#f 200 text/html links=4
1 /a 200 text/html links=1
1 /frame 200 text/html links=1
1 /later 200 text/html links=0
1 /inside 200 text/html links=0
2 /dir/c 200 text/html links=1
2 /moved2 at /moved 200 text/html links=0 duplicate
2 /deep 0  links=0 /deep: the redirects lead in a circle: back to /deep
2 //a 404  links=0
3 /out at http://host.invalid/x 301  links=0
`
	for _, workers := range []int{1, 3, 16} {
		for _, o := range []document.Options{{}, {LinksOnly: true}} {
			c := &crawl.Crawler{Client: loopback(), Workers: workers, Options: o}
			if got := lines(t, c, origin, origin+"/"); got != want {
				t.Errorf("%d workers, LinksOnly %t: got\n%swant\n%s", workers, o.LinksOnly, got, want)
			}
		}
	}
}

// TestChoice holds which URLs are in scope, and which links are followed.
func TestChoice(t *testing.T) {
	origin := serve(t, map[string]string{
		"/":       `<a href=/a/x>X</a><a href=/a/%7Ey>Y</a><a href=/b/z>Z</a><img src=/a/i>`,
		"/a/x":    `<a href=/a/x2>`,
		"/a/%7Ey": `-`, "/b/z": `-`, "/a/i": `-`, "/a/x2": `-`,
	})
	for _, c := range []struct {
		name    string
		crawler crawl.Crawler
		want    string
	}{
		{"everything", crawl.Crawler{}, "/ /a/x /a/%7Ey /b/z /a/x2"},
		{"depth", crawl.Crawler{Depth: 1}, "/ /a/x /a/%7Ey /b/z"},
		{"start only", crawl.Crawler{Depth: -1}, "/"},
		{"limit", crawl.Crawler{Limit: 2}, "/ /a/x"},
		{"prefix", crawl.Crawler{InScope: crawl.WithPrefix(origin + "/a/")}, "/ /a/x /a/%7Ey /a/x2"},
		{"prefixes", crawl.Crawler{InScope: crawl.WithPrefix(strings.Replace(origin, "http", "HTTP", 1)+"/a/x", origin+"/b")}, "/ /a/x /b/z /a/x2"},
		{"nothing", crawl.Crawler{InScope: func(resolve.URL) bool { return false }}, "/"},
		{"images", crawl.Crawler{Follow: func(l document.Link) bool { return l.Kind == document.Image }}, "/ /a/i"},
	} {
		c.crawler.Client = loopback()
		var urls []string
		for p, err := range c.crawler.Pages(t.Context(), origin) {
			if err != nil {
				t.Fatal(err)
			}
			urls = append(urls, strings.TrimPrefix(p.URL, origin))
		}
		if got := strings.Join(urls, " "); got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
}

// TestSite crawls a generated site, and compares with what it is known to have.
func TestSite(t *testing.T) {
	pages := 1500
	if testing.Short() {
		pages = 200
	}
	for _, variant := range []struct {
		edition   resolve.Edition
		linksOnly bool
	}{{resolve.HTML5, false}, {resolve.Living, false}, {resolve.Living, true}} {
		site := &testsite.Site{Pages: pages, Seed: 7}
		server := httptest.NewServer(site)
		client := loopback()
		client.Edition = variant.edition
		c := &crawl.Crawler{Client: client, Options: document.Options{LinksOnly: variant.linksOnly}}
		var got, want strings.Builder
		for p, err := range c.Pages(t.Context(), server.URL) {
			if err != nil {
				t.Fatal(err)
			}
			base := ""
			if p.Document != nil {
				base = p.Document.Base().String()
			}
			fmt.Fprintln(&got, p.Depth, p.URL, p.Address.Without(resolve.Fragment), p.Status, p.IsDuplicate, base)
			for _, link := range p.Links() {
				fmt.Fprintln(&got, link.Kind, link.URL, textOf(link.Kind, link.Text(), variant.linksOnly))
			}
		}
		count := 0
		for p := range site.Expected(server.URL, false) {
			count++
			address, _, _ := strings.Cut(p.Address, "#")
			fmt.Fprintln(&want, p.Depth, p.URL, address, p.Status, p.Duplicate, p.Base)
			for _, link := range p.Links {
				fmt.Fprintln(&want, link.Kind, link.URL, textOf(document.Kind(link.Kind), link.Text, variant.linksOnly))
			}
		}
		server.Close()
		t.Logf("%v: %d pages", variant, count)
		compare(t, fmt.Sprint(variant), got.String(), want.String())
	}
}

// textOf returns the text of a link as far as a crawl knows it: with LinksOnly not that of hyperlinks.
func textOf(kind document.Kind, text string, linksOnly bool) string {
	if linksOnly && kind == document.Hyperlink {
		return ""
	}
	return text
}

// compare reports the first line that differs.
func compare(t *testing.T, name, got, want string) {
	t.Helper()
	g, w := strings.Split(got, "\n"), strings.Split(want, "\n")
	for i := range max(len(g), len(w)) {
		if i >= len(g) || i >= len(w) || g[i] != w[i] {
			t.Errorf("%s, line %d of %d and %d: got\n%s\nwant\n%s", name, i+1, len(g), len(w),
				strings.Join(g[min(i, len(g)):min(i+2, len(g))], "\n"), strings.Join(w[min(i, len(w)):min(i+2, len(w))], "\n"))
			return
		}
	}
}

// TestEnd holds how a crawl ends before its end.
func TestEnd(t *testing.T) {
	server := httptest.NewServer(&testsite.Site{Pages: 100, Seed: 1, Plain: true})
	defer server.Close()
	c := &crawl.Crawler{Client: loopback()}
	count := 0
	for range c.Pages(t.Context(), server.URL) {
		if count++; count == 5 {
			break
		}
	}
	stop := errors.New("stop")
	ctx, cancel := context.WithCancelCause(t.Context())
	defer cancel(nil)
	for p, err := range c.Pages(ctx, server.URL) {
		if p == nil && !errors.Is(err, stop) {
			t.Errorf("ended by %v", err)
		}
		cancel(stop)
	}
	for _, start := range []string{"mailto:x@example.com", "relative", "file:///etc/passwd", ""} {
		for p, err := range c.Pages(t.Context(), start) {
			if p != nil || err == nil {
				t.Errorf("%q: %v, %v", start, p, err)
			}
		}
	}
	failed := errors.New("cannot be written")
	err := c.Write(t.Context(), new(bytes.Buffer), func(p *crawl.Page) ([]byte, error) {
		if p.Depth > 0 {
			return nil, failed
		}
		return []byte(p.URL), nil
	}, server.URL)
	if !errors.Is(err, failed) {
		t.Errorf("a record that fails gives %v", err)
	}
}

// TestWriteFile holds that an interrupted crawl goes on where it was, and that another one cannot.
func TestWriteFile(t *testing.T) {
	server := httptest.NewServer(&testsite.Site{Pages: 300, Seed: 3})
	defer server.Close()
	record := func(p *crawl.Page) ([]byte, error) {
		return fmt.Appendln(nil, p.Depth, p.URL, p.Status, p.IsDuplicate), nil
	}
	c := &crawl.Crawler{Client: loopback()}
	var whole bytes.Buffer
	if err := c.Write(t.Context(), &whole, record, server.URL); err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(t.TempDir(), "pages.txt")
	other := &crawl.Crawler{Client: loopback(), Depth: 3}
	runs := 1
	for ; interruptedRun(t, c, name, record, server.URL); runs++ {
		if err := other.WriteFile(t.Context(), crawl.File{Name: name}, record, server.URL); !errors.Is(err, crawl.ErrOtherCrawl) {
			t.Fatalf("another crawl: %v", err)
		}
	}
	got, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%d runs", runs)
	if compare(t, "interrupted", string(got), whole.String()); runs < 3 {
		t.Errorf("%d runs", runs)
	}
	if _, err := os.Stat(name + ".state"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("the state is left: %v", err)
	}
}

// interruptedRun interrupts a crawl after some pages. It reports whether that came before the end.
func interruptedRun(t *testing.T, c *crawl.Crawler, name string, record crawl.Record, start string) bool {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	var seen atomic.Int64
	err := c.WriteFile(ctx, crawl.File{Name: name}, func(p *crawl.Page) ([]byte, error) {
		if seen.Add(1) == 40 {
			cancel()
		}
		return record(p)
	}, start)
	if err != nil && !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
	return err != nil
}

// TestMemory holds that memory does not grow with the number of pages.
func TestMemory(t *testing.T) {
	if testing.Short() {
		t.Skip("it crawls thousands of pages, so not with -short")
	}
	peak := func(pages int) uint64 {
		server := httptest.NewServer(&testsite.Site{Pages: pages, Seed: 1, Plain: true})
		defer server.Close()
		var most uint64
		last := time.Now()
		c := &crawl.Crawler{Client: loopback(), Workers: 4, Progress: func(crawl.Progress) {
			if time.Since(last) < 50*time.Millisecond {
				return
			}
			last = time.Now()
			var m runtime.MemStats
			runtime.ReadMemStats(&m)
			most = max(most, m.HeapAlloc)
		}}
		count := 0
		record := func(p *crawl.Page) ([]byte, error) { return []byte(p.URL + "\n"), nil }
		var lines lineCounter
		if err := c.Write(t.Context(), &lines, record, server.URL); err != nil {
			t.Fatal(err)
		}
		if count = int(lines); count != pages {
			t.Errorf("%d pages, want %d", count, pages)
		}
		return most
	}
	few, many := peak(500), peak(4000)
	t.Logf("peak of the heap, server included: %d MB for 500 pages, %d MB for 4000", few>>20, many>>20)
	if many > few*3/2+16<<20 {
		t.Errorf("the heap grows from %d to %d bytes", few, many)
	}
}

// lineCounter counts lines.
type lineCounter int

func (c *lineCounter) Write(p []byte) (int, error) {
	*c += lineCounter(bytes.Count(p, []byte("\n")))
	return len(p), nil
}

package testsite_test

import (
	"bytes"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"golang.org/x/net/html"
	"golang.org/x/net/html/charset"
	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/unicode"

	"htmlurl/internal/testsite"
)

// TestReached holds that every page is reached, in the order of depth, and that the pages are as large and have as many
// links as pages of the web.
func TestReached(t *testing.T) {
	const pages = 3000
	for _, plain := range []bool{false, true} {
		site := &testsite.Site{Pages: pages, Seed: 3, Plain: plain}
		addresses, depth, size, links := map[string]bool{}, 0, int64(0), 0
		lines := 0
		for p := range site.Expected(origin, false) {
			if lines++; p.Depth < depth || p.Depth > depth+1 {
				t.Fatalf("%s: depth %d after %d", p.URL, p.Depth, depth)
			}
			depth = p.Depth
			if p.Type != "text/html" && p.Type != "application/xhtml+xml" || p.Status != http.StatusOK {
				continue
			}
			addresses[p.Address] = true
			size += fetch(site, p.Address).ContentLength
			for _, l := range p.Links {
				if l.Kind == "hyperlink" {
					links++
				}
			}
		}
		if len(addresses) != pages {
			t.Errorf("plain %t: %d of %d pages are reached", plain, len(addresses), pages)
		}
		t.Logf("plain %t: %d lines, depth %d, %d KB and %d hyperlinks a page", plain, lines, depth, size/pages>>10, links/pages)
		if average := size / pages >> 10; average < 15 || average > 60 || links/pages < 50 || links/pages > 100 {
			t.Errorf("plain %t: %d KB and %d hyperlinks a page", plain, average, links/pages)
		}
		if plain && lines != pages {
			t.Errorf("a plain site of %d pages has %d lines", pages, lines)
		}
	}
}

// TestOddities holds that a site has all that is odd, each in some number.
func TestOddities(t *testing.T) {
	count := map[string]int{}
	for p := range (&testsite.Site{Pages: 3000, Seed: 3}).Expected(origin, true) {
		count[fmt.Sprint("status ", p.Status)]++
		count["type "+p.Type]++
		count["encoding "+p.Encoding]++
		count["source "+p.Source]++
		count[fmt.Sprint("duplicate ", p.Duplicate)]++
		count[fmt.Sprint("redirects ", len(p.Redirects))]++
		for _, r := range p.Redirects {
			count[fmt.Sprint("redirect ", r.Status)]++
		}
		if p.Base != "" && p.Base != p.Address {
			count["base"]++
		}
		for _, l := range p.Links {
			countLink(count, l)
		}
	}
	const least = 10
	for _, what := range strings.Split("status 404, type text/html, type application/xhtml+xml, type image/png, "+
		"type application/pdf, "+
		"type text/plain, type application/rss+xml, type image/svg+xml, encoding UTF-16LE, encoding windows-1252, "+
		"encoding ISO-8859-2, encoding ISO-8859-7, encoding windows-1251, encoding windows-1254, encoding KOI8-R, "+
		"encoding Shift_JIS, encoding EUC-JP, encoding GBK, encoding Big5, encoding EUC-KR, source bom, source content-type, "+
		"source meta, source fallback, source xml-declaration, duplicate true, redirects 1, redirects 2, redirects 3, "+
		"redirect 301, redirect 302, redirect 303, redirect 307, redirect 308, base, error, elsewhere, nofollow, in frame, "+
		"fragment, kind metadata-base, kind navigation-refresh, kind embedded-nested-document, attr Link, attr Refresh, "+
		"attr xlink:href, tag area, raw dots, raw space, raw word, raw host", ", ") {
		if count[what] < least {
			t.Errorf("%d × %s, want %d", count[what], what, least)
		}
	}
	if count["trap"] > 0 {
		t.Errorf("%d links lead to traps", count["trap"])
	}
}

func countLink(count map[string]int, l testsite.Link) {
	count["kind "+l.Kind]++
	count["attr "+l.Attr]++
	count["tag "+l.Tag]++
	for what, is := range map[string]bool{
		"error":     l.URL == "",
		"elsewhere": strings.Contains(l.URL, ".invalid"),
		"nofollow":  l.NoFollow,
		"in frame":  l.InFrame,
		"fragment":  strings.Contains(l.URL, "#"),
		"trap":      strings.Contains(l.URL, "/trap/"),
		"raw dots":  strings.Contains(l.Raw, "/../"),
		"raw space": strings.TrimSpace(l.Raw) != l.Raw,
		"raw word":  strings.Contains(l.Raw, "?w=") && !strings.Contains(l.Raw, "%"),
		"raw host":  strings.HasPrefix(l.Raw, "//"),
	} {
		if is {
			count[what]++
		}
	}
}

// TestChecker holds the answers to those of a small crawler that shares no code with the site or with this project.
func TestChecker(t *testing.T) {
	server := httptest.NewServer(&testsite.Site{Pages: 800, Seed: 11})
	defer server.Close()
	site := &testsite.Site{Pages: 800, Seed: 11}
	start := server.URL + "/"
	c := checker{client: server.Client(), queue: []found{{url: start}}, queued: map[string]bool{start: true},
		visited: map[string]bool{}}
	for want := range site.Expected(server.URL, false) {
		got, ok := c.next(t)
		if line := fmt.Sprintf("%s %s %d %d", want.URL, want.Address, want.Status, want.Depth); !ok || got != line {
			t.Fatalf("got  %s\nwant %s", got, line)
		}
	}
	if got, ok := c.next(t); ok {
		t.Errorf("found %s, too", got)
	}
}

// checker is a small crawler.
type checker struct {
	client          *http.Client
	queue           []found
	queued, visited map[string]bool
}

type found struct {
	url   string
	depth int
}

// next visits the next URL, and describes what is there.
func (c *checker) next(t *testing.T) (string, bool) {
	for len(c.queue) > 0 && c.visited[c.queue[0].url] {
		c.queue = c.queue[1:]
	}
	if len(c.queue) == 0 {
		return "", false
	}
	entry := c.queue[0]
	c.queue = c.queue[1:]
	r, err := c.client.Get(entry.url)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Body.Close()
	body, err := io.ReadAll(r.Body)
	if err != nil {
		t.Fatal(err)
	}
	address := r.Request.URL.String()
	isNew := !c.visited[address]
	c.visited[entry.url], c.visited[address] = true, true
	if kind := r.Header.Get("Content-Type"); isNew && r.StatusCode == http.StatusOK && isMarkup(kind) {
		c.follow(t, r, body, entry.depth+1)
	}
	return fmt.Sprintf("%s %s %d %d", entry.url, address, r.StatusCode, entry.depth), true
}

func isMarkup(contentType string) bool {
	return strings.HasPrefix(strings.ToLower(contentType), "text/html") || strings.Contains(contentType, "+xml")
}

// follow queues what the page links to.
func (c *checker) follow(t *testing.T, r *http.Response, body []byte, depth int) {
	page := reader{address: r.Request.URL, base: r.Request.URL, body: body}
	page.noFollow = strings.Contains(r.Header.Get("X-Robots-Tag"), "nofollow")
	if link, _, ok := strings.Cut(strings.TrimPrefix(r.Header.Get("Link"), "<"), ">"); ok {
		page.field(link)
	}
	if _, link, ok := strings.Cut(r.Header.Get("Refresh"), "url="); ok {
		page.field(link)
	}
	page.read(t, r.Header.Get("Content-Type"))
	for _, u := range page.links {
		if u.Host == r.Request.URL.Host && u.Scheme == "http" && !page.noFollow && !c.queued[u.String()] {
			c.queued[u.String()] = true
			c.queue = append(c.queue, found{u.String(), depth})
		}
	}
}

// reader reads the links of a page.
type reader struct {
	address, base *url.URL
	body          []byte
	hasBase       bool
	noFollow      bool
	encoding      encoding.Encoding
	links         []*url.URL
	late          []string // those of frames
}

func (p *reader) field(link string) {
	if u, err := p.address.Parse(link); err == nil {
		u.Fragment = ""
		p.links = append(p.links, u)
	}
}

// read reads the page in its encoding.
func (p *reader) read(t *testing.T, contentType string) {
	p.encoding = unicode.UTF8
	name := "utf-8"
	if !strings.Contains(contentType, "+xml") {
		p.encoding, name, _ = charset.DetermineEncoding(p.body, contentType)
	}
	text, err := p.encoding.NewDecoder().Bytes(p.body)
	if err != nil {
		t.Fatal(err)
	}
	root, err := html.Parse(bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	if name == "utf-16le" {
		p.encoding = unicode.UTF8
	}
	p.findBase(root)
	var raw []string
	p.collect(root, &raw)
	for _, r := range raw {
		p.resolve(r)
	}
	p.encoding = unicode.UTF8 // of frames
	for _, r := range p.late {
		p.resolve(r)
	}
}

// findBase finds the first base element with an href that counts.
func (p *reader) findBase(n *html.Node) {
	if n.Type == html.ElementNode && n.Data == "template" {
		return
	}
	if href, ok := attr(n, "href"); ok && n.Data == "base" && n.Namespace == "" && !p.hasBase {
		p.hasBase = true
		if u, err := p.address.Parse(strings.TrimSpace(href)); err == nil {
			p.base = u
		}
	}
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		p.findBase(c)
	}
}

func attr(n *html.Node, name string) (string, bool) {
	for _, a := range n.Attr {
		if a.Key == name {
			return a.Val, true
		}
	}
	return "", false
}

// collect collects the references that are followed.
func (p *reader) collect(n *html.Node, raw *[]string) {
	if n.Data == "template" {
		return
	}
	rel, _ := attr(n, "rel")
	content, _ := attr(n, "content")
	equiv, _ := attr(n, "http-equiv")
	name, _ := attr(n, "name")
	href, hasHref := attr(n, "href")
	src, hasSrc := attr(n, "src")
	srcdoc, hasSrcdoc := attr(n, "srcdoc")
	switch {
	case n.Data == "meta" && strings.EqualFold(name, "robots"):
		p.noFollow = true
	case n.Data == "meta" && strings.EqualFold(equiv, "refresh"):
		*raw = append(*raw, content[strings.Index(content, "=")+1:])
	case (n.Data == "a" || n.Data == "area") && hasHref && !strings.Contains(strings.ToLower(rel), "nofollow"):
		*raw = append(*raw, href)
	case n.Data == "link" && (rel == "canonical" || rel == "next" || rel == "prev" || rel == "alternate"):
		*raw = append(*raw, href)
	case n.Data == "iframe" && hasSrc:
		*raw = append(*raw, src)
	case n.Data == "iframe" && hasSrcdoc:
		frame, _ := html.Parse(strings.NewReader(srcdoc))
		inner := reader{address: p.address, base: p.base}
		inner.collect(frame, &p.late)
	}
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		p.collect(c, raw)
	}
}

// resolve resolves a reference as net/url does, after white space around it. The query is in the encoding of the page.
func (p *reader) resolve(raw string) {
	raw, fragment, _ := strings.Cut(strings.TrimSpace(raw), "#")
	path, query, hasQuery := strings.Cut(raw, "?")
	if hasQuery {
		encoded, err := p.encoding.NewEncoder().String(query)
		if err != nil {
			encoded = query
		}
		path += "?" + encoded
	}
	var b strings.Builder
	for _, c := range []byte(path) {
		if c == ' ' || c >= 0x80 {
			fmt.Fprintf(&b, "%%%02X", c)
		} else {
			b.WriteByte(c)
		}
	}
	if u, err := p.base.Parse(b.String() + "#" + fragment); err == nil {
		u.Fragment = ""
		p.links = append(p.links, u)
	}
}

// BenchmarkServe measures what a page costs its server, without the network.
func BenchmarkServe(b *testing.B) {
	for name, site := range map[string]*testsite.Site{"odd": {Pages: 10_000}, "plain": {Pages: 10_000, Plain: true}} {
		var addresses []string
		for p := range site.Expected(origin, false) {
			if addresses = append(addresses, p.Address); len(addresses) == 1000 {
				break
			}
		}
		b.Run(name, func(b *testing.B) {
			var out discard
			r := httptest.NewRequest(http.MethodGet, "/", nil)
			i := 0
			for b.Loop() {
				r.Host, r.RequestURI = "127.0.0.1:8080", strings.TrimPrefix(addresses[i%len(addresses)], origin)
				out.header = http.Header{}
				site.ServeHTTP(&out, r)
				i++
			}
			b.SetBytes(out.size / int64(i))
		})
	}
}

// discard is a response that nobody reads.
type discard struct {
	header http.Header
	size   int64
}

func (d *discard) Header() http.Header { return d.header }

func (d *discard) WriteHeader(int) {}

func (d *discard) Write(b []byte) (int, error) {
	d.size += int64(len(b))
	return len(b), nil
}

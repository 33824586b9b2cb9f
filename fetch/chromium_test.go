package fetch_test

import (
	"bufio"
	"context"
	"crypto/tls"
	"encoding/json"
	"fmt"
	"html"
	"io"
	"maps"
	"net"
	"net/http"
	"net/textproto"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"htmlurl/document"
	"htmlurl/fetch"
	"htmlurl/resolve"
)

// chromiumPage is a page with references that a browser follows by itself. Its address has no query.
type chromiumPage struct {
	address string
	header  string // further lines of the header
	head    string
	cases   []chromiumCase
}

// chromiumCase is one reference. In its parts, {} stands for a name of its own, which stands in each of its URLs.
type chromiumCase struct {
	name string
	html string
	// answers are to requests for /{}/0/…, /{}/1/… and so on: a status, and lines of a header. Others are answered by
	// 200.
	answers []string
}

// caseName is a name of a case in a URL.
var caseName = regexp.MustCompile(`c\d+x`)

// named returns a text for the case of that number.
func named(text string, number int) string {
	return strings.ReplaceAll(text, "{}", fmt.Sprintf("c%dx", number))
}

// byteWeb is a server for all hosts that hears and says each byte as it is. It knows the pages and the answers.
type byteWeb struct {
	plain, secure net.Listener
	pages         map[string]string // whole responses by the first part of the path
	answers       map[string]string // by the beginning of the path: "/c1x/0/"

	mu     sync.Mutex
	heard  map[string][]request // by the name of the case
	number int                  // of requests
}

// newByteWeb starts the servers.
func newByteWeb(t *testing.T) *byteWeb {
	w := &byteWeb{pages: map[string]string{}, answers: map[string]string{}, heard: map[string][]request{}}
	certificate, _ := newCertificate(t, "a.test", -time.Hour, time.Hour)
	w.plain = w.listen(t, "http", nil)
	w.secure = w.listen(t, "https", &tls.Config{Certificates: []tls.Certificate{certificate}})
	return w
}

func (w *byteWeb) listen(t *testing.T, scheme string, secret *tls.Config) net.Listener {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	go func() {
		for {
			conn, err := l.Accept()
			if err != nil {
				return
			}
			if secret != nil {
				conn = tls.Server(conn, secret)
			}
			go w.serve(conn, scheme)
		}
	}()
	return l
}

// serve answers one request.
func (w *byteWeb) serve(conn net.Conn, scheme string) {
	defer conn.Close()
	conn.SetDeadline(time.Now().Add(patience))
	in := bufio.NewReader(conn)
	line, err := in.ReadString('\n')
	if err != nil {
		return
	}
	header, err := textproto.NewReader(in).ReadMIMEHeader()
	if err != nil {
		return
	}
	method, rest, _ := strings.Cut(strings.TrimSuffix(line, "\r\n"), " ")
	target := strings.TrimSuffix(rest, " HTTP/1.1")
	io.WriteString(conn, w.answer(method, scheme+"://"+header.Get("Host")+target, http.Header(header)))
}

// answer remembers a request, and returns the response.
func (w *byteWeb) answer(method, url string, header http.Header) string {
	q := request{method: method, url: url, header: header}
	w.mu.Lock()
	defer w.mu.Unlock()
	if page, ok := w.pages[folder(url)]; ok {
		return page
	}
	name := caseName.FindString(url)
	if name != "" {
		w.number++
	}
	if heard := w.heard[name]; len(heard) == 0 || differ(heard[len(heard)-1:],
		[]request{q}) != "" { // media come in parts
		w.heard[name] = append(heard, q)
	}
	_, path, _ := strings.Cut(url, "://")
	_, path, _ = strings.Cut(path, "/")
	if parts := strings.Split(path, "/"); len(parts) == 3 {
		if answer, ok := w.answers["/"+parts[0]+"/"+parts[1]+"/"]; ok {
			return response(answer, url)
		}
	}
	return response("200", url)
}

// requests returns the requests for each case, and forgets them.
func (w *byteWeb) requests() map[string][]request {
	w.mu.Lock()
	defer w.mu.Unlock()
	heard := w.heard
	w.heard = map[string][]request{}
	return heard
}

// total returns how many requests there were.
func (w *byteWeb) total() int {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.number
}

// response returns the response of that status and header to a request for a URL, whose end tells what it is.
func response(answer, url string) string {
	status, header, _ := strings.Cut(answer, "\n")
	path, _, _ := strings.Cut(url, "?")
	kind, body := contents[".png"].kind, contents[".png"].body
	for end, content := range contents {
		if strings.HasSuffix(path, end) {
			kind, body = content.kind, strings.ReplaceAll(content.body, "{}", caseName.FindString(url))
		}
	}
	return fmt.Sprintf("HTTP/1.1 %s X\r\nContent-Type: %s\r\nContent-Length: %d\r\nCache-Control: no-store\r\n"+
		"Connection: close\r\n%s\r\n%s", status, kind, len(body), lines(header), body)
}

// lines ends the lines of a header.
func lines(header string) string {
	if header == "" {
		return ""
	}
	return strings.ReplaceAll(header, "\n", "\r\n") + "\r\n"
}

// folder returns the first part of the path of a URL.
func folder(url string) string {
	_, path, _ := strings.Cut(url, "://")
	_, path, _ = strings.Cut(path, "/")
	return path[:max(0, strings.IndexAny(path+"/", "/?"))]
}

// client returns a Client like a browser, for which the web is w.
func (w *byteWeb) client(t *testing.T) *fetch.Client {
	dial := func(l net.Listener) func(context.Context, string, string) (net.Conn, error) {
		return func(ctx context.Context, _, _ string) (net.Conn, error) {
			return new(net.Dialer).DialContext(ctx, "tcp", l.Addr().String())
		}
	}
	return &fetch.Client{
		Edition: resolve.Living, ReferrerPolicies: true, AllowPrivate: true, Cookies: newJar(t),
		Transport: &http.Transport{
			DialContext: dial(w.plain), DisableKeepAlives: true, DisableCompression: true,
			DialTLSContext: func(ctx context.Context, network, address string) (net.Conn, error) {
				conn, err := dial(w.secure)(ctx, network, address)
				return tls.Client(conn, &tls.Config{InsecureSkipVerify: true}), err
			},
		},
	}
}

// browser starts a browser for which the web is w, but for the hosts that it asks by itself.
func (w *byteWeb) browser(t *testing.T) *browser {
	return newBrowser(t, "--ignore-certificate-errors",
		"--disable-features=HttpsUpgrades,HttpsFirstBalancedMode,HttpsFirstBalancedModeAutoEnable",
		fmt.Sprintf("--host-resolver-rules=MAP *.com ~NOTFOUND, MAP https://* %s, MAP *:443 %[1]s, MAP * %s", w.secure.Addr(),
			w.plain.Addr()))
}

// put makes the pages and answers ready. Each page reports what comes of the elements whose id names a case.
func (w *byteWeb) put(pages []chromiumPage) {
	number := 0
	for _, p := range pages {
		body := "<!DOCTYPE html><script>" + reports + "</script>" + named(p.head, number) + "<body>"
		for _, c := range p.cases {
			for i, answer := range c.answers {
				w.answers[named(fmt.Sprintf("/{}/%d/", i), number)] = named(answer, number)
			}
			body += named(c.html, number) + "\n"
			number++
		}
		w.pages[folder(p.address)] = fmt.Sprintf("HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\n"+
			"Connection: close\r\n%s\r\n%s", lines(p.header), body)
	}
}

// side is what one of two did: the requests, and what came of them.
type side struct {
	requests map[string][]request
	ends     map[string]string
}

// TestChromium holds this package to what a browser does, except for what the ledgers know.
func TestChromium(t *testing.T) {
	w := newByteWeb(t)
	b := w.browser(t)
	t.Run("references", func(t *testing.T) { checkReferences(t, w, b) })
	t.Run("types", func(t *testing.T) { checkTypes(t, w, b) })
}

// checkReferences holds that FetchLink asks for the references of pages as a browser does, and comes to the same end:
// which requests arrive, for what, with what Referer, Origin and Cookie, and whether the resource may be used.
func checkReferences(t *testing.T, w *byteWeb, b *browser) {
	pages := chromiumPages()
	w.put(pages)
	compare(t, pages, w.browse(t, b, pages), w.fetchPages(t, pages))
}

// browse opens the pages in a browser: long ones in tabs, the others in frames of one page.
func (w *byteWeb) browse(t *testing.T, b *browser, pages []chromiumPage) side {
	var tabs []string
	open := func(address string) {
		tabs = append(tabs, b.open(address))
		b.awaitLoaded(tabs[len(tabs)-1])
	}
	frames := "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nConnection: close\r\n\r\n<!DOCTYPE html><script>" + reports + "</script>"
	for _, p := range pages {
		if len(p.cases) > 20 {
			open(p.address)
		} else {
			frames += fmt.Sprintf(`<iframe width=500 src="%s"></iframe>`, html.EscapeString(p.address))
		}
	}
	w.pages["frames-of-pages"] = frames
	open("http://a.test/frames-of-pages/")
	for before := -1; before != w.total(); time.Sleep(500 * time.Millisecond) {
		before = w.total()
	}
	ends := map[string]string{}
	for _, tab := range tabs {
		var found map[string]string
		text := b.evaluate(tab, "JSON.stringify(window.results)")
		if err := json.Unmarshal([]byte(text), &found); err != nil {
			t.Errorf("%q: %v", text, err)
		}
		maps.Copy(ends, found)
		b.do(tab, "Page.close", nil)
	}
	return side{w.requests(), ends}
}

// fetchPages fetches all references of the pages that are for cases.
func (w *byteWeb) fetchPages(t *testing.T, pages []chromiumPage) side {
	ends := map[string]string{}
	for _, p := range pages {
		c := w.client(t)
		d, err := c.Document(t.Context(), p.address, document.Options{})
		if err != nil {
			t.Fatal(err)
		}
		fetchLinks(t, c, d, ends)
	}
	return side{w.requests(), ends}
}

// fetchLinks fetches the references of a document and of its frames.
func fetchLinks(t *testing.T, c *fetch.Client, d *document.Document, ends map[string]string) {
	for link := range d.Links() {
		name := caseName.FindString(link.Raw + link.URL.String())
		if name != "" && link.Kind != document.BaseURL && link.Ignored == "" {
			ends[name] = endOf(t, c, link)
		}
	}
	for frame, err := range d.Frames() {
		if err != nil {
			t.Error(err)
			continue
		}
		fetchLinks(t, c, frame, ends)
	}
}

// endOf fetches a reference, and returns what came of it.
func endOf(t *testing.T, c *fetch.Client, link document.Link) string {
	response, err := c.FetchLink(t.Context(), link)
	o := readAll(t, response, err)
	switch {
	case o.err != nil:
		return "error"
	case o.body == "":
		return "empty"
	case strings.HasSuffix(o.URL.Path(), ".html"):
		return "at " + o.URL.String()
	}
	return "load " + string(o.CORS)
}

// compare holds that the two sides did the same, except for what the ledger knows.
func compare(t *testing.T, pages []chromiumPage, theirs, ours side) {
	number, found, names := 0, map[*known]int{}, map[string]bool{}
	for _, p := range pages {
		for _, c := range p.cases {
			name, full := named("{}", number), p.address[:min(len(p.address), 60)]+": "+c.name
			if names[full] {
				t.Errorf("two cases %s", full)
			}
			names[full] = true
			aspects := differ(ours.requests[name], theirs.requests[name])
			if !sameEnd(ours.ends[name], theirs.ends[name]) {
				aspects = strings.TrimPrefix(aspects+", end", ", ")
			}
			if entry := ledgerEntry(chromiumLedger, full, aspects); entry != nil {
				found[entry]++
			} else if aspects != "" {
				t.Errorf("%s (%s)\n\t%s\nChromium:%s\n\t-> %s\nFetchLink:%s\n\t-> %s", full, aspects, named(c.html,
					number),
					listed(theirs.requests[name]), theirs.ends[name], listed(ours.requests[name]), ours.ends[name])
			}
			number++
		}
	}
	checkLedger(t, chromiumLedger, found)
	t.Log(number, "references")
}

// differ returns in which aspects requests differ.
func differ(a, b []request) string {
	if len(a) != len(b) {
		return "requests"
	}
	var aspects []string
	for _, name := range []string{"Referer", "Origin", "Cookie", "Authorization"} {
		for i := range a {
			if a[i].field(name) != b[i].field(name) {
				aspects = append(aspects, name)
				break
			}
		}
	}
	for i := range a {
		if a[i].method != b[i].method || a[i].url != b[i].url {
			return "requests"
		}
	}
	return strings.Join(aspects, ", ")
}

// listed returns requests with the fields that count, for messages.
func listed(requests []request) string {
	var all strings.Builder
	for _, q := range requests {
		fmt.Fprintf(&all, "\n\t%s %s", q.method, q.url)
		for _, name := range []string{"Referer", "Origin", "Cookie", "Authorization"} {
			if values := q.header[name]; len(values) > 0 {
				fmt.Fprintf(&all, "\n\t\t%s: %s", name, strings.Join(values, " | "))
			}
		}
	}
	return all.String()
}

// ledgerEntry returns what a ledger knows of a difference, or nil.
func ledgerEntry(ledger []known, name, aspects string) *known {
	for i := range ledger {
		entry := &ledger[i]
		if aspects != "" && (entry.aspects == "" || entry.aspects == aspects) && entry.names.MatchString(name) {
			return entry
		}
	}
	return nil
}

// checkLedger holds that there are as many differences of each kind as a ledger says.
func checkLedger(t *testing.T, ledger []known, found map[*known]int) {
	t.Helper()
	for i := range ledger {
		if entry := &ledger[i]; found[entry] != entry.count {
			t.Errorf("%d cases differ, not %d: %s", found[entry], entry.count, entry.reason)
		}
	}
}

// sameEnd tells whether two ends are the same, as far as both are known.
func sameEnd(ours, theirs string) bool {
	switch {
	case ours == "error" || ours == "empty":
		return theirs == "" || theirs == "error"
	case strings.HasPrefix(ours, "at "):
		return ours == theirs
	}
	return theirs == "" || ours == theirs || theirs == "load" && strings.HasPrefix(ours, "load")
}

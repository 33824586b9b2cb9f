package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
	"unicode"
	"unicode/utf8"

	"htmlurl/internal/testsite"
)

// crawlLine is a line of htmlurl crawl.
type crawlLine struct {
	URL, Address string
	Status       int
	Depth        int
	From         string
	Redirects    []testsite.Redirect
	Type         string
	Base         string
	Fallback     string
	Why          string
	Encoding     string
	Source       string `json:"encoding_source"`
	Duplicate    bool
	Links        []crawlLink
	Error        *struct{ Message string }
}

type crawlLink struct {
	Tag, Namespace, Attr, Raw, Kind, URL, Text string
	Rel                                        []string
	Error                                      *errorJSON
}

// readLines reads the lines of a crawl, which must be whole.
func readLines(t *testing.T, out string) []crawlLine {
	t.Helper()
	var lines []crawlLine
	if out != "" && !strings.HasSuffix(out, "\n") {
		t.Errorf("the last line is cut: %.200q", out[strings.LastIndexByte(out, '\n')+1:])
	}
	for text := range strings.Lines(out) {
		var line crawlLine
		if err := json.Unmarshal([]byte(text), &line); err != nil {
			t.Fatalf("%v: %.500s", err, text)
		}
		lines = append(lines, line)
	}
	return lines
}

// crawlLines runs htmlurl crawl on loopback, and returns its lines.
func crawlLines(t *testing.T, args ...string) []crawlLine {
	t.Helper()
	out, errOut, status := command(t, "", append([]string{"crawl", "--allow-private", "--edition", "living"}, args...)...)
	if status != exitFine {
		t.Fatalf("htmlurl crawl %v: status %d\n%s", args, status, errOut)
	}
	return readLines(t, out)
}

// crawlFile runs htmlurl crawl on loopback with a file for its output.
func crawlFile(t *testing.T, file string, args ...string) {
	t.Helper()
	args = append([]string{"crawl", "--allow-private", "--edition", "living", "-o", file}, args...)
	out, errOut, status := command(t, "", args...)
	if status != exitFine || out != "" {
		t.Fatalf("htmlurl %v: status %d, prints %.200q\n%s", args, status, out, errOut)
	}
	if _, err := os.Stat(file + ".state"); err == nil {
		t.Errorf("htmlurl %v leaves its state", args)
	}
}

// sitePages returns how many pages the large site has.
func sitePages(t *testing.T) int {
	if testing.Short() {
		t.Log("1000 pages instead of 10000, as -short asks for")
		return 1000
	}
	return 10_000
}

// TestCrawlSite holds the crawl of a large site to what its generator knows, and two crawls to each other.
func TestCrawlSite(t *testing.T) {
	site := &testsite.Site{Pages: sitePages(t), Seed: 2012}
	server := httptest.NewServer(site)
	defer server.Close()
	dir := t.TempDir()
	first, second := filepath.Join(dir, "first.jsonl"), filepath.Join(dir, "second.jsonl")
	crawlFile(t, first, server.URL+"/")
	crawlFile(t, second, "--workers", "3", server.URL+"/")
	if !sameFiles(t, first, second) {
		t.Error("two crawls differ")
	}
	compareSite(t, first, site.Expected(server.URL, false))
}

// TestCrawlEditions holds a small site to what its generator knows by the default rules and by those of today, and with
// --ignore-robots to more.
func TestCrawlEditions(t *testing.T) {
	if testing.Short() {
		t.Skip("it crawls four times; TestCrawlSite does it once")
	}
	site := &testsite.Site{Pages: 300, Seed: 5}
	server := httptest.NewServer(site)
	defer server.Close()
	for _, flags := range []string{"", "--edition html5", "--edition living", "--edition living --ignore-robots"} {
		file := filepath.Join(t.TempDir(), "out.jsonl")
		args := append(strings.Fields("crawl --allow-private "+flags), "-o", file, server.URL)
		if _, errOut, status := command(t, "", args...); status != exitFine {
			t.Fatalf("%v: status %d\n%s", args, status, errOut)
		}
		compareSite(t, file, site.Expected(server.URL, strings.Contains(flags, "ignore-robots")))
	}
}

// compareSite compares the lines of a crawl with the pages that are expected.
func compareSite(t *testing.T, file string, expected func(func(testsite.Page) bool)) {
	t.Helper()
	f, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	in := bufio.NewReader(f)
	const limit = 10
	lines, wrong := 0, 0
	for want := range expected {
		lines++
		text, err := in.ReadBytes('\n')
		if err != nil {
			t.Fatalf("%s: line %d, %s: %v", file, lines, want.URL, err)
		}
		var got crawlLine
		if err := json.Unmarshal(text, &got); err != nil {
			t.Fatal(err)
		}
		if got.URL != want.URL {
			t.Fatalf("line %d is %s, want %s\n%s", lines, got.URL, want.URL, setDifference(t, file, expected))
		}
		if message := comparePage(got, want); message != "" {
			t.Errorf("%s: %s", want.URL, message)
			if wrong++; wrong == limit {
				t.FailNow()
			}
		}
	}
	if rest, _ := in.ReadString('\n'); rest != "" {
		t.Errorf("more than %d lines: %.300s", lines, rest)
	}
	t.Logf("%d lines", lines)
}

// setDifference tells which pages one crawl has and the other has not.
func setDifference(t *testing.T, file string, expected func(func(testsite.Page) bool)) string {
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	got, want := map[string]bool{}, map[string]bool{}
	for _, line := range readLines(t, string(text)) {
		got[fmt.Sprint(line.URL, " -> ", line.Address, " ", line.Status, " depth ", line.Depth)] = true
	}
	for page := range expected {
		want[fmt.Sprint(page.URL, " -> ", page.Address, " ", page.Status, " depth ", page.Depth)] = true
	}
	return fmt.Sprintf("only got: %s\nonly wanted: %s", fewOf(got, want), fewOf(want, got))
}

// fewOf returns some of the members of a that b has not.
func fewOf(a, b map[string]bool) string {
	var only []string
	for member := range a {
		if !b[member] {
			only = append(only, member)
		}
	}
	slices.Sort(only)
	return fmt.Sprintf("%d, %.600q", len(only), only[:min(len(only), 5)])
}

// comparePage tells in what a line differs from what is expected, or "".
func comparePage(got crawlLine, want testsite.Page) string {
	if got.Error != nil {
		return "error: " + got.Error.Message
	}
	page := func(address string, status, depth int, from string, redirects []testsite.Redirect, duplicate bool) string {
		return fmt.Sprintf("address %s, status %d, depth %d, from %q, redirects %v, duplicate %t", address, status, depth, from,
			redirects, duplicate)
	}
	g := page(got.Address, got.Status, got.Depth, got.From, got.Redirects, got.Duplicate)
	w := page(want.Address, want.Status, want.Depth, want.From, want.Redirects, want.Duplicate)
	if g != w {
		return fmt.Sprintf("\ngot  %s\nwant %s", g, w)
	}
	if want.Duplicate || want.Status != http.StatusOK {
		if len(got.Links) > 0 {
			return "it has links"
		}
		return ""
	}
	g = fmt.Sprintf("type %s, base %q, encoding %s from %s", got.Type, got.Base, got.Encoding, got.Source)
	w = fmt.Sprintf("type %s, base %q, encoding %s from %s", want.Type, want.Base, want.Encoding, want.Source)
	if g != w {
		return fmt.Sprintf("\ngot  %s\nwant %s", g, w)
	}
	return compareLinks(got.Links, want.Links)
}

func compareLinks(got []crawlLink, want []testsite.Link) string {
	for i := range max(len(got), len(want)) {
		g, w := "nothing", "nothing"
		if i < len(got) {
			l := got[i]
			g = fmt.Sprintf("%s %s %s %q %s rel %q, error %t", l.Tag, l.Attr, l.Kind, l.Raw, l.URL, strings.Join(l.Rel, " "),
				l.Error != nil)
		}
		text := ""
		if i < len(want) {
			l := want[i]
			w = fmt.Sprintf("%s %s %s %q %s rel %q, error %t", l.Tag, l.Attr, l.Kind, l.Raw, l.URL, l.Rel, l.URL == "")
			text = l.Text
		}
		if g != w {
			return fmt.Sprintf("link %d\ngot  %s\nwant %s", i, g, w)
		}
		if got[i].Text != text && got[i].Kind == "hyperlink" {
			return fmt.Sprintf("link %d: text %q, want %q", i, got[i].Text, text)
		}
	}
	return ""
}

// sameFiles tells whether two files have the same bytes.
func sameFiles(t *testing.T, first, second string) bool {
	t.Helper()
	a, err := os.Open(first)
	if err != nil {
		t.Fatal(err)
	}
	defer a.Close()
	b, err := os.Open(second)
	if err != nil {
		t.Fatal(err)
	}
	defer b.Close()
	return sameBytes(t, a, b)
}

func sameBytes(t *testing.T, a, b io.Reader) bool {
	t.Helper()
	one, two := make([]byte, 1<<16), make([]byte, 1<<16)
	for {
		n, errOne := io.ReadFull(a, one)
		m, errTwo := io.ReadFull(b, two)
		if !bytes.Equal(one[:n], two[:m]) {
			return false
		}
		if errOne != nil || errTwo != nil {
			return errOne == errTwo
		}
	}
}

// web is a small site on loopback: bodies by paths. It keeps which requests came.
type web struct {
	*httptest.Server
	mu       sync.Mutex
	requests []webRequest
}

type webRequest struct {
	uri    string
	header http.Header
	at     time.Time
}

// newWeb serves pages as HTML, by their paths.
func newWeb(t *testing.T, pages map[string]string) *web {
	w := &web{}
	w.Server = httptest.NewServer(http.HandlerFunc(func(out http.ResponseWriter, r *http.Request) {
		w.mu.Lock()
		w.requests = append(w.requests, webRequest{r.RequestURI, r.Header, time.Now()})
		w.mu.Unlock()
		body, ok := pages[r.RequestURI]
		if !ok {
			http.NotFound(out, r)
			return
		}
		out.Header().Set("Content-Type", "text/html")
		if strings.HasSuffix(r.RequestURI, ".txt") {
			out.Header().Set("Content-Type", "text/plain")
		}
		io.WriteString(out, body)
	}))
	t.Cleanup(w.Close)
	return w
}

// requested returns the paths that were requested since the last time, but for robots.txt.
func (w *web) requested() []string {
	w.mu.Lock()
	defer w.mu.Unlock()
	var paths []string
	for _, r := range w.requests {
		if r.uri != "/robots.txt" {
			paths = append(paths, r.uri)
		}
	}
	w.requests = nil
	slices.Sort(paths)
	return paths
}

// brief describes lines by path and depth.
func brief(lines []crawlLine, servers ...*web) string {
	var b []string
	for _, line := range lines {
		url := line.URL
		for i, server := range servers {
			url = strings.Replace(url, server.URL, strings.Repeat("~", i), 1)
		}
		b = append(b, fmt.Sprintf("%s %d", url, line.Depth))
	}
	return strings.Join(b, ", ")
}

// TestCrawlScope holds which pages are visited, and in which order.
func TestCrawlScope(t *testing.T) {
	other := newWeb(t, map[string]string{"/": "<a href=/y>", "/y": ""})
	site := newWeb(t, map[string]string{
		"/":       "<a href=/a><a href='/b#f'><a href=" + other.URL + "/><a href=/docs/1?q><a href=mailto:a@b.invalid>",
		"/a":      "<a href=/a1><a href=/b><a href=/>",
		"/b":      "<link rel=next href=/b1><link rel=stylesheet href=/s.css><img src=/i.png><form action=/f></form>",
		"/a1":     "<frameset><frame src=/frame></frameset>",
		"/b1":     "<meta http-equiv=refresh content='9; url=/refresh'><iframe srcdoc='<a href=/srcdoc>'></iframe>",
		"/docs/1": "no such page", "/docs/1?q": "<a href=2>", "/docs/2": "<a href=../a><a href=3>", "/docs/3": "",
		"/frame": "<area href=/area>", "/refresh": "<svg><a xlink:href=/svg></svg>", "/srcdoc": "", "/area": "", "/svg": "",
	})
	const all = "/ 0, /a 1, /b 1, /docs/1?q 1, /a1 2, /b1 2, /docs/2 2, /frame 3, /refresh 3, /srcdoc 3, " +
		"/docs/3 3, /area 4, /svg 4"
	for _, c := range []struct{ args, want string }{
		{"SITE/", all},
		{"SITE", all},
		{"SITE/#fragment", all},
		{"--same-host SITE/", all},
		{"--workers 1 SITE/", all},
		{"--depth 0 SITE/", "/ 0"},
		{"--depth 1 SITE/", "/ 0, /a 1, /b 1, /docs/1?q 1"},
		{"--limit 1 SITE/", "/ 0"},
		{"--limit 6 SITE/", "/ 0, /a 1, /b 1, /docs/1?q 1, /a1 2, /b1 2"},
		{"--limit 99 --depth 2 SITE/", "/ 0, /a 1, /b 1, /docs/1?q 1, /a1 2, /b1 2, /docs/2 2"},
		{"--scope SITE/docs/ SITE/docs/2", "/docs/2 0, /docs/3 1"},
		{"--scope SITE/docs/ SITE/", "/ 0, /docs/1?q 1, /docs/2 2, /docs/3 3"},
		{"--scope SITE/a --scope OTHER/ SITE/", "/ 0, /a 1, ~/ 1, /a1 2, ~/y 2"},
		{"--depth 1 OTHER/ SITE/", "~/ 0, / 0, ~/y 1, /a 1, /b 1, /docs/1?q 1"},
		{"SITE/docs/3 SITE/docs/3 SITE/docs/3#again", "/docs/3 0"},
	} {
		args := strings.NewReplacer("SITE", site.URL, "OTHER", other.URL).Replace(c.args)
		site.requested()
		other.requested()
		if got := brief(crawlLines(t, strings.Fields(args)...), site, other); got != c.want {
			t.Errorf("htmlurl crawl %s:\ngot  %s\nwant %s", c.args, got, c.want)
		}
		if got, want := len(site.requested())+len(other.requested()), strings.Count(c.want, ",")+1; got != want {
			t.Errorf("htmlurl crawl %s: %d requests, want %d", c.args, got, want)
		}
	}
}

// TestCrawlLine holds the members of lines, byte for byte.
func TestCrawlLine(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/":
			w.Header().Set("Content-Type", "text/html; charset=iso-8859-1")
			io.WriteString(w, "<base href=/d/><a rel='Next x' href='?\xE9'> To <b>you</b></a><a href='http://[/'>")
		case "/d/":
			http.Redirect(w, r, "../e.txt", http.StatusFound)
		case "/e.txt":
			io.WriteString(w, "text")
		}
	}))
	defer server.Close()
	out, errOut, status := command(t, "", "crawl", "--allow-private", "--edition", "living", server.URL+"/")
	lines := strings.Split(out, "\n")
	if status != exitFine || len(lines) != 3 {
		t.Fatalf("status %d: %s%s", status, out, errOut)
	}
	for i, wants := range [][]string{
		{`{"url":"URL/","address":"URL/","status":200,"depth":0,`, `"type":"text/html"`, `"base":"URL/d/"`, `"fallback":"URL/"`,
			`"why":"base element <base href=\"/d/\">"`, `"encoding":"windows-1252"`, `"encoding_source":"content-type"`,
			`"links":[{"tag":"base","namespace":"html","attr":"href","raw":"/d/","kind":"metadata-base","url":"URL/d/"`,
			`{"tag":"a","namespace":"html","attr":"href","raw":"?é","kind":"hyperlink","url":"URL/d/?%E9"`, `"rel":["next","x"]`,
			`"text":"To you"`, `"raw":"http://[/","kind":"hyperlink","error":{`},
		{`{"url":"URL/d/?%E9","address":"URL/e.txt","status":200,"depth":1,`, `"from":"URL/"`, `"type":"text/plain"`,
			`"redirects":[{"url":"URL/d/?%E9","status":302,"location":"/e.txt"}]`},
	} {
		for _, want := range wants {
			if want = strings.ReplaceAll(want, "URL", server.URL); !strings.Contains(lines[i], want) {
				t.Errorf("line %d has no %s:\n%s", i, want, lines[i])
			}
		}
	}
	if lines[1] != "" && strings.Contains(lines[1], `"base"`) {
		t.Errorf("a text has a base: %s", lines[1])
	}
	if errOut == "" {
		t.Error("there is no summary")
	}
}

// TestCrawlNoText holds that without the texts of links all else is the same.
func TestCrawlNoText(t *testing.T) {
	server := httptest.NewServer(&testsite.Site{Pages: 300, Seed: 6})
	defer server.Close()
	with, without := crawlLines(t, server.URL), crawlLines(t, "--no-text", server.URL)
	texts := 0
	for i := range with {
		for k := range with[i].Links {
			if l := &with[i].Links[k]; l.Text != "" {
				texts++
				l.Text = ""
			}
		}
	}
	if !reflect.DeepEqual(with, without) || texts == 0 {
		t.Errorf("%d and %d lines differ; %d texts", len(with), len(without), texts)
	}
}

// TestCrawlRobots holds that robots.txt is obeyed, and not asked for with --ignore-robots.
func TestCrawlRobots(t *testing.T) {
	site := newWeb(t, map[string]string{
		"/robots.txt": "User-agent: *\nDisallow: /private\nAllow: /private/yes\n\nUser-agent: otherbot\nDisallow: /public\n",
		"/":           "<a href=/private/no><a href=/public><a rel=nofollow href=/quiet><a href=/private/yes><a href=/none>",
		"/private/no": "<a href=/private/more>", "/private/more": "", "/private/yes": "", "/public": "", "/quiet": "",
		"/none": "<meta name=robots content=NOFOLLOW><a href=/behind>", "/behind": "",
	})
	for _, c := range []struct{ args, want string }{
		{"", "/ /none /private/yes /public"},
		{"--ignore-robots", "/ /behind /none /private/more /private/no /private/yes /public /quiet"},
		{"--user-agent OtherBot/2.0", "/ /none /private/no /private/yes /private/more"},
	} {
		site.requested()
		lines := crawlLines(t, append(strings.Fields(c.args), site.URL+"/")...)
		asked := 0
		site.mu.Lock()
		for _, r := range site.requests {
			if r.uri == "/robots.txt" {
				asked++
			}
		}
		site.mu.Unlock()
		want := strings.Fields(c.want)
		slices.Sort(want)
		if got := site.requested(); !slices.Equal(got, want) {
			t.Errorf("%s: requests %v, want %v", c.args, got, want)
		}
		if (asked == 1) == strings.Contains(c.args, "ignore") || asked > 1 {
			t.Errorf("%s: asks for robots.txt %d times", c.args, asked)
		}
		for _, line := range lines {
			if strings.HasSuffix(line.URL, "/private/no") && c.args == "" && (line.Error == nil ||
				!strings.Contains(line.Error.Message, "robots")) {
				t.Errorf("%+v does not say why it was not fetched", line)
			}
		}
	}
}

// TestCrawlHeader holds what is sent, and --delay.
func TestCrawlHeader(t *testing.T) {
	site := newWeb(t, map[string]string{"/": "<a href=/a><a href=/b>", "/a": "", "/b": ""})
	crawlLines(t, "--user-agent", "test bot/1", "--header", "X-Test: a: b", "--header", "Accept-Language: de", site.URL)
	for _, r := range site.requests {
		if r.header.Get("User-Agent") != "test bot/1" || r.header.Get("X-Test") != "a: b" ||
			r.header.Get("Accept-Language") != "de" {
			t.Errorf("%s: %v", r.uri, r.header)
		}
	}
	site.requested()
	crawlLines(t, site.URL)
	if agent := site.requests[0].header.Get("User-Agent"); !strings.Contains(agent, "htmlurl") {
		t.Errorf("User-Agent: %s", agent)
	}
	site.requested()
	const delay = 150 * time.Millisecond
	crawlLines(t, "--delay", delay.String(), "--ignore-robots", site.URL)
	for i, r := range site.requests[1:] {
		if gap := r.at.Sub(site.requests[i].at); gap < delay-30*time.Millisecond {
			t.Errorf("%v between requests", gap)
		}
	}
	referrers := map[string]string{}
	for _, r := range site.requests {
		referrers[r.uri] = r.header.Get("Referer")
	}
	if referrers["/"] != "" || referrers["/a"] != site.URL+"/" {
		t.Errorf("referrers %v", referrers)
	}
}

// TestCrawlUse holds the exit statuses, and that wrong use is explained.
func TestCrawlUse(t *testing.T) {
	site := newWeb(t, map[string]string{"/": ""})
	dir := t.TempDir()
	_, port, _ := strings.Cut(strings.TrimPrefix(site.URL, "http://"), ":")
	refused := refusedURL(t)
	for _, c := range []struct {
		args    string
		status  int
		message string
	}{
		{"--allow-private SITE", exitFine, ""},
		{"--allow-private SITE " + refused, exitFine, ""},
		{"--allow-private " + refused, exitBad, "refused"},
		{"SITE", exitBad, "--allow-private"},
		{"http://localhost:" + port, exitBad, "--allow-private"},
		{"http://[::1]:" + port, exitBad, "--allow-private"},
		{"http://0.0.0.0:" + port, exitBad, "--allow-private"},
		{"--edition living http://2130706433:" + port, exitBad, "--allow-private"},
		{"http://10.0.0.1/", exitBad, "--allow-private"},

		{"", exitUsage, "URL"},
		{"--no-text --format wat SITE", exitUsage, "--no-text"},
		{"--allow-private page.html", exitUsage, "page.html"},
		{"--allow-private ftp://example.invalid/", exitUsage, "ftp"},
		{"--allow-private mailto:a@b.invalid", exitUsage, "mailto"},
		{"--allow-private --same-host --scope SITE/ SITE", exitUsage, "scope"},
		{"--allow-private --scope docs SITE", exitUsage, "scope"},
		{"--allow-private --format xml SITE", exitUsage, "wat"},
		{"--allow-private --edition html9 SITE", exitUsage, "known: html5"},
		{"--allow-private --header nonsense SITE", exitUsage, "header"},
		{"--allow-private --max-bytes 5X SITE", exitUsage, "is no size"},
		{"--allow-private --delay soon SITE", exitUsage, "delay"},
		{"--allow-private --depth x SITE", exitUsage, "depth"},
		{"--allow-private --limit x SITE", exitUsage, "limit"},
		{"--allow-private --nonsense SITE", exitUsage, "unknown flag"},
		{"--allow-private SITE -o DIR/none/out.jsonl", exitUsage, "none"},
		{"--allow-private SITE -o DIR", exitUsage, dir},
	} {
		site.requested()
		args := strings.NewReplacer("SITE", site.URL, "DIR", dir).Replace("crawl " + c.args)
		out, errOut, status := command(t, "", strings.Fields(args)...)
		if status != c.status || !strings.Contains(errOut, c.message) {
			t.Errorf("htmlurl crawl %s: status %d, want %d; says\n%s, want %s", c.args, status, c.status, errOut, c.message)
		}
		if c.status == exitUsage && out != "" {
			t.Errorf("htmlurl crawl %s: prints %s", c.args, out)
		}
		if requests := site.requested(); len(requests) > 0 && (c.message != "" || c.status != exitFine) {
			t.Errorf("htmlurl crawl %s: requests %v", c.args, requests)
		}
	}
}

// TestCrawlAgain holds that a crawl that ended is made anew, whatever lines are in its file, which is not replaced if it is
// certainly something else, and that another crawl does not go on where one was interrupted.
func TestCrawlAgain(t *testing.T) {
	site := newWeb(t, map[string]string{"/": "<a href=/a>", "/a": ""})
	for _, name := range []string{"out.jsonl", "out.jsonl.gz"} {
		file := filepath.Join(t.TempDir(), name)
		if err := os.WriteFile(file, []byte("not a crawl\n"), 0o600); err != nil {
			t.Fatal(err)
		}
		if status := run([]string{"crawl", "--allow-private", "-o", file, site.URL}, nil, io.Discard, io.Discard); status != exitUsage {
			t.Errorf("%s: status %d", name, status)
		}
		if err := os.WriteFile(file, []byte(`{"url":"http://old.example/"}`+"\n"), 0o600); err != nil {
			t.Fatal(err)
		}
		crawlFile(t, file, site.URL)
		first := readOutput(t, file)
		if site.requested(); len(readLines(t, first)) != 2 {
			t.Errorf("%s: %s", name, first)
		}
		crawlFile(t, file, site.URL)
		if second := readOutput(t, file); second != first || len(site.requested()) != 2 {
			t.Errorf("%s: the second time\n%swant\n%s", name, second, first)
		}
	}
}

// watLine is a line of --format wat.
type watLine struct {
	Envelope struct {
		Header  map[string]any `json:"WARC-Header-Metadata"`
		Payload struct {
			Response struct {
				Message struct{ Status any } `json:"Response-Message"`
				Headers map[string]any
				HTML    struct {
					Head struct {
						Base, Title          string
						Metas, Link, Scripts []map[string]string
					}
					Links []map[string]string
				} `json:"HTML-Metadata"`
			} `json:"HTTP-Response-Metadata"`
		} `json:"Payload-Metadata"`
	}
}

// TestCrawlWAT holds the shape of --format wat.
func TestCrawlWAT(t *testing.T) {
	site := newWeb(t, map[string]string{
		"/": `<title>Home &amp; away</title><base href=/d/><meta name=description content="A page">` +
			`<link rel=stylesheet href=s.css><script src=a.js></script><a href=" x ">the <b>text</b></a><img src=i.png alt=i><form action=f></form>`,
		"/d/x": "<a href=y>", "/d/y": "",
	})
	out, errOut, status := command(t, "", "crawl", "--allow-private", "--edition", "living", "--format", "wat", site.URL+"/")
	lines := strings.Split(strings.TrimSuffix(out, "\n"), "\n")
	if status != exitFine || len(lines) != 3 {
		t.Fatalf("status %d, %d lines\n%s%s", status, len(lines), out, errOut)
	}
	var line watLine
	if err := json.Unmarshal([]byte(lines[0]), &line); err != nil {
		t.Fatal(err)
	}
	response := line.Envelope.Payload.Response
	head := response.HTML.Head
	for what, is := range map[string]bool{
		"target":  line.Envelope.Header["WARC-Target-URI"] == site.URL+"/",
		"status":  fmt.Sprint(response.Message.Status) == "200",
		"headers": response.Headers["Content-Type"] == "text/html",
		"base":    head.Base == "/d/" || head.Base == site.URL+"/d/",
		"title":   head.Title == "Home & away",
		"metas":   len(head.Metas) == 1 && head.Metas[0]["name"] == "description" && head.Metas[0]["content"] == "A page",
		"link":    len(head.Link) == 1 && head.Link[0]["path"] == "LINK@/href" && head.Link[0]["url"] == "s.css",
		"scripts": len(head.Scripts) == 1 && head.Scripts[0]["path"] == "SCRIPT@/src" && head.Scripts[0]["url"] == "a.js",
	} {
		if !is {
			t.Errorf("wrong %s in %s", what, lines[0])
		}
	}
	found := map[string]bool{}
	for _, link := range response.HTML.Links {
		found[strings.Join([]string{link["path"], link["url"], link["text"], link["resolved"]}, "|")] = true
	}
	for _, want := range []string{"A@/href| x |the text|/d/x", "IMG@/src|i.png||/d/i.png", "FORM@/action|f||/d/f"} {
		before, after, _ := strings.Cut(want, "|/d/")
		if !found[before+"|"+site.URL+"/d/"+after] {
			t.Errorf("no %s in %v", want, response.HTML.Links)
		}
	}
}

// full is an output that takes only so many bytes.
type full struct {
	bytes.Buffer
	room int
}

var errFull = errors.New("no space left")

func (f *full) Write(b []byte) (int, error) {
	if f.Len()+len(b) > f.room {
		return 0, errFull
	}
	return f.Buffer.Write(b)
}

// TestCrawlFull holds that a crawl ends when its output does.
func TestCrawlFull(t *testing.T) {
	site := &testsite.Site{Pages: 1000, Seed: 4}
	server := httptest.NewServer(site)
	defer server.Close()
	var errOut bytes.Buffer
	start := time.Now()
	status := run([]string{"crawl", "--allow-private", server.URL}, strings.NewReader(""), &full{room: 100_000}, &errOut)
	if status != exitUsage || !strings.Contains(errOut.String(), errFull.Error()) {
		t.Errorf("status %d after %v, says %s", status, time.Since(start), &errOut)
	}
}

// TestCrawlHostile holds that nothing in a page can break a line or disturb a terminal.
func TestCrawlHostile(t *testing.T) {
	site := newWeb(t, map[string]string{
		"/": "<meta charset=utf-8><a href='/x\u2028\u2029\u0085\u202e\x1b[31m'>a\u2028b\u0085\u202ec\x1b[2J</a>" +
			"<a href='/\xff\xfe'>\xff</a><a href='/%0a%1b'>x</a>",
	})
	for _, format := range []string{"jsonl", "wat"} {
		out, errOut, _ := command(t, "", "crawl", "--allow-private", "--edition", "living", "--format", format, site.URL)
		for i, c := range out + errOut {
			if c != '\n' && (unicode.IsControl(c) || c == '\u2028' || c == '\u2029' || c == '\u202E' || c == utf8.RuneError &&
				!strings.HasPrefix((out + errOut)[i:], "\uFFFD")) {
				t.Errorf("%s: %U at byte %d", format, c, i)
			}
		}
		if n := strings.Count(out, "\n"); n != 4 {
			t.Errorf("%s: %d lines, want 4", format, n)
		}
		for text := range strings.Lines(out) {
			if !json.Valid([]byte(text)) {
				t.Errorf("no JSON: %s", text)
			}
		}
	}
}

// TestCrawlUnreachableRobots holds that nothing is requested of a host whose robots.txt cannot be had.
//
// Spec: RFC 9309 section 2.3.1
func TestCrawlUnreachableRobots(t *testing.T) {
	for _, c := range []struct {
		status int
		want   int // lines of pages that were fetched
	}{{http.StatusNotFound, 2}, {http.StatusForbidden, 2}, {http.StatusInternalServerError, 0}} {
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Type", "text/html")
			if r.URL.Path == "/robots.txt" {
				w.WriteHeader(c.status)
			}
			io.WriteString(w, "<a href=/a>")
		}))
		defer server.Close()
		out, errOut, status := command(t, "", "crawl", "--allow-private", server.URL)
		fetched := 0
		for _, line := range readLines(t, out) {
			if line.Status == http.StatusOK {
				fetched++
			}
		}
		if fetched != c.want || (status == exitFine) != (c.want > 0) {
			t.Errorf("robots.txt with status %d: status %d, %d pages, want %d: %s", c.status, status, fetched, c.want, errOut)
		}
	}
}

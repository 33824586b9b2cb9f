package check_test

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"htmlurl/check"
	"htmlurl/crawl"
	"htmlurl/fetch"
	"htmlurl/resolve"
)

// liveServer is a server that counts requests.
type liveServer struct {
	*httptest.Server
	mu    sync.Mutex
	asked []string // "METHOD path?query"
}

// livePages are what a server answers by path and query: "→ URL" is a redirect, "! 500" a status; else the type is
// that of the extension, and HTML without one. In the texts SELF stands for the server.
type livePages map[string]string

// liveServe starts a server.
func liveServe(t testing.TB, pages livePages) *liveServer {
	t.Helper()
	s := &liveServer{}
	s.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		s.mu.Lock()
		s.asked = append(s.asked, r.Method+" "+r.RequestURI)
		s.mu.Unlock()
		text, ok := pages[r.RequestURI]
		if !ok {
			http.NotFound(w, r)
			return
		}
		s.answer(w, strings.ReplaceAll(text, "SELF", s.URL), r.URL.Path)
	}))
	t.Cleanup(s.Close)
	return s
}

func (s *liveServer) answer(w http.ResponseWriter, text, path string) {
	if target, ok := strings.CutPrefix(text, "→ "); ok {
		w.Header().Set("Location", target)
		w.WriteHeader(http.StatusMovedPermanently)
		return
	}
	if status, ok := strings.CutPrefix(text, "! "); ok {
		var code int
		fmt.Sscan(status, &code)
		w.WriteHeader(code)
		return
	}
	types := map[string]string{".css": "text/css", ".png": "image/png", ".svg": "image/svg+xml",
		".xhtml": "application/xhtml+xml"}
	kind := types[filepath.Ext(path)]
	if kind == "" {
		kind = "text/html"
	}
	if rest, ok := strings.CutPrefix(text, "windows-1252:"); ok {
		kind, text = kind+"; charset=windows-1252", string(siteEncode("windows-1252:"+rest))
	}
	w.Header().Set("Content-Type", kind)
	w.Write([]byte(text))
}

// count returns how often something was requested; with "" it returns the number of all requests.
func (s *liveServer) count(part string) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	n := 0
	for _, asked := range s.asked {
		if strings.Contains(asked, part) {
			n++
		}
	}
	return n
}

// liveChecker returns a checker that may ask servers of this computer.
func liveChecker() *check.Checker {
	c := &check.Checker{Compare: []resolve.Edition{}}
	c.Servers.Crawler.Client = &fetch.Client{AllowPrivate: true}
	return c
}

// liveShorts are findings without the name of the server.
func (s *liveServer) shorts(r *check.Report) []string {
	var got []string
	for _, short := range siteShorts(r) {
		got = append(got, strings.ReplaceAll(short, s.URL, ""))
	}
	slices.Sort(got)
	return got
}

// TestLive holds what is found in sites on servers.
func TestLive(t *testing.T) {
	cases := []struct {
		name  string
		pages livePages
		start string
		want  []string
		count int // pages
	}{
		{"pages, fragments and images", livePages{
			"/": "<a href=a></a><a href=a#x></a><a href=a#y></a><a href=#z></a><a href=gone></a><a href=gone#x></a>" +
				"<img src=a.png><img src=gone.png>",
			"/a":     "<i id=x></i><a href=/></a><a href=deep/b></a>",
			"/a.png": "png", "/deep/b": "<a href=gone></a>"}, "/", []string{
			"/ error fragment-missing #z", "/ error fragment-missing a#y", "/ error target-missing gone",
			"/ error target-missing gone#x",
			"/ error target-missing gone.png", "/deep/b error target-missing gone"}, 3},
		{"statuses", livePages{"/": "<a href=500></a><a href=410></a><a href=403></a><img src=503.png><link" +
			" rel=stylesheet href=500.css>",
			"/500": "! 500", "/410": "! 410", "/403": "! 403", "/503.png": "! 503", "/500.css": "! 500"}, "/", []string{
			"/ error target-missing 410", "/ error target-status 403", "/ error target-status 500",
			"/ error target-status 500.css",
			"/ error target-status 503.png"}, 1},
		{"redirects", livePages{"/": "<a href=old></a><a href=old#y></a><a href=older></a><img src=old.png><a" +
			" href=lost></a><a href=loop></a>",
			"/old": "→ /new", "/older": "→ /old", "/new": "<i id=x></i>", "/old.png": "→ /new.png", "/new.png": "",
			"/lost": "→ /gone",
			"/loop": "→ /loop"}, "/", []string{
			"/ error fragment-missing old#y", "/ error target-missing lost", "/ error target-unreachable loop",
			"/ info redirected old",
			"/ info redirected old#y", "/ info redirected old.png", "/ info redirected older"}, 2},
		{"style sheets", livePages{"/": "<link rel=stylesheet href=css/a.css><style>@import 'css/b.css'; p { src:" +
			" url(gone.png) }</style>",
			"/css/a.css": "@import 'c.css'; p { src: url(a.png) }", "/css/b.css": "@import 'a.css'; p { src: url(gone.png) }",
			"/css/c.css": "@import 'a.css'; @import 'gone.css'; p { src: url(#x) url(../a.svg#x) url(../a.svg#y) }",
			"/css/a.png": "", "/a.svg": "<svg xmlns='http://www.w3.org/2000/svg' id='x'/>"}, "/", []string{
			"/ error target-missing gone.png", "/css/b.css error target-missing gone.png",
			"/css/c.css error fragment-missing ../a.svg#y",
			"/css/c.css error target-missing gone.css"}, 4},
		{"drawings and XHTML", livePages{"/": "<svg><use href='s.svg#x'/><use href='s.svg#y'/></svg><a href=d.xhtml>" +
			"</a><a href=bad.xhtml></a>",
			"/s.svg":     "<svg xmlns='http://www.w3.org/2000/svg'><g id='x'/></svg>",
			"/d.xhtml":   "<html xmlns='http://www.w3.org/1999/xhtml'><a href='gone'/></html>",
			"/bad.xhtml": "<html>"}, "/", []string{"/ error fragment-missing s.svg#y", "/bad.xhtml error page-unreadable ",
			"/d.xhtml error target-missing gone"}, 2},
		{"the start page is gone", livePages{}, "/", []string{"/ error target-missing |/ error target-status "}, 0},
		{"the start page is redirected", livePages{"/": "→ /home/", "/home/": "<a href=gone></a><a href=/></a>"}, "/",
			[]string{
				"/home/ error target-missing gone", "/home/ info redirected /"}, 1},
		{"the start page is no page", livePages{"/a.png": "png"}, "/a.png", nil, 0},
		{"out of scope", livePages{"/": "<a href=http://other.invalid/></a><a href=a></a>",
			"/a": "→ http://other.invalid/"}, "/",
			[]string{"/ info redirected a"}, 1},
	}
	const wantCases = 9
	if len(cases) != wantCases {
		t.Fatalf("%d cases, not %d", len(cases), wantCases)
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			s := liveServe(t, c.pages)
			r := siteCheck(t, liveChecker(), check.Site{Address: s.URL + c.start})
			got := s.shorts(r)
			isWanted := func(a, b string) bool { return a == b || slices.Contains(strings.Split(b, "|"), a) }
			if !slices.EqualFunc(got, c.want, isWanted) {
				t.Errorf("%q, not %q", got, c.want)
				for _, f := range r.Findings {
					t.Log(f.Raw, f.Message)
				}
			}
			if r.Summary.Pages != c.count {
				t.Errorf("%d pages, not %d", r.Summary.Pages, c.count)
			}
			// A target that HEAD does not find is asked for by GET, too; nothing else is asked for twice.
			for _, asked := range slices.Compact(slices.Sorted(slices.Values(s.asked))) {
				n := 0
				for _, a := range s.asked {
					if a == asked {
						n++
					}
				}
				if n > 1 && !slices.Contains([]string{"GET /new", "GET /old"}, asked) { // to which others redirect
					t.Errorf("%s is requested %d times: %q", asked, n, s.asked)
				}
			}
		})
	}
}

// TestTargets holds that Summary.Targets counts what other servers were asked for, and not what the own one was.
func TestTargets(t *testing.T) {
	other := liveServe(t, livePages{"/a": ""})
	s := liveServe(t, livePages{"/": "<img src=a.png><img src=b.png><a href=" + other.URL + "/a>", "/a.png": "",
		"/b.png": ""})
	for external, want := range map[bool]int{false: 0, true: 1} {
		c := liveChecker()
		c.Servers.External = external
		if r := siteCheck(t, c, check.Site{Address: s.URL}); r.Summary.Targets != want || r.Summary.Internal != 2 {
			t.Errorf("%+v, not %d targets", r.Summary, want)
		}
	}
}

// TestDiskIsLive holds that a site on disk and the same one on a server have the same findings and links between pages.
func TestDiskIsLive(t *testing.T) {
	files := siteFiles{"index.html": "<link rel=stylesheet href=a.css><a href=b.html#x></a><a href=b.html#y></a><a" +
		" href=gone></a><a href=dir></a>" +
		"<a href=dir/></a><iframe srcdoc='<a href=b.html#x></a><a href=#own>'></iframe><svg><use href=s.svg#x /><use" +
		" href=s.svg#y /></svg>" +
		"<a href=b.html></a><img src=''><a href=''></a><script src=http://127.0.0.1:1/></script>",
		"b.html":         "<i id=x></i><a href=index.html></a>",
		"a.css":          "@import 'b.css'; @import 'gone.css'; p { src: url(s.svg#x) url(s.svg#z) }",
		"b.css":          "p { src: url(gone.png) }",
		"dir/index.html": "<a href=../b.html></a><a href=/dir/></a>",
		"s.svg":          "<svg xmlns='http://www.w3.org/2000/svg' id='x'/>"}
	pages := livePages{"/": files["index.html"], "/dir": "→ /dir/", "/dir/": files["dir/index.html"]}
	for name, text := range files {
		pages["/"+name] = text
	}
	s := liveServe(t, pages)
	c := liveChecker()
	c.Graph = true
	live := siteCheck(t, c, check.Site{Address: s.URL + "/index.html"})
	disk := siteCheck(t, c, check.Site{FS: files.fs(), Address: s.URL})
	name := func(page string) string {
		page = strings.TrimPrefix(strings.TrimPrefix(page, s.URL), "/")
		if strings.HasSuffix(page, "/") || page == "" {
			page += "index.html"
		}
		return page
	}
	for i := range live.Findings {
		live.Findings[i].Page = name(live.Findings[i].Page)
	}
	for i := range live.Edges {
		live.Edges[i].From, live.Edges[i].To = name(live.Edges[i].From), name(live.Edges[i].To)
	}
	a, b := siteShorts(live), siteShorts(disk)
	slices.Sort(a)
	slices.Sort(b)
	if !slices.Equal(a, b) {
		t.Errorf("live %q, on disk %q", a, b)
	}
	for _, r := range []*check.Report{live, disk} {
		// A drawing of which only elements are used is no page of the live site.
		r.Edges = slices.DeleteFunc(r.Edges, func(e check.Edge) bool { return strings.HasSuffix(e.To, ".svg") })
		slices.SortFunc(r.Edges, func(a, b check.Edge) int { return strings.Compare(a.From+" "+a.To, b.From+" "+b.To) })
		r.Summary.Pages, r.Summary.Targets = 0, 0
	}
	if !slices.Equal(live.Edges, disk.Edges) {
		t.Errorf("live %+v, on disk %+v", live.Edges, disk.Edges)
	}
	if live.Summary != disk.Summary {
		t.Errorf("live %+v, on disk %+v", live.Summary, disk.Summary)
	}
}

// TestLiveEdition holds that the edition of the Checker is that of live sites, too.
func TestLiveEdition(t *testing.T) {
	for edition, want := range map[resolve.Edition][]string{resolve.HTML5: {"/ error target-missing dir\\b",
		"/ warning backslash dir\\b"},
		resolve.Living: {"/ warning backslash dir\\b"}} {
		s := liveServe(t, livePages{"/": "<a href='dir\\b'></a>", "/dir/b": ""})
		c := liveChecker()
		c.Edition = edition
		if got := s.shorts(siteCheck(t, c, check.Site{Address: s.URL})); !slices.Equal(got, want) {
			t.Errorf("%v: %q, not %q", edition, got, want)
		}
	}
}

// TestStartElsewhere holds that a site that redirects to another server says where to, as its user gave the wrong
// address.
func TestStartElsewhere(t *testing.T) {
	s := liveServe(t, livePages{"/": "→ http://www.other.invalid/"})
	r := siteCheck(t, liveChecker(), check.Site{Address: s.URL})
	if len(r.Findings) != 1 || !strings.Contains(r.Findings[0].Message, "http://www.other.invalid/") {
		t.Errorf("%+v", r.Findings)
	}
}

// TestLiveNotStarted holds that nothing is requested once the context has ended.
func TestLiveNotStarted(t *testing.T) {
	ctx, stop := context.WithCancel(t.Context())
	stop()
	s := liveServe(t, livePages{"/": "<a href=gone>"})
	c := liveChecker()
	c.Servers.External = true
	r, err := c.Check(ctx, check.Site{Address: s.URL}, check.Site{FS: siteFiles{"a.html": "<a href=" + s.URL +
		"/x>"}.fs(), Address: "http://d.example/"})
	if err != nil || !r.Summary.Interrupted || len(r.Findings) > 0 || s.count("") > 0 {
		t.Errorf("%v, %+v, %d requests", err, r, s.count(""))
	}
}

// TestTwoLiveSites holds that of two sites on one server each page is read and reported once.
func TestTwoLiveSites(t *testing.T) {
	s := liveServe(t, livePages{"/": "<a href=docs/></a><a href=gone></a>", "/docs/": "<a href=gone></a><a href=/></a>"})
	r := siteCheck(t, liveChecker(), check.Site{Address: s.URL},
		check.Site{Address: s.URL + "/docs/"})
	if got, want := s.shorts(r), []string{"/ error target-missing gone",
		"/docs/ error target-missing gone"}; !slices.Equal(got, want) ||
		r.Summary.Pages != 2 || r.Summary.Links != 4 {
		t.Errorf("%q, not %q; %+v", got, want, r.Summary)
	}
}

// TestStartDown holds that a site whose server does not answer is a finding.
func TestStartDown(t *testing.T) {
	s := liveServe(t, nil)
	s.Close()
	r := siteCheck(t, liveChecker(), check.Site{Address: s.URL})
	if len(r.Findings) != 1 || r.Findings[0].Rule != check.TargetUnreachable || !r.Broken() {
		t.Errorf("%+v", r.Findings)
	}
}

// TestPrivate holds that the zero Client asks no server of this computer, and says so.
func TestPrivate(t *testing.T) {
	s := liveServe(t, livePages{"/": ""})
	c := &check.Checker{Servers: check.Servers{External: true}}
	r := siteCheck(t, c, check.Site{FS: siteFiles{"index.html": "<a href=" + s.URL + "/x></a>"}.fs()})
	if got := siteShorts(r); len(got) != 1 || r.Findings[0].Rule != check.NotChecked || s.count("") > 0 {
		t.Errorf("%q, %d requests", got, s.count(""))
	}
}

// TestExternal holds how other servers are asked: each target once, by HEAD, with fragments by GET, and not without
// being
// told to.
func TestExternal(t *testing.T) {
	other := liveServe(t, livePages{"/a": "<i id=x></i>", "/c": "→ /a", "/403": "! 403", "/b.png": ""})
	page := strings.ReplaceAll("<a href=O/a></a><img src=O/b.png><a href=O/a#x></a><a href=O/a#y></a><a href=O/c>"+
		"</a><a href=O/gone></a>"+
		"<a href=O/gone></a><a href=O/403></a><form action=O/form></form>", "O", other.URL)
	disk := siteFiles{"index.html": page, "b.html": page}.fs()
	r := siteCheck(t, liveChecker(), check.Site{FS: disk})
	if len(r.Findings) != 0 || other.count("") != 0 || r.Summary.External != 16 || r.Summary.Targets != 0 {
		t.Errorf("%q, %d requests, %+v", siteShorts(r), other.count(""), r.Summary)
	}
	c := liveChecker()
	c.Servers.External = true
	r = siteCheck(t, c, check.Site{FS: disk})
	one := []string{"error fragment-missing /a#y", "info redirected /c", "error target-missing /gone",
		"error target-missing /gone",
		"error target-status /403"}
	var want []string
	for _, name := range []string{"b.html", "index.html"} {
		for _, f := range one {
			want = append(want, name+" "+f)
		}
	}
	slices.Sort(want)
	if got := other.shorts(r); !slices.Equal(got, want) {
		t.Errorf("%q, not %q", got, want)
	}
	if r.Summary.Targets != 5 || other.count("GET /a") > 3 || other.count("/gone") != 2 ||
		other.count("HEAD /gone") != 1 ||
		other.count("/b.png") != 1 {
		t.Errorf("%d targets, %q", r.Summary.Targets, other.asked)
	}
	c.Servers.Accepts = func(status int) bool { return status < 500 }
	r = siteCheck(t, c, check.Site{FS: disk})
	for _, f := range r.Findings {
		if f.Rule == check.TargetMissing || f.Rule == check.TargetStatus {
			t.Errorf("a status that is accepted: %q", siteShort(f))
		}
	}
}

// TestCache holds that good answers of other sites are kept, bad ones and those of the own site are not.
func TestCache(t *testing.T) {
	other := liveServe(t, livePages{"/a": "<i id=x></i>", "/b.png": ""})
	own := livePages{"/": strings.ReplaceAll("<a href=O/a#x></a><img src=O/b.png><a href=O/gone></a><img src=own.png>",
		"O", other.URL),
		"/own.png": "png"}
	live := liveServe(t, own)
	c := liveChecker()
	c.Servers.External, c.Servers.CacheFile = true, filepath.Join(t.TempDir(), "sub", "cache.json")
	for i, want := range []int{0, 4, 6} { // requests that were there before
		if got := other.count(""); got != want {
			t.Errorf("%d requests before run %d, not %d: %q", got, i, want, other.asked)
		}
		r := siteCheck(t, c, check.Site{Address: live.URL})
		wantFindings := []string{"/gone"}
		if i == 2 {
			wantFindings = []string{"own.png", "/gone"}
		}
		var got []string
		for _, f := range r.Findings {
			got = append(got, strings.TrimPrefix(f.Raw, other.URL))
		}
		slices.Sort(got)
		slices.Sort(wantFindings)
		if !slices.Equal(got, wantFindings) {
			t.Errorf("run %d: %q, not %q", i, got, wantFindings)
		}
		if i == 1 {
			delete(own, "/own.png") // the site is changed, and its cache must not say that it is there still
		}
	}
	if err := os.WriteFile(c.Servers.CacheFile, []byte("something else"), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := c.Check(t.Context(), check.Site{Address: live.URL}); err == nil {
		t.Error("a file that is no cache is no error")
	}
}

// TestCacheDamaged holds that a cache of which a line is damaged is no reason to check nothing.
func TestCacheDamaged(t *testing.T) {
	other := liveServe(t, livePages{"/a": ""})
	c := liveChecker()
	c.Servers.External, c.Servers.CacheFile = true, filepath.Join(t.TempDir(), "cache.json")
	site := check.Site{FS: siteFiles{"index.html": "<a href=" + other.URL + "/a></a><a href=gone></a>"}.fs()}
	siteCheck(t, c, site)
	file, err := os.OpenFile(c.Servers.CacheFile, os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	file.WriteString("{\"url\": \"htt\n")
	file.Close()
	r, err := c.Check(t.Context(), site)
	if err != nil || len(r.Findings) != 1 {
		t.Errorf("%v, %+v", err, r)
	}
}

// TestCacheInterrupted holds that what an interrupted check was told is kept.
func TestCacheInterrupted(t *testing.T) {
	other := liveServe(t, livePages{"/0": "", "/1": "", "/2": "", "/3": "", "/4": "", "/5": "", "/6": "", "/7": "",
		"/8": "", "/9": ""})
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	c := liveChecker()
	c.Servers.External, c.Servers.CacheFile = true, filepath.Join(t.TempDir(), "cache.json")
	c.Progress = func(p check.Progress) {
		if p.Asked == 5 {
			stop()
		}
	}
	var page strings.Builder
	for i := range 10 {
		fmt.Fprintf(&page, "<a href=%s/%d></a>", other.URL, i)
	}
	r, err := c.Check(ctx, check.Site{FS: siteFiles{"index.html": page.String()}.fs()})
	if err != nil || !r.Summary.Interrupted || r.Broken() {
		t.Fatalf("%v, %+v", err, r)
	}
	if data, err := os.ReadFile(c.Servers.CacheFile); err != nil || strings.Count(string(data), "\n") < 5 {
		t.Errorf("%v, %q", err, data)
	}
}

// TestLiveInterrupted holds that the end of the context breaks no links: what was not asked for is not reported.
func TestLiveInterrupted(t *testing.T) {
	const links = 20
	hang := make(chan struct{})
	cases := map[string]string{"pages": "<a href=/page%d></a>", "style sheets": "<link rel=stylesheet href=/sheet%d.css>",
		"images": "<img src=/image%d.png>"}
	for name, format := range cases {
		t.Run(name, func(t *testing.T) {
			goroutines := runtime.NumGoroutine()
			ctx, stop := context.WithCancel(t.Context())
			defer stop()
			served := 0
			var mu sync.Mutex
			server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				w.Header().Set("Content-Type", "text/html")
				if r.URL.Path == "/" {
					for i := range links {
						fmt.Fprintf(w, format+"\n", i)
					}
					fmt.Fprint(w, "<a href=#gone></a>")
					return
				}
				mu.Lock()
				served++
				isLast := served == 3
				mu.Unlock()
				if isLast {
					stop()
				}
				select {
				case <-r.Context().Done():
				case <-hang:
				case <-time.After(20 * time.Millisecond):
				}
			}))
			r, err := liveChecker().Check(ctx, check.Site{Address: server.URL})
			server.CloseClientConnections()
			server.Close()
			if err != nil {
				t.Fatal(err)
			}
			siteSound(t, r)
			if !r.Summary.Interrupted {
				t.Error("it is not said to be interrupted")
			}
			for _, f := range r.Findings {
				if f.Raw != "#gone" {
					t.Errorf("%q: %s", siteShort(f), f.Message)
				}
			}
			siteNoMoreThan(t, goroutines+2) // idle connections of the client
		})
	}
}

// TestLiveSkips holds that SkipPage and SkipLink are for live sites, too, style sheets included.
func TestLiveSkips(t *testing.T) {
	s := liveServe(t, livePages{"/": "<a href=a></a><a href=a#x></a><a href=a#y></a><a href=b></a><link" +
		" rel=stylesheet href=s.css>",
		"/a": "<i id=x></i><a href=gone></a><a href=c></a>", "/b": "<a href=gone>", "/c": "<a href=gone>",
		"/s.css": "@import 'gone.css'"})
	c := liveChecker()
	c.SkipPage = func(page string) bool { return strings.HasSuffix(page, "/a") || strings.HasSuffix(page, ".css") }
	c.SkipLink = func(u string) bool { return strings.HasSuffix(u, "/b") }
	r := siteCheck(t, c, check.Site{Address: s.URL})
	// c is found by the links of a, which are followed though they are not checked.
	if got, want := s.shorts(r), []string{"/ error fragment-missing a#y",
		"/c error target-missing gone"}; !slices.Equal(got, want) {
		t.Errorf("%q, not %q", got, want)
	}
	if s.count("/b") > 0 {
		t.Error("a link that is skipped is followed")
	}
}

// TestLiveScope holds scope, depth and limit: what is not crawled is asked for, and its fragments are found
// nevertheless.
func TestLiveScope(t *testing.T) {
	pages := livePages{"/": "<a href=a></a><a href=a#x></a><a href=a#y></a><a href=gone></a>",
		"/a": "<i id=x></i><a href=b></a><a href=gone2>",
		"/b": "<a href=gone3>"}
	cases := []struct {
		name    string
		crawler crawl.Crawler
		want    []string
	}{
		{"no depth", crawl.Crawler{Depth: -1}, []string{"/ error fragment-missing a#y", "/ error target-missing gone"}},
		{"one link", crawl.Crawler{Depth: 1}, []string{"/ error fragment-missing a#y", "/ error target-missing gone",
			"/a error target-missing gone2"}},
		{"one page", crawl.Crawler{Limit: 1}, []string{"/ error fragment-missing a#y", "/ error target-missing gone"}},
		{"a scope", crawl.Crawler{InScope: func(u resolve.URL) bool { return !strings.HasSuffix(u.String(), "/b") }},
			[]string{
				"/ error fragment-missing a#y", "/ error target-missing gone", "/a error target-missing gone2"}},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			s := liveServe(t, pages)
			checker := liveChecker()
			c.crawler.Client = checker.Servers.Crawler.Client
			checker.Servers.Crawler = c.crawler
			if got := s.shorts(siteCheck(t, checker, check.Site{Address: s.URL})); !slices.Equal(got, c.want) {
				t.Errorf("%q, not %q", got, c.want)
			}
		})
	}
}

// TestLiveQueries holds that queries are requested as the page's encoding and the edition have them.
func TestLiveQueries(t *testing.T) {
	page := "windows-1252:<a href='q?é'></a><a href='q?€'></a><a href='u?é#é'></a><a href='/p/é'></a><a" +
		" href='n?&#9731;'></a>"
	pages := livePages{"/": page, "/q?%E9": "", "/q?%80": "", "/u?%E9": "<meta charset=utf-8><i id=é></i>",
		"/p/%C3%A9": ""}
	for edition, query := range map[resolve.Edition]string{resolve.HTML5: "/n??", resolve.Living: "/n?%26%239731%3B"} {
		s := liveServe(t, pages)
		pages[query] = ""
		c := liveChecker()
		c.Edition, c.Servers.Crawler.Client.Edition = edition, edition
		if got := s.shorts(siteCheck(t, c, check.Site{Address: s.URL})); len(got) > 0 {
			t.Errorf("%v: %q, %q", edition, got, s.asked)
		}
		delete(pages, query)
	}
}

// TestLiveRobots holds that what robots.txt forbids is not asked for, and no error.
func TestLiveRobots(t *testing.T) {
	s := liveServe(t, livePages{"/": "<a href=secret/a></a><img src=secret/a.png><a href=a></a><a href=gone></a>",
		"/a": "", "/robots.txt": "User-agent: *\nDisallow: /secret/\n"})
	c := liveChecker()
	c.Servers.Crawler.Client.Robots = true
	want := []string{"/ error target-missing gone", "/ info not-checked secret/a", "/ info not-checked secret/a.png"}
	if got := s.shorts(siteCheck(t, c, check.Site{Address: s.URL})); !slices.Equal(got, want) || s.count("secret") > 0 {
		t.Errorf("%q, not %q; %q", got, want, s.asked)
	}
}

// TestDiskAndLive holds that references between a site on disk and a live one are internal.
func TestDiskAndLive(t *testing.T) {
	s := liveServe(t, livePages{"/": "<a href=https://disk.example/a.html#x></a><a" +
		" href=https://disk.example/a.html#y></a>" +
		"<a href=https://disk.example/gone></a>", "/b": "<i id=z></i>"})
	files := siteFiles{"a.html": "<i id=x></i><a href=" + s.URL + "/b#z></a><a href=" + s.URL + "/b#w></a><a href=" +
		s.URL + "/#x></a><a href=" +
		s.URL + "/gone></a>"}
	r := siteCheck(t, liveChecker(), check.Site{FS: files.fs(), Address: "https://disk.example/"},
		check.Site{Address: s.URL})
	want := []string{"/ error fragment-missing https://disk.example/a.html#y",
		"/ error target-missing https://disk.example/gone",
		"a.html error fragment-missing /#x", "a.html error fragment-missing /b#w", "a.html error target-missing /gone"}
	if got := s.shorts(r); !slices.Equal(got, want) {
		t.Errorf("%q, not %q", got, want)
	}
	if r.Summary.Internal != 7 || r.Summary.External != 0 {
		t.Errorf("%+v", r.Summary)
	}
}

// TestLiveSources holds places and lines of source of live pages, style sheets and frames.
func TestLiveSources(t *testing.T) {
	s := liveServe(t, livePages{"/": "windows-1252:<link rel=stylesheet href=a.css>\n<p>€é<a href=gone></a><a" +
		" href=b></a><iframe srcdoc='<a href=gone>'></iframe>",
		"/a.css": "/* x */\n@import 'gone';", "/b": "<p>\r\n" + strings.Repeat("long ", 100) + "<a href=gone>"})
	c := liveChecker()
	c.Sources, c.Graph = true, true
	r := siteCheck(t, c, check.Site{Address: s.URL})
	var got []string
	for _, f := range r.Findings {
		got = append(got, fmt.Sprintf("%s:%d:%d", strings.TrimPrefix(f.Page, s.URL), f.Line, f.Column))
		points := []rune(f.Source)
		if f.SourceColumn < 1 || f.SourceColumn > len(points) || !strings.HasPrefix(string(points[f.SourceColumn-1:]),
			f.Raw) &&
			!strings.HasPrefix(string(points[f.SourceColumn-1:]), "<a href=gone") {
			t.Errorf("%s:%d:%d: %q at %d", f.Page, f.Line, f.Column, f.Source, f.SourceColumn)
		}
	}
	slices.Sort(got)
	if want := []string{"/:2:14", "/:2:53", "/a.css:2:10", "/b:2:509"}; !slices.Equal(got, want) {
		t.Errorf("%q, not %q", got, want)
	}
	if !slices.Contains(r.Edges, check.Edge{From: s.URL + "/", To: s.URL + "/b", Links: 1}) || len(r.Pages) != 3 {
		t.Errorf("%+v, %+v", r.Edges, r.Pages)
	}
}

// TestLiveDeterminism holds that reports of live sites are the same, whatever the timing.
func TestLiveDeterminism(t *testing.T) {
	pages := livePages{"/": ""}
	for i := range 30 {
		pages["/"] += fmt.Sprintf("<a href=p%d></a><img src=i%d.png><link rel=stylesheet href=s%d.css>", i, i, i)
		pages[fmt.Sprintf("/p%d", i)] = fmt.Sprintf("<a href=p%d#x></a><a href=gone%d></a><a href=r></a>", (i*7)%30, i%4)
		pages[fmt.Sprintf("/s%d.css", i)] = fmt.Sprintf("@import 's%d.css'; p { src: url(gone%d.png) }", (i*11)%35, i%3)
	}
	pages["/r"] = "→ /p3"
	s := liveServe(t, pages)
	c := liveChecker()
	c.Graph, c.Sources = true, true
	first := ""
	for range 4 {
		text := siteJSON(t, siteCheck(t, c, check.Site{Address: s.URL}))
		if first == "" {
			first = text
		}
		if text != first {
			t.Error("another report")
		}
	}
}

// TestManyExternalFragments holds that many fragments of one page of another site are linear.
func TestManyExternalFragments(t *testing.T) {
	if testing.Short() {
		t.Skip("it takes some seconds")
	}
	other := liveServe(t, livePages{"/a": ""})
	siteLinear(t, 12_000, func(n int) (check.Checker, check.Site) {
		c := liveChecker()
		c.Servers.External = true
		return *c, check.Site{FS: siteFlat{"index.html": siteMany(n, "<a href="+other.URL+"/a#%d></a>\n")}}
	}, func(n int, r *check.Report) {
		if len(r.Findings) != n {
			t.Errorf("%d findings", len(r.Findings))
		}
	})
}

package probe_test

import (
	"errors"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"htmlurl/internal/probe"
	"htmlurl/resolve"
)

// open opens a cache whose file is in order.
func open(t testing.TB, file string, age time.Duration) *probe.Cache {
	t.Helper()
	c, err := probe.OpenCache(file, age)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func save(t testing.TB, c *probe.Cache) {
	t.Helper()
	if err := c.Save(); err != nil {
		t.Fatal(err)
	}
}

// lines returns a file.
func lines(t testing.TB, file string) []string {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return strings.Split(strings.TrimSuffix(string(text), "\n"), "\n")
}

// cacheCases have two questions, and what is requested for the second one by a Prober that knows the file of the first.
var cacheCases = []struct {
	what                string
	path, fragments     string
	path2, fragments2   string
	edition2            resolve.Edition
	requests            string
	accepted, fromCache bool
}{
	{"known", "/page", "", "/page", "", 0, "", true, true},
	{"known by GET", "/404/200", "", "/404/200", "", 0, "", true, true},
	{"known with fragments", "/page", "one old", "/page", "old", 0, "", true, true},
	{"known, no fragments", "/page", "one old", "/page", "", 0, "", true, true},
	{"known, only the top", "/page", "", "/page", "top :~:text=a", 0, "", true, true},
	{"another spelling", "/page", "", "HTTP://A.test:80/page", "", 0, "", true, true},
	{"other fragments", "/page", "one", "/page", "one old", 0, "GET /page", true, false},
	{"fragments for the first time", "/page", "", "/page", "one", 0, "GET /page", true, false},
	{"fragments that were missing", "/page", "one two", "/page", "two", 0, "GET /page", true, false},
	{"fragments that were there", "/page", "one two", "/page", "one", 0, "", true, true},
	{"fragments of what has none", "/file.pdf", "page=2", "/file.pdf", "page=3", 0, "", true, true},
	{"redirects", "/found", "one", "/found", "one", 0, "", true, true},
	{"a redirect with a fragment", "/anchored", "one", "/anchored", "two", 0, "", true, true},
	{"another edition", "/page", "one", "/page", "one", resolve.Living, "GET /page", true, false},
	{"another URL", "/page", "", "/page?", "", 0, "HEAD /page?", true, false},
	{"not there", "/404/404", "", "/404/404", "", 0, "HEAD /404/404, GET /404/404", false, false},
	{"gone", "/410/410", "", "/410/410", "", 0, "HEAD /410/410, GET /410/410", false, false},
	{"put off", "/503/503", "", "/503/503", "", 0, "HEAD /503/503", false, false},
	{"a failure", "/loop", "", "/loop", "", 0, "HEAD /loop, GET /loop", false, false},
	{"not readable", "/broken.xml", "one", "/broken.xml", "", 0, "HEAD /broken.xml", true, false},
	{"a password", "http://me:secret@a.test/page", "", "http://me:secret@a.test/page", "", 0, "HEAD /page", true, false},
	{"a redirect to a password", "/secret", "", "/secret", "", 0, "HEAD /secret, HEAD /page", true, false},
	{"very long", "/long", "", "/long", "", 0, "HEAD /long, HEAD /page?" + long, true, false},
	{"no server", "data:,a", "", "data:,a", "", 0, "", true, false},
}

const wantCacheCases = 24

var long = strings.Repeat("a", 70000)

// more are resources that lead to what is not to be kept.
func more(w http.ResponseWriter, q *http.Request) {
	switch q.URL.Path {
	case "/secret":
		http.Redirect(w, q, "http://me:secret@a.test/page", http.StatusFound)
	case "/long":
		http.Redirect(w, q, "/page?"+long, http.StatusFound)
	default:
		resources(w, q)
	}
}

// TestCache holds what is known the next time, and that it is the same.
func TestCache(t *testing.T) {
	for _, c := range cacheCases {
		synctest.Test(t, func(t *testing.T) {
			file := filepath.Join(t.TempDir(), "new", "links.jsonl")
			p := newWeb(more).prober()
			p.Cache = open(t, file, time.Hour)
			before := one(t, p, question(t, resolve.HTML5, c.path, strings.Fields(c.fragments)...))
			save(t, p.Cache)
			if text := strings.Join(lines(t, file), "\n"); strings.Contains(text, "secret@") {
				t.Errorf("%s: %s", c.what, text)
			}

			w := newWeb(more)
			p = w.prober()
			p.Client.Edition = c.edition2
			p.Cache = open(t, file, time.Hour)
			after := one(t, p, question(t, resolve.HTML5, c.path2, strings.Fields(c.fragments2)...))
			if w.asked() != c.requests || after.Accepted != c.accepted || after.FromCache != c.fromCache {
				t.Errorf("%s: %.200s: %+v", c.what, w.asked(), after)
			}
			if !c.fromCache {
				return
			}
			before.FromCache, before.Missing = true, nil
			if c.path2 != c.path {
				before.URL, before.Address = c.path2, c.path2
			}
			if !reflect.DeepEqual(after, before) {
				t.Errorf("%s:\n%+v, before:\n%+v", c.what, after, before)
			}
		})
	}
	if len(cacheCases) != wantCacheCases {
		t.Errorf("there are %d cases, want %d", len(cacheCases), wantCacheCases)
	}
}

// TestCacheFile holds what the file looks like.
func TestCacheFile(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		file := filepath.Join(t.TempDir(), "links")
		p := newWeb(resources).prober()
		p.Cache = open(t, file, time.Hour)
		collect(t, p, question(t, resolve.HTML5, "/page", "one", "two"), question(t, resolve.HTML5, "/file.pdf", "page=1"),
			question(t, resolve.HTML5, "/moved/200/200?a&b"), question(t, resolve.HTML5, "/404/404"))
		save(t, p.Cache)
		want := []string{
			`{"file":"htmlurl known links 1"}`,
			`{"url":"http://a.test/file.pdf","edition":"html5","status":200,"checked":"2000-01-01T00:00:00Z",` +
				`"type":"application/pdf","any_fragment":true}`,
			`{"url":"http://a.test/moved/200/200?a&b","edition":"html5","status":200,"checked":"2000-01-01T00:00:00Z",` +
				`"address":"http://a.test/200/200","redirects":[{"url":"http://a.test/moved/200/200?a&b","status":301,` +
				`"location":"/200/200"}]}`,
			`{"url":"http://a.test/page","edition":"html5","status":200,"checked":"2000-01-01T00:00:00Z",` +
				`"type":"text/html","fragments":["one"]}`,
		}
		if got := lines(t, file); !reflect.DeepEqual(got, want) {
			t.Errorf("%s", strings.Join(got, "\n"))
		}
		if others, _ := filepath.Glob(filepath.Join(filepath.Dir(file), ".*")); len(others) > 0 {
			t.Errorf("temporary files: %v", others)
		}
	})
}

// TestCacheAge holds that old answers are asked for again, and dropped from the file.
func TestCacheAge(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		file := filepath.Join(t.TempDir(), "links")
		w := newWeb(resources)
		p := w.prober()
		p.Cache = open(t, file, time.Hour)
		ask := func(url string, requests int) {
			t.Helper()
			before := len(w.requests)
			one(t, p, question(t, resolve.HTML5, url))
			if n := len(w.requests) - before; n != requests {
				t.Errorf("%s: %d requests, want %d", url, n, requests)
			}
		}
		ask("/page", 1)
		time.Sleep(time.Hour - 1)
		ask("/page", 0)
		ask("/text", 1)
		time.Sleep(time.Nanosecond)
		save(t, p.Cache)
		if n := len(lines(t, file)); n != 2 {
			t.Errorf("%d lines, want the first and /text", n)
		}
		ask("/page", 1)
		ask("/text", 0)
		p.Cache = open(t, file, time.Minute)
		ask("/text", 0) // checked in the second before
		time.Sleep(time.Minute)
		ask("/text", 1)

		future := strings.ReplaceAll(strings.Join(lines(t, file), "\n"), "2000-", "2001-")
		if err := os.WriteFile(file, []byte(future), 0o600); err != nil {
			t.Fatal(err)
		}
		p.Cache = open(t, file, time.Hour)
		ask("/text", 1)
		p.Cache = open(t, file, 0)
		ask("/text", 1)
		ask("/text", 1)
	})
}

// TestCacheStop holds that a caller may stop at an answer that is known.
func TestCacheStop(t *testing.T) {
	w := newWeb(resources)
	p := w.prober()
	p.Cache = open(t, filepath.Join(t.TempDir(), "links"), time.Hour)
	one(t, p, question(t, resolve.HTML5, "/page"))
	for a := range p.Ask(t.Context(), questions(t, "/text", "/page")) {
		if !a.FromCache {
			t.Errorf("%+v", a)
		}
		break
	}
	if w.asked() != "HEAD /page" {
		t.Errorf("requests: %s", w.asked())
	}
}

// TestCacheAccepts holds that an answer is judged anew by who asks.
func TestCacheAccepts(t *testing.T) {
	w := newWeb(resources)
	p := w.prober()
	p.Cache = open(t, filepath.Join(t.TempDir(), "links"), time.Hour)
	p.Accepts = func(status int) bool { return status == 403 }
	one(t, p, question(t, resolve.HTML5, "/403/403"))
	p.Accepts = nil
	if a := one(t, p, question(t, resolve.HTML5, "/403/403")); a.Accepted || a.FromCache {
		t.Errorf("%+v", a)
	}
}

// damagedFiles are files, how many answers of theirs are known, and the error.
var damagedFiles = []struct {
	what, text string
	known      int
	err        error
}{
	{"empty", "", 0, nil},
	{"only the first line", first, 0, nil},
	{"without the last line end", first + "\n" + record("/1"), 1, nil},
	{"with CR", first + "\r\n" + record("/1") + "\r\n", 1, nil},
	{"later lines count", first + "\n" + record("/1") + "\n" + record("/1") + "\n", 1, nil},
	{"cut", first + "\n" + record("/1") + "\n" + record("/2")[:50], 1, probe.ErrDamaged},
	{"empty lines", first + "\n\n" + record("/1") + "\n", 1, probe.ErrDamaged},
	{"no JSON", first + "\nnonsense\n" + record("/1") + "\n", 1, probe.ErrDamaged},
	{"other JSON", first + "\n[]\n{}\nnull\n1\n" + record("/1") + "\n", 1, probe.ErrDamaged},
	{"another type", first + "\n" + strings.Replace(record("/1"), "200", `"200"`, 1), 0, probe.ErrDamaged},
	{"no such edition", first + "\n" + strings.Replace(record("/1"), "html5", "html6", 1), 0, probe.ErrDamaged},
	{"binary", first + "\n\x00\xff\n" + record("/1"), 1, probe.ErrDamaged},
	{"a long line", first + "\n" + record("/"+strings.Repeat("1", 1<<20)) + "\n" + record("/1"), 1, probe.ErrDamaged},
	{"a long last line", first + "\n" + record("/1") + "\n" + strings.Repeat("1", 1<<20), 1, probe.ErrDamaged},
	{"another file", "# Read me\n", 0, probe.ErrNotCache},
	{"another file", "\n" + first, 0, probe.ErrNotCache},
	{"another file", strings.Repeat("a", 1<<20), 0, probe.ErrNotCache},
	{"another version", strings.Replace(first, "1", "2", 1) + "\n", 0, probe.ErrNotCache},
}

const (
	wantDamagedFiles = 18
	first            = `{"file":"htmlurl known links 1"}`
)

// record is a line about a path of a.test.
func record(path string) string {
	return fmt.Sprintf(`{"url":"http://a.test%s","edition":"html5","status":200,"checked":%q}`, path,
		time.Now().UTC().Truncate(time.Second).Format(time.RFC3339))
}

// TestDamagedFiles holds that what is left of a file is known, and that what is no such file is not touched.
func TestDamagedFiles(t *testing.T) {
	for _, c := range damagedFiles {
		file := filepath.Join(t.TempDir(), "links")
		if err := os.WriteFile(file, []byte(c.text), 0o600); err != nil {
			t.Fatal(err)
		}
		cache, err := probe.OpenCache(file, time.Hour)
		if !errors.Is(err, c.err) || err != nil && !strings.Contains(err.Error(), file) {
			t.Errorf("%s: %v, want %v", c.what, err, c.err)
		}
		if (cache == nil) != errors.Is(c.err, probe.ErrNotCache) {
			t.Errorf("%s: a cache: %v", c.what, cache != nil)
		}
		if cache == nil {
			continue
		}
		save(t, cache)
		if n := len(lines(t, file)) - 1; n != c.known {
			t.Errorf("%s: %d answers, want %d", c.what, n, c.known)
		}
		open(t, file, time.Hour)
		if err := os.WriteFile(file, []byte("something else"), 0o600); err != nil {
			t.Fatal(err)
		}
		if err := cache.Save(); !errors.Is(err, probe.ErrNotCache) || lines(t, file)[0] != "something else" {
			t.Errorf("%s: saved over another file: %v", c.what, err)
		}
	}
	if len(damagedFiles) != wantDamagedFiles {
		t.Errorf("there are %d files, want %d", len(damagedFiles), wantDamagedFiles)
	}
}

// TestCachePlaces holds what can be no file of a cache.
func TestCachePlaces(t *testing.T) {
	for name, want := range map[string]error{t.TempDir(): probe.ErrNotCache, os.DevNull: probe.ErrNotCache} {
		if c, err := probe.OpenCache(name, time.Hour); !errors.Is(err, want) || c != nil {
			t.Errorf("%s: %v, %v", name, c, err)
		}
	}
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if c, err := probe.OpenCache(filepath.Join(file, "links"), time.Hour); err == nil || c != nil {
		t.Error("a file below a file")
	}
}

// TestCacheOfManyProcesses holds that the file is whole whoever saves it, and keeps what others have saved.
func TestCacheOfManyProcesses(t *testing.T) {
	file := filepath.Join(t.TempDir(), "links")
	caches := []*probe.Cache{open(t, file, time.Hour), open(t, file, time.Hour)}
	for i, c := range caches {
		p := newWeb(resources).prober()
		p.Cache = c
		one(t, p, question(t, resolve.HTML5, fmt.Sprintf("/200/%d", i)))
	}
	for _, c := range caches {
		save(t, c)
	}
	if n := len(lines(t, file)); n != 3 {
		t.Errorf("%d lines, want those of both", n)
	}
	var all sync.WaitGroup
	for i := range 8 {
		all.Go(func() {
			for range 20 {
				c, err := probe.OpenCache(file, time.Hour)
				if err != nil {
					t.Error(err)
					return
				}
				p := newWeb(resources).prober()
				p.Cache = c
				one(t, p, question(t, resolve.HTML5, fmt.Sprintf("/200/%d", 10+i)))
				if err := c.Save(); err != nil {
					t.Error(err)
				}
			}
		})
	}
	all.Wait()
	if n := len(lines(t, file)); n < 4 || n > 11 {
		t.Errorf("%d lines", n)
	}
}

// TestNewerAnswers holds that of two processes the one that asked last counts, whichever saves first.
func TestNewerAnswers(t *testing.T) {
	for _, lastSavesFirst := range []bool{false, true} {
		synctest.Test(t, func(t *testing.T) {
			file := filepath.Join(t.TempDir(), "links")
			var caches []*probe.Cache
			for range 2 {
				p := newWeb(resources).prober()
				p.Cache = open(t, file, time.Hour)
				caches = append(caches, p.Cache)
				time.Sleep(time.Minute)
				one(t, p, question(t, resolve.HTML5, "/page"))
			}
			if lastSavesFirst {
				slices.Reverse(caches)
			}
			for _, c := range caches {
				save(t, c)
			}
			if got := lines(t, file); len(got) != 2 || !strings.Contains(got[1], "00:02:00Z") {
				t.Errorf("the last one saves first: %v: %v", lastSavesFirst, got)
			}
		})
	}
}

// FuzzCacheFile holds that any file is read, and that what is saved is in order and says the same.
func FuzzCacheFile(f *testing.F) {
	for _, c := range damagedFiles {
		if len(c.text) < 1000 {
			f.Add(c.text)
		}
	}
	f.Fuzz(func(t *testing.T, text string) {
		file := filepath.Join(t.TempDir(), "links")
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		c, err := probe.OpenCache(file, time.Hour)
		if c == nil {
			if !errors.Is(err, probe.ErrNotCache) {
				t.Fatal(err)
			}
			return
		}
		save(t, c)
		saved := lines(t, file)
		save(t, open(t, file, time.Hour))
		if again := lines(t, file); !reflect.DeepEqual(again, saved) {
			t.Fatalf("%q, then %q", saved, again)
		}
	})
}

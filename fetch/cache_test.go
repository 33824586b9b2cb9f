package fetch_test

import (
	"bytes"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"math/rand/v2"
	"net/http"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"htmlurl/fetch"
)

// header reads fields, one a line.
func header(fields string) http.Header {
	h := http.Header{}
	for line := range strings.Lines(fields) {
		name, value, _ := strings.Cut(strings.TrimSuffix(line, "\n"), ": ")
		h.Add(name, value)
	}
	return h
}

const (
	tagged   = "ETag: \"a\"\n"
	modified = "Last-Modified: Sun, 06 Nov 1994 08:49:37 GMT\n"
)

// TestStorable holds which responses are stored.
//
// Spec: RFC 9111, 3
func TestStorable(t *testing.T) {
	for _, c := range []struct {
		clause, method    string
		status            int
		request, response string
		want              bool
	}{
		{"3", "GET", 200, "", tagged, true},
		{"3", "GET", 200, "", modified, true},
		{"3", "GET", 200, "Range: bytes=0-\nCookie: a", tagged + "Set-Cookie: a", true},
		{"3", "GET", 200, "", "Content-Type: text/html", false},
		{"3", "HEAD", 200, "", tagged, false},
		{"3", "POST", 200, "", tagged, false},
		{"3", "get", 200, "", tagged, false},
		{"3", "GET", 206, "", tagged, false},
		{"3", "GET", 203, "", tagged, false},
		{"3", "GET", 304, "", tagged, false},
		{"3", "GET", 404, "", tagged, false},
		{"3", "GET", 200, "", "Last-Modified: yesterday", false},
		{"3", "GET", 200, "", "ETag: \"a\x00\"", false},
		{"3", "GET", 200, "", "ETag: ", false},
		{"4.1", "GET", 200, "", tagged + "Vary: *", false},
		{"4.1", "GET", 200, "", tagged + "Vary: Accept, *", false},
		{"4.1", "GET", 200, "", tagged + "Vary: Accept\nVary: *", false},
		{"4.1", "GET", 200, "", tagged + "Vary: Accept,,Cookie", true},
		{"5.2.1.5", "GET", 200, "Cache-Control: no-store", tagged, false},
		{"5.2.1.4", "GET", 200, "Cache-Control: no-cache", tagged, true},
		{"5.2.2.5", "GET", 200, "", tagged + "Cache-Control: no-store", false},
		{"5.2.2.5", "GET", 200, "", tagged + "Cache-Control: max-age=5 ,\tNO-Store", false},
		{"5.2.2.5", "GET", 200, "", tagged + "Cache-Control: private\nCache-Control: no-store", false},
		{"5.2.2.5", "GET", 200, "", tagged + "Cache-Control: no-store=x", false},
		{"5.2.2.5", "GET", 200, "", tagged + "Cache-Control: no-stored, x-no-store", true},
		{"5.2.2.5", "GET", 200, "", tagged + "Cache-Control: " + strings.Repeat(",", 1<<20) + "no-store", false},
		{"5.2.2.4", "GET", 200, "", tagged + "Cache-Control: no-cache, private, must-revalidate, max-age=0", true},
	} {
		if got := fetch.Storable(c.method, c.status, header(c.request), header(c.response)); got != c.want {
			t.Errorf("%s: %s, %d, %q, %.80q is %v", c.clause, c.method, c.status, c.request, c.response, got)
		}
	}
}

// TestValidators holds how a request is made conditional.
//
// Spec: RFC 9110, 13.1.2 and 13.1.3
func TestValidators(t *testing.T) {
	for _, c := range []struct{ stored, want string }{
		{"", ""},
		{tagged, "If-None-Match: \"a\""},
		{"ETag: W/\"a\"", "If-None-Match: W/\"a\""},
		{"ETag: \"\"", "If-None-Match: \"\""},
		{"ETag: unquoted", "If-None-Match: unquoted"},
		{"ETag: \"\xe9\"", "If-None-Match: \"\xe9\""},
		{"ETag: \"a\r\nX: y\"", ""},
		{modified, "If-Modified-Since: Sun, 06 Nov 1994 08:49:37 GMT"},
		{"Last-Modified: Sunday, 06-Nov-94 08:49:37 GMT", "If-Modified-Since: Sunday, 06-Nov-94 08:49:37 GMT"},
		{"Last-Modified: 0", ""},
		{tagged + modified, "If-None-Match: \"a\"\nIf-Modified-Since: Sun, 06 Nov 1994 08:49:37 GMT"},
	} {
		if got := fetch.Validators(header(c.stored)); !maps.EqualFunc(got, header(c.want), slices.Equal) {
			t.Errorf("%q: %v, want %q", c.stored, got, c.want)
		}
	}
}

// TestRefresh holds what a 304 changes in a stored response, and what is of the connection.
//
// Spec: RFC 9111, 3.1, 3.2 and 4.3.4
func TestRefresh(t *testing.T) {
	for _, c := range []struct{ clause, stored, fresh, want string }{
		{"3.2", tagged + "A: 1\nB: 2", "B: 3\nB: 4\nC: 5", tagged + "A: 1\nB: 3\nB: 4\nC: 5"},
		{"3.2", "Content-Length: 5", "Content-Length: 0", "Content-Length: 5"},
		{"3.2", "Content-Encoding: gzip", "Content-Encoding: br\nContent-Range: bytes 0-1/2", "Content-Encoding: gzip"},
		{"3.2", "Content-Type: text/html", "Content-Type: text/plain", "Content-Type: text/plain"},
		{"3.2", "A: 1", "Content-Encoding: gzip\nContent-Length: 0", "A: 1"},
		{"3.1", "A: 1", "Connection: close, b\nB: 2", "A: 1"},
		{"3.1", "A: 1", "Keep-Alive: 5\nTransfer-Encoding: chunked\nUpgrade: h2c\nTrailer: D\nTE: x", "A: 1"},
		{"4.3.4", tagged + "A: 1", tagged + "A: 2", tagged + "A: 2"},
		{"4.3.4", "ETag: \"b\"\nA: 1", tagged + "A: 2", ""},
		{"4.3.4", "ETag: W/\"a\"\nA: 1", tagged + "A: 2", tagged + "A: 2"},
		{"4.3.4", tagged + "A: 1", "ETag: W/\"a\"\nA: 2", "ETag: W/\"a\"\nA: 2"},
		{"4.3.4", modified, tagged, modified + tagged},
		{"4.3.4", tagged, "", tagged},
		{"none of ours", tagged + "Htmlurl-Varied-Cookie: 1", "Htmlurl-Varied-Accept: 2", tagged},
	} {
		stored, fresh := header(c.stored), header(c.fresh)
		got := fetch.Refresh(stored, fresh)
		if !maps.EqualFunc(got, header(c.want), slices.Equal) || (got == nil) != (c.want == "") {
			t.Errorf("%s: %q with %q: %v, want %q", c.clause, c.stored, c.fresh, got, c.want)
		}
		if !reflect.DeepEqual(stored, header(c.stored)) || !reflect.DeepEqual(fresh, header(c.fresh)) {
			t.Errorf("%s: %q with %q: changed", c.clause, c.stored, c.fresh)
		}
	}
}

// TestVary holds which requests a stored response may answer, and that no field of a request is stored as it is.
//
// Spec: RFC 9111, 4.1
func TestVary(t *testing.T) {
	const secret = "Cookie: secret\n"
	for _, c := range []struct {
		vary, request, next string
		want                bool
	}{
		{"", secret, "", true},
		{"Vary: Accept", secret + "Accept: a", "Accept: a", true},
		{"Vary: Accept", "Accept: a", "Accept: b", false},
		{"Vary: Accept", "Accept: a", "Accept: A", false},
		{"Vary: Accept", "Accept: a", "", false},
		{"Vary: Accept", "", "Accept: a", false},
		{"Vary: Accept", "", "Accept: ", false},
		{"Vary: Accept", "Accept: ", "Accept: ", true},
		{"Vary: Accept", "", "", true},
		{"Vary: accept , ,COOKIE", secret + "Accept: a", secret + "accept: a", true},
		{"Vary: Accept\nVary: Cookie", secret + "Accept: a", "Accept: a", false},
		{"Vary: Accept", "Accept: a\nAccept: b", "Accept: a\nAccept: b", true},
		{"Vary: Accept", "Accept:  a\t", "Accept: a", true},
		{"Vary: Accept", "Accept: a\nAccept: b", "Accept: b\nAccept: a", false},
		{"Vary: no name", "Accept: a", "Accept: b", true},
		{"Vary: *", "", "", false},
		{"Vary: Accept\nHtmlurl-Varied-Accept: x", "", "Accept: x", false},
		{"Vary: Accept\nHtmlurl-Varied-Accept: x", "", "", true},
		{"Vary: " + strings.Repeat("Accept,", 1<<16), "Accept: a", "Accept: a", true},
	} {
		stored := fetch.StoredHeader(header(c.request), header(c.vary+"\nA: 1\nConnection: A"))
		if got := fetch.Selects(stored, header(c.next)); got != c.want {
			t.Errorf("%.80q of %q for %q: %v", c.vary, c.request, c.next, got)
		}
		if all := fmt.Sprint(stored); strings.Contains(all, "secret") || strings.Contains(all, "A:[1]") {
			t.Errorf("%.80q of %q: %s", c.vary, c.request, all)
		}
	}
}

func newCache(t testing.TB, dir string) fetch.Cache {
	t.Helper()
	c, err := fetch.DirCache(dir)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func store(t testing.TB, c fetch.Cache, key string, h http.Header, body string) {
	t.Helper()
	w, err := c.Store(key, h)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := io.WriteString(w, body); err != nil {
		t.Error(err)
	}
	if err := w.Commit(); err != nil {
		t.Error(err)
	}
	if err := w.Close(); err != nil {
		t.Error(err)
	}
}

// load returns a body and its header, which is nil if there is none.
func load(t testing.TB, c fetch.Cache, key string) (http.Header, string) {
	t.Helper()
	cached, err := c.Load(key)
	if err != nil {
		t.Fatal(err)
	}
	if cached == nil {
		return nil, ""
	}
	defer cached.Body.Close()
	body, err := io.ReadAll(cached.Body)
	if err != nil || int64(len(body)) != cached.Size {
		t.Errorf("%d bytes of %d, %v", len(body), cached.Size, err)
	}
	return cached.Header, string(body)
}

// files returns the names of all files below a directory.
func files(t testing.TB, dir string) []string {
	t.Helper()
	var names []string
	err := filepath.WalkDir(dir, func(name string, d fs.DirEntry, err error) error {
		if !d.IsDir() {
			names = append(names, name)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return names
}

// TestDirCache holds that what is stored is loaded, whatever the keys, the fields and the bodies.
func TestDirCache(t *testing.T) {
	parent := t.TempDir()
	dir := filepath.Join(parent, "a", "b")
	c := newCache(t, dir)
	keys := []string{
		"", "http://h/", "../../x", "/etc/passwd", "a\nb", "a\r", "\x00", "new", "new/x", ".", "\xff",
		strings.Repeat("k", 1<<16),
	}
	headers := []http.Header{
		{}, nil, header(tagged + modified), {"A": {"1", "", "2"}, "B": {"\xe9\xff é"}},
		{"Long": {strings.Repeat("v", 1<<16)}},
	}
	bodies := []string{"", "x", "\r\n\r\n", "\x00\n", strings.Repeat("body", 1<<14)}
	for _, key := range keys {
		if h, _ := load(t, c, key); h != nil {
			t.Errorf("%.20q: loaded before it is stored", key)
		}
		for _, h := range headers {
			for _, body := range bodies {
				store(t, c, key, h, body)
				got, text := load(t, newCache(t, dir), key)
				if got == nil || !maps.EqualFunc(got, h, slices.Equal) || text != body {
					t.Errorf("%.20q: %.100v %.20q, want %.100v %.20q", key, got, text, h, body)
				}
			}
		}
	}
	if all := files(t, parent); len(all) != len(keys) || len(files(t, dir)) != len(keys) {
		t.Errorf("files are %q", all)
	}
}

// TestDirCacheDropped holds that what is not committed is not stored, and that nothing of it is left.
func TestDirCacheDropped(t *testing.T) {
	dir := t.TempDir()
	c := newCache(t, dir)
	store(t, c, "k", header("A: 1"), "old")
	w, err := c.Store("k", header("A: 2"))
	if err != nil {
		t.Fatal(err)
	}
	io.WriteString(w, "new")
	if h, body := load(t, c, "k"); body != "old" || h.Get("A") != "1" {
		t.Errorf("%v, %q before the commit", h, body)
	}
	for range 2 {
		if err := w.Close(); err != nil {
			t.Error(err)
		}
	}
	if _, err := io.WriteString(w, "x"); err == nil || w.Commit() == nil {
		t.Error("a closed writer still writes")
	}
	if h, body := load(t, c, "k"); body != "old" || h.Get("A") != "1" {
		t.Errorf("%v, %q after all", h, body)
	}
	if left := files(t, dir); len(left) != 1 {
		t.Errorf("%q are left", left)
	}
}

// TestDirCacheReplaced holds that who reads goes on to read what was there.
func TestDirCacheReplaced(t *testing.T) {
	c := newCache(t, t.TempDir())
	store(t, c, "k", nil, strings.Repeat("old", 1<<16))
	cached, err := c.Load("k")
	if err != nil {
		t.Fatal(err)
	}
	defer cached.Body.Close()
	store(t, c, "k", nil, "new")
	if body, err := io.ReadAll(cached.Body); err != nil || string(body) != strings.Repeat("old", 1<<16) {
		t.Errorf("%.20q, %v", body, err)
	}
}

// TestDirCacheDamaged holds that a file that is not whole, or not of the key, is as if it was not there.
func TestDirCacheDamaged(t *testing.T) {
	dir := t.TempDir()
	c := newCache(t, dir)
	store(t, c, "k", header(tagged), "body")
	name := files(t, dir)[0]
	whole, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	check := func(what string, file []byte) {
		t.Helper()
		if err := os.WriteFile(name, file, 0o600); err != nil {
			t.Fatal(err)
		}
		if h, body := load(t, c, "k"); h != nil {
			t.Errorf("%s: %v, %q", what, h, body)
		}
	}
	for i := range whole {
		check(fmt.Sprintf("cut after %d bytes", i), whole[:i])
		check(fmt.Sprintf("without %d bytes", i+1), whole[i+1:])
		for bit := range 8 {
			damaged := bytes.Clone(whole)
			damaged[i] ^= 1 << bit
			check(fmt.Sprintf("bit %d of byte %d", bit, i), damaged)
		}
	}
	check("longer", append(bytes.Clone(whole), 0))
	check("zeros", make([]byte, len(whole)))
	store(t, c, "other", header(tagged), "body")
	for _, other := range files(t, dir) {
		if other != name {
			file, err := os.ReadFile(other)
			if err != nil {
				t.Fatal(err)
			}
			check("another key", file)
		}
	}
	store(t, c, "k", header(tagged), "again")
	if _, body := load(t, c, "k"); body != "again" {
		t.Errorf("stored again: %q", body)
	}
}

// TestDirCacheConcurrent holds that several writers and readers, as of several processes, never see anything that was
// not stored as a whole.
func TestDirCacheConcurrent(t *testing.T) {
	dir := t.TempDir()
	var all sync.WaitGroup
	for i := range 8 {
		c := newCache(t, dir)
		all.Go(func() {
			for range 50 {
				key := fmt.Sprint("key", rand.N(3))
				text := fmt.Sprint(i)
				store(t, c, key, http.Header{"A": {text}}, strings.Repeat(text, 10_000))
				h, body := load(t, c, key)
				if h == nil || body != strings.Repeat(h.Get("A"), 10_000) {
					t.Errorf("%v, %.20q", h, body)
				}
			}
		})
	}
	all.Wait()
	if left := files(t, dir); len(left) != 3 {
		t.Errorf("%q are left", left)
	}
}

// TestDirCacheTidy holds that the files of writers that were killed are removed some day, and those of others are not.
func TestDirCacheTidy(t *testing.T) {
	dir := t.TempDir()
	c := newCache(t, dir)
	if _, err := c.Store("killed", nil); err != nil {
		t.Fatal(err)
	}
	killed := files(t, dir)[0]
	old := time.Now().Add(-25 * time.Hour)
	if err := os.Chtimes(killed, old, old); err != nil {
		t.Fatal(err)
	}
	w, err := c.Store("k", nil)
	if err != nil {
		t.Fatal(err)
	}
	c = newCache(t, dir)
	if left := files(t, dir); len(left) != 1 || left[0] == killed {
		t.Errorf("%q are left", left)
	}
	if err := w.Commit(); err != nil {
		t.Error(err)
	}
	if h, _ := load(t, c, "k"); h == nil {
		t.Error("not stored")
	}
}

// TestDirCacheErrors holds that there is an error where there can be no directory, and where files cannot be written.
func TestDirCacheErrors(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{file, filepath.Join(file, "x"), ""} {
		if c, err := fetch.DirCache(name); err == nil || c != nil {
			t.Errorf("%q: %v, %v", name, c, err)
		}
	}
	if err := os.WriteFile(filepath.Join(dir, "new"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if c, err := fetch.DirCache(dir); err == nil || c != nil {
		t.Errorf("%v, %v", c, err)
	}
	gone := t.TempDir()
	c := newCache(t, gone)
	if err := os.RemoveAll(gone); err != nil {
		t.Fatal(err)
	}
	if cached, err := c.Load("k"); cached != nil || err != nil {
		t.Errorf("%v, %v", cached, err)
	}
	if w, err := c.Store("k", nil); err == nil || w != nil {
		t.Errorf("%v, %v", w, err)
	}
}

// TestDirCacheLinks holds that a link does not lead out of the directory.
func TestDirCacheLinks(t *testing.T) {
	outside, dir := t.TempDir(), t.TempDir()
	c := newCache(t, outside)
	store(t, c, "k", nil, "outside")
	name := filepath.Base(files(t, outside)[0])
	if err := os.Symlink(filepath.Join(outside, name), filepath.Join(dir, name)); err != nil {
		t.Skip(err)
	}
	c = newCache(t, dir)
	if cached, err := c.Load("k"); cached != nil || err == nil {
		t.Errorf("%v, %v", cached, err)
	}
	store(t, c, "k", nil, "inside")
	if _, body := load(t, c, "k"); body != "inside" {
		t.Errorf("%q", body)
	}
	if _, body := load(t, newCache(t, outside), "k"); body != "outside" {
		t.Errorf("%q", body)
	}
}

// BenchmarkDirCache stores and loads a response of 100 KB.
func BenchmarkDirCache(b *testing.B) {
	c := newCache(b, b.TempDir())
	body := strings.Repeat("x", 100_000)
	h := header(tagged + modified)
	b.SetBytes(100_000)
	for b.Loop() {
		store(b, c, "k", h, body)
		load(b, c, "k")
	}
}

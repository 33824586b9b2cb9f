package playground_test

import (
	"compress/gzip"
	"io"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"path"
	"regexp"
	"strings"
	"testing"

	"htmlurl/playground"
)

func get(t *testing.T, method, host, target string, header http.Header) *http.Response {
	t.Helper()
	r := httptest.NewRequest(method, "http://"+host+target, nil)
	r.Header = header
	w := httptest.NewRecorder()
	playground.Handler().ServeHTTP(w, r)
	return w.Result()
}

// TestFiles asks for each file of the page.
func TestFiles(t *testing.T) {
	types := map[string]string{".html": "text/html; charset=utf-8", ".css": "text/css; charset=utf-8",
		".js": "text/javascript; charset=utf-8", ".svg": "image/svg+xml", ".gz": "application/gzip", ".txt": "text/plain; charset=utf-8"}
	files := playground.Files()
	number := 0
	err := fs.WalkDir(files, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		number++
		want, err := fs.ReadFile(files, name)
		if err != nil {
			return err
		}
		response := get(t, "GET", "127.0.0.1:7680", "/"+name, nil)
		body, err := io.ReadAll(response.Body)
		if err != nil || response.StatusCode != 200 || string(body) != string(want) {
			t.Errorf("%s: %d bytes, status %d, %v", name, len(body), response.StatusCode, err)
		}
		wanted := types[path.Ext(name)]
		if got := response.Header.Get("Content-Type"); got != wanted || wanted == "" {
			t.Errorf("%s: Content-Type %q", name, got)
		}
		checkHeader(t, name, response.Header)
		head := get(t, "HEAD", "127.0.0.1:7680", "/"+name, nil)
		if body, _ := io.ReadAll(head.Body); head.StatusCode != 200 || len(body) > 0 {
			t.Errorf("HEAD %s: %d bytes, status %d", name, len(body), head.StatusCode)
		}
		again := get(t, "GET", "127.0.0.1:7680", "/"+name, http.Header{"If-None-Match": {response.Header.Get("ETag")}})
		if again.StatusCode != http.StatusNotModified {
			t.Errorf("%s again: status %d", name, again.StatusCode)
		}
		return nil
	})
	if err != nil || number < 16 {
		t.Errorf("%d files, %v", number, err)
	}
}

func checkHeader(t *testing.T, name string, h http.Header) {
	t.Helper()
	for field, want := range map[string]string{
		"X-Content-Type-Options":       "nosniff",
		"Referrer-Policy":              "no-referrer",
		"Cross-Origin-Opener-Policy":   "same-origin",
		"Cross-Origin-Resource-Policy": "same-origin",
		"Cache-Control":                "no-cache",
	} {
		if got := h.Get(field); got != want {
			t.Errorf("%s: %s %q", name, field, got)
		}
	}
	policy := h.Get("Content-Security-Policy")
	if !strings.HasPrefix(policy, "default-src 'none'; ") || !strings.HasSuffix(policy, "; frame-ancestors 'self'") ||
		strings.Contains(policy, "http") || strings.Contains(policy, "script-src 'unsafe-inline'") {
		t.Errorf("%s: Content-Security-Policy %q", name, policy)
	}
}

// TestPolicies compares the policies that are sent with those that the documents have for other servers.
func TestPolicies(t *testing.T) {
	meta := regexp.MustCompile(`<meta http-equiv="Content-Security-Policy" content="([^"]*)">`)
	for _, name := range []string{"index.html", "frame.html"} {
		response := get(t, "GET", "localhost", "/"+name, nil)
		body, err := io.ReadAll(response.Body)
		if err != nil {
			t.Fatal(err)
		}
		found := meta.FindSubmatch(body)
		if found == nil || string(found[1])+"; frame-ancestors 'self'" != response.Header.Get("Content-Security-Policy") {
			t.Errorf("%s: %q is not %q", name, found, response.Header.Get("Content-Security-Policy"))
		}
	}
}

// TestNothingElsewhere looks for addresses in the page.
func TestNothingElsewhere(t *testing.T) {
	elsewhere := regexp.MustCompile(`(src|href|action)="(https?:)?//|url\(|@import|fetch\('http|import .* from 'http`)
	files := playground.Files()
	for _, pattern := range []string{"*.html", "*.css", "*.js"} {
		names, err := fs.Glob(files, pattern)
		if err != nil || len(names) == 0 {
			t.Fatal(pattern, err)
		}
		for _, name := range names {
			text, err := fs.ReadFile(files, name)
			if err != nil {
				t.Fatal(err)
			}
			if name == "app.js" { // has a document to begin with
				text = regexp.MustCompile("(?s)`<!doctype html>.*?`").ReplaceAll(text, nil)
			}
			if found := elsewhere.Find(text); found != nil {
				t.Errorf("%s has %q", name, found)
			}
		}
	}
}

// TestRefused asks for what is not served.
func TestRefused(t *testing.T) {
	for _, c := range []struct {
		method, host, target string
		status               int
	}{
		{"GET", "127.0.0.1:7680", "/", 200},
		{"GET", "127.0.0.1", "/", 200},
		{"GET", "LOCALHOST:80", "/", 200},
		{"GET", "[::1]:7680", "/", 200},
		{"GET", "[::1]", "/", 200},
		{"GET", "example.com", "/", 421},
		{"GET", "example.com:7680", "/", 421},
		{"GET", "127.0.0.1.example.com:7680", "/", 421},
		{"GET", "localhost.example.com", "/", 421},
		{"GET", "192.168.0.1:7680", "/", 421},
		{"GET", "localhost.", "/", 421},
		{"POST", "127.0.0.1:7680", "/", 405},
		{"PUT", "127.0.0.1:7680", "/index.html", 405},
		{"OPTIONS", "127.0.0.1:7680", "/", 405},
		{"GET", "127.0.0.1:7680", "/none.html", 404},
		{"GET", "127.0.0.1:7680", "/../playground.go", 404},
		{"GET", "127.0.0.1:7680", "/static/index.html", 404},
		{"GET", "127.0.0.1:7680", "//index.html", 404},
		{"GET", "127.0.0.1:7680", "/.", 404},
		{"GET", "127.0.0.1:7680", "/index.html/", 404},
	} {
		if response := get(t, c.method, c.host, c.target, nil); response.StatusCode != c.status {
			t.Errorf("%s %s%s: %d, want %d", c.method, c.host, c.target, response.StatusCode, c.status)
		}
	}
}

// TestSize holds the library to what people should have to load, and looks into it.
func TestSize(t *testing.T) {
	const most = 3_000_000
	file, err := playground.Files().Open("htmlurl.wasm.gz")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		t.Fatal(err)
	}
	if info.Size() >= most {
		t.Errorf("%d bytes", info.Size())
	}
	unpacked, err := gzip.NewReader(file)
	if err != nil {
		t.Fatal(err)
	}
	start := make([]byte, 8)
	if _, err := io.ReadFull(unpacked, start); err != nil || string(start) != "\x00asm\x01\x00\x00\x00" {
		t.Errorf("it begins with %q, %v", start, err)
	}
	rest, err := io.Copy(io.Discard, unpacked)
	if err != nil {
		t.Error(err)
	}
	t.Logf("%d bytes, unpacked %d", info.Size(), rest+int64(len(start)))
}

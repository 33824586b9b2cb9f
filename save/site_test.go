package save_test

import (
	"context"
	"io/fs"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"htmlurl/resolve"
	"htmlurl/save"
)

// site is what a server has, by path and query.
type site map[string]answer

// answer is what a server answers: a status other than 200, a redirection, or a body.
type answer struct {
	kind     string
	body     string
	status   int
	location string
	header   map[string]string
	delay    time.Duration
}

// server serves a site on the loopback interface, and counts the requests for each path.
type server struct {
	*httptest.Server
	mu       sync.Mutex
	requests map[string]int
	headers  map[string]http.Header
}

func (s site) serve(t testing.TB) *server {
	t.Helper()
	found := &server{requests: map[string]int{}, headers: map[string]http.Header{}}
	found.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		found.mu.Lock()
		found.requests[r.URL.RequestURI()]++
		found.headers[r.URL.RequestURI()] = r.Header
		found.mu.Unlock()
		a, ok := s[r.URL.RequestURI()]
		if !ok {
			http.NotFound(w, r)
			return
		}
		time.Sleep(a.delay)
		a.write(w)
	}))
	t.Cleanup(found.Close)
	return found
}

func (a answer) write(w http.ResponseWriter) {
	w.Header()["Content-Type"] = nil // no sniffing
	if a.kind != "" {
		w.Header().Set("Content-Type", a.kind)
	}
	for name, value := range a.header {
		w.Header().Set(name, value)
	}
	if a.location != "" {
		w.Header().Set("Location", a.location)
		w.WriteHeader(http.StatusFound)
		return
	}
	if a.status != 0 {
		w.WriteHeader(a.status)
	}
	w.Write([]byte(a.body))
}

func (s *server) count(path string) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.requests[path]
}

// total returns how many requests there were.
func (s *server) total() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	n := 0
	for _, count := range s.requests {
		n += count
	}
	return n
}

// copied is a page that was saved.
type copied struct {
	t        testing.TB
	dir      string
	manifest *save.Manifest
}

// living is a Saver by the rules of browsers.
func living() *save.Saver { return &save.Saver{Edition: resolve.Living} }

// closedPort is the origin of a port where nothing listens.
func closedPort(t *testing.T) string {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	return "http://" + listener.Addr().String()
}

// copyOf saves a page.
func copyOf(t testing.TB, s *save.Saver, address string) copied {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "copy")
	m, err := s.Save(context.Background(), address, dir)
	if err != nil {
		t.Fatal(err)
	}
	return copied{t, dir, m}
}

// read returns a file of the copy.
func (c copied) read(name string) string {
	c.t.Helper()
	text, err := os.ReadFile(filepath.Join(c.dir, filepath.FromSlash(name)))
	if err != nil {
		c.t.Fatal(err)
	}
	return string(text)
}

// body returns the page without what was inserted in its head.
func (c copied) body() string { return withoutHead(c.read("index.html")) }

const policy = `<meta http-equiv="Content-Security-Policy" content="default-src 'self' file: data: blob: 'unsafe-inline' 'unsafe-eval'"/>`

// withoutHead returns a saved page without the policy and the encoding before it.
func withoutHead(page string) string {
	before, after, _ := strings.Cut(page, policy)
	if i := strings.LastIndex(before, "<meta charset="); i >= 0 {
		before = before[:i]
	}
	return before + after
}

// file returns what the manifest says of a URL.
func (c copied) file(u string) save.File {
	for _, f := range c.manifest.Files {
		if f.URL == u {
			return f
		}
	}
	return save.File{}
}

// filesIn returns the names of all that is in a folder.
func filesIn(t testing.TB, dir string) []string {
	t.Helper()
	var names []string
	err := filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		if err == nil && !entry.IsDir() {
			name, _ := filepath.Rel(dir, path)
			names = append(names, filepath.ToSlash(name))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return names
}

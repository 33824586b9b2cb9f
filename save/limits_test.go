package save_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"htmlurl/save"
)

// TestMaxFiles holds that no more files are fetched, and the order in which they count.
func TestMaxFiles(t *testing.T) {
	server := with(`<img src=a.png><img src=b.png?x=1><img src=/other/a.png><img src=a.png>`).serve(t)
	s := living()
	s.MaxFiles = 3
	c := copyOf(t, s, server.URL+"/dir/page.html")
	if got, want := c.body(), `<img src=files/a.png><img src=files/b.png><img src=`+server.URL+`/other/a.png><img src=files/a.png>`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if len(c.manifest.Files) != 3 || c.manifest.Omitted != 1 || !c.manifest.Complete {
		t.Errorf("%+v", c.manifest)
	}
}

// TestMaxBytes holds that no more bytes are fetched than files may have, alone and together.
func TestMaxBytes(t *testing.T) {
	page := `<img src=1><img src=2><img src=3>`
	s := site{"/": {kind: "text/html", body: page}}
	for i := range 3 {
		s[fmt.Sprintf("/%d", i+1)] = answer{kind: "image/png", body: strings.Repeat("x", 1000*(i+1))}
	}
	server := s.serve(t)
	for _, c := range []struct {
		all, one int64
		failed   int
		message  string
	}{
		{10_000, 3000, 0, ""},
		{10_000, 2999, 1, save.ErrFileTooLong.Error()},
		{5000 + int64(len(page)), 10_000, 1, save.ErrTooMuch.Error()},
	} {
		saver := living()
		saver.MaxBytes, saver.MaxFileBytes = c.all, c.one
		saved := copyOf(t, saver, server.URL+"/")
		last := saved.manifest.Files[3]
		if n := saved.manifest.Failed(); c.failed == 0 && n != 0 || c.failed > 0 && (n == 0 || !strings.Contains(last.Error+saved.manifest.Files[2].Error+saved.manifest.Files[1].Error, c.message)) {
			t.Errorf("%d, %d: %+v", c.all, c.one, saved.manifest.Files)
		}
	}
	saver := living()
	saver.MaxFileBytes = 10
	if _, err := saver.Save(context.Background(), server.URL+"/", filepath.Join(t.TempDir(), "x")); !errors.Is(err, save.ErrFileTooLong) {
		t.Error(err)
	}
}

// endless is a server whose files begin and never end.
func endless(t *testing.T, page string) *httptest.Server {
	gone := make(chan bool)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/":
			w.Header().Set("Content-Type", "text/html")
			io.WriteString(w, page)
		case "/a.png":
			io.WriteString(w, "\x89PNG\r\n\x1a\n")
		default:
			w.Header().Set("Content-Type", "image/png")
			io.WriteString(w, "beginning")
			w.(http.Flusher).Flush()
			select {
			case <-gone:
			case <-r.Context().Done():
			}
		}
	}))
	t.Cleanup(func() { close(gone); server.Close() })
	return server
}

// TestCancel holds that what is there is saved when the context ends, and that this is soon.
func TestCancel(t *testing.T) {
	server := endless(t, `<img src=a.png>`+strings.Repeat(`<img src=endless>`, 2)+`<img src=endless?2><img src=endless?3><a href=x>x</a>`)
	ctx, cancel := context.WithCancelCause(context.Background())
	interrupted := errors.New("interrupted")
	s := living()
	s.Progress = func(p save.Progress) {
		if p.Done == 2 {
			cancel(interrupted)
		}
	}
	dir := filepath.Join(t.TempDir(), "copy")
	start := time.Now()
	m, err := s.Save(ctx, server.URL+"/", dir)
	if !errors.Is(err, interrupted) || m == nil || m.Complete || m.Failed() != 3 || time.Since(start) > 5*time.Second {
		t.Fatalf("%v after %v: %+v", err, time.Since(start), m)
	}
	c := copied{t, dir, m}
	want := strings.ReplaceAll(`<img src=files/a.png><img src=SITE/endless><img src=SITE/endless><img src=SITE/endless?2><img src=SITE/endless?3><a href=SITE/x>x</a>`,
		"SITE", server.URL)
	if got := c.body(); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if files := filesIn(t, dir); len(files) != 3 {
		t.Errorf("files %q", files)
	}
	if !strings.Contains(c.read("manifest.json"), `"complete": false`) {
		t.Error("the manifest says that all is there")
	}
}

// TestTimeout holds that one file that never ends does not keep the others.
func TestTimeout(t *testing.T) {
	s := living()
	s.Timeout = 200 * time.Millisecond
	c := copyOf(t, s, endless(t, `<img src=endless><img src=a.png>`).URL+"/")
	if f := c.manifest.Files; len(f) != 3 || f[1].Error != save.ErrTimeout.Error() || f[2].Error != "" || !c.manifest.Complete {
		t.Errorf("%+v", f)
	}
}

// TestFetch holds that a function of its own gets all, and that Body is closed.
func TestFetch(t *testing.T) {
	opened := 0
	s := living()
	s.Fetch = func(_ context.Context, r save.Request) (*save.Response, error) {
		if r.URL == "https://example.com/none.png" {
			return nil, errors.New("no such thing")
		}
		opened++
		body := &closing{strings.NewReader("<img src=none.png><p>x"), &opened}
		return &save.Response{URL: "https://example.com/", Header: http.Header{"Content-Type": {"text/html"}}, Body: body}, nil
	}
	c := copyOf(t, s, "https://example.org/")
	if opened != 0 || c.manifest.Page != "https://example.com/" || c.manifest.Files[1].Error != "no such thing" {
		t.Errorf("%d open, %+v", opened, c.manifest)
	}
}

// closing counts down when it is closed for the first time.
type closing struct {
	io.Reader
	opened *int
}

func (c *closing) Close() error {
	if c.opened != nil {
		*c.opened--
	}
	c.opened = nil
	return nil
}

// TestSaveResponse holds that a page that is there already is saved with what is at its address.
func TestSaveResponse(t *testing.T) {
	server := with("").serve(t)
	page := &save.Response{URL: server.URL + "/dir/x", Body: io.NopCloser(strings.NewReader(`<!DOCTYPE html><img src=a.png><img src="file:///etc/hostname">`))}
	dir := t.TempDir()
	m, err := living().SaveResponse(context.Background(), page, dir)
	if err != nil || len(m.Files) != 2 || m.Failed() != 0 {
		t.Fatalf("%v: %+v", err, m)
	}
	c := copied{t, dir, m}
	if got, want := c.body(), `<!DOCTYPE html><img src=files/a.png><img src="about:invalid">`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

// TestLocal holds how pages on disk are saved: with regular files only, whatever their queries are.
func TestLocal(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"page ü.html": `<img src="a%20b.png"><img src="a b.png?2"><img src=none.png><img src=pipe><img src="."><img src=/dev/zero>` +
			`<link rel=stylesheet href=a.css?v=1><a href="other.html">x</a><iframe src=sub/frame.html></iframe><img src="file://h/x.png">`,
		"a b.png": "png", "a.css": "p{background:url(sub/x.png)}", "sub/x.png": "x", "sub/frame.html": "<img src=../a%20b.png>", "other.html": "",
	} {
		write(t, filepath.Join(dir, name), text)
	}
	makePipe(t, filepath.Join(dir, "pipe"))
	c := copyOf(t, living(), "file://"+dir+"/page%20%C3%BC.html")
	want := strings.ReplaceAll(`<img src="files/a-b.png"><img src="files/a-b.png"><img src=DIR/none.png><img src=DIR/pipe><img src="DIR/"><img src=file:///dev/zero>`+
		`<link rel=stylesheet href=files/a.css><a href="DIR/other.html">x</a><iframe src=files/frame.html></iframe><img src="about:invalid">`, "DIR", "file://"+dir)
	if got := c.body(); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if got, want := c.read("files/a.css"), "\uFEFFp{background:url(x.png)}"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if n := c.manifest.Failed(); n != 5 {
		t.Errorf("%d failed, want 5: %+v", n, c.manifest.Files)
	}
}

// TestLocalFromServer holds that no page of a server gets local files, by whatever way.
func TestLocalFromServer(t *testing.T) {
	secret := filepath.Join(t.TempDir(), "secret.html")
	write(t, secret, "secret")
	u := "file://" + secret
	s := with(`<iframe src="` + u + `"></iframe><iframe src=redirect></iframe><link rel=stylesheet href=secret.css><iframe srcdoc="<base href='` + u + `'><img src='?x'>"></iframe>`)
	s["/dir/redirect"] = answer{location: u}
	s["/dir/secret.css"] = answer{kind: "text/css", body: `@import "` + u + `"; p { background: url(` + u + `) }`}
	server := s.serve(t)
	page := filepath.Join(t.TempDir(), "page.html")
	write(t, page, `<iframe src="`+server.URL+`/dir/page.html"></iframe>`)
	for _, address := range []string{server.URL + "/dir/page.html", "file://" + page} {
		c := copyOf(t, living(), address)
		for _, name := range filesIn(t, c.dir) {
			if text, _ := os.ReadFile(filepath.Join(c.dir, name)); strings.Contains(string(text), ">secret") || string(text) == "secret" {
				t.Errorf("%s: %s has the secret", address, name)
			}
		}
		for _, f := range c.manifest.Files[1:] {
			if strings.HasPrefix(f.URL, "file:") {
				t.Errorf("%s: %+v", address, f)
			}
		}
	}
}

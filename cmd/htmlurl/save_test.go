package main

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"htmlurl/save"
)

// newSite serves a page with a style sheet that is there, and an image that is not unless the query says so. Its
// /endless interrupts the command, and does not end.
func newSite(t *testing.T) string {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.String() {
		case "/page":
			w.Write([]byte(`<!DOCTYPE html><link rel=stylesheet href=a.css><img src=a.png>`))
		case "/fine":
			w.Write([]byte(`<!DOCTYPE html><link rel=stylesheet href=a.css>`))
		case "/interrupted":
			w.Write([]byte(`<!DOCTYPE html><link rel=stylesheet href=a.css><img src=endless>`))
		case "/a.css":
			w.Header().Set("Content-Type", "text/css")
		case "/endless":
			if command, err := os.FindProcess(os.Getpid()); err == nil {
				command.Signal(os.Interrupt)
			}
			<-r.Context().Done()
		default:
			http.NotFound(w, r)
		}
	}))
	t.Cleanup(server.Close)
	return server.URL
}

// TestSave holds what is said of saved pages.
func TestSave(t *testing.T) {
	site := newSite(t)
	dir := t.TempDir()
	file := filepath.Join(dir, "page.html")
	if err := os.WriteFile(file, []byte("<link rel=stylesheet href=a.css>"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		in, args string
		status   int
		message  string
	}{
		{"", site + "/fine -o DIR/fine", exitFine, "saved 2 files, 200 B: open " + dir + "/fine/index.html"},
		{"", site + "/fine -o DIR/fine", exitFine, "saved 2 files"},
		{"", site + "/page -o DIR/page", exitBad, site + "/a.png: the server answers 404 Not Found\nhtmlurl: saved 2 files"},
		{"", "--max-files 2 " + site + "/page -o DIR/few", exitBad, "1 references to further files are not saved"},
		{"", site + "/interrupted -o DIR/interrupted", exitBad, "interrupted; what was there is saved"},
		{"", file + " -o DIR/file", exitBad, "no such file"},
		{"", "--address " + site + "/x " + file + " -o DIR/address", exitFine, "saved 2 files"},
		{"<link rel=stylesheet href=a.css>", "--address " + site + "/x - -o DIR/in", exitFine, "saved 2 files"},

		{"", site + "/page", exitUsage, "name the folder"},
		{"", "-o DIR/x", exitUsage, "name one URL"},
		{"", "- -o DIR/x", exitUsage, "give --address"},
		{"", "--address http://h/ " + site + " -o DIR/x", exitUsage, "--address is for a file"},
		{"", "--address page.html " + file + " -o DIR/x", exitUsage, "scheme"},
		{"", "--max-bytes 5X " + site + " -o DIR/x", exitUsage, "is no size"},
		{"", "--max-file-bytes 5 " + site + "/fine -o DIR/x", exitUsage, "see --max-file-bytes"},
		{"", "--edition html9 " + site + " -o DIR/x", exitUsage, "known: html5"},
		{"", site + "/none -o DIR/x", exitUsage, "404 Not Found"},
		{"", site + "/a.css -o DIR/x", exitUsage, "not an HTML or XML document"},
		{"", "example.com -o DIR/x", exitUsage, "a URL begins with https://"},
		{"", site + "/fine -o DIR", exitUsage, "choose another with -o"},
	} {
		args := strings.Fields("save " + strings.ReplaceAll(c.args, "DIR", dir))
		out, errOut, status := command(t, c.in, args...)
		if status != c.status || !strings.Contains(errOut, c.message) || out != "" {
			t.Errorf("htmlurl save %s: status %d, want %d; says\n%s, want\n%s", c.args, status, c.status, errOut, c.message)
		}
	}
	if _, err := os.Stat(filepath.Join(dir, "x")); err == nil {
		t.Error("a save that failed leaves a folder")
	}
}

// TestSaveJSON holds that the manifest is printed.
func TestSaveJSON(t *testing.T) {
	site := newSite(t)
	out, _, status := command(t, "", "save", "--json", site+"/page", "-o", t.TempDir())
	var m save.Manifest
	if err := json.Unmarshal([]byte(out), &m); err != nil || status != exitBad {
		t.Fatalf("status %d, %v: %s", status, err, out)
	}
	if len(m.Files) != 3 || m.Files[1].File != "files/a.css" || m.Files[2].Error == "" || !m.Complete {
		t.Errorf("%+v", m)
	}
}

// TestSizes holds how numbers of bytes are written.
func TestSizes(t *testing.T) {
	for s, want := range map[string]sizeFlag{"1": 1, "2k": 2000, "50MB": 50e6, "1GiB": 1 << 30, "1.5M": 1.5e6, "": 0, "0": 0,
		"-1": 0, "K": 0, "9999999999T": 0, "1KM": 0} {
		var f sizeFlag
		if err := f.Set(s); f != want || (err == nil) != (want > 0) {
			t.Errorf("%q: %d, %v, want %d", s, f, err, want)
		}
	}
	if s := sizeFlag(500e6); s.String() != "500MB" {
		t.Error(s.String())
	}
}

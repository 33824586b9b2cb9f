package save_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"

	"htmlurl/fetch"
	"htmlurl/save"
)

// write makes a file for a test, and the folders above it.
func write(t testing.TB, name, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}

// TestEarlier holds that a folder may be saved in again, that what an earlier save left there goes, and nothing else.
func TestEarlier(t *testing.T) {
	s := with(`<img src=a.png><img src=b.png?x=1>`)
	server := s.serve(t)
	dir := filepath.Join(t.TempDir(), "copy")
	for _, page := range []string{`<img src=a.png><img src=b.png?x=1>`, `<p>é<img src=/other/a.png>`} {
		s["/dir/page.html"] = answer{kind: "text/html", body: page}
		write(t, filepath.Join(dir, "..", "beside"), "x")
		if _, err := living().Save(context.Background(), server.URL+"/dir/page.html", dir); err != nil {
			t.Fatal(err)
		}
		write(t, filepath.Join(dir, "notes.txt"), "mine")
		write(t, filepath.Join(dir, "files", "mine.png"), "mine")
	}
	want := []string{"files/a.png", "files/mine.png", "index.html", "manifest.json", "notes.txt"}
	if got := filesIn(t, dir); !slices.Equal(got, want) {
		t.Errorf("files %q, want %q", got, want)
	}
	if text, _ := os.ReadFile(filepath.Join(dir, "files", "a.png")); string(text) != "another png" {
		t.Errorf("a.png is %q", text)
	}
	var m save.Manifest
	text, _ := os.ReadFile(filepath.Join(dir, "manifest.json"))
	if err := json.Unmarshal(text, &m); err != nil || len(m.Files) != 2 || !m.Complete {
		t.Errorf("%v: %s", err, text)
	}
}

// TestHostileManifest holds that a manifest can name no file for removal that is not in the folder of the files.
func TestHostileManifest(t *testing.T) {
	server := with("x").serve(t)
	dir := t.TempDir()
	outside := filepath.Join(dir, "outside")
	write(t, outside, "x")
	dir = filepath.Join(dir, "copy")
	kept := []string{"notes.html", "files/deep/a.png", "files/.hidden"}
	m := save.Manifest{Format: save.ManifestFormat, Files: []save.File{{File: "../outside"}, {File: outside}, {File: "files/../notes.html"}}}
	for _, name := range kept {
		write(t, filepath.Join(dir, name), "x")
		m.Files = append(m.Files, save.File{File: name})
	}
	text, _ := json.Marshal(m)
	write(t, filepath.Join(dir, "manifest.json"), string(text))
	if _, err := living().Save(context.Background(), server.URL+"/dir/page.html", dir); err != nil {
		t.Fatal(err)
	}
	for _, name := range append(kept, "../outside") {
		if _, err := os.Stat(filepath.Join(dir, name)); err != nil {
			t.Error(err)
		}
	}
}

// TestRefusedFolders holds which folders nothing is saved in, and that they stay as they are.
func TestRefusedFolders(t *testing.T) {
	server := with(`<img src=a.png>`).serve(t)
	for _, c := range []struct {
		name    string
		make    func(dir string) error
		want    error
		message string
	}{
		{"other files", func(dir string) error { write(t, filepath.Join(dir, "x"), ""); return nil }, save.ErrNotEmpty, "not empty"},
		{"a manifest of something else", func(dir string) error {
			write(t, filepath.Join(dir, "manifest.json"), `{"name": "x"}`)
			return nil
		}, save.ErrNotEmpty, "not empty"},
		{"a manifest that is a link", func(dir string) error {
			write(t, dir+".json", `{"format": "`+save.ManifestFormat+`"}`)
			return errors.Join(os.Mkdir(dir, 0o777), os.Symlink(dir+".json", filepath.Join(dir, "manifest.json")))
		}, save.ErrNotEmpty, "not empty"},
		{"a file", func(dir string) error { write(t, dir, ""); return nil }, save.ErrFolder, "not a directory"},
		{"in a file", func(dir string) error { write(t, filepath.Dir(dir), ""); return nil }, save.ErrFolder, "not a directory"},
		{"files is a link", func(dir string) error {
			write(t, filepath.Join(dir, "manifest.json"), `{"format": "`+save.ManifestFormat+`"}`)
			return errors.Join(os.Mkdir(dir+"-elsewhere", 0o777), os.Symlink(dir+"-elsewhere", filepath.Join(dir, "files")))
		}, save.ErrFolder, "files is no folder"},
		{"the page is a folder", func(dir string) error {
			write(t, filepath.Join(dir, "manifest.json"), `{"format": "`+save.ManifestFormat+`"}`)
			return os.Mkdir(filepath.Join(dir, "index.html"), 0o777)
		}, save.ErrFolder, "index.html: file exists"},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir := filepath.Join(t.TempDir(), "x", "copy")
			if c.name != "in a file" {
				os.Mkdir(filepath.Dir(dir), 0o777)
			}
			if err := c.make(dir); err != nil {
				t.Fatal(err)
			}
			_, err := living().Save(context.Background(), server.URL+"/dir/page.html", dir)
			if !errors.Is(err, c.want) || !strings.Contains(err.Error(), c.message) {
				t.Errorf("%v, want %v: %s", err, c.want, c.message)
			}
			if entries, _ := os.ReadDir(dir + "-elsewhere"); len(entries) > 0 {
				t.Errorf("%d files elsewhere", len(entries))
			}
		})
	}
}

// TestLinksInFolder holds that nothing is written through symbolic links that were planted in the folder.
func TestLinksInFolder(t *testing.T) {
	server := with(`<img src=a.png>`).serve(t)
	dir := t.TempDir()
	victim := filepath.Join(dir, "victim")
	write(t, victim, "precious")
	dir = filepath.Join(dir, "copy")
	write(t, filepath.Join(dir, "manifest.json"), `{"format": "`+save.ManifestFormat+`"}`)
	if err := os.Mkdir(filepath.Join(dir, "files"), 0o777); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"index.html", "files/a.png", "files/.part-1", "files/.part-2", "files/.part-3"} {
		if err := os.Symlink(victim, filepath.Join(dir, name)); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := living().Save(context.Background(), server.URL+"/dir/page.html", dir); err != nil {
		t.Fatal(err)
	}
	if text, _ := os.ReadFile(victim); string(text) != "precious" {
		t.Errorf("the file behind the links is %q", text)
	}
	if info, err := os.Lstat(filepath.Join(dir, "files/a.png")); err != nil || !info.Mode().IsRegular() {
		t.Error("a.png is still a link")
	}
	if files := filesIn(t, dir); len(files) != 3 {
		t.Errorf("files %q", files)
	}
}

// TestUnwritable holds what happens to folders that cannot be written.
func TestUnwritable(t *testing.T) {
	server := with("x").serve(t)
	dir := t.TempDir()
	if err := os.Chmod(dir, 0o555); err != nil {
		t.Fatal(err)
	}
	if os.Getuid() == 0 { // who may write everywhere, but not there
		dir = "/proc"
	}
	for _, dir := range []string{filepath.Join(dir, "new"), filepath.Join(dir, "self", "new", "copy")} {
		if _, err := living().Save(context.Background(), server.URL+"/dir/page.html", dir); !errors.Is(err, save.ErrFolder) {
			t.Error(err)
		}
	}
}

// TestNoPage holds that nothing is left where there is no page to save.
func TestNoPage(t *testing.T) {
	server := with("x").serve(t)
	for _, c := range []struct {
		address string
		want    error
	}{
		{server.URL + "/dir/none.html", fetch.ErrStatus},
		{server.URL + "/dir/a.png", save.ErrNotDocument},
		{closedPort(t) + "/", syscall.ECONNREFUSED},
		{"ftp://127.0.0.1/", save.ErrScheme},
		{"data:text/html,x", save.ErrScheme},
		{"file:///", fetch.ErrNotRegular},
		{"file:///none.html", os.ErrNotExist},
	} {
		parent := t.TempDir()
		m, err := living().Save(context.Background(), c.address, filepath.Join(parent, "new", "copy"))
		if !errors.Is(err, c.want) || m != nil {
			t.Errorf("%s: %v, want %v", c.address, err, c.want)
		}
		if files := filesIn(t, parent); len(files) != 0 {
			t.Errorf("%s: left %q", c.address, files)
		}
		if _, err := os.Stat(filepath.Join(parent, "new", "copy")); err == nil {
			t.Errorf("%s: left a folder", c.address)
		}
		write(t, filepath.Join(parent, "copy", "manifest.json"), `{"format": "`+save.ManifestFormat+`"}`)
		living().Save(context.Background(), c.address, filepath.Join(parent, "copy"))
		if files := filesIn(t, parent); len(files) != 1 {
			t.Errorf("%s: left %q", c.address, files)
		}
	}
}

// fullDisk is a disk that has room for some bytes.
type fullDisk struct{ room atomic.Int64 }

func (d *fullDisk) wrap(w io.Writer) io.Writer { return diskWriter{d, w} }

type diskWriter struct {
	disk *fullDisk
	io.Writer
}

func (w diskWriter) Write(p []byte) (int, error) {
	if w.disk.room.Add(-int64(len(p))) < 0 {
		n, _ := w.Writer.Write(p[:len(p)/2])
		return n, syscall.ENOSPC
	}
	return w.Writer.Write(p)
}

// TestFullDisk holds that a disk may become full at any time: there is an error, and no file half.
func TestFullDisk(t *testing.T) {
	page := strings.Repeat("<p>x</p>", 1000) + "<img src=big.png><img src=a.png>"
	s := with(page)
	s["/dir/big.png"] = answer{kind: "image/png", body: strings.Repeat("b", 20_000)}
	server := s.serve(t)
	whole := filepath.Join(t.TempDir(), "whole")
	if _, err := living().Save(context.Background(), server.URL+"/dir/page.html", whole); err != nil {
		t.Fatal(err)
	}
	for room := int64(0); room < 40_000; room += 1500 {
		dir := filepath.Join(t.TempDir(), "copy")
		var disk fullDisk
		disk.room.Store(room)
		saver := living()
		saver.WrapWriters(disk.wrap)
		_, err := saver.Save(context.Background(), server.URL+"/dir/page.html", dir)
		if disk.room.Load() < 0 && (!errors.Is(err, save.ErrFolder) || !errors.Is(err, syscall.ENOSPC)) {
			t.Errorf("room for %d bytes: %v", room, err)
		}
		if _, statErr := os.Stat(dir); statErr != nil {
			continue // not even the page
		}
		for _, name := range filesIn(t, dir) {
			got, _ := os.ReadFile(filepath.Join(dir, name))
			want, _ := os.ReadFile(filepath.Join(whole, name))
			if name != "manifest.json" && name != "index.html" && !bytes.Equal(got, want) || strings.Contains(name, ".part") ||
				name == "index.html" && !bytes.HasSuffix(got, []byte(`a.png>`)) {
				t.Errorf("room for %d bytes: %s is half", room, name)
			}
		}
	}
}

// TestEarlierInterrupted holds that what an earlier save left goes even if another was interrupted in between.
func TestEarlierInterrupted(t *testing.T) {
	s := with("")
	server := s.serve(t)
	dir := filepath.Join(t.TempDir(), "copy")
	for i, page := range []string{`<img src=a.png>`, `<img src=b.png?x=1>`, `<p>x`} {
		s["/dir/page.html"] = answer{kind: "text/html", body: page}
		ctx, cancel := context.WithCancel(context.Background())
		saver := living()
		saver.Progress = func(save.Progress) {
			if i == 1 {
				cancel()
			}
		}
		if m, err := saver.Save(ctx, server.URL+"/dir/page.html", dir); (err == nil) != (i != 1) || m == nil {
			t.Fatalf("save %d: %v", i, err)
		}
		cancel()
	}
	want := []string{"index.html", "manifest.json"}
	if got := filesIn(t, dir); !slices.Equal(got, want) {
		t.Errorf("files %q, want %q", got, want)
	}
}

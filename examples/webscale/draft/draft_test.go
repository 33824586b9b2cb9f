package draft_test

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"htmlurl/examples/webscale/draft"
)

// names lists a folder.
func names(t *testing.T, dir string) (names []string) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return names
}

// TestFile holds that a file gets its name when it is complete, and takes that of an older one.
func TestFile(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "file")
	if err := draft.WriteFile(path, []byte("old")); err != nil {
		t.Fatal(err)
	}
	file, err := draft.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := file.WriteString("new"); err != nil {
		t.Fatal(err)
	}
	if text, err := os.ReadFile(path); string(text) != "old" || err != nil {
		t.Errorf("before Commit: %q, %v", text, err)
	}
	if err := file.Commit(); err != nil {
		t.Fatal(err)
	}
	file.Discard()
	if text, err := os.ReadFile(path); string(text) != "new" || err != nil {
		t.Errorf("after Commit: %q, %v", text, err)
	}
	if left := names(t, dir); !slices.Equal(left, []string{"file"}) {
		t.Errorf("left: %q", left)
	}
}

// TestDiscard holds that nothing is left of a draft that is discarded, of either type.
func TestDiscard(t *testing.T) {
	dir := t.TempDir()
	file, err := draft.Create(filepath.Join(dir, "file"))
	if err != nil {
		t.Fatal(err)
	}
	gzip, err := draft.CreateGzip(filepath.Join(dir, "file"))
	if err != nil {
		t.Fatal(err)
	}
	if left := names(t, dir); len(left) != 2 {
		t.Errorf("drafts: %q", left)
	}
	file.Discard()
	gzip.Discard()
	if left := names(t, dir); len(left) > 0 {
		t.Errorf("left: %q", left)
	}
}

// TestSweep holds that drafts are removed, and nothing else.
func TestSweep(t *testing.T) {
	dir := t.TempDir()
	others := []string{".draft", ".hidden", "a.draft", "file"}
	for _, name := range others {
		if err := os.WriteFile(filepath.Join(dir, name), nil, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	for range 3 {
		file, err := draft.Create(filepath.Join(dir, "file"))
		if err != nil {
			t.Fatal(err)
		}
		file.Close()
		folder, err := draft.Folder(dir)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(folder, "file"), nil, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if err := draft.Sweep(dir); err != nil {
		t.Fatal(err)
	}
	if left := names(t, dir); !slices.Equal(left, others) {
		t.Errorf("left: %q, want %q", left, others)
	}
	if err := draft.Sweep(filepath.Join(dir, "none")); !os.IsNotExist(err) {
		t.Errorf("no folder: %v", err)
	}
}

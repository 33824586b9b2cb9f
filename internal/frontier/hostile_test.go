package frontier_test

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"htmlurl/internal/frontier"
)

// TestOpenTwice holds that a state has one user, also by another spelling of its name, and that it can be used again.
func TestOpenTwice(t *testing.T) {
	folder := t.TempDir()
	starts := []frontier.Entry{{URL: "http://h/"}}
	f, err := frontier.Open(filepath.Join(folder, "state"), "job", starts)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("state", filepath.Join(folder, "link")); err != nil {
		t.Skip(err)
	}
	for _, name := range []string{"state", "link"} {
		if g, err := frontier.Open(filepath.Join(folder, name), "job", starts); !errors.Is(err, frontier.ErrInUse) {
			t.Errorf("%s was opened twice: %v", name, err)
			if err == nil {
				g.Close()
			}
		}
	}
	f.Close()
	f, err = frontier.Open(filepath.Join(folder, "state"), "job", starts)
	if err != nil {
		t.Fatal(err)
	}
	f.Close()
}

// TestOddOutputs holds that an output is a regular file, which nothing but its own length is cut from.
func TestOddOutputs(t *testing.T) {
	folder := t.TempDir()
	for _, name := range []string{folder, "/dev/null", "/dev/full", filepath.Join(folder, "none", "file")} {
		if f, err := frontier.OpenFile(name, 0); !errors.Is(err, frontier.ErrOutput) {
			t.Errorf("%s: %v", name, err)
			if err == nil {
				f.Close()
			}
		}
	}
	name := filepath.Join(folder, "file")
	if _, err := frontier.OpenFile(name, 1); !errors.Is(err, frontier.ErrCut) {
		t.Errorf("a file that is not there: %v", err)
	}
	if err := os.WriteFile(name, []byte("0123456789"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := frontier.OpenFile(name, 11); !errors.Is(err, frontier.ErrCut) {
		t.Errorf("a file that is too short: %v", err)
	}
	f, err := frontier.OpenFile(name, 4)
	if err != nil {
		t.Fatal(err)
	}
	f.Write([]byte("lost"))
	f.Close()
	if text, _ := os.ReadFile(name); string(text) != "0123" {
		t.Errorf("the file has %q", text)
	}
}

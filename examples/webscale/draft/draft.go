// Package draft writes files that are there completely, or not at all, whenever a program is killed.
//
// # Files
//
//   - draft.go: File, which gets its name when it is complete
//   - gzip.go: Gzip, such a file, compressed
package draft

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
)

// Names of drafts begin and end so. Readers of whole folders pass over names that begin with a dot.
const (
	prefix = "."
	suffix = ".draft"
)

// File is a file that gets its name when it is complete. Create makes one. It is for one goroutine.
type File struct {
	*os.File
	path string // that it is to have
}

// Create makes a draft in the folder of path.
func Create(path string) (*File, error) {
	dir, base := filepath.Split(path)
	name := filepath.Join(dir, fmt.Sprintf("%s%s.%016x%s", prefix, base, rand.Uint64(), suffix))
	file, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if err != nil {
		return nil, err
	}
	return &File{file, path}, nil
}

// Commit gives the file its name, once its bytes are on the disk. A file that had that name is gone then.
func (f *File) Commit() error {
	if err := f.Sync(); err != nil {
		return err
	}
	if err := f.Close(); err != nil {
		return err
	}
	if err := os.Rename(f.Name(), f.path); err != nil {
		return err
	}
	syncDir(filepath.Dir(f.path))
	return nil
}

// Discard removes the draft. It does no harm to one that has its name.
func (f *File) Discard() {
	f.Close()
	os.Remove(f.Name())
}

// WriteFile writes a file at once.
func WriteFile(path string, data []byte) error {
	file, err := Create(path)
	if err != nil {
		return err
	}
	defer file.Discard()
	if _, err := file.Write(data); err != nil {
		return err
	}
	return file.Commit()
}

// Folder makes a folder for temporary files in dir, or, if that is "", where the system has them. Its maker removes it.
func Folder(dir string) (path string, err error) { return os.MkdirTemp(dir, prefix+"*"+suffix) }

// syncDir brings names that were given in a folder to the disk. Systems that cannot do this have an error for it; there
// is nothing else that could be done.
func syncDir(dir string) {
	if folder, err := os.Open(dir); err == nil {
		folder.Sync()
		folder.Close()
	}
}

// Sweep removes the drafts and temporary folders that programs which were killed left in a folder. Nobody may write
// there meanwhile.
func Sweep(dir string) error {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return err
	}
	for _, e := range entries {
		if (e.Type().IsRegular() || e.IsDir()) && isDraft(e.Name()) {
			if err := os.RemoveAll(filepath.Join(dir, e.Name())); err != nil {
				return err
			}
		}
	}
	return nil
}

// isDraft tells whether a name is one that Create or Folder gives.
func isDraft(name string) bool {
	return strings.HasPrefix(name, prefix) && strings.HasSuffix(name, suffix) && len(name) > len(prefix+suffix)
}

package edges

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
)

// draft is a file that gets its name when it is complete. Until then its name begins with a dot, which readers of whole
// folders pass over.
type draft struct {
	*os.File
	path string // that it is to have
}

// newDraft makes a draft in the folder of path.
func newDraft(path string) (*draft, error) {
	dir, base := filepath.Split(path)
	name := filepath.Join(dir, fmt.Sprintf(".%s.%016x.tmp", base, rand.Uint64()))
	file, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if err != nil {
		return nil, err
	}
	return &draft{file, path}, nil
}

// commit gives the file its name, once its bytes are on the disk. A file that had that name is gone then.
func (d *draft) commit() error {
	if err := d.Sync(); err != nil {
		return err
	}
	if err := d.Close(); err != nil {
		return err
	}
	return os.Rename(d.Name(), d.path)
}

// discard removes the file. It does no harm to one that has its name.
func (d *draft) discard() {
	d.Close()
	os.Remove(d.Name())
}

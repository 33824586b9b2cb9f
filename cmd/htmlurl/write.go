package main

import (
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// writeFile puts data into a file below root, all or nothing: a temporary file in the same folder gets the data, and
// then the name. What has the name before is untouched until then, and its mode stays if keepsMode says so. It must be
// a regular file, or a symbolic link to one, not out of root, in whose place the new file comes. Errors name the file.
func writeFile(root *os.Root, name string, data []byte, keepsMode bool) error {
	if err := replaceFile(root, name, data, keepsMode); err != nil {
		return fmt.Errorf("cannot write %s: %w", filepath.Join(root.Name(), name), cause(err))
	}
	return nil
}

func replaceFile(root *os.Root, name string, data []byte, keepsMode bool) error {
	mode := fs.FileMode(0o666)
	old, err := root.Stat(name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		keepsMode = false
	case err != nil:
		return err
	case !old.Mode().IsRegular():
		return errors.New("it is no regular file")
	case keepsMode:
		mode = old.Mode()
	}
	temporary := filepath.Join(filepath.Dir(name), ".htmlurl-"+rand.Text())
	file, err := root.OpenFile(temporary, os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode.Perm())
	if err != nil {
		return err
	}
	_, err = file.Write(data)
	if err == nil && keepsMode { // whatever the umask is
		err = file.Chmod(mode)
	}
	if err == nil {
		err = file.Sync()
	}
	if closeErr := file.Close(); err == nil {
		err = closeErr
	}
	if err == nil {
		err = root.Rename(temporary, name)
	}
	if err != nil {
		root.Remove(temporary)
	}
	return err
}

// cause returns what an error of the file system says without the names in it, which may be that of a temporary file.
func cause(err error) error {
	for errors.Unwrap(err) != nil {
		err = errors.Unwrap(err)
	}
	return err
}

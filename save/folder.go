package save

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"

	"htmlurl/fetch"
	"htmlurl/resolve"
)

// Errors of the folder to save in.
var (
	// ErrNotEmpty is the error for a folder with files of which no manifest says that they were saved.
	ErrNotEmpty = errors.New("the folder is not empty, and nothing was saved in it before")
	// ErrInside is the error for a page that is in the folder itself.
	ErrInside = errors.New("the page is in the folder to save in")
	// ErrFolder is the error for a folder that cannot be written. It comes with the reason.
	ErrFolder = errors.New("cannot write the folder")
)

// filesFolder is the folder in the folder that has all files but the page and the manifest.
const filesFolder = "files"

// temporaryPrefix is how names of files begin that are being written.
const temporaryPrefix = ".part-"

// folder is the folder to save in. Nothing outside it is read or written, whatever symbolic links are in it. A file is
// written under another name first, so that there is none half. Methods are safe for concurrent use.
type folder struct {
	name    string
	root    *os.Root
	made    []string // what was not there before: files, then the folder
	earlier *Manifest

	mu        sync.Mutex
	temporary map[string]bool // the files that have no name yet
	count     int
	wrap      func(io.Writer) io.Writer // Saver.wrap
}

// openFolder opens a folder, which is made if there is none. It must be empty or hold what was saved earlier.
func openFolder(name string) (*folder, error) {
	f := &folder{name: name, temporary: map[string]bool{}}
	if _, err := os.Stat(name); errors.Is(err, fs.ErrNotExist) {
		if err := os.MkdirAll(name, 0o777); err != nil {
			return nil, f.fail(err)
		}
		f.made = append(f.made, name)
	}
	root, err := os.OpenRoot(name)
	if err != nil {
		return nil, f.fail(err)
	}
	f.root = root
	if err := f.prepare(); err != nil {
		f.abandon()
		return nil, err
	}
	return f, nil
}

// prepare checks what is in the folder, and makes that of the files.
func (f *folder) prepare() error {
	entries, err := fs.ReadDir(f.root.FS(), ".")
	if err != nil {
		return f.fail(err)
	}
	if len(entries) > 0 && !isUnfinished(f.root, entries) {
		if f.earlier, err = readManifest(f.root); err != nil {
			return fmt.Errorf("%s: %w", f.name, ErrNotEmpty)
		}
	}
	switch info, err := f.root.Lstat(filesFolder); {
	case errors.Is(err, fs.ErrNotExist):
		if err := f.root.Mkdir(filesFolder, 0o777); err != nil {
			return f.fail(err)
		}
		f.made = append([]string{path.Join(f.name, filesFolder)}, f.made...)
	case err != nil:
		return f.fail(err)
	case !info.IsDir():
		return f.fail(fmt.Errorf("%s is no folder", filesFolder))
	}
	return f.removeTemporary()
}

// isUnfinished tells whether a folder has only what a save leaves that ended before there was a page.
func isUnfinished(root *os.Root, entries []fs.DirEntry) bool {
	if len(entries) != 1 || entries[0].Name() != filesFolder {
		return false
	}
	files, err := fs.ReadDir(root.FS(), filesFolder)
	return err == nil && !slices.ContainsFunc(files, func(file fs.DirEntry) bool {
		return !strings.HasPrefix(file.Name(), temporaryPrefix)
	})
}

// isIn tells whether a local page is in a folder, or in one of that.
func isIn(page resolve.URL, folder string) bool {
	name, err := fetch.LocalPath(page)
	if err != nil {
		return false
	}
	outer, err := os.Stat(folder)
	if err != nil {
		return false
	}
	if name, err = filepath.EvalSymlinks(name); err != nil {
		return false
	}
	for name, err = filepath.Abs(name); err == nil; name = filepath.Dir(name) {
		if info, err := os.Stat(filepath.Dir(name)); err == nil && os.SameFile(info, outer) {
			return true
		}
		if name == filepath.Dir(name) {
			break
		}
	}
	return false
}

// removeTemporary removes what a save left that did not come to its end.
func (f *folder) removeTemporary() error {
	entries, err := fs.ReadDir(f.root.FS(), filesFolder)
	for _, entry := range entries {
		if name := entry.Name(); err == nil && strings.HasPrefix(name, temporaryPrefix) {
			err = f.root.Remove(path.Join(filesFolder, name))
		}
	}
	if err != nil {
		return f.fail(err)
	}
	return nil
}

// fail returns the error for a folder that cannot be written because of err.
func (f *folder) fail(err error) error {
	if bad, ok := errors.AsType[*fs.PathError](err); ok { // whose path is of no interest if it is temporary
		err = bad.Err
	}
	if bad, ok := errors.AsType[*os.LinkError](err); ok {
		err = fmt.Errorf("%s: %w", bad.New, bad.Err)
	}
	return fmt.Errorf("%w %s: %w", ErrFolder, f.name, err)
}

// create makes a file that has no name yet.
func (f *folder) create() (*newFile, error) {
	f.mu.Lock()
	f.count++
	name := path.Join(filesFolder, temporaryPrefix+strconv.Itoa(f.count))
	f.temporary[name] = true
	f.mu.Unlock()
	file, err := f.root.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if err != nil {
		return nil, f.fail(err)
	}
	to := io.Writer(file)
	if f.wrap != nil {
		to = f.wrap(file)
	}
	return &newFile{folder: f, file: file, to: to, name: name}, nil
}

// newFile is a file that is being written. Its errors are those of fail.
type newFile struct {
	folder *folder
	file   *os.File
	to     io.Writer
	name   string // not the one that it will have
	size   int64
}

func (n *newFile) Write(p []byte) (int, error) {
	count, err := n.to.Write(p)
	n.size += int64(count)
	if err != nil {
		err = n.folder.fail(err)
	}
	return count, err
}

// close ends the writing. If that fails, or err is not nil, the file is gone.
func (n *newFile) close(err error) error {
	if closeErr := n.file.Close(); err == nil && closeErr != nil {
		err = n.folder.fail(closeErr)
	}
	if err != nil {
		n.folder.remove(n.name)
	}
	return err
}

// rename gives a file that was created its name. A file that has it is replaced.
func (f *folder) rename(temporary, name string) error {
	if err := f.root.Rename(temporary, name); err != nil {
		return f.fail(err)
	}
	f.forget(temporary)
	return nil
}

// write writes a whole file.
func (f *folder) write(name string, content []byte) error {
	file, err := f.create()
	if err != nil {
		return err
	}
	_, err = file.Write(content)
	if err := file.close(err); err != nil {
		return err
	}
	return f.rename(file.name, name)
}

// read reads a file that was written before.
func (f *folder) read(name string) ([]byte, error) {
	content, err := f.root.ReadFile(name)
	if err != nil {
		return nil, f.fail(err)
	}
	return content, nil
}

// remove removes a file, if it is there.
func (f *folder) remove(name string) {
	f.root.Remove(name)
	f.forget(name)
}

func (f *folder) forget(name string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	delete(f.temporary, name)
}

// close removes the files that got no name.
func (f *folder) close() {
	for name := range f.temporary {
		f.root.Remove(name)
	}
	f.root.Close()
}

// abandon closes the folder, and removes it if it was made, when there is nothing in it.
func (f *folder) abandon() {
	f.close()
	for _, name := range f.made {
		os.Remove(name)
	}
}

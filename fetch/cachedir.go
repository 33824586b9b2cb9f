package fetch

import (
	"bufio"
	"cmp"
	"crypto/rand"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"hash"
	"hash/crc32"
	"io"
	"io/fs"
	"net/http"
	"net/textproto"
	"os"
	"strconv"
	"time"
)

const (
	newFiles  = "new"          // the directory of files that are being written
	abandoned = 24 * time.Hour // the age of those whose writer is gone
)

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// dirCache is a directory with a file for each key.
//
// A file is a line with the key, the header as HTTP writes it, an empty line, the body, and the CRC-32C of all these.
type dirCache struct{ root *os.Root }

// DirCache returns a Cache of files in a directory, which is made if it is not there. Several processes may use it at
// the same time. A file is there as a whole or not at all; one that was cut or damaged since is as if it was not there.
// There is no file outside of the directory, whatever the keys are. Files are replaced, but never removed.
func DirCache(dir string) (Cache, error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, err
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, err
	}
	c := dirCache{root}
	if err := c.tidy(); err != nil {
		return nil, errors.Join(err, root.Close())
	}
	return c, nil
}

// tidy makes the directory of new files, and removes those whose writers were killed.
func (c dirCache) tidy() error {
	if err := c.root.MkdirAll(newFiles, 0o700); err != nil {
		return err
	}
	files, err := fs.ReadDir(c.root.FS(), newFiles)
	for _, file := range files {
		info, err := file.Info()
		if err == nil && time.Since(info.ModTime()) > abandoned {
			_ = c.root.Remove(newFiles + "/" + file.Name()) // unless another process did
		}
	}
	return err
}

// fileName returns the name of the file for a key.
func fileName(key string) string {
	sum := sha256.Sum256([]byte(key))
	return hex.EncodeToString(sum[:])
}

// firstLine returns the line that a file for a key begins with.
func firstLine(key string) string { return "htmlurl cache 1 " + strconv.Quote(key) }

func (c dirCache) Load(key string) (*Cached, error) {
	f, err := c.root.Open(fileName(key))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	cached := readCached(f, key)
	if cached == nil {
		return nil, f.Close()
	}
	return cached, nil
}

// readCached reads a file up to its body. It returns nil if the file is not what was written for the key.
func readCached(f *os.File, key string) *Cached {
	info, err := f.Stat()
	if err != nil {
		return nil
	}
	size := info.Size() - crc32.Size
	if size < 0 || !isWhole(f, size) {
		return nil
	}
	file := io.NewSectionReader(f, 0, size)
	lines := bufio.NewReader(file)
	text := textproto.NewReader(lines)
	if line, err := text.ReadLine(); err != nil || line != firstLine(key) {
		return nil
	}
	header, err := text.ReadMIMEHeader()
	if err != nil {
		return nil
	}
	start, err := file.Seek(-int64(lines.Buffered()), io.SeekCurrent)
	if err != nil {
		return nil
	}
	return &Cached{http.Header(header), size - start, struct {
		io.Reader
		io.Closer
	}{file, f}}
}

// isWhole tells whether the first bytes of a file have the checksum that follows them.
func isWhole(f *os.File, size int64) bool {
	sum := crc32.New(castagnoli)
	if _, err := io.Copy(sum, io.NewSectionReader(f, 0, size)); err != nil {
		return false
	}
	var want [crc32.Size]byte
	_, err := f.ReadAt(want[:], size)
	return err == nil && binary.BigEndian.Uint32(want[:]) == sum.Sum32()
}

func (c dirCache) Store(key string, header http.Header) (CacheWriter, error) {
	temporary := newFiles + "/" + rand.Text()
	file, err := c.root.OpenFile(temporary, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return nil, err
	}
	w := &dirWriter{c.root, file, crc32.New(castagnoli), nil, temporary, fileName(key)}
	head := bufio.NewWriter(w)
	_, err = head.WriteString(firstLine(key) + "\r\n")
	err = errors.Join(err, header.Write(head))
	_, end := head.WriteString("\r\n")
	if err = errors.Join(err, end, head.Flush()); err != nil {
		return nil, errors.Join(err, w.Close())
	}
	return w, nil
}

// dirWriter writes a new file.
type dirWriter struct {
	root      *os.Root
	file      *os.File // nil as soon as it is stored or dropped
	sum       hash.Hash32
	err       error // of the first Write that failed
	temporary string
	name      string
}

func (w *dirWriter) Write(p []byte) (int, error) {
	if w.file == nil {
		return 0, fs.ErrClosed
	}
	n, err := w.file.Write(p)
	w.sum.Write(p[:n])
	w.err = cmp.Or(w.err, err)
	return n, err
}

func (w *dirWriter) Commit() error {
	_, err := w.Write(w.sum.Sum(nil))
	if err = cmp.Or(w.err, err); err != nil {
		return errors.Join(err, w.Close())
	}
	err = w.file.Close()
	w.file = nil
	if err == nil {
		err = w.root.Rename(w.temporary, w.name)
	}
	if err != nil {
		return errors.Join(err, w.root.Remove(w.temporary))
	}
	return nil
}

func (w *dirWriter) Close() error {
	if w.file == nil {
		return nil
	}
	err := errors.Join(w.file.Close(), w.root.Remove(w.temporary))
	w.file = nil
	return err
}

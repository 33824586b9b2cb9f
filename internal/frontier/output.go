package frontier

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/klauspost/compress/gzip"
)

// Output is where records are written. Commit makes durable what was written, and returns how long the output is.
type Output interface {
	io.Writer
	Commit() (mark int64, err error)
}

// File is an output in a file. If its name ends in ".gz", it consists of gzip members, one for each commit, so that it
// is whole if it is cut at any mark.
type File struct {
	file    *os.File
	name    string
	buffer  *bufio.Writer
	gzip    *gzip.Writer // nil: the file is not compressed
	written int64        // how long the file is
	mark    int64        // written at the last commit
	isBegun bool         // something was written since
}

// OpenFile opens an output, and cuts it to the length that it had at the last commit, which is zero for a new one. A
// file that is shorter has lost records, and is an error.
func OpenFile(name string, mark int64) (*File, error) {
	flag := os.O_RDWR
	if mark == 0 {
		flag |= os.O_CREATE
	}
	file, err := os.OpenFile(name, flag, 0o666)
	if mark > 0 && errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("%s: %w: there is no such file", name, ErrCut)
	}
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrOutput, err)
	}
	f := &File{file: file, name: name, written: mark, mark: mark}
	if err := f.cut(mark); err != nil {
		file.Close()
		return nil, err
	}
	f.buffer = bufio.NewWriterSize(counter{f}, 1<<16)
	if strings.HasSuffix(name, ".gz") {
		f.gzip, _ = gzip.NewWriterLevel(f.buffer, gzip.BestSpeed)
	}
	return f, nil
}

// cut cuts the file.
func (f *File) cut(mark int64) error {
	info, err := f.file.Stat()
	switch {
	case err != nil:
		return fmt.Errorf("%w: %w", ErrOutput, err)
	case !info.Mode().IsRegular():
		return fmt.Errorf("%w: %s is no regular file", ErrOutput, f.name)
	case info.Size() < mark:
		return fmt.Errorf("%s: %w: it has %d bytes, and had %d", f.name, ErrCut, info.Size(), mark)
	}
	if err := f.file.Truncate(mark); err != nil {
		return fmt.Errorf("%w: %w", ErrOutput, err)
	}
	if _, err := f.file.Seek(mark, io.SeekStart); err != nil {
		return fmt.Errorf("%w: %w", ErrOutput, err)
	}
	return nil
}

func (f *File) Write(p []byte) (int, error) {
	f.isBegun = true
	if f.gzip != nil {
		return f.gzip.Write(p)
	}
	return f.buffer.Write(p)
}

// counter writes to the file, and counts.
type counter struct{ f *File }

func (c counter) Write(p []byte) (int, error) {
	n, err := c.f.file.Write(p)
	c.f.written += int64(n)
	return n, err
}

// Commit writes what is buffered, and waits until it is on the disk.
func (f *File) Commit() (mark int64, err error) {
	if !f.isBegun && f.mark > 0 { // no gzip file is empty
		return f.mark, nil
	}
	if f.gzip != nil {
		if err := f.gzip.Close(); err != nil {
			return 0, err
		}
		f.gzip.Reset(f.buffer)
	}
	if err := f.buffer.Flush(); err != nil {
		return 0, err
	}
	if err := f.file.Sync(); err != nil {
		return 0, err
	}
	if err := f.isThere(); err != nil {
		return 0, err
	}
	if f.mark == 0 {
		syncFolder(filepath.Dir(f.name))
	}
	f.mark, f.isBegun = f.written, false
	return f.mark, nil
}

// isAt tells whether the file is as it was when Commit returned the mark.
func (f *File) isAt(mark int64) bool { return f.mark == mark && !f.isBegun }

// isThere fails if the file was removed or replaced meanwhile.
func (f *File) isThere() error {
	own, err := f.file.Stat()
	if err != nil {
		return err
	}
	if there, err := os.Stat(f.name); err != nil || !os.SameFile(own, there) {
		return fmt.Errorf("%s was removed or replaced", f.name)
	}
	return nil
}

// syncFolder makes the name of a new file durable, where that is possible.
func syncFolder(name string) {
	if folder, err := os.Open(name); err == nil {
		folder.Sync()
		folder.Close()
	}
}

// Close closes the file. What was written after the last commit is removed.
func (f *File) Close() error {
	err := f.file.Truncate(f.mark)
	return errors.Join(err, f.file.Close())
}

// Stream returns an output that cannot be resumed, such as standard output. A commit writes what is buffered.
func Stream(w io.Writer) Output {
	return &stream{Writer: bufio.NewWriterSize(w, 1<<16)}
}

type stream struct {
	*bufio.Writer
	written int64
}

func (s *stream) Write(p []byte) (int, error) {
	n, err := s.Writer.Write(p)
	s.written += int64(n)
	return n, err
}

func (s *stream) Commit() (mark int64, err error) { return s.written, s.Flush() }

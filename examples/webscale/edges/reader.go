package edges

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"os"

	"github.com/klauspost/compress/gzip"
)

// Buffers of a reader or writer of a file. A line fits into lineBuffer, with much to spare.
const (
	fileBuffer = 64 << 10
	lineBuffer = 16 << 10
)

// reader reads the lines of an edge file, and holds the one that it is at.
type reader struct {
	path   string
	file   io.Closer
	lines  *bufio.Reader
	line   []byte // without its newline, until the next one is asked for
	tab    int    // where it is in line
	last   []byte // the line before
	number int64  // of line, from 1
}

// open opens an edge file, before its first line.
func open(path string) (*reader, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err // which has the path in it
	}
	text, err := gzip.NewReader(bufio.NewReaderSize(file, fileBuffer))
	if err != nil {
		file.Close()
		return nil, &Error{path, 1, unexpected(err)}
	}
	r := newReader(path, text)
	r.file = file
	return r, nil
}

// newReader returns a reader of lines.
func newReader(path string, text io.Reader) *reader {
	return &reader{path: path, lines: bufio.NewReaderSize(text, lineBuffer)}
}

// next goes to the next line. It returns io.EOF at the end, and *Error for all that WriteFile would not write, apart
// from duplicates.
func (r *reader) next() error {
	r.last = append(r.last[:0], r.line...)
	r.number++
	line, err := r.lines.ReadSlice('\n')
	switch {
	case err == io.EOF && len(line) == 0:
		return io.EOF
	case errors.Is(err, bufio.ErrBufferFull):
		return r.fail(BadLine)
	case err != nil:
		return r.fail(unexpected(err))
	}
	r.line = line[:len(line)-1]
	r.tab = bytes.IndexByte(r.line, '\t')
	if r.tab < 0 || !isName(r.source()) || !isName(r.target()) {
		return r.fail(BadLine)
	}
	if bytes.Compare(r.last, r.line) > 0 {
		return r.fail(Unsorted)
	}
	return nil
}

func (r *reader) source() []byte { return r.line[:r.tab] }
func (r *reader) target() []byte { return r.line[r.tab+1:] }

func (r *reader) fail(err error) error { return &Error{r.path, r.number, err} }

// unexpected returns the error for an end where none can be.
func unexpected(err error) error {
	if err == io.EOF {
		return io.ErrUnexpectedEOF
	}
	return err
}

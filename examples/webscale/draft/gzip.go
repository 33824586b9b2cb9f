package draft

import (
	"bufio"

	"github.com/klauspost/compress/gzip"
)

const buffer = 64 << 10

// Gzip is a draft of a gzip file. CreateGzip makes one. It is for one goroutine.
type Gzip struct {
	draft *File
	file  *bufio.Writer
	gzip  *gzip.Writer
}

// CreateGzip makes a draft of a gzip file in the folder of path.
func CreateGzip(path string) (*Gzip, error) {
	draft, err := Create(path)
	if err != nil {
		return nil, err
	}
	file := bufio.NewWriterSize(draft, buffer)
	gzip, err := gzip.NewWriterLevel(file, gzip.BestSpeed)
	if err != nil {
		draft.Discard()
		return nil, err
	}
	return &Gzip{draft, file, gzip}, nil
}

// Write compresses text.
func (w *Gzip) Write(text []byte) (int, error) { return w.gzip.Write(text) }

// Commit completes the file and gives it its name.
func (w *Gzip) Commit() error {
	if err := w.gzip.Close(); err != nil {
		return err
	}
	if err := w.file.Flush(); err != nil {
		return err
	}
	return w.draft.Commit()
}

// Discard removes what was written, unless Commit succeeded.
func (w *Gzip) Discard() { w.draft.Discard() }

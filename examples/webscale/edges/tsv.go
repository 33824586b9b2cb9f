package edges

import (
	"bufio"

	"github.com/klauspost/compress/gzip"
)

// TSV is a Sink that writes an edge file. CreateTSV makes one.
type TSV struct {
	draft *draft
	file  *bufio.Writer
	gzip  *gzip.Writer
	line  []byte
}

// CreateTSV begins an edge file. There is none at path before Commit.
func CreateTSV(path string) (*TSV, error) {
	draft, err := newDraft(path)
	if err != nil {
		return nil, err
	}
	w := &TSV{draft: draft, file: bufio.NewWriterSize(draft, fileBuffer)}
	w.gzip, err = gzip.NewWriterLevel(w.file, gzip.BestSpeed)
	return w, err
}

// Put writes a line.
func (w *TSV) Put(source, target []byte) error {
	w.line = append(w.line[:0], source...)
	w.line = append(w.line, '\t')
	w.line = append(w.line, target...)
	w.line = append(w.line, '\n')
	_, err := w.gzip.Write(w.line)
	return err
}

// Commit completes the file and gives it its name.
func (w *TSV) Commit() error {
	if err := w.gzip.Close(); err != nil {
		return err
	}
	if err := w.file.Flush(); err != nil {
		return err
	}
	return w.draft.commit()
}

// Discard removes what was written, unless Commit succeeded.
func (w *TSV) Discard() { w.draft.discard() }

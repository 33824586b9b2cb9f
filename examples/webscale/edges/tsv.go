package edges

import "htmlurl/examples/webscale/draft"

// TSV is a Sink that writes an edge file. CreateTSV makes one.
type TSV struct {
	*draft.Gzip
	line []byte
}

// CreateTSV begins an edge file. There is none at path before Commit.
func CreateTSV(path string) (*TSV, error) {
	file, err := draft.CreateGzip(path)
	if err != nil {
		return nil, err
	}
	return &TSV{Gzip: file}, nil
}

// Put writes a line.
func (w *TSV) Put(source, target []byte) error {
	w.line = append(w.line[:0], source...)
	w.line = append(w.line, '\t')
	w.line = append(w.line, target...)
	w.line = append(w.line, '\n')
	_, err := w.Write(w.line)
	return err
}

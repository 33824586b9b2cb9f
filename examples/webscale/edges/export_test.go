package edges

import "io"

// Lines reads the lines of an edge file without its gzip.
func Lines(path string, text io.Reader, yield func(source, target string)) error {
	r := newReader(path, text)
	for {
		if err := r.next(); err == io.EOF {
			return nil
		} else if err != nil {
			return err
		}
		yield(string(r.source()), string(r.target()))
	}
}

// LimitGroups makes row groups of about so many bytes.
func (w *Parquet) LimitGroups(size int) { w.limit = size }

// Size returns how many bytes of memory the set counts.
func (s *Set) Size() int { return s.size }

// Runs returns how many temporary files the set has.
func (s *Set) Runs() int { return len(s.runs) }

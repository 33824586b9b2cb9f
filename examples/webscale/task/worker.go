package task

import (
	"context"
	"errors"
	"io"
	"os"

	"htmlurl/examples/webscale/edges"
	"htmlurl/examples/webscale/extract"
	"htmlurl/examples/webscale/warc"
)

// Worker does archives, one after the other, with the same memory. It is for one goroutine.
type Worker struct {
	Job
	Progress func(read int64) // is told how many more bytes of the archive were read; may be nil

	extractor extract.Extractor
	edges     edges.Set
}

// ArchiveError is why an archive cannot be read. Other errors of Do are those of the output, which other archives may
// have, too.
type ArchiveError struct {
	Archive string // its path
	Err     error
}

// Error says which archive it is and what is wrong.
func (e *ArchiveError) Error() string { return e.Archive + ": " + e.Err.Error() }

// Unwrap gives the cause to errors.Is and errors.As.
func (e *ArchiveError) Unwrap() error { return e.Err }

// Do does an archive, unless that was done. It is not an error that an archive is damaged: what can be read counts, and
// the damage is in the Summary. If there is an error nothing of the archive is there.
func (w *Worker) Do(ctx context.Context, archive string) (*Result, error) {
	if done := w.Result(archive); done != nil {
		return done, nil
	}
	file, info, err := open(archive)
	if err != nil {
		return nil, &ArchiveError{archive, cause(err)}
	}
	defer file.Close()
	if err := w.Forget(archive); err != nil {
		return nil, err
	}
	result := w.newResult(archive, info)
	if result.Summary, err = w.process(ctx, archive, file); err != nil {
		return nil, err
	}
	return result, w.write(archive, result)
}

// open opens an archive. It refuses what could be waited for without end, such as pipes, and what cannot be read twice.
func open(archive string) (*os.File, os.FileInfo, error) {
	if info, err := os.Stat(archive); err != nil {
		return nil, nil, err
	} else if !info.Mode().IsRegular() {
		return nil, nil, errIrregular
	}
	file, err := os.Open(archive)
	if err != nil {
		return nil, nil, err
	}
	info, err := file.Stat()
	if err != nil {
		file.Close()
		return nil, nil, err
	}
	return file, info, nil
}

// errIrregular is why folders, pipes and devices are not read.
var errIrregular = errors.New("it is no regular file")

// cause is the error without the path, which an ArchiveError has.
func cause(err error) error {
	if bad, ok := errors.AsType[*os.PathError](err); ok {
		return bad.Err
	}
	return err
}

// process writes the files of an archive.
func (w *Worker) process(ctx context.Context, archive string, file io.Reader) (*extract.Summary, error) {
	var all files
	defer func() { all.discard() }()
	w.edges.Dir = w.Output // where there is room, and which is swept
	for _, kind := range w.Outputs {
		f, err := kind.Create(w.Path(kind, archive), archive, &w.edges)
		if err != nil {
			return nil, err
		}
		all = append(all, f)
	}
	w.extractor.Edition, w.extractor.MaxBody = w.Edition, w.MaxBody
	summary, err := w.extractor.ProcessFile(ctx, &counter{file, w.Progress}, all)
	if errors.Is(err, warc.Unreadable) {
		return nil, &ArchiveError{archive, err}
	}
	if err != nil {
		return nil, err
	}
	return summary, all.commit(ctx)
}

// counter tells how much is read of an archive.
type counter struct {
	io.Reader
	tell func(read int64)
}

// Read implements io.Reader.
func (c *counter) Read(p []byte) (int, error) {
	n, err := c.Reader.Read(p)
	if c.tell != nil {
		c.tell(int64(n))
	}
	return n, cause(err)
}

// Close removes the temporary files of the worker.
func (w *Worker) Close() { w.edges.Reset() }

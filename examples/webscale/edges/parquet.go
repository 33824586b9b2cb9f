package edges

import (
	"bufio"

	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/compress/zstd"

	"htmlurl/examples/webscale/draft"
)

const (
	batchRows = 1 << 10  // that are given to the library at a time
	pageSize  = 1 << 20  // bytes of a page of a column
	groupSize = 64 << 20 // bytes of the names in a row group, which is in memory until it is complete
)

// Parquet is a Sink that writes a table with the columns s and t, which both are optional UTF-8 strings, compressed
// with zstd. Its memory is that of a row group, which has 64 MiB of names, and some ten kilobytes for each one that is
// complete: where its pages are, which stands at the end of a table. CreateParquet makes one.
type Parquet struct {
	draft  *draft.File
	file   *bufio.Writer
	table  *parquet.GenericWriter[any]
	rows   []parquet.Row // that wait
	values []parquet.Value
	text   []byte // of the names in rows
	size   int    // bytes of the names in the row group
	limit  int    // of size
}

// CreateParquet begins a table. There is none at path before Commit.
func CreateParquet(path string) (*Parquet, error) {
	file, err := draft.Create(path)
	if err != nil {
		return nil, err
	}
	name := parquet.Optional(parquet.Encoded(parquet.String(), &parquet.Plain))
	w := &Parquet{draft: file, file: bufio.NewWriterSize(file, fileBuffer), limit: groupSize}
	w.table = parquet.NewGenericWriter[any](w.file,
		parquet.NewSchema("edges", parquet.Group{"s": name, "t": name}),
		parquet.Compression(&zstd.Codec{Level: zstd.SpeedDefault}),
		parquet.DataPageVersion(1), // which every reader knows
		parquet.PageBufferSize(pageSize))
	w.values = make([]parquet.Value, 0, 2*batchRows)
	return w, nil
}

// Put writes a row.
func (w *Parquet) Put(source, target []byte) error {
	w.values = append(w.values, w.value(source).Level(0, 1, 0), w.value(target).Level(0, 1, 1))
	w.rows = append(w.rows, w.values[len(w.values)-2:])
	if len(w.rows) < batchRows {
		return nil
	}
	return w.flush()
}

// value returns a copy of a name, which is good until the rows are written.
func (w *Parquet) value(name []byte) parquet.Value {
	w.size += len(name)
	start := len(w.text)
	w.text = append(w.text, name...)
	return parquet.ByteArrayValue(w.text[start:])
}

// flush writes the rows that wait, and completes the row group if it is large enough.
func (w *Parquet) flush() error {
	if _, err := w.table.WriteRows(w.rows); err != nil {
		return err
	}
	w.rows, w.values, w.text = w.rows[:0], w.values[:0], w.text[:0]
	if w.size < w.limit {
		return nil
	}
	w.size = 0
	return w.table.Flush()
}

// Commit completes the table and gives it its name.
func (w *Parquet) Commit() error {
	if err := w.flush(); err != nil {
		return err
	}
	if err := w.table.Close(); err != nil {
		return err
	}
	if err := w.file.Flush(); err != nil {
		return err
	}
	return w.draft.Commit()
}

// Discard removes what was written, unless Commit succeeded.
func (w *Parquet) Discard() { w.draft.Discard() }

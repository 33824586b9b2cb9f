package warc

import (
	"errors"
	"fmt"
	"io"
	"iter"
	"strconv"
	"strings"
)

// Reader reads the records of a file. Reset makes it ready, for the first file or another one; it keeps its buffers, of
// less than 1 MB, and more only for long headers, and as windows of br and zstd: for each coding that bodies have one
// over the other, at most 16 MiB and 8 MiB. A Reader and its records belong to one goroutine.
type Reader struct {
	// MaxBody is how many bytes the body of a response may have, once it is decoded and between its codings; 0 means
	// 32 MiB.
	MaxBody int64

	text    text
	header  []byte
	block   *block // of the last record
	isLost  bool   // the bytes ahead belong to a record that was given up
	isTold  bool   // the error was given for which the text stops
	isEnd   bool
	decoder decoder
}

// Reset begins to read a file: gzip members with a record each, or with any parts of the text, or plain text, which the
// bytes tell.
func (r *Reader) Reset(file io.Reader) {
	r.pass()
	r.text.reset(file)
	r.isLost, r.isTold, r.isEnd = false, false, false
}

// Records gives the records from where r is to the end of the file, or, with a nil record, what is wrong between them.
//
// A record and its Body can be read until the next one is asked for; what is left of its block then is skipped. All
// errors are *Error. Loops go on behind what is damaged, with the next gzip member or line that begins a record. Only
// Unreadable ends them, with the error of the file. What else is wrong with a block is told once: by Body, or, if that
// is not read so far, by Records. A loop that was left can be gone on with by another one.
//
// A block that is longer than its Content-Length says gives Garbage. In files without a gzip member for each record,
// one that is shorter takes bytes, or whole records, from what follows it; and nothing can be read of a gzip member
// behind what is damaged in it. The checksum of a member comes after its records, and so does the error for it.
//
// Spec: https://iipc.github.io/warc-specifications/specifications/warc-format/warc-1.1/#file-and-record-model
func (r *Reader) Records() iter.Seq2[*Record, error] {
	return func(yield func(*Record, error) bool) {
		for !r.isEnd && r.text.window != nil {
			rec, err := r.next()
			if r.isEnd = err == io.EOF; r.isEnd {
				return
			}
			r.isEnd = errors.Is(err, Unreadable)
			if !yield(rec, err) {
				return
			}
		}
	}
}

// next returns the next record, or what is wrong before it; io.EOF if there is nothing more.
func (r *Reader) next() (*Record, error) {
	if err := r.finish(); err != nil {
		return nil, err
	}
	if err := r.seek(); err != nil {
		return nil, err
	}
	return r.record()
}

// finish skips the rest of the last record. It returns what is wrong with it, if that was not told.
func (r *Reader) finish() error {
	b := r.block
	if b == nil {
		return nil
	}
	defer r.pass()
	if b.err != nil {
		return nil
	}
	for b.err == nil {
		b.skip(len(b.ahead()))
	}
	if b.err == io.EOF {
		return nil
	}
	return b.err
}

// pass ends the reading of the last record.
func (r *Reader) pass() {
	r.decoder.close()
	if r.block != nil {
		r.block.close()
		r.block = nil
	}
}

// seek goes to the next record, or tells what is before it. It returns io.EOF at the end of the file.
func (r *Reader) seek() error {
	t := &r.text
	var garbage Place
	var size int64
	for {
		skipBlank(t)
		at := t.place()
		switch ahead := t.peek(lineAhead); {
		case isVersionLine(ahead), isCutVersion(ahead):
			return r.garbage(garbage, size)
		case len(ahead) > 0:
			if size == 0 {
				garbage = at
			}
			size += t.toLine()
		case t.cross():
		default:
			err := r.garbage(garbage, size)
			if err == nil {
				err = r.proceed(at)
			}
			if err != nil {
				return err
			}
		}
	}
}

// garbage returns the error for so many bytes that belong to no record, unless they belong to what was told already.
func (r *Reader) garbage(at Place, size int64) error {
	if size == 0 || r.isLost {
		return nil
	}
	r.isLost = true
	return &Error{Garbage, at, fmt.Errorf("%d bytes", size)}
}

// proceed finds in the file what comes after the text, which stops at a place.
func (r *Reader) proceed(at Place) error {
	t := &r.text
	switch {
	case t.isPlain() || t.isUnreadable():
		return r.end(at)
	case t.isDamaged() && !r.isTold:
		return r.cut(at)
	case t.isDamaged():
		r.isTold = false
		t.again()
		if _, ok := t.find(); !ok {
			return r.end(at)
		}
		return nil
	}
	skipBlank(&t.file)
	at = Place{Offset: t.file.offset()}
	switch ahead := t.file.peek(len(magic)); {
	case string(ahead) == magic: // which the text goes on with
		return nil
	case len(ahead) == 0:
		return r.end(at)
	case strings.HasPrefix(magic, string(ahead)):
		t.file.skip(len(ahead))
		return &Error{Truncated, at, io.ErrUnexpectedEOF}
	}
	next, _ := t.find()
	return r.garbage(at, next-at.Offset)
}

// end is the end of the file, which may be there because it cannot be read.
func (r *Reader) end(at Place) error {
	if r.text.isUnreadable() {
		return &Error{Unreadable, at, r.text.file.err}
	}
	return io.EOF
}

// cut returns why the text stops, for what begins at a place.
func (r *Reader) cut(at Place) error {
	r.isTold = r.text.isDamaged()
	fault, err := r.text.stop()
	return &Error{fault, at, err}
}

// record begins the record that is next.
func (r *Reader) record() (*Record, error) {
	rec := &Record{Place: r.text.place(), InGzip: !r.text.isPlain()}
	r.isLost = true
	if err := r.readHeader(rec.Place); err != nil {
		return nil, err
	}
	_, fields, _ := strings.Cut(string(r.header), "\n")
	rec.Header = parseHeader(fields)
	length, err := contentLength(rec.Place, rec.Header)
	if err != nil {
		return nil, err
	}
	r.isLost = false
	rec.Length = length
	rec.block = block{reader: r, place: rec.Place, left: length}
	rec.Body = &rec.block
	r.block = &rec.block
	return rec, nil
}

// readHeader reads the lines of a header. It ends with a blank line, not with another record.
func (r *Reader) readHeader(at Place) error {
	r.header = r.header[:0]
	for {
		isFirst := len(r.header) == 0
		if !isFirst && isVersionLine(r.text.peek(lineAhead)) {
			return &Error{Truncated, at, errNextRecord}
		}
		var isEnd bool
		var err error
		r.header, isEnd, err = appendLine(r.header, &r.text)
		switch {
		case err == errHeaderTooLong:
			return &Error{HeaderTooLong, at, err}
		case err != nil:
			return r.cut(at)
		case isEnd:
			return nil
		}
	}
}

// errNextRecord is why a header has no end.
var errNextRecord = errors.New("another record begins in the header")

// contentLength returns the length of the block.
//
// Spec: https://iipc.github.io/warc-specifications/specifications/warc-format/warc-1.1/#content-length-mandatory
func contentLength(at Place, h Header) (int64, error) {
	value := h.Value("Content-Length")
	length, err := strconv.ParseUint(value, 10, 63)
	if err != nil {
		return 0, &Error{ContentLength, at, fmt.Errorf("%.40q", value)}
	}
	return int64(length), nil
}

package warc

import (
	"errors"
	"io"
	"strings"
	"time"
)

// Record is a record of a file.
type Record struct {
	Place
	InGzip bool // it is in a gzip member
	Header Header
	Length int64     // of the block, as Content-Length says
	Body   io.Reader // the block; see Reader.Records

	block block
}

// Type returns the WARC-Type, such as "response".
func (rec *Record) Type() string { return rec.Header.Value("WARC-Type") }

// URI returns the WARC-Target-URI, or "". It is as it was written, but for the angle brackets that some writers put
// around it, as a version of the standard has it.
//
// Spec: https://iipc.github.io/warc-specifications/specifications/warc-format/warc-1.1/#warc-target-uri
func (rec *Record) URI() string { return bare(rec.Header.Value("WARC-Target-URI")) }

// ID returns the WARC-Record-ID without its angle brackets.
func (rec *Record) ID() string { return bare(rec.Header.Value("WARC-Record-ID")) }

// bare returns a URI without angle brackets around it.
func bare(uri string) string {
	if inner, ok := strings.CutPrefix(uri, "<"); ok && strings.HasSuffix(inner, ">") {
		return strings.Trim(inner[:len(inner)-1], " \t")
	}
	return uri
}

// ContentType returns the Content-Type of the block, which for HTTP is application/http.
func (rec *Record) ContentType() string { return rec.Header.Value("Content-Type") }

// PayloadType returns the WARC-Identified-Payload-Type: what the writer found the payload to be, or "".
func (rec *Record) PayloadType() string { return rec.Header.Value("WARC-Identified-Payload-Type") }

// Truncated returns the WARC-Truncated field: why the writer stored only the beginning, such as "length"; or "".
func (rec *Record) Truncated() string { return rec.Header.Value("WARC-Truncated") }

// dates are the forms of a WARC-Date. Version 1.1 allows fractions of a second, which time.Parse reads without being
// told, and less than a second.
var dates = []string{time.RFC3339, "2006-01-02T15:04Z07:00", time.DateOnly, "2006-01", "2006"}

// Date returns the WARC-Date, or the zero Time if there is none that can be read.
//
// Spec: https://iipc.github.io/warc-specifications/specifications/warc-format/warc-1.1/#warc-date-mandatory
func (rec *Record) Date() time.Time {
	value := rec.Header.Value("WARC-Date")
	for _, form := range dates {
		if date, err := time.Parse(form, value); err == nil {
			return date
		}
	}
	return time.Time{}
}

// errPassed is the error of what belongs to a record that is no longer read.
var errPassed = errors.New("warc: the record was passed")

// block is the block of a record, as it is being read.
type block struct {
	reader *Reader
	place  Place // of the record
	left   int64 // how many bytes are to come
	err    error // of all Reads to come
}

// Read implements io.Reader.
func (b *block) Read(p []byte) (int, error) {
	if b.err != nil || len(p) == 0 {
		return 0, b.err
	}
	n := copy(p, b.ahead())
	b.skip(n)
	return n, b.err
}

// ahead returns the next bytes of the block. If there are none there is an error.
func (b *block) ahead() []byte {
	if b.left == 0 {
		b.err = io.EOF
		return nil
	}
	ahead := b.reader.text.ahead()
	if len(ahead) == 0 {
		b.err = b.reader.cut(b.place)
	}
	return ahead[:min(int64(len(ahead)), b.left)]
}

// skip reads n of the bytes ahead.
func (b *block) skip(n int) {
	b.reader.text.skip(n)
	b.left -= int64(n)
}

// close ends the reading of the block.
func (b *block) close() { b.reader, b.err = nil, errPassed }

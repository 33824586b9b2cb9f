package warc

import (
	"bytes"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/klauspost/compress/gzip"
)

// Writer writes records of version 1.0, each in a gzip member of its own. It is for tests, and for programs that make
// archives for them. NewWriter makes one.
type Writer struct {
	Plain bool // no gzip

	dst    io.Writer
	member *gzip.Writer
	header bytes.Buffer // of the record
}

// NewWriter returns a Writer that writes to dst.
func NewWriter(dst io.Writer) *Writer { return &Writer{dst: dst} }

// Write writes a record with the fields, to which it adds a Content-Length, and the block, which may be in parts.
//
// Spec: https://iipc.github.io/warc-specifications/specifications/warc-format/warc-1.1/#file-and-record-model
func (w *Writer) Write(h Header, block ...[]byte) error {
	w.header.Reset()
	w.header.WriteString("WARC/1.0\r\n")
	length := 0
	for _, part := range block {
		length += len(part)
	}
	for _, f := range append(h[:len(h):len(h)], Field{"Content-Length", strconv.Itoa(length)}) {
		if strings.ContainsAny(f.Name, ":\r\n") || strings.ContainsAny(f.Value, "\r\n") {
			return fmt.Errorf("warc: the field %q: %q cannot be written", f.Name, f.Value)
		}
		w.header.WriteString(f.Name + ": " + f.Value + "\r\n")
	}
	w.header.WriteString("\r\n")
	if w.Plain {
		return w.write(w.dst, block)
	}
	if w.member == nil {
		var err error
		if w.member, err = gzip.NewWriterLevel(nil, gzip.BestSpeed); err != nil {
			return err
		}
	}
	w.member.Reset(w.dst)
	if err := w.write(w.member, block); err != nil {
		return err
	}
	return w.member.Close()
}

// write writes the header and a block.
func (w *Writer) write(dst io.Writer, block [][]byte) error {
	for _, part := range slices.Concat([][]byte{w.header.Bytes()}, block, [][]byte{[]byte("\r\n\r\n")}) {
		if _, err := dst.Write(part); err != nil {
			return err
		}
	}
	return nil
}

package warc

import (
	"bytes"
	"fmt"
	"io"
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
	record bytes.Buffer
}

// NewWriter returns a Writer that writes to dst.
func NewWriter(dst io.Writer) *Writer { return &Writer{dst: dst} }

// Write writes a record with the fields, to which it adds a Content-Length, and the block.
//
// Spec: https://iipc.github.io/warc-specifications/specifications/warc-format/warc-1.1/#file-and-record-model
func (w *Writer) Write(h Header, block []byte) error {
	w.record.Reset()
	w.record.WriteString("WARC/1.0\r\n")
	for _, f := range append(h[:len(h):len(h)], Field{"Content-Length", strconv.Itoa(len(block))}) {
		if strings.ContainsAny(f.Name, ":\r\n") || strings.ContainsAny(f.Value, "\r\n") {
			return fmt.Errorf("warc: the field %q: %q cannot be written", f.Name, f.Value)
		}
		w.record.WriteString(f.Name + ": " + f.Value + "\r\n")
	}
	w.record.WriteString("\r\n")
	w.record.Write(block)
	w.record.WriteString("\r\n\r\n")
	if w.Plain {
		_, err := w.record.WriteTo(w.dst)
		return err
	}
	if w.member == nil {
		var err error
		if w.member, err = gzip.NewWriterLevel(nil, gzip.BestSpeed); err != nil {
			return err
		}
	}
	w.member.Reset(w.dst)
	if _, err := w.record.WriteTo(w.member); err != nil {
		return err
	}
	return w.member.Close()
}

package fetch

import (
	"bufio"
	"cmp"
	"compress/flate"
	"compress/gzip"
	"compress/zlib"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
	"sync"

	"github.com/andybalholm/brotli"
	"github.com/klauspost/compress/zstd"
)

// acceptEncoding are the content codings that decode undoes, as the value of an Accept-Encoding header field.
const acceptEncoding = "gzip, deflate, br, zstd"

// maxCodings is how many content codings a body may have one over the other.
const maxCodings = 5

// decode undoes the content codings of a body, which the values of its Content-Encoding header fields name in the order
// in which they were applied. An empty body is empty in every coding.
//
// The body is read when the reader is, not before. Its errors come as they are; those of codings say which one it is,
// and wrap io.ErrUnexpectedEOF where the body ends too soon. What follows the end of gzip and deflate is read and
// ignored.
//
// The caller can count the bytes of the body and those of the reader, but not those between two codings: where they are
// many and give next to nothing the error is ErrBomb. A Read decodes ahead at most 32 KB of gzip and deflate,
// 128 KB of zstd, and of br its window, which has up to 16 MB. So much memory is held, and for zstd a window of up to
// 8 MB.
//
// Close lets go of the decoders and leaves the body open. The reader belongs to one goroutine.
//
// Spec: https://www.rfc-editor.org/rfc/rfc9110#section-8.4, https://www.rfc-editor.org/rfc/rfc9659
func decode(body io.Reader, codings []string) (io.ReadCloser, error) {
	applied, err := appliedCodings(codings)
	if err != nil {
		return nil, err
	}
	decoded := io.NopCloser(body)
	for _, c := range slices.Backward(applied) {
		_, isDecoded := decoded.(*decoder)
		decoded = &decoder{coding: c, source: source{ReadCloser: decoded, isDecoded: isDecoded}}
	}
	return decoded, nil
}

// appliedCodings returns the codings that are named, but for those that change nothing.
func appliedCodings(values []string) (applied []*coding, err error) {
	for _, value := range values {
		for name := range strings.SplitSeq(value, ",") {
			name = strings.Trim(name, "\t ")
			lower := lowerASCII(name)
			if lower == "" || lower == "identity" {
				continue
			}
			c := codings[lower]
			switch {
			case c == nil:
				return nil, fmt.Errorf("%w: %.50q", ErrCoding, name)
			case len(applied) == maxCodings:
				return nil, fmt.Errorf("%w: %.50q after %d others", ErrCoding, name, maxCodings)
			}
			applied = append(applied, c)
		}
	}
	return applied, nil
}

// coding is a content coding.
type coding struct {
	name    string
	streams sync.Pool // of *stream
}

// newCoding returns a coding whose engines are made by the function.
func newCoding(name string, newEngine func() engine) *coding {
	return &coding{name, sync.Pool{New: func() any { return &stream{bufio.NewReader(nil), newEngine()} }}}
}

// codings are the content codings by name.
var codings = func() map[string]*coding {
	gzipCoding := newCoding("gzip", func() engine { return new(gzipEngine) })
	return map[string]*coding{
		"gzip":    gzipCoding,
		"x-gzip":  gzipCoding,
		"deflate": newCoding("deflate", func() engine { return new(deflateEngine) }),
		"br":      newCoding("br", func() engine { return new(brotli.Reader) }),
		"zstd":    newCoding("zstd", newZstdEngine),
	}
}()

// stream is an engine with what it reads from. Streams are used again, as they are expensive to make.
type stream struct {
	source *bufio.Reader
	engine engine
}

// engine undoes a coding. Reset makes it read from the beginning of another source, whatever happened before; the
// source is that of its stream and not empty.
type engine interface {
	io.Reader
	Reset(source io.Reader) error
}

// decoder is a body with a coding undone.
type decoder struct {
	coding *coding
	source source
	stream *stream // nil before the first Read and after Close
	err    error   // of all Reads to come
}

// Read implements io.Reader.
func (d *decoder) Read(p []byte) (n int, err error) {
	if d.err != nil || len(p) == 0 {
		return 0, d.err
	}
	if d.stream == nil {
		err = d.start()
	}
	if err == nil {
		n, err = d.stream.engine.Read(p)
		d.source.given += int64(n)
	}
	if err != nil {
		d.err = d.explain(err)
	}
	return n, d.err
}

// start takes a stream, and fails with io.EOF if the source is empty.
func (d *decoder) start() error {
	d.stream = d.coding.streams.Get().(*stream)
	d.stream.source.Reset(&d.source)
	if _, err := d.stream.source.Peek(1); err != nil {
		return err
	}
	return d.stream.engine.Reset(d.stream.source)
}

// explain returns the error of the decoder for one of its engine. What went wrong in the source comes first.
func (d *decoder) explain(err error) error {
	switch {
	case d.source.err != nil:
		return d.source.err
	case err == io.EOF:
		return cmp.Or(d.drain(), io.EOF)
	}
	return fmt.Errorf("in the content coding %s: %w", d.coding.name, err)
}

// drain reads the rest of the body, for its error, and so that its connection can be used again. Garbage in a coding is
// not decoded.
func (d *decoder) drain() error {
	below, ok := d.source.ReadCloser.(*decoder)
	if !ok {
		_, err := io.Copy(io.Discard, &d.source)
		return err
	}
	switch _, err := io.ReadFull(&d.source, make([]byte, 1)); err {
	case nil:
		return below.drain()
	case io.EOF:
		return nil
	default:
		return err
	}
}

// Close lets go of the stream and of those below. It returns nil.
func (d *decoder) Close() error {
	if d.stream != nil {
		d.stream.source.Reset(nil)
		d.coding.streams.Put(d.stream)
		d.stream = nil
	}
	d.err = http.ErrBodyReadAfterClose
	return d.source.Close()
}

// source is what a decoder reads from.
type source struct {
	io.ReadCloser
	isDecoded   bool  // it is a decoder itself
	read, given int64 // how many bytes were read, and what the decoder made of them
	err         error // but for the end; engines may have another word for it
}

// What a decoder may read from another one: some bytes, and some for each byte that it gives. Even a server that
// flushes after every byte needs less.
const (
	freeInput    = 1 << 20
	inputPerByte = 16
)

// Read implements io.Reader.
func (s *source) Read(p []byte) (n int, err error) {
	if s.isDecoded && s.read > freeInput+inputPerByte*s.given {
		s.err = ErrBomb
		return 0, s.err
	}
	n, err = s.ReadCloser.Read(p)
	s.read += int64(n)
	if err != nil && err != io.EOF {
		s.err = err
	}
	return n, err
}

// gzipEngine undoes gzip: one member after the other, up to what is none.
//
// Spec: https://www.rfc-editor.org/rfc/rfc1952#section-2.2
type gzipEngine struct {
	source *bufio.Reader
	member gzip.Reader
}

// Reset implements engine.
func (e *gzipEngine) Reset(source io.Reader) error {
	e.source = bufio.NewReader(source) // which is the source itself
	return e.next()
}

// next starts the next member.
func (e *gzipEngine) next() error {
	if err := e.member.Reset(e.source); err != nil {
		return err
	}
	e.member.Multistream(false)
	return nil
}

// Read implements engine.
func (e *gzipEngine) Read(p []byte) (n int, err error) {
	for n == 0 && err == nil {
		n, err = e.member.Read(p)
		if err != io.EOF {
			continue
		}
		const magic = "\x1F\x8B"
		if start, _ := e.source.Peek(len(magic)); string(start) == magic {
			err = e.next()
		}
	}
	return n, err
}

// deflateEngine undoes deflate: the zlib format, or the bare one that some servers send and browsers take.
//
// Spec: https://www.rfc-editor.org/rfc/rfc9110#section-8.4.1.2
type deflateEngine struct{ io.Reader }

// Reset implements engine.
func (e *deflateEngine) Reset(source io.Reader) (err error) {
	b := bufio.NewReader(source) // which is the source itself
	if header, _ := b.Peek(2); len(header) < 2 || isZlib(header[0], header[1]) {
		e.Reader, err = zlib.NewReader(b)
		return err
	}
	e.Reader = flate.NewReader(b)
	return nil
}

// isZlib tells whether a stream with these first bytes is in the zlib format. Nothing in the bare format begins so but
// a stored block with odd padding.
//
// Spec: https://www.rfc-editor.org/rfc/rfc1950#section-2.2
func isZlib(method, flags byte) bool {
	return method&0x0F == 8 && method>>4 <= 7 && (uint(method)<<8|uint(flags))%31 == 0
}

// maxWindow is how many bytes back zstd may copy from in HTTP.
//
// Spec: https://www.rfc-editor.org/rfc/rfc9659#section-3
const maxWindow = 8 << 20

// newZstdEngine returns an engine for zstd that works when it is read from, and then for a block.
func newZstdEngine() engine {
	e, err := zstd.NewReader(nil, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxWindow(maxWindow))
	if err != nil {
		panic(err) // the options are wrong
	}
	return e
}

package warc

import (
	"bufio"
	"bytes"
	"compress/flate"
	"compress/gzip"
	"compress/zlib"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httputil"
	"slices"
	"strconv"
	"strings"

	"github.com/andybalholm/brotli"
	"github.com/klauspost/compress/zstd"
)

const (
	defaultMaxBody = 32 << 20
	maxCodings     = 5        // how many codings a body may have one over the other
	codingWindow   = 16 << 10 // how many bytes are read ahead before and between codings
	maxZstdWindow  = 8 << 20
)

// masked lists what some crawlers rename the fields to when they decode a body.
var masked = []string{"X-Crawl-", "X-Crawler-"}

// codingsOf returns the names of the codings that a header says the body has, in the order in which they were applied.
//
// Spec: https://www.rfc-editor.org/rfc/rfc9110#section-8.4, https://www.rfc-editor.org/rfc/rfc9112#section-6.1
func codingsOf(h http.Header) (names []string) {
	for _, field := range []string{"Content-Encoding", "Transfer-Encoding"} {
		values := h[field]
		if len(values) == 0 || slices.ContainsFunc(masked, func(mask string) bool { return h[mask+field] != nil }) {
			continue
		}
		for _, value := range values {
			for name := range strings.SplitSeq(value, ",") {
				name, _, _ = strings.Cut(strings.ToLower(name), ";")
				if name = strings.Trim(name, " \t"); isCoding(name) {
					names = append(names, name)
				}
			}
		}
	}
	return names
}

// isCoding tells whether a name is that of a coding which changes something. Headers have others, such as "utf-8",
// which browsers ignore.
//
// Spec: https://www.iana.org/assignments/http-parameters/http-parameters.xhtml#content-coding
func isCoding(name string) bool {
	switch name {
	case "chunked", "gzip", "x-gzip", "deflate", "br", "zstd":
		return true
	}
	return isUnsupported(name)
}

// isUnsupported tells whether a name is that of a coding which is not undone here. To undo dcb and dcz takes another
// response.
func isUnsupported(name string) bool {
	switch name {
	case "compress", "x-compress", "dcb", "dcz", "exi", "pack200-gzip", "aes128gcm":
		return true
	}
	return false
}

// decoder reads responses, one after the other, with the same buffers.
type decoder struct {
	block  *bufio.Reader
	header []byte
	place  Place // of the record
	limit  int64 // of a body, and between its codings
	stages []*stage
	last   *decoded // the body that is read
}

// begin makes the decoder ready for a record.
func (d *decoder) begin(rec *Record, limit int64) {
	d.close()
	if d.block == nil {
		d.block = bufio.NewReaderSize(nil, codingWindow)
	}
	d.block.Reset(rec.Body)
	d.place, d.limit = rec.Place, limit
}

// close ends the reading of a body.
func (d *decoder) close() {
	if d.last != nil {
		d.last.err = errPassed
		d.last = nil
	}
}

// body returns the rest of the block without codings.
func (d *decoder) body(names []string) io.Reader {
	body := &decoded{place: d.place, left: d.limit}
	d.last = body
	if _, err := d.block.Peek(1); err == io.EOF {
		names = nil // an empty body is empty in every coding
	}
	if i := slices.IndexFunc(names, isUnsupported); i >= 0 {
		body.err = &Error{Unsupported, d.place, errors.New(names[i])}
		return body
	}
	if len(names) > maxCodings {
		body.err = &Error{Unsupported, d.place, fmt.Errorf("%d codings one over the other", len(names))}
		return body
	}
	src := d.block
	for i, name := range slices.Backward(names) {
		for len(d.stages) <= i {
			d.stages = append(d.stages, &stage{out: bufio.NewReaderSize(nil, codingWindow)})
		}
		s := d.stages[i]
		if engine := s.engine(name, src); engine != nil {
			s.out.Reset(&decoded{src: engine, coding: name, place: d.place, left: d.limit})
			src = s.out
		}
	}
	body.src = src
	return body
}

// decoded is what comes out of a coding, up to a limit, with errors of this package.
type decoded struct {
	src    io.Reader
	coding string
	place  Place
	left   int64
	err    error // of all Reads to come
}

// Read implements io.Reader.
func (d *decoded) Read(p []byte) (int, error) {
	if d.err != nil || len(p) == 0 {
		return 0, d.err
	}
	n, err := d.src.Read(p[:min(int64(len(p)), d.left+1)])
	if int64(n) > d.left {
		n, err = int(d.left), &Error{BodyTooLong, d.place, nil}
	}
	d.left -= int64(n)
	if err != nil {
		d.err = d.explain(err)
	}
	return n, d.err
}

// explain returns the error for one of the coding, or of what it reads.
func (d *decoded) explain(err error) error {
	_, isOurs := errors.AsType[*Error](err)
	switch {
	case isOurs, err == io.EOF, err == errPassed, d.coding == "":
		return err
	case err == io.ErrUnexpectedEOF:
		return &Error{Truncated, d.place, fmt.Errorf("in the coding %s: %w", d.coding, err)}
	}
	return &Error{Corrupt, d.place, fmt.Errorf("in the coding %s: %w", d.coding, err)}
}

// stage has what it takes to undo one coding.
type stage struct {
	out     *bufio.Reader // reads what is decoded
	gzip    gzipBody
	zlib    io.ReadCloser // nil before the first use
	deflate io.ReadCloser // nil before the first use
	brotli  brotliBody
	zstd    zstdBody
}

// engine returns a reader that undoes a coding, or nil if what src has ahead is not in it.
func (s *stage) engine(name string, src *bufio.Reader) io.Reader {
	switch ahead, _ := src.Peek(codingWindow); name {
	case "chunked":
		if isChunked(ahead) {
			return httputil.NewChunkedReader(src)
		}
	case "gzip", "x-gzip":
		if bytes.HasPrefix(ahead, []byte(magic)) {
			s.gzip.reset(src)
			return &s.gzip
		}
	case "deflate":
		if s.startZlib(bytes.NewReader(ahead)) && begins(s.zlib) {
			s.startZlib(src)
			return s.zlib
		}
		if s.startDeflate(bytes.NewReader(ahead)); begins(s.deflate) {
			s.startDeflate(src)
			return s.deflate
		}
	case "br":
		if s.brotli.reset(bytes.NewReader(ahead)); begins(s.brotli.decoder) {
			s.brotli.reset(src)
			return &s.brotli
		}
	case "zstd":
		if isZstd(ahead) {
			s.zstd.reset(src)
			return &s.zstd
		}
	}
	return nil
}

// isChunked tells whether what is ahead is in chunks, as far as it goes.
//
// Spec: https://www.rfc-editor.org/rfc/rfc9112#section-7.1
func isChunked(ahead []byte) bool {
	for isFirst := true; ; isFirst = false {
		line, rest, ok := bytes.Cut(ahead, []byte("\r\n"))
		if !ok {
			return !isFirst // its end is not ahead
		}
		size, ok := chunkSize(line)
		switch {
		case !ok:
			return false
		case size == 0 || size >= uint64(len(rest)):
			return true
		}
		const end = "\r\n"
		rest = rest[size:]
		if !bytes.HasPrefix([]byte(end), rest[:min(len(rest), len(end))]) {
			return false
		}
		ahead = rest[min(len(rest), len(end)):]
	}
}

// chunkSize returns the size that the first line of a chunk gives, with as much leniency as net/http has.
func chunkSize(line []byte) (size uint64, ok bool) {
	digits, _, _ := bytes.Cut(bytes.TrimRight(line, " \t"), []byte(";"))
	const most = 15 // so that a size is no overflow
	if len(digits) == 0 || len(digits) > most {
		return 0, false
	}
	size, err := strconv.ParseUint(string(digits), 16, 64)
	return size, err == nil
}

// gzipBody undoes gzip: one member after the other, up to what is none.
//
// Spec: https://www.rfc-editor.org/rfc/rfc1952#section-2.2
type gzipBody struct {
	src    *bufio.Reader
	member gzip.Reader
	err    error
}

// reset begins with another body.
func (g *gzipBody) reset(src *bufio.Reader) {
	g.src = src
	g.next()
}

// next begins the next member.
func (g *gzipBody) next() {
	g.err = g.member.Reset(g.src)
	g.member.Multistream(false)
}

// Read implements io.Reader.
func (g *gzipBody) Read(p []byte) (n int, err error) {
	for n == 0 && g.err == nil {
		n, g.err = g.member.Read(p)
		if g.err != io.EOF {
			continue
		}
		if ahead, _ := g.src.Peek(len(magic)); string(ahead) == magic {
			g.next()
		}
	}
	return n, g.err
}

// startZlib begins to undo the zlib format, and tells whether src is in it.
//
// Spec: https://www.rfc-editor.org/rfc/rfc1950#section-2.2
func (s *stage) startZlib(src io.Reader) (ok bool) {
	if s.zlib != nil {
		return s.zlib.(zlib.Resetter).Reset(src, nil) == nil
	}
	zlib, err := zlib.NewReader(src)
	if err == nil {
		s.zlib = zlib
	}
	return err == nil
}

// startDeflate begins to undo the bare format, which some servers send and browsers take.
//
// Spec: https://www.rfc-editor.org/rfc/rfc9110#section-8.4.1.2
func (s *stage) startDeflate(src io.Reader) {
	if s.deflate == nil {
		s.deflate = flate.NewReader(src)
		return
	}
	_ = s.deflate.(flate.Resetter).Reset(src, nil) // which does not fail
}

// begins tells whether the beginning of a body can be decoded: so much that it is no text without a coding.
func begins(e io.Reader) bool {
	const enough = 4 << 10
	n, err := io.CopyN(io.Discard, e, enough)
	switch err {
	case nil, io.EOF:
		return true
	case io.ErrUnexpectedEOF, zlib.ErrChecksum, errBehindBrotli:
		return n > 0
	}
	return false
}

// brotliBody undoes brotli. The data say where they end; something after that is ignored, as by browsers.
//
// Spec: https://www.rfc-editor.org/rfc/rfc7932#section-2
type brotliBody struct {
	decoder *brotli.Reader // nil before the first use; has the window, of up to 16 MiB
}

// errBehindBrotli is the decoder's error for something behind the end, as here behind empty data.
var _, errBehindBrotli = brotli.NewReader(strings.NewReader("\x06x")).Read(make([]byte, 1))

// reset begins with another body.
func (b *brotliBody) reset(src io.Reader) {
	if b.decoder == nil {
		b.decoder = new(brotli.Reader)
	}
	_ = b.decoder.Reset(pieces{src}) // which does not fail
}

// Read implements io.Reader.
func (b *brotliBody) Read(p []byte) (int, error) {
	n, err := b.decoder.Read(p)
	if err == errBehindBrotli {
		err = io.EOF
	}
	return n, err
}

// pieces reads pieces of one size, wherever src has ends: on an error the decoder forgets what it made of the last one.
type pieces struct{ src io.Reader }

// Read implements io.Reader.
func (p pieces) Read(b []byte) (int, error) {
	const size = 1 << 10
	n, err := io.ReadFull(p.src, b[:min(len(b), size)])
	if n > 0 {
		err = nil // it comes again
	}
	return n, err
}

// isZstd tells whether a frame of Zstandard begins, which may be one to skip.
//
// Spec: https://www.rfc-editor.org/rfc/rfc8878#section-3.1
func isZstd(ahead []byte) bool {
	const frame, skipped = "\x28\xB5\x2F\xFD", "\x2A\x4D\x18"
	return bytes.HasPrefix(ahead, []byte(frame)) ||
		len(ahead) > 0 && ahead[0]&0xF0 == 0x50 && bytes.HasPrefix(ahead[1:], []byte(skipped))
}

// zstdBody undoes Zstandard: one frame after the other, up to what is none.
//
// Spec: https://www.rfc-editor.org/rfc/rfc8878#section-3, https://www.rfc-editor.org/rfc/rfc9659#section-3
type zstdBody struct {
	decoder *zstd.Decoder // nil before the first use; has the window. Without goroutines it needs no Close
}

// reset begins with another body.
func (z *zstdBody) reset(src io.Reader) {
	if z.decoder == nil {
		z.decoder, _ = zstd.NewReader(nil, zstd.WithDecoderConcurrency(1), zstd.WithDecoderLowmem(true),
			zstd.WithDecoderMaxWindow(maxZstdWindow)) // which are options that it takes
	}
	_ = z.decoder.Reset(src) // which fails only after Close
}

// Read implements io.Reader.
func (z *zstdBody) Read(p []byte) (int, error) {
	n, err := z.decoder.Read(p)
	if err == zstd.ErrMagicMismatch {
		err = io.EOF
	}
	return n, err
}

package warc

import "io"

// window is the part of a stream that is in memory: some of what has been read, and what is ahead.
type window struct {
	src      io.Reader
	err      error // of src; what is ahead comes before it
	keep     int   // how many bytes it can at least go back
	buf      []byte
	pos, end int   // what is ahead in buf
	start    int64 // of buf in the stream
}

// reset begins to read src, in the same memory.
func (w *window) reset(src io.Reader, size, keep int) {
	if w.buf == nil {
		w.buf = make([]byte, size)
	}
	*w = window{src: src, keep: keep, buf: w.buf}
}

// offset returns how many bytes of the stream have been read.
func (w *window) offset() int64 { return w.start + int64(w.pos) }

// peek returns the next n bytes, which are much less than the window. There are fewer only where the stream stops.
func (w *window) peek(n int) []byte {
	for w.end-w.pos < n && w.err == nil {
		w.fill()
	}
	return w.buf[w.pos:min(w.end, w.pos+n)]
}

// ahead returns the next bytes that are in memory. There are none only where the stream stops.
func (w *window) ahead() []byte {
	w.peek(1)
	return w.buf[w.pos:w.end]
}

// isLine tells whether a line begins here. The window keeps one byte at least.
func (w *window) isLine() bool { return w.pos == 0 || w.buf[w.pos-1] == '\n' }

// skip reads n of the bytes ahead.
func (w *window) skip(n int) { w.pos += n }

// back goes back to an offset, or as far as it can.
func (w *window) back(offset int64) { w.pos = int(max(offset-w.start, 0)) }

// fill reads more of the stream.
func (w *window) fill() {
	if w.end == len(w.buf) {
		drop := max(w.pos-w.keep, 0)
		copy(w.buf, w.buf[drop:])
		w.start += int64(drop)
		w.pos, w.end = w.pos-drop, w.end-drop
	}
	const patience = 100
	for range patience {
		n, err := w.src.Read(w.buf[w.end:])
		w.end += n
		if w.err = err; n > 0 || err != nil {
			return
		}
	}
	w.err = io.ErrNoProgress
}

// Read implements io.Reader.
func (w *window) Read(p []byte) (int, error) {
	ahead := w.ahead()
	if len(ahead) == 0 {
		return 0, w.err
	}
	n := copy(p, ahead)
	w.skip(n)
	return n, nil
}

// ReadByte implements io.ByteReader, so that the decoder of a gzip member does not read more than that.
func (w *window) ReadByte() (byte, error) {
	if w.pos == w.end && len(w.ahead()) == 0 {
		return 0, w.err
	}
	c := w.buf[w.pos]
	w.pos++
	return c, nil
}

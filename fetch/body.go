package fetch

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"
	"time"
)

// body is the body of a response as it is read: its content codings are undone, it is limited, and its errors are those
// of this package. It may be closed while it is read.
type body struct {
	fetching *fetching
	from     io.ReadCloser // decoded
	buffer   *bufio.Reader // of what was looked at beforehand; nil if nothing was
	left     int64         // bytes that may come
	limit    int64
	err      error // of all reads to come

	mu      sync.Mutex // for what follows
	closed  bool
	reading bool
}

func newBody(f *fetching, from io.ReadCloser) *body {
	limit := f.client.state().limits.DecodedBytes
	return &body{fetching: f, from: from, left: limit, limit: limit}
}

func (b *body) Read(p []byte) (int, error) {
	b.mu.Lock()
	closed := b.closed
	b.mu.Unlock()
	switch {
	case closed:
		return 0, b.failure(errClosed)
	case b.buffer != nil:
		return b.buffer.Read(p)
	}
	return (*direct)(b).Read(p)
}

// failure is an error of the body.
func (b *body) failure(err error) error {
	return &Error{URL: b.fetching.url.String(), Redirects: b.fetching.redirects, Err: err}
}

// direct is a body without its buffer.
type direct body

func (d *direct) Read(p []byte) (int, error) {
	b := (*body)(d)
	if b.err != nil {
		return 0, b.err
	}
	if !b.beginRead() {
		return 0, b.failure(errClosed)
	}
	n, err := b.from.Read(p)
	b.endRead()
	if b.left -= int64(n); b.left < 0 {
		n, err = n+int(b.left), fmt.Errorf("%w in the body, more than %d after decoding", ErrTooLong, b.limit)
	}
	if err != nil && err != io.EOF {
		err = b.failure(reason(b.fetching.ctx, err))
	}
	b.err = err
	return max(n, 0), err
}

// beginRead keeps Close from closing what is read from, unless it has done so.
func (b *body) beginRead() bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.reading = !b.closed
	return b.reading
}

// endRead closes what was read from if Close wanted that meanwhile.
func (b *body) endRead() {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.reading = false; b.closed {
		b.from.Close()
	}
}

// peek returns the next n bytes, or fewer if there are no more.
func (b *body) peek(n int) ([]byte, error) {
	if b.buffer == nil {
		b.buffer = bufio.NewReaderSize((*direct)(b), max(n, 4<<10))
	}
	beginning, err := b.buffer.Peek(n)
	if err == io.EOF {
		err = nil
	}
	return beginning, err
}

// Close cancels the fetch if it has not ended.
func (b *body) Close() error {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.closed {
		return nil
	}
	b.closed = true
	b.fetching.end()
	if b.reading {
		return nil
	}
	return b.from.Close()
}

// take takes from the body what it is read from, and closes it without that.
func (b *body) take() io.ReadCloser {
	b.mu.Lock()
	defer b.mu.Unlock()
	from := b.from
	b.from, b.closed = io.NopCloser(strings.NewReader("")), true
	return from
}

var errClosed = errors.New("the body was closed")

// meter is a body as it is transferred: it counts the bytes, limits them, and gives up a server that sends no more.
type meter struct {
	io.ReadCloser
	ctx      context.Context
	cancel   context.CancelCauseFunc
	stall    *time.Timer // runs while something is waited for
	limits   *Limits
	read     int64
	size     int64
	progress func(read, size int64)
}

// newMeter meters a body that is read within the context, which it ends when nothing more comes.
func newMeter(
	ctx context.Context, cancel context.CancelCauseFunc, from io.ReadCloser, size int64, limits *Limits,
) *meter {
	stall := time.AfterFunc(limits.StallTime, func() { cancel(ErrStalled) })
	stall.Stop()
	return &meter{ReadCloser: from, ctx: ctx, cancel: cancel, stall: stall, limits: limits, size: size}
}

func (m *meter) Read(p []byte) (int, error) {
	m.stall.Reset(m.limits.StallTime)
	n, err := m.ReadCloser.Read(p)
	m.stall.Stop()
	m.read += int64(n)
	switch {
	case m.read > m.limits.Bytes:
		n, err = 0, fmt.Errorf("%w in the body, more than %d", ErrTooLong, m.limits.Bytes)
	case errors.Is(err, io.ErrUnexpectedEOF) && m.size > 0:
		err = fmt.Errorf("%w: %d of %d bytes came", ErrCut, m.read, m.size)
	case err != nil && err != io.EOF:
		err = transferError(m.ctx, err)
	}
	if m.progress != nil && n > 0 {
		m.progress(m.read, m.size)
	}
	return n, err
}

// transferError is an error of the connection while a body is transferred.
func transferError(ctx context.Context, err error) error {
	if err = reason(ctx, err); ctx.Err() != nil || errors.Is(err, ErrCut) {
		return err
	}
	return fmt.Errorf("%w: %w", ErrCut, err)
}

func (m *meter) Close() error {
	m.stall.Stop()
	m.cancel(nil)
	return m.ReadCloser.Close()
}

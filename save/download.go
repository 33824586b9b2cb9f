package save

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"

	"htmlurl/internal/charset"
	"htmlurl/resolve"
)

// download fetches a file into the folder, under a temporary name.
func (j *job) download(f *file) {
	defer close(f.done)
	f.err = j.receive(f)
	if errors.Is(f.err, ErrFolder) {
		j.cancel(f.err)
	}
}

func (j *job) receive(f *file) error {
	if j.ctx.Err() != nil {
		return context.Cause(j.ctx)
	}
	ctx, cancel := context.WithTimeoutCause(j.ctx, j.Timeout, ErrTimeout)
	defer cancel()
	response, err := j.open(ctx, f)
	if err == nil {
		defer response.Body.Close()
		defer context.AfterFunc(ctx, func() { response.Body.Close() })() // of a body that does not know the context
		err = j.store(f, response)
	}
	if err != nil && ctx.Err() != nil && !errors.Is(err, ErrFolder) {
		err = context.Cause(ctx)
	}
	return reason(err)
}

// open gets the response, and says what it says of the file.
func (j *job) open(ctx context.Context, f *file) (*Response, error) {
	response := f.response
	if response == nil {
		var err error
		if response, err = j.Fetch(ctx, Request{f.url.String(), f.referrer}); err != nil {
			return nil, err
		}
	}
	if response.URL != "" {
		address, err := resolve.Resolver{Edition: j.Edition}.Parse(response.URL)
		if err != nil || isLocal(address) && !isLocal(f.url) {
			response.Body.Close()
			return nil, fmt.Errorf("redirected to %.200q: %w", response.URL, errors.Join(ErrScheme, err))
		}
		f.address = resourceOf(address)
	}
	f.header = http.Header{} // the rest may be long
	for _, name := range []string{"Content-Security-Policy", "Link", "Referrer-Policy", "Refresh"} {
		if values := response.Header[name]; len(values) > 0 {
			f.header[name] = values
		}
	}
	return response, nil
}

// store writes the body of the response to the folder.
func (j *job) store(f *file, response *Response) error {
	const sniffed = 512 // bytes that tell the type
	body := bufio.NewReaderSize(&meter{job: j, from: response.Body}, 32<<10)
	beginning, err := body.Peek(sniffed)
	if err != nil && err != io.EOF {
		return err
	}
	f.contentType = strings.Join(response.Header.Values("Content-Type"), ", ")
	if f.kind = charset.Essence(f.contentType); f.kind == "" {
		f.contentType = guess(lastSegment(f.url), beginning)
		f.kind = charset.Essence(f.contentType)
	}
	to, err := j.folder.create()
	if err != nil {
		return err
	}
	_, err = body.WriteTo(to)
	if err = to.close(err); err != nil {
		return err
	}
	f.raw, f.size = to.name, to.size
	return nil
}

// meter reads a body up to the limits.
type meter struct {
	job  *job
	from io.Reader
	size int64
}

func (m *meter) Read(p []byte) (int, error) {
	n, err := m.from.Read(p)
	m.size += int64(n)
	switch all := m.job.bytes.Add(int64(n)); {
	case m.size > m.job.MaxFileBytes:
		return 0, ErrFileTooLong
	case all > m.job.MaxBytes:
		return 0, ErrTooMuch
	}
	return n, err
}

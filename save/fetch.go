package save

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"net/url"
	"os"
	"path"
	"path/filepath"
	"runtime"
	"strings"
	"time"
)

// Request asks for a resource.
type Request struct {
	URL      string // absolute, without a fragment
	Referrer string // the address that a browser would send as where the request comes from, or ""
}

// Response is a resource. Its Body is closed after it was read, or sooner.
type Response struct {
	URL    string      // where it came from after redirects; "" if there were none
	Header http.Header // Content-Type says what it is; see document.Options.Header for others that count
	Body   io.ReadCloser
}

// Errors of fetching.
var (
	// ErrScheme is the error for a page that is neither at an http: or https: nor at a file: URL.
	ErrScheme = errors.New("only http:, https: and file: URLs can be saved")
	// ErrStatus is the error for a response that is no success. It comes with the status.
	ErrStatus = errors.New("the server answers")
	// ErrCoding is the error for a response in a content coding that was not asked for. It comes with its name.
	ErrCoding = errors.New("the server sends an unknown content coding")
	// ErrStalled is the error for a response of which nothing more comes.
	ErrStalled = errors.New("the server sends nothing more")
	// ErrNotRegular is the error for a file: URL of what is no file, such as a folder or a device.
	ErrNotRegular = errors.New("not a regular file")
)

// maxHeader is how many bytes the header of a response may have.
const maxHeader = 1 << 20

// Times after which a server is given up.
const (
	headerTimeout = 30 * time.Second
	stallTimeout  = 30 * time.Second
)

// fetch gets a resource by HTTP, or a local file.
func fetch(ctx context.Context, r Request) (*Response, error) {
	if strings.EqualFold(r.URL[:min(len(r.URL), len("file:"))], "file:") {
		return openLocal(r.URL)
	}
	return get(ctx, r)
}

// client is that of get. Its transport decodes gzip.
var client = &http.Client{Transport: func() *http.Transport {
	transport := &http.Transport{Proxy: http.ProxyFromEnvironment}
	if usual, ok := http.DefaultTransport.(*http.Transport); ok {
		transport = usual.Clone()
	}
	transport.ResponseHeaderTimeout, transport.MaxResponseHeaderBytes = headerTimeout, maxHeader
	return transport
}()}

// get gets a resource by HTTP.
func get(ctx context.Context, r Request) (*Response, error) {
	ctx, cancel := context.WithCancelCause(ctx)
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, escapePercents(r.URL), nil)
	if err != nil {
		cancel(nil)
		return nil, err
	}
	if path := pathOf(r.URL); path != request.URL.EscapedPath() && !strings.HasPrefix(path, "//") {
		request.URL.Opaque = path // which package net/url would change
	}
	request.Header.Set("User-Agent", "htmlurl")
	if r.Referrer != "" {
		request.Header.Set("Referer", r.Referrer)
	}
	response, err := client.Do(request)
	if err != nil {
		cancel(nil)
		if bad, ok := errors.AsType[*url.Error](err); ok { // the URL is in the manifest
			err = bad.Err
		}
		return nil, err
	}
	body := newStallReader(ctx, cancel, response.Body)
	if coding := response.Header.Get("Content-Encoding"); coding != "" && !strings.EqualFold(coding, "identity") {
		body.Close()
		return nil, fmt.Errorf("%w %.50q", ErrCoding, coding)
	}
	if response.StatusCode < 200 || 299 < response.StatusCode {
		body.Close()
		return nil, fmt.Errorf("%w %s", ErrStatus, response.Status)
	}
	address := r.URL
	if response.Request != request { // after redirects
		address = response.Request.URL.String()
	}
	return &Response{URL: address, Header: response.Header, Body: body}, nil
}

// pathOf returns the path of an HTTP URL as it is written.
func pathOf(u string) string {
	_, rest, _ := strings.Cut(u, "://")
	rest, _, _ = strings.Cut(rest, "#")
	rest, _, _ = strings.Cut(rest, "?")
	if i := strings.IndexByte(rest, '/'); i >= 0 {
		return rest[i:]
	}
	return "/"
}

// escapePercents returns a URL in which each percent sign is part of an escape, as package net/url wants it.
func escapePercents(u string) string {
	var b strings.Builder
	for {
		i := strings.IndexByte(u, '%')
		if i < 0 {
			b.WriteString(u)
			return b.String()
		}
		b.WriteString(u[:i+1])
		if u = u[i+1:]; len(u) < 2 || !isHex(u[0]) || !isHex(u[1]) {
			b.WriteString("25")
		}
	}
}

func isHex(c byte) bool { return '0' <= c && c <= '9' || 'a' <= c|0x20 && c|0x20 <= 'f' }

// stallReader reads a body, but not for longer than it takes for a server to be given up.
type stallReader struct {
	io.ReadCloser
	ctx    context.Context
	cancel context.CancelCauseFunc
	timer  *time.Timer
}

func newStallReader(ctx context.Context, cancel context.CancelCauseFunc, body io.ReadCloser) *stallReader {
	return &stallReader{body, ctx, cancel, time.AfterFunc(stallTimeout, func() { cancel(ErrStalled) })}
}

func (s *stallReader) Read(p []byte) (int, error) {
	n, err := s.ReadCloser.Read(p)
	s.timer.Reset(stallTimeout)
	if err != nil && err != io.EOF && s.ctx.Err() != nil {
		err = context.Cause(s.ctx)
	}
	return n, err
}

func (s *stallReader) Close() error {
	s.timer.Stop()
	s.cancel(nil)
	return s.ReadCloser.Close()
}

// openLocal opens the file of a file: URL.
func openLocal(address string) (*Response, error) {
	name, err := localPath(address)
	if err != nil {
		return nil, err
	}
	file, err := openRegular(name)
	if bad, ok := errors.AsType[*fs.PathError](err); ok { // the URL is in the manifest
		err = bad.Err
	}
	if err != nil {
		return nil, err
	}
	header := http.Header{}
	if t := typesByExtension[strings.ToLower(path.Ext(name))]; t != nil {
		header.Set("Content-Type", t.name)
	}
	return &Response{Header: header, Body: file}, nil
}

// openRegular opens a regular file.
func openRegular(name string) (*os.File, error) {
	info, err := os.Stat(name) // opening a pipe would wait
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, ErrNotRegular
	}
	return os.Open(name)
}

// localPath returns the path of the file of a file: URL.
func localPath(address string) (string, error) {
	u, err := url.Parse(escapePercents(address))
	if err != nil {
		return "", err
	}
	if u.Host != "" && u.Host != "localhost" {
		return "", fmt.Errorf("%q is another computer", u.Host)
	}
	name := u.Path
	if strings.ContainsRune(name, 0) {
		return "", errors.New("the path has a null character")
	}
	if runtime.GOOS == "windows" { // the path is /C:/…
		name = strings.TrimPrefix(name, "/")
	}
	return filepath.FromSlash(name), nil
}

package fetch

import (
	"fmt"
	"mime"
	"net/http"
	"net/url"
	"os"
	"path"
	"path/filepath"
	"runtime"
	"strings"

	"htmlurl/resolve"
)

// local opens the file of a file: URL. Its type is that of its extension.
func (f *fetching) local() (*Response, error) {
	if !f.client.AllowFiles {
		return nil, ErrFiles
	}
	name, err := LocalPath(f.url)
	if err != nil {
		return nil, err
	}
	file, size, err := openRegular(name)
	if err != nil {
		return nil, err
	}
	header := http.Header{}
	if t := mime.TypeByExtension(strings.ToLower(path.Ext(name))); t != "" {
		header.Set("Content-Type", strings.TrimSuffix(t, "; charset=utf-8")) // which package mime adds without looking
	}
	if f.method == http.MethodHead {
		file.Close()
		return f.immediate(http.StatusOK, header, nil), nil
	}
	limits := &f.client.state().limits
	m := newMeter(f.ctx, f.cancel, file, size, limits)
	m.progress = f.request.Progress
	response := &Response{Status: http.StatusOK, Header: header, Size: size}
	f.finish(response, m)
	return response, nil
}

// openRegular opens a regular file, and tells its size.
func openRegular(name string) (*os.File, int64, error) {
	info, err := os.Stat(name) // opening a pipe would wait
	if err != nil {
		return nil, 0, err
	}
	if !info.Mode().IsRegular() {
		return nil, 0, ErrNotRegular
	}
	file, err := os.Open(name)
	return file, info.Size(), err
}

// LocalPath returns the path of the file that a file: URL names on this computer. The error is an ErrURL.
func LocalPath(u resolve.URL) (string, error) {
	if host, _ := u.Host(); host != "" && !strings.EqualFold(host, "localhost") {
		return "", fmt.Errorf("%w: %.200q is another computer", ErrURL, host)
	}
	name, err := url.PathUnescape(u.Path())
	switch {
	case err != nil:
		return "", fmt.Errorf("%w: %w", ErrURL, err)
	case strings.ContainsRune(name, 0):
		return "", fmt.Errorf("%w: the path has a null character", ErrURL)
	}
	if runtime.GOOS == "windows" { // the path is /C:/…
		name = strings.TrimPrefix(name, "/")
	}
	return filepath.FromSlash(name), nil
}

package generate

import (
	"bytes"
	"fmt"
	"io"
	"slices"
	"strings"

	"htmlurl/examples/webscale/warc"
)

// request returns a request for an address.
func request(url string) []byte {
	_, rest, _ := strings.Cut(url, "//")
	host, path, _ := strings.Cut(rest, "/")
	return fmt.Appendf(nil, "GET /%s HTTP/1.1\r\nHost: %s\r\nAccept-Encoding: gzip, br, zstd\r\n\r\n", path, host)
}

// other returns what is no page, and the status.
func (a *archive) other() (p Page, status string) {
	root := origin(a.sources.Uint64())
	switch a.IntN(4) {
	case 0:
		return a.page(), "404 Not Found"
	case 1:
		html := warc.Header{{Name: "Content-Type", Value: "text/html"}, {Name: "Location", Value: root + a.path()}}
		return Page{root + a.path(), html, []byte("<h1>Moved</h1>")}, "301 Moved Permanently"
	case 2:
		text := warc.Header{{Name: "Content-Type", Value: "text/plain"}}
		return Page{root + "/robots.txt", text, []byte("User-agent: *\nSitemap: " + root + "/map.xml\n")}, "200 OK"
	}
	image := make([]byte, a.IntN(30<<10))
	for i := range image {
		image[i] = byte(a.Uint32())
	}
	return Page{root + "/logo.png", warc.Header{{Name: "Content-Type", Value: "image/png"}}, image}, "200 OK"
}

// codings are how often bodies have which. Those that are decoded were so by the crawler.
var codings = strings.Split("gzip gzip br zstd decoded decoded decoded decoded decoded"+strings.Repeat(" ", 12), " ")

// response returns a response with a page.
func (a *archive) response(p Page, status string) []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, "HTTP/1.1 %s\r\nDate: %s\r\n", status, a.time.Format("Mon, 02 Jan 2006 15:04:05 GMT"))
	for _, f := range p.Header {
		fmt.Fprintf(&b, "%s: %s\r\n", f.Name, f.Value)
	}
	body, coding := p.Body, one(a.web, codings)
	if c, ok := a.coders[coding]; ok {
		fmt.Fprintf(&b, "Content-Encoding: %s\r\n", coding)
		body = code(c, body)
	} else if coding != "" {
		b.WriteString("X-Crawl-Content-Encoding: gzip\r\n")
	}
	if a.chance(80) {
		b.WriteString("Transfer-Encoding: chunked\r\n\r\n")
		return append(appendChunks(b.Bytes(), body), "0\r\n\r\n"...)
	}
	fmt.Fprintf(&b, "Content-Length: %d\r\n\r\n", len(body))
	return append(b.Bytes(), body...)
}

// appendChunks appends a body in chunks.
func appendChunks(dst, body []byte) []byte {
	for chunk := range slices.Chunk(body, 8<<10) {
		dst = fmt.Appendf(dst, "%x\r\n%s\r\n", len(chunk), chunk)
	}
	return dst
}

// coder writes a coding.
type coder interface {
	io.WriteCloser
	Reset(io.Writer)
}

// code returns a body in a coding.
func code(c coder, body []byte) []byte {
	var b bytes.Buffer
	c.Reset(&b)
	_, _ = c.Write(body) // to memory
	_ = c.Close()
	return b.Bytes()
}

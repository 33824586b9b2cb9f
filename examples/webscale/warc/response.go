package warc

import (
	"bufio"
	"fmt"
	"io"
	"math"
	"net/http"
	"strings"
)

// Response is a response as a record holds it.
type Response struct {
	Status int         // of HTTP; 0 if the record has no HTTP header
	Header http.Header // as it was received: values are the bytes that were sent; in other records, their Content-Type

	// Body is what the server meant to send, without transfer and content codings. It can be read until the next record
	// is asked for. What can be decoded comes before an error.
	//
	// The codings chunked, gzip, deflate, br and zstd are undone if the body has them, in the order that the header
	// gives. Many archives store bodies that were decoded under the header of the coded ones, or say so in a field such
	// as X-Crawl-Content-Encoding. A name that is no coding is ignored; one that is known and not undone here, as
	// compress and dcb, gives Unsupported. A coded body that breaks off gives Truncated, other damage Corrupt. How long
	// a body should be by its HTTP Content-Length does not matter.
	Body io.Reader
}

// Response reads the header of the HTTP response that a record of type response or revisit holds, as browsers take it:
// lines may end with a bare LF, need no reason phrase, no valid field names, and those without a colon are skipped.
// Interim responses before it are skipped. A record of type resource or conversion has its Content-Type as header, and
// the block as body. For other records the error is NotResponse. Response can be called once, before Body is read.
//
// Spec: https://iipc.github.io/warc-specifications/specifications/warc-format/warc-1.1/#response,
// https://www.rfc-editor.org/rfc/rfc9112#section-4
func (rec *Record) Response() (*Response, error) {
	d, limit := new(decoder), int64(defaultMaxBody)
	if r := rec.block.reader; r != nil {
		d = &r.decoder
		if r.MaxBody > 0 {
			limit = min(r.MaxBody, math.MaxInt64-1)
		}
	}
	d.begin(rec, limit)
	switch kind := strings.ToLower(rec.Type()); {
	case kind == "resource", kind == "conversion":
		h := http.Header{}
		if rec.ContentType() != "" {
			h.Set("Content-Type", rec.ContentType())
		}
		return &Response{Header: h, Body: d.body(nil)}, nil
	case (kind == "response" || kind == "revisit") && rec.isHTTP():
		return d.response()
	default:
		return nil, &Error{NotResponse, rec.Place, fmt.Errorf("%.40q with %.80q", kind, rec.ContentType())}
	}
}

// isHTTP tells whether the block is an HTTP message.
//
// Spec: https://www.rfc-editor.org/rfc/rfc9112#section-10
func (rec *Record) isHTTP() bool {
	essence, _, _ := strings.Cut(rec.ContentType(), ";")
	switch strings.ToLower(strings.TrimSpace(essence)) {
	case "application/http", "application/https", "message/http":
		return true
	case "":
		uri := strings.ToLower(rec.URI()[:min(len(rec.URI()), len("https:"))])
		return strings.HasPrefix(uri, "http:") || uri == "https:"
	}
	return false
}

// response reads a response.
func (d *decoder) response() (*Response, error) {
	for {
		text, err := d.readHeader()
		if err != nil {
			return nil, err
		}
		line, fields, _ := strings.Cut(text, "\n")
		status, ok := statusOf(line)
		if !ok {
			return nil, &Error{NotResponse, d.place, fmt.Errorf("the status line %.40q", line)}
		}
		if isInterim := status < http.StatusOK; isInterim && status != http.StatusSwitchingProtocols {
			if next, _ := d.block.Peek(len("HTTP/")); isVersion(string(next)) {
				continue
			}
		}
		h := parseFields(fields)
		return &Response{status, h, d.body(codingsOf(h))}, nil
	}
}

// readHeader reads the status line and the fields of a response. The end of the block ends them too.
func (d *decoder) readHeader() (string, error) {
	skipLineEnds(d.block)
	d.header = d.header[:0]
	for {
		var isEnd bool
		var err error
		d.header, isEnd, err = appendLine(d.header, d.block)
		switch {
		case isEnd, err == io.EOF:
			return string(d.header), nil
		case err == errHeaderTooLong:
			return "", &Error{HeaderTooLong, d.place, err}
		case err != nil:
			return "", err
		}
	}
}

// skipLineEnds reads the blank lines that may be before a status line.
//
// Spec: https://www.rfc-editor.org/rfc/rfc9112#section-2.2
func skipLineEnds(r *bufio.Reader) {
	for {
		c, err := r.ReadByte()
		if err != nil {
			return
		}
		if c != '\r' && c != '\n' {
			_ = r.UnreadByte() // which was just read
			return
		}
	}
}

// isVersion tells whether a status line begins here.
func isVersion(line string) bool {
	const name = "HTTP/"
	return len(line) >= len(name) && strings.EqualFold(line[:len(name)], name)
}

// statusOf returns the status code of a status line. Archives have versions such as HTTP/2 and HTTP/1.x.
//
// Spec: https://www.rfc-editor.org/rfc/rfc9112#section-4
func statusOf(line string) (status int, ok bool) {
	const digits = 3
	i := strings.IndexAny(line, " \t")
	if !isVersion(line) || i < 0 {
		return 0, false
	}
	code := strings.TrimLeft(line[i:], " \t")
	n := len(code) - len(strings.TrimLeft(code, "0123456789"))
	if n != digits || code[0] == '0' {
		return 0, false
	}
	return int(code[0]-'0')*100 + int(code[1]-'0')*10 + int(code[2]-'0'), true
}

// parseFields returns the fields in lines that appendLine gave.
//
// Spec: https://www.rfc-editor.org/rfc/rfc9112#section-5
func parseFields(text string) http.Header {
	count := strings.Count(text, "\n")
	h := make(http.Header, count)
	values := make([]string, 0, count) // of all fields
	for line := range strings.Lines(text) {
		name, value, ok := cutField(line)
		if !ok {
			continue
		}
		name = http.CanonicalHeaderKey(name)
		if others, isRepeated := h[name]; isRepeated {
			h[name] = append(others, value)
			continue
		}
		n := len(values)
		values = append(values, value)
		h[name] = values[n : n+1 : n+1]
	}
	return h
}

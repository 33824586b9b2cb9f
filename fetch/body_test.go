package fetch_test

import (
	"bytes"
	"compress/flate"
	"compress/gzip"
	"compress/zlib"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"

	"htmlurl/fetch"
	"htmlurl/resolve"
)

// ok is the start of a response.
const ok = "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n"

// TestFraming holds when a body is whole and when it is not, by the messages of RFC 7230 section 3.3.3: body is what
// can be read in any case, and the size is "the file's size" of 2.7.2.
func TestFraming(t *testing.T) {
	for _, c := range []struct {
		name, response, body string
		size                 int64
		err                  error
	}{
		{"Content-Length", ok + "Content-Length: 5\r\n\r\nhello", "hello", 5, nil},
		{"Content-Length too long", ok + "Content-Length: 9\r\n\r\nhello", "hello", 9, fetch.ErrCut},
		{"Content-Length by far too long", ok + "Content-Length: 99999999999999\r\n\r\nhello", "", 0, errAny},
		{"Content-Length too short", ok + "Content-Length: 4\r\n\r\nhello", "hell", 4, nil},
		{"Content-Length and nothing", ok + "Content-Length: 5\r\n\r\n", "", 5, fetch.ErrCut},
		{"no length", ok + "\r\nhello", "hello", -1, nil},
		{"HTTP/1.0", "HTTP/1.0 200 OK\r\n\r\nhello", "hello", -1, nil},
		{"HTTP/1.0 with a length", "HTTP/1.0 200 OK\r\nContent-Length: 9\r\n\r\nhello", "hello", 9, fetch.ErrCut},
		{"no reason phrase", "HTTP/1.1 200\r\nContent-Length: 5\r\n\r\nhello", "hello", 5, nil},
		{"empty", ok + "Content-Length: 0\r\n\r\n", "", 0, nil},
		{"empty without a length", ok + "\r\n", "", -1, nil},
		{"chunks", ok + "Transfer-Encoding: chunked\r\n\r\n2\r\nhe\r\n3\r\nllo\r\n0\r\n\r\n", "hello", -1, nil},
		{"chunks with extensions and a trailer", ok + "Transfer-Encoding: chunked\r\n\r\n5;a=b\r\nhello\r\n0\r\nX: 1\r\n\r\n", "hello", -1, nil},
		{"a broken chunk size", ok + "Transfer-Encoding: chunked\r\n\r\n2\r\nhe\r\nzz\r\nllo\r\n0\r\n\r\n", "he", -1, fetch.ErrCut},
		{"a chunk without its end", ok + "Transfer-Encoding: chunked\r\n\r\n5\r\nhelloX0\r\n\r\n", "hello", -1, fetch.ErrCut},
		{"a cut chunk", ok + "Transfer-Encoding: chunked\r\n\r\n9\r\nhello", "hello", -1, fetch.ErrCut},
		{"no last chunk", ok + "Transfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n", "hello", -1, fetch.ErrCut},
		{"a huge chunk", ok + "Transfer-Encoding: chunked\r\n\r\nfffffffffffffffff\r\nhello", "", -1, fetch.ErrCut},
		{"100 before", "HTTP/1.1 100 Continue\r\n\r\n" + ok + "Content-Length: 5\r\n\r\nhello", "hello", 5, nil},
		{"103 before", "HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\nHTTP/1.1 103 Early Hints\r\n\r\n" + ok + "Content-Length: 5\r\n\r\nhello", "hello", 5, nil},
		{"equal lengths", ok + "Content-Length: 5\r\nContent-Length: 5\r\n\r\nhello", "hello", 5, nil},
		{"different lengths", ok + "Content-Length: 5\r\nContent-Length: 4\r\n\r\nhello", "", 0, errAny},
		{"a negative length", ok + "Content-Length: -5\r\n\r\nhello", "", 0, errAny},
		{"nothing", "", "", 0, fetch.ErrCut},
		{"no HTTP", "hello\r\n\r\nhello", "", 0, errAny},
		{"a cut header", "HTTP/1.1 200 OK\r\nContent-Le", "", 0, errAny},
		{"no status", "HTTP/1.1 \r\n\r\nhello", "", 0, errAny},
		{"a bad status", "HTTP/1.1 abc OK\r\n\r\nhello", "", 0, errAny},
		{"a field without a name", "HTTP/1.1 200 OK\r\n: x\r\n\r\nhello", "", 0, errAny},
	} {
		o := get(t, loopback(), answers(t, c.response))
		switch {
		case c.err == errAny && o.err == nil:
			t.Errorf("%s: no error", c.name)
		case c.err != errAny && !errors.Is(o.err, c.err):
			t.Errorf("%s: %v, want %v", c.name, o.err, c.err)
		case c.err != errAny && (o.body != c.body || o.Size != c.size):
			t.Errorf("%s: %q, size %d", c.name, o.body, o.Size)
		}
	}
}

// errAny stands for any error.
var errAny = errors.New("any error")

// TestNoBody holds which responses have none, whatever their header says.
func TestNoBody(t *testing.T) {
	for _, c := range []struct {
		method, status string
		want           int
	}{
		{"GET", "204 No Content", 204}, {"GET", "304 Not Modified", 304}, {"HEAD", "200 OK", 200}, {"HEAD", "404 Not Found", 404},
	} {
		for _, fields := range []string{
			"", "Content-Length: 9\r\n", "Content-Encoding: gzip\r\n", "Transfer-Encoding: chunked\r\n",
		} {
			if c.want == 204 && fields != "" && !strings.Contains(fields, "gzip") {
				continue // not allowed there
			}
			site := newRaw(t, func(conn net.Conn, _ string) {
				fmt.Fprintf(conn, "HTTP/1.1 %s\r\n%s\r\n", c.status, fields)
				readHeader(conn) // the connection stays open
			})
			o := fetchAll(t, loopback(), fetch.Request{URL: parse(t, resolve.HTML5, site), Method: c.method})
			if o.err != nil || o.Status != c.want || o.body != "" {
				t.Errorf("%s %s %q: %v", c.method, c.status, fields, o.err)
			}
		}
	}
}

// Two texts in codings that the standard library lacks.
const (
	text       = "What comes over the wire is not what was meant. "
	brotliText = "G78SAATKbaleSLZqfmSgYRu4oS2ILkgdqK/MW9W51ax0K/LZnV4kYnGKyEawSgoAfBVuih4w"
	zstdText   = "KLUv/WTAEZ0BAAIDChDAJQEb/JfTHPK3KfHjhsudAyXDsc3dobtFNjGLuEm9cKiNo4Q7FAQBVBgFMNAoM2BOq74="
	brotliBomb = "y///PwAkAOKxQHLv//L//wOABEAcFoDu/Qc=" // 10 MB of zeros
)

// unbase64 decodes.
func unbase64(t *testing.T, s string) []byte {
	t.Helper()
	b, err := base64.StdEncoding.DecodeString(s)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// encode encodes b by a coding of the standard library.
func encode(t *testing.T, coding string, b []byte) []byte {
	t.Helper()
	var buffer bytes.Buffer
	var w io.WriteCloser
	switch coding {
	case "gzip":
		w = gzip.NewWriter(&buffer)
	case "deflate":
		w = zlib.NewWriter(&buffer)
	case "raw":
		w, _ = flate.NewWriter(&buffer, -1)
	}
	w.Write(b)
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return buffer.Bytes()
}

// TestCodings holds that content codings are undone: the body is the resource, the size and the progress are what is
// transferred.
func TestCodings(t *testing.T) {
	plain := []byte(strings.Repeat(text, 100))
	gz := encode(t, "gzip", plain)
	for _, c := range []struct {
		codings []string
		body    []byte
		err     error
	}{
		{nil, plain, nil},
		{[]string{""}, plain, nil},
		{[]string{"identity"}, plain, nil},
		{[]string{"gzip"}, gz, nil},
		{[]string{"GZIP"}, gz, nil},
		{[]string{"x-gzip"}, gz, nil},
		{[]string{" gzip ,"}, gz, nil},
		{[]string{"deflate"}, encode(t, "deflate", plain), nil},
		{[]string{"deflate"}, encode(t, "raw", plain), nil},
		{[]string{"br"}, unbase64(t, brotliText), nil},
		{[]string{"zstd"}, unbase64(t, zstdText), nil},
		{[]string{"gzip, deflate"}, encode(t, "deflate", gz), nil},
		{[]string{"br", "gzip"}, encode(t, "gzip", unbase64(t, brotliText)), nil},
		{[]string{"gzip, identity, gzip"}, encode(t, "gzip", gz), nil},
		{[]string{"gzip"}, append(gz[:len(gz):len(gz)], "garbage"...), nil},
		{[]string{"gzip"}, nil, nil},
		{[]string{"br"}, nil, nil},
		{[]string{"unknown"}, plain, fetch.ErrCoding},
		{[]string{"gzip, compress"}, plain, fetch.ErrCoding},
		{[]string{strings.Repeat("gzip, ", 100) + "gzip"}, gz, fetch.ErrCoding},
		{[]string{"gzip"}, plain, errAny},
		{[]string{"br"}, []byte("\xff\xff\xff" + text), errAny},
		{[]string{"zstd"}, plain, errAny},
		{[]string{"deflate"}, []byte("\xff\xff\xff"), errAny},
		{[]string{"gzip"}, gz[:len(gz)/2], errAny},
		{[]string{"br"}, unbase64(t, brotliText)[:30], errAny},
		{[]string{"zstd"}, unbase64(t, zstdText)[:40], errAny},
	} {
		var last int64
		o := fetchCoded(t, c.codings, c.body, func(read, _ int64) { last = read })
		switch {
		case c.err == errAny && o.err == nil || c.err != errAny && !errors.Is(o.err, c.err):
			t.Errorf("%q: %v, want %v", c.codings, o.err, c.err)
		case c.err == nil && (o.body != string(plain) && len(c.body) > 0 || o.body != "" && len(c.body) == 0):
			t.Errorf("%q: %.50q", c.codings, o.body)
		case c.err == nil && o.Size != int64(len(c.body)):
			t.Errorf("%q: size %d, want %d", c.codings, o.Size, len(c.body))
		case c.err == nil && last != int64(len(c.body)) && !bytes.HasSuffix(c.body, []byte("garbage")):
			t.Errorf("%q: progress to %d of %d", c.codings, last, len(c.body))
		}
	}
}

// fetchCoded fetches a body in those codings.
func fetchCoded(t *testing.T, codings []string, body []byte, progress func(read, size int64)) outcome {
	t.Helper()
	s := newSite(t, func(w http.ResponseWriter, _ *http.Request) {
		w.Header()["Content-Encoding"] = codings
		w.Header().Set("Content-Length", strconv.Itoa(len(body)))
		w.Write(body)
	})
	r := fetch.Request{URL: parse(t, resolve.HTML5, s.URL), Progress: progress}
	return fetchAll(t, loopback(), r)
}

// bomb serves what is small on the way and big after that, for as long as someone reads.
func bomb(w http.ResponseWriter, r *http.Request) {
	var gz bytes.Buffer
	z := gzip.NewWriter(&gz)
	z.Write(make([]byte, 1<<20))
	z.Close()
	piece := gz.Bytes()
	coding := r.URL.Query().Get("coding")
	w.Header().Set("Content-Encoding", coding)
	switch coding {
	case "zstd":
		piece = bytes.Repeat([]byte{0x02, 0x00, 0x10, 0}, 8) // eight blocks of 128 KB of zeros
		w.Write([]byte{0x28, 0xb5, 0x2f, 0xfd, 0, 0x50})
	case "identity":
		piece = make([]byte, 1<<20)
	}
	for range 1 << 10 {
		if _, err := w.Write(piece); err != nil {
			return
		}
	}
}

// TestBombs holds that a body has no more than the limits allow, and costs no more.
func TestBombs(t *testing.T) {
	s := newSite(t, bomb)
	const limit = 2 << 20
	for _, coding := range []string{"gzip", "zstd", "identity"} {
		var before, after runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&before)
		c := &fetch.Client{AllowPrivate: true, Limits: fetch.Limits{DecodedBytes: limit, Bytes: limit}}
		response, err := c.Fetch(t.Context(), to(t, s.URL+"/?coding="+coding))
		if err != nil {
			t.Fatal(err)
		}
		n, err := io.Copy(io.Discard, response.Body)
		response.Body.Close()
		runtime.ReadMemStats(&after)
		checkError(t, err)
		checkIs(t, err, fetch.ErrTooLong)
		if n > limit {
			t.Errorf("%s: %d bytes", coding, n)
		}
		if used := after.TotalAlloc - before.TotalAlloc; used > 24<<20 {
			t.Errorf("%s: %d MB were allocated", coding, used>>20)
		}
	}
	o := fetchCoded(t, []string{"br"}, unbase64(t, brotliBomb), nil)
	if o.err != nil || len(o.body) != 10<<20 {
		t.Errorf("br within the limits: %d bytes, %v", len(o.body), o.err)
	}
}

// TestNestedBomb holds that a body may not make much work either that comes to nothing: gzip of gzip of nothing, a
// million times.
func TestNestedBombOfServer(t *testing.T) {
	nothing := bytes.Repeat(encode(t, "gzip", nil), 1<<15)
	piece := encode(t, "gzip", nothing)
	s := newSite(t, func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Encoding", "gzip, gzip")
		for range 2 << 10 {
			if _, err := w.Write(piece); err != nil {
				return
			}
		}
	})
	o := get(t, &fetch.Client{AllowPrivate: true, Limits: fetch.Limits{DecodedBytes: 1 << 20}}, s.URL)
	if !errors.Is(o.err, fetch.ErrTooLong) && !errors.Is(o.err, fetch.ErrBomb) {
		t.Error(o.err)
	}
}

// TestDefaultLimits holds the limits of the zero Client for bodies: 64 MB.
func TestDefaultLimits(t *testing.T) {
	s := newSite(t, bomb)
	for _, coding := range []string{"gzip", "identity"} {
		response, err := loopback().Fetch(t.Context(), fetch.Request{
			URL: parse(t, resolve.HTML5, s.URL+"/?coding="+coding),
		})
		if err != nil {
			t.Fatal(err)
		}
		n, err := io.Copy(io.Discard, response.Body)
		response.Body.Close()
		checkIs(t, err, fetch.ErrTooLong)
		if n > 64<<20 || n < 60<<20 {
			t.Errorf("%s: %d bytes", coding, n)
		}
	}
}

// TestLimits holds that a body may be as long as a limit, on the way and after it, but not longer.
func TestLimits(t *testing.T) {
	const size = 10_000
	gz := encode(t, "gzip", make([]byte, size))
	for _, c := range []struct {
		name   string
		limits fetch.Limits
		coded  bool
		known  bool // Content-Length is sent
		ok     bool
	}{
		{"as long as Bytes", fetch.Limits{Bytes: size}, false, false, true},
		{"as long as Bytes, known", fetch.Limits{Bytes: size}, false, true, true},
		{"longer than Bytes", fetch.Limits{Bytes: size - 1}, false, false, false},
		{"longer than Bytes, known", fetch.Limits{Bytes: size - 1}, false, true, false},
		{"as long as DecodedBytes", fetch.Limits{DecodedBytes: size}, false, false, true},
		{"longer than DecodedBytes", fetch.Limits{DecodedBytes: size - 1}, false, false, false},
		{"coded, as long as Bytes", fetch.Limits{Bytes: int64(len(gz))}, true, true, true},
		{"coded, longer than Bytes", fetch.Limits{Bytes: int64(len(gz)) - 1}, true, false, false},
		{"decoded, as long as DecodedBytes", fetch.Limits{DecodedBytes: size}, true, true, true},
		{"decoded, longer than DecodedBytes", fetch.Limits{DecodedBytes: size - 1}, true, true, false},
	} {
		s := newSite(t, func(w http.ResponseWriter, _ *http.Request) {
			body := make([]byte, size)
			if c.coded {
				w.Header().Set("Content-Encoding", "gzip")
				body = gz
			}
			if c.known {
				w.Header().Set("Content-Length", strconv.Itoa(len(body)))
			} else {
				http.NewResponseController(w).Flush()
			}
			w.Write(body)
		})
		o := get(t, &fetch.Client{AllowPrivate: true, Limits: c.limits}, s.URL)
		if c.ok && (o.err != nil || len(o.body) != size) {
			t.Errorf("%s: %d bytes, %v", c.name, len(o.body), o.err)
		}
		if !c.ok {
			checkIs(t, o.err, fetch.ErrTooLong)
		}
		if int64(len(o.body)) > size {
			t.Errorf("%s: %d bytes", c.name, len(o.body))
		}
	}
}

// TestHeaderBytes holds that a header has a limit, in one field or many, also that of responses before the last, and
// that it is the server that is told of, not the caller.
func TestHeaderBytes(t *testing.T) {
	long := "X: " + strings.Repeat("x", 20_000) + "\r\n"
	many := strings.Repeat("X: x\r\n", 5_000)
	for name, fields := range map[string]string{"one field": long, "many fields": many} {
		site := answers(t, ok+fields+"Content-Length: 5\r\n\r\nhello")
		o := get(t, &fetch.Client{AllowPrivate: true, Limits: fetch.Limits{HeaderBytes: 10_000}}, site)
		checkIs(t, o.err, fetch.ErrTooLong)
		if o := get(t, loopback(), site); o.err != nil || o.body != "hello" {
			t.Errorf("%s within the limit: %v", name, o.err)
		}
	}
	endless := func(piece string) func(net.Conn, string) {
		return func(conn net.Conn, _ string) {
			io.WriteString(conn, ok)
			for {
				if _, err := io.WriteString(conn, piece); err != nil {
					return
				}
			}
		}
	}
	for name, site := range map[string]string{
		"a field": newRaw(t, endless(strings.Repeat("x", 1<<12))),
		"fields":  newRaw(t, endless(strings.Repeat("X: x\r\n", 1<<10))),
	} {
		if o := get(t, loopback(), site); !errors.Is(o.err, fetch.ErrTooLong) {
			t.Errorf("%s without end: %v", name, o.err)
		}
	}
}

// drip writes a text byte by byte.
func drip(conn net.Conn, text string) {
	for i := range len(text) {
		if _, err := io.WriteString(conn, text[i:i+1]); err != nil {
			return
		}
		time.Sleep(20 * time.Millisecond)
	}
}

// TestTimes holds the limits in time: until the header, between two parts of a body, and of the whole.
func TestTimes(t *testing.T) {
	const short = 200 * time.Millisecond
	silence := func(conn net.Conn, _ string) { io.Copy(io.Discard, conn) }
	for _, c := range []struct {
		name   string
		limits fetch.Limits
		serve  func(net.Conn, string)
		want   error
	}{
		{"no header", fetch.Limits{HeaderTime: short}, silence, fetch.ErrStalled},
		{"no header, in all", fetch.Limits{Time: short}, silence, fetch.ErrTimeout},
		{"a slow header", fetch.Limits{HeaderTime: short}, func(conn net.Conn, _ string) {
			drip(conn, ok+strings.Repeat("X", 100))
		}, fetch.ErrStalled},
		{"only responses before the last", fetch.Limits{HeaderTime: short}, func(conn net.Conn, _ string) {
			for {
				if _, err := io.WriteString(conn, "HTTP/1.1 103 Early Hints\r\n\r\n"); err != nil {
					return
				}
				time.Sleep(5 * time.Millisecond)
			}
		}, errAny},
		{"no body", fetch.Limits{StallTime: short}, func(conn net.Conn, s string) {
			io.WriteString(conn, ok+"Content-Length: 5\r\n\r\n")
			silence(conn, s)
		}, fetch.ErrStalled},
		{"half a body", fetch.Limits{StallTime: short}, func(conn net.Conn, s string) {
			io.WriteString(conn, ok+"Content-Length: 5\r\n\r\nhe")
			silence(conn, s)
		}, fetch.ErrStalled},
		{"a slow body", fetch.Limits{Time: short}, func(conn net.Conn, _ string) {
			io.WriteString(conn, ok+"Content-Length: 100\r\n\r\n")
			drip(conn, strings.Repeat("x", 100))
		}, fetch.ErrTimeout},
		{"a slow body that comes", fetch.Limits{StallTime: short, HeaderTime: short}, func(conn net.Conn, _ string) {
			io.WriteString(conn, ok+"Content-Length: 20\r\n\r\n")
			drip(conn, strings.Repeat("x", 20))
		}, nil},
		{"a stalled redirect", fetch.Limits{Time: short, StallTime: time.Second}, func(conn net.Conn, s string) {
			fmt.Fprintf(conn, "HTTP/1.1 302 Found\r\nLocation: /%dx\r\nContent-Length: 9\r\n\r\n", len(s))
			silence(conn, s)
		}, errAny},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			start := time.Now()
			o := get(t, &fetch.Client{AllowPrivate: true, Limits: c.limits}, newRaw(t, c.serve))
			if c.want == errAny && o.err == nil || c.want != errAny && !errors.Is(o.err, c.want) {
				t.Errorf("%v, want %v", o.err, c.want)
			}
			if d := time.Since(start); d > patience/2 {
				t.Errorf("after %v", d)
			}
		})
	}
}

// TestTimeOfAll holds that Limits.Time is for a fetch with all its redirects and retries.
func TestTimeOfAll(t *testing.T) {
	for _, status := range []int{302, 503} {
		s := newSite(t, func(w http.ResponseWriter, r *http.Request) {
			time.Sleep(50 * time.Millisecond)
			w.Header().Set("Location", r.URL.Path+"x")
			w.Header().Set("Retry-After", "0")
			w.WriteHeader(status)
		})
		c := &fetch.Client{AllowPrivate: true, Retries: 20, Limits: fetch.Limits{Time: 150 * time.Millisecond}}
		checkIs(t, get(t, c, s.URL+"/").err, fetch.ErrTimeout)
		if n := len(s.seen()); n > 5 {
			t.Errorf("%d: %d requests", status, n)
		}
	}
}

// TestSlowReader holds that it is the server that stalls, not who reads slowly.
func TestSlowReader(t *testing.T) {
	body := strings.Repeat("x", 20<<20)
	s := newSite(t, func(w http.ResponseWriter, _ *http.Request) { io.WriteString(w, body) })
	c := &fetch.Client{AllowPrivate: true, Limits: fetch.Limits{StallTime: 300 * time.Millisecond}}
	response, err := c.Fetch(t.Context(), to(t, s.URL))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := io.ReadFull(response.Body, make([]byte, 1)); err != nil {
		t.Fatal(err)
	}
	time.Sleep(600 * time.Millisecond)
	if o := readAll(t, response, nil); o.err != nil || len(o.body) != len(body)-1 {
		t.Errorf("%d bytes, %v", len(o.body), o.err)
	}
}

// TestStreams holds that what has arrived can be read before the rest has, also under content codings.
func TestStreams(t *testing.T) {
	const brotliParts, brotliFirst = "CwIAACQAYpCAGGEAAEACJBgJDQI=", 10
	const zstdParts, zstdFirst = "KLUv/QRoKAAAZmlyc3Q5AAAgc2Vjb25k2VVg2Q==", 14
	gz, first := flushed(t)
	for _, c := range []struct {
		coding string
		body   []byte
		first  int
	}{
		{"", []byte("first second"), 5},
		{"gzip", gz, first},
		{"br", unbase64(t, brotliParts), brotliFirst},
		{"zstd", unbase64(t, zstdParts), zstdFirst},
	} {
		release := make(chan bool)
		s := newSite(t, func(w http.ResponseWriter, _ *http.Request) {
			if c.coding != "" {
				w.Header().Set("Content-Encoding", c.coding)
			}
			w.Write(c.body[:c.first])
			http.NewResponseController(w).Flush()
			<-release
			w.Write(c.body[c.first:])
		})
		lost := time.AfterFunc(patience/2, func() { close(release) })
		response, err := loopback().Fetch(t.Context(), to(t, s.URL))
		if err != nil {
			t.Fatal(err)
		}
		start := make([]byte, 5)
		if _, err := io.ReadFull(response.Body, start); err != nil || string(start) != "first" {
			t.Errorf("%s: %q, %v", c.coding, start, err)
		}
		if lost.Stop() {
			close(release)
		} else {
			t.Errorf("%s: nothing could be read before the end", c.coding)
		}
		if o := readAll(t, response, nil); o.err != nil || o.body != " second" {
			t.Errorf("%s: %q, %v", c.coding, o.body, o.err)
		}
	}
}

// flushed returns "first second" in gzip, and where the first part of it ends.
func flushed(t *testing.T) (all []byte, first int) {
	t.Helper()
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	io.WriteString(z, "first")
	if err := z.Flush(); err != nil {
		t.Fatal(err)
	}
	first = b.Len()
	io.WriteString(z, " second")
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes(), first
}

// TestProgress holds that the number of bytes downloaded is kept track of, without header fields: W3C HTML5 2.7.2
// (2012).
func TestProgress(t *testing.T) {
	body := strings.Repeat("x", 1<<20)
	for _, known := range []bool{true, false} {
		s := newSite(t, func(w http.ResponseWriter, _ *http.Request) {
			if known {
				w.Header().Set("Content-Length", strconv.Itoa(len(body)))
			}
			io.WriteString(w, body)
		})
		want := int64(-1)
		if known {
			want = int64(len(body))
		}
		var last int64
		calls := 0
		o := fetchAll(t, loopback(), fetch.Request{
			URL: parse(t, resolve.HTML5, s.URL),
			Progress: func(read, size int64) {
				calls++
				if read < last || size != want {
					t.Errorf("%d of %d after %d", read, size, last)
				}
				last = read
			},
		})
		if o.err != nil || last != int64(len(body)) || calls < 2 || o.Size != want {
			t.Errorf("known: %t: %d bytes in %d calls, size %d, %v", known, last, calls, o.Size, o.err)
		}
	}
}

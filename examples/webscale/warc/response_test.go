package warc_test

import (
	"bytes"
	"compress/flate"
	"compress/gzip"
	"compress/zlib"
	"errors"
	"fmt"
	"io"
	"maps"
	"net/http"
	"slices"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"github.com/andybalholm/brotli"
	"github.com/klauspost/compress/zstd"

	"htmlurl/examples/webscale/warc"
)

// archive returns a file with one record that holds a response.
func archive(t testing.TB, h warc.Header, block string) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := warc.NewWriter(&b).Write(h, []byte(block)); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// httpHeader is the header of a record with a response.
var httpHeader = warc.Header{
	{Name: "WARC-Type", Value: "response"}, {Name: "WARC-Target-URI", Value: "http://a.example/"},
	{Name: "Content-Type", Value: "application/http; msgtype=response"},
}

// responseLog reads the response of the first record of a file. It returns status, header and body as a text.
func responseLog(t testing.TB, r *warc.Reader, file io.Reader) string {
	t.Helper()
	r.Reset(file)
	for rec, err := range r.Records() {
		if err != nil {
			t.Fatal(err)
		}
		resp, err := rec.Response()
		if err != nil {
			return faults[faultOf(t, err)]
		}
		var b strings.Builder
		fmt.Fprint(&b, resp.Status)
		for _, name := range slices.Sorted(maps.Keys(resp.Header)) {
			fmt.Fprintf(&b, " %s=%q", name, resp.Header[name])
		}
		body, err := io.ReadAll(resp.Body)
		fmt.Fprintf(&b, " %q", body)
		if err != nil {
			b.WriteString(" " + faults[faultOf(t, err)])
			if n, again := resp.Body.Read(make([]byte, 1)); n > 0 || again != err {
				t.Fatalf("after %v: %d bytes, %v", err, n, again)
			}
		}
		return b.String()
	}
	return "no record"
}

// headerCases are blocks of records, and what is read from them.
var headerCases = []struct {
	name, clause, block, want string
}{
	{"a response", "RFC 9112, 2.1", "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\nbody",
		`200 Content-Type=["text/html"] "body"`},
	{"bare LF", "RFC 9112, 2.2: LF is taken", "HTTP/1.1 200 OK\nA: b\n\nbody\n", `200 A=["b"] "body\n"`},
	{"no reason phrase", "RFC 9112, 4", "HTTP/1.1 404 \r\n\r\n", `404 ""`},
	{"no reason phrase, and no blank", "RFC 9112, 4: servers leave it out", "HTTP/1.1 404\r\n\r\n", `404 ""`},
	{"HTTP/2", "RFC 9113, 8.3.2: archives write it so", "HTTP/2 200\r\nA: b\r\n\r\nbody", `200 A=["b"] "body"`},
	{"HTTP/1.x", "WARC, annex C, 'revisit'", "HTTP/1.x 304 Not Modified\r\n\r\n", `304 ""`},
	{"a version in lower case", "RFC 9112, 2.3", "http/1.0 200 OK\r\n\r\n", `200 ""`},
	{"blanks in the status line", "RFC 9112, 4: lenient parsing", "HTTP/1.1 \t 200\tOK\r\n\r\n", `200 ""`},
	{"a reason phrase next to the code", "RFC 9112, 4: lenient parsing", "HTTP/1.1 200OK\r\n\r\n", `200 ""`},
	{"line ends before the status line", "RFC 9112, 2.2", "\r\n\r\nHTTP/1.1 200 OK\r\n\r\nbody", `200 "body"`},
	{"interim responses", "RFC 9110, 15.2", "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Hints\r\nA: b\r\n\r\n" +
		"HTTP/1.1 200 OK\r\nC: d\r\n\r\nbody", `200 C=["d"] "body"`},
	{"an interim response that is the last", "RFC 9110, 15.2", "HTTP/1.1 100 Continue\r\n\r\nbody", `100 "body"`},
	{"switching protocols", "RFC 9110, 15.2.2: a final response", "HTTP/1.1 101 X\r\n\r\nHTTP/1.1 200 OK\r\n\r\n",
		`101 "HTTP/1.1 200 OK\r\n\r\n"`},
	{"no header", "RFC 9112, 2.1", "HTTP/1.1 200 OK\r\n\r\nbody", `200 "body"`},
	{"no blank line", "RFC 9112, 2.1: the block ends", "HTTP/1.1 200 OK\r\nA: b", `200 A=["b"] ""`},
	{"no status line", "RFC 9112, 4", "A: b\r\n\r\nbody", "NotResponse"},
	{"a request", "RFC 9112, 3", "GET / HTTP/1.1\r\n\r\n", "NotResponse"},
	{"no status code", "RFC 9112, 4", "HTTP/1.1 OK\r\n\r\n", "NotResponse"},
	{"a status code of two digits", "RFC 9112, 4: 3DIGIT", "HTTP/1.1 20 OK\r\n\r\n", "NotResponse"},
	{"a status code of four digits", "RFC 9112, 4: 3DIGIT", "HTTP/1.1 2000 OK\r\n\r\n", "NotResponse"},
	{"a status code below 100", "RFC 9110, 15", "HTTP/1.1 099 OK\r\n\r\n", "NotResponse"},
	{"an empty block", "RFC 9112, 2.1", "", "NotResponse"},
	{"only line ends", "RFC 9112, 2.1", "\r\n\r\n", "NotResponse"},
	{"names in any case", "RFC 9110, 5.1", "HTTP/1.1 200\r\ncontent-TYPE: x\r\n\r\n", `200 Content-Type=["x"] ""`},
	{"fields of one name", "RFC 9110, 5.2", "HTTP/1.1 200\r\nLink: a\r\nX: y\r\nlink: b\r\nlink: c\r\n\r\n",
		`200 Link=["a" "b" "c"] X=["y"] ""`},
	{"lines without a colon", "RFC 9112, 5: skipped", "HTTP/1.1 200\r\nnonsense\r\n: x\r\nA: b\r\n\r\n", `200 A=["b"] ""`},
	{"blanks before the colon", "RFC 9112, 5.1: no white space; servers have it", "HTTP/1.1 200\r\nP3P : CP\r\n\r\n",
		`200 P3p=["CP"] ""`},
	{"blanks around a value", "RFC 9112, 5.1", "HTTP/1.1 200\r\nA:\t b \t\r\n\r\n", `200 A=["b"] ""`},
	{"no value", "RFC 9110, 5.5", "HTTP/1.1 200\r\nA:\r\n\r\n", `200 A=[""] ""`},
	{"a folded line", "RFC 9112, 5.2", "HTTP/1.1 200\r\nA: b\r\n\tc\r\n  d\r\nE: f\r\n\r\n",
		`200 A=["b c d"] E=["f"] ""`},
	{"a blank between names", "RFC 9110, 5.1: token; kept as it is", "HTTP/1.1 200\r\nbad name: x\r\n\r\n",
		`200 bad name=["x"] ""`},
	{"Latin-1", "RFC 9110, 5.5: obs-text; kept as it is", "HTTP/1.1 200\r\nLocation: /caf\xE9\r\n\r\n",
		`200 Location=["/caf\xe9"] ""`},
	{"UTF-8", "RFC 9110, 5.5: obs-text; kept as it is", "HTTP/1.1 200\r\nLocation: /café\r\n\r\n",
		`200 Location=["/café"] ""`},
	{"a control character", "RFC 9110, 5.5; kept as it is", "HTTP/1.1 200\r\nA: b\x01\rc\r\n\r\n",
		`200 A=["b\x01\rc"] ""`},
	{"the fields that matter for URLs", "RFC 9110, 5", "HTTP/1.1 200\r\nlink: </s.css>; rel=stylesheet\r\n" +
		"content-location: /x\r\ncontent-security-policy: base-uri 'self'\r\nrefresh: 0; url=/y\r\n" +
		"referrer-policy: origin\r\n\r\n",
		`200 Content-Location=["/x"] Content-Security-Policy=["base-uri 'self'"] Link=["</s.css>; rel=stylesheet"]` +
			` Referrer-Policy=["origin"] Refresh=["0; url=/y"] ""`},
	{"a blank line too many", "RFC 9112, 2.1: it belongs to the body", "HTTP/1.1 200\r\n\r\n\r\nbody", `200 "\r\nbody"`},
	{"a Content-Length that is wrong", "RFC 9112, 6.2: the block counts", "HTTP/1.1 200\r\nContent-Length: 2\r\n\r\nbody",
		`200 Content-Length=["2"] "body"`},
	{"a header that is too long", "none: memory is bounded",
		"HTTP/1.1 200\r\nA: " + strings.Repeat("x", warc.MaxHeader) + "\r\n\r\n", "HeaderTooLong"},
	{"a header of too many lines", "none: memory is bounded",
		"HTTP/1.1 200\r\n" + strings.Repeat("a:\n", warc.MaxHeader) + "\r\n\r\n", "HeaderTooLong"},
}

func TestResponseHeader(t *testing.T) {
	var r warc.Reader
	for _, c := range headerCases {
		file := archive(t, httpHeader, c.block)
		if got := responseLog(t, &r, bytes.NewReader(file)); got != c.want {
			t.Errorf("%s (%s):\n%s\nwant\n%s", c.name, c.clause, clip(got), c.want)
		}
		if got := responseLog(t, &r, iotest.OneByteReader(bytes.NewReader(file))); got != c.want {
			t.Errorf("%s (%s), byte by byte:\n%s\nwant\n%s", c.name, c.clause, clip(got), c.want)
		}
	}
	count(t, "headers of responses", len(headerCases), 39)
}

// zlibbed and deflated return text in the two formats of deflate.
func zlibbed(text string) string {
	var b bytes.Buffer
	w := zlib.NewWriter(&b)
	_, _ = io.WriteString(w, text)
	_ = w.Close()
	return b.String()
}

func deflated(text string) string {
	var b bytes.Buffer
	w, _ := flate.NewWriter(&b, flate.DefaultCompression) // which is a level
	_, _ = io.WriteString(w, text)
	_ = w.Close()
	return b.String()
}

// These are used again, as they are large.
var (
	brotliWriter  = brotli.NewWriterLevel(nil, brotli.BestSpeed)
	zstdWriter, _ = zstd.NewWriter(nil, zstd.WithEncoderConcurrency(1), zstd.WithWindowSize(1<<20))
)

// brotlied and zstded return text in these formats; the flushed ones have no end, but all of the text.
func brotlied(text string) string { return flushedBrotli(text) + "\x03" } // a last block that is empty

func flushedBrotli(text string) string {
	var b bytes.Buffer
	brotliWriter.Reset(&b)
	_, _ = io.WriteString(brotliWriter, text)
	_ = brotliWriter.Flush()
	return b.String()
}

func zstded(text string) string {
	var b bytes.Buffer
	zstdWriter.Reset(&b)
	_, _ = io.WriteString(zstdWriter, text)
	_ = zstdWriter.Close()
	return b.String()
}

func flushedZstd(text string) string {
	var b bytes.Buffer
	zstdWriter.Reset(&b)
	_, _ = io.WriteString(zstdWriter, text)
	_ = zstdWriter.Flush()
	return b.String()
}

// zstdMagic begins a frame of Zstandard; abcBlock is a last block of three bytes as they are.
const (
	zstdMagic = "\x28\xB5\x2F\xFD"
	abcBlock  = "\x19\x00\x00abc"
)

// chunked returns text in chunks of some size.
func chunked(text string, size int) string {
	var b strings.Builder
	for len(text) > 0 {
		n := min(size, len(text))
		fmt.Fprintf(&b, "%x\r\n%s\r\n", n, text[:n])
		text = text[n:]
	}
	return b.String() + "0\r\n\r\n"
}

const page = "<p>page</p>"

// bodyCases are bodies under header fields, and what they are without codings.
var bodyCases = []struct {
	name, clause, fields, body, want string
}{
	{"no coding", "RFC 9110, 8.4", "", page, page},
	{"chunked", "RFC 9112, 7.1", "Transfer-Encoding: chunked", chunked(page, 4), page},
	{"one chunk", "RFC 9112, 7.1", "Transfer-Encoding: chunked", chunked(page, 99), page},
	{"chunks with extensions", "RFC 9112, 7.1.1", "Transfer-Encoding: chunked",
		"3;a=b\r\nabc\r\n1;x \r\nd\r\n0\r\n\r\n", "abcd"},
	{"chunks with a trailer", "RFC 9112, 7.1.2", "Transfer-Encoding: chunked", "3\r\nabc\r\n0\r\nA: b\r\n\r\n", "abc"},
	{"sizes with zeros and blanks", "RFC 9112, 7.1", "Transfer-Encoding: chunked", "0003  \r\nabc\r\n0\r\n\r\n", "abc"},
	{"only the last chunk", "RFC 9112, 7.1", "Transfer-Encoding: chunked", "0\r\n\r\n", ""},
	{"chunks, in other letters", "RFC 9112, 7: case-insensitive", "TRANSFER-ENCODING: Chunked", chunked(page, 4), page},
	{"chunks, one of them long", "RFC 9112, 7.1", "Transfer-Encoding: chunked", chunked(noise, 40_000), noise},
	{"a long body in short chunks", "RFC 9112, 7.1", "Transfer-Encoding: chunked", chunked(noise, 7), noise},
	{"said to be chunked", "none: as it is", "Transfer-Encoding: chunked", page, page},
	{"said to be chunked, and begins with a number", "none: as it is", "Transfer-Encoding: chunked", "12 monkeys",
		"12 monkeys"},
	{"said to be chunked, and begins with a line of digits", "none: as it is", "Transfer-Encoding: chunked",
		"abc\r\n" + strings.Repeat("x", 9999), "abc\r\n" + strings.Repeat("x", 9999)},
	{"said to be chunked, and a chunk has no end", "none: as it is", "Transfer-Encoding: chunked",
		"3\r\nabcd\r\n0\r\n\r\n",
		"3\r\nabcd\r\n0\r\n\r\n"},
	{"chunked, with bare LF", "RFC 9112, 2.2: no LF in chunks; as it is", "Transfer-Encoding: chunked", "3\nabc\n0\n\n",
		"3\nabc\n0\n\n"},
	{"said to be chunked, and empty", "none", "Transfer-Encoding: chunked", "", ""},
	{"chunked before", "Common Crawl: X-Crawl-Transfer-Encoding", "X-Crawl-Transfer-Encoding: chunked", chunked("x", 1),
		chunked("x", 1)},
	{"chunked before, with both fields", "Common Crawl: X-Crawl-Transfer-Encoding",
		"X-Crawl-Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked", chunked("x", 1), chunked("x", 1)},
	{"chunks that break off", "RFC 9112, 8", "Transfer-Encoding: chunked", chunked(page, 4)[:13], page[:5] + " Truncated"},
	{"chunks that break off in a size", "RFC 9112, 8", "Transfer-Encoding: chunked", chunked(page, 4)[:10],
		page[:4] + " Truncated"},
	{"chunks without the last", "RFC 9112, 8", "Transfer-Encoding: chunked", "3\r\nabc\r\n", "abc Truncated"},
	{"chunks that are wrong far behind", "RFC 9112, 7.1", "Transfer-Encoding: chunked",
		strings.TrimSuffix(chunked(noise[:20_000], 4000), "0\r\n\r\n") + "zzzz\r\n", noise[:20_000] + " Corrupt"},
	{"gzip", "RFC 9110, 8.4.1.3", "Content-Encoding: gzip", member(page), page},
	{"x-gzip", "RFC 9110, 8.4.1.3", "Content-Encoding: x-gzip", member(page), page},
	{"gzip, in other letters", "RFC 9110, 8.4.1: case-insensitive", "content-encoding: GZip ", member(page), page},
	{"gzip in two members", "RFC 1952, 2.2", "Content-Encoding: gzip", member(page) + member(page), page + page},
	{"gzip with empty members", "RFC 1952, 2.2", "Content-Encoding: gzip", member("") + member(page) + member(""), page},
	{"gzip and something after it", "none: ignored as by browsers", "Content-Encoding: gzip", member(page) + "\r\njunk",
		page},
	{"long gzip", "RFC 9110, 8.4.1.3", "Content-Encoding: gzip", member(noise), noise},
	{"said to be gzip", "none: as it is", "Content-Encoding: gzip", page, page},
	{"said to be gzip, and empty", "none", "Content-Encoding: gzip", "", ""},
	{"gzip before", "Common Crawl: X-Crawl-Content-Encoding", "X-Crawl-Content-Encoding: gzip", page, page},
	{"gzip that is the resource", "Common Crawl: X-Crawl-Content-Encoding",
		"X-Crawl-Content-Encoding: gzip\r\nContent-Encoding: gzip", member(page), member(page)},
	{"gzip that breaks off", "RFC 1952", "Content-Encoding: gzip", stored(page)[:20], page[:5] + " Truncated"},
	{"gzip without its checksum", "RFC 1952, 2.3.1", "Content-Encoding: gzip", member(page)[:len(member(page))-8],
		page + " Truncated"},
	{"gzip that breaks off in its header", "RFC 1952, 2.3.1", "Content-Encoding: gzip", member(page)[:7], " Truncated"},
	{"gzip with a wrong checksum", "RFC 1952, 2.3.1", "Content-Encoding: gzip", flip(member(page), -6), page + " Corrupt"},
	{"gzip with a wrong block", "RFC 1951, 3.2.3", "Content-Encoding: gzip", flip(stored(page), 10), " Corrupt"},
	{"deflate", "RFC 9110, 8.4.1.2", "Content-Encoding: deflate", zlibbed(page), page},
	{"bare deflate", "RFC 9110, 8.4.1.2: some send it without zlib", "Content-Encoding: deflate", deflated(page), page},
	{"long deflate", "RFC 9110, 8.4.1.2", "Content-Encoding: deflate", zlibbed(noise), noise},
	{"long bare deflate", "RFC 9110, 8.4.1.2", "Content-Encoding: deflate", deflated(noise), noise},
	{"deflate and something after it", "none: ignored as by browsers", "Content-Encoding: deflate",
		zlibbed(page) + "junk", page},
	{"said to be deflate", "none: as it is", "Content-Encoding: deflate", page, page},
	{"said to be deflate, long", "none: as it is", "Content-Encoding: deflate", noise, noise},
	{"said to be deflate, like zlib", "none: as it is", "Content-Encoding: deflate", "x^2 + y^2 = z^2 has solutions",
		"x^2 + y^2 = z^2 has solutions"},
	{"deflate that breaks off", "RFC 1950", "Content-Encoding: deflate", zlibbed(page)[:len(zlibbed(page))-4],
		page + " Truncated"},
	{"deflate with a wrong checksum", "RFC 1950, 2.2", "Content-Encoding: deflate", flip(zlibbed(page), -1),
		page + " Corrupt"},
	{"two codings", "RFC 9110, 8.4: in the order applied", "Content-Encoding: deflate, gzip", member(zlibbed(page)), page},
	{"two codings in two fields", "RFC 9110, 5.3", "Content-Encoding: gzip\r\nContent-Encoding: deflate",
		zlibbed(member(page)), page},
	{"one coding twice", "RFC 9110, 8.4", "Content-Encoding: gzip, gzip", member(member(page)), page},
	{"one coding of two", "none: what is there is undone", "Content-Encoding: gzip, gzip", member(page), page},
	{"gzip in chunks", "RFC 9112, 6.1", "Content-Encoding: gzip\r\nTransfer-Encoding: chunked", chunked(member(page),
		5), page},
	{"gzip as a transfer coding", "RFC 9112, 7.2", "Transfer-Encoding: gzip, chunked", chunked(member(page), 5), page},
	{"gzip, not in chunks", "none: what is there is undone", "Content-Encoding: gzip\r\nTransfer-Encoding: chunked",
		member(page), page},
	{"gzip in chunks that break off", "RFC 9112, 8", "Content-Encoding: gzip\r\nTransfer-Encoding: chunked",
		chunked(stored(page), 99)[:24], page[:5] + " Truncated"},
	{"no names of codings", "RFC 9110, 8.4", "Content-Encoding: , identity,, none,utf-8", page, page},
	{"br", "RFC 7932", "Content-Encoding: br", brotlied(page), page},
	{"br, as it is written", "RFC 7932, 9.2", "Content-Encoding: BR", "\x0B\x01\x80abc\x03", "abc"},
	{"long br", "RFC 7932", "Content-Encoding: br", brotlied(noise), noise},
	{"br that holds nothing", "RFC 7932, 9.1: an empty last block", "Content-Encoding: br", "\x06", ""},
	{"br and something after it", "none: ignored as by browsers", "Content-Encoding: br",
		brotlied(page) + "\r\njunk", page},
	{"long br and something after it", "none: ignored as by browsers", "Content-Encoding: br", brotlied(noise) + noise,
		noise},
	{"said to be br", "none: as it is", "Content-Encoding: br", page, page},
	{"said to be br, long", "none: as it is", "Content-Encoding: br", page + noise, page + noise},
	{"said to be br, and begins as br that holds nothing", "none: as it is", "Content-Encoding: br", "; a comment",
		"; a comment"},
	{"said to be br, and breaks off as br does", "none: as it is", "Content-Encoding: br", "left", "left"},
	{"br with a window that is too large", "RFC 7932, 9.1: at most 16 MiB; as it is", "Content-Encoding: br",
		"\x11\x19abc", "\x11\x19abc"},
	{"br that breaks off", "RFC 7932, 9.2", "Content-Encoding: br", flushedBrotli(page), page + " Truncated"},
	{"long br that breaks off", "RFC 7932, 9.2", "Content-Encoding: br", flushedBrotli(noise), noise + " Truncated"},
	{"br with a wrong block far behind", "RFC 7932, 9.2: a reserved bit", "Content-Encoding: br",
		flushedBrotli(noise) + strings.Repeat("\x06", 2<<10) + "\x0E", noise + " Corrupt"},
	{"br in chunks", "RFC 9112, 6.1", "Content-Encoding: br\r\nTransfer-Encoding: chunked", chunked(brotlied(page), 5),
		page},
	{"br over zstd over br", "RFC 9110, 8.4", "Content-Encoding: br, zstd, br", brotlied(zstded(brotlied(page))), page},
	{"zstd", "RFC 8878, 3", "Content-Encoding: zstd", zstded(page), page},
	{"zstd, as it is written", "RFC 8878, 3.1.1", "Content-Encoding: Zstd", zstdMagic + "\x20\x03" + abcBlock, "abc"},
	{"long zstd", "RFC 8878, 3", "Content-Encoding: zstd", zstded(noise), noise},
	{"zstd in two frames", "RFC 8878, 3: one or more", "Content-Encoding: zstd", zstded(page) + zstded(noise),
		page + noise},
	{"zstd with frames to skip", "RFC 8878, 3.1.2", "Content-Encoding: zstd",
		"\x50\x2A\x4D\x18\x02\x00\x00\x00xx" + zstded(page) + "\x5F\x2A\x4D\x18\x00\x00\x00\x00", page},
	{"zstd that holds nothing", "RFC 8878, 3.1.1", "Content-Encoding: zstd", zstdMagic + "\x20\x00\x01\x00\x00", ""},
	{"zstd and something after it", "none: ignored", "Content-Encoding: zstd", zstded(page) + "\r\njunk", page},
	{"said to be zstd", "none: as it is", "Content-Encoding: zstd", page, page},
	{"said to be zstd, short", "none: as it is", "Content-Encoding: zstd", zstdMagic[:3], zstdMagic[:3]},
	{"zstd with the largest window", "RFC 9659, 3: 8 MB", "Content-Encoding: zstd",
		zstdMagic + "\x00\x68" + abcBlock, "abc"},
	{"zstd with a larger window", "RFC 9659, 3: 8 MB", "Content-Encoding: zstd", zstdMagic + "\x00\x69" + abcBlock,
		" Corrupt"},
	{"zstd with a dictionary", "RFC 8878, 3.1.1.1.3; none is known", "Content-Encoding: zstd",
		zstdMagic + "\x21\x07\x03" + abcBlock, " Corrupt"},
	{"zstd that breaks off", "RFC 8878, 3.1.1", "Content-Encoding: zstd", flushedZstd(page), page + " Truncated"},
	{"zstd that breaks off in its header", "RFC 8878, 3.1.1", "Content-Encoding: zstd", zstdMagic, " Truncated"},
	{"zstd without its checksum", "RFC 8878, 3.1.1; it comes before the last block", "Content-Encoding: zstd",
		zstded(noise)[:len(zstded(noise))-4], " Truncated"},
	{"zstd with a wrong checksum", "RFC 8878, 3.1.1; it comes before the last block", "Content-Encoding: zstd",
		flip(zstded(noise+noise), -1), (noise + noise)[:128<<10] + " Corrupt"},
	{"zstd with a wrong block far behind", "RFC 8878, 3.1.1.2.2: a reserved type", "Content-Encoding: zstd",
		flushedZstd(noise) + "\x07\x00\x00", noise + " Corrupt"},
	{"compress", "RFC 9110, 8.4.1.1", "Content-Encoding: compress", "\x1F\x9D\x90", " Unsupported"},
	{"compress below gzip", "RFC 9110, 8.4", "Content-Encoding: compress, gzip", member("x"), " Unsupported"},
	{"br with a dictionary", "RFC 9842, 4", "Content-Encoding: dcb", "\xFF\x44\x43\x42", " Unsupported"},
	{"zstd with a dictionary of another response", "RFC 9842, 5", "Content-Encoding: dcz",
		"\x5E\x2A\x4D\x18", " Unsupported"},
	{"br before", "Common Crawl: X-Crawl-Content-Encoding", "X-Crawl-Content-Encoding: br", page, page},
	{"br before, with both fields", "Common Crawl: X-Crawl-Content-Encoding",
		"X-Crawl-Content-Encoding: br\r\nContent-Encoding: br", page, page},
	{"br before, by another crawler", "StormCrawler: X-Crawler-Content-Encoding",
		"X-Crawler-Content-Encoding: br\r\nContent-Encoding: br", page, page},
	{"br, and empty", "RFC 9110, 15.4.5: 304 has no content", "Content-Encoding: br", "", ""},
	{"too many codings", "none: work is bounded", "Content-Encoding: gzip,gzip,gzip,gzip,gzip,gzip", page, " Unsupported"},
	{"a body at the limit", "none: memory is bounded", "", strings.Repeat("x", limit), strings.Repeat("x", limit)},
	{"a body beyond the limit", "none: memory is bounded", "", strings.Repeat("x", limit+1),
		strings.Repeat("x", limit) + " BodyTooLong"},
	{"gzip beyond the limit", "none: memory is bounded", "Content-Encoding: gzip", member(strings.Repeat("x", limit+1)),
		strings.Repeat("x", limit) + " BodyTooLong"},
	{"br beyond the limit", "none: memory is bounded", "Content-Encoding: br", brotlied(strings.Repeat("x", limit+1)),
		strings.Repeat("x", limit) + " BodyTooLong"},
	{"zstd beyond the limit", "none: memory is bounded", "Content-Encoding: zstd", zstded(strings.Repeat("x", limit+1)),
		strings.Repeat("x", limit) + " BodyTooLong"},
	{"gzip beyond the limit between codings", "none: work is bounded", "Content-Encoding: gzip, gzip",
		member(strings.Repeat(member(""), limit/20)), " BodyTooLong"},
}

// limit is the MaxBody of the tests.
const limit = 200_000

func TestResponseBody(t *testing.T) {
	r := warc.Reader{MaxBody: limit}
	for _, c := range bodyCases {
		fields := "HTTP/1.1 200 OK\r\n"
		if c.fields != "" {
			fields += c.fields + "\r\n"
		}
		file := archive(t, httpHeader, fields+"\r\n"+c.body)
		for name, source := range sources {
			if got := bodyLog(t, &r, source(bytes.NewReader(file))); got != c.want {
				t.Errorf("%s (%s), %s:\n%.300q\nwant\n%.300q", c.name, c.clause, name, got, c.want)
			}
		}
	}
	count(t, "bodies of responses", len(bodyCases), 105)
}

// bodyLog returns the body of the response of the first record, and what is wrong.
func bodyLog(t testing.TB, r *warc.Reader, file io.Reader) string {
	t.Helper()
	r.Reset(file)
	for rec, err := range r.Records() {
		if err != nil {
			t.Fatal(err)
		}
		resp, err := rec.Response()
		if err != nil {
			t.Fatal(err)
		}
		body, err := io.ReadAll(resp.Body)
		if err != nil {
			return string(body) + " " + faults[faultOf(t, err)]
		}
		return string(body)
	}
	return "no record"
}

// typeCases are headers of records with a block that is an HTTP response, and what Response says.
var typeCases = []struct {
	clause string
	h      warc.Header
	want   string
}{
	{"6.3: 'response'", warc.Header{{"WARC-Type", "response"}, {"Content-Type", "application/http;msgtype=response"}},
		`200 "x"`},
	{"6.3: 'response'", warc.Header{{"WARC-Type", "response"}, {"Content-Type", " Application/HTTP ; x"}}, `200 "x"`},
	{"5.6: may guess", warc.Header{{"WARC-Type", "response"}, {"WARC-Target-URI", "<HTTPS://a.example/>"}}, `200 "x"`},
	{"5.6: may guess", warc.Header{{"WARC-Type", "response"}, {"WARC-Target-URI", "http:"}}, `200 "x"`},
	{"5.6: may guess", warc.Header{{"WARC-Type", "response"}, {"WARC-Target-URI", "dns:a"}}, "NotResponse"},
	{"5.6: may guess", warc.Header{{"WARC-Type", "response"}}, "NotResponse"},
	{"6.3.3: other schemes", warc.Header{{"WARC-Type", "response"}, {"Content-Type", "text/dns"}}, "NotResponse"},
	{"6.7: 'revisit'", warc.Header{{"WARC-Type", "revisit"}, {"Content-Type", "message/http"}}, `200 "x"`},
	{"6.4: 'resource'", warc.Header{{"WARC-Type", "resource"}, {"Content-Type", "text/html"}},
		`0 Content-Type=["text/html"] "HTTP/1.1 200 OK\r\n\r\nx"`},
	{"6.4: 'resource'", warc.Header{{"WARC-Type", "Resource"}}, `0 "HTTP/1.1 200 OK\r\n\r\nx"`},
	{"6.8: 'conversion'", warc.Header{{"WARC-Type", "conversion"}, {"Content-Type", "text/plain"}},
		`0 Content-Type=["text/plain"] "HTTP/1.1 200 OK\r\n\r\nx"`},
	{"6.5: 'request'", warc.Header{{"WARC-Type", "request"}, {"Content-Type", "application/http;msgtype=request"}},
		"NotResponse"},
	{"6.6: 'metadata'", warc.Header{{"WARC-Type", "metadata"}, {"Content-Type", "application/warc-fields"}},
		"NotResponse"},
	{"6.2: 'warcinfo'", warc.Header{{"WARC-Type", "warcinfo"}, {"Content-Type", "application/warc-fields"}},
		"NotResponse"},
	{"6.9: 'continuation'", warc.Header{{"WARC-Type", "continuation"}, {"Content-Type", "application/http"}},
		"NotResponse"},
	{"6.1: unknown types", warc.Header{{"WARC-Type", "future"}, {"Content-Type", "application/http"}}, "NotResponse"},
	{"5.5: mandatory", nil, "NotResponse"},
}

func TestResponseTypes(t *testing.T) {
	var r warc.Reader
	for _, c := range typeCases {
		file := archive(t, c.h, "HTTP/1.1 200 OK\r\n\r\nx")
		if got := responseLog(t, &r, bytes.NewReader(file)); got != c.want {
			t.Errorf("%v (%s): %s, want %s", c.h, c.clause, got, c.want)
		}
	}
	count(t, "types of records", len(typeCases), 17)
}

// What is wrong with the block is told by the body of the response, as it is.
func TestResponseTruncated(t *testing.T) {
	for name, coded := range map[string]string{"gzip": stored(page), "br": brotlied(page), "zstd": zstded(page)} {
		block := "HTTP/1.1 200 OK\r\nContent-Encoding: " + name + "\r\nTransfer-Encoding: chunked\r\n\r\n" + chunked(coded, 7)
		whole := archive(t, httpHeader, block)
		var r warc.Reader
		cases := 0
		for n := range len(whole) {
			r.Reset(bytes.NewReader(whole[:n]))
			for rec, err := range r.Records() {
				if err == nil {
					var resp *warc.Response
					if resp, err = rec.Response(); err == nil {
						_, err = io.ReadAll(resp.Body)
					}
				}
				if err != nil && !errors.Is(err, warc.Truncated) {
					t.Fatalf("%s, %d bytes: %v", name, n, err)
				}
				cases++
			}
		}
		if cases < len(whole)-1 {
			t.Errorf("%s: %d records and errors for %d bytes", name, cases, len(whole))
		}
	}
}

// A record can be made without a Reader.
func TestResponseOwn(t *testing.T) {
	rec := warc.Record{Header: httpHeader,
		Body: strings.NewReader("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n\r\n" + member(page))}
	resp, err := rec.Response()
	if err != nil {
		t.Fatal(err)
	}
	body, err := io.ReadAll(resp.Body)
	if err != nil || string(body) != page || resp.Status != http.StatusOK {
		t.Errorf("%d %q, %v", resp.Status, body, err)
	}
}

// dateCases are values of WARC-Date.
var dateCases = []struct{ value, want string }{
	{"2024-05-18T01:02:03Z", "2024-05-18T01:02:03Z"},
	{"2024-05-18T01:02:03.123456789Z", "2024-05-18T01:02:03.123456789Z"},
	{"2024-05-18T01:02Z", "2024-05-18T01:02:00Z"},
	{"2024-05-18", "2024-05-18T00:00:00Z"},
	{"2024-05", "2024-05-01T00:00:00Z"},
	{"2024", "2024-01-01T00:00:00Z"},
	{"20240518010203", "0001-01-01T00:00:00Z"},
	{"", "0001-01-01T00:00:00Z"},
}

func TestRecord(t *testing.T) {
	for _, c := range dateCases {
		rec := warc.Record{Header: warc.Header{{"warc-date", c.value}}}
		if got := rec.Date().Format(time.RFC3339Nano); got != c.want {
			t.Errorf("WARC-Date %q is %s, want %s", c.value, got, c.want)
		}
	}
	count(t, "dates", len(dateCases), 8)
	rec := warc.Record{Header: warc.Header{
		{"WARC-Type", "response"}, {"WARC-Record-ID", "<urn:uuid:1>"}, {"Content-Type", "application/http"},
		{"WARC-Identified-Payload-Type", "text/html"}, {"WARC-Truncated", "length"},
	}}
	got := strings.Join([]string{rec.Type(), rec.ID(), rec.ContentType(), rec.PayloadType(), rec.Truncated(),
		rec.URI()}, " ")
	if want := "response urn:uuid:1 application/http text/html length "; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

// What is written is read, in both kinds of files.
func TestWriter(t *testing.T) {
	for _, plain := range []bool{false, true} {
		var b bytes.Buffer
		w := warc.NewWriter(&b)
		w.Plain = plain
		var places []int
		for i := range 5 {
			places = append(places, b.Len())
			if err := w.Write(httpHeader, []byte(chopped(i))); err != nil {
				t.Fatal(err)
			}
		}
		if isGzip := bytes.HasPrefix(b.Bytes(), []byte(magic)); isGzip == plain {
			t.Errorf("Plain is %v, gzip is %v", plain, isGzip)
		}
		var r warc.Reader
		for i, e := range logOf(t, &r, &b) {
			if e.body != chopped(i) || e.fault != "" || e.place != fmt.Sprint(places[i]) {
				t.Errorf("record %d is %s", i, e)
			}
		}
	}
	for _, h := range []warc.Header{{{"A", "b\nc"}}, {{"A\r", "b"}}, {{"A:", "b"}}} {
		if err := warc.NewWriter(io.Discard).Write(h, nil); err == nil {
			t.Errorf("the header %q is written", h)
		}
	}
	if err := warc.NewWriter(failing{}).Write(nil, nil); !errors.Is(err, gzip.ErrHeader) {
		t.Errorf("a file that cannot be written: %v", err)
	}
}

// failing is a file that cannot be written.
type failing struct{}

func (failing) Write([]byte) (int, error) { return 0, gzip.ErrHeader }

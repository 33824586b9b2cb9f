package warc_test

import (
	"bytes"
	"fmt"
	"io"
	"runtime"
	"strings"
	"testing"
	"time"

	"htmlurl/examples/webscale/warc"
)

const mega = 1 << 20

// lean is a gzip member without content that is as short as one can be.
const lean = magic + "\x00\x00\x00\x00\x00\x00\x00\x03\x00\x00\x00\x00\x00\x00\x00\x00\x00"

// overlap is the header of a gzip member with a stored block that is longer than what is there.
const overlap = magic + "\x00\x00\x00\x00\x00\x00\x03\x00\xFF\xFF\x00\x00"

// hostileFiles are files that are made to be slow or to take memory: a part many times, after a beginning.
var hostileFiles = []struct {
	name, first, part string
	times             int
}{
	{"line ends", "", "\r\n", 8 * mega},
	{"lines", first, "a\n", 8 * mega},
	{"beginnings of records", "", "WARC/", 3 * mega},
	{"versions", "", "WARC/1.0\n", mega},
	{"versions without line ends", "", "\nWARC/1.", 2 * mega},
	{"versions of many digits", first + "\nWARC/1.", "0", 16 * mega},
	{"short records", "", "WARC/1.0\nContent-Length:0\n\n", mega / 2},
	{"bad records", "", "WARC/1.0\nContent-Length:x\n\n", mega / 2},
	{"fields", "WARC/1.0\n", ":\n", 8 * mega},
	{"long headers", "", "WARC/1.0\n" + strings.Repeat("a:\n", mega/3-50) + "Content-Length:0\n\n", 16},
	{"folded lines", "", "WARC/1.0\nA:\n" + strings.Repeat(" \n", mega/2-50) + "Content-Length:0\n\n", 16},
	{"a long line", "WARC/1.0\nA:", "x", 16 * mega},
	{"magic numbers", "", magic, 4 * mega},
	{"magic numbers in a gzip file", m1 + "x", magic, 4 * mega},
	{"headers of members", m1, magic + "\x00\x00\x00\x00\x00\x00\x03", mega},
	{"headers of members with long names", m1 + "x", magic + "\x08", 4 * mega},
	{"headers of members with long extra fields", m1 + "x", magic + "\x04xxxxxx\xFF\xFF", mega},
	{"empty members", "", lean, mega / 2},
	{"empty members without a checksum", m1 + "x", lean[:12], mega},
	{"members with a byte", "", member("x"), mega / 2},
	{"members that are cut", "", m1[:len(m1)-9], mega / 8},
	{"stored blocks that reach into each other", m1, overlap, mega / 4},
	{"records in stored blocks that reach into each other", m1, overlap + "WARC/1.0\nContent-Length:99999\n\n", mega / 8},
	{"a bomb", "", member(record("http://bomb.example/", strings.Repeat("\x00", 64*mega))), 1},
	{"bombs without a record", m1, member(strings.Repeat("\n", 8*mega)), 8},
	{"bombs that break off", m1, bomb[:len(bomb)-1], 16},
}

// bomb is a member that holds a thousand times its size.
var bomb = member("WARC/1.0\nContent-Length: 99999999\n\n" + strings.Repeat("\x00", 4*mega))

// They are read to the end, at most twice, and in little memory.
func TestHostile(t *testing.T) {
	if testing.Short() {
		t.Skip("reads hundreds of megabytes of hostile files")
	}
	for _, c := range hostileFiles {
		t.Run(c.name, func(t *testing.T) {
			file := c.first + strings.Repeat(c.part, c.times)
			before := liveHeap()
			var r warc.Reader
			r.Reset(strings.NewReader(file))
			records, errs, start := 0, 0, time.Now()
			for _, err := range r.Records() {
				if err != nil {
					errs++
					continue
				}
				records++
			}
			t.Logf("%d bytes: %d records, %d errors, %v", len(file), records, errs, time.Since(start))
			if n := warc.Rewound(&r); n > int64(len(file))+mega {
				t.Errorf("%d bytes of %d were read again", n, len(file))
			}
			checkHeap(t, before, 0)
			runtime.KeepAlive(&r)
			runtime.KeepAlive(&file)
		})
	}
}

// liveHeap returns how much memory is in use.
func liveHeap() uint64 {
	var m runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}

// checkHeap holds that little more memory is in use than before, but for the windows of decoders.
func checkHeap(t *testing.T, before, windows uint64) {
	t.Helper()
	const most = 4 * mega // a header twice, and the buffers
	if heap := liveHeap(); heap > before+most+windows {
		t.Errorf("%d bytes of memory", heap-before)
	}
}

// hostileBodies are responses that are made to be slow or to take memory.
var hostileBodies = []struct {
	name, first string
	body        func() string
	windows     uint64 // of the decoders, together
}{
	{"line ends before the status line", "", func() string { return strings.Repeat("\r\n", 8*mega) }, 0},
	{"interim responses", "", func() string { return strings.Repeat("HTTP/1.1 100\n\n", mega) }, 0},
	{"short chunks", status + "Transfer-Encoding: chunked\n\n", func() string {
		return strings.Repeat("1\r\nx\r\n",
			2*mega)
	}, 0},
	{"a chunk with a long extension", status + "Transfer-Encoding: chunked\n\n1\r\nx\r\n1;",
		func() string { return strings.Repeat("x", 8*mega) }, 0},
	{"sizes with many zeros", status + "Transfer-Encoding: chunked\n\n",
		func() string { return strings.Repeat("000000000000001\r\nx\r\n", mega) }, 0},
	{"a gzip bomb", status + "Content-Encoding: gzip\n\n", func() string {
		return member(strings.Repeat("\x00",
			64*mega))
	}, 0},
	{"a gzip bomb in gzip", status + "Content-Encoding: gzip, gzip\n\n",
		func() string { return member(member(strings.Repeat("\x00", 64*mega))) }, 0},
	{"empty gzip members", status + "Content-Encoding: gzip\n\n",
		func() string { return strings.Repeat(lean, mega/2) }, 0},
	{"empty gzip members in gzip", status + "Content-Encoding: gzip, gzip\n\n",
		func() string { return member(strings.Repeat(lean, 4*mega)) }, 0},
	{"a deflate bomb", status + "Content-Encoding: deflate\n\n", func() string {
		return zlibbed(strings.Repeat("\x00",
			64*mega))
	}, 0},
	{"a br bomb", status + "Content-Encoding: br\n\n",
		func() string { return brotlied(strings.Repeat("\x00", 64*mega)) }, 16 * mega},
	{"a br bomb in br", status + "Content-Encoding: br, br\n\n",
		func() string { return brotlied(brotlied(strings.Repeat("\x00", 64*mega))) }, 32 * mega},
	{"empty blocks of br", status + "Content-Encoding: br\n\n",
		func() string { return flushedBrotli("x") + strings.Repeat("\x06", 8*mega) }, 0},
	{"empty blocks of br in gzip", status + "Content-Encoding: br, gzip\n\n",
		func() string { return member(flushedBrotli("x") + strings.Repeat("\x06", 64*mega)) }, 0},
	{"a zstd bomb", status + "Content-Encoding: zstd\n\n",
		func() string { return zstded(strings.Repeat("\x00", 64*mega)) }, 8 * mega},
	{"a zstd bomb in zstd", status + "Content-Encoding: zstd, zstd\n\n",
		func() string { return zstded(zstded(strings.Repeat("\x00", 64*mega))) }, 16 * mega},
	{"empty zstd frames", status + "Content-Encoding: zstd\n\n",
		func() string { return strings.Repeat(zstdMagic+"\x20\x00\x01\x00\x00", mega) }, 0},
	{"empty zstd frames in gzip", status + "Content-Encoding: zstd, gzip\n\n",
		func() string { return member(strings.Repeat(zstdMagic+"\x20\x00\x01\x00\x00", 4*mega)) }, 0},
	{"zstd frames with large windows", status + "Content-Encoding: zstd\n\n",
		func() string { return strings.Repeat(zstdMagic+"\x00\x68"+abcBlock, mega) }, 8 * mega},
	{"zstd frames to skip", status + "Content-Encoding: zstd\n\n",
		func() string { return strings.Repeat("\x50\x2A\x4D\x18\x00\x00\x00\x00", mega) }, 0},
	{"names of codings", status + "Content-Encoding: " + strings.Repeat("gzip,", mega/8) + "\n\n",
		func() string { return member(page) }, 0},
	{"codings in many fields", status + strings.Repeat("Content-Encoding: gzip\n", mega/32) + "\n",
		func() string { return member(page) }, 0},
}

const status = "HTTP/1.1 200 OK\n"

// Bodies are not longer than MaxBody, and take little memory.
func TestHostileBodies(t *testing.T) {
	if testing.Short() {
		t.Skip("reads hundreds of megabytes of hostile bodies")
	}
	for _, c := range hostileBodies {
		t.Run(c.name, func(t *testing.T) {
			file := archive(t, httpHeader, c.first+c.body())
			before := liveHeap()
			var r warc.Reader
			r.Reset(bytes.NewReader(file))
			start := time.Now()
			for rec, err := range r.Records() {
				if err != nil {
					t.Fatal(err)
				}
				resp, err := rec.Response()
				n := int64(0)
				if err == nil {
					n, err = io.Copy(io.Discard, resp.Body)
				}
				t.Logf("%d bytes of %d, %v: %v", n, len(file), time.Since(start), err)
				if n > 32*mega {
					t.Errorf("%d bytes", n)
				}
			}
			checkHeap(t, before, c.windows)
			runtime.KeepAlive(&r)
			runtime.KeepAlive(&file)
		})
	}
}

// A Reader that is used again needs little memory for a record.
func TestAllocations(t *testing.T) {
	const records = 200
	skip := func(*warc.Record) error { return nil }
	block := func(rec *warc.Record) error { return drain(rec.Body) }
	response := func(rec *warc.Record) error {
		resp, err := rec.Response()
		if err == nil {
			err = drain(resp.Body)
		}
		return err
	}
	for _, c := range []struct {
		name  string
		plain bool
		code  coding
		use   func(*warc.Record) error
		most  float64
	}{
		// The record, its header, and the fields.
		{"plain records", true, asIs, skip, 3},
		{"plain blocks", true, asIs, block, 3},
		// And the response, its header, the map with the values, and the body.
		{"plain responses", true, asIs, response, 10},
		// And tables of the decoder. That of br makes some for the body, twice.
		{"gzip records", false, asIs, skip, 8},
		{"br responses", true, coding{"Content-Encoding: br", brotlied}, response, 30},
		{"zstd responses", true, coding{"Content-Encoding: zstd", zstded}, response, 16},
	} {
		file := responses(t, records, c.plain, c.code)
		var r warc.Reader
		got := testing.AllocsPerRun(10, func() {
			n := 0
			r.Reset(bytes.NewReader(file))
			for rec, err := range r.Records() {
				if err == nil {
					err = c.use(rec)
				}
				if err != nil {
					t.Fatal(err)
				}
				n++
			}
			if n != records {
				t.Fatalf("%d records", n)
			}
		})
		if got > c.most*records+10 {
			t.Errorf("%s: %.2f allocations each, want %.0f", c.name, got/records, c.most)
		}
	}
}

var scratch [4 << 10]byte

// drain reads to the end, without allocations.
func drain(r io.Reader) error {
	for {
		if _, err := r.Read(scratch[:]); err == io.EOF {
			return nil
		} else if err != nil {
			return err
		}
	}
}

// asIs is no coding.
var asIs = coding{"Server: x", func(s string) string { return s }}

// responses returns a file with so many short responses.
func responses(t *testing.T, records int, plain bool, c coding) []byte {
	t.Helper()
	var b bytes.Buffer
	w := warc.NewWriter(&b)
	w.Plain = plain
	for i := range records {
		body := c.code(fmt.Sprintf("<p>%d", i))
		block := fmt.Appendf(nil, "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n%s\r\n\r\n%s", c.field, body)
		if err := w.Write(httpHeader, block); err != nil {
			t.Fatal(err)
		}
	}
	return b.Bytes()
}

package fetch_test

import (
	"bytes"
	"compress/flate"
	"compress/gzip"
	"compress/zlib"
	"encoding/binary"
	"errors"
	"io"
	"math/rand/v2"
	"net/http"
	"runtime"
	"strings"
	"sync"
	"testing"
	"testing/iotest"

	"github.com/andybalholm/brotli"
	"github.com/klauspost/compress/zstd"

	"htmlurl/fetch"
)

// format is one of the formats that content codings have, with its encoder.
type format struct {
	coding, name string
	hasChecksum  bool
	writer       func(io.Writer) io.WriteCloser
}

var formats = []format{
	{"gzip", "gzip", true, func(w io.Writer) io.WriteCloser { return gzip.NewWriter(w) }},
	{"deflate", "zlib", true, func(w io.Writer) io.WriteCloser { return zlib.NewWriter(w) }},
	{"deflate", "bare deflate", false, func(w io.Writer) io.WriteCloser {
		return must(flate.NewWriter(w, flate.DefaultCompression))
	}},
	{"br", "brotli", false, func(w io.Writer) io.WriteCloser { return brotli.NewWriter(w) }},
	{"zstd", "zstd", true, func(w io.Writer) io.WriteCloser {
		return must(zstd.NewWriter(w, zstd.WithEncoderConcurrency(1), zstd.WithWindowSize(1<<20)))
	}},
}

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

// encode returns the text in the format.
func (f format) encode(text []byte) []byte {
	var b bytes.Buffer
	w := f.writer(&b)
	_ = must(w.Write(text))
	if err := w.Close(); err != nil {
		panic(err)
	}
	return b.Bytes()
}

// skipShort skips a test that is slow.
func skipShort(t *testing.T) {
	t.Helper()
	if testing.Short() {
		t.Skip("encodes many megabytes")
	}
}

// decodeAll decodes a body and closes the reader.
func decodeAll(body io.Reader, codings ...string) ([]byte, error) {
	r, err := fetch.Decode(body, codings)
	if err != nil {
		return nil, err
	}
	defer r.Close()
	return io.ReadAll(r)
}

// texts are bodies of different sizes: ordinary ones, some that cannot be compressed, and one that can be very well.
var texts = func() [][]byte {
	random := make([]byte, 50_000)
	for i := range random {
		random[i] = byte(rand.Uint32())
	}
	page := []byte(strings.Repeat("<p>some text, and <a href=x>a link</a>\n", 4000))
	return [][]byte{[]byte("a"), page[:100], page, random[:1000], random, make([]byte, 200_000)}
}()

// TestContentEncoding holds how the values of Content-Encoding are read.
func TestContentEncoding(t *testing.T) {
	text := []byte("text")
	codings := map[string]format{"gzip": formats[0], "deflate": formats[1], "br": formats[3], "zstd": formats[4]}
	cases := []struct {
		clause  string
		values  []string
		applied string // in this order, or
		failure string // what the error ends with
	}{
		{"RFC 9110 8.4", nil, "", ""},
		{"RFC 9110 8.4", []string{"gzip"}, "gzip", ""},
		{"RFC 9110 8.4", []string{"gzip, br"}, "gzip br", ""},
		{"RFC 9110 8.4", []string{"gzip", "br"}, "gzip br", ""},
		{"RFC 9110 8.4", []string{"gzip,\tdeflate ", " br,zstd"}, "gzip deflate br zstd", ""},
		{"RFC 9110 8.4.1", []string{"GZip"}, "gzip", ""},
		{"RFC 9110 8.4.1.2", []string{"Deflate"}, "deflate", ""},
		{"RFC 9110 8.4.1.3", []string{"x-gzip"}, "gzip", ""},
		{"RFC 9110 8.4.1.3", []string{"X-GZIP, x-gzip"}, "gzip gzip", ""},
		{"RFC 9110 12.5.3", []string{"identity"}, "", ""},
		{"RFC 9110 12.5.3", []string{"identity, br, Identity"}, "br", ""},
		{"RFC 9110 5.6.1.2", []string{""}, "", ""},
		{"RFC 9110 5.6.1.2", []string{" , gzip,,", ","}, "gzip", ""},
		{"RFC 7932 13", []string{"br"}, "br", ""},
		{"RFC 8878 7.2", []string{"zstd"}, "zstd", ""},
		{"more than 5", []string{"gzip, gzip, gzip, gzip, gzip"}, "gzip gzip gzip gzip gzip", ""},
		{"more than 5", []string{"gzip, gzip, gzip, gzip, gzip, identity,"}, "gzip gzip gzip gzip gzip", ""},
		{"more than 5", []string{"gzip, gzip, gzip", "gzip, gzip, br"}, "", `: "br" after 5 others`},
		{"unknown", []string{"compress"}, "", `: "compress"`},
		{"unknown", []string{"gzip, X-Compress"}, "", `: "X-Compress"`},
		{"unknown", []string{"gzip br"}, "", `: "gzip br"`},
		{"unknown", []string{"gzip;q=1"}, "", `: "gzip;q=1"`},
		{"unknown", []string{"gz\u0130p"}, "", ": \"gz\u0130p\""},
		{"unknown", []string{"\u212A"}, "", ": \"\u212A\""},
		{"unknown", []string{strings.Repeat("x", 1<<20)}, "", `: "` + strings.Repeat("x", 50) + `"`},
		{"unknown", []string{strings.Repeat(",", 1<<20) + "\x00"}, "", `: "\x00"`},
	}
	if want := 26; len(cases) != want {
		t.Fatalf("%d cases, want %d", len(cases), want)
	}
	for _, c := range cases {
		body := text
		for name := range strings.FieldsSeq(c.applied) {
			body = codings[name].encode(body)
		}
		got, err := decodeAll(bytes.NewReader(body), c.values...)
		if c.failure == "" {
			if err != nil || !bytes.Equal(got, text) {
				t.Errorf("%s: %.50q: %q, %v", c.clause, c.values, got, err)
			}
		} else if !errors.Is(err, fetch.ErrCoding) || !strings.HasSuffix(err.Error(), c.failure) {
			t.Errorf("%s: %.50q: error %v", c.clause, c.values, err)
		}
	}
	for name := range strings.SplitSeq(fetch.AcceptEncoding, ", ") {
		if _, ok := codings[name]; !ok {
			t.Errorf("the coding %s is accepted, but not tested", name)
		}
	}
}

// TestDecode holds that decoding undoes encoding, in each format and in two, whatever the sizes of reads are.
func TestDecode(t *testing.T) {
	for _, text := range texts {
		for _, f := range formats {
			body := f.encode(text)
			for name, wrap := range map[string]func(io.Reader) io.Reader{
				"whole":        func(r io.Reader) io.Reader { return r },
				"bytes":        iotest.OneByteReader,
				"halves":       iotest.HalfReader,
				"early end":    iotest.DataErrReader,
				"random sizes": func(r io.Reader) io.Reader { return &randomSizes{r} },
			} {
				got, err := decodeAll(wrap(bytes.NewReader(body)), f.coding)
				if err != nil || !bytes.Equal(got, text) {
					t.Fatalf("%s, %d bytes, %s: %d bytes, %v", f.name, len(text), name, len(got), err)
				}
				if name == "early end" { // which wants a reader whose end is late
					continue
				}
				r := must(fetch.Decode(bytes.NewReader(body), []string{f.coding}))
				if got, err := io.ReadAll(wrap(r)); err != nil || !bytes.Equal(got, text) {
					t.Fatalf("%s, %d bytes, read as %s: %d bytes, %v", f.name, len(text), name, len(got), err)
				}
			}
			for _, outer := range formats {
				got, err := decodeAll(bytes.NewReader(outer.encode(body)), f.coding, outer.coding)
				if err != nil || !bytes.Equal(got, text) {
					t.Fatalf("%s in %s: %d bytes, %v", f.name, outer.name, len(got), err)
				}
			}
		}
	}
}

// randomSizes reads few or many bytes at a time.
type randomSizes struct{ io.Reader }

func (r *randomSizes) Read(p []byte) (int, error) {
	return r.Reader.Read(p[:rand.N(min(len(p), 1<<rand.N(16)))+min(len(p), 1)])
}

// TestEmptyBody holds that an empty body is empty in every coding: there is none for HEAD.
func TestEmptyBody(t *testing.T) {
	for _, values := range []string{"", "gzip", "deflate", "br", "zstd", "gzip, br, deflate, zstd, gzip"} {
		if got, err := decodeAll(http.NoBody, values); len(got) > 0 || err != nil {
			t.Errorf("%s: %q, %v", values, got, err)
		}
	}
	for _, f := range formats {
		if got, err := decodeAll(bytes.NewReader(f.encode(nil)), f.coding); len(got) > 0 || err != nil {
			t.Errorf("%s: %q, %v", f.name, got, err)
		}
	}
}

// TestParts holds what may follow the end of a coding, or of a part of it.
func TestParts(t *testing.T) {
	gzipped, zlibbed, bare, zstandard := formats[0].encode, formats[1].encode, formats[2].encode, formats[4].encode
	a, b := []byte("first "), []byte("second")
	skippable := append(binary.LittleEndian.AppendUint32([]byte("\x50\x2A\x4D\x18"), 3), "xyz"...)
	cases := []struct {
		clause, coding string
		parts          [][]byte
		want           string
	}{
		{"RFC 1952 2.2", "gzip", [][]byte{gzipped(a), gzipped(b)}, "first second"},
		{"RFC 1952 2.2", "gzip", [][]byte{gzipped(nil), gzipped(a), gzipped(nil), gzipped(b)}, "first second"},
		{"garbage", "gzip", [][]byte{gzipped(a), []byte("garbage")}, "first "},
		{"garbage", "gzip", [][]byte{gzipped(a), {0}}, "first "},
		{"garbage", "gzip", [][]byte{gzipped(a), {0x1F}}, "first "},
		{"garbage", "gzip", [][]byte{gzipped(a), make([]byte, 1<<20)}, "first "},
		{"garbage", "gzip", [][]byte{gzipped(a), gzipped(b), make([]byte, 1<<20), gzipped(b)}, "first second"},
		{"garbage", "deflate", [][]byte{zlibbed(a), []byte("garbage")}, "first "},
		{"garbage", "deflate", [][]byte{bare(a), []byte("garbage")}, "first "},
		{"RFC 1951 3.2.4", "deflate", [][]byte{[]byte("\x08\x06\x00\xF9\xFFfirst "), bare(b)}, "first second"},
		{"RFC 8878 3.1", "zstd", [][]byte{zstandard(a), zstandard(b)}, "first second"},
		{"RFC 8878 3.1.2", "zstd", [][]byte{skippable, zstandard(a), skippable, zstandard(b), skippable}, "first second"},
		{"RFC 8878 3.1.2", "zstd", [][]byte{skippable}, ""},
	}
	if want := 13; len(cases) != want {
		t.Fatalf("%d cases, want %d", len(cases), want)
	}
	for _, c := range cases {
		body := bytes.NewReader(bytes.Join(c.parts, nil))
		got, err := decodeAll(body, c.coding)
		if err != nil || string(got) != c.want {
			t.Errorf("%s: %.30q: %q, %v", c.clause, c.parts, got, err)
		}
		if body.Len() > 0 {
			t.Errorf("%s: %.30q: %d bytes are not read", c.clause, c.parts, body.Len())
		}
	}
}

// TestBrokenBody holds that a body that was cut anywhere wraps io.ErrUnexpectedEOF, and that one with a wrong byte
// anywhere is found to be broken if there is a checksum. The errors name the coding.
func TestBrokenBody(t *testing.T) {
	text := texts[1]
	for _, f := range formats {
		body := f.encode(text)
		for n := 1; n < len(body); n++ {
			got, err := decodeAll(bytes.NewReader(body[:n]), f.coding)
			if !errors.Is(err, io.ErrUnexpectedEOF) || !strings.Contains(err.Error(), " "+f.coding+":") {
				t.Errorf("%s: %d of %d bytes: %v", f.name, n, len(body), err)
			}
			if !bytes.HasPrefix(text, got) {
				t.Errorf("%s: %d of %d bytes: %q", f.name, n, len(body), got)
			}
		}
		for i := range body {
			broken := bytes.Clone(body)
			broken[i] ^= 0xFF
			got, err := decodeAll(bytes.NewReader(broken), f.coding)
			if err != nil && !strings.Contains(err.Error(), " "+f.coding+":") {
				t.Errorf("%s: byte %d is wrong: %v", f.name, i, err)
			}
			if err == nil && f.hasChecksum && !bytes.Equal(got, text) {
				t.Errorf("%s: byte %d is wrong: %q", f.name, i, got)
			}
		}
	}
}

// TestBrokenAround holds that the end of a coding is read after the one in it has come to its own.
func TestBrokenAround(t *testing.T) {
	for _, f := range formats {
		var outer bytes.Buffer
		w := gzip.NewWriter(&outer)
		_ = must(w.Write(f.encode(texts[1])))
		_ = w.Flush()
		_ = w.Close()
		got, err := decodeAll(bytes.NewReader(outer.Bytes()[:outer.Len()-1]), f.coding, "gzip")
		if !errors.Is(err, io.ErrUnexpectedEOF) || !bytes.Equal(got, texts[1]) {
			t.Errorf("%s in gzip without its last byte: %q, %v", f.name, got, err)
		}
	}
}

// TestSourceError holds that errors of the body come as they are, even those that mean another thing to a decoder.
func TestSourceError(t *testing.T) {
	text := texts[2]
	for _, failure := range []error{errors.New("network"), io.ErrUnexpectedEOF, io.ErrNoProgress} {
		for _, f := range formats {
			body := f.encode(text)
			for _, n := range []int{0, 1, 2, 5, len(body) / 2, len(body) - 1, len(body)} {
				got, err := decodeAll(io.MultiReader(bytes.NewReader(body[:n]), iotest.ErrReader(failure)), f.coding)
				if err != failure || !bytes.HasPrefix(text, got) {
					t.Errorf("%s after %d bytes of %s: %d bytes, %v", failure, n, f.name, len(got), err)
				}
				nested := formats[0].encode(body[:n])
				broken := io.MultiReader(bytes.NewReader(nested), iotest.ErrReader(failure))
				if _, err := decodeAll(broken, f.coding, "gzip"); err != failure {
					t.Errorf("%s after %d bytes of %s in gzip: %v", failure, n, f.name, err)
				}
			}
		}
	}
}

// TestWindow holds that zstd may need 8 MB, and no more.
//
// Spec: https://www.rfc-editor.org/rfc/rfc9659#section-3
func TestWindow(t *testing.T) {
	text := make([]byte, 2*fetch.MaxWindow+1)
	for _, c := range []struct {
		window int
		ok     bool
	}{{1 << 20, true}, {fetch.MaxWindow, true}, {2 * fetch.MaxWindow, false}} {
		var body bytes.Buffer
		w := must(zstd.NewWriter(&body, zstd.WithWindowSize(c.window), zstd.WithEncoderConcurrency(1)))
		_ = must(w.Write(text))
		_ = w.Close()
		if got, err := decodeAll(&body, "zstd"); (err == nil) != c.ok || c.ok && len(got) != len(text) {
			t.Errorf("a window of %d bytes: %d bytes, %v", c.window, len(got), err)
		}
	}
}

// TestBomb holds that a byte of a bomb costs little of the body and, but for the window, little memory.
func TestBomb(t *testing.T) {
	skipShort(t)
	const size, kilo = 20 << 20, 1 << 10
	wide := format{"br", "brotli with its widest window", false, func(w io.Writer) io.WriteCloser {
		return brotli.NewWriterOptions(w, brotli.WriterOptions{Quality: 5, LGWin: 24})
	}}
	memory := map[string]uint64{
		"gzip": 48 * kilo, "deflate": 48 * kilo, "zstd": (8<<10 + 512) * kilo, "br": (16<<10 + 512) * kilo,
	}
	for _, f := range append(formats[:len(formats):len(formats)], wide) {
		bomb := f.encode(make([]byte, size))
		body := bytes.NewReader(bomb)
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		r := must(fetch.Decode(body, []string{f.coding}))
		if body.Len() != len(bomb) {
			t.Errorf("%s: the body is read too early", f.name)
		}
		if n, err := r.Read(make([]byte, 1)); n != 1 || err != nil {
			t.Errorf("%s: %d bytes, %v", f.name, n, err)
		}
		r.Close()
		runtime.ReadMemStats(&after)
		if read := len(bomb) - body.Len(); read > 32*kilo {
			t.Errorf("%s: %d bytes of the body are read for the first byte", f.name, read)
		}
		if got := after.TotalAlloc - before.TotalAlloc; got > memory[f.coding] {
			t.Errorf("%s: %d bytes of memory for the first byte", f.name, got)
		}
	}
}

// TestNestedBomb holds that a bomb does not go off between two codings.
func TestNestedBomb(t *testing.T) {
	skipShort(t)
	const size = 3 << 20
	member := formats[0].encode(nil)
	members := bytes.Repeat(member, size/len(member))
	skipped := append(binary.LittleEndian.AppendUint32([]byte("\x50\x2A\x4D\x18"), size), make([]byte, size)...)
	cases := []struct {
		name, coding string
		body         []byte
	}{
		{"empty members", "gzip", members},
		{"a skippable frame", "zstd", skipped},
		{"empty stored blocks", "deflate", bytes.Repeat([]byte("\x00\x00\x00\xFF\xFF"), size/5)},
		{"empty metadata blocks", "br", append([]byte{0x0C}, bytes.Repeat([]byte{0x06}, size)...)},
	}
	for _, c := range cases {
		for _, outer := range formats {
			if _, err := decodeAll(bytes.NewReader(outer.encode(c.body)), c.coding, outer.coding); err != fetch.ErrBomb {
				t.Errorf("%s in %s: %v", c.name, outer.name, err)
			}
		}
		if _, err := decodeAll(bytes.NewReader(c.body), c.coding); errors.Is(err, fetch.ErrBomb) {
			t.Errorf("%s: %v, although what is read can be counted", c.name, err)
		}
	}
	for _, garbage := range [][]byte{make([]byte, 20<<20), texts[4]} {
		body := bytes.NewReader(formats[0].encode(append(formats[0].encode([]byte("text")), garbage...)))
		if got, err := decodeAll(body, "gzip", "gzip"); string(got) != "text" || err != nil || body.Len() > 0 {
			t.Errorf("%d bytes of garbage after gzip in gzip: %q, %v, %d bytes unread", len(garbage), got, err, body.Len())
		}
	}
}

// TestFlushedBody holds that a server may flush as often as it likes, also within another coding.
func TestFlushedBody(t *testing.T) {
	skipShort(t)
	text := bytes.Repeat(texts[1], 2000)
	var body bytes.Buffer
	w := gzip.NewWriter(&body)
	for i := range text {
		_ = must(w.Write(text[i : i+1]))
		_ = w.Flush()
	}
	_ = w.Close()
	outer := formats[0].encode(body.Bytes())
	if got, err := decodeAll(bytes.NewReader(outer), "gzip", "gzip"); err != nil || !bytes.Equal(got, text) {
		t.Errorf("%d bytes, %v", len(got), err)
	}
}

// TestStreaming holds that what was flushed can be read before more comes.
func TestStreaming(t *testing.T) {
	for _, f := range formats {
		body, server := io.Pipe()
		r := must(fetch.Decode(body, []string{f.coding}))
		go func() {
			w := f.writer(server)
			for range 3 {
				_ = must(w.Write([]byte("part")))
				if err := w.(interface{ Flush() error }).Flush(); err != nil {
					panic(err)
				}
			}
		}()
		for i := range 3 {
			part := make([]byte, 4)
			if _, err := io.ReadFull(r, part); err != nil || string(part) != "part" {
				t.Errorf("%s: part %d: %q, %v", f.name, i, part, err)
			}
		}
		body.Close()
		r.Close()
	}
}

// TestCloseDecoder holds that nothing can be read from a closed reader, and that one left in the middle or at an error
// spoils nothing for those after it.
func TestCloseDecoder(t *testing.T) {
	for _, f := range formats {
		for i := range 24 {
			body := f.encode(texts[i%len(texts)])
			if i%3 == 0 {
				body[rand.N(len(body))] ^= 0xFF
			}
			left := must(fetch.Decode(bytes.NewReader(body), []string{f.coding, "identity"}))
			_, _ = io.CopyN(io.Discard, left, rand.Int64N(int64(len(texts[i%len(texts)]))+2))
			for range 2 {
				if err := left.Close(); err != nil {
					t.Fatal(err)
				}
				if n, err := left.Read(make([]byte, 1)); n != 0 || err != http.ErrBodyReadAfterClose {
					t.Fatalf("%s: %d, %v after Close", f.name, n, err)
				}
			}
			text := texts[(i+1)%len(texts)]
			if got, err := decodeAll(bytes.NewReader(f.encode(text)), f.coding); err != nil || !bytes.Equal(got, text) {
				t.Fatalf("%s: %d of %d bytes, %v", f.name, len(got), len(text), err)
			}
		}
	}
}

// TestParallel holds that bodies can be decoded at the same time.
func TestParallel(t *testing.T) {
	var all sync.WaitGroup
	for _, f := range formats {
		for _, text := range texts {
			all.Go(func() {
				body := f.encode(text)
				for range 5 {
					if got, err := decodeAll(bytes.NewReader(body), f.coding); err != nil || !bytes.Equal(got, text) {
						t.Errorf("%s: %d of %d bytes, %v", f.name, len(got), len(text), err)
					}
				}
			})
		}
	}
	all.Wait()
}

package warc_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"htmlurl/examples/webscale/warc"
)

// Any file is read to its end, however its bytes come. Records have places that increase, and in plain files no more
// bytes than these, and no more records than begin there. Good members are found before and behind any bytes.
func FuzzReader(f *testing.F) {
	for _, c := range plainCases {
		if len(c.file) < 1000 {
			f.Add([]byte(c.file), uint(0))
		}
	}
	for _, c := range gzipCases {
		if len(c.file) < 1000 {
			f.Add([]byte(c.file), uint(0))
		}
	}
	f.Add([]byte("block"), uint(100))
	var r warc.Reader
	f.Fuzz(func(t *testing.T, file []byte, cut uint) {
		checkFile(t, &r, file)
		checkFile(t, &r, []byte(member(string(file))))
		checkCut(t, &r, file, cut)
		// Where the file is known to be gzip, what is between members costs none of them.
		if !bytes.Contains(file, []byte(magic)) {
			log := logOf(t, &r, strings.NewReader(m1+string(file)+m2))
			if last := log[len(log)-1]; log[0].body != "one" || last.fault != "" || last.body != "two" {
				t.Fatalf("around %q:\n%s", file, text(log))
			}
		}
	})
}

// checkFile holds what is true of all files.
func checkFile(t *testing.T, r *warc.Reader, file []byte) {
	t.Helper()
	log := logOf(t, r, bytes.NewReader(file))
	isPlain := !bytes.Contains(file, []byte(magic))
	records, size := 0, 0
	last := warc.Place{Offset: -1}
	for _, e := range log {
		if e.rec == nil {
			continue
		}
		records++
		size += len(e.body)
		p := e.rec.Place
		if p.Offset < last.Offset || p.Offset == last.Offset && p.Within <= last.Within || p.Within < 0 {
			t.Fatalf("%q: %v after %v", file, p, last)
		}
		if last = p; isPlain && !bytes.HasPrefix(file[p.Offset:], []byte("WARC/")) {
			t.Fatalf("%q: no record begins %v", file, p)
		}
	}
	if isPlain && (size > len(file) || records > bytes.Count(file, []byte("WARC/"))) {
		t.Fatalf("%q: %d records of %d bytes", file, records, size)
	}
	if again := text(logOf(t, r, iotest.OneByteReader(bytes.NewReader(file)))); again != text(log) {
		t.Fatalf("%q: byte by byte\n%swant\n%s", file, again, text(log))
	}
	checkSkipped(t, r, file, log)
}

// checkSkipped holds that a file has the same records if their blocks are not read.
func checkSkipped(t *testing.T, r *warc.Reader, file []byte, log []event) {
	t.Helper()
	var want, got []string
	for _, e := range log {
		if e.rec != nil {
			want = append(want, e.place)
		}
		if e.fault != "" {
			want = append(want, e.place+" "+e.fault)
		}
	}
	r.Reset(bytes.NewReader(file))
	for rec, err := range r.Records() {
		if e, ok := errors.AsType[*warc.Error](err); ok {
			got = append(got, place(e.Place)+" "+faults[e.Fault])
			continue
		}
		got = append(got, place(rec.Place))
	}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Fatalf("%q: skipped\n%q\nwant\n%q", file, got, want)
	}
}

// checkCut holds that a file which is cut has the records before that, and one that is cut in a member the records in
// the members behind it.
func checkCut(t *testing.T, r *warc.Reader, block []byte, cut uint) {
	t.Helper()
	rec := record("http://x/", string(block))
	for name, record := range map[string]string{"plain": rec, "gzip": member(rec)} {
		file := strings.Repeat(record, 3)
		n := int(cut % uint(len(file)+1))
		log := logOf(t, r, strings.NewReader(file[:n]))
		for i := range n / len(record) {
			if i >= len(log) || log[i].fault != "" || log[i].body != string(block) {
				t.Fatalf("%s of %q cut at %d:\n%s", name, block, n, text(log))
			}
		}
		if name == "plain" || strings.Count(file, magic) > 3 {
			continue
		}
		log = logOf(t, r, strings.NewReader(file[:n]+m1))
		if last := log[len(log)-1]; last.fault != "" || last.body != "one" || last.place != fmt.Sprint(n) {
			t.Fatalf("%q cut at %d, and another member:\n%s", block, n, text(log))
		}
	}
}

// Any block gives a response or an error of the package, the same however its bytes come, with a body up to the limit.
// What was coded is decoded to what it was.
func FuzzResponse(f *testing.F) {
	for _, c := range headerCases {
		if len(c.block) < 1000 {
			f.Add([]byte(c.block), uint8(0))
		}
	}
	for i, c := range bodyCases {
		if len(c.body) < 1000 {
			f.Add([]byte("HTTP/1.1 200 OK\r\n"+c.fields+"\r\n\r\n"+c.body), uint8(i))
		}
	}
	r := warc.Reader{MaxBody: mostFuzzed}
	f.Fuzz(func(t *testing.T, block []byte, which uint8) {
		file := archive(t, httpHeader, string(block))
		whole := responseLog(t, &r, bytes.NewReader(file))
		if again := responseLog(t, &r, iotest.OneByteReader(bytes.NewReader(file))); again != whole {
			t.Fatalf("%q: byte by byte %s, want %s", block, again, whole)
		}
		if body, err := bodyOf(&r, file); len(body) > mostFuzzed {
			t.Fatalf("%q: a body of %d bytes, %v", block, len(body), err)
		}
		if 0 < len(block) && len(block) <= mostFuzzed {
			n := uint8(len(codings))
			checkCoded(t, &r, string(block), codings[which%n], codings[which/n%n])
		}
	})
}

// mostFuzzed is the MaxBody of FuzzResponse.
const mostFuzzed = 3000

// coding is a coding with the field that says so.
type coding struct {
	field string
	code  func(string) string
}

var codings = []coding{
	{"Content-Encoding: gzip", member},
	{"Content-Encoding: gzip", stored},
	{"Content-Encoding: deflate", zlibbed},
	{"Content-Encoding: deflate", deflated},
	{"Content-Encoding: br", brotlied},
	{"Content-Encoding: zstd", zstded},
	{"Transfer-Encoding: chunked", func(s string) string { return chunked(s, 5) }},
}

// checkCoded holds that a body with a coding, or two one over the other, is decoded to what it was.
func checkCoded(t *testing.T, r *warc.Reader, page string, inner, outer coding) {
	t.Helper()
	coded := inner.code(page)
	file := archive(t, httpHeader, "HTTP/1.1 200\r\n"+inner.field+"\r\n\r\n"+coded)
	if body, err := bodyOf(r, file); err != nil || string(body) != page {
		t.Fatalf("%q under %s: %q, %v", page, inner.field, body, err)
	}
	isContent := strings.HasPrefix(outer.field, "Content")
	if len(coded) > mostFuzzed || isContent && !strings.HasPrefix(inner.field, "Content") {
		return // transfer codings are over content codings
	}
	file = archive(t, httpHeader, "HTTP/1.1 200\r\n"+inner.field+"\r\n"+outer.field+"\r\n\r\n"+outer.code(coded))
	if body, err := bodyOf(r, file); err != nil || string(body) != page {
		t.Fatalf("%q under %s and %s: %q, %v", page, inner.field, outer.field, body, err)
	}
}

// bodyOf returns the body of the response in the first record of a file.
func bodyOf(r *warc.Reader, file []byte) (body []byte, err error) {
	r.Reset(bytes.NewReader(file))
	for rec, err := range r.Records() {
		if err != nil {
			return nil, err
		}
		resp, err := rec.Response()
		if err != nil {
			return nil, err
		}
		return io.ReadAll(resp.Body)
	}
	return nil, io.ErrUnexpectedEOF
}

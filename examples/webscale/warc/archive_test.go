package warc_test

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"htmlurl/examples/webscale/warc"
)

// record returns a record as text: of type resource, with a target URI and a block.
func record(uri, block string) string {
	return fmt.Sprintf("WARC/1.0\r\nWARC-Type: resource\r\nWARC-Target-URI: %s\r\nContent-Length: %d\r\n\r\n%s\r\n\r\n",
		uri, len(block), block)
}

// member returns text as a gzip member.
func member(text string) string { return compressed(text, gzip.BestSpeed) }

// stored returns text as a gzip member without compression.
func stored(text string) string { return compressed(text, gzip.NoCompression) }

// compressors are used again, as they are large.
var compressors = map[int]*gzip.Writer{}

func compressed(text string, level int) string {
	var b bytes.Buffer
	w := compressors[level]
	if w == nil {
		w, _ = gzip.NewWriterLevel(&b, level) // which is one
		compressors[level] = w
	}
	w.Reset(&b)
	_, _ = io.WriteString(w, text) // a buffer takes everything
	_ = w.Close()
	return b.String()
}

// members returns text in gzip members for every so many bytes of it.
func members(text string, size int) string {
	var b strings.Builder
	for len(text) > size {
		b.WriteString(member(text[:size]))
		text = text[size:]
	}
	return b.String() + member(text)
}

// place is where something stands, in a log.
func place(p warc.Place) string {
	if p.Within > 0 {
		return fmt.Sprintf("%d+%d", p.Offset, p.Within)
	}
	return fmt.Sprint(p.Offset)
}

// faultOf returns the fault of an error, and fails the test if it is none.
func faultOf(t testing.TB, err error) warc.Fault {
	t.Helper()
	e, ok := errors.AsType[*warc.Error](err)
	if !ok || !errors.Is(err, e.Fault) {
		t.Fatalf("the error %v (%T) is not of the package", err, err)
	}
	return e.Fault
}

// faults are the names of faults in logs.
var faults = map[warc.Fault]string{
	warc.Unreadable: "Unreadable", warc.Garbage: "Garbage", warc.Truncated: "Truncated", warc.Corrupt: "Corrupt",
	warc.HeaderTooLong: "HeaderTooLong", warc.ContentLength: "ContentLength", warc.NotResponse: "NotResponse",
	warc.Unsupported: "Unsupported", warc.BodyTooLong: "BodyTooLong",
}

// event is a record, or an error between records.
type event struct {
	place, fault string
	rec          *warc.Record // nil for an error between records
	body         string
}

// String writes the event as a line: where, the URI and the block of a record, and what is wrong.
func (e event) String() string {
	if e.rec == nil {
		return e.place + " " + e.fault
	}
	return strings.TrimSpace(fmt.Sprintf("%s %s %q %s", e.place, e.rec.URI(), e.body, e.fault))
}

// logOf reads a file to its end, with the blocks of all records.
func logOf(t testing.TB, r *warc.Reader, file io.Reader) (log []event) {
	t.Helper()
	r.Reset(file)
	for rec, err := range r.Records() {
		if err != nil {
			e, _ := errors.AsType[*warc.Error](err)
			log = append(log, event{fault: faults[faultOf(t, err)], place: place(e.Place)})
			continue
		}
		body, err := io.ReadAll(rec.Body)
		e := event{place: place(rec.Place), rec: rec, body: string(body)}
		if err != nil {
			e.fault = faults[faultOf(t, err)]
		} else if int64(len(body)) != rec.Length {
			t.Fatalf("%s has %d bytes, not %d", rec.URI(), len(body), rec.Length)
		}
		log = append(log, e)
	}
	return log
}

// text writes a log, a line for each event.
func text(log []event) string {
	var b strings.Builder
	for _, e := range log {
		b.WriteString(e.String() + "\n")
	}
	return b.String()
}

// placeless writes a log without places.
func placeless(log []event) string {
	var b strings.Builder
	for _, e := range log {
		_, rest, _ := strings.Cut(e.String(), " ")
		b.WriteString(rest + "\n")
	}
	return b.String()
}

// count checks how many cases there were.
func count(t *testing.T, what string, got, want int) {
	t.Helper()
	if got != want {
		t.Errorf("%s: %d cases, want %d", what, got, want)
	}
}

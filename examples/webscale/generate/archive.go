package generate

import (
	"bytes"
	"fmt"
	"io"
	"iter"
	"time"

	"github.com/andybalholm/brotli"
	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"

	"htmlurl/examples/webscale/warc"
)

// Options say what is in an archive.
type Options struct {
	Seed   uint64
	Count  int    // how many pages are generated
	Pages  []Page // others, which are mixed in among them, in their order
	Damage Damage
}

// Damage is what is wrong with an archive, at one of its pages.
type Damage uint8

const (
	None      Damage = iota
	Truncated        // the file ends within the last page
	Corrupt          // the gzip member of a page in the middle has bytes that are wrong
	BadLength        // the record of a page in the middle has a Content-Length that is no number
)

// Archive writes an archive of gzip members with a record each. The first one tells of the archive. Each page has a
// request, a response with status 200, and now and then metadata; some bodies are in chunks or compressed. Between the
// pages are redirects, pages that are not found, images and other files.
func Archive(dst io.Writer, o Options) error {
	a := newArchive(dst, o.Seed)
	next, stop := iter.Pull(Pages(o.Seed))
	defer stop()
	total := o.Count + len(o.Pages)
	for i := 0; i < total && a.err == nil; i++ {
		var page Page
		if a.IntN(total-i) < len(o.Pages) {
			page, o.Pages = o.Pages[0], o.Pages[1:]
		} else {
			page, _ = next()
		}
		if isLast := i == total-1; isLast && o.Damage == Truncated || i == total/2 && o.Damage > Truncated {
			a.damage = o.Damage
		}
		a.exchange(page, "200 OK")
		if a.chance(150) {
			a.exchange(a.other())
		}
	}
	return a.err
}

// archive writes an archive.
type archive struct {
	*web
	dst     io.Writer
	records *warc.Writer // to record
	record  bytes.Buffer
	coders  map[string]coder
	time    time.Time // of the last record
	info    string    // ID of the record that tells of the archive
	damage  Damage    // of the next response
	err     error     // after which nothing is written
}

func newArchive(dst io.Writer, seed uint64) *archive {
	z, _ := zstd.NewWriter(nil, zstd.WithEncoderConcurrency(1), zstd.WithWindowSize(1<<20)) // which it takes
	a := &archive{web: newWeb(^seed), dst: dst, time: time.Date(2024, 5, 18, 1, 2, 3, 0, time.UTC),
		coders: map[string]coder{"gzip": gzip.NewWriter(nil), "br": brotli.NewWriterLevel(nil, 4), "zstd": z}}
	a.records = warc.NewWriter(&a.record)
	a.records.Plain = true // the other gzip is much faster
	a.info = a.write("warcinfo", "", warcFields, "", []byte("software: htmlurl\r\nformat: WARC File Format 1.0\r\n"))
	return a
}

// Types of blocks.
const (
	warcFields  = "application/warc-fields"
	httpMessage = "application/http; msgtype="
)

// exchange writes the records of a request for a page and the response.
func (a *archive) exchange(p Page, status string) {
	id := a.write("request", p.URL, httpMessage+"request", "", request(p.URL))
	id = a.write("response", p.URL, httpMessage+"response", id, a.response(p, status))
	if a.chance(100) {
		a.write("metadata", p.URL, warcFields, id, fmt.Appendf(nil, "fetchTimeMs: %d\r\n", a.IntN(5000)))
	}
}

// write writes a record and returns its ID.
func (a *archive) write(kind, url, contentType, concurrent string, block []byte) (id string) {
	const version, variant = 4, 8 // of a random UUID
	high, low := a.Uint64(), a.Uint64()
	id = fmt.Sprintf("<urn:uuid:%08x-%04x-%x%03x-%x%03x-%012x>",
		high>>32, high>>16&0xFFFF, version, high&0xFFF, variant, low>>52, low&(1<<48-1))
	a.time = a.time.Add(time.Duration(a.IntN(1000)) * time.Millisecond)
	h := warc.Header{{Name: "WARC-Type", Value: kind}, {Name: "WARC-Date", Value: a.time.Format(time.RFC3339)},
		{Name: "WARC-Record-ID", Value: id}, {Name: "Content-Type", Value: contentType}}
	if url != "" {
		h = append(h, warc.Field{Name: "WARC-Target-URI", Value: url}, warc.Field{Name: "WARC-Warcinfo-ID", Value: a.info})
	}
	if concurrent != "" {
		h = append(h, warc.Field{Name: "WARC-Concurrent-To", Value: concurrent})
	}
	damage := None
	if kind == "response" {
		damage, a.damage = a.damage, None
	}
	if damage == BadLength {
		h = append(h, warc.Field{Name: "Content-Length", Value: "unknown"}) // before the right one
	}
	a.record.Reset()
	if err := a.records.Write(h, block); a.err == nil {
		a.err = err
	}
	a.flush(damage)
	return id
}

// flush writes the record as a gzip member, with a damage.
func (a *archive) flush(d Damage) {
	member := code(a.coders["gzip"], a.record.Bytes())
	middle := len(member) / 2
	switch d {
	case Truncated:
		member = member[:middle]
	case Corrupt:
		copy(member[middle:], "corrupt!")
	}
	if a.err == nil {
		_, a.err = a.dst.Write(member)
	}
	if d == Truncated {
		a.dst = io.Discard
	}
}

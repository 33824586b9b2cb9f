package extract

import (
	"bytes"
	"context"
	"errors"
	"io"
	"strings"

	"htmlurl/document"
	"htmlurl/examples/webscale/warc"
	"htmlurl/resolve"
)

// Extractor finds the links of the pages in archives. The zero Extractor is ready; it is for one goroutine and uses its
// memory again.
type Extractor struct {
	Edition resolve.Edition // the rules; those of HTML5 if it is zero
	MaxBody int64           // how many bytes a page may have, decoded; 0 means 32 MiB. Of a longer one the beginning is read

	archive warc.Reader
	scanner document.Scanner
	body    bytes.Buffer
	links   []document.Link
	visitor Visitor
	summary *Summary
}

// Visitor is told of the pages of an archive, one after the other. An error that it returns ends the reading.
type Visitor interface {
	// Begin begins a page, of which Base and Why are known.
	Begin(*Page) error
	// Links gives some of the links of the page, in their order, those without a URL too. They must not be used
	// afterwards, but their strings and URLs may be.
	Links(*Page, []document.Link) error
	// End ends the page.
	End(*Page) error
}

// ProcessFile reads an archive to its end and tells the visitor of its pages: of responses with a status of success,
// and of resources, that are HTML or XHTML. References in the srcdoc attributes of frames are not among the links.
//
// Damage is counted in the Summary, and reading goes on behind it. The error is that of the archive if it cannot be
// read, that of the visitor, or that of the context; what came before it is in the Summary.
func (x *Extractor) ProcessFile(ctx context.Context, archive io.Reader, v Visitor) (*Summary, error) {
	x.visitor, x.summary = v, NewSummary()
	x.archive.MaxBody = x.MaxBody
	x.archive.Reset(&stoppable{ctx, archive})
	for rec, err := range x.archive.Records() {
		switch {
		case ctx.Err() != nil:
			return x.summary, context.Cause(ctx)
		case errors.Is(err, warc.Unreadable):
			x.summary.fault(err)
			return x.summary, err
		case err != nil:
			x.summary.fault(err)
			continue
		}
		x.summary.Records++
		if err := x.record(rec); err != nil {
			return x.summary, err
		}
	}
	if x.summary.Records == 0 && !x.summary.IsDamaged() {
		x.summary.Faults[noRecord]++
	}
	return x.summary, nil
}

// noRecord is counted as a fault of an archive that has none, such as an empty file.
const noRecord = "there is no record"

// stoppable reads a file until the context ends.
type stoppable struct {
	ctx  context.Context
	file io.Reader
}

// Read implements io.Reader.
func (p *stoppable) Read(b []byte) (int, error) {
	if p.ctx.Err() != nil {
		return 0, context.Cause(p.ctx)
	}
	return p.file.Read(b)
}

// isDNS tells whether a record has an answer of the domain name system, as some crawlers store.
//
// Spec: https://iipc.github.io/warc-specifications/specifications/warc-format/warc-1.1/#response
func isDNS(rec *warc.Record) bool {
	const scheme = "dns:"
	uri := rec.URI()
	return len(uri) >= len(scheme) && strings.EqualFold(uri[:len(scheme)], scheme)
}

// record takes a record, which may be a page.
func (x *Extractor) record(rec *warc.Record) error {
	if kind := rec.Type(); kind != "response" && kind != "resource" || isDNS(rec) {
		return nil
	}
	resp, err := rec.Response()
	if err != nil {
		x.summary.fault(err)
		return nil
	}
	contentType, ok := pageType(rec, resp)
	if !ok {
		return nil
	}
	x.body.Reset()
	if _, err := x.body.ReadFrom(resp.Body); err != nil {
		x.summary.fault(err)
		if x.body.Len() == 0 {
			return nil
		}
	}
	page := &Page{Record: rec, URL: rec.URI(), Status: resp.Status, Header: resp.Header, contentType: contentType}
	return x.page(page)
}

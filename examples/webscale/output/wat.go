package output

import (
	"bufio"
	"context"
	"slices"
	"strings"
	"time"
	"unicode"

	"github.com/google/uuid"

	"htmlurl/document"
	"htmlurl/examples/webscale/draft"
	"htmlurl/examples/webscale/extract"
	"htmlurl/examples/webscale/warc"
)

// CreateWAT begins a file of the links of each page of an archive, in the form of Common Crawl's WAT files: a WARC file
// with a metadata record for each page, of JSON with the keys that those have for links: link elements are in Head.Link
// and scripts in Head.Scripts, wherever they are in the page. Links have the URL that they point to, too, and pages
// their base, as the last fields here show:
//
//	{"Envelope":{"Payload-Metadata":{"HTTP-Response-Metadata":{"HTML-Metadata":{
//	  "Head":{"Base":"/b/","Link":[{"path":"LINK@/href","url":"s.css","rel":"stylesheet","resolved":"http://h/b/s.css"}]},
//	  "Links":[{"path":"A@/href","url":"x","kind":"hyperlink","resolved":"http://h/b/x"}],
//	  "Document-Base":"http://h/b/","Why":"base element"}}}}}
//
// The records are the same whenever they are made. A URL or an ID of more than 256 KiB is in the JSON only.
//
// Deviation: what is not about links, such as titles and other meta elements than refreshes, is left out. Refreshes and
// Link header fields are among the Links. Head.Base is the base element that counts, in those files the last one.
//
// Spec: https://github.com/commoncrawl/ia-web-commons; https://commoncrawl.org/get-started
func CreateWAT(path, archive string) (File, error) {
	file, err := draft.Create(path)
	if err != nil {
		return nil, err
	}
	out := bufio.NewWriterSize(file, 64<<10)
	f := &watFile{archive: archive, file: file, out: out, records: warc.NewWriter(out)}
	if err := f.info(); err != nil {
		f.Discard()
		return nil, err
	}
	return f, nil
}

type watFile struct {
	archive string // its path
	file    *draft.File
	out     *bufio.Writer
	records *warc.Writer
	page    watPage
}

// info writes the record that tells what the file is.
func (f *watFile) info() error {
	return f.records.Write(warc.Header{
		{Name: "WARC-Type", Value: "warcinfo"},
		{Name: "WARC-Record-ID", Value: watID(f.archive)},
		{Name: "WARC-Date", Value: watDate(time.Time{})},
		{Name: "Content-Type", Value: "application/warc-fields"},
	}, []byte("software: htmlurl\r\nformat: WARC File Format 1.0\r\ndescription: links of the pages of "+
		strings.Join(strings.Fields(f.archive), " ")+"\r\n"))
}

// Begin implements extract.Visitor.
func (f *watFile) Begin(p *extract.Page) error {
	return f.page.begin(f.archive, p)
}

// Links implements extract.Visitor.
func (f *watFile) Links(_ *extract.Page, links []document.Link) error {
	for i := range links {
		f.page.add(&links[i])
	}
	return nil
}

// End implements extract.Visitor.
func (f *watFile) End(p *extract.Page) error {
	return f.records.Write(slices.Concat(
		warc.Header{{Name: "WARC-Type", Value: "metadata"}},
		uriField("WARC-Target-URI", p.URL),
		warc.Header{
			{Name: "WARC-Date", Value: watDate(p.Record.Date())},
			{Name: "WARC-Record-ID", Value: watID(f.archive, p.Record.Place.String())},
			{Name: "Content-Type", Value: "application/json"},
		},
		uriField("WARC-Refers-To", bracketed(p.Record.ID())),
	), f.page.end(p.Document)...)
}

func (f *watFile) Commit(context.Context) error {
	if err := f.out.Flush(); err != nil {
		return err
	}
	return f.file.Commit()
}

func (f *watFile) Discard() { f.file.Discard() }

// maxURI is how many bytes a URI in a header may have. Readers refuse a header that is too long.
const maxURI = warc.MaxHeader / 4

// uriField returns a field with a URI, as UTF-8 without controls, or none, if there is no URI or it is too long.
func uriField(name, uri string) warc.Header {
	uri = strings.Map(func(c rune) rune {
		if unicode.IsControl(c) {
			return ' '
		}
		return c
	}, uri)
	if uri == "" || len(uri) > maxURI {
		return nil
	}
	return warc.Header{{Name: name, Value: uri}}
}

// bracketed returns an ID with angle brackets around it, if there is one.
func bracketed(id string) string {
	if id == "" {
		return ""
	}
	return "<" + id + ">"
}

// watID returns the name of a record, made from what it is about.
func watID(about ...string) string {
	return "<urn:uuid:" + uuid.NewSHA1(uuid.NameSpaceURL, []byte("wat "+strings.Join(about, " "))).String() + ">"
}

// watDate returns a date; that of a record without one, or with one of more than four digits, is the beginning of 1970.
func watDate(date time.Time) string {
	const lastYear = 9999
	if date = date.UTC(); date.IsZero() || date.Year() < 0 || date.Year() > lastYear {
		date = time.Unix(0, 0).UTC()
	}
	return date.Format(time.RFC3339)
}

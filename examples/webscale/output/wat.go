package output

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/google/uuid"
	"golang.org/x/net/html"

	"htmlurl/document"
	"htmlurl/examples/webscale/draft"
	"htmlurl/examples/webscale/extract"
	"htmlurl/examples/webscale/warc"
)

// CreateWAT begins a file of the links of each page of an archive, in the form of Common Crawl's WAT files: a WARC file
// with a metadata record for each page, of JSON with the keys that those have for links. What is not about links, such as
// titles, is left out. Links have the URL that they point to, too, and pages their base, as the last fields here show:
//
//	{"Envelope":{"Payload-Metadata":{"HTTP-Response-Metadata":{"HTML-Metadata":{
//	  "Head":{"Base":"/b/","Link":[{"path":"LINK@/href","url":"s.css","rel":"stylesheet","resolved":"http://h/b/s.css"}]},
//	  "Links":[{"path":"A@/href","url":"x","kind":"hyperlink","resolved":"http://h/b/x"}],
//	  "Document-Base":"http://h/b/","Why":"base element"}}}}}
//
// The records are the same whenever they are made.
//
// Spec: https://github.com/commoncrawl/ia-web-commons; https://commoncrawl.org/get-started
func CreateWAT(path, archive string) (File, error) {
	file, err := draft.Create(path)
	if err != nil {
		return nil, err
	}
	out := bufio.NewWriterSize(file, 64<<10)
	f := &watFile{archive: archive, file: file, out: out, records: warc.NewWriter(out)}
	f.json = json.NewEncoder(&f.block)
	f.json.SetEscapeHTML(false)
	return f, f.info()
}

type watFile struct {
	archive string // its name
	file    *draft.File
	out     *bufio.Writer
	records *warc.Writer
	block   bytes.Buffer
	json    *json.Encoder // into block
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
	f.page.begin(f.archive, p)
	return nil
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
	f.block.Reset()
	if err := f.json.Encode(&f.page); err != nil {
		return err
	}
	header := warc.Header{{Name: "WARC-Type", Value: "metadata"}}
	if p.URL != "" {
		header = append(header, warc.Field{Name: "WARC-Target-URI", Value: fieldValue(p.URL)})
	}
	header = append(header,
		warc.Field{Name: "WARC-Date", Value: watDate(p.Record.Date())},
		warc.Field{Name: "WARC-Record-ID", Value: watID(f.archive, p.Record.Place.String())},
		warc.Field{Name: "Content-Type", Value: "application/json"})
	if id := p.Record.ID(); id != "" {
		header = append(header, warc.Field{Name: "WARC-Refers-To", Value: "<" + fieldValue(id) + ">"})
	}
	return f.records.Write(header, bytes.TrimSuffix(f.block.Bytes(), []byte("\n")))
}

func (f *watFile) Commit(context.Context) error {
	if err := f.out.Flush(); err != nil {
		return err
	}
	return f.file.Commit()
}

func (f *watFile) Discard() { f.file.Discard() }

// fieldValue returns a value that a field of a record can have: UTF-8 without controls.
func fieldValue(value string) string {
	return strings.Map(func(c rune) rune {
		if unicode.IsControl(c) {
			return ' '
		}
		return c
	}, value)
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

// watPage is the JSON of a page.
type watPage struct {
	Container struct {
		Filename string
		Offset   string
	}
	Envelope struct {
		Format  string
		Header  map[string]string `json:"WARC-Header-Metadata"`
		Payload struct {
			ContentType string `json:"Actual-Content-Type,omitempty"`
			Response    struct {
				Message *watMessage `json:"Response-Message,omitempty"` // a resource has none
				Headers map[string]string
				HTML    watHTML `json:"HTML-Metadata"`
			} `json:"HTTP-Response-Metadata"`
		} `json:"Payload-Metadata"`
	}
}

// watMessage is the first line of a response.
type watMessage struct {
	Status string // digits
	Reason string
}

// watHTML is what is in a page.
type watHTML struct {
	Head struct {
		Base    string    `json:",omitempty"` // as written
		Link    []watLink `json:",omitempty"`
		Scripts []watLink `json:",omitempty"`
	}
	Links []watLink `json:",omitempty"`

	DocumentBase   *string `json:"Document-Base"`
	Why            string
	Encoding       string
	EncodingSource string `json:"Encoding-Source"`
}

// watLink is a link.
type watLink struct {
	Path     string  `json:"path"` // "A@/href"
	URL      string  `json:"url"`  // as written
	Rel      string  `json:"rel,omitempty"`
	Type     string  `json:"type,omitempty"`
	Target   string  `json:"target,omitempty"`
	Kind     string  `json:"kind"`
	Resolved *string `json:"resolved"`
	Error    string  `json:"error,omitempty"`
	Ignored  string  `json:"ignored,omitempty"`
}

// begin begins with another page, whose lists use the memory of the one before.
func (w *watPage) begin(archive string, p *extract.Page) {
	w.Container.Filename, w.Container.Offset = archive, strconv.FormatInt(p.Record.Offset, 10)
	w.Envelope.Format = "WARC"
	w.Envelope.Header = watHeader(p)
	w.Envelope.Payload.ContentType = p.Record.ContentType()
	r := &w.Envelope.Payload.Response
	r.Message, r.Headers = nil, map[string]string{}
	if p.Status != 0 {
		r.Message = &watMessage{strconv.Itoa(p.Status), http.StatusText(p.Status)}
	}
	for name, values := range p.Header {
		if utf8.ValidString(name) {
			r.Headers[name] = strings.Join(values, ", ")
		}
	}
	r.HTML.begin(p.Document)
}

// watHeader returns the fields of the record that a page is from; of those with the same name, the first one. The type and
// the address, without which readers can do nothing, are there under their usual names as they were understood. Names
// that are not UTF-8 are left out: in JSON they could be the same.
func watHeader(p *extract.Page) map[string]string {
	header := map[string]string{}
	for _, field := range slices.Backward(p.Record.Header) {
		if utf8.ValidString(field.Name) {
			header[field.Name] = field.Value
		}
	}
	header["WARC-Type"] = p.Record.Type()
	if p.URL != "" {
		header["WARC-Target-URI"] = p.URL
	}
	return header
}

func (h *watHTML) begin(d *document.Document) {
	links, scripts, head := h.Links[:0], h.Head.Scripts[:0], h.Head.Link[:0]
	*h = watHTML{Links: links}
	h.Head.Scripts, h.Head.Link = scripts, head
	if base := d.Base(); !base.IsZero() {
		text := base.String()
		h.DocumentBase = &text
	}
	h.Why = string(d.Why().Source)
	encoding, source := d.Encoding()
	h.Encoding, h.EncodingSource = encoding, string(source)
}

// add adds a link where it belongs.
func (w *watPage) add(l *document.Link) {
	h := &w.Envelope.Payload.Response.HTML
	switch isElement := l.Node != nil && l.Node.Type == html.ElementNode; {
	case l.Kind == document.BaseURL:
		if l.Ignored == "" {
			h.Head.Base = l.Raw
		}
	case isElement && l.Node.Data == "link":
		h.Head.Link = append(h.Head.Link, newWATLink(l))
	case isElement && l.Node.Data == "script" && l.Attr == "src" && isInHead(l.Node):
		h.Head.Scripts = append(h.Head.Scripts, newWATLink(l))
	default:
		h.Links = append(h.Links, newWATLink(l))
	}
}

func newWATLink(l *document.Link) watLink {
	w := watLink{
		Path:    watPath(l),
		URL:     l.Raw,
		Kind:    string(l.Kind),
		Rel:     strings.Join(l.Rel(), " "),
		Type:    l.Type(),
		Target:  l.Target(),
		Ignored: string(l.Ignored),
	}
	if l.Err != nil {
		w.Error = extract.RuleOf(l.Err)
	} else {
		text := l.URL.String()
		w.Resolved = &text
	}
	return w
}

// watPath names the place of a link: the element and its attribute.
func watPath(l *document.Link) string {
	switch {
	case l.Node == nil:
		return "HEADER@/" + l.Attr
	case l.Attr == "#text":
		return strings.ToUpper(l.Node.Data) + "/#text"
	}
	return strings.ToUpper(l.Node.Data) + "@/" + l.Attr
}

// isInHead tells whether an element is a child of the head.
func isInHead(n *html.Node) bool {
	return n.Parent != nil && n.Parent.Data == "head"
}

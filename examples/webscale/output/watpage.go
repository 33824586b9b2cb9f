package output

import (
	"bytes"
	"encoding/json"
	"net/http"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"golang.org/x/net/html"

	"htmlurl/document"
	"htmlurl/examples/webscale/extract"
)

// watPage is the JSON of a page: an envelope, with lists of links in it and what is known of the document. Links are
// encoded as they come, as there may be many.
type watPage struct {
	envelope bytes.Buffer // up to where the lists begin
	base     string       // of the base element, as written
	value    []byte       // the last link

	headLinks, scripts, links watList
}

// watEnvelope is what is known of a page before its links.
type watEnvelope struct {
	Container struct {
		Filename   string
		Compressed bool
		Offset     string // digits
	}
	Envelope struct {
		Format  string
		Header  map[string]string `json:"WARC-Header-Metadata"`
		Payload struct {
			ContentType string `json:"Actual-Content-Type,omitempty"`
			Response    struct {
				Message *watMessage `json:"Response-Message,omitempty"` // a resource has none
				Headers map[string]string
			} `json:"HTTP-Response-Metadata"`
		} `json:"Payload-Metadata"`
	}
}

// watMessage is the first line of a response.
type watMessage struct {
	Status string // digits
	Reason string
}

// begin begins with another page, in the memory of the one before.
func (w *watPage) begin(archive string, p *extract.Page) error {
	w.base = ""
	w.headLinks.reset("Link")
	w.scripts.reset("Scripts")
	w.links.reset("Links")
	w.envelope.Reset()
	e := json.NewEncoder(&w.envelope)
	e.SetEscapeHTML(false)
	if err := e.Encode(newWATEnvelope(archive, p)); err != nil {
		return err
	}
	w.envelope.Truncate(len(bytes.TrimSuffix(w.envelope.Bytes(), []byte(watEnd+"\n"))))
	w.envelope.WriteString(`,"HTML-Metadata":{"Head":{`)
	return nil
}

// watEnd is the end of an envelope, where the metadata of the HTML belong.
const watEnd = "}}}}"

func newWATEnvelope(archive string, p *extract.Page) *watEnvelope {
	w := &watEnvelope{}
	w.Container.Filename, w.Container.Compressed = filepath.Base(archive), p.Record.InGzip
	w.Container.Offset = strconv.FormatInt(p.Record.Offset, 10)
	w.Envelope.Format = "WARC"
	w.Envelope.Header = watHeader(p)
	w.Envelope.Payload.ContentType = p.Record.ContentType()
	r := &w.Envelope.Payload.Response
	if p.Status != 0 {
		r.Message = &watMessage{strconv.Itoa(p.Status), http.StatusText(p.Status)}
	}
	r.Headers = map[string]string{}
	for name, values := range p.Header {
		if utf8.ValidString(name) {
			r.Headers[name] = strings.Join(values, ", ")
		}
	}
	return w
}

// watHeader returns the fields of the record that a page is from; of those with the same name, the first one. The type
// and the address, without which readers can do nothing, are there under their usual names as they were understood.
// Names that are not UTF-8 are left out: in JSON they could be the same.
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

// add adds a link where it belongs.
func (w *watPage) add(l *document.Link) {
	list := &w.links
	switch isElement := l.Node != nil && l.Node.Type == html.ElementNode; {
	case l.Kind == document.BaseURL:
		if l.Ignored == "" {
			w.base = l.Raw
		}
		return
	case isElement && l.Node.Data == "link":
		list = &w.headLinks
	case isElement && l.Node.Data == "script" && l.Attr == "src":
		list = &w.scripts
	}
	w.value = appendWATLink(w.value[:0], l)
	list.add(w.value)
}

// appendWATLink appends a link: its path, such as "A@/href", its URL as it is written, and what it points to.
func appendWATLink(b []byte, l *document.Link) []byte {
	b = append(b, `{"path":`...)
	b = appendString(b, watPath(l))
	b = append(b, `,"url":`...)
	b = appendString(b, l.Raw)
	b = appendField(b, `,"rel":`, strings.Join(l.Rel(), " "))
	b = appendField(b, `,"type":`, l.Type())
	b = appendField(b, `,"target":`, l.Target())
	b = append(b, `,"kind":`...)
	b = appendString(b, string(l.Kind))
	b = append(b, `,"resolved":`...)
	b = appendURL(b, l.URL)
	if l.Err != nil {
		b = appendField(b, `,"error":`, extract.RuleOf(l.Err))
	}
	b = appendField(b, `,"ignored":`, string(l.Ignored))
	return append(b, '}')
}

// appendField appends a key and a string, unless that is empty.
func appendField(b []byte, key, value string) []byte {
	if value == "" {
		return b
	}
	return appendString(append(b, key...), value)
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

// end returns the JSON of the page in parts, which are good until the next page begins.
func (w *watPage) end(d *document.Document) (parts [][]byte) {
	base := [][]byte{appendField(nil, `"Base":`, w.base)}
	if w.base == "" {
		base = nil
	}
	parts = join([][]byte{w.envelope.Bytes()}, base, w.headLinks.end(), w.scripts.end())
	parts = join(append(parts, []byte("},")), w.links.end(), [][]byte{appendWATDocument(nil, d)})
	return append(parts, []byte("}"+watEnd))
}

// join appends those members of an object that are there, with commas between them.
func join(parts [][]byte, members ...[][]byte) [][]byte {
	var comma [][]byte
	for _, member := range members {
		if len(member) > 0 {
			parts = append(append(parts, comma...), member...)
			comma = [][]byte{{','}}
		}
	}
	return parts
}

// appendWATDocument appends what is known of the document.
func appendWATDocument(b []byte, d *document.Document) []byte {
	encoding, source := d.Encoding()
	b = append(b, `"Document-Base":`...)
	b = appendURL(b, d.Base())
	b = append(b, `,"Why":`...)
	b = appendString(b, string(d.Why().Source))
	b = append(b, `,"Encoding":`...)
	b = appendString(b, encoding)
	b = append(b, `,"Encoding-Source":`...)
	return appendString(b, string(source))
}

// watList is a list of JSON with its key. It is in pieces, so that it takes as much memory as it is long.
type watList struct {
	key    string
	pieces [][]byte
}

// pieceSize is how long pieces are, but for the last one.
const pieceSize = 64 << 10

// reset makes it an empty list, which uses the memory of one piece again.
func (l *watList) reset(key string) {
	l.key = key
	if len(l.pieces) > 0 {
		clear(l.pieces[1:])
		l.pieces = append(l.pieces[:0], l.pieces[0][:0])
	}
}

func (l *watList) isEmpty() bool { return len(l.pieces) == 0 || len(l.pieces[0]) == 0 }

// add adds a value.
func (l *watList) add(value []byte) {
	if l.isEmpty() {
		l.write([]byte(`"` + l.key + `":[`))
	} else {
		l.write([]byte{','})
	}
	l.write(value)
}

// write appends text.
func (l *watList) write(text []byte) {
	for len(text) > 0 {
		last := len(l.pieces) - 1
		if last < 0 || len(l.pieces[last]) == pieceSize {
			l.pieces = append(l.pieces, make([]byte, 0, pieceSize))
			last++
		}
		n := min(len(text), pieceSize-len(l.pieces[last]))
		l.pieces[last] = append(l.pieces[last], text[:n]...)
		text = text[n:]
	}
}

// end ends the list, and returns its pieces; none if it is empty.
func (l *watList) end() [][]byte {
	if l.isEmpty() {
		return nil
	}
	l.write([]byte{']'})
	return l.pieces
}

package extract

import (
	"bytes"
	"errors"
	"mime"
	"net/http"
	"strings"

	"htmlurl/document"
	"htmlurl/examples/webscale/warc"
)

// Page is a page of an archive.
type Page struct {
	Record *warc.Record // whose body was read
	URL    string       // the WARC-Target-URI
	Status int          // of HTTP; 0 for a resource
	Header http.Header  // as it was received

	// Document tells the base URL and the encoding; its tree has some elements only.
	Document *document.Document

	contentType string
}

// pageType returns the Content-Type of a record that is a page: that of the response, or else what the archive's writer
// found it to be. It reports whether it is one.
func pageType(rec *warc.Record, resp *warc.Response) (contentType string, ok bool) {
	if resp.Status != 0 && (resp.Status < http.StatusOK || resp.Status >= http.StatusMultipleChoices) {
		return "", false
	}
	if contentType = resp.Header.Get("Content-Type"); contentType == "" {
		contentType = rec.PayloadType()
	}
	essence, _, err := mime.ParseMediaType(contentType)
	if err != nil {
		essence, _, _ = strings.Cut(contentType, ";")
		essence = strings.ToLower(strings.TrimSpace(essence))
	}
	return contentType, essence == "text/html" || essence == "application/xhtml+xml"
}

// maxHeld is how many links of a page are held back until it is certain that they are right.
const maxHeld = 2 * document.ScanElements

// maxText is how many bytes the URLs of a page's links may have, if each is written with the page's address and its base.
// The pages that people read have far less, but a few kilobytes of an archive can make terabytes: each relative reference
// has all of a long base in its URL.
const maxText = 256 << 20

// errLongURLs is why a page with more than maxText is refused.
var errLongURLs = errors.New("the URLs of its links are too long")

// textSize returns how many bytes of maxText a link takes.
func textSize(p *Page, l *document.Link) int {
	return len(p.URL) + len(l.Base.String()) + len(l.URL.String())
}

// page tells the visitor of the links of a page whose body was read.
func (x *Extractor) page(p *Page) error {
	options := document.Options{Address: p.URL, ContentType: p.contentType, Header: p.Header, Edition: x.Edition}
	x.links = x.links[:0]
	size := 0
	for link, err := range x.scanner.Scan(bytes.NewReader(x.body.Bytes()), options) {
		switch {
		case errors.Is(err, document.ErrNeedsTree), len(x.links) == maxHeld:
			return x.tree(p, options)
		case err != nil:
			x.summary.refuse(err)
			return nil
		}
		x.links = append(x.links, link)
		if size += textSize(p, &link); size > maxText {
			x.summary.refuse(errLongURLs)
			return nil
		}
	}
	p.Document = x.scanner.Document()
	if err := x.visitor.Begin(p); err != nil {
		return err
	}
	if err := x.give(p); err != nil {
		return err
	}
	return x.end(p)
}

// tree is page for one with so many links that the end may change what they are.
func (x *Extractor) tree(p *Page, options document.Options) error {
	options.LinksOnly = true
	d, err := document.Parse(bytes.NewReader(x.body.Bytes()), options)
	if err != nil {
		x.summary.refuse(err)
		return nil
	}
	size := 0
	for link := range d.Links() {
		if size += textSize(p, &link); size > maxText {
			x.summary.refuse(errLongURLs)
			return nil
		}
	}
	x.summary.Trees++
	p.Document = d
	if err := x.visitor.Begin(p); err != nil {
		return err
	}
	x.links = x.links[:0]
	for link := range d.Links() {
		x.links = append(x.links, link)
		if len(x.links) < maxHeld {
			continue
		}
		if err := x.give(p); err != nil {
			return err
		}
	}
	if err := x.give(p); err != nil {
		return err
	}
	return x.end(p)
}

// give gives the links that are held back to the visitor.
func (x *Extractor) give(p *Page) error {
	for i := range x.links {
		x.summary.link(&x.links[i])
	}
	err := x.visitor.Links(p, x.links)
	clear(x.links)
	x.links = x.links[:0]
	return err
}

func (x *Extractor) end(p *Page) error {
	x.summary.Pages++
	x.summary.Bytes += int64(x.body.Len())
	return x.visitor.End(p)
}

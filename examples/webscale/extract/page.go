package extract

import (
	"bytes"
	"errors"
	"iter"
	"mime"
	"net/http"
	"slices"
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

// maxHeld is how many links of a page are held back until it is certain that they are right. Of pages with more the
// links are found twice.
const maxHeld = 2 * document.ScanElements

// maxText is how many bytes the URLs of a page's links may have, if each is written with the page's address and its
// base. The pages that people read have far less, but a few kilobytes of an archive can make terabytes: each relative
// reference has all of a long base in its URL.
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
	count, size := 0, 0
	x.links = x.links[:0]
	defer func() { clear(x.links) }()
	for link, err := range x.scan(options) {
		switch {
		case errors.Is(err, document.ErrNeedsTree):
			return x.tree(p, options)
		case err != nil:
			x.summary.refuse(err)
			return nil
		}
		if size += textSize(p, &link); size > maxText {
			x.summary.refuse(errLongURLs)
			return nil
		}
		if count++; count <= maxHeld {
			x.links = append(x.links, link)
		}
	}
	p.Document = x.scanner.Document()
	if err := x.visitor.Begin(p); err != nil {
		return err
	}
	if count > maxHeld || slices.ContainsFunc(x.links, isReleased) {
		return x.giveAll(p, x.again(options))
	}
	if err := x.give(p, x.links); err != nil {
		return err
	}
	return x.end(p)
}

func (x *Extractor) scan(options document.Options) iter.Seq2[document.Link, error] {
	return x.scanner.Scan(bytes.NewReader(x.body.Bytes()), options)
}

// again yields the links that scan has yielded without an error.
func (x *Extractor) again(options document.Options) iter.Seq[document.Link] {
	return func(yield func(document.Link) bool) {
		for link := range x.scan(options) {
			if !yield(link) {
				return
			}
		}
	}
}

// isReleased tells whether the element of a link is in the tree no longer: what is around it can be asked for only
// while the link is yielded.
func isReleased(l document.Link) bool { return l.Node != nil && l.Node.Parent == nil }

// tree is page for one with so many links that its end changes what they are.
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
	return x.giveAll(p, d.Links())
}

// giveAll gives links to the visitor, each when it is yielded, and ends the page.
func (x *Extractor) giveAll(p *Page, links iter.Seq[document.Link]) error {
	one := make([]document.Link, 1)
	for one[0] = range links {
		if err := x.give(p, one); err != nil {
			return err
		}
	}
	return x.end(p)
}

// give gives links to the visitor.
func (x *Extractor) give(p *Page, links []document.Link) error {
	for i := range links {
		x.summary.link(&links[i])
	}
	return x.visitor.Links(p, links)
}

func (x *Extractor) end(p *Page) error {
	x.summary.Pages++
	x.summary.Bytes += int64(x.body.Len())
	return x.visitor.End(p)
}

package save_test

import (
	"bytes"
	"context"
	"errors"
	"hash/crc32"
	"io"
	"net/http"
	"path"
	"slices"
	"strings"
	"testing"

	"htmlurl/document"
	"htmlurl/internal/testcase"
	"htmlurl/resolve"
	"htmlurl/save"
)

// TestCorpus saves real pages, with made-up answers for all that they embed, and holds that each reference of the copy
// points to what it did before, or to what was saved.
func TestCorpus(t *testing.T) {
	pages, files, same, local, lost := 0, 0, 0, 0, 0
	for i, p := range testcase.Pages(t) {
		if testing.Short() && i%8 != 0 {
			continue
		}
		pages++
		s := living()
		s.MaxFiles = 50
		s.Fetch = madeUp
		page := &save.Response{URL: p.Address, Header: http.Header{"Content-Type": {"text/html"}}, Body: io.NopCloser(bytes.NewReader(p.Bytes))}
		dir := t.TempDir()
		m, err := s.SaveResponse(context.Background(), page, dir)
		if err != nil {
			t.Errorf("%s: %v", p.Address, err)
			continue
		}
		if f := m.Files[0]; f.Error != "" {
			t.Logf("%s: %s", p.Address, f.Error)
		}
		files += len(m.Files)
		c := comparison{t: t, copied: copied{t, dir, m}, page: p.Address}
		original := c.parse(p.Bytes, p.Address, "text/html")
		text := c.read("index.html")
		if !strings.Contains(text, policy) {
			t.Errorf("%s: no policy", p.Address)
		}
		c.compare(original, c.parse([]byte(text), "file:///copy/index.html", "text/html"))
		same, local, lost = same+c.same, local+c.local, lost+c.lost
	}
	t.Logf("%d pages, %d files; references: %d as before, %d saved, %d not loaded", pages, files, same, local, lost)
}

// madeUp answers any request: one of five that the server has nothing.
func madeUp(_ context.Context, r save.Request) (*save.Response, error) {
	if crc32.ChecksumIEEE([]byte(r.URL))%5 == 0 {
		return nil, errors.New("nothing there")
	}
	u, _, _ := strings.Cut(r.URL, "?")
	kind, body := "image/png", "png"
	switch path.Ext(u) {
	case ".css":
		kind, body = "text/css", "@import 'x.css'; p { background: url(x.png) }"
	case ".js":
		kind, body = "text/javascript; charset=iso-8859-1", "'\xe9'"
	case ".svg":
		kind, body = "image/svg+xml", `<svg xmlns="http://www.w3.org/2000/svg"/>`
	case ".html", ".php", "", ".com":
		kind, body = "text/html", `<img src="x.png"><a href="y">y</a>`
	}
	return &save.Response{Header: http.Header{"Content-Type": {kind}}, Body: io.NopCloser(strings.NewReader(body))}, nil
}

// comparison compares the references of a page with those of its copy.
type comparison struct {
	copied
	t                 *testing.T
	page              string
	same, local, lost int
}

func (c *comparison) parse(text []byte, address, contentType string) *document.Document {
	c.t.Helper()
	d, err := document.Parse(bytes.NewReader(text), document.Options{Address: address, ContentType: contentType, Edition: resolve.Living})
	if err != nil {
		c.t.Fatalf("%s: %v", c.page, err)
	}
	return d
}

func (c *comparison) compare(original, saved *document.Document) {
	before, after := comparable(original), comparable(saved)
	if len(after) < len(before) {
		c.t.Errorf("%s: %d references, %d before", c.page, len(after), len(before))
		return
	}
	for i, link := range before {
		c.link(link, after[i])
	}
	var frames []*document.Document
	for frame := range original.Frames() {
		frames = append(frames, frame)
	}
	for frame := range saved.Frames() {
		if frame == nil || frame.Address().String() != resolve.Srcdoc {
			continue
		}
		for len(frames) > 0 && (frames[0] == nil || frames[0].Address().String() != resolve.Srcdoc) {
			frames = frames[1:]
		}
		if len(frames) > 0 {
			c.compare(frames[0], frame)
			frames = frames[1:]
		}
	}
}

// comparable returns the references that are not removed.
func comparable(d *document.Document) []document.Link {
	var links []document.Link
	for link := range d.Links() {
		switch link.Kind {
		case document.BaseURL, document.ExternalResource, document.Redirect, document.Attribution, document.AppCache:
		default:
			links = append(links, link)
		}
	}
	return links
}

// link compares one reference. Both have no URL, or the same, or that of a file of the copy, or one that loads nothing.
func (c *comparison) link(before, after document.Link) {
	was, is := before.URL.String(), after.URL.String()
	file, isLocal := strings.CutPrefix(is, "file:///copy/")
	file, fragment, _ := strings.Cut(file, "#")
	switch _, wasFragment, _ := strings.Cut(was, "#"); {
	case before.Attr != after.Attr || before.Kind != after.Kind:
		c.t.Errorf("%s: %s of %s is before %s of %s", c.page, after.Attr, after.Node.Data, before.Attr, before.Node.Data)
	case before.Err != nil && before.Raw == after.Raw:
	case was == is:
		c.same++
	case isLocal && fragment == wasFragment && slices.ContainsFunc(c.manifest.Files, func(f save.File) bool { return f.File == file }):
		c.local++
	case isLocal && before.Raw == after.Raw && (strings.HasPrefix(after.Raw, "#") || after.Ignored != ""):
	case strings.HasPrefix(is, "data:") || is == "about:blank" || is == "about:invalid":
		c.lost++
	default:
		c.t.Errorf("%s: %s=%q is %s, was %s", c.page, after.Attr, after.Raw, is, was)
	}
}

package document_test

import (
	"encoding/base64"
	"strings"
	"testing"

	"htmlurl/document"
	"htmlurl/internal/testcase"
	"htmlurl/resolve"
)

type documentCase struct {
	Clause, Name string
	Address      string
	ContentType  string `json:"content_type"`
	HTML         string
	HTMLBase64   string `json:"html_b64"`
	Scripting    *bool
	HTML5        expectation
}

type expectation struct {
	Base, Fallback, Encoding string
	Links                    []expectedLink
	Frames                   []expectation
}

type expectedLink struct {
	Tag, Attr, Raw string
	URL            *string
}

func TestDocuments(t *testing.T) {
	for _, c := range testcase.Own[documentCase](t, "documents.json") {
		t.Run(c.Name, func(t *testing.T) {
			d := parse(t, c)
			checkDocument(t, d, c.HTML5)
			if got := d.Fallback().String(); got != c.HTML5.Fallback {
				t.Errorf("%s: fallback base URL %q, want %q", c.Clause, got, c.HTML5.Fallback)
			}
			if got, _ := d.Encoding(); got != c.HTML5.Encoding {
				t.Errorf("%s: encoding %q, want %q", c.Clause, got, c.HTML5.Encoding)
			}
		})
	}
}

func TestFrames(t *testing.T) {
	for _, c := range testcase.Own[documentCase](t, "frames.json") {
		t.Run(c.Name, func(t *testing.T) {
			d := parse(t, c)
			c.HTML5.Links = nil // the data has those of the frames only
			checkDocument(t, d, c.HTML5)
			checkFrames(t, d, c.HTML5)
		})
	}
}

func parse(t *testing.T, c documentCase) *document.Document {
	t.Helper()
	page := c.HTML
	if c.HTMLBase64 != "" {
		b, err := base64.StdEncoding.DecodeString(c.HTMLBase64)
		if err != nil {
			t.Fatal(err)
		}
		page = string(b)
	}
	d, err := document.Parse(strings.NewReader(page), document.Options{
		Address:     c.Address,
		ContentType: c.ContentType,
		NoScripting: c.Scripting != nil && !*c.Scripting,
	})
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// checkDocument compares base and links. The data leaves out base elements and what holds lists of URLs.
func checkDocument(t *testing.T, d *document.Document, want expectation) {
	t.Helper()
	if got := d.Base().String(); got != want.Base {
		t.Errorf("base %q, want %q (%s)", got, want.Base, d.Why())
	}
	if want.Links == nil {
		return
	}
	var got []document.Link
	for link := range d.Links() {
		if link.Node.Data != "base" && link.Attr != "itemtype" {
			got = append(got, link)
		}
	}
	if len(got) != len(want.Links) {
		t.Errorf("%d links, want %d: %v", len(got), len(want.Links), got)
		return
	}
	for i, w := range want.Links {
		link := got[i]
		if link.Node.Data != w.Tag || link.Attr != w.Attr || link.Raw != w.Raw {
			t.Errorf("link %d is <%s %s=%q>, want <%s %s=%q>", i, link.Node.Data, link.Attr, link.Raw, w.Tag, w.Attr, w.Raw)
		}
		if (link.Err == nil) != (w.URL != nil) || w.URL != nil && link.URL.String() != *w.URL {
			t.Errorf("<%s %s=%q>: %q, %v, want %v", w.Tag, w.Attr, w.Raw, link.URL, link.Err, show(w.URL))
		}
		if (link.Err == nil) == link.URL.IsZero() {
			t.Errorf("<%s %s=%q>: URL %q with error %v", w.Tag, w.Attr, w.Raw, link.URL, link.Err)
		}
	}
}

func checkFrames(t *testing.T, d *document.Document, want expectation) {
	t.Helper()
	i := 0
	for frame, err := range d.Frames() {
		if err != nil {
			t.Fatal(err)
		}
		if frame.Address().String() != resolve.Srcdoc {
			continue // the data has srcdoc documents only
		}
		if i == len(want.Frames) {
			t.Fatalf("more than %d frames", i)
		}
		checkDocument(t, frame, want.Frames[i])
		checkFrames(t, frame, want.Frames[i])
		if frame.Address().String() != resolve.Srcdoc || frame.Element() == nil {
			t.Errorf("frame has address %q and element %v", frame.Address(), frame.Element())
		}
		i++
	}
	if i != len(want.Frames) {
		t.Errorf("%d frames, want %d", i, len(want.Frames))
	}
}

func show(s *string) string {
	if s == nil {
		return "an error"
	}
	return *s
}

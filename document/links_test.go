package document_test

import (
	"encoding/base64"
	"fmt"
	"slices"
	"strings"
	"testing"

	"htmlurl/document"
	"htmlurl/internal/charset"
	"htmlurl/internal/testcase"
	"htmlurl/resolve"
)

type linksCase struct {
	Clause, Name, Address string
	ContentType           string `json:"content_type"`
	Headers               map[string][]string
	HTML                  string
	HTMLBase64            string `json:"html_b64"`
	Scripting             *bool
	Links                 []wantLink
	HTML5, Living         *struct{ Links []wantLink }
}

type wantLink struct {
	Tag, Attr, Raw, Kind, Descriptor, At string
	URL                                  *string
	Ignored                              bool
	Line, Column                         int
}

// TestLinks holds every reference of small documents: what it is, what it points to, and where it stands.
func TestLinks(t *testing.T) {
	for _, c := range testcase.Own[linksCase](t, "links.json") {
		t.Run(c.Name, func(t *testing.T) {
			for edition, own := range map[resolve.Edition]*struct{ Links []wantLink }{
				resolve.HTML5: c.HTML5, resolve.Living: c.Living,
			} {
				want := c.Links
				switch {
				case own != nil:
					want = own.Links
				case c.HTML5 != nil || c.Living != nil:
					continue // the data says nothing about this edition
				}
				checkLinks(t, c, edition, want)
			}
		})
	}
}

func checkLinks(t *testing.T, c linksCase, edition resolve.Edition, want []wantLink) {
	t.Helper()
	page := []byte(c.HTML)
	if c.HTMLBase64 != "" {
		var err error
		if page, err = base64.StdEncoding.DecodeString(c.HTMLBase64); err != nil {
			t.Fatal(err)
		}
	}
	d := mustParse(t, string(page), document.Options{
		Address: c.Address, ContentType: c.ContentType, Header: c.Headers, Edition: edition,
		NoScripting: c.Scripting != nil && !*c.Scripting, Positions: true,
	})
	i := 0
	for link := range d.Links() {
		if i == len(want) {
			t.Errorf("%s, %v: also %s", c.Clause, edition, showLink(link))
			continue
		}
		if problem := linkProblem(d, page, link, want[i]); problem != "" {
			t.Errorf("%s, %v: link %d: %s: %s, want %+v", c.Clause, edition, i, problem, showLink(link), want[i])
		}
		i++
	}
	if i < len(want) {
		t.Errorf("%s, %v: %d links, want %d", c.Clause, edition, i, len(want))
	}
}

// linkProblem says in what a link differs from the expected one.
func linkProblem(d *document.Document, page []byte, link document.Link, want wantLink) string {
	tag := ""
	if link.Node != nil {
		tag = link.Node.Data
	}
	url := "" // of what does not resolve
	if want.URL != nil {
		url = *want.URL
	}
	switch {
	case tag != want.Tag || link.Attr != want.Attr || link.Raw != want.Raw || link.Descriptor != want.Descriptor:
		return "another reference"
	case string(link.Kind) != want.Kind:
		return "kind"
	case link.URL.String() != url || (link.Err != nil) != (url == ""):
		return "URL"
	case (link.Ignored != "") != want.Ignored:
		return "ignored"
	case want.Line == 0:
		return ""
	case link.Unplaced != "" || link.Span.Line != want.Line || link.Span.Column != want.Column:
		return "line and column"
	}
	name, _ := d.Encoding()
	encoding, _ := charset.Lookup(name)
	if at := string(encoding.Decode(page[link.Span.Start:link.Span.End])); at != want.At {
		return fmt.Sprintf("%q stands there", at)
	}
	return ""
}

func showLink(l document.Link) string {
	tag := ""
	if l.Node != nil {
		tag = l.Node.Data
	}
	return fmt.Sprintf("<%s %s=%q> %s %s %q %v %q %+v %s", tag, l.Attr, l.Raw, l.Descriptor, l.Kind, l.URL, l.Err, l.Ignored,
		l.Span, l.Unplaced)
}

type frameCase struct {
	Clause, Name, Address string
	HTML                  string
	Scripting             *bool
	HTML5, Living         wantFrame
}

type wantFrame struct {
	Address, Base string
	Frames        []wantFrame
}

// TestFrameDocuments holds which child documents a document has, and what they inherit.
func TestFrameDocuments(t *testing.T) {
	for _, c := range testcase.Own[frameCase](t, "frame-documents.json") {
		for edition, want := range map[resolve.Edition]wantFrame{resolve.HTML5: c.HTML5, resolve.Living: c.Living} {
			d := mustParse(t, c.HTML, document.Options{
				Address: c.Address, Edition: edition, NoScripting: c.Scripting != nil && !*c.Scripting,
			})
			want.Address = d.Address().String()
			if got := describeFrames(d); got != want.String() {
				t.Errorf("%s: %s, %v:\n%s\nwant\n%s", c.Clause, c.Name, edition, got, want)
			}
		}
	}
}

// describeFrames describes a document and its frames like wantFrame.String.
func describeFrames(d *document.Document) string {
	w := wantFrame{Address: d.Address().String(), Base: d.Base().String()}
	var frames []string
	for frame, err := range d.Frames() {
		if err != nil {
			return err.Error()
		}
		frames = append(frames, describeFrames(frame))
	}
	return fmt.Sprintf("%s (%s) [%s]", w.Address, w.Base, strings.Join(frames, ", "))
}

func (w wantFrame) String() string {
	var frames []string
	for _, f := range w.Frames {
		frames = append(frames, f.String())
	}
	return fmt.Sprintf("%s (%s) [%s]", w.Address, w.Base, strings.Join(frames, ", "))
}

// TestFrameScripting holds that a sandbox without allow-scripts disables scripting, and that template contents have no frames.
func TestFrameScripting(t *testing.T) {
	for page, want := range map[string]int{
		"<iframe srcdoc='<noscript><a href=x></a></noscript>'>":                                               0,
		"<iframe sandbox srcdoc='<noscript><a href=x></a></noscript>'>":                                       1,
		"<iframe sandbox='allow-forms ALLOW-scripts' srcdoc='<noscript><a href=x></a></noscript>'>":           0,
		"<template><iframe srcdoc='<a href=x>'></iframe></template>":                                          0,
		"<template><p><i></i></p></template><iframe srcdoc='<a href=x>'></iframe>":                            1,
		"<iframe sandbox srcdoc=\"<iframe srcdoc='<noscript><a href=x></a></noscript>'></iframe>\"></iframe>": 1,
	} {
		d := mustParse(t, page, document.Options{Address: "http://h/", TemplateContents: true})
		links := 0
		for frame := firstFrame(d); frame != nil; frame = firstFrame(frame) {
			for range frame.Links() {
				links++
			}
		}
		if links != want {
			t.Errorf("%s: %d links, want %d", page, links, want)
		}
	}
}

// TestShadowRoots holds that today the contents of a declarative shadow root are part of the page, but no base for it.
func TestShadowRoots(t *testing.T) {
	for page, want := range map[string]string{
		"<div><template shadowrootmode=open><a href=x></a></template></div>":                                                         "x",
		"<x-y><template shadowrootmode=CLOSED><a href=x></a></template></x-y>":                                                       "x",
		"<div><template shadowrootmode><a href=x></a></template></div>":                                                              "",
		"<b><template shadowrootmode=open><a href=x></a></template></b>":                                                             "",
		"<svg><desc><template shadowrootmode=open></template></desc></svg><p><a href=y>":                                             "y",
		"<div><i></i><template shadowrootmode=open><a href=x></a></template><template shadowrootmode=open><a href=y></a></template>": "x",
		"<div><template shadowrootmode=open><p><template shadowrootmode=open><a href=x></a>":                                         "x",
		"<template><div><template shadowrootmode=open><a href=x></a>":                                                                "",
		"<div><template shadowrootmode=open><template><a href=x></a></template><a href=y></a>":                                       "y",
	} {
		for _, edition := range []resolve.Edition{resolve.HTML5, resolve.Living} {
			d, err := document.Parse(strings.NewReader(page), document.Options{Address: "http://h/", Edition: edition})
			if err != nil {
				continue // the parser does not take templates in SVG
			}
			var got []string
			for link := range d.Links() {
				got = append(got, strings.TrimPrefix(link.URL.String(), "http://h/"))
			}
			if edition == resolve.HTML5 && strings.Contains(page, "shadowrootmode") && !strings.Contains(page, "<svg>") {
				if len(got) > 0 {
					t.Errorf("%s: %q, though HTML5 has no shadow roots", page, got)
				}
				continue
			}
			if strings.Join(got, " ") != want {
				t.Errorf("%s, %v: %q, want %q", page, edition, got, want)
			}
		}
	}
	d := mustParse(t, "<div><template shadowrootmode=open><base href=b/><iframe srcdoc='<a href=x>'></iframe></template>",
		document.Options{Address: "http://h/", Edition: resolve.Living})
	if frame := firstFrame(d); d.Base().String() != "http://h/" || frame == nil || frame.Base() != d.Base() {
		t.Errorf("base %v, frame %v", d.Base(), frame)
	}
}

// TestEarlyReferences holds that today import maps and refreshes have the base as it was when they were parsed.
func TestEarlyReferences(t *testing.T) {
	const page = `<script type=importmap>{"imports":{"a":"./x"}}</script><meta http-equiv=refresh content="9;x"><a href=x></a>` +
		`<base href=late/><script type=speculationrules>{"prefetch":[{"urls":["x"]}]}</script>`
	for edition, want := range map[resolve.Edition]string{
		resolve.HTML5:  "http://h/late/x http://h/late/x http://h/late/x http://h/late/ http://h/late/x",
		resolve.Living: "http://h/x http://h/x http://h/late/x http://h/late/ http://h/late/x",
	} {
		var got []string
		for link := range mustParse(t, page, document.Options{Address: "http://h/", Edition: edition}).Links() {
			got = append(got, link.URL.String())
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%v: %q, want %q", edition, got, want)
		}
	}
}

// TestFields holds what header fields refer to beyond one URL each.
func TestFields(t *testing.T) {
	d := mustParse(t, `<script type=importmap>{"imports":{"a/":"/b","c/":"/d/"}}</script>`, document.Options{
		Address: "http://h/", Edition: resolve.Living, Header: map[string][]string{
			"Link":    {`<1>; rel=preload; as=image; imagesrcset="2 1x, 3 2x"`, `<4>; rel=next; imagesrcset="5 1x"`, `<6>; rel=next; anchor="#x"`, "<7?\xe9>"},
			"Refresh": {"0;url=8\xe9"},
		},
	})
	var got []string
	for link := range d.Links() {
		line := fmt.Sprintf("%s %s %s", link.Kind, link.URL, link.Descriptor)
		if link.Ignored != "" {
			line += "ignored"
		}
		got = append(got, strings.TrimSpace(line))
	}
	want := []string{"external-resource http://h/1", "embedded-image http://h/2 1x", "embedded-image http://h/3 2x", "hyperlink http://h/4",
		"hyperlink http://h/6 ignored", "hyperlink http://h/7?%C3%A9", "navigation-refresh http://h/8%C3%A9",
		"script-data http://h/b ignored", "script-data http://h/d/"}
	if !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

package document_test

import (
	"fmt"
	"net/url"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/PuerkitoBio/goquery"

	"htmlurl/document"
)

// TestFromGoquery holds that a tree of goquery becomes a document, whose links are resolved with the encoding that the
// Content-Type names.
func TestFromGoquery(t *testing.T) {
	tree, err := goquery.NewDocumentFromReader(strings.NewReader("<base href=d/><a href='x?é'>"))
	if err != nil {
		t.Fatal(err)
	}
	tree.Url = &url.URL{Scheme: "http", Host: "h", Path: "/"}
	for contentType, want := range map[string]string{
		"": "http://h/d/x?%C3%A9", "text/html; charset=windows-1252": "http://h/d/x?%E9",
	} {
		d, err := document.FromGoquery(tree, document.Options{ContentType: contentType, Positions: true})
		if err != nil {
			t.Fatal(err)
		}
		if d.Root() != tree.Get(0) || d.Selection().Find("a").Get(0) != tree.Find("a").Get(0) {
			t.Error("another tree")
		}
		for link := range d.Links() {
			if link.Kind == document.Hyperlink && link.URL.String() != want {
				t.Errorf("%s: %v, want %s", contentType, link.URL, want)
			}
			if link.Span != (document.Span{}) || link.Unplaced != document.NoPositions {
				t.Errorf("%s is at %+v (%s)", link.Raw, link.Span, link.Unplaced)
			}
		}
	}
	if _, err := document.FromNode(nil, document.Options{}); err == nil {
		t.Error("no error without a tree")
	}
	if _, err := document.FromGoquery(&goquery.Document{Selection: &goquery.Selection{}}, document.Options{}); err == nil {
		t.Error("no error without a tree in the selection")
	}
	tree.Url = nil
	if _, err := document.FromGoquery(tree, document.Options{Address: "no URL"}); err == nil {
		t.Error("no error for an address that is no URL")
	}
}

// TestLinksIn holds that an attribute of each element is resolved: by the registry, or else as one URL.
func TestLinksIn(t *testing.T) {
	d := mustParse(t, "<base href=d/><form action='' id=f><a data-x=y href=1 srcset='2 1x'><img srcset='3 1x, 4 2x'>",
		document.Options{Address: "http://h/p", Positions: true})
	for link := range d.LinksIn(d.Selection().Find("a"), "data-src") { // a kind that Links leaves out
		t.Errorf("%+v", link)
	}
	d.SetAttribute(d.Selection().Find("a").Get(0), "data-src", "lazy")
	lazy := 0
	for link := range d.LinksIn(d.Selection().Find("a"), "data-src") {
		lazy++
		if link.URL.String() != "http://h/d/lazy" {
			t.Errorf("%+v", link)
		}
	}
	if lazy != 1 {
		t.Errorf("%d lazy links", lazy)
	}
	all := d.Selection().Find("*")
	for attr, want := range map[string]string{
		"action": "http://h/p", "href": "http://h/d/ http://h/d/1", "data-x": "http://h/d/y", "id": "http://h/d/f",
		"srcset": "http://h/d/2%201x http://h/d/3 http://h/d/4", "missing": "",
	} {
		var got []string
		for link := range d.LinksIn(all, attr) {
			got = append(got, link.URL.String())
			if link.Attr != attr || link.Span.Line != 1 {
				t.Errorf("%+v", link)
			}
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%s: %q, want %q", attr, got, want)
		}
	}
}

// TestConcurrency holds that a document may be read from several goroutines.
func TestConcurrency(t *testing.T) {
	const page = "<meta charset=shift_jis><a href=\x83\x5c><p style='a:url(x)'><iframe srcdoc='<a href=y>'></iframe>"
	d := mustParse(t, page, document.Options{Address: "http://h/", Positions: true})
	read := func() string {
		var all []string
		for link := range d.Links() {
			all = append(all, fmt.Sprint(link.URL, link.Span, link.Text(), link.Rel()))
		}
		for frame := range d.Frames() {
			span, why := frame.Span()
			all = append(all, fmt.Sprint(frame.Base(), span, why, len(slices.Collect(frame.Links()))))
		}
		return strings.Join(all, "\n")
	}
	want := read()
	var wait sync.WaitGroup
	for range 4 {
		wait.Go(func() {
			if got := read(); got != want {
				t.Errorf("got\n%s\nwant\n%s", got, want)
			}
		})
	}
	wait.Wait()
}

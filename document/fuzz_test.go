package document_test

import (
	"bytes"
	"errors"
	"testing"

	"htmlurl/document"
	"htmlurl/resolve"
)

// FuzzParse holds what is true of every page: Parse gives a document or an error of the HTML parser, the base is the fallback or that of
// the base element, and each link has either a URL or a *resolve.Error.
func FuzzParse(f *testing.F) {
	for _, seed := range []string{
		"<base href=b/><a href=x xml:base=y/>", "<iframe srcdoc='<iframe srcdoc=&quot;<base href=c>&quot;>'>",
		"<template><base href=x></template><svg><a xlink:href=y href=z><base href=w>", "\xff\xfe<\x00a\x00>\x00",
		"<meta charset=shift_jis><a href=?\x95\\>", "<object classid=a codebase=b><form action>",
	} {
		for _, edition := range resolve.Editions() {
			f.Add([]byte(seed), "text/html; charset=windows-1252", false, uint8(edition))
			f.Add([]byte(seed), "", true, uint8(edition))
		}
	}
	f.Fuzz(func(t *testing.T, page []byte, contentType string, flag bool, edition uint8) {
		d, err := document.Parse(bytes.NewReader(page), document.Options{
			Address: "http://h/d/p", ContentType: contentType, NoScripting: flag, TemplateContents: flag,
			Edition: resolve.Editions()[int(edition)%len(resolve.Editions())],
		})
		if err != nil {
			if !isParserError(err) {
				t.Fatal(err)
			}
			return
		}
		checkFuzzed(t, d)
	})
}

func checkFuzzed(t *testing.T, d *document.Document) {
	t.Helper()
	if why := d.Why(); (why.Element == nil || why.Err != nil) != (d.Base() == d.Fallback() && why.Source != document.BaseElement) {
		t.Fatalf("base %q, fallback %q: %s", d.Base(), d.Fallback(), why)
	}
	for link := range d.Links() {
		_, typed := errors.AsType[*resolve.Error](link.Err)
		if (link.Err == nil) == link.URL.IsZero() || link.Err != nil && !typed {
			t.Fatalf("<%s %s=%q>: URL %q with error %v", link.Node.Data, link.Attr, link.Raw, link.URL, link.Err)
		}
	}
	for frame, err := range d.Frames() {
		if err == nil {
			checkFuzzed(t, frame)
		} else if !isParserError(err) && !errors.Is(err, document.ErrFrameDepth) {
			t.Fatal(err)
		}
	}
}

func isParserError(err error) bool {
	return errors.Is(err, document.ErrDepth) || errors.Is(err, document.ErrResets) || errors.Is(err, document.ErrCutShort)
}

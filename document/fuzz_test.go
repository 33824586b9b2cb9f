package document_test

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"htmlurl/document"
	"htmlurl/internal/charset"
	"htmlurl/internal/source"
	"htmlurl/resolve"
)

// FuzzParse holds what is true of every page: Parse gives a document or an error of the HTML parser, the base is the fallback or that of
// the base element, and each link has either a URL or a *resolve.Error.
func FuzzParse(f *testing.F) {
	for _, seed := range []string{
		"<base href=b/><a href=x xml:base=y/>", "<iframe srcdoc='<iframe srcdoc=&quot;<base href=c>&quot;>'>",
		"<template><base href=x></template><svg><a xlink:href=y href=z><base href=w>", "\xff\xfe<\x00a\x00>\x00",
		"<meta charset=shift_jis><a href=?\x95\\>", "<object classid=a codebase=b><form action>",
		"<img srcset='a 1x, b 2x'><meta http-equiv=refresh content='1;url=x'><p style='a:url(x)'><style>@import 'y'",
		"<script type=importmap>{\"imports\":{\"a\":\"/b\"}}</script><svg><style><![CDATA[a{b:url(c)}]]></style>",
		"<meta http-equiv=content-security-policy content='base-uri none'><base href=x><iframe><frame src=about:blank>",
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
	at := d.Root() // links are in tree order
	for link := range d.Links() {
		for at != nil && at != link.Node {
			at = after(at)
		}
		if at == nil {
			t.Fatalf("%s=%q comes after a link behind it", link.Attr, link.Raw)
		}
		_, typed := errors.AsType[*resolve.Error](link.Err)
		if (link.Err == nil) == link.URL.IsZero() || link.Err != nil && !typed {
			t.Fatalf("<%s %s=%q>: URL %q with error %v", link.Node.Data, link.Attr, link.Raw, link.URL, link.Err)
		}
	}
	for frame, err := range d.Frames() {
		if err == nil {
			checkFuzzed(t, frame)
		} else if !isParserError(err) && !errors.Is(err, document.ErrFrameDepth) && !errors.Is(err, document.ErrFrameCount) {
			t.Fatal(err)
		}
	}
}

// after returns the node after n in tree order.
func after(n *html.Node) *html.Node {
	if n.FirstChild != nil {
		return n.FirstChild
	}
	for ; n != nil; n = n.Parent {
		if n.NextSibling != nil {
			return n.NextSibling
		}
	}
	return nil
}

func isParserError(err error) bool {
	return errors.Is(err, document.ErrDepth) || errors.Is(err, document.ErrResets) || errors.Is(err, document.ErrCutShort)
}

// FuzzPositions holds that positions do not change what is listed, lie inside of the page, and that what stands there is the
// reference, for attributes that hold one URL.
func FuzzPositions(f *testing.F) {
	for _, seed := range []string{
		"<a href=x>\r\n<a href='y&amp;z'><a href>", "<table><a href=1><td><a href=2><img src=3></table><a href=2>",
		"<a href=x><div></a><b><p style='a:url(x)'></b>", "<img srcset='a\r\n 1x,&#98; 2x'><style>@import 'y';\r\n@import 'z'",
		"\xfe\xff\x00<\x00a\x00 \x00h\x00r\x00e\x00f\x00=\xd8\x3d\xde\x00\x00>", "<meta charset=iso-2022-jp><a href='\x1b$B%\"\x1b(B'>",
		"<body background=a><body background=b><html manifest=c>", "<svg><style>a{b:url(&amp;c)}<!--x-->d{e:url(f)}</style>",
		"<select><a href=x></select><a href=x>", "<svg><a xlink:href=x></a></svg><image src=y>",
	} {
		for _, contentType := range []string{"", "text/html; charset=shift_jis", "text/html; charset=gb18030", "image/svg+xml"} {
			f.Add([]byte(seed), contentType)
		}
	}
	f.Add([]byte(xhtmlPage), "application/xhtml+xml")
	f.Fuzz(func(t *testing.T, page []byte, contentType string) {
		o := document.Options{Address: "http://h/d/p", ContentType: contentType}
		plain, err := document.Parse(bytes.NewReader(page), o)
		if err != nil {
			return // FuzzParse looks at errors
		}
		o.Positions = true
		d, err := document.Parse(bytes.NewReader(page), o)
		if err != nil {
			t.Fatal(err)
		}
		seen := map[string]int{}
		for link := range plain.Links() {
			seen[link.Attr+" "+link.Raw]++
		}
		for link := range d.Links() {
			seen[link.Attr+" "+link.Raw]--
			checkPlace(t, d, page, link)
		}
		for name, n := range seen {
			if n != 0 {
				t.Fatalf("%s: %d more without positions", name, n)
			}
		}
	})
}

func checkPlace(t *testing.T, d *document.Document, page []byte, link document.Link) {
	t.Helper()
	span := link.Span
	if link.Unplaced != "" {
		if span != (document.Span{}) {
			t.Fatalf("%s=%q is at %+v, but %s", link.Attr, link.Raw, span, link.Unplaced)
		}
		return
	}
	if span.Start < 0 || span.End < span.Start || span.End > len(page) || span.Line < 1 || span.Column < 1 {
		t.Fatalf("%s=%q is at %+v of %d bytes", link.Attr, link.Raw, span, len(page))
	}
	name, _ := d.Encoding()
	encoding, _ := charset.Lookup(name)
	switch encoding {
	case charset.ISO2022JP, charset.GBK, charset.GB18030: // the state before, or the byte after, may decide
		return
	}
	isHTML := link.Node.Namespace != "none" && d.Root().FirstChild != nil
	if value, ok := attributeOf(link); ok && isHTML && value == link.Raw {
		text := encoding.Decode(page[span.Start:span.End])
		if got := string(source.AppendValue(nil, text, true)); got != value {
			t.Fatalf("%s=%q is at %+v, where %q stands", link.Attr, value, span, text)
		}
	}
}

// attributeOf returns the value of the attribute of a link in an HTML document.
func attributeOf(link document.Link) (string, bool) {
	for _, a := range link.Node.Attr {
		if a.Key == link.Attr {
			return a.Val, true
		}
	}
	return "", false
}

// FuzzRewrite holds that a page that is rewritten to itself is the same bytes, that one in which a reference is replaced has
// the new one there, in every syntax, and that all others stay.
func FuzzRewrite(f *testing.F) {
	for _, page := range []string{
		"<a href=x>\r\n<a href='y&amp;z'><a href><a href=>", "<table><a href=1><td><a href=2><img src=3></table><a href=2>",
		"<a href=x><div></a><b><p style='a:url(x);b:url(\"y\")'></b>", "<img srcset='a\r\n 1x,&#98; 2x'><style>@import 'y';\r\n@import url(z)",
		"\xfe\xff\x00<\x00a\x00 \x00h\x00r\x00e\x00f\x00=\xd8\x3d\xde\x00\x00>", "<meta charset=iso-2022-jp><a href='\x1b$B%\"\x1b(B'>",
		"<body background=a><body background=b><html manifest=c>", "<svg><style>a{b:url(&amp;c)}<!--x-->d{e:url(f)}</style>",
		"<iframe srcdoc=\"<a href='&amp;amp;'><iframe srcdoc=&quot;<img src=x>&quot;>\"><p style=\"a:url(&quot/x)\">",
		"<meta http-equiv=refresh content=\"0;url='x'\"><a ping='a b'><script type=importmap>{\"imports\":{\"a\":\"/b\"}}</script>",
		"<meta charset=shift_jis><base href=x target=y><applet archive='a,b' codebase=c><link rel=preload as=image imagesrcset=a>",
	} {
		for _, contentType := range []string{"", "text/html; charset=gb18030", "text/html; charset=iso-2022-jp", "image/svg+xml"} {
			for _, reference := range []string{"new", "a b", "?x&y\"'<>`=", "é№\u00a5\U0001F600", "\t\r\n\x00\\)(", ",a,", ""} {
				f.Add([]byte(page), contentType, reference, uint8(1))
			}
		}
	}
	f.Add([]byte(xhtmlPage), "application/xhtml+xml", "a<b>&\"'\n", uint8(3))
	f.Fuzz(func(t *testing.T, page []byte, contentType, reference string, which uint8) {
		o := document.Options{Address: "http://h/d/p", ContentType: contentType, Positions: true, Edition: resolve.Living}
		d, err := document.Parse(bytes.NewReader(page), o)
		if err != nil {
			return // FuzzParse looks at errors
		}
		for _, same := range []bool{true, false} {
			got, err := d.AppendRewrite(nil, func(l document.Link) (string, bool) { return l.Raw, same })
			if !bytes.Equal(got, page) || same && isLeft(err, document.ErrNotWritable) {
				t.Fatalf("rewritten to itself: %q, %v", got, err)
			}
		}
		var want []string
		n := 0
		got, err := d.AppendRewrite(nil, func(l document.Link) (string, bool) {
			n++
			changes := which&(1<<(n%8)) != 0
			if changes {
				want = append(want, reference)
			} else {
				want = append(want, l.Raw)
			}
			return reference, changes
		})
		checkRewritten(t, d, got, o, want, err)
	})
}

// isLeft tells whether something was left for that reason, or nothing if there is none.
func isLeft(err, reason error) bool {
	if reason == nil {
		return err == nil
	}
	rewrite, ok := errors.AsType[*document.RewriteError](err)
	return ok && slices.ContainsFunc(rewrite.Left, func(l document.Left) bool { return l.Err == reason })
}

// checkRewritten compares the references of a rewritten page with what they were to become, if none was left.
func checkRewritten(t *testing.T, d *document.Document, page []byte, o document.Options, want []string, err error) {
	t.Helper()
	if err != nil {
		return
	}
	again, err := document.Parse(bytes.NewReader(page), o)
	if err != nil {
		t.Fatalf("%q cannot be parsed: %v", page, err)
	}
	got := allRaw(again)
	if len(got) != len(want) {
		t.Fatalf("%q has %d references, want %d: %q, want %q", page, len(got), len(want), got, want)
	}
	for i := range got {
		if got[i] != want[i] && unescape(got[i]) != unescape(want[i]) {
			t.Fatalf("%q has %q, want %q", page, got[i], want[i])
		}
	}
}

// unescape undoes what is percent-encoded where nothing else can be written, and what a NUL becomes.
func unescape(s string) string {
	for _, c := range []rune{' ', 0x7F, '\r', 0xFFFE, 0xFFFF} {
		s = strings.ReplaceAll(s, percent(string(c)), string(c))
	}
	for c := rune(0); c < ' '; c++ {
		s = strings.ReplaceAll(s, percent(string(c)), string(c))
	}
	for c := rune(0x80); c < 0xA0; c++ {
		s = strings.ReplaceAll(s, percent(string(c)), string(c))
	}
	return s
}

func percent(s string) string {
	var b strings.Builder
	for i := range len(s) {
		fmt.Fprintf(&b, "%%%02X", s[i])
	}
	return b.String()
}

// allRaw returns the references of a document, then of its srcdoc documents.
func allRaw(d *document.Document) []string {
	var all []string
	for link := range d.Links() {
		all = append(all, link.Raw)
	}
	for frame, err := range d.Frames() {
		if err == nil {
			all = append(all, allRaw(frame)...)
		}
	}
	return all
}

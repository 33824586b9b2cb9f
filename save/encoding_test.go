package save_test

import (
	"strings"
	"testing"
	"unicode/utf16"

	"htmlurl/document"
)

// wide returns s in UTF-16, big-endian.
func wide(s string) string {
	var b strings.Builder
	for _, unit := range utf16.Encode([]rune(s)) {
		b.WriteByte(byte(unit >> 8))
		b.WriteByte(byte(unit))
	}
	return b.String()
}

// encodings are pages, which all have an é and an image, in encodings that they declare in different ways, or not at
// all.
var encodings = []struct{ name, kind, body string }{
	{"header", "text/html; charset=iso-8859-15", "<p>\xe9<img src=a.png>"},
	{"header, not meta", "text/html; charset=iso-8859-15", "<meta charset=utf-8><p>\xe9<img src=a.png>"},
	{"meta", "text/html", "<head><meta charset=iso-8859-15><p>\xe9<img src=a.png>"},
	{"meta far away", "text/html", "<!--" + strings.Repeat("x", 2000) + "--><meta charset=iso-8859-15><p>\xe9<img src=a.png>"},
	{"nothing", "text/html", "<p>\xe9<img src=a.png>"},
	{"nothing, UTF-8", "text/html", "<p>é<img src=a.png>"},
	{"byte order mark", "text/html; charset=iso-8859-15", "\uFEFF<p>é<img src=a.png>"},
	{"UTF-16", "text/html", "\xfe\xff" + wide("<p>é<img src=a.png>")},
	{"UTF-16 by header", "text/html; charset=utf-16be", wide("<p>é<img src=a.png>")},
	{"XHTML", "application/xhtml+xml", `<html xmlns="http://www.w3.org/1999/xhtml"><head><title>é</title></head><body><img src="a.png"/></body></html>`},
	{"XHTML by header", "application/xhtml+xml; charset=iso-8859-15", "<html xmlns='http://www.w3.org/1999/xhtml'><head></head><body>\xe9<img src='a.png'/></body></html>"},
	{"XHTML by header, not declaration", "application/xhtml+xml; charset=utf-8", "<?xml version='1.0' encoding='iso-8859-15'?><html xmlns='http://www.w3.org/1999/xhtml'><body>é<img src='a.png'/></body></html>"},
	{"XHTML by declaration", "application/xhtml+xml", "<?xml version='1.0' encoding='iso-8859-15'?><h:html xmlns:h='http://www.w3.org/1999/xhtml'><h:body>\xe9<h:img src='a.png'/></h:body></h:html>"},
	{"SVG", "image/svg+xml", `<!-- x --><svg xmlns="http://www.w3.org/2000/svg"><text>é</text><image href="a.png"/></svg>`},
	{"SVG in UTF-16", "image/svg+xml", "\xfe\xff" + wide(`<svg xmlns="http://www.w3.org/2000/svg"><text>é</text><image href="a.png"/></svg>`)},
}

// TestEncodings holds that a saved page says the same without the header fields, with a policy in its head.
func TestEncodings(t *testing.T) {
	extensions := map[string]string{"text/html": "html", "application/xhtml+xml": "xhtml", "image/svg+xml": "svg"}
	for _, c := range encodings {
		t.Run(c.name, func(t *testing.T) {
			s := site{"/a.png": {kind: "image/png", body: "png"}, "/": {kind: c.kind, body: c.body}}
			kind, _, _ := strings.Cut(c.kind, ";")
			text := copyOf(t, living(), s.serve(t).URL+"/").read("index." + extensions[kind])
			d, err := document.Parse(strings.NewReader(text), document.Options{ContentType: kind})
			if err != nil {
				t.Fatalf("%v:\n%s", err, text)
			}
			if _, source := d.Encoding(); source == document.FromFallback && kind == "text/html" || source == document.FromValidUTF8 {
				t.Errorf("its encoding is a guess:\n%s", text)
			}
			found := ""
			for n := range d.Root().Descendants() {
				if n.Data == "é" {
					found += "é"
				}
				if n.Parent != nil && n.Parent.Data == "head" && n.Data == "meta" && len(n.Attr) > 1 && n.Attr[len(n.Attr)-2].Val == "Content-Security-Policy" {
					found += "policy"
				}
				for _, a := range n.Attr {
					if a.Val == "files/a.png" {
						found += "image"
					}
				}
			}
			if found != "policyéimage" {
				t.Errorf("found %s in\n%q", found, text)
			}
		})
	}
}

package xmltree_test

import (
	"strings"
	"testing"

	"htmlurl/internal/charset"
	"htmlurl/internal/xmltree"
)

// https://mimesniff.spec.whatwg.org/#xml-mime-type
func TestIsXML(t *testing.T) {
	for contentType, want := range map[string]bool{
		"application/xhtml+xml":            true,
		"image/svg+xml":                    true,
		"text/xml":                         true,
		"application/xml":                  true,
		" Application/XML ; charset=utf-8": true,
		"application/rss+xml;nonsense":     true,
		"text/html, application/xhtml+xml": true,
		"application/xhtml+xml, x":         true,
		"application/xhtml+xml, text/html": false,
		"text/html":                        false,
		"text/html; type=application/xml":  false,
		"text/xmlx":                        false,
		"application/xml+x":                false,
		"xml":                              false,
		"text /xml":                        false,
		"":                                 false,
		"multipart/related; type=\"text/xml\"; a=,b": false,
	} {
		if got := xmltree.IsXML(contentType); got != want {
			t.Errorf("IsXML(%q) = %v", contentType, got)
		}
	}
}

// https://www.rfc-editor.org/rfc/rfc7303#section-3
func TestEncoding(t *testing.T) {
	const declared = "<?xml version='1.0' encoding='koi8-r'?>"
	for _, c := range []struct {
		page, contentType string
		e                 charset.Encoding
		src               charset.Source
		bom               int
	}{
		{"\xEF\xBB\xBF" + declared, "text/xml; charset=big5", charset.UTF8, charset.BOM, 3},
		{"\xFF\xFE<\x00", "text/xml; charset=big5", charset.UTF16LE, charset.BOM, 2},
		{"\xFE\xFF\x00<", "", charset.UTF16BE, charset.BOM, 2},
		{declared, "text/xml; charset=big5", charset.Big5, charset.Transport, 0},
		{declared, "text/xml; charset=bogus", charset.KOI8R, charset.XMLDeclaration, 0},
		{declared + "<html><meta charset='big5'/></html>", "text/xml", charset.KOI8R, charset.XMLDeclaration, 0},
		{"<\x00?\x00x\x00m\x00", "", charset.UTF16LE, charset.XMLDeclaration, 0},
		{"\x00<\x00?\x00x\x00m", "", charset.UTF16BE, charset.XMLDeclaration, 0},
		{"<?xml version='1.0' encoding='utf-16'?>", "", charset.UTF8, charset.XMLDeclaration, 0},

		{"<?xml version='1.0' encoding='bogus'?><a>é</a>", "", charset.UTF8, charset.Fallback, 0},
		{"<?xml version='1.0'?><a>é</a>", "", charset.UTF8, charset.Fallback, 0},
		{"<?xml version='1.0'", "", charset.UTF8, charset.Fallback, 0},
		{"<?xml-stylesheet encoding='koi8-r'?>", "", charset.UTF8, charset.Fallback, 0},
		{" " + declared, "", charset.UTF8, charset.Fallback, 0},
		{"<?xml <meta charset=koi8-r>?>", "", charset.UTF8, charset.Fallback, 0},
		{"<html><head><meta charset='koi8-r'/></head></html>", "", charset.UTF8, charset.Fallback, 0},
		{"<a>\xE9</a>", "", charset.UTF8, charset.Fallback, 0},
		{"", "", charset.UTF8, charset.Fallback, 0},
		{"<?xml " + strings.Repeat("<meta charset=koi8-r ", 1<<16), "", charset.UTF8, charset.Fallback, 0},
	} {
		e, src, bom := xmltree.Encoding([]byte(c.page), c.contentType)
		if e != c.e || src != c.src || bom != c.bom {
			t.Errorf("Encoding(%.60q, %q) = %v, %v, %d, want %v, %v, %d", c.page, c.contentType, e, src, bom, c.e, c.src, c.bom)
		}
	}
}

// A declaration names the encoding of the bytes, which are decoded when they are parsed.
func TestDecoded(t *testing.T) {
	page := []byte("<?xml version='1.0' encoding='koi8-r'?><a b='\xC1'/>")
	e, _, bom := xmltree.Encoding(page, "")
	tree, err := xmltree.Parse(e.Decode(page[bom:]))
	if err != nil {
		t.Fatal(err)
	}
	if got := tree.Root.FirstChild.Attr[0].Val; got != "а" {
		t.Errorf("%q", got)
	}
}

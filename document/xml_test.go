package document_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"htmlurl/document"
	"htmlurl/resolve"
)

const xhtmlPage = `<?xml version="1.0" encoding="windows-1252"?>
<?xml-stylesheet href="style.css?` + "\xE5" + `" type="text/css"?>
<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Strict//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-strict.dtd">
<html xmlns="http://www.w3.org/1999/xhtml" xmlns:s="http://www.w3.org/2000/svg" xmlns:x="http://www.w3.org/1999/xlink">
<head><title>t</title><style>/*<![CDATA[*/ p { background: url(p.png) } /*]]>*/</style></head>
<body><p xml:base="/d/"><a href="a?` + "\xE9" + `&amp;b&nbsp;">a</a></p>
<s:svg><s:base href="no"/><s:image x:href="i.svg"/><s:style>@import "s&#x2E;css";</s:style></s:svg>
<base href="http://b/"/><foreign href="no"/>
<IMG src="no"/><script>document.write("&lt;a href='no'>")</script></body></html>
`

// TestXHTML holds that an XML document has the references of its elements, wherever they stand.
func TestXHTML(t *testing.T) {
	for edition, want := range map[resolve.Edition][]string{
		resolve.HTML5: {
			"2:24 ?xml-stylesheet href http://b/style.css?%C3%A5", "5:64 style #text http://b/p.png",
			"6:34 a href http://b/d/a?%E9&b%A0", "7:44 image xlink:href http://b/i.svg", "7:70 style #text http://b/s.css",
			"8:13 base href http://b/",
		},
		resolve.Living: {
			"2:24 ?xml-stylesheet href http://h/style.css?%C3%A5", "5:64 style #text http://b/p.png",
			"6:34 a href http://b/a?%E9&b%A0", "7:44 image xlink:href http://b/i.svg", "7:70 style #text http://b/s.css",
			"8:13 base href http://b/",
		},
	} {
		d := mustParse(t, xhtmlPage, document.Options{
			Address: "http://h/", ContentType: "application/xhtml+xml", Edition: edition, Positions: true,
		})
		var got []string
		for link := range d.Links() {
			line := ""
			if link.Unplaced == "" {
				line = fmt.Sprintf("%d:%d ", link.Span.Line, link.Span.Column)
			}
			name, _, _ := strings.Cut(link.Node.Data, " ")
			got = append(got, line+fmt.Sprintf("%s %s %v", name, link.Attr, link.URL))
		}
		if !slices.Equal(got, want) {
			t.Errorf("%v:\n%s\nwant\n%s", edition, strings.Join(got, "\n"), strings.Join(want, "\n"))
		}
	}
}

// TestSVG holds that an SVG document has references, and an xml:base in the older editions.
func TestSVG(t *testing.T) {
	const page = `<svg xmlns="http://www.w3.org/2000/svg" xml:base="d/"><a href="x"/><base href="http://no/"/>` +
		`<rect fill="url(#f) red" style="mask: url(m.svg#m)"/></svg>`
	for edition, want := range map[resolve.Edition]string{
		resolve.HTML5:  "http://h/d/x http://h/#f http://h/d/m.svg#m",
		resolve.Living: "http://h/x http://h/#f http://h/m.svg#m",
	} {
		d := mustParse(t, page, document.Options{Address: "http://h/", ContentType: "image/svg+xml", Edition: edition})
		var got []string
		for link := range d.Links() {
			got = append(got, link.URL.String())
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%v: %q, want %q", edition, got, want)
		}
	}
}

// TestXMLErrors holds that what is no XML is an error that says where.
func TestXMLErrors(t *testing.T) {
	for page, want := range map[string]error{
		"<a><b></a>":                        document.ErrNotWellFormed,
		"<!DOCTYPE a SYSTEM 'x'><a>&e;</a>": document.ErrEntity,
		"<a>\xff</a>":                       document.ErrNotWellFormed,
		strings.Repeat("<a>", 600):          document.ErrDepth,
	} {
		_, err := document.Parse(strings.NewReader(page), document.Options{ContentType: "text/xml"})
		if !errors.Is(err, want) {
			t.Errorf("%.40q: %v, want %v", page, err, want)
		}
	}
}

package document_test

import (
	"strings"
	"testing"

	"htmlurl/document"
	"htmlurl/resolve"
)

// TestSheet holds how a style sheet is decoded, what its references lead to, and how they are rewritten: each to
// "/é№;" here, which some encodings have no bytes for.
func TestSheet(t *testing.T) {
	owner, err := document.Parse(strings.NewReader("<meta charset=windows-1251>"), document.Options{Address: "http://h/page"})
	if err != nil {
		t.Fatal(err)
	}
	cases := []struct {
		name, sheet, contentType string
		owner                    *document.Document
		encoding                 string
		source                   document.EncodingSource
		urls, want               string
	}{
		{"no declaration", "@import 'a';b{c:url(d)}", "", nil, "UTF-8", document.FromFallback, "http://h/css/a http://h/css/d",
			`@import '/\e9 \2116 ;';b{c:url(/\e9 \2116 ;)}`},
		{"byte order mark", "\ufeff@import \"a\\\"\"", "text/css; charset=iso-8859-1", owner, "UTF-8", document.FromBOM,
			"http://h/css/a%22", "\ufeff@import \"/é№;\""},
		{"header", "/*\xe9*/a{b:url(\xe9)}", "text/css; charset=iso-8859-1", nil, "windows-1252", document.FromContentType,
			"http://h/css/%C3%A9", "/*\xe9*/a{b:url(/\xe9\\2116 ;)}"},
		{"@charset", "@charset \"shift_jis\";a{b:url(\x93\xfa)}", "text/css", owner, "Shift_JIS", document.FromCharsetRule,
			"http://h/css/%E6%97%A5", "@charset \"shift_jis\";a{b:url(/\\e9 \x87\x82;)}"},
		{"@charset cannot be utf-16", "@charset \"utf-16be\";@import 'é'", "", owner, "UTF-8", document.FromCharsetRule,
			"http://h/css/%C3%A9", "@charset \"utf-16be\";@import '/é№;'"},
		{"no @charset rule", "@charset 'shift_jis';@import 'a'", "", owner, "windows-1251", document.FromFallback, "http://h/css/a",
			`@charset 'shift_jis';@import '/\e9 \2116 ;'`},
		{"of the owner", "a{b:url(\xe9);c:url('#d')}", "", owner, "windows-1251", document.FromFallback,
			"http://h/css/%D0%B9 http://h/page#d", `a{b:url(/\e9 \2116 ;);c:url('/\e9 \2116 ;')}`},
		{"UTF-16", "\xff\xfea\x00{\x00b\x00:\x00u\x00r\x00l\x00(\x00c\x00)\x00", "", nil, "UTF-16LE", document.FromBOM, "http://h/css/c",
			"\xff\xfea\x00{\x00b\x00:\x00u\x00r\x00l\x00(\x00/\x00\xe9\x00\x16\x21;\x00)\x00"},
		{"no URL", "a{b:url(#c)}@import 'd';", "", nil, "UTF-8", document.FromFallback, "", `a{b:url(/\e9 \2116 ;)}@import 'd';`},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			s, err := document.ParseSheet(strings.NewReader(c.sheet), document.SheetOptions{
				Address: "http://h/css/s.css", ContentType: c.contentType, Edition: resolve.Living, Owner: c.owner,
			})
			if err != nil {
				t.Fatal(err)
			}
			if encoding, source := s.Encoding(); encoding != c.encoding || source != c.source {
				t.Errorf("encoding %s from %s, want %s from %s", encoding, source, c.encoding, c.source)
			}
			if s.Address().String() != "http://h/css/s.css" {
				t.Errorf("address %v", s.Address())
			}
			var urls []string
			for link := range s.Links() {
				if urls = append(urls, link.URL.String()); link.Node != nil || link.Span.End > len(c.sheet) || link.Unplaced != "" {
					t.Errorf("%+v", link)
				}
			}
			if got := strings.Join(urls, " "); got != c.urls {
				t.Errorf("URLs %s, want %s", got, c.urls)
			}
			if got, err := s.AppendRewrite(nil, nothing); string(got) != c.sheet || err != nil {
				t.Errorf("rewritten to itself: %q, %v", got, err)
			}
			got, err := s.AppendRewrite(nil, func(document.Link) (string, bool) { return "/é№;", true })
			if string(got) != c.want || err != nil {
				t.Errorf("rewritten: %q, %v, want %q", got, err, c.want)
			}
		})
	}
}

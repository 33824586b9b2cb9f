package save_test

import "testing"

// TestStylesheets holds that style sheets are saved with all that they refer to, in the encoding that a browser takes
// them for on disk.
func TestStylesheets(t *testing.T) {
	s := site{
		"/page.html":    {kind: "text/html; charset=windows-1251", body: `<link rel=stylesheet href="css/a.css"><link rel=stylesheet href="latin.css?">`},
		"/css/a.css":    {kind: "text/css", body: `@import "../deep/b.css" screen; @import url(a.css); a { background: url('../i/x.png#f') }`},
		"/deep/b.css":   {kind: "text/css", body: `@import "/css/a.css"; @font-face { src: url(f.woff2) format("woff2"), url(none.ttf) } p{cursor:url("../page.html#c")}`},
		"/deep/f.woff2": {kind: "font/woff2", body: "f"},
		"/i/x.png":      {kind: "image/png", body: "p"},
		"/latin.css?":   {kind: "text/css", body: "@charset \"iso-8859-1\"; @import 'cyrillic.css'; p::after { content: '\xe9' } b { mask: url( i/x.png ) }"},
		"/cyrillic.css": {kind: "text/css; charset=windows-1251", body: "@import 'inherits.css'; /* \xe9 */"},
		"/inherits.css": {kind: "text/css", body: "/* \xe9 */ @import 'wide.css'; @import 'm.css';"},
		"/wide.css":     {kind: "text/css", body: "\xfe\xff\x00@\x00i\x00m\x00p\x00o\x00r\x00t\x00'\x00a\x00.\x00c\x00s\x00s\x00'\x00;"},
		"/m.css":        {body: `/* no type */ p { --m: url("i/x.png") }`},
		"/a.css":        {kind: "text/css; charset=utf-8", body: ""},
	}
	server := s.serve(t)
	c := copyOf(t, living(), server.URL+"/page.html")
	for name, want := range map[string]string{
		"files/a.css":        `@import "b.css" screen; @import url(a.css); a { background: url('x.png#f') }`,
		"files/b.css":        `@import "a.css"; @font-face { src: url(f.woff2) format("woff2"), url(` + server.URL + `/deep/none.ttf) } p{cursor:url("../index.html#c")}`,
		"files/latin.css":    "@charset \"iso-8859-1\"; @import 'cyrillic.css'; p::after { content: 'é' } b { mask: url( data:image/png;base64,cA== ) }",
		"files/cyrillic.css": "@import 'inherits.css'; /* й */",
		"files/inherits.css": "/* й */ @import 'wide.css'; @import 'm.css';",
		"files/wide.css":     "@import'a-2.css';",
		"files/m.css":        `/* no type */ p { --m: url("data:image/png;base64,cA==") }`,
	} {
		if got := c.read(name); got != "\uFEFF"+want {
			t.Errorf("%s: got\n%s\nwant\n%s", name, got, want)
		}
	}
	if n := len(c.manifest.Files); n != 12 || c.manifest.Failed() != 1 {
		t.Errorf("%d files, %d failed: %+v", n, c.manifest.Failed(), c.manifest.Files)
	}
}

// TestScripts holds that the characters of scripts are the same on disk.
func TestScripts(t *testing.T) {
	s := site{
		"/page.html": {kind: "text/html; charset=windows-1251", body: "<script src=ascii.js></script><script src=document.js></script>" +
			"<script src=attribute.js charset=iso-8859-1></script><script src=header.js charset=x></script><script src=bom.js></script>" +
			"<script type=module src=module.js></script>"},
		"/ascii.js":     {kind: "text/javascript", body: "'e'"},
		"/document.js":  {kind: "text/javascript", body: "'\xe9'"},
		"/attribute.js": {kind: "text/javascript", body: "'\xe9'"},
		"/header.js":    {kind: "text/javascript;charset=utf-8", body: "'é'"},
		"/bom.js":       {kind: "text/javascript;charset=iso-8859-1", body: "\uFEFF'é'"},
		"/module.js":    {kind: "text/javascript", body: "'é'"},
	}
	c := copyOf(t, living(), s.serve(t).URL+"/page.html")
	for name, want := range map[string]string{
		"ascii": "'e'", "document": "\uFEFF'й'", "attribute": "\uFEFF'é'", "header": "\uFEFF'é'", "bom": "\uFEFF'é'", "module": "'é'",
	} {
		if got := c.read("files/" + name + ".js"); got != want {
			t.Errorf("%s: got %q, want %q", name, got, want)
		}
	}
}

package save_test

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"htmlurl/fetch"
	"htmlurl/resolve"
	"htmlurl/save"
)

// common is what the pages of many tests refer to.
var common = site{
	"/dir/a.png":        {kind: "image/png", body: "png"},
	"/dir/b.png?x=1":    {kind: "image/png", body: "png 2"},
	"/other/a.png":      {kind: "image/png", body: "another png"},
	"/dir/a.css":        {kind: "text/css", body: "p { color: red }"},
	"/dir/a.js":         {kind: "text/javascript", body: "f()"},
	"/dir/a.mp4":        {kind: "video/mp4", body: "mp4"},
	"/dir/a.vtt":        {kind: "text/vtt", body: "WEBVTT"},
	"/dir/frame.html":   {kind: "text/html", body: "<img src=a.png><a href=page.html#x>x</a><a href=frame.html#y>y</a>"},
	"/dir/next.html":    {kind: "text/html", body: "<p>next"},
	"/dir/icons.svg":    {kind: "image/svg+xml", body: `<svg xmlns="http://www.w3.org/2000/svg"><linearGradient id="g"/><symbol id="s"><path fill="url(#g)" onclick="f()"/><script>f()</script></symbol></svg>`},
	"/dir/mask.svg":     {kind: "image/svg+xml", body: `<svg xmlns="http://www.w3.org/2000/svg"/>`},
	"/dir/a.pdf":        {kind: "application/pdf", body: "%PDF"},
	"/dir/moved.png":    {location: "/dir/a.png"},
	"/dir/wrong.css":    {kind: "text/html", body: "<p>not found, but 200"},
	"/dir/index.php?s":  {kind: "image/png", body: "png 3"},
	"/dir/style.php?v=": {kind: "text/css; charset=utf-8", body: "@import 'a.css';"},
}

// with returns the common site with a page at /dir/page.html.
func with(page string) site {
	s := site{"/dir/page.html": {kind: "text/html; charset=utf-8", body: page}}
	for path, a := range common {
		s[path] = a
	}
	return s
}

// references are pieces of a page and what they become; SITE is the address of the server.
var references = []struct{ name, page, want string }{
	{"image", `<img src="a.png">`, `<img src="files/a.png">`},
	{"without quotes", `<img src=a.png>`, `<img src=files/a.png>`},
	{"query", `<img src="b.png?x=1">`, `<img src="files/b.png">`},
	{"the same name twice", `<img src="a.png"><img src="/other/a.png">`, `<img src="files/a.png"><img src="files/a-2.png">`},
	{"the same file twice", `<img src="a.png"><img src="../dir/a.png#x">`, `<img src="files/a.png"><img src="files/a.png#x">`},
	{"redirected to a saved file", `<img src="a.png"><img src="moved.png">`, `<img src="files/a.png"><img src="files/a.png">`},
	{"redirected", `<img src="moved.png">`, `<img src="files/moved.png">`},
	{"extension by type", `<img src="index.php?s">`, `<img src="files/index.png">`},
	{"missing", `<img src="none.png">`, `<img src="SITE/dir/none.png">`},
	{"not fetched", `<img src="data:,x"><a href="mailto:x@y">x</a><a href="javascript:f()">f</a><img src="about:blank"><img src="blob:x">`,
		`<img src="data:,x"><a href="mailto:x@y">x</a><a href="javascript:f()">f</a><img src="about:blank"><img src="blob:x">`},
	{"no URL", `<img src="http://[">`, `<img src="http://[">`},
	{"empty", `<img src=""><iframe src=""></iframe>`, `<img src=""><iframe src=""></iframe>`},
	{"candidates", `<img srcset="a.png 1x, b.png?x=1 2x, none.png 3x">`,
		`<img srcset="files/a.png 1x, files/b.png 2x, SITE/dir/none.png 3x">`},
	{"picture", `<picture><source srcset="a.png"></picture>`, `<picture><source srcset="files/a.png"></picture>`},
	{"video", `<video src="a.mp4" poster="a.png" crossorigin><source src="a.mp4"></video>`,
		`<video src="files/a.mp4" poster="files/a.png"><source src="files/a.mp4"></video>`},
	{"track", `<video><track src="a.vtt"></video>`, `<video><track src="data:text/vtt;base64,V0VCVlRU"></video>`},
	{"background", `<body background="a.png"><input type="image" src="a.png">`,
		`<body background="files/a.png"><input type="image" src="files/a.png">`},
	{"lazy", `<img data-src="a.png" data-srcset="a.png 2x"><img data-src="x y"><a data-href="a.png">x</a>`,
		`<img data-src="files/a.png" data-srcset="files/a.png 2x"><img data-src="x y"><a data-href="a.png">x</a>`},

	{"script", `<script src="a.js" integrity="sha256-x" crossorigin="anonymous"></script>`, `<script src="files/a.js"></script>`},
	{"module", `<script type="module" src="a.js"></script>`, `<script type="module" src="data:text/javascript;base64,Zigp"></script>`},
	{"import map", `<script type="importmap">{"imports": {"a": "./a.js"}}</script>`,
		`<script type="importmap">{"imports": {"a": "SITE/dir/a.js"}}</script>`},
	{"speculation rules", `<script type="speculationrules">{"prefetch": [{"where": {"href_matches": "/*"}}]}</script>`,
		`<script>{"prefetch": [{"where": {"href_matches": "/*"}}]}</script>`},

	{"style sheet", `<link rel="stylesheet" href="a.css" integrity=x crossorigin>`, `<link rel="stylesheet" href="files/a.css">`},
	{"style sheet by a program", `<link rel="stylesheet" href="style.php?v=">`, `<link rel="stylesheet" href="files/style.css">`},
	{"no style sheet", `<link rel="stylesheet" href="wrong.css">`, `<link rel="stylesheet" href="SITE/dir/wrong.css">`},
	{"icon", `<link rel="shortcut icon" href="a.png">`, `<link rel="shortcut icon" href="files/a.png">`},
	{"preload", `<link rel=preload as=style href="a.css"><link rel=preload as=font href=a.woff crossorigin><link rel=modulepreload href=a.js>`,
		`<link rel=preload as=style href="files/a.css">`},
	{"preloaded candidates", `<link rel=preload as=image imagesrcset="a.png 2x">`, `<link rel=preload as=image imagesrcset="files/a.png 2x">`},
	{"hints", `<link rel="preconnect" href="//h/"><link rel=dns-prefetch href=//h/><link rel="prefetch" href="a.png"><link rel=manifest href=m>x`, `x`},
	{"hint that is a missing style sheet", `<link rel="preconnect stylesheet" href="none.css">x`, `x`},
	{"hint that is a style sheet", `<link rel="preconnect stylesheet" href="a.css">`, `<link rel="preconnect stylesheet" href="files/a.css">`},
	{"linked", `<link rel=canonical href=page.html><link rel=next href=next.html>`,
		`<link rel=canonical href=index.html><link rel=next href=SITE/dir/next.html>`},

	{"style", `<style>@import "a.css"; p { background: url(a.png) } @font-face { src: url("none.woff") }</style>`,
		`<style>@import "files/a.css"; p { background: url(files/a.png) } @font-face { src: url("SITE/dir/none.woff") }</style>`},
	{"style attribute", `<p style="background: url('a.png')">`, `<p style="background: url('files/a.png')">`},
	{"mask", `<p style="mask: url(a.png); color: red; background: url(a.png)">`,
		`<p style="mask: url(data:image/png;base64,cG5n); color: red; background: url(files/a.png)">`},
	{"custom property", `<style>:root { --Icon: url(a.png) }</style>`, `<style>:root { --Icon: url(data:image/png;base64,cG5n) }</style>`},
	{"local", `<svg><path fill="url(#g)" style="clip-path: url(#c)"/><use href="#s"/></svg>`,
		`<svg><path fill="url(#g)" style="clip-path: url(#c)"/><use href="#s"/></svg>`},
	{"local by name", `<svg><path fill="url(page.html#g)"/><use href="page.html#s"/></svg>`, `<svg><path fill="url(#g)"/><use href="#s"/></svg>`},
	{"filter of a file", `<svg><path filter="url(mask.svg#f)"/></svg>`,
		`<svg><path filter="url(data:image/svg+xml;base64,PHN2ZyB4bWxucz0iaHR0cDovL3d3dy53My5vcmcvMjAwMC9zdmciLz4=#f)"/></svg>`},
	{"SVG image", `<svg><image href="a.png" crossorigin /><feImage xlink:href="a.png"/></svg>`,
		`<svg><image href="files/a.png" /><feImage xlink:href="files/a.png"/></svg>`},
	{"graphic", `<svg><use href="icons.svg#s"/></svg>`, `<svg><use href="#saved-1-s"/></svg>` +
		`<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" style="display:none" aria-hidden="true">` +
		`<symbol id="saved-1-s"><path fill="url(#saved-1-g)"></path></symbol><linearGradient id="saved-1-g"></linearGradient></svg>`},

	{"frame", `<iframe src="frame.html#f"></iframe>`, `<iframe src="files/frame.html#f"></iframe>`},
	{"missing frame", `<iframe src="none.html"></iframe>`, `<iframe src="about:blank"></iframe>`},
	{"frame without a document", `<iframe src="a.pdf"></iframe>`, `<iframe src="files/a.pdf"></iframe>`},
	{"object", `<object data="frame.html"></object><embed src="a.pdf"><embed src="none.pdf">`,
		`<object data="files/frame.html"></object><embed src="files/a.pdf"><embed src="SITE/dir/none.pdf">`},
	{"srcdoc", `<iframe srcdoc="<base href=/other/><img src=a.png><a href='#x'>x</a>" src=frame.html></iframe>`,
		`<iframe srcdoc="<img src=files/a.png><a href='SITE/other/#x'>x</a>" src=about:blank></iframe>`},
	{"a document in a URL", `<iframe src="data:text/html,<b>"></iframe><img src="data:image/png,x">`,
		`<iframe src="about:blank"></iframe><img src="data:image/png,x">`},
	{"noscript", `<noscript><img src=a.png></noscript>`, `<noscript><img src=files/a.png></noscript>`},
	{"a frame of the page itself", `<iframe src="page.html"></iframe>`, `<iframe src="index.html"></iframe>`},

	{"links", `<a href="next.html">x</a><a href="a.png">x</a><img src="a.png">`,
		`<a href="SITE/dir/next.html">x</a><a href="files/a.png">x</a><img src="files/a.png">`},
	{"the page itself", `<a href="#x">x</a><a href="page.html#x">x</a><a href="page.html">x</a><a href="">x</a><a href="?">x</a>`,
		`<a href="#x">x</a><a href="#x">x</a><a href="index.html">x</a><a href="index.html">x</a><a href="SITE/dir/page.html?">x</a>`},
	{"absolute already", `<a href=" HTTP://h/%zz ">x</a>`, `<a href=" HTTP://h/%zz ">x</a>`},
	{"forms", `<form action=""><button formaction="page.html">x</button></form>`,
		`<form action="SITE/dir/page.html"><button formaction="SITE/dir/page.html">x</button></form>`},
	{"other URLs", `<a href="x" ping="p q" attributionsrc="r">x</a><q cite="c"></q>`,
		`<a href="SITE/dir/x" ping="SITE/dir/p SITE/dir/q">x</a><q cite="SITE/dir/c"></q>`},
	{"refresh", `<meta http-equiv="refresh" content="5; url=next.html">`, `<meta http-equiv="refresh" content="5; url=files/next.html">`},
	{"refresh of the page", `<meta http-equiv="refresh" content="5; url=page.html"><meta http-equiv="refresh" content="5">`,
		`<meta http-equiv="refresh" content="5; url=index.html"><meta http-equiv="refresh" content="5">`},
	{"refresh to what is missing", `<meta http-equiv="refresh" content="5; url=none.html">x`, `x`},

	{"base", `<base href="/other/"><img src="a.png"><a href="#x">x</a><a href="/dir/page.html#x">x</a>`,
		`<img src="files/a.png"><a href="SITE/other/#x">x</a><a href="#x">x</a>`},
	{"base with a target", `<base target="_top" href="/other/"><img src="a.png">`, `<base target="_top"><img src="files/a.png">`},
	{"policy of the page", `<meta http-equiv="content-security-policy" content="img-src x">x`, `x`},
	{"application cache", `<html manifest="m"><p>x`, `<html><p>x`},
	{"a local file", `<img src="file:///etc/hostname"><iframe src="file://h/x"></iframe><a href="file:///x">x</a>`,
		`<img src="about:invalid"><iframe src="about:blank"></iframe><a href="file:///x">x</a>`},
}

// TestReferences holds what becomes of each kind of reference.
func TestReferences(t *testing.T) {
	for _, c := range references {
		t.Run(c.name, func(t *testing.T) {
			server := with(c.page).serve(t)
			want := strings.ReplaceAll(c.want, "SITE", server.URL)
			got := copyOf(t, living(), server.URL+"/dir/page.html").body()
			if got != want {
				t.Errorf("got\n%s\nwant\n%s", got, want)
			}
		})
	}
}

// TestNestedDocuments holds that what is embedded in frames is saved, and that they refer to each other.
func TestNestedDocuments(t *testing.T) {
	server := with(`<iframe src=frame.html></iframe>`).serve(t)
	c := copyOf(t, living(), server.URL+"/dir/page.html")
	want := `<img src=a.png><a href=../index.html#x>x</a><a href=#y>y</a>`
	if got := withoutHead(c.read("files/frame.html")); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if len(c.manifest.Files) != 3 || !c.manifest.Complete || c.manifest.Failed() != 0 {
		t.Errorf("%+v", c.manifest)
	}
}

// TestRoles holds that a file which is used in two ways is fetched once, and saved for both.
func TestRoles(t *testing.T) {
	s := with(`<img src="drawing.svg"><object data="drawing.svg"></object><iframe src="other.html"></iframe>`)
	s["/dir/drawing.svg"] = answer{kind: "image/svg+xml", body: `<svg xmlns="http://www.w3.org/2000/svg"><image href="a.png"/></svg>`}
	s["/dir/other.html"] = answer{kind: "text/html", body: `<img src="icons.svg"><iframe src="late.html"></iframe>`}
	s["/dir/late.html"] = answer{kind: "text/html", body: `<iframe src="icons.svg"></iframe>`} // after it was looked into
	server := s.serve(t)
	c := copyOf(t, living(), server.URL+"/dir/page.html")
	for _, name := range []string{"files/drawing.svg", "files/icons.svg"} {
		if text := c.read(name); !strings.Contains(text, policy) {
			t.Errorf("no policy in %s: %s", name, text)
		}
	}
	if text := c.read("files/drawing.svg"); !strings.Contains(text, `<image href="a.png"/>`) {
		t.Error(text)
	}
	for path, n := range server.requests {
		if n != 1 {
			t.Errorf("%s was fetched %d times", path, n)
		}
	}
}

// TestRedirectedPage holds that the address of a page is where it was redirected to.
func TestRedirectedPage(t *testing.T) {
	s := with(`<img src="a.png"><a href="/start#x">x</a>`)
	s["/start"] = answer{location: "/dir/page.html#y"}
	server := s.serve(t)
	c := copyOf(t, living(), server.URL+"/start#z")
	if got, want := c.body(), `<img src="files/a.png"><a href="#x">x</a>`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if c.manifest.Page != server.URL+"/dir/page.html" || c.manifest.Files[0].URL != server.URL+"/start" {
		t.Errorf("%+v", c.manifest)
	}
}

// TestHeader holds that style sheets and refreshes of header fields are in the saved page.
func TestHeader(t *testing.T) {
	s := with("<p>x")
	page := s["/dir/page.html"]
	page.header = map[string]string{"Link": `<a.css>; rel=stylesheet; media="a \"b", <x>; rel=preconnect`, "Refresh": "7;url=next.html"}
	s["/dir/page.html"] = page
	server := s.serve(t)
	got := copyOf(t, living(), server.URL+"/dir/page.html").read("index.html")
	want := `<meta charset="UTF-8"/>` + policy + `<link rel="stylesheet" href="files/a.css" media="a &#34;b"/>` +
		`<meta http-equiv="refresh" content="7; url=files/next.html"/><p>x`
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// TestNoScripts holds that without scripts none is saved or allowed.
func TestNoScripts(t *testing.T) {
	server := with(`<script src="a.js"></script><link rel=preload as=script href=a.js>x`).serve(t)
	s := living()
	s.NoScripts = true
	got := copyOf(t, s, server.URL+"/dir/page.html").read("index.html")
	want := `<meta charset="UTF-8"/>` + strings.Replace(policy, `"/>`, `; script-src 'none'"/>`, 1) +
		`<script src="` + server.URL + `/dir/a.js"></script>x`
	if got != want || server.count("/dir/a.js") != 0 {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// TestReferrer holds which referrers are sent.
func TestReferrer(t *testing.T) {
	s := with(`<link rel=stylesheet href=style.php?v=><img src=a.png referrerpolicy=no-referrer>`)
	server := s.serve(t)
	copyOf(t, living(), server.URL+"/dir/page.html")
	for path, want := range map[string]string{
		"/dir/page.html": "", "/dir/style.php?v=": server.URL + "/dir/page.html", "/dir/a.css": server.URL + "/dir/style.php?v=",
		"/dir/a.png": "",
	} {
		if got := server.headers[path].Get("Referer"); got != want {
			t.Errorf("%s: referrer %q, want %q", path, got, want)
		}
	}
}

// TestOrder holds that names do not depend on which download is first.
func TestOrder(t *testing.T) {
	page := ""
	s := site{}
	for i := range 12 {
		path := fmt.Sprintf("/%d/a.css", i)
		page += `<link rel=stylesheet href="` + path + `">`
		s[path] = answer{kind: "text/css", body: "p { background: url(a.png) }", delay: time.Duration(i*7%12) * time.Millisecond}
		s[fmt.Sprintf("/%d/a.png", i)] = answer{kind: "image/png", body: "png", delay: time.Duration(i*5%12) * time.Millisecond}
	}
	s["/"] = answer{kind: "text/html", body: page}
	server := s.serve(t)
	c := copyOf(t, living(), server.URL+"/")
	if len(c.manifest.Files) != 25 {
		t.Fatalf("%d files, want 25", len(c.manifest.Files))
	}
	for i, f := range c.manifest.Files[1:] {
		name, number := "css", i
		if i >= 12 {
			name, number = "png", i-12
		}
		want := fmt.Sprintf("files/a-%d.%s", number+1, name)
		if number == 0 {
			want = "files/a." + name
		}
		if f.File != want || f.URL != fmt.Sprintf("%s/%d/a.%s", server.URL, number, name) {
			t.Errorf("%s is %s, want %s", f.URL, f.File, want)
		}
	}
}

// TestFailures holds what the manifest says of files that cannot be had.
func TestFailures(t *testing.T) {
	refused := closedPort(t) + "/x.png"
	s := with(`<img src=none.png><img src=loop.png><img src=` + refused + `><img src=local.png><link rel=stylesheet href=wrong.css>` +
		`<iframe src=bad.svg></iframe><img src=a.png>`)
	s["/dir/loop.png"] = answer{location: "/dir/loop.png"}
	s["/dir/local.png"] = answer{location: "file:///etc/hostname"}
	s["/dir/bad.svg"] = answer{kind: "image/svg+xml", body: "<svg"}
	server := s.serve(t)
	c := copyOf(t, living(), server.URL+"/dir/page.html")
	for path, want := range map[string]string{
		"/dir/none.png": "the server answers 404 Not Found", "/dir/loop.png": "the redirects lead in a circle",
		"/dir/local.png": fetch.ErrRedirectScheme.Error(), "/dir/wrong.css": "not a style sheet", "/dir/bad.svg": "not well-formed",
		"/dir/a.png": "",
	} {
		f := c.file(server.URL + path)
		if !strings.Contains(f.Error, want) || (want == "") != (f.Error == "") || (want == "") != (f.File != "") {
			t.Errorf("%+v, want %q", f, want)
		}
	}
	if f := c.file(refused); !strings.Contains(f.Error, "refused") {
		t.Errorf("%+v", f)
	}
	if c.manifest.Failed() != 6 || !c.manifest.Complete {
		t.Errorf("%d failed, want 6", c.manifest.Failed())
	}
	if files := filesIn(t, c.dir); len(files) != 3 {
		t.Errorf("files %q", files)
	}
}

// TestEditions holds that pages are saved by all rules, and that queries are in the encoding of the page.
func TestEditions(t *testing.T) {
	s := site{
		"/":                {kind: "text/html; charset=windows-1251", body: "<img src='a b.png'><img src='\xe9.png?\xe9'><img src='HTTP:c.png'><img src='d%2Fz.png'>"},
		"/a%20b.png":       {kind: "image/png", body: "a"},
		"/%D0%B9.png?%E9":  {kind: "image/png", body: "b"},
		"/c.png":           {kind: "image/png", body: "c"},
		"/d%2Fz.png":       {kind: "image/png", body: "d"},
		"/frame?%D0%B9=%2": {kind: "text/html", body: "x"},
	}
	server := s.serve(t)
	want := `<img src='files/a-b.png'><img src='files/image.png'><img src='files/c.png'><img src='files/d-z.png'>`
	for _, edition := range resolve.Editions() {
		if edition == resolve.URL2015 { // whose text drops the port of a base
			continue
		}
		c := copyOf(t, &save.Saver{Edition: edition}, server.URL+"/")
		got := strings.Replace(c.body(), "HTTP:c.png", "files/c.png", 1) // which HTML5 has no URL for
		if got != want {
			t.Errorf("%v: got\n%s\nwant\n%s: %+v", edition, got, want, c.manifest.Files)
		}
	}
}

// TestGraphics holds where copies of graphics are in documents that are no HTML.
func TestGraphics(t *testing.T) {
	const sprites = `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" style="display:none" aria-hidden="true">` +
		`<symbol id="saved-1-a"><use href="#saved-1-b"></use>&#233;&lt;</symbol><g id="saved-1-b" style="fill:url(&#34;#saved-1-c&#34;)"></g></svg>`
	xmlPolicy := strings.Replace(policy, "<meta ", `<meta xmlns="http://www.w3.org/1999/xhtml" `, 1)
	s := site{
		"/icons.svg": {kind: "image/svg+xml", body: `<svg xmlns="http://www.w3.org/2000/svg" xmlns:i="http://i/"><style>*{}</style>
			<g id="b" i:x="y" style="fill:url(&quot;#c&quot;)"><foreignObject/><i:x/></g><symbol id="a"><use href="#b"/><!-- x --><image href="x"/>é&lt;</symbol></svg>`},
		"/a.svg": {kind: "image/svg+xml", body: `<svg xmlns="http://www.w3.org/2000/svg"><use href="icons.svg#a"/></svg>`},
		"/a.xhtml": {kind: "application/xhtml+xml", body: `<html xmlns="http://www.w3.org/1999/xhtml"><head></head><body>` +
			`<svg xmlns="http://www.w3.org/2000/svg"><use href="icons.svg#a"/><use href="icons.svg#none"/></svg></body></html>`},
		"/empty.svg": {kind: "image/svg+xml", body: `<svg xmlns="http://www.w3.org/2000/svg"/>`},
	}
	server := s.serve(t)
	for name, want := range map[string]string{
		"svg": `<svg xmlns="http://www.w3.org/2000/svg"><head xmlns="http://www.w3.org/1999/xhtml">` + policy + `</head>` + sprites + `<use href="#saved-1-a"/></svg>`,
		"xhtml": `<html xmlns="http://www.w3.org/1999/xhtml"><head>` + xmlPolicy + sprites + `</head><body>` +
			`<svg xmlns="http://www.w3.org/2000/svg"><use href="#saved-1-a"/><use href="files/icons.svg#none"/></svg></body></html>`,
	} {
		if got := copyOf(t, living(), server.URL+"/a."+name).read("index." + name); got != want {
			t.Errorf("got\n%s\nwant\n%s", got, want)
		}
	}
	if got := copyOf(t, living(), server.URL+"/empty.svg").read("index.svg"); got != s["/empty.svg"].body {
		t.Error(got)
	}
}

// TestHostile holds that it takes no longer than the length of what is saved.
func TestHostile(t *testing.T) {
	size := 200_000
	if testing.Short() {
		size = 50_000
	}
	for _, piece := range []string{"url(", "\"", "/*", "a:(", "@import ", "{", ";", "\\", "u+", "<!--", "url(x)", "--x:{"} {
		text := strings.Repeat(piece, size/len(piece))
		s := site{
			"/a.css": {kind: "text/css", body: text + "*/\n}a{b:url(x)"},
			"/":      {kind: "text/html", body: "<link rel=stylesheet href=a.css><p style='" + text + ";b:url(y)'><style>" + text + "</style><svg fill='" + text + "'>"},
		}
		start := time.Now()
		copyOf(t, living(), s.serve(t).URL+"/")
		if took := time.Since(start); took > 20*time.Second {
			t.Errorf("%q takes %v", piece, took)
		}
	}
}

// TestLongURLs holds that a long base does not make a page long beyond proportion.
func TestLongURLs(t *testing.T) {
	page := "<base href='/" + strings.Repeat("x", 100_000) + "/'>" + strings.Repeat("<a href=y>y</a><img src=z>", 2000)
	s := site{"/": {kind: "text/html", body: page}}
	c := copyOf(t, living(), s.serve(t).URL+"/")
	if f := c.manifest.Files[0]; f.Size > 70<<20 || !strings.Contains(f.Error, "too long") || len(c.manifest.Files) != 1 {
		t.Errorf("%d bytes, %s", f.Size, f.Error)
	}
}

// TestXML holds that nothing of an XML document comes before the policy, and that the policy comes before all of it.
func TestXML(t *testing.T) {
	const page = `<?xml-stylesheet href="none.css"?><html xmlns="http://www.w3.org/1999/xhtml"><body><div><head></head></div></body></html>`
	server := site{"/": {kind: "application/xhtml+xml", body: page}}.serve(t)
	c := copyOf(t, living(), server.URL+"/")
	got := c.read("index.xhtml")
	const want = `<?xml-stylesheet href="data:text/css,"?><html xmlns="http://www.w3.org/1999/xhtml"><head xmlns="http://www.w3.org/1999/xhtml"><meta`
	if !strings.HasPrefix(got, want) {
		t.Errorf("got\n%s, want\n%s…", got, want)
	}
}

// TestRefusals holds what is refused of servers and folders, and what is not.
func TestRefusals(t *testing.T) {
	s := with(`<img src=a.png><link rel=stylesheet href=own.css>`)
	s["/dir/own.css"] = answer{kind: "text/css", body: "x", header: map[string]string{"Content-Encoding": "x-own"}}
	server := s.serve(t)
	c := copyOf(t, living(), server.URL+"/dir/page.html")
	if n := c.manifest.Failed(); n != 1 || !strings.Contains(c.manifest.Files[2].Error, fetch.ErrCoding.Error()) {
		t.Errorf("%+v", c.manifest.Files)
	}
	_, err := living().Save(context.Background(), "file://"+filepath.Join(c.dir, "index.html"), c.dir)
	if !errors.Is(err, save.ErrInside) {
		t.Errorf("a page of the folder: %v", err)
	}
	unfinished := filepath.Join(t.TempDir(), "unfinished")
	write(t, filepath.Join(unfinished, "files", ".part-1"), "x")
	if _, err := living().Save(context.Background(), server.URL+"/dir/page.html", unfinished); err != nil {
		t.Errorf("into what an unfinished save left: %v", err)
	}
}

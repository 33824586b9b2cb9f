package playground_test

import (
	"strings"

	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
)

// hostilePage tries to run scripts, to load things, and to hide properties of its document and forms.
const hostilePage = `<!doctype html><html onload="ran()" manifest="http://leak.example/m"><head>
<meta http-equiv="Content-Security-Policy" content="script-src 'none'; nonsense x"><meta http-equiv=refresh content="0; url=http://leak.example/r">
<base href="http://leak.example/b/" target=_top><link rel=stylesheet href=s.css><link rel=preload as=script href=p.js><link rel=prefetch href=f>
<link rel=preconnect href=http://leak.example><link rel=dns-prefetch href=//leak.example><link rel=modulepreload href=m.js><link rel=icon href=i.ico>
<link rel=manifest href=w.json><style>@import "c.css"; @font-face { font-family: x; src: url(f.woff) } body { background: url(b.png) }</style>
<script>ran()</script><script src=x.js></script><script type=module>ran()</script><script type=importmap>{"imports":{"a":"http://leak.example/a"}}</script>
<script type=speculationrules>{"prerender":[{"urls":["http://leak.example/s"]}]}</script></head>
<body onload="ran()" onpageshow=ran() background=g.png><img src=1.png onerror="ran()"><img srcset="2.png 2x" onload=ran()><svg onload="ran()">
<image href=3.png /><use href="4.svg#x"/><script>ran()</script><animate onbegin=ran() attributeName=x dur=1s /></svg>
<math href="javascript:ran()"><mi>x</mi></math><video src=5.mp4 autoplay onerror=ran() poster=6.png></video><audio src=7.mp3 autoplay></audio>
<iframe src=8.html onload=ran()></iframe><iframe srcdoc="<script>parent.ran();top.ran()</script><img src=9.png onerror=top.ran()>"></iframe>
<iframe src="javascript:parent.ran()"></iframe><object data=10.swf></object><embed src=11.swf><details open ontoggle=ran()><summary>x</summary></details>
<input autofocus onfocus=ran()><select autofocus onfocus=ran()></select><marquee onstart=ran()>x</marquee><a href="javascript:ran()" ping=http://leak.example/p>x</a>
<form action="javascript:ran()" name=attributes id=getElementsByTagName><input name=localName><input name=namespaceURI><input name=action><input name=attributes>
<input name=getAttribute><input name=ownerDocument></form><form name=documentElement></form><form name=querySelectorAll></form><img name=baseURI>
<form name=getElementsByTagNameNS></form><form name=createElementNS></form><form name=characterSet></form><form name=body></form><form name=head></form>
<template><img src=12.png onerror=ran()></template><div><template shadowrootmode=open><img src=13.png onerror=ran()></template></div>
<p style="background: url(14.png)" onclick=ran()><portal src=15.html></portal><bgsound src=16.mid><table background=17.png><plaintext><script>ran()</script>`

// hostile pastes a hostile document, and documents that are broken in other ways.
func hostile(w *tab) {
	w.open("")
	get[bool](w, `(window.ran = top.ran = () => { window.hasRun = true; }, document.getElementById('frame').contentWindow.ran = window.ran, true)`)
	check := func(what string) {
		w.Helper()
		if get[bool](w, `window.hasRun === true || location.pathname !== '/' || document.getElementById('frame').contentWindow.location.pathname !== '/frame.html'`) {
			w.Fatalf("%s: a script of the document ran", what)
		}
	}
	for _, scripting := range []string{"with scripting", "without scripting"} {
		w.fill("source", hostilePage)
		check(scripting)
		rows := w.rows()
		for _, row := range rows {
			if !strings.HasSuffix(row, "✓ same") && !strings.HasPrefix(row, "13.png") && !strings.HasPrefix(row, "empty | form action") {
				w.Error(row)
			}
		}
		if len(rows) < 39 {
			w.Errorf("%d references", len(rows))
		}
		w.do(chromedp.Click(chromedp.CSS("#scripting")))
		w.settle()
	}
	if got := w.text("#more"); got != "" {
		w.Error(got)
	}
	w.fill("type", "application/xhtml+xml")
	w.fill("source", `<html xmlns="http://www.w3.org/1999/xhtml" onload="ran()"><head><script>ran()</script><style>x { color: red }</style></head>`+
		`<body><img src="http://leak.example/x" onerror="ran()"/><svg xmlns="http://www.w3.org/2000/svg" onload="ran()"><script>ran()</script></svg></body></html>`)
	check("XHTML")
	w.checkRows("http://leak.example/x | img src 1:141 | http://leak.example/x | ✓ same")
	w.fill("source", `<html><p onclick="ran()"></html>`)
	if got := w.text("#base"); !strings.Contains(got, "not well-formed") {
		w.Error(got)
	}
	w.fill("type", "text/html")
	w.fill("source", "<base href='javascript:ran()'><a href=x>")
	w.checkRows("javascript:ran() | base href 1:13 | javascript:ran()not allowed or not usable as a base | ✓ same",
		"x | a href 1:39 | https://example.com/news/2012/x | ✓ same")
	for _, base := range []string{"<base href='data:text/plain,x'>", "<base href='http://['><base href=/x/>", strings.Repeat("<base>", 200) + "<base href=/y/>",
		"<template><base href=/t/></template><frameset><base href=/z/>", "<math><base href=/m/></math>", "<base href=mailto:x>", "<base href=about:blank>"} {
		w.fill("source", base+"<a href=x>x</a>")
		if got := w.text("#base dl"); !strings.HasSuffix(got, "Browser’s base ✓ same") {
			w.Errorf("%.60s: %s", base, got)
		}
		for _, row := range w.rows() {
			if !strings.HasSuffix(row, "✓ same") {
				w.Errorf("%.60s: %s", base, row)
			}
		}
	}
	w.fill("source", strings.Repeat("<base href=/x/>", 60)+"<a href=x>")
	w.fill("source", strings.Repeat("<div>", 600)+"<a href=x>")
	if got := w.text("#base"); !strings.Contains(got, "512") {
		w.Error(got)
	}
	w.fill("source", strings.Repeat("<a href=x>x</a>", 1000))
	if rows := w.rows(); len(rows) != 300 {
		w.Errorf("%d rows", len(rows))
	}
	w.do(chromedp.Click(chromedp.CSS("#links > button")))
	if rows := w.rows(); len(rows) != 1000 || !strings.HasSuffix(rows[999], "✓ same") {
		w.Errorf("%d rows", len(rows))
	}
	check("in the end")
}

// ending has the library end, as it does for lack of memory: what waits for it fails, and the next page is read by a new one.
func ending(w *tab) {
	call(w, page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{Source: `
		window.libraries = [];
		window.Worker = class extends Worker { constructor(name) { super(name); libraries.push(this); } };`})
	w.open("")
	end := func() {
		get[bool](w, `libraries.at(-1).dispatchEvent(new MessageEvent('message', {data: {ended: true}}))`)
	}
	end()
	w.do(chromedp.Click(chromedp.CSS(`#links tr[data-index="1"] button`)))
	w.settle()
	if got := w.text("#base"); !strings.Contains(got, "Change something") {
		w.Errorf("choosing, without a page: %s", got)
	}
	w.fill("source", "<a href=x>")
	w.checkRows("x | a href 1:9 | https://example.com/news/2012/x | ✓ same")
	get[bool](w, `(document.getElementById('address').dispatchEvent(new Event('input')), new Promise((done) => setTimeout(done, 160, true)))`)
	end()
	w.settle()
	w.fill("source", "<a href=y>")
	w.checkRows("y | a href 1:9 | https://example.com/news/2012/y | ✓ same")
	if got := get[int](w, `libraries.length`); got != 3 {
		w.Errorf("%d libraries", got)
	}
}

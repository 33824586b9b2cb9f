package generate

import "strings"

// part is a line of a page or some: text in which "%" and a letter stand for what writer.fill writes there.
type part struct {
	often int // in a thousand heads, or relative to other blocks
	text  string
}

const (
	beginHTML = "<!DOCTYPE html>\n" + `<html lang="%l"><head><meta charset="%e">`
	beginOld  = `<!DOCTYPE HTML PUBLIC "-//W3C//DTD HTML 4.01 Transitional//EN">` + "\n" +
		`<HTML><HEAD><META http-equiv=Content-Type content="text/html; charset=%e">`
	beginXHTML = `<?xml version="1.0" encoding="%e"?>` + "\n<!DOCTYPE html>\n" +
		`<html xmlns="http://www.w3.org/1999/xhtml" xml:lang="%l"><head>`
	beginBody = `</head><body class="page"><header><a href="/"><img src="%i" alt="%w"%/></a></header>`
	end       = `<footer><p>&#169; %n %t <a href="/%w">%w</a></p></footer></body></html>`
)

// heads are what may be in a head, in this order.
var heads = []part{
	{40, `<base href="%b"%/>`},
	{990, `<title>%t - %w</title>`},
	{700, `<meta name="viewport" content="width=device-width, initial-scale=1"%/>`},
	{600, `<meta name="description" content="%p"%/><link rel="canonical" href="%u"%/>`},
	{600, `<link rel="icon" type="image/png" href="%i"%/>`},
	{400, `<meta property="og:image" content="%i"%/><meta property="og:title" content="%t"%/>`},
	{300, `<link rel="alternate" hreflang="%l" href="%h"%/>`},
	{900, strings.Repeat(`<link rel="stylesheet" href="%c"%/>`, 2)},
	{400, strings.Repeat(`<link rel="stylesheet" href="%c" media="screen"%/>`, 4)},
	{900, strings.Repeat(`<script src="%j"></script>`, 2)},
	{400, strings.Repeat(`<script src="%j" async="async"></script>`, 4)},
	{20, `<meta http-equiv="refresh" content="%n; url=%h"%/>`},
}

// blocks are what a body is made of.
var blocks = []part{
	{20, `<p>%p</p>`},
	{8, `<p class="text text-%w">%p <a href="%h" rel="nofollow">%t</a> %p</p>`},
	{3, `<ul class="menu menu-%w">` + strings.Repeat("\n\t\t"+`<li class="menu-item menu-item-type-page menu-item-%n">`+
		`<a class="menu-item-link" href="%h">%t</a></li>`, 8) + `</ul>`},
	{7, `<div class="card card-image card-large" data-id="%n"><a class="card-link" href="%h"><img src="%i" alt="%t" ` +
		`class="card-image-inner" width="320" height="200" loading="lazy" decoding="async"%/></a>` + "\n\t\t" +
		`<h3 class="card-title"><a class="card-title-link" href="%h">%t</a></h3><p class="card-text">%t</p></div>`},
	{1, `<figure class="wide"><img src="%i" srcset="%s" sizes="100vw" alt=""%/><figcaption>%t</figcaption></figure>`},
	{17, `<script>(function () { var item = document.getElementById("%w-%n"); if (item) { ` +
		`item.addEventListener("click", function (event) { event.preventDefault(); item.classList.toggle("open"); ` +
		`window.track({"name": "%w", "id": %n, "page": "%w-%w", "items": [%n, %n, %n, %n]}); }); } })();</script>`},
	{2, `<table>` + strings.Repeat(`<tr><td class="cell">%t</td><td><a href="%h">%n</a></td></tr>`, 4) + `</table>`},
	{1, `<form action="%h" method="get"><input type="text" name="q"%/><button type="submit">%w</button></form>`},
	{4, `<!-- %t, %t, %n -->`},
	{1, `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink">` +
		`<use xlink:href="#%w"/></svg>`},
	{1, `<iframe src="%h" width="560" height="315"></iframe>`},
	{1, `<div style="background-image: url('%i')" class="%w-%w"><span>%t</span></div>`},
	{3, `<style>` + strings.Repeat(`.%w-%n .%w { margin: 0 %npx; padding: 4px; display: inline-block }`, 12) +
		`.%w { background: url(%i) }</style>`},
}

// soup are blocks that are wrong.
var soup = []part{
	{3, `<P><B>%t<I>%t</B>%t</I><A HREF=%h>%t</A>`},
	{3, `<ul><li><a href='%h'>%t<li><a href=%h>%t</a></ul>`},
	{2, `<table><tr><a href="%h">%t</a><td><img src=%i alt=%w>%t</table>`},
	{2, `</div></span><img src="%i" src="%i" alt="%t><p title="%w">%t</p>`},
	{1, `<center><font color=red>%t</center><a href="%h" %w="%n"%t">%t`},
}

// pick returns the text of one of the parts.
func pick(w *web, parts []part) string {
	sum := 0
	for _, p := range parts {
		sum += p.often
	}
	n := w.IntN(sum)
	for _, p := range parts {
		if n -= p.often; n < 0 {
			return p.text
		}
	}
	return ""
}

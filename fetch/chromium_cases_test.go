package fetch_test

import (
	"fmt"
	"strings"
)

// contents are what the server has, by the end of the path.
var contents = map[string]struct{ kind, body string }{
	".png": {"image/png",
		"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR\x00\x00\x00\x01\x00\x00\x00\x01\x08\x02\x00\x00\x00\x90wS" +
			"\xde\x00\x00\x00\x0cIDATx\x9cc\xf8\xcf\xc0\x00\x00\x03\x01\x01\x00\xc9\xfe\x92\xef\x00\x00\x00\x00IEND\xaeB`\x82"},
	".js":   {"text/javascript", `throw "{}"`},
	".mjs":  {"text/javascript", "export default 1"},
	".css":  {"text/css", "#none { color: red }"},
	".html": {"text/html; charset=utf-8", `<script>top.postMessage({id: "{}", end: "at " + location.href}, "*")</script>`},
	".svg": {"image/svg+xml",
		`<svg xmlns="http://www.w3.org/2000/svg" width="5" height="5"><rect id="x" width="5" height="5"/></svg>`},
	".vtt":  {"text/vtt", "WEBVTT\n\n00:00.000 --> 00:01.000\ncue\n"},
	".json": {"application/json", "{}"},
	".wav": {"audio/wav",
		"RIFF\x44\x03\x00\x00WAVEfmt \x10\x00\x00\x00\x01\x00\x01\x00\x40\x1f\x00\x00\x40\x1f\x00\x00" +
			"\x01\x00\x08\x00data\x20\x03\x00\x00" + strings.Repeat("\x80", 800)},
}

// reports is the script of a page that tells the outermost one what came of its elements. An image that may not be read
// taints a canvas, a script that may not be has errors that say nothing, and a style sheet has no rules.
const reports = `
var results = {}, lastError = ""
addEventListener("message", e => { results[e.data.id] = e.data.end })
addEventListener("error", e => { e.target == window ? lastError = e.message : note(e) }, true)
document.addEventListener("load", note, true)
document.addEventListener("loadeddata", note, true)
function note(e) {
	if (e.target.id) top.postMessage({id: e.target.id, end: e.type == "error" ? "error" : "load" + label(e.target)}, "*")
}
function label(n) {
	try {
		if (n.localName == "script" && lastError.startsWith("Script error")) return " CORS-cross-origin"
		if (n.localName == "img" || n.localName == "image") {
			const canvas = document.createElement("canvas").getContext("2d")
			canvas.drawImage(n, 0, 0)
			canvas.getImageData(0, 0, 1, 1)
		} else if (n.localName == "link" && n.rel == "stylesheet") n.sheet.cssRules
		else if (n.localName != "script" || n.type) return ""
	} catch (e) { return e.name == "SecurityError" ? " CORS-cross-origin" : " " + e }
	return " CORS-same-origin"
}`

// elements are the elements that fetch. URL stands for the address, less the name's end, ATTR for further attributes.
var elements = []struct{ name, html string }{
	{"img", `<img id={} ATTR src="URL.png">`},
	{"srcset", `<img id={} ATTR srcset="URL.png">`},
	{"picture", `<picture><source srcset="URL.png"><img id={} ATTR></picture>`},
	{"input", `<input id={} ATTR type=image src="URL.png">`},
	{"script", `<script id={} ATTR src="URL.js"></script>`},
	{"module", `<script id={} ATTR type=module src="URL.mjs"></script>`},
	{"stylesheet", `<link id={} ATTR rel=stylesheet href="URL.css">`},
	{"modulepreload", `<link id={} ATTR rel=modulepreload href="URL.mjs">`},
	{"preload image", `<link id={} ATTR rel=preload as=image href="URL.png">`},
	{"preload font", `<link id={} ATTR rel=preload as=font href="URL.ttf">`},
	{"prefetch", `<link id={} ATTR rel=prefetch href="URL.json">`},
	{"audio", `<audio id={} ATTR preload=auto src="URL.wav"></audio>`},
	{"video", `<video id={} ATTR preload=auto src="URL.wav"></video>`},
	{"source", `<audio id={} ATTR preload=auto><source src="URL.wav"></audio>`},
	{"poster", `<video ATTR poster="URL.png"></video>`},
	{"track", `<video ATTR><track id={} default src="URL.vtt"></video>`},
	{"iframe", `<iframe ATTR src="URL.html"></iframe>`},
	{"object", `<object ATTR data="URL.html"></object>`},
	{"object image", `<object ATTR data="URL.png"></object>`},
	{"embed", `<embed ATTR src="URL.html">`},
	{"svg image", `<svg><image id={} ATTR href="URL.png"/></svg>`},
	{"svg xlink", `<svg><image id={} ATTR xlink:href="URL.png"/></svg>`},
	{"svg script", `<svg><script id={} ATTR href="URL.js"></script></svg>`},
	{"svg use", `<svg><use ATTR href="URL.svg#x"/></svg>`},
	{"svg feImage",
		`<svg width=9 height=9><filter id=f{}><feImage ATTR href="URL.png"/></filter><rect width=9 height=9 filter="url(#f{})"/></svg>`},
	{"background", `<table ATTR background="URL.png"><td>x</table>`},
	{"style attribute", `<p ATTR style="background: url(URL.png)">x</p>`},
	{"style element", `<style ATTR>#s{} { background: url(URL.png) }</style><p id=s{}>x</p>`},
	{"import", `<style ATTR>@import "URL.css";</style>`},
	{"font",
		`<style ATTR>@font-face { font-family: F{}; src: url(URL.ttf) } #s{} { font-family: F{} }</style><p id=s{}>x</p>`},
	{"mask", `<p ATTR style="mask: url(URL.png)">x</p>`},
	{"shape", `<p ATTR style="float: left; shape-outside: url(URL.png)">x</p>`},
	{"hyperlink", `<a ATTR target=t{} href="URL.html" class=click>x</a><iframe name=t{}></iframe>`},
	{"area", `<map><area ATTR target=t{} href="URL.html" class=click></map><iframe name=t{}></iframe>`},
}

// of returns an element with its URL and attributes.
func of(html, url, attributes string) string {
	return strings.NewReplacer("URL", url, "ATTR ", spaced(attributes), "ATTR", attributes).Replace(html)
}

func spaced(attributes string) string {
	if attributes == "" {
		return ""
	}
	return attributes + " "
}

const other = "http://b.test/{}/0/x"

// chromiumPages are all pages.
func chromiumPages() []chromiumPage {
	clicks := `<script>addEventListener("load", () => document.querySelectorAll(".click").forEach(n => n.click()))</script>`
	same := chromiumPage{address: "http://a.test/same/page", head: clicks}
	cross := chromiumPage{address: "http://a.test/cross/page", head: clicks}
	policies := chromiumPage{address: "http://a.test/attributes/page", head: clicks}
	for _, e := range elements {
		same.cases = append(same.cases, chromiumCase{name: e.name, html: of(e.html, "/{}/0/x", "")})
		cross.cases = append(cross.cases, chromiumCase{name: e.name, html: of(e.html, other, "")})
		for _, attribute := range []string{"referrerpolicy=no-referrer", "referrerpolicy=unsafe-url",
			"rel=noreferrer"} {
			if attribute == "rel=noreferrer" && strings.Contains(e.html, "<link") {
				continue
			}
			policies.cases = append(policies.cases, chromiumCase{name: e.name + " " + attribute, html: of(e.html,
				other, attribute)})
		}
	}
	policies.cases = append(policies.cases,
		chromiumCase{name: "stylesheet noreferrer",
			html: `<link id={} rel="stylesheet noreferrer" href="http://b.test/{}/0/x.css">`},
		chromiumCase{name: "a noreferrer twice",
			html: `<a rel="noopener NOREFERRER" referrerpolicy=unsafe-url class=click target=t{} href="http://b.test/{}/0/x.html">x</a><iframe name=t{}></iframe>`},
	)
	for _, value := range []string{"", "no-referrer", "no-referrer-when-downgrade", "same-origin", "origin",
		"strict-origin",
		"origin-when-cross-origin", "strict-origin-when-cross-origin", "unsafe-url", "UNSAFE-URL", " unsafe-url",
		"never",
		"always", "default", "unknown", "origin unsafe-url"} {
		for _, url := range []string{"/{}/0/x", other} {
			policies.cases = append(policies.cases, chromiumCase{name: fmt.Sprintf("referrerpolicy=%q %s", value,
				url),
				html: of(elements[0].html, url, fmt.Sprintf("referrerpolicy=%q", value))})
		}
	}
	pages := []chromiumPage{same, cross, policies, crossOriginPage(), sharingPage("anonymous"),
		sharingPage("use-credentials"),
		redirectPage("img"), redirectPage("iframe"), redirectPage("script crossorigin"), locationPage(),
		cookiePage(), targetPage(),
		framesPage()}
	pages = append(pages, userinfoPage(), orderPage(), nestedPage())
	return append(pages, policyPages()...)
}

// crossOriginPage has the states of the CORS settings attribute.
func crossOriginPage() chromiumPage {
	p := chromiumPage{address: "http://a.test/crossorigin/page"}
	for _, e := range elements {
		if strings.Contains(e.html, "click") || strings.Contains(e.html, "<style") {
			continue
		}
		for _, attribute := range []string{"crossorigin", "crossorigin=use-credentials"} {
			p.cases = append(p.cases, chromiumCase{name: e.name + " " + attribute, html: of(e.html, other,
				attribute), answers: []string{
				"200\nAccess-Control-Allow-Origin: http://a.test\nAccess-Control-Allow-Credentials: true"}})
		}
		p.cases = append(p.cases, chromiumCase{name: e.name + " unshared", html: of(e.html, other, "crossorigin")},
			chromiumCase{name: e.name + " same", html: of(e.html, "/{}/0/x", "crossorigin")})
	}
	for _, value := range []string{"", "ANONYMOUS", "unknown", "USE-CREDENTIALS", " use-credentials"} {
		p.cases = append(p.cases, chromiumCase{name: fmt.Sprintf("img crossorigin=%q", value),
			html:    of(elements[0].html, other, fmt.Sprintf("crossorigin=%q", value)),
			answers: []string{"200\nAccess-Control-Allow-Origin: *"}})
	}
	return p
}

// sharingPage has answers for the resource sharing check.
func sharingPage(mode string) chromiumPage {
	p := chromiumPage{address: "http://a.test/" + mode + "/page"}
	const allow, credentials = "\nAccess-Control-Allow-Origin: ", "\nAccess-Control-Allow-Credentials: "
	for _, header := range []string{
		"", allow + "*", allow + "http://a.test", allow + "http://a.test:80", allow + "http://a.test/",
		allow + "HTTP://A.TEST",
		allow + "null", allow + "http://b.test", allow + "http://a.test, http://b.test",
		allow + "http://a.test http://b.test",
		allow + "http://a.test" + allow + "http://a.test", allow + "*" + allow + "*", allow + "*, *", allow,
		allow + "* ", allow + "*\t", allow + `"*"`,
		allow + "http://a.test" + credentials + "true", allow + "*" + credentials + "true",
		allow + "http://a.test" + credentials + "TRUE",
		allow + "http://a.test" + credentials + "true, true",
		allow + "http://a.test" + credentials + "true" + credentials + "true",
		allow + "http://a.test" + credentials + "false", allow + "http://a.test" + credentials + "1",
		allow + "http://a.test" + credentials + " true\t",
		"\naccess-control-allow-origin: *",
		"\naccess-control-allow-origin: http://a.test\nACCESS-CONTROL-ALLOW-CREDENTIALS: true",
		allow + "http://a.test" + credentials, allow + "http://b.test" + credentials + "true",
		allow + "null" + credentials + "true",
		"\nTiming-Allow-Origin: *", "\nCross-Origin-Resource-Policy: same-origin",
		"\nCross-Origin-Resource-Policy: same-origin" + allow + "*",
	} {
		for _, i := range []int{0, 4} {
			p.cases = append(p.cases, chromiumCase{name: fmt.Sprintf("%s %q", elements[i].name, header),
				html: of(elements[i].html, other, "crossorigin="+mode), answers: []string{"200" + header}})
		}
	}
	for _, status := range []string{"201", "204", "206", "300", "304", "305", "306", "400", "401", "403", "404",
		"500", "503"} {
		p.cases = append(p.cases, chromiumCase{name: "status " + status, html: of(elements[0].html, other,
			"crossorigin="+mode),
			answers: []string{status + allow + "http://a.test" + credentials + "true"}})
	}
	return p
}

// redirectPage has redirects of each status and way.
func redirectPage(element string) chromiumPage {
	html, attributes := "", ""
	switch element {
	case "img":
		html = elements[0].html
	case "iframe":
		html = elements[16].html
	default:
		html, attributes = elements[4].html, "crossorigin"
	}
	end := strings.TrimPrefix(html[strings.Index(html, "URL."):], "URL")
	end, _, _ = strings.Cut(end, `"`)
	p := chromiumPage{address: "http://a.test/" + element[:3] + "-redirects/page"}
	const allow = "\nAccess-Control-Allow-Origin: "
	ways := []string{"aa", "ab", "ba", "bb", "aba", "abc", "bab", "bcb", "bca", "aab", "abb", "baa", "abab", "aA",
		"Aa", "ABa", "bBb", "aaaaa"}
	for _, status := range []string{"301", "302", "303", "307", "308"} {
		for _, way := range ways {
			for _, header := range []string{"", allow + "*", allow + "http://a.test", allow + "null"} {
				if header != "" && (attributes == "" || status != "302") || status != "302" && !strings.Contains("aa aba", way) || element == "iframe" && len(way) > 3 {
					continue
				}
				p.cases = append(p.cases, wayCase(html, attributes, end, status+header, way))
			}
		}
	}
	for _, policy := range []string{"", "origin", "no-referrer", "unsafe-url", "same-origin", "strict-origin",
		"unknown", "origin, unknown",
		"unsafe-url, no-referrer", "no-referrer\nReferrer-Policy: origin", "origin, x y", "origin;", "UNSAFE-URL"} {
		for _, way := range []string{"aa", "ab", "ba", "aba", "abc", "aab"} {
			if way != "ab" && (element != "img" || strings.ContainsAny(policy, ";\nU")) {
				continue
			}
			p.cases = append(p.cases, wayCase(html, attributes, end, "302\nReferrer-Policy: "+policy+allow+"*", way))
		}
	}
	for _, status := range []string{"300", "305", "306", "201", "200", "404", "399"} {
		p.cases = append(p.cases, wayCase(html, attributes, end, status, "aa"))
	}
	return p
}

// hosts are the origins that letters stand for.
var hosts = map[byte]string{'a': "http://a.test", 'A': "https://a.test", 'b': "http://b.test",
	'B': "http://b.test:8080", 'c': "http://www.a.test"}

// wayCase redirects an element from one origin to the next, and so on.
func wayCase(html, attributes, end, answer, way string) chromiumCase {
	c := chromiumCase{name: fmt.Sprintf("%s %q", way, answer), html: of(html, hosts[way[0]]+"/{}/0/x", attributes)}
	for i := 1; i < len(way); i++ {
		c.answers = append(c.answers, fmt.Sprintf("%s\nLocation: %s/{}/%d/x%s", answer, hosts[way[i]], i, end))
	}
	if _, header, ok := strings.Cut(answer, "\n"); ok {
		c.answers = append(c.answers, "200\n"+header)
	}
	return c
}

// locationPage has Location fields of all kinds.
func locationPage() chromiumPage {
	p := chromiumPage{address: "http://a.test/locations/page"}
	for _, location := range []string{
		"Location: x.png", "Location: ./x.png", "Location: ../1/x.png", "Location: /{}/1/x.png",
		"Location: //b.test/{}/1/x.png",
		"Location: ?{}", "Location: #{}", "Location:", "Location: ", "X: y", "Location: /{}/1/a b.png",
		"Location: /{}/1/é.png",
		"Location: /{}/1/\xe9.png", "Location: /{}/1/\xe9é.png", "Location: /{}/1/x.png?é",
		"Location: /{}/1/x.png?\xe9", "Location: /{}/1/x.png#é",
		"Location: \\{}\\1\\x.png", "Location: \\\\b.test\\{}/1/x.png", "Location: /\\b.test/{}/1/x.png",
		"Location: /{}/1/\tx.png",
		"Location: \t/{}/1/x.png\t", "Location: /{}/1/x.png#fragment", "Location: http:/{}/1/x.png",
		"Location: http:{}.png",
		"Location: HTTP://B.TEST/{}/1/x.png", "Location: http://b.test:80/{}/1/x.png",
		"Location: http://b.test:/{}/1/x.png",
		"Location: http://b.test:99999/{}/1/x.png", "Location: http:///b.test/{}/1/x.png",
		"Location: http://é.test/{}/1/x.png",
		"Location: http://\xe9.test/{}/1/x.png", "Location: http://%C3%A9.test/{}/1/x.png",
		"Location: http://b%2etest/{}/1/x.png",
		"Location: http://a b/{}/1/x.png", "Location: http://[::1]/{}/1/x.png", "Location: http://0x7f.1/{}/1/x.png",
		"Location: http://user:pass@a.test/{}/1/x.png", "Location: http://user@b.test/{}/1/x.png",
		"Location: http://@b.test/{}/1/x.png",
		"Location: /{}/1/x.png\nLocation: /{}/1/x.png", "Location: /{}/1/x.png\nLocation: /{}/2/x.png",
		"Location: /{}/1/x.png, /{}/2/x.png",
		"Location:\nLocation: /{}/1/x.png", "location: /{}/1/x.png", "LOCATION: /{}/1/x.png",
		"Location: \"/{}/1/x.png\"", "Location: </{}/1/x.png>",
		"Location: /{}/1/x.png?a=<>\"'`{}|^\\", "Location: /{}/1/<>\"'`{}|^.png", "Location: /{}/1/%zz%.png",
		"Location: /{}/1/%2e%2E/x.png",
		"Location: /{}/1//x.png", "Location: //b.test//{}/1/x.png", "Location: /{}/1/x.png?",
		"Location: /{}/1/x.png?#", "Location: /{}/1/;,@:&=+$!*().png",
		"Location: data:image/gif,{}", "Location: about:blank", "Location: javascript:void(0)",
		"Location: file:///etc/passwd", "Location: ftp://b.test/{}/1/x.png",
		"Location: blob:http://a.test/{}", "Location: mailto:x@y", "Location: ws://a.test/{}/1/x.png",
		"Location: wss://a.test/{}/1/x.png", "Location: unknown:{}",
		"Location: /{}/0/x.png", "Location: http://a.test:6667/{}/1/x.png", "Location: https://b.test:443/{}/1/x.png",
		"Location: /{}/1/\x7f.png", "Location: /{}/1/\x01.png", "Location: /{}/1/\U0001F600.png",
		"Location: /{}/1/\xc2\xa0.png", "Location: /{}/1/\xed\xa0\x80.png",
		"Location: /{}/1/\xef\xbb\xbfx.png", "Location: \xef\xbb\xbf/{}/1/x.png", "Location: \xa0/{}/1/x.png",
		"Location: URL=/{}/1/x.png",
		"Content-Location: /{}/1/x.png", "Refresh: 0;url=/{}/1/x.png", "URI: /{}/1/x.png", "Location : /{}/1/x.png",
		"Location: /{}/1/a\n  b.png",
	} {
		for _, i := range []int{0, 16} {
			e := elements[i]
			if i == 16 && !strings.ContainsAny(location, "@#") {
				continue
			}
			if i == 16 {
				location = strings.ReplaceAll(location, ".png", ".html")
			}
			p.cases = append(p.cases, chromiumCase{name: fmt.Sprintf("%s %q", e.name, location), html: of(e.html,
				"/{}/0/x", ""),
				answers: []string{"302\n" + location}})
		}
	}
	for _, fragment := range []string{"#f", "#"} {
		for _, to := range []string{"", "#g", "#"} {
			p.cases = append(p.cases, chromiumCase{name: "iframe " + fragment + " to " + to,
				html:    `<iframe src="/{}/0/x.html` + fragment + `"></iframe>`,
				answers: []string{"302\nLocation: /{}/1/x.html" + to, "302\nLocation: /{}/2/x.html"}})
		}
	}
	for _, length := range []int{19, 20, 21} {
		c := chromiumCase{name: fmt.Sprint(length, " redirects"), html: of(elements[0].html, "/{}/0/x", "")}
		for i := range length {
			c.answers = append(c.answers, fmt.Sprintf("302\nLocation: /{}/%d/x.png", i+1))
		}
		p.cases = append(p.cases, c)
	}
	p.cases = append(p.cases, chromiumCase{name: "circle", html: of(elements[0].html, "/{}/0/x", ""),
		answers: []string{
			"302\nLocation: /{}/1/x.png", "302\nLocation: /{}/0/x.png"}})
	return p
}

// cookiePage sets cookies by redirects, which those after them may send.
func cookiePage() chromiumPage {
	p := chromiumPage{address: "http://a.test/cookies/page"}
	for _, cookie := range []string{
		"k{}=v; Path=/{}", "k{}=v; Path=/{}/", "k{}=v; Path=/{}/1", "k{}=v; Path=/{}/1/x", "k{}=v; Path=/{}/2",
		"k{}=v", "k{}=v; Path={}", "k{}=v; path=/{}; HttpOnly",
		"k{}=v; Path=/{}; SameSite=Lax", "k{}=v; Path=/{}; SameSite=Strict", "k{}=v; Path=/{}; SameSite=None",
		"k{}=v; Path=/{}; SameSite=unknown",
		"k{}=v; Path=/{}; Secure", "k{}=v; Path=/{}; SameSite=None; Secure", "k{}=v; Path=/{}; Domain=a.test",
		"k{}=v; Path=/{}; Domain=.a.test", "k{}=v; Path=/{}; Domain=A.TEST",
		"k{}=v; Path=/{}; Domain=b.test", "k{}=v; Path=/{}; Domain=test", "k{}=v; Path=/{}; Domain=www.a.test",
		"k{}=v; Path=/{}; Domain=", "k{}=v; Path=/{}; Domain=a.test.",
		"k{}=v; Path=/{}; Max-Age=0", "k{}=v; Path=/{}; Max-Age=-1", "k{}=v; Path=/{}; Max-Age=100",
		"k{}=v; Path=/{}; Max-Age=x", "k{}=v; Path=/{}; Expires=Thu, 01 Jan 1970 00:00:00 GMT",
		"k{}=v; Path=/{}; Expires=Thu, 01 Jan 2099 00:00:00 GMT",
		"k{}=v; Path=/{}; Expires=Thursday, 01-Jan-70 00:00:00 GMT",
		"k{}=v; Path=/{}; Expires=1 Jan 1970 00:00:00", "k{}=v; Path=/{}; Expires=never",
		"k{}=v; Path=/{}; Max-Age=100; Expires=Thu, 01 Jan 1970 00:00:00 GMT",
		"v; Path=/{}", "=v; Path=/{}", "k{}=; Path=/{}", "k{}; Path=/{}", "k{}=\"v\"; Path=/{}", "k{}=\"v; Path=/{}",
		"k{}=a b; Path=/{}", "k{}=a,b; Path=/{}", "k{}=a=b; Path=/{}", "k{}=é; Path=/{}", "k{}=\xe9; Path=/{}",
		"k{}=a\\b; Path=/{}", "k{}=a\"b; Path=/{}", "k{}=a\tb; Path=/{}", " k{} = v ; Path = /{} ",
		"k {}=v; Path=/{}", "k[{}]=v; Path=/{}", "k(){}=v; Path=/{}", "é{}=v; Path=/{}", "k{}:=v; Path=/{}",
		"k{}@=v; Path=/{}",
		"__Host-k{}=v; Path=/{}", "__Secure-k{}=v; Path=/{}", "__Secure-k{}=v; Path=/{}; Secure",
		"k{}=a\x01b; Path=/{}", "k{}=a\x7fb; Path=/{}", "k{}=v; Path=/{}; Path=/other",
		"k{}=v; Path=/other; Path=/{}", "k{}=v; Path=\"/{}\"",
		"a{}=1; Path=/{}\nSet-Cookie: b{}=2; Path=/{}", "a{}=1; Path=/{}\nSet-Cookie: a{}=2; Path=/{}",
		"a{}=1; Path=/{}\nSet-Cookie: b{}=2; Path=/{}/1", "b{}=1; Path=/{}\nSet-Cookie: a{}=2; Path=/{}",
		"a{}=1; Path=/{}, b{}=2; Path=/{}", "a{}=1; Path=/{}\nSet-Cookie: a{}=; Path=/{}; Max-Age=0",
		"k{}=v; Path=/{}; Partitioned", "k{}=v; Path=/{};", ";; k{}=v; Path=/{}", "",
	} {
		p.cases = append(p.cases, chromiumCase{name: fmt.Sprintf("%q", cookie), html: of(elements[0].html, "/{}/0/x",
			""),
			answers: []string{"302\nLocation: /{}/1/x.png\nSet-Cookie: " + cookie}})
	}
	for _, c := range []struct{ name, html, to string }{
		{"another port", `<img id={} ATTR src="URL.png">`, "http://a.test:8080/{}/1/x.png"},
		{"secure site", `<img id={} ATTR src="URL.png">`, "https://a.test/{}/1/x.png"},
		{"other host of the site", `<img id={} ATTR src="URL.png">`, "http://www.a.test/{}/1/x.png"},
		{"other host with CORS", `<img id={} crossorigin src="URL.png">`, "http://www.a.test/{}/1/x.png"},
		{"other host with credentials", `<img id={} crossorigin=use-credentials src="URL.png">`,
			"http://www.a.test/{}/1/x.png"},
		{"module", `<script type=module id={} src="URL.mjs"></script>`, "http://a.test/{}/1/x.mjs"},
		{"other host of a module", `<script type=module id={} src="URL.mjs"></script>`,
			"http://www.a.test/{}/1/x.mjs"},
		{"iframe", `<iframe src="URL.html"></iframe>`, "http://www.a.test/{}/1/x.html"},
		{"sandbox", `<iframe sandbox=allow-scripts src="URL.html"></iframe>`, "http://a.test/{}/1/x.html"},
		{"font",
			`<style>@font-face { font-family: F{}; src: url(URL.ttf) } #s{} { font-family: F{} }</style><p id=s{}>x</p>`, "http://www.a.test/{}/1/x.ttf"},
		{"stylesheet", `<link id={} rel=stylesheet href="URL.css">`, "http://www.a.test/{}/1/x.css"},
		{"use", `<svg><use href="URL.svg#x"/></svg>`, "http://a.test/{}/1/x.svg"},
		{"sandboxed image", `<iframe sandbox srcdoc='<img src="URL.png">'></iframe>`, "http://a.test/{}/1/x.png"},
		{"there and back", `<img id={} src="URL.png">`, "http://b.test/{}/1/x.png"},
		{"there and back with CORS", `<img id={} crossorigin src="URL.png">`, "http://b.test/{}/1/x.png"},
	} {
		const share = "\nAccess-Control-Allow-Origin: http://a.test\nAccess-Control-Allow-Credentials: true"
		answers := []string{"302\nLocation: " + c.to + "\nSet-Cookie: k{}=v; Path=/{}; Domain=a.test" + share,
			"200" + share}
		if strings.HasPrefix(c.name, "there") {
			answers[1] = "302\nLocation: http://a.test/{}/2/x.png\nSet-Cookie: third{}=v; Path=/{}\nAccess-Control-Allow-Origin: *"
			answers = append(answers, "200\nAccess-Control-Allow-Origin: *")
		}
		p.cases = append(p.cases, chromiumCase{name: c.name, html: of(c.html, "/{}/0/x", ""), answers: answers})
	}
	return p
}

// targetPage has references of all kinds.
func targetPage() chromiumPage {
	p := chromiumPage{address: "http://a.test/targets/page", head: `<base href="http://a.test/base/dir/x?q">`}
	for _, reference := range []string{
		"{}.png", "/{}/é.png", "/{}/x.png?é", "/{}/x.png#é", "/{}/a b.png", " /{}/x.png ", "/{}/a\tb.png",
		"/{}/a\\b.png", "\\\\b.test\\{}", "//b.test/{}", "http:{}.png", "http:/{}/x", "HTTP://B.TEST/{}",
		"/{}/%zz", "/{}/%", "/{}/%2e%2e/x", "/{}/./../{}/x", "/{}//x", "///{}", "/{}/x?", "/{}/x?#", "/{}/x?a?b/c",
		"/{}/|^{}`", "/{}/x?|^{}`", "/{}/x?'", "/{}/'", "/{}/\"", "/{}/x?\"", "/{}/<>", "/{}/x?<>", "/{}/[]",
		"/{}/x?[]",
		"/{}/\x7f", "/{}/\u00a0", "/{}/\U0001F600?\U0001F600", "/{}/;a=b,c@d:e&f=g+h$i!j*k(l)", "?{}", "/{}/%00",
		"/{}/%C3%A9%ff", "http://b.test:80/{}", "http://b.test:8080/{}", "http://b.test:/{}",
		"http://b.test.:80/{}",
		"http://é.test/{}", "http://xn--9ca.test/{}", "http://B%2eTEST/{}", "http://user:pass@a.test/{}",
		"http://user:pass@b.test/{}", "http://@a.test/{}", "http://127.1/{}", "http://0x7f000001/{}",
		"http://[::1]/{}", "http://localhost/{}",
		"http://a_b.test/{}", "http://-a.test/{}", "http://a..test/{}", "https://b.test/{}", "http://a.test:1/{}",
		"http://a.test:6000/{}", "http://a.test:22/{}", "https://a.test:6697/{}", "http://a.test:10080/{}",
		"ftp://a.test/{}", "unknown://a.test/{}", "http://a b.test/{}", "http://a.test:99999/{}",
		"http://a.test:x/{}", "http://<>/{}", "http://%zz/{}", "//{}", "/{}/" + strings.Repeat("long/", 1000),
		"/{}/\n<b", "/{}/\n<b.png", "/{}/<b.png", "//b.test/{}\n<", "blob:{}", "about:{}", "javascript:'{}'",
	} {
		for i, html := range []string{elements[0].html, `<iframe src="URL"></iframe>`} {
			html = strings.ReplaceAll(strings.ReplaceAll(html, "URL.png", "URL"), `"URL"`, "'URL'")
			if i == 0 || strings.Contains(reference, "\n") {
				p.cases = append(p.cases, chromiumCase{name: fmt.Sprintf("%d %q", i, reference[:min(len(reference),
					60)]),
					html: of(html, strings.ReplaceAll(reference, "'", "&apos;"), "")})
			}
		}
	}
	return p
}

// framesPage has documents in documents.
func framesPage() chromiumPage {
	p := chromiumPage{address: "http://a.test/frames/page#fragment", head: `<meta name=referrer content=unsafe-url>`}
	for _, html := range []string{
		`<iframe srcdoc="<img src=/{}/x.png>"></iframe>`,
		`<iframe srcdoc="<img src=http://b.test/{}/x.png>"></iframe>`,
		`<iframe srcdoc="<meta name=referrer content=no-referrer><img src=/{}/x.png>"></iframe>`,
		`<iframe srcdoc="<meta name=referrer content=origin><img src=http://b.test/{}/x.png>"></iframe>`,
		`<iframe referrerpolicy=no-referrer srcdoc="<img src=/{}/x.png>"></iframe>`,
		`<iframe srcdoc="<iframe srcdoc='<img src=http://b.test/{}/x.png>'></iframe>"></iframe>`,
		`<iframe srcdoc="<iframe srcdoc='<img crossorigin src=http://b.test/{}/x.png>'></iframe>"></iframe>`,
		`<iframe sandbox srcdoc="<img src=/{}/x.png>"></iframe>`,
		`<iframe sandbox srcdoc="<img src=http://b.test/{}/x.png>"></iframe>`,
		`<iframe sandbox srcdoc="<img crossorigin src=/{}/x.png>"></iframe>`,
		`<iframe sandbox srcdoc="<img crossorigin src=http://b.test/{}/x.png>"></iframe>`,
		`<iframe sandbox=allow-same-origin srcdoc="<img crossorigin src=http://b.test/{}/x.png>"></iframe>`,
		`<iframe sandbox=allow-same-origin srcdoc="<img src=/{}/x.png>"></iframe>`,
		`<iframe sandbox srcdoc="<iframe srcdoc='<img crossorigin src=/{}/x.png>'></iframe>"></iframe>`,
		`<iframe sandbox srcdoc="<iframe sandbox=allow-same-origin srcdoc='<img crossorigin src=/{}/x.png>'></iframe>"></iframe>`,
		`<iframe srcdoc="<iframe sandbox srcdoc='<img src=/{}/x.png>'></iframe>"></iframe>`,
		`<iframe sandbox srcdoc="<iframe src=/{}/x.html></iframe>"></iframe>`,
		`<iframe sandbox src=/{}/x.html></iframe>`, `<iframe srcdoc="<iframe src=/{}/x.html></iframe>"></iframe>`,
		`<iframe srcdoc="<base href=http://b.test/{}/><img src=x.png>{}"></iframe>`,
		`<iframe srcdoc="<link rel=stylesheet href=/{}/x.css>"></iframe>`,
		`<iframe srcdoc="<style>p { background: url(/{}/x.png) }</style><p>x"></iframe>`,
		`<iframe sandbox srcdoc="<style>p { background: url(/{}/x.png) }</style><p>x"></iframe>`,
		`<iframe sandbox srcdoc="<link rel=stylesheet href=/{}/x.css>"></iframe>`,
		`<iframe sandbox srcdoc="<svg><use href=/{}/x.svg#x /></svg>"></iframe>`,
		`<iframe srcdoc="<svg><use href=/{}/x.svg#x /></svg>"></iframe>`,
		`<iframe sandbox=allow-scripts srcdoc="<script type=module src=/{}/x.mjs></script>"></iframe>`,
		`<iframe sandbox=allow-scripts srcdoc="<script src=/{}/x.js></script>"></iframe>`,
		`<iframe sandbox srcdoc="<script src=/{}/x.js></script>"></iframe>`,
		`<iframe sandbox srcdoc="<noscript><img src=/{}/x.png></noscript>"></iframe>`,
		`<noscript><img src=/{}/x.png></noscript>`, `<template><img src=/{}/x.png></template>`,
		`<iframe srcdoc="<meta http-equiv=refresh content='0;url=/{}/x.html'>"></iframe>`,
		`<iframe sandbox=allow-scripts srcdoc="<meta http-equiv=refresh content='0;url=/{}/x.html'>"></iframe>`,
		`<iframe srcdoc="" src=/{}/x.html></iframe>`, `<object data=/{}/x.html></object>`,
		`<frameset><frame src=/{}/x.html></frameset>`,
	} {
		p.cases = append(p.cases, chromiumCase{name: html, html: html})
	}
	return p
}

// userinfoPage has a user name in its address.
func userinfoPage() chromiumPage {
	p := chromiumPage{address: "http://user:pass@a.test/userinfo/page",
		head: "<meta name=referrer content=unsafe-url>"}
	for _, target := range []string{"/{}/0/x", other, "http://user:pass@b.test/{}/0/x",
		"http://user:other@a.test/{}/0/x", "http://a.test/{}/0/x"} {
		for _, i := range []int{0, 4, 16, 26} {
			p.cases = append(p.cases, chromiumCase{name: elements[i].name + " " + target, html: of(elements[i].html,
				target, "")})
		}
		p.cases = append(p.cases, chromiumCase{name: "crossorigin " + target, html: of(elements[0].html, target,
			"crossorigin"),
			answers: []string{"200\nAccess-Control-Allow-Origin: *"}})
	}
	return p
}

// orderPage changes its policy.
func orderPage() chromiumPage {
	p := chromiumPage{address: "http://a.test/order/page"}
	for _, meta := range []string{"", "<meta name=referrer content=unsafe-url>",
		"<meta name=referrer content=no-referrer>",
		"<template><meta name=referrer content=unsafe-url></template>",
		"<svg><meta name=referrer content=unsafe-url></svg>"} {
		p.cases = append(p.cases, chromiumCase{name: "after " + meta, html: meta + of(elements[0].html, other, "")},
			chromiumCase{name: "frame after " + meta,
				html: meta + `<iframe srcdoc="<img src=` + other + `.png>"></iframe>`})
	}
	return p
}

// nestedPage has sandboxed documents with cookies.
func nestedPage() chromiumPage {
	p := chromiumPage{address: "http://nested.test/nested/page", header: "Set-Cookie: nested=1; Path=/"}
	for _, frame := range []string{"<iframe srcdoc='HTML'></iframe>", "<iframe sandbox srcdoc='HTML'></iframe>",
		"<iframe sandbox=allow-scripts srcdoc='HTML'></iframe>",
		"<iframe sandbox=allow-same-origin srcdoc='HTML'></iframe>"} {
		for i, e := range elements[:28] {
			if i%3 == 0 || i == 16 || i == 23 {
				html := of(e.html, "/{}/0/x", "")
				p.cases = append(p.cases, chromiumCase{name: frame + e.name, html: strings.ReplaceAll(frame, "HTML",
					html)})
			}
		}
	}
	return p
}

// policyPages have a policy of the document.
func policyPages() []chromiumPage {
	var pages []chromiumPage
	for i, c := range []struct{ address, header, head string }{
		{"http://a.test/P?q", "Referrer-Policy: no-referrer", ""},
		{"http://a.test/P?q", "Referrer-Policy: unsafe-url", ""},
		{"http://a.test/P?q", "Referrer-Policy: same-origin", `<meta name=referrer content=unsafe-url>`},
		{"http://a.test/P?q", "Referrer-Policy: unsafe-url, unknown", ""},
		{"http://a.test/P?q", "Referrer-Policy: unsafe-url\nReferrer-Policy: origin",
			`<meta name=referrer content=unknown>`},
		{"http://a.test/P?q", "Referrer-Policy: unsafe-url, x y", ""},
		{"http://a.test/P?q", "", `<meta name=referrer content=never>`},
		{"http://a.test/P?q", "", `<meta name=referrer content=ALWAYS>`},
		{"http://a.test/P?q", "",
			`<meta name=REFERRER content=origin-when-crossorigin><meta name=referrer content="">`},
		{"http://a.test/P?q", "", `<meta name=referrer content=" unsafe-url">`},
		{"http://a.test/P?q", "", `<meta name=referrer content="unsafe-url, origin">`},
		{"http://a.test/P?é=|\"<>`{}'[]", "Referrer-Policy: unsafe-url", ""},
		{"http://a.test/P/|\"`{}^'[]%zz;,é", "Referrer-Policy: unsafe-url", ""},
		{"http://a.test/P/" + strings.Repeat("x", 4096-len("http://a.test/00/")), "Referrer-Policy: unsafe-url", ""},
		{"http://a.test/P/" + strings.Repeat("x", 4097-len("http://a.test/00/")), "Referrer-Policy: unsafe-url", ""},
		{"https://a.test/P?q", "", ""},
		{"https://a.test/P?q", "Referrer-Policy: no-referrer-when-downgrade", ""},
		{"https://a.test/P?q", "Referrer-Policy: unsafe-url", ""},
		{"http://127.0.0.1/P?q", "", ""},
		{"http://localhost/P?q", "Referrer-Policy: no-referrer-when-downgrade", ""},
	} {
		p := chromiumPage{address: strings.Replace(c.address, "P", fmt.Sprintf("%02d", i), 1), header: c.header,
			head: c.head}
		targets := []string{"/{}/0/x", "http://b.test/{}/0/x", "https://b.test/{}/0/x", "http://127.0.0.1/{}/0/x",
			"http://localhost/{}/0/x"}
		for _, target := range targets {
			p.cases = append(p.cases, chromiumCase{name: "img " + target, html: of(elements[0].html, target, "")})
			if c.address == "https://a.test/P?q" && c.header == "" || target == other {
				p.cases = append(p.cases, chromiumCase{name: "iframe " + target, html: of(elements[16].html, target,
					"")})
			}
		}
		p.cases = append(p.cases, chromiumCase{name: "style", html: of(elements[26].html, other, "")},
			chromiumCase{name: "style element", html: of(elements[27].html, other, "")},
			chromiumCase{name: "unsafe-url", html: of(elements[0].html, other, "referrerpolicy=unsafe-url")},
			chromiumCase{name: "script of CORS", html: of(elements[4].html, other, "crossorigin")},
			chromiumCase{name: "srcdoc", html: `<iframe srcdoc="<img src=http://b.test/{}/0/x.png>"></iframe>`},
			chromiumCase{name: "redirected", html: of(elements[0].html, other, ""),
				answers: []string{"302\nLocation: http://www.a.test/{}/1/x.png"}})
		pages = append(pages, p)
	}
	return pages
}

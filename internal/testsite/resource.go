package testsite

import (
	"net/http"
	"strconv"
	"strings"
)

// files are what is no HTML page but may be linked.
var files = []struct {
	prefix, extension, contentType, body string
}{
	{"/files/f", ".pdf", "application/pdf", "%PDF-1.4\n%\xE2\xE3\xCF\xD3\n<a href=/trap/pdf>\n%%EOF\n"},
	{"/files/f", ".txt", "text/plain; charset=utf-8", "No <a href=\"/trap/text\">link</a> here.\n"},
	{"/img/i", ".png", "image/png", png},
	{"/feeds/r", ".xml", "application/rss+xml", `<?xml version="1.0" encoding="utf-8"?>` + "\n" +
		`<rss version="2.0"><channel><title>News</title><link>/trap/feed</link></channel></rss>` + "\n"},
	{"/img/v", ".svg", "image/svg+xml", `<svg xmlns="http://www.w3.org/2000/svg"><title>v</title>` +
		`<a href="../"><path d="M0 0z"/></a></svg>` + "\n"},
}

// png is an image of one pixel.
const png = "\x89PNG\r\n\x1A\n\x00\x00\x00\rIHDR\x00\x00\x00\x01\x00\x00\x00\x01\x08\x06\x00\x00\x00\x1F\x15\xC4\x89" +
	"\x00\x00\x00\rIDATx\x9Cc\xF8\xCF\xC0\xF0\x1F\x00\x05\x00\x01\xFF\x56\xC7\x2F\r\x00\x00\x00\x00IEND\xAEB`\x82"

// detours are the redirects: /go/NAME/N leads to page N, some of them by way of others.
var detours = []struct {
	name   string
	status int
	how    string // Location is written
	by     string // another detour, or what stands before the number
}{
	{name: "301", status: 301},
	{name: "302", status: 302},
	{name: "303", status: 303},
	{name: "307", status: 307},
	{name: "308", status: 308},
	{name: "relative", status: 302, how: "relative"},
	{name: "absolute", status: 301, how: "absolute"},
	{name: "host", status: 307, how: "host"},
	{name: "two", status: 302, by: "/go/301/"},
	{name: "three", status: 308, by: "/go/two/", how: "relative"},
	{name: "missing", status: 301, by: "/missing/m"},
	{name: "file", status: 303, by: "/img/i"},
}

// resource answers a request for what is no page.
func (w *writer) resource(uri string) (answer, bool) {
	if uri == "/robots.txt" {
		return answer{status: http.StatusOK, contentType: "text/plain", body: []byte("User-agent: *\nDisallow:\n")}, true
	}
	if name, ok := strings.CutPrefix(uri, "/go/"); ok {
		return w.detourAt(uri, name)
	}
	for _, f := range files {
		if isNumbered(uri, f.prefix, f.extension) {
			return answer{status: http.StatusOK, contentType: f.contentType, body: []byte(f.body)}, true
		}
	}
	if isNumbered(uri, "/css/s", ".css") || isNumbered(uri, "/js/a", ".js") {
		return answer{status: http.StatusOK, contentType: "text/css", body: []byte("/* nothing */\n")}, true
	}
	return answer{}, false
}

func isNumbered(uri, prefix, suffix string) bool {
	name, isPrefixed := strings.CutPrefix(uri, prefix)
	number, isSuffixed := strings.CutSuffix(name, suffix)
	_, err := strconv.Atoi(number)
	return isPrefixed && isSuffixed && err == nil
}

// detourAt redirects.
func (w *writer) detourAt(uri, name string) (answer, bool) {
	name, number, _ := strings.Cut(name, "/")
	n, err := strconv.Atoi(number)
	last, _ := w.site.pages()
	if err != nil || n < 0 || n >= last || w.site.Plain {
		return answer{}, false
	}
	for _, d := range detours {
		if d.name != name {
			continue
		}
		next := string(w.site.appendAddress(nil, n))
		switch d.by {
		case "":
		case "/img/i":
			next = d.by + number + ".png"
		default:
			next = d.by + number
		}
		return answer{status: d.status, contentType: "text/html", body: []byte("<a href=/trap/redirect>Moved</a>\n"),
			location: w.location(d.how, uri, next), next: next}, true
	}
	return answer{}, false
}

// location writes the Location field of a redirect.
func (w *writer) location(how, from, to string) string {
	switch how {
	case "relative":
		return string(appendRelative(nil, []byte(from), []byte(to)))
	case "absolute":
		return w.origin + to
	case "host":
		return strings.TrimPrefix(w.origin, "http:") + to
	}
	return to
}

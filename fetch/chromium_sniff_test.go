package fetch_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
)

// sniffBodies are beginnings of resources.
var sniffBodies = []string{
	"", " ", "text", "text\x00", "text\x01", "\x1b", "\x7f", "<", "<p>x", "<P x", "<p\tx", "<p\nx", "<p/>x",
	"\n <p>x", "\x00<p>x", "x<p>",
	"<!DOCTYPE html>", "<!doctype HTML x", "<!doctype\thtml>", "<!-- x -->", "<!--x", "<b>x", "<bx>", "<i>x",
	"<h1>x", "<h2>x", "<script>1", "<a href>",
	"<iframe >", "<svg xmlns='http://www.w3.org/2000/svg'/>", "<?xml version='1.0'?><r/>",
	" <?xml version='1.0'?><r/>", "<?XML?>",
	"<?xml version='1.0'?><html xmlns='http://www.w3.org/1999/xhtml'/>", "<rss><channel/></rss>", "{}", "[1]",
	"%!PS-Adobe-3.0", "\xef\xbb\xbf", "\xef\xbb\xbftext", "\xef\xbb\xbf<p>x",
	"\xfe\xff\x00x", "\xff\xfex\x00", "GIF89a\x01\x00\x01\x00\x00\x00\x00;", "GIF87a", "\x89PNG\r\n\x1a\n",
	"\xff\xd8\xff\xe0", "BMtext", "\x00\x00\x01\x00", "RIFF\x00\x00\x00\x00WEBPVP", "RIFF\x00\x00\x00\x00WAVE",
	"ID3text", "OggS\x00", "PK\x03\x04", "\x1f\x8b\x08x", "\x00asm", "MThd\x00\x00\x00\x06", "\xe9", "\xc3\xa9",
	strings.Repeat(" ", 600) + "<p>x", strings.Repeat("x", 1500) + "\x00", strings.Repeat("x", 600) + "\x00",
}

// sniffTypes are values of Content-Type, and whether X-Content-Type-Options says nosniff. "none" is no field.
var sniffTypes = []struct {
	contentType string
	noSniff     string
	bodies      int // every so manieth body
}{
	{"none", "", 1}, {"none", "nosniff", 5}, {"text/plain", "", 7}, {"text/plain", "nosniff", 11},
	{"text/plain; charset=utf-8", "", 19}, {"text/plain; charset=UTF-8", "", 6},
	{"text/plain;charset=ISO-8859-1", "", 19}, {"text/plain; charset=ISO-8859-1", "", 19}, {"TEXT/PLAIN", "", 19},
	{"unknown/unknown", "", 19}, {"application/unknown", "", 19}, {"*/*", "", 19}, {"nonsense", "", 19}, {"", "",
		19},
	{"text/html", "", 19}, {"text/xml", "", 19}, {"application/xml", "NOSNIFF", 19}, {"image/svg+xml", "", 19},
	{"application/json", "", 19}, {"image/png", "", 7}, {"image/x", "", 19}, {"image/gif", "nosniff", 7},
	{"text/plain, text/html", "", 19}, {"text/html, text/plain", "", 19}, {"text/html; charset=utf-8, nonsense", "",
		19}, {"text/css", "", 19}, {"text/javascript", "", 19}, {"none", "x, nosniff", 11}, {"none", "nosniff, x",
		11},
}

// checkTypes holds what resources in frames are sniffed as to what a browser makes of them.
func checkTypes(t *testing.T, w *byteWeb, b *browser) {
	var names []string
	page := "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nConnection: close\r\n\r\n<!DOCTYPE html><script>results = 1</script>"
	for _, c := range sniffTypes {
		header := ""
		if c.contentType != "none" {
			header = "Content-Type: " + c.contentType + "\r\n"
		}
		if c.noSniff != "" {
			header += "X-Content-Type-Options: " + c.noSniff + "\r\n"
		}
		for i := 0; i < len(sniffBodies); i += c.bodies {
			body, folder := sniffBodies[i], fmt.Sprintf("s%d", len(names))
			names = append(names, fmt.Sprintf("%q %q: %q", c.contentType, c.noSniff, body[:min(len(body), 40)]))
			w.pages[folder] = fmt.Sprintf("HTTP/1.1 200 OK\r\n%sConnection: close\r\nContent-Length: %d\r\n\r\n%s",
				header, len(body), body)
			page += fmt.Sprintf("<iframe src=/%s/></iframe>", folder)
		}
	}
	w.pages["types"] = page
	b.do("", "Browser.setDownloadBehavior", map[string]any{"behavior": "deny"})
	tab := b.open("http://a.test/types/")
	b.awaitLoaded(tab)
	var theirs []string
	const types = `JSON.stringify([...document.querySelectorAll("iframe")].map(n => n.contentWindow).map(f => { try { return f.document.URL == "about:blank" ? "download" : f.document.contentType } catch (e) { return e.name } }))`
	if err := json.Unmarshal([]byte(b.evaluate(tab, types)), &theirs); err != nil || len(theirs) != len(names) {
		t.Fatal(len(theirs), err)
	}
	compareTypes(t, w, names, theirs)
}

// compareTypes holds Response.Type to the types that a browser found.
func compareTypes(t *testing.T, w *byteWeb, names, theirs []string) {
	c, found := w.client(t), map[*known]int{}
	for i, name := range names {
		response, err := c.Fetch(t.Context(), to(t, fmt.Sprintf("http://a.test/s%d/", i)))
		if err != nil {
			t.Fatal(err)
		}
		ours, err := response.Type()
		response.Body.Close()
		if err != nil {
			t.Fatal(err)
		}
		if ours == theirs[i] || theirs[i] == "download" && isDownload(ours) {
			continue
		}
		full := fmt.Sprintf("%s: Chromium %s, ours %s", name, theirs[i], ours)
		if entry := ledgerEntry(typesLedger, full, "type"); entry != nil {
			found[entry]++
		} else {
			t.Error(full)
		}
	}
	checkLedger(t, typesLedger, found)
	t.Log(len(names), "resources")
}

// isDownload tells whether browsers do not show a type.
func isDownload(kind string) bool {
	shown := []string{"text/plain", "text/html", "text/xml", "application/xml", "image/svg+xml", "application/json",
		"text/css", "text/javascript",
		"image/png", "image/gif", "image/jpeg", "image/bmp", "image/webp", "image/x-icon", "audio/mpeg",
		"application/ogg", "audio/wave"}
	return !slices.Contains(shown, kind)
}

package save_test

import (
	"strings"
	"testing"

	"htmlurl/resolve"
	"htmlurl/save"
)

// names are URLs and the names that their files get, in one folder.
var names = []struct{ url, kind, want string }{
	{"http://h/a.png", "image/png", "a.png"},
	{"http://h/x/a.png", "image/png", "a-2.png"},
	{"http://h/A.PNG", "image/png", "A-3.png"},
	{"http://h/a-2.png", "image/png", "a-2-2.png"},
	{"http://h/a", "image/png", "a-4.png"},
	{"http://h/photo.jpeg?w=1", "image/jpeg", "photo.jpeg"},
	{"http://h/photo.png", "image/webp", "photo.webp"},
	{"http://h/v1.2", "image/webp", "v1.2.webp"},
	{"http://h/style.php", "text/css", "style.css"},
	{"http://h/app.min.js", "application/javascript", "app.min.js"},
	{"http://h/app.css", "text/javascript", "app.js"},
	{"http://h/page.cfm", "text/html", "page.html"},
	{"http://h/doc.asp", "application/xhtml+xml", "doc.xhtml"},
	{"http://h/feed", "application/rss+xml", "feed.xml"},
	{"http://h/font.woff", "application/octet-stream", "font.woff"},
	{"http://h/font.eot", "text/plain", "font.eot"},
	{"http://h/evil.html", "text/plain", "evil.txt"},
	{"http://h/evil.svg", "application/octet-stream", "evil.bin"},
	{"http://h/x.tar.gz", "application/gzip", "x.tar.gz"},
	{"http://h/strange", "x/y", "strange.bin"},
	{"http://h/", "text/html", "h.html"},
	{"http://www.example.com", "text/html", "www.example.com.html"},
	{"http://h/dir/", "image/gif", "dir.gif"},
	{"http://h/..%2f..%2Fetc%2Fpasswd", "text/plain", "etc-passwd.txt"},
	{"http://h/%2e%2e", "image/gif", "h.gif"},
	{"http://h/.htaccess", "text/plain", "htaccess.txt"},
	{"http://h/%00%1f%7f", "image/gif", "h-2.gif"},
	{"http://h/a%20b%5Cc:d*e%3Ff%22g%3Ch%3Ei|j.gif", "image/gif", "a-b-c-d-e-f-g-h-i-j.gif"},
	{"http://h/100%", "image/gif", "100.gif"},
	{"http://h/-rf.gif", "image/gif", "rf.gif"},
	{"http://h/a...gif", "image/gif", "a.gif"},
	{"http://h/trailing.%20.", "image/gif", "trailing.gif"},
	{"http://h/CON", "image/gif", "_CON.gif"},
	{"http://h/nul.txt.png", "image/png", "_nul.txt.png"},
	{"http://h/com1.css", "text/css", "_com1.css"},
	{"http://h/lpt9.a.b", "image/gif", "_lpt9.a.b.gif"},
	{"http://h/com10.css", "text/css", "com10.css"},
	{"http://h/%E5%9B%B3.png", "image/png", "image.png"},
	{"http://h/caf%C3%A9-%C3%BC.png", "image/png", "caf.png"},
	{"http://h/%E9.css", "text/css", "style-2.css"},
	{"http://h/" + strings.Repeat("x", 5000) + ".css", "text/css", strings.Repeat("x", 76) + ".css"},
	{"http://h/" + strings.Repeat("x", 6000) + ".css", "text/css", strings.Repeat("x", 74) + "-2.css"},
	{"http://h/" + strings.Repeat("x", 75) + "-.y.css", "text/css", strings.Repeat("x", 75) + ".css"},
	{"file:///C:/Users/x/a.gif", "image/gif", "a-2.gif"},
	{"file:///", "text/html", "page-2.html"},
	{"http://h/x.mp4", "video/mp4", "x.mp4"},
	{"http://h/x", "", "x.bin"},
	{"http://h/index.php", "", "index.bin"},
	{"http://h/evil.rss", "application/octet-stream", "evil.rss.bin"},
}

// TestNames holds which names files get, one after the other.
func TestNames(t *testing.T) {
	var n save.Names
	for _, c := range names {
		u, err := resolve.Resolver{Edition: resolve.Living}.Parse(c.url)
		if err != nil {
			t.Fatal(err)
		}
		if got := n.Choose(u, c.kind); got != c.want {
			t.Errorf("%.80s, %s: %s, want %s", c.url, c.kind, got, c.want)
		}
	}
}

// FuzzNames holds that names are safe on all systems, and differ in more than case.
func FuzzNames(f *testing.F) {
	for _, c := range names {
		f.Add(c.url, c.kind)
	}
	f.Fuzz(func(t *testing.T, address, kind string) {
		u, err := resolve.Resolver{Edition: resolve.Living}.Parse(address)
		if err != nil {
			t.Skip()
		}
		var n save.Names
		seen := map[string]bool{}
		for range 3 {
			name := n.Choose(u, kind)
			const allowed = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-"
			switch stem, _, _ := strings.Cut(strings.ToLower(name), "."); {
			case name == "" || len(name) > 80:
				t.Errorf("%q has %d bytes", name, len(name))
			case strings.Trim(name, allowed) != "" || strings.Trim(name, ".-") != name:
				t.Errorf("%q is no safe name", name)
			case stem == "con" || stem == "nul" || stem == "aux" || stem == "prn" || stem == "com1" || stem == "lpt9":
				t.Errorf("%q is reserved", name)
			case seen[strings.ToLower(name)]:
				t.Errorf("%q twice", name)
			}
			seen[strings.ToLower(name)] = true
		}
	})
}

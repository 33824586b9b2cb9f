package browsertest

import "htmlurl/internal/browsertest/generate"

// fixedReferences are references by the class of the ledger that they are about; "" is none.
var fixedReferences = []struct {
	class string
	generate.Reference
}{
	{"", in("UTF-8", "http://h.test/a/b?q#f", "../c?d#e")},
	{"", in("windows-1252", "http://h.test/a/b?q#f", "?\u00e9\u2116#\u00e9")},
	{"", in("Shift_JIS", "http://h.test/", "?\u8868\u00a5\u203e\u2212")},
	{"", in("EUC-JP", "http://h.test/", "?\u8868\uff71\u4e02")},
	{"", in("ISO-2022-JP", "http://h.test/", "?a\u8868b\uff71#\u8868")},
	{"", in("GBK", "http://h.test/", "?\u20ac\u4e02\ue5e5")},
	{"", in("gb18030", "http://h.test/", "?\u20ac\ue5e5\U0001f600\ue7c7")},
	{"", in("Big5", "http://h.test/", "?\u5341\u00ca\u0304\u20ac")},
	{"", in("EUC-KR", "http://h.test/", "?\uac00\uac02\u00b7")},
	{"", in("x-user-defined", "http://h.test/", "?\uf7e9\u00e9")},
	{"", in("UTF-16LE", "http://h.test/", "?\u00e9\U0001f600")},
	{"", in("UTF-8", "http://h.test/", "http://fa\u00df.de/")},
	{"", in("UTF-8", "http://h.test/", "http://0x7f.1/")},
	{"", in("UTF-8", "http://h.test/", "http://1.2.3.4.5/")},
	{"", in("UTF-8", "http://h.test/", "http://[::1.2.3.4]/")},
	{"", in("UTF-8", "http://h.test/", "http://a<b/")},
	{"", in("UTF-8", "x:opaque", "#f")},
	{"", in("UTF-8", "data:text/html,x", "a")},
	{"base-unparsable", in("UTF-8", "http://a<b/", "c")},
	{"base-empty", in("UTF-8", "", "c")},
	{"base-query", in("windows-1252", "http://h.test/?\u00e9", "#f")},
	{"query-encoding", in("windows-1252", "ws://h.test/", "?\u00e9")},
	{"query-encoding", in("windows-1252", "x://h.test/", "?\u00e9")},
	{"file-origin", in("UTF-8", "http://h.test/", "file:///x")},
	{"path-pipe", in("UTF-8", "http://h.test/", "a|b?|#|")},
	{"query-quote", in("UTF-8", "http://h.test/", "x://h/?a'b")},
	{"userinfo-quote", in("UTF-8", "http://h.test/", "http://u'v:p'q@h/")},
	{"host-escapes", in("UTF-8", "http://h.test/", "http://a b/")},
	{"host-escapes", in("UTF-8", "http://h.test/", "http://a*b/")},
	{"host-escapes", in("UTF-8", "http://h.test/", "http://\u00fc b/")},
	{"host-escapes", in("UTF-8", "http://h.test/", "http://<\u0301dir/")},
	{"", in("UTF-8", "http://h.test/", "http://%4%41\u203e/")},
	{"", in("UTF-8", "http://h.test/", "http://%4\ufeffb.a b/")},
	{"file-localhost", in("UTF-8", "http://h.test/", "file://localhost/x")},
	{"", in("UTF-8", "http://h.test/", "file://localhost\x10/")},
	{"file-drive", in("UTF-8", "http://h.test/", "file:///C|/../x")},
	{"file-drive", in("UTF-8", "file:///C:/d/e", "/x")},
	{"file-slashes", in("UTF-8", "http://h.test/", "file:////h/x")},
	{"file-host-end", in("UTF-8", "http://h.test/", "file://h?x")},
	{"file-two-slashes", in("UTF-8", "file:///d/e", "/.//x")},
	{"ipv6-percent", in("UTF-8", "http://h.test/", "http://[::%31]/")},
	{"ipv6-numbers", in("UTF-8", "http://h.test/", "http://[::010.2.3.4]/")},
	{"opaque-host-bytes", in("UTF-8", "http://h.test/", "x://\u042f/")},
	{"opaque-space", in("UTF-8", "http://h.test/", "x:a #b")},
	{"data-whitespace", in("UTF-8", "http://h.test/", "data:a\tb")},
	{"data-whitespace", in("UTF-8", "http://h.test/", " data:a\tb", "search", "")},
	{"data-whitespace", in("windows-1252", "http://h.test/", "data:/a?b\n\u00e9")},
	{"relative-backslash", in("UTF-8", "x://h/a/b", `c\d`)},
	{"relative-backslash", in("UTF-8", "x://h/a/b", `\\h\x`)},
	{"dot-backslash", in("UTF-8", "http://h.test/", `x://h/..\b`)},
	{"base-backslash", in("UTF-8", `x://h/a\b`, "c")},
	{"base-no-path", in("UTF-8", "x://h?q", "c")},
	{"base-two-slashes", in("UTF-8", "x:/.//a", "?q")},
	{"base-opaque-backslash", in("UTF-8", `x:\a\b`, "c")},
	{"", in("UTF-8", "http://h.test/", "https://u:p@h:8/a?b#c", "protocol", "http", "username", "\u00e9",
		"password", "", "host", "x:9", "hostname", "y", "port", "443", "pathname", "../d", "search", "", "hash", "")},
	{"set-protocol", in("UTF-8", "http://h.test/", "x://h/", "protocol", "https")},
	{"set-protocol-kind", in("UTF-8", "http://h.test/", "gopher:/", "protocol", "http")},
	{"set-userinfo", in("UTF-8", "http://h.test/", "FILE:///x", "username", "u")},
	{"set-port", in("UTF-8", "http://h.test/", "FILE:///x", "port", "80")},
	{"set-host", in("UTF-8", "http://h.test/", "HTTP://h", "host", "a<b")},
	{"set-host", in("UTF-8", "http://h.test/", "file:///x", "host", "h:80")},
	{"set-hostname", in("UTF-8", "http://h.test/", "HTTP://h", "hostname", "a<b")},
	{"set-pathname", in("UTF-8", "http://h.test/", "x://h/", "pathname", `/a/..\b`)},
	{"set-search", in("windows-1252", "http://h.test/", "http://h/", "search", "\u00e9")},
	{"set-search", in("UTF-8", "http://h.test/", "http://h/?q", "search", "?")},
	{"set-search", in("UTF-8", "http://h.test/", "http://h/?q", "search", "\t?")},
	{"", in("UTF-8", "http://h.test/", "http://h/", "search", "\t", "search", "?\t?a")},
	{"", in("UTF-8", "http://h.test/", "file://LOCALHOST/C:/", "username", "u")},
	{"set-two-slashes", in("UTF-8", "file:///d/e", "/.//x", "port", "6")},
	{"set-empty-host", in("UTF-8", "x:/a/b", "///\u8868", "search", "q")},
	{"set-empty-host", in("UTF-8", "x://h", "//#\u8868", "username", "u", "pathname", "p")},
	{"set-nothing", in("UTF-8", "x://h?q", "c", "port", "x")},
}

// in makes a reference in an encoding with a base, and pairs of what is set.
func in(encoding, base, ref string, set ...string) generate.Reference {
	r := generate.Reference{Encoding: encoding, Base: base, HasBase: true, Ref: ref}
	for i := 0; i+1 < len(set); i += 2 {
		r.Set = append(r.Set, generate.Assignment{Name: set[i], Value: set[i+1]})
	}
	return r
}

// fixedDocuments are documents by the class of the ledger that they are about; "" is none.
var fixedDocuments = []struct {
	class string
	generate.Document
}{
	{"", plain(`<svg><base href="/svg/"></base></svg><template><base href="/template/"></template><base target=t>
		<base href="/first/"><base href="/second/"><a id=a href=x>x</a>`)},
	{"", plain(`<noscript><base href="/noscript/"></noscript><textarea><base href="/textarea/"></textarea>
		<img id=i src=x><base href="/late/">`)},
	{"", plain(`<base href="data:text/html,x"><base href="/second/"><a id=a href=x>x</a>`)},
	{"", plain(`<base href="JavaScript:x"><img id=i src=x>`)},
	{"", plain("<base href=' /a\tb/ '><a id=a href='\n x\ny '>x</a><form id=f action></form><q id=q cite>q</q>")},
	{"", plain(`<iframe id=before srcdoc="<a id=a href=x>x</a>"></iframe><base href="/late/">
		<iframe id=after srcdoc="<a id=b href=x>x</a><iframe id=deep></iframe>"></iframe><iframe id=blank></iframe>`)},
	{"", plain(`<iframe id=f srcdoc="<base href='/inner/'><a id=a href=x>x</a>
		<iframe id=g srcdoc='<img id=i src=y>'></iframe>"></iframe>`)},
	{"", plain(`<table><base href="/table/"><tr><td><a id=a href=x>x</a></table>`)},
	{"", plain(`<frameset><frame id=f src=x><frame id=g></frameset>`)},
	{"", plain("<meta charset=windows-1252><a id=a href='?\xe9#\xe9'>x</a><link id=l rel=stylesheet href='?\x80'>")},
	{"", plain("<title>x</title><meta http-equiv=content-type content='text/html; charset=shift_jis'>" +
		"<a id=a href='?\x95\\'>x</a>")},
	{"", plain("<meta charset=utf-16><a id=a href='?\xc3\xa9'>x</a>")},
	{"", plain("\xff\xfe<\x00a\x00 \x00i\x00d\x00=\x00a\x00 \x00h\x00r\x00e\x00f\x00=\x00?\x00\xe9\x00>\x00")},
	{"", policy("base-uri 'self'", `<base href="http://other.test/"><a id=a href=x>x</a>`)},
	{"", policy("base-uri 'none'", `<base href="/own/"><a id=a href=x>x</a>`)},
	{"", plain(`<img id=i src=a.png><script id=s src=b.js></script><link id=l rel=stylesheet href=c.css>
		<video id=v poster=d.png></video><input id=n type=image src=e.png>`)},
	{"encoding-undeclared", plain("<a id=a href='?\xc3\xa9'>x</a>")},
	{"encoding-escape", declared("iso-2022-jp", "<a id=a href='\x1b$\x80B-!\x1b(B'>x</a>"+
		"<a id=b href='\x1b$\x80\x80B\x1b(\x0eB\x1b$a\x1b\x80'>x</a>"+
		"<a id=c href='\x1b$B\x1b$\x80I=I=\x1b$B\x1b(aI=\x1b$B\x1b$aI=\x1b(B'>x</a>"+
		"<a id=d href='\x1b(J\x1b$\x80\\\x1b(I\x1b$aI\x1b$\x1b\x80\x1b(B'>x</a>")},
	{"frameset-errors", declared("utf-8", "<base href=/b/>\xff</head><frameset><frame id=f src=x></frameset>")},
	{"policy-star", policy("base-uri *", `<base href="ws://h.test/"><a id=a href=x>x</a>`)},
	{"reflect-stripped", plain(`<a id=a href=" http://a<b/ ">x</a><img id=i src=" http://a<b/ ">`)},
	{"reflect-form", plain(`<form id=f action="http://a<b/"></form>`)},
	{"reflect-form-spaces", plain(`<base href="/b/"><form id=f action=" "></form>`)},
	{"base-unparsable", plain(`<base id=b href="http://a<b/"><iframe id=f srcdoc="<a id=a href='#f'>x</a>"></iframe>
		<iframe id=g srcdoc="<base id=c href='data:,x'><a id=d href='#f'>x</a>"></iframe>
		<iframe id=h srcdoc="<base id=e href='#f'><a id=i href=x>x</a>"></iframe>`)},
	{"path-pipe", plain(`<base href="/a|b/c"><iframe id=f srcdoc="<base id=b href=x:y><base id=c href=d>"></iframe>`)},
	{"frame-unparsable", plain(`<iframe id=f src="http://a<b/"></iframe>`)},
	{"frame-elsewhere", plain(`<iframe id=f src="file:///x"></iframe>`)},
	{"frame-about", plain(`<iframe id=f src="about:x"></iframe>`)},
	{"request-early", plain(`<img id=i src=x><script src=wait.js></script><base href="/late/">`)},
	{"request-early", plain(`<base href=http://u@h.test/><iframe id=f srcdoc="<script id=s src=x></script>
		<base href=http://h.test/>"></iframe>`)},
	{"request-blocked", plain(`<img id=i src="http://u@h.test/">`)},
	{"request-blocked", plain("<base href='/b\n<'><img id=i src=x><img id=j src=http://h.test/y>")},
	{"request-spaces", plain(`<img id=i src=" ">`)},
	{"request-mixed", generate.Document{Address: "https://carrier.test/", ContentType: "text/html",
		Body: []byte(`<!DOCTYPE html><img id=i src=http://h.test/x>`)}},
	{"", generate.Document{Address: "https://carrier.test/", ContentType: "text/html",
		Body: []byte(`<!DOCTYPE html><table id=t background="http://h.test:443/"><tr><td>c</table>`)}},
	{"request-speculative", plain(`<math><base href="http://h.test/"></base></math><img id=i src=x>`)},
	{"request-speculative", plain(`<iframe id=f srcdoc="<base href='#f'><script id=s src=http:/h.test></script>">
		</iframe>`)},
	{"base-no-path", plain(`<base href="x://h.test#f"><iframe id=f srcdoc="<base id=b href='#g'>"></iframe>`)},
	{"base-hidden-path", plain(`<base href="x://h.test?q"><iframe id=f srcdoc="<base id=b href=/><a id=a href=c>x</a>">
		</iframe>`)},
	{"", plain(`<iframe srcdoc="<a id=a href=x>x</a><img id=i src=y>"></iframe><iframe src=about:blank></iframe>`)},
	{"", generate.Document{Address: "https://carrier.test/", ContentType: "text/html",
		Body: []byte(`<!DOCTYPE html><svg><image id=i href="http://a%20b:81/" width=5 height=5 /></svg>`)}},
	{"request-unparsable", plain(`<table id=t background="http://:80/x/y"><tr><td>c</table>`)},
}

// plain makes a document at the usual address.
func plain(body string) generate.Document {
	return generate.Document{Address: carrier, ContentType: "text/html", Body: []byte(body)}
}

// declared makes a document of an encoding.
func declared(encoding, body string) generate.Document {
	d := plain("<!DOCTYPE html>" + body)
	d.ContentType += "; charset=" + encoding
	return d
}

// policy makes a document with a Content-Security-Policy.
func policy(p, body string) generate.Document {
	d := plain("<!DOCTYPE html>" + body)
	d.Policy = p
	return d
}

package generate

import "strings"

// Reference is a reference in a document, with what is to be done to it.
type Reference struct {
	Encoding string // of the document, by the name of the Encoding Standard
	Base     string // the href attribute of its base element, or none if HasBase is false
	HasBase  bool
	Ref      string
	Set      []Assignment // each is made to the reference alone
}

// Assignment is a value for an attribute such as protocol or hash.
type Assignment struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

// NewReference makes the reference of that number.
func NewReference(seed uint64, number int) Reference {
	g := newGenerator(seed, 'R', number)
	r := Reference{Encoding: pick(g, encodings), Ref: g.reference()}
	if r.HasBase = g.chance(90); r.HasBase {
		r.Base = g.base()
	}
	for range g.below(4) {
		r.Set = append(r.Set, g.assignment())
	}
	return r
}

// encodings are those of the references.
var encodings = []string{
	"UTF-8", "UTF-8", "UTF-8", "windows-1252", "windows-1251", "Shift_JIS", "EUC-JP", "ISO-2022-JP", "GBK", "gb18030",
	"Big5", "EUC-KR", "UTF-16LE", "x-user-defined", "KOI8-R", "macintosh", "ISO-8859-8-I", "windows-874", "IBM866",
}

// base makes the value of a base element: mostly one that can be a base.
func (g *generator) base() string {
	switch {
	case g.chance(50):
		return pick(g, plainBases)
	case g.chance(50):
		return g.hierarchical(pick(g, hierarchicalSchemes))
	}
	return g.reference()
}

var plainBases = []string{
	"http://h.test/a/b?q#f", "https://u:p@h.test:8443/a/../b/", "http://h.test", "file:///C:/d/e", "file:///d/e",
	"file://h/d/e", "x://h/a/b?q", "x:/a/b#f", "x:opaque?q", "mailto:x", "data:text/html,x", "javascript:x",
	"about:blank", "", "#f", "?q", "c/d", "/", "//h.test/x", "ws://h/a?q", "ftp://h/", "http://[::1]/x/",
	"http://192.168.0.1:81/",
}

// reference makes a reference of any kind, and sometimes breaks it.
func (g *generator) reference() string {
	s := g.wholeReference()
	for g.chance(12) {
		s = g.insert(s, g.oddity())
	}
	if g.chance(5) {
		s = g.spaces() + s + g.spaces()
	}
	return s
}

func (g *generator) wholeReference() string {
	switch n := g.below(100); {
	case n < 30:
		return g.hierarchical(pick(g, hierarchicalSchemes))
	case n < 38:
		return g.file()
	case n < 46:
		return pick(g, opaqueSchemes) + ":" + g.opaque() + g.query() + g.fragment()
	case n < 52:
		return pick(g, hierarchicalSchemes) + ":" + g.path() + g.query() + g.fragment() // without an authority
	case n < 60:
		return g.slashes() + g.authority() + g.path() + g.query() + g.fragment()
	case n < 85:
		return g.path() + g.query() + g.fragment()
	case n < 92:
		return g.query() + g.fragment()
	case n < 96:
		return g.fragment()
	case n < 98:
		return ""
	}
	return g.text(12)
}

var hierarchicalSchemes = []string{
	"http", "http", "http", "https", "https", "HTTP", "ws", "wss", "ftp", "x", "x", "a+b-c.d", "git", "gopher",
}

var opaqueSchemes = []string{
	"mailto", "data", "javascript", "JavaScript", "about", "blob", "tel", "urn", "x", "view-source", "blob:http",
}

func (g *generator) hierarchical(scheme string) string {
	return scheme + ":" + g.slashes() + g.authority() + g.path() + g.query() + g.fragment()
}

func (g *generator) slashes() string {
	return weighted(g, "//", 85, `\\`, 4, "/", 4, "", 2, "///", 2, `/\`, 2, "////", 1)
}

// file makes a file: URL, with what may be drive letters.
func (g *generator) file() string {
	host := weighted(g, "", 60, "localhost", 10, "h", 10, "C:", 8, "c|", 4, "LOCALHOST", 3, "192.168.0.1", 3, "a b", 2)
	drive := weighted(g, "", 50, "/C:", 20, "/c|", 10, "C:", 5, "C|", 5, "/C%3A", 3, "/C:x", 4, "/..", 3)
	scheme := pick(g, []string{"file:", "file:", "FILE:", ""})
	return scheme + g.fileSlashes() + host + drive + g.path() + g.query() + g.fragment()
}

func (g *generator) fileSlashes() string {
	return weighted(g, "//", 60, "/", 10, "", 10, "///", 8, "////", 4, `\\`, 4, `\`, 4)
}

func (g *generator) authority() string {
	s := ""
	if g.chance(15) {
		s = g.text(6) + weighted(g, "", 50, ":", 10, ":"+g.text(5), 40) + weighted(g, "@", 90, "@@", 5, "%40", 5)
	}
	return s + g.host() + g.port()
}

func (g *generator) host() string {
	switch n := g.below(100); {
	case n < 45:
		return pick(g, plainHosts)
	case n < 60:
		return g.ipv4()
	case n < 70:
		return g.ipv6()
	case n < 85:
		return pick(g, oddHosts)
	}
	var labels []string
	for range 1 + g.below(3) {
		labels = append(labels, g.text(5))
	}
	return strings.Join(labels, ".")
}

var plainHosts = []string{"h", "h.test", "EXAMPLE.com", "a-b.c_d", "www.example.org.", "localhost"}

var oddHosts = []string{
	"", "b\u00fccher.test", "fa\u00df.de", "B\u00dcCHER.test", "xn--bcher-kva.test", "xn--", "xn--a", "XN--BCHER-KVA",
	"a\u0301.test", "\u0646\u0627\u0645\u0647", "\u05d0a", "a\u200db", "a\u00adb", "\uff41\uff42", "\u3002a",
	"a\u3002b", "%C3%A9.test", "ex%41mple", "%e9", "%00a", "a%2Fb", "a%20b", "a b", "a<b", "a^b", "a|b", "a`b", "a{b",
	"a'b", `a"b`, "a*b", "a!b", "a$b", "a,b", "a;b", "a=b", "a&b", "a+b", "a(b", "a~b", "-a-", "a..b", ".", "..", "%",
	"%zz", "%2e", "\u2100", "\u2024", "\U0001f600.test", "\u0131", "\u03c2.gr", strings.Repeat("a", 64), "a\u0085b",
	"\ufeffa", "\ufffd", "\ud7ff",
}

// ipv4 makes what may be an IPv4 address.
func (g *generator) ipv4() string {
	var parts []string
	for range pick(g, []int{1, 2, 3, 4, 4, 4, 4, 5}) {
		parts = append(parts, weighted(g, "1", 20, "192", 20, "0", 10, "0x7f", 10, "0X", 4, "017", 8, "08", 5, "255", 8,
			"256", 8, "4294967295", 4, "4294967296", 4, "", 2, "1e2", 2, "0xg", 2, "\uff11", 4, "%31", 4, "-1", 2,
			"+1", 2))
	}
	return strings.Join(parts, ".") + weighted(g, "", 85, ".", 12, "..", 3)
}

func (g *generator) ipv6() string {
	if g.chance(30) {
		return pick(g, oddAddresses)
	}
	var pieces []string
	for range pick(g, []int{1, 3, 6, 7, 8, 8, 8, 9}) {
		pieces = append(pieces, weighted(g, "0", 40, "1", 20, "abCD", 10, "0001", 10, "", 10, "10000", 3, "g", 2,
			"1.2.3.4", 5))
	}
	return "[" + strings.Join(pieces, ":") + "]"
}

var oddAddresses = []string{
	"[::1]", "[::]", "[1::]", "[::ffff:1.2.3.4]", "[2001:DB8::A]", "[::1.2.3.256]", "[::1.2.3]", "[::1.2.3.4.5]",
	"[1:2:3:4:5:6:7:8:9]", "[v1.x]", "[::1%25eth0]", "[::%31]", "[", "]", "[]", "[::1", "::1]", "[::1]x",
	"[0:0:1:0:0:0:1:0]", "[1::2::3]", "[:1]", "[1:]", "[::00001]", "[::01.2.3.4]",
}

// port makes a port with its colon, or nothing.
func (g *generator) port() string {
	return weighted(g, "", 70, ":", 3, ":80", 5, ":443", 3, ":21", 1, ":8080", 5, ":0", 2, ":00080", 2, ":65535", 2,
		":65536", 2, ":8a", 1, ":-1", 1, ":\uff18", 1, ": 80", 1, ":80 ", 1)
}

// path makes a path, with or without a slash before it.
func (g *generator) path() string {
	var s strings.Builder
	if g.chance(80) {
		s.WriteString("/")
	}
	for i := range g.below(5) {
		if i > 0 {
			s.WriteString(weighted(g, "/", 90, `\`, 6, "//", 4))
		}
		s.WriteString(weighted(g, g.text(6), 60, "..", 12, ".", 6, "%2e", 3, "%2E.", 3, ".%2e", 2, "...", 2,
			"", 4, "C:", 3, "c|", 2, "a;b=c", 2, "..a", 1))
	}
	return s.String()
}

func (g *generator) opaque() string {
	return weighted(g, g.text(12), 60, "", 8, "/..", 3, "a b", 8, "blank", 4, "srcdoc", 3,
		"text/html,<p> x ", 6, "//h/x\ny", 4, "http://h.test/x", 4, "a b  ", 4)
}

func (g *generator) query() string {
	if g.chance(65) {
		return ""
	}
	return "?" + g.text(10)
}

func (g *generator) fragment() string {
	if g.chance(75) {
		return ""
	}
	return "#" + g.text(10)
}

var members = []string{"href", "protocol", "username", "password", "host", "hostname", "port", "pathname", "search",
	"hash"}

// assignment makes a value that suits the attribute, or does not.
func (g *generator) assignment() Assignment {
	name := pick(g, members)
	if g.chance(10) {
		return Assignment{name, g.reference()}
	}
	value := ""
	switch name {
	case "href":
		value = g.reference()
	case "protocol":
		value = weighted(g, "http", 15, "https:", 20, "ws", 10, "file", 10, "x", 10, "ftp:", 10, "HTTPS://x", 5,
			"", 5, "1a", 5, "\u00e9", 5, "data:", 5)
	case "host":
		value = g.host() + g.port() + weighted(g, "", 80, "/x", 5, "?x", 5, "#x", 5, `\x`, 5)
	case "hostname":
		value = g.host() + weighted(g, "", 80, ":90", 5, "/x", 5, "?x", 5, `\x`, 5)
	case "port":
		value = weighted(g, "80", 10, "443", 10, "8080", 20, "65536", 10, "90x", 10, "x", 10, "", 10,
			" 1", 5, "0", 5, "1\t2", 5, "-1", 5)
	case "pathname":
		value = g.path()
	case "search":
		value = weighted(g, g.query(), 50, g.text(10), 50)
	case "hash":
		value = weighted(g, g.fragment(), 50, g.text(10), 50)
	default:
		value = g.text(10)
	}
	return Assignment{name, value}
}

package generate

import (
	"fmt"
	"slices"
	"strings"

	"htmlurl/internal/charset"
)

// Document is a page, with what its server says about it.
type Document struct {
	Address     string
	ContentType string
	Policy      string // a Content-Security-Policy header field, or nothing
	Body        []byte
}

// NewDocument makes the document of that number.
func NewDocument(seed uint64, number int) Document {
	w := &writer{generator: newGenerator(seed, 'D', number)}
	e := charset.UTF8
	if w.chance(60) {
		e, _ = charset.Lookup(pick(w.generator, encodings))
	}
	d := Document{Address: pick(w.generator, addresses), ContentType: "text/html"}
	if w.chance(7) {
		d.Policy = pick(w.generator, policies)
	}
	declared := w.declaration(e, &d)
	w.page(declared)
	d.Body = append(d.Body, encode(w.String(), e)...)
	if w.chance(10) { // bytes that are nothing in most encodings
		at := w.below(len(d.Body) + 1)
		d.Body = slices.Insert(d.Body, at, []byte(pick(w.generator, badBytes))...)
	}
	return d
}

var addresses = []string{
	"http://carrier.test/dir/page.html?carrier", "http://carrier.test/dir/page.html?carrier#fragment",
	"http://carrier.test/", "http://carrier.test/a%7Cb/c;d/?\u00e9", "https://carrier.test:8443/dir/",
	"http://xn--bcher-kva.test/b%C3%BCcher/", "http://192.168.0.1/x",
}

var policies = []string{"base-uri 'self'", "base-uri 'none'", "base-uri http://h.test https:", "base-uri *"}

var badBytes = []string{"\x80", "\xff", "\x81\x30", "\x1b$B", "\xc3", "\xa1\xa1"}

// declaration says in which way the encoding is declared, and returns what to write in the head for it.
func (w *writer) declaration(e charset.Encoding, d *Document) string {
	label := strings.ToLower(e.String())
	switch n := w.below(100); {
	case n < 40 || e == charset.UTF16LE && n < 70:
		d.ContentType = w.weighted("text/html; charset="+label, 70, `text/html;charset="`+label+`"`, 15,
			"text/html; x=y; Charset="+strings.ToUpper(label), 15)
	case n < 50 && e.Output() == charset.UTF8 && e != charset.UTF16LE:
		d.Body = []byte("\xef\xbb\xbf")
	case e == charset.UTF16LE:
		d.Body = []byte("\xff\xfe")
	case n < 95:
		return w.weighted("<meta charset="+label+">", 50,
			`<meta http-equiv="Content-Type" content="text/html; charset=`+label+`">`, 30,
			"<!-- <meta charset=utf-7> --><meta name=x charset='"+label+"'>", 10,
			"<meta content='charset=latin2'>"+
				"<meta http-equiv=CONTENT-TYPE content='text/html; charset = "+label+"'>", 10)
	}
	return ""
}

// weighted chooses one of pairs of a string and its weight.
func (w *writer) weighted(pairs ...any) string { return weighted(w.generator, pairs...) }

// encode writes a page in an encoding; what it lacks is a character reference.
func encode(page string, e charset.Encoding) []byte {
	if e != charset.UTF16LE {
		return e.AppendEncode(nil, page, charset.CharacterReference)
	}
	var wide []byte
	for _, c := range page {
		if c > 0xFFFF {
			c = '?'
		}
		wide = append(wide, byte(c), byte(c>>8))
	}
	return wide
}

// writer writes a page.
type writer struct {
	*generator
	strings.Builder
	ids, depth int
	id         string // a prefix of all
}

// next returns a new ID.
func (w *writer) next() string {
	w.ids++
	return fmt.Sprintf("e%s%d", w.id, w.ids)
}

// writef writes markup in which %[1]s is an ID, and further ones are attribute values with quotes.
func (w *writer) writef(format string, values ...string) {
	arguments := []string{w.next()}
	for _, v := range values {
		arguments = append(arguments, w.quoted(v))
	}
	for i, a := range arguments {
		format = strings.ReplaceAll(format, fmt.Sprintf("%%[%d]s", i+1), a)
	}
	w.WriteString(format)
}

// quoted writes an attribute value in one of the ways.
func (w *writer) quoted(v string) string {
	v = strings.NewReplacer("&", "&amp;", "\x00", "").Replace(v)
	if w.chance(10) {
		v = strings.NewReplacer("/", "&#47;", ":", "&colon;", "\t", "&Tab;").Replace(v)
	}
	isPlain := v != "" && !strings.ContainsAny(v, " \t\n\f\r\"'`=<>/")
	switch {
	case isPlain && w.chance(50):
		return v
	case w.chance(30):
		return "'" + strings.ReplaceAll(v, "'", "&#39;") + "'"
	}
	return `"` + strings.ReplaceAll(v, `"`, "&quot;") + `"`
}

// page writes a whole page.
func (w *writer) page(declared string) {
	w.WriteString(w.weighted("<!DOCTYPE html>", 70, "", 10, "<?xml version=1.0 encoding=utf-8?>", 5,
		"<!DOCTYPE html><!-- c -->\n", 15))
	if w.chance(30) {
		w.WriteString(w.weighted("<html>", 50, "<html manifest=m.appcache>", 10, "<html lang=en><head>", 40))
	}
	w.WriteString(declared)
	if w.chance(6) {
		w.frameset()
		return
	}
	w.headItems(4)
	w.WriteString(w.weighted("", 40, "<body>", 30, "</head><body>", 30))
	w.items(4 + w.below(14))
	if w.chance(20) {
		w.WriteString(w.weighted("</body></html>", 60, "</html>", 20, "</body>", 20))
		w.items(w.below(3))
		w.base()
	}
}

func (w *writer) headItems(n int) {
	for range w.below(n + 1) {
		switch k := w.below(100); {
		case k < 35:
			w.base()
		case k < 50:
			ref := w.reference()
			w.writef("<link id=%[1]s rel=%[3]s href=%[2]s>", ref, pick(w.generator, linkTypes))
		case k < 60:
			w.writef("<script id=%[1]s src=%[2]s></script>", w.reference())
		case k < 70:
			w.WriteString("<title>t<base href=/in-title/></title>")
		case k < 80:
			w.WriteString("<style>/* <base href=/in-style/> */ p { color: red }</style>")
		case k < 90:
			w.WriteString("<meta name=x content=y><!-- <base href=/in-comment/> -->")
		default:
			w.hiddenBase()
		}
	}
}

var linkTypes = []string{"stylesheet", "icon", "alternate", "preload"}

// base writes a base element, mostly one that counts.
func (w *writer) base() {
	switch k := w.below(100); {
	case k < 60:
		w.writef("<base id=%[1]s href=%[2]s>", w.generator.base())
	case k < 75:
		w.writef("<base id=%[1]s href=%[2]s target=t>", pick(w.generator, plainBases))
	case k < 85:
		w.WriteString("<base target=t>")
	default:
		w.hiddenBase()
	}
}

// hiddenBase writes a base element where it does not count.
func (w *writer) hiddenBase() {
	w.writef(pick(w.generator, hidingPlaces), pick(w.generator, plainBases))
}

var hidingPlaces = []string{
	"<template><base id=%[1]s href=%[2]s></template>", "<svg><base id=%[1]s href=%[2]s></base></svg>",
	"<noscript><base id=%[1]s href=%[2]s></noscript>", "<textarea><base id=%[1]s href=%[2]s></textarea>",
	"<math><base id=%[1]s href=%[2]s></base></math>", "<script type=text/plain><base id=%[1]s href=%[2]s></script>",
	"<iframe><base id=%[1]s href=%[2]s></iframe>",
	"<svg><foreignObject><base id=%[1]s href=%[2]s></foreignObject></svg>",
}

func (w *writer) frameset() {
	w.writef("<base id=%[1]s href=%[2]s></head><frameset cols=*,*>", w.generator.base())
	for range 1 + w.below(3) {
		w.writef("<frame id=%[1]s src=%[2]s>", w.reference())
	}
	w.WriteString("<frame id=" + w.next() + "></frameset><noframes><base href=/in-noframes/></noframes>")
}

// items write what is in a body.
func (w *writer) items(n int) {
	for range n {
		switch k := w.below(100); {
		case k < 55:
			w.writef(pick(w.generator, elements), w.reference(), w.reference())
		case k < 62:
			w.srcset()
		case k < 70:
			w.base()
		case k < 82:
			w.frame()
		case k < 94:
			w.container()
		default:
			w.WriteString(w.weighted("text ", 50, "<!-- c -->", 20, "<p>", 20, "</p>", 10))
		}
	}
}

// elements have one or two references.
var elements = []string{
	"<a id=%[1]s href=%[2]s>x</a>", "<a id=%[1]s href=%[2]s ping=%[3]s>x</a>", "<a id=%[1]s href=%[2]s>x<b>y</a>",
	"<area id=%[1]s href=%[2]s>", "<map><area id=%[1]s href=%[2]s></map>", "<img id=%[1]s src=%[2]s>",
	"<img id=%[1]s src=%[2]s longdesc=%[3]s>", "<img id=%[1]s lowsrc=%[2]s>", "<image id=%[1]s src=%[2]s>",
	"<embed id=%[1]s src=%[2]s>", "<object id=%[1]s data=%[2]s codebase=%[3]s></object>",
	"<video id=%[1]s poster=%[2]s></video>", "<audio id=%[1]s src=%[2]s preload=none></audio>",
	"<video id=%[1]s src=%[2]s poster=%[3]s preload=none></video>",
	"<audio preload=none><source id=%[1]s src=%[2]s></audio>",
	"<video preload=none><track id=%[1]s src=%[2]s></video>", "<source id=%[1]s src=%[2]s>",
	"<input id=%[1]s type=image src=%[2]s formaction=%[3]s>", "<input id=%[1]s src=%[2]s>",
	"<button id=%[1]s formaction=%[2]s>x</button>", "<input type=submit id=%[1]s formaction=%[2]s>",
	"<form id=%[1]s action=%[2]s></form>", "<script id=%[1]s src=%[2]s></script>",
	"<script id=%[1]s async src=%[2]s></script>", "<link id=%[1]s rel=stylesheet href=%[2]s>",
	"<link id=%[1]s href=%[2]s>", "<blockquote id=%[1]s cite=%[2]s></blockquote>", "<q id=%[1]s cite=%[2]s>q</q>",
	"<ins id=%[1]s cite=%[2]s>i</ins>", "<del id=%[1]s cite=%[2]s>d</del>",
	"<table id=%[1]s background=%[2]s><tr><td background=%[3]s>c</table>",
	"<svg><image id=%[1]s href=%[2]s xlink:href=%[3]s width=5 height=5 /></svg>",
	"<svg><a id=%[1]s href=%[2]s><text>x</text></a></svg>", "<math><mi id=%[1]s href=%[2]s>x</mi></math>",
	"<svg><image id=%[1]s xlink:href=%[2]s width=5 height=5 /></svg>",
	"<applet id=%[1]s codebase=%[2]s archive=%[3]s></applet>",
	"<picture><source id=%[1]s srcset=%[2]s><img src=%[3]s></picture>",
}

func (w *writer) srcset() {
	var candidates []string
	for range 1 + w.below(3) {
		ref := strings.Trim(w.reference(), " \t\n\f\r")
		candidates = append(candidates, ref+w.weighted("", 40, " 1x", 30, " 2x", 20, " 100w", 5, " x", 5))
	}
	w.writef("<img id=%[1]s srcset=%[2]s>", strings.Join(candidates, w.weighted(", ", 80, ",", 20)))
}

// frame writes a frame: of another document, empty, or with a document in it.
func (w *writer) frame() {
	switch k := w.below(100); {
	case k < 20:
		w.writef("<iframe id=%[1]s src=%[2]s></iframe>", w.reference())
	case k < 40:
		w.writef(pick(w.generator, emptyFrames))
	default:
		inner := &writer{generator: w.generator, depth: w.depth + 1, id: w.next()}
		if w.depth < 3 {
			inner.headItems(2)
			inner.items(1 + w.below(4))
		}
		more := w.weighted("", 80, " src=/ignored", 10, " sandbox=allow-same-origin", 10)
		w.writef("<iframe id=%[1]s srcdoc=%[2]s"+more+"></iframe>", inner.String())
	}
}

var emptyFrames = []string{
	"<iframe id=%[1]s></iframe>", "<iframe id=%[1]s src></iframe>", "<iframe id=%[1]s src=about:blank></iframe>",
	"<iframe id=%[1]s src='about:blank?x#y'></iframe>", "<iframe id=%[1]s src='http://a b:x/'></iframe>",
	"<iframe id=%[1]s sandbox></iframe>",
}

// container writes something around an element.
func (w *writer) container() {
	inner := pick(w.generator, contents)
	around := pick(w.generator, containers)
	w.writef(strings.Replace(around, "%s", inner, 1), w.reference())
}

var contents = []string{
	"<a id=%[1]s href=%[2]s>x</a>", "<img id=%[1]s src=%[2]s>", "<base id=%[1]s href=%[2]s>",
	"<iframe id=%[1]s src=%[2]s></iframe>",
}

var containers = []string{
	"<template>%s</template>", "<noscript>%s</noscript>", "<table>%s</table>", "<table><tr><td>%s</table>",
	"<svg><foreignObject>%s</foreignObject></svg>", "<math><mtext>%s</mtext></math>", "<textarea>%s</textarea>",
	"<xmp>%s</xmp>", "<noembed>%s</noembed>", "<p>%s<p>", "<button>%s</button>", "<a href=/outer>%s</a>",
	"<div hidden>%s</div>", "<ruby><rt>%s</ruby>", "<li>%s", "<details>%s</details>", "<b><p>%s</b></p>",
	"<template shadowrootmode=open>%s</template>", "<svg><title>%s</title></svg>", "<div xml:base=/xml/>%s</div>",
}

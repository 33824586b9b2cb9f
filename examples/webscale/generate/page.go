package generate

import (
	"iter"
	"math"
	"strconv"
	"strings"

	"htmlurl/examples/webscale/warc"
)

// Page is a page as a server gives it.
type Page struct {
	URL    string
	Header warc.Header // of the response, but for what says how the body is sent
	Body   []byte
}

// Pages returns pages without end, the same ones for a seed. They have links to their own host and to others, images,
// style sheets, scripts and frames; some have a base URL, an encoding of old, broken references or tag soup; some are
// XHTML. The least have 1 KB, half of them less than 30 KB, and some a megabyte.
func Pages(seed uint64) iter.Seq[Page] {
	return func(yield func(Page) bool) {
		for w := newWeb(seed); yield(w.page()); {
		}
	}
}

// page makes a page.
func (w *web) page() Page {
	const median, spread, least, most = 30 << 10, 1.25, 1 << 10, 1 << 20
	size := min(max(int(median*math.Exp(spread*w.NormFloat64())), least), most)
	p := writer{web: w, host: w.sources.Uint64()}
	p.script = scriptOf(p.host)
	p.url = origin(p.host) + w.path()
	p.isXML = p.encoding == nil && w.chance(15)
	p.write(p.begin())
	for _, part := range heads {
		if w.chance(part.often) && (size > 8*least || w.chance(300)) {
			p.write(part.text)
		}
	}
	p.write(beginBody)
	for isSoup := !p.isXML && w.chance(100); len(p.text) < size; {
		if isSoup && w.chance(200) {
			p.write(pick(w, soup))
		}
		p.write(pick(w, blocks))
	}
	p.write(end)
	return Page{p.url, p.header(), p.encoded()}
}

// writer writes a page.
type writer struct {
	*web
	script
	host  uint64
	url   string
	isXML bool
	text  []byte
}

// begin returns what the page begins with.
func (p *writer) begin() string {
	switch {
	case p.isXML:
		return beginXHTML
	case p.encoding != nil || p.chance(50):
		return beginOld
	}
	return beginHTML
}

// header returns the fields that tell of the page.
func (p *writer) header() warc.Header {
	contentType := "text/html"
	if p.isXML {
		contentType = "application/xhtml+xml"
	}
	if p.isXML || p.chance(600) {
		contentType += "; charset=" + p.charset
	}
	h := warc.Header{{Name: "Content-Type", Value: contentType}}
	if p.chance(30) {
		h = append(h, warc.Field{Name: "Link", Value: "<" + p.resource("css") + ">; rel=preload; as=style"})
	}
	return h
}

// encoded returns the text in its encoding.
func (p *writer) encoded() []byte {
	if p.encoding == nil {
		return p.text
	}
	body, err := p.encoding.NewEncoder().Bytes(p.text)
	if err != nil {
		panic("generate: a language that its encoding cannot have: " + err.Error())
	}
	return body
}

// write appends a part, filled in, and a line end.
func (p *writer) write(part string) {
	text, rest, isMore := strings.Cut(part, "%")
	for ; isMore; text, rest, isMore = strings.Cut(rest[1:], "%") {
		p.text = append(p.text, text...)
		p.fill(rest[0])
	}
	p.text = append(append(p.text, text...), '\n')
}

// fill appends what a letter stands for.
func (p *writer) fill(letter byte) {
	switch letter {
	case 'h': // a reference
		p.attribute(p.reference())
	case 'i': // an image
		p.attribute(p.resource(one(p.web, []string{"jpg", "png", "svg"})))
	case 's': // a srcset
		image := p.resource("jpg")
		p.attribute(image + " 320w, " + image + "?w=640 640w, " + image + "?w=1280 1280w")
	case 'c': // a style sheet
		p.attribute(p.resource("css"))
	case 'j': // a script
		p.attribute(p.resource("js"))
	case 'b': // a base: the host, a folder, or another host
		p.attribute(one(p.web, []string{"/", origin(p.host), "/" + one(p.web, folders) + "/", origin(p.elsewhere())}))
	case 'u': // the address
		p.attribute(p.url)
	case 'l': // the language
		p.text = append(p.text, p.tag...)
	case 'e': // the encoding
		p.text = append(p.text, p.charset...)
	case 'n': // a number
		p.text = strconv.AppendInt(p.text, p.Int64N(1e5), 10)
	case 'w': // an ASCII word
		p.text = append(p.text, english.word(p.web)...)
	case 't': // some words
		p.words(1 + p.IntN(5))
	case 'p': // some sentences
		for range 1 + p.IntN(4) {
			p.words(5 + p.IntN(15))
			p.text = append(p.text, ". "...)
		}
	case '/': // the slash of an empty element in XHTML
		if p.isXML {
			p.text = append(p.text, " /"...)
		}
	}
}

// words appends so many words.
func (p *writer) words(count int) {
	for range count {
		p.text = append(p.text, p.word(p.web)...)
		p.text = append(p.text, p.gap...)
	}
	p.text = p.text[:len(p.text)-len(p.gap)]
}

// attribute appends a value of an attribute. Most authors of HTML forget to escape it.
func (p *writer) attribute(value string) {
	if p.isXML || p.chance(400) {
		value = strings.ReplaceAll(value, "&", "&amp;")
	}
	p.text = append(p.text, value...)
}

// reference returns where a link goes.
func (p *writer) reference() string {
	switch n := p.IntN(1000); {
	case n < 280:
		return p.path()
	case n < 430:
		return p.file(one(p.web, endings))
	case n < 460:
		return "../" + one(p.web, folders) + "/" + p.file("/")
	case n < 480:
		return "?q=" + p.word(p.web) + "&page=" + strconv.Itoa(p.IntN(50))
	case n < 500:
		return "#" + english.word(p.web)
	case n < 770:
		return origin(p.host) + p.path()
	case n < 780:
		return "/tag/" + p.word(p.web) + "?s=" + p.word(p.web)
	case n < 965:
		return origin(p.elsewhere()) + p.path()
	case n < 980:
		return strings.TrimLeft(origin(p.elsewhere()), "htps:") + p.path()
	case n < 999:
		return one(p.web, []string{"javascript:void(0)", "mailto:info@mail.example", "tel:+4930123456", "", "#"})
	}
	return one(p.web, []string{"http://[", "http://", "https://host.example:99999/", "http://a b.example/"})
}

// elsewhere returns the number of another host: one to which many link, or one to which all pages of the host do.
func (p *writer) elsewhere() uint64 {
	if p.chance(600) {
		return p.targets.Uint64()
	}
	return (p.host*31 + p.Uint64N(10)) % hosts
}

// resource returns where a file of some type is: here, or on a host for many others.
func (p *writer) resource(ending string) string {
	path := "/static/" + ending + "/" + p.file("."+ending)
	switch p.IntN(10) {
	case 0, 1:
		return origin(p.targets.Uint64()%64) + path
	case 2, 3, 4:
		return origin(p.host) + path
	case 5:
		return path[1:]
	}
	return path
}

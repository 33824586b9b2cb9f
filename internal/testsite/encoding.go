package testsite

import (
	"fmt"
	"unicode/utf8"
)

// encoding is a character encoding with a word in it. No byte of the word is ASCII, so every edition percent-encodes it
// in the same way.
type encoding struct {
	name    string   // of the Encoding Standard
	labels  []string // that pages declare
	word    string   // two characters
	bytes   string   // the word in the encoding
	escaped string   // the word in a query
	index   int      // in encodings
}

var encodings = []*encoding{
	{name: "UTF-8", labels: []string{"utf-8", "UTF8"}, word: "éß", bytes: "\xC3\xA9\xC3\x9F"},
	{name: "windows-1252", labels: []string{"iso-8859-1", "windows-1252", "latin1"}, word: "éà", bytes: "\xE9\xE0"},
	{name: "ISO-8859-2", labels: []string{"iso-8859-2", "latin2"}, word: "čř", bytes: "\xE8\xF8"},
	{name: "ISO-8859-7", labels: []string{"iso-8859-7", "greek"}, word: "αβ", bytes: "\xE1\xE2"},
	{name: "windows-1251", labels: []string{"windows-1251", "cp1251"}, word: "да", bytes: "\xE4\xE0"},
	{name: "windows-1254", labels: []string{"iso-8859-9", "latin5"}, word: "şğ", bytes: "\xFE\xF0"},
	{name: "KOI8-R", labels: []string{"koi8-r", "KOI8"}, word: "да", bytes: "\xC4\xC1"},
	{name: "Shift_JIS", labels: []string{"shift_jis", "x-sjis"}, word: "日語", bytes: "\x93\xFA\x8C\xEA"},
	{name: "EUC-JP", labels: []string{"euc-jp", "x-euc-jp"}, word: "日本", bytes: "\xC6\xFC\xCB\xDC"},
	{name: "GBK", labels: []string{"gb2312", "gbk"}, word: "中文", bytes: "\xD6\xD0\xCE\xC4"},
	{name: "Big5", labels: []string{"big5", "big5-hkscs"}, word: "中文", bytes: "\xA4\xA4\xA4\xE5"},
	{name: "EUC-KR", labels: []string{"euc-kr", "ks_c_5601-1987"}, word: "한글", bytes: "\xC7\xD1\xB1\xDB"},
}

var utf8Encoding, latin1 = encodings[0], encodings[1]

func init() {
	for i, e := range encodings {
		e.index = i
		for _, b := range []byte(e.bytes) {
			e.escaped += fmt.Sprintf("%%%02X", b)
		}
	}
}

// has tells whether the encoding has the character, as far as the site writes it, and where it is in bytes.
func (e *encoding) has(c rune) (start, end int, ok bool) {
	half := len(e.bytes) / 2
	first, size := utf8.DecodeRuneInString(e.word)
	second, _ := utf8.DecodeRuneInString(e.word[size:])
	switch c {
	case first:
		return 0, half, true
	case second:
		return half, len(e.bytes), true
	}
	return 0, 0, false
}

// declaration is a way to say what the encoding of a page is.
type declaration uint8

const (
	inHeaderAndMeta declaration = iota
	inHeader
	inMeta
	inPragma       // a meta element with http-equiv
	againstMeta    // the header counts, and a meta element says something else
	byMark         // a byte order mark counts, and the header says something else
	asUTF16        // a byte order mark again
	undeclared     // windows-1252
	declarations   // how many there are
	pagesPerLegacy = 4
)

// chooseEncoding decides on the encoding of the page and on how it is declared.
func (w *writer) chooseEncoding() {
	w.encoding, w.declaration = *utf8Encoding, inHeaderAndMeta
	if w.site.Plain || !w.oneIn(pagesPerLegacy) {
		return
	}
	w.declaration = declaration(w.below(int(declarations)))
	switch w.declaration {
	case byMark, asUTF16:
	case undeclared:
		w.encoding = *latin1
	default:
		w.encoding = *encodings[w.below(len(encodings))]
	}
	w.label = w.encoding.labels[w.below(len(w.encoding.labels))]
	w.other = encodings[(w.encoding.index+1+w.below(len(encodings)-1))%len(encodings)].labels[0]
}

// contentType returns the Content-Type field of the page.
func (w *writer) contentType() string {
	switch w.declaration {
	case inHeader, againstMeta:
		return w.either("text/html; charset=", "text/html;charset=", "Text/HTML; version=5; Charset=") + w.label
	case inMeta, inPragma, asUTF16, undeclared:
		return "text/html"
	case byMark:
		return "text/html; charset=" + w.other
	}
	if w.label == "" {
		return "text/html; charset=utf-8"
	}
	return `text/html; charset="` + w.label + `"`
}

// declare writes the meta element that declares the encoding, if there is one.
func (w *writer) declare() {
	switch w.declaration {
	case inHeaderAndMeta, inMeta:
		label := w.label
		if label == "" {
			label = "utf-8"
		}
		w.add(`<meta charset="`, label, "\">\n")
	case inPragma:
		w.add(`<meta http-equiv="Content-Type" content="text/html; charset=`, w.label, "\">\n")
	case againstMeta:
		w.add(`<meta charset="`, w.other, "\">\n")
	}
}

// encodingFound returns the name of the page's encoding, and where a reader finds it.
func (w *writer) encodingFound() (name, source string) {
	switch w.declaration {
	case inMeta, inPragma:
		return w.encoding.name, "meta"
	case byMark:
		return w.encoding.name, "bom"
	case asUTF16:
		return "UTF-16LE", "bom"
	case undeclared:
		return w.encoding.name, "fallback"
	}
	return w.encoding.name, "content-type"
}

// seal returns the bytes of the page, with the byte order mark that declares its encoding.
func (w *writer) seal() []byte {
	switch w.declaration {
	case byMark:
		w.sealed = append(append(w.sealed[:0], "\xEF\xBB\xBF"...), w.text...)
	case asUTF16:
		w.sealed = append(w.sealed[:0], "\xFF\xFE"...)
		for _, c := range string(w.text) {
			w.sealed = append(w.sealed, byte(c), byte(c>>8)) // no character is beyond U+FFFF
		}
	default:
		return w.text
	}
	return w.sealed
}

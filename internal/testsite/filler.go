package testsite

import (
	"slices"
	"strconv"
	"strings"
	"sync"
)

// blocks are pieces of text and markup without references.
type blocks []string

// Blocks for any encoding, and those with characters beyond ASCII.
var (
	asciiBlocks = sync.OnceValue(func() blocks { return makeBlocks(1, asciiWords) })
	utf8Blocks  = sync.OnceValue(func() blocks { return makeBlocks(2, slices.Concat(moreWords, asciiWords)) })
)

var asciiWords = append(strings.Fields(`the of and a in to is was it for on with he be I by at you are his had not this
	have from but which she they or an her were there been one do all their has would will what if can when so my no out who
	more said about time them some could him into its then two like other only these people new also now after first may any
	man over years such world long every three where here must own between government old house found night water children
	general national together &amp; &quot;quoted&quot; caf&eacute; na&iuml;ve 3&nbsp;km &mdash; R&amp;D`),
	"<em>very</em>", "<strong>important</strong>", "<code>x = y + 1</code>", `<abbr title="as soon as possible">ASAP</abbr>`,
	"<b>bold</b>", "<br>", `<span class="date">12 May 2012</span>`, "<sup>2</sup>", "<small>more or less</small>",
	`<i lang="fr">en passant</i>`)

var moreWords = strings.Fields(`été — “so” größer naïve déjà vu Ærøskøbing žluťoučký kůň Ελλάδα мир труд 日本語 中文 ½ €5 … ✓`)

// makeBlocks makes blocks of 300 to 3000 bytes of words.
func makeBlocks(seed random, words []string) blocks {
	const count = 120
	made := make(blocks, count)
	for i := range made {
		f := filler{random: seed + random(i)<<32, words: words}
		f.block(i)
		made[i] = f.String()
	}
	return made
}

// filler writes a block.
type filler struct {
	strings.Builder
	random
	words []string
}

func (f *filler) block(i int) {
	switch i % 12 {
	case 0:
		f.table()
	case 1:
		f.list()
	case 2:
		f.drawing()
	case 3:
		f.script()
	case 4:
		f.fields()
	default:
		f.paragraphs()
	}
}

// sentence writes n words.
func (f *filler) sentence(n int) {
	for i := range n {
		if i > 0 {
			f.WriteByte(' ')
		}
		f.WriteString(f.words[f.below(len(f.words))])
	}
	f.WriteByte('.')
}

func (f *filler) paragraphs() {
	for range 1 + f.below(3) {
		f.WriteString(`<p class="text">`)
		for range 2 + f.below(6) {
			f.sentence(5 + f.below(15))
			f.WriteByte('\n')
		}
		f.WriteString("</p>\n")
	}
}

func (f *filler) table() {
	f.WriteString(`<table class="data"><caption>Table</caption><tr><th>Name<th>Value<th>Note</tr>` + "\n")
	for i := range 5 + f.below(20) {
		f.WriteString(`<tr><td>` + strconv.Itoa(i) + `</td><td class="number">` + strconv.Itoa(f.below(10_000)) + `</td><td>`)
		f.sentence(3)
		f.WriteString("</td></tr>\n")
	}
	f.WriteString("</table>\n")
}

func (f *filler) list() {
	f.WriteString("<ul>\n")
	for range 3 + f.below(10) {
		f.WriteString("<li>")
		f.sentence(3 + f.below(10))
		f.WriteByte('\n')
	}
	f.WriteString("</ul>\n<dl><dt>")
	f.sentence(2)
	f.WriteString("<dd>")
	f.sentence(9)
	f.WriteString("</dl>\n")
}

func (f *filler) drawing() {
	f.WriteString(`<svg class="icon" width="64" height="64" viewBox="0 0 64 64" aria-hidden="true"><g fill="none">` + "\n")
	for range 2 + f.below(6) {
		f.WriteString(`<path stroke="#123" d="M0 0`)
		for range 10 + f.below(20) {
			f.WriteString(" L" + strconv.Itoa(f.below(64)) + " " + strconv.Itoa(f.below(64)))
		}
		f.WriteString(`z"/>` + "\n")
	}
	f.WriteString("</g></svg>\n")
}

// script writes a script. What looks like a reference in it is none.
func (f *filler) script() {
	f.WriteString(`<script>window.data = window.data || [];` + "\n")
	for i := range 4 + f.below(20) {
		f.WriteString(`data.push({"id": ` + strconv.Itoa(i) + `, "html": "<a href=\"/trap/script\">`)
		f.WriteString(strconv.Itoa(f.below(9999)) + `<\/a>", "seen": i < 3 && !ready});` + "\n")
	}
	f.WriteString("</script>\n")
}

func (f *filler) fields() {
	f.WriteString(`<div class="fields">` + "\n")
	for i := range 3 + f.below(6) {
		id := "f" + strconv.Itoa(i)
		f.WriteString(`<p><label for="` + id + `">`)
		f.sentence(2)
		f.WriteString(`</label> <input type="text" class="` + id + `" name="` + id + `" value="" autocomplete="off">` + "\n")
	}
	f.WriteString(`<textarea name="text" rows="3"><a href="/trap/textarea">no link</a></textarea></div>` + "\n")
}

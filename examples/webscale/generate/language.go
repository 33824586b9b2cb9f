package generate

import (
	"math/rand/v2"
	"strings"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/japanese"
	"golang.org/x/text/encoding/simplifiedchinese"
)

// language has words, which mean nothing.
type language struct {
	tag   string
	gap   string // between words
	words []string
}

var (
	english = newLanguage("en", " ", strings.Join(syllables, " "))
	german  = newLanguage("de", " ", "schö ne über grü ße mäd chen ver gang en heit stra ß ste fü ü ein er ung lich")
	russian = newLanguage("ru", " ", "ка ло ми не су ра то ве ост ени пра ред ска я ть ый ов при за")
	nihongo = newLanguage("ja", "", "の は を に です ます 日 本 東 京 新 聞 語 会 社 カ メ ラ ニ ュ ー ス 情 報 表")
	chinese = newLanguage("zh", "", "的 一 是 了 我 不 人 在 他 有 这 个 上 们 来 到 时 大 地 为 新 闻 中 国 网 站")
)

// newLanguage makes words of some parts.
func newLanguage(tag, gap, parts string) *language {
	const count, most = 3000, 4
	l, all, r := &language{tag: tag, gap: gap}, strings.Fields(parts), rand.New(rand.NewPCG(count, most))
	for range count {
		word := ""
		for range 1 + r.IntN(most) {
			word += all[r.IntN(len(all))]
		}
		l.words = append(l.words, word)
	}
	return l
}

// word returns a word, some of them more often than others.
func (l *language) word(w *web) string {
	f := w.Float64()
	return l.words[int(f*f*f*float64(len(l.words)))]
}

// script is what a host writes in: a language, and how it is encoded.
type script struct {
	*language
	charset  string
	encoding encoding.Encoding // nil for UTF-8
}

// scripts has those of the hosts, by their numbers, but for the one in six that oldScripts has.
var scripts = []script{{english, "utf-8", nil}, {german, "utf-8", nil}, {english, "UTF-8", nil},
	{russian, "utf-8", nil}, {english, "utf-8", nil}, {nihongo, "utf-8", nil}, {english, "utf-8", nil},
	{chinese, "utf-8", nil}}

var oldScripts = []script{{german, "iso-8859-1", charmap.Windows1252}, {russian, "windows-1251", charmap.Windows1251},
	{german, "windows-1252", charmap.Windows1252}, {nihongo, "shift_jis", japanese.ShiftJIS},
	{english, "windows-1252", charmap.Windows1252}, {chinese, "gbk", simplifiedchinese.GBK}}

// scriptOf returns that of a host.
func scriptOf(number uint64) script {
	if all := uint64(len(oldScripts)); number%6 == 5 {
		return oldScripts[number/6%all]
	}
	return scripts[number%uint64(len(scripts))]
}

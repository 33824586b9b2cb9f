package charset_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"unicode/utf16"
	"unicode/utf8"

	"htmlurl/internal/charset"
)

// Each row replaces old, which stands behind before in the decoded page, with text. It has the bytes that does it with,
// and the part of the page that they take the place of.
func TestAppendReplacement(t *testing.T) {
	tested := map[charset.Encoding]int{}
	for _, c := range []struct {
		e                 charset.Encoding
		src               string
		before, old, text string
		want              string
		start, end        int
	}{
		{charset.UTF8, `é"a"`, `é"`, "a", "漢", "漢", 3, 4},
		{charset.UTF8, "\xE6\"a\"", bad + `"`, "a", "漢", "漢", 2, 3},
		{charset.UTF8, "\"a\"\xE6", `"`, "a", "", "", 1, 2},
		{charset.Windows1251, "\"\xE0\"", `"`, "а", "яxЂ", "\xFFx\x80", 1, 2},
		{charset.Windows1251, "\xE0\"\"", `а"`, "", "\u0098", "\x98", 2, 2},
		{charset.Windows1251, "\xE0\"\xE1\xE2\xE3", `а"`, "бвг", "", "", 2, 5},
		{charset.XUserDefined, "\"\x80\"\xFF", `"`, "\uF780", "a\uF7FF", "a\xFF", 1, 2},
		{charset.XUserDefined, "\xFF\"a", "\uF7FF\"", "a", "\x00\uF780", "\x00\x80", 2, 3},
		{charset.Replacement, "anything", "", bad, "", "", 0, 8},
		{charset.Replacement, "", "", "", "", "", 0, 0},
		// an unpaired surrogate stands before and after, and half a unit at the end
		{charset.UTF16BE, "\xD8\x3D\x00\"\x00a\x00\"\xDE\x00\x00", bad + `"`, "a", "b😀漢",
			"\x00b\xD8\x3D\xDE\x00\x6F\x22", 4, 6},
		{charset.UTF16BE, "\x00\"\xD8\x3D\xDE\x00\xD8\x3D\x00\"", `"`, "😀" + bad, "", "", 2, 8},
		{charset.UTF16LE, "\x3D\xD8\"\x00a\x00\"\x00\x00\xDE", bad + `"`, "a", "b😀漢",
			"b\x00\x3D\xD8\x00\xDE\x22\x6F", 4, 6},
		{charset.UTF16LE, "\"\x00a\x00\x3D\xD8b", `"`, "a" + bad, "\x00", "\x00\x00", 2, 7},
		{charset.UTF16LE, "\"\x00\"\x00b", `"`, "", "é", "\xE9\x00", 2, 2},
		// a lead byte stands before the quotation marks
		{charset.ShiftJIS, "\x81\"a\x81\"", bad + `"`, "a" + bad, "表ｱ\u0080", "\x95\x5C\xB1\x80", 2, 4},
		{charset.ShiftJIS, "\x95\x5C\"\x95\x5C\"", `表"`, "表", `\`, `\`, 3, 5},
		{charset.ShiftJIS, "\"\x81\"", `"`, bad, "", "", 1, 2},
		{charset.EUCKR, "\xB0\"\xB0\xA1\xB0\"", bad + `"`, "가" + bad, "갂", "\x81\x41", 2, 5},
		{charset.EUCKR, "\"a\"\xFE", `"`, "a", "가", "\xB0\xA1", 1, 2},
		{charset.Big5, "\xA4\"a\xA4\"", bad + `"`, "a" + bad, "一兀", "\xA4\x40\xA4\x61", 2, 4},
		{charset.Big5, "\"\x88\x62\x88\xA5\"", `"`, "Ê̄ê̌", "a", "a", 1, 5},
		{charset.Big5, "\x88\x62a\x88\xA5", "Ê̄", "a", "", "", 2, 3},
		{charset.EUCJP, "\x8F\xB0\"\x8F\xB0\xA1\x8F\"", bad + `"`, "丂" + bad, "表ｱ", "\xC9\xBD\x8E\xB1", 3, 7},
		{charset.EUCJP, "\x8E\"a\x8F\xB0\"", bad + `"`, "a" + bad, "", "", 2, 5},
		{charset.EUCJP, "\"a\x8F\xB0", `"`, "a" + bad, "b", "b", 1, 4},
		// four bytes break off before the part, and the part completes them or ends the page
		{charset.GBK, "\x81\x30\"a\"", bad + `0"`, "a", "表€", "\xB1\xED\x80", 3, 4},
		{charset.GBK, "\x81\x30a\"", bad + "0", "a", "表", "\xB1\xED", 2, 3},
		{charset.GBK, "\x81\x30a", bad + "0", "a", "", "\xFF0", 0, 3},
		{charset.GBK, "\x81\x30\x81\"", bad + "0", bad, "", "", 2, 3},
		{charset.GBK, "\x81\x30a\x81\x30", bad + "0", "a" + bad, "b", "b", 2, 5},
		{charset.GB18030, "\x81\x30\"a\"", bad + `0"`, "a", "\u0080表", "\x81\x30\x81\x30\xB1\xED", 3, 4},
		{charset.GB18030, "\x81\x30a\"", bad + "0", "a", "\u0080a", "\xFF0\x81\x30\x81\x30a", 0, 3},
		{charset.GB18030, "\x81\x81\x30a\"", "亖0", "a", "\u0080", "\x81\x30\x81\x30", 3, 4},
		{charset.GB18030, "\x81\x30\x81\x30a", "\u0080", "a", "", "", 4, 5},
		{charset.GB18030, "\x81\x30a\x81", bad + "0", "a", "", "\xFF0", 0, 3},
		{charset.GB18030, "\x81\x30a\x81\x30\x81\x30", bad + "0", "a", "", "\xFF0", 0, 3},
		{charset.GB18030, "\x81\x30a\x81\x40", bad + "0", "a", "", "", 2, 3},
		{charset.GB18030, "\x81\x30a", bad + "0", "a", "\uFFFD", "\xFF0\x84\x31\xA4\x37", 0, 3},
		// the state is ASCII before and after, and what says so stays
		{charset.ISO2022JP, `"a"`, `"`, "a", "表", "\x1B$BI=\x1B(B", 1, 2},
		{charset.ISO2022JP, `"a"`, `"`, "a", "x¥表", "x\x1B(J\\\x1B$BI=\x1B(B", 1, 2},
		{charset.ISO2022JP, "\"\x1B$BI=\x1B(B\"", `"`, "表", "a", "a", 1, 6},
		{charset.ISO2022JP, "\"\x1B$BI=\x1B(B\"", `"`, "表", "a表", "a\x1B$BI=", 1, 6},
		{charset.ISO2022JP, "\"\x1B$BI=\x1B(B\"", `"`, "表", "", "", 1, 6},
		{charset.ISO2022JP, "\"\x1B(B\"", `"`, "", "表", "\x1B$BI=", 1, 1},
		// it is Roman, or becomes that in the part
		{charset.ISO2022JP, "\x1B(J\"a\"\\", `"`, "a", `b\b¥`, "b\x1B(B\\b\x1B(J\\", 4, 5},
		{charset.ISO2022JP, "\x1B(J\"a\"", `"`, "a", "表", "\x1B$BI=\x1B(J", 4, 5},
		{charset.ISO2022JP, "\"\x1B(Ja\"\\", `"`, "a", "", "\x1B(J", 1, 5},
		{charset.ISO2022JP, "\"\x1B(Ja\"\\", `"`, "a", "表", "\x1B$BI=\x1B(J", 1, 5},
		{charset.ISO2022JP, "\x1B(J\"\x1B(Ba\"", `"`, "a", "b", "b\x1B(B", 4, 8},
		// errors in the part: escape sequences in a row, and half a character
		{charset.ISO2022JP, "\"\x1B$B\x1B(Ba\"", `"`, bad + "a", "", "", 1, 8},
		{charset.ISO2022JP, "\"\x1B$B\x1B(J\"", `"`, bad, "a", "a", 1, 4},
		{charset.ISO2022JP, "\"\x1B$BI\x1B(B\"", `"`, bad, "", "", 1, 5},
		{charset.ISO2022JP, "\"a\x1B$B\x1B(B\"", `"`, "a", "表", "\x1B$BI=", 1, 2},
		// the page ends with the part, in a state or with an escape sequence
		{charset.ISO2022JP, "\"a", `"`, "a", "表", "\x1B$BI=\x1B(B", 1, 2},
		{charset.ISO2022JP, "\"\x1B$BI=", `"`, "表", "a", "a", 1, 6},
		{charset.ISO2022JP, "\"\x1B$BI=\x1B(B", `"`, "表", "表", "\x1B$BI=", 1, 6},
		{charset.ISO2022JP, "\"\x1B(B", `"`, "", "表", "\x1B$BI=", 1, 1},
		{charset.ISO2022JP, "\x1B$B", "", "", "a", "a", 0, 0},
		// an escape sequence breaks off before the part, and the part completes it
		{charset.ISO2022JP, "\x1B$\"", bad + "$", "", "Bx", "\xFF$Bx", 0, 2},
		{charset.ISO2022JP, "\x1B(aJ", bad + "(", "a", "", "\xFF(", 0, 3},
		{charset.ISO2022JP, "\x1B(aJ", bad + "(", "a", "x", "x", 2, 3},
		{charset.ISO2022JP, "\x1B$a\"", bad + "$", "a", "表", "\x1B$BI=\x1B(B", 2, 3},
		{charset.ISO2022JP, "\x1B$(a", bad + "$(", "a", "B", "B", 3, 4},
	} {
		p, a, b := newSplicedPage(c.e, []byte(c.src)), len(c.before), len(c.before)+len(c.old)
		if !bytes.HasPrefix(p.decoded, []byte(c.before+c.old)) {
			t.Errorf("%v %q is %+q, which does not begin with %+q", c.e, c.src, p.decoded, c.before+c.old)
			continue
		}
		p.check(t, a, b, c.text)
		got, start, end := p.offsets.AppendReplacement(nil, a, b, c.text)
		if string(got) != c.want || start != c.start || end != c.end {
			t.Errorf("%v %q: %+q behind %+q becomes %+q with %q at %s, want %q at %s", c.e, c.src, c.old, c.before, c.text,
				got, pair(start, end), c.want, pair(c.start, c.end))
		}
		tested[c.e]++
	}
	for e, want := range map[charset.Encoding]int{
		charset.UTF8: 3, charset.Windows1251: 3, charset.XUserDefined: 2, charset.Replacement: 2, charset.UTF16BE: 2,
		charset.UTF16LE: 3, charset.ShiftJIS: 3, charset.EUCKR: 2, charset.Big5: 3, charset.EUCJP: 3, charset.GBK: 5,
		charset.GB18030: 8, charset.ISO2022JP: 25,
	} {
		count(t, e.String(), tested[e], want)
	}
}

// A splicedPage is a page whose parts are replaced: any between two of the decoded offsets in cuts, of which the first
// is in begins, too.
type splicedPage struct {
	e            charset.Encoding
	src, decoded []byte
	offsets      *charset.Offsets
	cuts, begins []int
}

func newSplicedPage(e charset.Encoding, src []byte) *splicedPage {
	p := &splicedPage{e: e, src: src, decoded: e.Decode(src), offsets: e.Offsets(src)}
	last := -1
	for i := range len(p.decoded) + 1 {
		start := p.offsets.Start(i)
		if start == last && i < len(p.decoded) {
			continue // in a character
		}
		last = start
		p.cuts = append(p.cuts, i)
		if !bytes.HasSuffix(p.decoded[:i], []byte(bad)) {
			p.begins = append(p.begins, i)
		}
	}
	return p
}

// check checks that the page with a part replaced is decoded to its text with the part replaced, that no more is
// replaced than the part is written with, but for two bytes before it, and that dst is kept.
func (p *splicedPage) check(t *testing.T, a, b int, text string) {
	t.Helper()
	const kept = "kept"
	out, start, end := p.offsets.AppendReplacement([]byte(kept), a, b, text)
	if !bytes.HasPrefix(out, []byte(kept)) {
		t.Fatalf("%v: dst becomes %q", p.e, out)
	}
	out = out[len(kept):]
	want := slices.Concat(p.decoded[:a], []byte(text), p.decoded[b:])
	if got := p.e.Decode(slices.Concat(p.src[:start], out, p.src[end:])); !bytes.Equal(got, want) {
		t.Errorf("%v %q, %+q at %s: %q at %s gives %+q, want %+q",
			p.e, p.src, text, pair(a, b), out, pair(start, end), got, want)
	}
	first, last := p.start(a), p.start(b)
	broken := start == first-2 && p.src[start] != 0xFF && bytes.HasPrefix(out, []byte{0xFF, p.src[first-1]})
	if start != first && !broken || end != last {
		t.Errorf("%v %q, %+q at %s: replaces %s, want %s", p.e, p.src, text, pair(a, b), pair(start, end), pair(first, last))
	}
}

// start is Start, but for the end of the text, which is before an escape sequence there.
func (p *splicedPage) start(i int) int {
	if i == len(p.decoded) && p.e == charset.ISO2022JP && endsWithEscape(p.src) {
		return len(p.src) - len("\x1B(B")
	}
	return p.offsets.Start(i)
}

// checkAll checks all parts of the page, and returns how many there are.
func (p *splicedPage) checkAll(t *testing.T, texts ...string) (n int) {
	t.Helper()
	for _, a := range p.begins {
		for _, b := range p.cuts {
			if b < a {
				continue
			}
			for _, text := range texts {
				p.check(t, a, b, text)
				n++
			}
		}
	}
	return n
}

// All short pages of what the encodings are brittle in, with all their parts replaced by several texts.
func TestReplaceInBrittlePages(t *testing.T) {
	for _, c := range []struct {
		e      charset.Encoding
		pieces []string
		texts  []string
	}{
		{charset.GB18030, []string{"\x81", "0", "\"", "\x81\x40", "\x80", "\xFF"}, []string{"", "0", "表", "\u0080", bad}},
		{charset.GBK, []string{"\x81", "0", "\"", "\x81\x40", "\xFF"}, []string{"", "0", "表", "€"}},
		{charset.ISO2022JP, []string{"\x1B(B", "\x1B(J", "\x1B$B", "\x1B(I", "\\"}, []string{"", "a\\", "¥", "表"}},
		{charset.ISO2022JP, []string{"\x1B$B", "\x1B(J", "\x1B", "$", "B", "\x80"}, []string{"", "@", "¥", "I表"}},
		{charset.ISO2022JP, []string{"\x1B(I", "\x1B", "(", "J", "\n"}, []string{"", "B", "J表"}},
		{charset.EUCJP, []string{"\x8F", "\x8E", "\xB0", "\"", "A"}, []string{"", "A", "表", "ｱ"}},
		{charset.ShiftJIS, []string{"\x81", "\xB1", "\xFF", "\"", "A"}, []string{"", "A", "表", "ｱ"}},
		{charset.Big5, []string{"\x88", "\x62", "\xA5", "\"", "\xFF"}, []string{"", "b", "一"}},
		{charset.EUCKR, []string{"\xB0", "\xA1", "\xFF", "\"", "A"}, []string{"", "A", "가"}},
		{charset.UTF16LE, []string{"\x3D\xD8", "\x00\xDE", "\"\x00", "a"}, []string{"", "a", "😀", bad}},
		{charset.UTF16BE, []string{"\xD8\x3D", "\xDE\x00", "\x00\"", "a"}, []string{"", "a", "😀", bad}},
		{charset.UTF8, []string{"\xF0\x9F", "\x98", "\xE6", "\"", "é"}, []string{"", "a", "漢", bad}},
	} {
		n := 0
		page := make([]byte, 0, 16)
		var add func(left int)
		add = func(left int) {
			n += newSplicedPage(c.e, page).checkAll(t, c.texts...)
			if left == 0 {
				return
			}
			for _, s := range c.pieces {
				kept := len(page)
				page = append(page, s...)
				add(left - 1)
				page = page[:kept]
			}
		}
		add(4)
		if n < 1000 {
			t.Errorf("%v with %q: %d parts", c.e, c.pieces, n)
		}
	}
}

// Whatever the page is, a part that does not follow U+FFFD can be replaced, or several parts at the same time.
func FuzzReplacement(f *testing.F) {
	for _, s := range append(seeds,
		"\"\x1B$BI=\x1B(B\"\x1B(Ja\"\x1B$", "\"\x1B$B\x1B(J\"\x1B(I1\"", "\"\xD8\x3D\"\xDE\x00\xD8\x00a",
		"\x81\x30\"\x81\x30\x81\"",
	) {
		for _, e := range all() {
			f.Add(uint8(e), []byte(s), "a\\é¥表ｱ가\u0080😀")
		}
	}
	f.Fuzz(func(t *testing.T, number uint8, src []byte, text string) {
		e := all()[int(number)%len(all())]
		src = src[:min(len(src), 40)] // all its parts are tried
		text = held(e, text[:min(len(text), 40)])
		p := newSplicedPage(e, src)
		p.checkAll(t, "", text)
		p.checkSeveral(t, text)
		if e != charset.Replacement {
			p.checkFar(t, text)
		}
	})
}

// held returns the characters of text that the encoding holds.
func held(e charset.Encoding, text string) string {
	return strings.Map(func(r rune) rune {
		if !e.Holds(r) {
			return -1
		}
		return r
	}, text)
}

// checkSeveral replaces several parts of the page, with two characters or more between them.
func (p *splicedPage) checkSeveral(t *testing.T, text string) {
	t.Helper()
	random := rand.New(rand.NewPCG(2, uint64(len(p.src))))
	for range 10 {
		var got, want []byte
		at, atDecoded := 0, 0
		for i := 0; i < len(p.cuts); i += 1 + random.IntN(4) {
			a := p.cuts[i]
			if _, ok := slices.BinarySearch(p.begins, a); !ok {
				continue
			}
			i = min(i+random.IntN(4), len(p.cuts)-1)
			b, s := p.cuts[i], text[:len(text)*random.IntN(2)]
			out, start, end := p.offsets.AppendReplacement(nil, a, b, s)
			if start < at {
				t.Fatalf("%v %q: what is before %d is replaced, and then %s", p.e, p.src, at, pair(start, end))
			}
			got = append(append(got, p.src[at:start]...), out...)
			want = append(append(want, p.decoded[atDecoded:a]...), s...)
			at, atDecoded = end, b
			i++
		}
		got, want = append(got, p.src[at:]...), append(want, p.decoded[atDecoded:]...)
		if back := p.e.Decode(got); !bytes.Equal(back, want) {
			t.Errorf("%v: %q becomes %q, which is %+q, want %+q", p.e, p.src, got, back, want)
		}
	}
}

// checkFar checks parts of the page far in another one.
func (p *splicedPage) checkFar(t *testing.T, text string) {
	t.Helper()
	before := bytes.Repeat([]byte(`"`), 1200) // more than two marks
	far := *p
	far.src = append(before, p.src...)
	far.decoded, far.offsets = p.e.Decode(far.src), p.e.Offsets(far.src)
	n := len(far.decoded) - len(p.decoded)
	random := rand.New(rand.NewPCG(3, uint64(len(p.src))))
	for range 5 {
		a := p.begins[random.IntN(len(p.begins))]
		i, _ := slices.BinarySearch(p.cuts, a)
		far.check(t, n+a, n+p.cuts[i+random.IntN(len(p.cuts)-i)], text)
	}
}

// Holds is encoding and decoding, for all code points. The numbers follow from the standard's indexes: gb18030 has all
// but U+E5E5 and the 18 that became others in 2022; GBK has U+3000 in two cells, and JIS X 0208 has 398 characters in a
// second cell; 63 are the half-width katakana.
func TestHolds(t *testing.T) {
	if testing.Short() {
		t.Skip("tries all code points")
	}
	numbers := map[charset.Encoding]int{}
	for _, e := range all() {
		for r := rune(-1); r <= utf8.MaxRune+1; r++ {
			got, want := e.Holds(r), returns(e, r)
			if got != want {
				t.Fatalf("%v: %U is held: %v, want %v", e, r, got, want)
			}
			if got {
				numbers[e]++
			}
		}
	}
	const scalars, jis = utf8.MaxRune + 1 - 0x800, 7724 - 398
	for e, want := range map[charset.Encoding]int{
		charset.UTF8: scalars, charset.UTF16BE: scalars, charset.UTF16LE: scalars, charset.GB18030: scalars - 19,
		charset.XUserDefined: 256, charset.Windows1251: 256, charset.Windows1253: 253, charset.Replacement: 0,
		charset.EUCKR: 128 + 17048, charset.GBK: 128 + 23940 - 1, charset.ShiftJIS: 129 + 63 + jis,
		charset.EUCJP: 128 + 63 + jis, charset.ISO2022JP: 128 - 3 + 2 + jis,
	} {
		count(t, e.String(), numbers[e], want)
	}
}

// returns reports whether r is decoded from what it is encoded as.
func returns(e charset.Encoding, r rune) bool {
	if r < 0 || !utf8.ValidRune(r) {
		return false
	}
	switch e {
	case charset.Replacement:
		return false
	case charset.UTF16BE, charset.UTF16LE:
		var src []byte
		for _, u := range utf16.AppendRune(nil, r) {
			if e == charset.UTF16BE {
				src = append(src, byte(u>>8), byte(u))
			} else {
				src = append(src, byte(u), byte(u>>8))
			}
		}
		return string(e.Decode(src)) == string(r)
	}
	enc := e.NewEncoder()
	var buf [16]byte
	src, ok := enc.Append(buf[:0], r)
	return ok && string(e.Decode(enc.Finish(src))) == string(r)
}

// The code points that an encoder writes as others, or that a decoder knows alone.
func TestHoldsNot(t *testing.T) {
	for _, c := range []struct {
		e        charset.Encoding
		yes, not string
	}{
		{charset.UTF8, "\x00\x1Bé\uFFFD\U0010FFFF", ""},
		{charset.UTF16LE, "\x00\x1Bé\uFFFD\U0010FFFF", ""},
		{charset.Windows1251, "\x00\x1Bя\u0098", "é\uFFFD\u0080"},
		{charset.XUserDefined, "\x7F\uF780\uF7FF", "\u0080\uF77F\uF800"},
		{charset.Replacement, "", "\x00a\uFFFD"},
		{charset.ShiftJIS, "\\~\u0080ｱ－￢", "¥‾−\uE000\uFFFD"},
		{charset.EUCJP, "\\~ｱ－", "¥‾−丂\u0080"},
		{charset.ISO2022JP, "\x00\\~¥‾ア－", "\x0E\x0F\x1Bｱ−丂"},
		{charset.GBK, "€表\uFE10\u1E3F", "\u0080\uE78D\uE5E5\uE7C7\uFFFD"},
		{charset.GB18030, "€\u0080\uFE10\u1E3F\uE7C7\uFFFD\U0010FFFF", "\uE78D\uE864\uE5E5"},
		{charset.Big5, "一═", "䏰Ê\u0304"},
		{charset.EUCKR, "가갂", "é"},
	} {
		for _, r := range c.yes {
			if !c.e.Holds(r) {
				t.Errorf("%v does not hold %U", c.e, r)
			}
		}
		for _, r := range c.not {
			if c.e.Holds(r) {
				t.Errorf("%v holds %U", c.e, r)
			}
		}
	}
}

func TestReplacementDoesNotAllocate(t *testing.T) {
	buf := make([]byte, 0, 256)
	for _, e := range all() {
		text := held(e, "/a\\é¥表ｱ가丂\U0010FFFF")
		for _, end := range []string{"", "\xFF"} {
			src := []byte(strings.Repeat("é漢 <a href=x>", 1000) + end)
			o := e.Offsets(src)
			n := testing.AllocsPerRun(10, func() {
				for _, r := range text {
					e.Holds(r)
				}
				o.AppendReplacement(buf, 5008, 5009, text)
			})
			if n != 0 {
				t.Errorf("%v: %v allocations", e, n)
			}
		}
	}
}

// A thousand references of a page of a megabyte, replaced in order.
func BenchmarkReplacement(b *testing.B) {
	for _, e := range []charset.Encoding{
		charset.UTF8, charset.Windows1251, charset.ShiftJIS, charset.GB18030, charset.ISO2022JP, charset.UTF16LE,
	} {
		b.Run(e.String(), func(b *testing.B) {
			src := bytes.Repeat(e.AppendEncode(nil, "<a href=x>表示 я</a>\n", charset.CharacterReference), 40000)
			if e == charset.UTF16LE {
				src = bytes.Repeat([]byte("<\x00a\x00>\x00"), 150000)
			}
			o, step := e.Offsets(src), len(e.Decode(src))/1000
			text := held(e, "/path/表示я?page=1")
			buf := make([]byte, 0, 256)
			b.ReportAllocs()
			for b.Loop() {
				for i := range 1000 {
					o.AppendReplacement(buf, i*step, i*step+3, text)
				}
			}
		})
	}
}

func BenchmarkHolds(b *testing.B) {
	for _, e := range []charset.Encoding{charset.UTF8, charset.ShiftJIS, charset.GB18030, charset.ISO2022JP} {
		for _, r := range "a表😀" {
			b.Run(fmt.Sprintf("%v/%U", e, r), func(b *testing.B) {
				for b.Loop() {
					e.Holds(r)
				}
			})
		}
	}
}

package charset_test

import (
	"bytes"
	"testing"

	"htmlurl/internal/charset"
)

const bad = "\uFFFD"

// Each row cites the decoder that it is about as #name of https://encoding.spec.whatwg.org/.
func TestDecode(t *testing.T) {
	for _, c := range []struct {
		e         charset.Encoding
		src, want string
	}{
		// #utf-8-decoder: one error for each maximal subpart
		{charset.UTF8, "aé漢😀", "aé漢😀"},
		{charset.UTF8, "\xE6\xBC\"", bad + `"`},
		{charset.UTF8, "\xF0\x9F\x98", bad},
		{charset.UTF8, "\xED\xA0\x80", bad + bad + bad},
		{charset.UTF8, "\xC0\x80", bad + bad},
		{charset.UTF8, "\xF4\x90\x80\x80", bad + bad + bad + bad},
		{charset.UTF8, "\xF0\x90\x80\xE6", bad + bad},
		{charset.UTF8, "\x80\xFF", bad + bad},
		// #shared-utf-16-decoder
		{charset.UTF16BE, "\x00a\xD8\x3D\xDE\x00", "a😀"},
		{charset.UTF16LE, "a\x00\x3D\xD8\x00\xDE", "a😀"},
		{charset.UTF16BE, "\xD8\x00\x00a", bad + "a"},
		{charset.UTF16BE, "\xDC\x00\x00a", bad + "a"},
		{charset.UTF16BE, "\xD8\x00\xD8\x3D\xDE\x00", bad + "😀"},
		{charset.UTF16BE, "\x00a\x00", "a" + bad},
		{charset.UTF16BE, "\xD8\x00\x00", bad},
		{charset.UTF16BE, "\xFE\xFF", "\uFEFF"},
		// #single-byte-decoder
		{charset.Windows1252, "a\x80\x81\xE9", "a€\u0081é"},
		{charset.Windows1253, "\x80\x88\xAA\xD2\xFF", "€\u0088" + bad + bad + bad},
		{charset.Windows1255, "\xCA\xD9", "\u05BA" + bad},
		{charset.ISO8859_6, "\x80\xA1\xC7", "\u0080" + bad + "ا"},
		{charset.ISO8859_8I, "\xE0\xA1", "א" + bad},
		{charset.KOI8U, "\xAE\xBE\xA4", "ўЎє"},
		{charset.Macintosh, "\xDB\xF0", "€\uF8FF"},
		{charset.XMacCyrillic, "\xA2\xFF", "Ґ€"},
		{charset.IBM866, "\x80\xF2", "АЄ"},
		{charset.Windows874, "\x80\x81\xDB", "€\u0081" + bad},
		// #x-user-defined-decoder
		{charset.XUserDefined, "a\x80\xFF", "a\uF780\uF7FF"},
		// #replacement-decoder
		{charset.Replacement, "anything", bad},
		{charset.Replacement, "", ""},
		// #shift_jis-decoder: an ASCII byte survives a lead byte that it does not complete
		{charset.ShiftJIS, "\x95\x5C\xB1\x80\\~", "表ｱ\u0080\\~"},
		{charset.ShiftJIS, "\x81\">", bad + `">`},
		{charset.ShiftJIS, "\x85\x41", bad + "A"},
		{charset.ShiftJIS, "\x81\xFF\"", bad + `"`},
		{charset.ShiftJIS, "\xA0\xFD\x81", bad + bad + bad},
		{charset.ShiftJIS, "\xF0\x40\xF9\xFC", "\uE000\uE757"},
		{charset.ShiftJIS, "\x81\x7F", bad + "\x7F"},
		// #euc-jp-decoder
		{charset.EUCJP, "\xC9\xBD\x8E\xB1\x8F\xB0\xA1", "表ｱ丂"},
		{charset.EUCJP, "\xC9\"", bad + `"`},
		{charset.EUCJP, "\x8E\"", bad + `"`},
		{charset.EUCJP, "\x8F\"", bad + `"`},
		{charset.EUCJP, "\x8F\xB0\"", bad + `"`},
		{charset.EUCJP, "\x8E\xE0a", bad + "a"},
		{charset.EUCJP, "\x8F\x80a", bad + "a"},
		{charset.EUCJP, "\x8F\xB0", bad},
		{charset.EUCJP, "\xA9\xA1a", bad + "a"},
		// #iso-2022-jp-decoder
		{charset.ISO2022JP, "a\x1B$BI=\x1B(Ba", "a表a"},
		{charset.ISO2022JP, "\x1B$@I=", "表"},
		{charset.ISO2022JP, "\x1B(J\\~a", "¥‾a"},
		{charset.ISO2022JP, "\x1B(I1\x60", "ｱ" + bad},
		{charset.ISO2022JP, "\x1B(B\x1B(Ba", bad + "a"},
		{charset.ISO2022JP, "\x1B$B\x1B(B", bad},
		{charset.ISO2022JP, "\x1B$B\nI=", bad + "表"},
		{charset.ISO2022JP, "\x1B$BI\n", bad},
		{charset.ISO2022JP, "\x1B$BI\x1B(Ba", bad + "a"},
		{charset.ISO2022JP, "\x1B$BI", bad},
		{charset.ISO2022JP, "\x1B$Ca", bad + "$Ca"},
		{charset.ISO2022JP, "\x1B", bad},
		{charset.ISO2022JP, "\x0E\x0F\x80", bad + bad + bad},
		// #big5-decoder
		{charset.Big5, "\xA4\x40\x88\x62\x88\xA5", "一Ê̄ê̌"},
		{charset.Big5, "\x87\x40", "䏰"},
		{charset.Big5, "\xA4\"", bad + `"`},
		{charset.Big5, "\xA4\x7Fa", bad + "\x7Fa"},
		{charset.Big5, "\x81\x40", bad + "@"},
		{charset.Big5, "\xA4\x80\"", bad + `"`},
		{charset.Big5, "\x80\xFF\xA4", bad + bad + bad},
		// #euc-kr-decoder
		{charset.EUCKR, "\xB0\xA1\x81\x41", "가갂"},
		{charset.EUCKR, "\xB0\"", bad + `"`},
		{charset.EUCKR, "\xC9\xA1\"", bad + `"`},
		{charset.EUCKR, "\xFE\x41", bad + "A"},
		{charset.EUCKR, "\x80\xFF\xB0", bad + bad + bad},
		// #gb18030-decoder, which is GBK's too
		{charset.GBK, "\x80\xB1\xED\x81\x30\x81\x30", "€表\u0080"},
		{charset.GB18030, "\x94\x39\xDA\x33\xE3\x32\x9A\x35", "💩\U0010FFFF"},
		{charset.GB18030, "\xE3\x32\x9A\x36", bad},
		{charset.GB18030, "\x84\x31\xA4\x39\x84\x31\xA5\x30", "\uFFFF" + bad},
		{charset.GB18030, "\x81\"", bad + `"`},
		{charset.GB18030, "\x81\x30\"", bad + `0"`},
		{charset.GB18030, "\x81\x30\x81\"", bad + "0" + bad + `"`},
		{charset.GB18030, "\x81\x30\x81\x40", bad + "0丂"},
		{charset.GB18030, "\x81\x30", bad},
		{charset.GB18030, "\x81\x30\x81", bad},
		{charset.GB18030, "\x81\x7F\x81\xFF\xFF", bad + "\x7F" + bad + bad},
		{charset.GB18030, "\xA3\xA0\xA1\xA1", "\u3000\u3000"},
		{charset.GB18030, "\xA8\xBC\x81\x35\xF4\x37", "\u1E3F\uE7C7"},
		{charset.GB18030, "\xA6\xD9\xFE\x59\xFE\x51", "\uFE10\u9FB4\uE816"},
		{charset.GB18030, "\xAA\xA1\xF8\xA1\xA1\x40\xA7\xA0\xA2\xAB\xA2\xE4", "\uE000\uE234\uE4C6\uE765\uE766\uE76D"},
	} {
		if got := string(c.e.Decode([]byte(c.src))); got != c.want {
			t.Errorf("%v.Decode(%q) = %+q, want %+q", c.e, c.src, got, c.want)
		}
	}
}

func TestDecodeSharesValidUTF8(t *testing.T) {
	src := []byte("é漢")
	if got := charset.UTF8.Decode(src); &got[0] != &src[0] {
		t.Error("a copy")
	}
	if n := testing.AllocsPerRun(10, func() { charset.UTF8.Decode(src) }); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

// The whole grid of two bytes: no decoder swallows what could end an attribute or open a tag. The least trail byte of
// an encoding is 0x30, and only gb18030 has it.
func TestDecodeKeepsMarkup(t *testing.T) {
	for _, e := range all() {
		if e == charset.UTF16BE || e == charset.UTF16LE || e == charset.Replacement {
			continue
		}
		for lead := range 256 {
			for _, mark := range []byte("\"'<>&;/= \n") {
				got := e.Decode([]byte{byte(lead), mark})
				if !bytes.HasSuffix(got, []byte{mark}) {
					t.Errorf("%v: %02X %q gives %+q", e, lead, mark, got)
				}
			}
		}
	}
}

// The indexes are complete: the characters of all pairs of bytes are as many as the standard's indexes have.
// Shift_JIS has 1880 end-user-defined characters more, and Big5 four pairs of characters.
func TestDecodeCountsCharacters(t *testing.T) {
	for e, want := range map[charset.Encoding]int{
		charset.ShiftJIS: 7724 + 1880, charset.EUCKR: 17048, charset.GBK: 23940, charset.Big5: 18590 + 4,
	} {
		if n := characters(e, ""); n != want {
			t.Errorf("%v: %d characters, want %d", e, n, want)
		}
	}
	if n := characters(charset.EUCJP, "\x8F"); n != 6067 {
		t.Errorf("JIS X 0212: %d characters, want 6067", n)
	}
}

// characters counts the pairs of bytes that are well-formed behind prefix.
func characters(e charset.Encoding, prefix string) (n int) {
	for lead := 0x81; lead <= 0xFE; lead++ {
		for trail := 0x40; trail <= 0xFE; trail++ {
			src := append([]byte(prefix), byte(lead), byte(trail))
			isKana := e == charset.ShiftJIS && 0xA1 <= lead && lead <= 0xDF
			if !isKana && !bytes.Contains(e.Decode(src), []byte(bad)) {
				n++
			}
		}
	}
	return n
}

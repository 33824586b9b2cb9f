package charset_test

import (
	"testing"

	"htmlurl/internal/charset"
)

// Each row cites the encoder that it is about as #name of https://encoding.spec.whatwg.org/. The modes of errors are
// those of W3C HTML5 2.6.3 (2012) and of #error-mode.
func TestAppendEncode(t *testing.T) {
	for _, c := range []struct {
		e             charset.Encoding
		s             string
		question, ref string // ref is "" where it is the same
	}{
		// #utf-8-encoder, also for what has no encoder: #get-an-output-encoding
		{charset.UTF8, "aé😀", "aé😀", ""},
		{charset.UTF8, "a\xFF\xC3", "a\uFFFD\uFFFD", ""},
		{charset.UTF16LE, "é", "é", ""},
		{charset.Replacement, "é", "é", ""},
		// #single-byte-encoder
		{charset.Windows1252, "€é\u0081", "\x80\xE9\x81", ""},
		{charset.Windows1252, "é表é", "\xE9?\xE9", "\xE9&#34920;\xE9"},
		{charset.Windows1252, "\u0080\uFFFD\xFF", "???", "&#128;&#65533;&#65533;"},
		{charset.ISO8859_6, "\u0080\uFFFD", "\x80?", "\x80&#65533;"},
		{charset.ISO8859_2, "ł\u0099", "\xB3\x99", ""},
		{charset.KOI8U, "ўЎ╝", "\xAE\xBE?", "\xAE\xBE&#9565;"},
		{charset.Macintosh, "€\u0080", "\xDB?", "\xDB&#128;"},
		{charset.IBM866, "АЄ", "\x80\xF2", ""},
		// #x-user-defined-encoder
		{charset.XUserDefined, "a\uF780\uF7FF\u0080", "a\x80\xFF?", "a\x80\xFF&#128;"},
		// #shift_jis-encoder
		{charset.ShiftJIS, "表é表", "\x95\x5C?\x95\x5C", "\x95\x5C&#233;\x95\x5C"},
		{charset.ShiftJIS, "\u0080\u00A5\u203E\u2212ｱﾟ", "\x80\x5C\x7E\x81\x7C\xB1\xDF", ""},
		{charset.ShiftJIS, "纊∪\uE000", "\xFA\x5C\x81\xBE?", "\xFA\x5C\x81\xBE&#57344;"},
		{charset.ShiftJIS, "\uFF61\uFF0D\uFFE2ⅰⅠ", "\xA1\x81\x7C\x81\xCA\xFA\x40\x87\x54", ""},
		// #euc-jp-encoder: three-byte sequences are decoded, never encoded
		{charset.EUCJP, "表\u00A5\u203E\u2212ｱ纊", "\xC9\xBD\x5C\x7E\xA1\xDD\x8E\xB1\xF9\xA1", ""},
		{charset.EUCJP, "丂\u0080", "??", "&#19970;&#128;"},
		// #iso-2022-jp-encoder
		{charset.ISO2022JP, "a表b", "a\x1B$BI=\x1B(Bb", ""},
		{charset.ISO2022JP, "表", "\x1B$BI=\x1B(B", ""},
		{charset.ISO2022JP, "¥a\\‾", "\x1B(J\\a\x1B(B\\\x1B(J~\x1B(B", ""},
		{charset.ISO2022JP, "表é表", "\x1B$BI=\x1B(B?\x1B$BI=\x1B(B", "\x1B$BI=\x1B(B&#233;\x1B$BI=\x1B(B"},
		{charset.ISO2022JP, "¥é", "\x1B(J\\?\x1B(B", "\x1B(J\\&#233;\x1B(B"},
		{charset.ISO2022JP, "\x0E\x0F\x1B", "???", "&#65533;&#65533;&#65533;"},
		{charset.ISO2022JP, "｡ｦｱﾞﾟ", "\x1B$B!#%r%\"!+!,\x1B(B", ""},
		{charset.ISO2022JP, "\u2212", "\x1B$B!]\x1B(B", ""},
		// #big5-encoder
		{charset.Big5, "一═╞╡╪十卅兀", "\xA4\x40\xF9\xF9\xF9\xE9\xF9\xEB\xF9\xEA\xA4\x51\xA4\xCA\xA4\x61", ""},
		{charset.Big5, "䏰é", "??", "&#17392;&#233;"},
		// #euc-kr-encoder
		{charset.EUCKR, "가갂é", "\xB0\xA1\x81\x41?", "\xB0\xA1\x81\x41&#233;"},
		// #gb18030-encoder
		{charset.GBK, "表€\u0080\uE5E5é", "\xB1\xED\x80??\xA8\xA6", "\xB1\xED\x80&#128;&#58853;\xA8\xA6"},
		{charset.GBK, "\uE78D\uFE10\u1E3F\uE7C7", "\xA6\xD9\xA6\xD9\xA8\xBC?", "\xA6\xD9\xA6\xD9\xA8\xBC&#59335;"},
		{charset.GB18030, "€\u0080\uE5E5", "\xA2\xE3\x81\x30\x81\x30?", "\xA2\xE3\x81\x30\x81\x30&#58853;"},
		{charset.GB18030, "\uE7C7\uFFFF\U00010000\U0010FFFF",
			"\x81\x35\xF4\x37\x84\x31\xA4\x39\x90\x30\x81\x30\xE3\x32\x9A\x35", ""},
		{charset.GB18030, "\uE000\uE234\uE4C6\uE765\uE766\uE816", "\xAA\xA1\xF8\xA1\xA1\x40\xA7\xA0\xA2\xAB\xFE\x51", ""},
	} {
		if c.ref == "" {
			c.ref = c.question
		}
		if got := string(c.e.AppendEncode(nil, c.s, charset.QuestionMark)); got != c.question {
			t.Errorf("%v %+q with question marks: %q, want %q", c.e, c.s, got, c.question)
		}
		if got := string(c.e.AppendEncode(nil, c.s, charset.CharacterReference)); got != c.ref {
			t.Errorf("%v %+q with references: %q, want %q", c.e, c.s, got, c.ref)
		}
	}
}

// An Encoder takes any rune, and keeps what is in dst.
func TestEncoder(t *testing.T) {
	var zero charset.Encoder
	if out, ok := zero.Append([]byte("a"), 'é'); string(out) != "aé" || !ok {
		t.Errorf("the zero Encoder appends %q, %v", out, ok)
	}
	for _, e := range all() {
		for _, r := range []rune{-1, 0xD800, 0xDFFF, 0x110000, 1<<31 - 1} {
			enc := e.NewEncoder()
			out, ok := enc.Append(nil, r)
			want, wantOK := enc.Append(nil, '\uFFFD')
			if string(out) != string(want) || ok != wantOK {
				t.Errorf("%v: %#x gives %q, %v", e, r, out, ok)
			}
		}
	}
}

// The encoder returns to its first state before an error and at the end, and can then be used again.
func TestEncoderStates(t *testing.T) {
	enc := charset.ISO2022JP.NewEncoder()
	out, ok := enc.Append(nil, '表')
	if !ok {
		t.Fatal("no 表")
	}
	if out, ok = enc.Append(out, 'é'); ok || string(out) != "\x1B$BI=\x1B(B" {
		t.Fatalf("%q, %v after an error", out, ok)
	}
	if out = enc.Finish(out); string(out) != "\x1B$BI=\x1B(B" {
		t.Fatalf("%q at the end", out)
	}
	if out, _ = enc.Append(nil, '表'); string(enc.Finish(out)) != "\x1B$BI=\x1B(B" {
		t.Fatalf("%q the second time", out)
	}
}

func TestErrorRune(t *testing.T) {
	for r, want := range map[rune]rune{
		0x0E: 0xFFFD, 0x1B: 0xFFFD, 'é': 'é', 0x10FFFF: 0x10FFFF, 0xD800: 0xFFFD, -1: 0xFFFD, 0x110000: 0xFFFD,
	} {
		if got := charset.ErrorRune(r); got != want {
			t.Errorf("ErrorRune(%#x) = %U, want %U", r, got, want)
		}
	}
}

func TestEncodersDoNotAllocate(t *testing.T) {
	buf := make([]byte, 0, 64)
	for _, e := range all() {
		e.AppendEncode(buf, "aé表", charset.QuestionMark) // build the tables
		n := testing.AllocsPerRun(100, func() {
			enc := e.NewEncoder()
			dst := buf
			for _, r := range "aé表가丂\U0010FFFF" {
				dst, _ = enc.Append(dst, r)
			}
			enc.Finish(dst)
		})
		if n != 0 {
			t.Errorf("%v: %v allocations", e, n)
		}
	}
}

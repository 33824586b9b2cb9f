package charset_test

import (
	"bytes"
	"strings"
	"testing"
	"unicode/utf8"

	"htmlurl/internal/charset"
)

var seeds = []string{
	"", "plain <a href=\"x\">", "é漢😀", "\x81\"\x95\\", "\x81\x30\x81\x30\x84\x31\xA4\x39", "\x8F\xB0\xA1\x8E\xB1",
	"\x1B$BI=\x1B(B\x1B(J\\~\x1B(I1\x1B", "\xFE\xFE\x87\x40\x88\x62", "\xB0\xA1\x81\x41\x81\"",
}

// The decoders agree with the literal models, give valid UTF-8 in proportion, and leave markup alone.
func FuzzDecode(f *testing.F) {
	for _, s := range seeds {
		f.Add([]byte(s))
	}
	models := map[charset.Encoding]func([]byte) string{
		charset.GB18030:   modelGB18030,
		charset.GBK:       modelGB18030,
		charset.ShiftJIS:  modelShiftJIS,
		charset.Big5:      modelBig5,
		charset.EUCKR:     modelEUCKR,
		charset.EUCJP:     modelEUCJP,
		charset.ISO2022JP: modelISO2022JP,
		charset.UTF8:      modelUTF8,
	}
	f.Fuzz(func(t *testing.T, src []byte) {
		src = src[:min(len(src), 200)] // the models are slow
		for _, e := range all() {
			got := e.Decode(src)
			if !utf8.Valid(got) || len(got) > 3*len(src) {
				t.Fatalf("%v.Decode(%q) = %q", e, src, got)
			}
			if model := models[e]; model != nil {
				if want := model(src); string(got) != want {
					t.Fatalf("%v: %q gives %+q, want %+q", e, src, got, want)
				}
			}
			if keepsMarkup(e) && bytes.Count(src, []byte{'"'}) != bytes.Count(got, []byte{'"'}) {
				t.Fatalf("%v: %q gives %+q", e, src, got)
			}
		}
	})
}

// keepsMarkup reports whether a quotation mark is one wherever it stands.
func keepsMarkup(e charset.Encoding) bool {
	switch e {
	case charset.UTF16BE, charset.UTF16LE, charset.Replacement, charset.ISO2022JP:
		return false
	}
	return true
}

// What can be encoded is decoded to itself, but for the code points that respelled lists; and the whole text has the
// bytes of its parts.
func FuzzEncode(f *testing.F) {
	for _, s := range append(seeds, "¥‾−ｱﾞ", "\uE78D\uE5E5\uE7C7\u1E3F", "═╞一十", "\x0E\x1B") {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		for _, e := range all() {
			enc := e.NewEncoder()
			var out []byte
			var encodable, want strings.Builder
			for _, r := range s {
				probe := e.NewEncoder()
				if _, ok := probe.Append(nil, r); !ok {
					continue
				}
				encodable.WriteRune(r)
				want.WriteRune(respelled(e, r))
				var ok bool
				if out, ok = enc.Append(out, r); !ok {
					t.Fatalf("%v: %U depends on what is before it", e, r)
				}
			}
			out = enc.Finish(out)
			if got := string(e.Output().Decode(out)); got != want.String() {
				t.Fatalf("%v: %+q is encoded as %q and decoded as %+q", e, encodable.String(), out, got)
			}
			if whole := e.AppendEncode(nil, encodable.String(), charset.CharacterReference); !bytes.Equal(whole, out) {
				t.Fatalf("%v: %+q is encoded as %q and as %q", e, encodable.String(), whole, out)
			}
		}
	})
}

// respelled returns what r is after encoding and decoding.
func respelled(e charset.Encoding, r rune) rune {
	switch e {
	case charset.GBK, charset.GB18030:
		s := string(e.Decode(e.AppendEncode(nil, string(r), charset.QuestionMark)))
		if 0xE78D <= r && r <= 0xE864 && s != string(r) {
			r, _ = utf8.DecodeRuneInString(s)
		}
	case charset.ShiftJIS, charset.EUCJP:
		switch r {
		case '¥':
			return '\\'
		case '‾':
			return '~'
		}
		fallthrough
	case charset.ISO2022JP:
		if r == '\u2212' {
			return '\uFF0D'
		}
		if e == charset.ISO2022JP && 0xFF61 <= r && r <= 0xFF9F {
			s := string(e.Decode(e.AppendEncode(nil, string(r), charset.QuestionMark)))
			r, _ = utf8.DecodeRuneInString(s)
		}
	}
	return r
}

// A page decides its encoding once: what follows the declaration cannot change it. The byte order mark is as long as
// its source says, and no page is UTF-16 by a declaration in ASCII.
func FuzzSniff(f *testing.F) {
	for _, c := range sniffCases {
		f.Add([]byte(c.page), c.contentType)
	}
	f.Fuzz(func(t *testing.T, page []byte, contentType string) {
		e, src, bom := charset.Sniff(page, contentType)
		if bom != 0 && bom != 2 && bom != 3 || (src == charset.BOM) != (bom > 0) || bom > len(page) {
			t.Fatalf("%v, %v, %d", e, src, bom)
		}
		if src == charset.Meta && (e == charset.UTF16BE || e == charset.UTF16LE || e == charset.XUserDefined) {
			t.Fatalf("%v from a meta element", e)
		}
		if src == charset.BOM || src == charset.Transport || src == charset.Meta {
			longer := append(bytes.Clone(page), "><meta charset=koi8-r><p>"...)
			if e2, src2, _ := charset.Sniff(longer, contentType); e2 != e || src2 != src {
				t.Fatalf("%v (%v) becomes %v (%v)", e, src, e2, src2)
			}
		}
	})
}

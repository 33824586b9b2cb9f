package idna_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	xidna "golang.org/x/net/idna"

	"htmlurl/internal/idna"
)

// samples are those of RFC 3492 7.1, and a few that are longer than the small sets of positions.
var samples = []struct{ text, punycode string }{
	{"\u4ED6\u4EEC\u4E3A\u4EC0\u4E48\u4E0D\u8BF4\u4E2D\u6587", "ihqwcrb4cv8a8dqg056pqjye"},
	{"\u4ED6\u5011\u7232\u4EC0\u9EBD\u4E0D\u8AAA\u4E2D\u6587", "ihqwctvzc91f659drss3x8bo0yb"},
	{"Pro\u010Dprost\u011Bnemluv\u00ED\u010Desky", "Proprostnemluvesky-uyb24dma41a"},
	{"Porqu\u00E9nopuedensimplementehablarenEspa\u00F1ol", "PorqunopuedensimplementehablarenEspaol-fmd56a"},
	{"3\u5E74B\u7D44\u91D1\u516B\u5148\u751F", "3B-ww4c5e180e575a65lsy2b"},
	{"\u5B89\u5BA4\u5948\u7F8E\u6075-with-SUPER-MONKEYS", "-with-SUPER-MONKEYS-pc58ag80a8qai00g7n9n"},
	{"Hello-Another-Way-\u305D\u308C\u305E\u308C\u306E\u5834\u6240", "Hello-Another-Way--fc4qua05auwb3674vfr0b"},
	{"\u3072\u3068\u3064\u5C4B\u6839\u306E\u4E0B2", "2-u9tlzr9756bt3uc0v"},
	{"Maji\u3067Koi\u3059\u308B5\u79D2\u524D", "MajiKoi5-783gue6qz075azm5e"},
	{"\u30D1\u30D5\u30A3\u30FCde\u30EB\u30F3\u30D0", "de-jg4avhby1noc0d"},
	{"\u305D\u306E\u30B9\u30D4\u30FC\u30C9\u3067", "d9juau41awczczp"},
	{"-> $1.00 <-", "-> $1.00 <--"},
	{"", ""},
	{"-", "--"},
	{"\u0080", "a"},
	{
		strings.Repeat("a", 99) + "\u00FC" + strings.Repeat("b", 999),
		strings.Repeat("a", 99) + strings.Repeat("b", 999) + "-pl5i",
	},
	{strings.Repeat("\u00FC", 300), "tda" + strings.Repeat("a", 299)},
}

func TestPunycode(t *testing.T) {
	for _, c := range samples {
		if got := string(idna.AppendPunycode(nil, []byte(c.text))); got != c.punycode {
			t.Errorf("%+.80q: %.80q, want %.80q", c.text, got, c.punycode)
		}
		if got, ok := idna.DecodePunycode([]byte(c.punycode)); string(got) != c.text || !ok {
			t.Errorf("%.80q: %+.80q, %t; want %+.80q", c.punycode, string(got), ok, c.text)
		}
	}
}

func TestPunycodeErrors(t *testing.T) {
	for _, s := range []string{
		"0", "-", "-a", "a-0", "\u00FC", "a_", "a-_", "99999999a", strings.Repeat("9", 99), "ib9b", "999b",
	} {
		if got, ok := idna.DecodePunycode([]byte(s)); ok {
			t.Errorf("%q: %+q", s, string(got))
		}
	}
}

// FuzzPunycode holds encoder and decoder together, and against those of golang.org/x/net/idna, which give up earlier.
func FuzzPunycode(f *testing.F) {
	for _, c := range samples {
		f.Add(c.text)
		f.Add(c.punycode)
	}
	f.Fuzz(func(t *testing.T, s string) {
		s = strings.ToLower(strings.ReplaceAll(s, ".", ""))
		if isASCII(s) {
			decoded, ok := idna.DecodePunycode([]byte(s))
			if again := string(idna.AppendPunycode(nil, []byte(string(decoded)))); ok && again != s {
				t.Errorf("%q is of %+q, which gives %q", s, string(decoded), again)
			}
			theirs, err := xidna.Punycode.ToUnicode("xn--" + s)
			if err == nil && !strings.ContainsRune(theirs, utf8.RuneError) && (theirs != string(decoded) || !ok) {
				t.Errorf("%q: %+q, %t; want %+q", s, string(decoded), ok, theirs)
			}
			return
		}
		if !utf8.ValidString(s) {
			return
		}
		encoded := string(idna.AppendPunycode(nil, []byte(s)))
		if decoded, ok := idna.DecodePunycode([]byte(encoded)); string(decoded) != s || !ok {
			t.Errorf("%+q gives %q, which is of %+q, %t", s, encoded, string(decoded), ok)
		}
		if theirs, err := xidna.Punycode.ToASCII(s); err == nil && theirs != "xn--"+encoded {
			t.Errorf("%+q: %q, want %q", s, encoded, theirs)
		}
	})
}

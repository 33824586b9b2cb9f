package idna_test

import (
	"errors"
	"regexp"
	"strings"
	"testing"

	"htmlurl/internal/idna"
)

// converted has domains with their ASCII form and the clause that asks for it.
var converted = []struct{ domain, want, clause string }{
	{"", "", "no label, nothing to convert"},
	{"example.com", "example.com", "RFC 3490 4.1 step 1"},
	{"EXAMPLE.com", "EXAMPLE.com", "RFC 3490 4.1 step 1: ASCII skips nameprep and keeps its case"},
	{"EXAMPLE.B\u00DCCHER", "EXAMPLE.xn--bcher-kva", "RFC 3490 4: each label for itself"},
	{"example.com.", "example.com.", "RFC 1034 3.1: the root label"},
	{"b\u00FCcher.", "xn--bcher-kva.", "RFC 1034 3.1: the root label"},
	{"example\u3002", "example.", "RFC 3490 3.1 requirement 1, RFC 1034 3.1"},
	{"a\u3002b\uFF0Ec\uFF61d.e", "a.b.c.d.e", "RFC 3490 3.1 requirement 1"},
	{"192.0.2.1", "192.0.2.1", "RFC 1123 2.1: labels of digits"},
	{"1-2--3", "1-2--3", "RFC 3490 4.1 step 3(b): hyphens inside"},
	{"xn--bcher-kva", "xn--bcher-kva", "RFC 3490 4.1 step 1: ASCII is not decoded"},
	{"xn--0.XN--99999999", "xn--0.XN--99999999", "RFC 3490 4.1 step 1: not even if it is no Punycode"},

	{"a\u00AD\u034F\u1806b\u180B\u200B\u200Cc\u200D\u2060\uFE00\uFE0F\uFEFFd", "abcd", "RFC 3454 B.1"},
	{"fa\u00DF", "fass", "RFC 3454 B.2: sharp s; RFC 3490 4.1 step 4"},
	{"B\u00FCcher", "xn--bcher-kva", "RFC 3490 4.1 steps 2, 6, 7"},
	{"\u03B2\u03CC\u03BB\u03BF\u03C2", "xn--nxasmq6b", "RFC 3454 B.2: final sigma"},
	{"\u0130", "xn--i-9bb", "RFC 3454 B.2: to i and U+0307"},
	{"\u01F0", "xn--ska", "RFC 3454 B.2, which decomposes, and NFKC, which composes"},
	{"\u2121\u33C6\U0001D7BB", "xn--telckg-g1e7023d", "RFC 3454 B.2: foldings beyond Unicode's"},
	{"\u10A0.\u04C0.\u2132", "xn--7md.xn--d5a.xn--f3g", "RFC 3454 B.2: capitals without small letter in 3.2"},
	{"\u212A", "k", "RFC 3454 B.2: the Kelvin sign"},

	{"\uFF21\uFF42\uFF43", "abc", "RFC 3454 4: NFKC"},
	{"\uFF38\uFF2E\uFF0D\uFF0Da", "xn--a", "RFC 3490 4.1 step 4: nameprep made it ASCII, so no step 5"},
	{"a\u0323\u0302.e\u0302\u0323", "xn--zkg.xn--qlg", "UAX 15: canonical order and composition"},
	{"a\u0305\u0300", "xn--a-vbbo", "UAX 15: a mark blocks another of its class"},
	{"b\u0301\u0300\u0316", "xn--b-vbbc7f", "UAX 15: marks of one class keep their order"},
	{"\u1100\u1161\u11A8.\uAC00\u11A8", "xn--p39a.xn--p39a", "UAX 15: Hangul"},
	{"\u0958", "xn--11b2f", "UAX 15: composition exclusions"},
	{"\u1100\u0300\u1161", "xn--ksa182emia", "Corrigendum 5: U+1161 is blocked"},
	{"\u0340x", "xn--x-ubb", "RFC 3491 5 after 4: C.8 has U+0340, which NFKC removes"},
	{"\U0002F868.\U0002F874", "xn--j74i.xn--x1t", "Corrigendum 4 is later than Unicode 3.2"},
	{"\U0002F91F.\U0002F95F.\U0002F9BF", "xn--kbo.xn--xsz.xn--bcq", "Corrigendum 4 is later than Unicode 3.2"},
	{"a" + strings.Repeat("\u0301", 31) + "\u0323", "xn--lsa" + strings.Repeat("a", 30) + "7837t",
		"UAX 15: no U+034F in long runs of marks"},

	{"\u0221", "xn--6la", "RFC 3491 7: unassigned"},
	{"\u1E9E", "xn--kkg", "RFC 3491 7: unassigned, so capital sharp s does not fold"},
	{"\U0001F4A9", "xn--ls8h", "RFC 3491 7: unassigned"},
	{"\u1D2C", "xn--z8f", "RFC 3491 7: unassigned, so not decomposed"},
	{"\U00011099\U000110BA", "xn--h40dgc", "RFC 3491 7: unassigned, so not composed"},

	{"\u05D0\u05D1", "xn--4dbc", "RFC 3454 6"},
	{"\u0627\u0031\u0628", "xn--1-ymce", "RFC 3454 6: a digit between right-to-left letters"},
	{"\u0627-\u0628", "xn----ymce", "RFC 3454 6: a hyphen between right-to-left letters"},
	{"\u05BE1\u05D0", "xn--1-ygc9c", "RFC 3454 6: maqaf, the first of D.1"},
	{"\u0660", "xn--8hb", "RFC 3454 6: Arabic digits are not in D.1"},
	{"\u05D0.a.1", "xn--4db.a.1", "RFC 3454 6: each label for itself"},

	{
		"\u0644\u064A\u0647\u0645\u0627\u0628\u062A\u0643\u0644\u0645\u0648\u0634\u0639\u0631\u0628\u064A\u061F",
		"xn--egbpdaj6bu4bxfgehfvwxn", "RFC 3492 7.1 (A)",
	},
	{"\u4ED6\u4EEC\u4E3A\u4EC0\u4E48\u4E0D\u8BF4\u4E2D\u6587", "xn--ihqwcrb4cv8a8dqg056pqjye", "RFC 3492 7.1 (B)"},
	{"Pro\u010Dprost\u011Bnemluv\u00ED\u010Desky", "xn--proprostnemluvesky-uyb24dma41a", "RFC 3492 7.1 (D)"},
	{"\u5B89\u5BA4\u5948\u7F8E\u6075-with-SUPER-MONKEYS", "xn---with-super-monkeys-pc58ag80a8qai00g7n9n",
		"RFC 3492 7.1 (M)"},

	{strings.Repeat("a", 63), strings.Repeat("a", 63), "RFC 3490 4.1 step 8"},
	{strings.Repeat("\u00FC", 57), "xn--td" + strings.Repeat("a", 57), "RFC 3490 4.1 step 8: 63 with the prefix"},
	{strings.Repeat("\u00AD", 9999) + "a", "a", "RFC 3490 4.1 step 8 counts after nameprep"},
	{strings.Repeat("u\u0308\u0304", 57), "xn--1j" + strings.Repeat("a", 57), "RFC 3490 4.1 step 8 counts after nameprep"},
}

func TestToASCII2003(t *testing.T) {
	for _, c := range converted {
		if got, err := idna.ToASCII2003(c.domain); got != c.want || err != nil {
			t.Errorf("%.80q: %q, %v; want %q: %s", c.domain, got, err, c.want, c.clause)
		}
	}
}

// refused has domains with the part that has no ASCII form, the reason, and the clause that asks for it.
var refused = []struct {
	domain, label string
	reason        idna.Reason
	clause        string
}{
	{".", "", idna.EmptyLabel, "RFC 3490 4.1 step 8: only after a label is a dot the root's"},
	{".a", "", idna.EmptyLabel, "RFC 3490 4.1 step 8"},
	{"a..b", "", idna.EmptyLabel, "RFC 3490 4.1 step 8"},
	{"a..", "", idna.EmptyLabel, "RFC 3490 4.1 step 8"},
	{"a\u3002\uFF61", "", idna.EmptyLabel, "RFC 3490 3.1 requirement 1, 4.1 step 8"},
	{"a.\u00AD", "\u00AD", idna.EmptyLabel, "RFC 3490 4.1 step 8: nothing left"},
	{strings.Repeat("a", 64), strings.Repeat("a", 64), idna.LabelTooLong, "RFC 3490 4.1 step 8"},
	{"a." + strings.Repeat("\u00FC", 58) + ".b", strings.Repeat("\u00FC", 58), idna.LabelTooLong,
		"RFC 3490 4.1 step 8: 64 with the prefix"},
	{strings.Repeat("\u00FC", 64), strings.Repeat("\u00FC", 64), idna.LabelTooLong, "RFC 3490 4.1 step 8"},
	{strings.Repeat("\u00FC", 253), strings.Repeat("\u00FC", 253), idna.LabelTooLong, "RFC 3490 4.1 step 8"},

	{"www.a_b.com", "a_b", idna.NotLDH, "RFC 3490 4.1 step 3(a)"},
	{"a b", "a b", idna.NotLDH, "RFC 3490 4.1 step 3(a)"},
	{"a\x00.b", "a\x00", idna.NotLDH, "RFC 3490 4.1 step 3(a)"},
	{"b.a\x7F", "a\x7F", idna.NotLDH, "RFC 3490 4.1 step 3(a)"},
	{"a%41", "a%41", idna.NotLDH, "RFC 3490 4.1 step 3(a)"},
	{"\u00FC_", "\u00FC_", idna.NotLDH, "RFC 3490 4.1 step 3(a)"},
	{"\u00FC\uFF3F", "\u00FC\uFF3F", idna.NotLDH, "RFC 3490 4.1 step 3(a) after nameprep"},
	{"a\u3000b", "a\u3000b", idna.NotLDH, "RFC 3490 4.1 step 3(a): NFKC makes a space of it"},
	{"a\u2024b", "a\u2024b", idna.NotLDH, "RFC 3490 4.1 step 3(a): a full stop from nameprep separates nothing"},
	{"-a", "-a", idna.HyphenAtEdge, "RFC 3490 4.1 step 3(b)"},
	{"b.a-.c", "a-", idna.HyphenAtEdge, "RFC 3490 4.1 step 3(b)"},
	{"-", "-", idna.HyphenAtEdge, "RFC 3490 4.1 step 3(b)"},
	{"\uFF0D\u00FC", "\uFF0D\u00FC", idna.HyphenAtEdge, "RFC 3490 4.1 step 3(b) after nameprep"},
	{"\u00FC-\u00AD", "\u00FC-\u00AD", idna.HyphenAtEdge, "RFC 3490 4.1 step 3(b) after nameprep"},

	{"xn--\u00E9", "xn--\u00E9", idna.ACEPrefix, "RFC 3490 4.1 step 5"},
	{"Xn--\u00E9", "Xn--\u00E9", idna.ACEPrefix, "RFC 3490 4.1 step 5"},
	{"\uFF38n\u00AD--\u00E9", "\uFF38n\u00AD--\u00E9", idna.ACEPrefix, "RFC 3490 4.1 step 5 after nameprep"},

	{"\u1680", "\u1680", idna.Prohibited, "RFC 3454 C.1.2"},
	{"\u0080", "\u0080", idna.Prohibited, "RFC 3454 C.2.2"},
	{"\u06DD", "\u06DD", idna.Prohibited, "RFC 3454 C.2.2"},
	{"\U0001D173", "\U0001D173", idna.Prohibited, "RFC 3454 C.2.2"},
	{"\uE000", "\uE000", idna.Prohibited, "RFC 3454 C.3"},
	{"\U0010FFFD", "\U0010FFFD", idna.Prohibited, "RFC 3454 C.3"},
	{"\uFDD0", "\uFDD0", idna.Prohibited, "RFC 3454 C.4"},
	{"\U0001FFFE", "\U0001FFFE", idna.Prohibited, "RFC 3454 C.4"},
	{"a.\xED\xA0\x80", "\xED\xA0\x80", idna.Prohibited, "RFC 3454 C.5"},
	{"\uFFFD", "\uFFFD", idna.Prohibited, "RFC 3454 C.6"},
	{"a\xFF.b", "a\xFF", idna.Prohibited, "RFC 3454 C.6: invalid UTF-8"},
	{"a\xE3\x80.b", "a\xE3\x80", idna.Prohibited, "RFC 3454 C.6: invalid UTF-8"},
	{"\u2FF0", "\u2FF0", idna.Prohibited, "RFC 3454 C.7"},
	{"\u200Ea", "\u200Ea", idna.Prohibited, "RFC 3454 C.8"},
	{"\u202E", "\u202E", idna.Prohibited, "RFC 3454 C.8"},
	{"\U000E0041", "\U000E0041", idna.Prohibited, "RFC 3454 C.9"},

	{"\u05D0b\u05D1", "\u05D0b\u05D1", idna.BidiMixed, "RFC 3454 6 requirement 2"},
	{"a\u05D0", "a\u05D0", idna.BidiMixed, "RFC 3454 6 requirement 2"},
	{"\u06271", "\u06271", idna.BidiEdge, "RFC 3454 6 requirement 3: the RFC's own example"},
	{"1\u05D0", "1\u05D0", idna.BidiEdge, "RFC 3454 6 requirement 3"},
	{"\u05D0\u0301", "\u05D0\u0301", idna.BidiEdge, "RFC 3454 6 requirement 3: marks are not in D.1"},
	{"a.\u0660\u0627", "\u0660\u0627", idna.BidiEdge, "RFC 3454 6 requirement 3"},
}

func TestToASCII2003Errors(t *testing.T) {
	for _, c := range refused {
		got, err := idna.ToASCII2003(c.domain)
		e, ok := errors.AsType[*idna.LabelError](err)
		if !ok || got != "" {
			t.Errorf("%.80q: %q, %v; want %v: %s", c.domain, got, err, c.reason, c.clause)
			continue
		}
		if label := c.domain[e.Start:e.End]; e.Reason != c.reason || label != c.label {
			t.Errorf("%.80q: %v in %.80q; want %v in %.80q: %s", c.domain, e.Reason, label, c.reason, c.label, c.clause)
		}
		if !strings.Contains(e.Error(), c.reason.String()) {
			t.Errorf("%.80q: %q does not name the reason", c.domain, e)
		}
	}
}

// TestLabelErrorOffsets has a label of two bytes between a wide dot of three and an ASCII dot.
func TestLabelErrorOffsets(t *testing.T) {
	_, err := idna.ToASCII2003("\u00FC\uFF0Ea_.b")
	want := idna.LabelError{Reason: idna.NotLDH, Start: 5, End: 7}
	if e, ok := errors.AsType[*idna.LabelError](err); !ok || *e != want {
		t.Errorf("%+v, want %+v", err, want)
	}
}

func TestReasonString(t *testing.T) {
	seen := map[string]idna.Reason{}
	for r := range idna.BidiLTREnd + 2 {
		s := r.String()
		if other, ok := seen[s]; ok || s == "" {
			t.Errorf("reasons %d and %d are both %q", other, r, s)
		}
		seen[s] = r
	}
}

// TestToASCII2003Allocs holds the promise that what is ASCII already comes back as it is.
func TestToASCII2003Allocs(t *testing.T) {
	for _, domain := range []string{"", "a", "WWW.example.com.", strings.Repeat("0123456789.", 99999)} {
		allocs := testing.AllocsPerRun(10, func() {
			if got, err := idna.ToASCII2003(domain); got != domain || err != nil {
				t.Fatalf("%.80q: %.80q, %v", domain, got, err)
			}
		})
		if allocs != 0 {
			t.Errorf("%.80q: %v allocations", domain, allocs)
		}
	}
}

// hostile has domains of ten megabytes; a time quadratic in that would be hours.
var hostile = []struct{ name, unit, tail string }{
	{"one ASCII label", "a", ""},
	{"one label", "\u00FC", ""},
	{"one label of marks", "\u0301\u0316", ""},
	{"one label that vanishes", "\u00AD", "a"},
	{"one label that expands", "\uFDFA", ""},
	{"one label of invalid bytes", "\xE3", ""},
	{"many ASCII labels", "a.", "_"},
	{"many labels", "\u00FC.", "_"},
	{"many labels of reordered marks", "a\u0301\u0316\u3002", ""},
	{"many empty labels", ".", ""},
}

func TestToASCII2003Hostile(t *testing.T) {
	if testing.Short() {
		t.Skip("converts a hundred megabytes")
	}
	for _, c := range hostile {
		domain := strings.Repeat(c.unit, 10<<20/len(c.unit)) + c.tail
		ascii, err := idna.ToASCII2003(domain)
		t.Logf("%s: %d bytes, %v", c.name, len(ascii), err)
	}
}

var asciiDomain = regexp.MustCompile(`^([A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?(\.|$))*$`)

// FuzzToASCII2003 asserts what RFC 3490 4.1 says of every result: it is of labels of 1 to 63 letters, digits and inner
// hyphens, and converting it again changes nothing. A label by itself gives what it gives among others, and an error
// lies inside the domain, on a whole label.
func FuzzToASCII2003(f *testing.F) {
	for _, c := range converted {
		f.Add(c.domain)
	}
	for _, c := range refused {
		f.Add(c.domain)
	}
	f.Fuzz(func(t *testing.T, domain string) {
		got, err := idna.ToASCII2003(domain)
		if e, ok := errors.AsType[*idna.LabelError](err); ok {
			_, again := idna.ToASCII2003(domain[e.Start:e.End] + ".")
			if a, ok := errors.AsType[*idna.LabelError](again); !ok || a.Reason != e.Reason || a.End != e.End-e.Start {
				t.Errorf("%q: %v, but the label alone: %v", domain, err, again)
			}
			return
		}
		if !asciiDomain.MatchString(got) || (got == "") != (domain == "") {
			t.Errorf("%q gives %q", domain, got)
		}
		if again, err := idna.ToASCII2003(got); again != got || err != nil {
			t.Errorf("%q gives %q, which gives %q, %v", domain, got, again, err)
		}
		if again, err := idna.ToASCII2003("\u00FC\uFF0E" + domain); again != "xn--tda."+got || err != nil {
			t.Errorf("%q gives %q, but %q, %v behind another label", domain, got, again, err)
		}
	})
}

func BenchmarkToASCII2003(b *testing.B) {
	for _, c := range []struct{ name, domain string }{
		{"ascii", "www.example.com"},
		{"latin", "www.b\u00FCcher.example"},
		{"capitals", "www.B\u00DCCHER.example"},
		{"chinese", "\u4ED6\u4EEC\u4E3A\u4EC0\u4E48\u4E0D\u8BF4\u4E2D\u6587.example"},
		{"arabic", "\u0644\u064A\u0647\u0645\u0627\u0628\u062A\u0643\u0644\u0645\u0648\u0634\u0639\u0631\u0628\u064A.example"},
		{"decomposed", "www.bu\u0308cher.example"},
	} {
		b.Run(c.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				idna.ToASCII2003(c.domain)
			}
		})
	}
}

package idna_test

import (
	"errors"
	"strings"
	"testing"

	"htmlurl/internal/idna"
)

// living has the flags of the URL Standard's domain parser when it is not strict.
var living = idna.UTS46{CheckBidi: true, CheckJoiners: true}

func isASCII(s string) bool {
	return strings.IndexFunc(s, func(r rune) bool { return r > '\x7F' }) < 0
}

// flags writes the flags of UTS #46 as letters.
func flags(s string) (p idna.UTS46) {
	for _, c := range s {
		switch c {
		case 'H':
			p.CheckHyphens = true
		case 'B':
			p.CheckBidi = true
		case 'J':
			p.CheckJoiners = true
		case 'S':
			p.UseSTD3ASCIIRules = true
		case 'T':
			p.Transitional = true
		case 'D':
			p.VerifyDNSLength = true
		default:
			panic("no flag " + string(c))
		}
	}
	return p
}

const allFlags = "HBJSTD"

// subsets gives all sets of the flags in s.
func subsets(s string) []string {
	if s == "" {
		return []string{""}
	}
	rest := subsets(s[1:])
	all := rest
	for _, r := range rest {
		all = append(all, s[:1]+r)
	}
	return all
}

// accepted has domains with their ASCII and Unicode forms under all sets of flags that have those in with and none of
// those in without, and the clause that asks for it. The Unicode form is the ASCII form where it is empty.
var accepted = []struct{ with, without, domain, ascii, unicode, clause string }{
	{"", "D", "", "", "", "UTS46 4: nothing to do"},
	{"", "", "example.com", "example.com", "", "UTS46 4"},
	{"", "", "EXAMPLE.com", "example.com", "", "UTS46 4 step 1: mapped, in every label"},
	{"", "", "a\u3002b\uFF0Ec\uFF61d.e", "a.b.c.d.e", "", "UTS46 4 step 3 after step 1"},
	{"", "D", "example.com.", "example.com.", "", "UTS46 4.2 step 4: the root label is passed through"},
	{"", "D", "example\u3002", "example.", "", "UTS46 4.2 step 4: the root label is passed through"},
	{"", "D", "a..b", "a..b", "", "UTS46 4.1: no criteria for empty labels"},
	{"", "D", "..\u05D0", "..xn--4db", "..\u05D0", "UTS46 4.1: no criteria for empty labels"},
	{"", "D", "\u00AD.\u00AD", ".", "", "UTS46 4 step 1: ignored, and the labels are empty"},

	{"", "", "B\u00DCCHER", "xn--bcher-kva", "b\u00FCcher", "UTS46 4 step 1: mapped"},
	{"", "", "a\u00ADb\u200Bc\uFE0Fd\u2064", "abcd", "", "UTS46 4 step 1: ignored"},
	{"", "", "\u212A\u2121", "ktel", "", "UTS46 4 step 1: mapped to ASCII"},
	{"", "", "\uFF38\uFF2E\uFF0D\uFF0Dbcher-kva", "xn--bcher-kva", "b\u00FCcher", "UTS46 4 step 4 after step 1"},
	{"", "", "xN--BcHeR-KvA", "xn--bcher-kva", "b\u00FCcher", "UTS46 4 step 4 after step 1"},
	{"", "", "\u2615.\U0001F4A9", "xn--53h.xn--ls8h", "\u2615.\U0001F4A9", "UTS46 5: symbols are valid"},
	{"", "", "\u04C0.\u2132.\u10A0", "xn--s5a.xn--73g.xn--rkj", "\u04CF.\u214E.\u2D00",
		"UTS46 5: capitals that got their small letters after Unicode 3.2"},
	{"", "T", "\u1E9E", "xn--zca", "\u00DF", "UTS46 5: capital sharp s is mapped to sharp s"},
	{"T", "", "\u1E9E", "ss", "", "UTS46 4 step 1: capital sharp s in transitional processing"},
	{"", "T", "fa\u00DF", "xn--fa-hia", "fa\u00DF", "UTS46 4 step 1: deviation"},
	{"T", "", "fa\u00DF", "fass", "", "UTS46 4 step 1: deviation in transitional processing"},
	{"", "", "xn--fa-hia", "xn--fa-hia", "fa\u00DF", "UTS46 4 step 4: always nontransitional after Punycode"},
	{"", "T", "\u03B2\u03CC\u03BB\u03BF\u03C2", "xn--nxasmm1c", "\u03B2\u03CC\u03BB\u03BF\u03C2",
		"UTS46 4 step 1: deviation"},
	{"T", "", "\u03B2\u03CC\u03BB\u03BF\u03C2", "xn--nxasmq6b", "\u03B2\u03CC\u03BB\u03BF\u03C3",
		"UTS46 4 step 1: deviation in transitional processing"},
	{"", "", "xn--nxasmm1c", "xn--nxasmm1c", "\u03B2\u03CC\u03BB\u03BF\u03C2",
		"UTS46 4 step 4: always nontransitional after Punycode"},
	{"T", "", "a\u200Cb\u200Dc", "abc", "", "UTS46 4 step 1: deviation in transitional processing"},
	{"", "TJ", "a\u200Cb\u200Dc", "xn--abc-9m0ag", "a\u200Cb\u200Dc", "UTS46 4.1 criterion 8 only with CheckJoiners"},
	{"T", "J", "xn--abc-9m0ag", "xn--abc-9m0ag", "a\u200Cb\u200Dc",
		"UTS46 4.1 criterion 7: always nontransitional after Punycode"},

	{"", "", "bu\u0308cher", "xn--bcher-kva", "b\u00FCcher", "UTS46 4 step 2"},
	{"", "", "\u1E9B\u0323", "xn--1ig", "\u1E69", "UTS46 4 step 2 after step 1"},
	{"", "", "a\u00AD\u0301", "xn--1ca", "\u00E1", "UTS46 4 step 2 after step 1"},
	{"", "", "a\u0323\u0302.e\u0302\u0323", "xn--zkg.xn--qlg", "\u1EAD.\u1EC7", "UAX 15: order and composition"},
	{"", "", "\u1100\u1161\u11A8.\uAC00\u11A8", "xn--p39a.xn--p39a", "\uAC01.\uAC01", "UAX 15: Hangul"},
	{"", "", "\u0958", "xn--11b2f", "\u0915\u093C", "UAX 15: composition exclusions"},
	{"", "", "\U00011099\U000110BA", "xn--i40d", "\U0001109A", "UAX 15: beyond the first plane"},
	{"", "", "\U000105D2\u0307", "xn--ev8c", "\U000105C9", "Unicode 16: a composite of two planes"},
	{"", "", "\U00016D67\U00016D67", "xn--bj0f", "\U00016D68", "Unicode 16: a composite of letters"},
	{"", "", "\U00011384\U000113BB", "xn--uq1d", "\U00011385", "Unicode 16: a composite of Tulu-Tigalari"},
	{"", "D", "a" + strings.Repeat("\u0301", 31) + "\u0323", "xn--lsa" + strings.Repeat("a", 30) + "7837t",
		"\u1EA1" + strings.Repeat("\u0301", 31), "UAX 15: no U+034F in long runs of marks"},

	{"", "S", "a_b", "a_b", "", "UTS46 4.1 criterion 7 only with UseSTD3ASCIIRules"},
	{"", "S", "a b%*\x00\x7F", "a b%*\x00\x7F", "", "UTS46 4.1 criterion 7 only with UseSTD3ASCIIRules"},
	{"", "S", "\u2477.\u3000", "(4). ", "", "UTS46 5: mapped to ASCII"},
	{"", "", "\u2260.\u226E.\u226F", "xn--1ch.xn--gdh.xn--hdh", "\u2260.\u226E.\u226F",
		"UTS46 5: valid, with UseSTD3ASCIIRules too since Unicode 16"},
	{"", "", "=\u0338.<\u0338.\uFF1E\u0338", "xn--1ch.xn--gdh.xn--hdh", "\u2260.\u226E.\u226F",
		"UTS46 4.1 criterion 7 after 4 step 2"},
	{"", "", "xn--1ch", "xn--1ch", "\u2260", "UTS46 4.1 criterion 7"},

	{"", "H", "ab--c", "ab--c", "", "UTS46 4.1 criterion 2 only with CheckHyphens"},
	{"", "H", "-a.b-.-", "-a.b-.-", "", "UTS46 4.1 criterion 3 only with CheckHyphens"},
	{"", "H", "\u00FC\u00FC--", "xn-----wkaa", "\u00FC\u00FC--", "UTS46 4.1 criteria 2 and 3 only with CheckHyphens"},
	{"", "", "a--b.abc--d", "a--b.abc--d", "", "UTS46 4.1 criterion 2: hyphens elsewhere"},
	{"", "", "\u00FC--b", "xn----b-goa", "\u00FC--b", "UTS46 4.1 criterion 2 is about code points"},

	{"", "T", "\u0915\u094D\u200D\u0937", "xn--11b2ezcw70k", "\u0915\u094D\u200D\u0937", "RFC 5892 A.2"},
	{"", "T", "\u0915\u094D\u200C\u0937", "xn--11b2ezcs70k", "\u0915\u094D\u200C\u0937", "RFC 5892 A.1: after a virama"},
	{"", "T", "\u0646\u0627\u0645\u0647\u200C\u0627\u06CC", "xn--mgba3gch31f060k",
		"\u0646\u0627\u0645\u0647\u200C\u0627\u06CC", "RFC 5892 A.1: letters that join"},
	{"", "T", "\u0628\u064B\u0650\u200C\u064B\u0628", "xn--ngba8hay2460b", "\u0628\u064B\u0650\u200C\u064B\u0628",
		"RFC 5892 A.1: letters that join, with transparent marks"},

	{"", "", "\u05D01", "xn--1-zhc", "\u05D01", "RFC 5893 2 rule 3: a digit"},
	{"", "", "\u0627\u0661", "xn--mgb0j", "\u0627\u0661", "RFC 5893 2 rule 3: an Arabic digit"},
	{"", "", "\u05D0\u05B0", "xn--7cb7d", "\u05D0\u05B0", "RFC 5893 2 rule 3: a mark behind"},
	{"", "", "a1.\u05D0", "a1.xn--4db", "a1.\u05D0", "RFC 5893 2 rule 6: a digit"},
	{"", "", "\u00E1b\u0301.\u05D0", "xn--b-tfa74n.xn--4db", "\u00E1b\u0301.\u05D0", "RFC 5893 2 rule 6: a mark behind"},
	{"", "", "1a.2", "1a.2", "", "RFC 5893 1.4: not a Bidi domain name"},
	{"", "B", "1.\u05D0", "1.xn--4db", "1.\u05D0", "UTS46 4.1 criterion 9 only with CheckBidi"},
	{"", "B", "a\u05D0", "xn--a-0hc", "a\u05D0", "UTS46 4.1 criterion 9 only with CheckBidi"},

	{"", "", strings.Repeat("a", 63), strings.Repeat("a", 63), "", "UTS46 4.2 step 4.2"},
	{"", "D", strings.Repeat("a", 64), strings.Repeat("a", 64), "", "UTS46 4.2 step 4.2 only with VerifyDNSLength"},
	{"", "", strings.Repeat("\u00FC", 57), "xn--td" + strings.Repeat("a", 57), strings.Repeat("\u00FC", 57),
		"UTS46 4.2 step 4.2"},
	{"", "D", strings.Repeat("\u00FC", 63), "xn--td" + strings.Repeat("a", 63), strings.Repeat("\u00FC", 63),
		"UTS46 4.2 step 4.2 only with VerifyDNSLength"},
	{"", "", strings.Repeat("a.", 126) + "a", strings.Repeat("a.", 126) + "a", "", "UTS46 4.2 step 4.1"},
	{"", "D", strings.Repeat("a.", 127) + "a", strings.Repeat("a.", 127) + "a", "",
		"UTS46 4.2 step 4.1 only with VerifyDNSLength"},
}

// applies tells whether a set of flags has those in with and none of those in without.
func applies(set, with, without string) bool {
	for _, f := range with {
		if !strings.ContainsRune(set, f) {
			return false
		}
	}
	return !strings.ContainsAny(set, without)
}

func TestUTS46(t *testing.T) {
	for _, c := range accepted {
		unicode := c.unicode
		if unicode == "" {
			unicode = c.ascii
		}
		for _, set := range subsets(allFlags) {
			if !applies(set, c.with, c.without) {
				continue
			}
			if got, err := flags(set).ToASCII(c.domain); got != c.ascii || err != nil {
				t.Errorf("%+.80q, flags %q: %q, %v; want %q: %s", c.domain, set, got, err, c.ascii, c.clause)
			}
			if got, err := flags(set).ToUnicode(c.domain); got != unicode || err != nil {
				t.Errorf("%+.80q, flags %q: %+q, %v; want %+q: %s", c.domain, set, got, err, unicode, c.clause)
			}
		}
	}
}

// wrong has domains that have no ASCII form under all sets of flags that have those in with and none of those in
// without: the label that is wrong, the reason, what ToUnicode gives, and the clause that asks for it.
var wrong = []struct {
	with, without, domain, label string
	reason                       idna.Reason
	unicode, clause              string
}{
	{"", "", "a.xn--\u00FC", "xn--\u00FC", idna.ACEPrefix, "a.xn--\u00FC", "UTS46 4 step 4: non-ASCII behind the prefix"},
	{"", "", "\uFF58N\u00AD--\u00FC.b", "\uFF58N\u00AD--\u00FC", idna.ACEPrefix, "xn--\u00FC.b",
		"UTS46 4 step 4: non-ASCII behind the prefix, after step 1"},
	{"", "", "a.XN--", "XN--", idna.DecodesToASCII, "a.", "UTS46 4 step 4: nothing behind the prefix"},
	{"", "", "xn--abc-", "xn--abc-", idna.DecodesToASCII, "abc", "UTS46 4 step 4: only ASCII"},
	{"", "", "xn----", "xn----", idna.DecodesToASCII, "-", "UTS46 4 step 4: only ASCII"},
	{"", "", "xn---", "xn---", idna.BadPunycode, "xn---", "RFC 3492 6.2: a delimiter is no digit"},
	{"", "", "xn--0", "xn--0", idna.BadPunycode, "xn--0", "RFC 3492 6.2: an integer without end"},
	{"", "", "xn--_", "xn--_", idna.BadPunycode, "xn--_", "RFC 3492 6.2: no digit"},
	{"", "", "xn--99999999a", "xn--99999999a", idna.BadPunycode, "xn--99999999a", "RFC 3492 6.2: beyond U+10FFFF"},
	{"", "", "xn--" + strings.Repeat("9", 99), "xn--" + strings.Repeat("9", 99), idna.BadPunycode,
		"xn--" + strings.Repeat("9", 99), "RFC 3492 6.4: overflow"},
	{"", "", "xn--ib9b", "xn--ib9b", idna.BadPunycode, "xn--ib9b", "RFC 3492 6.2: U+D800"},

	{"", "", "xn--u-ccb.b", "xn--u-ccb", idna.NotNFC, "u\u0308.b", "UTS46 4.1 criterion 1"},
	{"", "", "xn--=-2eb", "xn--=-2eb", idna.NotNFC, "=\u0338", "UTS46 4.1 criterion 1"},
	{"", "", "xn--y3b", "xn--y3b", idna.NotNFC, "\u0958", "UTS46 4.1 criterion 1: composition exclusions"},

	{"H", "", "b.ab--c", "ab--c", idna.Hyphens34, "b.ab--c", "UTS46 4.1 criterion 2"},
	{"H", "", "ab--", "ab--", idna.Hyphens34, "ab--", "UTS46 4.1 criterion 2 comes before 3"},
	{"H", "", "\u00FC\u4E2D--b", "\u00FC\u4E2D--b", idna.Hyphens34, "\u00FC\u4E2D--b",
		"UTS46 4.1 criterion 2 is about code points"},
	{"H", "", "a---", "a---", idna.Hyphens34, "a---", "UTS46 4.1 criterion 2"},
	{"H", "", "-a", "-a", idna.HyphenAtEdge, "-a", "UTS46 4.1 criterion 3"},
	{"H", "", "b.a-\u00AD", "a-\u00AD", idna.HyphenAtEdge, "b.a-", "UTS46 4.1 criterion 3 after 4 step 1"},
	{"H", "", "-", "-", idna.HyphenAtEdge, "-", "UTS46 4.1 criterion 3"},
	{"", "H", "xn--xn---epa.b", "xn--xn---epa", idna.DoubleACE, "xn--\u00E9.b", "UTS46 4.1 criterion 4"},
	{"H", "", "xn--xn---epa", "xn--xn---epa", idna.Hyphens34, "xn--\u00E9", "UTS46 4.1 criterion 2"},

	{"", "", "\u0301a.b", "\u0301a", idna.LeadingMark, "\u0301a.b", "UTS46 4.1 criterion 6: Mn"},
	{"", "", "b.\u0903", "\u0903", idna.LeadingMark, "b.\u0903", "UTS46 4.1 criterion 6: Mc"},
	{"", "", "\u20DD", "\u20DD", idna.LeadingMark, "\u20DD", "UTS46 4.1 criterion 6: Me"},
	{"", "", "\u00AD\u0301", "\u00AD\u0301", idna.LeadingMark, "\u0301", "UTS46 4.1 criterion 6 after 4 step 1"},
	{"", "", "xn--lsa", "xn--lsa", idna.LeadingMark, "\u0301", "UTS46 4.1 criterion 6 after Punycode"},

	{"", "", "a.\u0080b", "\u0080b", idna.Prohibited, "a.\u0080b", "UTS46 4.1 criterion 7: disallowed"},
	{"", "", "\uE000", "\uE000", idna.Prohibited, "\uE000", "UTS46 4.1 criterion 7: disallowed"},
	{"", "", "\u2FF0.\u0378", "\u2FF0", idna.Prohibited, "\u2FF0.\u0378", "UTS46 4.1 criterion 7: the first label"},
	{"", "", "a\xFFb.c", "a\xFFb", idna.Prohibited, "a\uFFFDb.c", "UTS46 4.1 criterion 7: invalid UTF-8"},
	{"", "", "b.\xED\xA0\x80", "\xED\xA0\x80", idna.Prohibited, "b.\uFFFD\uFFFD\uFFFD",
		"UTS46 4.1 criterion 7: invalid UTF-8"},
	{"", "", "xn--a", "xn--a", idna.Prohibited, "\u0080", "UTS46 4.1 criterion 7: disallowed"},
	{"", "", "xn--8i7caa", "xn--8i7caa", idna.Prohibited, "\uFF57\uFF57\uFF57", "UTS46 4.1 criterion 7: mapped"},
	{"S", "", "b.a_b", "a_b", idna.NotLDH, "b.a_b", "UTS46 4.1 criterion 7 with UseSTD3ASCIIRules"},
	{"S", "", "a b", "a b", idna.NotLDH, "a b", "UTS46 4.1 criterion 7 with UseSTD3ASCIIRules"},
	{"S", "", "\u00FC\x7F", "\u00FC\x7F", idna.NotLDH, "\u00FC\x7F", "UTS46 4.1 criterion 7 with UseSTD3ASCIIRules"},
	{"S", "", "\u2477", "\u2477", idna.NotLDH, "(4)", "UTS46 4.1 criterion 7 after 4 step 1"},
	{"S", "", "xn--_-eha", "xn--_-eha", idna.NotLDH, "_\u00FC", "UTS46 4.1 criterion 7 after Punycode"},

	{"J", "T", "a\u200Cb", "a\u200Cb", idna.NonJoiner, "a\u200Cb", "RFC 5892 A.1"},
	{"J", "T", "\u200C", "\u200C", idna.NonJoiner, "\u200C", "RFC 5892 A.1: nothing before"},
	{"J", "T", "\u0628\u200C", "\u0628\u200C", idna.NonJoiner, "\u0628\u200C", "RFC 5892 A.1: nothing behind"},
	{"J", "T", "\u0628\u064B\u200C\u064B", "\u0628\u064B\u200C\u064B", idna.NonJoiner, "\u0628\u064B\u200C\u064B",
		"RFC 5892 A.1: nothing behind but marks"},
	{"J", "T", "\u0627\u200C\u0628", "\u0627\u200C\u0628", idna.NonJoiner, "\u0627\u200C\u0628",
		"RFC 5892 A.1: a right-joining letter before"},
	{"J", "T", "\u0628\u200C\u200C\u0628", "\u0628\u200C\u200C\u0628", idna.NonJoiner, "\u0628\u200C\u200C\u0628",
		"RFC 5892 A.1: a non-joiner does not join"},
	{"J", "T", "a\u200Db.c", "a\u200Db", idna.Joiner, "a\u200Db.c", "RFC 5892 A.2"},
	{"J", "T", "\u200D", "\u200D", idna.Joiner, "\u200D", "RFC 5892 A.2: nothing before"},
	{"J", "T", "\u0628\u200D\u0628", "\u0628\u200D\u0628", idna.Joiner, "\u0628\u200D\u0628", "RFC 5892 A.2"},
	{"J", "T", "\u0915\u094D\u0301\u200D", "\u0915\u094D\u0301\u200D", idna.Joiner, "\u0915\u094D\u0301\u200D",
		"RFC 5892 A.2: a virama not just before"},
	{"JT", "", "xn--abc-9m0ag", "xn--abc-9m0ag", idna.NonJoiner, "a\u200Cb\u200Dc",
		"UTS46 4 step 4: joiners in Punycode are not mapped"},

	{"B", "", "\u05D0.1", "1", idna.BidiFirst, "\u05D0.1", "RFC 5893 2 rule 1"},
	{"B", "", "1a.xn--4db", "1a", idna.BidiFirst, "1a.\u05D0", "RFC 5893 2 rule 1: the later label is of the domain"},
	{"B", "", "\u0661", "\u0661", idna.BidiFirst, "\u0661", "RFC 5893 1.4: Arabic digits make a Bidi domain name"},
	{"B", "", "\u05D0a\u05D0", "\u05D0a\u05D0", idna.BidiRTL, "\u05D0a\u05D0", "RFC 5893 2 rule 2"},
	{"B", "HS", "\u05D0-", "\u05D0-", idna.BidiRTLEnd, "\u05D0-", "RFC 5893 2 rule 3"},
	{"B", "S", "\u05D0!\u05B0", "\u05D0!\u05B0", idna.BidiRTLEnd, "\u05D0!\u05B0", "RFC 5893 2 rule 3: a mark behind"},
	{"B", "", "\u06271\u0661", "\u06271\u0661", idna.BidiNumbers, "\u06271\u0661", "RFC 5893 2 rule 4"},
	{"B", "", "a\u05D0b", "a\u05D0b", idna.BidiLTR, "a\u05D0b", "RFC 5893 2 rule 5"},
	{"B", "H", "a-.\u05D0", "a-", idna.BidiLTREnd, "a-.\u05D0", "RFC 5893 2 rule 6"},
	{"B", "", "1.\u05D0.\u0301", "\u0301", idna.LeadingMark, "1.\u05D0.\u0301", "UTS46 4.1 criterion 9 comes last"},
}

// tooLong has domains that ToASCII refuses with VerifyDNSLength only, and ToUnicode never does.
var tooLong = []struct {
	domain, label string
	reason        idna.Reason
}{
	{"", "", idna.EmptyLabel},
	{".", "", idna.EmptyLabel},
	{"a..b", "", idna.EmptyLabel},
	{"a.b.", "", idna.EmptyLabel},
	{"a.\u00AD\u3002b", "\u00AD", idna.EmptyLabel},
	{"a." + strings.Repeat("b", 64), strings.Repeat("b", 64), idna.LabelTooLong},
	{strings.Repeat("\u00FC", 58) + ".a", strings.Repeat("\u00FC", 58), idna.LabelTooLong},
	{strings.Repeat("A.", 127), "", idna.EmptyLabel},
	{strings.Repeat("a.", 126) + "aa", strings.Repeat("a.", 126) + "aa", idna.DomainTooLong},
	{strings.Repeat("\u00FC.", 32), strings.Repeat("\u00FC.", 32), idna.DomainTooLong},
}

func TestUTS46Errors(t *testing.T) {
	check := func(domain, set string, err error, label string, reason idna.Reason, clause string) {
		t.Helper()
		e, ok := errors.AsType[*idna.LabelError](err)
		if !ok || e.Reason != reason || domain[e.Start:e.End] != label {
			t.Errorf("%+.80q, flags %q: %v; want %v in %+.80q: %s", domain, set, err, reason, label, clause)
		}
	}
	for _, c := range wrong {
		for _, set := range subsets(allFlags) {
			if !applies(set, c.with, c.without) {
				continue
			}
			got, err := flags(set).ToASCII(c.domain)
			check(c.domain, set, err, c.label, c.reason, c.clause)
			if got != "" {
				t.Errorf("%+.80q, flags %q: %q with an error", c.domain, set, got)
			}
			got, err = flags(set).ToUnicode(c.domain)
			check(c.domain, set, err, c.label, c.reason, c.clause)
			if got != c.unicode {
				t.Errorf("%+.80q, flags %q: %+q, want %+q: %s", c.domain, set, got, c.unicode, c.clause)
			}
		}
	}
	for _, c := range tooLong {
		_, err := flags("D").ToASCII(c.domain)
		check(c.domain, "D", err, c.label, c.reason, "UTS46 4.2 step 4")
		if _, err := flags("").ToASCII(c.domain); err != nil {
			t.Errorf("%+.80q: %v without VerifyDNSLength", c.domain, err)
		}
		if _, err := flags("D").ToUnicode(c.domain); err != nil {
			t.Errorf("%+.80q: %v from ToUnicode", c.domain, err)
		}
	}
}

// TestUTS46Offsets has labels between wide and narrow dots.
func TestUTS46Offsets(t *testing.T) {
	for _, c := range []struct {
		domain string
		want   idna.LabelError
	}{
		{"\u00FC\uFF0Ea_.b", idna.LabelError{Reason: idna.NotLDH, Start: 5, End: 7}},
		{"\u05D0\uFF0E\uFF11a.b", idna.LabelError{Reason: idna.BidiFirst, Start: 5, End: 9}},
		{"\u05D0\uFF0E\u00AD.b", idna.LabelError{Reason: idna.EmptyLabel, Start: 5, End: 7}},
		{"\u05D0\uFF0E", idna.LabelError{Reason: idna.EmptyLabel, Start: 5, End: 5}},
	} {
		_, err := flags(strings.ReplaceAll(allFlags, "T", "")).ToASCII(c.domain)
		if e, ok := errors.AsType[*idna.LabelError](err); !ok || *e != c.want {
			t.Errorf("%+q: %+v, want %+v", c.domain, err, c.want)
		}
	}
}

func TestUTS46Allocs(t *testing.T) {
	for _, c := range []struct {
		domain string
		want   float64
	}{
		{"", 0},
		{"www.example.com.", 0},
		{"r3---sn-5hne6nsz.example_.com", 0},
		{strings.Repeat("0123456789.", 99999), 0},
		{"WWW.Example.com", 1},
		{"b\u00FCcher.example", 1},
		{"bu\u0308cher.example", 1},
		{"\u4ED6\u4EEC\u4E3A\u4EC0\u4E48\u4E0D\u8BF4\u4E2D\u6587.example", 1},
		{"xn--bcher-kva.example", 1},
	} {
		allocs := testing.AllocsPerRun(10, func() {
			if _, err := living.ToASCII(c.domain); err != nil {
				t.Fatalf("%.80q: %v", c.domain, err)
			}
		})
		if allocs > c.want {
			t.Errorf("%.80q: %v allocations, want %v", c.domain, allocs, c.want)
		}
	}
}

func TestUTS46Hostile(t *testing.T) {
	if testing.Short() {
		t.Skip("converts a hundred megabytes")
	}
	const size = 1 << 20
	type domain struct{ name, text string }
	all := []domain{
		{"all characters", distinct(size, 1)},
		{"all characters, backwards", distinct(size, -1)},
		{"Punycode of one character", "xn--" + strings.Repeat("a", size)},
		{"Punycode of many characters", punycodeOf(distinct(size, 1))},
		{"Punycode of many characters, backwards", punycodeOf(distinct(size, -1))},
		{"Punycode without end", "xn--" + strings.Repeat("9", size)},
		{"Punycode of ASCII", "xn--" + strings.Repeat("a", size) + "-"},
		{"Punycode at random", "xn--" + junk(size)},
		{"many labels of Punycode", strings.Repeat("xn--tda.", size/8)},
		{"joiners", strings.Repeat("\u0628\u064B\u200C", size/6)},
		{"marks and joiners", "\u0628" + strings.Repeat("\u064B", size/2) + "\u200C\u0628"},
		{"right to left", strings.Repeat("\u05D0.", size/3) + "1"},
	}
	for _, c := range hostile {
		all = append(all, domain{c.name, strings.Repeat(c.unit, size/len(c.unit)) + c.tail})
	}
	for _, c := range all {
		ascii, err := living.ToASCII(c.text)
		_, _ = living.ToUnicode(c.text)
		t.Logf("%s: %d bytes, %v", c.name, len(ascii), err)
	}
}

// distinct gives about size bytes of valid characters that differ as long as there are new ones.
func distinct(size, step int) string {
	var b strings.Builder
	for b.Len() < size {
		for i, r := 0, rune(0x4E00); i < 0x5000; i++ {
			b.WriteRune(r + rune((i*step+0x5000)%0x5000))
		}
	}
	return b.String()[:size/3*3]
}

func punycodeOf(label string) string {
	ascii, err := living.ToASCII(label)
	if err != nil {
		panic(err)
	}
	return ascii
}

// junk gives digits of Punycode.
func junk(size int) string {
	b := make([]byte, size)
	seed := uint32(1)
	for i := range b {
		seed = seed*1664525 + 1013904223
		b[i] = "abcdefghijklmnopqrstuvwxyz0123456789"[seed>>16%36]
	}
	return string(b)
}

// FuzzToASCII46 asserts of every set of flags: the ASCII form is ASCII without capitals; it is its own ASCII form, and
// has the domain's Unicode form; that is its own Unicode form. An error lies inside the domain.
func FuzzToASCII46(f *testing.F) {
	for i, c := range accepted {
		f.Add(c.domain, uint8(i))
	}
	for i, c := range wrong {
		f.Add(c.domain, uint8(i))
	}
	for i, c := range tooLong {
		f.Add(c.domain, uint8(i))
	}
	sets := subsets(allFlags)
	f.Fuzz(func(t *testing.T, domain string, n uint8) {
		set := sets[int(n)%len(sets)]
		p := flags(set)
		ascii, err := p.ToASCII(domain)
		unicode, errUnicode := p.ToUnicode(domain)
		if e, ok := errors.AsType[*idna.LabelError](err); ok {
			if e.Start < 0 || e.Start > e.End || e.End > len(domain) || e.Reason == 0 || ascii != "" {
				t.Errorf("%+q, flags %q: %q, %+v", domain, set, ascii, e)
			}
			if lengths := e.Reason == idna.EmptyLabel || e.Reason == idna.LabelTooLong || e.Reason == idna.DomainTooLong; lengths {
				err = nil
			}
			if errUnicode != nil && errUnicode.Error() != e.Error() || (err == nil) != (errUnicode == nil) {
				t.Errorf("%+q, flags %q: %v, but %v from ToUnicode", domain, set, e, errUnicode)
			}
			return
		}
		if !isASCII(ascii) || strings.ToLower(ascii) != ascii {
			t.Errorf("%+q, flags %q: %+q", domain, set, ascii)
		}
		p.Transitional = false // what ToASCII gives has no deviation but in Punycode
		if again, err := p.ToASCII(ascii); again != ascii || err != nil {
			t.Errorf("%+q, flags %q: %q, then %q, %v", domain, set, ascii, again, err)
		}
		if again, err := p.ToUnicode(ascii); again != unicode || err != nil || errUnicode != nil {
			t.Errorf("%+q, flags %q: %+q, %v, but %+q, %v from %q", domain, set, unicode, errUnicode, again, err, ascii)
		}
		if again, err := p.ToUnicode(unicode); again != unicode || err != nil {
			t.Errorf("%+q, flags %q: %+q, then %+q, %v", domain, set, unicode, again, err)
		}
	})
}

func BenchmarkToASCII46(b *testing.B) {
	for _, c := range []struct{ name, domain string }{
		{"ascii", "www.example.com"},
		{"hyphens", "r3---sn-5hne6nsz.example.com"},
		{"upper case", "WWW.EXAMPLE.COM"},
		{"latin", "www.b\u00FCcher.example"},
		{"capitals", "www.B\u00DCCHER.example"},
		{"chinese", "\u4ED6\u4EEC\u4E3A\u4EC0\u4E48\u4E0D\u8BF4\u4E2D\u6587.example"},
		{"arabic", "\u0644\u064A\u0647\u0645\u0627\u0628\u062A\u0643\u0644\u0645\u0648\u0634\u0639\u0631\u0628\u064A.example"},
		{"decomposed", "www.bu\u0308cher.example"},
		{"punycode", "www.xn--bcher-kva.example"},
	} {
		b.Run(c.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				_, _ = living.ToASCII(c.domain)
			}
		})
	}
}

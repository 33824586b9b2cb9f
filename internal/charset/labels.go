package charset

import (
	"strings"
	"sync"
)

// labels lists the labels of each encoding, separated by spaces.
//
// Spec: https://encoding.spec.whatwg.org/#names-and-labels
var labels = [numEncodings]string{
	UTF8:   "utf-8 utf8 unicode-1-1-utf-8 unicode11utf8 unicode20utf8 x-unicode20utf8",
	IBM866: "ibm866 866 cp866 csibm866",
	ISO8859_2: "iso-8859-2 iso8859-2 iso88592 iso_8859-2 iso_8859-2:1987 iso-ir-101 csisolatin2 " +
		"l2 latin2",
	ISO8859_3: "iso-8859-3 iso8859-3 iso88593 iso_8859-3 iso_8859-3:1988 iso-ir-109 csisolatin3 " +
		"l3 latin3",
	ISO8859_4: "iso-8859-4 iso8859-4 iso88594 iso_8859-4 iso_8859-4:1988 iso-ir-110 csisolatin4 " +
		"l4 latin4",
	ISO8859_5: "iso-8859-5 iso8859-5 iso88595 iso_8859-5 iso_8859-5:1988 iso-ir-144 " +
		"csisolatincyrillic cyrillic",
	ISO8859_6: "iso-8859-6 iso8859-6 iso88596 iso_8859-6 iso_8859-6:1987 iso-ir-127 " +
		"csisolatinarabic arabic asmo-708 ecma-114 " +
		"iso-8859-6-e iso-8859-6-i csiso88596e csiso88596i",
	ISO8859_7: "iso-8859-7 iso8859-7 iso88597 iso_8859-7 iso_8859-7:1987 iso-ir-126 " +
		"csisolatingreek greek greek8 ecma-118 elot_928 sun_eu_greek",
	ISO8859_8: "iso-8859-8 iso8859-8 iso88598 iso_8859-8 iso_8859-8:1988 iso-ir-138 " +
		"csisolatinhebrew hebrew visual iso-8859-8-e csiso88598e",
	ISO8859_8I: "iso-8859-8-i csiso88598i logical",
	ISO8859_10: "iso-8859-10 iso8859-10 iso885910 iso-ir-157 csisolatin6 l6 latin6",
	ISO8859_13: "iso-8859-13 iso8859-13 iso885913",
	ISO8859_14: "iso-8859-14 iso8859-14 iso885914",
	ISO8859_15: "iso-8859-15 iso8859-15 iso885915 iso_8859-15 csisolatin9 l9",
	ISO8859_16: "iso-8859-16",
	KOI8R:      "koi8-r koi8_r koi8 koi cskoi8r",
	KOI8U:      "koi8-u koi8-ru",
	Macintosh:  "macintosh mac csmacintosh x-mac-roman",
	Windows874: "windows-874 dos-874 tis-620 iso-8859-11 iso8859-11 iso885911",

	Windows1250: "windows-1250 cp1250 x-cp1250",
	Windows1251: "windows-1251 cp1251 x-cp1251",
	Windows1252: "windows-1252 cp1252 x-cp1252 ansi_x3.4-1968 ascii us-ascii cp819 ibm819 " +
		"iso-8859-1 iso8859-1 iso88591 iso_8859-1 iso_8859-1:1987 iso-ir-100 csisolatin1 l1 latin1",
	Windows1253: "windows-1253 cp1253 x-cp1253",
	Windows1254: "windows-1254 cp1254 x-cp1254 " +
		"iso-8859-9 iso8859-9 iso88599 iso_8859-9 iso_8859-9:1989 iso-ir-148 csisolatin5 l5 latin5",
	Windows1255:  "windows-1255 cp1255 x-cp1255",
	Windows1256:  "windows-1256 cp1256 x-cp1256",
	Windows1257:  "windows-1257 cp1257 x-cp1257",
	Windows1258:  "windows-1258 cp1258 x-cp1258",
	XMacCyrillic: "x-mac-cyrillic x-mac-ukrainian",

	GBK:       "gbk x-gbk chinese gb2312 gb_2312 gb_2312-80 csgb2312 csiso58gb231280 iso-ir-58",
	GB18030:   "gb18030",
	Big5:      "big5 big5-hkscs cn-big5 csbig5 x-x-big5",
	EUCJP:     "euc-jp x-euc-jp cseucpkdfmtjapanese",
	ISO2022JP: "iso-2022-jp csiso2022jp",
	ShiftJIS:  "shift_jis shift-jis sjis x-sjis csshiftjis ms932 ms_kanji windows-31j",
	EUCKR: "euc-kr cseuckr korean windows-949 iso-ir-149 csksc56011987 " +
		"ks_c_5601-1987 ks_c_5601-1989 ksc5601 ksc_5601",

	Replacement:  "replacement csiso2022kr hz-gb-2312 iso-2022-cn iso-2022-cn-ext iso-2022-kr",
	UTF16BE:      "utf-16be unicodefffe",
	UTF16LE:      "utf-16le utf-16 unicode unicodefeff csunicode iso-10646-ucs-2 ucs-2",
	XUserDefined: "x-user-defined",
}

// maxLabel is at least the length of the longest label, "cseucpkdfmtjapanese".
const maxLabel = 24

var byLabel = sync.OnceValue(func() map[string]Encoding {
	m := make(map[string]Encoding, 256)
	for e, list := range labels {
		for label := range strings.FieldsSeq(list) {
			m[label] = Encoding(e)
		}
	}
	return m
})

// Lookup returns the encoding that a label stands for, and whether there is one. ASCII whitespace around the label
// and the case of ASCII letters do not matter; no other folding is done. It does not allocate.
//
// Spec: https://encoding.spec.whatwg.org/#concept-encoding-get
func Lookup(label string) (Encoding, bool) {
	return lookup(label)
}

func lookup[T string | []byte](label T) (Encoding, bool) {
	for len(label) > 0 && isSpace(label[0]) {
		label = label[1:]
	}
	for len(label) > 0 && isSpace(label[len(label)-1]) {
		label = label[:len(label)-1]
	}
	if len(label) > maxLabel {
		return UTF8, false
	}
	var buf [maxLabel]byte
	for i := range len(label) {
		buf[i] = lower(label[i])
	}
	e, ok := byLabel()[string(buf[:len(label)])]
	return e, ok
}

// isSpace reports ASCII whitespace: tab, LF, FF, CR and space.
func isSpace(b byte) bool {
	return b == ' ' || b == '\n' || b == '\t' || b == '\r' || b == '\f'
}

func lower(b byte) byte {
	if 'A' <= b && b <= 'Z' {
		b += 'a' - 'A'
	}
	return b
}

// equalFold reports whether s is the lower-case word, whatever the case of its ASCII letters.
func equalFold[T string | []byte](s T, word string) bool {
	if len(s) != len(word) {
		return false
	}
	for i := range len(s) {
		if lower(s[i]) != word[i] {
			return false
		}
	}
	return true
}

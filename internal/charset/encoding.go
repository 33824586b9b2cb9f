// Package charset knows the encodings of the web: their labels, how a page says which one it is in, and what bytes
// a string has in each of them.
//
// The encoders are the ones of the Encoding Standard, byte for byte, because the query of a URL shows them: a link in
// a Shift_JIS page carries Shift_JIS bytes. The decoders are the standard's too, so that a stray lead byte never
// swallows the quote that ends an attribute. Only the code point tables are borrowed from golang.org/x/text.
//
// A map of the files: encoding.go names the encodings and labels.go finds them. sniff.go finds the encoding of a page,
// with the help of contenttype.go, xmldecl.go, meta.go and tags.go. decode.go and encode.go are the two directions; what
// they need of each family is in singlebyte.go, jis.go, iso2022jp.go, chinese.go and korean.go, on the tables of
// index.go. offsets.go finds the bytes that a decoded character came from, and splice.go puts others in their place.
// reader.go does what sniff.go and decode.go do, for a page that is not kept.
//
// Everything here is safe for concurrent use, except that an [Encoder] and a [Reader] belong to one goroutine.
package charset

// Encoding is one of the encodings of the Encoding Standard. The zero value is UTF-8. Values are comparable.
//
// Spec: https://encoding.spec.whatwg.org/#names-and-labels
type Encoding uint8

// The encodings, in the order of the standard's table.
const (
	UTF8 Encoding = iota
	IBM866
	ISO8859_2
	ISO8859_3
	ISO8859_4
	ISO8859_5
	ISO8859_6
	ISO8859_7
	ISO8859_8
	ISO8859_8I
	ISO8859_10
	ISO8859_13
	ISO8859_14
	ISO8859_15
	ISO8859_16
	KOI8R
	KOI8U
	Macintosh
	Windows874
	Windows1250
	Windows1251
	Windows1252
	Windows1253
	Windows1254
	Windows1255
	Windows1256
	Windows1257
	Windows1258
	XMacCyrillic
	GBK
	GB18030
	Big5
	EUCJP
	ISO2022JP
	ShiftJIS
	EUCKR
	Replacement
	UTF16BE
	UTF16LE
	XUserDefined

	numEncodings = iota
)

var names = [numEncodings]string{
	UTF8:         "UTF-8",
	IBM866:       "IBM866",
	ISO8859_2:    "ISO-8859-2",
	ISO8859_3:    "ISO-8859-3",
	ISO8859_4:    "ISO-8859-4",
	ISO8859_5:    "ISO-8859-5",
	ISO8859_6:    "ISO-8859-6",
	ISO8859_7:    "ISO-8859-7",
	ISO8859_8:    "ISO-8859-8",
	ISO8859_8I:   "ISO-8859-8-I",
	ISO8859_10:   "ISO-8859-10",
	ISO8859_13:   "ISO-8859-13",
	ISO8859_14:   "ISO-8859-14",
	ISO8859_15:   "ISO-8859-15",
	ISO8859_16:   "ISO-8859-16",
	KOI8R:        "KOI8-R",
	KOI8U:        "KOI8-U",
	Macintosh:    "macintosh",
	Windows874:   "windows-874",
	Windows1250:  "windows-1250",
	Windows1251:  "windows-1251",
	Windows1252:  "windows-1252",
	Windows1253:  "windows-1253",
	Windows1254:  "windows-1254",
	Windows1255:  "windows-1255",
	Windows1256:  "windows-1256",
	Windows1257:  "windows-1257",
	Windows1258:  "windows-1258",
	XMacCyrillic: "x-mac-cyrillic",
	GBK:          "GBK",
	GB18030:      "gb18030",
	Big5:         "Big5",
	EUCJP:        "EUC-JP",
	ISO2022JP:    "ISO-2022-JP",
	ShiftJIS:     "Shift_JIS",
	EUCKR:        "EUC-KR",
	Replacement:  "replacement",
	UTF16BE:      "UTF-16BE",
	UTF16LE:      "UTF-16LE",
	XUserDefined: "x-user-defined",
}

// String returns the standard's name of the encoding, such as "Shift_JIS". The name is also a label of it.
//
// Spec: https://encoding.spec.whatwg.org/#name
func (e Encoding) String() string {
	if int(e) >= len(names) {
		return "unknown"
	}
	return names[e]
}

// Output returns the encoding that text of a page in e is encoded with: e itself, or UTF-8 where nothing can be
// encoded with e.
//
// Spec: https://encoding.spec.whatwg.org/#get-an-output-encoding
func (e Encoding) Output() Encoding {
	switch e {
	case Replacement, UTF16BE, UTF16LE:
		return UTF8
	}
	return e
}

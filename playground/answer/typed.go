package answer

import (
	"strconv"
	"unicode/utf16"
	"unicode/utf8"

	"htmlurl/internal/charset"
	"htmlurl/internal/xmltree"
)

// reference is a character of a typed text that is written as a character reference.
type reference struct {
	at     int // the offset of the reference in the text that was written
	length int
	units  int // of the character in UTF-16
}

// sniff finds the encoding of a document.
func sniff(page []byte, contentType string) (e charset.Encoding, bom int) {
	find := charset.Sniff
	if xmltree.IsXML(contentType) {
		find = xmltree.Encoding
	}
	e, _, bom = find(page, contentType)
	return e, bom
}

// encodeTyped returns the bytes of a typed text in the encoding that it is declared to be in, or in UTF-8. Characters that
// the encoding does not have become character references, as in what a careful author saves.
func encodeTyped(text, contentType string) (page []byte, references []reference) {
	encoding, _ := sniff([]byte(text), contentType)
	switch encoding {
	case charset.UTF8, charset.Replacement:
		return []byte(text), nil
	case charset.UTF16LE, charset.UTF16BE:
		return encodeUTF16(text, encoding == charset.UTF16BE), nil
	}
	encoder := encoding.NewEncoder()
	written := 0
	for _, r := range text {
		if encoding.Holds(r) {
			page, _ = encoder.Append(page, r)
			written += utf8.RuneLen(r)
			continue
		}
		escape := "&#" + strconv.Itoa(int(r)) + ";"
		for _, c := range escape {
			page, _ = encoder.Append(page, c)
		}
		references = append(references, reference{written, len(escape), utf16.RuneLen(r)})
		written += len(escape)
	}
	return encoder.Finish(page), references
}

func encodeUTF16(text string, bigEndian bool) []byte {
	page := make([]byte, 0, 2*len(text))
	for _, unit := range utf16.Encode([]rune(text)) {
		if bigEndian {
			page = append(page, byte(unit>>8), byte(unit))
		} else {
			page = append(page, byte(unit), byte(unit>>8))
		}
	}
	return page
}

package browsertest

import (
	"bytes"
	"slices"
	"strings"
	"unicode/utf8"

	"golang.org/x/net/html"

	"htmlurl/document"
	"htmlurl/internal/charset"
)

// brokenEscapes returns a page in ISO-2022-JP with other bytes for what Chromium decodes otherwise: behind an escape
// sequence that is broken in its third byte, this byte is no error of its own.
func brokenEscapes(page []byte) (read []byte) {
	state := "" // the escape sequence that is in force
	for {
		i := bytes.IndexByte(page, 0x1B)
		if i < 0 || i+3 > len(page) {
			return append(read, page...)
		}
		sequence := string(page[i : i+3])
		text := string(charset.ISO2022JP.Decode([]byte(state + sequence)))
		size, decoded := 1, "\x1B"
		switch {
		case slices.Contains(isoEscapes, sequence):
			size, decoded, state = 3, sequence, sequence
		case strings.Trim(sequence[1:2], "$(") == "" && sequence[2] != 0x1B && strings.HasSuffix(text[3:], "\ufffd"):
			size, decoded = 3, "\x80"+sequence[1:utf8.RuneCountInString(text)-1]
		}
		read, page = append(append(read, page[:i]...), decoded...), page[i+size:]
	}
}

// isoEscapes are the escape sequences of ISO-2022-JP.
var isoEscapes = []string{"\x1B(B", "\x1B(J", "\x1B(I", "\x1B$@", "\x1B$B"}

// errorsBeforeFrameset returns a page without text before its frameset that is nothing but errors of its encoding:
// Chromium has a frameset behind that, too.
func errorsBeforeFrameset(page []byte, e charset.Encoding) (read []byte) {
	z, at := html.NewTokenizer(bytes.NewReader(page)), 0
	for {
		kind := z.Next()
		raw := page[at:][:len(z.Raw())]
		if name, _ := z.TagName(); kind == html.ErrorToken || string(name) == "frameset" {
			return append(read, page[at:]...)
		}
		at += len(raw)
		text := strings.Trim(string(e.Decode(raw)), htmlSpace)
		if kind != html.TextToken || text == "" || strings.Trim(text, "\ufffd"+htmlSpace) != "" {
			read = append(read, raw...)
		}
	}
}

// hasFrameset tells whether a document has a frameset.
func hasFrameset(d *document.Document) bool { return d.Selection().Find("frameset").Length() > 0 }

package charset

import "bytes"

// utf16XML recognises an XML declaration in UTF-16 without a byte order mark by its first three code units.
//
// Spec: https://html.spec.whatwg.org/multipage/parsing.html#prescan-a-byte-stream-to-determine-its-encoding
func utf16XML(page []byte) (Encoding, bool) {
	switch {
	case bytes.HasPrefix(page, []byte("<\x00?\x00x\x00")):
		return UTF16LE, true
	case bytes.HasPrefix(page, []byte("\x00<\x00?\x00x")):
		return UTF16BE, true
	}
	return UTF8, false
}

// xmlEncoding returns the encoding of an XML declaration at the very start of the page. The declaration ends at the
// first ">". Bytes up to the space count as space around the equals sign, and have no place in the label.
//
// Spec: https://html.spec.whatwg.org/multipage/parsing.html#concept-get-xml-encoding-when-sniffing
func xmlEncoding(page []byte) (Encoding, bool) {
	if !bytes.HasPrefix(page, []byte("<?xml")) {
		return UTF8, false
	}
	end := bytes.IndexByte(page, '>')
	if end < 0 {
		return UTF8, false
	}
	_, rest, ok := bytes.Cut(page[:end], []byte("encoding"))
	if !ok {
		return UTF8, false
	}
	rest, ok = bytes.CutPrefix(skipControls(rest), []byte("="))
	if !ok {
		return UTF8, false
	}
	label, ok := quoted(skipControls(rest))
	if !ok || bytes.ContainsFunc(label, func(r rune) bool { return r <= ' ' }) {
		return UTF8, false
	}
	e, ok := lookup(label)
	return declared(e), ok
}

func skipControls(b []byte) []byte {
	return bytes.TrimLeftFunc(b, func(r rune) bool { return r <= ' ' })
}

// quoted returns what stands between the quotation mark at the start of b and the next one like it.
func quoted(b []byte) ([]byte, bool) {
	if len(b) == 0 || b[0] != '"' && b[0] != '\'' {
		return nil, false
	}
	inner, _, ok := bytes.Cut(b[1:], b[:1])
	return inner, ok
}

// declared returns what a declaration of e in ASCII bytes means: it cannot be UTF-16.
func declared(e Encoding) Encoding {
	if e == UTF16BE || e == UTF16LE {
		return UTF8
	}
	return e
}

package charset

import "bytes"

// SniffSheet finds the encoding of a CSS style sheet from its bytes, its Content-Type header field, which may be empty, and
// the encoding of the document or sheet that refers to it. It also says what decided, Meta for an @charset rule and
// Fallback for that encoding, and how many bytes of byte order mark to skip before decoding: 0, 2 or 3.
//
// Spec: https://drafts.csswg.org/css-syntax-3/#input-byte-stream
func SniffSheet(sheet []byte, contentType string, environment Encoding) (e Encoding, src Source, bom int) {
	if e, bom := sniffBOM(sheet); bom > 0 {
		return e, BOM, bom
	}
	if e, ok := Lookup(contentTypeCharset(contentType)); ok {
		return e, Transport, 0
	}
	if e, ok := charsetRule(sheet); ok {
		return e, Meta, 0
	}
	return environment, Fallback, 0
}

// charsetRule reads an @charset rule at the start of a sheet. It is in ASCII, so that the sheet is not in UTF-16.
//
// Spec: https://drafts.csswg.org/css-syntax-3/#determine-the-fallback-encoding
func charsetRule(sheet []byte) (Encoding, bool) {
	const limit = 1024
	rest, ok := bytes.CutPrefix(sheet[:min(len(sheet), limit)], []byte(`@charset "`))
	if !ok {
		return UTF8, false
	}
	label, rest, ok := bytes.Cut(rest, []byte(`"`))
	if !ok || len(rest) == 0 || rest[0] != ';' {
		return UTF8, false
	}
	e, ok := Lookup(string(label))
	return e.Output(), ok
}

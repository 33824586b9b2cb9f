package charset

import (
	"strconv"
	"unicode/utf8"
)

// Encoder is an instance of an output encoding's encoder: it carries the state between the code points of one text.
// The zero value encodes UTF-8. A copy continues from the same state. Encoders do not allocate, apart from the tables
// that the first use of a multi-byte encoding builds.
//
// Spec: https://encoding.spec.whatwg.org/#encoder
type Encoder struct {
	encoding Encoding
	state    isoState
}

// NewEncoder returns an encoder of e.Output().
//
// Spec: https://encoding.spec.whatwg.org/#get-an-encoder
func (e Encoding) NewEncoder() Encoder {
	return Encoder{encoding: e.Output()}
}

// Append appends the bytes of r. Where ok is false, r has no bytes in this encoding; dst may have grown all the same,
// because ISO-2022-JP leaves its two-byte state before an error. What is not a code point or is a surrogate counts as
// U+FFFD.
//
// The only ASCII code points without bytes are U+000E, U+000F and U+001B in ISO-2022-JP: see [ErrorRune].
//
// Spec: https://encoding.spec.whatwg.org/#concept-encoding-process
func (enc *Encoder) Append(dst []byte, r rune) (out []byte, ok bool) {
	if !utf8.ValidRune(r) {
		r = utf8.RuneError
	}
	if enc.encoding == ISO2022JP {
		return enc.appendISO2022JP(dst, r)
	}
	if r < utf8.RuneSelf {
		return append(dst, byte(r)), true
	}
	switch enc.encoding {
	case UTF8:
		return utf8.AppendRune(dst, r), true
	case GBK, GB18030:
		return appendGB18030(dst, r, enc.encoding == GBK)
	case Big5:
		return appendBig5(dst, r)
	case EUCJP:
		return appendEUCJP(dst, r)
	case ShiftJIS:
		return appendShiftJIS(dst, r)
	case EUCKR:
		return appendEUCKR(dst, r)
	case XUserDefined:
		return appendXUserDefined(dst, r)
	}
	return appendSingleByte(dst, r, enc.encoding)
}

// Finish appends what ends a text, the return to ASCII of ISO-2022-JP, and makes the encoder ready for another.
//
// Spec: https://encoding.spec.whatwg.org/#iso-2022-jp-encoder
func (enc *Encoder) Finish(dst []byte) []byte {
	if enc.state == isoASCII {
		return dst
	}
	return enc.shift(dst, isoASCII)
}

// Spec: https://encoding.spec.whatwg.org/#x-user-defined-encoder
func appendXUserDefined(dst []byte, r rune) ([]byte, bool) {
	if r < 0xF780 || r > 0xF7FF {
		return dst, false
	}
	return append(dst, byte(r-0xF780+0x80)), true
}

// ErrorMode says what takes the place of a code point that an encoding does not have. The zero value is QuestionMark.
type ErrorMode uint8

const (
	// QuestionMark writes one byte, "?". Spec: W3C HTML5 2.6.3 (2012)
	QuestionMark ErrorMode = iota
	// CharacterReference writes "&#", the decimal number and ";".
	// Spec: https://encoding.spec.whatwg.org/#error-mode
	CharacterReference
)

// ErrorRune returns the code point that a failed Append of r reports: r, or U+FFFD for the control characters that
// would change the state of an ISO-2022-JP decoder and for what is not a scalar value.
//
// Spec: https://encoding.spec.whatwg.org/#iso-2022-jp-encoder
func ErrorRune(r rune) rune {
	if r < utf8.RuneSelf || !utf8.ValidRune(r) {
		return utf8.RuneError
	}
	return r
}

// AppendEncode appends s in the encoding e.Output(), from its first state back to its first state. Each byte of s
// that is not part of valid UTF-8 counts as U+FFFD.
//
// Spec: https://encoding.spec.whatwg.org/#concept-encoding-run
func (e Encoding) AppendEncode(dst []byte, s string, mode ErrorMode) []byte {
	enc := e.NewEncoder()
	if enc.encoding == UTF8 && utf8.ValidString(s) {
		return append(dst, s...)
	}
	for _, r := range s {
		var ok bool
		if dst, ok = enc.Append(dst, r); !ok {
			dst = appendError(dst, r, mode)
		}
	}
	return enc.Finish(dst)
}

// appendError needs no encoder: its characters have the same bytes in every state that an encoder fails in.
func appendError(dst []byte, r rune, mode ErrorMode) []byte {
	if mode == QuestionMark {
		return append(dst, '?')
	}
	dst = append(dst, "&#"...)
	dst = strconv.AppendInt(dst, int64(ErrorRune(r)), 10)
	return append(dst, ';')
}

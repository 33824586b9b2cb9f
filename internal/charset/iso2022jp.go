package charset

import "unicode/utf8"

// isoState is what the bytes of ISO-2022-JP mean: a text begins in ASCII, and escape sequences change it.
type isoState uint8

const (
	isoASCII isoState = iota
	isoRoman
	isoJIS0208
	isoKatakana // decoded, never encoded
)

const escape = 0x1B

// isoEscape returns the state that the three bytes at the start of src switch to. The older edition of the two-byte
// set counts as the newer one.
func isoEscape(src []byte) (isoState, bool) {
	if len(src) < 3 {
		return 0, false
	}
	switch string(src[:3]) {
	case "\x1B(B":
		return isoASCII, true
	case "\x1B(J":
		return isoRoman, true
	case "\x1B$@", "\x1B$B":
		return isoJIS0208, true
	case "\x1B(I":
		return isoKatakana, true
	}
	return 0, false
}

// decodeISO2022JP takes an escape sequence for a part of the character behind it. Two of them in a row are an error in
// the place of the first.
//
// Spec: https://encoding.spec.whatwg.org/#iso-2022-jp-decoder
func decodeISO2022JP(dst, src []byte, from place, until int) ([]byte, place) {
	x := jis0208()
	i, state := from.at, from.state
	for i < until {
		b := src[i]
		if b == escape {
			if next, ok := isoEscape(src[i:]); ok {
				state = next
				i += 3
				if _, again := isoEscape(src[i:]); again {
					dst = utf8.AppendRune(dst, utf8.RuneError)
					continue
				}
				if i == len(src) {
					break
				}
				b = src[i]
			}
		}
		i++
		switch {
		case state != isoJIS0208:
			dst = utf8.AppendRune(dst, isoRune(state, b))
		case isISO(b) && i < len(src) && src[i] != escape:
			dst = utf8.AppendRune(dst, isoPair(x, b, src[i]))
			i++
		default:
			dst = utf8.AppendRune(dst, utf8.RuneError)
		}
	}
	return dst, place{i, state}
}

// isoRune returns the code point of a byte in a one-byte state.
func isoRune(state isoState, b byte) rune {
	switch {
	case state == isoKatakana && 0x21 <= b && b <= 0x5F:
		return 0xFF61 - 0x21 + rune(b)
	case state == isoKatakana || b >= utf8.RuneSelf || b == 0x0E || b == 0x0F || b == escape:
		return utf8.RuneError
	case state == isoRoman && b == '\\':
		return 0xA5
	case state == isoRoman && b == '~':
		return 0x203E
	}
	return rune(b)
}

func isISO(b byte) bool { return 0x21 <= b && b <= 0x7E }

func isoPair(x index, lead, trail byte) rune {
	if isISO(trail) {
		if r := x.at(int(lead-0x21)*94 + int(trail-0x21)); r != 0 {
			return r
		}
	}
	return utf8.RuneError
}

// isoEscapes are the sequences that switch to the states of the encoder.
var isoEscapes = [...]string{isoASCII: "\x1B(B", isoRoman: "\x1B(J", isoJIS0208: "\x1B$B"}

// Spec: https://encoding.spec.whatwg.org/#iso-2022-jp-encoder
func (enc *Encoder) appendISO2022JP(dst []byte, r rune) ([]byte, bool) {
	switch {
	case r == 0x0E || r == 0x0F || r == escape:
		return enc.fail(dst)
	case enc.state == isoRoman && (r == 0xA5 || r == 0x203E || r < utf8.RuneSelf && r != '\\' && r != '~'):
		return append(dst, romanByte(r)), true
	case r < utf8.RuneSelf:
		return append(enc.shift(dst, isoASCII), byte(r)), true
	case r == 0xA5 || r == 0x203E:
		return append(enc.shift(dst, isoRoman), romanByte(r)), true
	case 0xFF61 <= r && r <= 0xFF9F:
		r = fullWidthKatakana[r-0xFF61]
	}
	pointer, ok := jis0208Pointers().pointer(japaneseRune(r))
	if !ok {
		return enc.fail(dst)
	}
	return append(enc.shift(dst, isoJIS0208), byte(pointer/94+0x21), byte(pointer%94+0x21)), true
}

// fail leaves the two-byte state, in which the text of an error could not be written.
func (enc *Encoder) fail(dst []byte) ([]byte, bool) {
	if enc.state == isoJIS0208 {
		dst = enc.shift(dst, isoASCII)
	}
	return dst, false
}

// shift appends the escape sequence of a state, unless the encoder is in it.
func (enc *Encoder) shift(dst []byte, state isoState) []byte {
	if enc.state == state {
		return dst
	}
	enc.state = state
	return append(dst, isoEscapes[state]...)
}

func romanByte(r rune) byte {
	switch r {
	case 0xA5:
		return '\\'
	case 0x203E:
		return '~'
	}
	return byte(r)
}

// fullWidthKatakana is what U+FF61 to U+FF9F are in JIS X 0208.
//
// Spec: https://encoding.spec.whatwg.org/#index-iso-2022-jp-katakana
var fullWidthKatakana = [...]rune{
	'。', '「', '」', '、', '・', 'ヲ', 'ァ', 'ィ', 'ゥ', 'ェ', 'ォ', 'ャ', 'ュ', 'ョ', 'ッ', 'ー',
	'ア', 'イ', 'ウ', 'エ', 'オ', 'カ', 'キ', 'ク', 'ケ', 'コ', 'サ', 'シ', 'ス', 'セ', 'ソ', 'タ',
	'チ', 'ツ', 'テ', 'ト', 'ナ', 'ニ', 'ヌ', 'ネ', 'ノ', 'ハ', 'ヒ', 'フ', 'ヘ', 'ホ', 'マ', 'ミ',
	'ム', 'メ', 'モ', 'ヤ', 'ユ', 'ヨ', 'ラ', 'リ', 'ル', 'レ', 'ロ', 'ワ', 'ン', '゛', '゜',
}

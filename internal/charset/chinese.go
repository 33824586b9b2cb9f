package charset

import (
	"sort"
	"sync"
	"unicode/utf8"

	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/encoding/traditionalchinese"
)

// gbTrails is the number of trail bytes, 0x40 to 0xFE without 0x7F.
const gbTrails = 190

// gbIndex is the two-byte part of gb18030 and GBK. The borrowed decoder has no private use code points, and the
// mappings of the year 2000; both are mended here.
//
// Spec: https://encoding.spec.whatwg.org/#index-gb18030
var gbIndex = sync.OnceValue(func() index {
	trails := append(span(0x40, 0x7E), span(0x80, 0xFE)...)
	x := readIndex(126*gbTrails, simplifiedchinese.GB18030.NewDecoder(), grid(trails))
	x.fillPrivateUse()
	for _, c := range gb2022 {
		x[c.pointer()] = c.r
	}
	x[gbPointer(0xA3, 0xA0)] = 0x3000 // in the place of U+E5E5, which so has no bytes at all
	x[gbPointer(0xA8, 0xBC)] = 0x1E3F // in the place of U+E7C7, which has four bytes
	return x
})

// gbPrivateAreas are the blocks of cells whose empty ones hold the private use code points from U+E000 on: three
// areas of user-defined characters and the gaps of the standard's own rows.
var gbPrivateAreas = []struct{ firstLead, lastLead, firstTrail, lastTrail byte }{
	{0xAA, 0xAF, 0xA1, 0xFE},
	{0xF8, 0xFE, 0xA1, 0xFE},
	{0xA1, 0xA7, 0x40, 0xA0},
	{0xA2, 0xA9, 0x40, 0xFE},
	{0xD7, 0xD7, 0x40, 0xFE},
	{0xFE, 0xFE, 0x40, 0xA0},
}

// gbPrivateLost are the ranges of private use code points whose cell went to a character before 2022. They have four
// bytes instead.
var gbPrivateLost = [][2]rune{
	{0xE76C, 0xE76C}, {0xE7C8, 0xE7C8}, {0xE7E7, 0xE7F3}, {0xE815, 0xE815}, {0xE819, 0xE81D}, {0xE81F, 0xE825},
	{0xE827, 0xE82A}, {0xE82D, 0xE830}, {0xE833, 0xE83A}, {0xE83C, 0xE842}, {0xE844, 0xE853}, {0xE856, 0xE863},
}

func (x index) fillPrivateUse() {
	x[gbPointer(0xA3, 0xA0)] = 0
	r, lost := rune(0xE000), gbPrivateLost
	for _, a := range gbPrivateAreas {
		for lead := a.firstLead; lead <= a.lastLead; lead++ {
			for p := gbPointer(lead, a.firstTrail); p <= gbPointer(lead, a.lastTrail); p++ {
				if x[p] != 0 {
					continue
				}
				for len(lost) > 0 && r == lost[0][0] {
					r, lost = lost[0][1]+1, lost[1:]
				}
				x[p] = r
				r++
			}
		}
	}
}

// gb2022 are the cells that the edition of 2022 gave to a character in the place of a private use code point. Both
// encode to them.
//
// Spec: https://encoding.spec.whatwg.org/#gb18030-encoder
var gb2022 = []gbChange{
	{0xE78D, 0xFE10, 0xA6, 0xD9}, {0xE78E, 0xFE12, 0xA6, 0xDA}, {0xE78F, 0xFE11, 0xA6, 0xDB},
	{0xE790, 0xFE13, 0xA6, 0xDC}, {0xE791, 0xFE14, 0xA6, 0xDD}, {0xE792, 0xFE15, 0xA6, 0xDE},
	{0xE793, 0xFE16, 0xA6, 0xDF}, {0xE794, 0xFE17, 0xA6, 0xEC}, {0xE795, 0xFE18, 0xA6, 0xED},
	{0xE796, 0xFE19, 0xA6, 0xF3}, {0xE81E, 0x9FB4, 0xFE, 0x59}, {0xE826, 0x9FB5, 0xFE, 0x61},
	{0xE82B, 0x9FB6, 0xFE, 0x66}, {0xE82C, 0x9FB7, 0xFE, 0x67}, {0xE832, 0x9FB8, 0xFE, 0x6D},
	{0xE843, 0x9FB9, 0xFE, 0x7E}, {0xE854, 0x9FBA, 0xFE, 0x90}, {0xE864, 0x9FBB, 0xFE, 0xA0},
}

type gbChange struct {
	old, r      rune
	lead, trail byte
}

func (c gbChange) pointer() int { return gbPointer(c.lead, c.trail) }

// gbPointer returns the pointer of two bytes that are in their ranges.
func gbPointer(lead, trail byte) int {
	pointer := int(lead-0x81)*gbTrails + int(trail-0x40)
	if trail > 0x7F {
		pointer--
	}
	return pointer
}

var gbPointers = sync.OnceValue(func() *reverse {
	v := gbIndex().reverse(skipNone)
	for _, c := range gb2022 {
		v.set(c.old, c.pointer())
	}
	return v
})

// A gbRange says that the four-byte pointers from pointer on are the code points from r on.
type gbRange struct {
	pointer int
	r       rune
}

// These pointers end the part of the four-byte codes for the basic plane, and begin the one for the others.
const (
	gbBasicEnd    = 39420
	gbPlanesBegin = 189000
)

// gbRanges are derived: the four-byte codes of the basic plane are all code points beyond ASCII, in order, without
// the surrogates and without what had two bytes in the year 2000.
//
// Spec: https://encoding.spec.whatwg.org/#index-gb18030-ranges
var gbRanges = sync.OnceValue(func() []gbRange {
	two := make([]bool, 0x10000)
	for _, r := range gbIndex() {
		two[r] = true
	}
	two[0x1E3F] = false
	for _, c := range gb2022 {
		two[c.r], two[c.old] = false, true
	}
	two[0xE5E5], two[0xE7C7] = true, true
	for r := 0xD800; r <= 0xDFFF; r++ {
		two[r] = true
	}
	var ranges []gbRange
	pointer := 0
	for r := rune(0x80); r <= 0xFFFF; r++ {
		if two[r] {
			continue
		}
		if two[r-1] || r == 0x80 {
			ranges = append(ranges, gbRange{pointer, r})
		}
		pointer++
	}
	return ranges
})

// gbRangesRune returns the code point of a four-byte pointer, or 0.
//
// Spec: https://encoding.spec.whatwg.org/#index-gb18030-ranges-code-point
func gbRangesRune(pointer int) rune {
	switch {
	case pointer == 7457:
		return 0xE7C7
	case pointer < gbBasicEnd:
		ranges := gbRanges()
		i := sort.Search(len(ranges), func(i int) bool { return ranges[i].pointer > pointer }) - 1
		return ranges[i].r + rune(pointer-ranges[i].pointer)
	case gbPlanesBegin <= pointer && pointer-gbPlanesBegin <= utf8.MaxRune-0x10000:
		return rune(0x10000 + pointer - gbPlanesBegin)
	}
	return 0
}

// gbRangesPointer returns the four-byte pointer of a code point without two bytes.
//
// Spec: https://encoding.spec.whatwg.org/#index-gb18030-ranges-pointer
func gbRangesPointer(r rune) int {
	switch {
	case r == 0xE7C7:
		return 7457
	case r > 0xFFFF:
		return gbPlanesBegin + int(r-0x10000)
	}
	ranges := gbRanges()
	i := sort.Search(len(ranges), func(i int) bool { return ranges[i].r > r }) - 1
	return ranges[i].pointer + int(r-ranges[i].r)
}

// Spec: https://encoding.spec.whatwg.org/#gb18030-decoder
func decodeGB18030(dst, src []byte, i, until int) ([]byte, int) {
	x := gbIndex()
	for ; i < until; i++ {
		switch b := src[i]; {
		case b < utf8.RuneSelf:
			dst = append(dst, b)
		case b == 0x80:
			dst = append(dst, "€"...)
		case b == 0xFF || i+1 == len(src):
			dst = utf8.AppendRune(dst, utf8.RuneError)
		case isDigit(src[i+1]):
			r, size := gbFour(src[i:])
			dst = utf8.AppendRune(dst, r)
			i += size - 1
		default:
			r := rune(0)
			if trail := src[i+1]; 0x40 <= trail && trail <= 0xFE && trail != 0x7F {
				r = x.at(gbPointer(b, trail))
			}
			dst, i = appendPair(dst, r, src[i+1], i)
		}
	}
	return dst, i
}

func isDigit(b byte) bool { return '0' <= b && b <= '9' }

// gbFour decodes the four-byte sequence at the start of src, whose first two bytes are in their ranges, and returns
// its code point and length. What breaks off at the end of the input is one error; what is broken by another byte is
// an error of its first byte alone.
func gbFour(src []byte) (rune, int) {
	switch {
	case len(src) == 2:
		return utf8.RuneError, 2
	case src[2] < 0x81 || src[2] > 0xFE:
		return utf8.RuneError, 1
	case len(src) == 3:
		return utf8.RuneError, 3
	case !isDigit(src[3]):
		return utf8.RuneError, 1
	}
	pointer := ((int(src[0]-0x81)*10+int(src[1]-'0'))*126+int(src[2]-0x81))*10 + int(src[3]-'0')
	if r := gbRangesRune(pointer); r != 0 {
		return r, 4
	}
	return utf8.RuneError, 4
}

// Spec: https://encoding.spec.whatwg.org/#gb18030-encoder
func appendGB18030(dst []byte, r rune, gbk bool) ([]byte, bool) {
	if r == 0xE5E5 {
		return dst, false
	}
	if gbk && r == '€' {
		return append(dst, 0x80), true
	}
	if pointer, ok := gbPointers().pointer(r); ok {
		trail := pointer%gbTrails + 0x40
		if trail >= 0x7F {
			trail++
		}
		return append(dst, byte(pointer/gbTrails+0x81), byte(trail)), true
	}
	if gbk {
		return dst, false
	}
	p := gbRangesPointer(r)
	return append(dst, byte(p/12600+0x81), byte(p/1260%10+'0'), byte(p/10%126+0x81), byte(p%10+'0')), true
}

// big5Trails is the number of trail bytes, 0x40 to 0x7E and 0xA1 to 0xFE.
const big5Trails = 157

// Spec: https://encoding.spec.whatwg.org/#index-big5
var big5Index = sync.OnceValue(func() index {
	trails := append(span(0x40, 0x7E), span(0xA1, 0xFE)...)
	return readIndex(126*big5Trails, traditionalchinese.Big5.NewDecoder(), grid(trails))
})

// big5Pointers leaves out the rows of the Hong Kong supplement. A few characters stand twice in the others, and these
// six take the second place.
//
// Spec: https://encoding.spec.whatwg.org/#index-big5-pointer
var big5Pointers = sync.OnceValue(func() *reverse {
	const firstPointer = (0xA1 - 0x81) * big5Trails
	x := big5Index()
	v := x.reverse(func(pointer int) bool { return pointer < firstPointer })
	for pointer, r := range x {
		switch r {
		case 0x2550, 0x255E, 0x2561, 0x256A, 0x5341, 0x5345:
			v.set(r, pointer)
		}
	}
	return v
})

// Spec: https://encoding.spec.whatwg.org/#big5-decoder
func decodeBig5(dst, src []byte, i, until int) ([]byte, int) {
	x := big5Index()
	for ; i < until; i++ {
		b := src[i]
		if b < utf8.RuneSelf {
			dst = append(dst, b)
			continue
		}
		if b == 0x80 || b == 0xFF || i+1 == len(src) {
			dst = utf8.AppendRune(dst, utf8.RuneError)
			continue
		}
		pointer := big5Pointer(b, src[i+1])
		if s := big5Pair(pointer); s != "" {
			dst = append(dst, s...)
			i++
			continue
		}
		dst, i = appendPair(dst, x.at(pointer), src[i+1], i)
	}
	return dst, i
}

// big5Pointer returns the pointer of a lead and a trail byte, or -1.
func big5Pointer(lead, trail byte) int {
	row := int(lead-0x81) * big5Trails
	switch {
	case 0x40 <= trail && trail <= 0x7E:
		return row + int(trail-0x40)
	case 0xA1 <= trail && trail <= 0xFE:
		return row + int(trail-0x62)
	}
	return -1
}

// big5Pair returns what the four pointers with two code points stand for.
func big5Pair(pointer int) string {
	switch pointer {
	case 1133:
		return "\u00CA\u0304"
	case 1135:
		return "\u00CA\u030C"
	case 1164:
		return "\u00EA\u0304"
	case 1166:
		return "\u00EA\u030C"
	}
	return ""
}

// Spec: https://encoding.spec.whatwg.org/#big5-encoder
func appendBig5(dst []byte, r rune) ([]byte, bool) {
	pointer, ok := big5Pointers().pointer(r)
	if !ok {
		return dst, false
	}
	trail := pointer%big5Trails + 0x40
	if trail >= 0x7F {
		trail += 0x62 - 0x40
	}
	return append(dst, byte(pointer/big5Trails+0x81), byte(trail)), true
}

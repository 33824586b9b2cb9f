package charset

import (
	"unicode/utf8"

	"golang.org/x/text/transform"
)

// An index maps the pointers of a multi-byte encoding to code points; zero where there is none. A pointer counts the
// cells of the encoding's grid of lead and trail bytes.
//
// Spec: https://encoding.spec.whatwg.org/#indexes
type index []rune

// at returns the code point at pointer, or 0.
func (x index) at(pointer int) rune {
	if uint(pointer) >= uint(len(x)) {
		return 0
	}
	return x[pointer]
}

// readIndex reads an index of n pointers off a decoder: cell puts the bytes of a pointer into its argument and
// returns them.
func readIndex(n int, decoder transform.Transformer, cell func(buf []byte, pointer int) []byte) index {
	x := make(index, n)
	src, dst := make([]byte, 4), make([]byte, 16)
	for pointer := range x {
		decoder.Reset()
		in := cell(src, pointer)
		written, _, err := decoder.Transform(dst, in, true)
		r, size := utf8.DecodeRune(dst[:written])
		if err == nil && size == written && r != utf8.RuneError {
			x[pointer] = r
		}
	}
	return x
}

// grid returns the cell function of an encoding whose leads begin at 0x81 and whose row has the given trail bytes.
func grid(trails []byte) func([]byte, int) []byte {
	return func(buf []byte, pointer int) []byte {
		return append(buf[:0], byte(0x81+pointer/len(trails)), trails[pointer%len(trails)])
	}
}

// span returns the bytes from first to last.
func span(first, last byte) []byte {
	var s []byte
	for b := int(first); b <= int(last); b++ {
		s = append(s, byte(b))
	}
	return s
}

// A reverse index maps code points back to pointers, in two steps: the code point without its low byte names a page,
// and the page has a cell for each low byte. Page 0 is empty and shared. Indexes reach no further than plane 2.
type reverse struct {
	page  [0x300]uint16
	pages [][256]uint16 // pointer+1, 0 where there is none
}

func newReverse() *reverse {
	return &reverse{pages: make([][256]uint16, 1)}
}

// set notes the pointer of r.
func (v *reverse) set(r rune, pointer int) {
	p := &v.page[r>>8]
	if *p == 0 {
		*p = uint16(len(v.pages))
		v.pages = append(v.pages, [256]uint16{})
	}
	v.pages[*p][r&0xFF] = uint16(pointer + 1)
}

// pointer returns the pointer of r and whether it has one.
func (v *reverse) pointer(r rune) (int, bool) {
	hi := uint32(r) >> 8
	if hi >= uint32(len(v.page)) {
		return 0, false
	}
	p := v.pages[v.page[hi]][r&0xFF]
	return int(p) - 1, p != 0
}

// reverse inverts the index: the first pointer of a code point wins. Pointers that skip reports are left out.
func (x index) reverse(skip func(pointer int) bool) *reverse {
	v := newReverse()
	for pointer, r := range x {
		if r == 0 || skip(pointer) {
			continue
		}
		if _, ok := v.pointer(r); !ok {
			v.set(r, pointer)
		}
	}
	return v
}

func skipNone(int) bool { return false }

package source

import "sort"

// Map finds the places of parts of a value in what was written, as AppendValue decodes it. It belongs to one goroutine.
// Each call takes time in proportion to how far it goes beyond all before, and else next to none.
//
// The part of the value from i to j stands from Start(i) to End(j). What is put there can join with what is before it:
// in an attribute "&copy=1" has no reference, but "&copy;1" has one.
type Map struct {
	raw       []byte
	attribute bool
	start     place   // where the last byte asked for begins
	end       place   // and what follows it
	marks     []place // places that it has been at, markEvery bytes apart
}

// place is an offset in the value and the same place in what was written.
type place struct{ value, raw int }

// markEvery is how far marks are apart in what was written: going to where the Map has been costs no more than that.
const markEvery = 1024

// NewMap returns the Map of a value as it is written. The arguments are those of AppendValue; raw must not change.
func NewMap(raw []byte, attribute bool) *Map {
	return &Map{raw: raw, attribute: attribute}
}

// Start returns the offset in raw of the first byte of what decodes to byte i of the value: of a whole reference if the
// byte is one of several that it gives. For an i behind the value that is the end of raw.
func (m *Map) Start(i int) int {
	m.find(i)
	return m.start.raw
}

// End returns the offset in raw of what follows all that decodes to the i bytes at the start of the value: behind a
// whole reference if byte i is one of several that it gives. For an i behind the value that is the end of raw.
func (m *Map) End(i int) int {
	if i <= 0 {
		return 0
	}
	m.find(i - 1)
	return m.end.raw
}

// find sets start and end to the places around what decodes to byte i of the value.
func (m *Map) find(i int) {
	if i < m.start.value || i > m.end.value+markEvery {
		m.jump(i)
	}
	for m.end.value <= i && m.end.raw < len(m.raw) {
		m.step()
	}
	if m.end.value <= i {
		m.start = m.end
	}
}

// jump goes to the last mark that is not behind byte i of the value, or stays if it is nearer.
func (m *Map) jump(i int) {
	n := sort.Search(len(m.marks), func(k int) bool { return m.marks[k].value > i })
	mark := place{}
	if n > 0 {
		mark = m.marks[n-1]
	}
	if i < m.start.value || mark.value > m.end.value {
		m.start, m.end = mark, mark
	}
}

// step goes on by a byte or a reference.
func (m *Map) step() {
	last := 0
	if n := len(m.marks); n > 0 {
		last = m.marks[n-1].raw
	}
	if m.end.raw >= last+markEvery {
		m.marks = append(m.marks, m.end)
	}
	m.start = m.end
	if !isSpecial(m.raw[m.end.raw]) {
		m.end = place{m.start.value + 1, m.start.raw + 1}
		return
	}
	var buf [longestText]byte
	text, size := appendSpecial(buf[:0], m.raw[m.start.raw:], m.attribute)
	m.end = place{m.start.value + len(text), m.start.raw + size}
}

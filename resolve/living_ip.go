package resolve

import (
	"bytes"
	"strings"
)

// ipv4 replaces url's host by the IPv4 address that it is, if it ends in a number. buffer, which gave the host, starts
// at byte start of text.
//
// Spec: https://url.spec.whatwg.org/#concept-ipv4-parser
func (m *living) ipv4(buffer string, start int) bool {
	host := m.out[m.url.host:]
	if !endsInNumber(host) {
		return true
	}
	m.mappedIPv4 = !isASCII(buffer)
	end := start + len(buffer)
	if bytes.HasSuffix(host, []byte(".")) {
		m.violate(IPv4EmptyPart, start, end)
		host = host[:len(host)-len(".")]
	}
	dots := bytes.Count(host, []byte("."))
	switch {
	case dots < 3:
		m.violate(IPv4TooFewParts, start, end)
	case dots > 3:
		m.fail(IPv4TooManyParts, start, end)
		return false
	}
	address, ok := m.ipv4Numbers(string(host), start, end)
	if ok {
		m.out = appendIPv4(m.out[:m.url.host], address)
	}
	return ok
}

// ipv4Numbers puts up to four numbers together.
func (m *living) ipv4Numbers(host string, start, end int) (address uint32, ok bool) {
	const outOfRange = 256
	var numbers [4]uint64
	n, largest := 0, uint64(0)
	for part := range strings.SplitSeq(host, ".") {
		number, decimal, ok := parseIPv4Number(part)
		if !ok {
			m.fail(IPv4NonNumericPart, start, end)
			return 0, false
		}
		if !decimal {
			m.violate(IPv4NonDecimalPart, start, end)
		}
		numbers[n] = number
		largest = max(largest, number)
		n++
	}
	last := numbers[n-1]
	numbers[n-1] = 0
	for _, number := range numbers[:n-1] {
		if number >= outOfRange {
			last = ipv4Limit
		}
	}
	if last >= ipv4Limit>>(8*(n-1)) {
		m.fail(IPv4OutOfRangePart, start, end)
		return 0, false
	}
	if largest >= outOfRange {
		m.violate(IPv4OutOfRangePart, start, end)
	}
	for i, number := range numbers {
		last += number << (8 * (3 - i))
	}
	return uint32(last), true
}

// ipv4Limit is more than any part of an IPv4 address may be.
const ipv4Limit = 1 << 32

// endsInNumber is the ends in a number checker.
//
// Spec: https://url.spec.whatwg.org/#ends-in-a-number-checker
func endsInNumber(host []byte) bool {
	last := bytes.TrimSuffix(host, []byte("."))
	last = last[bytes.LastIndexByte(last, '.')+1:]
	if len(last) == 0 || !digit[last[0]] {
		return false
	}
	if last[0] == '0' && len(last) > 1 && last[1]|0x20 == 'x' {
		return indexNotSet(string(last[2:]), &hexDigit) < 0
	}
	return indexNotSet(string(last), &digit) < 0
}

// parseIPv4Number is the IPv4 number parser. A number that is too large for an IPv4 address is ipv4Limit.
//
// Spec: https://url.spec.whatwg.org/#ipv4-number-parser
func parseIPv4Number(s string) (number uint64, decimal, ok bool) {
	radix := uint64(10)
	switch {
	case s == "":
		return 0, false, false
	case len(s) >= 2 && s[0] == '0' && s[1]|0x20 == 'x':
		radix, s = 16, s[2:]
	case len(s) >= 2 && s[0] == '0':
		radix, s = 8, s[1:]
	}
	for i := range len(s) {
		if !hexDigit[s[i]] || uint64(unhex(s[i])) >= radix {
			return 0, false, false
		}
		number = min(number*radix+uint64(unhex(s[i])), ipv4Limit)
	}
	return number, radix == 10, true
}

// ipv6 appends the IPv6 address in buffer, which starts with "[" at byte start of text.
func (m *living) ipv6(buffer string, start int) bool {
	if !strings.HasSuffix(buffer, "]") {
		m.fail(IPv6Unclosed, start, start+len(buffer))
		return false
	}
	p := ipv6Parser{text: buffer[len("[") : len(buffer)-len("]")]}
	rule := p.parse()
	start += len("[")
	for _, zero := range p.leadingZeros {
		m.violate(IPv6PieceLeadingZero, start+zero, start+zero+1)
	}
	if rule != "" {
		at := start + min(p.pointer, len(p.text))
		m.fail(rule, at, min(at+1, start+len(p.text)))
		return false
	}
	m.out = append(m.out, '[')
	m.out = appendIPv6(m.out, p.address)
	m.out = append(m.out, ']')
	return true
}

// ipv6Parser is one run of the IPv6 parser. Its fields are the variables of the text.
//
// Spec: https://url.spec.whatwg.org/#concept-ipv6-parser
type ipv6Parser struct {
	text       string
	pointer    int
	address    [8]uint16
	pieceIndex int
	compress   int // 0 is null: a compressed run is never before piece 0 is counted

	leadingZeros []int // where they are in text
}

// c is the byte that the pointer points to, or 0, which no address contains, at the end.
func (p *ipv6Parser) c() byte {
	if p.pointer < len(p.text) {
		return p.text[p.pointer]
	}
	return 0
}

func (p *ipv6Parser) atEnd() bool { return p.pointer >= len(p.text) }

// parse returns the rule that text breaks, at the pointer, or none.
func (p *ipv6Parser) parse() Rule {
	if p.c() == ':' {
		if !strings.HasPrefix(p.text, "::") {
			return IPv6InvalidCompression
		}
		p.pointer += len("::")
		p.pieceIndex++
		p.compress = p.pieceIndex
	}
	for !p.atEnd() {
		if p.pieceIndex == len(p.address) {
			return IPv6TooManyPieces
		}
		if p.c() == ':' {
			if p.compress != 0 {
				return IPv6MultipleCompression
			}
			p.pointer++
			p.pieceIndex++
			p.compress = p.pieceIndex
			continue
		}
		if last, rule := p.piece(); rule != "" {
			return rule
		} else if last {
			break
		}
	}
	return p.expand()
}

// piece takes a piece and the colon behind it. An IPv4 address is the last.
func (p *ipv6Parser) piece() (last bool, rule Rule) {
	start, value := p.pointer, uint16(0)
	for p.pointer < start+4 && hexDigit[p.c()] {
		value = value<<4 | uint16(unhex(p.c()))
		p.pointer++
	}
	length := p.pointer - start
	switch {
	case p.c() == '.' && length == 0:
		return false, IPv4InIPv6InvalidCodePoint
	case p.c() == '.':
		p.pointer = start
		return true, p.ipv4()
	case p.c() == ':':
		p.pointer++
		if p.atEnd() {
			return false, IPv6InvalidCodePoint
		}
	case !p.atEnd():
		return false, IPv6InvalidCodePoint
	}
	if length > 1 && p.text[start] == '0' {
		p.leadingZeros = append(p.leadingZeros, start)
	}
	p.address[p.pieceIndex] = value
	p.pieceIndex++
	return false, ""
}

// ipv4 takes the IPv4 address that an IPv6 address may end with.
func (p *ipv6Parser) ipv4() Rule {
	if p.pieceIndex > len(p.address)-2 {
		return IPv4InIPv6TooManyPieces
	}
	numbersSeen := 0
	for !p.atEnd() {
		if numbersSeen > 0 {
			if p.c() != '.' || numbersSeen == 4 {
				return IPv4InIPv6InvalidCodePoint
			}
			p.pointer++
		}
		if !digit[p.c()] {
			return IPv4InIPv6InvalidCodePoint
		}
		ipv4Piece := uint16(0)
		for first := p.pointer; digit[p.c()]; p.pointer++ {
			if p.pointer > first && ipv4Piece == 0 {
				return IPv4InIPv6InvalidCodePoint
			}
			if ipv4Piece = ipv4Piece*10 + uint16(unhex(p.c())); ipv4Piece > 255 {
				return IPv4InIPv6OutOfRangePart
			}
		}
		p.address[p.pieceIndex] = p.address[p.pieceIndex]<<8 + ipv4Piece
		numbersSeen++
		if numbersSeen == 2 || numbersSeen == 4 {
			p.pieceIndex++
		}
	}
	if numbersSeen != 4 {
		return IPv4InIPv6TooFewParts
	}
	return ""
}

// expand moves the pieces behind the compressed run to the end.
func (p *ipv6Parser) expand() Rule {
	switch {
	case p.compress != 0:
		swaps := p.pieceIndex - p.compress
		for i := len(p.address) - 1; i != 0 && swaps > 0; i, swaps = i-1, swaps-1 {
			from := p.compress + swaps - 1
			p.address[i], p.address[from] = p.address[from], p.address[i]
		}
	case p.pieceIndex != len(p.address):
		return IPv6TooFewPieces
	}
	return ""
}

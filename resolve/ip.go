package resolve

import (
	"strconv"
	"strings"
)

// appendIPv4 appends the dotted form of an IPv4 address.
//
// Spec: https://url.spec.whatwg.org/#concept-ipv4-serializer
func appendIPv4(dst []byte, address uint32) []byte {
	for shift := 24; shift >= 0; shift -= 8 {
		dst = strconv.AppendUint(dst, uint64(address>>shift&0xFF), 10)
		if shift > 0 {
			dst = append(dst, '.')
		}
	}
	return dst
}

// sumIPv4 returns the address that one to four numbers are, or which of them is too large, -1 if none is. The last one
// may have the bytes of those that are missing.
func sumIPv4(numbers []uint64) (address uint32, outOfRange int) {
	const size = 4
	for i, number := range numbers {
		bytes := 1
		if i == len(numbers)-1 {
			bytes = size - i
		}
		if number >= 1<<(8*bytes) {
			return 0, i
		}
		address += uint32(number) << (8 * (size - i - bytes))
	}
	return address, -1
}

// formatIPv4 returns the dotted form of an IPv4 address.
func formatIPv4(address uint32) string {
	var buf [len("255.255.255.255")]byte
	return string(appendIPv4(buf[:0], address))
}

// appendIPv6 appends the shortest form of an IPv6 address, without brackets.
//
// Spec: https://url.spec.whatwg.org/#concept-ipv6-serializer; URL Standard 1.6 (12 January 2015), IPv6 serializer
func appendIPv6(dst []byte, address [8]uint16) []byte {
	compress, size := longestZeros(address)
	for i := 0; i < len(address); i++ {
		if i == compress {
			dst = append(dst, ':')
			if i == 0 {
				dst = append(dst, ':')
			}
			i += size - 1
			continue
		}
		dst = strconv.AppendUint(dst, uint64(address[i]), 16)
		if i < len(address)-1 {
			dst = append(dst, ':')
		}
	}
	return dst
}

// longestZeros returns where the first longest run of more than one zero piece starts, and its size; -1 and 0 without
// one.
//
// Spec: https://url.spec.whatwg.org/#find-the-ipv6-address-compressed-piece-index
func longestZeros(address [8]uint16) (start, size int) {
	start, size = -1, 1
	run := 0
	for i, piece := range address {
		if piece != 0 {
			run = 0
			continue
		}
		if run++; run > size {
			start, size = i-run+1, run
		}
	}
	if start < 0 {
		return -1, 0
	}
	return start, size
}

// ipv6Parser is one run of the IPv6 parser of today. Its fields are the variables of the standard. What it takes is what
// RFC 4291 says an address is, but for leading zeros in the IPv4 address at the end.
//
// Spec: https://url.spec.whatwg.org/#concept-ipv6-parser
type ipv6Parser struct {
	text      string // without brackets
	ipv4Zeros bool   // numbers of the IPv4 address may have leading zeros, up to three digits

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
		ipv4Piece, rule := p.ipv4Piece()
		if rule != "" {
			return rule
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

// ipv4Piece takes a number of the IPv4 address.
func (p *ipv6Parser) ipv4Piece() (value uint16, rule Rule) {
	start := p.pointer
	for ; digit[p.c()]; p.pointer++ {
		if p.pointer > start && value == 0 && !p.ipv4Zeros {
			return 0, IPv4InIPv6InvalidCodePoint
		}
		if value = value*10 + uint16(unhex(p.c())); value > 255 {
			return 0, IPv4InIPv6OutOfRangePart
		}
		if p.pointer == start+len("255") {
			return 0, IPv4InIPv6InvalidCodePoint
		}
	}
	if p.pointer == start {
		return 0, IPv4InIPv6InvalidCodePoint
	}
	return value, ""
}

// fault is where the rule is broken, if text starts at byte start.
func (p *ipv6Parser) fault(rule Rule, start int) fault {
	pointer := min(p.pointer, len(p.text))
	return fault{rule: rule, start: start + pointer, end: start + pointer + runeLen(p.text[pointer:])}
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

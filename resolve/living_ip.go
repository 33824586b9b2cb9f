package resolve

import (
	"bytes"
	"slices"
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
	var numbers [4]uint64
	n := 0
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
		n++
	}
	address, outOfRange := sumIPv4(numbers[:n])
	if outOfRange >= 0 {
		m.fail(IPv4OutOfRangePart, start, end)
		return 0, false
	}
	if slices.Max(numbers[:n]) > 255 {
		m.violate(IPv4OutOfRangePart, start, end)
	}
	return address, true
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
		bad := p.fault(rule, start)
		m.fail(rule, bad.start, bad.end)
		return false
	}
	m.out = append(m.out, '[')
	m.out = appendIPv6(m.out, p.address)
	m.out = append(m.out, ']')
	return true
}

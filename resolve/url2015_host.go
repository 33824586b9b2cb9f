package resolve

import "strings"

// host matches an IP address or a domain.
//
// Spec: URL Standard 1.3.10 (12 January 2015)
func (m *url2015) host() (string, error) {
	start := m.mark()
	host, err := m.ipv6addr()
	if m.backtrack(start, err) {
		host, err = m.ipv4OrDomain()
	}
	return host, err
}

// ipv4OrDomain is host without its first row, for what follows the last "@": before that the row did not match.
func (m *url2015) ipv4OrDomain() (string, error) {
	start := m.mark()
	host, err := m.ipv4addr()
	if m.backtrack(start, err) {
		host, err = m.domain()
	}
	return host, err
}

// domain is the third row of host, steps 4 to 9: any except what ends a host.
//
// Deviation: "Try parsing domain as an ipv4addr" does not succeed, and raises no exception, if a number is out of range.
func (m *url2015) domain() (string, error) {
	m.hostStart, m.hostEnd = m.until(&hostEnd2015)
	result := remove(m.text[m.hostStart:m.hostEnd], hostIgnored2015)
	domain, bad := m.parseHost(result)
	if bad.rule != "" {
		return "", m.fail(ruleHost, bad)
	}
	m.checkHost(result, domain)
	if n, ok := matchNumbers(domain); ok {
		if address, outOfRange := sumIPv4(n.value[:n.count]); outOfRange < 0 {
			m.checkNumbers(n)
			domain = formatIPv4(address)
		}
	}
	m.checkIgnored()
	m.note(ruleHost, domain)
	return domain, nil
}

// checkHost indicates the conformance errors of steps 6 and 8.
func (m *url2015) checkHost(result, domain string) {
	switch {
	case result == domain:
	case strings.Contains(result, "%"):
		m.violate(DomainPercentEncoded, m.hostStart, m.hostEnd)
	default:
		m.violate(HostNotNormalized, m.hostStart, m.hostEnd)
	}
	if strings.Contains(domain, "..") || strings.HasSuffix(domain, ".") {
		m.violate(DomainEmptyLabel, m.hostStart, m.hostEnd)
	}
}

// hostIgnored2015 is what a host may contain to no effect.
const hostIgnored2015 = tabsAndNewlines + "\u200B\u2060\uFEFF"

// checkIgnored indicates the conformance errors of step 5.
func (m *url2015) checkIgnored() {
	if m.report == nil {
		return
	}
	for i, c := range m.text[m.hostStart:m.hostEnd] {
		if strings.ContainsRune(hostIgnored2015, c) {
			start := m.hostStart + i
			m.violate(InvalidURLUnit, start, start+len(string(c)))
		}
	}
}

// hostFault is a fault of the whole host.
func (m *url2015) hostFault(rule Rule) fault {
	return fault{rule: rule, start: m.hostStart, end: m.hostEnd}
}

// ipv6addr matches an IPv6 address in brackets, and returns it in its shortest form. What begins with a bracket and is no
// address would be no domain either: it is an exception here.
//
// Deviation: steps 4 to 6, "indicate a parse exception and terminate processing unless there are exactly six h16 values
// and one ls32 value" and so on, refuse most addresses, and the diagram has none that ends with "::". An address is what
// RFC 4291, which the text cites, says.
//
// Deviation: an address that something else follows than the end of a host is no match, so that "file://1.2.3.4x/" has
// no path "x". The same holds for ipv4addr.
//
// Its rules h16, ls32 and decimal-byte are those of ipv6Parser; a decimal byte may have leading zeros.
//
// Spec: URL Standard 1.3.11, 1.3.14 to 1.3.16 (12 January 2015); RFC 4291 section 2.2
func (m *url2015) ipv6addr() (string, error) {
	m.hostStart = m.pointer
	if !m.literal("[") {
		return "", m.noMatch(ruleIPv6Addr)
	}
	start, end := m.until(&ipv6End2015)
	isClosed := m.literal("]")
	m.hostEnd = m.pointer
	p := ipv6Parser{text: m.text[start:end], ipv4Zeros: true}
	rule := p.parse()
	switch {
	case !isClosed:
		return "", m.fail(ruleIPv6Addr, m.hostFault(IPv6Unclosed))
	case rule == IPv6TooFewPieces:
		return "", m.fail(ruleIPv6Addr, m.hostFault(rule))
	case rule != "":
		bad := p.fault(rule, start)
		bad.end = max(bad.end, bad.start+len("]"))
		return "", m.fail(ruleIPv6Addr, bad)
	case !m.ends(&hostEnd2015):
		return "", m.fail(ruleIPv6Addr, fault{rule: HostInvalidCodePoint, start: m.hostStart, end: start})
	}
	host := string(append(appendIPv6([]byte("["), p.address), ']'))
	m.note(ruleIPv6Addr, host)
	return host, nil
}

// ipv4addr matches one to four numbers and returns the address in its usual form.
//
// Spec: URL Standard 1.3.12 (12 January 2015)
func (m *url2015) ipv4addr() (string, error) {
	m.hostStart, m.hostEnd = m.until(&hostEnd2015)
	n, ok := matchNumbers(m.text[m.hostStart:m.hostEnd])
	if !ok {
		return "", m.noMatch(ruleIPv4Addr)
	}
	address, i := sumIPv4(n.value[:n.count])
	if i >= 0 {
		start := m.hostStart + n.start[i]
		return "", m.fail(ruleIPv4Addr, fault{rule: IPv4OutOfRangePart, start: start, end: start + n.size[i]})
	}
	m.checkNumbers(n)
	host := formatIPv4(address)
	m.note(ruleIPv4Addr, host)
	return host, nil
}

// checkNumbers indicates the conformance errors of an IPv4 address and its numbers.
func (m *url2015) checkNumbers(n numbers2015) {
	if n.count < len(n.value) {
		m.violate(IPv4TooFewParts, m.hostStart, m.hostEnd)
	}
	if !n.decimal {
		m.violate(IPv4NonDecimalPart, m.hostStart, m.hostEnd)
	}
}

// numbers2015 are the numbers of an IPv4 address.
type numbers2015 struct {
	value       [4]uint64
	start, size [4]int // of the number in the address
	count       int
	decimal     bool // all of them
}

// matchNumbers matches s as a whole.
func matchNumbers(s string) (n numbers2015, ok bool) {
	n.decimal = true
	for start, more := 0, true; more; n.count++ {
		if n.count == len(n.value) {
			return n, false
		}
		var part string
		var decimal, ok bool
		part, _, more = strings.Cut(s[start:], ".")
		if n.value[n.count], decimal, ok = number(part); !ok {
			return n, false
		}
		n.start[n.count], n.size[n.count] = start, len(part)
		n.decimal = n.decimal && decimal
		start += len(part) + len(".")
	}
	return n, true
}

// number matches s as a whole: with backtracking, "018" is no octal number but a decimal one. No value is above 1<<37.
//
// Spec: URL Standard 1.3.13 (12 January 2015)
func number(s string) (value uint64, decimal, ok bool) {
	base, digits, set := uint64(10), s, &digit
	switch {
	case len(s) > len("0x") && s[0] == '0' && lower(s[1]) == 'x' && indexNotSet(s[len("0x"):], &hexDigit) < 0:
		base, digits, set = 16, s[len("0x"):], &hexDigit
	case len(s) > len("0") && s[0] == '0' && indexNotSet(s, &octalDigit2015) < 0:
		base, digits, set = 8, s, &octalDigit2015
	}
	if s == "" || indexNotSet(digits, set) >= 0 {
		return 0, false, false
	}
	for i := 0; i < len(digits) && value <= 1<<32; i++ {
		value = base*value + uint64(unhex(digits[i]))
	}
	return value, base == 10, true
}

// port matches everything that ends no authority, and returns a number without leading zeros, maybe an empty one. There
// is no upper limit.
//
// Deviation: "until either a solidus, a reverse solidus, a question mark, or the end of string is encountered" leaves out
// the number sign of the diagram, before which a port ends, too.
//
// Deviation: "If input was not set" means url: the setters cut a bad port off, the parser does not take it.
//
// Spec: URL Standard 1.3.17 (12 January 2015)
func (m *url2015) port() (string, error) {
	start, end := m.until(&specialAuthorityEnd)
	port := withoutLeadingZeros(m.cleanse(start, end, nil))
	if i := indexNotSet(port, &digit); i >= 0 {
		if !m.hasURL {
			return "", m.fail(rulePort, fault{rule: PortInvalid, start: start, end: end})
		}
		port = port[:i]
	}
	m.note(rulePort, port)
	return port, nil
}

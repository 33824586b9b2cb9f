package resolve

import (
	"errors"
	"strings"
	"unicode/utf8"

	"htmlurl/internal/idna"
)

// parseHost sets url's host to what buffer, the text before the pointer, is as a host.
func (m *living) parseHost(buffer string) bool { return m.parseHostAt(buffer, m.pointer-len(buffer)) }

// parseHostAt is the host parser, and appends what the host serializer makes of its result. input starts at byte
// start of text.
//
// Spec: https://url.spec.whatwg.org/#concept-host-parser
func (m *living) parseHostAt(input string, start int) (ok bool) {
	switch {
	case strings.HasPrefix(input, "["):
		ok = m.ipv6(input, start)
	case !m.scheme.special:
		ok = m.opaqueHost(input, start)
	default:
		ok = m.domain(input, start) && m.ipv4(input, start)
	}
	m.endHost()
	return ok
}

// opaqueHost appends an opaque host.
//
// Spec: https://url.spec.whatwg.org/#concept-opaque-host-parser
func (m *living) opaqueHost(input string, start int) bool {
	if i := indexSet(input, &forbiddenHost); i >= 0 {
		m.fail(HostInvalidCodePoint, start+i, start+i+1)
		return false
	}
	m.judgeOpaqueHost(input, start)
	m.out = appendUTF8PercentEncoded(m.out, input, &c0ControlSet)
	return true
}

// judgeOpaqueHost reports the first code point that is no URL code point, and the first "%" that starts no
// percent-encoded byte: the text asks whether the host contains one.
func (m *living) judgeOpaqueHost(input string, start int) {
	if m.report == nil {
		return
	}
	for i, c := range input {
		if c != '%' && !isURLCodePoint(c) {
			m.violate(InvalidURLUnit, start+i, start+i+runeLen(input[i:]))
			break
		}
	}
	if i := indexLonePercent(input); i >= 0 {
		m.violate(InvalidURLUnit, start+i, start+i+len("%"))
	}
}

// domain appends a domain, or what may still be an IPv4 address. A domain of ASCII characters is only lowercased.
//
// Spec: https://url.spec.whatwg.org/#concept-host-parser, https://url.spec.whatwg.org/#concept-domain-to-ascii
func (m *living) domain(input string, start int) bool {
	domain := input
	if i := indexNotSet(input, &domainPlain); i >= 0 {
		if domain = m.percentDecodeHost(input, start); !isASCII(domain) {
			return m.unicodeDomain(input, domain, start)
		}
	}
	at := len(m.out)
	for i := range len(domain) {
		m.out = append(m.out, lower(domain[i]))
	}
	return m.checkDomain(domain, m.out[at:], input, start)
}

// unicodeDomain appends what Unicode ToASCII makes of a domain.
func (m *living) unicodeDomain(input, domain string, start int) bool {
	if !utf8.ValidString(input) || !utf8.ValidString(domain) {
		return m.failDomain(input, domain, start, nil) // no domain has U+FFFD
	}
	ascii, err := domainParserToASCII.ToASCII(domain)
	if err != nil || ascii == "" {
		return m.failDomain(input, domain, start, err)
	}
	at := len(m.out)
	m.out = append(m.out, ascii...)
	return m.checkDomain(domain, m.out[at:], input, start)
}

// checkDomain judges a domain by what came out of it.
func (m *living) checkDomain(domain string, ascii []byte, input string, start int) bool {
	for _, c := range ascii {
		if forbiddenDomain[c] {
			return m.failDomain(input, domain, start, nil)
		}
	}
	if m.report != nil {
		if _, err := strictDomainParserToASCII.ToASCII(domain); err != nil {
			m.violate(DomainToASCII, start, start+len(input))
		}
	}
	return true
}

// The two ways in which the domain parser runs Unicode ToASCII.
//
// Spec: https://url.spec.whatwg.org/#domain-parser-toascii
var (
	domainParserToASCII       = idna.UTS46{CheckBidi: true, CheckJoiners: true}
	strictDomainParserToASCII = idna.UTS46{CheckHyphens: true, CheckBidi: true, CheckJoiners: true, UseSTD3ASCIIRules: true, VerifyDNSLength: true}
)

// failDomain blames the label that Unicode ToASCII refuses, unless percent-decoding moved it.
func (m *living) failDomain(input, domain string, start int, cause error) bool {
	end := start + len(input)
	label, ok := errors.AsType[*idna.LabelError](cause)
	if ok && domain == input {
		start, end = start+label.Start, start+label.End
	}
	bad := m.faultAt(DomainToASCII, start, end)
	if ok {
		bad.Detail = label.Reason.String()
	}
	m.err = bad
	return false
}

func (m *living) percentDecodeHost(input string, start int) string {
	decoded := percentDecode(input)
	if decoded != input {
		m.violate(DomainPercentEncoded, start, start+len(input))
	}
	return decoded
}

func isASCII(s string) bool {
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

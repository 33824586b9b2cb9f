package resolve

import (
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	"htmlurl/internal/idna"
)

// parseHost sets url's host to what buffer, the text before the pointer, is as a host.
func (m *living) parseHost(buffer string) bool { return m.parseHostAt(buffer, m.pointer-len(buffer)) }

// parseHostAt is the host parser, and appends what the host serializer makes of its result. buffer starts at byte
// start of text.
//
// Spec: https://url.spec.whatwg.org/#concept-host-parser
func (m *living) parseHostAt(buffer string, start int) (ok bool) {
	switch {
	case strings.HasPrefix(buffer, "["):
		ok = m.ipv6(buffer, start)
	case !m.facts.special:
		ok = m.opaqueHost(buffer, start)
	default:
		ok = m.domain(buffer, start) && m.ipv4(buffer, start)
	}
	m.endHost()
	return ok
}

// opaqueHost appends an opaque host.
//
// Spec: https://url.spec.whatwg.org/#concept-opaque-host-parser
func (m *living) opaqueHost(buffer string, start int) bool {
	if i := indexSet(buffer, &forbiddenHost); i >= 0 {
		m.fail(HostInvalidCodePoint, start+i, start+i+1)
		return false
	}
	m.judgeOpaqueHost(buffer, start)
	m.out = appendUTF8PercentEncoded(m.out, buffer, &c0ControlSet)
	return true
}

// judgeOpaqueHost reports the first code point that is no URL code point, and the first "%" that starts no
// percent-encoded byte: the text asks whether the host contains one.
func (m *living) judgeOpaqueHost(buffer string, start int) {
	if m.report == nil {
		return
	}
	for i, c := range buffer {
		if c != '%' && !isURLCodePoint(c) {
			m.violate(InvalidURLUnit, start+i, start+i+runeLen(buffer[i:]))
			break
		}
	}
	if i := indexLonePercent(buffer); i >= 0 {
		m.violate(InvalidURLUnit, start+i, start+i+len("%"))
	}
}

// domain appends a domain, or what may still be an IPv4 address. A domain of ASCII characters is only lowercased.
//
// Spec: https://url.spec.whatwg.org/#concept-host-parser, https://url.spec.whatwg.org/#concept-domain-to-ascii
func (m *living) domain(buffer string, start int) bool {
	domain := buffer
	if i := indexNotSet(buffer, &domainPlain); i >= 0 {
		if domain = m.percentDecodeHost(buffer, start); !isASCII(domain) {
			return m.unicodeDomain(buffer, domain, start)
		}
	}
	at := len(m.out)
	for i := range len(domain) {
		m.out = append(m.out, lower(domain[i]))
	}
	return m.checkDomain(domain, m.out[at:], buffer, start)
}

// unicodeDomain appends what Unicode ToASCII makes of a domain.
func (m *living) unicodeDomain(buffer, domain string, start int) bool {
	if !utf8.ValidString(buffer) || !utf8.ValidString(domain) {
		return m.failDomain(buffer, domain, start, nil) // no domain has U+FFFD
	}
	ascii, err := domainParserToASCII.ToASCII(domain)
	if err != nil || ascii == "" {
		return m.failDomain(buffer, domain, start, err)
	}
	at := len(m.out)
	m.out = append(m.out, ascii...)
	return m.checkDomain(domain, m.out[at:], buffer, start)
}

// checkDomain judges a domain by what came out of it.
func (m *living) checkDomain(domain string, ascii []byte, buffer string, start int) bool {
	for _, c := range ascii {
		if forbiddenDomain[c] {
			return m.failForbidden(buffer, c, start)
		}
	}
	if m.report != nil {
		if _, err := strictDomainParserToASCII.ToASCII(domain); err != nil {
			m.violate(DomainToASCII, start, start+len(buffer))
		}
	}
	return true
}

// failForbidden blames a forbidden domain code point, unless it was percent-encoded or mapped to.
func (m *living) failForbidden(buffer string, c byte, start int) bool {
	end := start + len(buffer)
	if i := strings.IndexByte(buffer, c); i >= 0 && c != '%' {
		start, end = start+i, start+i+1
	}
	bad := m.faultAt(DomainToASCII, start, end)
	bad.Detail = fmt.Sprintf("a domain must not contain %q", c)
	m.err = bad
	return false
}

// The two ways in which the domain parser runs Unicode ToASCII.
//
// Spec: https://url.spec.whatwg.org/#domain-parser-toascii
var (
	domainParserToASCII       = idna.UTS46{CheckBidi: true, CheckJoiners: true}
	strictDomainParserToASCII = idna.UTS46{CheckHyphens: true, CheckBidi: true, CheckJoiners: true, UseSTD3ASCIIRules: true, VerifyDNSLength: true}
)

// failDomain blames the label that Unicode ToASCII refuses, unless percent-decoding moved it.
func (m *living) failDomain(buffer, domain string, start int, cause error) bool {
	end := start + len(buffer)
	label, ok := errors.AsType[*idna.LabelError](cause)
	if ok && domain == buffer {
		start, end = start+label.Start, start+label.End
	}
	bad := m.faultAt(DomainToASCII, start, end)
	if ok {
		bad.Detail = label.Reason.String()
	}
	m.err = bad
	return false
}

func (m *living) percentDecodeHost(buffer string, start int) string {
	decoded := percentDecode(buffer)
	if decoded != buffer {
		m.violate(DomainPercentEncoded, start, start+len(buffer))
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

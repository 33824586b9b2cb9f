package browsertest

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf16"

	"htmlurl/internal/idna"
	"htmlurl/resolve"
)

// hostEscapes takes the hosts of special URLs with spaces in them, when they are percent-decoded and mapped.
func hostEscapes(next Oracle) Oracle {
	return blobOrigin(func(q Question) Answer {
		hosts := map[string]string{}
		hide := func(ref, base string) string {
			s := shapeOf(ref, base)
			before, host, port := s.host()
			ascii := asciiHost(host)
			if s.authority == "" || !s.isSpecial() || ascii == "" || strings.ContainsAny(ascii, forbiddenDomain) ||
				endsInNumber.MatchString(ascii) {
				return ref
			}
			hidden := placeholder + strconv.Itoa(len(hosts)) + "x"
			hosts[hidden] = escapes.Replace(ascii)
			s.authority = before + hidden + port
			return s.String()
		}
		asked := q
		asked.Ref, asked.Base = hide(q.Ref, q.Base), hide(q.Base, "")
		return askedOtherwise(next, q, asked, func(p *parts) {
			for hidden, host := range hosts {
				p.authority = strings.ReplaceAll(p.authority, hidden, host)
			}
		})
	})
}

// blobOrigin gives blob: URLs the origin of what is in them.
func blobOrigin(next Oracle) Oracle {
	return func(q Question) Answer {
		a := next(q)
		if a.Protocol == "blob:" {
			a.Origin = "null"
			inner := next(Question{Subject: OfObject, Ref: a.Pathname})
			if inner.Protocol == "http:" || inner.Protocol == "https:" {
				a.Origin = inner.Origin
			}
		}
		return a
	}
}

// escapes percent-encodes what is allowed in hosts like that.
var escapes = strings.NewReplacer(" ", "%20", "*", "%2A")

// asciiHost returns what a host is before anything is forbidden, or nothing if it has nothing to be percent-encoded. In
// a domain that has others than ASCII, characters are percent-encoded before labels are encoded.
func asciiHost(host string) string {
	decoded := string(resolve.AppendPercentDecoded(nil, host))
	ascii := strings.ToLower(decoded)
	isEscaped := strings.Contains(host, "%")
	if isEscaped && strings.ContainsAny(decoded, forbiddenDomain) {
		return ""
	}
	if strings.ContainsFunc(decoded, func(c rune) bool { return c > unicode.MaxASCII }) {
		escaped := escapeASCII(decoded, !isEscaped)
		mapped, err := domainToASCII(escaped)
		if err != nil {
			return ""
		}
		if ascii = string(resolve.AppendPercentDecoded(nil, mapped)); escaped != decoded {
			return ascii
		}
	}
	if strings.HasPrefix(host, "[") || !strings.ContainsAny(ascii, " *") {
		return ""
	}
	return ascii
}

// escapeASCII percent-encodes what may not be in a domain: all of it, or spaces and asterisks alone.
func escapeASCII(domain string, all bool) string {
	var escaped strings.Builder
	for _, c := range domain {
		isForbidden := c <= unicode.MaxASCII && strings.ContainsRune(forbiddenDomain, c)
		if c == ' ' || c == '*' || all && isForbidden {
			fmt.Fprintf(&escaped, "%%%02X", c)
		} else {
			escaped.WriteRune(c)
		}
	}
	return escaped.String()
}

// domainToASCII is how the domain parser runs Unicode ToASCII.
//
// Spec: https://url.spec.whatwg.org/#domain-parser-toascii
func domainToASCII(domain string) (string, error) {
	return idna.UTS46{CheckBidi: true, CheckJoiners: true}.ToASCII(domain)
}

// forbiddenDomain are the forbidden domain code points but for the space.
//
// Spec: https://url.spec.whatwg.org/#forbidden-domain-code-point
const forbiddenDomain = c0Controls + "\x7f#/:<>?@[\\]^|%"

// endsInNumber finds what can only be an IPv4 address.
//
// Spec: https://url.spec.whatwg.org/#ends-in-a-number-checker
var endsInNumber = regexp.MustCompile(`(?i)(^|\.)([0-9]+|0x[0-9a-f]*)\.?$`)

// ipv6Percent takes IPv6 addresses that are percent-encoded.
var ipv6Percent = changingRefs(
	inHost(func(s shape, host string) string {
		decoded := string(resolve.AppendPercentDecoded(nil, host))
		if mapped, err := domainToASCII(decoded); err == nil {
			decoded = mapped
		}
		isWhole := strings.IndexAny(decoded, `]/?#@\`) == len(decoded)-1
		if !s.isSpecial() || !strings.HasPrefix(host, "[") || !isWhole {
			return host
		}
		return decoded
	}), nil)

// ipv6Numbers takes the numbers at the end of an IPv6 address as those of IPv4 addresses.
var ipv6Numbers = changingRefs(
	inHost(func(s shape, host string) string {
		m := ipv6IPv4.FindStringSubmatch(host)
		if m == nil {
			return host
		}
		ip := Library(Question{Subject: OfObject, Ref: "http://" + m[1] + "/"}).Hostname
		if ip == "" {
			return host
		}
		return strings.TrimSuffix(host, m[1]+"]") + ip + "]"
	}), nil)

// ipv6IPv4 finds an IPv4 address at the end of an IPv6 address.
var ipv6IPv4 = regexp.MustCompile(`:([0-9A-FXa-fx]+(\.[0-9A-FXa-fx]+){3})\]$`)

// opaqueHostBytes has no URL for hosts with a code unit whose low byte is a forbidden host code point.
func opaqueHostBytes(next Oracle) Oracle {
	return func(q Question) Answer {
		if hasForbiddenByte(q.Ref, q.Base) {
			return noURL(q)
		}
		return next(q)
	}
}

// hasForbiddenByte tells that of an absolute reference; in a relative one the host is in UTF-8 before it is looked at.
func hasForbiddenByte(ref, base string) bool {
	s := shapeOf(ref, base)
	_, host, _ := s.host()
	if s.isSpecial() || s.authority == "" || s.scheme == "" {
		return false
	}
	return strings.ContainsFunc(host, func(c rune) bool {
		if c > 0xFFFF { // a lead surrogate
			c, _ = utf16.EncodeRune(c)
		}
		return c > unicode.MaxASCII && strings.ContainsRune(forbiddenHost, c&0xFF)
	})
}

// forbiddenHost are the forbidden host code points.
//
// Spec: https://url.spec.whatwg.org/#forbidden-host-code-point
const forbiddenHost = "\x00\t\n\r #/:<>?@[\\]^|"

package resolve

import (
	"iter"
	"unicode/utf8"

	"htmlurl/internal/charset"
)

// ValidURL tells whether s is a valid URL, alone or relative to a base. In HTML5 that is a valid URI reference, or a valid
// IRI reference whose query has no unescaped non-ASCII characters unless the document's encoding is UTF-8 or UTF-16. For
// the other editions it is ValidURLString with an https: URL as base.
//
// Spec: W3C HTML5 2.6.1 (2011, 2012), valid URL; RFC 3986 appendix A; RFC 3987 section 2.2
func (r Resolver) ValidURL(s string) bool {
	r.Report = nil
	base, err := r.Parse("https://example.com/")
	return err == nil && r.ValidURLString(base, s)
}

// ValidURLString tells whether s is a valid URL string relative to base, or without one if base is the zero URL. In HTML5
// it does not depend on base. In 2015 and today it is what the parser finds no fault with.
//
// Spec: https://url.spec.whatwg.org/#valid-url-string; URL Standard 1.1 (12 January 2015); W3C URL 4.1 (8 November 2012)
func (r Resolver) ValidURLString(base URL, s string) bool {
	a, err := r.algorithm(s)
	return err == nil && a.valid(r, base, s)
}

// validHTML5 is the definition of valid URL.
func (r Resolver) validHTML5(_ URL, s string) bool {
	u := splitReference(s)
	if _, ok := u.checkGrammar(); !ok {
		return false
	}
	for range u.invalidUnits(r.Encoding.enc) {
		return false
	}
	return true
}

// validURL2015 tells whether s resolves without a conformance error.
func (r Resolver) validURL2015(base URL, s string) bool {
	valid := true
	r.Report = func(Violation) { valid = false }
	_, err := r.resolveURL2015(nil, base, s)
	return err == nil && valid
}

// validLiving tells whether s resolves without a validation error, and its host is valid.
//
// Deviation: "A valid URL string defines what input would not trigger a validation error or failure" is true but for an
// IPv4 address in characters such as U+FF11, which is neither a valid domain nor a valid IPv4-address string.
func (r Resolver) validLiving(base URL, s string) bool {
	valid := true
	m := living{base: base, encoding: r.Encoding.enc, input: s, report: func(Violation) { valid = false }}
	return m.parse() == nil && valid && !m.mappedIPv4
}

// ValidNonEmptyURL tells whether s is a valid URL and not the empty string.
//
// Spec: W3C HTML5 2.6.1 (2012), valid non-empty URL
func (r Resolver) ValidNonEmptyURL(s string) bool { return s != "" && r.ValidURL(s) }

// ValidURLPotentiallySurroundedBySpaces tells whether s is a valid URL after white space around it is stripped.
//
// Spec: W3C HTML5 2.6.1 (2012), valid URL potentially surrounded by spaces
func (r Resolver) ValidURLPotentiallySurroundedBySpaces(s string) bool {
	url, _ := stripSpace(s)
	return r.ValidURL(url)
}

// ValidNonEmptyURLPotentiallySurroundedBySpaces tells whether s is a valid non-empty URL after white space around it
// is stripped.
//
// Spec: W3C HTML5 2.6.1 (2012), valid non-empty URL potentially surrounded by spaces
func (r Resolver) ValidNonEmptyURLPotentiallySurroundedBySpaces(s string) bool {
	url, _ := stripSpace(s)
	return r.ValidNonEmptyURL(url)
}

// report tells r.Report what the author did wrong in a reference that resolves.
func (r Resolver) report(ref string) {
	if r.Report == nil {
		return
	}
	url, offset := stripSpace(ref)
	end := offset + len(url)
	violate := func(rule Rule, start, end int) {
		if start < end {
			r.Report(Violation{Rule: rule, Input: ref, Start: start, End: end})
		}
	}
	violate(SurroundingSpace, 0, offset)
	for bad := range splitReference(url).invalidUnits(r.Encoding.enc) {
		violate(bad.rule, offset+bad.start, offset+bad.end)
	}
	violate(SurroundingSpace, end, len(ref))
}

// invalidUnits yields what keeps a reference that matches the widened grammar from being a valid URL, in the order of
// the places.
func (u split) invalidUnits(encoding charset.Encoding) iter.Seq[fault] {
	return func(yield func(fault) bool) {
		s := scanner{split: u, encoding: encoding, yield: yield}
		_ = s.component(u.hierPart(), u.host, &userinfoUnits) &&
			s.scanHost() &&
			s.component(u.path, u.query, &pathUnits) &&
			s.component(u.query, u.fragment, &queryUnits) &&
			s.component(min(u.fragment+len("#"), len(u.s)), len(u.s), &fragmentUnits)
	}
}

// units says which characters a component of an IRI consists of, besides percent-encoded octets.
type units struct {
	ascii    byteSet
	nonASCII func(rune) bool
	encoded  bool // in the document's encoding, so that non-ASCII characters depend on it
}

// The delimiters that stand before userinfo and query are taken with them.
var (
	userinfoUnits  = units{ascii: userinfo.with("/@"), nonASCII: isUCSChar}
	ipLiteralUnits = units{ascii: userinfo, nonASCII: func(rune) bool { return false }}
	regNameUnits   = units{ascii: regName, nonASCII: isUCSChar}
	pathUnits      = units{ascii: pathChar, nonASCII: isUCSChar}
	queryUnits     = units{ascii: queryChar, nonASCII: isUCSCharOrPrivate, encoded: true}
	fragmentUnits  = units{ascii: queryChar, nonASCII: isUCSChar}
)

// scanner looks for invalid units in the components of a reference, until yield returns false.
type scanner struct {
	split
	encoding charset.Encoding
	yield    func(fault) bool
}

func (s *scanner) scanHost() bool {
	if isIPLiteral(s.s[s.host:s.hostEnd]) {
		return s.component(s.host+len("["), s.hostEnd-len("]"), &ipLiteralUnits)
	}
	return s.component(s.host, s.hostEnd, &regNameUnits)
}

// component looks at the bytes from start to end. It returns false when yield did.
func (s *scanner) component(start, end int, allowed *units) bool {
	for size := 0; start < end; start += size {
		if size = 1; allowed.ascii[s.s[start]] {
			continue
		}
		if s.s[start] == '%' && indexLonePercent(s.s[start:min(start+len("%00"), end)]) < 0 {
			size = len("%00")
			continue
		}
		var c rune
		c, size = utf8.DecodeRuneInString(s.s[start:end])
		if rule, bad := s.judge(c, size, allowed); bad && !s.yield(fault{rule: rule, start: start, end: start + size}) {
			return false
		}
	}
	return true
}

// judge tells what is wrong with a character of size bytes that is not among the allowed ASCII ones.
func (s *scanner) judge(c rune, size int, allowed *units) (rule Rule, bad bool) {
	switch {
	case c < utf8.RuneSelf, c == utf8.RuneError && size == 1, !allowed.nonASCII(c):
		return InvalidURLUnit, true
	case !allowed.encoded || s.encoding == charset.UTF8:
		return "", false
	}
	encoder := s.encoding.NewEncoder()
	if _, ok := encoder.Append(nil, c); !ok {
		return UnencodableQuery, true
	}
	return NonASCIIQuery, true
}

// isUCSChar tells whether c matches the <ucschar> production: what is non-ASCII and neither private, surrogate, nor a
// noncharacter, and not in the block of language tags.
//
// Spec: RFC 3987 section 2.2
func isUCSChar(c rune) bool {
	switch {
	case c < 0x10000:
		return 0xA0 <= c && c <= 0xD7FF || 0xF900 <= c && c <= 0xFDCF || 0xFDF0 <= c && c <= 0xFFEF
	case c >= 0xF0000:
		return false
	}
	return c&0xFFFF <= 0xFFFD && (c < 0xE0000 || 0xE1000 <= c)
}

// isUCSCharOrPrivate tells whether c matches <ucschar> or <iprivate>.
//
// Spec: RFC 3987 section 2.2
func isUCSCharOrPrivate(c rune) bool {
	return isUCSChar(c) || 0xE000 <= c && c <= 0xF8FF || 0xF0000 <= c && c&0xFFFF <= 0xFFFD
}

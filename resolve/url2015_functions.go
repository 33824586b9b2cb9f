package resolve

import (
	"bytes"
	"errors"
	"strings"
	"unicode/utf8"

	"htmlurl/internal/charset"
	"htmlurl/internal/idna"
)

// domainToASCII2015 is UTS #46 with transitional processing.
//
// Deviation: "the result of running Unicode ToASCII" does without its checks of hyphens: names with hyphens at the ends,
// or at the third and fourth place, are in use.
//
// Spec: URL Standard 1.5 (12 January 2015), domain to ASCII
var domainToASCII2015 = idna.UTS46{CheckBidi: true, CheckJoiners: true, Transitional: true}

// parseHost is the host parser. The fault has the offsets of what was matched last.
//
// Deviation: "If input is the empty string, return failure" is left to the authority, and holds only behind user
// information. Without it "file:///x" and "//" have an empty host: row 2 of 1.3.4 asks for one, so there must be some.
//
// Spec: URL Standard 1.5 (12 January 2015), host parser
func (m *url2015) parseHost(host string) (string, fault) {
	if host == "" {
		return "", fault{}
	}
	domain := strings.ToValidUTF8(percentDecode(strings.ToValidUTF8(host, "\uFFFD")), "\uFFFD")
	ascii, err := domainToASCII2015.ToASCII(lowercase(m.memory, domain))
	if err != nil {
		bad := m.hostFault(DomainToASCII)
		if label, ok := errors.AsType[*idna.LabelError](err); ok {
			bad.detail = label.Reason.String()
			if domain == m.text[m.hostStart:m.hostEnd] {
				bad.start, bad.end = m.hostStart+label.Start, m.hostStart+label.End
			}
		}
		return "", bad
	}
	if i := indexSet(ascii, &forbiddenHost2015); i >= 0 {
		bad := m.hostFault(HostInvalidCodePoint)
		at := strings.IndexByte(m.text[m.hostStart:m.hostEnd], ascii[i])
		if at >= 0 && ascii[i] != '%' {
			bad.start += at
			bad.end = bad.start + 1
		}
		return "", bad
	}
	return ascii, fault{}
}

// lowercase returns s in ASCII lower case.
func lowercase(memory *memory, s string) string {
	if indexSet(s, &upperAlpha) < 0 {
		return s
	}
	var buf [256]byte
	lowered := buf[:0]
	for i := range len(s) {
		lowered = append(lowered, lower(s[i]))
	}
	return memory.part(lowered)
}

// cleanse cleanses a part of text and percent-encodes what is in the set, unless that is nil.
//
// Spec: URL Standard 1.5 (12 January 2015), cleanse
func (m *url2015) cleanse(start, end int, set *byteSet) string {
	if m.report == nil && set != nil && indexSet(m.text[start:end], set) < 0 {
		return m.text[start:end]
	}
	if set != nil {
		var buf [256]byte
		return m.memory.part(m.appendCleansed(buf[:0], start, end, set))
	}
	m.checkUnits(start, end)
	return validUTF8(remove(m.text[start:end], tabsAndNewlines))
}

// appendCleansed is cleanse with a set.
func (m *url2015) appendCleansed(dst []byte, start, end int, set *byteSet) []byte {
	m.checkUnits(start, end)
	return appendEncodedSet(dst, remove(m.text[start:end], tabsAndNewlines), set, m.encoding)
}

// remove returns s without some characters.
func remove(s, chars string) string {
	if !strings.ContainsAny(s, chars) {
		return s
	}
	return strings.Map(func(c rune) rune {
		if strings.ContainsRune(chars, c) {
			return -1
		}
		return c
	}, s)
}

// appendEncodedSet appends s in the encoding, its bytes in the set percent-encoded. As s is encoded as a whole, the
// bytes of a character that are not in the set stay, and so does "&#233;" for what the encoding lacks, but for the "#".
//
// Deviation: "encode the result using the encoding override" may mean utf-16, whose bytes would be no URL. It means utf-8
// then, as no Encoding is UTF-16.
//
// Spec: URL Standard 1.5 (12 January 2015), cleanse step 4
func appendEncodedSet(dst []byte, s string, set *byteSet, encoding charset.Encoding) []byte {
	if indexSet(s, set) < 0 {
		return append(dst, s...)
	}
	if encoding == charset.UTF8 && utf8.ValidString(s) {
		return appendBytesPercentEncoded(dst, s, set)
	}
	var buf [256]byte
	return appendBytesPercentEncoded(dst, encoding.AppendEncode(buf[:0], s, charset.CharacterReference), set)
}

// validUTF8 returns s with U+FFFD for each byte that is no UTF-8.
func validUTF8(s string) string {
	if utf8.ValidString(s) {
		return s
	}
	return string(charset.UTF8.AppendEncode(nil, s, charset.CharacterReference))
}

// checkUnits indicates the conformance errors of cleanse.
func (m *url2015) checkUnits(start, end int) {
	if m.report == nil {
		return
	}
	for i, size := start, 0; i < end; i += size {
		var c rune
		c, size = utf8.DecodeRuneInString(m.text[i:end])
		invalid := !isURLCodePoint(c) || c == utf8.RuneError && size == 1
		if c == '%' {
			invalid = indexLonePercent(m.text[i:min(i+len("%00"), end)]) == 0
		}
		if invalid {
			m.violate(InvalidURLUnit, i, i+size)
		}
	}
}

// pathNames is an array of path names.
type pathNames struct {
	joined string // with slashes between the names
	count  int
}

// first returns the first name.
func (p pathNames) first() string {
	first, _, _ := strings.Cut(p.joined, "/")
	return first
}

// withoutFirst returns the names after the first.
func (p pathNames) withoutFirst() pathNames {
	_, rest, _ := strings.Cut(p.joined, "/")
	return pathNames{rest, p.count - 1}
}

// concatenation does path concatenation to the names of base, which have a slash before each. The result is the two
// strings together: the first has the slash before each name, too.
//
// Spec: URL Standard 1.5 (12 January 2015), path concatenation
func (p pathNames) concatenation(base string) (dir, joined string) {
	if p.count > 0 && p.first() == "." {
		p = p.withoutFirst()
		base = withoutLastSegment(base)
	}
	switch {
	case p.count == 1 && p.joined == "" && base != "":
		return base, ""
	case p.count > 1 && p.first() == "":
		return "/", p.withoutFirst().joined
	}
	return p.behind(base)
}

// behind removes the last name of base, and puts the others before p.
func (p pathNames) behind(base string) (dir, joined string) {
	slash := max(0, strings.LastIndexByte(base, '/'))
	switch {
	case slash == 0:
		return "/", p.joined
	case p.count == 0:
		return base[:slash], ""
	}
	return base[:slash+len("/")], p.joined
}

// basePath returns the path names of the base with a slash before each. A base with scheme data has none.
func (m *url2015) basePath() string {
	if !m.base.hasAuthority() {
		return ""
	}
	return m.base.Path()
}

// nameBuilder builds an array of path names. There is a NUL between the names, because a slash may be in one: it is in
// some characters of ISO-2022-JP.
type nameBuilder struct {
	buf   []byte
	count int // of the names that are done
	size  int // of buf with these
}

// begin begins a name, which is appended to buf.
func (b *nameBuilder) begin() {
	if b.size = len(b.buf); b.count > 0 {
		b.buf = append(b.buf, 0)
	}
}

// current returns the name that was begun.
func (b *nameBuilder) current() []byte {
	return b.buf[b.size+min(b.count, 1):]
}

// end keeps the name.
func (b *nameBuilder) end() { b.count++ }

// drop forgets the name.
func (b *nameBuilder) drop() { b.buf = b.buf[:b.size] }

// add adds a name.
func (b *nameBuilder) add(name string) {
	b.begin()
	b.buf = append(b.buf, name...)
	b.end()
}

// removeLast removes the last name that was kept.
func (b *nameBuilder) removeLast() {
	b.buf = b.buf[:max(0, bytes.LastIndexByte(b.buf, 0))]
	b.count--
}

func (b *nameBuilder) names(memory *memory) pathNames {
	for i := range b.buf {
		if b.buf[i] == 0 {
			b.buf[i] = '/'
		}
	}
	return pathNames{memory.part(b.buf), b.count}
}

// isPlainPath tells whether the path rule leaves a path as it is.
func isPlainPath(path string) bool {
	if indexNotSet(path, &plainPath2015) >= 0 || hasDotSegment(path) {
		return false
	}
	for {
		i := strings.IndexByte(path, '%')
		if i < 0 {
			return true
		}
		if path = path[i:]; len(path) >= len("%2e") && equalFold(path[:len("%2e")], "%2e") {
			return false
		}
		path = path[len("%"):]
	}
}

func isSingleDot(name []byte) bool {
	return len(name) == len(".") && name[0] == '.' || len(name) == len("%2e") && equalFold(string(name), "%2e")
}

func isDoubleDot(name []byte) bool {
	switch len(name) {
	case len(".."):
		return string(name) == ".."
	case len(".%2e"):
		return equalFold(string(name), ".%2e") || equalFold(string(name), "%2e.")
	case len("%2e%2e"):
		return equalFold(string(name), "%2e%2e")
	}
	return false
}

package resolve

import "strings"

// byteSet is a set of bytes.
type byteSet [256]bool

// with returns the set with the bytes of chars added.
func (set byteSet) with(chars string) byteSet {
	for i := range len(chars) {
		set[chars[i]] = true
	}
	return set
}

// withRange returns the set with the bytes from first to last added.
func (set byteSet) withRange(first, last byte) byteSet {
	for c := int(first); c <= int(last); c++ {
		set[c] = true
	}
	return set
}

// without returns the set with the bytes of chars removed.
func (set byteSet) without(chars string) byteSet {
	for i := range len(chars) {
		set[chars[i]] = false
	}
	return set
}

// complement returns the bytes that are not in the set.
func (set byteSet) complement() byteSet {
	for c := range set {
		set[c] = !set[c]
	}
	return set
}

// indexSet returns the offset of the first byte of s in the set, or -1.
func indexSet(s string, set *byteSet) int {
	for i := range len(s) {
		if set[s[i]] {
			return i
		}
	}
	return -1
}

// indexNotSet returns the offset of the first byte of s outside the set, or -1.
func indexNotSet(s string, set *byteSet) int {
	for i := range len(s) {
		if !set[s[i]] {
			return i
		}
	}
	return -1
}

// eof is the EOF code point.
const eof = -1

// tabsAndNewlines are the ASCII tab and newline code points, which all editions after HTML5 ignore.
//
// Spec: https://infra.spec.whatwg.org/#ascii-tab-or-newline
const tabsAndNewlines = "\t\n\r"

// Spec: https://infra.spec.whatwg.org/#ascii-upper-alpha
var upperAlpha = byteSet{}.withRange('A', 'Z')

func isTabOrNewline[C byte | rune](c C) bool { return c == '\t' || c == '\n' || c == '\r' }

func hasTabOrNewline(s string) bool {
	return strings.IndexByte(s, '\t') >= 0 || strings.IndexByte(s, '\n') >= 0 || strings.IndexByte(s, '\r') >= 0
}

// The character classes of RFC 3986, in its names.
//
// Spec: RFC 3986 appendix A
var (
	digit      = byteSet{}.with("0123456789")
	alpha      = byteSet{}.with("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz")
	alnum      = alpha.with("0123456789")
	hexDigit   = digit.with("ABCDEFabcdef")
	schemeChar = alnum.with("+-.")
	unreserved = alnum.with("-._~")
	regName    = unreserved.with("!$&'()*+,;=")
	userinfo   = regName.with(":")
	pchar      = regName.with(":@")
	pathChar   = pchar.with("/")
	queryChar  = pathChar.with("?")
)

// What ends the scheme, the authority and the path in the regular expression of RFC 3986 appendix B.
var (
	schemeEnd    = byteSet{}.with(":/?#")
	authorityEnd = byteSet{}.with("/?#")
	pathEnd      = byteSet{}.with("?#")
)

// spaceChar are the space characters of HTML5: what stripping removes.
//
// Spec: W3C HTML5 2.5.1 (2012), space character
var spaceChar = byteSet{}.with(" \t\n\f\r")

// What steps 7 and 8 of "resolve a URL" escape. The sets have all non-ASCII code points.
//
// Spec: W3C HTML5 2.6.4 (2012)
var (
	pathEscapeSet  = pathChar.with("%").complement()
	queryEscapeSet = queryChar.with("%").complement()
)

// xmlBaseEscapeSet is what XML Base escapes: non-ASCII characters, controls, and the characters that RFC 2396 section
// 2.4 excludes, less "#", "%" and the brackets of RFC 2732.
//
// Spec: XML Base section 3.1
var xmlBaseEscapeSet = queryEscapeSet.without("#[]")

// The encode sets of 2015, which 2012 calls escape sets. They have all non-ASCII code points; the simple one is
// c0ControlSet.
//
// Spec: URL Standard 4 (12 January 2015); W3C URL 4.2 (8 November 2012)
var (
	defaultEncodeSet  = c0ControlSet.with(" \"#<>?`")
	passwordEncodeSet = defaultEncodeSet.with(`/@\`)
	usernameEncodeSet = passwordEncodeSet.with(":")
	queryEncodeSet    = c0ControlSet.with(" \"#<>`")
)

// What the diagrams give as sets, and what "any except" leaves out.
//
// Spec: URL Standard 1.3 (12 January 2015)
var (
	slash2015       = byteSet{}.with(`/\`)
	colonOrBar2015  = byteSet{}.with(":|")
	scheme2015      = alpha.with("-+.")
	userEnd2015     = byteSet{}.with(`/\?#@:`)
	passwordEnd2015 = byteSet{}.with(`/\?#@`)
	hostEnd2015     = specialAuthorityEnd.with(`:`)
	ipv6End2015     = specialAuthorityEnd.with("]")
	queryEnd2015    = byteSet{}.with("#")
	octalDigit2015  = byteSet{}.with("01234567")
)

// forbiddenHost2015 is what no host may contain when it is ASCII.
//
// Spec: URL Standard 1.5 (12 January 2015), host parser step 5
var forbiddenHost2015 = byteSet{}.with("\x00\t\n\r #%/:?@[\\]")

// plainPath2015 are the bytes that no name has to be looked at for.
var plainPath2015 = defaultEncodeSet.complement().without(`\`)

// The percent-encode sets of today. They have all non-ASCII code points.
//
// Spec: https://url.spec.whatwg.org/#percent-encoded-bytes
var (
	c0ControlSet    = byteSet{}.withRange(0, 0x1F).withRange(0x7F, 0xFF)
	fragmentSet     = c0ControlSet.with(" \"<>`")
	querySet        = c0ControlSet.with(" \"#<>")
	specialQuerySet = querySet.with("'")
	pathSet         = querySet.with("?^`{}")
	userinfoSet     = pathSet.with("/:;=@[\\]|")
	componentSet    = userinfoSet.with("$%&+,")
	formSet         = componentSet.with("!'()~")
)

// specialAuthorityEnd is what ends the authority of a special URL, and of any in 2015.
var specialAuthorityEnd = authorityEnd.with("\\")

// Spec: https://url.spec.whatwg.org/#forbidden-host-code-point, https://url.spec.whatwg.org/#forbidden-domain-code-point
var (
	forbiddenHost   = byteSet{}.with("\x00\t\n\r #/:<>?@[\\]^|")
	forbiddenDomain = forbiddenHost.with("%\x7F").withRange(0, 0x1F)
)

// domainPlain is what a domain may consist of without being percent-decoded or run through Unicode ToASCII.
var domainPlain = byteSet{}.withRange(0, 0x7F).without("%")

// Bytes of a path that the path state of today takes as they are wherever they stand, in a URL that is not special or
// no file: URL, and in a file: URL, whose segments it looks at one by one.
var (
	filePathPlain = pathSet.complement().without("%./\\")
	pathPlain     = filePathPlain.with("/")
)

// urlASCII are the ASCII code points among the URL code points.
//
// Spec: https://url.spec.whatwg.org/#url-code-points
var urlASCII = alnum.with("!$&'()*+,-./:;=?@_~")

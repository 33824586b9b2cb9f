package resolve

// byteSet is a set of bytes.
type byteSet [256]bool

// with returns the set with the bytes of chars added.
func (set byteSet) with(chars string) byteSet {
	for i := range len(chars) {
		set[chars[i]] = true
	}
	return set
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

// The characters that steps 7 and 8 of "resolve a URL" leave alone.
var (
	pathKeep  = pathChar.with("%")
	queryKeep = queryChar.with("%")
)

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

// spaceChar are the space characters of HTML5: what stripping removes.
//
// Spec: W3C HTML5 2.5.1 (2012), space character
var spaceChar = byteSet{}.with(" \t\n\f\r")

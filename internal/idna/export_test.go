package idna

// What the tests of Punycode need.
var (
	AppendPunycode = appendPunycode
	DecodePunycode = decodePunycode
)

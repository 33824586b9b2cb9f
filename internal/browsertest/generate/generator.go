package generate

import (
	"math/rand/v2"
	"strings"
	"unicode/utf8"
)

// generator is the source of one thing.
type generator struct{ *rand.Rand }

// newGenerator returns the generator of the thing of that kind and number.
func newGenerator(seed uint64, kind byte, number int) *generator {
	return &generator{rand.New(rand.NewPCG(seed, uint64(number)<<8|uint64(kind)))}
}

// below returns a number from 0 to n-1.
func (g *generator) below(n int) int { return g.IntN(n) }

// chance is true in so many of a hundred cases.
func (g *generator) chance(percent int) bool { return g.IntN(100) < percent }

func pick[T any](g *generator, from []T) T { return from[g.IntN(len(from))] }

// weighted chooses one of pairs of a string and its weight.
func weighted(g *generator, pairs ...any) string {
	sum := 0
	for i := 1; i < len(pairs); i += 2 {
		sum += pairs[i].(int)
	}
	n := g.IntN(sum)
	for i := 0; ; i += 2 {
		if n -= pairs[i+1].(int); n < 0 {
			return pairs[i].(string)
		}
	}
}

// text makes up to n pieces of text, most of them plain.
func (g *generator) text(n int) string {
	var s strings.Builder
	for range g.below(n) {
		switch k := g.below(100); {
		case k < 60:
			s.WriteString(pick(g, plainPieces))
		case k < 75:
			s.WriteString(pick(g, foreignPieces))
		case k < 85:
			s.WriteString(pick(g, escapes))
		case k < 97:
			s.WriteByte(pick(g, []byte("!\"$%&'()*+,-.:;<=>@[]^_`{|}~ ")))
		default:
			s.WriteString(g.oddity())
		}
	}
	return s.String()
}

var plainPieces = []string{"a", "b", "x", "1", "dir", "index.html", "Q", "k=v", "-"}

// foreignPieces are characters that encodings have, have in odd ways, or lack.
var foreignPieces = []string{
	"\u00e9", "\u00fc", "\u042f", "\u20ac", "\u65e5", "\u8868", "\u00a5", "\u203e", "\u2212", "\uff71", "\U0001f600",
	"\ufffd", "\u00a0", "\u200b", "\ufeff", "\u0301", "\u5341", "\ue5e5", "\uf7e9", "\u2022", "\u0152", "\u05d0",
	"\u0e01", "\ufffe", "\U00020000", "\ue000", "\u00c0", "\u4e02", "\u2460", "\uffe4", "\uac00", "\u0178",
}

var escapes = []string{
	"%20", "%2e", "%2F", "%5C", "%C3%A9", "%E9", "%00", "%", "%zz", "%4", "%41", "%7C", "%3f", "%23", "%0A",
}

// oddity makes one character that has no business where it is.
func (g *generator) oddity() string {
	if g.chance(50) {
		return string(rune(g.below(0x80)))
	}
	return pick(g, oddities)
}

var oddities = []string{
	"\t", "\n", "\r", " ", `\`, "\x00", "\x7f", "/", "//", ":", "@", "?", "#", "[", "]", "%", "|", "\u0085", "\u2028",
	"\u00ad", "\ufeff",
}

func (g *generator) spaces() string {
	return pick(g, []string{"", " ", "\t", "\n", "\r\n", "\f", "\x00", "\x1f ", "\u00a0", "  "})
}

// insert puts something between two characters of s.
func (g *generator) insert(s, what string) string {
	at := g.below(len(s) + 1)
	for at < len(s) && !utf8.RuneStart(s[at]) {
		at++
	}
	return s[:at] + what + s[at:]
}

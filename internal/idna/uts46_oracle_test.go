package idna_test

import (
	"bufio"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"os"
	"strings"
	"testing"

	xidna "golang.org/x/net/idna"

	"htmlurl/internal/idna"
)

// The flags, and what stands before and after each code point; as in testdata/uts46.mjs.
var contexts46 = [][3]string{
	{"", "", ""}, {"", "a", "b"}, {"T", "a", "b"}, {"HBJSD", "a", "b"},
	{"", "A", "\u0327\u0301"}, {"", "e\u0302", ""}, {"", "a\u0334", "\u0345"}, {"", "\u1100", "\u11A8"},
	{"", "\u3046\u0301", "\u3099\u0323"}, {"", "a" + strings.Repeat("\u0301", 31), "\u0316"},
	{"B", "\u05D0", "\u05D0"}, {"B", "\u05D0", ""}, {"B", "", "a.\u05D0"}, {"B", "a", "a.\u05D0"},
	{"B", "a", ".\u05D0"}, {"B", "\u05D01", "1"}, {"B", "\u05D0\u0661", "1"}, {"B", "1.", ""},
	{"J", "\u0628\u200C", ""}, {"J", "\u0628\u200C", "\u0628"}, {"J", "\u0628", "\u200C\u0628"},
	{"J", "", "\u200C\u0628"}, {"J", "a", "\u200D"},
}

// The first parts of canonical composites are in these; as in testdata/uts46.mjs.
var firsts46 = [][2]rune{
	{0x20, 0x7E}, {0xA0, 0x30FF}, {0x105C0, 0x105FF}, {0x11080, 0x1157F}, {0x11580, 0x115FF}, {0x11900, 0x1195F},
	{0x16100, 0x1612F}, {0x16D40, 0x16D7F},
}

// The code points that random names are drawn from; as in testdata/uts46.mjs.
var ranges46 = [][2]rune{
	{0x2D, 0x2E}, {0x2E, 0x39}, {0x41, 0x7A}, {0x20, 0x7E}, {0xA0, 0x24F}, {0x300, 0x36F}, {0x370, 0x5FF}, {0x5D0, 0x6FF},
	{0x5D0, 0x6FF}, {0x660, 0x669}, {0x620, 0x64F}, {0x200C, 0x200D}, {0x200C, 0x200D}, {0x900, 0x97F}, {0x1E9E, 0x1E9E},
	{0xDF, 0xDF}, {0x1100, 0x11FF}, {0x2000, 0x218F}, {0x3040, 0x30FF}, {0xFF00, 0xFFEF}, {0x10D40, 0x10D8F},
	{0x11380, 0x113FF}, {0x1E5D0, 0x1E5FF}, {0x1E900, 0x1E95F}, {0x16D40, 0x16D7F},
}

// random46 gives the names of testdata/uts46.mjs for that seed, and their flags.
func random46(seed uint32, yield func(flags, name string)) {
	draw := func(n int) int {
		seed = seed*1664525 + 1013904223
		return int(seed>>16) % n
	}
	for range 50000 {
		var flags, name strings.Builder
		for _, f := range allFlags {
			if draw(2) == 1 {
				flags.WriteRune(f)
			}
		}
		for range 1 + draw(12) {
			r := ranges46[draw(len(ranges46))]
			name.WriteRune(r[0] + rune(draw(int(r[1]-r[0])+1)))
		}
		yield(flags.String(), name.String())
	}
}

// result46 writes the two forms of a name as testdata/uts46.mjs does.
func result46(w io.Writer, p idna.UTS46, name string) {
	ascii, err := p.ToASCII(name)
	if err != nil {
		ascii = "!"
	}
	unicode, err := p.ToUnicode(name)
	if err != nil {
		unicode += "!"
	}
	fmt.Fprintf(w, "%s %s\n", ascii, unicode)
}

// results46 writes the results of a line of testdata/uts46.txt.
func results46(t *testing.T, w io.Writer, line string) {
	var n, m int
	if _, err := fmt.Sscanf(line, "context %d plane %d", &n, &m); err == nil {
		c := contexts46[n]
		p := flags(c[0])
		for r := rune(m) << 16; r < rune(m+1)<<16; r++ {
			if surrogate := 0xD800 <= r && r < 0xE000; !surrogate {
				result46(w, p, c[1]+string(r)+c[2])
			}
		}
	} else if _, err := fmt.Sscanf(line, "punycode plane %d", &m); err == nil {
		for r := rune(m) << 16; r < rune(m+1)<<16; r++ {
			if surrogate := 0xD800 <= r && r < 0xE000; surrogate {
				continue
			}
			name, err := xidna.Punycode.ToASCII("a" + string(r) + "b")
			if err != nil {
				t.Fatalf("%U: %v", r, err)
			}
			if r < 0x80 { // which needs no Punycode there
				name = "xn--a" + string(r) + "b-"
			}
			result46(w, idna.UTS46{}, name)
		}
	} else if _, err := fmt.Sscanf(line, "second %d", &n); err == nil {
		for _, span := range firsts46 {
			for r := span[0]; r <= span[1]; r++ {
				result46(w, idna.UTS46{}, string([]rune{r, rune(n)}))
			}
		}
	} else if _, err := fmt.Sscanf(line, "random %d", &n); err == nil {
		random46(uint32(n), func(set, name string) { result46(w, flags(set), name) })
	} else {
		t.Fatalf("line %q", line)
	}
}

// TestUTS46Oracle compares every code point, alone and in contexts that show its properties, pairs of them, and random
// names, with digests of what testdata/uts46.mjs makes of them with other tables. With UTS46_ORACLE, the name of a line,
// it writes the results of that line.
func TestUTS46Oracle(t *testing.T) {
	if line := os.Getenv("UTS46_ORACLE"); line != "" {
		w := bufio.NewWriter(os.Stdout)
		results46(t, w, line)
		w.Flush()
		return
	}
	if testing.Short() {
		t.Skip("converts five million names")
	}
	text, err := os.ReadFile("testdata/uts46.txt")
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(string(text)), "\n")
	for _, line := range lines {
		at := strings.LastIndexByte(line, ' ')
		name, want := line[:at], line[at+1:]
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			h := sha256.New()
			w := bufio.NewWriter(h)
			results46(t, w, name)
			w.Flush()
			if got := hex.EncodeToString(h.Sum(nil)); got != want {
				t.Errorf("digest %s, want %s; see: node testdata/uts46.mjs node_modules %q", got, want, name)
			}
		})
	}
	if want := 17 + 22*2 + 3 + 72 + 8; len(lines) != want {
		t.Errorf("%d lines in testdata/uts46.txt, want %d", len(lines), want)
	}
}

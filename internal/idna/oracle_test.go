package idna_test

import (
	"bufio"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"iter"
	"os"
	"strings"
	"testing"

	"htmlurl/internal/idna"
)

// What stands before and after each code point; as in testdata/oracle.py.
var contexts = [][2]string{
	{"", ""}, {"a", "b"}, {"A", "\u0327\u0301"}, {"e\u0302", ""}, {"\u05D0", "\u05D0"}, {"\u1100", "\u11A8"},
	{"\u3046\u0301", "\u3099\u0323"}, {"a" + strings.Repeat("\u0301", 31), "\u0316"},
}

// The code points that random labels are drawn from; as in testdata/oracle.py.
var ranges = [][2]rune{
	{0x41, 0x5A}, {0xA0, 0x24F}, {0x300, 0x36F}, {0x300, 0x36F}, {0x370, 0x5FF}, {0x600, 0x6FF}, {0x900, 0xEFF},
	{0xF40, 0xFC6}, {0x1000, 0x11FF}, {0x1DC0, 0x1FFF}, {0x2000, 0x218F}, {0x3040, 0x30FF}, {0xAC00, 0xAC38},
	{0xF900, 0xFFFF}, {0x11080, 0x110BF}, {0x1D15E, 0x1D1AD}, {0x1E000, 0x1E02F}, {0x1F600, 0x1F64F},
	{0x2F800, 0x2FA1D},
}

// plane gives each code point of a plane in context n.
func plane(n, plane int) iter.Seq[string] {
	return func(yield func(string) bool) {
		for r := rune(plane) << 16; r < rune(plane+1)<<16; r++ {
			if surrogate := 0xD800 <= r && r < 0xE000; surrogate {
				continue
			}
			if !yield(contexts[n][0] + string(r) + contexts[n][1]) {
				return
			}
		}
	}
}

// random gives the labels of testdata/oracle.py for that seed.
func random(seed uint32) iter.Seq[string] {
	draw := func(n rune) rune {
		seed = seed*1664525 + 1013904223
		return rune(seed>>16) % n
	}
	return func(yield func(string) bool) {
		for range 20000 {
			var label strings.Builder
			for range 1 + draw(12) {
				r := ranges[draw(rune(len(ranges)))]
				label.WriteRune(r[0] + draw(r[1]-r[0]+1))
			}
			if !yield(label.String()) {
				return
			}
		}
	}
}

var reasonNames = map[idna.Reason]string{
	idna.EmptyLabel: "EmptyLabel", idna.LabelTooLong: "LabelTooLong", idna.NotLDH: "NotLDH",
	idna.HyphenAtEdge: "HyphenAtEdge", idna.ACEPrefix: "ACEPrefix", idna.Prohibited: "Prohibited",
	idna.BidiMixed: "BidiMixed", idna.BidiEdge: "BidiEdge",
}

// result writes what ToASCII2003 says of one label as testdata/oracle.py does.
func result(label string) string {
	ascii, err := idna.ToASCII2003(label)
	if e, ok := errors.AsType[*idna.LabelError](err); ok {
		return "!" + reasonNames[e.Reason]
	}
	return ascii
}

// TestOracle compares every code point, alone and in contexts, and random labels with digests of what
// testdata/oracle.py makes of them with other tables and its own normalization.
func TestOracle(t *testing.T) {
	if testing.Short() {
		t.Skip("converts three million labels")
	}
	f, err := os.Open("testdata/oracle.txt")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	lines := 0
	for s := bufio.NewScanner(f); s.Scan(); lines++ {
		at := strings.LastIndexByte(s.Text(), ' ')
		name, want := s.Text()[:at], s.Text()[at+1:]
		var labels iter.Seq[string]
		var n, m int
		if _, err := fmt.Sscanf(name, "context %d plane %d", &n, &m); err == nil {
			labels = plane(n, m)
		} else if _, err := fmt.Sscanf(name, "random %d", &n); err == nil {
			labels = random(uint32(n))
		} else {
			t.Fatalf("line %q: %v", s.Text(), err)
		}
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if got := digest(labels); got != want {
				t.Errorf("digest %s, want %s; see: python3 testdata/oracle.py %q", got, want, name)
			}
		})
	}
	if want := 17 + 7*4 + 8; lines != want {
		t.Errorf("%d lines in testdata/oracle.txt, want %d", lines, want)
	}
}

func digest(labels iter.Seq[string]) string {
	h := sha256.New()
	for label := range labels {
		fmt.Fprintln(h, result(label))
	}
	return hex.EncodeToString(h.Sum(nil))
}

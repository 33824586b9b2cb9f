package arena_test

import (
	"strings"
	"testing"

	"htmlurl/internal/arena"
)

// sizes are on both sides of what a chunk and a quarter of one hold.
var sizes = []int{0, 1, 60, 511, 512, 513, 2047, 2048, 2049, 8191, 8192, 8193, 32767, 32768, 32769, 1 << 20}

// text returns n bytes that tell one string from the next.
func text(n, i int) string { return strings.Repeat(string(rune('a'+i%26)), n) }

// TestArena holds that each string is what was asked for, and that it stays.
func TestArena(t *testing.T) {
	for _, first := range sizes {
		for _, second := range sizes {
			var a arena.Arena
			var got, want []string
			for i := range 40 {
				n := []int{first, second, 7}[i%3]
				s := text(n, i)
				buf := []byte(s)
				got, want = append(got, a.String(buf), a.Concat(s[:n/3], s[n/3:])), append(want, s, s)
				clear(buf)
			}
			for i := range got {
				if got[i] != want[i] {
					t.Fatalf("%d and %d bytes: string %d is %.20q, want %.20q", first, second, i, got[i], want[i])
				}
			}
		}
	}
}

// TestAllocations holds that short strings take few allocations, and long ones one each.
func TestAllocations(t *testing.T) {
	for n, limit := range map[int]float64{0: 0, 60: 4, 600: 30, 8192: 500, 8193: 1000} {
		var a arena.Arena
		p := make([]byte, n)
		got := testing.AllocsPerRun(5, func() {
			for range 1000 {
				a.String(p)
			}
		})
		if got > limit {
			t.Errorf("%d bytes: %v allocations for 1000 strings, want no more than %v", n, got, limit)
		}
	}
}

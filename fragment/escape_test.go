package fragment_test

import (
	"fmt"
	"testing"

	"htmlurl/fragment"
	"htmlurl/internal/testcase"
)

func TestEscape(t *testing.T) {
	type escapeCase struct{ Clause, Input, Output string }
	for _, c := range testcase.Own[escapeCase](t, "fragment-escape.json") {
		if got := fragment.Escape(c.Input); got != c.Output {
			t.Errorf("%s: %q becomes %q, want %q", c.Clause, c.Input, got, c.Output)
		}
	}
}

// TestEscapeAllocations holds that a string with nothing to escape is not copied.
func TestEscapeAllocations(t *testing.T) {
	if n := testing.AllocsPerRun(100, func() { fragment.Escape("nothing-to-escape/é") }); n != 0 {
		t.Errorf("%v allocations, want none", n)
	}
}

func FuzzEscape(f *testing.F) {
	f.Add("a b%20ü#")
	f.Fuzz(func(t *testing.T, s string) {
		escaped := fragment.Escape(s)
		decoded := ""
		for i := 0; i < len(escaped); i++ {
			c := escaped[i]
			if c <= ' ' {
				t.Fatalf("%q has a control or a space in %q", s, escaped)
			}
			if c == '%' {
				if _, err := fmt.Sscanf(escaped[i+1:i+3], "%02X", &c); err != nil {
					t.Fatalf("%q: %v in %q", s, err, escaped)
				}
				i += 2
			}
			decoded += string([]byte{c})
		}
		if decoded != s {
			t.Fatalf("%q becomes %q, which stands for %q", s, escaped, decoded)
		}
	})
}

// A grave accent and non-ASCII letters stay, though no URI may contain them.
func ExampleEscape() {
	fmt.Println(fragment.Escape("50 % off [für `sh`]"))
	// Output: 50%20%25%20off%20%5Bfür%20`sh`%5D
}

package source_test

import (
	"testing"
)

// FuzzTree holds that the scanner finds the elements that html.Parse makes, with their attributes and in their order, and
// also if the page comes in parts.
func FuzzTree(f *testing.F) {
	for _, c := range treeCases {
		f.Add([]byte(c.page), true, uint8(5))
		f.Add([]byte(c.page), true, uint8(1))
	}
	for _, c := range scanCases {
		f.Add([]byte(c.page), false, uint8(1))
	}
	f.Fuzz(func(t *testing.T, page []byte, scripting bool, part uint8) {
		for _, size := range []int{0, int(part)} {
			if _, wrong := compare(page, scripting, size); wrong != "" {
				t.Fatalf("scripting %v, in parts of %d: %q: %s", scripting, size, page, wrong)
			}
		}
	})
}

package source_test

import (
	"fmt"
	"strings"
	"testing"

	"htmlurl/internal/source"
)

// TestMarks holds that attributes are marked by Names, however many these are: certainly if the name is short and written in
// lower case, or else as what may be one.
func TestMarks(t *testing.T) {
	for _, many := range []int{0, 1, 100, 128, 129, 256, 1000, 5000} {
		var names source.Names
		known := map[string]source.Mark{}
		for i := range many {
			name, mark := fmt.Sprintf("n%x", i*7919), source.Mark(1+i%200)
			if i%5 == 0 {
				name += "-longer-than-a-word"
			}
			names.Add(name, mark)
			known[name] = mark
		}
		var page strings.Builder
		for name := range known {
			fmt.Fprintf(&page, "<p %s other=1 N%s %s\x00=2>", name, name[1:], name[:1])
		}
		page.WriteString("<p>")
		s := source.New([]byte(page.String()), false)
		s.Watch(&names)
		marks := 0
		for s.Next() {
			for _, a := range s.Tag().Attrs {
				name := page.String()[a.Name.Start:a.Name.End]
				want, isKnown := known[strings.ToLower(name)]
				switch {
				case isKnown && a.Mark != want && a.Mark != source.MayBeMark,
					isKnown && len(name) <= 8 && name[0] == 'n' && a.Mark != want,
					name == "other" && a.Mark != source.NoMark:
					t.Errorf("%d names: %q has the mark %d, want %d", many, name, a.Mark, want)
				case isKnown:
					marks++
				}
			}
		}
		if marks < many { // the second spelling is a repeated attribute
			t.Errorf("%d names: %d attributes have one", many, marks)
		}
	}
}

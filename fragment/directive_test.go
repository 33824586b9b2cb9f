package fragment_test

import (
	"slices"
	"strings"
	"testing"

	"htmlurl/fragment"
	"htmlurl/internal/testcase"
)

func TestDirectives(t *testing.T) {
	type directiveCase struct {
		Clause, Fragment, Rest string
		Directive              *string
		Texts                  []fragment.TextDirective
	}
	for _, c := range testcase.Own[directiveCase](t, "fragment-directive.json") {
		rest, directive, ok := fragment.SplitDirective(c.Fragment)
		if rest != c.Rest || ok != (c.Directive != nil) || ok && directive != *c.Directive {
			t.Errorf("%s: %q: %q and %q, %t, want %q and %s",
				c.Clause, c.Fragment, rest, directive, ok, c.Rest, orNone(c.Directive))
		}
		if got := slices.Collect(fragment.TextDirectives(directive)); !slices.Equal(got, c.Texts) {
			t.Errorf("%s: %q: %+q, want %+q", c.Clause, c.Fragment, got, c.Texts)
		}
	}
}

// TestHostileDirectives holds that many directives, or one with many terms, are read in time.
func TestHostileDirectives(t *testing.T) {
	const many = 1 << 20
	for directive, want := range map[string]int{
		strings.Repeat("&", many):                            0,
		strings.Repeat("text=a&", many):                      many,
		"text=" + strings.Repeat(",", many):                  0,
		"text=" + strings.Repeat("-", many):                  0,
		"text=" + strings.Repeat("a-,", many):                0,
		"text=" + strings.Repeat("%E2%99", many):             1,
		strings.Repeat("text="+strings.Repeat(",", 9), many): 0,
	} {
		got := 0
		for d := range fragment.TextDirectives(directive) {
			got++
			if d.Start == "" {
				t.Fatalf("%.20q: no start", directive)
			}
		}
		if got != want {
			t.Errorf("%.20q: %d text directives, want %d", directive, got, want)
		}
	}
	for range fragment.TextDirectives("text=a&text=b") {
		break
	}
}

// FuzzTextDirectives compares with a model that splits the directive at every delimiter.
func FuzzTextDirectives(f *testing.F) {
	for _, seed := range []string{"a:~:text=p-,a,b,-s&x&text=%C3%A9", "text=a-,-b", ":~:text=,-&text=-,a&text=%E2%99"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, s string) {
		rest, directive, ok := fragment.SplitDirective(s)
		at := strings.Index(s, ":~:")
		if ok != (at >= 0) || ok && (at != len(rest) || rest+":~:"+directive != s) || !ok && rest != s {
			t.Fatalf("%q: %q and %q, %t", s, rest, directive, ok)
		}
		var want []fragment.TextDirective
		for _, one := range strings.Split(s, "&") {
			if d, ok := modelTextDirective(one); ok {
				want = append(want, d)
			}
		}
		if got := slices.Collect(fragment.TextDirectives(s)); !slices.Equal(got, want) {
			t.Fatalf("%q: %+q, want %+q", s, got, want)
		}
	})
}

package syntax_test

import (
	"strconv"
	"strings"
	"testing"

	"htmlurl/internal/syntax"
	"htmlurl/internal/testcase"
)

// https://html.spec.whatwg.org/multipage/images.html#parse-a-srcset-attribute: the cases of web-platform-tests, which
// show the candidates by the one that a browser takes at a density of 1.
func TestConformanceSrcset(t *testing.T) {
	type srcsetCase struct {
		Group, Srcset string
		Want          string `json:"expect_current_src"`
	}
	cases := testcase.Conformance[srcsetCase](t, "html/srcset-parse.json")
	if len(cases) != 236 {
		t.Fatalf("%d cases", len(cases))
	}
	for _, c := range cases {
		if got := selectSource(t, c.Srcset); got != c.Want {
			t.Errorf("%s: %q gives %q, want %q", c.Group, c.Srcset, got, c.Want)
		}
	}
}

// selectSource returns the URL of the candidate with the least density that is at least 1, or of the densest one. Of
// equal ones the first counts.
//
// Spec: https://html.spec.whatwg.org/multipage/images.html#select-an-image-source-from-a-source-set
func selectSource(t *testing.T, srcset string) string {
	url, best := "", -1.0
	for c := range syntax.Srcset(srcset) {
		d := density(t, c.Descriptor)
		if best < 0 || best < 1 && d > best || d >= 1 && d < best {
			url, best = c.Value, d
		}
	}
	return url
}

// density returns the density that descriptors give to an image 100 pixels wide.
func density(t *testing.T, descriptors string) float64 {
	for _, d := range strings.Fields(descriptors) {
		number, kind := d[:len(d)-1], d[len(d)-1]
		value, err := strconv.ParseFloat(number, 64)
		if err != nil {
			t.Fatal(err)
		}
		switch kind {
		case 'w':
			return value / 100
		case 'x':
			return value
		}
	}
	return 1
}

// https://html.spec.whatwg.org/multipage/document-lifecycle.html#shared-declarative-refresh-steps: the cases of
// web-platform-tests. They have the URL after parsing, which drops tabs and newlines.
func TestConformanceRefresh(t *testing.T) {
	type refreshCase struct {
		Content string
		Valid   bool
		Time    int
		URL     *string
	}
	cases := testcase.Conformance[refreshCase](t, "html/meta-refresh-parse.json")
	if len(cases) != 75 {
		t.Fatalf("%d cases", len(cases))
	}
	for _, c := range cases {
		got, ok := syntax.ParseRefresh(c.Content)
		if ok != c.Valid || got.Seconds != c.Time || got.HasURL != (c.URL != nil) {
			t.Errorf("%q gives %+v, %v", c.Content, got, ok)
			continue
		}
		if value := strings.NewReplacer("\t", "", "\n", "").Replace(got.URL.Value); got.HasURL && value != *c.URL {
			t.Errorf("%q gives %q, want %q", c.Content, value, *c.URL)
		}
	}
}

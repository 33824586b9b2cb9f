package generate_test

import (
	"bytes"
	"reflect"
	"strings"
	"testing"

	"htmlurl/internal/browsertest/generate"
)

// TestAgain holds that what is made depends on the seed and the number alone.
func TestAgain(t *testing.T) {
	for i := range 200 {
		if a, b := generate.NewReference(7, i), generate.NewReference(7, i); !reflect.DeepEqual(a, b) {
			t.Errorf("references %d: %+v and %+v", i, a, b)
		}
		if a, b := generate.NewDocument(7, i), generate.NewDocument(7, i); !reflect.DeepEqual(a, b) {
			t.Errorf("documents %d: %+v and %+v", i, a, b)
		}
	}
	if a, b := generate.NewDocument(7, 1), generate.NewDocument(8, 1); bytes.Equal(a.Body, b.Body) {
		t.Error("two seeds make the same")
	}
}

// TestVariety holds that documents have all that may be hard.
func TestVariety(t *testing.T) {
	wanted := []string{"<base ", "<template>", "<noscript>", "<svg>", "<math>", "<frameset", "srcdoc=", "srcset=",
		"<table>", "<meta charset=", "http-equiv=", "about:blank", "xlink:href", "shadowrootmode", "formaction=",
		"javascript:", "data:", "\xef\xbb\xbf", "\xff\xfe", "&#47;"}
	counts := map[string]int{}
	types, policies := map[string]bool{}, map[string]bool{}
	for i := range 2000 {
		d := generate.NewDocument(1, i)
		types[d.ContentType], policies[d.Policy] = true, true
		for _, w := range wanted {
			if strings.Contains(string(d.Body), w) {
				counts[w]++
			}
		}
	}
	for _, w := range wanted {
		if counts[w] < 10 {
			t.Errorf("%d documents with %q", counts[w], w)
		}
	}
	if len(types) < 30 || len(policies) < 4 {
		t.Errorf("%d types, %d policies", len(types), len(policies))
	}
}

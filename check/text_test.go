package check_test

import (
	"fmt"
	"testing"
	"testing/fstest"

	"htmlurl/check"
	"htmlurl/resolve"
)

// TestTextDirectives holds which text directives find their text, in the page itself and in another one.
func TestTextDirectives(t *testing.T) {
	const text = `<!DOCTYPE html><title>Title</title><p>Hello <b>big</b>
		World of words</p><p>Second</p><script>hidden</script><p hidden>x</p><a href="%s">link</a>`
	tests := []struct {
		directive string
		isThere   bool
	}{
		{"text=big%20world", true}, {"text=BIG", true}, {"text=bug", false}, {"text=hello-,big,words", true},
		{"text=hello-,world", false}, {"text=bug&text=second", true}, {"text=of,-words", true}, {"text=of,-second", false},
		{"text=words%20second", true}, {"text=hidden", false}, {"text=big,bug", false}, {"text=big,second", true},
		{"other=big", true}, {"text=", true}, {"text=world,big", false},
	}
	for _, test := range tests {
		for _, page := range []string{"", "other.html"} {
			reference := page + "#:~:" + test.directive
			site := fstest.MapFS{
				"index.html": {Data: fmt.Appendf(nil, text, reference)},
				"other.html": {Data: fmt.Appendf(nil, text, "index.html")},
			}
			r, err := (&check.Checker{Edition: resolve.Living}).Check(t.Context(), check.Site{FS: site})
			if err != nil {
				t.Fatal(err)
			}
			missing := 0
			for _, f := range r.Findings {
				if f.Rule != check.TextMissing || f.Severity != check.Warning || f.Raw != reference {
					t.Errorf("%s: finding %v", reference, f)
				}
				missing++
			}
			if isThere := missing == 0; isThere != test.isThere {
				t.Errorf("%s: there: %v, want %v", reference, isThere, test.isThere)
			}
		}
	}
}

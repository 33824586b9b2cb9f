package rewrite_test

import (
	"cmp"
	"strings"
	"testing"

	"htmlurl/document"
	"htmlurl/internal/testcase"
	"htmlurl/resolve"
	"htmlurl/rewrite"
)

// rewriterCase is a case of testdata/rewrite-base.json.
type rewriterCase struct {
	Name        string `json:"name"`
	Clause      string `json:"clause"`
	Edition     string `json:"edition"`
	Address     string `json:"address"`
	ContentType string `json:"content_type"`
	Page        string `json:"page"`
	Style       string `json:"style"`
	DropBase    bool   `json:"drop_base"`
	Base        string `json:"base"`
	Map         struct {
		URLs     map[string]string `json:"urls"`
		Prefixes map[string]string `json:"prefixes"`
	} `json:"map"`
	Want    string `json:"want"`
	Changed int    `json:"changed"`
}

var styles = map[string]rewrite.Style{
	"as-written": rewrite.AsWritten, "absolute": rewrite.Absolute, "relative": rewrite.Relative,
	"root-relative": rewrite.RootRelative,
}

// TestRewriter holds how references are written in each style, when bases are removed or set, and when URLs have moved.
func TestRewriter(t *testing.T) {
	for _, c := range testcase.Own[rewriterCase](t, "rewrite-base.json") {
		t.Run(c.Name, func(t *testing.T) {
			edition, err := resolve.ParseEdition(c.Edition)
			if err != nil {
				t.Fatal(err)
			}
			d, err := document.Parse(strings.NewReader(c.Page), document.Options{
				Address: cmp.Or(c.Address, "https://example.com/dir/page.html"), ContentType: c.ContentType, Edition: edition,
				Positions: true,
			})
			if err != nil {
				t.Fatal(err)
			}
			r := c.rewriter(t, edition)
			got, result, err := r.Append(nil, d)
			if string(got) != c.Want || err != nil || len(result.Left) > 0 {
				t.Errorf("%s\n%s\ngives\n%s, want\n%s\n%v, left %v", c.Clause, c.Page, got, c.Want, err, result.Left)
			}
			if result.Changed != c.Changed {
				t.Errorf("%s\n%s: %d changed, want %d", c.Clause, c.Page, result.Changed, c.Changed)
			}
		})
	}
}

func (c rewriterCase) rewriter(t *testing.T, edition resolve.Edition) rewrite.Rewriter {
	style, ok := styles[c.Style]
	if !ok {
		t.Fatalf("no style %q", c.Style)
	}
	r := rewrite.Rewriter{Style: style, DropBase: c.DropBase, Map: &rewrite.Map{}}
	if c.Base != "" {
		r.Base = mustParse(t, edition, c.Base)
	}
	for old, new := range c.Map.URLs {
		r.Map.AddURL(old, new)
	}
	for old, new := range c.Map.Prefixes {
		r.Map.AddPrefix(old, new)
	}
	return r
}

package document_test

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"maps"
	"slices"
	"testing"

	"htmlurl/document"
	"htmlurl/internal/testcase"
	"htmlurl/resolve"
)

// rewriteCase is a case of testdata/rewrite.json: references by what they are, and the page with others in their place.
type rewriteCase struct {
	Name        string            `json:"name"`
	Clause      string            `json:"clause"`
	Page        string            `json:"page"`
	PageBytes   []byte            `json:"page_base64"`
	ContentType string            `json:"content_type"`
	Edition     string            `json:"edition"`
	Address     string            `json:"address"`
	Replace     map[string]string `json:"replace"`
	Want        string            `json:"want"`
	WantBytes   []byte            `json:"want_base64"`
	Left        []string          `json:"left"`
}

// knownRewrites are cases that are known to fail, and why.
var knownRewrites = map[string]string{
	"in CDATA an entity is text": "golang.org/x/net/html decodes character references in CDATA sections",
}

// TestRewrite holds how references are written in each syntax, in all kinds of quotes and encodings.
func TestRewrite(t *testing.T) {
	for _, c := range testcase.Own[rewriteCase](t, "rewrite.json") {
		t.Run(c.Name, func(t *testing.T) {
			problem := c.problem(t)
			reason, isKnown := knownRewrites[c.Name]
			switch {
			case isKnown && problem == "":
				t.Errorf("it passes, but is known to fail: %s", reason)
			case !isKnown && problem != "":
				t.Errorf("%s: %s", c.Clause, problem)
			}
		})
	}
}

// problem returns what is wrong with the rewritten page, or "".
func (c rewriteCase) problem(t *testing.T) string {
	page, want := c.PageBytes, c.WantBytes
	if page == nil {
		page, want = []byte(c.Page), []byte(c.Want)
	}
	edition, err := resolve.ParseEdition(cmp.Or(c.Edition, "html5"))
	if err != nil {
		t.Fatal(err)
	}
	d, err := document.Parse(bytes.NewReader(page), document.Options{
		Address: cmp.Or(c.Address, "https://example.com/dir/page.html"), ContentType: c.ContentType, Edition: edition, Positions: true,
	})
	if err != nil {
		t.Fatal(err)
	}
	got, err := d.AppendRewrite(nil, func(l document.Link) (string, bool) {
		reference, ok := c.Replace[l.Raw]
		return reference, ok
	})
	if !bytes.Equal(got, want) {
		return fmt.Sprintf("%q gives\n%q, want\n%q", page, got, want)
	}
	left := map[string]bool{}
	if rewrite, ok := errors.AsType[*document.RewriteError](err); ok {
		for _, l := range rewrite.Left {
			left[l.Raw] = true
		}
	}
	if left := slices.Sorted(maps.Keys(left)); !slices.Equal(left, slices.Sorted(slices.Values(c.Left))) {
		return fmt.Sprintf("%q: left are %q, want %q", page, left, c.Left)
	}
	return ""
}

package rewrite_test

import (
	"cmp"
	"errors"
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

// TestLeft holds what cannot be done, and that all else is.
func TestLeft(t *testing.T) {
	unusable := &rewrite.Map{}
	unusable.AddURL("http://h/a", "//[bad")
	deeper := &rewrite.Map{}
	deeper.AddURL("http://h/d/p", "http://h/d/sub/p")
	deeper.AddPrefix("http://old.example/", "http://new.example/")
	cases := []struct {
		name, page, contentType string
		edition                 resolve.Edition
		rewriter                rewrite.Rewriter
		want                    string
		changed, kept           int
		left, err               error
	}{
		{"what has moved to no URL", "<a href=/a></a><a href=b></a>", "", resolve.Living,
			rewrite.Rewriter{Style: rewrite.Absolute, Map: unusable}, "<a href=/a></a><a href=http://h/d/b></a>", 1, 1, rewrite.ErrNoURL, nil},
		{"a comma in a list", "<base href='/b,c/'><applet archive='x.jar'></applet>", "", resolve.Living,
			rewrite.Rewriter{DropBase: true}, "<applet archive='x.jar'></applet>", 1, 0, document.ErrNotWritable, nil},
		{"no head", `<svg xmlns="http://www.w3.org/2000/svg"><a href="q/x"/></svg>`, "image/svg+xml", resolve.Living,
			rewrite.Rewriter{Base: mustParse(t, resolve.Living, "http://h/q/"), Style: rewrite.Relative}, "", 0, 0, nil, rewrite.ErrBase},
		{"a base that none can be", "<a href=x>", "", resolve.Living,
			rewrite.Rewriter{Base: mustParse(t, resolve.Living, "data:,x")}, "", 0, 0, nil, rewrite.ErrBase},
		{"xml:base where there is no reference", "<div xml:base=a/><a href=x></a></div>", "", resolve.HTML5,
			rewrite.Rewriter{DropBase: true}, "<div><a href=a/x></a></div>", 1, 0, nil, nil},
		{"an empty action", "<form action=''></form>", "", resolve.Living,
			rewrite.Rewriter{Base: mustParse(t, resolve.Living, "http://q/z/"), Style: rewrite.RootRelative},
			"<base href=\"http://q/z/\"><form action=''></form>", 0, 1, nil, nil},
		{"a codebase", "<base href=hh/><object codebase=cb/ archive='a'></object>", "", resolve.Living,
			rewrite.Rewriter{DropBase: true}, "<object codebase=hh/cb/ archive='a'></object>", 2, 1, nil, nil},
		{"a base in a frame of a page that moves", `<iframe srcdoc="<base href=q/><a href=x>"></iframe>`, "", resolve.Living,
			rewrite.Rewriter{Map: deeper}, `<iframe srcdoc="<base href=../q/><a href=x>"></iframe>`, 1, 1, nil, nil},
		{"hosts in another case", "<a href=HTTP://OLD.example:80/x>", "", resolve.HTML5,
			rewrite.Rewriter{Map: deeper}, "<a href=http://new.example/x>", 1, 0, nil, nil},
		{"a fragment that is none of the document", "<base href=/b/><p style='a:url(x);b:url(../b/#c)'>", "", resolve.Living,
			rewrite.Rewriter{Style: rewrite.Relative}, "<base href=../b/><p style='a:url(x);b:url(../b/#c)'>", 1, 2, nil, nil},
		{"a fragment in a moved place", "<base href=/b/><p style='b:url(http://h/b/#c)'>", "", resolve.Living,
			rewrite.Rewriter{Style: rewrite.Relative}, "<base href=../b/><p style='b:url(http://h/b/#c)'>", 1, 1, nil, nil},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			d, err := document.Parse(strings.NewReader(c.page), document.Options{
				Address: "http://h/d/p", ContentType: c.contentType, Edition: c.edition, Positions: true,
			})
			if err != nil {
				t.Fatal(err)
			}
			got, result, err := c.rewriter.Append(nil, d)
			if string(got) != c.want || !errors.Is(err, c.err) || result.Changed != c.changed || result.Kept != c.kept {
				t.Errorf("%s, %+v, %v; want %s", got, result, err, c.want)
			}
			if (c.left != nil) != (len(result.Left) == 1) || c.left != nil && !errors.Is(result.Left[0].Err, c.left) {
				t.Errorf("left %v, want %v", result.Left, c.left)
			}
		})
	}
}

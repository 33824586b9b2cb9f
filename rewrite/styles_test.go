package rewrite_test

import (
	"bytes"
	"fmt"
	"maps"
	"strings"
	"testing"

	"htmlurl/document"
	"htmlurl/internal/testcase"
	"htmlurl/resolve"
	"htmlurl/rewrite"
)

// target is what is compared of a reference: what it leads to, and why it does not.
type target struct{ place, url string }

// targets lists what the references of a document and its frames lead to, but for base URLs. Empty ones that mean nothing
// stay empty, and those between SVG elements stay as they are, unless they are made absolute.
func targets(d *document.Document, isAbsolute bool) []target {
	var all []target
	for link := range d.Links() {
		if link.Kind == document.BaseURL {
			continue
		}
		name := "(header)"
		if link.Node != nil {
			name = link.Node.Data
		}
		t := target{place: name + " " + link.Attr, url: link.URL.String()}
		switch isLocal := strings.HasPrefix(link.Raw, "#"); {
		case link.Err != nil:
			t.url = "none"
		case link.Ignored == document.IsEmpty, link.Ignored == document.IsBlank:
			t.url = "empty"
		case isLocal && !isAbsolute && (link.Kind == document.Graphic || link.Kind == document.LocalReference):
			t.url = link.Raw
		}
		all = append(all, t)
	}
	for frame, err := range d.Frames() {
		if err != nil {
			all = append(all, target{"frame", err.Error()})
			continue
		}
		all = append(all, targets(frame, isAbsolute)...)
	}
	return all
}

// TestCorpusStyles holds that references of real pages lead where they did, however they are written and whatever becomes of
// bases, and that rewriting again changes nothing.
func TestCorpusStyles(t *testing.T) {
	if testing.Short() {
		t.Skip("rewrites the pages many times")
	}
	pages := testcase.Pages(t)
	for _, edition := range resolve.Editions() {
		base := mustParse(t, edition, "https://mirror.example/deep/er/")
		styles := map[string]rewrite.Rewriter{
			"absolute without base": {Style: rewrite.Absolute, DropBase: true},
			"relative without base": {Style: rewrite.Relative, DropBase: true},
		}
		if edition == resolve.HTML5 || edition == resolve.Living {
			maps.Copy(styles, map[string]rewrite.Rewriter{
				"nothing":                    {},
				"absolute":                   {Style: rewrite.Absolute},
				"without base":               {DropBase: true},
				"relative":                   {Style: rewrite.Relative},
				"root-relative without base": {Style: rewrite.RootRelative, DropBase: true},
				"other base":                 {Base: base},
				"relative, other base":       {Style: rewrite.Relative, Base: base},
			})
		}
		for name, rewriter := range styles {
			t.Run(fmt.Sprintf("%v/%s", edition, name), func(t *testing.T) {
				t.Parallel()
				for _, p := range pages {
					checkPage(t, p, edition, rewriter)
				}
			})
		}
	}
}

func mustParse(t testing.TB, edition resolve.Edition, s string) resolve.URL {
	t.Helper()
	u, err := resolve.Resolver{Edition: edition}.Parse(s)
	if err != nil {
		t.Fatal(err)
	}
	return u
}

func checkPage(t *testing.T, p testcase.Page, edition resolve.Edition, r rewrite.Rewriter) {
	o := document.Options{Address: p.Address, Edition: edition, Positions: true}
	d, err := document.Parse(bytes.NewReader(p.Bytes), o)
	if err != nil {
		t.Fatal(err)
	}
	got, result, err := r.Append(nil, d)
	inexact := map[string]bool{}
	for _, left := range result.Left {
		if inexact[left.New] = true; left.Err != rewrite.ErrInexact {
			t.Errorf("%s: left %v", p.File, left)
		}
	}
	if err != nil {
		t.Fatal(err)
	}
	again, err := document.Parse(bytes.NewReader(got), o)
	if err != nil {
		t.Fatal(err)
	}
	isAbsolute := r.Style == rewrite.Absolute
	was, is := targets(d, isAbsolute), targets(again, isAbsolute)
	if len(was) != len(is) {
		t.Errorf("%s: %d references, now %d", p.File, len(was), len(is))
		return
	}
	for i := range was {
		if was[i] != is[i] && !inexact[was[i].url] {
			t.Errorf("%s: %v, now %v", p.File, was[i], is[i])
		}
	}
	twice, _, err := r.Append(nil, again)
	if err != nil || !bytes.Equal(twice, got) {
		t.Errorf("%s: rewriting again changes something (%v)", p.File, err)
	}
}

package syntax_test

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"htmlurl/internal/syntax"
	"htmlurl/internal/testcase"
)

// Real pages: the parsers find in their style sheets, style attributes, srcset attributes and refreshes what the models
// find.
func TestCorpus(t *testing.T) {
	if testing.Short() {
		t.Skip("reads 160 pages")
	}
	pages, err := filepath.Glob(filepath.Join(testcase.Corpus(t), "pages", "*"))
	if err != nil || len(pages) < 160 {
		t.Fatalf("%d pages, %v", len(pages), err)
	}
	var c corpusCounter
	for _, page := range pages {
		content, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		c.page(t, html.NewTokenizer(bytes.NewReader(content)))
	}
	if want := (corpusCounter{276, 6120, 413, 1597, 2}); c != want {
		t.Errorf("%+v, want %+v", c, want)
	}
}

// corpusCounter counts what has been compared, and the references that were found.
type corpusCounter struct{ Sheets, Attributes, References, Candidates, Refreshes int }

func (c *corpusCounter) page(t *testing.T, z *html.Tokenizer) {
	t.Helper()
	for {
		switch z.Next() {
		case html.ErrorToken:
			if z.Err() != io.EOF {
				t.Fatal(z.Err())
			}
			return
		case html.StartTagToken, html.SelfClosingTagToken:
			token := z.Token()
			for _, a := range token.Attr {
				c.attribute(t, a.Key, a.Val)
			}
			if token.Data == "style" && z.Next() == html.TextToken {
				c.Sheets++
				c.css(t, string(z.Raw()), false)
			}
		}
	}
}

func (c *corpusCounter) attribute(t *testing.T, name, value string) {
	t.Helper()
	switch name {
	case "style":
		c.Attributes++
		c.css(t, value, true)
	case "srcset", "data-srcset", "imagesrcset":
		var got, want []string
		for ref := range syntax.Srcset(value) {
			got = append(got, ref.Value)
		}
		for _, candidate := range modelSrcset(value) {
			want = append(want, candidate.url)
		}
		if !slices.Equal(got, want) {
			t.Errorf("%q\n got %q\nwant %q", value, got, want)
		}
		c.Candidates += len(want)
	case "content":
		if strings.Contains(strings.ToLower(value), "url=") {
			c.Refreshes++
		}
		if got, ok := syntax.ParseRefresh(value); !modelAgrees(value, got, ok) {
			t.Errorf("%q: %+v, %v", value, got, ok)
		}
	}
}

func (c *corpusCounter) css(t *testing.T, text string, block bool) {
	t.Helper()
	got, want := slices.Collect(syntax.CSS(text, block)), modelCSS(text, block)
	if !slices.Equal(got, want) {
		t.Errorf("%.200q\n got %+v\nwant %+v", text, got, want)
	}
	c.References += len(want)
}

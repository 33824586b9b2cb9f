package source_test

import (
	"bytes"
	"fmt"
	"testing"

	"golang.org/x/net/html"

	"htmlurl/internal/source"
)

// tokenize returns what scan does, as html.Tokenizer sees it without a tree builder.
func tokenize(page []byte) []string {
	var tags []string
	z := html.NewTokenizer(bytes.NewReader(page))
	for end, raw := 0, false; ; {
		kind := z.Next()
		start := end
		end += len(z.Raw())
		switch kind {
		case html.ErrorToken:
			return tags
		case html.TextToken:
			if raw {
				tags[len(tags)-1] += fmt.Sprintf(" text %d-%d", start, end)
			}
		case html.StartTagToken, html.SelfClosingTagToken:
			token := z.Token()
			text := fmt.Sprintf("%d-%d %s", start, end, token.Data)
			for _, a := range token.Attr {
				text += fmt.Sprintf(" %s=%q", a.Key, a.Val)
			}
			tags = append(tags, text)
			raw = isRawText[token.Data]
			continue
		}
		raw = false
	}
}

var isRawText = map[string]bool{
	"iframe": true, "noembed": true, "noframes": true, "noscript": true, "plaintext": true, "script": true,
	"style": true, "textarea": true, "title": true, "xmp": true,
}

var tokenSeeds = []string{
	"", "<", "<a", "</", "<a b='", "<a b=c", "<!", "<!-", "<!--", "<!doctype", "<?", "<a\x00 b\x00=\x00>",
	"<a \xff=\xfe>",
	"<a b=1 B=2 b\x00=3 b\uFFFD=4>", "<script><!-- <x --><script></script>",
	"<script><!--<script ></script/--></script>",
	"<script><!--<scripty</script><a>", "<script><!--</ --></scripts><!--->", "<noscript><a></noscript>", "<plaintext>",
	"<a a0 a1 a2 a3 a4 a5 a6 a7 a8 a9 b0 b1 b2 b3 b4 b5 b6 b7 A0 B7 b8=1 B8=2><a a0 a1>", "<title/>x</title/>",
	"<!----!><a><!----!-><b><!--x--!--><c>", "<br/ ><br / /><br a='/'/><br a=/><br /=/>", "<svg><style><a></style>",
}

// FuzzTags holds that without a tree builder the scanner sees the tags that html.Tokenizer sees, and that with one its
// offsets are in order.
func FuzzTags(f *testing.F) {
	for _, seed := range tokenSeeds {
		f.Add([]byte(seed), true)
	}
	for _, c := range scanCases {
		f.Add([]byte(c.page), false)
	}
	for _, c := range treeCases {
		f.Add([]byte(c.page), false)
	}
	f.Fuzz(func(t *testing.T, page []byte, scripting bool) {
		got, want := scan(source.NewTokens(page), page), tokenize(page)
		for i := range max(len(got), len(want)) {
			if i >= len(got) || i >= len(want) || got[i] != want[i] {
				t.Fatalf("%q has the tags\n%q, want\n%q", page, got, want)
			}
		}
		checkOffsets(t, page, scripting)
	})
}

// checkOffsets checks that what the scanner tells of a page stands in it, one after the other.
func checkOffsets(t *testing.T, page []byte, scripting bool) {
	s, at := source.New(page, scripting), 0
	after := func(spans ...source.Span) {
		for _, span := range spans {
			if span.Start < at || span.End < span.Start || span.End > len(page) {
				t.Fatalf("%v after %d of %q", span, at, page)
			}
			at = span.End
		}
	}
	for s.Next() {
		tag := s.Tag()
		after(source.Span{Start: tag.Start, End: tag.Start + 1}, tag.Name)
		for _, a := range tag.Attrs {
			after(a.Name, a.Value)
			if a.Quote != 0 && (page[a.Value.Start-1] != a.Quote || page[a.Value.End] != a.Quote) {
				t.Fatalf("%q is not in %q", page[a.Value.Start:a.Value.End], a.Quote)
			}
		}
		after(source.Span{Start: tag.End - 1, End: tag.End}, s.Text())
		if page[tag.Start] != '<' || page[tag.End-1] != '>' {
			t.Fatalf("%q is no tag", page[tag.Start:tag.End])
		}
	}
}

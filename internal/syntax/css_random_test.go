package syntax_test

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"htmlurl/internal/syntax"
)

// cssPieces are what random style sheets are made of: tokens, parts of tokens, and what is written around references.
var cssPieces = strings.Split("a|b|x|-|--|--x|:|;|,|{|}|(|)|[|]|!|/|*|/*|/*|*/|<!--|-->|\"|'|\\|\\\\|\n|\r\n|\f|\t| |"+
	"\x00|é|\xc3|\xff|\x01|\x7f|#|@|.|+|5|e|u+|url(|url(\"|URL('|u\\72 l(|\\75\r\nrl(|ur\\l(|src(|image-set(|format(|"+
	"x.png|\"x\"|-webkit-image-set(|"+
	"'y'|url(x)|url( x )|url(\"x\")|@import|@import \"x\";|@import url(y)|@layer|@layer a;|@namespace|"+
	"@media|@i\\6dport|a{b:|a:|--x:|{}|\\78|\\78 |\\000078|\\d800|\\\n|;}|}}|", "|")

// cssStarts are what they begin with, so that there is something to find.
var cssStarts = []string{
	"", "@import ", "@layer a;@import 'z';", "a{b:", "a{b:image-set(", "@media x{a{--x:", "b:", "--x:", "b:url(",
}

// The tokenizer is borrowed, and the parser has no lookahead. Both must do as the model does, which follows the
// standard: https://drafts.csswg.org/css-syntax-3/
func TestCSSRandom(t *testing.T) {
	texts := 20000
	if testing.Short() {
		texts = 2000
	}
	random := rand.New(rand.NewPCG(1, 2))
	found := 0
	for range texts {
		var b strings.Builder
		b.WriteString(cssStarts[random.IntN(len(cssStarts))])
		for range 1 + random.IntN(25) {
			b.WriteString(cssPieces[random.IntN(len(cssPieces))])
		}
		text, block := b.String(), random.IntN(3) == 0
		got, want := slices.Collect(syntax.CSS(text, block)), modelCSS(text, block)
		if !slices.Equal(got, want) {
			t.Fatalf("%q (%v)\n got %+v\nwant %+v", text, block, got, want)
		}
		found += len(want)
	}
	if found < texts/10 {
		t.Errorf("only %d references in %d texts", found, texts)
	}
}

package syntax

import (
	"iter"

	"github.com/tdewolff/parse/v2/css"
)

// CSSValue yields the references in the value of a property, such as a presentation attribute of SVG. What no value holds,
// such as a semicolon, ends it.
//
// Spec: https://drafts.csswg.org/css-syntax-3/#declaration-value; SVG 2, section 6.6
func CSSValue(text string) iter.Seq[Reference] {
	return func(yield func(Reference) bool) {
		if !MayReferCSS(text) {
			return
		}
		r := readerCSS{tokensCSS: newTokensCSS(text), block: true, statement: declaration, yield: yield}
		for kind := r.next(); kind != css.ErrorToken; kind = r.next() {
			if kind == css.SemicolonToken && len(r.open) == 0 {
				break
			}
			if kind != css.WhitespaceToken && kind != css.CommentToken {
				r.component(kind)
			}
		}
		r.endStatement()
	}
}

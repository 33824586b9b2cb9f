package syntax

import (
	"bytes"
	"iter"
	"slices"
	"strings"

	"github.com/tdewolff/parse/v2/css"
)

// CSS yields the references in a style sheet, or, if block is true, in the declarations of a style attribute: url()
// and src(), the strings that are images of image-set(), and the @import rules that count. An empty value refers to
// nothing, not to the document.
//
// All declarations count, also of properties that are custom or unknown. What stands before the block of a rule
// holds no references: a selector, a condition, a namespace. Nor do rules in a style attribute. An @import rule
// counts at the top of a sheet, where only others stand before it, @layer statements before all of these, and
// statements that are no rules, such as @charset.
//
// Deviation: every rule with a block is taken as valid, so that none may stand before @import, but for at-rules that are
// not known, and a statement of an at-rule other than @import, @layer and @namespace as none. All characters that are not
// ASCII are parts of names.
//
// Spec: https://drafts.csswg.org/css-syntax-3/, https://drafts.csswg.org/css-values-4/#urls,
// https://drafts.csswg.org/css-images-4/#image-set-notation, https://drafts.csswg.org/css-cascade-5/#at-import
func CSS(text string, block bool) iter.Seq[Reference] {
	return func(yield func(Reference) bool) {
		last := lastReferenceCSS(text)
		if last < 0 {
			return
		}
		r := readerCSS{tokensCSS: newTokensCSS(text), block: block, yield: yield}
		for !r.stopped && (r.end <= last || r.statement != noStatement) {
			if r.isInValue() {
				r.skipDull()
			}
			switch kind := r.next(); kind {
			case css.WhitespaceToken, css.CommentToken:
			case css.ErrorToken:
				r.endStatement()
				return
			default:
				r.token(kind)
			}
		}
	}
}

// MayReferCSS tells quickly whether a text in CSS may have references.
func MayReferCSS[T string | []byte](text T) bool { return lastReferenceCSS(text) >= 0 }

// lastReferenceCSS returns where the last thing stands that may be a reference, or the beginning of one, or -1: an escape, the
// parenthesis of a function that has some, or @import.
func lastReferenceCSS[T string | []byte](text T) int {
	return max(lastWhere(text, '(', endsInFunction[T]), lastWhere(text, '@', beginsImport[T]),
		lastWhere(text, '\\', func(T, int) bool { return true }))
}

// lastWhere returns where c stands in a text the last time that it is what is asked for, or -1.
func lastWhere[T string | []byte](text T, c byte, is func(text T, at int) bool) int {
	last := -1
	for at := 0; ; at++ {
		i := indexByte(text[at:], c)
		if i < 0 {
			return last
		}
		if at += i; is(text, at) {
			last = at
		}
	}
}

// endsInFunction tells whether a text up to an offset ends like url, src or image-set.
func endsInFunction[T string | []byte](text T, at int) bool {
	if at < len("url") {
		return false
	}
	switch string([]byte{text[at-3] | 0x20, text[at-2] | 0x20, text[at-1] | 0x20}) {
	case "url", "src", "set":
		return true
	}
	return false
}

// beginsImport tells whether a text goes on like @import at an offset.
func beginsImport[T string | []byte](text T, at int) bool {
	return at+1 < len(text) && text[at+1]|0x20 == 'i'
}

func indexByte[T string | []byte](text T, c byte) int {
	switch text := any(text).(type) {
	case string:
		return strings.IndexByte(text, c)
	case []byte:
		return bytes.IndexByte(text, c)
	}
	return -1
}

// readerCSS is the state between two tokens.
type readerCSS struct {
	tokensCSS
	block     bool       // a style attribute, not a sheet
	open      []frameCSS // the blocks and functions that are open
	statement statementCSS
	imports   importsCSS
	pending   []Reference // of the statement; none are references if it turns out to be a rule
	yield     func(Reference) bool
	stopped   bool // because yield returned false
}

// frameCSS is an open block or function. A byte is enough, and keeps a million of them small.
type frameCSS byte

const (
	ruleBlock  frameCSS = iota // { of a rule: statements follow
	braces                     // { in a value
	brackets                   // [
	parens                     // ( or a function
	urlStart                   // url( or src(, before its string
	imageStart                 // image-set(, before the image of an option
	imageRest                  // image-set(, after that
)

// closes reports whether a token closes the frame. Other closing tokens are nothing in it.
func (f frameCSS) closes(kind css.TokenType) bool {
	switch f {
	case ruleBlock, braces:
		return kind == css.RightBraceToken
	case brackets:
		return kind == css.RightBracketToken
	}
	return kind == css.RightParenthesisToken
}

// statementCSS says what the statement is in which a token stands.
type statementCSS uint8

const (
	noStatement        statementCSS = iota // before its first token
	propertyName                           // before the colon that makes it a declaration
	customPropertyName                     // the same, for the name of a custom property
	declaration                            // which becomes a nested rule where a block begins
	customProperty                         // the declaration of a custom property, whose blocks are values
	nestedRule                             // before its block, or a declaration that is none
	qualifiedRule                          // a rule of the sheet, before its block
	atRule
	unknownRule // an at-rule that no browser knows, so that it is dropped
	namespaceRule
	layerRule
	importRule // where it counts, before its URL
	importTail // after that, or after something else
)

// importsCSS says where in a sheet a token stands.
type importsCSS uint8

const (
	beforeImports importsCSS = iota
	amongImports
	afterImports
)

// token reads a token that is neither white space nor a comment.
func (r *readerCSS) token(kind css.TokenType) {
	if n := len(r.open); n > 0 && r.open[n-1] != ruleBlock {
		r.component(kind)
		return
	}
	if r.statement == noStatement && r.begin(kind) {
		return
	}
	if r.statement == propertyName || r.statement == customPropertyName {
		r.afterName(kind)
	}
	switch {
	case kind == css.SemicolonToken && r.statement != qualifiedRule:
		r.endStatement()
	case kind == css.RightBraceToken && len(r.open) > 0:
		r.endStatement()
		r.open = r.open[:len(r.open)-1]
	case kind == css.RightBraceToken && r.block:
		r.endStatement()
		r.stopped = true
	case kind == css.LeftBraceToken && r.statement != customProperty:
		r.openRule()
	case r.statement == importRule:
		r.importURL(kind)
	default:
		r.component(kind)
	}
}

// begin begins a statement. It reports whether the token is done with.
func (r *readerCSS) begin(kind css.TokenType) bool {
	top := len(r.open) == 0 && !r.block
	switch {
	case kind == css.AtKeywordToken:
		r.statement = atRule
		if top {
			r.statement = r.topRule(r.text[r.start+1 : r.end])
		}
		return true
	case top && (kind == css.CDOToken || kind == css.CDCToken):
		return true
	case top:
		r.statement = qualifiedRule
	case kind == css.CustomPropertyNameToken, kind == css.IdentToken && isDashedCSS(r.text[r.start:r.end]):
		r.statement = customPropertyName
		return true
	case kind == css.IdentToken:
		r.statement = propertyName
		return true
	default:
		r.statement = nestedRule
	}
	return false
}

// afterName decides by the token after a name whether that is the name of a declaration.
func (r *readerCSS) afterName(kind css.TokenType) {
	switch {
	case kind != css.ColonToken:
		r.statement = nestedRule
	case r.statement == customPropertyName:
		r.statement = customProperty
	default:
		r.statement = declaration
	}
}

// topRule returns which at-rule of the sheet a name begins.
func (r *readerCSS) topRule(name string) statementCSS {
	switch {
	case isNameCSS(name, "import") && r.imports != afterImports:
		return importRule
	case isNameCSS(name, "layer"):
		return layerRule
	case isNameCSS(name, "namespace"):
		return namespaceRule
	case !slices.ContainsFunc(blockRulesCSS, func(known string) bool { return isNameCSS(name, known) }):
		return unknownRule
	}
	return atRule
}

// blockRulesCSS are the at-rules with a block.
//
// Spec: https://drafts.csswg.org/ (CSS Conditional, Cascade, Fonts, Animations, Paged Media, Counter Styles, Properties and
// Values, View Transitions, Anchor Positioning, Color, Mixins)
var blockRulesCSS = []string{"media", "supports", "container", "layer", "scope", "starting-style", "font-face", "page",
	"font-feature-values", "font-palette-values", "keyframes", "-webkit-keyframes", "counter-style", "property",
	"view-transition", "position-try", "color-profile", "function"}

// endStatement ends a statement that has no block, and with it what it means for @import.
func (r *readerCSS) endStatement() {
	switch r.statement {
	case declaration, customProperty:
		r.yieldPending()
	case importTail:
		if len(r.pending) > 0 {
			r.imports = amongImports
		}
		r.yieldPending()
	case namespaceRule:
		r.imports = afterImports
	case layerRule:
		if r.imports == amongImports {
			r.imports = afterImports
		}
	}
	r.statement = noStatement
}

func (r *readerCSS) yieldPending() {
	for _, ref := range r.pending {
		if !r.stopped {
			r.stopped = !r.yield(ref)
		}
	}
	r.pending = r.pending[:0]
}

// openRule opens the block of a rule, in which other statements stand. An @import with a block is no rule at all.
func (r *readerCSS) openRule() {
	if len(r.open) == 0 && r.statement != importRule && r.statement != importTail && r.statement != unknownRule {
		r.imports = afterImports
	}
	r.open = append(r.open, ruleBlock)
	r.statement = noStatement
	r.pending = r.pending[:0]
}

// importURL reads the token after @import, which must be a string or begin a URL.
func (r *readerCSS) importURL(kind css.TokenType) {
	if kind == css.StringToken {
		r.found(r.stringContent())
		return
	}
	r.component(kind)
	if n := len(r.open); r.statement == importRule && (n == 0 || r.open[n-1] != urlStart) {
		r.statement = importTail
	}
}

// isInValue reports whether the next token is one of a value, or of what stands before a block, where neither its place nor the
// innermost function give it a meaning.
func (r *readerCSS) isInValue() bool {
	switch r.statement {
	case noStatement, propertyName, customPropertyName, importRule:
		return false
	}
	n := len(r.open)
	return n == 0 || r.open[n-1] != urlStart && r.open[n-1] != imageStart
}

// component reads a token of a value, or of what stands before a block.
func (r *readerCSS) component(kind css.TokenType) {
	first := r.first(kind)
	switch kind {
	case css.StringToken:
		if first {
			r.found(r.stringContent())
		}
	case css.FunctionToken:
		r.function()
	case css.LeftParenthesisToken:
		r.open = append(r.open, parens)
	case css.LeftBracketToken:
		r.open = append(r.open, brackets)
	case css.LeftBraceToken:
		r.open = append(r.open, braces)
	case css.RightParenthesisToken, css.RightBracketToken, css.RightBraceToken:
		if n := len(r.open); n > 0 && r.open[n-1].closes(kind) {
			r.open = r.open[:n-1]
		}
	case css.CommaToken:
		if n := len(r.open); n > 0 && r.open[n-1] == imageRest {
			r.open[n-1] = imageStart
		}
	}
}

// first reports whether the token is where the innermost function has its URL.
func (r *readerCSS) first(kind css.TokenType) bool {
	n := len(r.open)
	if n == 0 {
		return false
	}
	switch top := &r.open[n-1]; *top {
	case urlStart:
		*top = parens
		if r.statement == importRule && kind != css.StringToken {
			r.statement = importTail
		}
		return true
	case imageStart:
		*top = imageRest
		return true
	}
	return false
}

// function begins a function, or reads the whole of a URL without quotes.
func (r *readerCSS) function() {
	frame := parens
	switch name := r.text[r.start : r.end-1]; {
	case isNameCSS(name, "url"):
		if !r.quoteFollows() {
			if start, end, ok := r.unquotedURL(); ok {
				r.found(start, end)
			}
			return
		}
		frame = urlStart
	case isNameCSS(name, "src"):
		frame = urlStart
	case isNameCSS(name, "image-set"), isNameCSS(name, "-webkit-image-set"):
		frame = imageStart
	}
	r.open = append(r.open, frame)
}

// found takes up a reference if the statement may have some.
func (r *readerCSS) found(start, end int) {
	role := Resource
	switch r.statement {
	case importRule:
		r.statement, role = importTail, StyleSheet
	case declaration, customProperty:
		if r.block && len(r.open) > 0 && r.open[0] == ruleBlock {
			return
		}
	default:
		return
	}
	value := unescapeCSS(r.text[start:end])
	r.pending = append(r.pending, Reference{Start: start, End: end, Value: value, Role: role})
}

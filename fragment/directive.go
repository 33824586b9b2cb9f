package fragment

import (
	"iter"
	"strings"
)

// delimiter is the fragment directive delimiter.
const delimiter = ":~:"

// SplitDirective splits a fragment into what the document sees of it and the fragment directive, which is for the
// browser; ok is false if there is no directive. Find does so in Living; the older texts know no directives.
//
// Spec: https://wicg.github.io/scroll-to-text-fragment/#remove-the-fragment-directive
func SplitDirective(fragment string) (rest, directive string, ok bool) {
	return strings.Cut(fragment, delimiter)
}

// IsView tells whether a fragment chooses a view or a part of an image, and no element: svgView(…), xywh=… or t=….
//
// Spec: https://svgwg.org/svg2-draft/linking.html#LinksIntoSVG, https://www.w3.org/TR/media-frags/#naming-name-value
func IsView(fragment string) bool {
	for _, prefix := range []string{"svgView(", "xywh=", "t="} {
		if strings.HasPrefix(fragment, prefix) {
			return true
		}
	}
	return false
}

// TextDirective is text to look for in a document: what begins with Start and ends with End, or Start alone if End is
// "", between Prefix and Suffix where these are not "". The terms are decoded; Start is never "".
//
// Spec: https://wicg.github.io/scroll-to-text-fragment/#text-directives
type TextDirective struct {
	Prefix, Start, End, Suffix string
}

// TextDirectives yields the text directives of a fragment directive, such as "text=a&text=prefix-,start,end,-suffix".
// Other directives, and text directives that are malformed, are passed over.
//
// Spec: https://wicg.github.io/scroll-to-text-fragment/#parse-the-fragment-directive
func TextDirectives(directive string) iter.Seq[TextDirective] {
	return func(yield func(TextDirective) bool) {
		for one := range strings.SplitSeq(directive, "&") {
			value, ok := strings.CutPrefix(one, "text=")
			if !ok {
				continue
			}
			if d, ok := parseTextDirective(value); ok && !yield(d) {
				return
			}
		}
	}
}

// parseTextDirective runs the steps for [prefix-,]start[,end][,-suffix]. A comma or hyphen within a term must be
// percent-encoded.
//
// Spec: https://wicg.github.io/scroll-to-text-fragment/#parse-a-text-directive
func parseTextDirective(value string) (d TextDirective, ok bool) {
	const maxTokens = 4 // a fifth one, with all behind it, is one too many
	tokens := strings.SplitN(value, ",", maxTokens+1)
	if prefix, ok := strings.CutSuffix(tokens[0], "-"); ok {
		if !isTerm(prefix) || len(tokens) == 1 {
			return TextDirective{}, false
		}
		d.Prefix, tokens = decode(prefix), tokens[1:]
	}
	last := len(tokens) - 1
	if suffix, ok := strings.CutPrefix(tokens[last], "-"); ok {
		if !isTerm(suffix) || last == 0 {
			return TextDirective{}, false
		}
		d.Suffix, tokens = decode(suffix), tokens[:last]
	}
	if len(tokens) > 2 || !isTerm(tokens[0]) || !isTerm(tokens[len(tokens)-1]) {
		return TextDirective{}, false
	}
	d.Start = decode(tokens[0])
	if len(tokens) == 2 {
		d.End = decode(tokens[1])
	}
	return d, true
}

// isTerm tells whether s, percent-encoded, can be a term.
func isTerm(s string) bool { return s != "" && strings.IndexByte(s, '-') < 0 }

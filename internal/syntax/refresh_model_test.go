package syntax_test

import (
	"math"
	"math/big"
	"strings"

	"htmlurl/internal/syntax"
)

// modelRefresh is the shared declarative refresh steps, rune by rune and step by step, up to the parsing of the URL.
//
// Spec: https://html.spec.whatwg.org/multipage/document-lifecycle.html#shared-declarative-refresh-steps
func modelRefresh(input string) (seconds int, url string, hasURL, ok bool) {
	isDigit := func(r rune) bool { return '0' <= r && r <= '9' }
	position := modelCollect(input, 0, isASCIISpace)
	start := position
	position = modelCollect(input, position, isDigit)
	timeString := input[start:position]
	if timeString == "" {
		if r, _ := runeAt(input, position); r != '.' {
			return 0, "", false, false
		}
	} else {
		seconds = modelInteger(timeString)
	}
	position = modelCollect(input, position, func(r rune) bool { return isDigit(r) || r == '.' })
	if r, _ := runeAt(input, position); r != endOfText {
		if r != ';' && r != ',' && !isASCIISpace(r) {
			return 0, "", false, false
		}
		position = modelCollect(input, position, isASCIISpace)
		if r, next := runeAt(input, position); r == ';' || r == ',' {
			position = next
		}
		position = modelCollect(input, position, isASCIISpace)
	}
	if position == len(input) {
		return seconds, "", false, true
	}
	return seconds, modelRefreshURL(input, position), true, true
}

func modelRefreshURL(input string, position int) string {
	urlString := input[position:]
	advance := func(upper, lower rune) bool {
		r, next := runeAt(input, position)
		if r != upper && r != lower {
			return false
		}
		position = next
		return true
	}
	if advance('U', 'u') {
		if !advance('R', 'r') || !advance('L', 'l') {
			return urlString
		}
		position = modelCollect(input, position, isASCIISpace)
		if !advance('=', '=') {
			return urlString
		}
		position = modelCollect(input, position, isASCIISpace)
	}
	quote := ""
	if r, _ := runeAt(input, position); advance('\'', '"') {
		quote = string(r)
	}
	urlString = input[position:]
	if i := strings.Index(urlString, quote); quote != "" && i >= 0 {
		urlString = urlString[:i]
	}
	return urlString
}

// modelInteger is the rules for parsing non-negative integers, with math.MaxInt for what is too large.
func modelInteger(digits string) int {
	n, _ := new(big.Int).SetString(digits, 10)
	if !n.IsInt64() || n.Int64() > math.MaxInt {
		return math.MaxInt
	}
	return int(n.Int64())
}

// modelAgrees reports whether a refresh is what the model makes of the same text. White space at the end is nothing to
// a URL parser, and only left out where there are no quotes.
func modelAgrees(input string, got syntax.Refresh, gotOK bool) bool {
	seconds, url, hasURL, ok := modelRefresh(input)
	if !ok || !gotOK {
		return ok == gotOK && got == syntax.Refresh{}
	}
	if got.Seconds != seconds || got.HasURL != hasURL {
		return false
	}
	return got.URL.Value == url || got.URL.Value == strings.TrimRight(url, " \t\n\f\r")
}

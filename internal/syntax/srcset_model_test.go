package syntax_test

import (
	"regexp"
	"strconv"
	"strings"
	"unicode/utf8"
)

// endOfText is what runes read at the end of a text.
const endOfText = -1

// runeAt returns the rune at a position of s, and the position after it.
func runeAt(s string, position int) (rune, int) {
	if position >= len(s) {
		return endOfText, position
	}
	r, n := utf8.DecodeRuneInString(s[position:])
	return r, position + n
}

func isASCIISpace(r rune) bool {
	return r == '\t' || r == '\n' || r == '\f' || r == '\r' || r == ' '
}

// modelCandidate is an image source of modelSrcset.
type modelCandidate struct {
	url         string
	descriptors []string
	width       string // "" for none
	density     string
}

// modelSrcset is the algorithm to parse a srcset attribute, rune by rune and step by step.
//
// Spec: https://html.spec.whatwg.org/multipage/images.html#parse-a-srcset-attribute
func modelSrcset(input string) []modelCandidate {
	var candidates []modelCandidate
	position := 0
	for {
		position = modelCollect(input, position, func(r rune) bool { return isASCIISpace(r) || r == ',' })
		if position == len(input) {
			return candidates
		}
		start := position
		position = modelCollect(input, position, func(r rune) bool { return !isASCIISpace(r) })
		url := input[start:position]
		var descriptors []string
		if strings.HasSuffix(url, ",") {
			for strings.HasSuffix(url, ",") {
				url = strings.TrimSuffix(url, ",")
			}
		} else {
			descriptors, position = modelDescriptors(input, position)
		}
		if c, ok := modelDescriptorParser(descriptors); ok {
			c.url, c.descriptors = url, descriptors
			candidates = append(candidates, c)
		}
	}
}

func modelCollect(input string, position int, condition func(rune) bool) int {
	for {
		r, next := runeAt(input, position)
		if r == endOfText || !condition(r) {
			return position
		}
		position = next
	}
}

// modelDescriptors is the descriptor tokenizer.
func modelDescriptors(input string, position int) (descriptors []string, end int) {
	position = modelCollect(input, position, isASCIISpace)
	current, state := "", "in descriptor"
	push := func() {
		if current != "" {
			descriptors = append(descriptors, current)
		}
		current = ""
	}
	for {
		c, next := runeAt(input, position)
		written := input[position:next]
		if c == endOfText {
			push()
			return descriptors, position
		}
		switch state {
		case "in descriptor":
			switch {
			case isASCIISpace(c):
				push()
				state = "after descriptor"
			case c == ',':
				push()
				return descriptors, next
			case c == '(':
				current += written
				state = "in parens"
			default:
				current += written
			}
		case "in parens":
			if current += written; c == ')' {
				state = "in descriptor"
			}
		case "after descriptor":
			if !isASCIISpace(c) {
				state = "in descriptor"
				next = position
			}
		}
		position = next
	}
}

var (
	validInteger = regexp.MustCompile(`^[0-9]+$`)
	validFloat   = regexp.MustCompile(`^-?([0-9]+|[0-9]*\.[0-9]+)([eE][-+]?[0-9]+)?$`)
)

// modelDescriptorParser is the descriptor parser. It reports false where an error remains.
func modelDescriptorParser(descriptors []string) (c modelCandidate, ok bool) {
	failed, height := false, ""
	for _, d := range descriptors {
		number, last := d[:len(d)-1], d[len(d)-1]
		switch {
		case last == 'w' && validInteger.MatchString(number):
			if c.width != "" || c.density != "" || strings.Count(number, "0") == len(number) {
				failed = true
			}
			c.width = number
		case last == 'x' && validFloat.MatchString(number):
			if value, _ := strconv.ParseFloat(number, 64); c.width != "" || c.density != "" || height != "" || value < 0 {
				failed = true
			}
			c.density = number
		case last == 'h' && validInteger.MatchString(number):
			if height != "" || c.density != "" || strings.Count(number, "0") == len(number) {
				failed = true
			}
			height = number
		default:
			failed = true
		}
	}
	if height != "" && c.width == "" {
		failed = true
	}
	return c, !failed
}

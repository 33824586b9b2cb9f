package syntax

import (
	"iter"
	"strconv"
	"strings"
)

// Srcset yields the candidates of a srcset attribute. One with a bad descriptor is dropped.
//
// Spec: https://html.spec.whatwg.org/multipage/images.html#parse-a-srcset-attribute
func Srcset(s string) iter.Seq[Reference] {
	return func(yield func(Reference) bool) {
		for at := skipSeparators(s, 0); at < len(s); at = skipSeparators(s, at) {
			c := Reference{Start: at}
			for at < len(s) && !isSpace(s[at]) {
				at++
			}
			c.End = at
			var d descriptors
			if s[at-1] == ',' {
				c.End = c.Start + len(strings.TrimRight(s[c.Start:at], ","))
			} else {
				c.Descriptor, at = d.read(s, at)
			}
			c.Value = s[c.Start:c.End]
			if d.valid() && !yield(c) {
				return
			}
		}
	}
}

// skipSeparators is the first step of the splitting loop.
func skipSeparators(s string, at int) int {
	for at < len(s) && (isSpace(s[at]) || s[at] == ',') {
		at++
	}
	return at
}

// descriptors is what the descriptor parser knows of a candidate: which kinds of descriptors it has, and whether one of
// them is an error.
type descriptors struct {
	width, density, height bool
	broken                 bool
}

// read is the descriptor tokenizer. It returns the descriptors as written, and where the next candidate begins.
func (d *descriptors) read(s string, at int) (written string, next int) {
	first := skipSpace(s, at)
	last := first
	for at = first; at < len(s) && s[at] != ','; at = skipSpace(s, at) {
		start := at
		at = descriptorEnd(s, at)
		d.add(s[start:at])
		last = at
	}
	return s[first:last], at
}

// descriptorEnd returns where the descriptor at at ends. White space and commas in parentheses do not end it.
func descriptorEnd(s string, at int) int {
	for ; at < len(s) && !isSpace(s[at]) && s[at] != ','; at++ {
		if s[at] == '(' {
			end := strings.IndexByte(s[at:], ')')
			if end < 0 {
				return len(s)
			}
			at += end
		}
	}
	return at
}

// add is the descriptor parser.
func (d *descriptors) add(descriptor string) {
	number, kind := descriptor[:len(descriptor)-1], descriptor[len(descriptor)-1]
	switch {
	case kind == 'w' && isInteger(number):
		d.broken = d.broken || d.width || d.density || isZero(number)
		d.width = true
	case kind == 'x' && isFloat(number):
		d.broken = d.broken || d.width || d.density || d.height || isNegative(number)
		d.density = true
	case kind == 'h' && isInteger(number):
		d.broken = d.broken || d.height || d.density || isZero(number)
		d.height = true
	default:
		d.broken = true
	}
}

// valid reports whether the candidate counts. A height alone, which is there for the future, makes it none.
func (d *descriptors) valid() bool {
	return !d.broken && (d.width || !d.height)
}

// Spec: https://html.spec.whatwg.org/multipage/common-microsyntaxes.html#valid-non-negative-integer
func isInteger(s string) bool {
	return s != "" && skipDigits(s, 0) == len(s)
}

// isZero reports whether a valid non-negative integer is 0.
func isZero(s string) bool { return strings.Trim(s, "0") == "" }

// Spec: https://html.spec.whatwg.org/multipage/common-microsyntaxes.html#valid-floating-point-number
func isFloat(s string) bool {
	s = strings.TrimPrefix(s, "-")
	whole := skipDigits(s, 0)
	at := whole
	if at < len(s) && s[at] == '.' {
		at = skipDigits(s, whole+1)
		if at == whole+1 {
			return false
		}
	}
	if at == 0 || at == len(s) {
		return at != 0
	}
	if s[at] != 'e' && s[at] != 'E' {
		return false
	}
	exponent := s[at+1:]
	if exponent != "" && (exponent[0] == '+' || exponent[0] == '-') {
		exponent = exponent[1:]
	}
	return isInteger(exponent)
}

// isNegative reports whether a valid floating-point number is less than zero. One that rounds to zero is not.
func isNegative(s string) bool {
	if s[0] != '-' {
		return false
	}
	value, _ := strconv.ParseFloat(s, 64)
	return value < 0
}

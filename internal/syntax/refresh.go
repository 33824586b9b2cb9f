package syntax

import (
	"math"
	"strconv"
	"strings"
)

// Refresh is what a refresh pragma or header asks for.
type Refresh struct {
	Seconds int       // to wait; a number beyond all bounds is math.MaxInt
	HasURL  bool      // whether there is a URL; without one the document itself is meant
	URL     Reference // to go to; its value may be empty
}

// ParseRefresh reads the content attribute of a refresh pragma, or a Refresh header. It reports false for what asks
// for nothing. White space at the end of a URL without quotes is left out, which is nothing to a URL parser.
//
// Spec: https://html.spec.whatwg.org/multipage/document-lifecycle.html#shared-declarative-refresh-steps
func ParseRefresh(s string) (Refresh, bool) {
	start := skipSpace(s, 0)
	at := skipDigits(s, start)
	if at == start && !(at < len(s) && s[at] == '.') {
		return Refresh{}, false
	}
	r := Refresh{Seconds: seconds(s[start:at])}
	for at < len(s) && (isDigit(s[at]) || s[at] == '.') {
		at++
	}
	if at < len(s) {
		if s[at] != ';' && s[at] != ',' && !isSpace(s[at]) {
			return Refresh{}, false
		}
		at = skipSpace(s, at)
		if at < len(s) && (s[at] == ';' || s[at] == ',') {
			at = skipSpace(s, at+1)
		}
	}
	if at < len(s) {
		r.HasURL, r.URL = true, refreshURL(s, at)
	}
	return r, true
}

// seconds returns the number that digits are, which is 0 for none.
func seconds(digits string) int {
	if digits == "" {
		return 0
	}
	n, err := strconv.Atoi(digits)
	if err != nil {
		return math.MaxInt
	}
	return n
}

// refreshURL returns the URL that begins at at, with or without "url=" before it.
func refreshURL(s string, at int) Reference {
	r := Reference{Start: at, End: len(s)}
	if s[at] == 'U' || s[at] == 'u' {
		if at = skipURLSign(s, at); at < 0 {
			return r.unquoted(s)
		}
	}
	r.Start = at
	if at == len(s) || s[at] != '"' && s[at] != '\'' {
		return r.unquoted(s)
	}
	r.Start++
	if end := strings.IndexByte(s[r.Start:], s[at]); end >= 0 {
		r.End = r.Start + end
	}
	r.Value = s[r.Start:r.End]
	return r
}

// skipURLSign returns what follows "url", an equals sign, and the white space around that, or -1 if these are not
// there.
func skipURLSign(s string, at int) int {
	const name = "url"
	if !strings.EqualFold(s[at:min(at+len(name), len(s))], name) {
		return -1
	}
	at = skipSpace(s, at+len(name))
	if at == len(s) || s[at] != '=' {
		return -1
	}
	return skipSpace(s, at+1)
}

// unquoted returns r without the white space at its end.
func (r Reference) unquoted(s string) Reference {
	for r.End > r.Start && isSpace(s[r.End-1]) {
		r.End--
	}
	r.Value = s[r.Start:r.End]
	return r
}

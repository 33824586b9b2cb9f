package syntax

import (
	"bytes"
	"strings"
	"unicode/utf8"

	"github.com/tdewolff/parse/v2"
	"github.com/tdewolff/parse/v2/css"
)

// tokensCSS yields the tokens of a text in CSS with their places. The lexer that finds them is borrowed; it reads a
// copy in which the bytes it would judge in another way than the standard are others of the same length. The
// argument of an unquoted url() is read here: to the lexer that is a function like all others.
type tokensCSS struct {
	text       string
	input      *parse.Input
	lexer      *css.Lexer
	start, end int // of the token
}

func newTokensCSS(text string) tokensCSS {
	input := parse.NewInputBytes(lexerCopy(text))
	return tokensCSS{text: text, input: input, lexer: css.NewLexer(input)}
}

// next goes to the next token, and returns its type. There is none after css.ErrorToken.
func (t *tokensCSS) next() css.TokenType {
	kind, bytes := t.lexer.Next()
	t.start, t.end = t.end, t.end+len(bytes)
	return kind
}

// skip goes on, so that the next token begins at at.
func (t *tokensCSS) skip(at int) {
	t.input.Move(at - t.end)
	t.input.Skip()
	t.end = at
}

// skipDull goes on before the next token that is more than white space, a name, a number or a delimiter.
func (t *tokensCSS) skipDull() {
	at := t.end
	for at < len(t.text) && !meansCSS[t.text[at]] {
		at++
	}
	if at < len(t.text) && (t.text[at] == '(' || t.text[at] == '\\') { // which a token may go on with
		for at > t.end && isNamePartCSS(t.text[at-1]) {
			at--
		}
		if at > t.end && t.text[at-1] == '#' {
			at--
		}
	}
	t.skip(at)
}

// meansCSS are the bytes that begin or end more than white space, names, numbers and delimiters, and the backslash of an escape.
var meansCSS = [256]bool{'(': true, ')': true, '[': true, ']': true, '{': true, '}': true, ';': true, ',': true, '"': true,
	'\'': true, '\\': true, '/': true, '<': true, '@': true}

// isNamePartCSS reports whether c is part of a name, other than in an escape.
func isNamePartCSS(c byte) bool {
	return 'a' <= c|0x20 && c|0x20 <= 'z' || isDigit(c) || c == '-' || c == '_' || c == 0 || c >= utf8.RuneSelf
}

// quoteFollows reports whether the function that begins has a quotation mark first, so that it is no unquoted URL.
func (t *tokensCSS) quoteFollows() bool {
	at := skipSpace(t.text, t.end)
	return at < len(t.text) && (t.text[at] == '"' || t.text[at] == '\'')
}

// urlStops are what an unquoted URL does not go on with as such: its end, what makes it bad, and escapes.
const urlStops = ")\"'(\\ \t\n\f\r\x01\x02\x03\x04\x05\x06\a\b\v\x0E\x0F" +
	"\x10\x11\x12\x13\x14\x15\x16\x17\x18\x19\x1A\x1B\x1C\x1D\x1E\x1F\x7F"

// unquotedURL goes to the end of a URL without quotes, whose function begins, and returns where it stands in it. It
// reports false for a bad one.
//
// Spec: https://drafts.csswg.org/css-syntax-3/#consume-url-token
func (t *tokensCSS) unquotedURL() (start, end int, ok bool) {
	start = skipSpace(t.text, t.end)
	for end = start; end < len(t.text); {
		n := strings.IndexAny(t.text[end:], urlStops)
		if n < 0 {
			end = len(t.text)
			break
		}
		end += n
		if t.text[end] != '\\' || newlineCSS(t.text[end+1:]) > 0 {
			break
		}
		_, n = escapeCSS(t.text[end:])
		end += n
	}
	at := skipSpace(t.text, end)
	ok = at == len(t.text) || t.text[at] == ')'
	t.skip(min(badURLEnd(t.text, at)+1, len(t.text)))
	return start, end, ok
}

// badURLEnd returns where the parenthesis stands that closes a bad URL, or the end.
//
// Spec: https://drafts.csswg.org/css-syntax-3/#consume-remnants-of-bad-url
func badURLEnd(s string, at int) int {
	for at < len(s) && s[at] != ')' {
		if s[at] == '\\' {
			at++
		}
		at++
	}
	return min(at, len(s))
}

// stringContent returns where that stands which is in the quotes of a string. At the end of the text the closing one
// may be missing; a backslash there stands for nothing.
func (t *tokensCSS) stringContent() (start, end int) {
	start, end = t.start+1, t.end
	if end < len(t.text) {
		return start, end - 1
	}
	if end > start && t.text[end-1] == t.text[t.start] && !endsInEscape(t.text[start:end-1]) {
		return start, end - 1
	}
	if endsInEscape(t.text[start:end]) {
		end--
	}
	return start, end
}

// endsInEscape reports whether the last byte of s is a backslash that escapes what follows.
func endsInEscape(s string) bool {
	return (len(s)-len(strings.TrimRight(s, "\\")))%2 == 1
}

// nameByte stands for any part of a name in the lexer's copy. It is no UTF-8, so that the lexer takes no other bytes
// together with it.
const nameByte = 0x80

// lexerCopy returns a copy of text, with space for the lexer's sentinel, in which name bytes stand for
//
//   - U+0000 and characters that are not ASCII, which are parts of names;
//   - an escape with CR LF after it, which is one white space, and a backslash at the very end, which is U+FFFD;
//   - the l of url( and the u of u+: an unquoted URL is read here, and a unicode range is no token.
//
// Comments and strings are not told apart from the rest, which they may be: nothing here is what ends them.
func lexerCopy(text string) []byte {
	b := append(make([]byte, 0, len(text)+1), text...)
	hideBefore(b, '(', 'l')
	hideBefore(b, '+', 'u')
	for i := strings.IndexByte(text, '\\'); i >= 0 && i < len(b); i++ {
		if b[i] == '\\' {
			i += hideEscape(b[i:])
		}
	}
	for i, c := range b {
		if c == 0 || c >= utf8.RuneSelf {
			b[i] = nameByte
		}
	}
	return b
}

// hideBefore hides a letter wherever c follows it.
func hideBefore(b []byte, c, letter byte) {
	for at := 0; ; at++ {
		i := bytes.IndexByte(b[at:], c)
		if i < 0 {
			return
		}
		if at += i; at > 0 && b[at-1]|0x20 == letter {
			b[at-1] = nameByte
		}
	}
}

// hideEscape is lexerCopy for the backslash at the start of b. It returns how many bytes after that are done.
func hideEscape(b []byte) int {
	if len(b) == 1 {
		b[0] = nameByte
		return 0
	}
	if b[1] == '\\' {
		return 1
	}
	n := 0
	for n < 6 && 1+n < len(b) && isHexDigit(b[1+n]) {
		n++
	}
	if n > 0 && 1+n+1 < len(b) && b[1+n] == '\r' && b[1+n+1] == '\n' {
		for i := range b[:1+n+2] {
			b[i] = nameByte
		}
		return n + 2
	}
	return n
}

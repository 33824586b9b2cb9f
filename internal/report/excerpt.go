package report

import (
	"html"
	"strings"
	"unicode"
	"unicode/utf8"

	"htmlurl/check"
)

// The numbers of code points that are shown of a text, and on each side of the reference in a line.
const (
	shownText   = 300
	shownBefore = 80
	shownAfter  = 120
)

// row is a finding as the page shows it.
type row struct{ *check.Finding }

func (r row) Severity() text      { return text(r.Finding.Severity) }
func (r row) Page() text          { return text(r.Finding.Page) }
func (r row) Rule() text          { return text(r.Finding.Rule) }
func (r row) Raw() text           { return text(r.Finding.Raw) }
func (r row) Message() text       { return text(r.Finding.Message) }
func (r row) URL() text           { return text(r.Finding.URL) }
func (r row) Base() text          { return text(r.Finding.Base) }
func (r row) Why() text           { return text(r.Finding.Why) }
func (r row) Explanation() string { return r.Finding.Rule.Explanation() }

// text is a text of a stranger, which may be long, and may be a URL.
type text string

// String returns what is shown of the text. That is on one line.
func (t text) String() string { return visible(middle(string(t), shownText)) }

// Link returns the text if it is the URL of something that a server could answer for, or "".
func (t text) Link() string {
	rest, ok := strings.CutPrefix(string(t), "https://")
	if !ok {
		rest, ok = strings.CutPrefix(string(t), "http://")
	}
	host, _, _ := strings.Cut(rest, "/")
	if !ok || strings.HasSuffix(host, ".invalid") {
		return ""
	}
	return string(t)
}

// excerpt is the part of a line around a reference.
type excerpt struct {
	Before, Reference, After string
	Found                    bool // the reference, which may be empty
}

// Excerpt returns what is shown of the line that holds the reference, or nil if that is not known.
func (r row) Excerpt() *excerpt {
	if r.Source == "" {
		return nil
	}
	start, ok := offset(r.Source, r.SourceColumn)
	if !ok {
		return &excerpt{Before: visible(strings.TrimLeft(middle(r.Source, shownText), " \t"))}
	}
	end := start + referenceLength(r.Source[:start], r.Source[start:], r.Finding.Raw)
	before := strings.TrimLeft(r.Source[:start], " \t")
	if last := tail(before, shownBefore); last != before {
		before = "…" + last
	}
	after := strings.TrimRight(r.Source[end:], " \t\r\n")
	if first := head(after, shownAfter); first != after {
		after = first + "…"
	}
	return &excerpt{visible(before), visible(middle(r.Source[start:end], shownText)), visible(after), true}
}

// offset returns the byte offset of a column in a line.
func offset(line string, column int) (int, bool) {
	for i := range line {
		if column--; column == 0 {
			return i, true
		}
	}
	return len(line), column == 1
}

// referenceLength returns how long the reference is at the beginning of after. It ends where what stands before it says
// if it reads as it should up to there, or does not begin like that: else it is one of several in a value.
func referenceLength(before, after, raw string) int {
	ends := " \t\r\n>"
	if before != "" && strings.Contains(`"'(`, before[len(before)-1:]) {
		ends = strings.Replace(before[len(before)-1:], "(", ")", 1)
	}
	end := strings.IndexAny(after, ends)
	if end < 0 {
		end = len(after)
	}
	if strings.HasPrefix(after, raw) && html.UnescapeString(after[:end]) != raw {
		return len(raw)
	}
	return end
}

// visible shows what cannot be seen: controls as their pictures, and U+FFFD for marks that turn text around.
func visible(s string) string {
	return strings.Map(func(c rune) rune {
		switch {
		case c < ' ':
			return '␀' + c
		case c == '\x7f':
			return '␡'
		case unicode.IsControl(c), unicode.Is(unicode.Bidi_Control, c), c == '\u2028', c == '\u2029':
			return utf8.RuneError
		}
		return c
	}, s)
}

// middle returns a text of at most so many code points, with … for what is left out before its end.
func middle(s string, most int) string {
	if first := head(s, most); first == s {
		return s
	}
	return head(s, most-most/4-1) + "…" + tail(s, most/4)
}

// head returns the first code points of a text.
func head(s string, most int) string {
	for i := range s {
		if most--; most < 0 {
			return s[:i]
		}
	}
	return s
}

// tail returns the last code points of a text.
func tail(s string, most int) string {
	start := len(s)
	for ; start > 0 && most > 0; most-- {
		_, size := utf8.DecodeLastRuneInString(s[:start])
		start -= size
	}
	return s[start:]
}

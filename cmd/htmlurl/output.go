package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/mattn/go-isatty"

	"htmlurl/resolve"
)

// isTerminal tells whether people read what is written.
func isTerminal(w io.Writer) bool {
	file, ok := w.(*os.File)
	return ok && isatty.IsTerminal(file.Fd())
}

// writeJSON writes v as one line, at once, so that nothing is lost when the command is interrupted.
func (a *app) writeJSON(v any) error {
	text, err := marshal(v)
	if err != nil {
		return err
	}
	a.out.Write(escapeControls(text))
	a.out.WriteByte('\n')
	return a.out.Flush()
}

// escapeControls escapes in JSON, beside control characters, others that a terminal obeys.
func escapeControls(text []byte) []byte {
	var escaped []byte
	done := 0
	for i := 0; i < len(text); {
		c, size := rune(text[i]), 1
		if c >= utf8.RuneSelf {
			c, size = utf8.DecodeRune(text[i:])
		}
		if c >= unicode.MaxASCII && c <= 0xFFFF && !unicode.IsPrint(c) {
			escaped = fmt.Appendf(append(escaped, text[done:i]...), `\u%04x`, c)
			done = i + size
		}
		i += size
	}
	if done == 0 {
		return text
	}
	return append(escaped, text[done:]...)
}

// marshal is json.Marshal without escapes for HTML.
func marshal(v any) ([]byte, error) {
	var text bytes.Buffer
	encoder := json.NewEncoder(&text)
	encoder.SetEscapeHTML(false)
	err := encoder.Encode(v)
	return bytes.TrimSuffix(text.Bytes(), []byte("\n")), err
}

// errorJSON says why a reference has no URL. Start and End are byte offsets into the reference, or into the base if In
// says so.
type errorJSON struct {
	Rule    string `json:"rule"`
	Start   int    `json:"start"`
	End     int    `json:"end"`
	In      string `json:"in,omitempty"`
	Message string `json:"message"`
}

// Rules of errors that are not about a reference.
const (
	inputInvalid = "input-invalid" // a line or a label cannot be understood
	frameInvalid = "frame-invalid" // a frame cannot be read
)

func newErrorJSON(err error) *errorJSON {
	answer := &errorJSON{Rule: inputInvalid, Message: err.Error()}
	if bad, ok := errors.AsType[*resolve.Error](err); ok {
		answer.Rule, answer.Start, answer.End = string(bad.Rule), bad.Start, bad.End
	}
	if _, ok := errors.AsType[*baseError](err); ok {
		answer.In = "base"
	}
	return answer
}

// orNull returns the URL, or nil for the zero URL.
func orNull(u resolve.URL) *string {
	if u.IsZero() {
		return nil
	}
	s := u.String()
	return &s
}

func orNone(s *string) string {
	if s == nil {
		return "none (give --address)"
	}
	return printable(*s)
}

// printable shows control characters and bytes that are not UTF-8 as escapes, so that hostile text cannot disturb a
// terminal or a table.
func printable(s string) string {
	if utf8.ValidString(s) && strings.IndexFunc(s, unprintable) < 0 {
		return s
	}
	var b strings.Builder
	for i, c := range s {
		switch {
		case c == utf8.RuneError && !strings.HasPrefix(s[i:], "\uFFFD"):
			fmt.Fprintf(&b, `\x%02x`, s[i])
		case unprintable(c):
			b.WriteString(strings.Trim(strconv.QuoteRune(c), "'"))
		default:
			b.WriteRune(c)
		}
	}
	return b.String()
}

// printableLines is printable for each line.
func printableLines(s string) string {
	lines := strings.Split(s, "\n")
	for i, line := range lines {
		lines[i] = printable(strings.ReplaceAll(line, "\t", "  "))
	}
	return strings.Join(lines, "\n")
}

func unprintable(c rune) bool { return !unicode.IsPrint(c) }

// cell makes a reference fit a column of a table.
func cell(raw string) string {
	const limit = 50
	if strings.TrimSpace(raw) != raw || raw == "" {
		raw = strconv.Quote(raw)
	}
	n := 0
	for i := range raw {
		if n == limit {
			return printable(raw[:i]) + "…"
		}
		n++
	}
	return printable(raw)
}

// reason says in a few words why there is no URL, and names the rule.
func reason(err error) string {
	bad, ok := errors.AsType[*resolve.Error](err)
	switch {
	case !ok:
		return err.Error()
	case isBaseError(err):
		return "the base is no absolute URL: " + bad.Reason() + named(bad.Rule)
	}
	return bad.Reason() + named(bad.Rule)
}

// explained is the message of an error, with the name of the rule.
func explained(err error) string {
	if bad, ok := errors.AsType[*resolve.Error](err); ok {
		return err.Error() + named(bad.Rule)
	}
	return err.Error()
}

func named(rule resolve.Rule) string { return " [" + string(rule) + "]" }

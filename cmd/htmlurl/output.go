package main

import (
	"encoding/json"
	"errors"
	"strconv"
	"strings"
	"unicode"

	"htmlurl/resolve"
)

// writeJSON writes v as one line, at once, so that nothing is lost when the command is interrupted.
func (a *app) writeJSON(v any) error {
	encoder := json.NewEncoder(a.out)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(v); err != nil {
		return err
	}
	return a.out.Flush()
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

// printable shows control characters as escapes, so that hostile text cannot disturb a terminal or a table.
func printable(s string) string {
	if strings.IndexFunc(s, unprintable) < 0 {
		return s
	}
	var b strings.Builder
	for _, c := range s {
		if unprintable(c) {
			b.WriteString(strings.Trim(strconv.QuoteRune(c), "'"))
		} else {
			b.WriteRune(c)
		}
	}
	return b.String()
}

func unprintable(c rune) bool { return !unicode.IsPrint(c) }

// cell makes a reference fit a column of a table.
func cell(raw string) string {
	const limit = 50
	if raw == "" {
		return `""`
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

// reason says in a few words why a reference has no URL.
func reason(err error) string {
	if bad, ok := errors.AsType[*resolve.Error](err); ok {
		return "error: " + bad.Reason() + " [" + string(bad.Rule) + "]"
	}
	return "error: " + err.Error()
}

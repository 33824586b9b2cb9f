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

// errorJSON says why a reference has no URL. Start and End are byte offsets into the text that is wrong.
type errorJSON struct {
	Rule    string `json:"rule"`
	Start   int    `json:"start"`
	End     int    `json:"end"`
	Message string `json:"message"`
}

// inputInvalid is the rule of what is wrong with a line or a label instead of a URL.
const inputInvalid = "input-invalid"

func newErrorJSON(err error) *errorJSON {
	bad, ok := errors.AsType[*resolve.Error](err)
	if !ok {
		return &errorJSON{Rule: inputInvalid, Message: err.Error()}
	}
	return &errorJSON{Rule: string(bad.Rule), Start: bad.Start, End: bad.End, Message: err.Error()}
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
		return "none (give --address URL)"
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

// reason says in a few words why a reference has no URL, beginning with the rule.
func reason(err error) string {
	if bad, ok := errors.AsType[*resolve.Error](err); ok {
		return string(bad.Rule) + ": " + bad.Reason()
	}
	return err.Error()
}

package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"os"
	"strconv"
	"strings"

	"github.com/mattn/go-isatty"

	"htmlurl/internal/printable"
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
	a.out.Write(printable.JSON(text))
	a.out.WriteByte('\n')
	return a.out.Flush()
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
	return printable.String(*s)
}

// printableLines is printable for each line.
func printableLines(s string) string {
	lines := strings.Split(s, "\n")
	for i, line := range lines {
		lines[i] = printable.String(strings.ReplaceAll(line, "\t", "  "))
	}
	return strings.Join(lines, "\n")
}

// cell makes a reference fit a column of a table.
func cell(raw string) string {
	const limit = 50
	if strings.TrimSpace(raw) != raw || raw == "" {
		raw = strconv.Quote(raw)
	}
	n := 0
	for i := range raw {
		if n == limit {
			return printable.String(raw[:i]) + "…"
		}
		n++
	}
	return printable.String(raw)
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

package main

import (
	"bytes"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/fatih/color"
	"github.com/rogpeppe/go-internal/diff"
	"golang.org/x/text/encoding/htmlindex"
)

// printDiff prints what changes in a page as a unified diff. For people to read it is without control characters.
func (a *app) printDiff(r *rewritten) error {
	encoding, _ := r.page.Encoding()
	was, err := decode(encoding, r.old)
	if err != nil {
		return err
	}
	is, err := decode(encoding, r.new)
	if err != nil {
		return err
	}
	if !bytes.Equal(was, r.old) {
		a.note("%s is in %s: its diff is in UTF-8, and only to read", r.file.name, encoding)
	}
	text := diff.Diff(diffName("a/", r.file.name), was, diffName("b/", r.file.name), is)
	_, text, _ = bytes.Cut(text, []byte("\n")) // a line with both names, before those for patch
	if !a.isTerminal {
		_, err = a.out.Write(text)
		return err
	}
	number := 0
	for line := range bytes.Lines(text) {
		fmt.Fprintln(a.out, painted(number, printableLines(string(bytes.TrimRight(line, "\r\n")))))
		number++
	}
	return a.out.Flush()
}

// painted returns a line of a diff in its colour.
func painted(number int, line string) string {
	switch {
	case number < len("-+"):
		return color.New(color.Bold).Sprint(line)
	case line[0] == '@':
		return color.CyanString("%s", line)
	case line[0] == '-':
		return color.RedString("%s", line)
	case line[0] == '+':
		return color.GreenString("%s", line)
	}
	return line
}

// decode returns a page in that encoding in UTF-8.
func decode(encoding string, page []byte) ([]byte, error) {
	if encoding == "UTF-8" {
		return page, nil
	}
	e, err := htmlindex.Get(encoding)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", encoding, err)
	}
	return e.NewDecoder().Bytes(page)
}

// diffName is how patch takes the name of a file: with a tab after it if there are spaces, and in quotes if there are
// characters that would end it.
func diffName(prefix, name string) string {
	name = prefix + strings.TrimPrefix(filepath.ToSlash(filepath.Clean(name)), "/")
	var quoted strings.Builder
	for _, c := range []byte(name) {
		if c < ' ' || c == '"' || c == '\\' {
			fmt.Fprintf(&quoted, `\%03o`, c)
		} else {
			quoted.WriteByte(c)
		}
	}
	switch {
	case quoted.Len() > len(name):
		return `"` + quoted.String() + `"`
	case strings.Contains(name, " "):
		return name + "\t"
	}
	return name
}

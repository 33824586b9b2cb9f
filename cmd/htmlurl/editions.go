package main

import (
	"fmt"
	"strings"
	"text/tabwriter"
	"unicode/utf8"

	"github.com/fatih/color"

	"htmlurl/internal/printable"
	"htmlurl/resolve"
)

// editionResult is what an edition makes of a reference. Results that are the same have the same letter in Same.
type editionResult struct {
	Edition resolve.Edition `json:"edition"`
	Href    *string         `json:"href,omitempty"`
	Error   *errorJSON      `json:"error,omitempty"`
	Same    string          `json:"same"`

	text string // for people
}

// compareEditions resolves a reference by the rules of each edition.
func (a *app) compareEditions(flags referenceFlags, ref string, asJSON bool) error {
	var results []editionResult
	letters := map[string]string{}
	for _, edition := range resolve.Editions() {
		flags.edition.Edition = edition
		result, err := flags.result(ref)
		if err != nil {
			return err
		}
		if letters[result.key()] == "" {
			letters[result.key()] = string(rune('A' + len(letters)))
		}
		result.Same = letters[result.key()]
		a.bad = a.bad || result.Error != nil
		results = append(results, result)
	}
	if asJSON {
		return a.writeJSON(map[string][]editionResult{"results": results})
	}
	return a.printEditions(results)
}

// result resolves a reference by the rules of the edition in f. A base that the edition refuses is a result, too.
func (f *referenceFlags) result(ref string) (editionResult, error) {
	result := editionResult{Edition: f.edition.Edition}
	base, resolver, err := f.parse()
	if err == nil {
		var u resolve.URL
		if u, err = resolver.Resolve(base, ref); err == nil {
			result.Href, result.text = orNull(u), printable.String(u.String())
			return result, nil
		}
	} else if !isBaseError(err) {
		return result, err
	}
	result.Error, result.text = newErrorJSON(err), printable.String("error: "+reason(err))
	return result, nil
}

// key is the same for results that are the same: all errors are.
func (r *editionResult) key() string {
	if r.Href == nil {
		return ""
	}
	return *r.Href
}

func (a *app) printEditions(results []editionResult) error {
	w := tabwriter.NewWriter(a.out, 0, 0, 2, ' ', 0)
	for i, result := range results {
		fmt.Fprintf(w, "%v\t%s\t%s\n", result.Edition, result.Same, result.text)
		if first := results[0]; i > 0 && result.Same != first.Same {
			parts := commonPrefix(first.text, result.text)
			fmt.Fprintf(w, "\t\t%s%s\n", strings.Repeat(" ", utf8.RuneCountInString(parts)), color.YellowString("^"))
		}
	}
	return w.Flush()
}

// commonPrefix is what two texts begin with, in whole characters.
func commonPrefix(a, b string) string {
	for i, c := range a {
		if !strings.HasPrefix(b[min(i, len(b)):], string(c)) {
			return a[:i]
		}
	}
	return a
}

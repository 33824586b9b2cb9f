package document_test

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"htmlurl/document"
	"htmlurl/resolve"
)

// TestCorpus lists the links of the real pages, and holds that each has a URL or an error that names its rule. With -v
// it prints the table of the README.
func TestCorpus(t *testing.T) {
	pages, links, frames, blanks := 0, 0, 0, 0
	encodings, rules := map[string]int{}, map[string]int{}
	var count func(d *document.Document)
	count = func(d *document.Document) {
		for link := range d.Links() {
			links++
			if link.Err == nil {
				checkLinkURL(t, link)
				continue
			}
			bad, ok := errors.AsType[*resolve.Error](link.Err)
			if !ok || !link.URL.IsZero() {
				t.Errorf("<%s %s=%q>: URL %q with error %v", link.Node.Data, link.Attr, link.Raw, link.URL, link.Err)
				continue
			}
			rules[string(bad.Rule)]++
		}
		for frame, err := range d.Frames() {
			if err != nil {
				t.Error(err)
				continue
			}
			if frame.Address().String() == resolve.Srcdoc {
				frames++
			} else {
				blanks++
			}
			count(frame)
		}
	}
	for _, p := range corpus(t) {
		pages++
		d := p.document(t)
		name, source := d.Encoding()
		encodings[fmt.Sprintf("%s from %s", name, source)]++
		count(d)
	}
	got := [...]int{links, frames, blanks, sum(rules)}
	if want := [...]int{37188, 38, 28, 8}; got != want {
		t.Errorf("links, frames, about:blank frames, errors: %v, want %v", got, want)
	}
	table := fmt.Sprintf("\npages   %6d\nlinks   %6d\nframes  %6d\nblank   %6d\n", pages, links, frames, blanks)
	for _, counts := range []map[string]int{rules, encodings} {
		for _, key := range slices.Sorted(maps.Keys(counts)) {
			table += fmt.Sprintf("%6d  %s\n", counts[key], key)
		}
	}
	t.Log(table)
}

// checkLinkURL checks that a URL is absolute and that its reference alone gives it.
func checkLinkURL(t *testing.T, link document.Link) {
	t.Helper()
	if scheme, ok := link.URL.Scheme(); !ok || scheme == "" {
		t.Errorf("<%s %s=%q>: %q has no scheme", link.Node.Data, link.Attr, link.Raw, link.URL)
	}
	if strings.ContainsAny(link.URL.Path(), " \"<>\n") {
		t.Errorf("<%s %s=%q>: unescaped path in %q", link.Node.Data, link.Attr, link.Raw, link.URL)
	}
}

func sum(counts map[string]int) int {
	n := 0
	for _, count := range counts {
		n += count
	}
	return n
}

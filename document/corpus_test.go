package document_test

import (
	"bytes"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"htmlurl/document"
	"htmlurl/internal/testcase"
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
	for _, p := range testcase.Pages(t) {
		pages++
		d := parsePage(t, p)
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

// TestCorpusRewrite holds that a real page that is rewritten to itself is the same bytes, and that with each reference as it
// is resolved all lead where they did, in frames too, without the page's address.
func TestCorpusRewrite(t *testing.T) {
	testcase.Serial(t)
	changed := 0
	for _, p := range testcase.Pages(t) {
		for _, edition := range resolve.Editions() {
			o := document.Options{Address: p.Address, Edition: edition, Positions: true}
			d, err := document.Parse(bytes.NewReader(p.Bytes), o)
			if err != nil {
				t.Fatal(err)
			}
			for _, same := range []bool{true, false} {
				got, err := d.AppendRewrite(nil, func(l document.Link) (string, bool) { return l.Raw, same })
				if err != nil || !bytes.Equal(got, p.Bytes) {
					t.Errorf("%s: rewritten to itself it differs (%v)", p.File, err)
				}
			}
			got, err := d.AppendRewrite(nil, func(l document.Link) (string, bool) {
				if l.Err == nil && l.URL.String() != l.Raw {
					changed++
				}
				return l.URL.String(), l.Err == nil
			})
			if err != nil {
				t.Errorf("%s: %v", p.File, err)
			}
			o.Address = ""
			checkSameURLs(t, p.File, d, got, o)
		}
	}
	t.Logf("%d references were changed", changed)
}

// checkSameURLs compares what the references of a document and its frames lead to with those of a page.
func checkSameURLs(t *testing.T, file string, d *document.Document, page []byte, o document.Options) {
	t.Helper()
	again, err := document.Parse(bytes.NewReader(page), o)
	if err != nil {
		t.Fatal(err)
	}
	want, got := allURLs(d), allURLs(again)
	if len(got) != len(want) {
		t.Errorf("%s: %d references, want %d", file, len(got), len(want))
		return
	}
	for i := range got {
		if got[i] != want[i] && !strings.Contains(want[i]+"#", "/.#") { // to which, in HTML5, no absolute reference leads
			t.Errorf("%s: %s, want %s", file, got[i], want[i])
		}
	}
}

// allURLs returns the URLs of a document's references, then those of its srcdoc documents.
func allURLs(d *document.Document) []string {
	var all []string
	for link := range d.Links() {
		all = append(all, link.Attr+" "+link.URL.String())
	}
	for frame, err := range d.Frames() {
		if err == nil {
			all = append(all, allURLs(frame)...)
		}
	}
	return all
}

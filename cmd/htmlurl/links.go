package main

import (
	"cmp"
	"fmt"
	"iter"
	"slices"
	"unicode/utf8"

	"github.com/fatih/color"
	"github.com/spf13/cobra"

	"htmlurl/document"
	"htmlurl/internal/printable"
	"htmlurl/resolve"
)

func newLinks(a *app) *cobra.Command {
	var flags documentFlags
	var which linksFlags
	var isStream bool
	c := &cobra.Command{
		Use:   "links [flags] FILE|-",
		Short: "List every reference of a page with the URL that it points to",
		Long: `links lists every reference of a page in tree order, with its line and column, and the URL that
it points to, or why there is none. References of header fields come first; those of srcdoc
frames follow those of the page that contains them.

With --jsonl each reference is a line {"tag","namespace","attr","raw","kind","url","base",
"frame","start","end","line","column"}, with "error":{"rule","start","end","message"} instead of
"url" if it has none; the offsets of the error are bytes of "raw". "base" is what it is relative
to. "frame" is [] for the page itself, [1] for its second srcdoc frame, [1,0] for the first one
inside that. "start" and "end" are bytes of the file, or of the srcdoc attribute's value in a
frame, where "container" tells the attribute's own place; they are null with an "unplaced" that
says why. An image candidate has a "descriptor"; a reference without effect says why in
"ignored". A frame that cannot be read is a line with "frame" and "error" only.

--facts adds "facts":{"rel","nofollow","referrerpolicy","crossorigin","target","hreflang","type",
"media","text"}; "crossorigin" is "No CORS" without that attribute.

--stream lists references while the page is read, in memory that does not grow with it, for HTML
pages that are too long to be held. Then references have no places, the "text" of those whose
element has text is null, those of one element may be in another order, and those in srcdoc frames
are not listed. If the end of the page decides about its beginning, as a base element after thousands
of references does, the exit status is 2: what was listed before may be wrong.

The syntaxes for --attribute are url, srcset, space list, comma list and css declarations; before
the element may stand svg: or mathml:, and * is any element.`,
		Example: `  htmlurl links page.html
  htmlurl links --address https://example.com/a/b --kind embedded-image page.html
  htmlurl links --attribute 'img data-src' --attribute '* data-srcset srcset' page.html
  htmlurl links --jsonl page.html | jq -r 'select(.kind == "hyperlink").url'
  zcat dump.html.gz | htmlurl links --stream --jsonl --address https://example.com/ -`,
		Args: documentArg,
		RunE: func(c *cobra.Command, args []string) error {
			options, err := which.options(c)
			if err != nil {
				return err
			}
			if isStream {
				err = a.streamLinks(c, args[0], &flags, &which, options)
			} else {
				err = a.listLinks(args[0], &flags, &which, options)
			}
			if err != nil {
				return err
			}
			if a.links == 0 {
				a.note("the page has no references%s", which.ofWhat())
			}
			return nil
		},
	}
	flags.add(c.Flags())
	which.add(c.Flags())
	c.Flags().BoolVar(&isStream, "stream", false, "list references while the page is read, without places and frames")
	return c
}

// listLinks lists the references of the page in a file.
func (a *app) listLinks(name string, documents *documentFlags, which *linksFlags, options document.Options) error {
	d, err := documents.open(a, name, options)
	switch {
	case err != nil:
		return err
	case which.asJSONL || which.facts:
		return a.writeLinks(d, []int{}, which.facts)
	}
	return a.printLinks(d, []int{})
}

// writeLinks writes the references of a document as JSON lines, then those of its frames.
func (a *app) writeLinks(d *document.Document, frame []int, facts bool) error {
	var container *placeJSON
	if len(frame) > 0 {
		place := newPlaceJSON(d.Span())
		container = &place
	}
	for link := range d.Links() {
		var about *factsJSON
		if facts {
			about = newFactsJSON(link)
		}
		if err := a.writeLink(link, frame, container, about); err != nil {
			return err
		}
	}
	for child := range children(d, frame) {
		if child.err != nil {
			a.bad = true
			line := frameJSON{a.page, child.frame, &errorJSON{Rule: frameInvalid, Message: child.err.Error()}}
			if err := a.writeJSON(line); err != nil {
				return err
			}
			continue
		}
		if err := a.writeLinks(child.document, child.frame, facts); err != nil {
			return err
		}
	}
	return nil
}

// writeLink writes a reference as a JSON line.
func (a *app) writeLink(link document.Link, frame []int, container *placeJSON, facts *factsJSON) error {
	a.links++
	a.bad = a.bad || link.Err != nil
	line := newLinkJSON(link, frame)
	line.Page, line.Container, line.Facts = a.page, container, facts
	return a.writeJSON(line)
}

// printLinks prints the references of a document as rows of a table, then those of its frames. It goes through them
// twice, the first time for the widths of the columns, because URLs can be many times as long as the page.
func (a *app) printLinks(d *document.Document, frame []int) error {
	var widths linkWidths
	for link := range d.Links() {
		for i, text := range linkCells(link) {
			widths[i] = max(widths[i], utf8.RuneCountInString(text))
		}
	}
	for link := range d.Links() {
		if err := a.printLink(link, &widths); err != nil {
			return err
		}
	}
	for child := range children(d, frame) {
		if child.err != nil {
			a.bad = true
			fmt.Fprintf(a.out, "\nframe %v, %s\n", child.frame, color.RedString("error: %v", child.err))
			continue
		}
		if hasLinks(child.document) {
			fmt.Fprintf(a.out, "\nframe %v, base %s\n", child.frame, orNone(orNull(child.document.Base())))
		}
		if err := a.printLinks(child.document, child.frame); err != nil {
			return err
		}
	}
	return nil
}

// linkWidths are the widths of the first columns.
type linkWidths [4]int

// printLink prints a reference as a row.
func (a *app) printLink(link document.Link, widths *linkWidths) error {
	a.links++
	for i, text := range linkCells(link) {
		fmt.Fprintf(a.out, "%-*s  ", widths[i], text)
	}
	target := printable.String(link.URL.String())
	if link.Err != nil {
		a.bad = true
		target = color.RedString("%s", printable.String("error: "+reason(link.Err)))
	}
	if link.Ignored != "" {
		target += " (" + string(link.Ignored) + ")"
	}
	_, err := fmt.Fprintln(a.out, target)
	return err
}

// linkCells are the first columns of a row: line and column, tag, attribute, reference as written.
func linkCells(link document.Link) [4]string {
	place := "-"
	if link.Unplaced == "" {
		place = fmt.Sprintf("%d:%d", link.Span.Line, link.Span.Column)
	}
	return [4]string{place, cell(cmp.Or(tag(link), "(header)")), link.Attr, cell(link.Raw)}
}

// hasLinks tells whether the document has references, beside those of its frames.
func hasLinks(d *document.Document) bool {
	for range d.Links() {
		return true
	}
	return false
}

// childFrame is a frame of a document, or why it cannot be read.
type childFrame struct {
	frame    []int // ordinals
	document *document.Document
	err      error
}

// children yields the srcdoc frames of the document that has these ordinals. Its other child documents are empty.
func children(d *document.Document, frame []int) iter.Seq[childFrame] {
	return func(yield func(childFrame) bool) {
		ordinal := 0
		for child, err := range d.Frames() {
			if err == nil && child.Address().String() != resolve.Srcdoc {
				continue
			}
			if !yield(childFrame{append(slices.Clone(frame), ordinal), child, err}) {
				return
			}
			ordinal++
		}
	}
}

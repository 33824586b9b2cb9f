package main

import (
	"fmt"
	"iter"
	"slices"
	"unicode/utf8"

	"github.com/fatih/color"
	"github.com/spf13/cobra"
	"golang.org/x/net/html"

	"htmlurl/document"
)

func newLinks(a *app) *cobra.Command {
	var flags documentFlags
	var asJSONL bool
	c := &cobra.Command{
		Use:   "links [flags] FILE|-",
		Short: "List every reference of a page with the URL that it points to",
		Long: `links lists every reference of a page in tree order, with the URL that it points to, or why
there is none. The references of srcdoc frames follow those of the page that contains them.

With --jsonl each reference is a line {"tag","namespace","attr","raw","kind","url","base",
"frame"}, with "error":{"rule","start","end","message"} instead of "url" if it has none; the
offsets are bytes of "raw". "base" is what it is relative to. "frame" counts the srcdoc frames
that lead to it, from 0 in each document, and is empty for the page itself. A frame that cannot
be read is a line with "frame" and "error" only.`,
		Example: `  htmlurl links page.html
  htmlurl links --address https://example.com/a/b page.html
  htmlurl links --jsonl page.html | jq -r 'select(.kind == "hyperlink").url'`,
		Args: documentArg,
		RunE: func(_ *cobra.Command, args []string) error {
			d, err := flags.open(a, args[0])
			if err != nil {
				return err
			}
			list := a.printLinks
			if asJSONL {
				list = a.writeLinks
			}
			if err := list(d, []int{}); err != nil {
				return err
			}
			if a.links == 0 {
				a.note("the page has no references")
			}
			return nil
		},
	}
	flags.add(c.Flags())
	c.Flags().BoolVar(&asJSONL, "jsonl", false, "print a JSON object a line for each reference")
	c.Flags().BoolVar(&flags.templates, "templates", false, "list references in template contents, too, which are inert")
	return c
}

// linkJSON is a line of htmlurl links --jsonl.
type linkJSON struct {
	Tag       string     `json:"tag"`
	Namespace string     `json:"namespace"`
	Attr      string     `json:"attr"`
	Raw       string     `json:"raw"`
	Kind      string     `json:"kind"`
	URL       *string    `json:"url,omitempty"`
	Error     *errorJSON `json:"error,omitempty"`
	Base      *string    `json:"base"`
	Frame     []int      `json:"frame"` // ordinals from 0, the outermost first
}

func newLinkJSON(link document.Link, frame []int) linkJSON {
	line := linkJSON{
		Tag:       link.Node.Data,
		Namespace: namespace(link.Node),
		Attr:      link.Attr,
		Raw:       link.Raw,
		Kind:      string(link.Kind),
		Base:      orNull(link.Base),
		Frame:     frame,
	}
	if link.Err != nil {
		line.Error = newErrorJSON(link.Err)
	} else {
		line.URL = orNull(link.URL)
	}
	return line
}

// frameJSON is the line of a frame that cannot be read.
type frameJSON struct {
	Frame []int      `json:"frame"`
	Error *errorJSON `json:"error"`
}

// namespace names the namespace of an element.
func namespace(n *html.Node) string {
	switch n.Namespace {
	case "":
		return "html"
	case "math":
		return "mathml"
	}
	return n.Namespace
}

// writeLinks writes the references of a document as JSON lines, then those of its frames.
func (a *app) writeLinks(d *document.Document, frame []int) error {
	for link := range d.Links() {
		a.links++
		a.bad = a.bad || link.Err != nil
		if err := a.writeJSON(newLinkJSON(link, frame)); err != nil {
			return err
		}
	}
	for child := range children(d, frame) {
		if child.err != nil {
			a.bad = true
			line := frameJSON{child.frame, &errorJSON{Rule: frameInvalid, Message: child.err.Error()}}
			if err := a.writeJSON(line); err != nil {
				return err
			}
			continue
		}
		if err := a.writeLinks(child.document, child.frame); err != nil {
			return err
		}
	}
	return nil
}

// printLinks prints the references of a document as rows of a table, then those of its frames. It goes through them
// twice, the first time for the widths of the columns, because URLs can be many times as long as the page.
func (a *app) printLinks(d *document.Document, frame []int) error {
	var widths [3]int
	for link := range d.Links() {
		for i, text := range linkCells(link) {
			widths[i] = max(widths[i], utf8.RuneCountInString(text))
		}
	}
	for link := range d.Links() {
		a.links++
		for i, text := range linkCells(link) {
			fmt.Fprintf(a.out, "%-*s  ", widths[i], text)
		}
		if link.Err != nil {
			a.bad = true
			fmt.Fprintln(a.out, color.RedString("%s", printable("error: "+reason(link.Err))))
			continue
		}
		if _, err := fmt.Fprintln(a.out, printable(link.URL.String())); err != nil {
			return err
		}
	}
	for child := range children(d, frame) {
		if child.err != nil {
			a.bad = true
			fmt.Fprintf(a.out, "\nframe %v, %s\n", child.frame, color.RedString("error: %v", child.err))
			continue
		}
		fmt.Fprintf(a.out, "\nframe %v, base %s\n", child.frame, orNone(orNull(child.document.Base())))
		if err := a.printLinks(child.document, child.frame); err != nil {
			return err
		}
	}
	return nil
}

// linkCells are the first columns of a row: tag, attribute, reference as written.
func linkCells(link document.Link) [3]string {
	return [3]string{cell(link.Node.Data), link.Attr, cell(link.Raw)}
}

// childFrame is a frame of a document, or why it cannot be read.
type childFrame struct {
	frame    []int // ordinals
	document *document.Document
	err      error
}

// children yields the frames of the document that has these ordinals.
func children(d *document.Document, frame []int) iter.Seq[childFrame] {
	return func(yield func(childFrame) bool) {
		ordinal := 0
		for child, err := range d.Frames() {
			if !yield(childFrame{append(slices.Clone(frame), ordinal), child, err}) {
				return
			}
			ordinal++
		}
	}
}

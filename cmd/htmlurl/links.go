package main

import (
	"cmp"
	"fmt"
	"iter"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/fatih/color"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
	"golang.org/x/net/html"

	"htmlurl/document"
	"htmlurl/resolve"
)

func newLinks(a *app) *cobra.Command {
	var flags documentFlags
	var which linksFlags
	c := &cobra.Command{
		Use:   "links [flags] FILE|-",
		Short: "List every reference of a page with the URL that it points to",
		Long: `links lists every reference of a page in tree order, with its line and column, and the URL that
it points to, or why there is none. References of header fields come first; those of srcdoc
frames follow those of the page that contains them.

With --jsonl each reference is a line {"tag","namespace","attr","raw","kind","url","base",
"frame","start","end","line","column"}, with "error":{"rule","start","end","message"} instead of
"url" if it has none; the offsets of the error are bytes of "raw". "base" is what it is relative
to. "frame" counts the srcdoc frames that lead to it, from 0 in each document, and is empty for
the page itself. "start" and "end" are bytes of the file, or of the srcdoc attribute's value in a
frame, where "container" tells the attribute's own place; they are null with an "unplaced" that
says why. An image candidate has a "descriptor"; a reference without effect says why in
"ignored". A frame that cannot be read is a line with "frame" and "error" only.

--facts adds "facts":{"rel","nofollow","referrerpolicy","crossorigin","target","hreflang","type",
"media","text"}.`,
		Example: `  htmlurl links page.html
  htmlurl links --address https://example.com/a/b --kind embedded-image page.html
  htmlurl links --attribute 'img data-src' --attribute '* data-set srcset' page.html
  htmlurl links --jsonl page.html | jq -r 'select(.kind == "hyperlink").url'`,
		Args: documentArg,
		RunE: func(c *cobra.Command, args []string) error {
			options, err := which.options(c)
			if err != nil {
				return err
			}
			d, err := flags.open(a, args[0], options)
			if err != nil {
				return err
			}
			list := a.printLinks
			if which.asJSONL || which.facts {
				list = func(d *document.Document, frame []int) error { return a.writeLinks(d, frame, which.facts) }
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
	which.add(c.Flags())
	return c
}

// linksFlags say which references to list, and how.
type linksFlags struct {
	asJSONL    bool
	facts      bool
	templates  bool
	kinds      []string
	attributes []string
}

func (f *linksFlags) add(flags *pflag.FlagSet) {
	flags.BoolVar(&f.asJSONL, "jsonl", false, "print a JSON object a line for each reference")
	flags.BoolVar(&f.facts, "facts", false, "add what crawlers want to know of each reference; implies --jsonl")
	flags.BoolVar(&f.templates, "templates", false, "list references in template contents, too, which are inert")
	flags.StringSliceVarP(&f.kinds, "kind", "k", nil, "list only these `KINDS`, such as hyperlink,embedded-image; also "+
		"default and all (see htmlurl attributes)")
	flags.StringArrayVar(&f.attributes, "attribute", nil, "list this attribute, too: `'ELEMENT NAME [SYNTAX]'`, such as "+
		"'img data-src' or '* data-srcset srcset'; may be repeated")
}

// options returns what the flags say of the document.
func (f *linksFlags) options(c *cobra.Command) (document.Options, error) {
	o := document.Options{TemplateContents: f.templates, Positions: true}
	for _, name := range f.kinds {
		kind := document.Kind(name)
		switch {
		case name == "default":
			o.Kinds = append(o.Kinds, document.DefaultKinds()...)
		case name == "all":
			o.Kinds = append(o.Kinds, document.Kinds()...)
		case slices.Contains(document.Kinds(), kind):
			o.Kinds = append(o.Kinds, kind)
		default:
			return o, wrongUse(c, fmt.Errorf("--kind %.50q is none of default, all, %s", name, joinKinds(document.Kinds())))
		}
	}
	for _, text := range f.attributes {
		row, err := parseAttribute(text)
		if err != nil {
			return o, wrongUse(c, err)
		}
		o.Attributes = append(o.Attributes, row)
	}
	return o, nil
}

func joinKinds(kinds []document.Kind) string {
	var names []string
	for _, kind := range kinds {
		names = append(names, string(kind))
	}
	return strings.Join(names, ", ")
}

// customSyntaxes are the syntaxes of --attribute.
var customSyntaxes = []document.Syntax{document.SingleURL, document.Srcset, document.SpaceList, document.CommaList,
	document.Declarations}

// parseAttribute reads the value of --attribute.
func parseAttribute(text string) (document.Attribute, error) {
	fields := strings.Fields(text)
	if len(fields) < 2 {
		return document.Attribute{}, fmt.Errorf("--attribute %.50q needs an element and an attribute, such as 'img data-src'", text)
	}
	row := document.Attribute{Elements: fields[0], Names: fields[1], Kind: document.Resource, Status: document.DeFacto}
	if len(fields) == 2 {
		return row, nil
	}
	name, names := strings.Join(fields[2:], " "), []string{}
	for _, syntax := range customSyntaxes {
		if row.Syntax = syntax; name == syntax.String() {
			return row, nil
		}
		names = append(names, syntax.String())
	}
	return row, fmt.Errorf("--attribute %.50q: the syntax is none of %s", text, strings.Join(names, ", "))
}

// linkJSON is a line of htmlurl links --jsonl.
type linkJSON struct {
	Tag        string     `json:"tag"`
	Namespace  string     `json:"namespace"`
	Attr       string     `json:"attr"`
	Raw        string     `json:"raw"`
	Descriptor string     `json:"descriptor,omitempty"`
	Kind       string     `json:"kind"`
	URL        *string    `json:"url,omitempty"`
	Error      *errorJSON `json:"error,omitempty"`
	Base       *string    `json:"base"`
	Ignored    string     `json:"ignored,omitempty"`
	Frame      []int      `json:"frame"` // ordinals from 0, the outermost first
	placeJSON
	Container *placeJSON `json:"container,omitempty"` // the place of the srcdoc attribute
	Facts     *factsJSON `json:"facts,omitempty"`
}

// placeJSON tells where something stands.
type placeJSON struct {
	Start    *int   `json:"start"`
	End      *int   `json:"end"`
	Line     *int   `json:"line"`
	Column   *int   `json:"column"`
	Unplaced string `json:"unplaced,omitempty"`
}

func newPlaceJSON(s document.Span, why document.Unplaced) placeJSON {
	if why != "" {
		return placeJSON{Unplaced: string(why)}
	}
	return placeJSON{Start: &s.Start, End: &s.End, Line: &s.Line, Column: &s.Column}
}

// factsJSON is what crawlers want to know of a link.
type factsJSON struct {
	Rel            []string `json:"rel"`
	NoFollow       bool     `json:"nofollow"`
	ReferrerPolicy string   `json:"referrerpolicy"`
	CrossOrigin    string   `json:"crossorigin"`
	Target         string   `json:"target"`
	Hreflang       string   `json:"hreflang"`
	Type           string   `json:"type"`
	Media          string   `json:"media"`
	Text           string   `json:"text"`
}

func newFactsJSON(l document.Link) *factsJSON {
	return &factsJSON{
		Rel:            append([]string{}, l.Rel()...),
		NoFollow:       l.NoFollow(),
		ReferrerPolicy: l.ReferrerPolicy(),
		CrossOrigin:    l.CrossOrigin().String(),
		Target:         l.Target(),
		Hreflang:       l.Hreflang(),
		Type:           l.Type(),
		Media:          l.Media(),
		Text:           l.Text(),
	}
}

func newLinkJSON(link document.Link, frame []int) linkJSON {
	line := linkJSON{
		Tag:        tag(link),
		Namespace:  "http",
		Attr:       link.Attr,
		Raw:        link.Raw,
		Descriptor: link.Descriptor,
		Kind:       string(link.Kind),
		Base:       orNull(link.Base),
		Ignored:    string(link.Ignored),
		Frame:      frame,
		placeJSON:  newPlaceJSON(link.Span, link.Unplaced),
	}
	if link.Node != nil {
		line.Namespace = namespace(link.Node)
	}
	if link.Err != nil {
		line.Error = newErrorJSON(link.Err)
	} else {
		line.URL = orNull(link.URL)
	}
	return line
}

// tag names the element of a link; a header field has none.
func tag(link document.Link) string {
	if link.Node == nil {
		return ""
	}
	if link.Node.Type == html.CommentNode { // an instruction of an XML document
		return "?xml-stylesheet"
	}
	return link.Node.Data
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
func (a *app) writeLinks(d *document.Document, frame []int, facts bool) error {
	var container *placeJSON
	if len(frame) > 0 {
		place := newPlaceJSON(d.Span())
		container = &place
	}
	for link := range d.Links() {
		a.links++
		a.bad = a.bad || link.Err != nil
		line := newLinkJSON(link, frame)
		line.Container = container
		if facts {
			line.Facts = newFactsJSON(link)
		}
		if err := a.writeJSON(line); err != nil {
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
		if err := a.writeLinks(child.document, child.frame, facts); err != nil {
			return err
		}
	}
	return nil
}

// printLinks prints the references of a document as rows of a table, then those of its frames. It goes through them
// twice, the first time for the widths of the columns, because URLs can be many times as long as the page.
func (a *app) printLinks(d *document.Document, frame []int) error {
	var widths [4]int
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
		target := printable(link.URL.String())
		if link.Err != nil {
			a.bad = true
			target = color.RedString("%s", printable("error: "+reason(link.Err)))
		}
		if link.Ignored != "" {
			target += " (" + string(link.Ignored) + ")"
		}
		if _, err := fmt.Fprintln(a.out, target); err != nil {
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

// linkCells are the first columns of a row: line and column, tag, attribute, reference as written.
func linkCells(link document.Link) [4]string {
	place := "-"
	if link.Unplaced == "" {
		place = fmt.Sprintf("%d:%d", link.Span.Line, link.Span.Column)
	}
	return [4]string{place, cell(cmp.Or(tag(link), "(header)")), link.Attr, cell(link.Raw)}
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

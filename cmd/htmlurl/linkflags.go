package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"htmlurl/document"
)

// linksFlags say which references to list, and how.
type linksFlags struct {
	selectionFlags
	asJSONL bool
	facts   bool
}

func (f *linksFlags) add(flags *pflag.FlagSet) {
	flags.BoolVar(&f.asJSONL, "jsonl", false, "print a JSON object a line for each reference")
	flags.BoolVar(&f.facts, "facts", false, "add what crawlers want to know of each reference; implies --jsonl")
	f.selectionFlags.add(flags, "list")
}

// options returns what the flags say of the document. Of it only facts have more than its references.
func (f *linksFlags) options(c *cobra.Command) (document.Options, error) {
	o, err := f.selectionFlags.options(c)
	o.LinksOnly = !f.facts
	return o, err
}

// selectionFlags say which references are meant.
type selectionFlags struct {
	templates  bool
	kinds      []string
	attributes []string
}

// add adds the flags of a command that does what the verb says to references.
func (f *selectionFlags) add(flags *pflag.FlagSet, verb string) {
	flags.BoolVar(&f.templates, "templates", false, verb+" references in template contents, too, which are inert")
	flags.StringSliceVarP(&f.kinds, "kind", "k", nil, verb+" only these `KINDS`, such as hyperlink,embedded-image; also "+
		"default and all (see htmlurl attributes)")
	flags.StringArrayVar(&f.attributes, "attribute", nil, verb+" this attribute, too: `'ELEMENT NAME [SYNTAX]'`, such as "+
		"'img data-src'; may be repeated")
}

// ofWhat says which references were asked for, if not all.
func (f *selectionFlags) ofWhat() string {
	if f.kinds != nil {
		return " of these kinds"
	}
	return ""
}

// options returns what the flags say of the document.
func (f *selectionFlags) options(c *cobra.Command) (document.Options, error) {
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
	if o.Kinds != nil && o.Attributes != nil {
		o.Kinds = append(o.Kinds, customKind)
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

// customKind is the kind of references in the attributes of --attribute.
const customKind document.Kind = "custom"

// parseAttribute reads the value of --attribute. Names of HTML elements and attributes are in lower case.
func parseAttribute(text string) (document.Attribute, error) {
	fields := strings.Fields(text)
	if len(fields) < 2 {
		return document.Attribute{}, fmt.Errorf("--attribute %.50q needs an element and an attribute, such as 'img data-src'", text)
	}
	row := document.Attribute{Elements: fields[0], Names: fields[1], Kind: customKind, Status: document.DeFacto}
	prefix, element, ok := strings.Cut(fields[0], ":")
	switch {
	case ok && (prefix == "svg" || prefix == "mathml"):
		row.Namespace, row.Elements = prefix, element
	case ok:
		return row, fmt.Errorf("--attribute %.50q: only svg: and mathml: may stand before an element", text)
	case element == "" && row.Elements == "*":
		row.Namespace = "xml" // any
	default:
		row.Elements, row.Names = strings.ToLower(row.Elements), strings.ToLower(row.Names)
	}
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

package main

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"htmlurl/document"
)

func newAttributes(a *app) *cobra.Command {
	var asJSON bool
	c := &cobra.Command{
		Use:   "attributes [flags]",
		Short: "List the attributes that hold URLs",
		Long: `attributes lists the registry: which attributes, texts and header fields hold URLs, in which
syntax, what they are for (the kind), what they are relative to, in which encoding their query is,
what an empty value does, and whether they are standard, obsolete or de facto.

With --json it prints a list of {"namespace","element","attribute","condition","syntax","kind","base",
"encoding","empty","status","default"}; "default" tells whether links lists it without --kind.`,
		Example: `  htmlurl attributes
  htmlurl attributes --json | jq -r '.[] | select(.status == "standard").attribute' | sort -u`,
		Args: func(c *cobra.Command, args []string) error {
			if len(args) > 0 {
				return wrongUse(c, fmt.Errorf("attributes takes no arguments, but got %q", args[0]))
			}
			return nil
		},
		RunE: func(*cobra.Command, []string) error {
			rows := attributeRows()
			if asJSON {
				return a.writeJSON(rows)
			}
			return a.printAttributes(rows)
		},
	}
	c.Flags().BoolVar(&asJSON, "json", false, "print a JSON list")
	return c
}

// attributeJSON is an element of the list that htmlurl attributes --json prints.
type attributeJSON struct {
	Namespace string `json:"namespace"`
	Element   string `json:"element"`
	Attribute string `json:"attribute"`
	Condition string `json:"condition"`
	Syntax    string `json:"syntax"`
	Kind      string `json:"kind"`
	Base      string `json:"base"`
	Encoding  string `json:"encoding"`
	Empty     string `json:"empty"`
	Status    string `json:"status"`
	Default   bool   `json:"default"`
}

// attributeRows returns the registry with one row for each attribute of each element.
func attributeRows() []attributeJSON {
	var rows []attributeJSON
	for _, row := range document.Attributes() {
		line := attributeJSON{
			Namespace: cmp.Or(row.Namespace, "html"),
			Condition: row.Condition,
			Syntax:    row.Syntax.String(),
			Kind:      string(row.Kind),
			Base:      row.Base.String(),
			Encoding:  "document",
			Empty:     row.Empty.String(),
			Status:    row.Status.String(),
			Default:   slices.Contains(document.DefaultKinds(), row.Kind),
		}
		if row.UTF8 {
			line.Encoding = "utf-8"
		}
		if row.Syntax != document.SingleURL {
			line.Empty = "none" // there is no reference then
		}
		for _, line.Element = range elementsOf(row) {
			for line.Attribute = range strings.FieldsSeq(row.Names) {
				rows = append(rows, line)
			}
		}
	}
	return rows
}

// elementsOf returns the elements of a row, or one without a name for a header field.
func elementsOf(row document.Attribute) []string {
	if row.Elements == "" {
		return []string{""}
	}
	return strings.Fields(row.Elements)
}

func (a *app) printAttributes(rows []attributeJSON) error {
	w := tabwriter.NewWriter(a.out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "NAMESPACE\tELEMENT\tATTRIBUTE\tSYNTAX\tKIND\tRELATIVE TO\tQUERY\tEMPTY\tSTATUS\tCONDITION")
	for _, row := range rows {
		condition := row.Condition
		if !row.Default {
			condition = strings.TrimPrefix(condition+"; only with --kind "+row.Kind, "; ")
		}
		fmt.Fprintln(w, strings.Join([]string{row.Namespace, row.Element, row.Attribute, row.Syntax, row.Kind, row.Base,
			row.Encoding, row.Empty, row.Status, condition}, "\t"))
	}
	return w.Flush()
}

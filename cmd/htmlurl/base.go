package main

import (
	"fmt"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"htmlurl/document"
	"htmlurl/internal/printable"
)

func newBase(a *app) *cobra.Command {
	var flags documentFlags
	var asJSON bool
	c := &cobra.Command{
		Use:   "base [flags] FILE|-",
		Short: "Print the document base URL of a page, and why it is that",
		Long: `base prints the document base URL of a page, the fallback base URL, which element or rule gave
the base, and the page's encoding with where it came from: bom, content-type, xml-declaration,
meta, valid-utf-8 or fallback. The exit status is 1 if the base element's href cannot be used.

With --json it prints {"base","fallback","why","encoding","encoding_source"}.`,
		Example: `  htmlurl base page.html
  htmlurl base --json --address https://example.com/a/b page.html
  curl -s https://example.com/ | htmlurl base --address https://example.com/ -`,
		Args: documentArg,
		RunE: func(_ *cobra.Command, args []string) error {
			d, err := flags.open(a, args[0], document.Options{LinksOnly: true})
			if err != nil {
				return err
			}
			a.bad = d.Why().Err != nil
			if asJSON {
				return a.writeJSON(baseReport(d))
			}
			return a.printBase(baseReport(d))
		},
	}
	flags.add(c.Flags())
	c.Flags().BoolVar(&asJSON, "json", false, "print a JSON object")
	return c
}

// baseJSON is the answer of htmlurl base.
type baseJSON struct {
	Base           *string `json:"base"`
	Fallback       *string `json:"fallback"`
	Why            string  `json:"why"`
	Encoding       string  `json:"encoding"`
	EncodingSource string  `json:"encoding_source"`
}

func baseReport(d *document.Document) baseJSON {
	encoding, source := d.Encoding()
	return baseJSON{
		Base:           orNull(d.Base()),
		Fallback:       orNull(d.Fallback()),
		Why:            d.Why().String(),
		Encoding:       encoding,
		EncodingSource: string(source),
	}
}

func (a *app) printBase(b baseJSON) error {
	w := tabwriter.NewWriter(a.out, 0, 0, 2, ' ', 0)
	fmt.Fprintf(w, "base\t%s\n", orNone(b.Base))
	fmt.Fprintf(w, "fallback\t%s\n", orNone(b.Fallback))
	fmt.Fprintf(w, "why\t%s\n", printable.String(b.Why))
	fmt.Fprintf(w, "encoding\t%s (%s)\n", b.Encoding, b.EncodingSource)
	return w.Flush()
}

package main

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"htmlurl/decompose"
	"htmlurl/internal/printable"
)

func newResolve(a *app) *cobra.Command {
	var flags referenceFlags
	var asJSONL bool
	c := &cobra.Command{
		Use:   "resolve [flags] REF...",
		Short: "Resolve references relative to a base URL",
		Long: `resolve prints the URL of each reference, one a line; a reference without a URL gets an empty
line, and is explained on standard error. Control characters are shown as escapes.

With --jsonl it reads lines {"input","base","encoding","edition"} from standard input. All but
"input" may be missing or null, which means no base, utf-8, and --edition. It answers each with
a line: {"href","protocol","host","hostname","port","pathname","search","hash"}, with "origin"
from url2012 on, "username" and "password" from url2015 on, or
{"error":{"rule","start","end","message"}} with byte offsets into the input (into the base if
the error has "in":"base"); the rule of a bad line is "input-invalid". Other keys are ignored.`,
		Example: `  htmlurl resolve --base https://example.com/a/b ../c '?q'
  htmlurl resolve --base https://example.com/ --encoding windows-1252 '?é'
  echo '{"input":"x","base":"https://example.com/"}' | htmlurl resolve --jsonl`,
		RunE: func(c *cobra.Command, args []string) error {
			if asJSONL {
				if err := refuseForLines(c, args); err != nil {
					return err
				}
				return answerLines(a, func(line referenceLine) (any, error) { return line.resolve(flags) })
			}
			if len(args) == 0 {
				return wrongUse(c, errors.New("name at least one reference"))
			}
			return a.resolveArgs(flags, args)
		},
	}
	flags.add(c.Flags())
	c.Flags().BoolVar(&asJSONL, "jsonl", false, "read and answer JSON lines")
	return c
}

func (a *app) resolveArgs(flags referenceFlags, refs []string) error {
	base, resolver, err := flags.parse()
	if err != nil {
		return err
	}
	for _, ref := range refs {
		u, err := resolver.Resolve(base, ref)
		if err != nil {
			a.complain("%s", explained(err))
			fmt.Fprintln(a.out)
			continue
		}
		fmt.Fprintln(a.out, printable.String(u.String()))
	}
	return nil
}

// referenceLine is a line that htmlurl resolve --jsonl reads.
type referenceLine struct {
	Input    *string `json:"input"`
	Base     *string `json:"base"`
	Encoding *string `json:"encoding"`
	Edition  *string `json:"edition"`
}

func (line referenceLine) resolve(flags referenceFlags) (any, error) {
	if line.Input == nil {
		return nil, errors.New(`"input" is missing`)
	}
	base, resolver, err := flags.parseLine(line.Base, line.Encoding, line.Edition)
	if err != nil {
		return nil, err
	}
	if _, err := resolver.Resolve(base, *line.Input); err != nil {
		return nil, err
	}
	link := decompose.Of(&decompose.Reference{Href: *line.Input, BaseURL: base, Rules: resolver})
	return newValuesJSON(resolver.Edition, link.Values()), nil
}

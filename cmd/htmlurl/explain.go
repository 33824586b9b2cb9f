package main

import (
	"errors"
	"fmt"
	"text/tabwriter"

	"github.com/fatih/color"
	"github.com/spf13/cobra"

	"htmlurl/internal/printable"
	"htmlurl/resolve"
)

func newExplain(a *app) *cobra.Command {
	var flags referenceFlags
	var asJSON, allEditions bool
	c := &cobra.Command{
		Use:   "explain [flags] REF",
		Short: "Resolve a reference step by step, numbered as in the text, or in all editions",
		Long: `explain prints each step of a resolution: its number in the text, its gist, and the value after
it. The step that finds an error is the last. What the author did wrong without losing the URL
comes after the steps. In url2012 and living, step 9 is a state machine: it is shown once for
each state, with the URL so far. In url2015 the number is that of the rule in section 1.3.

With --json it prints {"steps":[{"number","text","value"}],"violations":[{"rule","start","end",
"message"}],"href"}, or "error" instead of "href"; the offsets are bytes of the reference.

With --all-editions it prints the result of each edition instead, side by side. Results that are
the same have the same letter; below another result than the first, ^ marks where it parts from
the first. With --json: {"results":[{"edition","href","same"}]}, or "error" instead of "href".
The exit status is 1 if an edition has no URL.`,
		Example: `  htmlurl explain --base https://example.com/a/b '../ü?q=ü#ü'
  htmlurl explain --base https://example.com/ --encoding windows-1252 '?é'
  htmlurl explain --all-editions 'http:\\host\p' --base https://example.com/`,
		RunE: func(c *cobra.Command, args []string) error {
			if len(args) != 1 {
				return wrongUse(c, errors.New("name one reference"))
			}
			if allEditions && c.Flags().Changed("edition") {
				return wrongUse(c, errors.New("--all-editions and --edition exclude each other"))
			}
			if allEditions {
				return a.compareEditions(flags, args[0], asJSON)
			}
			base, resolver, err := flags.parse()
			if err != nil {
				return err
			}
			steps, u, err := resolver.Explain(base, args[0])
			violations := violationsOf(resolver, base, args[0])
			a.bad = err != nil
			if asJSON {
				return a.writeJSON(newExplainJSON(steps, violations, u, err))
			}
			return a.printSteps(steps, violations, err)
		},
	}
	flags.add(c.Flags())
	c.Flags().BoolVar(&asJSON, "json", false, "print a JSON object")
	c.Flags().BoolVar(&allEditions, "all-editions", false, "print the results of all editions side by side")
	return c
}

// violationsOf returns what the author of a reference did wrong.
func violationsOf(r resolve.Resolver, base resolve.URL, ref string) (violations []resolve.Violation) {
	r.Report = func(v resolve.Violation) { violations = append(violations, v) }
	_, _ = r.Resolve(base, ref) // the error is known already
	return violations
}

// explainJSON is the answer of htmlurl explain.
type explainJSON struct {
	Steps      []stepJSON   `json:"steps"`
	Violations []*errorJSON `json:"violations"`
	Href       *string      `json:"href,omitempty"`
	Error      *errorJSON   `json:"error,omitempty"`
}

type stepJSON struct {
	Number int    `json:"number"`
	Text   string `json:"text"`
	Value  string `json:"value"`
}

func newExplainJSON(steps []resolve.Step, violations []resolve.Violation, u resolve.URL, err error) explainJSON {
	answer := explainJSON{Steps: []stepJSON{}, Violations: []*errorJSON{}}
	for _, step := range steps {
		answer.Steps = append(answer.Steps, stepJSON(step))
	}
	for _, v := range violations {
		answer.Violations = append(answer.Violations, &errorJSON{Rule: string(v.Rule), Start: v.Start, End: v.End, Message: v.String()})
	}
	if err != nil {
		answer.Error = newErrorJSON(err)
		return answer
	}
	answer.Href = orNull(u)
	return answer
}

func (a *app) printSteps(steps []resolve.Step, violations []resolve.Violation, err error) error {
	w := tabwriter.NewWriter(a.out, 0, 0, 2, ' ', 0)
	for i, step := range steps {
		value := printable.String(step.Value)
		if err != nil && i == len(steps)-1 {
			value = color.RedString("%s", value)
		}
		fmt.Fprintf(w, "%2d\t%s\t%s\n", step.Number, step.Text, value)
	}
	if err := w.Flush(); err != nil {
		return err
	}
	const most = 50 // for people to read
	for _, v := range violations[:min(len(violations), most)] {
		fmt.Fprintf(a.out, "%s %s [%s]\n", color.YellowString("violation:"), printable.String(v.String()), string(v.Rule))
	}
	if more := len(violations) - most; more > 0 {
		fmt.Fprintf(a.out, "… and %d more\n", more)
	}
	return nil
}

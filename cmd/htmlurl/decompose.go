package main

import (
	"errors"
	"fmt"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"htmlurl/decompose"
)

func newDecompose(a *app) *cobra.Command {
	var flags referenceFlags
	var sets []string
	var asJSON, asJSONL bool
	c := &cobra.Command{
		Use:   "decompose [flags] URL",
		Short: "Take a URL apart as the DOM does, and set its parts",
		Long: `decompose prints the URL decomposition attributes of a URL. Each --set changes one first, in
order, with the DOM's rules: what a setter cannot do, it leaves without a word.

With --jsonl it reads lines {"href","attr","value","encoding","base","edition"} from standard
input, of which all but "href" may be missing or null. It sets attr to value and answers each
line with {"href","protocol","host","hostname","port","pathname","search","hash"}. With a base
the line stands for an a element in a document with that base and encoding, without it for a
URL alone. An href without a URL stays as it is, and its parts are empty.`,
		Example: `  htmlurl decompose 'https://www.example.com:4443?'
  htmlurl decompose https://example.com/a --set port=8080 --set hash=top
  echo '{"href":"http://h/","attr":"search","value":"q"}' | htmlurl decompose --jsonl`,
		RunE: func(c *cobra.Command, args []string) error {
			if asJSONL {
				if err := refuseForLines(c, args); err != nil {
					return err
				}
				return answerLines(a, func(line decomposeLine) (any, error) { return line.answer(a, flags) })
			}
			if len(args) != 1 {
				return wrongUse(c, errors.New("name one URL"))
			}
			return a.decomposeArg(flags, args[0], sets, asJSON)
		},
	}
	flags.add(c.Flags())
	c.Flags().StringArrayVar(&sets, "set", nil, "set an attribute first: `ATTR=VALUE`; may be repeated")
	c.Flags().BoolVar(&asJSON, "json", false, "print a JSON object")
	c.Flags().BoolVar(&asJSONL, "jsonl", false, "read and answer JSON lines")
	c.MarkFlagsMutuallyExclusive("json", "jsonl")
	return c
}

func (a *app) decomposeArg(flags referenceFlags, href string, sets []string, asJSON bool) error {
	base, resolver, err := flags.parse()
	if err != nil {
		return err
	}
	reference := &decompose.Reference{Href: href, BaseURL: base, Rules: resolver}
	link := decompose.Of(reference)
	for _, set := range sets {
		attr, value, ok := strings.Cut(set, "=")
		if !ok || !link.Set(attr, value) {
			return fmt.Errorf("--set %.100q: want ATTR=VALUE with one of the attributes %s", set, attributeNames)
		}
	}
	if _, err := resolver.Resolve(base, reference.Href); err != nil {
		a.complain("%v", err)
	}
	if asJSON {
		return a.writeJSON(link.Values())
	}
	return a.printValues(link.Values())
}

const attributeNames = "href, protocol, host, hostname, port, pathname, search, hash"

func (a *app) printValues(v decompose.Values) error {
	w := tabwriter.NewWriter(a.out, 0, 0, 2, ' ', 0)
	for _, row := range [][2]string{
		{"href", v.Href}, {"protocol", v.Protocol}, {"host", v.Host}, {"hostname", v.Hostname}, {"port", v.Port},
		{"pathname", v.Pathname}, {"search", v.Search}, {"hash", v.Hash},
	} {
		fmt.Fprintf(w, "%s\t%s\n", row[0], printable(row[1]))
	}
	return w.Flush()
}

// decomposeLine is a line that htmlurl decompose --jsonl reads.
type decomposeLine struct {
	Href     *string `json:"href"`
	Attr     *string `json:"attr"`
	Value    *string `json:"value"`
	Encoding *string `json:"encoding"`
	Base     *string `json:"base"`
	Edition  *string `json:"edition"`
}

func (line decomposeLine) answer(a *app, flags referenceFlags) (any, error) {
	if line.Href == nil {
		return nil, errors.New(`"href" is missing`)
	}
	base, resolver, err := flags.parseLine(line.Base, line.Encoding, line.Edition)
	if err != nil {
		return nil, err
	}
	reference := &decompose.Reference{Href: *line.Href, BaseURL: base, Rules: resolver}
	link := decompose.Of(reference)
	if line.Attr != nil {
		var value string
		if line.Value != nil {
			value = *line.Value
		}
		if !link.Set(*line.Attr, value) {
			return nil, fmt.Errorf("unknown attribute %.100q (known: %s)", *line.Attr, attributeNames)
		}
	}
	if _, err := resolver.Resolve(base, reference.Href); err != nil {
		a.bad = true
	}
	return link.Values(), nil
}

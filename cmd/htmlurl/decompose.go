package main

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"htmlurl/decompose"
	"htmlurl/internal/printable"
	"htmlurl/resolve"
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

With a base, or an encoding other than utf-8, the URL is that of an a element in a document
with that base and encoding, which stores any href; without them it is an object of the
edition's URL class, which refuses an href without a URL (html5 has no such class, and that
of url2012 refuses nothing).

With --jsonl it reads lines {"href","attr","value","encoding","base","edition"} from standard
input, of which all but "href" may be missing or null. It sets attr to value and answers each
line with {"href","protocol","host","hostname","port","pathname","search","hash"}, and with
"origin" from url2012 on, "username" and "password" from url2015 on. Without attr nothing is
set; without value it is empty. An href without a URL stays as it is, its protocol is ":"
(html5: empty), and its other parts are empty. A bad line is answered with
{"error":{"rule":"input-invalid","start","end","message"}}. Other keys are ignored.`,
		Example: `  htmlurl decompose 'https://www.example.com:4443?'
  htmlurl decompose https://example.com/a --set port=8080 --set hash=top
  echo '{"href":"http://h/","attr":"search","value":"q"}' | htmlurl decompose --jsonl`,
		RunE: func(c *cobra.Command, args []string) error {
			if asJSON && asJSONL {
				return wrongUse(c, errors.New("--json and --jsonl exclude each other"))
			}
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
	return c
}

func (a *app) decomposeArg(flags referenceFlags, href string, sets []string, asJSON bool) error {
	base, resolver, err := flags.parse()
	if err != nil {
		return err
	}
	link := newLink(href, base, resolver)
	for _, set := range sets {
		attr, value, ok := strings.Cut(set, "=")
		if !ok || !link.Set(attr, value) {
			return wrongSet(set, attr, ok, resolver.Edition)
		}
	}
	if _, err := resolver.Resolve(base, link.Href()); err != nil {
		a.complain("%s", explained(err))
	}
	if asJSON {
		return a.writeJSON(newValuesJSON(resolver.Edition, link.Values()))
	}
	w := tabwriter.NewWriter(a.out, 0, 0, 2, ' ', 0)
	for _, value := range newValuesJSON(resolver.Edition, link.Values()) {
		fmt.Fprintf(w, "%s\t%s\n", value.name, printable.String(value.value))
	}
	return w.Flush()
}

// link is an a element or a URL object.
type link interface {
	Href() string
	Set(name, value string) bool
	Values() decompose.Values
}

// newLink returns a URL object where the edition has them and there is neither a base nor an encoding.
func newLink(href string, base resolve.URL, r resolve.Resolver) link {
	if base.IsZero() && r.Encoding == (resolve.Encoding{}) {
		if u, err := decompose.Parse(r, base, href); err == nil {
			return u
		}
	}
	return decompose.Of(&decompose.Reference{Href: href, BaseURL: base, Rules: r})
}

// wrongSet says what is wrong with a --set.
func wrongSet(set, attr string, hasValue bool, e resolve.Edition) error {
	if !hasValue {
		return fmt.Errorf("--set %.100q: want ATTR=VALUE, as in hash=top", set)
	}
	return fmt.Errorf("--set: %w", noAttribute(attr, e))
}

func noAttribute(attr string, e resolve.Edition) error {
	return fmt.Errorf("%v has no attribute %.100q to set; it has %s", e, attr, settable(e))
}

// settable names the attributes that can be set.
func settable(e resolve.Edition) string {
	names := decompose.Attributes(e)
	return strings.Join(slices.DeleteFunc(names, func(name string) bool { return name == "origin" }), ", ")
}

// valuesJSON are the attributes that an edition has, in the order of its text.
type valuesJSON []namedValue

type namedValue struct{ name, value string }

func newValuesJSON(e resolve.Edition, v decompose.Values) valuesJSON {
	var values valuesJSON
	for _, name := range decompose.Attributes(e) {
		values = append(values, namedValue{name, v.Get(name)})
	}
	return values
}

// MarshalJSON makes a JSON object of the values.
func (values valuesJSON) MarshalJSON() ([]byte, error) {
	text := []byte{'{'}
	for i, v := range values {
		if i > 0 {
			text = append(text, ',')
		}
		value, err := marshal(v.value)
		if err != nil {
			return nil, err
		}
		text = append(strconv.AppendQuote(text, v.name), ':')
		text = append(text, value...)
	}
	return append(text, '}'), nil
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
	link := newLink(*line.Href, base, resolver)
	if line.Attr != nil {
		var value string
		if line.Value != nil {
			value = *line.Value
		}
		if !link.Set(*line.Attr, value) {
			return nil, noAttribute(*line.Attr, resolver.Edition)
		}
	}
	if _, err := resolver.Resolve(base, link.Href()); err != nil {
		a.bad = true
	}
	return newValuesJSON(resolver.Edition, link.Values()), nil
}

package main

import (
	"errors"
	"fmt"
	"net/http/cookiejar"

	"github.com/spf13/cobra"
	"golang.org/x/net/publicsuffix"

	"htmlurl/document"
	"htmlurl/fetch"
	"htmlurl/internal/printable"
	"htmlurl/resolve"
)

func newGet(a *app) *cobra.Command {
	var flags fetchFlags
	var which linksFlags
	var noScripting bool
	c := &cobra.Command{
		Use:   "get [flags] URL...|-",
		Short: "Fetch pages, and list every reference with the URL that it points to",
		Long: `get fetches pages by HTTP and lists their references as htmlurl links does, with the address after
redirects, the encoding that the header says, and the references of header fields; for the shapes of
the JSON see htmlurl links --help. For - it reads
URLs from standard input, one a line. With several pages each has a heading, and with --jsonl each
line has its address in "page".

Cookies are kept for the run, as some redirects need them. Loopback and private addresses are
refused, whatever a name resolves to or a redirect says, unless --allow-private is given.

Exit status: 0 if all is fine, 1 if a reference has no URL, 2 if a page could not be fetched.`,
		Example: `  htmlurl get https://example.com/
  htmlurl get --jsonl --facts https://example.com/ | jq -r 'select(.kind == "hyperlink").url'
  htmlurl get --allow-private http://localhost:8080/ --kind embedded-image`,
		Args: func(c *cobra.Command, args []string) error {
			if len(args) == 0 {
				return wrongUse(c, errors.New("name one URL or more, or - for standard input"))
			}
			return nil
		},
		RunE: func(c *cobra.Command, args []string) error {
			options, err := which.options(c)
			if err != nil {
				return err
			}
			options.NoScripting = noScripting
			urls, err := a.addresses(args, flags.edition.Edition)
			if err != nil {
				return wrongUse(c, err)
			}
			client, err := flags.client()
			if err != nil {
				return err
			}
			client.Cookies, err = cookiejar.New(&cookiejar.Options{PublicSuffixList: publicsuffix.List})
			if err != nil {
				return err
			}
			return a.get(client, urls, options, &which)
		},
	}
	flags.add(c.Flags())
	c.Flags().BoolVar(&noScripting, "no-scripting", false, "read the contents of noscript elements as part of the document")
	which.add(c.Flags())
	return c
}

// get lists the references of pages.
func (a *app) get(client *fetch.Client, urls []resolve.URL, options document.Options, which *linksFlags) error {
	ctx, stop := interruptible()
	defer stop()
	failed := 0
	for _, u := range urls {
		d, err := client.Document(ctx, u.String(), options)
		if err == nil {
			err = a.listPage(d, which, len(urls) > 1)
			if err != nil {
				return err
			}
			continue
		}
		if err = explainedFetch(err); len(urls) == 1 || ctx.Err() != nil {
			return err
		}
		failed++
		a.tell("%v", err)
	}
	if failed > 0 {
		return fmt.Errorf("%d of %d pages could not be fetched", failed, len(urls))
	}
	return nil
}

// listPage lists the references of a page, one of several perhaps.
func (a *app) listPage(d *document.Document, which *linksFlags, isOneOfSeveral bool) error {
	address, before := d.Address().String(), a.links
	list := a.printLinks
	switch {
	case which.asJSONL || which.facts:
		if a.page = ""; isOneOfSeveral {
			a.page = address
		}
		list = func(d *document.Document, frame []int) error { return a.writeLinks(d, frame, which.facts) }
	case isOneOfSeveral:
		if before > 0 {
			fmt.Fprintln(a.out)
		}
		fmt.Fprintf(a.out, "page %s, base %s\n", printable.String(address), orNone(orNull(d.Base())))
	}
	if err := list(d, []int{}); err != nil {
		return err
	}
	if a.links == before {
		a.note("%s has no references%s", address, which.ofWhat())
	}
	return a.out.Flush()
}

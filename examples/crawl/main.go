// Command crawl prints the title of each page of a site, and what its main part links to, in the order of a breadth-first
// crawl. goquery chooses the elements, htmlurl says where they lead.
package main

import (
	"context"
	"fmt"
	"io"
	"log"
	"os"
	"os/signal"
	"time"

	"htmlurl/crawl"
	"htmlurl/fetch"
	"htmlurl/resolve"
)

func main() {
	if len(os.Args) < 2 {
		log.Fatal("usage: crawl URL...")
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	client := &fetch.Client{Edition: resolve.Living, Robots: true, Delay: time.Second, Retries: 3}
	if err := printSite(ctx, os.Stdout, client, os.Args[1:]); err != nil {
		log.Fatal(err)
	}
}

func printSite(ctx context.Context, w io.Writer, client *fetch.Client, starts []string) error {
	c := crawl.Crawler{Client: client, Depth: 2, Limit: 100}
	for page, err := range c.Pages(ctx, starts...) {
		switch {
		case err != nil:
			return err
		case page.Err != nil:
			fmt.Fprintln(w, "failed:", page.Err)
			continue
		case page.Document == nil:
			fmt.Fprintf(w, "%s: status %d, %s\n", page.Address, page.Status, page.Type)
			continue
		}
		tree := page.Document.Selection()
		fmt.Fprintf(w, "%s: %s\n", page.Address, tree.Find("title").First().Text())
		for link := range page.Document.LinksIn(tree.Find("main a"), "href") {
			fmt.Fprintf(w, "\t%s -> %s\n", link.Text(), link.URL)
		}
	}
	return nil
}

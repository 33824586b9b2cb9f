// Command links prints where the links in the main part of a page lead, with their lines. It shows the short form:
// goquery chooses the elements, htmlurl tells what they point to.
package main

import (
	"fmt"
	"io"
	"log"
	"os"

	"htmlurl/document"
)

func main() {
	if len(os.Args) != 2 {
		log.Fatal("usage: links ADDRESS <page.html")
	}
	if err := printLinks(os.Stdout, os.Stdin, os.Args[1]); err != nil {
		log.Fatal(err)
	}
}

func printLinks(w io.Writer, page io.Reader, address string) error {
	doc, err := document.Parse(page, document.Options{Address: address, Positions: true})
	if err != nil {
		return err
	}
	for link := range doc.LinksIn(doc.Selection().Find("main a"), "href") {
		if link.Err != nil {
			fmt.Fprintf(w, "%d: %s: %v\n", link.Span.Line, link.Text(), link.Err)
			continue
		}
		fmt.Fprintf(w, "%d: %s: %s\n", link.Span.Line, link.Text(), link.URL)
	}
	return nil
}

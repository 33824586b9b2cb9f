// Command links prints where the links in the main part of a page lead. It shows the short form: goquery chooses the
// elements, htmlurl tells what they point to.
package main

import (
	"fmt"
	"io"
	"log"
	"os"

	"github.com/PuerkitoBio/goquery"

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
	doc, err := document.Parse(page, document.Options{Address: address})
	if err != nil {
		return err
	}
	for _, element := range goquery.NewDocumentFromNode(doc.Root()).Find("main a").EachIter() {
		for link := range doc.LinksOf(element.Nodes[0]) {
			if link.Err != nil {
				fmt.Fprintf(w, "%s: %v\n", element.Text(), link.Err)
				continue
			}
			fmt.Fprintf(w, "%s: %s\n", element.Text(), link.URL)
		}
	}
	return nil
}

// Command linkcheck prints the broken links of a site in a folder, each with its place, as compilers do. With an address it
// also knows links that the site makes to itself by full URL.
package main

import (
	"context"
	"fmt"
	"io"
	"io/fs"
	"log"
	"os"
	"os/signal"

	"htmlurl/check"
	"htmlurl/resolve"
)

func main() {
	if len(os.Args) < 2 || len(os.Args) > 3 {
		log.Fatal("usage: linkcheck DIR [ADDRESS]")
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	address := ""
	if len(os.Args) == 3 {
		address = os.Args[2]
	}
	broken, err := printBroken(ctx, os.Stdout, os.DirFS(os.Args[1]), address)
	if err != nil {
		log.Fatal(err)
	}
	if broken > 0 {
		os.Exit(1)
	}
}

// printBroken prints the broken links of a site, and returns how many there are.
func printBroken(ctx context.Context, w io.Writer, site fs.FS, address string) (int, error) {
	checker := check.Checker{Edition: resolve.Living}
	r, err := checker.Check(ctx, check.Site{FS: site, Address: address})
	if err != nil {
		return 0, err
	}
	for _, f := range r.Findings {
		if f.Severity == check.Error {
			fmt.Fprintf(w, "%s:%d:%d: %q: %s\n", f.Page, f.Line, f.Column, f.Raw, f.Message)
		}
	}
	return r.Summary.Errors, ctx.Err()
}

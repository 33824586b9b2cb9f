// Command savepage saves a page with all that it embeds, to be read without the network, and tells what failed.
package main

import (
	"context"
	"fmt"
	"io"
	"log"
	"os"

	"htmlurl/resolve"
	"htmlurl/save"
)

func main() {
	if len(os.Args) != 3 {
		log.Fatal("usage: savepage ADDRESS FOLDER")
	}
	if err := savePage(os.Stdout, os.Args[1], os.Args[2]); err != nil {
		log.Fatal(err)
	}
}

func savePage(w io.Writer, address, folder string) error {
	s := save.Saver{Edition: resolve.Living, MaxBytes: 50 << 20}
	manifest, err := s.Save(context.Background(), address, folder)
	if err != nil {
		return err
	}
	for _, f := range manifest.Files {
		if f.Error != "" {
			fmt.Fprintf(w, "%s: %s\n", f.URL, f.Error)
			continue
		}
		fmt.Fprintf(w, "%s: %s\n", f.File, f.URL)
	}
	return nil
}

package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"htmlurl/examples/webscale/draft"
	"htmlurl/examples/webscale/generate"
)

const generateUsage = `webscale generate writes archives of a web that does not exist, to try things with and to measure.

The same flags give the same archives. Hosts are the same for all seeds.
`

// generateCommand is webscale generate.
func generateCommand(ctx context.Context, args []string, out io.Writer) error {
	f := newFlags("webscale generate", generateUsage, out)
	dir := f.String("output", "", "the `folder` for the archives")
	files := f.Int("files", 4, "how many archives")
	pages := f.Int("pages", 1000, "how many pages in each; 1000 take about 20 MB")
	seed := f.Uint64("seed", 1, "another `number` gives other archives")
	if err := f.parse(args); err != nil {
		return err
	}
	switch {
	case *dir == "":
		return errors.New("give -output FOLDER; see webscale generate -h")
	case *files < 1 || *pages < 1:
		return errors.New("-files and -pages must be 1 at least")
	}
	if err := os.MkdirAll(*dir, 0o777); err != nil {
		return err
	}
	if err := draft.Sweep(*dir); err != nil {
		return err
	}
	for i := range *files {
		if err := ctx.Err(); err != nil {
			return err
		}
		path := filepath.Join(*dir, fmt.Sprintf("generated-%05d.warc.gz", i))
		if err := writeArchive(path, generate.Options{Seed: *seed + uint64(i), Count: *pages}); err != nil {
			return err
		}
		fmt.Fprintln(out, path)
	}
	return nil
}

// writeArchive writes an archive.
func writeArchive(path string, options generate.Options) error {
	file, err := draft.Create(path)
	if err != nil {
		return err
	}
	defer file.Discard()
	if err := generate.Archive(file, options); err != nil {
		return err
	}
	return file.Commit()
}

package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"htmlurl/document"
	"htmlurl/internal/charset"
)

// corpus is what the pages hold. Its strings are copies: pages kept in memory would make garbage collection rare.
type corpus struct {
	pages      int
	bases      []string    // each base URL once
	references []reference // all of them, repetitions included
}

// reference is a reference as a page has it, with the index of the base URL it is relative to.
type reference struct {
	base int
	raw  string
}

var scheme = regexp.MustCompile(`^[\x00- ]*[A-Za-z][A-Za-z0-9+.-]*:`)

// absolute returns the references that have a scheme.
func (c *corpus) absolute() []reference {
	var found []reference
	for _, r := range c.references {
		if scheme.MatchString(r.raw) {
			found = append(found, r)
		}
	}
	return found
}

// errNoCorpus says that the pages, which are not part of the repository, are not here.
var errNoCorpus = errors.New("real pages are not here (set HTMLURL_CORPUS to a folder with pages/ and manifest.tsv)")

// file is a page of the corpus as it was stored.
type file struct {
	name, address string
	bytes         []byte
}

// readFiles does something with each page in $HTMLURL_CORPUS, or else beside the project.
func readFiles(do func(file) error) error {
	dir := os.Getenv("HTMLURL_CORPUS")
	if dir == "" {
		dir = filepath.Join("..", "..", "shared", "corpus")
	}
	manifest, err := os.ReadFile(filepath.Join(dir, "manifest.tsv"))
	if errors.Is(err, os.ErrNotExist) {
		return errNoCorpus
	}
	if err != nil {
		return err
	}
	for line := range strings.Lines(string(manifest)) {
		columns := strings.Split(line, "\t")
		if columns[0] == "file" || strings.HasPrefix(line, "#") {
			continue
		}
		if len(columns) < 2 {
			return fmt.Errorf("manifest.tsv: no address in %q", line)
		}
		page, err := os.ReadFile(filepath.Join(dir, "pages", columns[0]))
		if err != nil {
			return err
		}
		if err := do(file{columns[0], columns[1], page}); err != nil {
			return fmt.Errorf("%s: %w", columns[0], err)
		}
	}
	return nil
}

// readCorpus reads the references of the pages.
func readCorpus() (*corpus, error) {
	c, known := &corpus{}, map[string]int{}
	err := readFiles(func(f file) error {
		d, err := document.Parse(bytes.NewReader(f.bytes), document.Options{Address: f.address})
		if err != nil {
			return err
		}
		c.pages++
		return c.add(d, known)
	})
	if err != nil {
		return nil, err
	}
	return c, nil
}

// readPages returns the pages in UTF-8, whatever they are stored in.
func readPages() ([]page, error) {
	var pages []page
	err := readFiles(func(f file) error {
		encoding, _, bom := charset.Sniff(f.bytes, "")
		pages = append(pages, page{f.name, f.address, encoding.Decode(f.bytes[bom:])})
		return nil
	})
	return pages, err
}

// add adds the references of a document and of the documents in its frames, but for names that are never relative.
func (c *corpus) add(d *document.Document, known map[string]int) error {
	for link := range d.Links() {
		base := link.Base.String()
		if base == "" {
			continue
		}
		i, ok := known[base]
		if !ok {
			i = len(c.bases)
			base = strings.Clone(base)
			known[base] = i
			c.bases = append(c.bases, base)
		}
		c.references = append(c.references, reference{i, strings.Clone(link.Raw)})
	}
	for frame, err := range d.Frames() {
		if err != nil {
			return err
		}
		if err := c.add(frame, known); err != nil {
			return err
		}
	}
	return nil
}

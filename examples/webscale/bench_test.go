package main

import (
	"bytes"
	"context"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"htmlurl/document"
	"htmlurl/examples/webscale/extract"
	"htmlurl/examples/webscale/generate"
	"htmlurl/examples/webscale/output"
	"htmlurl/examples/webscale/task"
	"htmlurl/examples/webscale/warc"
	"htmlurl/internal/testcase"
	"htmlurl/resolve"
)

// BenchmarkArchive measures what one worker does to an archive of real pages, and the steps below it:
//
//	read      gunzip, records, bodies
//	tokenize  and bare html.Tokenizer over the bodies of pages
//	scan      read, and links by the streaming path, for nobody
//	edges, links, wat, all   and the outputs, written to disk
//
// MB/s are those of the bodies.
func BenchmarkArchive(b *testing.B) {
	path := filepath.Join(b.TempDir(), "a.warc.gz")
	var archive bytes.Buffer
	if err := generate.Archive(&archive, benchOptions(b)); err != nil {
		b.Fatal(err)
	}
	if err := os.WriteFile(path, archive.Bytes(), 0o666); err != nil {
		b.Fatal(err)
	}
	x := extract.Extractor{Edition: resolve.Living}
	summary, err := x.ProcessFile(b.Context(), &archive, nobody{})
	if err != nil {
		b.Fatal(err)
	}
	b.Logf("%d pages, %d bytes, %d links", summary.Pages, summary.Bytes, summary.Links)
	for _, step := range []struct {
		name string
		do   func(io.Reader) error
	}{
		{"read", func(r io.Reader) error { return readAll(r, func(io.Reader) {}) }},
		{"tokenize", func(r io.Reader) error { return readAll(r, tokenize) }},
		{"scan", func(r io.Reader) error {
			_, err := x.ProcessFile(context.Background(), r, nobody{})
			return err
		}},
	} {
		b.Run(step.name, func(b *testing.B) {
			b.SetBytes(summary.Bytes)
			for b.Loop() {
				file, err := os.Open(path)
				if err != nil {
					b.Fatal(err)
				}
				if err := step.do(file); err != nil {
					b.Fatal(err)
				}
				file.Close()
			}
		})
	}
	for _, list := range []string{"edges", "links", "wat", "edges,links,wat"} {
		b.Run(list, func(b *testing.B) {
			kinds, err := output.ParseKinds(list)
			if err != nil {
				b.Fatal(err)
			}
			w := task.Worker{}
			b.SetBytes(summary.Bytes)
			for b.Loop() {
				w.Job = task.Job{Output: b.TempDir(), Outputs: kinds, Edition: resolve.Living}
				if err := w.Prepare(); err != nil {
					b.Fatal(err)
				}
				if _, err := w.Do(context.Background(), path); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// benchOptions returns what the archive is made of.
func benchOptions(b *testing.B) generate.Options {
	var options generate.Options
	header := warc.Header{{Name: "Content-Type", Value: "text/html"}}
	for _, p := range testcase.Pages(b) {
		options.Pages = append(options.Pages, generate.Page{URL: p.Address, Header: header, Body: p.Bytes})
	}
	return options
}

// readAll reads all pages of an archive, whose bodies it gives to a function.
func readAll(archive io.Reader, page func(io.Reader)) error {
	var r warc.Reader
	r.Reset(archive)
	var body bytes.Buffer
	for record, err := range r.Records() {
		if err != nil {
			return err
		}
		if record.Type() != "response" {
			continue
		}
		response, err := record.Response()
		if err != nil {
			return err
		}
		if !strings.HasPrefix(response.Header.Get("Content-Type"), "text/html") {
			continue
		}
		body.Reset()
		if _, err := body.ReadFrom(response.Body); err != nil {
			return err
		}
		page(&body)
	}
	return nil
}

// tokenize reads all tokens.
func tokenize(page io.Reader) {
	for z := html.NewTokenizer(page); z.Next() != html.ErrorToken; {
	}
}

// nobody is a Visitor that does nothing.
type nobody struct{}

func (nobody) Begin(*extract.Page) error                  { return nil }
func (nobody) Links(*extract.Page, []document.Link) error { return nil }
func (nobody) End(*extract.Page) error                    { return nil }

package task

import (
	"context"

	"htmlurl/document"
	"htmlurl/examples/webscale/extract"
	"htmlurl/examples/webscale/output"
)

// files are all files that are written of an archive. All are told of its pages.
type files []output.File

// Begin implements extract.Visitor.
func (all files) Begin(p *extract.Page) error {
	return all.each(func(f output.File) error { return f.Begin(p) })
}

// Links implements extract.Visitor.
func (all files) Links(p *extract.Page, links []document.Link) error {
	return all.each(func(f output.File) error { return f.Links(p, links) })
}

// End implements extract.Visitor.
func (all files) End(p *extract.Page) error {
	return all.each(func(f output.File) error { return f.End(p) })
}

func (all files) commit(ctx context.Context) error {
	return all.each(func(f output.File) error { return f.Commit(ctx) })
}

func (all files) discard() {
	for _, f := range all {
		f.Discard()
	}
}

// each does something with each file, until there is an error.
func (all files) each(do func(output.File) error) error {
	for _, f := range all {
		if err := do(f); err != nil {
			return err
		}
	}
	return nil
}

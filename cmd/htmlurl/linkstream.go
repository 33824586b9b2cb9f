package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/spf13/cobra"

	"htmlurl/document"
)

// streamLinks lists the references of the page in a file while it is read, without places and frames.
func (a *app) streamLinks(c *cobra.Command, name string, documents *documentFlags, which *linksFlags,
	options document.Options,
) error {
	in, options, err := documents.input(a, name, options)
	if err != nil {
		return err
	}
	defer in.Close()
	if options, err = documents.complete(name, options); err != nil {
		return err
	}
	if err := checkStream(options); err != nil {
		return wrongUse(c, err)
	}
	ctx, stop := interruptible()
	defer stop()
	page := interruptibleReader(ctx, in)
	defer page.Close()
	s := linkStream{app: a, linksFlags: which}
	for link, err := range s.scanner.Scan(page, withFrames(options)) {
		if err == nil && ctx.Err() != nil {
			err = errInterrupted
		}
		if err != nil {
			return s.explain(readError(name, options.Address, err))
		}
		if err := s.list(link); err != nil {
			return err
		}
	}
	documents.warn(a, s.scanner.Document())
	if s.frames > 0 {
		a.note("the page has srcdoc frames (%d), whose references --stream does not list", s.frames)
	}
	return nil
}

// checkStream refuses what cannot be read as a stream: what needs the whole page, or text of elements.
func checkStream(o document.Options) error {
	isOfText := func(row document.Attribute) bool { return row.Names == "#text" }
	switch {
	case isXML(o):
		return errors.New("an XML document is not read as a stream: leave out --stream")
	case slices.ContainsFunc(o.Attributes, isOfText):
		return errors.New("a stream has no texts of elements: leave out --stream, or --attribute with #text")
	}
	return nil
}

// srcdocKind is the kind of srcdoc attributes, as if they were references.
const srcdocKind document.Kind = "srcdoc"

// withFrames returns options that make a Scanner tell of srcdoc attributes, too, and not look for places.
func withFrames(o document.Options) document.Options {
	o.Positions = false
	o.Attributes = append(slices.Clip(o.Attributes), document.Attribute{
		Elements: "iframe", Names: "srcdoc", Kind: srcdocKind, Base: document.NoBase,
	})
	if o.Kinds != nil {
		o.Kinds = append(slices.Clip(o.Kinds), srcdocKind)
	}
	return o
}

// errInterrupted says that the user ended the command.
var errInterrupted = errors.New("interrupted")

// interruptibleReader returns a reader of what is in another one, which ends with errInterrupted when the context does,
// even while it waits.
func interruptibleReader(ctx context.Context, in io.Reader) io.ReadCloser {
	r, w := io.Pipe()
	go func() {
		_, err := io.Copy(w, in)
		w.CloseWithError(err)
	}()
	context.AfterFunc(ctx, func() { w.CloseWithError(errInterrupted) })
	return r
}

// linkStream lists the references of a page that is read.
type linkStream struct {
	*app
	*linksFlags
	scanner document.Scanner
	frames  int // srcdoc attributes
}

// streamWidths are the widths of columns for which nothing can be measured. What is wider moves the rest of its row.
var streamWidths = linkWidths{1, 6, 10, 32}

// list lists a reference, or counts a srcdoc attribute.
func (s *linkStream) list(link document.Link) error {
	if link.Kind == srcdocKind {
		s.frames++
		return nil
	}
	if !s.asJSONL && !s.facts {
		return s.printLink(link, &streamWidths)
	}
	var facts *factsJSON
	if s.facts {
		if facts = newFactsJSON(link); isAboutText(link) {
			facts.Text = nil
		}
	}
	return s.writeLink(link, []int{}, nil, facts)
}

// isAboutText tells whether the text of a reference is what its element contains.
func isAboutText(link document.Link) bool {
	return link.Kind == document.Hyperlink && !slices.Contains([]string{"", "link", "area", "img"}, tag(link))
}

// explain says what an error means for what is listed already, and what to do.
func (s *linkStream) explain(err error) error {
	if errors.Is(err, document.ErrNeedsTree) {
		err = fmt.Errorf("%w: leave out --stream", err)
	}
	if s.links > 0 {
		err = fmt.Errorf("%w (the %d references listed before may be wrong)", err, s.links)
	}
	return err
}

package document

import (
	"bytes"
	"errors"
	"fmt"
	"io"

	"golang.org/x/net/html"

	"htmlurl/internal/charset"
	"htmlurl/resolve"
)

// Options say what is known of a document beside its bytes. The zero value is an HTML5 document without an address, in
// which references that are not absolute have no URL.
type Options struct {
	// Address is the document's address: where it came from, after redirects. It is what resolve.Resolver.Parse makes of
	// it: in HTML5 it needs a scheme and is used as it is, but for white space around it, and Resolver.IsAbsolute tells
	// whether it is more than that; in the other editions it is parsed as a URL.
	Address string
	// ContentType is the value of the Content-Type header, for its charset parameter.
	ContentType string
	// Edition chooses the rules.
	Edition resolve.Edition
	// NoScripting disables scripting: then the contents of noscript elements are part of the document.
	NoScripting bool
	// TemplateContents lists links in template contents, too, which are inert otherwise.
	TemplateContents bool
	// Container is the document whose iframe element contains this srcdoc document. The address is about:srcdoc then,
	// whatever Address says. Frames sets it.
	Container *Document
	// Creator is the document that created this about:blank document. Address may be empty then, and means
	// about:blank; a document with another address does not inherit from its creator.
	Creator *Document
}

// Document is a parsed HTML document with its base URLs. It is safe for concurrent use as long as nobody changes its
// tree; the document base URL is that of the tree as it was parsed.
type Document struct {
	options  Options
	root     *html.Node
	encoding charset.Encoding
	source   EncodingSource
	resolver resolve.Resolver
	address  resolve.URL
	fallback resolve.URL
	base     resolve.URL
	why      Why

	xmlBases map[*html.Node]xmlBase // the elements with an xml:base attribute
	element  *html.Node             // the iframe element of a srcdoc document
	depth    int                    // of srcdoc documents around this one
}

const aboutBlank = "about:blank"

// ErrAddress is the error of Parse for an address that resolve.Resolver.Parse refuses, such as one without a scheme; it
// comes with a *resolve.Error.
var ErrAddress = errors.New("the document's address is no absolute URL")

// Parse reads an HTML document: it determines the encoding, decodes, parses, and computes the document base URL. It
// reads r to its end; memory is in proportion to the input. Broken markup is no error. The errors are those of r,
// ErrAddress, and those of the HTML parser: ErrDepth, ErrResets, ErrCutShort.
func Parse(r io.Reader, o Options) (*Document, error) {
	var page bytes.Buffer
	if sized, ok := r.(interface{ Len() int }); ok {
		page.Grow(sized.Len() + bytes.MinRead)
	}
	if _, err := page.ReadFrom(r); err != nil {
		return nil, err
	}
	return parse(page.Bytes(), o, nil)
}

// parse makes the document of page, for the iframe element that contains it, if any.
func parse(page []byte, o Options, element *html.Node) (*Document, error) {
	if !o.Edition.IsKnown() {
		return nil, fmt.Errorf("unknown %v", o.Edition)
	}
	d := &Document{options: o, element: element}
	switch {
	case o.Container != nil:
		d.options.Address = resolve.Srcdoc
		d.depth = o.Container.depth + 1
	case o.Creator != nil && o.Address == "":
		d.options.Address = aboutBlank
	}
	page = d.decode(page)
	if err := d.setAddress(); err != nil {
		return nil, err
	}
	root, err := parseTree(page, !o.NoScripting)
	if err != nil {
		return nil, err
	}
	d.root = root
	d.computeBase()
	return d, nil
}

// setAddress parses the document's address, for whose encoding there is no rule: it has none of the document's.
func (d *Document) setAddress() error {
	if d.options.Address == "" {
		return nil
	}
	address, err := resolve.Resolver{Edition: d.options.Edition}.Parse(d.options.Address)
	if err != nil {
		return fmt.Errorf("%w: %w", ErrAddress, err)
	}
	d.address = address
	return nil
}

// Root returns the document node of the tree.
func (d *Document) Root() *html.Node { return d.root }

// Address returns the document's address, or the zero URL.
func (d *Document) Address() resolve.URL { return d.address }

// Element returns the iframe element that contains a srcdoc document, or nil for other documents.
func (d *Document) Element() *html.Node { return d.element }

// Resolver returns the resolver for the document's references.
func (d *Document) Resolver() resolve.Resolver { return d.resolver }

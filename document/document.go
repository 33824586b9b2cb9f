package document

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"

	"golang.org/x/net/html"

	"htmlurl/internal/charset"
	"htmlurl/internal/policy"
	"htmlurl/internal/xmltree"
	"htmlurl/resolve"
)

// Options say what is known of a document beside its bytes. The zero value is an HTML5 document without an address, in
// which references that are not absolute have no URL.
type Options struct {
	// Address is the document's address: where it came from, after redirects. It is what resolve.Resolver.Parse makes of
	// it: in HTML5 it needs a scheme and is used as it is, but for white space around it, and Resolver.IsAbsolute tells
	// whether it is more than that; in the other editions it is parsed as a URL.
	Address string
	// ContentType is the value of the Content-Type header field: its media type tells HTML from XML (see Parse), its
	// charset parameter is the encoding. If it is empty, that of Header counts.
	ContentType string
	// Header are the header fields of the response by their canonical names, as in http.Header. Link and Refresh hold
	// references; Content-Security-Policy may forbid a base, and Referrer-Policy changes the referrer, in Living.
	Header map[string][]string
	// Edition chooses the rules.
	Edition resolve.Edition
	// NoScripting disables scripting: then the contents of noscript elements are part of the document.
	NoScripting bool
	// TemplateContents lists links in template contents, too, which are inert otherwise.
	TemplateContents bool
	// Positions makes Links tell where each reference stands. The document keeps its bytes for that.
	Positions bool
	// LinksOnly makes a tree of those elements alone that hold references of the kinds asked for, or that decide about them:
	// several times faster, for the same references in the same order, with the same bases and frames. Root has no text
	// then, hyperlinks have no Text, and what no reference is in is not there to be changed. It means nothing for XML.
	LinksOnly bool
	// Keep are the names of attributes whose elements are in the tree in spite of LinksOnly.
	Keep []string
	// Kinds are the kinds of references that Links yields; nil is DefaultKinds.
	Kinds []Kind
	// Attributes are further attributes that hold URLs. They go before those of the registry.
	Attributes []Attribute
	// Container is the document whose iframe element contains this srcdoc document. The address is about:srcdoc then,
	// whatever Address says. Frames sets it.
	Container *Document
	// Creator is the document that created this about:blank document. Address may be empty then, and means
	// about:blank; a document with another address does not inherit from its creator. Frames sets it.
	Creator *Document
}

// Document is a parsed HTML or XML document with its base URLs. It is safe for concurrent use as long as nobody changes
// it; SetAttribute and the other methods that change it keep its base URLs right, and Update does that after other
// changes of its tree.
type Document struct {
	options        Options
	registry       *registry
	root           *html.Node
	encoding       charset.Encoding
	source         EncodingSource
	resolver       resolve.Resolver
	address        resolve.URL
	fallback       resolve.URL
	base           resolve.URL
	why            Why
	xmlBases       map[*html.Node]xmlBase // the elements with an xml:base attribute
	xmlBaseCount   int                    // of all that there were
	facts          documentFacts
	templates      templates
	laterRefreshes map[*html.Node]bool                 // meta elements whose refreshes do not count
	beforeBase     map[*html.Node]bool                 // elements before the base element that it does not govern
	settings       settings                            // what child documents inherit at the end of the document
	policies       policy.Policies                     // those that hold for the base element
	xml            *xmltree.Tree                       // of an XML document
	stylesheets    map[*html.Node]*xmltree.Instruction // of an XML document
	places         *places                             // where the elements stand, if the options ask for positions
	rebase         Rebase                              // of a document as it would be
	isRebased      bool                                // it is not as it was parsed
	insertsBase    bool                                // before all references
	isSparse       bool                                // the tree has few elements

	element   *html.Node // the iframe or frame element of a child document
	bom       int        // the length of the byte order mark
	inherited settings   // what a child document inherits
	depth     int        // of child documents around this one
}

const aboutBlank = "about:blank"

// ErrAddress is the error of Parse for an address that resolve.Resolver.Parse refuses, such as one without a scheme; it
// comes with a *resolve.Error.
var ErrAddress = errors.New("the document's address is no absolute URL")

// Parse reads a document: it determines the encoding, decodes, parses, and computes the document base URL. It reads r to
// its end; memory is in proportion to the input. Documents whose Content-Type is application/xhtml+xml, image/svg+xml or
// another XML type are parsed as XML, all else as HTML, in which broken markup is no error. The errors are those of r,
// ErrAddress, those of the HTML parser (ErrDepth, ErrResets, ErrCutShort), and for XML ErrDepth and ErrNotWellFormed.
func Parse(r io.Reader, o Options) (*Document, error) {
	var page bytes.Buffer
	if sized, ok := r.(interface{ Len() int }); ok {
		page.Grow(sized.Len() + bytes.MinRead)
	}
	if _, err := page.ReadFrom(r); err != nil {
		return nil, err
	}
	d := &Document{options: o}
	return d.parse(page.Bytes())
}

// parse makes d, which has its options, the document of page.
func (d *Document) parse(page []byte) (*Document, error) {
	if err := d.prepare(); err != nil {
		return nil, err
	}
	text := d.decode(page)
	if err := d.parseText(page, text); err != nil {
		return nil, err
	}
	if d.options.Positions {
		d.places = d.findPlaces(page, text)
	}
	d.computeBase()
	return d, nil
}

// prepare completes the options, and sets what does not depend on the page.
func (d *Document) prepare() error {
	o := &d.options
	if !o.Edition.IsKnown() {
		return fmt.Errorf("unknown %v", o.Edition)
	}
	switch {
	case o.Container != nil:
		o.Address = resolve.Srcdoc
	case o.Creator != nil && o.Address == "":
		o.Address = aboutBlank
	}
	if parent := d.parent(); parent != nil {
		d.depth = parent.depth + 1
		if d.element == nil {
			d.inherited = parent.settings
		}
	}
	if fields := d.field("Content-Type"); o.ContentType == "" && len(fields) > 0 {
		o.ContentType = strings.Join(fields, ", ")
	}
	if err := checkAttributes(o.Attributes); err != nil {
		return err
	}
	d.registry = registryFor(*o)
	return d.setAddress()
}

// parent returns the document that contains or created this one, or nil.
func (d *Document) parent() *Document {
	if d.options.Container != nil {
		return d.options.Container
	}
	return d.options.Creator
}

// field returns the values of a header field, whose name is in canonical form.
func (d *Document) field(name string) []string { return d.options.Header[name] }

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

// Element returns the iframe or frame element of a document that Frames gave, or nil for other documents.
func (d *Document) Element() *html.Node { return d.element }

// Resolver returns the resolver for the document's references.
func (d *Document) Resolver() resolve.Resolver { return d.resolver }

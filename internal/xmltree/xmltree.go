// Package xmltree parses XML documents, such as XHTML and SVG, into trees of golang.org/x/net/html nodes that look as
// if the HTML parser had made them, and tells where the start tags and attribute values stand.
//
// It is a namespace-aware, non-validating XML 1.0 processor on top of encoding/xml, which splits the page into tokens
// but lets much pass that XML does not. What is checked here: one root element, matching tags, the characters, the XML
// declaration, the DOCTYPE, names and prefixes, duplicate attributes, space between attributes, references to
// surrogates. Attribute values are normalised as XML says: a line break in one is a space, unless it is a reference.
//
// # Not supported
//
//   - XML 1.1: its documents are read by the rules of XML 1.0, as the fifth edition says
//   - names with characters that are letters only since the fifth edition of XML 1.0
//   - the DTD, which is skipped, internal subset and all: no default attributes, no attribute types (so that an ID has
//     its white space), and no entities but the five of XML and, after a DOCTYPE with an XHTML public identifier, those
//     of HTML. A reference to another entity is an error, ErrEntity where the DTD may declare it; so nothing can expand
//     beyond proportion
//   - external entities: nothing is fetched
//
// # Files
//
//   - xmltree.go: Parse
//   - attributes.go: start tags
//   - namespaces.go: prefixes, and what the tree calls the namespaces
//   - prolog.go: XML declaration, DOCTYPE, HTML's entities
//   - instructions.go: processing instructions, among them those that name style sheets
//   - value.go: references, and offsets inside a value
//   - scanner.go: reading markup by hand
//   - errors.go: Error
//   - encoding.go: what is XML, and in which encoding
package xmltree

import (
	"bytes"
	"encoding/xml"
	"io"
	"strings"

	"golang.org/x/net/html"
)

// Tree is a parsed document. It keeps no part of the page.
//
// Elements have their local name in Data, with its case. Namespace is "" for XHTML, "svg" and "math" for those two,
// "none" for no namespace, and else the namespace's name. An attribute has its local name in Key, and in Namespace ""
// for none, "xlink" for XLink, and else the namespace's name, except that attributes with the prefix xml keep it in
// Key, as do namespace declarations: "xml:base", "xmlns", "xmlns:x". A namespace whose own name is one of these words
// is called "./svg" and so on. Attributes are in the order of the tag.
//
// CDATA sections are text, and text is in one node between two tags, comments or processing instructions. A processing
// instruction is the comment that the HTML parser makes of it: "?target data?".
type Tree struct {
	// Root is the document node.
	Root *html.Node
	// Tags are the start tags of all elements in tree order.
	Tags []Span
	// Stylesheets are the xml-stylesheet instructions before the root element that are well-formed and have an href.
	Stylesheets []Instruction

	entities map[string]string // beside the five of XML
}

// Span is a part of the page, in byte offsets.
type Span struct{ Start, End int }

// maxDepth is how deep elements may be nested, which is how deep the HTML parser lets them be.
const maxDepth = 512

// Parse parses a document in UTF-8 without a byte order mark; see Encoding. The encoding that its XML declaration names
// does not matter. It takes time and memory linear in the page. The errors are *Error.
//
// Spec: https://www.w3.org/TR/2008/REC-xml-20081126/, https://www.w3.org/TR/2009/REC-xml-names-20091208/
func Parse(page []byte) (*Tree, error) {
	p := parser{page: page, tree: &Tree{Root: &html.Node{Type: html.DocumentNode}}, names: newNamespaces()}
	if err := p.parse(); err != nil {
		return nil, err
	}
	return p.tree, nil
}

// parser is the state of Parse.
type parser struct {
	page    []byte
	decoder *xml.Decoder
	origin  int // where in page the decoder began
	tree    *Tree
	names   namespaces
	unique  uniqueNames

	open       []openElement // the innermost last
	text       []byte        // that is not in the tree yet
	hasDoctype bool
	hasRoot    bool
	hasDTD     bool // that may declare entities
}

type openElement struct {
	node *html.Node
	name xml.Name // as written
	mark int      // of the namespaces outside
}

func (p *parser) parse() error {
	if i := badCharacter(p.page); i >= 0 {
		return p.fail(i, "a byte or character that XML does not allow")
	}
	end, ok := p.declaration()
	if !ok {
		return p.fail(end, "a malformed XML declaration")
	}
	p.readFrom(end)
	for {
		switch err := p.token(); {
		case err == io.EOF:
			return p.end()
		case err != nil:
			return err
		}
	}
}

// readFrom has the decoder read what follows offset i.
func (p *parser) readFrom(i int) {
	p.origin = i
	p.decoder = xml.NewDecoder(bytes.NewReader(p.page[i:]))
	p.decoder.Entity = p.tree.entities
}

// offset returns where the next token begins.
func (p *parser) offset() int { return p.origin + int(p.decoder.InputOffset()) }

// token reads a token and puts it into the tree. Its error is io.EOF at the end.
func (p *parser) token() error {
	start := p.offset()
	switch rest := p.page[start:]; {
	case bytes.HasPrefix(rest, []byte("<!DOCTYPE")):
		return p.doctype(start)
	case isReserved(rest):
		return p.fail(start, "an XML declaration that is not at the start, or a processing instruction of its name")
	}
	token, err := p.decoder.RawToken()
	if err == io.EOF {
		return err
	}
	if err != nil {
		return p.decoderError(err)
	}
	span := Span{start, p.offset()}
	if text, ok := token.(xml.CharData); ok {
		return p.characters(text, span)
	}
	p.flushText()
	switch token := token.(type) {
	case xml.StartElement:
		return p.startElement(token, span)
	case xml.EndElement:
		return p.endElement(token, span)
	case xml.Comment:
		p.append(&html.Node{Type: html.CommentNode, Data: normalizeNewlines(token)})
		return nil
	case xml.ProcInst:
		return p.instruction(token.Target, span)
	}
	return p.fail(start, "a declaration outside a DOCTYPE")
}

// characters takes text. Outside the root element there is only white space, written as such.
func (p *parser) characters(text []byte, span Span) error {
	raw := p.page[span.Start:span.End]
	if len(p.open) == 0 {
		if len(bytes.Trim(raw, whiteSpace)) > 0 {
			return p.fail(span.Start, "text outside the root element")
		}
		return nil
	}
	// The decoder takes a reference to a surrogate for one to U+FFFD.
	if bytes.Contains(text, []byte("\uFFFD")) && !bytes.HasPrefix(raw, []byte("<![CDATA[")) {
		if _, _, ok := p.tree.spelling().read(p.page, span); !ok {
			return p.fail(span.Start, "text with a reference to what is no character")
		}
	}
	p.text = append(p.text, text...)
	return nil
}

// flushText puts the text that was read into the tree.
func (p *parser) flushText() {
	if len(p.text) > 0 {
		p.append(&html.Node{Type: html.TextNode, Data: string(p.text)})
		p.text = p.text[:0]
	}
}

// append adds a node to the innermost open element.
func (p *parser) append(n *html.Node) {
	parent := p.tree.Root
	if len(p.open) > 0 {
		parent = p.open[len(p.open)-1].node
	}
	parent.AppendChild(n)
}

func (p *parser) startElement(e xml.StartElement, tag Span) error {
	switch {
	case len(p.open) == 0 && p.hasRoot:
		return p.fail(tag.Start, "a second root element <%s>", written(e.Name))
	case len(p.open) == maxDepth:
		return p.errorAt(ErrDepth, tag.Start, "<"+written(e.Name)+">")
	}
	p.hasRoot = true
	mark := p.names.mark()
	n, err := p.element(e, tag)
	if err != nil {
		return err
	}
	p.append(n)
	p.open = append(p.open, openElement{n, e.Name, mark})
	p.tree.Tags = append(p.tree.Tags, tag)
	return nil
}

func (p *parser) endElement(e xml.EndElement, tag Span) error {
	if len(p.open) == 0 {
		return p.fail(tag.Start, "</%s> without a start tag", written(e.Name))
	}
	last := p.open[len(p.open)-1]
	if last.name != e.Name {
		return p.fail(tag.Start, "<%s> is closed by </%s>", written(last.name), written(e.Name))
	}
	p.open = p.open[:len(p.open)-1]
	p.names.reset(last.mark)
	return nil
}

// end checks what must be there when the page is read.
func (p *parser) end() error {
	switch {
	case len(p.open) > 0:
		return p.fail(len(p.page), "<%s> is not closed", written(p.open[len(p.open)-1].name))
	case !p.hasRoot:
		return p.fail(len(p.page), "there is no element")
	}
	return nil
}

// written returns a name as the page has it.
func written(name xml.Name) string {
	if name.Space == "" {
		return name.Local
	}
	return name.Space + ":" + name.Local
}

// normalizeNewlines makes every line break a line feed.
//
// Spec: https://www.w3.org/TR/2008/REC-xml-20081126/#sec-line-ends
func normalizeNewlines(text []byte) string {
	if bytes.IndexByte(text, '\r') < 0 {
		return string(text)
	}
	return strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(string(text))
}

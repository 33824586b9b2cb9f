package xmltree

import (
	"bytes"
	"strings"

	"golang.org/x/net/html"
)

// Instruction is an xml-stylesheet processing instruction.
type Instruction struct {
	// Node is its comment in the tree.
	Node *html.Node
	// Span is where it stands in the page.
	Span Span
	// Attr are its pseudo-attributes in their order.
	Attr []html.Attribute
	// Href is the value of href, and Value where that is written.
	Href  string
	Value Value
}

// instruction takes a processing instruction.
//
// Spec: https://www.w3.org/TR/2008/REC-xml-20081126/#NT-PI
func (p *parser) instruction(target string, span Span) error {
	data := span.Start + len("<?") + len(target)
	if strings.IndexByte(target, ':') >= 0 || !isSpace(p.page[data]) && data+len("?>") != span.End {
		return p.fail(span.Start, "a processing instruction with a colon in its name or no space after it")
	}
	n := &html.Node{Type: html.CommentNode, Data: normalizeNewlines(p.page[span.Start+len("<") : span.End-len(">")])}
	p.append(n)
	if target == "xml-stylesheet" && !p.hasRoot {
		style := Instruction{Node: n, Span: span}
		if style.read(scanner{p.page[:span.End-len("?>")], data}) {
			p.tree.Stylesheets = append(p.tree.Stylesheets, style)
		}
	}
	return nil
}

// read reads the pseudo-attributes, and reports whether they are well-formed with an href among them.
//
// Spec: https://www.w3.org/TR/2010/REC-xml-stylesheet-20101028/
func (in *Instruction) read(s scanner) bool {
	names := map[string]bool{}
	for {
		rest := s
		name, span, ok := s.attribute()
		if !ok {
			rest.space()
			return rest.at == len(rest.page) && names["href"]
		}
		key := string(name)
		value, where, ok := spelling{keepsSpace: true}.read(s.page, span)
		if !ok || names[key] || bytes.IndexByte(s.page[span.Start:span.End], '<') >= 0 {
			return false
		}
		names[key] = true
		in.Attr = append(in.Attr, html.Attribute{Key: key, Val: value})
		if key == "href" {
			in.Href, in.Value = value, where
		}
	}
}

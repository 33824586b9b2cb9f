package xmltree_test

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"strings"
	"testing"
	"unicode/utf8"

	"golang.org/x/net/html"

	"htmlurl/internal/charset"
	"htmlurl/internal/xmltree"
)

// FuzzParse holds what is true of every page: there is a tree or an *Error inside the page; each element has a tag in
// tree order; each attribute has a value at a place that is written in its quotes, and each character of the value a
// part of it that means this character; and names are in the namespaces that encoding/xml finds.
func FuzzParse(f *testing.F) {
	for _, c := range treeCases {
		f.Add([]byte(c.page))
	}
	for _, c := range errorCases {
		f.Add([]byte(c.page))
	}
	f.Add([]byte(xhtmlDoctype + "<?xml-stylesheet href='&#65;'?><a b='&nbsp;\r\n&NotEqualTilde;'/>"))
	f.Fuzz(func(t *testing.T, page []byte) {
		tree, err := xmltree.Parse(page)
		if err != nil {
			typed, ok := errors.AsType[*xmltree.Error](err)
			if !ok || typed.Offset < 0 || typed.Offset > len(page) || typed.Line < 1 || typed.Column < 1 || typed.Problem == "" {
				t.Fatalf("%v", err)
			}
			return
		}
		last := 0
		tags := elements(t, tree)
		for n := range tree.Root.Descendants() {
			tag, ok := tags[n]
			if !ok {
				continue
			}
			if tag.Start < last || tag.End > len(page) || page[tag.Start] != '<' || page[tag.End-1] != '>' {
				t.Fatalf("<%s> at %v", n.Data, tag)
			}
			last = tag.End
			checkValues(t, tree, page, tag, n)
		}
		for _, s := range tree.Stylesheets {
			if !bytes.HasPrefix(page[s.Span.Start:s.Span.End], []byte("<?xml-stylesheet")) {
				t.Fatalf("an instruction at %v", s.Span)
			}
			checkOffsets(t, page, s.Value, s.Href, func(string, string) {})
		}
		checkNames(t, tree, page)
	})
}

// checkValues checks the places of an element's attributes.
func checkValues(t *testing.T, tree *xmltree.Tree, page []byte, tag xmltree.Span, n *html.Node) {
	t.Helper()
	last := tag.Start
	for i, a := range n.Attr[:min(len(n.Attr), 20)] {
		v, ok := tree.Value(page, tag, n, i)
		if !ok || v.Span.Start <= last || v.Span.End >= tag.End {
			t.Fatalf("%v in %q is at %v, %v", a, page[tag.Start:tag.End], v, ok)
		}
		last = v.Span.End
		quote := page[v.Span.Start-1]
		if quote != '"' && quote != '\'' || page[v.Span.End] != quote {
			t.Fatalf("%q is not in quotes", page[v.Span.Start:v.Span.End])
		}
		checkOffsets(t, page, v, a.Val, func(written, r string) {
			if strings.HasPrefix(written, "&") || len(r) > 20 {
				return
			}
			if strings.Trim(written, "\t\r\n") == "" {
				written = " "
			}
			if written != r {
				t.Fatalf("%q is written %q", r, written)
			}
		})
	}
}

// checkOffsets checks that the characters of a value follow each other, and each is written as check wants.
func checkOffsets(t *testing.T, page []byte, v xmltree.Value, value string, check func(written, r string)) {
	t.Helper()
	last := len(value)
	if v.Start(0) != v.Span.Start || v.End(0) != v.Span.Start || v.Start(last) != v.Span.End || v.End(last) != v.Span.End {
		t.Fatalf("%q does not fill %q", value, page[v.Span.Start:v.Span.End])
	}
	for i := 0; i < len(value); {
		_, size := utf8.DecodeRuneInString(value[i:])
		start, end := v.Start(i), v.End(i+size)
		if start >= end || start > v.End(i) || end < v.Start(i+size) {
			t.Fatalf("%q: %d is at %d to %d", value, i, start, end)
		}
		check(string(page[start:end]), value[i:i+size])
		i += size
	}
}

// checkNames compares names, namespaces and values with those of encoding/xml, as far as it reads the page.
func checkNames(t *testing.T, tree *xmltree.Tree, page []byte) {
	t.Helper()
	decoder := xml.NewDecoder(bytes.NewReader(page))
	decoder.CharsetReader = func(_ string, input io.Reader) (io.Reader, error) { return input, nil }
	spaces := strings.NewReplacer("\t", " ", "\r", " ", "\n", " ").Replace // for what it does not normalise
	for n := range tree.Root.Descendants() {
		if n.Type != html.ElementNode {
			continue
		}
		var e xml.StartElement
		for ok := false; !ok; {
			token, err := decoder.Token()
			if err != nil {
				if bytes.Contains(page, []byte("<!DOCTYPE")) || bytes.HasPrefix(page, []byte("<?xml")) {
					return // HTML's entities, quotes in an internal subset, another version
				}
				t.Fatal(err)
			}
			if directive, ok := token.(xml.Directive); ok && bytes.Contains(directive, []byte("<?")) {
				return // which it does not expect in a DOCTYPE
			}
			e, ok = token.(xml.StartElement)
		}
		space := spaces(namespaceName(n.Namespace))
		if e.Name.Local != n.Data || spaces(e.Name.Space) != space || len(e.Attr) != len(n.Attr) {
			t.Fatalf("%s is %v", dumpNode(n), e)
		}
		for i, a := range n.Attr {
			if !strings.HasSuffix(a.Key, e.Attr[i].Name.Local) || spaces(a.Val) != spaces(e.Attr[i].Value) {
				t.Fatalf("%s has %v", dumpNode(n), e.Attr[i])
			}
		}
	}
}

// namespaceName returns the name of what an element has for its namespace.
func namespaceName(namespace string) string {
	switch namespace {
	case "":
		return "http://www.w3.org/1999/xhtml"
	case "svg":
		return "http://www.w3.org/2000/svg"
	case "math":
		return "http://www.w3.org/1998/Math/MathML"
	case "none":
		return ""
	case "./svg", "./math", "./none", "./xlink":
		return strings.TrimPrefix(namespace, "./")
	}
	return namespace
}

// The encoding of XML is that of HTML where the page has nothing but a declaration, and never from a meta element.
func FuzzEncoding(f *testing.F) {
	f.Add([]byte("<?xml version='1.0' encoding='koi8-r'?><meta charset='big5'/>"), "text/xml")
	f.Add([]byte("\xFF\xFE<\x00"), "text/xml; charset=big5")
	f.Fuzz(func(t *testing.T, page []byte, contentType string) {
		e, src, bom := xmltree.Encoding(page, contentType)
		asHTML, srcHTML, bomHTML := charset.Sniff(page, contentType)
		if bom != bomHTML || srcHTML <= charset.Transport && (e != asHTML || src != srcHTML) {
			t.Fatalf("%v, %v, %d and %v, %v, %d", e, src, bom, asHTML, srcHTML, bomHTML)
		}
		if src > charset.XMLDeclaration && (src != charset.Fallback || e != charset.UTF8) {
			t.Fatalf("%v, %v", e, src)
		}
	})
}

package xmltree

import (
	"bytes"
	"strings"

	"golang.org/x/net/html"
)

// declaration reads the XML declaration, if there is one, and returns where it ends.
//
// Spec: https://www.w3.org/TR/2008/REC-xml-20081126/#NT-XMLDecl
func (p *parser) declaration() (end int, ok bool) {
	if !startsDeclaration(p.page) {
		return 0, true
	}
	s := scanner{page: p.page, at: len("<?xml")}
	version, ok := s.pseudoAttribute("version")
	if !ok || !isVersion(version) {
		return s.at, false
	}
	if encoding, ok := s.pseudoAttribute("encoding"); ok && !isEncodingName(encoding) {
		return s.at, false
	}
	if standalone, ok := s.pseudoAttribute("standalone"); ok && standalone != "yes" && standalone != "no" {
		return s.at, false
	}
	s.space()
	return s.at, s.skip("?>")
}

// startsDeclaration reports whether the page begins with an XML declaration.
func startsDeclaration(page []byte) bool {
	const start = "<?xml"
	return len(page) > len(start) && string(page[:len(start)]) == start && isSpace(page[len(start)])
}

// pseudoAttribute reads the attribute of that name, if it is next.
func (s *scanner) pseudoAttribute(want string) (value string, ok bool) {
	ahead := *s
	name, span, ok := ahead.attribute()
	if !ok || string(name) != want {
		return "", false
	}
	*s = ahead
	return string(s.page[span.Start:span.End]), true
}

// isVersion reports whether a document of that version is read.
//
// Spec: https://www.w3.org/TR/2008/REC-xml-20081126/#NT-VersionNum
func isVersion(version string) bool {
	minor, ok := strings.CutPrefix(version, "1.")
	return ok && minor != "" && strings.Trim(minor, "0123456789") == ""
}

// Spec: https://www.w3.org/TR/2008/REC-xml-20081126/#NT-EncName
func isEncodingName(name string) bool {
	const letters = "abcdefghijklmnopqrstuvwxyz"
	name = strings.ToLower(name)
	return name != "" && strings.IndexByte(letters, name[0]) >= 0 && strings.Trim(name, letters+"0123456789._-") == ""
}

// isReserved reports whether s begins with a processing instruction that has the name of the XML declaration.
//
// Spec: https://www.w3.org/TR/2008/REC-xml-20081126/#NT-PITarget
func isReserved(s []byte) bool {
	const start = "<?xml"
	return len(s) >= len(start) && bytes.EqualFold(s[:len(start)], []byte(start)) &&
		(len(s) == len(start) || !isNameByte(s[len(start)]))
}

// doctype takes the DOCTYPE at offset start; what comes after it is read with the entities that it stands for.
func (p *parser) doctype(start int) error {
	if p.hasDoctype || p.hasRoot {
		return p.fail(start, "a second DOCTYPE, or one after the root element")
	}
	s := scanner{p.page, start + len("<!DOCTYPE")}
	n := &html.Node{Type: html.DoctypeNode}
	hasSubset := false
	ok := s.doctypeName(n)
	if ok && s.skip("[") {
		hasSubset = true
		ok = s.internalSubset()
		s.space()
	}
	if !ok || !s.skip(">") {
		return p.fail(s.at, "a malformed DOCTYPE")
	}
	p.append(n)
	p.hasDoctype = true
	isXHTML := isXHTMLDoctype(n)
	if isXHTML {
		p.tree.entities = htmlEntities(p.page[s.at:])
	}
	p.hasDTD = hasSubset || len(n.Attr) > 0 && !isXHTML
	p.readFrom(s.at)
	return nil
}

// doctypeName reads a DOCTYPE up to its internal subset into the node, which has the form that the HTML parser gives
// it.
//
// Spec: https://www.w3.org/TR/2008/REC-xml-20081126/#NT-doctypedecl, #NT-ExternalID
func (s *scanner) doctypeName(n *html.Node) bool {
	if !s.space() {
		return false
	}
	n.Data = string(s.name())
	if n.Data == "" {
		return false
	}
	if s.space() {
		switch {
		case s.skip("PUBLIC"):
			public, ok := s.literal()
			if !ok || strings.Trim(public, publicCharacters) != "" {
				return false
			}
			public = strings.Join(strings.Fields(public), " ")
			n.Attr = append(n.Attr, html.Attribute{Key: "public", Val: public})
			fallthrough
		case s.skip("SYSTEM"):
			system, ok := s.literal()
			if !ok {
				return false
			}
			n.Attr = append(n.Attr, html.Attribute{Key: "system", Val: system})
			s.space()
		}
	}
	return true
}

// literal reads white space and a value in quotes.
func (s *scanner) literal() (string, bool) {
	if !s.space() {
		return "", false
	}
	value, ok := s.quoted()
	return string(s.page[value.Start:value.End]), ok
}

// Spec: https://www.w3.org/TR/2008/REC-xml-20081126/#NT-PubidChar
const publicCharacters = " \r\nabcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-'()+,./:=?;!*#@$_%"

// internalSubset skips an internal subset with its closing bracket. What the declarations in it say is not looked at.
//
// Spec: https://www.w3.org/TR/2008/REC-xml-20081126/#NT-intSubset
func (s *scanner) internalSubset() bool {
	for {
		s.space()
		ok := false
		switch {
		case s.skip("]"):
			return true
		case s.skip("%"):
			ok = len(s.name()) > 0 && s.skip(";")
		case s.skip("<!--"):
			ok = s.skipPast("-->")
		case s.skip("<?"):
			ok = len(s.name()) > 0 && s.skipPast("?>")
		case s.skip("<!ELEMENT"), s.skip("<!ATTLIST"), s.skip("<!ENTITY"), s.skip("<!NOTATION"):
			ok = s.space() && s.markupDeclaration()
		}
		if !ok {
			return false
		}
	}
}

// markupDeclaration skips a declaration up to the first ">" that is not in quotes.
func (s *scanner) markupDeclaration() bool {
	for {
		i := bytes.IndexAny(s.page[s.at:], `>"'<`)
		if i < 0 {
			return false
		}
		s.at += i
		if s.skip(">") {
			return true
		}
		if _, ok := s.quoted(); !ok {
			return false
		}
	}
}

// isXHTMLDoctype reports whether a DOCTYPE stands for the entities of HTML.
//
// Spec: https://html.spec.whatwg.org/multipage/xhtml.html#parsing-xhtml-documents
func isXHTMLDoctype(n *html.Node) bool {
	if len(n.Attr) == 0 || n.Attr[0].Key != "public" {
		return false
	}
	switch n.Attr[0].Val {
	case "-//W3C//DTD XHTML 1.0 Transitional//EN",
		"-//W3C//DTD XHTML 1.1//EN",
		"-//W3C//DTD XHTML 1.0 Strict//EN",
		"-//W3C//DTD XHTML 1.0 Frameset//EN",
		"-//W3C//DTD XHTML Basic 1.0//EN",
		"-//W3C//DTD XHTML 1.1 plus MathML 2.0//EN",
		"-//W3C//DTD XHTML 1.1 plus MathML 2.0 plus SVG 1.1//EN",
		"-//W3C//DTD MathML 2.0//EN",
		"-//WAPFORUM//DTD XHTML Mobile 1.0//EN":
		return true
	}
	return false
}

// htmlEntities returns those of HTML's entities that the page may refer to. The HTML parser knows them all, but does
// not list them: it replaces those that it knows, and of an unknown one leaves at least the semicolon.
//
// Spec: https://html.spec.whatwg.org/multipage/named-characters.html
func htmlEntities(page []byte) map[string]string {
	entities := map[string]string{}
	for {
		_, after, ok := bytes.Cut(page, []byte("&"))
		if !ok {
			return entities
		}
		page = after
		const longest = len("CounterClockwiseContourIntegral")
		end := bytes.IndexByte(page[:min(len(page), longest+1)], ';')
		if end <= 0 || bytes.ContainsAny(page[:end], "&#") || entities[string(page[:end])] != "" {
			continue
		}
		name := string(page[:end])
		if text := html.UnescapeString("&" + name + ";"); name == "semi" || !strings.HasSuffix(text, ";") {
			entities[name] = text
		}
	}
}

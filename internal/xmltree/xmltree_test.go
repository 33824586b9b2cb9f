package xmltree_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"htmlurl/internal/xmltree"
)

const (
	xhtml = `xmlns="http://www.w3.org/1999/xhtml"`
	svg   = `xmlns="http://www.w3.org/2000/svg"`
	math  = `xmlns="http://www.w3.org/1998/Math/MathML"`
	xlink = `xmlns:xlink="http://www.w3.org/1999/xlink"`
)

// treeCases are documents with their trees, a node a line; see dump.
var treeCases = []struct{ name, page, want string }{
	{"the smallest document", `<a/>`, `
{none}a`},
	{"XHTML with SVG and MathML inside", `<?xml version="1.0" encoding="koi8-r" standalone='yes'?>
<!DOCTYPE html>
<html ` + xhtml + `><head><title>T</title></head><body>
<svg ` + svg + ` ` + xlink + ` viewBox="0 0 1 1"><a xlink:href="s" xlink:title="">` +
		`<foreignObject><p ` + xhtml + `>in</p></foreignObject></a></svg>
<math ` + math + `><mi href="m">x</mi></math></body></html>`, `
doctype html
html xmlns="http://www.w3.org/1999/xhtml"
  head
    title
      "T"
  body
    "\n"
    {svg}svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 1 1"
      {svg}a {xlink}href="s" {xlink}title=""
        {svg}foreignObject
          p xmlns="http://www.w3.org/1999/xhtml"
            "in"
    "\n"
    {math}math xmlns="http://www.w3.org/1998/Math/MathML"
      {math}mi href="m"
        "x"`},
	{"prefixes", `<h:html xmlns:h="http://www.w3.org/1999/xhtml" xmlns:s='http://www.w3.org/2000/svg'>
<h:a h:href="x" href="y"/><s:a xmlns:l="http://www.w3.org/1999/xlink" l:href="z" s:b=""/><a/></h:html>`, `
html xmlns:h="http://www.w3.org/1999/xhtml" xmlns:s="http://www.w3.org/2000/svg"
  "\n"
  a {http://www.w3.org/1999/xhtml}href="x" href="y"
  {svg}a xmlns:l="http://www.w3.org/1999/xlink" {xlink}href="z" {http://www.w3.org/2000/svg}b=""
  {none}a`},
	{"scopes of declarations",
		`<a xmlns="u"><b xmlns="" xmlns:p="v"><p:c xmlns:p="w"/><p:d/></b><e/><x:f xmlns:x="u"/></a>`, `
{u}a xmlns="u"
  {none}b xmlns="" xmlns:p="v"
    {w}c xmlns:p="w"
    {v}d
  {u}e
  {u}f xmlns:x="u"`},
	{"a declaration after its use", `<p:a p:b="1" xmlns:p="u"/>`, `
{u}a {u}b="1" xmlns:p="u"`},
	{"the prefix xml", `<a xml:base="b/" xml:lang="en" xmlns:xml="http://www.w3.org/XML/1998/namespace"><xml:b/></a>`, `
{none}a xml:base="b/" xml:lang="en" xmlns:xml="http://www.w3.org/XML/1998/namespace"
  {http://www.w3.org/XML/1998/namespace}b`},
	{"namespaces named like those of the tree",
		`<a xmlns="svg" xmlns:x="xlink" x:href=""><b xmlns="none"/><c xmlns="math"/><x:d/></a>`, `
{./svg}a xmlns="svg" xmlns:x="xlink" {./xlink}href=""
  {./none}b xmlns="none"
  {./math}c xmlns="math"
  {./xlink}d`},
	{"case is kept", `<A ` + xhtml + ` HREF="x"><linearGradient/></A>`, `
A xmlns="http://www.w3.org/1999/xhtml" HREF="x"
  linearGradient`},
	{"names beyond ASCII", `<é ü:ß="1" xmlns:ü="u">ö</é>`, `
{none}é {u}ß="1" xmlns:ü="u"
  "ö"`},
	{"names like those of XML", `<xmlish xmlnsx="1" xml="2"><?xmlx?></xmlish>`, `
{none}xmlish xmlnsx="1" xml="2"
  <!--?xmlx?-->`},

	// https://www.w3.org/TR/2008/REC-xml-20081126/#sec-cdata-sect
	{"text and CDATA sections are one", `<a>x<![CDATA[<b>&amp;]]]]><![CDATA[>]]>&lt;<!-- c -->y<?p?>z</a>`, `
{none}a
  "x<b>&amp;]]><"
  <!-- c -->
  "y"
  <!--?p?-->
  "z"`},
	{"an empty CDATA section", `<a><![CDATA[]]></a>`, `
{none}a`},

	// https://www.w3.org/TR/2008/REC-xml-20081126/#sec-line-ends
	{"line ends in text", "<a>1\r\n2\r3\n4&#13;&#xD;\n5<!--\r\n--><?p \r?><![CDATA[\r\n\r]]></a>", `
{none}a
  "1\n2\n3\n4\r\r\n5"
  <!--\n-->
  <!--?p \n?-->
  "\n\n"`},
	// https://www.w3.org/TR/2008/REC-xml-20081126/#AVNormalize
	{"white space in attributes", "<a b='1\r\n2\r3\n4\t5 6&#13;&#10;&#9;7'/>", `
{none}a b="1 2 3 4 5 6\r\n\t7"`},

	// https://www.w3.org/TR/2008/REC-xml-20081126/#sec-references
	{"references", `<a b="&lt;&gt;&amp;&apos;&quot;&#65;&#x1F600;&#x0000000041;">&lt;&#xe9;&#xFFFD;</a>`, `
{none}a b="<>&'\"A😀A"
  "<é�"`},
	{"what is no reference", `<a><!-- &x; --><![CDATA[&y;]]><?p &z;?></a>`, `
{none}a
  <!-- &x; -->
  "&y;"
  <!--?p &z;?-->`},

	// https://html.spec.whatwg.org/multipage/xhtml.html#parsing-xhtml-documents
	{"HTML's entities", `<!DOCTYPE html PUBLIC "-//W3C//DTD  XHTML 1.0
 Strict//EN" "s.dtd"><a b="&nbsp;&lang;">&NotEqualTilde;&semi;&CounterClockwiseContourIntegral;&amp;</a>`, `
doctype html public="-//W3C//DTD XHTML 1.0 Strict//EN" system="s.dtd"
{none}a b="\u00a0⟨"
  "≂̸;∳&"`},

	// https://www.w3.org/TR/2008/REC-xml-20081126/#NT-doctypedecl
	{"an internal subset with everything", `<!DOCTYPE a:b SYSTEM 'it"s' [
<!-- ]> ' --> <?p ]> ' ?> %pe; <!ELEMENT a (b|c)*>
<!ENTITY x "]>'"><!ENTITY % y SYSTEM '">'><!ATTLIST a b CDATA "d"><!NOTATION n PUBLIC "p">
] ><a c="'"/>`, `
doctype a:b system="it\"s"
{none}a c="'"`},
	{"a subset after the name", `<!DOCTYPE a[]><a/>`, `
doctype a
{none}a`},

	// https://www.w3.org/TR/2008/REC-xml-20081126/#NT-prolog
	{"around the root element", "\n<!--1--> <?p 2?>\n<!DOCTYPE a>\t<?q?>\r\n<a/>\n<!--3--><?r?>\n", `
<!--1-->
<!--?p 2?-->
doctype a
<!--?q?-->
{none}a
<!--3-->
<!--?r?-->`},
	{"a version of later", `<?xml version='1.1'?><a/>`, `
{none}a`},
	{"white space in tags", "<a\tb\n=\r'1'\t c  =  \"2\" ><d /></a\n>", `
{none}a b="1" c="2"
  {none}d`},
	{"greater-than signs and quotes", `<a b=">" c='"'>></a>`, `
{none}a b=">" c="\""
  ">"`},
	{"dashes in comments", `<a><!--> - ->--><!---></a>--></a>`, `
{none}a
  <!--> - ->-->
  <!---></a>-->`},
	{"an RSS feed", `<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom"><channel>` +
		`<atom:link href="f" rel="self"/><link>http://h/</link></channel></rss>`, `
{none}rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom"
  {none}channel
    {http://www.w3.org/2005/Atom}link href="f" rel="self"
    {none}link
      "http://h/"`},
}

func TestTrees(t *testing.T) {
	for _, c := range treeCases {
		t.Run(c.name, func(t *testing.T) {
			tree, err := xmltree.Parse([]byte(c.page))
			if err != nil {
				t.Fatal(err)
			}
			if got := dump(tree.Root); got != strings.TrimPrefix(c.want, "\n") {
				t.Errorf("%s\ngives\n%s\nwant%s", c.page, got, c.want)
			}
		})
	}
}

// dump writes a tree with a node a line, and the namespaces of elements and attributes in braces.
func dump(root *html.Node) string {
	var out strings.Builder
	var write func(n *html.Node, indent string)
	write = func(n *html.Node, indent string) {
		for c := n.FirstChild; c != nil; c = c.NextSibling {
			out.WriteString(indent + dumpNode(c) + "\n")
			write(c, indent+"  ")
		}
	}
	write(root, "")
	return strings.TrimSuffix(out.String(), "\n")
}

func dumpNode(n *html.Node) string {
	line := n.Data
	switch n.Type {
	case html.TextNode:
		return fmt.Sprintf("%q", n.Data)
	case html.CommentNode:
		return "<!--" + strings.ReplaceAll(n.Data, "\n", `\n`) + "-->"
	case html.DoctypeNode:
		line = "doctype " + line
	case html.ElementNode:
		line = inBraces(n.Namespace) + line
	default:
		return "a node of another type"
	}
	for _, a := range n.Attr {
		line += fmt.Sprintf(" %s%s=%q", inBraces(a.Namespace), a.Key, a.Val)
	}
	return line
}

func inBraces(s string) string {
	if s == "" {
		return ""
	}
	return "{" + s + "}"
}

// A document that means the same in HTML and in XML has the same tree from both parsers, but for what the HTML parser
// makes of namespace declarations.
func TestSameTreeAsHTML(t *testing.T) {
	const page = `<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Strict//EN"
  "http://www.w3.org/TR/xhtml1/DTD/xhtml1-strict.dtd">
<!-- c --><html ` + xhtml + `><head><title>a &amp; b</title><base href="x"/></head><body id="i">
<p>1<a href="?a&amp;b">2</a>&eacute;<br/></p><template><b>t</b></template>
<svg ` + svg + ` ` + xlink + `><a xlink:href="y" href="z"><linearGradient/><title>T</title></a></svg>
<math ` + math + `><mi>x</mi></math><table><tbody><tr><td>1</td></tr></tbody></table></body></html>`
	asHTML, err := html.Parse(strings.NewReader(page))
	if err != nil {
		t.Fatal(err)
	}
	asXML, err := xmltree.Parse([]byte(page))
	if err != nil {
		t.Fatal(err)
	}
	x, h := nodes(asXML.Root), nodes(asHTML)
	if len(x) != len(h) || len(x) != 30 {
		t.Fatalf("%d nodes, in HTML %d\n%s\n%s", len(x), len(h), dump(asXML.Root), dump(asHTML))
	}
	for i := range x {
		withoutDeclarations(x[i])
		withoutDeclarations(h[i])
		if dumpNode(x[i]) != dumpNode(h[i]) || x[i].DataAtom != h[i].DataAtom {
			t.Errorf("%s (atom %v), in HTML %s (atom %v)", dumpNode(x[i]), x[i].DataAtom, dumpNode(h[i]), h[i].DataAtom)
		}
	}
}

// nodes returns the nodes below root in tree order, without white space, which parsers drop around tables and heads.
func nodes(root *html.Node) []*html.Node {
	var list []*html.Node
	for n := range root.Descendants() {
		if n.Type != html.TextNode || strings.TrimSpace(n.Data) != "" {
			list = append(list, n)
		}
	}
	return list
}

func withoutDeclarations(n *html.Node) {
	attributes := n.Attr
	n.Attr = nil
	for _, a := range attributes {
		if !strings.HasPrefix(a.Namespace+a.Key, "xmlns") {
			n.Attr = append(n.Attr, a)
		}
	}
}

// The public identifiers for HTML's entities.
// https://html.spec.whatwg.org/multipage/xhtml.html#parsing-xhtml-documents
func TestXHTMLDoctypes(t *testing.T) {
	for public, want := range map[string]bool{
		"-//W3C//DTD XHTML 1.0 Transitional//EN":                 true,
		"-//W3C//DTD XHTML 1.1//EN":                              true,
		"-//W3C//DTD XHTML 1.0 Strict//EN":                       true,
		"-//W3C//DTD XHTML 1.0 Frameset//EN":                     true,
		"-//W3C//DTD XHTML Basic 1.0//EN":                        true,
		"-//W3C//DTD XHTML 1.1 plus MathML 2.0//EN":              true,
		"-//W3C//DTD XHTML 1.1 plus MathML 2.0 plus SVG 1.1//EN": true,
		"-//W3C//DTD MathML 2.0//EN":                             true,
		"-//WAPFORUM//DTD XHTML Mobile 1.0//EN":                  true,
		" -//W3C//DTD\r\nXHTML  1.1//EN ":                        true,
		"-//w3c//dtd xhtml 1.1//en":                              false,
		"-//W3C//DTD XHTML Basic 1.1//EN":                        false,
		"-//W3C//DTD SVG 1.1//EN":                                false,
		"":                                                       false,
	} {
		tree, err := xmltree.Parse([]byte("<!DOCTYPE x PUBLIC '" + public + "' ''><a>&nbsp;&amp;</a>"))
		isRead := err == nil && tree.Root.LastChild.FirstChild.Data == "\u00A0&"
		if isRead != want || !want && !errors.Is(err, xmltree.ErrEntity) {
			t.Errorf("%q: %v", public, err)
		}
	}
}

// Only elements of namespaces that HTML knows have atoms.
func TestDataAtom(t *testing.T) {
	tree, err := xmltree.Parse([]byte(`<a ` + xhtml + `><a ` + svg + `/><a xmlns=""/><A/><nothing/></a>`))
	if err != nil {
		t.Fatal(err)
	}
	var got []atom.Atom
	for n := range tree.Root.Descendants() {
		got = append(got, n.DataAtom)
	}
	if want := fmt.Sprint([]atom.Atom{atom.A, atom.A, 0, 0, 0}); fmt.Sprint(got) != want {
		t.Errorf("%v, want %v", got, want)
	}
}

package source_test

import (
	"bytes"
	"fmt"
	"go/build"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"htmlurl/internal/source"
)

// mark is an attribute that no page has.
const mark = "source-test-mark"

// compare finds where the scanner and the tree that html.Parse makes are at odds. It returns how many elements of the
// tree have attributes, and what is wrong. A page that html.Parse refuses has neither.
//
// Each start tag that the scanner finds gets a mark with its number, as its first attribute. In the tree of that page
// an element must have the mark of a tag with its name, attributes and namespace, and no mark may be text.
func compare(page []byte, scripting bool) (elements int, wrong []string) {
	var tags []source.Tag
	var marked []byte
	at := 0
	for s := source.New(page, scripting); s.Next(); {
		tag := *s.Tag()
		tag.Attrs = slices.Clone(tag.Attrs)
		marked = append(marked, page[at:tag.Name.End]...)
		marked = fmt.Appendf(marked, ` %s="%d"`, mark, len(tags))
		at = tag.Name.End
		tags = append(tags, tag)
	}
	marked = append(marked, page[at:]...)
	root, err := html.ParseWithOptions(bytes.NewReader(marked), html.ParseOptionEnableScripting(scripting))
	if err != nil {
		return 0, nil
	}
	for n := range root.Descendants() {
		if n.Type != html.ElementNode {
			if strings.Contains(n.Data, mark) {
				wrong = append(wrong, fmt.Sprintf("no tag: %q", n.Data))
			}
			continue
		}
		if len(n.Attr) > 1 || len(n.Attr) == 1 && n.Attr[0].Key != mark {
			elements++
		}
		if text := compareElement(page, tags, n); text != "" {
			wrong = append(wrong, text)
		}
	}
	return elements, wrong
}

// compareElement tells what is wrong with an element of the tree, if anything.
func compareElement(page []byte, tags []source.Tag, n *html.Node) string {
	i := slices.IndexFunc(n.Attr, func(a html.Attribute) bool { return a.Key == mark })
	if i < 0 {
		if len(n.Attr) > 0 || n.Namespace != "" {
			return fmt.Sprintf("no start tag for <%s %v>", n.Data, n.Attr)
		}
		return "" // implied
	}
	number, err := strconv.Atoi(n.Attr[i].Val)
	if err != nil || number >= len(tags) {
		return fmt.Sprintf("mark %q", n.Attr[i].Val)
	}
	tag := tags[number]
	name := lower(page, tag.Name)
	if name == "html" || name == "body" {
		return "" // several tags make one element
	}
	if name == "image" && !tag.Foreign {
		name = "img"
	}
	if name != lowerASCII(n.Data) || tag.Foreign != (n.Namespace != "") {
		return fmt.Sprintf("<%s>, foreign %v, is <%s> in %q", name, tag.Foreign, n.Data, n.Namespace)
	}
	var got, want []string
	for _, a := range tag.Attrs {
		got = append(got, fmt.Sprintf("%s=%q", lower(page, a.Name), value(page, a)))
		if !source.Equal(page[a.Value.Start:a.Value.End], value(page, a), true) {
			return fmt.Sprintf("%q is not Equal to its value", page[a.Value.Start:a.Value.End])
		}
	}
	for _, a := range slices.Delete(slices.Clone(n.Attr), i, i+1) {
		key := lowerASCII(a.Key)
		if a.Namespace != "" {
			key = a.Namespace + ":" + key
		}
		want = append(want, fmt.Sprintf("%s=%q", key, a.Val))
	}
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) {
		return fmt.Sprintf("<%s> has %s, want %s", n.Data, got, want)
	}
	return compareText(page, tag, n)
}

// compareText tells what is wrong with the text of a title.
func compareText(page []byte, tag source.Tag, n *html.Node) string {
	if n.Data != "title" || n.Namespace != "" {
		return ""
	}
	text := ""
	if n.FirstChild != nil {
		text = n.FirstChild.Data
	}
	if got := string(source.AppendValue(nil, page[tag.Text.Start:tag.Text.End], false)); got != text {
		return fmt.Sprintf("title %q, want %q", got, text)
	}
	return ""
}

// Each case is about the elements of SVG and MathML, or about what decides which element is current.
var treeCases = []struct{ clause, page string }{
	{"#parsing-main-inforeign",
		"<svg><style><g a=1></style><script><g a=2/></script><title><b a=3></title><textarea><g a=4>"},
	{"#parsing-main-inforeign",
		"<math><style><a b=1></style><mi><style><a b=2></style><textarea><a b=3></textarea></math><style><a>"},
	{"#parsing-main-inforeign", "<svg><font><style><g a=1></style></font><font color=red><style><a>"},
	{"#parsing-main-inforeign", "<svg><g></p><style><a></style><svg><g></br><style><a></style>"},
	{"#parsing-main-inforeign", "<svg><g><path></SVG><style><a></style><math><ms></math><style><a></style>"},
	{"#parsing-main-inforeign", "<div><svg><g></div><style><a></style><b><p><svg></b><style><a></style>"},
	{"#parsing-main-inforeign", "<span><svg></span><xmp><a></xmp><p><svg></p><xmp><a></xmp>"},
	{"#parsing-main-inforeign",
		"<ul><li><svg></li><xmp><a></xmp><dl><dd><svg></dd><xmp><a></xmp><h1><svg></h2><xmp><a></xmp>"},
	{"#parsing-main-inforeign",
		"<form><svg></form><style><g a=1></style></svg><select><svg></select><style><a></style>"},
	{"#html-integration-point",
		"<svg><foreignObject><style><a></style><p></foreignObject><p></p><style><a></style></svg>"},
	{"#html-integration-point",
		"<svg><desc><style><a></style></desc><style><g a=1></style><foreignobject/><style><g a=2>"},
	{"#html-integration-point",
		"<math><annotation-xml encoding='Text/HTML'><style><a></style></annotation-xml><style><mi a=1>"},
	{"#html-integration-point",
		"<math><annotation-xml encoding=application/xhtml&#x2B;xml><div></div><style><a></style>"},
	{"#html-integration-point",
		"<math><annotation-xml encoding=x><style><mi a=1></style><svg><title><style><a></style>"},
	{"#mathml-text-integration-point",
		"<math><mi><mglyph><style><a b=1></style></mglyph><style><a></style><svg><style><g a=1>"},
	{"#cdata-section-state",
		"<math><mi><![CDATA[<a b=1>]]></mi></math><![CDATA[<a b=2>]]><svg><desc><b><![CDATA[<a b=3>]]>"},
	{"#parsing-main-intd", "<table><td><svg><g></td><style><a></style><td><svg></table><style><a></style>"},
	{"#parsing-main-intr", "<table><tr><td><svg><desc><tr><td><style><a></style><math><mi></tr><style><a></style>"},
	{"#parsing-main-intable", "<table><svg><g></table><style><a></style><table><svg><desc><col><tr><style><a></style>"},
	{"#parsing-main-incaption", "<table><caption><svg></caption><style><a></style></table><style><a></style>"},
	{"#parsing-main-intemplate",
		"<template><tr><td><svg></template><style><a></style><template><svg><g></template><xmp><a></xmp>"},
	{"#parsing-main-intemplate", "<svg><desc><template><p></template></desc><style><a></style><p a=1>"},
	{"#parsing-main-inframeset",
		"<frameset><frame src=a><svg><style><a></style><noscript><frame src=b></noscript></frameset>"},
	{"#parsing-main-inbody", "<body><p><frameset><noscript><a b=1></noscript>"},
	{"#parsing-main-inbody", "<body><noscript><img a=1><style><a></style></noscript><select><textarea><a></textarea>"},
	{"#parsing-main-inbody", "<a b=1><svg></a><style><x></style><a><p><a><svg></p><style><x></style><image b=2>"},
	{"#parsing-main-inbody",
		"<button><svg><desc><button></button></desc><style><g></style></button><style><a></style>"},
	{"#acknowledge-self-closing-flag",
		"<svg/><style><a></style><svg a=/><style><g a=1></style></svg><svg a=b a=/><style><a></style>"},
}

// TestForeign holds that the scanner follows the tree builder in and out of SVG and MathML.
func TestForeign(t *testing.T) {
	for _, c := range treeCases {
		for _, scripting := range []bool{true, false} {
			if _, wrong := compare([]byte(c.page), scripting); wrong != nil {
				t.Errorf("%s: %q: %s", c.clause, c.page, wrong)
			}
		}
	}
}

// TestCorpus holds that each element of the real pages that has attributes has its start tag, and that no other text
// was taken for one.
func TestCorpus(t *testing.T) {
	elements, misses := 0, 0
	for _, p := range corpus(t) {
		for _, scripting := range []bool{true, false} {
			n, wrong := compare(p.text, scripting)
			elements += n
			misses += len(wrong)
			for _, text := range wrong {
				t.Errorf("%s: %s", p.name, text)
			}
		}
	}
	t.Logf("%d elements with attributes, %d misses", elements, misses)
	const least = 150_000
	if elements < least {
		t.Errorf("%d elements, want at least %d", elements, least)
	}
}

// TestTreeConstruction holds the same for the pages that the HTML parser itself is tested with, by WHATWG among others.
func TestTreeConstruction(t *testing.T) {
	dir := parserFolder(t)
	var files []string
	for _, pattern := range []string{"go/*.dat", "html5lib-tests/tree-construction/*.dat"} {
		found, err := filepath.Glob(filepath.Join(dir, "testdata", pattern))
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, found...)
	}
	pages, elements := 0, 0
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range strings.Split("\n"+string(text), "\n#data\n")[1:] {
			page, _, ok := strings.Cut("\n"+c, "\n#errors\n")
			if !ok {
				t.Fatalf("%s: %q has no #errors", file, c)
			}
			page = strings.TrimPrefix(page, "\n")
			pages++
			for _, scripting := range []bool{true, false} {
				n, wrong := compare([]byte(page), scripting)
				elements += n
				if wrong != nil {
					t.Errorf("%s: %q: %s", filepath.Base(file), page, wrong)
				}
			}
		}
	}
	const wantPages = 1789
	if pages != wantPages {
		t.Errorf("%d pages, want %d", pages, wantPages)
	}
	t.Logf("%d pages, %d elements with attributes", pages, elements)
}

// parserFolder returns the folder of the HTML parser's source and test data, or skips the test.
func parserFolder(t *testing.T) string {
	p, err := build.Import("golang.org/x/net/html", ".", build.FindOnly)
	if err != nil {
		t.Skip(err)
	}
	if _, err := os.Stat(filepath.Join(p.Dir, "testdata")); err != nil {
		t.Skip(err)
	}
	return p.Dir
}

// TestSoup holds that the scanner follows the tree builder through tags in any order, but for a few pages in ten
// thousand: where the parser opens a formatting element again, and that has its end tag in SVG or MathML.
func TestSoup(t *testing.T) {
	words := strings.Fields(`<svg> </svg> <math> </math> <foreignObject> </foreignObject> <desc> </desc> <title> </title>
		<mi> </mi>
		<annotation-xml> </annotation-xml> <annotation-xml+encoding=text/html> <g> </g> <path/> <div> </div> <p>
		</p> <b> </b> <a> </a> <span> </span> <table> </table> <tr> </tr> <td> </td> <th> <tbody> <caption>
		</caption> <col> <colgroup> <select> </select> <option> <optgroup> <li> </li> <ul> <dd> </dd> <h1> </h1>
		<button> </button> <form> </form> <input> </br> <hr> <script><x></script> <style><x></style>
		<textarea><x></textarea> <noscript> </noscript> <template> </template> <object> </object> <ruby> <rt>
		<font+color=x> </font> <x> </x> <![CDATA[<x>]]> text <body> <svg/> <mglyph> <svg><title> <frameset>
		<noframes><x></noframes> <svg><style> <svg><style></svg>`)
	r := rand.New(rand.NewPCG(1, 2))
	const pages = 20_000
	odd := 0
	for range pages {
		var page strings.Builder
		for range 3 + r.IntN(30) {
			page.WriteString(strings.ReplaceAll(words[r.IntN(len(words))], "+", " "))
		}
		if _, wrong := compare([]byte(page.String()), r.IntN(2) == 0); wrong != nil {
			odd++
			t.Logf("%s: %s", page.String(), wrong)
		}
	}
	const most = pages / 2000
	if odd > most {
		t.Errorf("the scanner and html.Parse are at odds over %d of %d pages", odd, pages)
	}
}

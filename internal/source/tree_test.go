package source_test

import (
	"bytes"
	"fmt"
	"go/build"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"htmlurl/internal/source"
	"htmlurl/internal/testcase"
)

// inParts returns a function that gives a page in parts of a size.
func inParts(page []byte, size int) func() ([]byte, error) {
	return func() ([]byte, error) {
		n := min(size, len(page))
		part := bytes.Clone(page[:n])
		if page = page[n:]; n == 0 {
			return nil, io.EOF
		}
		return part, nil
	}
}

// outline returns the elements that the scanner finds in a page, those of start tags, as a tree. It reads the page in parts
// of a size, or at once for 0.
func outline(page []byte, scripting bool, size int) (*html.Node, error) {
	var s source.Scanner
	if size == 0 {
		s.Reset(page, nil, scripting)
	} else {
		s.Reset(nil, inParts(page, size), scripting)
	}
	for s.Next() {
		if e := s.Merged(); e != nil {
			if e.Item() == nil {
				s.Keep(e, s.NewNode(e))
			}
			merge(e.Item().(*html.Node), s.Attributes())
		}
		if e := s.Element(); e != nil {
			s.Keep(e, s.NewNode(e))
		}
	}
	root := &html.Node{Type: html.DocumentNode}
	at := root
	for item, isEnd := range s.Take {
		if isEnd {
			at = at.Parent
			continue
		}
		n := item.(*html.Node)
		if n.Parent != nil { // of a clone
			n = &html.Node{Type: n.Type, Data: n.Data, DataAtom: n.DataAtom, Attr: n.Attr}
		}
		at.AppendChild(n)
		at = n
	}
	return root, s.Err()
}

// merge adds the attributes that an element does not have.
func merge(n *html.Node, attrs []html.Attribute) {
	for _, a := range attrs {
		if !slices.ContainsFunc(n.Attr, func(b html.Attribute) bool { return a.Key == b.Key }) {
			n.Attr = append(n.Attr, a)
		}
	}
}

// dump returns the elements of a tree that have attributes, as lines.
func dump(root *html.Node) []string {
	var lines []string
	var walk func(n *html.Node, depth int)
	walk = func(n *html.Node, depth int) {
		if n.Type == html.ElementNode && len(n.Attr) > 0 {
			lines = append(lines, fmt.Sprintf("%*s%s %s %d %q", depth, "", n.Namespace, n.Data, n.DataAtom, n.Attr))
			depth++
		}
		for c := range n.ChildNodes() {
			walk(c, depth)
		}
	}
	walk(root, 0)
	return lines
}

// compare finds the first difference between the scanner's elements and those of html.Parse. It returns how many there are,
// and the difference, or "". A page that html.Parse refuses has neither.
func compare(page []byte, scripting bool, size int) (elements int, wrong string) {
	root, err := html.ParseWithOptions(bytes.NewReader(page), html.ParseOptionEnableScripting(scripting))
	got, gotErr := outline(page, scripting, size)
	if err != nil {
		if gotErr == nil {
			return 0, fmt.Sprintf("no error, want %v", err)
		}
		return 0, ""
	}
	if gotErr != nil {
		return 0, gotErr.Error()
	}
	have, want := dump(got), dump(root)
	for i := range max(len(have), len(want)) {
		switch {
		case i == len(have):
			return i, "has no " + want[i]
		case i == len(want):
			return i, "should not have " + have[i]
		case have[i] != want[i]:
			return i, fmt.Sprintf("%d: has %s, want %s", i, have[i], want[i])
		}
	}
	return len(have), ""
}

// attributed gives each start tag of a page an attribute, so that all elements are compared which are not implied.
func attributed(page []byte) []byte {
	var out []byte
	at := 0
	for s := source.NewTokens(page); s.Next(); {
		end := s.Tag().Name.End
		out = append(append(out, page[at:end]...), " q"...)
		at = end
	}
	return append(out, page[at:]...)
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
	{"#parsing-main-inbody", "&Tab;\x00<frameset q=1>"},
	{"#parsing-main-inbody", "<p><b q=1></p><pre q=2>\n\x00</pre><p><b q=1></p><pre q=2>\r\n</pre>"},
	{"#parsing-main-inbody", "<p><b q=1></p><pre q=2>&#13;\r\n</pre><p><b q=1></p><pre q=2>&#13;&#10;\n</pre>"},
	{"#adoption-agency-algorithm", "<b><p><code q=1></p><pre></b>\n</pre>"},
	{"#acknowledge-self-closing-flag",
		"<svg/><style><a></style><svg a=/><style><g a=1></style></svg><svg a=b a=/><style><a></style>"},
}

// TestForeign holds that the scanner follows the tree builder in and out of SVG and MathML.
func TestForeign(t *testing.T) {
	for _, c := range treeCases {
		for _, scripting := range []bool{true, false} {
			checkTree(t, c.clause, []byte(c.page), scripting)
		}
	}
}

// TestCorpus holds that each element of the real pages that has attributes has its start tag, and that no other text
// was taken for one.
func TestCorpus(t *testing.T) {
	testcase.Serial(t)
	elements := 0
	for _, p := range corpus(t) {
		for _, scripting := range []bool{true, false} {
			elements += checkTree(t, p.name, p.text, scripting)
		}
	}
	t.Logf("%d elements with attributes", elements)
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
				elements += checkTree(t, filepath.Base(file), []byte(page), scripting)
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

// TestSoup holds that the scanner follows the tree builder through tags in any order.
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
	pages := many(t, 100_000)
	for range pages {
		var page strings.Builder
		for range 3 + r.IntN(30) {
			page.WriteString(strings.ReplaceAll(words[r.IntN(len(words))], "+", " "))
		}
		checkTree(t, "soup", []byte(page.String()), r.IntN(2) == 0)
		if t.Failed() {
			return
		}
	}
}

// checkTree compares the elements of a page, as it is and with an attribute in each tag, also if it comes in parts. It returns
// how many have attributes.
func checkTree(t *testing.T, name string, page []byte, scripting bool) int {
	t.Helper()
	elements, wrong := compare(page, scripting, 0)
	if wrong != "" {
		t.Errorf("%s, scripting %v: %.300q: %s", name, scripting, page, wrong)
	}
	page = attributed(page)
	for _, size := range []int{0, 7} {
		if size > 0 && len(page) > 1<<12 {
			size = 1 << 10
		}
		if _, wrong := compare(page, scripting, size); wrong != "" {
			t.Errorf("%s, scripting %v, in parts of %d: %.300q: %s", name, scripting, size, page, wrong)
		}
	}
	return elements
}

// many returns how many random pages to try: n, or few with -short.
func many(t *testing.T, n int) int {
	t.Helper()
	const part = 100
	if testing.Short() {
		n /= part
		t.Logf("%d pages, as -short asks for few", n)
	}
	return n
}

package xmltree_test

import (
	"errors"
	"fmt"
	"runtime"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"htmlurl/internal/xmltree"
)

const mega = 1 << 20

// hostileCases are pages made to be slow or large. want is the kind of the error, or nil.
var hostileCases = []struct {
	name string
	page func() string
	want error
}{
	{"nested elements", func() string { return strings.Repeat("<a>", 10*mega/3) }, xmltree.ErrDepth},
	{"elements", func() string { return "<a>" + strings.Repeat("<b/>", mega) + "</a>" }, nil},
	{"attributes", func() string { return "<a " + manyAttributes("", mega) + "/>" }, nil},
	{"the same attribute", func() string {
		return "<a" + strings.Repeat(" b=''", mega) + "/>"
	}, xmltree.ErrNotWellFormed},
	{"elements with some attributes", func() string {
		return "<a>" + strings.Repeat("<b "+manyAttributes("", 20)+"/>", mega/20) + "</a>"
	}, nil},
	{"namespaces", func() string { return "<a " + manyAttributes("xmlns:", mega/4) + "/>" }, nil},
	{"shadowed namespaces", func() string {
		return strings.Repeat("<a "+manyAttributes("xmlns:", 100)+">", 512) + strings.Repeat("</a>", 512)
	}, nil},
	{"a long namespace name", func() string {
		return "<p:a xmlns:p='" + strings.Repeat("u", 4*mega) + "' " + manyAttributes("p:", mega/4) + ">" +
			strings.Repeat("<p:b p:c='' xmlns:q='v' q:c=''/>", mega/8) + "</p:a>"
	}, nil},
	{"long names", func() string {
		return "<" + strings.Repeat("a", 4*mega) + " " + strings.Repeat("b", 4*mega) + "='' " +
			strings.Repeat("b", 4*mega-1) + "=''/>"
	}, nil},
	{"billion laughs", func() string {
		dtd := "<!ENTITY l0 'lol'>"
		for i := range 10 {
			dtd += fmt.Sprintf("<!ENTITY l%d '%s'>", i+1, strings.Repeat(fmt.Sprintf("&l%d;", i), 10))
		}
		return "<!DOCTYPE a [" + dtd + "]><a>&l10;</a>"
	}, xmltree.ErrEntity},
	{"an entity in a DTD over and over", func() string {
		return "<!DOCTYPE a [<!ENTITY x '" + strings.Repeat("x", mega) + "'>]><a>" + strings.Repeat("&x;", mega) + "</a>"
	}, xmltree.ErrEntity},
	{"a long DTD", func() string {
		return "<!DOCTYPE a [" + strings.Repeat("<!ENTITY x '\">'><?p ']>'?>%p; ", mega/4) + "]><a/>"
	}, nil},
	{"a DTD of brackets", func() string {
		return "<!DOCTYPE a [" + strings.Repeat("<![", 4*mega)
	}, xmltree.ErrNotWellFormed},
	{"a DTD of comments", func() string {
		return "<!DOCTYPE a [" + strings.Repeat("<!--", 4*mega)
	}, xmltree.ErrNotWellFormed},
	{"HTML's entities", func() string {
		return xhtmlDoctype + "<a b='" + strings.Repeat("&nbsp;", mega) + "'>" +
			strings.Repeat("&NotEqualTilde;", mega) + "</a>"
	}, nil},
	{"ampersands that are none", func() string {
		return xhtmlDoctype + "<a><![CDATA[" + strings.Repeat("&", 8*mega) + strings.Repeat("&x;", mega) + "]]></a>"
	}, nil},
	{"text", func() string { return "<a>" + strings.Repeat("é", 16*mega) + "</a>" }, nil},
	{"text and CDATA", func() string { return "<a>" + strings.Repeat("x<![CDATA[y]]>", mega) + "</a>" }, nil},
	{"references", func() string {
		return "<a b='" + strings.Repeat("&#10;\r\n", mega) + "'>" + strings.Repeat("&lt;", mega) + "</a>"
	}, nil},
	{"zeros", func() string { return "<a b='&#" + strings.Repeat("0", 8*mega) + "65;'/>" }, nil},
	{"replacement characters", func() string {
		return "<a>" + strings.Repeat("\uFFFD&lt;<b/>", mega/2) + "</a>"
	}, nil},
	{"a comment", func() string { return "<!--" + strings.Repeat("- ", 8*mega) + "--><a/>" }, nil},
	{"line ends", func() string {
		return "<a><!--" + strings.Repeat("\r\n\r", 4*mega) + "-->" + strings.Repeat("\r", 4*mega) + "</a>"
	}, nil},
	{"style sheets", func() string { return strings.Repeat("<?xml-stylesheet href='x'?>", mega/4) + "<a/>" }, nil},
	{"pseudo-attributes", func() string {
		return "<?xml-stylesheet " + manyAttributes("", mega/4) + " href=''?><a/>"
	}, nil},
	{"a stream of quotes", func() string { return "<a " + strings.Repeat("'", 8*mega) }, xmltree.ErrNotWellFormed},
	{"less-than signs", func() string { return strings.Repeat("<", 8*mega) }, xmltree.ErrNotWellFormed},
	{"colons", func() string { return "<" + strings.Repeat(":", 8*mega) + "/>" }, xmltree.ErrNotWellFormed},
	{"a long declaration", func() string {
		return "<?xml" + strings.Repeat(" ", 8*mega) + "?><a/>"
	}, xmltree.ErrNotWellFormed},
	{"NUL bytes", func() string { return "<a>" + strings.Repeat("\x00", 8*mega) }, xmltree.ErrNotWellFormed},
}

// TestHostilePages holds that pages made to be slow or large have a tree or a typed error, in proportion to their size.
// A quadratic scan would take hours here.
func TestHostilePages(t *testing.T) {
	if testing.Short() {
		t.Skip("reads two hundred megabytes of hostile pages")
	}
	for _, c := range hostileCases {
		t.Run(c.name, func(t *testing.T) {
			page := []byte(c.page())
			tree, err := xmltree.Parse(page)
			if !errors.Is(err, c.want) {
				t.Fatalf("%.200v, want %v", err, c.want)
			}
			if tree != nil {
				checkLastValue(t, tree, page)
			}
			const perByte = 100 // a node of the tree for a tag of four bytes
			if heap := liveHeap(); heap > uint64(len(page))*perByte+16*mega {
				t.Errorf("%d bytes of memory for a page of %d", heap, len(page))
			}
			runtime.KeepAlive(tree)
		})
	}
}

// checkLastValue checks the place of the root's last attribute, at both ends of it.
func checkLastValue(t *testing.T, tree *xmltree.Tree, page []byte) {
	t.Helper()
	root := tree.Root.LastChild
	for root.Type != html.ElementNode {
		root = root.PrevSibling
	}
	if last := len(root.Attr) - 1; last >= 0 {
		v, ok := tree.Value(page, tree.Tags[0], root, last)
		if value := root.Attr[last].Val; !ok || v.Start(0) != v.Span.Start || v.End(len(value)) != v.Span.End {
			t.Error("the last attribute of the root has no place")
		}
	}
}

// manyAttributes returns attributes that all have different names.
func manyAttributes(prefix string, n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, " %sn%x='u'", prefix, i)
	}
	return b.String()
}

func liveHeap() uint64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}

package xmltree_test

import (
	"slices"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"htmlurl/internal/xmltree"
)

// elements pairs the elements of a tree with their start tags.
func elements(t *testing.T, tree *xmltree.Tree) map[*html.Node]xmltree.Span {
	t.Helper()
	tags := map[*html.Node]xmltree.Span{}
	for n := range tree.Root.Descendants() {
		if n.Type == html.ElementNode {
			if len(tags) == len(tree.Tags) {
				t.Fatalf("more elements than the %d tags", len(tree.Tags))
			}
			tags[n] = tree.Tags[len(tags)]
		}
	}
	if len(tags) != len(tree.Tags) {
		t.Fatalf("%d elements and %d tags", len(tags), len(tree.Tags))
	}
	return tags
}

// In each page the tags and values are listed as they are written.
func TestTagsAndValues(t *testing.T) {
	for _, c := range []struct {
		page string
		want []string // a tag, then its values
	}{
		{"<a/>", []string{"<a/>"}},
		{"<?xml version='1.0'?>\n<!DOCTYPE a [<!ENTITY x '<b c=\"\">'>]>\n" +
			"<a><b c='1' />x<p:d xmlns:p='u' p:e = \"f\" ></p:d\n></a>", []string{
			"<a>", "<b c='1' />", "1", "<p:d xmlns:p='u' p:e = \"f\" >", "u", "f",
		}},
		{"<a><!-- <b c=''/> --><![CDATA[<b c=''/>]]><?p <b c=''/>?><b c='>' d='' e=\"'\"/></a>", []string{
			"<a>", "<b c='>' d='' e=\"'\"/>", ">", "", "'",
		}},
		{"<é ü='ß&amp;'\r\n\tß='\r\n'/>", []string{"<é ü='ß&amp;'\r\n\tß='\r\n'/>", "ß&amp;", "\r\n"}},
	} {
		tree, err := xmltree.Parse([]byte(c.page))
		if err != nil {
			t.Errorf("%q: %v", c.page, err)
			continue
		}
		var got []string
		tags := elements(t, tree)
		for n := range tree.Root.Descendants() {
			if n.Type != html.ElementNode {
				continue
			}
			got = append(got, c.page[tags[n].Start:tags[n].End])
			for i := range n.Attr {
				v, ok := tree.Value([]byte(c.page), tags[n], n, i)
				if !ok {
					t.Errorf("%q: no place for %v", c.page, n.Attr[i])
				}
				got = append(got, c.page[v.Span.Start:v.Span.End])
			}
		}
		if strings.Join(got, "\n") != strings.Join(c.want, "\n") {
			t.Errorf("%q: %q, want %q", c.page, got, c.want)
		}
	}
}

// What stands at value[i:j] is written at page[Start(i):End(j)]; want has that for each character of the value.
func TestOffsetsInValue(t *testing.T) {
	for _, c := range []struct {
		doctype, written string
		want             []string
	}{
		{"", "", nil},
		{"", "aé😀", []string{"a", "é", "😀"}},
		{"", "&amp;b", []string{"&amp;", "b"}},
		{"", "a&#x1F600;b&lt;&#13;", []string{"a", "&#x1F600;", "b", "&lt;", "&#13;"}},
		{"", "a\r\nb\rc\n\td", []string{"a", "\r\n", "b", "\r", "c", "\n", "\t", "d"}},
		{"", "\r\n\r\n", []string{"\r\n", "\r\n"}},
		{xhtmlDoctype, "&nbsp;x&eacute;", []string{"&nbsp;", "x", "&eacute;"}},
		{xhtmlDoctype, "x&NotEqualTilde;y", []string{"x", "&NotEqualTilde;", "&NotEqualTilde;", "y"}}, // two characters
	} {
		page := c.doctype + "<a b='" + c.written + "'/>"
		tree, err := xmltree.Parse([]byte(page))
		if err != nil {
			t.Errorf("%q: %v", page, err)
			continue
		}
		n := tree.Root.LastChild
		v, ok := tree.Value([]byte(page), tree.Tags[0], n, 0)
		if !ok || page[v.Span.Start:v.Span.End] != c.written {
			t.Errorf("%q: %v, %v", page, v, ok)
			continue
		}
		var got []string
		value := n.Attr[0].Val
		for i, r := range value {
			got = append(got, page[v.Start(i):v.End(i+len(string(r)))])
		}
		if strings.Join(got, "|") != strings.Join(c.want, "|") {
			t.Errorf("%q: %q, want %q", c.written, got, c.want)
		}
		ends := []int{v.Start(0), v.End(0), v.Start(len(value)), v.End(len(value))}
		if !slices.Equal(ends, []int{v.Span.Start, v.Span.Start, v.Span.End, v.Span.End}) {
			t.Errorf("%q: the ends are %v", c.written, ends)
		}
	}
}

// A value that somebody changed is not where it was.
func TestNoValue(t *testing.T) {
	page := []byte("<a b='1' c='2'/>")
	tree, err := xmltree.Parse(page)
	if err != nil {
		t.Fatal(err)
	}
	n := tree.Root.FirstChild
	n.Attr[1].Val = "3"
	n.Attr = append(n.Attr, html.Attribute{Key: "d"})
	for i, want := range []bool{true, false, false} {
		if _, ok := tree.Value(page, tree.Tags[0], n, i); ok != want {
			t.Errorf("attribute %d: %v, want %v", i, ok, want)
		}
	}
}

// https://www.w3.org/TR/2010/REC-xml-stylesheet-20101028/
func TestStylesheets(t *testing.T) {
	for _, c := range []struct {
		page string
		want string // href as written = value, and the pseudo-attributes, of each
	}{
		{"<?xml-stylesheet href='s.css'?><a/>", "s.css=s.css href"},
		{"<?xml version='1.0'?>\n<?xml-stylesheet type=\"text/css\"\n\thref = \"?a&amp;b&#x27;\" alternate='no' ?>" +
			"<!DOCTYPE a><a/>",
			"?a&amp;b&#x27;=?a&b' type href alternate"},
		{"<?xml-stylesheet href='1'?><!DOCTYPE a><?xml-stylesheet href='2'?><!-- --><?xml-stylesheet href='3'?><a/>",
			"1=1 href; 2=2 href; 3=3 href"},
		{"<?xml-stylesheet href='a\r\nb\tc' x=''?><a/>", "a\r\nb\tc=a\nb\tc href x"},
		{"<?xml-stylesheet href=''?><a/>", "= href"},
		{"<?xml-stylesheet href='>'?><a/>", ">=> href"},
		{"<?xml-stylesheet title='&apos;&quot;&lt;&gt;' href=''?><a/>", "= title href"},

		{"<?xml-stylesheet?><a/>", ""},
		{"<?xml-stylesheet type='text/css'?><a/>", ""},
		{"<?xml-stylesheet href='a' href='b'?><a/>", ""},
		{"<?xml-stylesheet href='a' title='b' title='c'?><a/>", ""},
		{"<?xml-stylesheet href='a'title='b'?><a/>", ""},
		{"<?xml-stylesheet href=a?><a/>", ""},
		{"<?xml-stylesheet href?><a/>", ""},
		{"<?xml-stylesheet href='a' b?><a/>", ""},
		{"<?xml-stylesheet href='a' 1='b'?><a/>", ""},
		{"<?xml-stylesheet href='a?><a/>", ""},
		{"<?xml-stylesheet href='<'?><a/>", ""},
		{"<?xml-stylesheet href='&'?><a/>", ""},
		{"<?xml-stylesheet href='&;'?><a/>", ""},
		{"<?xml-stylesheet href='&#;'?><a/>", ""},
		{"<?xml-stylesheet href='&#0;'?><a/>", ""},
		{"<?xml-stylesheet href='&#xD800;'?><a/>", ""},
		{"<?xml-stylesheet href='&#x110000;'?><a/>", ""},
		{xhtmlDoctype + "<?xml-stylesheet href='&nbsp;'?><a/>", ""},
		{"<?xml-stylesheets href='a'?><a/>", ""},
		{"<?XML-stylesheet href='a'?><a/>", ""},
		{"<a><?xml-stylesheet href='a'?></a><?xml-stylesheet href='b'?>", ""},
		{"<!-- <?xml-stylesheet href='a'?> --><!DOCTYPE a [<?xml-stylesheet href='a'?>]><a/>", ""},
	} {
		tree, err := xmltree.Parse([]byte(c.page))
		if err != nil {
			t.Errorf("%q: %v", c.page, err)
			continue
		}
		var got []string
		for _, s := range tree.Stylesheets {
			line := c.page[s.Value.Span.Start:s.Value.Span.End] + "=" + s.Href
			for _, a := range s.Attr {
				line += " " + a.Key
			}
			got = append(got, line)
			written := strings.ReplaceAll(c.page[s.Span.Start:s.Span.End], "\r\n", "\n")
			if s.Node.Type != html.CommentNode || "<"+s.Node.Data+">" != written {
				t.Errorf("%q: the node is %q, the span has %q", c.page, s.Node.Data, written)
			}
			if s.Value.Start(0) != s.Value.Span.Start || s.Value.End(len(s.Href)) != s.Value.Span.End {
				t.Errorf("%q: offsets %d to %d", c.page, s.Value.Start(0), s.Value.End(len(s.Href)))
			}
		}
		if strings.Join(got, "; ") != c.want {
			t.Errorf("%q: %q, want %q", c.page, got, c.want)
		}
	}
}

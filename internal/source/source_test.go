package source_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"htmlurl/internal/source"
)

// scan returns the start tags that s comes to as texts: the place, the name in lower case, the attributes with their
// values as the tokenizer gives them, the raw text, and "foreign".
func scan(s *source.Scanner, page []byte) []string {
	var tags []string
	for s.Next() {
		tag := s.Tag()
		text := fmt.Sprintf("%d-%d %s", tag.Start, tag.End, lower(page, tag.Name))
		for _, a := range tag.Attrs {
			text += fmt.Sprintf(" %s=%q", lower(page, a.Name), value(page, a))
		}
		if t := s.Text(); t.Start < t.End {
			text += fmt.Sprintf(" text %d-%d", t.Start, t.End)
		}
		if e := s.Element(); e != nil && e.IsForeign() {
			text += " foreign"
		}
		tags = append(tags, text)
	}
	return tags
}

// lower returns a name as the tokenizer gives it.
func lower(page []byte, s source.Span) string {
	return lowerASCII(strings.ReplaceAll(string(page[s.Start:s.End]), "\x00", "\uFFFD"))
}

func lowerASCII(s string) string {
	b := []byte(s)
	for i, c := range b {
		if 'A' <= c && c <= 'Z' {
			b[i] += 'a' - 'A'
		}
	}
	return string(b)
}

func value(page []byte, a source.Attr) string {
	return string(source.AppendValue(nil, page[a.Value.Start:a.Value.End], true))
}

// Paths are of https://html.spec.whatwg.org/multipage/.
var scanCases = []struct {
	clause, page string
	tags         []string
}{
	{"parsing.html#data-state", "a < b <3 <>&<a>", []string{"12-15 a"}},
	{"parsing.html#tag-open-state", "<?a><b?></><c></ <d>><e/>", []string{"4-8 b?", "11-14 c", "21-25 e"}},
	{"parsing.html#tag-name-state", "<A\x00é\n><b", []string{"0-7 a\uFFFDé"}},
	{"parsing.html#end-tag-open-state", "</a b='<c>'><d>", []string{"12-15 d"}},
	{"parsing.html#before-attribute-name-state", "<a =b /=c=d/e/=f>",
		[]string{`0-17 a =b="" =c="d/e/=f"`}},
	{"parsing.html#attribute-name-state", "<a B=1 b=2 c/B=3 d\"e='>'>",
		[]string{`0-25 a b="1" c="" d"e=">"`}},
	{"parsing.html#after-attribute-name-state", "<a b \n=\t c d = e>", []string{`0-17 a b="c" d="e"`}},
	{"parsing.html#attribute-value-(unquoted)-state",
		"<a b=c/><d e=`f g`>", []string{`0-8 a b="c/"`, "8-19 d e=\"`f\" g`=\"\""}},
	{"parsing.html#attribute-value-(double-quoted)-state",
		"<a b=\"c\r\n&lt;>'\"d><e f='", []string{`0-18 a b="c\n<>'" d=""`}},
	{"parsing.html#markup-declaration-open-state", "<!><a><!doctype '<b>'><c><!-<d>><![CDATA[<e>]]><f>",
		[]string{"3-6 a", "22-25 c", "47-50 f"}},
	{"parsing.html#comment-start-state", "<!--><a><!---><b><!----><c><!--<d>--><e><!--!><f>--!><g><!--->--><h><!-->",
		[]string{"5-8 a", "14-17 b", "24-27 c", "37-40 e", "53-56 g", "65-68 h"}},
	{"parsing.html#rcdata-state", "<title><a></titleb></TITLE><b><textarea ></textarea\n><c>",
		[]string{"0-7 title text 7-19", "27-30 b", "30-41 textarea", "53-56 c"}},
	{"parsing.html#rawtext-state", "<STYLE><a></style ></p><xmp/><a></xmp/><iframe><b>",
		[]string{"0-7 style text 7-10", "23-29 xmp text 29-32", "39-47 iframe text 47-50"}},
	{"parsing.html#plaintext-state", "<plaintext></plaintext><a>", []string{"0-11 plaintext text 11-26"}},
	{"parsing.html#script-data-state", "<script><a></script><b>", []string{"0-8 script text 8-11", "20-23 b"}},
	{"parsing.html#script-data-escaped-state", "<script><!--</script><a>", []string{"0-8 script text 8-12", "21-24 a"}},
	{"parsing.html#script-data-double-escaped-state", "<script><!--<script></script></script><a>",
		[]string{"0-8 script text 8-29", "38-41 a"}},
	{"parsing.html#script-data-double-escape-end-state", "<script><!--<SCRIPT/</script>-<script ><!----></script><a>",
		[]string{"0-8 script text 8-46", "55-58 a"}},
	{"parsing.html#parsing-main-inhead", "<noscript><a></noscript>", []string{"0-10 noscript text 10-13"}},
	{"parsing.html#cdata-section-state", "<svg><![CDATA[<a>]]]><g><![cdata[><a>",
		[]string{"0-5 svg foreign", "21-24 g foreign", "34-37 a foreign"}},
	{"parsing.html#parsing-main-inforeign", "<svg><style><g></style><script/></svg><style><a></style>",
		[]string{"0-5 svg foreign", "5-12 style foreign", "12-15 g foreign", "23-32 script foreign",
			"38-45 style text 45-48"}},
}

// TestScan holds the clauses of the tokenizer.
func TestScan(t *testing.T) {
	for _, c := range scanCases {
		page := []byte(c.page)
		s := source.New(page, true)
		if got := scan(s, page); !slices.Equal(got, c.tags) {
			t.Errorf("%s: %q has the tags\n%q, want\n%q", c.clause, c.page, got, c.tags)
		}
		if s.Next() {
			t.Errorf("%q goes on after its end", c.page)
		}
	}
}

// TestSpans holds that names and values are where they are written.
func TestSpans(t *testing.T) {
	const page = `<A Href = "x y"b='' c=d e f=>`
	s := source.New([]byte(page), false)
	if !s.Next() || page[s.Tag().Name.Start:s.Tag().Name.End] != "A" {
		t.Fatal("no tag A")
	}
	want := []struct {
		name, value, after string
		quote              byte
		hasValue           bool
	}{
		{"Href", "x y", `"b=`, '"', true},
		{"b", "", "' c", '\'', true},
		{"c", "d", " e ", 0, true},
		{"e", "", " f=", 0, false},
		{"f", "", ">", 0, true},
	}
	attrs := s.Tag().Attrs
	if len(attrs) != len(want) {
		t.Fatalf("%d attributes, want %d", len(attrs), len(want))
	}
	for i, w := range want {
		a := attrs[i]
		name, value := page[a.Name.Start:a.Name.End], page[a.Value.Start:a.Value.End]
		if name != w.name || value != w.value || a.Quote != w.quote || a.HasValue != w.hasValue ||
			!strings.HasPrefix(page[a.Value.End:], w.after) {
			t.Errorf("%+v is %s=%q before %q, want %+v", a, name, value, page[a.Value.End:], w)
		}
	}
}

// TestAllocations holds that a tag costs no memory.
func TestAllocations(t *testing.T) {
	const tags = 1000
	const part = `<div class=c><a HREF="x?a&amp;b" title='t' id=i><svg viewBox="0"><path d=x /></svg></a></div>`
	page := []byte(strings.Repeat(part, tags))
	s := source.New(page, true)
	for range 8 {
		s.Next()
	}
	if n := testing.AllocsPerRun(tags/2, func() { s.Next() }); n != 0 {
		t.Errorf("%v allocations for a tag", n)
	}
	for s.Next() {
	}
	raw, value := []byte("a&amp;b&eacute;\r\n&#x41;&nosuch;"), "a&bé\nA&nosuch;"
	if n := testing.AllocsPerRun(100, func() { source.Equal(raw, value, true) }); n != 0 {
		t.Errorf("Equal allocates %v times", n)
	}
}

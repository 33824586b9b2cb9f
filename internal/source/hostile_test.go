package source_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"htmlurl/internal/source"
	"htmlurl/internal/testcase"
)

const mega = 1 << 20

// soon fails the test if f is not done in a time that is ample for some megabytes, and short if each byte costs a look
// at all others.
func soon(t *testing.T, f func()) {
	t.Helper()
	const limit = 10 * time.Second
	start := time.Now()
	f()
	if took := time.Since(start); took > limit {
		t.Errorf("took %v", took)
	}
}

// manyNames returns n attributes that all have different names.
func manyNames(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "a%x ", i)
	}
	return b.String()
}

// TestHostilePages holds that pages made to be slow are scanned in linear time.
func TestHostilePages(t *testing.T) {
	testcase.Serial(t)
	for _, c := range []struct {
		name, page string
		tags       int
	}{
		{"less-than signs", strings.Repeat("<", 4*mega), 0},
		{"unfinished tags", strings.Repeat("<a ", mega), 0},
		{"unfinished end tags", strings.Repeat("</a ", mega), 0},
		{"unfinished comments", strings.Repeat("<!--", mega), 0},
		{"comments that do not end", "<!--" + strings.Repeat("-!>->", mega), 0},
		{"CDATA sections in HTML", strings.Repeat("<![CDATA[", mega), 0},
		{"CDATA sections in SVG", "<svg>" + strings.Repeat("<![CDATA[", mega), 1},
		{"declarations", strings.Repeat("<!>", mega), 0},
		{"quotation marks", "<a " + strings.Repeat(`"`, 4*mega) + ">", 1},
		{"quoted values", "<a " + strings.Repeat(`a="" `, mega) + ">", 1},
		{"values that do not end", "<a " + strings.Repeat(`a='" `, mega) + "a='>", 0},
		{"equals signs", "<a " + strings.Repeat("= ", mega) + ">", 1},
		{"solidi", "<a " + strings.Repeat("/", 4*mega) + ">", 1},
		{"attributes", "<a " + manyNames(mega/4) + ">", 1},
		{"attributes, and then many tags",
			"<a " + manyNames(mega/4) + ">" + strings.Repeat("<a "+manyNames(20)+">", mega/64), 1 + mega/64},
		{"a script", "<script>" + strings.Repeat("</script <", mega), 1},
		{"a script in a comment", "<script><!--" + strings.Repeat("<script></script>", mega/4), 1},
		{"a script in and out of comments", "<script>" + strings.Repeat("<!-->", mega), 1},
		{"scripts", strings.Repeat("<script>", mega/2), 1},
		{"titles", "<title>" + strings.Repeat("</titl", mega), 1},
		{"svg elements", strings.Repeat("<svg>", mega/4), 510}, // html, body and these are as many as there can be
		{"svg elements and other end tags", strings.Repeat("<svg>", 400) + strings.Repeat("</p></x>", mega/16), 400},
		{"elements and other end tags",
			strings.Repeat("<x>", 400) + strings.Repeat("</y></li></b></td>", mega/16), 400},
		{"formatting elements", strings.Repeat("<b><p>", 200) + strings.Repeat("</b></i><b>", mega/16), 400 + mega/16},
		{"cells", strings.Repeat("<table><td>", 80) + strings.Repeat("<td><svg>", mega/16), 351},
		{"templates", strings.Repeat("<template>", 400) + strings.Repeat("<td><form>", mega/16), 400 + mega/8},
		{"objects in cells", "<table>" + strings.Repeat("<td><object><b>", mega/16), 1 + 3*mega/16},
		{"formatting elements that are open no more", "<p>" + strings.Repeat("<i><b><p></b>", mega/16), 0},
		{"tables in front of tables", strings.Repeat("<table><a>", 100) + strings.Repeat("<a>", mega/16), 0},
		{"white space", "<p>" + strings.Repeat(" ", 4*mega) + "<p>", 2},
	} {
		t.Run(c.name, func(t *testing.T) {
			soon(t, func() {
				tags := 0
				for s := source.New([]byte(c.page), true); s.Next(); {
					tags++
				}
				if c.tags > 0 && tags != c.tags {
					t.Errorf("%d tags, want %d", tags, c.tags)
				}
			})
		})
	}
}

// TestHostileValues holds that values made to be slow are decoded in linear time.
func TestHostileValues(t *testing.T) {
	if testing.Short() {
		t.Skip("decodes values of megabytes")
	}
	for _, part := range []string{
		"&", "&#", "&#x", "&a", "&amp", "&amp;", "&zz;", "&#0", "\r", "\x00", "a", "&notit;",
		"&CounterClockwiseContourIntegra;",
	} {
		for _, raw := range []string{
			strings.Repeat(part, mega/4), part + strings.Repeat("0", mega), part + strings.Repeat("a", mega),
		} {
			for _, attribute := range []bool{true, false} {
				soon(t, func() {
					raw := []byte(raw)
					value := string(source.AppendValue(nil, raw, attribute))
					if !source.Equal(raw, value, attribute) {
						t.Errorf("%.20q… does not equal its value", raw)
					}
					m := source.NewMap(raw, attribute)
					for i := range 1000 {
						m.Start(i * len(value) / 1000)
						m.End(len(value) - i)
					}
				})
			}
		}
	}
}

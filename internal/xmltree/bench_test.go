package xmltree_test

import (
	"strings"
	"testing"

	"htmlurl/internal/xmltree"
)

func BenchmarkParse(b *testing.B) {
	page := []byte(xhtmlDoctype + "<html " + xhtml + "><body>" +
		strings.Repeat("<p class=\"c\">some text &amp; <a href='?a=1&amp;b=2' title='t'>a link</a><br/>é</p>\n", 2000) +
		"</body></html>")
	b.SetBytes(int64(len(page)))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := xmltree.Parse(page); err != nil {
			b.Fatal(err)
		}
	}
}

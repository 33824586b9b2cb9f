package document_test

import (
	"strings"
	"testing"

	"htmlurl/document"
)

// TestLine compares the lines of references with the text split at line ends.
func TestLine(t *testing.T) {
	for _, end := range []string{"\n", "\r\n", "\r"} {
		var page strings.Builder
		var want []string
		for i := range 300 {
			line := strings.Repeat("é ", i%70) + `<a href="x">` + strings.Repeat("y", i*7%1500) + "</a>"
			want = append(want, line)
			page.WriteString(line + end)
		}
		d, err := document.Parse(strings.NewReader(page.String()), document.Options{Positions: true, ContentType: "text/html;charset=utf-8"})
		if err != nil {
			t.Fatal(err)
		}
		n := 0
		for link := range d.Links() {
			if got := d.Line(link.Span); got != want[link.Span.Line-1] || link.Span.Line != n+1 {
				t.Fatalf("line end %q: link %d is in line %d, %q, want %q", end, n, link.Span.Line, got, want[n])
			}
			n++
		}
		if n != len(want) {
			t.Errorf("%d links, want %d", n, len(want))
		}
	}
	d, err := document.Parse(strings.NewReader("<a href=x>"), document.Options{})
	if err != nil || d.Line(document.Span{Line: 1}) != "" {
		t.Errorf("a document without positions has a line: %v", err)
	}
}

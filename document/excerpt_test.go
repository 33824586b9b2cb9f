package document_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"htmlurl/document"
	"htmlurl/resolve"
)

// TestExcerpt compares what stands around references with the text split at line ends.
func TestExcerpt(t *testing.T) {
	const many = 1 << 20
	for _, end := range []string{"\n", "\r\n", "\r"} {
		var page strings.Builder
		var before, after []string
		for i := range 300 {
			left, right := strings.Repeat("é ", i*11%2500)+"<a href=\"", "x\">"+strings.Repeat("ÿy", i*7%1500)+"</a>"
			before, after = append(before, left), append(after, right)
			page.WriteString(left + right + end)
		}
		d, err := document.Parse(strings.NewReader(page.String()), document.Options{Positions: true, ContentType: "text/html;charset=utf-8"})
		if err != nil {
			t.Fatal(err)
		}
		n := 0
		for link := range d.Links() {
			if left, right := d.Excerpt(link.Span, many, many); left != before[n] || right != after[n] {
				t.Fatalf("line end %q: around link %d stand %.50q and %.50q, want %.50q and %.50q", end, n, left, right, before[n], after[n])
			}
			left, right := d.Excerpt(link.Span, 3, 5)
			if utf8.RuneCountInString(left) != 3 || utf8.RuneCountInString(right) != 5 || !strings.HasSuffix(before[n], left) ||
				!strings.HasPrefix(after[n], right) {
				t.Fatalf("the excerpt of link %d is %q and %q", n, left, right)
			}
			n++
		}
		if n != len(before) {
			t.Errorf("%d links, want %d", n, len(before))
		}
	}
	d, err := document.Parse(strings.NewReader("<a href=x>"), document.Options{})
	if left, right := d.Excerpt(document.Span{Line: 1, Column: 1}, many, many); err != nil || left+right != "" {
		t.Errorf("a document without positions has an excerpt: %v", err)
	}
}

// TestInEdition compares documents as other editions read them with those that were parsed so.
func TestInEdition(t *testing.T) {
	pages := []string{
		"<base href='data:,x'><a href=y>", "<base href='http:z'><p xml:base='/q/'><a href='\\\\h\\x'><img srcset='a b.png 1x, c 2x'>",
		"<meta charset=windows-1252><a href='?\xe9#\xe9'><style>a{b:url(x?\xe9)}</style>",
		"<iframe srcdoc='<a href=x>'></iframe><base href='/b/'><iframe srcdoc='<a href=x><base href=../c/><a href=y><iframe srcdoc=\"<a href=z>\">'>",
		"<meta http-equiv=refresh content='0;url=a'><base href=/b/><meta http-equiv=refresh content='0;url=c'>",
	}
	compared := 0
	for _, page := range pages {
		for _, from := range resolve.Editions() {
			d, err := document.Parse(strings.NewReader(page), document.Options{Address: "http://h/d/e", Edition: from})
			if err != nil {
				t.Fatal(err)
			}
			for _, to := range resolve.Editions() {
				want, err := document.Parse(strings.NewReader(page), document.Options{Address: "http://h/d/e", Edition: to})
				if err != nil {
					t.Fatal(err)
				}
				compared += compareInEdition(t, d, want, nil)
			}
		}
	}
	const wantCompared = 256
	if compared != wantCompared {
		t.Errorf("%d references compared, want %d", compared, wantCompared)
	}
}

// compareInEdition compares the references of a document and its frames with those of one that was parsed in another
// edition.
func compareInEdition(t *testing.T, d, want, around *document.Document) (compared int) {
	t.Helper()
	to := want.Resolver().Edition
	other, err := d.InEdition(to, around)
	if err != nil {
		t.Fatal(err)
	}
	if other.Base() != want.Base() || other.Fallback() != want.Fallback() {
		t.Errorf("%v: base %v, fallback %v, want %v and %v", to, other.Base(), other.Fallback(), want.Base(), want.Fallback())
	}
	var got, expected []string
	for link := range other.Links() {
		got = append(got, link.Raw+" "+link.URL.String()+" "+string(link.Ignored))
	}
	for link := range want.Links() {
		expected = append(expected, link.Raw+" "+link.URL.String()+" "+string(link.Ignored))
	}
	if strings.Join(got, "\n") != strings.Join(expected, "\n") {
		t.Errorf("%v:\n%s\nwant\n%s", to, strings.Join(got, "\n"), strings.Join(expected, "\n"))
	}
	var frames, wantFrames []*document.Document
	for frame := range d.Frames() {
		frames = append(frames, frame)
	}
	for frame := range want.Frames() {
		wantFrames = append(wantFrames, frame)
	}
	for i := range frames {
		compared += compareInEdition(t, frames[i], wantFrames[i], other)
	}
	return compared + len(got)
}

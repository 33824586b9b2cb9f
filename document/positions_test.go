package document_test

import (
	"bytes"
	"fmt"
	"html"
	"slices"
	"strings"
	"testing"

	"htmlurl/document"
	"htmlurl/internal/charset"
	"htmlurl/internal/source"
	"htmlurl/internal/testcase"
)

// TestCorpusPositions holds that nearly all references of real pages have a place, and that what stands there, decoded and
// with its references and escapes undone, is the reference.
func TestCorpusPositions(t *testing.T) {
	testcase.Serial(t)
	placed, unplaced := map[string]int{}, map[string]int{}
	for _, p := range testcase.Pages(t) {
		d, err := document.Parse(bytes.NewReader(p.Bytes), document.Options{Address: p.Address, Positions: true})
		if err != nil {
			t.Fatal(err)
		}
		checkPositions(t, p.File, d, p.Bytes, placed, unplaced)
	}
	t.Logf("placed: %v, not placed: %v", placed, unplaced)
	for kind, want := range map[string]int{"srcset": 997, "imagesrcset": 23, "content": 2, "style": 154, "#text": 259} {
		if placed[kind] != want {
			t.Errorf("%d of %s are placed, want %d", placed[kind], kind, want)
		}
	}
	const single = "one URL"
	if share := float64(unplaced[single]) / float64(placed[single]+unplaced[single]); share > 0.001 || placed[single] < 35000 {
		t.Errorf("%.4f of the attributes that hold one URL are not placed", share)
	}
}

// checkPositions checks the places of the references of a document, which are in page, and in its frames.
func checkPositions(t *testing.T, name string, d *document.Document, page []byte, placed, unplaced map[string]int) {
	t.Helper()
	encodingName, _ := d.Encoding()
	encoding, _ := charset.Lookup(encodingName)
	for link := range d.Links() {
		kind := "one URL"
		switch {
		case link.Attr == "#text" || link.Attr == "style":
			kind = link.Attr
		case link.Attr == "srcset" || link.Attr == "imagesrcset" || link.Kind == document.Redirect:
			kind = link.Attr
		}
		if link.Unplaced != "" {
			unplaced[kind]++
			t.Logf("%s: <%s %s=%.60q>: %s", name, link.Node.Data, link.Attr, link.Raw, link.Unplaced)
			continue
		}
		placed[kind]++
		if problem := positionProblem(page, encoding, link); problem != "" {
			t.Errorf("%s: <%s %s=%.60q> at %+v: %s", name, link.Node.Data, link.Attr, link.Raw, link.Span, problem)
		}
	}
	for frame, err := range d.Frames() {
		if err != nil {
			t.Error(err)
			continue
		}
		srcdoc := ""
		for _, a := range frame.Element().Attr {
			if a.Key == "srcdoc" {
				srcdoc = a.Val
			}
		}
		checkPositions(t, name+", frame", frame, []byte(srcdoc), placed, unplaced)
		if span, why := frame.Span(); srcdoc != "" && (why != "" || span.End <= span.Start) {
			t.Errorf("%s: the frame is at %+v (%s)", name, span, why)
		}
	}
}

// positionProblem tells in what the bytes where a link stands are not its reference.
func positionProblem(page []byte, encoding charset.Encoding, link document.Link) string {
	span := link.Span
	if span.Start < 0 || span.End < span.Start || span.End > len(page) {
		return "outside of the page"
	}
	text := encoding.Decode(page[span.Start:span.End])
	const sampled = 8 // one link of so many, because counting from the start takes long
	if span.Start%sampled == 0 {
		if line, column := naivePosition(encoding, page, span.Start); line != span.Line || column != span.Column {
			return fmt.Sprintf("the line is %d, the column %d", line, column)
		}
	}
	readings := []string{
		string(source.AppendValue(nil, text, true)),
		strings.ReplaceAll(string(text), "\r\n", "\n"),
		html.UnescapeString(string(text)),
	}
	if slices.Contains(readings, link.Raw) || strings.Contains(string(text), `\`) {
		return ""
	}
	return fmt.Sprintf("%q stands there", text)
}

// naivePosition counts lines and columns from the start of the page.
func naivePosition(encoding charset.Encoding, page []byte, offset int) (line, column int) {
	text := strings.TrimPrefix(string(encoding.Decode(page[:offset])), "\uFEFF")
	text = strings.ReplaceAll(strings.ReplaceAll(text, "\r\n", "\n"), "\r", "\n")
	last := strings.LastIndexByte(text, '\n') + 1
	return strings.Count(text, "\n") + 1, len([]rune(text[last:])) + 1
}

// TestUnplaced holds why references have no place, and odd text that has one.
func TestUnplaced(t *testing.T) {
	for page, want := range map[string]document.Unplaced{
		"<style>a{b:url(x)}\x00</style>":                                             "",
		"<style>\x00\r\n\ra{b:url(x)}</style>":                                       "",
		"<svg><style>a{b:url(x)}<!--y--!></style>":                                   "",
		"<svg><style><!-->a{b:url(x)}<!---></style>":                                 "",
		"<svg><style><![CDATA[a{b:url(x)}</style>":                                   "",
		"<svg><style>a{b:url(x)}<g/>c{}</style>":                                     document.IsComplex,
		"<a href=x>a</a><select><a href=x>b</select><p><select><a href=x>b</select>": "",
	} {
		for link := range mustParse(t, page, document.Options{Address: "http://h/", Positions: true}).Links() {
			if link.Unplaced != want {
				t.Errorf("%q: %q, want %q", page, link.Unplaced, want)
			}
			if link.Unplaced == "" && page[link.Span.Start:link.Span.End] != "x" {
				t.Errorf("%q: %+v", page, link.Span)
			}
		}
	}
	d := mustParse(t, "<a href=x></a><iframe>", document.Options{Address: "http://h/", Positions: true})
	d.SetAttribute(d.Selection().Find("a").Get(0), "href", "y")
	for link := range d.Links() {
		if link.Unplaced != document.IsChanged {
			t.Errorf("changed: %q", link.Unplaced)
		}
	}
	if _, why := firstFrame(d).Span(); why != document.NoSrcdoc {
		t.Errorf("about:blank: %q", why)
	}
	for link := range mustParse(t, "", document.Options{Positions: true, Header: map[string][]string{"Refresh": {"0;x"}}}).Links() {
		if link.Unplaced != document.InField {
			t.Errorf("in a header field: %q", link.Unplaced)
		}
	}
}

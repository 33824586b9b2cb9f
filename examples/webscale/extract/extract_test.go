package extract_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"htmlurl/document"
	"htmlurl/examples/webscale/extract"
	"htmlurl/examples/webscale/warc"
	"htmlurl/internal/testcase"
	"htmlurl/resolve"
)

// lines is a Visitor that writes down what it is told.
type lines struct {
	all   []string
	open  bool
	bad   []string // what should not be
	after int      // it refuses the page after so many, if that is not 0
}

var errEnough = errors.New("enough")

func (l *lines) Begin(p *extract.Page) error {
	if l.open {
		l.bad = append(l.bad, p.URL+" begins in another page")
	}
	l.open = true
	l.all = append(l.all, fmt.Sprintf("page %s %d %s", p.URL, p.Status, p.Document.Base()))
	if l.after--; l.after == 0 {
		return errEnough
	}
	return nil
}

func (l *lines) Links(p *extract.Page, links []document.Link) error {
	for i := range links {
		l.all = append(l.all, line(&links[i]))
	}
	return nil
}

func (l *lines) End(p *extract.Page) error {
	l.open = false
	return nil
}

func line(link *document.Link) string {
	return fmt.Sprint(link.Attr, " ", link.Raw, " ", link.Kind, " ", link.Rel(), " ", link.Base, " ", link.URL, " ", link.Err, " ",
		link.Ignored)
}

// archive returns an archive of responses, and of records that are no pages between them.
func archive(t testing.TB, plain bool, responses ...[2]string) []byte {
	var file bytes.Buffer
	w := warc.NewWriter(&file)
	w.Plain = plain
	write := func(kind, uri, block string) {
		header := warc.Header{{Name: "WARC-Type", Value: kind}, {Name: "WARC-Target-URI", Value: uri}}
		if kind != "resource" {
			header = append(header, warc.Field{Name: "Content-Type", Value: "application/http; msgtype=" + kind})
		}
		if err := w.Write(header, []byte(block)); err != nil {
			t.Fatal(err)
		}
	}
	for _, r := range responses {
		write("request", r[0], "GET / HTTP/1.1\r\n\r\n")
		write("response", r[0], r[1])
	}
	return file.Bytes()
}

func ok(header, body string) string { return "HTTP/1.1 200 OK\r\n" + header + "\r\n" + body }

const htmlType = "Content-Type: text/html\r\n"

// TestCorpus holds that the links of pages in an archive are those of the pages themselves, in each edition.
func TestCorpus(t *testing.T) {
	pages := testcase.Pages(t)
	var responses [][2]string
	for _, p := range pages {
		responses = append(responses, [2]string{p.Address, ok(htmlType, string(p.Bytes))})
	}
	links := 0
	for _, edition := range []resolve.Edition{resolve.Living, resolve.HTML5} {
		x := extract.Extractor{Edition: edition}
		for _, plain := range []bool{false, true} {
			var got lines
			summary, err := x.ProcessFile(t.Context(), bytes.NewReader(archive(t, plain, responses...)), &got)
			if err != nil || len(got.bad) > 0 {
				t.Fatal(err, got.bad)
			}
			var want []string
			for _, p := range pages {
				d, err := document.Parse(bytes.NewReader(p.Bytes), document.Options{Address: p.Address, ContentType: "text/html", Edition: edition})
				if err != nil {
					t.Fatal(err)
				}
				want = append(want, fmt.Sprintf("page %s 200 %s", p.Address, d.Base()))
				for link := range d.Links() {
					want = append(want, line(&link))
				}
			}
			if !slices.Equal(got.all, want) {
				t.Errorf("%v, plain %v: %d lines, want %d, or other ones", edition, plain, len(got.all), len(want))
			}
			if summary.Records != int64(2*len(pages)) || summary.Pages != int64(len(pages)) || summary.IsDamaged() ||
				summary.Links != int64(len(want)-len(pages)) {
				t.Errorf("%v, plain %v: %+v", edition, plain, summary)
			}
			links = len(want) - len(pages)
		}
	}
	t.Logf("%d links of %d pages", links, len(pages))
}

// TestPages holds which records are pages, and what they are relative to and encoded in.
func TestPages(t *testing.T) {
	const page = `<a href="a?ä">`
	many := "<base href=/b/>" + strings.Repeat("<a href=x>", 3*document.ScanElements)
	late := strings.Repeat("<a href=x>", 3*document.ScanElements) + "<base href=/late/>"
	for _, c := range []struct {
		name, uri, block string
		want             string // the page and its first link; "" if it is none
	}{
		{"a page", "http://h/d/", ok(htmlType, "<a href=a?\xE4>"), "page http://h/d/ 200 http://h/d/|http://h/d/a?%E4"},
		{"a charset", "http://h/d/", ok("Content-Type: text/html; charset=utf-8\r\n", page),
			"page http://h/d/ 200 http://h/d/|http://h/d/a?%C3%A4"},
		{"XHTML", "http://h/", ok("Content-Type: application/xhtml+xml\r\n", `<html xmlns="http://www.w3.org/1999/xhtml"><a href="a"/></html>`),
			"page http://h/ 200 http://h/|http://h/a"},
		{"a bad parameter", "http://h/", ok("Content-Type: Text/HTML ; charset\r\n", "<a href=a>"), "page http://h/ 200 http://h/|http://h/a"},
		{"a header field", "http://h/", ok(htmlType+"Link: <s.css>; rel=stylesheet\r\n", ""), "page http://h/ 200 http://h/|http://h/s.css"},
		{"no type", "http://h/", ok("", page), ""},
		{"an image", "http://h/", ok("Content-Type: image/png\r\n", page), ""},
		{"a redirect", "http://h/", "HTTP/1.1 301 Moved\r\n" + htmlType + "\r\n" + page, ""},
		{"an error", "http://h/", "HTTP/1.1 404 Not Found\r\n" + htmlType + "\r\n" + page, ""},
		{"no address", "h", ok(htmlType, page), ""},
		{"too deep", "http://h/", ok(htmlType, strings.Repeat("<div>", 600)), ""},
		{"many links", "http://h/d/", ok(htmlType, many), "page http://h/d/ 200 http://h/b/|http://h/b/"},
		{"a late base", "http://h/d/", ok(htmlType, late), "page http://h/d/ 200 http://h/late/|http://h/late/x"},
	} {
		var got lines
		x := extract.Extractor{Edition: resolve.Living}
		summary, err := x.ProcessFile(t.Context(), bytes.NewReader(archive(t, false, [2]string{c.uri, c.block})), &got)
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
		}
		have := ""
		if len(got.all) > 0 {
			have = got.all[0]
		}
		if len(got.all) > 1 {
			have += "|" + strings.Fields(got.all[1])[len(strings.Fields(got.all[1]))-2]
		}
		if have != c.want {
			t.Errorf("%s: %q, want %q (%+v)", c.name, have, c.want, summary)
		}
		if isPage := c.want != ""; isPage != (summary.Pages == 1) {
			t.Errorf("%s: %d pages", c.name, summary.Pages)
		}
	}
}

// targets is a Visitor that counts the targets of links, which the elements around them tell.
type targets map[string]int

func (targets) Begin(*extract.Page) error { return nil }
func (targets) End(*extract.Page) error   { return nil }

func (v targets) Links(_ *extract.Page, links []document.Link) error {
	for _, l := range links {
		v[l.Target()]++
	}
	return nil
}

// TestManyLinks holds that what is around a link can be asked for, however many there are, and that a tree is made only
// if the end of a page changes what came before.
func TestManyLinks(t *testing.T) {
	const forms = "<form target=f><button formaction=x></button></form>"
	for _, c := range []struct {
		count int
		end   string
		trees int64
	}{
		{10, "", 0},
		{10, "<base target=b href=/b/>", 0},
		{document.ScanElements * 3 / 4, "", 0},
		{document.ScanElements * 3, "", 0},
		{document.ScanElements * 3, "<base target=b href=/b/>", 1},
	} {
		page := strings.Repeat(forms, c.count) + "<a href=x></a>" + c.end
		got := targets{}
		x := extract.Extractor{Edition: resolve.Living}
		summary, err := x.ProcessFile(t.Context(), bytes.NewReader(archive(t, false, [2]string{"http://h/", ok(htmlType, page)})), got)
		want := targets{"f": c.count, "": 1}
		if c.end != "" {
			want = targets{"f": c.count, "b": 1, "": 1} // the last one is the base itself
		}
		if err != nil || !maps.Equal(got, want) || summary.Trees != c.trees {
			t.Errorf("%d links, %q: %v, want %v; %d trees, %v", c.count, c.end, got, want, summary.Trees, err)
		}
	}
}

// TestLongURLs holds that a page is refused if its links would take memory out of all proportion, and no other one.
func TestLongURLs(t *testing.T) {
	long := strings.Repeat("x", 1<<20) + "/"
	links := strings.Repeat("<a href=y>", 200)
	many := strings.Repeat("<a href=y>", 3*document.ScanElements)
	for _, c := range []struct {
		name, uri, page string
		isRefused       bool
	}{
		{"a base", "http://h/", "<base href=/" + long + ">" + links, true},
		{"an address", "http://h/" + long[1<<18:], links + links, true},
		{"a late base", "http://h/", many + "<base href=/" + long[1<<20-1<<15:] + ">", true},
		{"a long reference", "http://h/", links + "<a href=/" + long + ">", false},
		{"few links", "http://h/", "<base href=/" + long + ">" + links[:len(links)/4], false},
		{"many links", "http://h/" + long[1<<20-100:], many, false},
	} {
		x := extract.Extractor{Edition: resolve.Living}
		var got lines
		summary, err := x.ProcessFile(t.Context(), bytes.NewReader(archive(t, false, [2]string{c.uri, ok(htmlType, c.page)})), &got)
		if err != nil || (len(summary.Refused) > 0) != c.isRefused || (summary.Pages == 0) != c.isRefused || (len(got.all) == 0) != c.isRefused {
			t.Errorf("%s: %+v, %v, %d lines", c.name, summary, err, len(got.all))
		}
	}
}

// TestDamage holds that what is wrong is counted, and costs what it hits only.
func TestDamage(t *testing.T) {
	const page = "<a href=a><a href=http://[>"
	three := archive(t, false, [2]string{"http://a/", ok(htmlType, page)}, [2]string{"http://b/", ok(htmlType, page)},
		[2]string{"http://c/", ok(htmlType, page)})
	broken := bytes.Clone(three)
	copy(broken[len(broken)/2:], "broken!!")
	for _, c := range []struct {
		name    string
		archive []byte
		pages   int64
		fault   warc.Fault
	}{
		{"whole", three, 3, ""},
		{"truncated", three[:len(three)-20], 2, warc.Truncated},
		{"corrupt", broken, 2, warc.Corrupt},
		{"garbage", append([]byte("garbage\n"), three...), 3, warc.Garbage},
		{"unknown coding", archive(t, false, [2]string{"http://a/", ok(htmlType+"Content-Encoding: compress\r\n", page)},
			[2]string{"http://b/", ok(htmlType, page)}), 1, warc.Unsupported},
		{"domain names", append([]byte("WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: dns:a\r\nContent-Type: text/dns\r\n"+
			"Content-Length: 4\r\n\r\n2026\r\n\r\n"), archive(t, true, [2]string{"http://a/", ok(htmlType, page)})...), 1, ""},
		{"empty", nil, 0, "there is no record"},
	} {
		var x extract.Extractor
		var got lines
		summary, err := x.ProcessFile(t.Context(), bytes.NewReader(c.archive), &got)
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
		}
		faults := slices.Collect(maps.Keys(summary.Faults))
		if summary.Pages < c.pages || summary.IsDamaged() != (c.fault != "") || c.fault != "" && !slices.Contains(faults, string(c.fault)) {
			t.Errorf("%s: %d pages, %v, want %d, %q", c.name, summary.Pages, summary.Faults, c.pages, c.fault)
		}
		if c.fault != warc.Truncated && summary.Links != 2*summary.Pages || len(summary.Errors) != min(1, int(summary.Pages)) {
			t.Errorf("%s: %d links of %d pages, errors %v", c.name, summary.Links, summary.Pages, summary.Errors)
		}
	}
}

// TestEnds holds that reading ends with the errors of the visitor, of the context and of the file.
func TestEnds(t *testing.T) {
	file := archive(t, false, [2]string{"http://a/", ok(htmlType, "<a href=x>")}, [2]string{"http://b/", ok(htmlType, "<a href=y>")})
	var x extract.Extractor
	summary, err := x.ProcessFile(t.Context(), bytes.NewReader(file), &lines{after: 2})
	if err != errEnough || summary.Pages != 1 {
		t.Errorf("the visitor: %v after %d pages", err, summary.Pages)
	}
	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(errEnough)
	if _, err := x.ProcessFile(ctx, bytes.NewReader(file), &lines{}); err != errEnough {
		t.Errorf("the context: %v", err)
	}
	if _, err := x.ProcessFile(t.Context(), failing{}, &lines{}); !errors.Is(err, errEnough) || !errors.Is(err, warc.Unreadable) {
		t.Errorf("the file: %v", err)
	}
	var again lines
	if summary, err := x.ProcessFile(t.Context(), bytes.NewReader(file), &again); err != nil || summary.Pages != 2 {
		t.Errorf("after that: %v, %d pages", err, summary.Pages)
	}
}

// TestStop holds that a context ends the reading of a file that has no end, and no record either.
func TestStop(t *testing.T) {
	ctx, cancel := context.WithCancelCause(t.Context())
	file := endless{func() { cancel(errEnough) }}
	var x extract.Extractor
	if _, err := x.ProcessFile(ctx, file, &lines{}); err != errEnough {
		t.Error(err)
	}
}

// endless is a file that does something when it is read, and goes on.
type endless struct{ do func() }

func (e endless) Read(b []byte) (int, error) {
	e.do()
	clear(b)
	return len(b), nil
}

// failing is a file that cannot be read.
type failing struct{}

func (failing) Read([]byte) (int, error) { return 0, errEnough }

// TestAdd holds that summaries can be added.
func TestAdd(t *testing.T) {
	file := archive(t, true, [2]string{"http://a/", ok(htmlType, "<a href=http://[>")}, [2]string{"b", ok(htmlType, "")})
	var x extract.Extractor
	one, err := x.ProcessFile(t.Context(), bytes.NewReader(file[:len(file)-2]), &lines{})
	if err != nil {
		t.Fatal(err)
	}
	two, _ := x.ProcessFile(t.Context(), bytes.NewReader(file), &lines{})
	two.Add(one)
	if two.Records != 2*one.Records || two.Pages != 2 || two.Links != 2 || len(two.Errors) != 1 ||
		two.Refused[document.ErrAddress.Error()] != 2 {
		t.Errorf("%+v", two)
	}
}

package output_test

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	strict "github.com/go-json-experiment/json"
	"github.com/klauspost/compress/gzip"

	"htmlurl/examples/webscale/edges"
	"htmlurl/examples/webscale/extract"
	"htmlurl/examples/webscale/output"
	"htmlurl/examples/webscale/warc"
	"htmlurl/resolve"
)

// write writes the file of an archive of pages, each an address and HTML, and returns its text.
func write(t *testing.T, kind output.Kind, pages ...[2]string) string {
	t.Helper()
	var archive bytes.Buffer
	records := warc.NewWriter(&archive)
	for _, p := range pages {
		err := records.Write(warc.Header{
			{Name: "WARC-Type", Value: "response"},
			{Name: "WARC-Target-URI", Value: p[0]},
			{Name: "WARC-Record-ID", Value: "<urn:uuid:6f0e9a52-7a0b-4c6c-9f4e-1a1a1a1a1a1a>"},
			{Name: "WARC-Date", Value: "2026-01-02T03:04:05Z"},
			{Name: "Content-Type", Value: "application/http; msgtype=response"},
		}, []byte("HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\n\r\n"+p[1]))
		if err != nil {
			t.Fatal(err)
		}
	}
	return writeRecords(t, kind, archive.Bytes())
}

// writeRecords writes the file of an archive, and returns its text.
func writeRecords(t *testing.T, kind output.Kind, archive []byte) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "file")
	file, err := kind.Create(path, "crawl/a.warc.gz", new(edges.Set))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Discard()
	x := extract.Extractor{Edition: resolve.Living}
	if _, err := x.ProcessFile(t.Context(), bytes.NewReader(archive), file); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(path); err == nil {
		t.Error("the file is there before Commit")
	}
	if err := file.Commit(t.Context()); err != nil {
		t.Fatal(err)
	}
	return unzip(t, path)
}

func unzip(t *testing.T, path string) string {
	file, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	text, err := gzip.NewReader(bufio.NewReader(file))
	if err != nil {
		t.Fatal(err)
	}
	all, err := io.ReadAll(text)
	if err != nil {
		t.Fatal(err)
	}
	return string(all)
}

// TestLinks holds the form of lines of links.
func TestLinks(t *testing.T) {
	got := write(t, output.Links,
		[2]string{"http://h/d/", "<base href=/b/><a href=x rel='NoFollow me'>\"</a><a href='http://['><img src='\"&lt;\\\u2028\x7f'>"},
		[2]string{"data:,x", "<a href=x><link href=''>"},
		[2]string{"http://h/none", "text"})
	want := `{"page":"http://h/d/","base":"http://h/b/","why":"base element","link":"http://h/b/","kind":"metadata-base","rel":[]}
{"page":"http://h/d/","base":"http://h/b/","why":"base element","link":"http://h/b/x","kind":"hyperlink","rel":["nofollow","me"]}
{"page":"http://h/d/","base":"http://h/b/","why":"base element","link":null,"kind":"hyperlink","rel":[],"raw":"http://[","error":"IPv6-unclosed"}
{"page":"http://h/d/","base":"http://h/b/","why":"base element","link":"http://h/b/%22%3C/%E2%80%A8%7F","kind":"embedded-image","rel":[]}
`
	if lines := strings.SplitAfter(got, "\n"); strings.Join(lines[:4], "") != want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
	for line := range strings.Lines(got) {
		var fields map[string]any
		if err := json.Unmarshal([]byte(line), &fields); err != nil {
			t.Errorf("%s: %v", line, err)
		}
	}
	if !strings.Contains(got, `{"page":"data:,x","base":"data:,x","why":"document's address","link":null,`) || strings.Contains(got, "none") {
		t.Error(got)
	}
}

// TestWAT holds the keys of WAT files, what stands where, and that the records can be read.
func TestWAT(t *testing.T) {
	const page = `<head><base href=/b/><base href=/c/><link rel=stylesheet type=text/css href=s.css><script src=h.js></script></head>
<body><script src=b.js></script><a href=x target=_top>x</a><a href="http://[">y</a><div style="background:url(i.png)"></div>`
	got := write(t, output.WAT, [2]string{"http://h/d/", page}, [2]string{"http://h/2", "no links"})
	var reader warc.Reader
	reader.Reset(strings.NewReader(got))
	var kinds []string
	var pages []map[string]any
	for record, err := range reader.Records() {
		if err != nil {
			t.Fatal(err)
		}
		kinds = append(kinds, record.Type()+" "+record.URI()+" "+record.Header.Value("WARC-Refers-To"))
		if record.Type() != "metadata" {
			continue
		}
		var fields map[string]any
		if err := json.NewDecoder(record.Body).Decode(&fields); err != nil {
			t.Fatal(err)
		}
		pages = append(pages, fields)
	}
	const source = " <urn:uuid:6f0e9a52-7a0b-4c6c-9f4e-1a1a1a1a1a1a>"
	want := []string{"warcinfo  ", "metadata http://h/d/" + source, "metadata http://h/2" + source}
	if !slices.Equal(kinds, want) {
		t.Fatalf("records %q, want %q", kinds, want)
	}
	const head = "Envelope/Payload-Metadata/HTTP-Response-Metadata/HTML-Metadata/"
	for path, want := range map[string]any{
		"Container/Filename":                            "a.warc.gz",
		"Container/Compressed":                          true,
		"Container/Offset":                              "0",
		"Envelope/Format":                               "WARC",
		"Envelope/WARC-Header-Metadata/WARC-Target-URI": "http://h/d/",
		"Envelope/Payload-Metadata/Actual-Content-Type": "application/http; msgtype=response",
		"Envelope/Payload-Metadata/HTTP-Response-Metadata/Response-Message":     map[string]any{"Status": "200", "Reason": "OK"},
		"Envelope/Payload-Metadata/HTTP-Response-Metadata/Headers/Content-Type": "text/html; charset=utf-8",
		head + "Head/Base":       "/b/",
		head + "Document-Base":   "http://h/b/",
		head + "Why":             "base element",
		head + "Encoding":        "UTF-8",
		head + "Encoding-Source": "content-type",
		head + "Head/Link": []any{map[string]any{"path": "LINK@/href", "url": "s.css", "rel": "stylesheet", "type": "text/css",
			"kind": "external-resource", "resolved": "http://h/b/s.css"}},
		head + "Head/Scripts": []any{
			map[string]any{"path": "SCRIPT@/src", "url": "h.js", "kind": "embedded-script", "resolved": "http://h/b/h.js"},
			map[string]any{"path": "SCRIPT@/src", "url": "b.js", "kind": "embedded-script", "resolved": "http://h/b/b.js"},
		},
		head + "Links": []any{
			map[string]any{"path": "A@/href", "url": "x", "target": "_top", "kind": "hyperlink", "resolved": "http://h/b/x"},
			map[string]any{"path": "A@/href", "url": "http://[", "kind": "hyperlink", "resolved": nil, "error": "IPv6-unclosed"},
			map[string]any{"path": "DIV@/style", "url": "i.png", "kind": "embedded-css", "resolved": "http://h/b/i.png"},
		},
	} {
		if got := at(pages[0], path); !reflect.DeepEqual(got, want) {
			t.Errorf("%s: %v, want %v", path, got, want)
		}
	}
	if links := at(pages[1], head+"Links"); links != nil {
		t.Errorf("a page without links has %v", links)
	}
}

// TestWATFields holds that whatever the header of a record has, the WAT file can be read, and that its JSON has no key
// twice, and the address that was understood.
func TestWATFields(t *testing.T) {
	long := "http://h/" + strings.Repeat("x", warc.MaxHeader-300)
	const response = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nX\xff: 1\r\nX\xfe: 2\r\n\r\n<a href=x>"
	for _, c := range []struct{ name, fields, header, json string }{
		{"plain", "WARC-Target-URI: http://h/\r\n", "http://h/", "http://h/"},
		{"a carriage return", "WARC-Target-URI: http://h/\rx\r\n", "http://h/ x", "http://h/\rx"},
		{"another control", "WARC-Target-URI: http://h/\x00\x7fx\r\n", "http://h/  x", "http://h/\x00\x7fx"},
		{"no UTF-8", "WARC-Target-URI: http://h/\xff\xfe\r\n", "http://h/\uFFFD\uFFFD", "http://h/\uFFFD\uFFFD"},
		{"twice", "WARC-Target-URI: http://h/\r\nWARC-Target-URI: http://i/\r\n", "http://h/", "http://h/"},
		{"another case", "warc-target-uri: http://h/\r\nWARC-Target-URI: http://i/\r\n", "http://h/", "http://h/"},
		{"in brackets", "WARC-Target-URI: <http://h/>\r\n", "http://h/", "http://h/"},
		{"none", "", "", ""},
		{"names", "WARC-Target-URI: http://h/\r\nY\xff: 1\r\nY\xfe: 2\r\n", "http://h/", "http://h/"},
		{"ID", "WARC-Target-URI: http://h/\r\nWARC-Record-ID: <a:\r\xff: >\r\n", "http://h/", "http://h/"},
		{"no ID", "WARC-Target-URI: http://h/\r\nWARC-Record-ID: <>\r\n", "http://h/", "http://h/"},
		{"a long address", "WARC-Target-URI: " + long + "\r\n", "", long},
		{"one that is long as UTF-8", "WARC-Target-URI: http://h/" + strings.Repeat("\xff", 100_000) + "\r\n", "",
			"http://h/" + strings.Repeat("\uFFFD", 100_000)},
		{"a long ID", "WARC-Target-URI: http://h/\r\nWARC-Record-ID: <a:" + long + ">\r\n", "http://h/", "http://h/"},
		{"date", "WARC-Target-URI: http://h/\r\nWARC-Date: 9999-12-31T23:59:59-14:00\r\n", "http://h/", "http://h/"},
	} {
		record := fmt.Sprintf("WARC/1.0\r\nwarc-type: response\r\nContent-Type: application/http\r\n%sContent-Length: %d\r\n\r\n%s\r\n\r\n",
			c.fields, len(response), response)
		var reader warc.Reader
		reader.Reset(strings.NewReader(writeRecords(t, output.WAT, []byte(record))))
		count := 0
		for record, err := range reader.Records() {
			if err != nil {
				t.Fatalf("%s: %v", c.name, err)
			}
			if record.Date().IsZero() {
				t.Errorf("%s: the date %q", c.name, record.Header.Value("WARC-Date"))
			}
			if record.Type() != "metadata" {
				continue
			}
			count++
			for _, field := range record.Header {
				if !utf8.ValidString(field.Value) {
					t.Errorf("%s: %q", c.name, field)
				}
			}
			text, err := io.ReadAll(record.Body)
			if err != nil {
				t.Fatal(err)
			}
			var fields any
			if err := strict.Unmarshal(text, &fields); err != nil {
				t.Errorf("%s: %v", c.name, err)
			}
			header := at(fields, "Envelope/WARC-Header-Metadata").(map[string]any)
			if uri, _ := header["WARC-Target-URI"].(string); record.URI() != c.header || uri != c.json || header["WARC-Type"] != "response" {
				t.Errorf("%s: address %q and %q, type %v", c.name, record.URI(), uri, header["WARC-Type"])
			}
		}
		if count != 1 {
			t.Errorf("%s: %d pages", c.name, count)
		}
	}
}

// TestWATMembers holds that the JSON of a page is right whatever lists are there, and however long they are.
func TestWATMembers(t *testing.T) {
	parts := []struct {
		html, path string
		keys       []string
	}{
		{"<base href=/b/>", "Head/Base", nil},
		{"<link rel=x href=l>", "Head/Link", []string{"path", "url", "rel", "kind", "resolved"}},
		{"<script src=s></script>", "Head/Scripts", []string{"path", "url", "kind", "resolved"}},
		{"<a href='\"\u2028\x01http:'>", "Links", []string{"path", "url", "kind", "resolved"}},
	}
	var pages [][2]string
	counts := []int{1, 1000}
	for _, n := range counts {
		for set := range 1 << len(parts) {
			page := ""
			for i, part := range parts {
				if set>>i&1 == 1 {
					page += part.html + strings.Repeat(part.html, (n-1)*min(i, 1)) // but one base
				}
			}
			pages = append(pages, [2]string{"http://h/", page})
		}
	}
	number := 0
	for line := range strings.Lines(write(t, output.WAT, pages...)) {
		if !strings.HasPrefix(line, "{") {
			continue
		}
		var fields any
		if err := strict.Unmarshal([]byte(line), &fields); err != nil {
			t.Fatal(err)
		}
		set, n := number%(1<<len(parts)), counts[number/(1<<len(parts))]
		for i, part := range parts {
			got := at(fields, "Envelope/Payload-Metadata/HTTP-Response-Metadata/HTML-Metadata/"+part.path)
			list, _ := got.([]any)
			isThere := set>>i&1 == 1
			if (got != nil) != isThere || isThere && i > 0 && len(list) != n {
				t.Errorf("%q: %s has %d links", pages[number][1][:min(100, len(pages[number][1]))], part.path, len(list))
			}
			for _, link := range list {
				if keys := slices.Collect(maps.Keys(link.(map[string]any))); !sameSet(keys, part.keys) {
					t.Fatalf("%s: keys %q", part.path, keys)
				}
			}
		}
		number++
	}
	if number != len(pages) {
		t.Errorf("%d pages, want %d", number, len(pages))
	}
}

func sameSet(a, b []string) bool {
	return slices.Equal(slices.Sorted(slices.Values(a)), slices.Sorted(slices.Values(b)))
}

// at returns what stands at a path of keys.
func at(value any, path string) any {
	for key := range strings.SplitSeq(path, "/") {
		fields, _ := value.(map[string]any)
		value = fields[key]
	}
	return value
}

// TestEdges holds which hosts are joined by an edge.
func TestEdges(t *testing.T) {
	for _, c := range []struct {
		name, address, page string
		want                string // source and target with ">" between them
	}{
		{"a link", "http://www.a.example/", "<a href=http://b.example/x>", "example.a>example.b"},
		{"twice", "http://a.example/", "<a href=//b.example/x><img src=https://www.B.example:8080/y>", "example.a>example.b"},
		{"written otherwise", "http://a.example/", `<a href=" \\b.example\x"><a href="hTTp:c.example">`, "example.a>example.b"},
		{"another scheme", "https://a.example/", `<a href="hTTp:c.example"><a href=ftp://d.example><a href=wss://e.example>`,
			"example.a>example.c example.a>example.d example.a>example.e"},
		{"no link", "http://a.example/", "text", "example.a>example.a"},
		{"links to itself", "http://a.example/", "<a href=x><a href=http://www.a.example>", "example.a>example.a"},
		{"a base", "http://a.example/", "<base href=http://b.example/>", "example.a>example.a"},
		{"a base that counts", "http://a.example/", "<base href=http://b.example/><a href=x>", "example.a>example.b"},
		{"names", "http://a.example/", "<div itemscope itemtype=https://schema.example/Thing>", "example.a>example.a"},
		{"no node", "http://127.0.0.1/", "<a href=http://b.example/>", ""},
		{"links to no node", "http://a.example/", "<a href=http://0x7f.1/><a href=http://localhost/><a href=mailto:x@b.example>",
			"example.a>example.a"},
		{"no address of the web", "file://a.example/x", "<a href=http://b.example/>", ""},
		{"IDNA", "http://a.example/", "<a href=http://bücher.example/>", "example.a>example.xn--bcher-kva"},
		{"no effect", "http://a.example/", "<link href=http://b.example/>", "example.a>example.a"},
		{"in the header", "http://a.example/", "<meta http-equiv=refresh content='0;url=http://b.example/'>", "example.a>example.b"},
	} {
		got := write(t, output.Edges, [2]string{c.address, c.page})
		got = strings.Join(strings.Fields(strings.ReplaceAll(got, "\t", ">")), " ")
		if got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

// TestDiscard holds that nothing is left of a file that was given up.
func TestDiscard(t *testing.T) {
	for _, kind := range output.Kinds() {
		dir := t.TempDir()
		file, err := kind.Create(filepath.Join(dir, "file"), "a.warc.gz", new(edges.Set))
		if err != nil {
			t.Fatal(err)
		}
		file.Discard()
		if left, err := os.ReadDir(dir); err != nil || len(left) > 0 {
			t.Errorf("%s: %v, %v", kind, left, err)
		}
	}
}

// TestCancel holds that a cancelled context leaves no edges.
func TestCancel(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	path := filepath.Join(t.TempDir(), "file")
	file := output.NewEdges(path, new(edges.Set))
	if err := file.Commit(ctx); err != context.Canceled {
		t.Errorf("error %v", err)
	}
	if _, err := os.Stat(path); err == nil {
		t.Error("there is a file")
	}
}

// TestParseKinds holds what names of outputs are understood.
func TestParseKinds(t *testing.T) {
	for list, want := range map[string][]output.Kind{
		"links":           {output.Links},
		"wat, edges":      {output.Edges, output.WAT},
		"links,links":     {output.Links},
		"edges,links,wat": output.Kinds(),
		"":                nil,
		"edges,":          nil,
		"LINKS":           nil,
	} {
		got, err := output.ParseKinds(list)
		if !slices.Equal(got, want) && err == nil || (err == nil) != (want != nil) {
			t.Errorf("%q: %v, %v", list, got, err)
		}
	}
}

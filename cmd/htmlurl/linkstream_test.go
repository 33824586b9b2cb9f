package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"testing/iotest"

	"htmlurl/document"
)

// withoutPlaces returns the JSON lines of the page itself, without what a stream does not know.
func withoutPlaces(t *testing.T, out string) []string {
	t.Helper()
	var lines []string
	for text := range strings.Lines(out) {
		var line map[string]any
		if err := json.Unmarshal([]byte(text), &line); err != nil {
			t.Fatal(err)
		}
		if frame, ok := line["frame"].([]any); !ok || len(frame) > 0 {
			continue
		}
		for _, name := range []string{"start", "end", "line", "column", "unplaced"} {
			delete(line, name)
		}
		lines = append(lines, fmt.Sprint(line))
	}
	return lines
}

// fields returns the arguments of a command, which have _ for spaces in them.
func fields(args string) []string {
	list := strings.Fields(args)
	for i, arg := range list {
		list[i] = strings.ReplaceAll(arg, "_", " ")
	}
	return list
}

// TestStream holds that --stream lists the references that are listed without it, from a file and from standard input.
func TestStream(t *testing.T) {
	page, err := os.ReadFile(testPage)
	if err != nil {
		t.Fatal(err)
	}
	const links = `<a href="?é=1&amp;x#é">a</a><base href="d/"><a href=x lazy="y 2x">b</a><base href=late/>`
	for _, c := range []struct {
		page  string
		args  string // with _ for spaces in them
		links int
	}{
		{string(page), "", 17},
		{string(page), "--templates", 18},
		{string(page), "-k metadata-base,embedded-image", 8},
		{links, "", 4},
		{links, "--attribute *_lazy_srcset", 5},
		{links, "--attribute a_lazy -k hyperlink", 3},
		{"\ufeff" + links, "-e living", 4},
		{links, "--content-type text/html;charset=koi8-r", 4},
		{"<meta charset=windows-1252><a href='?\xE9#\xE9'>", "-e living", 1},
		{"<meta charset=shift_jis><a href='?\x83\x5C\x83\x7B'><img srcset='\x83\x5C 1x, b 2x'>", "-e living", 3},
		{"\xFF\xFE<\x00a\x00 \x00h\x00r\x00e\x00f\x00=\x00\xE9\x00>\x00", "", 1},
		{"<table><a href=1><tr><img src=2><td><a href=3></table><a href=4>", "", 5}, // the parser makes the first a element twice
		{"<svg><base href=no/><a xlink:href=1 style='fill:url(#g)'></svg><template><a href=2></template><a href=3>", "-k all", 3},
		{"<noscript><base href=n/><a href=1></noscript><a href=2>", "", 1},
		{"<noscript><base href=n/><a href=1></noscript><a href=2>", "--no-scripting", 3},
		{links, "-H Link:<l>;rel=next -H Content-Security-Policy:base-uri='none' -e living", 5},
	} {
		args := fields("links --jsonl -a http://h/p " + c.args)
		file := filepath.Join(t.TempDir(), "page.html")
		if err := os.WriteFile(file, []byte(c.page), 0o600); err != nil {
			t.Fatal(err)
		}
		out, _, status := command(t, c.page, append(args, "-")...)
		want := withoutPlaces(t, out)
		if len(want) != c.links {
			t.Errorf("%q %s: %d lines, want %d", c.page, c.args, len(want), c.links)
		}
		for _, from := range []string{"-", file} {
			out, errOut, streamed := command(t, c.page, append(args, "--stream", from)...)
			if got := withoutPlaces(t, out); strings.Join(got, "\n") != strings.Join(want, "\n") || streamed != status {
				t.Errorf("%q %s: status %d, want %d (%s); got\n%s\nwant\n%s", c.page, c.args, streamed, status, errOut,
					strings.Join(got, "\n"), strings.Join(want, "\n"))
			}
			if strings.Contains(out, `"line":1`) {
				t.Errorf("%q: a place in %s", c.page, out)
			}
		}
	}
}

// TestStreamForms holds the forms of what --stream lists, and what is said of what it does not.
func TestStreamForms(t *testing.T) {
	const page = `<a rel=me href=1>text</a><area alt=here href=http://a_b/><iframe srcdoc="<a href=2>"></iframe><img src>`
	const note = "htmlurl: note: the page has srcdoc frames (1), whose references --stream does not list\n"
	out, errOut, status := command(t, page, "links", "--stream", "-a", "http://h/", "-")
	want := `-  a       href        1                                 http://h/1
-  area    href        http://a_b/                       error: the host is no domain name: `
	if !strings.HasPrefix(out, want) || !strings.HasSuffix(out, "\n"+`-  img     src         ""`+strings.Repeat(" ", 32)+
		"http://h/ (empty: nothing is fetched)\n") || errOut != note || status != exitBad {
		t.Errorf("status %d, says %q, prints\n%swant\n%s", status, errOut, out, want)
	}
	out, errOut, status = command(t, page, "links", "--stream", "--facts", "-k", "hyperlink", "-a", "http://h/", "-")
	want = `{"tag":"a","namespace":"html","attr":"href","raw":"1","kind":"hyperlink","url":"http://h/1","base":"http://h/","frame":[],` +
		`"start":null,"end":null,"line":null,"column":null,"unplaced":"the document has no positions","facts":{"rel":["me"],` +
		`"nofollow":false,"referrerpolicy":"","crossorigin":"No CORS","target":"","hreflang":"","type":"","media":"","text":null}}`
	if lines := strings.Split(out, "\n"); len(lines) != 3 || lines[0] != want || !strings.HasSuffix(lines[1], `"text":"here"}}`) ||
		errOut != note || status != exitBad {
		t.Errorf("status %d, says %q, prints\n%swant\n%s", status, errOut, out, want)
	}
	_, errOut, status = command(t, "", "links", "--stream", "-")
	want = "htmlurl: note: give --address URL, or relative references have no URL\nhtmlurl: note: the page has no references\n"
	if errOut != want || status != exitFine {
		t.Errorf("status %d, says %q", status, errOut)
	}
}

// TestStreamWrongUse holds what --stream is refused with.
func TestStreamWrongUse(t *testing.T) {
	inFolder(t, map[string]string{"a.svg": "<svg/>", "a.html": ""})
	for _, c := range []struct{ args, message string }{
		{"--stream a.svg", "an XML document is not read as a stream: leave out --stream\nSee 'htmlurl links --help'."},
		{"--stream a.html --content-type application/xhtml+xml", "an XML document is not"},
		{"--stream a.html -H Content-Type:text/xml", "an XML document is not"},
		{"--stream a.html --attribute a_#text", "--attribute with #text"},
		{"--stream a.html --attribute a", "needs an element and an attribute"},
		{"--stream a.html --address x", "such as https://example.com/"},
		{"--stream none.html", "none.html"},
		{"--stream .", "read .: is a directory"},
	} {
		out, errOut, status := command(t, "", fields("links "+c.args)...)
		if status != exitUsage || !strings.Contains(errOut, c.message) || out != "" {
			t.Errorf("%s: status %d, says %q, prints %q", c.args, status, errOut, out)
		}
	}
}

// manyLinks are more than are held back.
var manyLinks = strings.Repeat("<a href=x>x</a>\n", 2*document.ScanElements)

// TestStreamTooLate holds what is said if what follows may change what is listed, or cannot be read.
func TestStreamTooLate(t *testing.T) {
	deep := strings.Repeat("<div>", 600)
	for _, c := range []struct {
		page    io.Reader
		isEmpty bool
		message string
	}{
		{strings.NewReader(manyLinks + "<base href=d/>"), false, "many references: leave out --stream (the %d references listed before may be wrong)"},
		{strings.NewReader(manyLinks + deep), false, "-: elements are nested more than 512 deep (the %d references listed before may be wrong)"},
		{strings.NewReader("<a href=x>" + deep), true, "-: elements are nested more than 512 deep\n"},
		{io.MultiReader(strings.NewReader(manyLinks), iotest.ErrReader(errors.New("the line is cut"))), false,
			"-: the line is cut (the %d references listed before may be wrong)"},
		{iotest.ErrReader(errors.New("the line is cut")), true, "-: the line is cut\n"},
	} {
		var out, errOut bytes.Buffer
		status := run([]string{"links", "--stream", "--jsonl", "-a", "http://h/", "-"}, c.page, &out, &errOut)
		lines := strings.Count(out.String(), "\n")
		if want := strings.ReplaceAll(c.message, "%d", fmt.Sprint(lines)); !strings.Contains(errOut.String(), want) {
			t.Errorf("says %q, want %q", errOut.String(), want)
		}
		if status != exitUsage || c.isEmpty != (lines == 0) || lines > 0 && !strings.HasSuffix(out.String(), "}\n") {
			t.Errorf("%s: status %d, %d lines", c.message, status, lines)
		}
	}
}

// readerFunc is a reader that is a function.
type readerFunc func([]byte) (int, error)

func (f readerFunc) Read(p []byte) (int, error) { return f(p) }

// TestStreamInterrupt holds that an interrupt ends the command while it waits for more of the page, and that what it listed
// until then is written.
func TestStreamInterrupt(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("a process cannot interrupt itself here")
	}
	self, err := os.FindProcess(os.Getpid())
	if err != nil {
		t.Fatal(err)
	}
	long := manyLinks + strings.Repeat("text ", 400_000) // as the first piece of a page has a megabyte
	for _, c := range []struct{ page, form, last string }{
		{long, "--jsonl", "}\n"},
		{long, "--jsonl=false", "  http://h/x\n"},
		{"<a href=x>", "--jsonl", ""},
	} {
		ended := make(chan bool)
		stalls := readerFunc(func([]byte) (int, error) {
			if err := self.Signal(os.Interrupt); err != nil {
				t.Error(err)
			}
			<-ended
			return 0, io.EOF
		})
		var out, errOut bytes.Buffer
		status := run([]string{"links", "--stream", c.form, "-a", "http://h/", "-"},
			io.MultiReader(strings.NewReader(c.page), stalls), &out, &errOut)
		close(ended)
		lines := strings.Count(out.String(), "\n")
		want := fmt.Sprintf("htmlurl: -: interrupted (the %d references listed before may be wrong)\n", lines)
		if c.last == "" {
			want = "htmlurl: -: interrupted\n"
		}
		if status != exitUsage || errOut.String() != want || !strings.HasSuffix(out.String(), c.last) || c.last == "" && lines > 0 {
			t.Errorf("%s: status %d, %d lines, says %q, want %q", c.form, status, lines, errOut.String(), want)
		}
	}
}

// lineCounter counts what is written to it.
type lineCounter struct{ lines, bytes int }

func (c *lineCounter) Write(p []byte) (int, error) {
	c.lines += bytes.Count(p, []byte("\n"))
	c.bytes += len(p)
	return len(p), nil
}

// TestStreamMemory holds that memory does not grow with the page.
func TestStreamMemory(t *testing.T) {
	if testing.Short() {
		t.Skip("reads a page of fifty megabytes")
	}
	const size, limit = 50 << 20, 40 << 20
	var m runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&m)
	before, peak, paragraphs, written := m.HeapAlloc, uint64(0), 0, 0
	var rest []byte
	page := readerFunc(func(p []byte) (int, error) {
		if len(rest) == 0 {
			if written >= size {
				return 0, io.EOF
			}
			rest = fmt.Appendf(rest, "<p>%d <a href='page-%[1]d?q=caf&eacute;'>a page</a> <img src=%[1]d.png>%s\n", paragraphs,
				strings.Repeat(" text", 40))
			paragraphs, written = paragraphs+1, written+len(rest)
			if paragraphs%1000 == 0 {
				runtime.ReadMemStats(&m)
				peak = max(peak, m.HeapAlloc)
			}
		}
		n := copy(p, rest)
		rest = append(rest[:0], rest[n:]...)
		return n, nil
	})
	var out lineCounter
	var errOut bytes.Buffer
	status := run([]string{"links", "--stream", "--jsonl", "-a", "http://h/", "-"}, page, &out, &errOut)
	if status != exitFine || out.lines != 2*paragraphs {
		t.Fatalf("status %d, %d lines of %d paragraphs: %s", status, out.lines, paragraphs, &errOut)
	}
	if used := int64(peak - before); used > limit {
		t.Errorf("%d MB in use at most, more than %d", used>>20, limit>>20)
	} else {
		t.Logf("%d MB in use at most for %d references of a page of %d MB, in %d MB", used>>20, out.lines, written>>20, out.bytes>>20)
	}
}

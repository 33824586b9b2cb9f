package main

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"
)

const testPage = "../../testdata/page.html"

// command runs the command.
func command(t *testing.T, in string, args ...string) (out, errOut string, status int) {
	t.Helper()
	var stdout, stderr bytes.Buffer
	status = run(args, strings.NewReader(in), &stdout, &stderr)
	return stdout.String(), stderr.String(), status
}

// TestStatus holds the exit statuses, and that wrong use and unreadable input are explained.
func TestStatus(t *testing.T) {
	deep := filepath.Join(t.TempDir(), "deep.html")
	if err := os.WriteFile(deep, []byte(strings.Repeat("<div>", 600)), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		args    string
		in      string
		status  int
		message string
	}{
		{args: "--help"},
		{args: "--version"},
		{args: "help"},
		{args: "help links"},
		{args: "resolve http://h/"},
		{args: "base " + testPage},
		{args: "links " + testPage},
		{args: "base -", in: "<base href=http://h/>"},
		{args: "links -", in: "<a href=http://h/>", message: "give --address"},
		{args: "links -", in: "", message: "the page has no references"},
		{args: "links --jsonl --address http://h/ -", in: "no HTML", message: "note: the page has no references"},
		{args: "links --address mailto:x -", in: "", message: "odd"},
		{args: "explain http://h/"},
		{args: "decompose http://h/ --set hash=x"},
		{args: "rewrite --relative -a http://h/ -", in: "<p>", message: "-: 0 changed"},

		{args: "resolve x", status: exitBad, message: "no base URL that it can be relative to"},
		{args: "base -", in: "<base href=http://a_b/>", status: exitBad, message: "give --address"},
		{args: "links -", in: "<a href=x>", status: exitBad, message: "give --address"},
		{args: "explain http://a_b/", status: exitBad},
		{args: "decompose http://a_b/", status: exitBad, message: "no domain name"},
		{args: "resolve --jsonl", in: "{\"input\":\"http://a_b/\"}\n", status: exitBad},
		{args: "decompose --jsonl", in: "no JSON", status: exitBad},
		{args: "decompose --jsonl", in: `{"href":"x"}`, status: exitBad},

		{args: "help nonsense", status: exitUsage, message: "unknown command"},
		{args: "nonsense", status: exitUsage, message: "unknown command"},
		{args: "links", status: exitUsage, message: "name one HTML file"},
		{args: "links a b", status: exitUsage, message: "name one HTML file"},
		{args: "links --nonsense a", status: exitUsage, message: "unknown flag"},
		{args: "links no-such-file.html", status: exitUsage, message: "no-such-file.html"},
		{args: "links .", status: exitUsage, message: "directory"},
		{args: "links " + deep, status: exitUsage, message: "nested more than 512 deep"},
		{args: "links --address page.html -", status: exitUsage, message: "such as https://"},
		{args: "base --edition html9 -", status: exitUsage, message: "known: html5"},
		{args: "resolve", status: exitUsage, message: "name at least one reference"},
		{args: "resolve --encoding utf-9 x", status: exitUsage, message: "unknown encoding label"},
		{args: "resolve --base x y", status: exitUsage, message: "the base is no absolute URL"},
		{args: "resolve --jsonl --base http://h/", status: exitUsage, message: "leave out --base"},
		{args: "decompose --jsonl --set hash=x", status: exitUsage, message: "leave out --set"},
		{args: "decompose --jsonl --json", status: exitUsage, message: "exclude each other"},
		{args: "resolve --jsonl x", status: exitUsage, message: "takes no arguments"},
		{args: "explain", status: exitUsage, message: "name one reference"},
		{args: "decompose", status: exitUsage, message: "name one URL"},
		{args: "decompose --jsonl x", status: exitUsage, message: "takes no arguments"},
		{args: "decompose http://h/ --set origin=x", status: exitUsage, message: "has no attribute"},
		{args: "decompose http://h/ --set hash", status: exitUsage, message: "ATTR=VALUE"},
	} {
		out, errOut, status := command(t, c.in, strings.Fields(c.args)...)
		if status != c.status {
			t.Errorf("htmlurl %s: status %d, want %d (%s)", c.args, status, c.status, errOut)
		}
		if !strings.Contains(errOut, c.message) || c.message == "" && errOut != "" {
			t.Errorf("htmlurl %s: says %q, want %q", c.args, errOut, c.message)
		}
		if c.status == exitUsage && out != "" {
			t.Errorf("htmlurl %s: wrong use, but prints %q", c.args, out)
		}
	}
}

// TestHelp holds that every command has examples.
func TestHelp(t *testing.T) {
	for _, name := range []string{"base", "links", "attributes", "resolve", "decompose", "explain", "rewrite", "save"} {
		out, _, status := command(t, "", name, "--help")
		if status != exitFine || !strings.Contains(out, "Examples:\n  ") {
			t.Errorf("htmlurl %s --help: status %d, %q", name, status, out)
		}
	}
}

func TestBase(t *testing.T) {
	out, _, _ := command(t, "", "base", "--address", "https://example.com/news/2012/", testPage)
	want := `base      https://example.com/news/menu/
fallback  https://example.com/news/2012/
why       base element <base href="../menu/">
encoding  windows-1252 (meta)
`
	if out != want {
		t.Errorf("got\n%swant\n%s", out, want)
	}
	out, _, _ = command(t, "<p>é", "base", "--json", "-")
	if want := `{"base":null,"fallback":null,"why":"no address given","encoding":"UTF-8","encoding_source":"valid-utf-8"}` + "\n"; out != want {
		t.Errorf("got %swant %s", out, want)
	}
}

// TestLinks holds one line for each reference, those of frames with their ordinals.
func TestLinks(t *testing.T) {
	out, _, _ := command(t, "", "links", "--jsonl", "--address", "https://example.com/news/2012/", testPage)
	for _, want := range []string{
		`{"tag":"a","namespace":"html","attr":"href","raw":"?dish=Brötchen & Käse","kind":"hyperlink","url":"https://example.com/news/menu/?dish=Br%F6tchen%20&%20K%E4se","base":"https://example.com/news/menu/","frame":[],"start":450,"end":475,"line":16,"column":13}`,
		`{"tag":"image","namespace":"svg","attr":"href","raw":"logo.svg","kind":"embedded-image","url":"https://example.com/news/menu/logo.svg","base":"https://example.com/news/menu/","frame":[],"start":901,"end":909,"line":25,"column":40}`,
		`{"tag":"img","namespace":"html","attr":"srcset","raw":"soup-large.jpg","descriptor":"2x","kind":"embedded-image","url":"https://example.com/news/menu/soup-large.jpg","base":"https://example.com/news/menu/","frame":[],"start":759,"end":773,"line":23,"column":27}`,
		`{"tag":"style","namespace":"html","attr":"#text","raw":"paper.png","kind":"embedded-css","url":"https://example.com/news/menu/paper.png","base":"https://example.com/news/menu/","frame":[],"start":261,"end":270,"line":10,"column":32}`,
		`{"tag":"a","namespace":"html","attr":"href","raw":"book.html","kind":"hyperlink","url":"https://example.com/news/menu/guests/book.html","base":"https://example.com/news/menu/guests/","frame":[0],"start":30,"end":39,"line":1,"column":31,"container":{"start":935,"end":1028,"line":26,"column":17}}`,
	} {
		if !strings.Contains(out, want+"\n") {
			t.Errorf("no line %s in\n%s", want, out)
		}
	}
	const wantLinks = 19
	if n := strings.Count(out, "\n"); n != wantLinks {
		t.Errorf("%d lines, want %d", n, wantLinks)
	}
	if out, _, _ = command(t, "", "links", "--jsonl", "--templates", testPage); !strings.Contains(out, "inert.html") {
		t.Error("--templates lists no template contents")
	}
	out, _, _ = command(t, "", "links", "--address", "https://example.com/news/2012/", testPage)
	if row := "\n19:39  a      href        july.html                        https://example.com/archive/2011/july.html\n"; !strings.Contains(out, row) {
		t.Errorf("no row %q in\n%s", row, out)
	}
}

// TestLinkError holds what is said of a reference without a URL.
func TestLinkError(t *testing.T) {
	const page = "<a href=' http://my_host.example/'>"
	out, _, _ := command(t, page, "links", "--jsonl", "-")
	want := `{"tag":"a","namespace":"html","attr":"href","raw":" http://my_host.example/","kind":"hyperlink","error":{"rule":"domain-to-ASCII","start":8,"end":15,"message":"cannot resolve \" http://my_host.example/\": the host is no domain name: ASCII character that is no letter, digit or hyphen (bytes 8 to 15: \"my_host\")"},"base":null,"frame":[],"start":9,"end":33,"line":1,"column":10}` + "\n"
	if out != want {
		t.Errorf("got\n%swant\n%s", out, want)
	}
	out, _, _ = command(t, page, "links", "-")
	if want := `1:10  a  href  " http://my_host.example/"  error: the host is no domain name: `; !strings.HasPrefix(out, want) {
		t.Errorf("got\n%s, want\n%s", out, want)
	}
}

// TestFrameError holds that a frame which cannot be read is not passed over.
func TestFrameError(t *testing.T) {
	page := "<iframe srcdoc='" + strings.Repeat("<div>", 600) + "'></iframe>"
	out, _, status := command(t, page, "links", "--jsonl", "--address", "http://h/", "-")
	want := `{"frame":[0],"error":{"rule":"frame-invalid","start":0,"end":0,"message":"elements are nested more than 512 deep"}}` + "\n"
	if out != want || status != exitBad {
		t.Errorf("status %d, got\n%swant\n%s", status, out, want)
	}
	out, _, status = command(t, page, "links", "--address", "http://h/", "-")
	if !strings.Contains(out, "frame [0], error: elements are nested") || status != exitBad {
		t.Errorf("status %d, got\n%s", status, out)
	}
}

// TestFileAddress holds that a file's own file: URL is its address.
func TestFileAddress(t *testing.T) {
	file := filepath.Join(t.TempDir(), "a b#ü.html")
	if err := os.WriteFile(file, []byte("<a href=x>"), 0o600); err != nil {
		t.Fatal(err)
	}
	out, _, _ := command(t, "", "links", "--jsonl", file)
	var link struct{ Base, URL string }
	if err := json.Unmarshal([]byte(out), &link); err != nil {
		t.Fatal(err)
	}
	if !strings.HasPrefix(link.URL, "file:///") || !strings.HasSuffix(link.Base, "/a%20b%23%C3%BC.html") {
		t.Errorf("base %q, URL %q", link.Base, link.URL)
	}
}

// TestNoScripting holds that the contents of noscript count only without scripting.
func TestNoScripting(t *testing.T) {
	const page = "<noscript><base href=http://no/></noscript><base href=http://yes/>"
	for base, flags := range map[string][]string{"http://yes/": {"base", "-"}, "http://no/": {"base", "--no-scripting", "-"}} {
		if out, _, _ := command(t, page, flags...); !strings.Contains(out, "base      "+base+"\n") {
			t.Errorf("htmlurl %v: no base %s in\n%s", flags, base, out)
		}
	}
}

// TestJSONLines holds that each line is answered, in order, whatever it is.
func TestJSONLines(t *testing.T) {
	in := `{"input":"?é#é","base":"http://h/p","encoding":"latin1"}
{"input":"x","base":null,"encoding":null}

not JSON
{"input":1}
{"input":"x","base":"relative"}
{"input":"x","base":"http://h/","encoding":"no-such"}
{"input":"x","base":"http://h/","edition":"no-such"}
{"base":"http://h/"}
{"input":"//\ud800/","base":"http://h/"}
{"input":"http://h:80/a?"}`
	want := []string{
		`{"href":"http://h/p?%E9#é","protocol":"http:","host":"h","hostname":"h","port":"","pathname":"/p","search":"?%E9","hash":"#é"}`,
		`{"error":{"rule":"missing-scheme-non-relative-URL","start":0,"end":1,"message":"`,
		`{"error":{"rule":"input-invalid","start":0,"end":0,"message":"this line is blank`,
		`{"error":{"rule":"input-invalid","start":0,"end":0,"message":"this line is no JSON object`,
		`{"error":{"rule":"input-invalid","start":0,"end":0,"message":"\"input\" must be a string`,
		`{"error":{"rule":"missing-scheme-non-relative-URL","start":0,"end":8,"in":"base","message":"the base is no absolute URL: `,
		`{"error":{"rule":"input-invalid","start":0,"end":0,"message":"unknown encoding label`,
		`{"error":{"rule":"input-invalid","start":0,"end":0,"message":"unknown edition`,
		`{"error":{"rule":"input-invalid","start":0,"end":0,"message":"\"input\" is missing`,
		`{"error":{"rule":"domain-to-ASCII","start":2,"end":5,"message":"`,
		`{"href":"http://h:80/a?","protocol":"http:","host":"h","hostname":"h","port":"80","pathname":"/a","search":"?","hash":""}`,
	}
	out, _, status := command(t, in, "resolve", "--jsonl")
	checkLines(t, out, want)
	if status != exitBad {
		t.Errorf("status %d", status)
	}

	in = `{"href":"https://www.example.com:4443?"}
{"href":"../x","base":"http://h/a/b","attr":"port","value":"8080"}
{"href":"http://a_b/","attr":"hash","value":"x"}
{"href":"http://h/","attr":"search","value":"é","encoding":"windows-1252"}
{"href":"http://h/","attr":"origin","value":"x"}
{"attr":"port"}`
	want = []string{
		`{"href":"https://www.example.com:4443/?","protocol":"https:","host":"www.example.com:4443","hostname":"www.example.com","port":"4443","pathname":"/","search":"?","hash":""}`,
		`{"href":"http://h:8080/x","protocol":"http:","host":"h:8080","hostname":"h","port":"8080","pathname":"/x","search":"","hash":""}`,
		`{"href":"http://a_b/","protocol":"","host":"","hostname":"","port":"","pathname":"","search":"","hash":""}`,
		`{"href":"http://h/?%E9","protocol":"http:","host":"h","hostname":"h","port":"","pathname":"/","search":"?%E9","hash":""}`,
		`{"error":{"rule":"input-invalid","start":0,"end":0,"message":"html5 has no attribute \"origin\" to set; it has href`,
		`{"error":{"rule":"input-invalid","start":0,"end":0,"message":"\"href\" is missing`,
	}
	out, _, _ = command(t, in, "decompose", "--jsonl")
	checkLines(t, out, want)
}

func checkLines(t *testing.T, out string, want []string) {
	t.Helper()
	lines := strings.Split(strings.TrimSuffix(out, "\n"), "\n")
	if len(lines) != len(want) {
		t.Fatalf("%d lines, want %d:\n%s", len(lines), len(want), out)
	}
	for i, line := range lines {
		if !strings.HasPrefix(line, want[i]) || !json.Valid([]byte(line)) {
			t.Errorf("line %d is\n%s, want\n%s", i, line, want[i])
		}
	}
}

// TestExplain holds that the steps have the numbers of the text, and the failing one is the last.
func TestExplain(t *testing.T) {
	out, _, _ := command(t, "", "explain", "--json", "--base", "http://h/a/b", "--encoding", "windows-1252", `../é?é#\`)
	var answer explainJSON
	if err := json.Unmarshal([]byte(out), &answer); err != nil {
		t.Fatal(err)
	}
	for i, step := range answer.Steps {
		if step.Number != i+1 {
			t.Errorf("step %d has number %d", i+1, step.Number)
		}
	}
	if len(answer.Steps) != 13 || answer.Href == nil || *answer.Href != "http://h/%C3%A9?%E9#/" {
		t.Errorf("got %s", out)
	}
	out, _, _ = command(t, "", "explain", "http://a_b/")
	if lines := strings.Split(strings.TrimSpace(out), "\n"); len(lines) != 6 || !strings.Contains(lines[5], "error: the host is no domain name") {
		t.Errorf("got\n%s", out)
	}
}

// TestHostileText holds that nothing reaches the terminal as a control character.
func TestHostileText(t *testing.T) {
	const page = "<a href='\x1b[31m\x07#\x1b]0;x\x07\x9b\u009b\u202e\x7f'><base href='\x1b'>"
	for _, args := range [][]string{
		{"links", "--address", "http://h/", "-"}, {"links", "--jsonl", "--address", "http://h/", "-"},
		{"base", "--address", "http://h/#\x9b\x1b", "-"}, {"base", "--json", "--address", "http://h/", "-"},
		{"resolve", "http://h/#\x9b31m", "x\x1b"}, {"decompose", "http://h/#\x9b31m"}, {"explain", "http://h/#\x9b31m"},
		{"links", "no-such\x1b]0;x\a.html"}, {"base", "--edition", "\x1b", "-"}, {"decompose", "http://h/", "--set", "\x1b"},
	} {
		out, errOut, _ := command(t, page, args...)
		for i, c := range out + errOut {
			if c != '\n' && c != utf8.RuneError && !unicode.IsPrint(c) || c == utf8.RuneError && !utf8.ValidString(out+errOut) {
				t.Errorf("htmlurl %q prints %q at %d: %q", args, c, i, out+errOut)
				break
			}
		}
	}
}

// TestAttributes holds a row for each attribute of each element.
func TestAttributes(t *testing.T) {
	out, _, status := command(t, "", "attributes")
	lines := strings.Split(strings.TrimSpace(out), "\n")
	const wantRows = 159
	if status != exitFine || len(lines) != 1+wantRows {
		t.Errorf("status %d, %d lines, want %d", status, len(lines), 1+wantRows)
	}
	if row := "html       img               srcset            srcset             embedded-image"; !strings.Contains(out, row) {
		t.Errorf("no row %q in\n%s", row, out)
	}
	out, _, _ = command(t, "", "attributes", "--json")
	if row := `{"namespace":"html","element":"form","attribute":"action","condition":"","syntax":"url","kind":"form-submit","base":"document base URL; empty: the document's address","encoding":"document","empty":"resolves","status":"standard","default":true}`; !strings.Contains(out, row) {
		t.Errorf("no row %s in\n%s", row, out)
	}
}

// TestLinksFlags holds what the flags choose, and that header fields are read.
func TestLinksFlags(t *testing.T) {
	const page = `<meta property=og:image content=o><a href=a data-x="b 1x"></a><base href=c>`
	for _, c := range []struct {
		args []string
		want string // the references; with what makes them ignored
	}{
		{nil, "a c"},
		{[]string{"--kind", "all"}, "o a c"},
		{[]string{"--kind", "default"}, "a c"},
		{[]string{"-k", "metadata"}, "o"},
		{[]string{"-k", "hyperlink,metadata"}, "o a"},
		{[]string{"--attribute", "* data-x srcset"}, "a b c"},
		{[]string{"--attribute", "A Data-X"}, "a b 1x c"},
		{[]string{"--attribute", "a data-x srcset", "-k", "embedded-image"}, "b"},
		{[]string{"--attribute", "svg:a data-x"}, "a c"},
		{[]string{"--header", "Link: <d>; rel=next"}, "d a c"},
		{[]string{"-e", "living", "-H", "Content-Security-Policy: base-uri 'none'"}, "a c (not allowed or not usable as a base)"},
	} {
		out, errOut, _ := command(t, page, append(append([]string{"links", "--jsonl", "-a", "http://h/"}, c.args...), "-")...)
		var got []string
		for line := range strings.Lines(out) {
			var link struct{ Raw, Ignored string }
			if err := json.Unmarshal([]byte(line), &link); err != nil {
				t.Fatal(err)
			}
			if link.Ignored != "" {
				link.Raw += " (" + link.Ignored + ")"
			}
			got = append(got, link.Raw)
		}
		if strings.Join(got, " ") != c.want || errOut != "" {
			t.Errorf("%q: %q, want %q (%s)", c.args, got, c.want, errOut)
		}
	}
}

// TestLinksWrongUse holds the messages about flags that cannot be understood.
func TestLinksWrongUse(t *testing.T) {
	for _, c := range []struct{ flag, value, message string }{
		{"--kind", "foo", `--kind "foo" is none of default, all, hyperlink, `},
		{"--attribute", "img", `--attribute "img" needs an element and an attribute`},
		{"--attribute", "img x y", `--attribute "img x y": the syntax is none of url, srcset, `},
		{"--attribute", "x:y z", `--attribute "x:y z": only svg: and mathml: may stand`},
		{"--header", "x", `--header "x" is no header field`},
	} {
		_, errOut, status := command(t, "", "links", c.flag, c.value, "-")
		if status != exitUsage || !strings.Contains(errOut, c.message) {
			t.Errorf("%s %s: status %d, %q, want %q", c.flag, c.value, status, errOut, c.message)
		}
	}
}

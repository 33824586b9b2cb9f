package main

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/PuerkitoBio/goquery"
	"github.com/jstemmer/go-junit-report/v2/junit"
	"github.com/owenrumney/go-sarif/v3/pkg/report/v210/sarif"
	"github.com/rogpeppe/go-internal/txtar"

	"htmlurl/check"
)

// archived returns the files in an archive.
func archived(text string) map[string]string {
	files := map[string]string{}
	for _, file := range txtar.Parse([]byte(text)).Files {
		files[file.Name] = string(file.Data)
	}
	return files
}

// checked is what htmlurl check --json says.
type checked struct {
	check.Report
	errOut string
	status int
}

// short has a line for each finding.
func (c *checked) short() string {
	var b strings.Builder
	for i := range c.Findings {
		f := &c.Findings[i]
		fmt.Fprintf(&b, "%s:%d:%d %s %s %s\n", f.Page, f.Line, f.Column, f.Severity, f.Rule, f.Raw)
	}
	return b.String()
}

// readChecked reads what htmlurl check --json printed.
func readChecked(t *testing.T, out, errOut string, status int) *checked {
	t.Helper()
	c := &checked{errOut: errOut, status: status}
	decoder := json.NewDecoder(strings.NewReader(out))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&c.Report); err != nil {
		t.Fatalf("%v: status %d, %.500s\n%s", err, status, out, errOut)
	}
	return c
}

// checkJSON runs htmlurl check --json.
func checkJSON(t *testing.T, args ...string) *checked {
	t.Helper()
	out, errOut, status := command(t, "", append([]string{"check", "--json"}, args...)...)
	return readChecked(t, out, errOut, status)
}

// wantChecked runs htmlurl check --json, and compares what it finds; nothing is to be said beside it. The status is to
// be that of the findings.
func wantChecked(t *testing.T, want string, args ...string) *checked {
	t.Helper()
	c := checkJSON(t, args...)
	want = strings.TrimPrefix(want, "\n")
	wantStatus := exitFine
	if strings.Contains(want, " error ") {
		wantStatus = exitBad
	}
	if got := c.short(); got != want || c.status != wantStatus || c.errOut != "" {
		t.Errorf("htmlurl check %q: status %d, want %d; says %q; finds\n%swant\n%s", args, c.status, wantStatus, c.errOut,
			got, want)
	}
	return c
}

// sitesOfAllSorts are folders by what is wrong with them.
const sitesOfAllSorts = `
-- fine/index.html --
<a href=a.html#x>
-- fine/a.html --
<p id=x>
-- broken/index.html --
<a href=none.html>
-- odd/index.html --
<img src="">
-- known/index.html --
<a href=sub>
-- known/sub/index.html --
-- empty/data.txt --
-- badtoml/htmlurl.toml --
[check]
sites = "https://example.com/"
-- known.json --
{"format":"htmlurl baseline 1","known":[
{"page":"broken/index.html","severity":"error","rule":"target-missing","raw":"none.html","count":1}
]}
-- broken.json --
{"format":"htmlurl baseline 1",
"known":[}
`

// TestCheckStatus holds the exit status of each outcome, the last line of the output, and what is said beside it.
func TestCheckStatus(t *testing.T) {
	const whatPages = "a site has pages such as index.html (see --include-pages, --exclude-pages)\n"
	inFolder(t, archived(sitesOfAllSorts))
	refused := refusedURL(t)
	for _, c := range []struct {
		args   string
		status int
		last   string
		said   string
	}{
		{"fine", exitFine, "2 pages, 1 link: none broken", ""},
		{"broken", exitBad, "1 page, 1 link: 1 broken", ""},
		{"odd", exitFine, "1 page, 1 link: none broken, 1 warning", ""},
		{"known", exitFine, "2 pages, 1 link: none broken, 1 info", ""},
		{"fine odd", exitFine, "3 pages, 2 links: none broken, 1 warning", ""},
		{"fine odd broken", exitBad, "4 pages, 3 links: 1 broken, 1 warning", ""},
		{"--warn-only broken", exitFine, "1 page, 1 link: 1 broken", ""},
		{"--warn-only fine", exitFine, "2 pages, 1 link: none broken", ""},
		{"--baseline known.json broken", exitFine, "1 page, 1 link: none broken, 1 known from the baseline", ""},
		{"--exclude none broken", exitFine, "1 page, 1 link: none broken (1 ignored)", ""},
		{"empty", exitUsage, "0 pages, 0 links: none broken", "htmlurl: no page was checked: " + whatPages},
		{refused, exitUsage, "0 pages, 0 links: 1 broken",
			"htmlurl: no page was checked: for a site on this computer give --allow-private\n"},
		{"--allow-private " + refused, exitUsage, "0 pages, 0 links: 1 broken", "htmlurl: no page was checked: " + whatPages},
		{"--warn-only --allow-private " + refused, exitUsage, "0 pages, 0 links: 1 broken",
			"htmlurl: no page was checked: " + whatPages},
		{"fine --allow-private " + refused, exitBad, "2 pages, 1 link: 1 broken", ""},
	} {
		out, errOut, status := command(t, "", append([]string{"check"}, strings.Fields(c.args)...)...)
		lines := strings.Split(out, "\n")
		if last := lines[max(0, len(lines)-2)]; status != c.status || errOut != c.said || last != c.last {
			t.Errorf("htmlurl check %s: status %d, want %d; says %q, want %q; ends\n%s, want\n%s", c.args, status, c.status,
				errOut, c.said, last, c.last)
		}
	}
}

// TestCheckUse holds that wrong use is explained before anything is checked or written.
func TestCheckUse(t *testing.T) {
	files := archived(sitesOfAllSorts)
	inFolder(t, files)
	for _, c := range []struct{ args, message string }{
		{"", "name the folder of a site, or its URL\nSee 'htmlurl check --help'."},
		{"nowhere", "nowhere: no such file or directory"},
		{"fine nowhere", "nowhere: no such file or directory"},
		{"example.com", "example.com: no such file or directory"},
		{"http://[/", "is no absolute URL, such as https://example.com/"},
		{"--nonsense fine", "unknown flag: --nonsense\nSee 'htmlurl check --help'."},
		{"--edition html9 fine", "known: html5"},
		{"--compare html5,html9 fine", `--compare: unknown edition "html9"`},
		{"--format yaml fine", `--format "yaml" is none of text, github, html, json, junit, markdown, sarif`},
		{"--report x.json --report x.pdf fine", `"x.pdf": its extension is none of .html, .json, .sarif, .xml, .md, .txt`},
		{"--report x fine", `--report "x": its extension is none of`},
		{"--accept 99 fine", `--accept "99" is no HTTP status`},
		{"--accept 200-x fine", `--accept "200-x" is no HTTP status`},
		{"--accept 300-200 fine", `--accept "300-200" is no HTTP status`},
		{"--exclude ( fine", `--exclude "(": error parsing regexp`},
		{"--include [ fine", `--include "[": error parsing regexp`},
		{"--exclude-pages [ fine", `--exclude-pages "[": it is no pattern`},
		{"--include-pages {a fine", `--include-pages "{a": it is no pattern`},
		{"--orphans --include-pages x fine", "--orphans needs all pages"},
		{"--orphans --exclude-pages x fine", "--orphans needs all pages"},
		{"--orphans fine/index.html", "--orphans needs a folder"},
		{"--orphans https://example.com/", "are for a folder"},
		{"--since HEAD https://example.com/", "are for a folder"},
		{"--site https://example.com/ https://example.com/", "are for a folder"},
		{"--site https://example.com/ fine broken", "are for one folder"},
		{"--since HEAD fine broken", "--since"},
		{"--site example.com fine", `the address "example.com" of the site is no absolute URL`},
		{"--site mailto:x fine", `the address "mailto:x" of the site is no absolute URL`},
		{"--update-baseline fine", "--update-baseline writes the --baseline: give its name"},
		{"--update-baseline --baseline new.json --since HEAD fine", "--update-baseline is for the whole site, without"},
		{"--limit -1 fine", "--limit"},
		{"--depth -1 fine", "--depth cannot be negative"},
		{"--delay -1s fine", "--delay"},
		{"--workers 0 fine", "--workers"},
		{"--cache-age 0s fine", "--cache-age"},
		{"--timeout 0s fine", "--timeout"},
		{"--retries -1 fine", "--retries"},
		{"--max-bytes many fine", "is no size"},
		{"--scope docs/ fine", `--scope "docs/" is no prefix of URLs`},
		{"-H nonsense fine", `--header "nonsense" is no header field`},
		{"--config none.toml fine", "none.toml: no such file or directory"},
		{"--config badtoml/htmlurl.toml fine", `badtoml/htmlurl.toml:2: there is no key "sites"; did you mean site?`},
		{"-o nowhere/x fine", "cannot write nowhere/x: no such file or directory"},
		{"-o fine fine", "cannot write fine: it is no regular file"},
		{"-o known.json/x fine", "cannot write known.json/x: not a directory"},
		{"--report nowhere/x.html fine", "cannot write nowhere/x.html: no such file or directory"},
	} {
		out, errOut, status := command(t, "", append([]string{"check"}, strings.Fields(c.args)...)...)
		if status != exitUsage || out != "" && !strings.Contains(c.message, "cannot write") {
			t.Errorf("htmlurl check %s: status %d, prints %q", c.args, status, out)
		}
		if !strings.Contains(errOut, c.message) || !strings.HasPrefix(errOut, "htmlurl: ") {
			t.Errorf("htmlurl check %s: says %q, want %q", c.args, errOut, c.message)
		}
	}
	checkFiles(t, files)
}

// TestCheckBadBaseline holds what is said of a baseline that cannot be read.
func TestCheckBadBaseline(t *testing.T) {
	files := archived(sitesOfAllSorts)
	inFolder(t, files)
	for _, c := range []struct{ args, message string }{
		{"--baseline none.json fine", "none.json: no such file or directory; --update-baseline writes it"},
		{"--baseline fine fine", "fine"},
		{"--baseline broken.json fine", "broken.json: not a baseline: line 2: "},
		{"--baseline fine/index.html fine", "fine/index.html: not a baseline: "},
	} {
		_, errOut, status := command(t, "", append([]string{"check"}, strings.Fields(c.args)...)...)
		if status != exitUsage || !strings.Contains(errOut, c.message) {
			t.Errorf("htmlurl check %s: status %d, says %q, want %q", c.args, status, errOut, c.message)
		}
	}
	checkFiles(t, files)
}

// TestCheckText holds the text: findings by page, in the order of their places, below their base URL, and a summary.
func TestCheckText(t *testing.T) {
	inFolder(t, archived(`
-- site/a.html --
<a href=b.html#no>b</a><a href=http://other.example/>
<img src="">
-- site/b.html --
<base href=sub/>
<p><a href=../a.html>a</a> <a href=none>n</a> <a href=http://site_/>
-- site/sub/c.css --
a { background: url(c.png) }
-- site/sub/ignored.txt --
`))
	out, errOut, status := command(t, "", "check", "--edition", "html5", "--compare", "none", "site/")
	want := `site/a.html
  base http://site.invalid/a.html (document's address)
  site/a.html:1:9   error    b.html#no  site/b.html has no element with the ID "no" [fragment-missing]
    → http://site.invalid/b.html#no
  site/a.html:2:11  warning  ""         the reference is empty: nothing is fetched [empty-reference]
    → http://site.invalid/a.html

site/b.html
  base http://site.invalid/sub/ (base element <base href="sub/">)
  site/b.html:2:36  error  none           there is no file site/sub/none [target-missing]
    → http://site.invalid/sub/none
  site/b.html:2:55  error  http://site_/  it has no URL: the host is no domain name: ` +
		`ASCII character that is no letter, digit or hyphen (bytes 7 to 12: "site_") [domain-to-ASCII] [unresolvable]

site/sub/c.css
  base http://site.invalid/sub/c.css (style sheet's address)
  site/sub/c.css:1:21  error  c.png  there is no file site/sub/c.png [target-missing]
    → http://site.invalid/sub/c.png

3 pages, 8 links: 4 broken, 1 warning (1 external not asked for)
`
	if out != want || errOut != "" || status != exitBad {
		t.Errorf("status %d, says %q; prints\n%swant\n%s", status, errOut, out, want)
	}
}

// objectKeys returns the keys of a JSON object in their order, and their values.
func objectKeys(t *testing.T, text []byte) (keys []string, values map[string]json.RawMessage) {
	t.Helper()
	if err := json.Unmarshal(text, &values); err != nil {
		t.Fatalf("%v: %.200s", err, text)
	}
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.Token()
	for decoder.More() {
		key, err := decoder.Token()
		if err != nil {
			t.Fatal(err)
		}
		keys = append(keys, key.(string))
		var value json.RawMessage
		if err := decoder.Decode(&value); err != nil {
			t.Fatal(err)
		}
	}
	return keys, values
}

// TestCheckJSON holds the keys of the JSON and their order, what values they have, and that there is an array if there
// is nothing to tell.
func TestCheckJSON(t *testing.T) {
	inFolder(t, archived(sitesOfAllSorts))
	findingKeys := []string{"page", "line", "column", "raw", "base", "why", "url", "severity", "rule", "message"}
	summaryKeys := []string{"pages", "links", "internal", "external", "targets", "errors", "warnings", "infos", "ignored",
		"known", "interrupted"}
	for _, c := range []struct {
		args     string
		findings int
	}{{"fine", 0}, {"empty", 0}, {"broken", 1}, {"odd", 1}, {"known", 1}, {"broken odd known fine", 3}} {
		for _, flag := range []string{"--json", "--format=json"} {
			out, _, _ := command(t, "", append([]string{"check", flag}, strings.Fields(c.args)...)...)
			keys, top := objectKeys(t, []byte(out))
			if !slices.Equal(keys, []string{"findings", "summary"}) || !strings.HasPrefix(string(top["findings"]), "[") {
				t.Errorf("%s: %q, findings %.50s", c.args, keys, top["findings"])
			}
			if keys, _ := objectKeys(t, top["summary"]); !slices.Equal(keys, summaryKeys) {
				t.Errorf("%s: a summary has %q", c.args, keys)
			}
			var findings []json.RawMessage
			if err := json.Unmarshal(top["findings"], &findings); err != nil || len(findings) != c.findings {
				t.Errorf("%s: %d findings, want %d, %v", c.args, len(findings), c.findings, err)
			}
			for _, f := range findings {
				if keys, _ := objectKeys(t, f); !slices.Equal(keys, findingKeys) {
					t.Errorf("%s: a finding has %q", c.args, keys)
				}
			}
		}
	}
	out, _, _ := command(t, "", "check", "--json", "broken")
	want := `{"findings":[
{"page":"broken/index.html","line":1,"column":9,"raw":"none.html","base":"http://site.invalid/index.html",` +
		`"why":"document's address","url":"http://site.invalid/none.html","severity":"error","rule":"target-missing",` +
		`"message":"there is no file broken/none.html"}
],"summary":{"pages":1,"links":1,"internal":1,"external":0,"targets":0,"errors":1,"warnings":0,"infos":0,"ignored":0,` +
		`"known":0,"interrupted":false}}
`
	if out != want {
		t.Errorf("got\n%swant\n%s", out, want)
	}
}

// reportReaders read a report of a format, and return how many findings it has.
var reportReaders = map[string]func(t *testing.T, text string) (findings int){
	"text": func(t *testing.T, text string) int {
		return len(regexp.MustCompile(`(?m)^  \S+:\d+:\d+ +(error|warning|info) .* \[[a-z-]+\]$`).FindAllString(text, -1))
	},
	"json": func(t *testing.T, text string) int {
		return len(readChecked(t, text, "", exitFine).Findings)
	},
	"github": func(t *testing.T, text string) int {
		line := regexp.MustCompile(`^::(error|warning|notice) file=[^,:]+,line=\d+,col=\d+,title=[a-z-]+::.+\n$`)
		n := 0
		for text := range strings.Lines(text) {
			if n++; !line.MatchString(text) {
				t.Errorf("%q is no workflow command", text)
			}
		}
		return n
	},
	"junit": func(t *testing.T, text string) int {
		var suites junit.Testsuites
		if err := xml.Unmarshal([]byte(text), &suites); err != nil {
			t.Error(err)
		}
		n := 0
		for _, suite := range suites.Suites[:len(suites.Suites)-1] { // the last one is about the check as a whole
			n += len(suite.Testcases)
		}
		return n
	},
	"sarif": func(t *testing.T, text string) int {
		r, err := sarif.FromBytes([]byte(text), sarif.WithStrictValidation())
		if err != nil || len(r.Runs) != 1 {
			t.Errorf("%v: %.200s", err, text)
			return 0
		}
		return len(r.Runs[0].Results)
	},
	"markdown": func(t *testing.T, text string) int {
		return strings.Count(text, "-missing") + strings.Count(text, "empty-reference") + strings.Count(text, "redirected")
	},
	"html": func(t *testing.T, text string) int {
		page, err := goquery.NewDocumentFromReader(strings.NewReader(text))
		if err != nil || !strings.HasPrefix(text, "<!DOCTYPE html>") {
			t.Errorf("%v: %.200s", err, text)
			return 0
		}
		table, err := goquery.NewDocumentFromReader(strings.NewReader(page.Find("noscript#all").Text()))
		if err != nil {
			t.Error(err)
			return 0
		}
		return table.Find("tbody").Length()
	},
}

// TestCheckFormats holds that each format and each extension of --report gives a report that programs can read, with
// all that was found, and that they are the same.
func TestCheckFormats(t *testing.T) {
	inFolder(t, archived(`
-- site/index.html --
<!DOCTYPE html>
<a href=none.html>a</a>
<a href=sub>b</a> <a href="#no">c</a>
<img src="">
-- site/sub/index.html --
<a href=none.html>
`))
	const want = 5
	extensions := map[string]string{".txt": "text", ".json": "json", ".xml": "junit", ".sarif": "sarif", ".md": "markdown",
		".html": "html", ".htm": "html"}
	args := []string{"check", "--json"}
	for e := range extensions {
		args = append(args, "--report", "report"+e)
	}
	if out, errOut, status := command(t, "", append(args, "site")...); status != exitBad || errOut != "" ||
		len(readChecked(t, out, errOut, status).Findings) != want {
		t.Fatalf("status %d: %s%s", status, out, errOut)
	}
	for e, format := range extensions {
		text, err := os.ReadFile("report" + e)
		if err != nil {
			t.Error(err)
			continue
		}
		if n := reportReaders[format](t, string(text)); n != want {
			t.Errorf("report%s has %d findings, want %d", e, n, want)
		}
	}
	for format, read := range reportReaders {
		out, errOut, status := command(t, "", "check", "--format", format, "site")
		if n := read(t, out); n != want || status != exitBad || errOut != "" {
			t.Errorf("--format %s: status %d, says %q, has %d findings, want %d", format, status, errOut, n, want)
		}
	}
	if len(reportReaders) != len(formats) {
		t.Errorf("%d formats, %d are read", len(formats), len(reportReaders))
	}
}

// TestCheckOutput holds where the output goes.
func TestCheckOutput(t *testing.T) {
	files := archived(sitesOfAllSorts)
	inFolder(t, files)
	printed, _, _ := command(t, "", "check", "--json", "broken")
	for _, c := range []struct{ args, out, file string }{
		{"-o -", printed, ""},
		{"-o out.json", "", printed},
		{"-o out.json", "", printed}, // again, over what is there
		{"--output fine/out.json", "", printed},
		{"--report out.json", printed, printed},
	} {
		args := append([]string{"check", "--json"}, strings.Fields(c.args)...)
		out, errOut, status := command(t, "", append(args, "broken")...)
		file := ""
		if c.file != "" {
			text, err := os.ReadFile(args[3])
			if err != nil {
				t.Error(err)
			}
			file = string(text)
		}
		if out != c.out || file != c.file || status != exitBad || errOut != "" {
			t.Errorf("%s: status %d, %q; prints\n%swant\n%s; writes\n%swant\n%s", c.args, status, errOut, out, c.out, file,
				c.file)
		}
	}
	checkFiles(t, with(files, "out.json", printed, "fine/out.json", printed))
	refuse := writerFunc(func([]byte) (int, error) { return 0, io.ErrShortWrite })
	if status := run([]string{"check", "--json", "broken"}, nil, refuse, io.Discard); status != exitUsage {
		t.Errorf("output that cannot be written: status %d", status)
	}
	if runtime.GOOS == "linux" {
		for _, flag := range []string{"-o", "--baseline"} {
			_, errOut, status := command(t, "", "check", "--update-baseline", "--baseline", "x.json", flag, "/dev/full",
				"broken")
			if status != exitUsage || !strings.Contains(errOut, "cannot write /dev/full: no space left on device") {
				t.Errorf("%s on a full disk: status %d, says %s", flag, status, errOut)
			}
		}
	}
}

// TestCheckNames holds that pages are named so that editors find them: by the folder as it was given, cleaned.
func TestCheckNames(t *testing.T) {
	inFolder(t, archived(`
-- site/a.html --
<a href=none>
-- site/sub/b.html --
<a href=none>
-- site/sub/deep/c.css --
@import "none";
-- beside/x.html --
`))
	here, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ in, arg, want string }{
		{"", "site", "site/a.html site/sub/b.html site/sub/deep/c.css"},
		{"", "site/", "site/a.html site/sub/b.html site/sub/deep/c.css"},
		{"", "./site", "site/a.html site/sub/b.html site/sub/deep/c.css"},
		{"", "beside/../site", "site/a.html site/sub/b.html site/sub/deep/c.css"},
		{"", here + "/site", here + "/site/a.html " + here + "/site/sub/b.html " + here + "/site/sub/deep/c.css"},
		{"", ".", "site/a.html site/sub/b.html site/sub/deep/c.css"},
		{"site", ".", "a.html sub/b.html sub/deep/c.css"},
		{"site", "./", "a.html sub/b.html sub/deep/c.css"},
		{"site", "sub", "sub/b.html sub/deep/c.css"},
		{"beside", "../site", "../site/a.html ../site/sub/b.html ../site/sub/deep/c.css"},
		{"site/sub", "..", "../a.html ../sub/b.html ../sub/deep/c.css"},
		{"", "site/a.html", "site/a.html"},
		{"", "./site/sub/b.html", "site/sub/b.html"},
		{"", "site/sub/deep/c.css", "site/sub/deep/c.css"},
		{"site", "a.html", "a.html"},
		{"beside", "../site/a.html", "../site/a.html"},
		{"", here + "/site/a.html", here + "/site/a.html"},
	} {
		t.Chdir(filepath.Join(here, c.in))
		var names []string
		for _, f := range checkJSON(t, c.arg).Findings {
			names = append(names, f.Page)
		}
		if got := strings.Join(names, " "); got != c.want {
			t.Errorf("in %q, check %s: %s, want %s", c.in, c.arg, got, c.want)
		}
		for _, name := range names {
			if _, err := os.Stat(name); err != nil {
				t.Error(err)
			}
		}
	}
}

// Sites for flagCases.
const (
	linkedSite = `
-- site/index.html --
<a href=https://e.example/docs/none.html>
<a href=https://e.example/other/>
<a href=https://e.example/docs/sub/#x>
-- site/sub/index.html --
<p id=x>
`

	folderSite = `
-- site/index.html --
<a href=sub/>a</a> <a href=about>b</a> <a href=sub>c</a>
-- site/about.html --
<a href=/>
-- site/sub/start.html --
<p>
`

	deepSite = `
-- site/a.html --
<a href=none>
-- site/docs/b.html --
<a href=none>
-- site/docs/deep/c.html --
<a href=none> <a href=../../a.html#x>
-- site/docs/d.css --
@import "none";
`
	deepA = "site/a.html:1:9 error target-missing none\n"
	deepB = "site/docs/b.html:1:9 error target-missing none\n"
	deepC = "site/docs/deep/c.html:1:9 error target-missing none\n" +
		"site/docs/deep/c.html:1:23 error fragment-missing ../../a.html#x\n"
	deepD   = "site/docs/d.css:1:10 error target-missing none\n"
	deepAll = deepA + deepB + deepD + deepC

	editionSite = `
-- site/a.html --
<a href="sub\b.html">a</a> <a href=http://a_b/>b</a> <a href=" sub/b.html">c</a>
-- site/sub/b.html --
`

	formSite = `
-- site/a.html --
<form action=send></form> <button formaction=send2>s</button> <div hx-get=part>d</div>
`

	ignoredSite = `
-- site/a.html --
<a href=x data-htmlurl-ignore>a</a> <div data-htmlurl-ignore=""><p><a href=x>b</a><img src="" srcset="x, y 2x"></div>
<iframe data-htmlurl-ignore srcdoc="<a href=x>"></iframe> <a href=x>c</a>
<style data-htmlurl-ignore>a { background: url(x) }</style>
<iframe srcdoc="<a href=x data-htmlurl-ignore><a href=y>"></iframe>
`

	unlinkedSite = `
-- site/index.html --
<img src=a.png> <a href=sub/>s</a> <a data-htmlurl-ignore href=ignored.html>i</a>
-- site/a.png --
-- site/b.png --
-- site/ignored.html --
-- site/alone.html --
<a href=alone.html> <a href=index.html>
-- site/404.html --
-- site/robots.txt --
-- site/.well-known/x --
-- site/sub/index.html --
-- site/sub/favicon.ico --
`

	kindsSite = `
-- site/a.html --
<link rel=stylesheet href=a.css> <script src=1></script> <iframe src=2></iframe>
<meta http-equiv=refresh content="0; url=3">
<img src=4 srcset="5, 6 2x"> <blockquote cite=7></blockquote> <p style="background: url(8)"> <video poster=9></video>
-- site/a.css --
@import "b.css"; a { background: url(10) }
-- site/b.css --
@font-face { src: url(11) }
-- site/a.svg --
<svg xmlns="http://www.w3.org/2000/svg"><image href="12"/></svg>
-- site/a.xhtml --
<html xmlns="http://www.w3.org/1999/xhtml"><body><a href="13"/>
<a href="mailto:x@e.example"/><a href="data:,x"/></body></html>
`

	scriptSite = `
-- site/a.html --
<noscript><img src=x></noscript>
`
)

// largeSite has a page of more than 1 KB.
var largeSite = "-- site/a.html --\n<a href=b.html#x>\n<a href=none>\n-- site/b.html --\n" +
	strings.Repeat("<p>", 1000) + "\n"

// flagCases say what is found in site/ with flags.
var flagCases = []struct {
	files, args string
	want        string // the findings
	links       int
	ignored     int
}{
	{linkedSite, "", "", 3, 0},
	{linkedSite, "--site https://e.example/docs/", `
site/index.html:1:9 error target-missing https://e.example/docs/none.html
site/index.html:2:9 warning outside-site https://e.example/other/
`, 3, 0},
	{linkedSite, "--site https://e.example/docs", `
site/index.html:1:9 error target-missing https://e.example/docs/none.html
site/index.html:2:9 warning outside-site https://e.example/other/
`, 3, 0},
	{linkedSite, "--site HTTPS://E.example", `
site/index.html:1:9 error target-missing https://e.example/docs/none.html
site/index.html:2:9 error target-missing https://e.example/other/
site/index.html:3:9 error target-missing https://e.example/docs/sub/#x
`, 3, 0},

	{editionSite, "--edition html5", `
site/a.html:1:10 error target-missing sub\b.html
site/a.html:1:10 warning backslash sub\b.html
site/a.html:1:10 warning edition-difference sub\b.html
site/a.html:1:36 error unresolvable http://a_b/
site/a.html:1:36 warning edition-difference http://a_b/
`, 3, 0},
	{editionSite, "-e html5 --compare none", `
site/a.html:1:10 error target-missing sub\b.html
site/a.html:1:10 warning backslash sub\b.html
site/a.html:1:36 error unresolvable http://a_b/
`, 3, 0},
	{editionSite, "--edition living", `
site/a.html:1:10 warning backslash sub\b.html
site/a.html:1:10 warning edition-difference sub\b.html
site/a.html:1:36 warning edition-difference http://a_b/
`, 3, 0},
	{editionSite, "--edition living --compare none", "site/a.html:1:10 warning backslash sub\\b.html\n", 3, 0},
	{editionSite, "-e living --compare url2012,living", "site/a.html:1:10 warning backslash sub\\b.html\n", 3, 0},

	{folderSite, "", `
site/index.html:1:9 error index-missing sub/
site/index.html:1:28 error target-missing about
site/index.html:1:48 error index-missing sub
`, 4, 0},
	{folderSite, "--index start.html", `
site/about.html:1:9 error index-missing /
site/index.html:1:28 error target-missing about
site/index.html:1:48 info redirected sub
`, 4, 0},
	{folderSite, "--index start.html --index index.html --fallback .html",
		"site/index.html:1:48 info redirected sub\n", 4, 0},
	{folderSite, "--fallback html", `
site/index.html:1:9 error index-missing sub/
site/index.html:1:48 error index-missing sub
`, 4, 0},
	{folderSite, "--fallback .htm --fallback .html --index start.html --index index.html",
		"site/index.html:1:48 info redirected sub\n", 4, 0},

	{unlinkedSite, "", "", 5, 1},
	{unlinkedSite, "--orphans", `
site/b.png:0:0 warning orphan 
site/sub/favicon.ico:0:0 warning orphan 
site/alone.html:0:0 warning orphan 
`, 5, 1},

	{formSite, "", "", 3, 3},
	{formSite, "--all", `
site/a.html:1:14 error target-missing send
site/a.html:1:46 error target-missing send2
site/a.html:1:75 error target-missing part
`, 3, 0},

	{deepSite, "", deepAll, 5, 0},
	{deepSite, "--exclude none$", "site/docs/deep/c.html:1:23 error fragment-missing ../../a.html#x\n", 5, 4},
	{deepSite, "--exclude /docs/none --exclude #", deepA + "site/docs/deep/c.html:1:9 error target-missing none\n", 5, 3},
	{deepSite, "--include /deep/", "site/docs/deep/c.html:1:9 error target-missing none\n", 5, 4},
	{deepSite, "--include /deep/ --include #x", deepC, 5, 3},
	{deepSite, "--include none --exclude /docs/none --exclude /deep/", deepA, 5, 4},
	{deepSite, "--site https://e.example/ --exclude ^https://e.example/none$", deepB + deepD + deepC, 5, 1},

	{deepSite, "--include-pages docs/**", deepB + deepD + deepC, 4, 0},
	{deepSite, "--include-pages docs/*", deepB + deepD, 2, 0},
	{deepSite, "--include-pages *.html", deepA, 1, 0},
	{deepSite, "--include-pages **/*.html", deepA + deepB + deepC, 4, 0},
	{deepSite, "--include-pages **/c.html --include-pages a.html", deepA + deepC, 3, 0},
	{deepSite, "--include-pages docs/{b,d}.*", deepB + deepD, 2, 0},
	{deepSite, "--include-pages **/[cd].*", deepD + deepC, 3, 0},
	{deepSite, "--exclude-pages docs/**", deepA, 1, 0},
	{deepSite, "--exclude-pages **/*.css --exclude-pages docs/deep/**", deepA + deepB, 2, 0},
	{deepSite, "--include-pages docs/** --exclude-pages **/deep/**", deepB + deepD, 2, 0},

	{ignoredSite, "", `
site/a.html:2:67 error target-missing x
site/a.html:4:17 error target-missing y
`, 10, 8},
	{kindsSite, "", `
site/a.css:1:38 error target-missing 10
site/a.html:1:46 error target-missing 1
site/a.html:1:70 error target-missing 2
site/a.html:2:42 error target-missing 3
site/a.html:3:10 error target-missing 4
site/a.html:3:20 error target-missing 5
site/a.html:3:23 error target-missing 6
site/a.html:3:47 error target-missing 7
site/a.html:3:89 error target-missing 8
site/a.html:3:108 error target-missing 9
site/a.svg:1:54 error target-missing 12
site/a.xhtml:1:59 error target-missing 13
site/b.css:1:23 error target-missing 11
`, 17, 0},
	{scriptSite, "", "", 0, 0},
	{scriptSite, "--no-scripting", "site/a.html:1:20 error target-missing x\n", 1, 0},
	{largeSite, "", `
site/a.html:1:9 error fragment-missing b.html#x
site/a.html:2:9 error target-missing none
`, 2, 0},
	{largeSite, "--max-bytes 1KB", `
site/a.html:1:9 error target-unreadable b.html#x
site/a.html:2:9 error target-missing none
site/b.html:0:0 error page-unreadable 
`, 2, 0},
}

// TestCheckFlags holds what each flag changes about what is found in a site on disk.
func TestCheckFlags(t *testing.T) {
	for _, c := range flagCases {
		inFolder(t, archived(c.files))
		got := wantChecked(t, c.want, append(strings.Fields(c.args), "site")...).Summary
		if got.Links != c.links || got.Ignored != c.ignored {
			t.Errorf("%s: %d links, %d ignored, want %d and %d", c.args, got.Links, got.Ignored, c.links, c.ignored)
		}
	}
}

// TestCheckNoPages holds that it is no success if no page was to be checked.
func TestCheckNoPages(t *testing.T) {
	inFolder(t, map[string]string{"site/index.html": "<a href=none>"})
	for _, args := range []string{"--include-pages site/**", "--exclude-pages **", "--exclude-pages *.html"} {
		c := checkJSON(t, append(strings.Fields(args), "site")...)
		if c.status != exitUsage || len(c.Findings) != 0 || !strings.Contains(c.errOut, "see --include-pages") {
			t.Errorf("%s: status %d, says %q, finds %s", args, c.status, c.errOut, c.short())
		}
	}
}

// TestCheckFile holds that of a file only its own references are checked, in its folder.
func TestCheckFile(t *testing.T) {
	inFolder(t, archived(`
-- site/a.html --
<a href=b.html#x> <a href=b.html#y> <a href=none> <a href=../out.html>
-- site/b.html --
<p id=x> <a href=none>
-- site/c.css --
@import "none";
-- out.html --
`))
	const inA = `
site/a.html:1:27 error fragment-missing b.html#y
site/a.html:1:45 error target-missing none
site/a.html:1:59 error target-missing ../out.html
`
	const inB = "site/b.html:1:18 error target-missing none\n"
	if got := wantChecked(t, inA, "site/a.html").Summary; got.Pages != 1 || got.Links != 4 || got.Errors != 3 {
		t.Errorf("%+v", got)
	}
	wantChecked(t, inB, "site/b.html")
	wantChecked(t, "site/c.css:1:10 error target-missing none\n", "site/c.css")
	if got := wantChecked(t, inA+inB, "site/a.html", "site/b.html").Summary; got.Pages != 2 || got.Links != 5 {
		t.Errorf("%+v", got)
	}
}

// TestCheckSeveral holds that several sites are checked in one command, each for itself, and that references from a
// folder to a live site are internal.
func TestCheckSeveral(t *testing.T) {
	live := newWeb(t, map[string]string{"/": "<p id=x><a href=/none>", "/b": ""})
	inFolder(t, archived(`
-- one/a.html --
<a href=b.html>
-- two/b.html --
<a href=/a.html>
-- three/c.html --
<a href=`+live.URL+`/#x>
<a href=`+live.URL+`/#y>
<a href=https://e.example/three/d.html>
`))
	got := wantChecked(t, `
one/a.html:1:9 error target-missing b.html
two/b.html:1:9 error target-missing /a.html
`, "one", "two").Summary
	if got.Pages != 2 || got.Internal != 2 {
		t.Errorf("%+v", got)
	}
	got = wantChecked(t, strings.ReplaceAll(`
one/a.html:1:9 error target-missing b.html
two/b.html:1:9 error target-missing /a.html
three/c.html:2:9 error fragment-missing ~/#y
~/:1:17 error target-missing /none
`, "~", live.URL), "one", "two", "three", live.URL, "--allow-private").Summary
	if got.Pages != 4 || got.Internal != 5 || got.External != 1 {
		t.Errorf("%+v", got)
	}
	got = wantChecked(t, strings.ReplaceAll(`
three/c.html:2:9 error fragment-missing ~/#y
three/c.html:3:9 error target-missing https://e.example/three/d.html
~/:1:17 error target-missing /none
`, "~", live.URL), "--site", "https://e.example/three/", "--allow-private", live.URL, "three").Summary
	if got.Pages != 2 || got.Internal != 4 || got.External != 0 {
		t.Errorf("%+v", got)
	}
}

// TestCheckConfig holds which configuration is read, what its paths are relative to, and that the command line wins.
func TestCheckConfig(t *testing.T) {
	files := archived(`
-- htmlurl.toml --
[check]
paths = ["site"]
exclude = ["skipped"]
warn-only = true
-- none/x --
-- json/htmlurl.toml --
[check]
json = true
-- live/htmlurl.toml --
[check]
paths = "../site/old.html"
edition = "living"
compare = "none"
-- bad/htmlurl.toml --
[check]
external = true
exclued = ["x"]
-- update/htmlurl.toml --
[check]
update-baseline = true
-- nested/htmlurl.toml --
[check]
config = "other.toml"
-- typed/htmlurl.toml --
[check]
external = "yes"
-- since/htmlurl.toml --
[check]
since = "HEAD"
-- broken/htmlurl.toml --
[check
-- site/a.html --
<a href=skipped> <a href=none>
-- site/old.html --
<a href="sub\">
-- site/sub/index.html --
`)
	const (
		skipped = "1:9 error target-missing skipped\n"
		none    = "1:26 error target-missing none\n"
		html5   = "1:10 error target-missing sub\\\n"
		living  = "1:10 warning backslash sub\\\n"
		differs = "1:10 warning edition-difference sub\\\n"
	)
	for _, c := range []struct {
		in, args string
		status   int
		want     string // but for the names of pages
	}{
		{"", "", exitFine, none + living + differs},
		{"", "--warn-only=false", exitBad, none + living + differs},
		{"", "--exclude old", exitFine, skipped + none + living + differs},
		{"", "--exclude skipped --exclude none site/a.html", exitFine, ""},
		{"", "site/a.html", exitFine, none},
		{"none", "../site/a.html", exitBad, skipped + none},
		{"none", "--config ../htmlurl.toml", exitFine, none + living + differs},
		{"none", "--config ../htmlurl.toml ../site/a.html", exitFine, none},
		{"live", "", exitFine, living},
		{"live", "-e html5", exitBad, html5 + living},
		{"live", "--compare html5,living", exitFine, living + differs},
		{"live", "--config ../htmlurl.toml", exitFine, none + living + differs},
		{"live", "../site/a.html", exitBad, skipped + none},
	} {
		inFolder(t, files)
		t.Chdir("./" + c.in)
		got := checkJSON(t, strings.Fields(c.args)...)
		lines := regexp.MustCompile(`(?m)^[^:]*:`).ReplaceAllString(got.short(), "")
		if lines != c.want || got.status != c.status || got.errOut != "" {
			t.Errorf("in %q, check %s: status %d, want %d; says %q; finds\n%swant\n%s", c.in, c.args, got.status, c.status,
				got.errOut, lines, c.want)
		}
	}
	for _, c := range []struct{ in, args, message string }{
		{"bad", "../site", `htmlurl: htmlurl.toml:3: there is no key "exclued"; did you mean exclude?`},
		{"", "--config bad/htmlurl.toml", `htmlurl: bad/htmlurl.toml:3: there is no key "exclued"; did you mean exclude?`},
		{"typed", "../site", "htmlurl: htmlurl.toml:2: external must be true or false"},
		{"since", "../site", "htmlurl: htmlurl.toml:2: since is for the command line only"},
		{"update", "../site", "htmlurl: htmlurl.toml:2: update-baseline is for the command line only"},
		{"nested", "../site", "htmlurl: htmlurl.toml:2: config is for the command line only"},
		{"broken", "../site", "htmlurl: htmlurl.toml:"},
		{"json", "", "htmlurl: name the folder of a site, or its URL"},
	} {
		inFolder(t, files)
		t.Chdir("./" + c.in)
		out, errOut, status := command(t, "", append([]string{"check"}, strings.Fields(c.args)...)...)
		if status != exitUsage || out != "" || !strings.HasPrefix(errOut, c.message) {
			t.Errorf("in %s, check %s: status %d, says %q, want %q", c.in, c.args, status, errOut, c.message)
		}
	}
}

// TestCheckConfigOutput holds that the outputs of a configuration are in its folder, and that the command line chooses
// another format than the configuration.
func TestCheckConfigOutput(t *testing.T) {
	files := archived(`
-- ci/check.toml --
[check]
format = "markdown"
output = "out.md"
report = ["out.json", "out.xml"]
baseline = "known.json"
cache = "cache"
external = true
paths = ["../site"]
-- ci/known.json --
{"format":"htmlurl baseline 1","known":[
{"page":"../site/index.html","severity":"error","rule":"target-missing","raw":"known","count":1}
]}
-- json/check.toml --
[check]
json = true
-- site/index.html --
<a href=none> <a href=known>
`)
	inFolder(t, files)
	out, errOut, status := command(t, "", "check", "--config", "ci/check.toml")
	if out != "" || errOut != "" || status != exitBad {
		t.Errorf("status %d, %q, %q", status, out, errOut)
	}
	got := slices.DeleteFunc(slices.Sorted(maps.Keys(filesHere(t))), func(name string) bool { return files[name] != "" })
	want := []string{"ci/cache/external.jsonl", "ci/out.json", "ci/out.md", "ci/out.xml"}
	if !slices.Equal(got, want) {
		t.Errorf("written are %q, want %q", got, want)
	}
	for _, c := range []struct{ args, want string }{
		{"--config ci/check.toml -o - --json", `{"findings":[`},
		{"--config ci/check.toml -o - --format text", "site/index.html\n"},
		{"--config json/check.toml site", `{"findings":[`},
		{"--config json/check.toml --json=false site", "site/index.html\n"},
		{"--config json/check.toml --format text site", "site/index.html\n"},
		{"--config json/check.toml --format github site", "::error file=site/index.html"},
	} {
		out, _, status := command(t, "", append([]string{"check"}, strings.Fields(c.args)...)...)
		if !strings.HasPrefix(out, c.want) || status != exitBad {
			t.Errorf("check %s: status %d, prints %.100q, want %q", c.args, status, out, c.want)
		}
	}
}

// write writes a file.
func write(t *testing.T, name, text string) {
	t.Helper()
	if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

// TestCheckBaseline holds that what is known is not reported, from whatever folder, that what is new is, and that it is
// noted what is gone.
func TestCheckBaseline(t *testing.T) {
	inFolder(t, archived(`
-- ci/x --
-- site/a.html --
<a href=none> <a href=none> <a href=sub>
-- site/sub/index.html --
<img src="">
`))
	const known = `{"format":"htmlurl baseline 1","known":[
{"page":"../site/a.html","severity":"error","rule":"target-missing","raw":"none","count":2},
{"page":"../site/sub/index.html","severity":"warning","rule":"empty-reference","raw":"","count":1}
]}
`
	here, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	check := func(in, args string, status, count int, said, want string) {
		t.Helper()
		t.Chdir(filepath.Join(here, in))
		got := checkJSON(t, strings.Fields(args)...)
		if got.short() != want || got.status != status || got.errOut != said || got.Summary.Known != count {
			t.Errorf("in %q, check %s: status %d, want %d; %d known, want %d; says %q, want %q; finds\n%swant\n%s", in, args,
				got.status, status, got.Summary.Known, count, got.errOut, said, got.short(), want)
		}
		t.Chdir(here)
	}
	update := func(in, args, file string) {
		t.Helper()
		t.Chdir(filepath.Join(here, in))
		_, errOut, status := command(t, "", append([]string{"check", "--update-baseline"}, strings.Fields(args)...)...)
		if said := "htmlurl: " + file + " holds what is known now\n"; status != exitFine || errOut != said {
			t.Errorf("in %q, check %s: status %d, says %q, want %q", in, args, status, errOut, said)
		}
		t.Chdir(here)
	}
	const redirected = "site/a.html:1:37 info redirected sub\n"
	for _, c := range []struct{ in, baseline, site string }{
		{"", "ci/known.json", "site"},
		{"ci", "known.json", "../site"},
		{"site", "../ci/known.json", "."},
		{"site/sub", here + "/ci/known.json", here + "/site"},
	} {
		update(c.in, "--baseline "+c.baseline+" "+c.site, c.baseline)
		if text, _ := os.ReadFile("ci/known.json"); string(text) != known {
			t.Errorf("in %q: the baseline is\n%swant\n%s", c.in, text, known)
		}
	}
	check("", "--baseline ci/known.json site", exitFine, 3, "", redirected)
	check("ci", "--baseline known.json ../site", exitFine, 3, "", "../"+redirected)
	check("site", "--baseline ../ci/known.json .", exitFine, 3, "", strings.TrimPrefix(redirected, "site/"))
	check("", "--baseline ci/known.json "+here+"/site", exitFine, 3, "", here+"/"+redirected)
	check("", "site", exitBad, 0, "", `site/a.html:1:9 error target-missing none
site/a.html:1:23 error target-missing none
`+redirected+"site/sub/index.html:1:11 warning empty-reference \n")

	write(t, "site/a.html", "<p>\n\n<a href=none>\n<a href=none>")
	check("", "--baseline ci/known.json site", exitFine, 3, "", "")
	write(t, "site/a.html", "<p>\n\n<a href=none>\n<a href=none>\n<a href=none><a href=new>")
	check("ci", "--baseline known.json ../site", exitBad, 3, "", `../site/a.html:5:9 error target-missing none
../site/a.html:5:22 error target-missing new
`)
	check("", "--warn-only --baseline ci/known.json site", exitFine, 3, "", `site/a.html:5:9 error target-missing none
site/a.html:5:22 error target-missing new
`)
	write(t, "site/a.html", "<a href=none>")
	write(t, "site/sub/index.html", "")
	check("site", "--baseline ../ci/known.json .", exitFine, 1,
		"htmlurl: note: 2 of the known problems are gone: --update-baseline takes them out of ../ci/known.json\n", "")
	update("site", "--baseline ../ci/known.json .", "../ci/known.json")
	check("", "--baseline ci/known.json site", exitFine, 1, "", "")
	if text, _ := os.ReadFile("ci/known.json"); strings.Count(string(text), `"page"`) != 1 {
		t.Errorf("the baseline is %s", text)
	}
	out, _, _ := command(t, "", "check", "--baseline", "ci/known.json", "site")
	if want := "2 pages, 1 link: none broken, 1 known from the baseline\n"; out != want {
		t.Errorf("prints %q, want %q", out, want)
	}
}

// TestCheckSince holds that --since reports on changed files and links to them, from whatever folder.
func TestCheckSince(t *testing.T) {
	w := newWork(t)
	for name, text := range archived(`
-- site/changed.html --
<p id=x><a href=none>
-- site/same.html --
<a href=none> <a href=changed.html#x> <a href=gone.html>
-- site/gone.html --
-- site/sub/same.html --
<a href=../changed.html#x>
`) {
		w.write(name, text)
	}
	w.commit()
	t.Chdir(w.dir)
	wantChecked(t, "", "--since", "HEAD", "site")
	w.write("site/changed.html", "<a href=none>")
	w.write("site/new.html", "<a href=none2>")
	w.remove("site/gone.html")
	want := `
changed.html:1:9 error target-missing none
new.html:1:9 error target-missing none2
same.html:1:23 error fragment-missing changed.html#x
same.html:1:47 error target-missing gone.html
sub/same.html:1:9 error fragment-missing ../changed.html#x
`
	named := func(prefix string) string {
		return strings.ReplaceAll(strings.TrimSpace(want), "\n", "\n"+prefix) + "\n"
	}
	wantChecked(t, "site/"+named("site/"), "--since", "HEAD", "site")
	wantChecked(t, w.path("site")+"/"+named(w.path("site")+"/"), "--since", "HEAD", w.path("site"))
	wantChecked(t, "site/same.html:1:23 error fragment-missing changed.html#x\n"+
		"site/same.html:1:47 error target-missing gone.html\n", "--since", "HEAD", "site/same.html")
	w.commit()
	wantChecked(t, "", "--since", "HEAD", "site")
	t.Chdir("site")
	wantChecked(t, named(""), "--since", "HEAD~1", ".")
	t.Chdir("sub")
	wantChecked(t, "../"+named("../"), "--since", "HEAD~1", "..")

	t.Chdir(w.dir)
	w.write("known.json", `{"format":"htmlurl baseline 1","known":[
{"page":"site/new.html","severity":"error","rule":"target-missing","raw":"none2","count":1},
{"page":"site/old.html","severity":"error","rule":"target-missing","raw":"none","count":1}
]}`)
	got := checkJSON(t, "--since", "HEAD~1", "--baseline", "known.json", "site")
	if got.Summary.Known != 1 || got.errOut != "" {
		t.Errorf("with a baseline: %+v, %q", got.Summary, got.errOut)
	}
}

// TestCheckSinceErrors holds what is said if git does not know what has changed.
func TestCheckSinceErrors(t *testing.T) {
	w := newWork(t, "site/index.html")
	alone := t.TempDir()
	for _, c := range []struct{ rev, dir, message string }{
		{"nonsense", w.path("site"), `htmlurl: --since "nonsense" is no revision that git knows in `},
		{"HEAD", alone, "htmlurl: --since needs a folder in the work tree of a git repository"},
	} {
		out, errOut, status := command(t, "", "check", "--since", c.rev, c.dir)
		if status != exitUsage || out != "" || !strings.HasPrefix(errOut, c.message) {
			t.Errorf("--since %s %s: status %d, says %q, want %q", c.rev, c.dir, status, errOut, c.message)
		}
	}
}

// host is a server that keeps the requests for each path.
type host struct {
	*httptest.Server
	mu   sync.Mutex
	seen []*http.Request
}

// newHost serves what the function says.
func newHost(t *testing.T, serve http.HandlerFunc) *host {
	h := &host{}
	h.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h.mu.Lock()
		h.seen = append(h.seen, r)
		h.mu.Unlock()
		serve(w, r)
	}))
	t.Cleanup(h.Close)
	return h
}

// requests returns method and path of the requests since the last time, in order of their text.
func (h *host) requests() string {
	var list []string
	for _, r := range h.taken() {
		list = append(list, r.Method+" "+r.RequestURI)
	}
	slices.Sort(list)
	return strings.Join(list, ", ")
}

func (h *host) taken() []*http.Request {
	h.mu.Lock()
	defer h.mu.Unlock()
	seen := h.seen
	h.seen = nil
	return seen
}

// otherSite serves answers of all sorts, by path.
func otherSite(w http.ResponseWriter, r *http.Request) {
	switch r.URL.Path {
	case "/fine", "/target":
		w.Header().Set("Content-Type", "text/html")
		io.WriteString(w, "<p id=x>")
	case "/moved":
		http.Redirect(w, r, "/target", http.StatusMovedPermanently)
	case "/forbidden":
		w.WriteHeader(http.StatusForbidden)
	case "/get-only":
		if r.Method == http.MethodHead {
			w.WriteHeader(http.StatusMethodNotAllowed)
		}
	default:
		http.NotFound(w, r)
	}
}

// TestCheckExternal holds that other servers are asked if that is wanted, once for each URL, and what their answers
// mean.
func TestCheckExternal(t *testing.T) {
	other := newHost(t, otherSite)
	inFolder(t, archived(strings.ReplaceAll(`
-- site/a.html --
<a href=~/moved> <a href=~/fine>
<a href=~/fine>
<a href=~/forbidden>
<a href=~/gone>
<img src=~/get-only>
-- site/b.html --
<a href=~/gone>
`, "~", other.URL)))
	const (
		moved     = "site/a.html:1:9 info redirected ~/moved\n"
		forbidden = "site/a.html:3:9 error target-status ~/forbidden\n"
		gone      = "site/a.html:4:9 error target-missing ~/gone\n"
		gone2     = "site/b.html:1:9 error target-missing ~/gone\n"
		all       = "GET /forbidden, GET /get-only, GET /gone, HEAD /fine, HEAD /forbidden, HEAD /get-only, HEAD /gone, " +
			"HEAD /moved, HEAD /target"
		bad      = "GET /forbidden, GET /gone, HEAD /forbidden, HEAD /gone"
		onlyGone = "GET /gone, HEAD /gone"
	)
	for _, c := range []struct {
		args    string
		want    string
		targets int
		asked   string
	}{
		{"", "", 0, ""},
		{"--allow-private", "", 0, ""},
		{"--external --allow-private", moved + forbidden + gone + gone2, 5, all},
		{"--external --allow-private --accept 200-299,403", moved + gone + gone2, 5,
			strings.TrimPrefix(all, "GET /forbidden, ")},
		{"--external --allow-private --accept 200-299 --accept 403,404", moved, 5,
			"GET /get-only, HEAD /fine, HEAD /forbidden, HEAD /get-only, HEAD /gone, HEAD /moved, HEAD /target"},
		{"--external --allow-private --exclude /(gone|forbidden)$ --include /", moved, 3,
			"GET /get-only, HEAD /fine, HEAD /get-only, HEAD /moved, HEAD /target"},
		{"--external --allow-private --cache cache", moved + forbidden + gone + gone2, 5, all},
		{"--external --allow-private --cache cache", moved + forbidden + gone + gone2, 5, bad},
		{"--external --allow-private --cache cache --accept 200-299,403", moved + gone + gone2, 5,
			"GET /gone, HEAD /forbidden, HEAD /gone"},
		{"--external --allow-private --cache cache --accept 200-299,403", moved + gone + gone2, 5, onlyGone},
		{"--external --allow-private --cache cache --exclude gone --accept 200-299,403", moved, 4, ""},
		{"--external --allow-private --cache cache --cache-age 1ns", moved + forbidden + gone + gone2, 5, all},
	} {
		want := strings.ReplaceAll(c.want, "~", other.URL)
		got := wantChecked(t, want, append(strings.Fields(c.args), "--delay", "0s", "site")...).Summary
		if asked := other.requests(); asked != c.asked || got.Targets != c.targets || got.Links != 7 {
			t.Errorf("%s: %d targets, want %d; %d links; asked\n%s, want\n%s", c.args, got.Targets, c.targets, got.Links,
				asked, c.asked)
		}
	}
	c := checkJSON(t, "--external", "site")
	if c.status != exitFine || strings.Count(c.short(), " warning not-checked ") != 7 || len(c.Findings) != 7 ||
		other.requests() != "" {
		t.Errorf("private addresses: status %d, finds\n%s", c.status, c.short())
	}
	write(t, "site/a.html", strings.ReplaceAll("<a href=~/fine#x> <a href=~/fine#y> <a href=~/moved#y>", "~", other.URL))
	out, _, _ := command(t, "", "check", "--external", "--allow-private", "--delay", "0s", "site")
	if want := "2 pages, 4 links: 3 broken, 1 info (3 external URLs asked for)\n"; !strings.HasSuffix(out, "\n\n"+want) {
		t.Errorf("fragments: got\n%swant\n%s", out, want)
	}
}

// TestCheckLive holds what is found in a live site, where pages have their URLs as names, and that images and sheets
// are asked for with the header fields of the command line, too; other sites are not told secrets.
func TestCheckLive(t *testing.T) {
	other := newHost(t, otherSite)
	site := newHost(t, func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/robots.txt" && r.Header.Get("Authorization") != "secret" {
			w.WriteHeader(http.StatusUnauthorized)
			return
		}
		kind, text := "text/html", ""
		switch r.URL.Path {
		case "/robots.txt":
			kind, text = "text/plain", "User-agent: *\nDisallow: /secret\n"
		case "/":
			text = "<link rel=stylesheet href=a.css><img src=a.png><img src=none.png> <a href=docs/>d</a> " +
				"<a href=secret>s</a> <a href=" + other.URL + "/gone>o</a>"
		case "/docs/":
			text = "<p id=x><a href=#y>y</a> <a href=/moved#x>m</a> <a href=/none>n</a>"
		case "/moved":
			http.Redirect(w, r, "/docs/", http.StatusFound)
			return
		case "/a.css":
			kind, text = "text/css", "a { background: url(b.png) }"
		case "/a.png":
			kind = "image/png"
		case "/secret":
			text = "<a href=none>"
		default:
			http.NotFound(w, r)
			return
		}
		w.Header().Set("Content-Type", kind)
		io.WriteString(w, text)
	})
	const (
		image    = "~/:1:57 error target-missing none.png\n"
		secret   = "~/:1:95 info not-checked secret\n"
		docs     = "~/docs/:1:17 error fragment-missing #y\n"
		moved    = "~/docs/:1:34 info redirected /moved#x\n"
		none     = "~/docs/:1:57 error target-missing /none\n"
		sheet    = "~/a.css:1:21 error target-missing b.png\n"
		inSecret = "~/secret:1:9 error target-missing none\n"
		gone     = "~/:1:116 error target-missing ^/gone\n"
	)
	for _, c := range []struct {
		args    string
		want    string
		pages   int
		missing string // which is not requested
	}{
		{"~", image + secret + docs + moved + none + sheet, 3, "/secret"},
		{"--ignore-robots ~/", image + docs + moved + none + inSecret + sheet, 4, "/robots.txt"},
		{"--external ~", image + secret + gone + docs + moved + none + sheet, 3, "/secret"},
		{"--exclude-pages ~/docs/** ~", image + secret + sheet, 2, "/secret"},
		{"--include-pages ~/docs/** ~", docs + moved + none, 1, "/secret"},
		{"--exclude /docs/$ --exclude none.png ~", secret + sheet, 2, "/docs/"},
		{"--depth 0 ~", image + secret + sheet, 2, "/secret"},
		{"--limit 1 ~", image + secret + sheet, 2, "/secret"},
		{"--scope ~/docs/ ~/docs/", docs, 1, "/none"},
	} {
		args := strings.Fields(strings.ReplaceAll(c.args, "~", site.URL))
		want := strings.ReplaceAll(strings.ReplaceAll(c.want, "~", site.URL), "^", other.URL)
		args = append(args, "--allow-private", "-H", "Authorization: secret", "-H", "X-Key: open")
		got := wantChecked(t, want, args...).Summary
		if got.Pages != c.pages {
			t.Errorf("%s: %d pages, want %d", c.args, got.Pages, c.pages)
		}
		for _, r := range site.taken() {
			isTold := r.URL.Path == "/robots.txt" || r.Header.Get("Authorization") == "secret"
			if r.URL.Path == c.missing || !isTold || r.Header.Get("X-Key") != "open" {
				t.Errorf("%s: a request for %s, with %v", c.args, r.URL, r.Header)
			}
		}
	}
	asked := other.taken()
	for _, r := range asked {
		if r.Header.Get("Authorization") != "" || r.Header.Get("X-Key") != "open" {
			t.Errorf("another site is asked for %s with %v", r.URL, r.Header)
		}
	}
	if len(asked) == 0 {
		t.Error("the other site was not asked")
	}

	out, errOut, status := command(t, "", "check", "-H", "Authorization: secret", site.URL)
	if status != exitUsage || !strings.Contains(out, "loopback or private address") ||
		!strings.Contains(errOut, "--allow-private") || site.requests() != "" {
		t.Errorf("without --allow-private: status %d, says %q, prints\n%s", status, errOut, out)
	}
	out, _, status = command(t, "", "check", "--allow-private", site.URL)
	if status != exitUsage || !strings.Contains(out, "401") {
		t.Errorf("without the header: status %d, prints\n%s", status, out)
	}
}

// TestCheckInterrupt holds that a check that is interrupted tells what it found so far, on disk and live, and leaves
// the baseline.
func TestCheckInterrupt(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("no interrupts can be sent")
	}
	arrived := make(chan struct{}, 100)
	stalling := newHost(t, func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/":
			w.Header().Set("Content-Type", "text/html")
			io.WriteString(w, "<a href=b>b</a> <a href=http://[/>x</a>")
		case "/b":
			w.Header().Set("Content-Type", "text/html")
			io.WriteString(w, "<a href=stall>s</a>")
		case "/stall":
			arrived <- struct{}{}
			<-r.Context().Done()
		default:
			http.NotFound(w, r)
		}
	})
	const known = `{"format":"htmlurl baseline 1","known":[]}`
	inFolder(t, map[string]string{"site/a.html": "<a href=none> <a href=" + stalling.URL + "/stall>", "known.json": known})
	here := "site/a.html:1:9 error target-missing none\n"
	live := stalling.URL + "/:1:25 error unresolvable http://[/\n"
	for _, c := range []struct{ args, want, said string }{
		{"--compare none " + stalling.URL, live, "htmlurl: interrupted: the report has what was found so far\n"},
		{"--compare none --ignore-robots --warn-only site " + stalling.URL, here + live,
			"htmlurl: interrupted: the report has what was found so far\n"},
		{"--external site", here, "htmlurl: interrupted: the report has what was found so far\n"},
		{"--external --baseline known.json site", here, "htmlurl: interrupted: the report has what was found so far\n"},
		{"--external --baseline known.json --update-baseline site", here,
			"htmlurl: interrupted: the baseline stays as it is, and the report has what was found so far\n"},
	} {
		p := newProcess(append([]string{"check", "--json", "--allow-private"}, strings.Fields(c.args)...)...)
		var out, errOut bytes.Buffer
		p.Stdout, p.Stderr = &out, &errOut
		if err := p.Start(); err != nil {
			t.Fatal(err)
		}
		<-arrived
		p.Process.Signal(os.Interrupt)
		p.Wait()
		got := readChecked(t, out.String(), errOut.String(), p.ProcessState.ExitCode())
		if got.status != exitUsage || !got.Summary.Interrupted || got.short() != c.want || got.errOut != c.said {
			t.Errorf("check %s: status %d, %+v, says %q, finds\n%swant\n%s", c.args, got.status, got.Summary, got.errOut,
				got.short(), c.want)
		}
	}
	if text, err := os.ReadFile("known.json"); string(text) != known || err != nil {
		t.Errorf("the baseline is %s, %v", text, err)
	}
}

// readmeSection returns the section of the README about this command.
func readmeSection(t *testing.T) string {
	t.Helper()
	readme, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	_, section, ok := strings.Cut(string(readme), "\n### Checking a site\n")
	section, _, _ = strings.Cut(section, "\n##")
	if !ok {
		t.Fatal("the README has no such section")
	}
	return section
}

// TestCheckHelp holds that all flags in the README and in the text of the help are flags, and that there are examples.
func TestCheckHelp(t *testing.T) {
	help, _, status := command(t, "", "check", "--help")
	text, list, ok := strings.Cut(help, "\nFlags:\n")
	if !ok || status != exitFine || !strings.Contains(text, "\nExamples:\n  htmlurl check ") {
		t.Fatalf("status %d, %s", status, help)
	}
	names := regexp.MustCompile(`--[a-z][a-z-]+`).FindAllString(readmeSection(t)+text, -1)
	slices.Sort(names)
	names = slices.Compact(names)
	for _, name := range names {
		if !regexp.MustCompile(`(?m)^ +(-[a-zA-Z], )?` + name + ` `).MatchString(list) {
			t.Errorf("the help does not list %s", name)
		}
	}
	if len(names) < 15 {
		t.Errorf("%d flags: %q", len(names), names)
	}
}

// TestCheckReadmeConfig holds that the configuration in the README is one, and does what its comments say.
func TestCheckReadmeConfig(t *testing.T) {
	_, block, ok := strings.Cut(readmeSection(t), "\n```toml\n")
	block, _, isClosed := strings.Cut(block, "```\n")
	if !ok || !isClosed {
		t.Fatal("there is no configuration")
	}
	inFolder(t, map[string]string{
		"htmlurl.toml": block,
		"public/index.html": `<a href=/about>a</a> <a href="https://example.com/search?q=x">s</a> ` +
			`<a href=https://example.com/none>n</a><a href="sub\x">x</a>`,
		"public/about.html": "",
		"public/sub/x":      "",
	})
	c := wantChecked(t, `
public/index.html:1:77 error target-missing https://example.com/none
public/index.html:1:116 warning backslash sub\x
public/index.html:1:116 warning edition-difference sub\x
`)
	if c.Summary.Links != 4 || c.Summary.Ignored != 1 || c.Summary.External != 0 {
		t.Errorf("%+v", c.Summary)
	}
}

// TestCheckReadmeOutput holds that the output in the README is that of such a site.
func TestCheckReadmeOutput(t *testing.T) {
	var args []string
	var want strings.Builder
	_, example, _ := strings.Cut(readmeSection(t), "\n    $ htmlurl ")
	for line := range strings.Lines(example) {
		switch text, isIn := strings.CutPrefix(line, "    "); {
		case args == nil:
			args = strings.Fields(line)
		case isIn:
			want.WriteString(text)
		case line == "\n":
			want.WriteString("\n")
		}
		if want.Len() > 0 && !strings.HasPrefix(line, "    ") && line != "\n" {
			break
		}
	}
	const outside = `<a href="https://other.example/">o</a>`
	files := map[string]string{
		"public/archive/june.html": `<p id="toc">`,
		"public/news/index.html": "<!DOCTYPE html>\n<base href=\"/archive/\">" + strings.Repeat("\n", 10) +
			`<p> <a href="june.html#TOC">June</a>` + strings.Repeat(outside, 14),
		"public/index.html": strings.Repeat(`<a href="/news/">n</a>`, 324),
	}
	for i := range 9 {
		files[fmt.Sprintf("public/%d.html", i)] = ""
	}
	inFolder(t, files)
	out, errOut, status := command(t, "", args...)
	if wanted := strings.TrimSpace(want.String()) + "\n"; out != wanted || errOut != "" || status != exitBad {
		t.Errorf("htmlurl %q: status %d, says %q, prints\n%sThe README has\n%s", args, status, errOut, out, wanted)
	}
}
